"""Running tasks and reading their answers."""

from dnar.run.answer import Answer
from dnar.run.run import pose, run
from dnar.run.trace import trace_lines

__all__ = ["Answer", "pose", "run", "trace_lines"]
