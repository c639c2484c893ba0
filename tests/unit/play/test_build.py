"""The built module corresponds to its sources."""

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from dnar.play.pages import playground_module
from tests.browser_runs import PLAYGROUND, node_program


def test_the_built_module_was_built_from_these_sources() -> None:
    names = [f"src/{path.name}" for path in sorted((PLAYGROUND / "src").iterdir())]
    digest = hashlib.sha256()
    for name in [*names, "package.json", "build.mjs"]:
        digest.update(f"{name}\n".encode())
        digest.update((PLAYGROUND / name).read_bytes())
    built = re.search("from sources ([0-9a-f]{64})", playground_module())
    assert built is not None
    assert built[1] == digest.hexdigest(), "run `npm run build` in playground/"


def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    if not (PLAYGROUND / "node_modules" / "esbuild").is_dir():
        pytest.skip("NOT TESTED: esbuild is missing; run `npm ci` in playground/")
    target = tmp_path / "playground.js"
    subprocess.run([node_program(), str(PLAYGROUND / "build.mjs"), str(target)], check=True)
    assert target.read_text(encoding="utf-8") == playground_module()


def test_nothing_is_loaded_from_elsewhere() -> None:
    text = playground_module()
    assert not re.search(r"""(?:import|from|fetch\()\s*["']https?:""", text)
