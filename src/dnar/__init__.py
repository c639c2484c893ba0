"""dnar: classical algorithms as finite programs on graphs, learned, proved and fast.

>>> import dnar
>>> answer = dnar.run("bfs", "karate", start=0)
>>> answer.parent[33]
8
"""

from dnar.build_info import __version__, provenance
from dnar.errors import InputError
from dnar.graph import Graph, as_graph, load_graph, read_graph
from dnar.machine import Task, Trajectory
from dnar.run import (
    Answer,
    JointModel,
    Model,
    evaluate,
    evaluation_problem,
    load_model,
    load_together,
    run,
    train,
    train_together,
)
from dnar.tasks import all_tasks, get_task

__all__ = [
    "Answer",
    "Graph",
    "InputError",
    "JointModel",
    "Model",
    "Task",
    "Trajectory",
    "__version__",
    "all_tasks",
    "as_graph",
    "evaluate",
    "evaluation_problem",
    "get_task",
    "load_graph",
    "load_model",
    "load_together",
    "provenance",
    "read_graph",
    "run",
    "train",
    "train_together",
]
