"""The search: programs from outputs alone, refuted by counterexamples until nothing is left."""

import importlib
import math
from dataclasses import replace

import numpy as np
import pytest

from dnar.discover import (
    SKETCHES,
    Asked,
    Checker,
    Found,
    Prior,
    Search,
    Settings,
    Sketch,
    Solving,
    State,
    StateCounts,
    Steps,
    Tables,
    get_sketch,
    laid_out,
)
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import InstanceEnding, Problem, execute

SMALLEST = {
    "bfs": ("2 / 2", 5),
    "reachability": ("2 / 1", 2),
    "eccentricity": ("3 + 2 virtual / 1", 6),
    "mis": ("2 / 2", 7),
    "two_colouring": ("2 / 2", 6),
    "leaf": ("3 / 2", 9),
    "local_minimum": ("2 / 2", 4),
    "maximum": ("1 + 1 virtual / 2", 3),
}


def small(sketch: Sketch) -> Checker:
    """Graphs of up to four nodes: the types are checked at run time, which is slow."""
    return Checker(sketch, exhaustive=4)


@pytest.mark.parametrize("name", ["bfs", "mis", "maximum"])
def test_the_smallest_program_is_found_from_outputs(name: str) -> None:
    sketch = get_sketch(name)
    state = Search(sketch, Settings(seed=3), small(sketch)).run()
    assert state.best is not None
    assert state.smallest
    assert (state.best.counts.words(), state.best.cost) == SMALLEST[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SKETCHES if name != "dfs"])
def test_the_smallest_program_of_every_task(name: str) -> None:
    sketch = get_sketch(name)
    for seed in range(3):
        state = Search(sketch, Settings(seed=seed), Checker(sketch)).run()
        assert state.best is not None
        assert (state.best.counts.words(), state.best.cost) == SMALLEST[name]


def wrong_bfs() -> Tables:
    """Right on the examples below: every node takes the start as its parent."""
    return Tables(StateCounts(2, 2), {0: ((1, 0),)}, {}, {(0, 0, 1, 1, 0): 1})


def test_a_program_that_fits_the_examples_but_is_not_the_algorithm_is_refuted() -> None:
    sketch = replace(get_sketch("bfs"), self_pointers=False)
    star = Graph.from_edges([0, 0], [1, 2], labels=3)
    given = Asked(Problem(star, 0), np.array([0, 0, 0]))
    tables, checker = wrong_bfs(), small(sketch)
    # It fits the example: the solver accepts it, and so does a run.
    with Solving(sketch, tables.counts, Settings()) as solving:
        solving.add(laid_out(sketch, given, tables.counts))
        proposal = solving.solve(tables.cost)
        assert proposal is not None
        # It is not breadth-first search: a graph shows it, and goes back in.
        failure = checker.first_failure(Found(sketch, tables), np.random.default_rng(0))
        assert failure is not None
        for _ in range(30):
            failure = checker.first_failure(Found(sketch, proposal), np.random.default_rng(0))
            if failure is None:
                break
            solving.add(laid_out(sketch, failure, tables.counts))
            following = solving.solve(12)
            assert following is not None
            assert following != proposal
            proposal = following
        else:
            pytest.fail("the loop does not end")


def test_what_the_solver_accepts_the_machine_does() -> None:
    for name in ("bfs", "eccentricity", "local_minimum"):
        sketch = get_sketch(name)
        counts = sketch.ladder[-1]
        checker = small(sketch)
        asked = checker.asked(3)[5]
        with Solving(sketch, counts, Settings(seed=1)) as solving:
            solving.add(laid_out(sketch, asked, counts))
            tables = solving.solve(None)
        assert tables is not None
        found = Found(sketch, tables)
        run = execute(found.task.program, found.task.encode(asked.problem), max_steps=50)
        assert run.halted
        assert run.steps < sketch.steps.of(asked.problem)
        decoder = found.task.decoders[sketch.output_name]
        ending = InstanceEnding(found.task.encode(asked.problem), run.final)
        readout = found.task.program.readouts.get(sketch.output_name)
        assert np.array_equal(decoder.decode(ending, readout), asked.output)


def test_priors_restrict_the_programs() -> None:
    sketch = get_sketch("bfs")
    settings = Settings(priors=frozenset({Prior.WRITE_ONCE}), ladder=(StateCounts(2, 2),))
    state = Search(sketch, settings, small(sketch)).run()
    # Self-pointers must go: with pointers that stay no program fits.
    assert state.best is None
    assert [each["counts"] for each in state.excluded] == [[2, 2, 0]]


def test_a_search_goes_on_from_its_state() -> None:
    sketch = get_sketch("mis")
    answers = []
    first = Search(
        sketch,
        Settings(seed=1),
        small(sketch),
        watch=lambda progress, state: answers.append(progress) or len(answers) == 4,
    ).run()
    assert not first.smallest
    again = State.from_json(first.to_json())
    assert again.to_json() == first.to_json()
    done = Search(sketch, Settings(seed=1), small(sketch), state=again).run()
    assert done.best is not None
    assert done.best.cost == SMALLEST["mis"][1]
    assert done.proposals > first.proposals


def test_time_that_is_over_ends_a_search() -> None:
    sketch = get_sketch("dfs")
    state = Search(
        sketch,
        Settings(),
        small(sketch),
        watch=lambda *_: True,
        over=lambda: True,
    ).run()
    assert state.best is None


def test_a_search_starts_anew_when_its_patience_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The time is looked at after every conflict.
    monkeypatch.setattr(importlib.import_module("dnar.discover.search"), "SLICE", 1)
    sketch = get_sketch("mis")
    for patience, restarts in ((0.0, 2), (math.inf, 0)):
        state = Search(
            sketch,
            Settings(patience=patience),
            small(sketch),
            watch=lambda _, state: state.restarts == 2 or state.best is not None,
        ).run()
        assert state.restarts == restarts
        assert (state.best is None) == (restarts > 0)


def test_tables_and_sketches_survive_json() -> None:
    tables = wrong_bfs()
    assert Tables.from_json(tables.to_json()) == tables
    with pytest.raises(InputError, match="damaged tables"):
        Tables.from_json({"counts": [1]})
    for sketch in SKETCHES.values():
        again = type(sketch).from_json(sketch.to_json())
        assert again.to_json() == sketch.to_json()


def test_steps() -> None:
    path = Problem(Graph.from_edges([0, 1, 2], [1, 2, 3], labels=4), 0)
    for words, bound in (("ecc + 2", 5), ("2 ecc + 4", 10), ("4 n - 2", 14), ("6", 6)):
        assert Steps.parse(words).of(path) == bound
        assert Steps.parse(words).words == words
    for wrong in ("", "x + 1", "n * 2"):
        with pytest.raises(InputError, match="bound on steps"):
            Steps.parse(wrong)
