"""The playground in a notebook: an anywidget around the same module."""

from importlib.resources import files
from typing import Any

from dnar.errors import InputError
from dnar.machine import Trajectory
from dnar.play.scene import graph_json, site_scene, task_scene, trajectory_scene
from dnar.run import Answer, Model, pose
from dnar.tasks import get_task


def playground(
    what: Trajectory | Answer | Model | str | None = None,
    graph: Any = None,
    *,
    start: Any = None,
    step: int = 0,
) -> Any:
    """A notebook widget that shows a run, a model, a task, or everything.

    Args:
        what: A trajectory, an answer with one, a model, or the name of a task; None for the
            page of all tasks.
        graph: For a model or a task: the graph to begin with, as `dnar.run` takes it.
        start: The label of the start node.
        step: The step to begin at.

    Raises:
        InputError: anywidget is missing, or the answer holds no trajectory.
    """
    return _widget_class()(scene=widget_scene(what, graph, start=start, step=step))


def widget_scene(
    what: Trajectory | Answer | Model | str | None = None,
    graph: Any = None,
    *,
    start: Any = None,
    step: int = 0,
) -> dict[str, Any]:
    """The scene of such a widget, see `playground`."""
    if isinstance(what, Answer):
        if what.trajectory is None:
            raise InputError("the answer holds no run; ask for it with trajectory=True")
        what = what.trajectory
    if isinstance(what, Trajectory):
        return trajectory_scene(what.program, what.instance, step=step)
    if what is None:
        return site_scene()
    if isinstance(what, Model):
        task = what.task
        made = task_scene(task, {"this model": what.program, "rules": task.program})
    else:
        task = get_task(what)
        made = task_scene(task)
    scene = {**site_scene([]), "tasks": [made], "files": {}}
    scene["view"] = {"task": task.name, "graph": "karate", "step": step}
    if graph is not None:
        problem = pose(task, graph, start=start)
        named = graph_json(problem.graph, name="given")
        scene["graphs"] = [named, *scene["graphs"]]
        first, others = problem.start, list(problem.more_starts)
        scene["view"] |= {"graph": "given", "start": first, "moreStarts": others}
    return scene


def _widget_class() -> Any:
    try:
        import anywidget  # noqa: PLC0415 (only for notebooks)
        import traitlets  # noqa: PLC0415 (only for notebooks)
    except ImportError:
        raise InputError("the widget needs anywidget: pip install 'dnar[notebook]'") from None

    class Playground(anywidget.AnyWidget):
        """The playground; its scene holds what it shows."""

        _esm = files("dnar.play").joinpath("static/playground.js").read_text("utf-8")
        scene = traitlets.Dict().tag(sync=True)

    return Playground
