"""Completion: given parts of a program hold, told orders bind, the search finds the rest."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from dnar.discover import (
    Checker,
    Found,
    Given,
    Part,
    Search,
    Settings,
    Sketch,
    Solving,
    StateCounts,
    Steps,
    Tables,
    asked_from_json,
    asked_json,
    get_sketch,
    laid_out,
)
from dnar.discover.checking import Asked, Batch
from dnar.discover.completion import COUNTS, TREE, completion_sketch, given_tables
from dnar.discover.problems import random_problem, small_problems
from dnar.discover.sketch import MARKED, NEUTRAL, POINTER, Key
from dnar.discover.tables import SILENT
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine import Problem, first_snapshot, step

PAIR = Problem(Graph.from_edges([0], [1], labels=2, weight=[3.0]), 0)
TRIANGLE = Problem(Graph.from_edges([0, 0, 1], [1, 2, 2], labels=3, weight=[1.0, 9.0, 4.0]), 0)


def solved(sketch: Sketch, given: Given) -> Tables | None:
    """The program that the solver completes so that it solves the pair."""
    assert sketch.expected is not None
    with Solving(sketch, COUNTS, Settings(given=given)) as solving:
        solving.add(laid_out(sketch, Asked(PAIR, sketch.expected(PAIR)), COUNTS))
        return solving.solve(None)


@pytest.mark.parametrize("in_order", [False, True])
@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_given_parts_make_the_whole_program(name: str, in_order: bool) -> None:
    sketch = completion_sketch(name, in_order=in_order)
    tables = solved(sketch, Given(given_tables(), frozenset(Part)))
    assert tables is not None
    assert (tables.listened, tables.arc) == (given_tables().listened, given_tables().arc)
    assert sketch.expected is not None
    asked = [Asked(each, sketch.expected(each)) for each in (PAIR, TRIANGLE)]
    failures = Batch(sketch, COUNTS, asked).failures(Found(sketch, tables))
    assert np.array_equal(failures, [])


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_the_rules_give_pointers_in_the_told_order_and_in_time(name: str) -> None:
    sketch = completion_sketch(name, in_order=True)
    tables = solved(sketch, Given(given_tables(), frozenset(Part)))
    assert tables is not None
    program, rng = Found(sketch, tables).task.program, np.random.default_rng(0)
    problems = [*small_problems(sketch, 3, rng), random_problem(sketch, 7, rng)]
    for problem in problems:
        assert sketch.order is not None
        order, pointed = list(sketch.order(problem)), []
        instance = sketch.encoder(COUNTS)(problem).laid_out(sketch.scalars())
        snapshot = first_snapshot(program, instance)
        for number in range(1, sketch.steps.of(problem)):
            snapshot = step(program, instance, snapshot)
            points = set(instance.receiver[snapshot.arc_state == POINTER].tolist())
            pointed += sorted(points - set(pointed))
            assert points == set(pointed)
            assert pointed == order[: len(pointed)]
            due = [
                each for each in range(len(order)) if sketch.steps.of_nodes(each + 2) <= number
            ]
            assert len(pointed) >= len(due)
        assert pointed == order


STAR = Graph.from_edges([0, 0], [1, 2], labels=3)
PATH = Graph.from_edges([0, 1], [1, 2], labels=3)
EDGE = Graph.from_edges([0], [1], labels=2)
SEARCH = Tables(
    StateCounts(2, 2),
    {0: ((1, 0),)},
    {(0, (1, 0)): 1},
    {(0, 0, 1, 1, 0): POINTER},
)
"""Breadth-first search: who hears a node that was reached points to it and is reached."""
HASTY = Tables(
    StateCounts(4, 2),
    {},
    {(0, SILENT): 2, (2, SILENT): 3},
    {
        (0, 0, 1, 0, 0): POINTER,
        (POINTER, 2, 1, 0, 0): 0,
        (0, 3, 1, 0, 0): POINTER,
    },
)
"""Points to the start, takes that back, and points there again."""
WRONG = Tables(
    StateCounts(3, 2),
    {},
    {(0, SILENT): 2},
    {(0, 0, 0, 0, 0): POINTER, (POINTER, 2, 2, 0, 0): 0, (0, 2, 1, 0, 0): POINTER},
)
"""Nodes point to each other for a step; then those beside the start point to it."""


@pytest.mark.parametrize(
    ("tables", "graph", "parent", "order", "fits"),
    [
        (SEARCH, PATH, [0, 0, 1], [1, 2], True),
        (SEARCH, PATH, [0, 0, 1], [2, 1], False),
        # Both leaves point to the start in the same step.
        (SEARCH, STAR, [0, 0, 0], [1, 2], False),
        (SEARCH, EDGE, [0, 0], [1], True),
        (HASTY, EDGE, [0, 0], [1], False),
        (WRONG, EDGE, [0, 0], [1], True),
        (WRONG, PATH, [0, 0, 2], [1], False),
    ],
)
def test_pointers_appear_in_the_told_order_and_stay(
    tables: Tables, graph: Graph, parent: list[int], order: list[int], fits: bool
) -> None:
    told = np.array(parent)
    assert bfs_example_fits(tables, graph, told, None)
    assert bfs_example_fits(tables, graph, told, lambda problem: order) == fits


def test_a_pointer_is_there_within_the_steps_for_the_nodes_so_far() -> None:
    # Its pointer comes after three steps: too late if two nodes have only two.
    slow = replace(HASTY, arc={(0, 3, 1, 0, 0): POINTER})
    graph, parent = Graph.from_edges([0], [1], labels=4), np.array([0, 0, 2, 3])
    for steps, fits in (("n + 1", True), ("2 n - 2", False)):
        assert bfs_example_fits(slow, graph, parent, None, steps)
        assert bfs_example_fits(slow, graph, parent, lambda problem: [1], steps) == fits


STUCK = Tables(StateCounts(2, 2), {0: ((1, 0),)}, {}, {(0, 0, 1, 1, 0): POINTER})
"""Only neighbours of the start point to it."""


def in_order(steps: str = "n + 2") -> Sketch:
    """Breadth-first search on paths and edges that begin at node 0; its order is told."""
    return replace(
        get_sketch("bfs"),
        self_pointers=False,
        steps=Steps.parse(steps),
        order=lambda problem: range(1, problem.graph.node_count),
    )


def test_a_beginning_ends_with_the_first_pointer_that_a_program_misses() -> None:
    sketch, whole = in_order("n + 0"), Asked(Problem(PATH, 0), np.array([0, 0, 1]))
    checker = Checker(sketch)
    for tables, pointers in ((SEARCH, None), (STUCK, 2), (Tables(StateCounts(2, 2)), 1)):
        missed = checker.beginning(Found(sketch, tables), whole)
        assert missed.pointers == pointers
        assert asked_json(asked_from_json(asked_json(missed))) == asked_json(missed)
    untold = replace(sketch, order=None)
    assert Checker(untold).beginning(Found(untold, STUCK), whole).pointers is None
    # Two leaves at once are as wrong as none.
    star = Asked(Problem(STAR, 0), np.array([0, 0, 0]))
    assert checker.beginning(Found(sketch, SEARCH), star).pointers == 1


def test_an_example_can_demand_the_first_pointers_alone() -> None:
    sketch, whole = in_order(), Asked(Problem(PATH, 0), np.array([0, 0, 1]))
    for pointers, fits in ((1, True), (2, False), (None, False)):
        asked = replace(whole, pointers=pointers)
        with Solving(
            sketch, STUCK.counts, Settings(given=Given(STUCK, frozenset(Part)))
        ) as one:
            one.add(laid_out(sketch, asked, STUCK.counts))
            assert (one.solve(None) is not None) == fits


def test_a_search_in_order_begins_with_first_pointers() -> None:
    sketch = replace(in_order(), expected=None, ladder=(StateCounts(2, 2),))
    outputs = ((EDGE, [0, 0]), (PATH, [0, 0, 1]))
    given = [Asked(Problem(graph, 0), np.array(parent)) for graph, parent in outputs]
    state = Search(sketch, Settings(), Checker(sketch, given=given)).run()
    assert state.best is not None
    assert [each.pointers for each in state.asked[:2]] == [1, 1]
    # One pointer alone says less: a proposal misses the second one.
    assert 2 in [each.pointers for each in state.asked]
    assert not len(Batch(sketch, state.best.counts, given).failures(Found(sketch, state.best)))


def bfs_example_fits(
    tables: Tables,
    graph: Graph,
    parent: np.ndarray,
    order: Callable[[Problem], Sequence[int]] | None,
    steps: str = "n + 2",
) -> bool:
    """Whether the tables solve one problem of breadth-first search from node 0."""
    sketch = replace(
        get_sketch("bfs"), self_pointers=False, steps=Steps.parse(steps), order=order
    )
    settings = Settings(given=Given(tables, frozenset(Part)))
    with Solving(sketch, tables.counts, settings) as solving:
        solving.add(laid_out(sketch, Asked(Problem(graph, 0), parent), tables.counts))
        return solving.solve(None) is not None


def test_an_order_is_told_of_pointers_within_steps_by_nodes() -> None:
    assert completion_sketch("prim").declared()["intermediate outputs"] == "none"
    told = completion_sketch("prim", in_order=True).declared()["intermediate outputs"]
    assert told.startswith("nodes get their pointers one by one")
    with pytest.raises(InputError, match=r"bounded by n, got pointer and ecc \+ 2"):
        replace(get_sketch("bfs"), order=lambda problem: [])
    with pytest.raises(InputError, match="got set and 3 rounds"):
        replace(get_sketch("mis"), order=lambda problem: [])


def test_a_wrong_part_leaves_nothing_to_find() -> None:
    silent = Given(Tables(StateCounts(7, 4, 1)), frozenset(Part))
    assert solved(completion_sketch("prim"), silent) is None


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
def test_a_run_whose_distances_grow_for_ever_does_not_rest(name: str) -> None:
    sketch = completion_sketch(name)
    own = solved(sketch, Given(given_tables(), frozenset(Part)))
    assert own is not None
    asked = [Asked(PAIR, np.array([0, 0]))]
    assert not len(Batch(sketch, COUNTS, asked).failures(Found(sketch, own)))
    # Arcs between nodes of the tree are marked in the end, and stay so.
    grows = replace(own, arc={**own.arc, (NEUTRAL, TREE, TREE, 0, 0): MARKED})
    failures = Batch(sketch, COUNTS, asked).failures(Found(sketch, grows))
    assert np.array_equal(failures, [0])
    assert solved(sketch, Given(grows, frozenset(Part))) is None


def test_what_cannot_be_completed_is_refused() -> None:
    with pytest.raises(InputError, match="can be completed, got 'bfs'"):
        completion_sketch("bfs")
    value = completion_sketch("prim").to_json()
    assert value["key"] == Key.LENGTH.value
    with pytest.raises(InputError, match="only if their updates are told"):
        Sketch.from_json(value)
