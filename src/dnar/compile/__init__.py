"""Compilation: a program as fast native code, for graphs of any size."""

from dnar.compile.analysis import UnsupportedError
from dnar.compile.build import BadCompilerError, BuildError, NoCompilerError, find_compiler
from dnar.compile.bundled import bundled_index
from dnar.compile.everything import every_type
from dnar.compile.executor import (
    Executor,
    analysis_of,
    compile_program,
    compile_proved,
    compile_unproved,
    program_digest,
)
from dnar.compile.loaded import Loaded
from dnar.compile.minimise import minimised
from dnar.compile.outputs import outputs_of

__all__ = [
    "BadCompilerError",
    "BuildError",
    "Executor",
    "Loaded",
    "NoCompilerError",
    "UnsupportedError",
    "analysis_of",
    "bundled_index",
    "compile_program",
    "compile_proved",
    "compile_unproved",
    "every_type",
    "find_compiler",
    "minimised",
    "outputs_of",
    "program_digest",
]
