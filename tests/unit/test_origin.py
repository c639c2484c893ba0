"""Provenance: version, commit and machine stand beside every figure."""

import json
import subprocess
from typing import Any

import pytest

import dnar
from dnar import origin


def test_where_a_result_comes_from() -> None:
    found = dnar.provenance()
    assert list(found)[:2] == ["version", "commit"]
    assert found["version"] == dnar.__version__
    assert json.loads(json.dumps(found)) == found


def test_outside_a_checkout_there_is_no_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*words: Any, **options: Any) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", absent)
    assert origin._commit() is None


def test_the_commit_is_that_of_the_loaded_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dnar.provenance()["commit"]
    monkeypatch.setattr(origin, "_commit", lambda: "another")
    assert dnar.provenance()["commit"] == before


def test_a_package_that_is_not_there() -> None:
    assert origin._version("no-such-package") is None
