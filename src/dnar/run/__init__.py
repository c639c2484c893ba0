"""Running tasks and reading their answers."""

from dnar.run.answer import Answer
from dnar.run.run import named_graph, pose, run
from dnar.run.trace import trace_lines

__all__ = ["Answer", "named_graph", "pose", "run", "trace_lines"]
