"""A task's rules as a program: the tables that a perfect network would have."""

import itertools

import numpy as np

from dnar.machine.decoders import Decoder, NodeMask, NodeScalar, Pointer, VirtualPointer
from dnar.machine.program import NodeTable, Program, node_table
from dnar.machine.readout import Members, PointerOrder, Readout
from dnar.machine.rules import Rules
from dnar.machine.task import Task
from dnar.machine.vocabulary import NOTHING, ArcClass


def program_of(task: Task) -> Program:
    """The rules of a task, and its decoders, as tables."""
    rules = task.rules
    return Program(
        task=task.name,
        node_states=tuple(state.name for state in rules.node_states),
        arc_states=tuple(state.name for state in rules.arc_states),
        heads=rules.heads,
        scalars=rules.scalars,
        listening=rules.listening,
        node_tables=tuple(_node_table(rules, state) for state in rules.node_states),
        arc_table=np.ascontiguousarray(rules.arc_table),
        ops=rules.ops,
        readouts={
            name: readout
            for name, decoder in task.decoders.items()
            if (readout := _readout(rules, decoder)) is not None
        },
    )


def _node_table(rules: Rules, state: int) -> NodeTable:
    classes = [
        *(ArcClass(*each) for each in itertools.product(rules.node_states, rules.arc_states)),
        NOTHING,
    ]
    shape = (len(classes),) * len(rules.heads)
    becomes = np.empty(shape, dtype=np.uint8)
    for place in np.ndindex(shape):
        becomes[place] = rules.node_outcome(state, tuple(classes[at] for at in place))
    return node_table(becomes)


def _readout(rules: Rules, decoder: Decoder) -> Readout | None:
    """Pointers first, wherever they lead; then the node itself; all else last."""
    if isinstance(decoder, NodeMask | NodeScalar):
        return Members(frozenset({int(decoder.node_state)}))
    if isinstance(decoder, Pointer | VirtualPointer):
        pointer = decoder.arc_state
        return PointerOrder(
            tuple((0, 0) if state == pointer else (2, 1) for state in rules.arc_states)
        )
    return None
