"""What an explanation holds."""

from dnar.explain.explanation import kind_name
from tests.unit.explain.programs import explained


def test_reachable_states() -> None:
    words = explained("bfs", "rules").words
    assert (words.node_states, words.arc_states) == ([0, 1, 2], [0, 1, 2])


def test_kinds_of_nodes() -> None:
    assert [kind_name(kind) for kind in (0, 2, 7)] == ["real", "helper", "helper (kind 7)"]
