"""The completion experiment: its parts, what each is told, and its table."""

from pathlib import Path
from typing import Any

import pytest
from paper import completion
from paper.completion import Config
from paper.export import tables_in

from dnar.discover import Sketch, State


def test_parts_without_intermediate_outputs_keep_their_names() -> None:
    config = Config(seeds=1, free=("nodes",))
    assert completion.parts(config) == [
        "prim nodes 0",
        "prim nodes in-order 0",
        "dijkstra nodes 0",
        "dijkstra nodes in-order 0",
    ]
    for part_of_it in (Config(told=("final",)), Config(free=("arcs",))):
        assert completion.EXPERIMENT.file_name(part_of_it) == "completion.json"


def test_only_searches_for_one_part_have_several_seeds() -> None:
    config = Config(seeds=2, tasks=("prim",), free=("nodes", "nodes+arcs"), told=("final",))
    assert completion.parts(config) == ["prim nodes 0", "prim nodes 1", "prim nodes+arcs 0"]


@pytest.mark.parametrize(
    ("part", "told"), [("prim arcs 0", False), ("prim arcs in-order 0", True)]
)
def test_a_part_says_what_examples_tell(
    part: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sketches: list[Sketch] = []

    class Nothing:
        def __init__(self, sketch: Sketch, *_: Any, **__: Any) -> None:
            sketches.append(sketch)

        def run(self) -> State:
            return State()

    monkeypatch.setattr(completion, "Search", Nothing)
    assert not completion.measure(part, Config())["found"]
    assert [each.order is not None for each in sketches] == [told]


def test_the_table_has_a_row_for_each_way_of_telling(tmp_path: Path) -> None:
    run = {"found": False, "entries": 260, "refuted": 2, "search_seconds": 61.0}
    done = {**run, "found": True, "larger": [40, 40], "search_seconds": 7.0}
    parts = {"prim nodes 0": run, "prim nodes in-order 0": done}
    (table,) = tables_in(completion.section(parts, tmp_path))
    rows = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
    assert [(row["outputs told"], row["found"], row["CPU s"]) for row in rows] == [
        ("final", "0 of 1", "61"),
        ("in order", "1 of 1", "7"),
    ]
