"""States made of several fields: one enumeration for all combinations, picked by field."""

import itertools
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any


class FieldStates:
    """An enumeration of states whose names are a group and its fields' values, joined.

    >>> text = {"char": "ab", "mark": ("idle", "here")}
    >>> states = FieldStates("State", {"text": text}, ["end"])
    >>> [state.name for state in states.enum]
    ['text_a_idle', 'text_a_here', 'text_b_idle', 'text_b_here', 'end']
    >>> states.pick("text", mark="here")
    (<State.text_a_here: 1>, <State.text_b_here: 3>)
    """

    def __init__(
        self,
        name: str,
        groups: Mapping[str, Mapping[str, Sequence[str]]],
        single: Sequence[str] = (),
    ) -> None:
        self._fields: dict[str, dict[str, dict[str, str]]] = {
            group: {
                "_".join((group, *values)): dict(zip(fields, values, strict=True))
                for values in itertools.product(*fields.values())
            }
            for group, fields in groups.items()
        }
        names = [*(each for group in self._fields.values() for each in group), *single]
        members = [(each, at) for at, each in enumerate(names)]
        self.enum: type[IntEnum] = IntEnum(name, members)  # type: ignore[assignment]

    def pick(self, group: str, **wanted: str) -> tuple[Any, ...]:
        """All states of a group whose fields have the wanted values."""
        return tuple(
            self.enum[name]
            for name, fields in self._fields[group].items()
            if all(fields[field] == value for field, value in wanted.items())
        )

    def one(self, group: str, **wanted: str) -> Any:
        """The one state of a group with these values in all its fields."""
        (state,) = self.pick(group, **wanted)
        return state
