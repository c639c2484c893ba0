"""The parts of a program in words."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from dnar.explain import explain_program
from dnar.explain.explanation import Group
from dnar.explain.words import (
    WIDTH,
    arc_condition,
    columns,
    gate_words,
    group_words,
    head_words,
    node_condition,
    output_words,
    value_words,
)
from dnar.machine import (
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Ending,
    Entry,
    Head,
    Labels,
    NodeCase,
    NodeMask,
    Op,
    Output,
    Place,
    PointerOrder,
    Prefer,
    Program,
    Readout,
    Scalar,
    ScalarUse,
    Start,
    Term,
    apply,
    inc,
    keep,
    pull,
    push,
    reachable_types,
    take,
)
from dnar.tasks import get_task
from tests.unit.explain.programs import explained

PROGRAM = Program(
    "test",
    ("A", "B"),
    ("N", "M"),
    heads=(Head("low"), Head("far", "depth", Prefer.LARGEST), Head("light", "length")),
    scalars=(
        Scalar("depth", Place.NODE, Start.ZERO),
        Scalar("offer", Place.NODE, Start.ZERO),
        Scalar("length", Place.ARC, Start.INPUT),
        Scalar("limit", Place.ARC, Start.INPUT),
    ),
    comparisons=(Comparison("near", "offer", "depth"), Comparison("full", "length", "limit")),
)
ANY = (None, None, None)


def arc_case(**given: object) -> ArcCase:
    blank = ArcCase(0, 1, heard=ANY, heard_back=ANY, signs=(None,))
    return replace(blank, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "always"),
        ({"heard": (False, None, None)}, "not heard by low"),
        (
            {"heard": (True, None, None), "heard_back": (None, False, None)},
            "heard by low and not heard back by far",
        ),
        ({"reverse": frozenset({0, 1})}, "reverse N or M"),
        ({"signs": (frozenset({-1, 0}),)}, "its length is at most its limit"),
        ({"signs": (frozenset({-1, 1}),)}, "its length differs from its limit"),
    ],
)
def test_arc_conditions(given: dict[str, object], words: str) -> None:
    assert arc_condition(PROGRAM, arc_case(**given)) == words


def test_node_conditions() -> None:
    found = explained("both", "rules").words
    heard = (frozenset({ArcClass(0, 0)}), frozenset({NOTHING}), None)
    first = NodeCase(0, 1, heard, (frozenset({-1}),))
    second = NodeCase(0, 0, ANY, (frozenset({-1}),))
    last = NodeCase(0, 0, ANY, (None,))
    words = replace(
        found,
        program=replace(PROGRAM, node_cases=(first, second, last)),
        listening={(0, 0): (), (1, 0): (Group((), rest=True),)},
    )
    assert [node_condition(words, case) for case in (first, second, last)] == [
        "low: A over N and far: nothing and its offer is less than its depth",
        "else its offer is less than its depth",
        "else",
    ]


def test_groups() -> None:
    best, other = Entry(0, 0), Entry(0, 0, best=False)
    assert group_words(PROGRAM, Group((best, other))) == ["A over N"]
    assert group_words(PROGRAM, Group((other,))) == ["A over N (not the best)"]
    assert group_words(PROGRAM, Group((best,), rest=True)) == ["anything else"]
    assert group_words(PROGRAM, Group((), rest=True)) == ["nothing"]


def test_heads() -> None:
    assert [head_words(PROGRAM, head) for head in PROGRAM.heads] == [
        "the lowest sender",
        "the largest depth of the sender, then the lowest sender",
        "the smallest length of the arc, then the lowest sender",
    ]


@pytest.mark.parametrize(
    ("target", "term", "value", "gate"),
    [
        ("depth", inc([0]), "1", "in A"),
        ("depth", inc([0, 1], -2.5), "-2.5", "in every state"),
        ("depth", keep([1]), "its old value", "in B"),
        ("depth", push("length", [0]), "the length of each arc of its row", "that is in N"),
        ("length", push("depth", [1]), "the depth of its sender", "if that is in B"),
        ("length", take("depth", [1]), "the depth of its receiver", "if that is in B"),
        (
            "depth",
            pull("offer", [0], head="low"),
            "the offer of the sender that low hears",
            "in A",
        ),
        (
            "depth",
            pull("length", [0], head="far"),
            "the length of the arc that far hears",
            "in A",
        ),
        (
            "depth",
            apply("product", ("depth", "offer"), [0]),
            "its depth times its offer",
            "in A",
        ),
        ("length", apply("negative", ("limit",), [1]), "minus its limit", "in M"),
    ],
)
def test_terms(target: str, term: Term, value: str, gate: str) -> None:
    program = replace(PROGRAM, ops=(Op(target, (term,)),))
    assert value_words(program, target, term) == value
    assert gate_words(program, target, term, {0, 1}) == gate


def read(name: str, output: str, readout: Readout | None = None) -> str:
    found = explained(name, "rules")
    words = found.words
    if readout is not None:
        program = replace(found.program, readouts={output: readout})
        words = explain_program(found.task, program, found.reachable)
    return output_words(words, output, found.task.decoders[output])


def test_outputs_of_the_rules() -> None:
    assert read("bfs", "parent") == (
        "every node points along an arc in POINTER or its own self-loop in POINTER, "
        "else its own self-loop in NEUTRAL"
    )
    assert read("dijkstra", "distance") == (
        "the distance of nodes in TREE; all others have none"
    )
    assert read("minimum", "minimum").startswith("the virtual node points along an arc in ")
    assert read("eccentricity", "eccentricity") == "the distance of the virtual node"
    assert read("topological_sort", "head") == (
        "the node that comes last in the order of a scalar; for a single instance; "
        "the scalar is ended_at"
    )


def test_learned_readouts() -> None:
    order = PointerOrder(((5, 4), (3, 2), (1, 0)))
    assert read("bfs", "parent", order) == (
        "every node points along an arc in CLOSED, else its own self-loop in POINTER, "
        "else an arc in POINTER, else its own self-loop in NEUTRAL"
    )
    states = len(get_task("mis").program.node_states)
    members = Labels.of_set(Place.NODE, frozenset({3, 5}), states)
    assert read("mis", "in_set", members) == "the nodes in IN"
    labels = Labels(Place.NODE, (0, 0, 0, 1, 2, 0))
    assert read("mis", "in_set", labels) == (
        "a label for each of the nodes: "
        "0 for ACTIVE or BALLOTED or WAITING, 1 for IN, 2 for OUT"
    )


@dataclass(frozen=True)
class Twice(Output):
    """Twice the scalar of every node."""

    def scalar_uses(self) -> tuple[ScalarUse, ...]:
        return (ScalarUse("lot", 0),)

    def decode(self, ending: Ending, readout: Readout | None) -> np.ndarray:
        return 2 * ending.scalar("lot")

    def labelled(self, raw: np.ndarray, labels: object) -> list[float]:
        return raw.tolist()


def test_a_new_kind_of_output_brings_its_own_words() -> None:
    task = replace(get_task("mis"), decoders={"twice": Twice(), "in_set": NodeMask(3)})
    words = explain_program(task, task.program, reachable_types(task))
    assert output_words(words, "twice", task.decoders["twice"]) == (
        "twice the scalar of every node; the scalar is lot"
    )


def test_columns_wrap_the_widest_cells_and_cut_no_word() -> None:
    long = " ".join(["word"] * 30)
    lines = columns([["A", "B"], ["a", long]])
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()) == f"A B a {long}"
    assert columns([["A", "B"], ["x" * 100, "y"]])[1] == f"  {'x' * 100}  y"
