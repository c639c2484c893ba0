"""Training without hints and discovery, as experiments: small parts, tables and pictures."""

from pathlib import Path

import numpy as np
import pytest
import torch
from paper import discovery, no_hint
from paper.no_hint_model import batch_of, run, untrained

from dnar.discover import Checker, get_sketch

TINY = no_hint.Config(
    seeds=1,
    train_sizes=(4,),
    node_states=(3,),
    schedules=(1.0,),
    iterations=2,
    hidden=8,
    sizes=(4, 16),
    graphs=3,
    layer_graphs=4,
)


def test_a_model_without_hints_is_trained_scored_and_drawn(tmp_path: Path) -> None:
    part, discovered = no_hint.parts(TINY)
    assert discovered == "discovered 0"
    result = no_hint.measure(part, TINY)
    assert set(result["scores"]) == {"4", "16"}
    assert len(result["layers"]["meaning"]) == 3
    lines = no_hint.section({part: result}, tmp_path)
    assert any("99 / 86" not in line and "ours, seed 0" in line for line in lines)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"no_hint_{number}.png" for number in (1, 2, 3)
    }


def test_hard_runs_have_hard_states_and_soft_ones_pass_gradients() -> None:
    network = untrained(3, seed=0, hidden=8)
    batch = batch_of(5, 4, np.random.default_rng(0))
    with torch.no_grad():
        hard = run(network, batch, 3, None)
    assert set(hard.node.unique().tolist()) <= {0.0, 1.0}
    assert (hard.node.sum(-1) == 1).all()
    # Pointers lead along arcs.
    pointed = hard.pointer.argmax(-1)
    assert batch.adjacent.gather(2, pointed[..., None]).all()
    soft = run(network, batch, 3, 1.0)
    soft.pointer[torch.isfinite(soft.pointer)].sum().backward()
    assert network.encoder.node.grad is not None


@pytest.mark.parametrize("part", ["sample 4 2 0", "found maximum 0"])
def test_parts_of_discovery(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checker = Checker(get_sketch("bfs"), exhaustive=3)
    monkeypatch.setattr(discovery, "_bfs_checker", lambda: checker)
    assert part in discovery.parts(discovery.EXPERIMENT.full)
    config = discovery.Config(sizes=(5,), graphs=2, exhaustive=5)
    result = discovery.measure(part, config)
    lines = discovery.section({part: result}, tmp_path)
    if part.startswith("found"):
        assert result["cost"] == 3
        assert "| maximum | 1 of 1 | 1 + 1 virtual / 2 | 3 |" in "\n".join(lines)
    else:
        assert isinstance(result["right"], bool)
