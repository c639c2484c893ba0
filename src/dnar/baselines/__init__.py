"""Baselines: reasoners with continuous hidden states, to compare with (paper, Section 4.2)."""

from dnar.baselines.libraries import need_libraries

need_libraries()

from dnar.baselines.config import BaselineConfig, ProcessorKind  # noqa: E402 (checked first)
from dnar.baselines.engine import BaselineEngine  # noqa: E402
from dnar.baselines.model import Baseline  # noqa: E402
from dnar.baselines.train import Lesson, Training, train_baseline  # noqa: E402

__all__ = [
    "Baseline",
    "BaselineConfig",
    "BaselineEngine",
    "Lesson",
    "ProcessorKind",
    "Training",
    "train_baseline",
]
