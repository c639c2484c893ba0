"""A compiled run as an execution: the last snapshot, and every recorded change."""

import itertools

import numpy as np

from dnar.compile.loaded import Loaded
from dnar.machine import (
    FROM_VIRTUAL,
    ROW_ROLES,
    SELF,
    TO_VIRTUAL,
    Execution,
    Instance,
    Place,
    Program,
    Role,
    Setup,
    Snapshot,
    Start,
    StepChanges,
    Trajectory,
    first_snapshot,
)
from dnar.machine.snapshot import Change, fed

NODE_STATE, ARC_STATE, NODE_SCALAR, ARC_SCALAR = range(4)
"""What a recorded change is of."""

CALLS, LOOP, CALLED = -1, -2, -3
"""Entry numbers of fixed arcs in a record: to the virtual node, the self-loop, from it."""


class _Arcs:
    """The positions of the kernel's arcs among those of an instance."""

    def __init__(self, instance: Instance) -> None:
        def of(*roles: Role) -> np.ndarray:
            numbers = [at for at, role in enumerate(instance.roles) if role in roles]
            return np.flatnonzero(np.isin(instance.role, numbers))

        self.rows = of(*ROW_ROLES)
        self.fixed = {LOOP: of(SELF), CALLED: of(FROM_VIRTUAL), CALLS: of(TO_VIRTUAL)}

    def places(self, node: np.ndarray, entry: np.ndarray) -> np.ndarray:
        """The instance's arcs of these records."""
        found = np.empty(len(node), dtype=np.int32)
        found[entry >= 0] = self.rows[entry[entry >= 0]]
        for code, arcs in self.fixed.items():
            found[entry == code] = arcs[node[entry == code]]
        return found


def execution_of(
    program: Program, setup: Setup, loaded: Loaded, *, halted: bool, record: bool
) -> Execution:
    """A run that has ended as an execution of the laid out instance.

    Arc scalars of the last snapshot are those of the first, unless the run was recorded.
    """
    instance = setup.laid_out(program.scalars)
    arcs = _Arcs(instance)
    arc_state = np.empty(instance.arc_count, dtype=np.uint8)
    rows, loops, called, calls = loaded.arc_states()
    arc_state[arcs.rows], arc_state[arcs.fixed[LOOP]] = rows, loops
    arc_state[arcs.fixed[CALLED]], arc_state[arcs.fixed[CALLS]] = called, calls
    scalars = dict(first_snapshot(program, instance).scalars)
    for scalar in program.scalars:
        if scalar.place is Place.NODE and scalar.start is not Start.STREAM:
            scalars[scalar.name] = loaded.values
    steps = loaded.steps
    last = fed(program, instance, Snapshot(steps, loaded.node_states, arc_state, scalars))
    if not record:
        return Execution(last, steps, halted, None)
    trajectory = _trajectory(program, instance, arcs, loaded)
    return Execution(trajectory.snapshot(-1), steps, halted, trajectory)


def _trajectory(
    program: Program, instance: Instance, arcs: _Arcs, loaded: Loaded
) -> Trajectory:
    records = loaded.records()
    bounds = np.searchsorted(records["step"], np.arange(loaded.steps + 1))
    steps = [
        _step(program, arcs, records[begin:end])
        for begin, end in itertools.pairwise(bounds.tolist())
    ]
    return Trajectory(program, instance, tuple(steps))


def _step(program: Program, arcs: _Arcs, records: np.ndarray) -> StepChanges:
    def change(kind: int, of_arcs: bool, states: bool) -> Change:
        some = records[records["kind"] == kind]
        at = arcs.places(some["node"], some["entry"]) if of_arcs else some["node"]
        order = np.argsort(at, kind="stable")
        return Change(
            at[order].astype(np.int32),
            some["new"][order].astype(np.uint8 if states else np.float64),
        )

    return StepChanges(
        change(NODE_STATE, False, True),
        change(ARC_STATE, True, True),
        {
            scalar.name: change(
                NODE_SCALAR if scalar.place is Place.NODE else ARC_SCALAR,
                scalar.place is Place.ARC,
                False,
            )
            for scalar in program.scalars
            if scalar.start is not Start.STREAM
        },
    )
