"""Model files: the same bits back, or one clear error."""

import json
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch

from dnar.errors import InputError
from dnar.network import (
    MessageForm,
    load_network,
    load_networks,
    load_tensors,
    save_network,
    save_networks,
    save_tensors,
    shared_networks,
)
from dnar.network.checkpoint import FORMAT
from dnar.tasks import get_task
from tests.unit.network.problems import fresh

BFS = get_task("bfs")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "model.safetensors"
    save_network(path, fresh(BFS), BFS, {"seed": 3, "text": "ü", "nothing": None})
    return path


@pytest.mark.parametrize("form", MessageForm)
def test_every_bit_comes_back(tmp_path: Path, form: MessageForm) -> None:
    task, path = get_task("dijkstra"), tmp_path / "model.safetensors"
    network, facts = fresh(task, form=form), {"seed": 3, "text": "ü", "nothing": None}
    save_network(path, network, task, facts)
    found, description = load_network(path, task)
    assert (description.tasks, description.hidden) == (("dijkstra",), 16)
    assert (description.messages, description.facts) == (form, facts)
    before, after = network.state_dict(), found.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_equal_networks_give_equal_files(tmp_path: Path) -> None:
    for name in ("one", "other"):
        save_network(tmp_path / name, fresh(BFS), BFS, {})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_another_task_is_refused(saved: Path) -> None:
    with pytest.raises(InputError, match="holds a model for 'bfs', not for 'dfs'"):
        load_network(saved, get_task("dfs"))


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_tensors(path, fresh(BFS).state_dict(), {"format": FORMAT + 1, "task": "bfs"})
    with pytest.raises(InputError, match="written by a newer dnar"):
        load_network(path, BFS)
    save_tensors(path, fresh(BFS).state_dict(), {"format": FORMAT - 1, "task": "bfs"})
    with pytest.raises(InputError, match=r"written by an older dnar.*train the model again"):
        load_network(path, BFS)


def test_what_is_missing_or_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no model file"):
        load_tensors(tmp_path / "absent")
    for content in (b"", b"hello", b"\x00" * 100, b"\xff" * 100):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(InputError, match="damaged or no dnar model"):
            load_tensors(tmp_path / "file")
    foreign = safetensors.torch.save({"weight": torch.zeros(3)})
    (tmp_path / "file").write_bytes(foreign)
    with pytest.raises(InputError, match="damaged or no dnar model"):
        load_tensors(tmp_path / "file")


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.99])
def test_a_truncated_file_is_refused(saved: Path, share: float) -> None:
    content = saved.read_bytes()
    saved.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(InputError, match="damaged"):
        load_network(saved, BFS)


def test_no_flipped_byte_of_the_header_makes_another_error(saved: Path) -> None:
    content = saved.read_bytes()
    refused = 0
    length = int.from_bytes(content[:8], "little")
    for at in range(0, 8 + length, 7):
        damaged = bytearray(content)
        damaged[at] ^= 1
        saved.write_bytes(damaged)
        try:
            load_network(saved, BFS)
        except InputError:
            refused += 1
    # Only bytes of the facts can be others without notice.
    assert refused > length // 7 * 0.8


@pytest.mark.parametrize(
    "change",
    [{"hidden": 8}, {"hidden": -1}, {"hidden": "wide"}, {"messages": "loud"}, {"facts": None}],
    ids=str,
)
def test_a_description_that_does_not_fit_is_refused(
    saved: Path, change: dict[str, Any]
) -> None:
    tensors, description = load_tensors(saved)
    for name, value in change.items():
        description[name] = value
        if value is None:
            del description[name]
    save_tensors(saved, tensors, description)
    with pytest.raises(InputError, match="does not fit the bfs of this version"):
        load_network(saved, BFS)


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"format": "new"}'])
def test_a_description_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors.torch.save({"a": torch.zeros(1)}, {"dnar": text}))
    json.loads(text)
    with pytest.raises(InputError, match="damaged or no dnar model"):
        load_tensors(path)


def test_a_file_for_several_tasks_holds_the_processor_once(tmp_path: Path) -> None:
    tasks, path = [BFS, get_task("dijkstra")], tmp_path / "model.safetensors"
    names = [task.name for task in tasks]
    networks = dict(zip(names, shared_networks(tasks, hidden=16), strict=True))
    save_networks(path, networks, {"seed": 3})
    tensors, _ = load_tensors(path)
    written = sum(each.numel() for each in tensors.values())
    shared = torch.nn.ModuleList(networks.values()).parameters()
    assert written == sum(each.numel() for each in shared)
    found, description = load_networks(path, tasks)
    assert (description.tasks, description.facts) == (("bfs", "dijkstra"), {"seed": 3})
    assert found[0].processor is found[1].processor
    alone = [load_network(path, task)[0] for task in tasks]
    for before, *after in zip(networks.values(), found, alone, strict=True):
        weights = before.state_dict()
        for each in after:
            assert all(torch.equal(weights[key], each.state_dict()[key]) for key in weights)


def test_networks_that_share_nothing_are_not_saved_together(tmp_path: Path) -> None:
    networks = {"bfs": fresh(BFS), "dfs": fresh(get_task("dfs"))}
    with pytest.raises(InputError, match="bfs, dfs do not share one processor"):
        save_networks(tmp_path / "model.safetensors", networks, {})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "change",
    [
        {"processor": {"hidden": 16}},
        {"processor": 3},
        {
            "processor": {
                "hidden": 8,
                "heads": 2,
                "node_gates": 4,
                "arc_gates": 3,
                "node_signs": 0,
                "arc_signs": 0,
            }
        },
        {"messages": "loud"},
    ],
    ids=str,
)
def test_a_description_of_several_that_does_not_fit(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    tasks, path = [BFS, get_task("dijkstra")], tmp_path / "model.safetensors"
    names = [task.name for task in tasks]
    networks = dict(zip(names, shared_networks(tasks, hidden=16), strict=True))
    save_networks(path, networks, {})
    tensors, description = load_tensors(path)
    save_tensors(path, tensors, description | change)
    with pytest.raises(InputError, match="does not fit the bfs of this version"):
        load_network(path, BFS)
    save_tensors(path, tensors, description | {"tasks": 3})
    with pytest.raises(InputError, match="not for 'bfs'"):
        load_network(path, BFS)
