"""The `dnar` command: one subcommand per capability, one clear line per error."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import dnar
from dnar.cli.arguments import parse_values, resolve_label
from dnar.cli.demo import show_demo
from dnar.cli.report import answer_report, task_table
from dnar.errors import InputError
from dnar.graph import Graph, load_graph
from dnar.machine import Shape, Task, Weights
from dnar.run import run, trace_lines
from dnar.tasks import all_tasks, get_task
from dnar.whole_files import check_writable, write_whole

app = typer.Typer(
    help="Classical algorithms as finite programs on graphs: run them, watch them, check them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def entry() -> None:
    """Runs the command; bad input is one line on stderr and exit code 2."""
    try:
        app()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader went away, as in `dnar run ... | head`; nothing is left to say.
        sys.stderr.close()
        raise SystemExit(0) from None


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"dnar {dnar.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Classical algorithms as finite programs on graphs."""


@app.command("tasks")
def list_tasks(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """List the algorithms, what they take and what they return."""
    if as_json:
        print(json.dumps([_task_facts(task) for task in all_tasks().values()]))
    else:
        Console().print(task_table(list(all_tasks().values())))


def _task_facts(task: Task) -> dict[str, object]:
    return {
        "name": task.name,
        "title": task.title,
        "summary": task.summary,
        "start": task.inputs.start.value,
        "weights": task.inputs.weights.value,
        "graph": task.inputs.shape.value,
        "random": task.inputs.random,
        "outputs": list(task.decoders),
        "node_states": [state.name for state in task.rules.node_states],
        "arc_states": [state.name for state in task.rules.arc_states],
    }


@app.command("run")
def run_task(
    task: Annotated[str, typer.Argument(help="The algorithm, see `dnar tasks`.")],
    graph: Annotated[
        str,
        typer.Argument(
            help="A file (CSV, edge list, GraphML, GML), a built-in graph (karate, er:100, "
            "delaunay:200, ...), or for array tasks values:3,1,2 or a file of numbers."
        ),
    ],
    start: Annotated[str | None, typer.Option(help="Label of the start node.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of random graphs and numbers.")] = 0,
    weight: Annotated[
        float | None, typer.Option(help="Give every edge of an unweighted graph this weight.")
    ] = None,
    directed: Annotated[
        bool | None,
        typer.Option("--directed/--undirected", help="Read the file's edges as such."),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many steps.  [default: at rest]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    trace: Annotated[
        Path | None, typer.Option(help="Write every step to this file, as lines of JSON.")
    ] = None,
) -> None:
    """Run an algorithm on a graph and print what it found."""
    chosen = get_task(task)
    if trace is not None:
        check_writable(trace)
    source = _source(chosen, graph, seed=seed, weight=weight, directed=directed)
    label = start
    if start is not None and isinstance(source, Graph):
        label = resolve_label(source, start)
    answer = run(
        chosen,
        source,
        start=label,
        seed=seed,
        max_steps=steps,
        trajectory=trace is not None,
    )
    if trace is not None and answer.trajectory is not None:
        write_whole(trace, trace_lines(chosen, answer.trajectory))
    if as_json:
        print(json.dumps(answer.to_json(), ensure_ascii=False))
    else:
        Console().print(answer_report(chosen, answer))


def _source(
    task: Task, name: str, *, seed: int, weight: float | None, directed: bool | None
) -> Graph | list[float]:
    if task.inputs.shape is Shape.ARRAY:
        return parse_values(name)
    weighted = task.inputs.weights is not Weights.UNUSED
    return load_graph(
        name,
        seed=seed,
        directed=directed,
        weight=weight,
        random_weights=weighted and weight is None,
    )


@app.command("demo")
def demo() -> None:
    """Run all six algorithms on Zachary's karate club."""
    show_demo(Console())
