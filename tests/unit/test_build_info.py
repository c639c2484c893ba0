"""Build information: version, commit and machine, written beside every result."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar import build_info

MODULE = Path(str(build_info.__file__)).resolve()


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *identity, *words]
    return subprocess.run(
        command, cwd=folder, env=clean, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small repository that looks like a checkout of dnar."""
    tree = tmp_path / "tree"
    (tree / "src" / "dnar").mkdir(parents=True)
    shutil.copy(MODULE, tree / "src" / "dnar")
    (tree / "pyproject.toml").write_text('[project]\nname = "dnar"\n')
    git(tree, "init", "-q")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "first")
    return tree


def found_in(tree: Path) -> tuple[str | None, bool | None]:
    build_info._commit.cache_clear()
    return build_info._commit((tree / "src" / "dnar" / MODULE.name).resolve())


def commit_of(tree: Path) -> str | None:
    return found_in(tree)[0]


def test_where_a_result_comes_from() -> None:
    found = dnar.provenance()
    assert list(found)[:2] == ["version", "commit"]
    assert found["version"] == dnar.__version__
    assert json.loads(json.dumps(found)) == found


def test_a_checkout_has_its_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    assert commit_of(checkout) == head
    monkeypatch.setenv("GIT_DIR", str(checkout.parent))
    assert commit_of(checkout) == head


def test_code_that_is_not_committed_is_told(checkout: Path) -> None:
    assert found_in(checkout)[1] is False
    (checkout / "notes.txt").write_text("no code")
    (checkout / "pyproject.toml").write_text('[project]\nname = "dnar"\nversion = "1"\n')
    assert found_in(checkout)[1] is False
    module = checkout / "src" / "dnar" / MODULE.name
    module.write_text(module.read_text() + "\nMORE = 1\n")
    assert found_in(checkout)[1] is True
    git(checkout, "add", ".")
    assert found_in(checkout)[1] is True
    git(checkout, "commit", "-q", "-m", "second")
    assert found_in(checkout)[1] is False


def test_a_surrounding_repository_is_not_named(checkout: Path) -> None:
    inner = checkout / "environment" / "src" / "dnar"
    inner.mkdir(parents=True)
    shutil.copy(MODULE, inner)
    assert commit_of(checkout / "environment") is None


def test_an_untracked_copy_has_no_commit(checkout: Path) -> None:
    git(checkout, "rm", "-q", "--cached", "src/dnar/build_info.py")
    assert commit_of(checkout) is None


@pytest.mark.parametrize("content", ['[project]\nname = "other"\n', "no toml [", "x = 1\n"])
def test_a_copy_in_another_project_has_no_commit(checkout: Path, content: str) -> None:
    (checkout / "pyproject.toml").write_text(content)
    assert found_in(checkout) == (None, None)


def test_without_git_there_is_no_commit(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(*words: Any, **options: Any) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", absent)
    assert commit_of(checkout) is None


def test_the_first_commit_asked_for_is_kept(checkout: Path) -> None:
    first = commit_of(checkout)
    git(checkout, "commit", "-q", "--allow-empty", "-m", "second")
    module = (checkout / "src" / "dnar" / MODULE.name).resolve()
    assert build_info._commit(module)[0] == first


def test_a_package_that_is_not_there() -> None:
    assert build_info._version("no-such-package") is None
