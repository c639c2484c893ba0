"""Minimality: proofs that no smaller program fits the examples.

A formula says that some smaller program fits. It is unsatisfiable relative to the examples, the
bound on steps and the priors; `tools/check_unsat.py` checks the proof without a solver.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.discover.checking import Asked
from dnar.discover.encoding import Clause
from dnar.discover.problem_json import asked_from_json
from dnar.discover.search import Settings, Solving, State, laid_out
from dnar.discover.sketch import Sketch, StateCounts
from dnar.errors import InputError

PROVER = "glucose4"
"""The solver whose proofs are kept."""


@dataclass(frozen=True)
class Claim:
    """No program with so many states, and of at most this length, fits the examples."""

    counts: StateCounts
    bound: int | None
    """None: of any length."""
    asked: tuple[Asked, ...]

    @property
    def name(self) -> str:
        """For files."""
        states = "-".join(map(str, self.counts))
        return f"states-{states}" + ("" if self.bound is None else f"-length-{self.bound}")

    def words(self) -> str:
        """For people."""
        length = "" if self.bound is None else f" of length {self.bound} or less"
        return f"no program with {self.counts.words()} states{length} fits"


def claims_of(state: State) -> Iterator[Claim]:
    """What a finished search claims: fewer states do not suffice, and nothing is shorter."""
    for each in state.excluded:
        asked = tuple(asked_from_json(some) for some in each["examples"])
        yield Claim(StateCounts(*each["counts"]), None, asked)
    if state.best is not None and state.smallest:
        yield Claim(state.best.counts, state.best.cost - 1, tuple(state.asked))


def clauses_of(sketch: Sketch, settings: Settings, claim: Claim) -> list[Clause]:
    """The formula that the claim contradicts."""
    with Solving(sketch, claim.counts, settings) as solving:
        for asked in claim.asked:
            solving.add(laid_out(sketch, asked, claim.counts))
        return solving.clauses(claim.bound)


def write_proof(
    sketch: Sketch, settings: Settings, claim: Claim, folder: str | Path
) -> dict[str, Any]:
    """Writes the formula and the solver's proof; what they are, as JSON values.

    Raises:
        InputError: the formula can be satisfied, so the claim is wrong.
    """
    from pysat.solvers import Solver  # noqa: PLC0415 (optional)

    clauses = clauses_of(sketch, settings, claim)
    with Solver(name=PROVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            raise InputError(
                f"{sketch.name}: a program exists, so that {claim.words()} is wrong"
            )
        proof = [line for line in solver.get_proof() or () if line.strip()]
    most = max((abs(literal) for clause in clauses for literal in clause), default=0)
    cnf = [f"p cnf {most} {len(clauses)}\n"]
    cnf += [f"{' '.join(map(str, clause))} 0\n" for clause in clauses]
    Path(folder).mkdir(parents=True, exist_ok=True)
    formula, steps = Path(folder) / f"{claim.name}.cnf", Path(folder) / f"{claim.name}.drup"
    write_atomically(formula, cnf)
    write_atomically(steps, [f"{line}\n" for line in proof])
    return {
        "claim": claim.words(),
        "examples": len(claim.asked),
        "formula": formula.name,
        "proof": steps.name,
        "variables": most,
        "clauses": len(clauses),
        "steps": len(proof),
        "sha256": hashlib.sha256("".join(cnf).encode()).hexdigest(),
    }
