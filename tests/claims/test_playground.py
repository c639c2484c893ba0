"""The playground in a real browser: draw, run, step back, ask why, upload, link, compare."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import dnar
from dnar.explain import explain_case
from dnar.machine import execute
from dnar.play import export_site, page_server, site_scene, standalone_page, widget_scene
from dnar.play.pages import playground_module
from dnar.run import pose
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks
from tests.browser_runs import same_steps
from tests.chromium import Page, file_server, serving, start_chromium
from tests.unit.play.test_interpreter import sample_cases


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    browser = start_chromium()
    yield Page(browser)
    browser.quit()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The exported playground, from a plain file server."""
    folder = tmp_path_factory.mktemp("site")
    export_site(folder, large=("delaunay:1000", "delaunay:10000"))
    with serving(file_server(folder)) as address:
        yield address


def tap(page: Page, x: float, y: float) -> None:
    """Clicks at a place of the drawing, in pixels from its middle."""
    canvas = page.part("canvas0")
    ActionChains(page.browser).move_to_element_with_offset(
        canvas, int(x), int(y)
    ).click().perform()


def tap_node(page: Page, node: int) -> None:
    place = page.evaluate(
        f"(({{x, y}}) => [x - app.panes[0].canvas.clientWidth / 2,"
        f" y - app.panes[0].canvas.clientHeight / 2])"
        f"(app.panes[0].drawing.cy.getElementById('n{node}').renderedPosition())"
    )
    tap(page, *place)


def test_every_task_runs_from_a_plain_file_server(page: Page, site: str) -> None:
    page.open(site)
    for name, task in all_tasks().items():
        page.choose("task", name)
        page.at_end()
        assert page.part("message").text == "", name
        assert "Nothing changes any more" in page.part("status").text, name
        assert page.steps > 0, name
        assert all(page.output(output) for output in task.decoders), name
    assert page.complaints() == []


DETACHED = """
const [scene, done] = arguments;
import("./playground.js").then(({ default: { render } }) => {
    const el = document.createElement("div");
    document.body.replaceChildren();
    render({ model: { get: () => scene }, el });
    setTimeout(() => document.body.append(el), 100);
}).then(() => done(""), problem => done(String(problem)));
"""


def test_a_host_may_show_it_later(page: Page, site: str) -> None:
    """Notebooks may render a widget before it is part of the page."""
    page.open(site)
    scene = widget_scene("bfs", "path:5", start=0)
    assert page.browser.execute_async_script(DETACHED, scene) == ""
    page.wait(lambda: page.root.get_attribute("data-done") == "true")
    zoom = "app.panes[0].drawing.cy.zoom()"
    page.wait(lambda: page.root.is_displayed() and page.evaluate(zoom) > 0.5)
    assert page.complaints() == []


def test_answers_are_those_of_dnar_run(page: Page, site: str) -> None:
    page.open(site)
    page.choose("task", "dijkstra")
    page.choose("graph", "delaunay:20")
    page.choose("start", "3")
    page.at_end()
    expected = dnar.run("dijkstra", "delaunay:20", start=3)
    assert page.steps == expected.steps
    for name in ("parent", "distance"):
        assert json.loads(page.output(name)) == expected.to_json()[name]
    page.choose("task", "mis")
    page.choose("graph", "karate")
    page.choose("seed", "7")
    page.at_end()
    assert json.loads(page.output("in_set")) == dnar.run("mis", "karate", seed=7).in_set


def test_a_run_begins_at_several_nodes(page: Page, site: str) -> None:
    page.open(site)
    assert not page.part("moreStarts").is_displayed()
    page.choose("task", "nearest_landmark")
    page.choose("graph", "karate")
    page.choose("moreStarts", "33, 16")
    page.at_end()
    expected = dnar.run("nearest_landmark", "karate", start=[0, 33, 16])
    for name, output in expected.to_json().items():
        if name in expected.outputs:
            assert json.loads(page.output(name)) == output
    page.choose("moreStarts", "99")
    assert "There is no node 99" in page.part("message").text
    assert page.part("moreStarts").get_property("value") == "33, 16"


def test_trajectories_in_the_browser_are_those_of_python(page: Page, site: str) -> None:
    page.open(site)
    cases = sample_cases()
    found = page.browser.execute_script(
        "return JSON.stringify(arguments[0].map(window.dnarRunCase))",
        [case for case, _ in cases],
    )
    for (_, run), result in zip(cases, json.loads(found), strict=True):
        assert run.trajectory is not None
        same_steps(run.trajectory, result["steps"])


def test_steps_go_back_and_forth_by_button_and_key(page: Page, site: str) -> None:
    page.open(site)
    states = "Array.from(app.trajectories[0].snapshot(app.view.step).nodeState)"
    seen = [page.evaluate(states)]
    for _ in range(3):
        page.click("forth")
        seen.append(page.evaluate(states))
    assert page.step == 3
    assert len({tuple(each) for each in seen}) == 4
    page.click("back")
    assert (page.step, page.evaluate(states)) == (2, seen[2])
    page.part("canvas0").send_keys(Keys.ARROW_LEFT)
    assert (page.step, page.evaluate(states)) == (1, seen[1])
    page.part("canvas0").send_keys(Keys.HOME)
    assert (page.step, page.evaluate(states)) == (0, seen[0])
    page.choose("speed", "32")
    page.part("canvas0").send_keys(" ")
    page.wait(lambda: page.step == 3)
    fires = page.browser.find_elements(By.CSS_SELECTOR, '[data-test="rules"] .fires')
    page.click("first")
    assert page.browser.find_elements(By.CSS_SELECTOR, '[data-test="rules"] .fires') != fires


def test_a_clicked_node_says_why(page: Page, site: str) -> None:
    page.open(site)
    page.click("forth")
    tap_node(page, 33)
    task = dnar.get_task("bfs")
    program = pretrained_program(task)
    instance = task.encode(pose(task, "karate", start=0))
    run = execute(program, instance, record=True)
    assert run.trajectory is not None
    lines = explain_case(task, program, instance, run.trajectory.snapshot(1), 33)
    opening = " ".join(lines[: lines.index("")])
    assert page.part("why").text == opening
    why = page.browser.find_element(By.CLASS_NAME, "why").text
    assert "first come first" in why
    assert "What it hears" in why


def test_a_graph_is_drawn_by_hand(page: Page, site: str) -> None:
    page.open(site)
    page.choose("task", "dijkstra")
    page.click("edit")
    page.click("clear")
    page.wait(lambda: page.evaluate("app.graph.labels.length") == 1)
    for number, (x, y) in enumerate([(-150, -100), (140, 110)], start=2):
        tap(page, x, y)
        page.wait(lambda number=number: page.evaluate("app.graph.labels.length") == number)
    page.evaluate("app.weight.value = 2")
    for one, other in ((0, 1), (1, 2)):
        tap_node(page, one)
        tap_node(page, other)
    page.wait(lambda: page.evaluate("app.graph.edges.length") == 2)
    page.at_end()
    assert json.loads(page.output("distance")) == {"0": 0, "1": 2, "2": 4}
    tap_node(page, 2)
    page.evaluate("(app.aim = null)")
    page.click("delete")
    page.wait(lambda: page.evaluate("app.graph.labels.length") == 2)
    page.click("edit")
    assert page.complaints() == []


def test_files_are_uploaded_and_bad_ones_named(page: Page, site: str, tmp_path: Path) -> None:
    page.open(site)
    good, bad, large = (tmp_path / name for name in ("roads.csv", "bad.csv", "large.txt"))
    good.write_text("source,target,weight\nUlm,Bonn,4\nUlm,Jena,1\nJena,Bonn,2\n")
    bad.write_text("source,target,weight\nUlm,Bonn,four\n")
    page.choose("task", "dijkstra")
    page.part("file").send_keys(str(good))
    page.wait(lambda: page.evaluate("app.view.graph") == "roads.csv")
    page.choose("start", "2")
    page.at_end()
    assert json.loads(page.output("distance")) == {"Bonn": 3, "Jena": 1, "Ulm": 0}
    page.part("file").send_keys(str(bad))
    page.wait(lambda: page.part("message").text)
    assert page.part("message").text == "bad.csv:2: expected a finite number, got four"
    assert page.evaluate("app.view.graph") == "roads.csv"
    large.write_text("".join(f"{at} {at + 1}\n" for at in range(10_000)))
    page.choose("task", "bfs")
    page.part("file").send_keys(str(large))
    page.wait(lambda: page.evaluate("app.view.graph") == "large.txt")
    assert "10,001 nodes: drawing takes a while" in page.part("message").text


def test_a_link_restores_the_view(page: Page, site: str) -> None:
    page.open(site)
    page.choose("task", "prim")
    page.choose("graph", "grid:25")
    page.choose("start", "12")
    page.choose("compare", "program:rules")
    page.evaluate("app.goTo(17)")
    page.click("link")
    address = page.browser.current_url
    assert "#" in address
    page.open(address)
    assert page.evaluate("[app.view.task, app.view.graph, app.view.start, app.view.step]") == [
        "prim",
        "grid:25",
        12,
        17,
    ]
    assert page.evaluate("app.view.compare") == "program:rules"
    page.open(site + "#nonsense")
    assert "damaged" in page.part("message").text


def test_two_programs_run_side_by_side(page: Page, site: str) -> None:
    page.open(site)
    page.choose("compare", "program:rules")
    page.at_end()
    assert "agree" in page.part("status").text
    page.choose("compare", "node:0")
    page.at_end()
    assert "The runs differ at 33 nodes" in page.part("status").text
    assert page.part("canvas1").is_displayed()


def test_large_graphs_stay_usable(page: Page, site: str) -> None:
    page.open(site)
    for name, warned in (("delaunay:1000", False), ("delaunay:10000", True)):
        page.choose("graph", name)
        page.wait(lambda name=name: page.evaluate("app.view.graph") == name)
        assert ("drawing takes a while" in page.part("message").text) == warned
        page.evaluate("app.goTo(5)")
        assert page.step == 5
        page.evaluate("app.ask(4)")
        assert page.part("why").text.startswith("Step 6 of bfs: node 4 is ")


def test_everything_has_a_name_for_screen_readers(page: Page, site: str) -> None:
    page.open(site)
    unnamed = page.browser.execute_script(
        "return Array.from(document.querySelectorAll('button, select, input')).filter((each) =>"
        " !(each.textContent.trim() || each.getAttribute('aria-label') || each.closest('label')"
        ")).map((each) => each.outerHTML)"
    )
    assert unnamed == []
    assert page.part("status").get_attribute("aria-live") == "polite"
    assert page.part("message").get_attribute("role") == "alert"
    page.browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True},
    )
    wide = page.browser.execute_script("return document.documentElement.scrollWidth")
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == 390


def test_the_local_server_serves_the_page(page: Page) -> None:
    scene = site_scene(["bfs"])
    with serving(page_server(scene)) as address:
        page.open(address)
        page.choose("graph", "delaunay:300")
        page.wait(lambda: page.evaluate("app.view.graph") == "delaunay:300")
        page.at_end()
        assert page.steps == dnar.run("bfs", "delaunay:300", start=0).steps


def test_one_file_holds_a_run(page: Page, tmp_path: Path) -> None:
    answer = dnar.run("insertion_sort", [3.0, 1.0, 2.0], trajectory=True)
    path = tmp_path / "run.html"
    path.write_text(standalone_page(widget_scene(answer), "A run"), encoding="utf-8")
    page.open(path.as_uri())
    page.at_end()
    assert page.steps == answer.steps
    assert json.loads(page.output("previous")) == answer.to_json()["previous"]


def test_the_module_is_a_widget() -> None:
    text = playground_module()
    assert "export{" in text
    assert " as default}" in text
