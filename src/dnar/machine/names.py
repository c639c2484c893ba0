"""Names: looked up where they are written, with a hint at what may have been meant."""

import difflib
from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

from dnar.errors import InputError
from dnar.machine.rules import state_enum

Names = str | Iterable[str]
"""Names in one string, apart by blanks or commas, or as a list."""

ANY = "any"
"""All states, where states are listed."""


def split_names(names: Names) -> list[str]:
    """The single names."""
    return names.replace(",", " ").split() if isinstance(names, str) else list(names)


def listed_classes(classes: Names) -> list[str]:
    """The single classes, which hold blanks themselves."""
    return classes.split(",") if isinstance(classes, str) else list(classes)


def enumeration(kind: str, names: list[str]) -> type[IntEnum]:
    """An enumeration of states.

    Raises:
        InputError: a name is no name, or declared twice.
    """
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"state {twice[0]!r} is declared twice")
    odd = [name for name in names if not name.isidentifier() or name == ANY]
    if odd:
        raise InputError(
            f"a state is named like a Python name, and not {ANY!r}; got {odd[0]!r}"
        )
    return state_enum(kind, names)


def known_name(what: str, name: str, names: Iterable[str]) -> str:
    """The name, if there is such a thing.

    Raises:
        InputError: there is none; says what may have been meant.
    """
    known = list(names)
    if name in known:
        return name
    close = difflib.get_close_matches(str(name), known, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else ";"
    raise InputError(f"no {what} {name!r}{hint} the {what}s are {', '.join(known) or 'none'}")


def chosen(what: str, name: str, choices: Mapping[str, Any]) -> Any:
    """What a name stands for."""
    return choices[known_name(what, name, choices)]
