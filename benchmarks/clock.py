"""A program of 90 node states, 6 arc states and 3 heads: thirty rounds of gossip.

All nodes count the rounds together. In a round a node hears the neighbours that are better off
than itself, one per head, and moves up; every arc remembers in which rounds it was heard last.
"""

from enum import IntEnum

from dnar.machine import (
    AGAINST,
    GRAPH_ROLES,
    ArcRule,
    FieldStates,
    Head,
    Inputs,
    NodeCategory,
    NodeRule,
    Place,
    Prefer,
    Problem,
    Rank,
    Rules,
    Scalar,
    Setup,
    Start,
    StartNode,
    Task,
    Weights,
    node_states,
)

ROUNDS = 30
LEVELS = ("low", "middle", "high")
ROUND_NAMES = tuple(f"r{number}" for number in range(ROUNDS))
STATES = FieldStates("NodeState", {"node": {"round": ROUND_NAMES, "level": LEVELS}}, ())
NodeState = STATES.enum


class ArcState(IntEnum):
    """When an arc was heard last, as far as it matters."""

    NEVER = 0
    FIRST = 1
    SECOND = 2
    THIRD = 3
    OFTEN = 4
    CLOSED = 5


N, A, B, C, D, X = ArcState
OPEN = (N, A, B, C, D)


def _state(number: int, level: str) -> int:
    return STATES.one("node", round=ROUND_NAMES[number], level=level)


def _ranks() -> list[Rank]:
    found = []
    for number in range(ROUNDS - 1):
        for level, better in (("low", "middle"), ("middle", "high")):
            classes = tuple((_state(number, better), arc) for arc in OPEN)
            found += [
                Rank(head, _state(number, level), classes)
                for head in ("lowest", "highest", "lightest")
            ]
    return found


def _node_rules() -> list[NodeRule]:
    found = []
    for number in range(ROUNDS - 1):
        for level, better in (("low", "middle"), ("middle", "high")):
            classes = tuple((_state(number, better), arc) for arc in OPEN)
            found.append(
                NodeRule(
                    _state(number, level),
                    _state(number + 1, better),
                    heard={"lightest": classes},
                )
            )
        found += [
            NodeRule(_state(number, level), _state(number + 1, level)) for level in LEVELS
        ]
    return found


RULES = Rules(
    node_states=NodeState,
    arc_states=ArcState,
    heads=(
        Head("lowest"),
        Head("highest", prefer=Prefer.LARGEST),
        Head("lightest", key="weight"),
    ),
    ranks=tuple(_ranks()),
    node_rules=tuple(_node_rules()),
    arc_rules=(
        ArcRule(N, A, heard={"lowest": True}),
        ArcRule(N, B, heard={"highest": True}),
        ArcRule(N, C, heard={"lightest": True}),
        ArcRule(A, D, heard={"lowest": True}),
        ArcRule(B, D, heard={"highest": True}),
        ArcRule(C, D, heard={"lightest": True}),
    ),
    scalars=(Scalar("weight", Place.ARC, Start.INPUT),),
)


def encode(problem: Problem) -> Setup:
    """The start is high, the virtual node middle, all others low."""
    assert problem.start is not None
    return Setup(
        problem.graph,
        node_state=node_states(
            problem.graph,
            _state(0, "low"),
            _state(0, "middle"),
            start=(problem.start, _state(0, "high")),
        ),
        arc_states={**dict.fromkeys(GRAPH_ROLES, N), AGAINST: X},
    )


TASK = Task(
    name="clock",
    title="Thirty rounds of gossip",
    summary="who has heard of the start",
    inputs=Inputs(StartNode.REQUIRED, Weights.ANY),
    rules=RULES,
    encoder=encode,
    decoders={
        "level": NodeCategory(tuple((level, (_state(ROUNDS - 1, level),)) for level in LEVELS))
    },
)
