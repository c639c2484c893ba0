"""Checks proofs of unsatisfiability: `python tools/check_unsat.py FORMULA.cnf PROOF.drup`.

The formula is a CNF in DIMACS form. The proof lists clauses, one per line, that end with 0; a
line that begins with d deletes a clause. Each added clause must follow by reverse unit
propagation (RUP): if all its literals are false, unit propagation finds a contradiction. A
proof is complete when the empty clause follows. Python's standard library is enough.

Exit code 0: the formula is unsatisfiable. 1: a step does not follow, or the empty clause is
missing. 2: a file cannot be read.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path


class WrongError(Exception):
    """A file holds something else, or a step does not follow."""


class Clauses:
    """Clauses with two watched literals each, and what follows from the unit clauses."""

    def __init__(self) -> None:
        self.watching: dict[int, list[list[int]]] = defaultdict(list)
        self.known: dict[frozenset[int], list[list[int]]] = defaultdict(list)
        self.true: set[int] = set()
        self.order: list[int] = []
        self.contradiction = False

    def add(self, literals: Iterable[int]) -> None:
        """Takes in a clause, and all that follows from it by unit propagation."""
        clause = list(dict.fromkeys(literals))
        self.known[frozenset(clause)].append(clause)
        # Literals that are not false come first: they are watched.
        clause.sort(key=lambda literal: -literal in self.true)
        for literal in clause[:2]:
            self.watching[literal].append(clause)
        free = [literal for literal in clause if -literal not in self.true]
        if not free:
            self.contradiction = True
        elif len(free) == 1 and free[0] not in self.true:
            self.contradiction |= not self._propagate([free[0]])

    def delete(self, literals: Iterable[int]) -> None:
        """Forgets a clause; unit clauses are kept, as their consequences are."""
        some = self.known.get(frozenset(literals))
        if some and len(some[0]) > 1 and not self._is_reason(some[0]):
            clause = some.pop()
            for literal in clause[:2]:
                self.watching[literal] = [
                    each for each in self.watching[literal] if each is not clause
                ]

    def _is_reason(self, clause: list[int]) -> bool:
        """Whether a clause may be why a literal is true for good."""
        return any(literal in self.true for literal in clause)

    def follows(self, literals: Iterable[int]) -> bool:
        """Whether a contradiction is found when all these literals are false."""
        if self.contradiction:
            return True
        mark = len(self.order)
        wrong = not self._propagate([-literal for literal in literals])
        for literal in self.order[mark:]:
            self.true.discard(literal)
        del self.order[mark:]
        return wrong

    def _propagate(self, fresh: list[int]) -> bool:
        """Makes literals true and all that follows; False on a contradiction."""
        waiting = list(fresh)
        while waiting:
            literal = waiting.pop()
            if literal in self.true:
                continue
            if -literal in self.true:
                return False
            self.true.add(literal)
            self.order.append(literal)
            if not self._visit(-literal, waiting):
                return False
        return True

    def _visit(self, false: int, waiting: list[int]) -> bool:
        """Looks at the clauses that watch a literal which became false."""
        kept: list[list[int]] = []
        clauses = self.watching[false]
        for number, clause in enumerate(clauses):
            if len(clause) == 1:
                self.watching[false] = kept + clauses[number:]
                return False
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            if clause[0] in self.true:
                kept.append(clause)
                continue
            for at in range(2, len(clause)):
                if -clause[at] not in self.true:
                    clause[1], clause[at] = clause[at], clause[1]
                    self.watching[clause[1]].append(clause)
                    break
            else:
                kept.append(clause)
                if -clause[0] in self.true:
                    self.watching[false] = kept + clauses[number + 1 :]
                    return False
                waiting.append(clause[0])
        self.watching[false] = kept
        return True


def formula(text: str) -> Iterator[list[int]]:
    """The clauses of a CNF in DIMACS form."""
    numbers: list[int] = []
    for line in text.splitlines():
        if not line.strip() or line[0] in "cp":
            continue
        for word in line.split():
            number = _number(word)
            if number:
                numbers.append(number)
            else:
                yield numbers
                numbers = []
    if numbers:
        raise WrongError("the last clause does not end with 0")


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise WrongError(f"expected a literal, got {word!r}") from None


def check(cnf: str, proof: str) -> int:
    """The number of steps that were checked.

    Raises:
        WrongError: a step does not follow, or the proof ends without the empty clause.
    """
    clauses = Clauses()
    for clause in formula(cnf):
        clauses.add(clause)
    checked = 0
    for number, line in enumerate(proof.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        deletes = words[0] == "d"
        literals = [_number(word) for word in words[deletes:]]
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            raise WrongError(f"line {number} of the proof is no clause that ends with 0")
        if deletes:
            clauses.delete(literals[:-1])
            continue
        if not clauses.follows(literals[:-1]):
            raise WrongError(f"line {number} of the proof does not follow")
        checked += 1
        if len(literals) == 1:
            return checked
        clauses.add(literals[:-1])
    if not clauses.contradiction:
        raise WrongError("the proof ends without the empty clause")
    return checked


def main(arguments: list[str] | None = None) -> int:
    """Checks the files of the command line; the exit code."""
    parser = argparse.ArgumentParser(description="Checks proofs of unsatisfiability.")
    parser.add_argument("formula", type=Path, help="a CNF in DIMACS form")
    parser.add_argument("proof", type=Path, help="a DRUP proof")
    options = parser.parse_args(arguments)
    try:
        texts = options.formula.read_text(), options.proof.read_text()
    except (OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        print(f"unsatisfiable: {check(*texts)} steps follow")
    except WrongError as error:
        print(f"not proved: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
