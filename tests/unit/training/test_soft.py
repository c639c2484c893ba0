"""Training with soft attention: it learns, the same every time, and refuses what is no heat."""

import pytest
import torch

from dnar.errors import InputError
from dnar.graph import complete_bipartite
from dnar.machine import Problem, execute
from dnar.network import NetworkStepper
from dnar.run import NetworkEngine, evaluate
from dnar.tasks import get_task
from dnar.training import TrainConfig, train_soft

TASK = get_task("bfs")
SHORT = TrainConfig(graphs=32, iterations=300)


def test_it_learns_and_its_attention_fades_beside_many_rivals() -> None:
    network = train_soft(TASK, SHORT)
    engine = NetworkEngine(TASK, network, temperature=1.0)
    (score,) = evaluate(engine, sizes=(16,), families=("er",), graphs=5)
    assert score.graph == 100
    weights = []
    for size in (8, 16, 32, 64):
        instance = TASK.encode(Problem(complete_bipartite(size), start=0))
        found = execute(TASK.program, instance, max_steps=1).final
        heard = NetworkStepper(network, instance, 1.0).attention(found)[0]
        arc = (instance.receiver == 1) & (instance.sender == 2)
        weights.append(float(heard[arc].item()))
    assert weights == sorted(weights, reverse=True)


def test_the_same_seed_gives_the_same_weights() -> None:
    few = TrainConfig(graphs=8, iterations=5, hidden=16)
    one, other = (train_soft(TASK, few, 0.5).state_dict() for _ in range(2))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_the_temperature_may_fall() -> None:
    few = TrainConfig(graphs=8, iterations=5, hidden=16)
    constant, same, falling = (
        train_soft(TASK, few, 0.5, start=start).state_dict() for start in (None, 0.5, 3.0)
    )
    assert all(torch.equal(constant[name], same[name]) for name in same)
    assert not all(torch.equal(constant[name], falling[name]) for name in falling)
    with pytest.raises(InputError, match=r"not above the one that it falls from, got 0\.5"):
        train_soft(TASK, few, 1.0, start=0.5)


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_a_temperature_is_above_zero(temperature: float) -> None:
    with pytest.raises(InputError, match="temperature must be above zero, got"):
        train_soft(TASK, SHORT, temperature)
