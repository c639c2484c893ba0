"""How a model is trained: one frozen value with a documented default for every choice."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dnar.errors import InputError
from dnar.network import MessageForm, Processor


class Method(Enum):
    """How attention is learned."""

    GRADIENT = "gradient"
    """Gradients alone, of the marginal likelihood of hard random attention."""
    ANNEAL = "anneal"
    """Gradients alone, through soft attention whose temperature falls (paper, Section 4.4)."""
    SETTLE = "settle"
    """As ANNEAL; before every cycle after the first, attention without conflicts is searched
    for, and once it is found, only updates learn."""


SAME_RATES: dict[str, Any] = {
    "attention_rate": 1.0,
    "update_rate": 1.0,
    "gate_rate": 1.0,
    "best_ahead": None,
    "nodes_first": 0,
}
"""One learning rate for all parameters, attention scores as drawn, all losses at once."""

LITERAL_NODES_FIRST = 50
"""Iterations of `nodes_first` in the literal form, if nothing is said."""


@dataclass(frozen=True)
class TrainConfig:
    """Everything that decides a training run, beside the task. The defaults always train."""

    seed: int = 0
    """Decides the training graphs, the first weights and the order of the batches."""
    train_sizes: tuple[int, ...] = (4, 7, 11, 13, 16)
    """Sizes of the training graphs: SALSA-CLRS's train split."""
    graphs: int = 128
    """How many training graphs are drawn."""
    graphs_per_batch: int = 32
    """Graphs whose cases make up one iteration's loss (paper, Section 4.4)."""
    most_rivals: int | None = 3
    """Rivals of one class that a row keeps: the best and two others are enough to see that the
    others cannot be told apart. None keeps every arc, as in the paper's softmax."""
    enumerated: bool = True
    """Also train on enumerated local cases; the paper trains on graphs alone. The literal
    message form cannot satisfy all of them: only its gates and outputs learn from them."""
    cases_per_batch: int | None = 256
    """Cases drawn for an iteration: so many of the batch's graphs and so many enumerated ones,
    of nodes and of arcs each. None takes all cases of the graphs, as often as they occur."""
    balanced: bool = True
    """Draw as many observed cases as `cases_per_batch` says kind by kind, and half as many as
    they occur: rare transitions are not swamped."""
    mining: bool = False
    """Also draw half as many of the cases that the network still gets wrong."""
    messages: MessageForm = MessageForm.RICH
    """What messages carry; LITERAL is the paper's formula."""
    processor: type[Processor] = Processor
    """The class of the processor: a subclass may have other messages and updates."""
    hidden: int = 64
    """Size of the vectors, h in the paper; tasks with more node states get as many."""
    learning_rate: float = 1e-3
    """Adam's step size (paper, Section 4.4)."""
    attention_rate: float = 0.3
    """Learning rate of attention, in parts of `learning_rate`: faster attention would decide
    before the updates know what messages mean."""
    update_rate: float = 3.0
    """Learning rate of updates, vectors and decoders, in parts of `learning_rate`."""
    gate_rate: float = 10.0
    """Learning rate of the scalar gates, in parts of `learning_rate`."""
    best_ahead: float | None = 3.0
    """How far the best arc of every class is ahead of its rivals at the start, while all
    classes are equal. None leaves attention scores as they are drawn."""
    nodes_first: int | None = None
    """So many iterations at the start of a cycle leave out the losses of arcs: attention then
    first learns what nodes need to hear. None: 50 in the literal form, in which an arc knows
    only what was heard over it, and 0 in the rich form."""
    method: Method = Method.GRADIENT
    """How attention is learned. Presets have the other fields that suit a method: `settle()`,
    `paper()`."""
    iterations: int = 500
    """Optimisation steps in one cycle."""
    patience: float = 0.8
    """A cycle goes on until so many steps, in parts of `iterations`, have passed since the last
    check that found fewer wrong cases than any before in the cycle. 0: it never goes on."""
    temperature_start: float = 3.0
    """Softmax temperature at the start of a cycle (paper, Section 4.4). The method GRADIENT has
    no temperature."""
    temperature_end: float = 0.01
    """Softmax temperature at the end of a cycle; it falls geometrically."""
    gate_temperature: float | None = 1.0
    """Temperature of the gates: one that hardens the wrong way could not turn any more. None
    lowers it with that of attention, as in the paper."""
    cycles: int = 20
    """Cycles at most. A new one starts from new weights, or settles."""
    stop_early: bool = True
    """End at the first check that finds nothing wrong, and not only after all cycles."""
    redraws: int = 32
    """Candidates that settling compares at a time for a state in conflict."""
    gate_cost: float = 1e-4
    """Price of an open scalar gate: gates that make no difference come out closed."""
    device: str = field(default="cpu", metadata={"identity": False})
    """Where the network is trained; not part of what decides a run."""

    @classmethod
    def settle(cls, **choices: Any) -> "TrainConfig":
        """Training that searches for attention; `choices` are fields that differ."""
        usual = {
            "method": Method.SETTLE,
            "iterations": 100,
            "patience": 0.0,
            "balanced": False,
            "mining": True,
            **SAME_RATES,
        }
        return cls(**{**usual, **choices})

    @classmethod
    def paper(cls, **choices: Any) -> "TrainConfig":
        """The paper's protocol (Section 4.4); `choices` are fields that differ."""
        usual = {
            "method": Method.ANNEAL,
            "iterations": 1000,
            "patience": 0.0,
            "cycles": 1,
            "stop_early": False,
            "messages": MessageForm.LITERAL,
            "enumerated": False,
            "most_rivals": None,
            "cases_per_batch": None,
            "balanced": False,
            "gate_temperature": None,
            "gate_cost": 0.0,
            **SAME_RATES,
        }
        return cls(**{**usual, **choices})

    def __post_init__(self) -> None:
        positive = {
            "graphs": self.graphs,
            "graphs_per_batch": self.graphs_per_batch,
            "hidden": self.hidden,
            "learning_rate": self.learning_rate,
            "attention_rate": self.attention_rate,
            "update_rate": self.update_rate,
            "gate_rate": self.gate_rate,
            "iterations": self.iterations,
            "cycles": self.cycles,
            "redraws": self.redraws,
            "temperature_end": self.temperature_end,
        }
        if self.cases_per_batch is not None:
            positive["cases_per_batch"] = self.cases_per_batch
        if self.gate_temperature is not None:
            positive["gate_temperature"] = self.gate_temperature
        for name, value in positive.items():
            if value <= 0:
                raise InputError(f"{name} must be above zero, got {value}")
        if not (isinstance(self.processor, type) and issubclass(self.processor, Processor)):
            raise InputError(
                "processor must be a subclass of dnar.network.Processor, "
                f"got {self.processor!r:.60}"
            )
        if not self.train_sizes or min(self.train_sizes) < 1:
            raise InputError(f"train_sizes must be one or more sizes, got {self.train_sizes}")
        if self.temperature_start < self.temperature_end:
            raise InputError(
                "the temperature falls: temperature_start must not be below temperature_end, "
                f"got {self.temperature_start} and {self.temperature_end}"
            )
        if self.cases_per_batch is None and (self.enumerated or self.balanced or self.mining):
            raise InputError(
                "cases_per_batch=None takes the cases of graphs and no others: set enumerated, "
                "balanced and mining to False, or give a number of cases"
            )
        if min(self.seed, self.gate_cost, self.patience, self.nodes_first or 0) < 0:
            raise InputError(
                "seed, gate_cost, patience and nodes_first must not be negative, got "
                f"{self.seed}, {self.gate_cost}, {self.patience} and {self.nodes_first}"
            )

    def learns_arcs(self, iteration: int) -> bool:
        """Whether an iteration within its cycle has the losses of arcs."""
        if self.nodes_first is not None:
            return iteration >= self.nodes_first
        return self.messages is MessageForm.RICH or iteration >= LITERAL_NODES_FIRST

    def temperature(self, iteration: int) -> float:
        """The temperature of an iteration within its cycle, from start to end."""
        share = min(iteration / max(self.iterations - 1, 1), 1.0)
        return self.temperature_start * (self.temperature_end / self.temperature_start) ** share
