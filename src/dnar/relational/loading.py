"""Loading: what a database must do to read tables, beside running queries."""

from collections.abc import Hashable
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Loading(Protocol):
    """What loading needs of a database, beside running queries."""

    def rows(self, query: str) -> list[tuple]:
        """The rows of a query."""
        ...

    def view(self, name: str, source: Any) -> dict[str, str]:
        """Names an input, a file or a table; its columns and their types come back."""
        ...

    def keep(self, name: str, query: str) -> None:
        """Makes a table that lasts as long as the run."""
        ...

    def number_labels(self, name: str, query: str) -> None:
        """Makes a table (id, label) of a query's labels, numbered in their order from 0."""
        ...

    def is_text(self, kind: str) -> bool:
        """Whether a type of a column is text."""
        ...

    def is_whole(self, kind: str) -> bool:
        """Whether a type of a column is whole numbers that fit in 64 bits with a sign."""
        ...

    def literal(self, value: Hashable) -> str:
        """A label as SQL."""
        ...
