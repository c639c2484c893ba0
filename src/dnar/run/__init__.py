"""Running tasks: engines, answers, learned models, evaluation."""

from dnar.run.answer import Answer
from dnar.run.engine import ENGINES, Engine, EngineUsed, Solution, settled
from dnar.run.engines import (
    AutomaticEngine,
    CompiledEngine,
    NetworkEngine,
    PerformanceWarning,
    ProgramEngine,
    RulesEngine,
)
from dnar.run.evaluate import Score, evaluate
from dnar.run.model import Model, load_model, train
from dnar.run.plan import evaluation_problem
from dnar.run.processes import process_pool
from dnar.run.pytorch import has_torch, need_torch
from dnar.run.run import engine_for, named_graph, pose, run
from dnar.run.source import engine_from, load_program, source_named
from dnar.run.together import JointModel, load_together, train_together
from dnar.run.trace import trace_lines
from dnar.run.workers import all_cores

__all__ = [
    "ENGINES",
    "Answer",
    "AutomaticEngine",
    "CompiledEngine",
    "Engine",
    "EngineUsed",
    "JointModel",
    "Model",
    "NetworkEngine",
    "PerformanceWarning",
    "ProgramEngine",
    "RulesEngine",
    "Score",
    "Solution",
    "all_cores",
    "engine_for",
    "engine_from",
    "evaluate",
    "evaluation_problem",
    "has_torch",
    "load_model",
    "load_program",
    "load_together",
    "named_graph",
    "need_torch",
    "pose",
    "process_pool",
    "run",
    "settled",
    "source_named",
    "trace_lines",
    "train",
    "train_together",
]
