"""One optimisation step on local cases against one on the same 32 graphs, step by step.

The peer is the plain way to train: a soft forward pass over every step of every trajectory,
on the same machine and in the same run.
"""

import itertools
import time

import numpy as np
import torch

import dnar
from benchmarks.results_file import write_results
from dnar.machine import execute, union
from dnar.network import NetworkStepper, network_step
from dnar.network.rollout import configuration
from dnar.training import Lesson, TrainConfig, Trainer

TASKS = ("bfs", "dfs", "dijkstra")
REPEATS = 20


def main() -> None:
    torch.set_num_threads(1)
    rows = []
    print(f"{'task':10}{'cases ms':>10}{'plain ms':>10}{'times faster':>14}")
    for name in TASKS:
        (lesson,) = Trainer([dnar.get_task(name)], TrainConfig()).lessons
        cases = _case_step(lesson)
        plain = _plain_step(lesson)
        rows.append(
            {"task": name, "cases_ms": cases, "plain_ms": plain, "ratio": plain / cases}
        )
        print(f"{name:10}{cases:10.1f}{plain:10.1f}{plain / cases:14.1f}", flush=True)
    write_results("loss_cost", {"graphs_per_batch": 32, "runs": rows})


def _case_step(lesson: Lesson) -> float:
    rng = np.random.default_rng(0)
    began = time.perf_counter()
    for _ in range(REPEATS):
        lesson.loss(rng, 1.0).backward()
    return 1000 * (time.perf_counter() - began) / REPEATS


def _plain_step(lesson: Lesson) -> float:
    graphs = union(lesson.curriculum.data.instances[:32])
    trajectory = execute(lesson.task.program, graphs, record=True).trajectory
    assert trajectory is not None
    snapshots = list(trajectory.snapshots())
    wiring = NetworkStepper(lesson.network, graphs).wiring
    device = lesson.network.encoder.node.device
    began = time.perf_counter()
    tables = lesson.network.tables()
    total = torch.zeros(())
    for now, following in itertools.pairwise(snapshots):
        made = network_step(lesson.network, tables, wiring, configuration(now, device), 1.0)
        goal = configuration(following, device)
        entropy = torch.nn.functional.cross_entropy
        total = total + entropy(made.node_logits, goal.node_state)
        total = total + entropy(made.arc_logits, goal.arc_state)
    total.backward()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
