"""Programs with their kernels: C source, and the library that is compiled from it once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dnar.compile.build import Kernel, kernel, ready_kernel
from dnar.compile.loaded import typed
from dnar.machine import Program, most_steps


@dataclass(frozen=True, eq=False)
class CompiledProgram:
    """A program and its C source; the library is loaded, or compiled, when it is needed."""

    program: Program
    """The program that runs, with the gates that it runs with."""
    source: str
    """Its C source; the kernel's files are included by name."""
    step_bound: Callable[[int], int] = field(default=most_steps, kw_only=True)
    """Steps after which `execute` cuts a run off, by the number of nodes."""
    _kernels: dict[tuple[str, ...], Kernel] = field(
        default_factory=dict, init=False, repr=False
    )
    """The loaded libraries, by the flags they were compiled with."""
    functions: ClassVar[Mapping[str, tuple[Any, str]]]
    """The library's functions, see `typed`."""
    recording_flags: ClassVar[tuple[str, ...]] = ()
    """Flags of the compiler for a library that records."""

    def kernel(self, *, recording: bool = False) -> Kernel:
        """The library, compiled now if it was not before.

        Raises:
            BuildError: there is no compiler, or it failed.
        """
        flags = self.recording_flags if recording else ()
        return self.ready(recording=recording) or self._keep(kernel(self.source, *flags), flags)

    def ready(self, *, recording: bool = False) -> Kernel | None:
        """The library, if nothing has to be compiled for it.

        Raises:
            BuildError: the cache cannot be used.
        """
        flags = self.recording_flags if recording else ()
        if flags in self._kernels:
            return self._kernels[flags]
        found = ready_kernel(self.source, *flags)
        return None if found is None else self._keep(found, flags)

    def _keep(self, found: Kernel, flags: tuple[str, ...]) -> Kernel:
        typed(found.library, self.functions)
        self._kernels[flags] = found
        return found
