"""The marginal loss is the likelihood of hard attention, summed over all that may be heard."""

import itertools

import numpy as np
import pytest
import torch

from dnar.network import LocalTables, Network
from dnar.tasks import get_task
from dnar.training.data import training_set
from dnar.training.marginal import arc_losses, choices, node_losses
from dnar.training.objective import (
    ArcTensors,
    RowTensors,
    arc_logits,
    arc_tensors,
    node_logits,
    row_scores,
    row_tensors,
    soft_attention,
)
from dnar.training.observed import observe
from tests.unit.network.problems import fresh

CPU = torch.device("cpu")
SOME = 12


def cases(name: str) -> tuple[Network, LocalTables, RowTensors, ArcTensors]:
    data = training_set(get_task(name), (4, 5), 3, np.random.default_rng(1))
    seen = observe(data.trajectory, data.graph_of_node, 3, most_rivals=3)
    network = fresh(get_task(name)).double()
    rows = row_tensors(seen.rows, CPU)
    rows = RowTensors(**{**vars(rows), "times": rows.times.double()})
    return network, network.tables(), rows, arc_tensors(seen.arcs, CPU)


@pytest.mark.parametrize("name", ["mis", "dijkstra", "bellman_ford"])
def test_nodes_sum_over_all_that_their_heads_hear(name: str) -> None:
    network, tables, rows, _ = cases(name)
    rows = rows.first(SOME)
    scores = row_scores(tables, rows)
    soft = soft_attention(scores, rows, 1.0) * rows.times
    found = node_losses(network, tables, rows, choices(scores, rows))
    heads, places = rows.times.shape[1:3]
    for row in range(SOME):
        one, likely = rows.take(torch.tensor([row])), 0.0
        for heard in itertools.product(range(places + 1), repeat=heads):
            weight, attention = 1.0, torch.zeros_like(soft[:1])
            for head, place in enumerate(heard):
                if place < places:
                    weight *= float(soft[row, head, place].sum().detach())
                    attention[0, head, place, 1] = 1.0
                else:
                    weight *= 1 - float(soft[row, head].sum().detach())
            single = RowTensors(**{**vars(one), "times": torch.ones_like(one.times)})
            logits = node_logits(network, tables, single, attention)
            likely += weight * float(logits.softmax(1)[0, one.outcome[0]].detach())
        assert float(found[row].detach()) == pytest.approx(-np.log(likely), rel=1e-6)


@pytest.mark.parametrize("name", ["mis", "dijkstra"])
def test_arcs_sum_over_all_ways_of_being_heard(name: str) -> None:
    network, tables, rows, arcs = cases(name)
    scores = row_scores(tables, rows)
    soft = soft_attention(scores, rows, 1.0).detach()
    loops = torch.nonzero(arcs.loop)[:SOME, 0]
    arcs = arcs.take(torch.cat([loops, torch.nonzero(~arcs.loop)[: 2 * SOME, 0]]))
    found = arc_losses(network, tables, arcs, choices(scores, rows))
    heads = rows.times.shape[1]
    bits = list(itertools.product((0.0, 1.0), repeat=2 * heads))
    likely = torch.zeros(len(found), dtype=torch.float64)
    for heard in bits:
        weight = torch.ones(len(found), dtype=torch.float64)
        sides = []
        for number, side in enumerate((arcs.forth, arcs.back)):
            given = torch.tensor(heard[number * heads : (number + 1) * heads]).double()
            for head in range(heads):
                share = side.weight(soft, head)
                share = share if given[head] else 1 - share
                # A self-loop is its own reverse: one draw decides both ways.
                same = heard[head] == heard[heads + head]
                both = share if number == 0 else torch.ones_like(share)
                weight = weight * torch.where(arcs.loop, both * float(same), share)
            told = {**vars(side), "row": torch.full_like(side.row, -1)}
            told["given"] = given.expand(len(found), heads)
            sides.append(type(side)(**told))
        each = type(arcs)(**{**vars(arcs), "forth": sides[0], "back": sides[1]})
        logits = arc_logits(network, tables, each, soft)
        right = logits.softmax(1).gather(1, arcs.outcome[:, None])[:, 0]
        likely += weight * right.detach()
    assert torch.allclose(found.detach(), -torch.log(likely), rtol=1e-6)


def test_attention_that_is_sure_has_finite_gradients() -> None:
    network, tables, rows, arcs = cases("mis")
    scores = row_scores(tables, rows)
    sharp = type(scores)((1e3 * scores.arcs).detach().requires_grad_(), scores.nothing)
    arc_losses(network, tables, arcs, choices(sharp, rows)).sum().backward()
    assert sharp.arcs.grad is not None
    assert bool(torch.isfinite(sharp.arcs.grad).all())
