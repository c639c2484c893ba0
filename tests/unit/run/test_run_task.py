"""Running a task: the caller's graph and labels in, the caller's labels out."""

from typing import Any

import networkx as nx
import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.graph import erdos_renyi, path, random_weights
from dnar.run import named_graph, pose
from dnar.tasks import get_task


def test_any_hashable_label_comes_back() -> None:
    friends = nx.Graph([("ann", ("bob", 2)), (("bob", 2), 3.5), ("eve", "eve")])
    answer = dnar.run("bfs", friends, start=3.5)
    assert answer.parent == {
        "ann": ("bob", 2),
        ("bob", 2): 3.5,
        3.5: 3.5,
        "eve": "eve",
    }
    assert dnar.run("mis", friends, randomness=[[0, 1, 2, 3]]).in_set == ["ann", 3.5, "eve"]


def test_a_task_by_name_or_by_value() -> None:
    one = dnar.run("bfs", path(3), start=0)
    assert one == dnar.run(get_task("bfs"), path(3), start=0)
    assert (one.task, one.steps, one.halted) == ("bfs", 2, True)


def test_a_given_number_of_steps() -> None:
    cut = dnar.run("bfs", path(5), start=0, max_steps=2)
    assert (cut.steps, cut.halted) == (2, False)
    assert cut.parent == {0: 0, 1: 0, 2: 1, 3: 3, 4: 4}
    assert dnar.run("bfs", path(5), start=0, max_steps=0).parent == {at: at for at in range(5)}
    assert dnar.run("minimum", [2, 1], max_steps=0, engine="rules").minimum is None


def test_a_trajectory_on_request() -> None:
    assert dnar.run("bfs", path(3), start=0).trajectory is None
    trajectory = dnar.run("bfs", path(3), start=0, trajectory=True).trajectory
    assert trajectory is not None
    assert len(trajectory) == 2


def test_one_weight_for_all_edges() -> None:
    assert dnar.run("dijkstra", path(3), start=0, weight=2).distance == {0: 0, 1: 2, 2: 4}
    own = path(2).with_weight(5.0)
    assert dnar.run("dijkstra", own, start=0, weight=2).distance == {0: 0, 1: 5}


def test_the_direction_can_be_overruled() -> None:
    one_way = nx.DiGraph([(0, 1)])
    assert dnar.run("bfs", one_way, start=1).parent == {0: 0, 1: 1}
    assert dnar.run("bfs", one_way, start=1, directed=False).parent == {0: 1, 1: 1}


def test_a_seed_draws_graph_weights_and_numbers() -> None:
    rng = np.random.default_rng(3)
    drawn = random_weights(erdos_renyi(12, rng), rng)
    by_name = dnar.run("dijkstra", "er:12", start=0, seed=3)
    assert by_name == dnar.run("dijkstra", drawn, start=0)
    dijkstra, bfs = get_task("dijkstra"), get_task("bfs")
    options = {"seed": 3, "weight": None, "directed": None}
    assert named_graph(dijkstra, "er:12", **options) == drawn
    assert named_graph(bfs, "er:12", **options).weight is None
    flat = named_graph(dijkstra, "er:12", seed=3, weight=1.5, directed=None)
    assert flat.weight is not None
    assert set(flat.weight.tolist()) == {1.5}


def test_randomness_as_lists() -> None:
    problem = pose(get_task("mis"), path(2), randomness=[[1, 2], [3, 4]])
    assert problem.randomness is not None
    assert problem.randomness.tolist() == [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize(
    ("task", "graph", "given", "message"),
    [
        ("nothing", path(2), {}, "no task 'nothing'"),
        ("bfs", path(2), {"start": 7}, "no node 7; the nodes are 0, 1"),
        ("bfs", path(2), {}, "bfs begins at a node"),
        ("mis", path(2), {"start": "anywhere"}, "mis takes no start node"),
        ("minimum", [1.0], {"start": 0}, "minimum takes no start node"),
        ("mis", path(2), {"seed": -1}, "a seed is a whole number, zero or more, got -1"),
        ("mis", path(2), {"randomness": "x"}, "randomness is rounds x nodes, got 'x'"),
        ("mis", path(2), {"randomness": [[1.0]]}, r"\(rounds, 2\), got shape \(1, 1\)"),
        ("mis", path(2), {"randomness": [1.0, 2.0]}, r"rounds x nodes, got shape \(2,\)"),
        ("bfs", path(2), {"start": 0, "max_steps": -1}, "zero or more, got -1"),
        ("prim", path(2), {"start": 0, "weight": float("nan")}, "weights must be finite"),
        ("bfs", nx.Graph(), {"start": 0}, "the graph is empty"),
        ("bfs", 7, {"start": 0}, "cannot make a graph of a int"),
        ("dfs", nx.path_graph(2), {"source": "0"}, "a start node is given with start="),
        ("dijkstra", path(2), {"start": 0, "weight": "cost"}, "names an attribute, and a dnar"),
        ("dijkstra", "er:5", {"start": 0, "weight": "cost"}, "and the built-in graph er:5 has"),
        ("bfs", path(2), {"start": 0, "combine": "max"}, "combine is one of 'error', 'min', "),
    ],
)
def test_bad_input(task: str, graph: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        dnar.run(task, graph, **given)
