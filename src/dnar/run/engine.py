"""Engines: who computes the steps of a run.

A proved program runs as native code where there is a C compiler, or is interpreted, as the
rules are. The network is the model itself, run with hard attention over the whole graph; it
needs PyTorch, which is loaded only when it is used.
"""

import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from dnar.compile import (
    BuildError,
    UnsupportedError,
    compile_proved,
    compile_unproved,
    find_compiler,
    outputs_of,
)
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Instance,
    InstanceEnding,
    Problem,
    Program,
    Task,
    Trajectory,
    decode_all,
    execute,
    most_steps,
)
from dnar.memory import check_memory
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
    trajectory: Trajectory | None = None
    """The whole run, if it was recorded."""


@runtime_checkable
class Engine(Protocol):
    """Solves the problems of a task."""

    name: EngineName
    task: Task

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds for a problem, in at most `max_steps` steps."""
        ...


@runtime_checkable
class SideBySideEngine(Engine, Protocol):
    """An engine that has its own way of solving many problems at once."""

    def solve_all(self, problems: Sequence[Problem]) -> Iterator[Solution]:
        """The solution of each problem, in their order."""
        ...


@runtime_checkable
class LearnedEngine(Engine, Protocol):
    """An engine that runs a PyTorch model."""

    network: Any


class InstanceEngine(ABC):
    """An engine that runs instances, which can lie side by side in one."""

    name: EngineName
    task: Task
    arc_bytes = 75
    """What an arc takes at most in a run."""

    @abstractmethod
    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps."""

    @abstractmethod
    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output of the task, raw."""

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds for a problem: encoded, run and read off.

        Raises:
            InputError: there is too little memory.
        """
        _check_arcs(problem.graph, self.arc_bytes)
        instance = self.task.encode(problem)
        run = self.execute(instance, max_steps=max_steps, record=record)
        return Solution(self.outputs(instance, run), run.steps, run.halted, run.trajectory)


class RulesEngine(InstanceEngine):
    """The interpreter."""

    name = EngineName.RULES

    def __init__(self, task: Task) -> None:
        self.task = task

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the rules."""
        return execute(self.task.program, instance, max_steps=max_steps, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the task's own decoders read it."""
        return _read(self.task, self.task.program.readouts, instance, execution.final)


class ProgramEngine(InstanceEngine):
    """The tables that were extracted from a learned model."""

    name = EngineName.PROGRAM

    def __init__(self, task: Task, program: Program) -> None:
        self.task, self.program = task, program

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the program; it is cut off where no exact one would still be at work."""
        limit = self.task.step_bound(instance.node_count) if max_steps is None else max_steps
        return execute(self.program, instance, max_steps=limit, record=record)

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the program reads it."""
        return _read(self.task, self.program.readouts, instance, execution.final)


class CompiledEngine:
    """The same tables as native code: work only where something changes, for large graphs."""

    name = EngineName.COMPILED

    def __init__(self, task: Task, program: Program, *, proved: bool = True) -> None:
        """Prepares a program; one that is `proved` does only what the task's rules can meet.

        Raises:
            InputError: there is no C compiler, or the program cannot be compiled.
        """
        find_compiler()
        self.task, self.program, self.proved = task, program, proved
        if proved:
            self.executor = compile_proved(task, program)
        else:
            self.executor = compile_unproved(task, program)
        self.executor.build()

    def __reduce__(self) -> tuple[Any, ...]:
        # Native code cannot be sent to another process: it is loaded there.
        return partial(CompiledEngine, proved=self.proved), (self.task, self.program)

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """Runs the compiled program, from the graph to the outputs."""
        setup = self.task.set_up(problem)
        readouts = self.program.readouts
        if record:
            _check_arcs(problem.graph, InstanceEngine.arc_bytes)
            run = self.executor.execute(setup, max_steps=max_steps, record=True)
            assert run.trajectory is not None
            outputs = _read(self.task, readouts, run.trajectory.instance, run.final)
            return Solution(outputs, run.steps, run.halted, run.trajectory)
        loaded = self.executor.started(setup)
        limit = self.task.step_bound(problem.graph.node_count) if max_steps is None else max_steps
        halted = loaded.run(limit)
        outputs = outputs_of(self.task, readouts, loaded)
        return Solution(outputs, loaded.steps, halted)


class NetworkEngine(InstanceEngine):
    """A learned model; with a temperature its attention is soft, an ablation."""

    name = EngineName.NETWORK
    arc_bytes = 300

    def __init__(
        self, task: Task, network: "Network", *, temperature: float | None = None
    ) -> None:
        self.task, self.network, self.temperature = task, network, temperature

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs the network, every state its own."""
        from dnar.network import roll_out  # noqa: PLC0415 (PyTorch only when it is used)

        return roll_out(
            self.network,
            self.task,
            instance,
            max_steps=max_steps,
            record=record,
            temperature=self.temperature,
        )

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output, as the learned decoders read it."""
        from dnar.network import readouts_of  # noqa: PLC0415 (PyTorch only when it is used)

        return _read(self.task, readouts_of(self.network), instance, execution.final)


def _read(task, readouts, instance, final):
    return decode_all(task.decoders, readouts, InstanceEnding(instance, final))


def _check_arcs(graph: Graph, each: int) -> None:
    """Refuses a graph whose arcs, the fixed ones too, would not fit in memory one by one."""
    arcs = 2 * graph.edge_count + 3 * graph.node_count
    check_memory(arcs * each, f"a run on {graph.node_count:,} nodes and {arcs:,} arcs")


def engine_for(task: Task, name: EngineName | str | None) -> Engine:
    """The engine of this name; by default the proved program that comes with the package.

    It is compiled where there is a compiler. Tasks without a program run by their rules.

    Raises:
        InputError: there is no such engine, no PyTorch, or no model for the task.
    """
    if name is None:
        if not certificate_path(task).is_file():
            return RulesEngine(task)
        return fastest_engine(task, pretrained_program(task))
    chosen = engine_name(name)
    if chosen is EngineName.RULES:
        return RulesEngine(task)
    if chosen is EngineName.PROGRAM:
        return ProgramEngine(task, pretrained_program(task))
    if chosen is EngineName.COMPILED:
        return CompiledEngine(task, pretrained_program(task))
    return NetworkEngine(task, pretrained_network(task))


def fastest_engine(task: Task, program: Program, *, proved: bool = True) -> Engine:
    """A program compiled, or interpreted where it cannot be compiled, for whatever reason."""
    try:
        return CompiledEngine(task, program, proved=proved)
    except (BuildError, UnsupportedError):
        return ProgramEngine(task, program)


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
