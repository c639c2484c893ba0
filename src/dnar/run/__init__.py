"""Running tasks: engines, answers, learned models, evaluation.

Names are loaded when they are used: evaluation needs scipy and multiprocessing, a run does not.
"""

from typing import TYPE_CHECKING

from dnar.lazy_names import lazy_names

if TYPE_CHECKING:
    from dnar.run.answer import Answer
    from dnar.run.answer_table import AnswerTable, table_of
    from dnar.run.discovery import Discovery, FunctionTask, discover, load_discovery
    from dnar.run.duckdb import DuckDB
    from dnar.run.engine import ENGINES, Engine, EngineUsed, Solution, settled
    from dnar.run.engines import (
        AutomaticEngine,
        CompiledEngine,
        NetworkEngine,
        PerformanceWarning,
        ProgramEngine,
        RulesEngine,
    )
    from dnar.run.evaluation import Score, evaluate
    from dnar.run.inspection import Inspection, ScalarGate, inspect_step
    from dnar.run.model import Model, ModelSource, load_model, train
    from dnar.run.multitask import JointModel, load_together, train_together
    from dnar.run.plan import evaluation_problem
    from dnar.run.prepared import PreparedEngine
    from dnar.run.processes import process_pool
    from dnar.run.pytorch import has_torch, need_torch
    from dnar.run.relational import TableAnswer
    from dnar.run.run_task import engine_for, named_graph, pose, run
    from dnar.run.source import engine_from, load_program, scoring_engine, source_named
    from dnar.run.spark import Spark
    from dnar.run.trace import trace_lines
    from dnar.run.workers import all_cores

_MODULES = {
    "ENGINES": "engine",
    "Answer": "answer",
    "AnswerTable": "answer_table",
    "AutomaticEngine": "engines",
    "CompiledEngine": "engines",
    "Discovery": "discovery",
    "DuckDB": "duckdb",
    "Engine": "engine",
    "EngineUsed": "engine",
    "FunctionTask": "discovery",
    "Inspection": "inspection",
    "JointModel": "multitask",
    "Model": "model",
    "ModelSource": "model",
    "NetworkEngine": "engines",
    "PerformanceWarning": "engines",
    "PreparedEngine": "prepared",
    "ProgramEngine": "engines",
    "RulesEngine": "engines",
    "ScalarGate": "inspection",
    "Score": "evaluation",
    "Solution": "engine",
    "Spark": "spark",
    "TableAnswer": "relational",
    "all_cores": "workers",
    "discover": "discovery",
    "engine_for": "run_task",
    "engine_from": "source",
    "evaluate": "evaluation",
    "evaluation_problem": "plan",
    "has_torch": "pytorch",
    "inspect_step": "inspection",
    "load_discovery": "discovery",
    "load_model": "model",
    "load_program": "source",
    "load_together": "multitask",
    "named_graph": "run_task",
    "need_torch": "pytorch",
    "pose": "run_task",
    "process_pool": "processes",
    "run": "run_task",
    "scoring_engine": "source",
    "settled": "engine",
    "source_named": "source",
    "table_of": "answer_table",
    "trace_lines": "trace",
    "train": "model",
    "train_together": "multitask",
}

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for name, module in _MODULES.items()}
)

__all__ = [
    "ENGINES",
    "Answer",
    "AnswerTable",
    "AutomaticEngine",
    "CompiledEngine",
    "Discovery",
    "DuckDB",
    "Engine",
    "EngineUsed",
    "FunctionTask",
    "Inspection",
    "JointModel",
    "Model",
    "ModelSource",
    "NetworkEngine",
    "PerformanceWarning",
    "PreparedEngine",
    "ProgramEngine",
    "RulesEngine",
    "ScalarGate",
    "Score",
    "Solution",
    "Spark",
    "TableAnswer",
    "all_cores",
    "discover",
    "engine_for",
    "engine_from",
    "evaluate",
    "evaluation_problem",
    "has_torch",
    "inspect_step",
    "load_discovery",
    "load_model",
    "load_program",
    "load_together",
    "named_graph",
    "need_torch",
    "pose",
    "process_pool",
    "run",
    "scoring_engine",
    "settled",
    "source_named",
    "table_of",
    "trace_lines",
    "train",
    "train_together",
]
