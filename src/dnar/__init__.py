"""dnar: classical algorithms as finite programs on graphs, learned, proved and fast.

>>> import dnar
>>> answer = dnar.run("bfs", "karate", start=0)
>>> answer.parent[33]
8
"""

import importlib
from typing import TYPE_CHECKING

from dnar.errors import InputError
from dnar.lazy_names import lazy_names

if TYPE_CHECKING:
    from dnar.build_info import __version__, provenance
    from dnar.check import check_task
    from dnar.graph import Graph, as_graph, load_graph, read_graph, save_graph
    from dnar.machine import Algorithm, Problem, Task, Trajectory
    from dnar.run import (
        Answer,
        Discovery,
        DuckDB,
        Engine,
        JointModel,
        Model,
        PerformanceWarning,
        PreparedEngine,
        Solution,
        Spark,
        TableAnswer,
        discover,
        evaluate,
        evaluation_problem,
        load_model,
        load_together,
        run,
        train,
        train_together,
    )
    from dnar.run.prepared import engine
    from dnar.tasks import all_tasks, get_task

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Algorithm": "dnar.machine",
        "Answer": "dnar.run",
        "Discovery": "dnar.run",
        "DuckDB": "dnar.run",
        "Engine": "dnar.run",
        "Graph": "dnar.graph",
        "JointModel": "dnar.run",
        "Model": "dnar.run",
        "PerformanceWarning": "dnar.run",
        "PreparedEngine": "dnar.run",
        "Problem": "dnar.machine",
        "Solution": "dnar.run",
        "Spark": "dnar.run",
        "TableAnswer": "dnar.run",
        "Task": "dnar.machine",
        "Trajectory": "dnar.machine",
        "__version__": "dnar.build_info",
        "all_tasks": "dnar.tasks",
        "check_task": "dnar.check",
        "as_graph": "dnar.graph",
        "discover": "dnar.run",
        "engine": "dnar.run.prepared",
        "evaluate": "dnar.run",
        "evaluation_problem": "dnar.run",
        "get_task": "dnar.tasks",
        "load_graph": "dnar.graph",
        "load_model": "dnar.run",
        "load_together": "dnar.run",
        "provenance": "dnar.build_info",
        "read_graph": "dnar.graph",
        "run": "dnar.run",
        "save_graph": "dnar.graph",
        "train": "dnar.run",
        "train_together": "dnar.run",
    },
)

# `dnar.run` and `dnar.discover` are functions. Python binds a package to its parent's attribute
# when it is first imported: this happens here, so that no later import can hide a function.
for _package in ("discover", "run"):
    importlib.import_module(f"dnar.{_package}")
    globals().pop(_package)

__all__ = [
    "Algorithm",
    "Answer",
    "Discovery",
    "DuckDB",
    "Engine",
    "Graph",
    "InputError",
    "JointModel",
    "Model",
    "PerformanceWarning",
    "PreparedEngine",
    "Problem",
    "Solution",
    "Spark",
    "TableAnswer",
    "Task",
    "Trajectory",
    "__version__",
    "all_tasks",
    "as_graph",
    "check_task",
    "discover",
    "engine",
    "evaluate",
    "evaluation_problem",
    "get_task",
    "load_graph",
    "load_model",
    "load_together",
    "provenance",
    "read_graph",
    "run",
    "save_graph",
    "train",
    "train_together",
]
