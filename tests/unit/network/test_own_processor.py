"""A processor of one's own: trained, extracted, saved with its name, refused without it."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

import dnar
from dnar.errors import InputError
from dnar.machine import program_json
from dnar.network import MessageForm, Processor, ProcessorSizes, extract, shared_networks
from dnar.tasks import get_task


class DeeperUpdates(Processor):
    """One hidden layer more in the node update."""

    depth = Processor.depth + 1

    def __init__(self, sizes: ProcessorSizes, form: MessageForm) -> None:
        super().__init__(sizes, form)
        self.middle = nn.Linear(sizes.hidden, sizes.hidden)

    def node_update(self, told: Tensor) -> Tensor:
        return super().node_update(self.middle(torch.relu(told)))


class SilentMessages(Processor):
    """Messages that carry nothing."""

    def messages(self, node_embed: Tensor, arc_embed: Tensor) -> Tensor:
        return 0 * super().messages(node_embed, arc_embed)


def test_it_is_trained_proved_saved_and_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    choices = {"processor": DeeperUpdates, "graphs": 16}
    model = dnar.train("bfs", out=folder, **choices)
    assert (model.exact, model.report["verdict"]) == (True, "proved")
    assert model.report["config"]["processor"].endswith("test_own_processor.DeeperUpdates")
    assert dnar.train("bfs", out=folder, resume=True, **choices).exact
    loaded = dnar.load_model(folder, processor=DeeperUpdates)
    assert program_json(loaded.program) == program_json(model.program)
    for wrong in (None, SilentMessages):
        with pytest.raises(InputError, match=r"DeeperUpdates, not .* give that class"):
            dnar.load_model(folder, processor=wrong)


def test_what_is_overridden_is_what_runs() -> None:
    task = get_task("bfs")
    (network,) = shared_networks([task], hidden=16, kind=SilentMessages)
    assert not network.tables().node_message.any()
    assert not network.tables().arc_forth.any()


def test_more_layers_widen_the_bound_on_rounding() -> None:
    task = get_task("bfs")
    errors = []
    for kind in (Processor, type("Deep", (Processor,), {"depth": 8})):
        torch.manual_seed(0)
        (network,) = shared_networks([task], hidden=16, kind=kind)
        found = extract(network, task).numerics
        errors.append(max(found.score_errors.values()))
    assert errors[0] < errors[1] < 2 * errors[0]
