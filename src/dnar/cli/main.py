"""The `dnar` command: one subcommand per capability, one clear line per error."""

import itertools
import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import dnar
from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import joined_lists, parse_values, resolve_label
from dnar.cli.demo import show_demo
from dnar.cli.evaluating import evaluate_command
from dnar.cli.explaining import explain_command
from dnar.cli.learning import train_command
from dnar.cli.report import answer_report, task_table
from dnar.cli.reproducing import reproduce_command
from dnar.cli.verifying import verify_command
from dnar.errors import InputError
from dnar.graph import FAMILIES, Graph
from dnar.machine import Shape, StartNode, Task
from dnar.run import engine_from, named_graph, run, trace_lines
from dnar.tasks import all_tasks

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def entry() -> None:
    """Runs the command; bad input is one line on stderr and exit code 2."""
    try:
        # Whoever types nothing but `dnar` wants to know what there is.
        code = app(joined_lists(sys.argv[1:]) or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _complain(" ".join([str(error), *getattr(error, "__notes__", ())]))
        code = 2
    except typer.TyperException as error:
        _complain(f"{error.format_message()} (see dnar --help or dnar COMMAND --help)")
        code = 2
    except MemoryError:
        _complain("memory ran out; give a smaller graph or use a machine with more memory")
        code = 2
    except UnicodeEncodeError as error:
        _complain(f"the output cannot be written as {error.encoding}; set PYTHONUTF8=1")
        code = 2
    except BrokenPipeError:
        # The reader went away, as in `dnar run ... | head`; nothing is left to say, also not
        # when Python flushes its output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except OSError as error:
        _complain(f"the output cannot be written: {error.strerror or error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 2
    raise SystemExit(code or 0)


def _complain(message: str) -> None:
    # Whatever a library or a file name put into it, an error is one line.
    print("error:", " ".join(message.splitlines()), file=sys.stderr)


def _print_version(wanted: bool) -> bool:
    if wanted:
        print(f"dnar {dnar.__version__}")
        raise typer.Exit
    return wanted


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Classical algorithms as finite programs on graphs: run, watch, learn and score them."""


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


_GRAPH_HELP = (
    "A file (CSV, edge list, GraphML or GML), or the name of a built-in graph: karate, or a "
    f"family and a size as in er:100. The families are {', '.join(FAMILIES)}. "
    "Array tasks take values:3,1,2 or a file of numbers instead."
)


@app.command("run")
def run_task(
    task: Annotated[
        str,
        typer.Argument(
            metavar="TASK|DIR|FILE",
            help="The algorithm; `dnar tasks` lists them. Or a model of your own: the folder "
            "of a training run, or a program or certificate in JSON.",
        ),
    ],
    graph: Annotated[str, typer.Argument(metavar="GRAPH", help=_GRAPH_HELP)],
    start: Annotated[
        str | None, typer.Option(metavar="LABEL", help="The node to start at.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0, metavar="NUMBER", help="Seed of random graphs, weights and numbers."
        ),
    ] = 0,
    weight: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="Weight of all edges, if the graph has none."),
    ] = None,
    directed: Annotated[
        bool | None,
        typer.Option(
            "--directed/--undirected",
            help="Whether edges are one-way. By default GraphML and GML files say it "
            "themselves, all other graphs are undirected.",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="Stop after so many steps. By default it stops when nothing changes any more.",
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="compiled for a learned model's tables as native code, program for the same "
            "tables interpreted, network for the model itself, rules for the rules. By default "
            "the proved program that comes with the package, compiled where there is a C "
            "compiler; the network of a training folder.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every step to this file, as lines of JSON."),
    ] = None,
) -> None:
    """Run an algorithm on a graph and print what it found."""
    chosen = engine_from(task, engine)
    if trace is not None:
        check_writable(trace)
    source = _source(chosen.task, graph, seed=seed, weight=weight, directed=directed)
    label = start
    takes_start = chosen.task.inputs.start is not StartNode.UNUSED
    if start is not None and takes_start and isinstance(source, Graph):
        label = resolve_label(source, start)
    answer = run(
        chosen.task,
        source,
        start=label,
        seed=seed,
        max_steps=steps,
        trajectory=trace is not None,
        engine=chosen,
    )
    if trace is not None and answer.trajectory is not None:
        write_atomically(trace, trace_lines(chosen.task, answer.trajectory))
    if as_json:
        sys.stdout.writelines(itertools.chain(answer.json_pieces(), "\n"))
    else:
        Console().print(answer_report(chosen.task, answer))


def _source(
    task: Task, name: str, *, seed: int, weight: float | None, directed: bool | None
) -> Graph | list[float]:
    if task.inputs.shape is Shape.ARRAY:
        return parse_values(name)
    return named_graph(task, name, seed=seed, weight=weight, directed=directed)


app.command("train")(train_command)
app.command("evaluate")(evaluate_command)
app.command("verify")(verify_command)
app.command("explain")(explain_command)
app.command("reproduce")(reproduce_command)


@app.command("demo")
def demo() -> None:
    """Train a network, then run six algorithms on Zachary's karate club."""
    show_demo(Console())
