"""Training on execution traces (paper, Section 4.4) and on enumerated local cases."""

from dnar.training.config import Method, TrainConfig
from dnar.training.data import Given, TrainingSet, drawn_problems, training_set
from dnar.training.learned import Data, Learned, how_learned, learned_of
from dnar.training.lesson import Lesson
from dnar.training.session import Session, config_json, train_in
from dnar.training.soft import train_soft
from dnar.training.train import Callback, Outcome, Progress, Trainer, train_network

__all__ = [
    "Callback",
    "Data",
    "Given",
    "Learned",
    "Lesson",
    "Method",
    "Outcome",
    "Progress",
    "Session",
    "TrainConfig",
    "Trainer",
    "TrainingSet",
    "config_json",
    "drawn_problems",
    "how_learned",
    "learned_of",
    "train_in",
    "train_network",
    "train_soft",
    "training_set",
]
