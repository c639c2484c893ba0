"""Random tasks with comparisons, every operation, and an own layout with helper nodes."""

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum

import numpy as np

from dnar.graph import Graph
from dnar.machine import (
    FUNCTIONS,
    NOTHING,
    SIGNS,
    ArcCase,
    ArcClass,
    ArcPointer,
    ArcRule,
    Comparison,
    Entry,
    Gate,
    Head,
    Inputs,
    Instance,
    Labels,
    Multiplicity,
    NodeCase,
    NodeKind,
    NodeMask,
    NodeRule,
    NodeScalar,
    Op,
    Output,
    Place,
    Pointer,
    PointerOrder,
    Prefer,
    PreviousByScalar,
    Problem,
    Program,
    Rank,
    Role,
    Rules,
    Scalar,
    Shape,
    Start,
    Task,
    Term,
    gating_place,
)

NODES: list[type[IntEnum]] = [
    IntEnum(f"Node{size}", [(f"N{at}", at) for at in range(size)])  # type: ignore[list-item]
    for size in (2, 3, 4)
]
ARCS: list[type[IntEnum]] = [
    IntEnum(f"Arc{size}", [(f"A{at}", at) for at in range(size)])  # type: ignore[list-item]
    for size in (1, 2, 3)
]
ROLES = (
    Role("loop", "loop", Multiplicity.SELF),
    Role("link", "link", Multiplicity.ANY, NodeKind.REAL),
    Role("next", "previous", Multiplicity.AT_MOST_ONE, NodeKind.REAL),
    Role("previous", "next", Multiplicity.AT_MOST_ONE, NodeKind.REAL),
    Role("aid", "serve", Multiplicity.AT_MOST_ONE, NodeKind.REAL),
    Role("serve", "aid", Multiplicity.ANY, NodeKind.HELPER),
)
SCALARS = (
    Scalar("a", Place.NODE, Start.INPUT),
    Scalar("b", Place.NODE, Start.ZERO),
    Scalar("c", Place.NODE, Start.INPUT),
    Scalar("v", Place.ARC, Start.INPUT),
    Scalar("w", Place.ARC, Start.ZERO),
)
COMPARISONS = (
    Comparison("ab", "a", "b"),
    Comparison("ca", "c", "a"),
    Comparison("vw", "v", "w"),
)


class Source:
    """Small graphs whose weights and values are small numbers, so that ties are frequent."""

    def read(self, given: object) -> Problem:
        raise NotImplementedError

    def text(self, problem: Problem) -> str:
        return repr(problem.values)

    def sample(self, size: int, rng: np.random.Generator) -> Problem:
        pairs = np.argwhere(np.triu(np.ones((size, size), dtype=bool), 1))
        chosen = pairs[rng.random(len(pairs)) < rng.uniform(0.1, 0.8)].T
        weight = rng.integers(-1, 3, size=chosen.shape[1]).astype(float)
        graph = Graph.from_edges(chosen[0], chosen[1], labels=size, weight=weight)
        return Problem(graph, values=rng.integers(-1, 3, size=(size, 2)).astype(float))

    def smallest(self) -> Iterator[Problem]:
        for size in range(1, 5):
            pairs = np.argwhere(np.triu(np.ones((size, size), dtype=bool), 1)).T
            for chosen in (pairs, pairs[:, :0]):
                weight = 1.37 + 0.618 * np.arange(chosen.shape[1])
                graph = Graph.from_edges(chosen[0], chosen[1], labels=size, weight=weight)
                values = 2.11 + 0.577 * np.arange(2.0 * size).reshape(size, 2)
                yield Problem(graph, values=values)


def lay_out(problem: Problem, states: list[int], arc_states: list[int]) -> Instance:
    """Links from the graph, a path through all nodes, and a helper for every two nodes."""
    graph, size = problem.graph, problem.graph.node_count
    assert problem.values is not None
    assert graph.weight is not None
    helpers = size // 2
    arcs = [(node, node, 0, 0.0) for node in range(size + helpers)]
    for one, other, weight in zip(
        graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True
    ):
        arcs += [(one, other, 1, weight), (other, one, 1, weight)]
    for node in range(size - 1):
        arcs += [(node, node + 1, 2, 1.5), (node + 1, node, 3, 2.5)]
    for node in range(2 * helpers):
        arcs += [(node, size + node // 2, 4, 0.5), (size + node // 2, node, 5, 0.0)]
    arcs.sort(key=lambda each: each[:3])
    at = {each[:3]: number for number, each in enumerate(arcs)}
    back = [0, 1, 3, 2, 5, 4]
    role = np.array([each[2] for each in arcs], dtype=np.uint8)
    kind = np.array([NodeKind.REAL] * size + [NodeKind.HELPER] * helpers, dtype=np.uint8)
    node_state = np.where(kind == NodeKind.REAL, states[0], states[2]).astype(np.uint8)
    node_state[0] = states[1]
    values = np.concatenate([problem.values, np.full((helpers, 2), 0.25)])
    return Instance(
        labels=graph.labels,
        node_kind=kind,
        node_state=node_state,
        receiver=np.array([each[0] for each in arcs], dtype=np.int32),
        sender=np.array([each[1] for each in arcs], dtype=np.int32),
        reverse_arc=np.array([at[j, i, back[r]] for i, j, r, _ in arcs], dtype=np.int32),
        role=role,
        arc_state=np.array(arc_states, dtype=np.uint8)[role],
        roles=ROLES,
        node_scalars={
            "a": values[:, 0].copy(),
            "b": np.zeros(len(kind)),
            "c": values[:, 1].copy(),
        },
        arc_scalars={"v": np.array([each[3] for each in arcs]), "w": np.zeros(len(arcs))},
    )


def rich_task(rng: np.random.Generator) -> Task:
    """A task with a few states and rules drawn at random."""
    nodes, arcs = NODES[rng.integers(len(NODES))], ARCS[rng.integers(len(ARCS))]
    states = rng.integers(len(nodes), size=3).tolist()
    arc_states = rng.integers(len(arcs), size=len(ROLES)).tolist()
    rules = _rules(rng, nodes, arcs)
    return Task(
        name="rich",
        title="A random machine",
        summary="whatever",
        inputs=Inputs(shape=Shape.OWN),
        rules=rules,
        encoder=lambda problem: lay_out(problem, states, arc_states),
        decoders=_outputs(rng, rules),
        source=Source(),
    )


def _outputs(rng: np.random.Generator, rules: Rules) -> dict[str, Output]:
    node = int(rng.integers(len(rules.node_states)))
    arc = int(rng.integers(len(rules.arc_states)))
    options: list[Output] = [
        Pointer(arc),
        NodeMask(node),
        NodeScalar("b", node),
        PreviousByScalar("a"),
        ArcPointer("w"),
    ]
    return {"answer": options[rng.integers(len(options))]}


def _signs(rng: np.random.Generator, names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    return {
        name: tuple(sorted(rng.choice(SIGNS, int(rng.integers(1, 3)), replace=False).tolist()))
        for name in names
        if rng.random() < 0.4
    }


def _rules(rng: np.random.Generator, nodes: type[IntEnum], arcs: type[IntEnum]) -> Rules:
    keys = [None, *(scalar.name for scalar in SCALARS)]
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
    node_rules = []
    for _ in range(int(rng.integers(0, 5))):
        state = int(rng.integers(len(nodes)))
        heard = {
            head: (some[rng.integers(len(some))],)
            for (head, receiver), some in listed.items()
            if receiver == state and rng.random() < 0.7
        }
        becomes = int(rng.integers(len(nodes)))
        node_rules.append(NodeRule(state, becomes, heard, _signs(rng, ("ab", "ca"))))
    arc_rules = [
        ArcRule(
            int(rng.integers(len(arcs))),
            int(rng.integers(len(arcs))),
            receiver=(int(rng.integers(len(nodes))),),
            sender=(int(rng.integers(len(nodes))),) if rng.random() < 0.5 else None,
            heard=_flags(rng, heads),
            heard_back=_flags(rng, heads),
            signs=_signs(rng, ("vw",)),
        )
        for _ in range(int(rng.integers(0, 4)))
    ]
    return Rules(
        nodes,
        arcs,
        heads,
        ranks,
        tuple(node_rules),
        tuple(arc_rules),
        SCALARS,
        _ops(rng, len(nodes), len(arcs), heads),
        COMPARISONS,
    )


def _flags(rng: np.random.Generator, heads: tuple[Head, ...]) -> dict[str, bool]:
    return {head.name: bool(rng.integers(2)) for head in heads if rng.random() < 0.4}


def _ops(
    rng: np.random.Generator, nodes: int, arcs: int, heads: tuple[Head, ...]
) -> tuple[Op, ...]:
    sizes = {Place.NODE: nodes, Place.ARC: arcs}
    found = []
    for target in SCALARS:
        if rng.random() < 0.35:
            continue
        terms = []
        for _ in range(int(rng.integers(1, 4))):
            term = _term(rng, target, heads)
            size = sizes[gating_place(target.place, term.gate)]
            when = frozenset(np.flatnonzero(rng.random(size) < 0.5).tolist())
            terms.append(replace(term, when=when))
        found.append(Op(target.name, tuple(terms)))
    return tuple(found)


def _term(rng: np.random.Generator, target: Scalar, heads: tuple[Head, ...]) -> Term:
    """A term of a scalar, its gate closed."""
    at_node = target.place is Place.NODE
    own = [each.name for each in SCALARS if each.place is target.place]
    others = [each.name for each in SCALARS if each.place is not target.place]
    gates = [Gate.INC, Gate.KEEP, Gate.KEEP, Gate.APPLY, Gate.PUSH]
    gates += [Gate.PULL, Gate.PULL] if at_node else [Gate.TAKE]
    gate = gates[rng.integers(len(gates))]
    never: frozenset[int] = frozenset()
    match gate:
        case Gate.INC:
            return Term(gate, never, number=float(rng.integers(-1, 3)))
        case Gate.APPLY:
            function = sorted(FUNCTIONS)[rng.integers(len(FUNCTIONS))]
            count = FUNCTIONS[function].arguments
            arguments = tuple(own[at] for at in rng.integers(len(own), size=count))
            return Term(gate, never, function=function, arguments=arguments)
        case Gate.PUSH | Gate.TAKE:
            return Term(gate, never, others[rng.integers(len(others))])
        case Gate.PULL:
            scalar = SCALARS[rng.integers(len(SCALARS))].name
            return Term(gate, never, scalar, heads[rng.integers(len(heads))].name)
        case _:
            return Term(gate, never)


def near_program(rng: np.random.Generator, task: Task, changes: int) -> Program:
    """The rules as a program, with so many entries changed at random."""
    program = task.program
    change = [_change_node, _change_arc, _change_order, *[_change_gate] * 3, _change_readout]
    for _ in range(changes):
        program = change[rng.integers(len(change))](rng, program)
    return program


def _some_signs(rng: np.random.Generator, count: int) -> tuple[frozenset[int] | None, ...]:
    return tuple(
        frozenset({int(rng.integers(-1, 2))}) if rng.random() < 0.3 else None
        for _ in range(count)
    )


def _change_node(rng: np.random.Generator, program: Program) -> Program:
    state, becomes = rng.integers(len(program.node_states), size=2).tolist()
    classes = [
        NOTHING,
        *(
            ArcClass(node, arc)
            for node in range(len(program.node_states))
            for arc in range(len(program.arc_states))
        ),
    ]
    heard = tuple(frozenset({classes[rng.integers(len(classes))]}) for _ in program.heads)
    signs = _some_signs(rng, len(program.compared(Place.NODE)))
    return program.with_node_case(NodeCase(state, becomes, heard, signs))


def _change_arc(rng: np.random.Generator, program: Program) -> Program:
    state, becomes, reverse = rng.integers(len(program.arc_states), size=3).tolist()
    ends = [frozenset({int(each)}) for each in rng.integers(len(program.node_states), size=2)]
    flags = [tuple(map(bool, rng.integers(2, size=len(program.heads)))) for _ in range(2)]
    signs = _some_signs(rng, len(program.compared(Place.ARC)))
    return program.with_arc_case(
        ArcCase(
            state,
            becomes,
            receiver=ends[0],
            sender=ends[1],
            reverse=frozenset({reverse}),
            heard=flags[0],
            heard_back=flags[1],
            signs=signs,
        )
    )


def _change_order(rng: np.random.Generator, program: Program) -> Program:
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
    """A gate is opened or closed, a term is added, or two terms change places."""
    if not program.ops:
        return program
    number = int(rng.integers(len(program.ops)))
    op = program.ops[number]
    target = program.scalar(op.target)
    terms = list(op.terms)
    if not terms or rng.random() < 0.3:
        terms.append(_term(rng, target, program.heads))
    place = int(rng.integers(len(terms)))
    states = program.states(gating_place(target.place, terms[place].gate))
    flipped = terms[place].when ^ {int(rng.integers(len(states)))}
    terms[place] = replace(terms[place], when=flipped)
    ops = [*program.ops[:number], Op(op.target, tuple(terms)), *program.ops[number + 1 :]]
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
