"""Headless Chromium for tests: one browser per worker, pages from loopback only."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1280,1000",
)


def start_chromium() -> webdriver.Chrome:
    """A browser; without Chromium the test is skipped, but not in continuous integration."""
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        reason = "NOT TESTED: no Chromium; apt-get install chromium chromium-driver"
        if os.environ.get("DNAR_CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    options = webdriver.ChromeOptions()
    options.binary_location = str(programs[0])
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(str(programs[1])))
    found.set_script_timeout(60)
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def file_server(folder: Path) -> ThreadingHTTPServer:
    """A plain file server."""
    handler: Callable[..., BaseHTTPRequestHandler] = partial(_Quiet, directory=str(folder))
    return ThreadingHTTPServer(("127.0.0.1", 0), handler)  # type: ignore[arg-type]


class Page:
    """The playground in a browser, used as a person would."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def open(self, address: str) -> "Page":
        """Loads the page anew and waits for its first run."""
        self.browser.get("about:blank")
        self.browser.get(address)
        self.wait(lambda: self.root.get_attribute("data-done") == "true")
        return self

    def wait(self, condition: Callable[[], Any], seconds: float = 60.0) -> Any:
        """What the condition gives, once it gives something."""
        end = time.monotonic() + seconds
        while True:
            try:
                found = condition()
                if found:
                    return found
            except Exception:
                if time.monotonic() > end:
                    raise
            assert time.monotonic() < end, "the page did not get there"
            time.sleep(0.02)

    @property
    def root(self) -> WebElement:
        """The playground's element."""
        return self.browser.find_element(By.CLASS_NAME, "dnar-playground")

    def part(self, name: str) -> WebElement:
        """A control by its test name."""
        return self.browser.find_element(By.CSS_SELECTOR, f'[data-test="{name}"]')

    def choose(self, name: str, value: str) -> None:
        """Chooses an option."""
        script = (
            "arguments[0].value = arguments[1];"
            "arguments[0].dispatchEvent(new Event('change', {bubbles: true}));"
        )
        self.browser.execute_script(script, self.part(name), value)

    def click(self, name: str) -> None:
        """Clicks a control."""
        self.part(name).click()

    def at_end(self) -> None:
        """Goes to the last step and waits for it."""
        self.click("last")
        self.wait(lambda: self.root.get_attribute("data-done") == "true")
        self.wait(lambda: self.step == self.steps)

    @property
    def step(self) -> int:
        """The step that is shown."""
        return int(self.root.get_attribute("data-step") or -1)

    @property
    def steps(self) -> int:
        """The steps that are known."""
        return int(self.root.get_attribute("data-steps") or -1)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression about the page's application `app`."""
        script = f"const app = arguments[0].playground; return ({expression});"
        return self.browser.execute_script(script, self.root)

    def output(self, name: str) -> Any:
        """An output as the page shows it."""
        found = self.browser.find_element(By.CSS_SELECTOR, f'[data-output="{name}"]')
        return found.get_attribute("data-value")

    def complaints(self) -> list[str]:
        """Errors that the browser logged."""
        return [
            each["message"]
            for each in self.browser.get_log("browser")
            if each["level"] == "SEVERE" and "favicon" not in each["message"]
        ]
