"""Outputs are learned and read as the task's decoders say."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from paper.reasoners.readouts import answers, output_loss, readouts_of, row_log_softmax

from dnar.errors import InputError
from dnar.machine import InstanceEnding, Problem, Snapshot, Task, decode_all, execute
from dnar.run import evaluation_problem
from dnar.tasks import all_tasks, get_task

tasks = pytest.mark.parametrize(
    "task",
    [each for name, each in all_tasks().items() if name not in ("bipartite", "core_numbers")],
    ids=lambda task: task.name,
)
"""Those that baselines learn."""


def solved(task: Task) -> tuple[Problem, Snapshot]:
    problem = evaluation_problem(task, "er", 12, 0, seed=3)
    return problem, execute(task.program, task.encode(problem)).final


def perfect(task: Task, final: Snapshot, problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """Scores of a model that knows the answer."""
    readouts, instance = readouts_of(task), task.encode(problem)
    arcs = np.zeros((instance.arc_count, len(readouts.per_arc)), dtype=np.float32)
    nodes = np.zeros((instance.node_count, len(readouts.per_node)), dtype=np.float32)
    for number, name in enumerate(readouts.pointers):
        pointed = readouts.decode(name, instance, final)
        rows = np.flatnonzero(instance.node_kind == task.decoders[name].kind)
        for row, to in zip(rows, pointed, strict=True):
            arcs[(instance.receiver == row) & (instance.sender == to), number] = 50.0
    for number, name in enumerate(readouts.masks):
        own = instance.node_kind == task.decoders[name].kind
        member = readouts.chosen(name, instance, final)
        nodes[own, number] = np.where(member, 50.0, -50.0)
    for name, use in readouts.numbers.items():
        columns = (readouts.per_arc, arcs) if use.kind is None else (readouts.per_node, nodes)
        columns[1][:, columns[0].index(name)] = final.scalars[use.scalar]
    return arcs, nodes


@tasks
def test_who_knows_the_answer_has_no_loss_and_gives_it(task: Task) -> None:
    problem, final = solved(task)
    instance, readouts = task.encode(problem), readouts_of(task)
    arcs, nodes = perfect(task, final, problem)
    scores = torch.from_numpy(arcs), torch.from_numpy(nodes)
    assert float(output_loss(readouts, instance, final, *scores)) < 1e-6
    found = answers(readouts, frozenset(), instance, arcs, nodes)
    both = {name for name in task.program.readouts if task.decoders[name].scalar_uses()}
    assert found.keys() == task.decoders.keys() - both
    ending = InstanceEnding(instance, final)
    wanted = decode_all(task.decoders, task.program.readouts, ending)
    for name, values in found.items():
        assert np.array_equal(values, wanted[name]), name


def test_whole_numbers_are_rounded() -> None:
    task = get_task("eccentricity")
    problem, final = solved(task)
    arcs, nodes = perfect(task, final, problem)
    given = readouts_of(task), frozenset({"eccentricity"}), task.encode(problem), arcs
    assert answers(*given, nodes + 0.4) == answers(*given, nodes)


def test_shares_of_a_row_add_up() -> None:
    receiver = torch.tensor([0, 0, 1])
    logs = row_log_softmax(torch.tensor([1000.0, 1000.0, -5.0]), receiver, 2)
    assert torch.allclose(logs.exp(), torch.tensor([0.5, 0.5, 1.0]))


def test_of_one_node_the_highest_score_counts() -> None:
    task = get_task("naive_string_matcher")
    problem, final = solved(task)
    arcs, nodes = perfect(task, final, problem)
    given = readouts_of(task), frozenset(), task.encode(problem), arcs
    for shift in (-100.0, 100.0):
        assert answers(*given, nodes + shift) == answers(*given, nodes)


def test_lengths_alone_cannot_be_answered() -> None:
    dijkstra = get_task("dijkstra")
    lengths = replace(dijkstra, decoders={"distance": dijkstra.decoders["distance"]})
    with pytest.raises(InputError, match="has the outputs distance"):
        readouts_of(lengths)
