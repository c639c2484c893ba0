"""Numbers that nodes begin with: their index, or numbers given beside a graph."""

import json
from collections.abc import Callable

import networkx as nx
import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.machine import Algorithm, keep, pull
from dnar.machine.task import Task
from dnar.machine.task_json import task_from_json, task_json


def spreading(name: str) -> Algorithm:
    """Every node takes the best number among its neighbours and itself."""
    made = Algorithm(
        name, "the best number", nodes="MEMBER", arcs="JOINED APART", graphs="undirected"
    )
    made.begin(from_virtual="APART", to_virtual="APART")
    return made


def lowest_label() -> Task:
    made = spreading("labels")
    made.index("label")
    made.head("lowest", smallest="label")
    made.node("MEMBER", hears="MEMBER over JOINED")
    made.update("label", keep("VIRTUAL"), pull("label", "MEMBER", head="lowest"))
    made.returns_pointer_by_scalar("root", "label")
    return made.task()


def largest_number() -> Task:
    made = spreading("numbers")
    made.value("number")
    made.head("largest", largest="number")
    made.node("MEMBER", hears="MEMBER over JOINED")
    made.update("number", keep("VIRTUAL"), pull("number", "MEMBER", head="largest"))
    made.returns_scalar("largest", "number", "MEMBER")
    return made.task()


def as_made(task: Task) -> Task:
    return task


def stored(task: Task) -> Task:
    return task_from_json(json.loads(json.dumps(task_json(task))))


@pytest.mark.parametrize("change", [as_made, stored])
def test_nodes_know_their_index(change: Callable[[Task], Task]) -> None:
    task = change(lowest_label())
    assert dnar.check_task(task).mistakes == ()
    for seed in range(10):
        graph = nx.gnm_random_graph(12, 9, seed=seed)
        root = dnar.run(task, graph, engine="rules").root
        parts = nx.connected_components(graph)
        assert root == {node: min(part) for part in parts for node in part}


@pytest.mark.parametrize("change", [as_made, stored])
def test_numbers_are_given_beside_a_graph(change: Callable[[Task], Task]) -> None:
    task = change(largest_number())
    assert dnar.check_task(task).mistakes == ()
    for seed in range(10):
        graph = nx.gnm_random_graph(12, 9, seed=seed)
        numbers = np.random.default_rng(seed).normal(size=12)
        largest = dnar.run(task, (graph, numbers), engine="rules").largest
        for part in nx.connected_components(graph):
            assert {largest[node] for node in part} == {max(numbers[list(part)])}
    with pytest.raises(InputError, match="a number per node"):
        dnar.run(task, nx.path_graph(3), engine="rules")


def test_what_numbers_do_not_go_with() -> None:
    made = Algorithm("any", "any", nodes="A")
    with pytest.raises(InputError, match="value 'x' is given with an undirected graph"):
        made.value("x")
    made = spreading("weighted")
    made.value("x")
    made.weight("w")
    made.returns_nodes("all", "MEMBER")
    with pytest.raises(InputError, match="takes neither a start nor weights"):
        made.task()
