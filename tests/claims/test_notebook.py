"""The widget in a real notebook: JupyterLab runs the cells, Chromium shows the playground."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from selenium.webdriver.common.by import By

import dnar
from dnar.play import widget_scene
from tests.chromium import Page, start_chromium

pytest.importorskip(
    "anywidget", reason="NOT TESTED: no anywidget; pip install 'dnar[notebook]'"
)
pytest.importorskip("jupyterlab", reason="NOT TESTED: no JupyterLab; pip install jupyterlab")

CELL = """import dnar
answer = dnar.run("bfs", "path:5", start=0, trajectory=True)
answer.play(step=2)"""


def notebook() -> str:
    cell = {
        "cell_type": "code",
        "id": "one",
        "metadata": {},
        "source": CELL,
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {
            "cells": [cell],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


@pytest.fixture
def laboratory(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in JupyterLab."""
    (tmp_path / "run.ipynb").write_text(notebook())
    home = tmp_path / "home"
    home.mkdir()
    token = secrets.token_hex(16)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    options = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ip=127.0.0.1",
        f"--IdentityProvider.token={token}",
        f"--notebook-dir={tmp_path}",
        "--expose-app-in-browser",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            stdout=log,
            stderr=log,
            env={**os.environ, "HOME": str(home)},
        )
        address = f"http://127.0.0.1:{port}/"
        try:
            wait_for(address + "api", process, tmp_path / "log")
            yield f"{address}doc/tree/run.ipynb?token={token}"
        finally:
            process.terminate()
            process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()[-2000:]
        try:
            with urlopen(address, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(log.read_text()[-2000:])


RUN = """
const done = arguments[0];
const book = window.jupyterapp.shell.currentWidget;
(async () => {
    await book.context.ready;
    await book.sessionContext.ready;
    await book.sessionContext.session.kernel.info;
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
})().then(() => done(""), problem => done(String(problem)));
"""
"""Runs the cells once the kernel has answered: a command that comes before that is lost."""


def test_a_notebook_shows_the_playground(laboratory: str) -> None:
    browser = start_chromium()
    try:
        page = Page(browser)
        browser.get(laboratory)
        page.wait(lambda: browser.find_elements(By.CSS_SELECTOR, ".jp-Cell .cm-content"))
        page.wait(
            lambda: browser.execute_script("return !!window.jupyterapp.shell.currentWidget")
        )
        browser.set_script_timeout(180)
        assert browser.execute_async_script(RUN) == ""
        page.wait(lambda: page.root.get_attribute("data-done") == "true", seconds=180)
        assert page.step == 2
        assert page.steps == 4
        page.click("forth")
        assert page.step == 3
        assert json.loads(page.output("parent")) == {"0": 0, "1": 0, "2": 1, "3": 2, "4": 4}
    finally:
        browser.quit()


def test_what_a_widget_shows() -> None:
    answer = dnar.run("bfs", "path:3", start=0, trajectory=True)
    assert answer.trajectory is not None
    assert answer.play().scene == answer.trajectory.play().scene == widget_scene(answer)
    with pytest.raises(dnar.InputError, match="trajectory=True"):
        widget_scene(dnar.run("bfs", "path:3", start=0))
    scene = widget_scene("dijkstra", "delaunay:8", start=2)
    assert scene["view"] == {
        "task": "dijkstra",
        "graph": "given",
        "step": 0,
        "start": 2,
        "moreStarts": [],
    }
    assert len(scene["graphs"][0]["positions"]) == 8
