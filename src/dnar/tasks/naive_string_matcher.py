"""Naive string matcher: the first place at which a needle occurs in a text.

Text and needle are two lines of nodes. A cursor stands on either line, and a mark on the place
where the needle is tried. The virtual node compares the letters under the cursors: if they are
equal both cursors move on; if not, the mark moves on and the cursors go back to the mark and to
the needle's head. If the needle does not occur, the answer is the needle's head.
"""

from typing import Any

import numpy as np

from dnar.array_types import Generator
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import (
    NOTHING,
    FieldStates,
    Head,
    Inputs,
    Instance,
    Multiplicity,
    NodeKind,
    NodeRule,
    OneNode,
    Problem,
    Rank,
    Role,
    Rules,
    Shape,
    StepBound,
    Task,
    linked,
)

LETTERS = "abcd"
TEXT, NEEDLE = "text", "needle"
MARKS = ("plain", "mark", "cursor", "both")
"""What stands on a letter of the text; both: mark and cursor."""

STATES = FieldStates(
    "NodeState",
    {
        TEXT: {"letter": LETTERS, "on": MARKS},
        NEEDLE: {"letter": LETTERS, "on": ("plain", "cursor")},
    },
    ("HIT", "COMPARING", "EQUAL", "DIFFERENT", "FOUND", "ABSENT"),
)
NodeState = STATES.enum
ArcState = FieldStates("ArcState", {}, ("OTHER", "FROM_LEFT", "FROM_RIGHT", "VIRTUAL")).enum

HIT, C, E, D, F, A = list(NodeState)[-6:]
X, L, R, V = ArcState

SELF = Role("self", "self", Multiplicity.SELF)
LEFT = Role("left", "right", Multiplicity.AT_MOST_ONE, NodeKind.REAL)
RIGHT = Role("right", "left", Multiplicity.AT_MOST_ONE, NodeKind.REAL)
FROM_VIRTUAL = Role("from_virtual", "to_virtual", Multiplicity.ONE, NodeKind.REAL)
TO_VIRTUAL = Role("to_virtual", "from_virtual", Multiplicity.ANY, NodeKind.VIRTUAL)
ROLES = (SELF, LEFT, RIGHT, FROM_VIRTUAL, TO_VIRTUAL)


def _over(arc: int, *states: Any) -> tuple[tuple[int, int], ...]:
    return tuple((state, arc) for state in states)


def _text(*on: str) -> tuple[Any, ...]:
    return tuple(state for each in on for state in STATES.pick(TEXT, on=each))


CURSORS = _text("cursor", "both")
NEEDLE_CURSORS = STATES.pick(NEEDLE, on="cursor")


def _text_rules(letter: str) -> list[NodeRule]:
    """Cursor and mark move to the right neighbour, which hears what stood on its left."""
    plain, mark, cursor, both = (STATES.one(TEXT, letter=letter, on=on) for on in MARKS)
    equal, different, found = ({"far": ((said, V),)} for said in (E, D, F))
    after_cursor = {"near": _over(L, *CURSORS)}
    after_mark = {"near": _over(L, *_text("mark", "both"))}
    return [
        NodeRule(plain, cursor, heard={**equal, **after_cursor}),
        NodeRule(cursor, plain, heard=equal),
        NodeRule(both, mark, heard=equal),
        NodeRule(plain, both, heard={**different, **after_mark}),
        NodeRule(cursor, both, heard={**different, **after_mark}),
        NodeRule(cursor, plain, heard=different),
        NodeRule(mark, plain, heard=different),
        NodeRule(both, plain, heard=different),
        NodeRule(mark, HIT, heard=found),
        NodeRule(both, HIT, heard=found),
    ]


def _needle_rules(letter: str) -> list[NodeRule]:
    """The cursor moves right, or back to the head: the node with nobody on its left."""
    plain, cursor = (STATES.one(NEEDLE, letter=letter, on=on) for on in ("plain", "cursor"))
    equal, different, absent = ({"far": ((said, V),)} for said in (E, D, A))
    head = {"near": (NOTHING,)}
    return [
        NodeRule(plain, cursor, heard={**equal, "near": _over(L, *NEEDLE_CURSORS)}),
        NodeRule(cursor, plain, heard=equal),
        NodeRule(plain, cursor, heard={**different, **head}),
        NodeRule(cursor, cursor, heard={**different, **head}),
        NodeRule(cursor, plain, heard=different),
        NodeRule(plain, HIT, heard={**absent, **head}),
        NodeRule(cursor, HIT, heard={**absent, **head}),
    ]


def _compared(letter: str) -> NodeRule:
    both = [STATES.one(TEXT, letter=letter, on=on) for on in ("cursor", "both")]
    needle = STATES.one(NEEDLE, letter=letter, on="cursor")
    return NodeRule(C, E, heard={"near": _over(V, *both), "far": _over(V, needle)})


RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(Head("near"), Head("far")),
    ranks=(
        Rank("near", C, _over(V, *CURSORS)),
        Rank("far", C, _over(V, *NEEDLE_CURSORS)),
        *(
            rank
            for state in STATES.pick(TEXT)
            for rank in (
                Rank("near", state, _over(L, *_text("mark", "cursor", "both"))),
                Rank("far", state, _over(V, E, D, F)),
            )
        ),
        *(
            rank
            for state in STATES.pick(NEEDLE)
            for rank in (
                Rank("near", state, _over(L, *STATES.pick(NEEDLE), HIT)),
                Rank("far", state, _over(V, E, D, A)),
            )
        ),
    ),
    node_rules=(
        # The needle has come to its end: found. The text has: absent.
        NodeRule(C, F, heard={"far": (NOTHING,)}),
        NodeRule(C, A, heard={"near": (NOTHING,)}),
        *(_compared(letter) for letter in LETTERS),
        NodeRule(C, D),
        NodeRule(E, C),
        NodeRule(D, C),
        *(rule for letter in LETTERS for rule in _text_rules(letter)),
        *(rule for letter in LETTERS for rule in _needle_rules(letter)),
    ),
)


def encode(problem: Problem) -> Instance:
    """Cursors on the first letters; the mark on the first letter of the text."""
    assert problem.values is not None
    of_needle, letter = problem.values.astype(np.int64).T
    count = len(letter)
    here = np.arange(count)
    inside = np.flatnonzero(of_needle[1:] == of_needle[:-1])
    links = linked(
        ROLES,
        (SELF, np.arange(count + 1), np.arange(count + 1)),
        (LEFT, inside + 1, inside),
        (FROM_VIRTUAL, here, np.full(count, count)),
    )
    first = np.append(True, of_needle[1:] != of_needle[:-1])
    states = [
        STATES.one(
            NEEDLE if needle else TEXT,
            letter=LETTERS[at],
            on=("cursor" if needle else "both") if begins else "plain",
        )
        for needle, at, begins in zip(of_needle, letter, first, strict=True)
    ]
    return Instance(
        labels=problem.graph.labels,
        node_kind=np.append(np.full(count, NodeKind.REAL), NodeKind.VIRTUAL).astype(np.uint8),
        node_state=np.array([*states, C], dtype=np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=np.array([X, L, R, V, V], dtype=np.uint8)[links.role],
        roles=ROLES,
    )


class Strings:
    """A text and a needle over four letters."""

    def read(self, given: Any) -> Problem:
        """A pair of strings, or one with a comma between text and needle.

        Raises:
            InputError: they are no strings of the four letters, or empty.
        """
        if isinstance(given, str):
            given = tuple(given.split(","))
        pair = list(given) if isinstance(given, list | tuple) else []
        good = len(pair) == 2 and all(
            isinstance(each, str) and each and set(each) <= set(LETTERS) for each in pair
        )
        if not good:
            raise InputError(
                f"expected a text and a needle, two strings of the letters {LETTERS} as in "
                "abcab,ca, got "
                f"{given!r:.60}"
            )
        text, needle = pair
        letters = [LETTERS.index(each) for each in text + needle]
        of_needle = [0] * len(text) + [1] * len(needle)
        values = np.stack([of_needle, letters], axis=1).astype(np.float64)
        return Problem(Graph.from_edges([], [], labels=len(values)), values=values)

    def text(self, problem: Problem) -> str:
        """Text and needle with a comma between them."""
        parts = ["", ""]
        for of_needle, letter in () if problem.values is None else problem.values.astype(int):
            parts[of_needle] += LETTERS[letter]
        return ",".join(parts)

    def sample(self, size: int, rng: Generator) -> Problem:
        """A random text, and a needle of which the first letters are often in it."""
        needle_size = int(rng.integers(1, max(2, size // 2) + 1))
        letters = int(rng.integers(1, len(LETTERS) + 1))
        text, needle = (
            "".join(LETTERS[at] for at in rng.integers(letters, size=count))
            for count in (max(1, size - needle_size), needle_size)
        )
        if rng.random() < 0.5:
            begin = int(rng.integers(len(text)))
            needle = text[begin : begin + needle_size]
        return self.read((text, needle))

    def smallest(self) -> list[Problem]:
        """Every pair of letters that can stand beside each other, in text and needle."""
        pairs = [one + other for one in LETTERS for other in LETTERS]
        return [
            self.read((text, needle))
            for one in LETTERS
            for pair in pairs
            for text, needle in ((one, one), (one + pair, pair), (pair, one + pair))
        ]


TASK = Task(
    name="naive_string_matcher",
    title="Naive string matcher",
    summary="the first place at which a needle occurs in a text",
    inputs=Inputs(shape=Shape.OWN, own="text and needle: abcab,ca"),
    rules=RULES,
    encoder=encode,
    decoders={"match": OneNode(HIT)},
    source=Strings(),
    # Two steps for every comparison.
    step_bound=StepBound(constant=0, per_pair=1),
)
