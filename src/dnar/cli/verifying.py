"""`dnar verify`: whether a learned program does what the rules do, on every graph."""

import json
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from dnar.atomic_write import check_writable, write_atomically
from dnar.cli.arguments import TaskFile
from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.machine import Task, write_certificate
from dnar.run import source_named
from dnar.run.model import ModelSource
from dnar.run.source import OwnSource, ProgramSource
from dnar.stored_task import given_task
from dnar.verify import Result, Verdict, certificate, verify

EXIT_CODES = {Verdict.PROVED: 0, Verdict.REFUTED: 1, Verdict.OPEN: 3}

MOST_CASES = 10
"""How many blocking cases are listed before the rest is only counted."""


def verify_command(
    source: Annotated[
        str,
        Argument(
            metavar="TASK|DIR|FILE",
            help="A task (its bundled program), the folder of a training run, a model file, a "
            "program or certificate in JSON, or a task of your own, FILE.py (its model in "
            "runs).",
        ),
    ],
    certificate_file: Annotated[
        Path | None,
        Option(
            "--certificate",
            metavar="FILE",
            help="Write the proof to this file, if there is one.",
        ),
    ] = None,
    counterexample: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write the graph that refutes it to this CSV file."),
    ] = None,
    task_file: TaskFile = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Prove that a learned model does what the rules do, on graphs of every size.

    Exit code 0 if it is proved, 1 if it is refuted, 3 if it is open.
    """
    for path in (certificate_file, counterexample):
        if path is not None:
            check_writable(path)
    task, result, proof = _judge(source, given_task(task_file))
    if certificate_file is not None and result.verdict is Verdict.PROVED:
        write_certificate(certificate_file, proof())
    if counterexample is not None and result.counterexample is not None:
        write_atomically(counterexample, [result.counterexample.as_csv()])
    if as_json:
        print(json.dumps(result_json(task, result), ensure_ascii=False))
    else:
        file = "GRAPH.csv" if counterexample is None else str(counterexample)
        Console().print(result_report(task, result, source, file))
    raise SystemExit(EXIT_CODES[result.verdict])


def _judge(source: str, task: Task | None) -> tuple[Task, Result, Any]:
    """The task, what the verifier found, and how to make the certificate."""
    found = source_named(source, task)
    # A folder is verified by its network: the program that discovery left is its own rules.
    if isinstance(found, OwnSource) or (
        isinstance(found, ProgramSource) and Path(source).is_dir()
    ):
        found = ModelSource(found.model())
    if isinstance(found, ModelSource):
        result = found.model.verify()
        return found.task, result, lambda: found.model.certificate(result)
    # A task's own program is the one that `dnar run` runs, so no network is needed.
    program = found.program()
    result = verify(found.task, program)
    return found.task, result, lambda: certificate(found.task, program, result)


def result_json(task: Task, result: Result) -> dict[str, Any]:
    """The verdict and its figures."""
    found = result.counterexample
    return {
        "task": task.name,
        "verdict": result.verdict.value,
        "obligations": dict(result.obligations),
        "reachable_types": len(result.reachable.types),
        "margins": {
            name: {"gap": gap, "error": error} for name, (gap, error) in result.margins.items()
        },
        "blocked": [{"kind": each.kind, "case": each.case} for each in result.blocked],
        "counterexample": None
        if found is None
        else {
            "nodes": found.size[0],
            "edges": found.size[1],
            "step": found.step,
            "what": found.what,
            "outputs_differ": found.outputs_differ,
            "csv": found.as_csv(),
            "options": found.options(),
        },
        "seconds": round(result.seconds, 3),
    }


def result_report(task: Task, result: Result, source: str, file: str) -> RenderableType:
    """The verdict in words and tables."""
    words = {
        Verdict.PROVED: "proved: it does what the rules do, on graphs of every size",
        Verdict.REFUTED: "refuted: here is a graph on which it does not do what the rules do",
        Verdict.OPEN: "open: not all cases could be proved, and no graph shows a difference",
    }
    parts: list[RenderableType] = [Text(f"{task.title}: {words[result.verdict]}")]
    parts.append(_figures(result))
    if result.blocked:
        parts.extend(Text(f"  {each.case}") for each in result.blocked[:MOST_CASES])
        if len(result.blocked) > MOST_CASES:
            parts.append(Text(f"  ... and {len(result.blocked) - MOST_CASES} more cases"))
    if result.counterexample is not None:
        parts.extend(_replay(task, result, source, file))
    return Group(*parts)


def _figures(result: Result) -> Table:
    table = Table("obligations", "number", "do not hold", "closest decision", "rounding")
    blocked = [each.kind for each in result.blocked]
    tables = {"node": "node table", "arc": "arc table", "scalar": "gates", "output": "readout"}
    for kind, count in sorted(result.obligations.items()):
        gap, error = result.margins.get(tables.get(kind, "attention"), (None, None))
        cells = ("-", "-") if gap is None or error is None else (f"{gap:.3g}", f"{error:.1g}")
        name = "margins (attention)" if kind == "margin" else kind
        table.add_row(name, str(count), str(blocked.count(kind)), *cells)
    return table


def _replay(task: Task, result: Result, source: str, file: str) -> list[RenderableType]:
    found = result.counterexample
    if found is None:
        raise InputError("there is no counterexample to replay")
    nodes, edges = found.size
    graph = found.graph_argument(task, file)
    lines = [
        f"A graph of {nodes} nodes and {edges} edges: {found.what}",
        f"  dnar run {source} {graph} {found.options()}",
        f"  dnar run {task.name} {graph} {found.options()} --engine rules",
    ]
    if graph == file:
        lines.append(found.as_csv().strip())
    return [Text(line) for line in lines]
