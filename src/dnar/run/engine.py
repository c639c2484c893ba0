"""Engines: who computes the steps of a run.

The rules are interpreted. So is a program, the tables of a learned model. The network is the
model itself, run with hard attention over the whole graph; it needs PyTorch, which is loaded
only when it is used.
"""

import importlib.util
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    Execution,
    Instance,
    Problem,
    Program,
    Task,
    execute,
    most_steps,
    read_out,
)
from dnar.verify import read_certificate

if TYPE_CHECKING:
    from dnar.network import Network

PRETRAINED = Path(__file__).parent.parent / "pretrained"
"""Models that come with the package, one per task."""


class EngineName(Enum):
    """Which engine runs a task."""

    RULES = "rules"
    PROGRAM = "program"
    COMPILED = "compiled"
    NETWORK = "network"


@dataclass(frozen=True, eq=False)
class Solution:
    """What an engine found for a problem."""

    outputs: dict[str, np.ndarray]
    """Every output of the task, raw."""
    steps: int
    """Steps that changed something."""
    halted: bool
    """Whether the machine came to rest by itself."""


@runtime_checkable
class Engine(Protocol):
    """Runs an instance and reads its outputs."""

    name: EngineName
    task: Task

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps."""
        ...

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output of the task, raw."""
        ...

    def solve(self, problem: Problem, *, max_steps: int | None = None) -> Solution:
        """What the engine finds for a problem: encoded, run and read off."""
        ...


class _SolvesByInstance:
    """Solves a problem by way of its instance."""

    def solve(self: Engine, problem: Problem, *, max_steps: int | None = None) -> Solution:
        """What the engine finds for a problem: encoded, run and read off."""
        instance = self.task.encode(problem)
        execution = self.execute(instance, max_steps=max_steps, record=False)
        outputs = self.outputs(instance, execution)
        return Solution(outputs, execution.steps, execution.halted)


class RulesEngine(_SolvesByInstance):
    """The interpreter."""

    name = EngineName.RULES

    def __init__(self, task: Task) -> None:
        self.task = task

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the rules."""
        return execute(self.task.rules, instance, max_steps=max_steps, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the task's own decoders read it."""
        decoders = self.task.decoders.items()
        return {name: decoder.decode(instance, execution.final) for name, decoder in decoders}


class ProgramEngine(_SolvesByInstance):
    """The tables that were extracted from a learned model."""

    name = EngineName.PROGRAM

    def __init__(self, task: Task, program: Program) -> None:
        self.task, self.program = task, program

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the program; it is cut off where no exact one would still be at work."""
        limit = most_steps(instance.node_count) if max_steps is None else max_steps
        return execute(self.program, instance, max_steps=limit, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the program reads it."""
        return read_out(self.task, self.program.readouts, instance, execution.final)


class CompiledEngine(_SolvesByInstance):
    """The same tables, compiled: work only where something changes, for large graphs."""

    name = EngineName.COMPILED

    def __init__(self, task: Task, program: Program) -> None:
        """Compiles a program that was proved equal to the task's rules."""
        need_numba()
        from dnar.compile import compile_proved  # noqa: PLC0415 (numba only when it is used)

        self.task, self.program = task, program
        self.executor = compile_proved(task, program)

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the compiled program; a recorded run is interpreted, step by step."""
        if record:
            limit = most_steps(instance.node_count) if max_steps is None else max_steps
            return execute(self.program, instance, max_steps=limit, record=True)
        return self.executor.execute(instance, max_steps=max_steps)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the program reads it."""
        return read_out(self.task, self.program.readouts, instance, execution.final)


class NetworkEngine(_SolvesByInstance):
    """A learned model."""

    name = EngineName.NETWORK

    def __init__(self, task: Task, network: "Network") -> None:
        self.task, self.network = task, network

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the network, every state its own."""
        from dnar.network import roll_out  # noqa: PLC0415 (PyTorch only when it is used)

        return roll_out(self.network, self.task, instance, max_steps=max_steps, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the learned decoders read it."""
        from dnar.network import readouts_of  # noqa: PLC0415 (PyTorch only when it is used)

        return read_out(self.task, readouts_of(self.network), instance, execution.final)


def engine_for(task: Task, name: EngineName | str | None) -> Engine:
    """The engine of this name; by default the proved program that comes with the package.

    Tasks without one run by their rules.

    Raises:
        InputError: there is no such engine, no PyTorch, or no model for the task.
    """
    if name is None:
        able = certificate_path(task).is_file()
        name = EngineName.PROGRAM if able else EngineName.RULES
    chosen = engine_name(name)
    if chosen is EngineName.RULES:
        return RulesEngine(task)
    if chosen is EngineName.PROGRAM:
        return ProgramEngine(task, pretrained_program(task))
    if chosen is EngineName.COMPILED:
        return CompiledEngine(task, pretrained_program(task))
    return NetworkEngine(task, pretrained_network(task))


def engine_name(name: EngineName | str) -> EngineName:
    """The engine called so.

    Raises:
        InputError: there is none.
    """
    try:
        return EngineName(name)
    except ValueError:
        known = ", ".join(each.value for each in EngineName)
        raise InputError(f"no engine {name!r}; the engines are {known}") from None


def certificate_path(task: Task) -> Path:
    """Where the certificate of a task's model lies in the package."""
    return PRETRAINED / f"{task.name}.certificate.json"


def pretrained_program(task: Task) -> Program:
    """The proved program of a task that comes with the package."""
    path = certificate_path(task)
    if not path.is_file():
        raise InputError(f"no model for {task.name} comes with the package; use --engine rules")
    return read_certificate(path)[1]


def pretrained_path(task: Task) -> Path:
    """Where the model of a task lies in the package."""
    return PRETRAINED / f"{task.name}.safetensors"


def pretrained_network(task: Task) -> "Network":
    """The model of a task that comes with the package."""
    need_torch()
    path = pretrained_path(task)
    if not path.is_file():
        raise InputError(f"no model for {task.name} comes with the package; use --engine rules")
    from dnar.network import load_network  # noqa: PLC0415 (PyTorch only when it is used)

    return load_network(path, task)[0]


def has_torch() -> bool:
    """Whether PyTorch and safetensors are installed, without loading them."""
    return all(importlib.util.find_spec(name) for name in ("torch", "safetensors"))


def need_numba() -> None:
    """Checks that programs can be compiled here.

    Raises:
        InputError: numba is missing.
    """
    if not importlib.util.find_spec("numba"):
        raise InputError(
            "compiled programs need numba: install it with pip install 'dnar[compiled]', or "
            "use --engine program (engine='program' in Python)"
        )


def need_torch() -> None:
    """Checks that networks can run here.

    Raises:
        InputError: PyTorch is missing.
    """
    if not has_torch():
        raise InputError(
            "networks need PyTorch: install it with pip install 'dnar[train]', or run the "
            "rules with --engine rules (engine='rules' in Python)"
        )
