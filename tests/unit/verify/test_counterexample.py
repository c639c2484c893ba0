"""Counterexamples: small, told in words, and easy to ask again."""

import shlex
from dataclasses import replace

import numpy as np
import pytest

from dnar.graph import Graph
from dnar.machine import (
    ArcCase,
    InstanceEnding,
    Labels,
    Op,
    Place,
    PointerOrder,
    Problem,
    Program,
    Shape,
    apply,
    decode_all,
    execute,
)
from dnar.tasks import all_tasks, get_task
from dnar.verify import Counterexample, Search
from dnar.verify.counterexample import MOST_ARCS
from tests.unit.verify.market import TASK as MARKET
from tests.unit.verify.programs import with_op

pytestmark = pytest.mark.usefixtures("no_shape_checks")

BFS = get_task("bfs")
UNSEEN, DONE, VIRTUAL = range(3)
NEUTRAL, POINTER, CLOSED = range(3)
SEARCH = Search(BFS, sizes=((4, 6, 30),))


def with_arc(place: tuple[int, ...], becomes: int) -> Program:
    state, *ends, heard, back = place
    known = (frozenset({each}) for each in ends)
    case = ArcCase(state, becomes, *known, heard=(heard == 1,), heard_back=(back == 1,))
    return BFS.program.with_arc_case(case)


@pytest.mark.parametrize("name", all_tasks())
def test_the_rules_have_none(name: str) -> None:
    task = get_task(name)
    search = Search(task, sizes=((4, 7, 20),))
    assert search.find(task.program) is None
    assert [len(batch.problems) for batch in search.batches][1:] == [20]


def test_the_smallest_one_that_an_output_shows_is_found() -> None:
    # A neighbour that is heard does not become the parent: two nodes and one edge show it.
    found = SEARCH.find(with_arc((NEUTRAL, UNSEEN, DONE, NEUTRAL, 1, 0), CLOSED))
    assert found is not None
    assert (found.size, found.step, found.outputs_differ) == ((2, 1), 1, True)
    place = {0: "arc of 1 from 0", 1: "arc of 0 from 1"}[found.problem.start or 0]
    assert found.what == (
        f"after step 1, {place} is CLOSED, by the rules POINTER; "
        "the output 'parent' differs at the end"
    )


def test_one_that_only_states_show_is_found_too() -> None:
    found = SEARCH.find(with_arc((NEUTRAL, VIRTUAL, UNSEEN, NEUTRAL, 0, 0), CLOSED))
    assert found is not None
    assert not found.outputs_differ
    assert (found.size, found.step) == ((2, 0), 1)
    assert found.what.startswith("after step 1, arc of (virtual) from ")
    assert found.what.endswith(" is CLOSED, by the rules NEUTRAL")


def test_one_that_only_an_output_shows_is_found_too() -> None:
    wrong = {"parent": PointerOrder(((3, 0), (4, 1), (5, 2)))}
    found = SEARCH.find(replace(BFS.program, readouts=wrong))
    assert found is not None
    assert (found.what, found.size) == ("the output 'parent' differs at the end", (2, 1))


def test_it_really_differs_when_run_alone() -> None:
    task = get_task("mis")
    program = replace(task.program, readouts={"in_set": Labels(Place.NODE, (0,) * 6)})
    found = Search(task, sizes=()).find(program)
    assert found is not None
    instance = task.encode(found.problem)
    final = execute(task.program, instance).final
    assert execute(program, instance).final == final
    read, wanted = (
        decode_all(task.decoders, each.readouts, InstanceEnding(instance, final))["in_set"]
        for each in (program, task.program)
    )
    assert not np.array_equal(read, wanted)


def test_the_same_seed_draws_the_same_problems() -> None:
    one, other, third = (
        Search(get_task("dijkstra"), seed=seed, sizes=((4, 6, 5),)).batches[1].problems
        for seed in (0, 0, 1)
    )
    assert [each.graph for each in one] == [each.graph for each in other]
    assert [each.graph for each in one] != [each.graph for each in third]


@pytest.mark.parametrize("name", all_tasks())
def test_random_problems_are_of_the_tasks_kind(name: str) -> None:
    task = get_task(name)
    batch = Search(task, sizes=((5, 8, 30),)).batches[1]
    problems = batch.problems
    # Two segments always have four ends.
    sizes = {4} if name == "segments_intersect" else {5, 6, 7, 8}
    assert {each.graph.node_count for each in problems} <= sizes
    directed = {each.graph.directed for each in problems}
    expected = {Shape.ANY: {True, False}, Shape.ACYCLIC: {True}}
    assert directed == expected.get(task.inputs.shape, {False})


def example(**parts) -> Counterexample:
    graph = Graph.from_edges([2, 0], [0, 1], labels=3, weight=[0.5, 0.1], directed=True)
    return Counterexample(Problem(graph, **parts), 1, "", True)


def test_as_a_file_and_as_options() -> None:
    found = example(start=2, seed=7)
    assert found.size == (3, 2)
    edges = zip(found.problem.graph.source, found.problem.graph.target, strict=True)
    weight = found.problem.graph.weight
    assert weight is not None
    assert found.as_csv() == (
        "source,target,weight\n0,,\n1,,\n2,,\n"
        + "".join(f"{a},{b},{float(w)}\n" for (a, b), w in zip(edges, weight, strict=True))
    )
    assert found.options() == "--directed --start 2 --seed 7"
    assert found.graph_argument(get_task("dijkstra"), "graph.csv") == "graph.csv"


def test_without_start_or_weights_and_of_an_array() -> None:
    plain = Counterexample(Problem(Graph.from_edges([0], [1], labels=2)), 1, "", True)
    assert plain.as_csv() == "source,target,weight\n0,,\n1,,\n0,1,1.0\n"
    assert plain.options() == "--undirected --seed 0"
    numbers = example(values=np.array([0.1, 3.0, 2.0]))
    minimum = get_task("minimum")
    assert numbers.graph_argument(minimum, "graph.csv") == "values:0.1,3.0,2.0"


@pytest.mark.parametrize("name", ["naive_string_matcher", "segments_intersect"])
def test_a_task_with_a_source_of_its_own_reads_its_problems_again(name: str) -> None:
    task, rng = get_task(name), np.random.default_rng(3)
    assert task.source is not None
    for size in range(2, 12):
        problem = task.source.sample(size, rng)
        argument = Counterexample(problem, 1, "", True).graph_argument(task, "graph.csv")
        again = task.source.read(shlex.split(argument)[0])
        assert again.values is not None
        assert problem.values is not None
        assert (again.values == problem.values).all()


def test_runs_are_cut_off() -> None:
    """A node that flips for ever is found out, and does not hold up the search."""
    found = Search(BFS, limit=5).find(
        with_arc((POINTER, UNSEEN, UNSEEN, POINTER, 1, 1), NEUTRAL)
    )
    assert found is not None
    assert found.step <= 5
    (batch,) = Search(replace(BFS, step_bound=lambda nodes: nodes), sizes=()).batches
    assert batch.limit == max(instance.node_count for instance in batch.instances)


def test_a_task_with_problems_of_its_own() -> None:
    search = Search(MARKET, sizes=((4, 9, 20),))
    assert search.find(MARKET.program) is None
    assert [len(batch.problems) for batch in search.batches] == [4, 20]
    passes = MARKET.program.node_cases[3]
    wrong = replace(MARKET.program, node_cases=(replace(passes, signs=(None,)), passes))
    found = search.find(wrong)
    assert found is not None
    assert "node (helper) is " in found.what


def test_scalars_that_are_no_positions_are_a_difference() -> None:
    task = get_task("insertion_sort")
    target = next(use.scalar for each in task.decoders.values() for use in each.scalar_uses())
    op = task.program.op(target)
    far = Op(
        target, (*op.terms, apply("copy", (target,), range(len(task.program.node_states))))
    )
    found = Search(task, sizes=((4, 6, 10),)).find(with_op(task.program, far))
    assert found is not None
    assert found.outputs_differ


def test_large_problems_are_few() -> None:
    def large(count: int) -> Search:
        return Search(BFS, sizes=((150, 150, count),))

    batch = large(20).batches[1]
    assert len(batch.problems) < 20
    assert batch.together.arc_count < MOST_ARCS + 150 * 153
