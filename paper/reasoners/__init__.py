"""Baselines: reasoners with continuous hidden states, to compare with (paper, Section 4.2)."""

from paper.reasoners.libraries import need_libraries

need_libraries()

from paper.reasoners.config import (  # noqa: E402 (checked first)
    BaselineConfig,
    Plateau,
    ProcessorKind,
    Traces,
)
from paper.reasoners.engine import BaselineEngine  # noqa: E402
from paper.reasoners.model import Baseline  # noqa: E402
from paper.reasoners.train import Lesson, Training, train_baseline  # noqa: E402

__all__ = [
    "Baseline",
    "BaselineConfig",
    "BaselineEngine",
    "Lesson",
    "Plateau",
    "ProcessorKind",
    "Traces",
    "Training",
    "train_baseline",
]
