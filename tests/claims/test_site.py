"""The documentation site builds without a warning, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tools.site_pages import MODULES, ROOT, prepare

from dnar.tasks import all_tasks


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    prepare(folder / "docs", large=False)
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    config |= {"docs_dir": str(folder / "docs"), "site_dir": str(folder / "site")}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(folder / "mkdocs.yml")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder / "site"


def test_every_task_has_a_page_with_rules_argument_playground_and_proof(site: Path) -> None:
    for name, task in all_tasks().items():
        text = (site / "algorithms" / f"{name}.html").read_text(encoding="utf-8")
        assert task.title.replace("'", "&#39;") in text or task.title in text
        assert f'src="../play/index.html?task={name}"' in text
        assert "Node states" in text
        for file in ("program.json", "certificate.json"):
            assert f'href="{name}-{file}"' in text
            assert (site / "algorithms" / f"{name}-{file}").is_file()
    assert (site / "play" / "index.html").is_file()


def test_the_reference_lists_every_public_name(site: Path) -> None:
    import importlib

    for module in MODULES:
        text = (site / "api" / f"{module}.html").read_text(encoding="utf-8")
        for name in importlib.import_module(module).__all__:
            assert name.startswith("__") or f"<code>{name}</code>" in text, (module, name)


def test_links_inside_the_site_lead_to_files(site: Path) -> None:
    checked = 0
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"""(?:href|src)="([^"#?]+)[#?"]""", text):
            if page.name != "404.html" and not re.match("[a-z]+:|//", target):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
                checked += 1
    assert checked > 500
