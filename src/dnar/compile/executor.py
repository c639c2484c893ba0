"""The compiled executor: a program made ready once, then run on any instance."""

from dataclasses import dataclass, replace

import numpy as np

from dnar.compile import kernel as k
from dnar.compile.analysis import analyse
from dnar.compile.load import load, prepare
from dnar.compile.minimise import minimised
from dnar.compile.tables import Tables, tables_of
from dnar.machine import (
    Execution,
    Instance,
    Place,
    Program,
    Reachable,
    Snapshot,
    Task,
    first_snapshot,
    most_steps,
    reachable_types,
)
from dnar.machine.snapshot import fed

FIRST_ROWS = 8
"""Rows of a stream that are drawn at first; more if a run needs them."""


@dataclass(frozen=True)
class Executor:
    """A program in the kernel's form."""

    program: Program
    tables: Tables

    def execute(self, instance: Instance, *, max_steps: int | None = None) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps; states and outputs only."""
        machine, ended = self.run(instance, max_steps=max_steps)
        final = self._snapshot(instance, machine)
        return Execution(final, final.step, ended == k.HALTED, None)

    def run(self, instance: Instance, *, max_steps: int | None = None) -> tuple[k.Machine, int]:
        """The machine after a run, and how that ended."""
        limit = most_steps(instance) if max_steps is None else max_steps
        rows, room = FIRST_ROWS, 4 * instance.arc_count + 64
        while True:
            machine = load(self.tables, instance, rows, room, logging=False)
            prepare(self.tables, machine)
            ended = k.run_kernel(self.tables, machine, limit)
            if ended == k.NO_ROWS:
                rows *= 2
            elif ended == k.NO_ROOM:
                room *= 2
            else:
                return machine, ended

    def _snapshot(self, instance: Instance, machine: k.Machine) -> Snapshot:
        """The last snapshot, arcs back in the instance's order."""
        steps = int(machine.length[k.STEP])
        roles = np.array([role.name for role in instance.roles])[instance.role]
        arc_state = np.empty(instance.arc_count, dtype=np.uint8)
        row = np.isin(roles, ("both", "along", "against"))
        arc_state[row] = machine.into
        for name, states in (
            ("self", machine.loop),
            ("from_virtual", machine.called),
            ("to_virtual", machine.calls),
        ):
            arc_state[roles == name] = states
        scalars = dict(first_snapshot(self.program, instance).scalars)
        for scalar in self.program.scalars:
            if scalar.place is Place.NODE and not scalar.period:
                clock = self.tables.clock[machine.state]
                scalars[scalar.name] = machine.value + clock * (steps - machine.since)
        last = Snapshot(steps, machine.state, arc_state, scalars)
        return fed(self.program, instance, last)


def compile_proved(task: Task, program: Program) -> Executor:
    """A program that was proved equal to a task's rules, with the rules' own gates.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    return compile_program(replace(program, ops=task.rules.ops), reachable_types(task))


def compile_program(
    program: Program, reachable: Reachable, *, minimal: bool = True
) -> Executor:
    """A program ready to run on the instances that `reachable` describes.

    `minimal` first drops what those can never show.

    Raises:
        UnsupportedError: it needs something that the executor cannot do.
    """
    small = minimised(program, reachable) if minimal else program
    return Executor(small, tables_of(analyse(small, reachable)))
