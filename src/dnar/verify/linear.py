"""Sums of symbols, and which of them must be zero by what is known."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from dnar.machine import FUNCTIONS

Symbol = Hashable
Sum = dict[Symbol, int | Fraction]
"""Symbols and how often each is added; none with zero."""

ZERO: Symbol = "zero"


@dataclass(frozen=True)
class Applied:
    """A function of symbols, summed over a place; equal if function and arguments are equal."""

    function: str
    arguments: tuple[Symbol, ...]
    place: Symbol


@dataclass(frozen=True)
class Counted:
    """A symbol as many times as a group has members."""

    group: int
    symbol: Symbol


def added(total: Sum, symbol: Symbol, times: int | Fraction) -> None:
    """Adds a symbol so many times."""
    value = total.get(symbol, 0) + times
    if value:
        total[symbol] = value
    else:
        total.pop(symbol, None)


class Sums:
    """Decides whether a sum is zero, given equal symbols and sums that are zero."""

    def __init__(self) -> None:
        self._parent: dict[Symbol, Symbol] = {}
        self._known: list[Sum] = []
        self._basis: dict[Symbol, Sum] | None = None

    def copy(self) -> "Sums":
        """The same knowledge, to be added to."""
        twin = Sums()
        twin._parent, twin._known = dict(self._parent), self._known
        return twin

    def join(self, blocks: Iterable[Iterable[Symbol]]) -> None:
        """Takes in that the symbols of a block are equal."""
        for block in blocks:
            first, *rest = block
            for symbol in rest:
                one, other = self._root(first), self._root(symbol)
                # Zero stays the root of its block.
                if other == ZERO:
                    one, other = other, one
                if one != other:
                    self._parent[other] = one
        self._basis = None

    def relate(self, zero: list[Sum]) -> None:
        """Takes in that these sums are zero."""
        self._known, self._basis = zero, None

    def is_zero(self, total: Sum) -> bool:
        """Whether a sum must be zero."""
        rest = self._reduced(total)
        return not rest or not self._without_known(rest)

    def refined(
        self, partition: Mapping[Symbol, int], following: Mapping[Symbol, Sum]
    ) -> dict[Symbol, int]:
        """Splits the blocks of a partition until all symbols of a block follow alike."""
        leaders: dict[int, list[tuple[Symbol, int]]] = {}
        refined: dict[Symbol, int] = {}
        count = 0
        for symbol, number in partition.items():
            for leader, block in leaders.get(number, []):
                difference = dict(following[symbol])
                for each, times in following[leader].items():
                    added(difference, each, -times)
                if self.is_zero(difference):
                    refined[symbol] = block
                    break
            else:
                refined[symbol] = count
                leaders.setdefault(number, []).append((symbol, count))
                count += 1
        return refined

    def _root(self, symbol: Symbol) -> Symbol:
        while symbol in self._parent:
            symbol = self._parent[symbol]
        if isinstance(symbol, Applied):
            arguments = tuple(self._root(each) for each in symbol.arguments)
            if FUNCTIONS[symbol.function].vanishes and ZERO in arguments:
                return ZERO
            return replace(symbol, arguments=arguments)
        if isinstance(symbol, Counted):
            root = self._root(symbol.symbol)
            return ZERO if root == ZERO else replace(symbol, symbol=root)
        return symbol

    def _reduced(self, total: Sum) -> Sum:
        reduced: Sum = {}
        for symbol, times in total.items():
            root = self._root(symbol)
            if root != ZERO:
                added(reduced, root, times)
        return reduced

    def _without_known(self, rest: Sum) -> Sum:
        """What remains after taking away multiples of the known sums."""
        if self._basis is None:
            self._basis = {}
            for known in self._known:
                reduced = self._eliminated(self._reduced(known))
                if reduced:
                    self._basis[next(iter(reduced))] = reduced
        return self._eliminated(rest)

    def _eliminated(self, rest: Sum) -> Sum:
        assert self._basis is not None
        rest = dict(rest)
        # Every basis sum is free of the pivots before it, so one pass in order is enough.
        for pivot, known in self._basis.items():
            if pivot in rest:
                factor = Fraction(rest[pivot]) / known[pivot]
                for symbol, times in known.items():
                    added(rest, symbol, -factor * times)
        return rest
