"""The declared bound on steps: a multiple of a measure of the problem, and a constant."""

import re
from dataclasses import dataclass

from dnar.errors import InputError
from dnar.machine import Problem
from dnar.textbook.bfs import levels
from dnar.textbook.mis import rounds

_PATTERN = re.compile(r"(?:(\d+) *)?(n|ecc|rounds)?(?: *([+-]) *(\d+))?")


@dataclass(frozen=True)
class Steps:
    """At most factor x measure + constant steps, and the last one changes nothing.

    >>> Steps.parse("2 ecc + 4")
    Steps(factor=2, measure='ecc', constant=4)
    >>> Steps.parse("4 n - 2").words
    '4 n - 2'
    """

    factor: int
    measure: str
    """`n` (nodes), `ecc` (edges from the start to the farthest node that it reaches), `rounds`
    (of Luby's algorithm), or nothing."""
    constant: int

    @classmethod
    def parse(cls, words: str) -> "Steps":
        """The bound that words such as `2 ecc + 4` mean.

        Raises:
            InputError: they mean none.
        """
        found = _PATTERN.fullmatch(words.strip())
        if found is None or not words.strip():
            raise InputError(
                f"a bound on steps is such as 'n + 2', '2 ecc + 4' or '5', got {words!r}"
            )
        factor, measure, sign, constant = found.groups()
        offset = int(constant or 0) * (-1 if sign == "-" else 1)
        if measure is None:
            return cls(0, "", int(factor or 0) + offset)
        return cls(int(factor or 1), measure, offset)

    @property
    def words(self) -> str:
        """As `parse` takes them."""
        if not self.measure:
            return str(self.constant)
        factor = "" if self.factor == 1 else f"{self.factor} "
        sign = "-" if self.constant < 0 else "+"
        return f"{factor}{self.measure} {sign} {abs(self.constant)}"

    def of(self, problem: Problem) -> int:
        """The bound for a problem; two at least, one to work and one to rest."""
        if self.measure == "n":
            return self.of_nodes(problem.graph.node_count)
        measure = 0
        if self.measure == "rounds":
            measure = rounds(problem)
        elif self.measure == "ecc":
            if problem.start is None:
                raise InputError("steps are counted from a start, but the task has none; use n")
            measure = int(levels(problem.graph, problem.start).max())
        return max(self.factor * measure + self.constant, 2)

    def of_nodes(self, nodes: int) -> int:
        """The bound for a problem of so many nodes, where these are what is measured."""
        return max(self.factor * nodes + self.constant, 2)
