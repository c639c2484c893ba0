"""How a model is trained: one frozen value with a documented default for every choice."""

from dataclasses import dataclass, field
from enum import Enum

from dnar.errors import InputError
from dnar.network import MessageForm


class Method(Enum):
    """What happens to attention between two cycles."""

    SETTLE = "settle"
    """A search for attention without conflicts; only updates learn once it is found."""
    GRADIENT = "gradient"
    """Nothing is searched for: gradients alone teach attention, which is hard and random."""


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
    cases_per_batch: int = 256
    """Cases drawn for an iteration: so many of the batch's graphs and so many enumerated ones,
    of nodes and of arcs each, and half as many of those that are still wrong."""
    messages: MessageForm = MessageForm.RICH
    """What messages carry; LITERAL is the paper's formula."""
    hidden: int = 64
    """Size of the vectors, h in the paper; tasks with more node states get as many."""
    learning_rate: float = 1e-3
    """Adam's step size (paper, Section 4.4)."""
    method: Method = Method.SETTLE
    """How attention is learned. GRADIENT wants longer cycles, such as `iterations=500`, and has
    no temperature."""
    iterations: int = 100
    """Optimisation steps in one annealing cycle."""
    temperature_start: float = 3.0
    """Softmax temperature at the start of a cycle (paper, Section 4.4)."""
    temperature_end: float = 0.01
    """Softmax temperature at the end of a cycle; it falls geometrically."""
    gate_temperature: float = 1.0
    """Temperature of the gates: one that hardens the wrong way could not turn any more."""
    cycles: int = 20
    """Annealing cycles at most; training stops after the first that makes the model exact."""
    redraws: int = 32
    """Candidates that are compared at a time when a state in conflict listens anew."""
    gumbel: bool = False
    """Adds Gumbel noise to attention scores while training; an ablation."""
    gate_cost: float = 1e-4
    """Price of an open scalar gate: gates that make no difference come out closed."""
    device: str = field(default="cpu", metadata={"identity": False})
    """Where the network is trained; not part of what decides a run."""

    def __post_init__(self) -> None:
        positive = {
            "graphs": self.graphs,
            "graphs_per_batch": self.graphs_per_batch,
            "cases_per_batch": self.cases_per_batch,
            "hidden": self.hidden,
            "learning_rate": self.learning_rate,
            "iterations": self.iterations,
            "cycles": self.cycles,
            "redraws": self.redraws,
            "temperature_end": self.temperature_end,
        }
        for name, value in positive.items():
            if value <= 0:
                raise InputError(f"{name} must be above zero, got {value}")
        if not self.train_sizes or min(self.train_sizes) < 1:
            raise InputError(f"train_sizes must be one or more sizes, got {self.train_sizes}")
        if self.temperature_start < self.temperature_end:
            raise InputError(
                "the temperature falls: temperature_start must not be below temperature_end, "
                f"got {self.temperature_start} and {self.temperature_end}"
            )
        if self.gumbel and self.method is Method.GRADIENT:
            raise InputError(
                "gumbel adds noise to soft attention, which gradients alone do not use; "
                "set gumbel=False or method=Method.SETTLE"
            )
        if self.seed < 0 or self.gate_cost < 0:
            raise InputError(
                f"seed and gate_cost must not be negative, got {self.seed} and {self.gate_cost}"
            )

    def temperature(self, iteration: int) -> float:
        """The temperature of an iteration within its cycle, from start to end."""
        share = iteration / max(self.iterations - 1, 1)
        return self.temperature_start * (self.temperature_end / self.temperature_start) ** share
