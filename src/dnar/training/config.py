"""How a model is trained: one frozen dataclass with a documented default for every choice."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dnar.errors import InputError
from dnar.network import MessageForm, Processor


class Method(Enum):
    """How attention is learned."""

    GRADIENT = "gradient"
    """Gradients alone: maximum marginal likelihood under hard random attention."""
    ANNEAL = "anneal"
    """Gradients alone, through soft attention whose temperature falls (paper, Section 4.4)."""
    SETTLE = "settle"
    """As ANNEAL, but before every cycle after the first, a search looks for attention without
    conflicts. If it finds some, attention is fixed for that cycle and only the rest learns."""


SAME_RATES: dict[str, Any] = {
    "attention_rate": 1.0,
    "update_rate": 1.0,
    "gate_rate": 1.0,
    "best_ahead": None,
    "nodes_first": 0,
}
"""One learning rate for all parameters, attention scores as drawn, all losses at once."""

LITERAL_NODES_FIRST = 50
"""The default of `nodes_first` in the literal form."""


@dataclass(frozen=True)
class TrainConfig:
    """Everything beside the task that determines a training run."""

    seed: int = 0
    """The seed of the training graphs, the initial weights and the batches."""
    train_sizes: tuple[int, ...] = (4, 7, 11, 13, 16)
    """Sizes of the training graphs: SALSA-CLRS's train split."""
    graphs: int = 128
    """Number of training graphs."""
    graphs_per_batch: int = 32
    """Graphs whose observed cases one iteration draws from (paper, Section 4.4)."""
    most_rivals: int | None = 3
    """Rivals of one class that a row keeps: the best and two others are enough to show that the
    others cannot be told apart. None keeps every arc, as in the paper's softmax."""
    enumerated: bool = True
    """Whether to train on enumerated local cases, too; the paper trains on graphs alone. The
    literal form cannot satisfy all of them: only its gates and outputs use enumeration."""
    cases_per_batch: int | None = 256
    """Cases drawn for an iteration: this many observed and this many enumerated ones, of nodes
    and of arcs each. None takes all cases of the batch's graphs, as often as they occur."""
    balanced: bool = True
    """Whether to draw `cases_per_batch` observed cases kind by kind, and half as many as they
    occur. A kind is all states of a case and the next state. Otherwise all observed cases are
    drawn as they occur, and rare transitions are swamped."""
    mining: bool = False
    """Whether to draw in addition half as many cases that the network still gets wrong."""
    messages: MessageForm = MessageForm.RICH
    """What messages carry; LITERAL is the paper's formula."""
    processor: type[Processor] = Processor
    """The class of the processor. A subclass may have other messages and updates."""
    hidden: int = 64
    """Size of the vectors, h in the paper; at least the number of node states is used."""
    learning_rate: float = 1e-3
    """Adam's step size (paper, Section 4.4)."""
    attention_rate: float = 0.3
    """Learning rate of attention, in parts of `learning_rate`. Faster attention would commit
    before the updates have learned what messages mean."""
    update_rate: float = 3.0
    """Learning rate of updates, vectors and decoders, in parts of `learning_rate`."""
    gate_rate: float = 10.0
    """Learning rate of the scalar gates, in parts of `learning_rate`."""
    best_ahead: float | None = 3.0
    """The initial lead in score of the best arc of every class over its rivals; all classes
    start with equal scores. None leaves attention scores as they are drawn."""
    nodes_first: int | None = None
    """Iterations at the start of a cycle without the losses of arcs, so that attention first
    learns what nodes need to hear. None: 50 in the literal form, in which an arc's update knows
    only what was heard over the arc and its reverse, and 0 in the rich form."""
    method: Method = Method.GRADIENT
    """How attention is learned. The presets `settle()` and `paper()` also set the fields that
    suit their method."""
    iterations: int = 500
    """Optimisation steps in one cycle, at least; see `patience`."""
    patience: float = 0.8
    """A cycle goes on beyond `iterations` until this share of `iterations` has passed since the
    check with the fewest wrong cases of the cycle. 0: it never goes on."""
    temperature_start: float = 3.0
    """Softmax temperature at the start of a cycle (paper, Section 4.4). The method GRADIENT
    always uses 1."""
    temperature_end: float = 0.01
    """Softmax temperature at the end of a cycle; it falls geometrically."""
    gate_temperature: float | None = 1.0
    """Temperature of the gates. It does not fall, because a gate that hardens the wrong way
    could not turn any more. None lowers it with that of attention, as in the paper."""
    cycles: int = 20
    """Cycles at most. A new cycle starts from new weights; with SETTLE it keeps the weights and
    starts with a search for attention."""
    stop_early: bool = True
    """Whether to end at the first check that finds nothing wrong, not only after all cycles."""
    redraws: int = 32
    """Candidates that SETTLE compares at a time for one head of a state in conflict."""
    gate_cost: float = 1e-4
    """Penalty on open scalar gates: gates that make no difference come out closed."""
    device: str = field(default="cpu", metadata={"identity": False})
    """The PyTorch device; not part of what identifies a run."""

    @classmethod
    def settle(cls, **choices: Any) -> "TrainConfig":
        """The preset that searches for attention; `choices` replace single fields."""
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
        """The preset of the paper's protocol (Section 4.4); `choices` replace single fields."""
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
        """Whether this iteration of a cycle includes the losses of arcs."""
        if self.nodes_first is not None:
            return iteration >= self.nodes_first
        return self.messages is MessageForm.RICH or iteration >= LITERAL_NODES_FIRST

    def temperature(self, iteration: int) -> float:
        """The temperature of this iteration of a cycle; it falls geometrically."""
        share = min(iteration / max(self.iterations - 1, 1), 1.0)
        return self.temperature_start * (self.temperature_end / self.temperature_start) ** share
