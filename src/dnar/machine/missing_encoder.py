"""Missing encoders: a task that was stored, whose encoder is Python code and was not.

Its rules can be verified and explained, because the types of step zero are stored with them.
To run it, its file is needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dnar.errors import InputError
from dnar.machine.instance import Instance, Role
from dnar.machine.setup import Setup
from dnar.machine.task import Problem


@dataclass(frozen=True, eq=False)
class MissingEncoder:
    """What is known of instances at step zero; it makes none."""

    task: str
    code: str
    """Where the code was, in words."""
    roles: tuple[Role, ...]
    initial: Mapping[tuple[int, ...], frozenset[str]]
    """The arc types of step zero, and the scalars that are zero there."""
    kinds: Mapping[int, frozenset[int]]
    """The states in which nodes of each kind begin."""

    def __call__(self, problem: Problem) -> Setup | Instance:
        """Nothing can be set up.

        Raises:
            InputError: always; says what is needed.
        """
        raise InputError(
            f"{self.task} sets up its problems with Python code, {self.code}, which is not "
            "stored with it; give the task's file, --task FILE.py on the command line or "
            "task=TASK in Python"
        )
