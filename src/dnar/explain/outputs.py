"""Outputs: which states and scalars the answer is read from."""

from dnar.explain.explanation import Along, OutputWords
from dnar.machine import (
    Decoder,
    Members,
    Multiplicity,
    NodeKind,
    NodeMask,
    NodeScalar,
    Pointer,
    PointerOrder,
    Program,
    Reachable,
    Task,
    VirtualPointer,
)

Arc = tuple[int, bool]
"""An arc's state, and whether it is a self-loop."""


def explain_outputs(
    task: Task, program: Program, reachable: Reachable
) -> tuple[OutputWords, ...]:
    """How every output of the task is read."""
    return tuple(
        _output(name, decoder, program, reachable) for name, decoder in task.decoders.items()
    )


def _output(name: str, decoder: Decoder, program: Program, reachable: Reachable) -> OutputWords:
    kind, scalar = type(decoder).__name__, getattr(decoder, "scalar", None)
    match decoder:
        case Pointer(arc_state):
            order = _order(name, arc_state, program, _arcs(reachable, NodeKind.REAL))
            return OutputWords(name, kind, along=_named(order, program))
        case VirtualPointer(arc_state):
            order = _order(name, arc_state, program, _arcs(reachable, NodeKind.VIRTUAL))
            return OutputWords(name, kind, along=_named(order, program))
        case NodeMask(node_state) | NodeScalar(_, node_state):
            states = _members(name, node_state, program) & reachable.kinds[NodeKind.REAL]
            names = tuple(program.node_states[state] for state in sorted(states))
            return OutputWords(name, kind, states=names, scalar=scalar)
        case _:
            return OutputWords(name, kind, scalar=scalar)


def _members(name: str, node_state: int, program: Program) -> frozenset[int]:
    readout = program.readouts.get(name)
    return readout.node_states if isinstance(readout, Members) else frozenset([node_state])


def _arcs(reachable: Reachable, kind: NodeKind) -> list[Arc]:
    """What may stand in a row of a node of this kind."""
    arcs = {
        (each.arc, reachable.roles[each.role].multiplicity is Multiplicity.SELF)
        for each in reachable.types
        if each.receiver in reachable.kinds[kind]
    }
    return sorted(arcs)


def _order(name: str, arc_state: int, program: Program, arcs: list[Arc]) -> list[list[Arc]]:
    """The places of a pointer's order, as far as one can come down it."""
    readout = program.readouts.get(name)
    places: dict[int, list[Arc]] = {}
    for arc, loop in arcs:
        if isinstance(readout, PointerOrder):
            places.setdefault(readout.places[arc][loop], []).append((arc, loop))
        elif arc == arc_state:
            places.setdefault(0, []).append((arc, loop))
        elif loop:
            places.setdefault(1, []).append((arc, loop))
    loops = {arc for arc, loop in arcs if loop}
    order = []
    for _, place in sorted(places.items()):
        if not loops:
            break
        order.append(place)
        # Every row has a self-loop: below the last of its states nothing is ever read.
        loops -= {arc for arc, loop in place if loop}
    return order


def _named(order: list[list[Arc]], program: Program) -> tuple[tuple[Along, ...], ...]:
    return tuple(
        tuple(Along(program.arc_states[arc], loop) for arc, loop in place) for place in order
    )
