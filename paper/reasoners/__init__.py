"""Baselines: reasoners with continuous hidden states, to compare with (paper, Section 4.2)."""

from paper.reasoners.libraries import need_libraries

need_libraries()

from paper.reasoners.config import BaselineConfig, ProcessorKind  # noqa: E402 (checked first)
from paper.reasoners.engine import BaselineEngine  # noqa: E402
from paper.reasoners.model import Baseline  # noqa: E402
from paper.reasoners.train import Lesson, Training, train_baseline  # noqa: E402

__all__ = [
    "Baseline",
    "BaselineConfig",
    "BaselineEngine",
    "Lesson",
    "ProcessorKind",
    "Training",
    "train_baseline",
]
