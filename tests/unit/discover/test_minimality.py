"""Minimality: the solver's proofs are accepted by a checker that knows no solver."""

from pathlib import Path

import pytest
from tools.check_unsat import WrongError, check, main

from dnar.discover import Checker, Search, Settings, get_sketch
from dnar.discover.minimality import Claim, claims_of, write_proof
from dnar.errors import InputError

SQUARE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


def test_the_checker_follows_unit_propagation() -> None:
    assert check(SQUARE, "2 0\n0\n") == 2
    assert check(SQUARE, "2 0\nd 1 2 0\n0\n") == 2
    with pytest.raises(WrongError, match="line 1 of the proof does not follow"):
        check("p cnf 2 1\n1 2 0\n", "1 0\n0\n")
    with pytest.raises(WrongError, match="without the empty clause"):
        check("p cnf 2 1\n1 2 0\n", "1 2 0\n")
    with pytest.raises(WrongError, match="does not follow"):
        check("p cnf 3 3\n1 2 0\n-1 3 0\n-2 3 0\n", "3 0\n-1 0\n0\n")
    with pytest.raises(WrongError, match="no clause"):
        check(SQUARE, "2\n")
    with pytest.raises(WrongError, match="expected a literal"):
        check("p cnf 1 1\nx 0\n", "0\n")


def test_no_breadth_first_search_is_shorter(tmp_path: Path) -> None:
    sketch, settings = get_sketch("bfs"), Settings(seed=2)
    state = Search(sketch, settings, Checker(sketch, exhaustive=3)).run()
    claims = list(claims_of(state))
    assert [claim.words() for claim in claims] == [
        "no program with 2 / 2 states of length 4 or less fits"
    ]
    made = write_proof(sketch, settings, claims[0], tmp_path)
    files = [str(tmp_path / made[name]) for name in ("formula", "proof")]
    assert main(files) == 0
    # Without its first example's clauses nothing is left to contradict.
    formula = Path(files[0]).read_text().splitlines()
    Path(files[0]).write_text("\n".join(formula[: len(formula) // 3]) + "\n")
    assert main(files) == 1
    assert main([files[0], str(tmp_path / "nowhere")]) == 2
    possible = Claim(claims[0].counts, 5, claims[0].asked)
    with pytest.raises(InputError, match="a program exists"):
        write_proof(sketch, settings, possible, tmp_path)
