"""Compilation: a program as fast native code, for graphs of any size."""

from dnar.compile.analysis import UnsupportedError
from dnar.compile.build import BuildError, NoCompilerError, find_compiler
from dnar.compile.executor import (
    Executor,
    IncrementalExecutor,
    compile_incremental,
    compile_program,
    compile_proved,
    compile_unproved,
)
from dnar.compile.generic import GenericExecutor, GenericRun, compile_generic
from dnar.compile.loaded import Loaded
from dnar.compile.minimise import minimised
from dnar.compile.outputs import Machine, outputs_of

__all__ = [
    "BuildError",
    "Executor",
    "GenericExecutor",
    "GenericRun",
    "IncrementalExecutor",
    "Loaded",
    "Machine",
    "NoCompilerError",
    "UnsupportedError",
    "compile_generic",
    "compile_incremental",
    "compile_program",
    "compile_proved",
    "compile_unproved",
    "find_compiler",
    "minimised",
    "outputs_of",
]
