"""Compilation: a program as fast native code, for graphs of any size."""

from dnar.compile.analysis import UnsupportedError
from dnar.compile.build import BadCompilerError, BuildError, NoCompilerError, find_compiler
from dnar.compile.bundled import bundled_index
from dnar.compile.executor import (
    Executor,
    IncrementalExecutor,
    compile_incremental,
    compile_program,
    compile_proved,
    compile_unproved,
    program_digest,
)
from dnar.compile.generic import GenericExecutor, GenericRun, compile_generic
from dnar.compile.loaded import Loaded
from dnar.compile.minimise import minimised
from dnar.compile.outputs import Machine, outputs_of

__all__ = [
    "BadCompilerError",
    "BuildError",
    "Executor",
    "GenericExecutor",
    "GenericRun",
    "IncrementalExecutor",
    "Loaded",
    "Machine",
    "NoCompilerError",
    "UnsupportedError",
    "bundled_index",
    "compile_generic",
    "compile_incremental",
    "compile_program",
    "compile_proved",
    "compile_unproved",
    "find_compiler",
    "minimised",
    "outputs_of",
    "program_digest",
]
