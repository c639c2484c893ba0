"""Conflicts: counted as a table of updates would meet them, found and removed."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from dnar.machine import reachable_types
from dnar.network import MessageForm
from dnar.tasks import bfs, get_task
from dnar.training import Lesson, TrainConfig, Trainer
from dnar.training.cases import NO_ROW
from dnar.training.curriculum import NOTHING_WRONG
from dnar.training.enumerated import enumerate_cases
from dnar.training.listening import Listening, Scores
from dnar.training.objective import hard_attention, row_scores
from dnar.training.settle import MARGIN, settle

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

RICH, LITERAL = MessageForm
SMALL = TrainConfig(graphs=16, train_sizes=(4, 6))


def listening_of(name: str, form: MessageForm, seed: int) -> tuple[Lesson, Listening]:
    (lesson,) = Trainer([get_task(name)], replace(SMALL, messages=form, seed=seed)).lessons
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=scores_of(lesson).shape)
    listening = lesson.curriculum.listening(lesson.network, NOTHING_WRONG, rng, scores)
    return lesson, listening


def scores_of(lesson: Lesson) -> Scores:
    encoder, processor = lesson.network.encoder, lesson.network.processor
    return processor.part_scores(encoder.node, encoder.arc).detach().double().numpy()


def lost_to_the_best_table(lesson: Lesson, listening: Listening) -> int:
    """Attended and told cases that the best table of updates would lose, told ones first."""
    network, rows, arcs = lesson.network, listening.rows, listening.arcs
    embed = (network.encoder.node.detach(), network.encoder.arc.detach())
    for state in range(listening.node_states):
        parts = torch.from_numpy(listening.parts(state))
        scores = torch.from_numpy(listening.scores[:, state]).float()[:, parts]
        network.processor.set_part_scores(*embed, state, scores, parts)
    tensors = lesson.curriculum.rows
    heard = hard_attention(row_scores(network.tables(), tensors), tensors).numpy() > 0
    rich, heads = listening.form is RICH, range(listening.heads)
    told: dict[tuple, dict[int, int]] = {}

    def met(key: tuple, outcome: int, weight: int) -> None:
        here = told.setdefault(key, {})
        here[outcome] = here.get(outcome, 0) + weight

    for row in range(len(rows)):
        messages = [int(rows.klass[row, heard[row, head].any(1).argmax()]) for head in heads]
        key = tuple(each if rich else each // listening.arc_states for each in messages)
        met(("node", rows.state[row], *key), rows.outcome[row], listening.row_weight[row])
    for arc in range(len(arcs)):
        ends = (int(arcs.receiver[arc]), int(arcs.sender[arc]))
        key = ["arc", int(arcs.arc[arc]), *(ends if rich else ())]
        sides = ((arcs.forth, ends[1], 0), (arcs.back, ends[0], int(arcs.reverse[arc])))
        for side, sender, state in sides:
            for head in heads:
                is_heard = side.given[arc, head]
                if side.row[arc] != NO_ROW:
                    place, best = side.place[arc], int(side.best[arc, head])
                    is_heard = heard[side.row[arc], head, place, best]
                key.append((sender, state if rich else None) if is_heard else None)
        met(tuple(key), arcs.outcome[arc], listening.arc_weight[arc])
    return sum(sum(here.values()) - max(here.values()) for here in told.values())


@pytest.mark.parametrize("form", [RICH, LITERAL])
@pytest.mark.parametrize("name", ["bfs", "prim"])
def test_conflicts_are_what_the_best_table_loses(name: str, form: MessageForm) -> None:
    lesson, listening = listening_of(name, form, 1)
    listening.scores[..., -1] = np.abs(listening.scores[..., -1])
    for head, state in np.ndindex(listening.scores.shape[:2]):
        listening.change(head, state, listening.scores[head, state])
    conflicts, _ = listening.in_conflict()
    assert conflicts > 0
    assert conflicts == lost_to_the_best_table(lesson, listening)


@pytest.mark.parametrize("form", [RICH, LITERAL])
def test_a_draw_is_judged_by_what_it_would_change(form: MessageForm) -> None:
    _, listening = listening_of("dijkstra", form, 2)
    rng = np.random.default_rng(0)
    for state in range(listening.node_states):
        for head in range(listening.heads):
            draws = rng.normal(size=(4, listening.scores.shape[2]))
            draws = np.concatenate([draws, listening.scores[None, head, state]])
            judged = listening.judge(draws, head, state)
            before, _ = listening.in_conflict()
            listening.change(head, state, draws[0])
            after, _ = listening.in_conflict()
            assert after - before == judged[0] - judged[-1]


@pytest.mark.parametrize("form", [RICH, LITERAL])
@pytest.mark.parametrize("name", ["bfs", "mis", "eccentricity", "prim", "dijkstra"])
def test_the_search_ends_all_conflicts(name: str, form: MessageForm) -> None:
    lesson, listening = listening_of(name, form, 3)
    assert settle(listening, np.random.default_rng(0), 32)
    assert listening.in_conflict() == (0, [])
    assert lost_to_the_best_table(lesson, listening) == 0
    for head, state in np.ndindex(listening.scores.shape[:2]):
        now = listening.scores[head, state]
        margin = listening.margin(now[None], head, state)[0]
        assert margin > MARGIN / 10 * np.abs(now).max()
    settled = listening.scores.copy()
    assert settle(listening, np.random.default_rng(1), 32)
    narrow = (listening.scores != settled).any(2)
    assert narrow.mean() < 0.5, "states without conflicts stay, but for narrow margins"


def test_a_search_that_fails_keeps_the_best_it_found() -> None:
    _, listening = listening_of("bfs", LITERAL, 0)
    rows = listening.rows
    torn = replace(rows, outcome=np.arange(len(rows)) % 2)
    signature = Trainer([get_task("bfs")], SMALL).lessons[0].network.signature
    listening = Listening(torn, listening.arcs, signature, LITERAL, listening.scores)
    before, _ = listening.in_conflict()
    assert not settle(listening, np.random.default_rng(0), 8)
    assert 0 < listening.in_conflict()[0] <= before


def test_the_literal_form_cannot_satisfy_all_enumerated_cases() -> None:
    """A done node with two pointers, which no run shows, hears at most one of them."""
    cases, rules = enumerate_cases(reachable_types(get_task("bfs"))), get_task("bfs").program
    arcs, pointer = cases.arcs, bfs.ArcState.POINTER
    unheard = (arcs.forth.row != NO_ROW) & (arcs.arc == pointer) & ~arcs.forth.best[:, 0]
    done = unheard & (arcs.receiver == bfs.NodeState.DONE) & (arcs.back.row == NO_ROW)
    assert set(arcs.outcome[done & ~arcs.back.given[:, 0]]) == {pointer}
    # The literal update is told the same of an unseen node's own loop that it does not hear.
    loop = (arcs.receiver == bfs.NodeState.UNSEEN) & (arcs.arc == pointer)
    assert bfs.ArcState.NEUTRAL in arcs.outcome[loop]
    assert (
        rules.arc_outcome(
            pointer, bfs.NodeState.UNSEEN, bfs.NodeState.UNSEEN, pointer, heard=0, back=0
        )
        == bfs.ArcState.NEUTRAL
    )
