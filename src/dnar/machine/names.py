"""Names: looked up where they are written, with a hint at what may have been meant."""

import difflib
import keyword
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

from dnar.errors import InputError
from dnar.machine.rules import state_enum

Names = str | Iterable[str]
"""Names in one string, apart by blanks or commas, or as a list."""

ANY = "any"
"""All states, where states are listed."""

SILENCE = "nothing"
"""Written for a class: no listed class is there."""


def split_names(names: Names) -> list[str]:
    """The single names.

    Raises:
        InputError: they are no names.
    """
    return _listed(names, lambda text: text.replace(",", " ").split())


def listed_classes(classes: Names) -> list[str]:
    """The single classes, which hold blanks themselves.

    Raises:
        InputError: they are no text.
    """
    return _listed(classes, lambda text: text.split(","))


def _listed(names: Names, split: Callable[[str], list[str]]) -> list[str]:
    found = split(names) if isinstance(names, str) else names
    if isinstance(found, Iterable):
        found = list(found)
        if all(isinstance(each, str) for each in found):
            return found
    raise InputError(f"expected names, in a text or a list of texts; got {names!r:.60}")


def enumeration(kind: str, names: list[str]) -> type[IntEnum]:
    """An enumeration of states.

    Raises:
        InputError: a name is no name, or declared twice.
    """
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"state {twice[0]!r} is declared twice")
    for name in names:
        if not name.isidentifier() or keyword.iskeyword(name) or name in (ANY, SILENCE):
            raise InputError(
                f"a state is named like a Python name, and not {ANY!r} or {SILENCE!r}; got "
                f"{name!r}"
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
    choices = f"the {what}s are {', '.join(known)}" if known else f"there is no {what}"
    raise InputError(f"no {what} {name!r}{hint} {choices}")


def chosen(what: str, name: str, choices: Mapping[str, Any]) -> Any:
    """What a name stands for."""
    return choices[known_name(what, name, choices)]
