"""Makes the screenshots and the animation of README and docs from the real page.

`python -m tools.make_pictures` needs Chromium, chromedriver and the development install. It
writes docs/images.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from tests.chromium import Page, file_server, serving, start_chromium

from dnar.atomic_write import write_atomically
from dnar.explain import draw_states, explain_program
from dnar.machine import reachable_types
from dnar.play import export_site
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def make(folder: Path = IMAGES) -> None:
    """Writes every picture."""
    folder.mkdir(exist_ok=True)
    task = get_task("dijkstra")
    words = explain_program(task, pretrained_program(task), reachable_types(task))
    draw_states(words, folder / "dijkstra-states.png")
    with tempfile.TemporaryDirectory() as site:
        export_site(site, large=())
        browser = start_chromium()
        try:
            with serving(file_server(Path(site))) as address:
                _shoot(Page(browser).open(address), folder)
        finally:
            browser.quit()


def _begin(page: Page, task: str, graph: str, start: str, step: int) -> None:
    page.choose("task", task)
    page.choose("graph", graph)
    page.choose("start", start)
    page.evaluate(f"app.goTo({step})")


def _size(page: Page, width: int, height: int, *, mobile: bool = False) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    page.wait(lambda: page.evaluate("app.root.clientWidth") <= width)


def _light(page: Page, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def _shoot(page: Page, folder: Path) -> None:
    _light(page, "light")
    _size(page, 1280, 900)
    _begin(page, "dijkstra", "delaunay:20", "0", 31)
    page.evaluate("app.ask(3)")
    write_atomically(folder / "playground.png", [page.browser.get_screenshot_as_png()])
    write_atomically(folder / "playground.gif", [_animation(page)])
    _size(page, 1400, 760)
    page.choose("task", "bfs")
    page.choose("graph", "karate")
    page.choose("compare", "arc:0")
    page.evaluate("app.goTo(3)")
    write_atomically(folder / "compare.png", [page.browser.get_screenshot_as_png()])
    page.choose("compare", "")
    _light(page, "dark")
    _size(page, 390, 844, mobile=True)
    page.choose("graph", "er:12")
    page.evaluate("app.goTo(2)")
    write_atomically(folder / "phone.png", [page.browser.get_screenshot_as_png()])


def _animation(page: Page) -> bytes:
    """Dijkstra's algorithm on a small graph, every third step."""
    _size(page, 1120, 800)
    _begin(page, "dijkstra", "er:12", "0", 0)
    page.at_end()
    frames = []
    last = page.steps
    for step in [*range(0, last, 3), last]:
        page.evaluate(f"app.goTo({step})")
        png = page.browser.get_screenshot_as_png()
        frames.append(Image.open(io.BytesIO(png)).convert("RGB").resize((840, 600)))
    # Small areas such as nodes keep their colours; the usual methods average them away.
    method = Image.Quantize.MAXCOVERAGE
    frames = [each.quantize(128, method, dither=Image.Dither.NONE) for each in frames]
    lasts = [350] * (len(frames) - 1) + [2500]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=lasts, loop=0)
    return file.getvalue()


if __name__ == "__main__":
    make()
    sys.stdout.write(f"{IMAGES}\n")
