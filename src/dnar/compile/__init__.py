"""Compilation: a proved program as fast native code, for graphs of any size."""

from dnar.compile.analysis import UnsupportedError
from dnar.compile.executor import Executor, compile_program, compile_proved
from dnar.compile.minimise import minimised

__all__ = ["Executor", "UnsupportedError", "compile_program", "compile_proved", "minimised"]
