"""Local functions: all that one step asks of an algorithm.

Rules, written by people, and programs, extracted from networks, both answer these questions;
the interpreter runs either, and the verifier compares them.
"""

from collections.abc import Sized
from typing import Protocol, runtime_checkable

from numpy import ndarray

from dnar.array_types import Int32, UInt8
from dnar.machine.vocabulary import ArcClass, Head, Op, Scalar

UNLISTED = 2**31 - 1
"""The place of what a receiver does not listen to."""


@runtime_checkable
class LocalFunctions(Protocol):
    """An algorithm as functions of finitely many states."""

    @property
    def node_states(self) -> Sized:
        """The node states."""
        ...

    @property
    def arc_states(self) -> Sized:
        """The arc states."""
        ...

    @property
    def heads(self) -> tuple[Head, ...]:
        """The ways of listening."""
        ...

    @property
    def scalars(self) -> tuple[Scalar, ...]:
        """The scalars."""
        ...

    @property
    def ops(self) -> tuple[Op, ...]:
        """What happens to the scalars; those without an operation stay."""
        ...

    @property
    def listening(self) -> Int32[ndarray, "heads node_states node_states arc_states 2"]:
        """Whom a receiver listens to first, by head and (receiver, sender, arc, is best).

        Zero comes first; UNLISTED is never heard. Of several arcs in one place the first of
        the row is heard.
        """
        ...

    @property
    def arc_table(
        self,
    ) -> UInt8[ndarray, "arc_states node_states node_states arc_states bits bits"]:
        """The next state of an arc.

        By its state, its receiver's, its sender's, its reverse's, and who heard it: bit k of
        the last two says so of head k, of the arc itself and of its reverse.
        """
        ...

    def node_outcome(self, state: int, heard: tuple[ArcClass, ...]) -> int:
        """The next state of a node that heard these classes, one per head (or NOTHING)."""
        ...

    def streams(self) -> tuple[Scalar, ...]:
        """The scalars that are given anew as the run goes on."""
        ...

    def scalar(self, name: str) -> Scalar:
        """The scalar called `name`."""
        ...
