"""The page on large graphs: time to load, to compute and draw a step, and until it is shown."""

import tempfile
from pathlib import Path
from statistics import median

from tests.chromium import Page, file_server, serving, start_chromium

from benchmarks.results_file import write_results
from dnar.play import export_site

GRAPHS = ("delaunay:1000", "delaunay:10000")
STEPS = 15

MEASURE = """
const [root, name, steps, done] = arguments;
const app = root.playground;
const frame = () => new Promise(
  (next) => requestAnimationFrame(() => requestAnimationFrame(next)));
(async () => {
  const begun = performance.now();
  await app.chooseGraph(name);
  await frame();
  const load = performance.now() - begun;
  const [own, all] = [[], []];
  for (let step = 0; step < steps; step += 1) {
    const before = performance.now();
    app.goTo(app.view.step + 1);
    own.push(performance.now() - before);
    await frame();
    all.push(performance.now() - before);
  }
  done({ load, own, shown: all });
})();
"""


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        export_site(folder, large=GRAPHS)
        browser = start_chromium()
        try:
            with serving(file_server(Path(folder))) as address:
                page = Page(browser).open(address)
                for name in GRAPHS:
                    found = browser.execute_async_script(MEASURE, page.root, name, STEPS)
                    row = {
                        "graph": name,
                        "load_ms": found["load"],
                        "step_ms": median(found["own"]),
                        "frame_ms": median(found["shown"]),
                    }
                    print(row)
                    rows.append(row)
        finally:
            browser.quit()
    write_results("playground", {"task": "bfs", "steps": STEPS, "runs": rows})


if __name__ == "__main__":
    main()
