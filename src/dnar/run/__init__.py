"""Running tasks: engines, answers, learned models, evaluation."""

from dnar.run.answer import Answer
from dnar.run.engine import (
    Engine,
    EngineName,
    NetworkEngine,
    RulesEngine,
    engine_for,
    has_torch,
    need_torch,
)
from dnar.run.evaluate import Score, evaluate
from dnar.run.model import Model, load_model, train
from dnar.run.run import named_graph, pose, run
from dnar.run.trace import trace_lines

__all__ = [
    "Answer",
    "Engine",
    "EngineName",
    "Model",
    "NetworkEngine",
    "RulesEngine",
    "Score",
    "engine_for",
    "evaluate",
    "has_torch",
    "load_model",
    "named_graph",
    "need_torch",
    "pose",
    "run",
    "trace_lines",
    "train",
]
