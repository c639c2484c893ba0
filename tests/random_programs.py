"""Random programs with everything that programs can have, and random instances for them."""

import numpy as np

from dnar.machine import (
    FUNCTIONS,
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Gate,
    GivenRows,
    Head,
    Instance,
    Multiplicity,
    NodeCase,
    NodeKind,
    Op,
    Place,
    Prefer,
    Program,
    Role,
    Scalar,
    Start,
    Term,
    gating_place,
    linked,
)

SELF = Role("self", "self", Multiplicity.SELF)
LINK = Role("link", "link", Multiplicity.ANY)
UP = Role("up", "down", Multiplicity.AT_MOST_ONE, NodeKind.REAL)
DOWN = Role("down", "up", Multiplicity.ANY, NodeKind.HELPER)
ROLES = (SELF, LINK, UP, DOWN)

NUMBERS = (0.0, 0.1, 1.0, -1.0, 3.0, 1e17)
"""Sums of these are rounded, and many of them are equal."""


def random_program(rng: np.random.Generator) -> Program:
    """A program with several scalars, streams, comparisons, heads and all gates."""
    nodes, arcs = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    scalars = (
        *(Scalar(f"n{at}", Place.NODE, _start(rng)) for at in range(rng.integers(3))),
        *(Scalar(f"a{at}", Place.ARC, _start(rng)) for at in range(rng.integers(3))),
        *(
            Scalar(f"s{at}", Place.NODE, Start.STREAM, int(rng.integers(1, 4)))
            for at in range(rng.integers(3))
        ),
    )
    keys = [None, *(scalar.name for scalar in scalars)]
    heads = tuple(
        Head(f"h{at}", keys[rng.integers(len(keys))], list(Prefer)[rng.integers(2)])
        for at in range(rng.integers(4))
    )
    comparisons = tuple(_comparisons(rng, scalars))
    signs = {
        place: sum(
            scalar.place is place
            for each in comparisons
            for scalar in scalars
            if scalar.name == each.left
        )
        for place in Place
    }
    node_cases = (
        NodeCase(
            int(rng.integers(nodes)),
            int(rng.integers(nodes)),
            tuple(_classes(rng, nodes, arcs) for _ in heads),
            _signs(rng, signs[Place.NODE]),
        )
        for _ in range(rng.integers(8))
    )
    arc_cases = (
        ArcCase(
            int(rng.integers(arcs)),
            int(rng.integers(arcs)),
            _some(rng, nodes),
            _some(rng, nodes),
            _some(rng, arcs),
            _flags(rng, len(heads)),
            _flags(rng, len(heads)),
            _signs(rng, signs[Place.ARC]),
        )
        for _ in range(rng.integers(8))
    )
    return Program(
        task="random",
        node_states=tuple(f"N{at}" for at in range(nodes)),
        arc_states=tuple(f"A{at}" for at in range(arcs)),
        heads=heads,
        scalars=scalars,
        comparisons=comparisons,
        orders={
            (head, state): _order(rng, nodes, arcs)
            for head in range(len(heads))
            for state in range(nodes)
            if rng.random() < 0.7
        },
        node_cases=tuple(node_cases),
        arc_cases=tuple(arc_cases),
        ops=tuple(_ops(rng, nodes, arcs, scalars, heads)),
    )


def _start(rng: np.random.Generator) -> Start:
    return [Start.INPUT, Start.ZERO][rng.integers(2)]


def _comparisons(rng: np.random.Generator, scalars: tuple[Scalar, ...]) -> list[Comparison]:
    pairs = [
        (one.name, other.name)
        for one in scalars
        for other in scalars
        if one.place is other.place and one is not other
    ]
    chosen = rng.permutation(len(pairs))[: rng.integers(3)]
    return [Comparison(f"c{at}", *pairs[at]) for at in chosen]


def _classes(rng: np.random.Generator, nodes: int, arcs: int) -> frozenset[ArcClass] | None:
    if rng.random() < 0.5:
        return None
    every = [NOTHING, *(ArcClass(node, arc) for node in range(nodes) for arc in range(arcs))]
    return frozenset(each for each in every if rng.random() < 0.5)


def _some(rng: np.random.Generator, states: int) -> frozenset[int] | None:
    if rng.random() < 0.5:
        return None
    return frozenset(at for at in range(states) if rng.random() < 0.6)


def _flags(rng: np.random.Generator, heads: int) -> tuple[bool | None, ...]:
    return tuple([None, None, False, True][rng.integers(4)] for _ in range(heads))


def _signs(rng: np.random.Generator, count: int) -> tuple[frozenset[int] | None, ...]:
    return tuple(
        None if rng.random() < 0.4 else frozenset(rng.permutation([-1, 0, 1])[:2].tolist())
        for _ in range(count)
    )


def _order(rng: np.random.Generator, nodes: int, arcs: int) -> tuple[Entry, ...]:
    best = [True] if rng.random() < 0.5 else [True, False]
    every = [
        Entry(node, arc, each) for node in range(nodes) for arc in range(arcs) for each in best
    ]
    return tuple(every[at] for at in rng.permutation(len(every))[: rng.integers(1, 6)])


def _ops(
    rng: np.random.Generator,
    nodes: int,
    arcs: int,
    scalars: tuple[Scalar, ...],
    heads: tuple[Head, ...],
) -> list[Op]:
    ops = []
    for scalar in scalars:
        if scalar.start is Start.STREAM or rng.random() < 0.3:
            continue
        terms = []
        for _ in range(rng.integers(5)):
            gate = list(Gate)[rng.integers(len(Gate))]
            states = {Place.NODE: nodes, Place.ARC: arcs}[gating_place(scalar.place, gate)]
            when = frozenset(at for at in range(states) if rng.random() < 0.5)
            term = _term(rng, gate, when, scalar.place, scalars, heads)
            if term is not None:
                terms.append(term)
        ops.append(Op(scalar.name, tuple(terms)))
    return ops


def _term(
    rng: np.random.Generator,
    gate: Gate,
    when: frozenset[int],
    place: Place,
    scalars: tuple[Scalar, ...],
    heads: tuple[Head, ...],
) -> Term | None:
    """A term of this gate, or None if there is nothing that it could move."""
    own = [scalar.name for scalar in scalars if scalar.place is place]
    across = [scalar.name for scalar in scalars if scalar.place is not place]
    match gate:
        case Gate.INC:
            return Term(gate, when, number=float(rng.choice(NUMBERS)))
        case Gate.KEEP:
            return Term(gate, when)
        case Gate.APPLY:
            name = list(FUNCTIONS)[rng.integers(len(FUNCTIONS))]
            arguments = tuple(rng.choice(own, FUNCTIONS[name].arguments).tolist())
            return Term(gate, when, function=name, arguments=arguments)
        case Gate.PULL if place is Place.NODE and heads:
            moved = scalars[rng.integers(len(scalars))].name
            return Term(gate, when, moved, heads[rng.integers(len(heads))].name)
        case Gate.PUSH if across:
            return Term(gate, when, across[rng.integers(len(across))])
        case Gate.TAKE if across and place is Place.ARC:
            return Term(gate, when, across[rng.integers(len(across))])
    return None


def random_instance(rng: np.random.Generator, program: Program) -> Instance:
    """Real nodes and helpers with self-loops, parallel arcs, and roles of one arc at most."""
    real, helpers = int(rng.integers(1, 8)), int(rng.integers(1, 4))
    count = real + helpers
    edges = rng.integers(count, size=(2, int(rng.integers(3 * count))))
    edges = edges[:, edges[0] != edges[1]]
    below = np.flatnonzero(rng.random(real) < 0.6)
    links = linked(
        ROLES,
        (SELF, np.arange(count), np.arange(count)),
        (LINK, *edges),
        (UP, below, real + rng.integers(helpers, size=len(below))),
    )
    kind = np.full(count, NodeKind.HELPER, dtype=np.uint8)
    kind[:real] = NodeKind.REAL
    arcs = len(links.receiver)
    sizes = {Place.NODE: count, Place.ARC: arcs}
    starts: dict[Place, dict[str, np.ndarray]] = {place: {} for place in Place}
    streams = {}
    for scalar in program.scalars:
        drawn = rng.choice(NUMBERS, (2, sizes[scalar.place]))
        if scalar.start is Start.STREAM:
            streams[scalar.name] = GivenRows(drawn)
        else:
            given = scalar.start is Start.INPUT
            starts[scalar.place][scalar.name] = drawn[0] if given else 0 * drawn[0]
    return Instance(
        labels=range(real),
        node_kind=kind,
        node_state=rng.integers(len(program.node_states), size=count).astype(np.uint8),
        receiver=links.receiver,
        sender=links.sender,
        reverse_arc=links.reverse_arc,
        role=links.role,
        arc_state=rng.integers(len(program.arc_states), size=arcs).astype(np.uint8),
        roles=ROLES,
        node_scalars=starts[Place.NODE],
        arc_scalars=starts[Place.ARC],
        streams=streams,
    )
