"""States made of several fields: one enumeration for all combinations, picked by field."""

import itertools
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any


class FieldStates:
    """An enumeration of states whose names are joined field values.

    >>> states = FieldStates("State", {"text": ("ab", ("idle", "here"))}, ("found",))
    >>> [state.name for state in states.enum]
    ['text_a_idle', 'text_a_here', 'text_b_idle', 'text_b_here', 'found']
    >>> states.pick("text", mark="here", fields=("char", "mark"))
    (<State.text_a_here: 1>, <State.text_b_here: 3>)
    """

    def __init__(
        self,
        name: str,
        groups: Mapping[str, tuple[Sequence[str], ...]],
        single: Sequence[str] = (),
    ) -> None:
        self.groups = dict(groups)
        names = [
            "_".join((group, *values))
            for group, fields in self.groups.items()
            for values in itertools.product(*fields)
        ]
        members = [(each, at) for at, each in enumerate([*names, *single])]
        self.enum: type[IntEnum] = IntEnum(name, members)  # type: ignore[assignment]

    def of(self, group: str, *values: str) -> Any:
        """The state of a group with these field values."""
        return self.enum["_".join((group, *values))]

    def pick(self, group: str, fields: tuple[str, ...], **wanted: str) -> tuple[Any, ...]:
        """All states of a group whose named fields have these values."""
        return tuple(
            self.of(group, *values)
            for values in itertools.product(*self.groups[group])
            if all(
                dict(zip(fields, values, strict=True))[name] == want
                for name, want in wanted.items()
            )
        )
