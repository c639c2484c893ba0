"""More operations: what is meant, what whitening is, and that it finds them."""

from dataclasses import replace

import torch
from paper.extended_scalars import (
    EXPERIMENT,
    OPERATIONS,
    Gates,
    LinearGates,
    WhitenedGates,
    draw,
    gram,
    operations,
    results_of,
)


def test_targets_are_the_papers() -> None:
    x, y = torch.tensor([0.5]), torch.tensor([0.25])
    scalars = torch.stack([x, y], 1)
    meant = [x, x.cos(), x.cos() + x * y, torch.atan2(x, y), 1 + x + torch.atan2(x, y)]
    for state in range(16):
        found = results_of(torch.tensor([state]), scalars)
        assert torch.allclose(found, meant[state % 5])


def test_whitened_operations_resemble_no_other() -> None:
    factor = torch.linalg.cholesky(gram())
    x, y = draw(10_000, 0.5, 1.0, torch.Generator().manual_seed(0))[1].double().unbind(1)
    white = torch.linalg.solve_triangular(factor, operations(x, y).T, upper=False)
    assert torch.allclose(
        white @ white.T / 10_000, torch.eye(5, dtype=torch.float64), atol=1e-6
    )


def test_both_kinds_of_gates_predict_by_their_values() -> None:
    state, scalars = draw(8, 0.5, 1.0, torch.Generator().manual_seed(2))
    for module in (Gates(), LinearGates(), WhitenedGates()):
        values = module.values(0.5)
        assert values.shape == (16, len(OPERATIONS))
        sums = (values[state] * operations(*scalars.unbind(1))).sum(1)
        assert torch.equal(module(state, scalars, 0.5), sums)
        assert torch.equal(module.opened(), module.values(1.0) > 0.5)


def test_whitened_gates_find_every_operation() -> None:
    config = replace(EXPERIMENT.quick, iterations=1500)
    found = EXPERIMENT.measure("whitened 0", config)
    assert found["wrong_states"] == []
    assert found["test"] == [0.0] * 5
    assert found["learned"][4] == "1 + x + atan2(x, y)"
