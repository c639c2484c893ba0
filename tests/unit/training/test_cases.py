"""Cases: counted as they occur, enumerated as the rules decide, drawn as asked."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from dnar.errors import InputError
from dnar.machine import Instance, first_snapshot, reachable_types, step
from dnar.machine.instance import Multiplicity, Role
from dnar.machine.vocabulary import Place, Start
from dnar.tasks import get_task
from dnar.training import TrainConfig
from dnar.training.cases import EMPTY, NO_ROW
from dnar.training.data import training_set
from dnar.training.enumerated import enumerate_cases
from dnar.training.observed import observe
from dnar.training.sampler import case_pool

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "minimum", "bellman_ford"])
@pytest.mark.parametrize("most_rivals", [None, 3])
def test_every_node_and_arc_of_every_step_is_counted(
    name: str, most_rivals: int | None
) -> None:
    data = training_set(get_task(name), (4, 6), 6, np.random.default_rng(0))
    seen = observe(data.trajectory, data.graph_of_node, 6, most_rivals)
    moments = len(data.trajectory) + 1
    nodes = [instance.node_count * moments for instance in data.instances]
    arcs = [instance.arc_count * moments for instance in data.instances]
    assert np.asarray(seen.row_counts.sum(axis=1)).ravel().tolist() == nodes
    assert np.asarray(seen.arc_counts.sum(axis=1)).ravel().tolist() == arcs
    assert seen.row_counts.shape == (6, len(seen.rows))
    assert seen.arc_counts.shape == (6, len(seen.arcs))
    if most_rivals is not None:
        assert seen.rows.count.max() <= most_rivals


def test_observed_rows_are_distinct() -> None:
    data = training_set(get_task("dijkstra"), (4, 6), 6, np.random.default_rng(0))
    rows = observe(data.trajectory, data.graph_of_node, 6, None).rows
    kinds = [
        (state, *klass, *count[0])
        for state, klass, count in zip(
            rows.state.tolist(), rows.klass.tolist(), rows.count.tolist(), strict=True
        )
    ]
    assert len(set(kinds)) == len(kinds)


def star_of(name: str, state: int, leaves: list[tuple[int, int, int]]) -> Instance:
    """A node in `state`, with a leaf per (sender state, arc state, reverse arc's state)."""
    rules, count = get_task(name).program, len(leaves)
    hub, leaf = np.zeros(count, dtype=np.int32), np.arange(1, count + 1, dtype=np.int32)
    back = np.concatenate([np.arange(count, 2 * count), np.arange(count)])
    scalars = {Place.NODE: {}, Place.ARC: {}}
    for scalar in rules.scalars:
        assert scalar.start is not Start.STREAM
        places = count + 1 if scalar.place is Place.NODE else 2 * count
        scalars[scalar.place][scalar.name] = np.zeros(places)
    return Instance(
        labels=list(range(count + 1)),
        node_kind=np.zeros(count + 1, dtype=np.uint8),
        node_state=np.array([state, *(each[0] for each in leaves)], dtype=np.uint8),
        receiver=np.concatenate([hub, leaf]),
        sender=np.concatenate([leaf, hub]),
        reverse_arc=back.astype(np.int32),
        role=np.zeros(2 * count, dtype=np.uint8),
        arc_state=np.array(
            [each[1] for each in leaves] + [each[2] for each in leaves], dtype=np.uint8
        ),
        roles=(Role("any", "any", Multiplicity.ANY),),
        node_scalars=scalars[Place.NODE],
        arc_scalars=scalars[Place.ARC],
    )


@pytest.mark.parametrize("name", ["bfs", "dfs", "dijkstra"])
def test_enumerated_outcomes_are_those_of_the_interpreter(name: str) -> None:
    rules = get_task(name).program
    cases = enumerate_cases(reachable_types(get_task(name)))
    rows, arcs, arc_states = cases.rows, cases.arcs, len(rules.arc_states)

    def leaves_of(row: int) -> list[tuple[int, int, int]]:
        found = []
        for klass, count in zip(rows.klass[row], rows.count[row, 0], strict=True):
            if klass != EMPTY:
                found += [(int(klass) // arc_states, int(klass) % arc_states, 0)] * int(count)
        return found

    rng = np.random.default_rng(0)
    chosen = rng.permutation(cases.attended_rows)[:150]
    for row in chosen.tolist():
        made = star_of(name, int(rows.state[row]), leaves_of(row))
        following = step(rules, made, first_snapshot(rules, made))
        assert following.node_state[0] == rows.outcome[row]
    checked = 0
    for arc in rng.permutation(cases.attended_arcs)[:400].tolist():
        row, place = int(arcs.forth.row[arc]), int(arcs.forth.place[arc])
        if arcs.back.row[arc] != NO_ROW or rows.count[row, 0, place] > 1:
            continue
        # The leaf's row holds the reverse arc alone: it hears it if it listens to it at all.
        back = (int(arcs.receiver[arc]), int(arcs.reverse[arc]))
        heads = range(len(rules.heads))
        hears = [back in rules.rank(head, int(arcs.sender[arc])) for head in heads]
        if arcs.back.given[arc].tolist() != hears:
            continue
        leaves = leaves_of(row)
        own = (int(arcs.sender[arc]), int(arcs.arc[arc]))
        at = [each[:2] for each in leaves].index(own)
        leaves[at] = (*own, int(arcs.reverse[arc]))
        made = star_of(name, int(rows.state[row]), leaves)
        following = step(rules, made, first_snapshot(rules, made))
        assert following.arc_state[at] == arcs.outcome[arc]
        checked += 1
    assert checked > 10


def test_attention_that_only_the_reverse_arc_reads_is_decided_in_rows() -> None:
    """In bipartite, a clash is told by the arc to the virtual node, and by nothing else."""
    rules = get_task("bipartite").program
    cases = enumerate_cases(reachable_types(get_task("bipartite")))
    rows, arcs, arc_states = cases.rows, cases.arcs, len(rules.arc_states)
    read = np.flatnonzero((arcs.back.row != NO_ROW) & ~arcs.loop)
    assert set(arcs.sender[read].tolist()) == {0, 1}
    assert np.unique(arcs.outcome[read[arcs.arc[read] == 1]]).tolist() == [1, 2]
    checked = 0
    for arc in np.random.default_rng(0).permutation(read)[:300].tolist():
        row = int(arcs.back.row[arc])
        if rows.count[row].max() > 1:
            continue
        own = (int(arcs.sender[arc]), int(arcs.arc[arc]))
        receiver, heads = int(arcs.receiver[arc]), range(len(rules.heads))
        if arcs.forth.given[arc].tolist() != [own in rules.rank(at, receiver) for at in heads]:
            continue
        classes = [int(each) for each in rows.klass[row] if each != EMPTY]
        leaves = [(*divmod(each, arc_states), 0) for each in classes]
        at = int(arcs.back.place[arc])
        leaves[at] = (*leaves[at][:2], int(arcs.arc[arc]))
        made = star_of("bipartite", int(rows.state[row]), leaves)
        following = step(rules, made, first_snapshot(rules, made))
        assert following.arc_state[len(leaves) + at] == arcs.outcome[arc]
        checked += 1
    assert checked > 10


def test_draws_come_from_where_they_should() -> None:
    counts = csr_array(np.array([[0, 3, 1, 0], [2, 0, 0, 0], [0, 0, 0, 5]], dtype=float))
    # Four observed cases, ten enumerated and six told ones: two states, three transitions.
    state = np.array([0] * 14 + [0, 0, 0, 0, 0, 1])
    outcome = np.array([0] * 14 + [0, 0, 0, 0, 1, 1])
    pool = case_pool(counts, 10, state, outcome)
    nothing = np.zeros(0, dtype=np.int64)

    def attended(
        seed: int, graphs: list[int], wrong: np.ndarray, *, balanced: bool = False
    ) -> np.ndarray:
        rng, chosen = np.random.default_rng(seed), np.array(graphs)
        return pool.draw_attended(rng, chosen, 400, balanced=balanced, wrong=wrong)

    drawn = attended(0, [0], nothing)
    assert set(drawn[:400].tolist()) == {1, 2}
    # Three of four occurrences in graph 0 are of case 1.
    assert 240 < int((drawn[:400] == 1).sum()) < 360
    assert set(drawn[400:].tolist()) == set(range(4, 14))
    assert set(attended(0, [1, 2], nothing)[:400].tolist()) == {0, 3}
    wrong = np.array([2, 13, 14, 19])
    assert set(attended(0, [1], wrong)[800:].tolist()) == {2, 13}
    assert len(attended(0, [1], wrong)) == 802
    balanced = attended(0, [1], nothing, balanced=True)
    assert set(balanced[:400].tolist()) == {0, 1, 2, 3}
    assert set(balanced[400:600].tolist()) == {0}
    assert set(balanced[600:].tolist()) == set(range(4, 14))
    told = pool.draw_told(np.random.default_rng(0), wrong, 400)
    assert set(told[:400].tolist()) == set(range(14, 20))
    # Each of the three transitions as often, although one has four of six cases.
    assert set(told[400:].tolist()) == set(range(14, 20))
    assert 40 < int((told[400:] == 19).sum()) < 95
    # Only the state in which something is wrong.
    focused = pool.draw_told(np.random.default_rng(0), np.array([19]), 400)
    assert set(focused[400:].tolist()) == {19}
    assert np.array_equal(attended(1, [0, 2], wrong), attended(1, [0, 2], wrong))
    assert not np.array_equal(attended(1, [0, 2], wrong), attended(2, [0, 2], wrong))
    numbers, times = pool.all_observed(np.array([0, 2]))
    assert (numbers.tolist(), times.tolist()) == ([1, 2, 3], [3.0, 1.0, 5.0])


def test_every_kind_of_case_is_drawn_as_often() -> None:
    counts = csr_array(np.ones((1, 100)))
    state, sender = np.zeros(100, dtype=int), np.zeros(100, dtype=int)
    outcome = np.zeros(100, dtype=int)
    outcome[7], sender[8:10] = 1, 1
    pool = case_pool(counts, 0, state, outcome, sender)
    rng, nothing = np.random.default_rng(0), np.zeros(0, dtype=int)
    drawn = pool.draw_attended(rng, np.array([0]), 3000, balanced=True, wrong=nothing)[:3000]
    assert 900 < int((drawn == 7).sum()) < 1100
    assert 900 < int(((drawn == 8) | (drawn == 9)).sum()) < 1100


def test_the_temperature_falls_geometrically() -> None:
    config = TrainConfig.paper()
    course = np.array([config.temperature(at) for at in range(config.iterations)])
    assert course[0] == pytest.approx(3.0)
    assert course[-1] == pytest.approx(0.01)
    assert np.allclose(course[1:] / course[:-1], (0.01 / 3.0) ** (1 / 999))
    assert config.temperature(5000) == pytest.approx(0.01)
    assert TrainConfig(iterations=1).temperature(0) == 3.0


@pytest.mark.parametrize(
    "choice",
    [
        {"graphs": 0},
        {"hidden": -1},
        {"learning_rate": 0.0},
        {"train_sizes": ()},
        {"train_sizes": (4, 0)},
        {"temperature_start": 0.001},
        {"seed": -1},
        {"gate_cost": -1.0},
        {"patience": -1.0},
        {"cases_per_batch": 0},
        {"cases_per_batch": None},
        {"gate_rate": 0.0},
        {"gate_temperature": 0.0},
    ],
    ids=str,
)
def test_choices_that_cannot_be_used(choice: dict) -> None:
    with pytest.raises(InputError, match=next(iter(choice))):
        TrainConfig(**choice)
