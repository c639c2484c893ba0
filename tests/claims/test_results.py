"""The results page says what the committed results say."""

from pathlib import Path

import pytest
from benchmarks import scale_page
from paper.catalogue import NAMES, experiment
from paper.report import write_page
from paper.results_file import COMMITTED, ResultsFile

PAGE = Path(__file__).parents[2] / "docs" / "results.md"


def test_the_page_is_made_from_the_results(tmp_path: Path) -> None:
    page = tmp_path / PAGE.name
    write_page(page, COMMITTED, "full")
    assert page.read_text() == PAGE.read_text()
    for drawn in (tmp_path / PAGE.stem).iterdir():
        assert (PAGE.with_suffix("") / drawn.name).is_file()


def test_the_tables_on_scale_are_made_from_the_results() -> None:
    assert scale_page.page() == scale_page.PAGE.read_text()


@pytest.mark.parametrize("name", NAMES)
def test_every_part_says_where_it_comes_from(name: str) -> None:
    chosen = experiment(name)
    parts = ResultsFile(chosen, chosen.full, COMMITTED).parts
    assert parts, "every experiment was measured"
    for part, found in parts.items():
        assert len(found["provenance"]["commit"]) == 40, part
        assert not found["provenance"].get("uncommitted_changes"), part
        assert found["provenance"]["cores"] >= 1, part


def test_members_of_every_seed_are_proved_and_their_certificates_accepted() -> None:
    chosen = experiment("multitask")
    parts = ResultsFile(chosen, chosen.full, COMMITTED).parts
    assert len(parts) >= 3
    for seed, found in parts.items():
        assert len(found["members"]) == 6, seed
        for name, member in found["members"].items():
            assert member["exact"], (seed, name)
            assert member["verdict"] == "proved", (seed, name)
            assert member["accepted"], (seed, name)
