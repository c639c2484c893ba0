"""Compilation: a program as fast native code, for graphs of any size."""

from dnar.compile.analysis import UnsupportedError
from dnar.compile.build import BuildError, NoCompilerError, find_compiler
from dnar.compile.everything import every_type
from dnar.compile.executor import Executor, compile_program, compile_proved
from dnar.compile.loaded import Loaded
from dnar.compile.minimise import minimised
from dnar.compile.outputs import outputs_of

__all__ = [
    "BuildError",
    "Executor",
    "Loaded",
    "NoCompilerError",
    "UnsupportedError",
    "compile_program",
    "compile_proved",
    "every_type",
    "find_compiler",
    "minimised",
    "outputs_of",
]
