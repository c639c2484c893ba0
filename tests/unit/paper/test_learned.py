"""Tables say of every model how it was learned."""

from pathlib import Path

import pytest
from paper.catalogue import experiment
from paper.learned import HEADS, learned_cells
from paper.results_file import COMMITTED, ResultsFile

from dnar.training import Data, Learned, Method

GRADIENT = {"learned": Learned(Method.GRADIENT, Data.GRAPHS, False).to_json()}
SETTLED = {"learned": Learned(Method.SETTLE, Data.ENUMERATED, True).to_json()}


def test_runs_are_counted() -> None:
    assert learned_cells([GRADIENT, GRADIENT]) == ("gradient", "graphs", "0 of 2")
    both = ("settle, gradient", "enumerated, graphs", "1 of 2")
    assert learned_cells([SETTLED, GRADIENT]) == both
    assert learned_cells([]) == ("-", "-", "-")


def test_results_that_say_nothing_were_settled() -> None:
    assert learned_cells([{}], Data.GRAPHS) == ("settle", "graphs", "-")
    cycles = [{"cycles": 1}, {"cycles": 2}, {"iterations": 100}, {"iterations": 125}]
    assert learned_cells(cycles) == ("settle", "enumerated", "2 of 4")


@pytest.mark.parametrize(
    "name",
    [
        "salsa",
        "clrs30",
        "multitask",
        "certificates",
        "exact_learning",
        "training_ways",
        "minimal_sizes",
        "soft_attention",
    ],
)
def test_every_table_of_our_models_has_the_columns(name: str, tmp_path: Path) -> None:
    chosen = experiment(name)
    parts = ResultsFile(chosen, chosen.full, COMMITTED).parts
    lines = chosen.section(parts, tmp_path)
    assert any(" | ".join(HEADS) in line for line in lines)
