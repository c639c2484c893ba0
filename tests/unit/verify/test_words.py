"""Words: cases as people read them."""

from dnar.machine import NOTHING, SILENCE, ArcClass, ArcType, Comparison, reachable_types
from dnar.tasks import get_task
from dnar.verify.words import Words

BFS = Words(reachable_types(get_task("bfs")))
DIJKSTRA = Words(reachable_types(get_task("dijkstra")))


def test_classes_and_entries() -> None:
    assert BFS.arc_class(ArcClass(1, 0)) == "DONE over NEUTRAL"
    assert BFS.arc_class(NOTHING) == "nothing"
    assert BFS.entry(2 * 3 + 1) == "DONE over NEUTRAL"
    assert BFS.entry(2 * 3) == "DONE over NEUTRAL (not the best)"
    assert BFS.entry(SILENCE) == "nothing"


def test_what_heads_hear() -> None:
    assert BFS.told((2 * 1 + 1,)) == "UNSEEN over POINTER"
    one, other = DIJKSTRA.heads
    assert DIJKSTRA.told((1, SILENCE)) == f"{one}: UNSEEN over NEUTRAL, {other}: nothing"
    assert [DIJKSTRA.bits(bits) for bits in range(4)] == [
        "nobody",
        one,
        other,
        f"{one} and {other}",
    ]


def test_arc_types() -> None:
    role = BFS.roles.index("along")
    words = BFS.arc_type(ArcType(receiver=0, arc=0, sender=1, reverse=2, role=role))
    assert words == "NEUTRAL arc of UNSEEN from DONE (along, back CLOSED)"


def test_signs() -> None:
    compared = (Comparison("shorter", "a", "b"), Comparison("closer", "b", "c"))
    assert BFS.signs(compared, (), (0, 0)) == ""
    assert BFS.signs(compared, (1,), (0, -1)) == " with closer < 0"
    assert BFS.signs(compared, (0, 1), (1, 0)) == " with shorter > 0 and closer = 0"
