"""Random tasks, and random programs that are close to their rules."""

from dataclasses import replace
from enum import IntEnum

import numpy as np

from dnar.machine import (
    GRAPH_ROLES,
    NOTHING,
    ArcCase,
    ArcClass,
    ArcRule,
    Entry,
    Gate,
    Head,
    Inputs,
    Labels,
    NodeCase,
    NodeMask,
    NodeRule,
    NodeScalar,
    Op,
    Output,
    Place,
    Pointer,
    PointerOrder,
    Prefer,
    Problem,
    Program,
    Rank,
    Rules,
    Scalar,
    Setup,
    Start,
    StartNode,
    Task,
    Term,
    VirtualScalar,
    Weights,
    gating_place,
    node_states,
)

NODES: list[type[IntEnum]] = [
    IntEnum(f"Node{size}", [(f"N{at}", at) for at in range(size)])  # type: ignore[list-item]
    for size in (2, 3, 4)
]
ARCS: list[type[IntEnum]] = [
    IntEnum(f"Arc{size}", [(f"A{at}", at) for at in range(size)])  # type: ignore[list-item]
    for size in (1, 2, 3)
]
SCALARS = (Scalar("depth", Place.NODE, Start.ZERO), Scalar("length", Place.ARC, Start.INPUT))


def random_task(rng: np.random.Generator) -> Task:
    """A task with a few states, one or two heads, and rules drawn at random."""
    nodes = NODES[rng.integers(len(NODES))]
    arcs = ARCS[rng.integers(len(ARCS))]
    rules = _random_rules(rng, nodes, arcs)
    states = rng.integers(len(nodes), size=3).tolist()
    arc_states = {role: int(rng.integers(len(arcs))) for role in GRAPH_ROLES}

    def encode(problem: Problem) -> Setup:
        assert problem.start is not None
        return Setup(
            problem.graph,
            node_state=node_states(
                problem.graph, states[0], states[1], start=(problem.start, states[2])
            ),
            arc_states=arc_states,
        )

    weights = Weights.ANY if rules.scalars else Weights.UNUSED
    return Task(
        name="random",
        title="A random machine",
        summary="whatever",
        inputs=Inputs(StartNode.REQUIRED, weights),
        rules=rules,
        encoder=encode,
        decoders=_random_decoders(rng, rules),
    )


def _random_rules(rng: np.random.Generator, nodes: type[IntEnum], arcs: type[IntEnum]) -> Rules:
    scalars = SCALARS if rng.random() < 0.5 else ()
    keys = [None, *(scalar.name for scalar in scalars)]
    heads = tuple(
        Head(f"H{at}", keys[rng.integers(len(keys))], list(Prefer)[rng.integers(2)])
        for at in range(int(rng.integers(1, 3)))
    )
    classes = [(node, arc) for node in range(len(nodes)) for arc in range(len(arcs))]
    ranks = tuple(
        Rank(head.name, node, tuple(classes[at] for at in chosen))
        for head in heads
        for node in range(len(nodes))
        if (chosen := rng.permutation(len(classes))[: rng.integers(0, 4)]).size
    )
    listed = {(rank.head, rank.receiver): rank.classes for rank in ranks}
    pairs = sorted(listed)
    node_rules = []
    for _ in range(int(rng.integers(0, 4)) if pairs else 0):
        head, state = pairs[rng.integers(len(pairs))]
        heard = listed[head, state]
        node_rules.append(
            NodeRule(
                state, int(rng.integers(len(nodes))), {head: (heard[rng.integers(len(heard))],)}
            )
        )
    arc_rules = [
        ArcRule(
            int(rng.integers(len(arcs))),
            int(rng.integers(len(arcs))),
            receiver=(int(rng.integers(len(nodes))),),
            sender=(int(rng.integers(len(nodes))),) if rng.random() < 0.5 else None,
            heard=_random_flags(rng, heads),
            heard_back=_random_flags(rng, heads),
        )
        for _ in range(int(rng.integers(0, 4)))
    ]
    ops = _random_ops(rng, len(nodes), len(arcs)) if scalars else ()
    return Rules(nodes, arcs, heads, ranks, tuple(node_rules), tuple(arc_rules), scalars, ops)


def _random_flags(rng: np.random.Generator, heads: tuple[Head, ...]) -> dict[str, bool]:
    return {head.name: bool(rng.integers(2)) for head in heads if rng.random() < 0.4}


def _random_ops(rng: np.random.Generator, nodes: int, arcs: int) -> tuple[Op, ...]:
    def some(size: int) -> frozenset[int]:
        return frozenset(np.flatnonzero(rng.random(size) < 0.4).tolist())

    ops = (
        Op(
            "depth",
            (
                Term(Gate.INC, some(nodes)),
                Term(Gate.KEEP, some(nodes)),
                Term(Gate.PUSH, some(arcs), "length"),
            ),
        ),
        Op(
            "length",
            (Term(Gate.KEEP, frozenset(range(arcs))), Term(Gate.PUSH, some(nodes), "depth")),
        ),
    )
    return tuple(op for op in ops if rng.random() < 0.7)


def _random_decoders(rng: np.random.Generator, rules: Rules) -> dict[str, Output]:
    node, arc = (
        int(rng.integers(len(rules.node_states))),
        int(rng.integers(len(rules.arc_states))),
    )
    options: list[Output] = [Pointer(arc), NodeMask(node)]
    if rules.scalars:
        options += [NodeScalar("depth", node), VirtualScalar("depth")]
    return {"answer": options[rng.integers(len(options))]}


def near_program(rng: np.random.Generator, task: Task, changes: int) -> Program:
    """The rules as a program, with so many entries changed at random."""
    program = task.program
    for _ in range(changes):
        change = [_change_node, _change_arc, _change_order, _change_gate, _change_readout]
        program = change[rng.integers(len(change))](rng, program)
    return program


def _change_node(rng: np.random.Generator, program: Program) -> Program:
    """One combination of what the heads hear leads somewhere else."""
    state, becomes = rng.integers(len(program.node_states), size=2).tolist()
    told = (_random_class(rng, program) for _ in program.heads)
    heard = tuple(frozenset({each}) for each in told)
    return program.with_node_case(NodeCase(state, becomes, heard))


def _random_class(rng: np.random.Generator, program: Program) -> ArcClass:
    classes = len(program.node_states) * len(program.arc_states)
    number = int(rng.integers(classes + 1))
    return NOTHING if number == classes else ArcClass(*divmod(number, len(program.arc_states)))


def _change_arc(rng: np.random.Generator, program: Program) -> Program:
    """One combination of states and of who hears leads somewhere else."""
    state, becomes, reverse = rng.integers(len(program.arc_states), size=3).tolist()
    receiver, sender = rng.integers(len(program.node_states), size=2).tolist()
    flags = [tuple(map(bool, rng.integers(2, size=len(program.heads)))) for _ in range(2)]
    ends = (frozenset({each}) for each in (receiver, sender, reverse))
    return program.with_arc_case(
        ArcCase(state, becomes, *ends, heard=flags[0], heard_back=flags[1])
    )


def _change_order(rng: np.random.Generator, program: Program) -> Program:
    """Lists an entry last, first or not at all, the best arc of a class or another one."""
    key = (int(rng.integers(len(program.heads))), int(rng.integers(len(program.node_states))))
    entry = Entry(
        int(rng.integers(len(program.node_states))),
        int(rng.integers(len(program.arc_states))),
        bool(rng.integers(2)),
    )
    rest = tuple(each for each in program.order(*key) if each != entry)
    order = [rest, (*rest, entry), (entry, *rest)][rng.integers(3)]
    return replace(program, orders={**program.orders, key: order})


def _change_gate(rng: np.random.Generator, program: Program) -> Program:
    if not program.ops:
        return program
    number = int(rng.integers(len(program.ops)))
    op = program.ops[number]
    place = int(rng.integers(len(op.terms)))
    term = op.terms[place]
    states = program.states(gating_place(program.scalar(op.target).place, term.gate))
    terms = list(op.terms)
    terms[place] = replace(term, when=term.when ^ {int(rng.integers(len(states)))})
    ops = list(program.ops)
    ops[number] = Op(op.target, tuple(terms))
    return replace(program, ops=tuple(ops))


def _change_readout(rng: np.random.Generator, program: Program) -> Program:
    if not program.readouts:
        return program
    (name, readout), *_ = program.readouts.items()
    if isinstance(readout, Labels):
        labels = list(readout.labels)
        labels[rng.integers(len(labels))] ^= 1
        changed: Labels | PointerOrder = Labels(readout.place, tuple(labels))
    else:
        places = [list(pair) for pair in readout.places]
        places[rng.integers(len(places))][rng.integers(2)] = int(rng.integers(2 * len(places)))
        changed = PointerOrder(tuple((plain, loop) for plain, loop in places))
    return replace(program, readouts={**program.readouts, name: changed})
