"""How a baseline is built and trained: one frozen value with a default for every choice."""

from dataclasses import dataclass
from enum import Enum

from dnar.errors import InputError


class ProcessorKind(Enum):
    """Which graph network the processor is; all three are PyTorch Geometric operators."""

    GIN = "gin"
    """Graph isomorphism network, with arc features (`GINEConv`)."""
    PGN = "pgn"
    """Pointer graph network: messages of both ends and the arc, the largest is taken."""
    TRANSFORMER = "transformer"
    """Soft attention (`TransformerConv`): the paper's processor without its bottlenecks."""


class Traces(Enum):
    """Whose run a baseline learns, step by step or by its number of steps alone."""

    RULES = "rules"
    """The rules of this package, on the machine's own graph with its virtual node."""
    CLRS = "clrs"
    """The textbook's run with CLRS-30's hints, on the graph alone: `clrs_traces`."""


@dataclass(frozen=True)
class Plateau:
    """SALSA-CLRS's schedule: AdamW, a plateau of the validation loss, early stopping.

    The weights with the lowest validation loss are kept.
    """

    updates: int = 125_000
    """Training ends after so many updates of the weights, or before."""
    every: int = 1250
    """Updates between two validations."""
    patience: int = 10
    """After more than so many validations without a lower loss the learning rate falls."""
    factor: float = 0.1
    """The learning rate is then multiplied by this."""
    stop_after: int = 30
    """Training ends after so many validations without a lower loss."""
    graphs: int = 1000
    """Validation graphs, all of the largest training size."""

    def __post_init__(self) -> None:
        for name in ("updates", "every", "patience", "factor", "stop_after", "graphs"):
            if getattr(self, name) <= 0:
                raise InputError(f"{name} must be above zero, got {getattr(self, name)}")


@dataclass(frozen=True)
class BaselineConfig:
    """Everything that decides a baseline, beside the task."""

    processor: ProcessorKind = ProcessorKind.PGN
    """The graph network that is applied again and again."""
    seed: int = 0
    """Decides the training graphs, the first weights and the order of the batches."""
    traces: Traces = Traces.RULES
    """Whose run is learned: that of the rules, or the textbook's with CLRS-30's hints."""
    hints: bool = True
    """Learn every step of the run; otherwise only the outputs are learned."""
    teacher_forcing: float = 0.5
    """With hints: how often a graph's next step starts from the true states and scalars, and
    not from those that the model predicted itself."""
    gru: bool = True
    """Hidden vectors are updated by a gated recurrent unit; otherwise they are replaced."""
    hidden: int = 64
    """Size of the hidden vectors."""
    train_sizes: tuple[int, ...] = (4, 7, 11, 13, 16)
    """Sizes of the training graphs: SALSA-CLRS's train split."""
    batches: int = 100
    """How many batches of training graphs are drawn; they are used again and again."""
    graphs_per_batch: int = 8
    """Graphs of a batch, all of one size."""
    processor_steps: int = 10_000
    """Training ends after so many steps of the processor: costs are alike for all tasks."""
    window: int = 4
    """With hints: steps between two updates of the weights; gradients do not go back further.
    Without hints they go back to the first step."""
    plateau: Plateau | None = None
    """SALSA-CLRS's schedule, in place of Adam with a cosine and of `processor_steps`."""
    learning_rate: float = 2e-3
    """The first step size; without a `plateau` it falls to zero along a cosine."""
    clip: float = 1.0
    """Longer gradients are cut to this length."""

    def __post_init__(self) -> None:
        positive = ("hidden", "batches", "graphs_per_batch", "processor_steps", "window")
        for name in (*positive, "learning_rate", "clip"):
            if getattr(self, name) <= 0:
                raise InputError(f"{name} must be above zero, got {getattr(self, name)}")
        if not 0 <= self.teacher_forcing <= 1:
            raise InputError(
                f"teacher_forcing is a probability, 0 to 1, got {self.teacher_forcing}"
            )
        if not self.train_sizes or min(self.train_sizes) < 1:
            raise InputError(f"train_sizes must be one or more sizes, got {self.train_sizes}")
        if self.seed < 0:
            raise InputError(f"a seed is a whole number, zero or more, got {self.seed}")
