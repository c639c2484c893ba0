"""`dnar draw`: a run as pictures, an animation, or one page."""

from pathlib import Path
from typing import Annotated

import numpy as np

from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import start_label, task_input
from dnar.cli.explaining import learned_program
from dnar.cli.parser import Argument, Option
from dnar.draw import draw_step, write_animation, write_frames
from dnar.errors import InputError
from dnar.graph import Graph, coordinates
from dnar.machine import Program, Task, Trajectory, execute
from dnar.play import standalone_page, trajectory_scene
from dnar.run import engine_from, pose


def draw_command(
    task: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="The algorithm, the folder of a training run, or a program in JSON.",
        ),
    ],
    graph: Annotated[str, Argument(metavar="GRAPH", help="As in run.")],
    out: Annotated[
        Path,
        Option(
            metavar="FILE|DIR",
            help="A .png or .svg picture of one step, a .gif or .mp4 of all steps, an .html "
            "page that needs nothing else, or a folder for one .png per step.",
        ),
    ] = Path("run.html"),
    step: Annotated[
        int | None,
        Option(min=0, metavar="NUMBER", help="The step of a picture; by default the last."),
    ] = None,
    start: Annotated[str | None, Option(metavar="LABEL", help="The node to start at.")] = None,
    seed: Annotated[int, Option(min=0, metavar="NUMBER", help="As in run.")] = 0,
    weight: Annotated[float | None, Option(metavar="NUMBER", help="As in run.")] = None,
    directed: Annotated[
        bool | None, Option("--directed/--undirected", help="As in run.")
    ] = None,
    engine: Annotated[
        str, Option(metavar="NAME", help="program, what was learned, or rules.")
    ] = "program",
    speed: Annotated[
        float, Option(metavar="NUMBER", help="Steps per second of an animation.")
    ] = 2.0,
    virtual: Annotated[bool, Option("--virtual", help="Draw the virtual node, too.")] = False,
) -> None:
    """Draw a run: pictures of its steps, an animation, or one page in a file."""
    if speed <= 0:
        raise InputError(f"--speed takes a number above zero, got {speed}")
    suffix = out.suffix.lower()
    if suffix:
        check_writable(out)
    if engine not in ("program", "rules"):
        raise InputError(f"--engine takes program or rules, got {engine!r}")
    known, program = (
        learned_program(task)
        if engine == "program"
        else _rules(engine_from(task, "rules").task)
    )
    source = task_input(known, graph, seed=seed, weight=weight, directed=directed)
    problem = pose(known, source, start=start_label(known, source, start), seed=seed)
    instance = known.encode(problem)
    limit = known.step_bound(instance.node_count)
    run = execute(program, instance, max_steps=limit, record=True)
    assert run.trajectory is not None
    points = None
    if isinstance(source, Graph):
        points = coordinates(source, graph, seed=seed)
    _write(known, run.trajectory, out, suffix, step, points, speed, virtual)


def _rules(task: Task) -> tuple[Task, Program]:
    return task, task.program


def _write(
    task: Task,
    trajectory: Trajectory,
    out: Path,
    suffix: str,
    step: int | None,
    points: np.ndarray | None,
    speed: float,
    virtual: bool,
) -> None:
    steps = len(trajectory)
    if step is not None and step > steps:
        raise InputError(f"the run has steps 0 to {steps}, got --step {step}")
    if suffix in (".png", ".svg"):
        at = steps if step is None else step
        draw_step(
            trajectory,
            at,
            points=points,
            title=f"{task.title}, step {at} of {steps}",
            virtual=virtual,
        ).save(out)
        print(f"step {at} of {steps} in {out}")
    elif suffix in (".gif", ".mp4"):
        frames = write_animation(
            trajectory, out, points=points, per_second=speed, virtual=virtual
        )
        print(f"{frames} frames in {out}")
    elif suffix == ".html":
        scene = trajectory_scene(
            trajectory.program, trajectory.instance, task=task, step=step or 0, points=points
        )
        write_atomically(out, [standalone_page(scene, f"{task.title}: a run")])
        print(f"{steps} steps in {out}")
    elif not suffix:
        written = write_frames(trajectory, out, points=points, virtual=virtual)
        print(f"{len(written)} pictures in {out}")
    else:
        raise InputError(
            f"--out ends in .png, .svg, .gif, .mp4, .html, or names a folder, got {out.name!r}"
        )
