"""Runs a program that is given as tables, with nothing but the standard library.

This is a module of dnar and at the same time the lower half of every standalone program file.
All nodes and arcs step at once; the machine stops when nothing changes any more.
"""

import argparse
import csv
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Label = int | str

NOTHING = "nothing"
"""What a head hears that finds no entry of its order."""

NOT_BEST = " (not the best)"
"""Follows an entry that is heard though a rival has the better scalar."""


class UserError(Exception):
    """What was given cannot be used; the message says why."""


@dataclass(frozen=True)
class Tables:
    """An algorithm as tables. Cases are ordered: the first that fits counts."""

    task: str
    takes: dict[str, Any]
    """input (graph, array, instance), start (required, optional, unused), weights, shape,
    random."""
    heads: dict[str, dict[str, Any]]
    """Per head: key, the scalar that it compares (None: the sender's index), and largest."""
    scalars: dict[str, dict[str, Any]]
    """Per scalar: place (node, arc), start (zero, weight, value, index, stream), period."""
    comparisons: dict[str, list[str]]
    """Per comparison: the two scalars of a node or arc whose difference has the sign."""
    functions: dict[str, Callable[..., float]]
    node_start: dict[str, dict[str, str]]
    arc_start: dict[str, str]
    orders: dict[str, dict[str, list[str]]]
    """Per node state and head: what it listens for, first come first."""
    node_cases: list[dict[str, Any]]
    arc_cases: list[dict[str, Any]]
    ops: dict[str, list[dict[str, Any]]]
    outputs: dict[str, dict[str, Any]]
    reachable: frozenset[str]
    """Every type of arc that a run may meet; beyond these the tables say nothing."""

    def at_node(self, scalar: str) -> bool:
        """Whether nodes have this scalar; otherwise arcs have it."""
        return self.scalars[scalar]["place"] == "node"


class Arc(NamedTuple):
    """A receiver looks at a sender; `reverse` is the number of the arc the other way."""

    receiver: int
    sender: int
    role: str
    reverse: int


class Heard(NamedTuple):
    """What a head hears: the number of an arc, and its class."""

    arc: int | None
    name: str


@dataclass
class Graph:
    """Labels in node order, and each edge once."""

    labels: list[Label]
    edges: dict[tuple[int, int], float | None]
    directed: bool
    values: list[float] = field(default_factory=list)
    """The numbers of an array."""


@dataclass
class Run:
    """A machine at some step."""

    tables: Tables
    labels: list[Label]
    """Of the real nodes, which have kind 0."""
    kinds: list[int]
    arcs: list[Arc]
    node_state: list[str]
    arc_state: list[str]
    scalars: dict[str, list[float]]
    stream: Callable[[int], list[float]]
    step: int = 0

    def __post_init__(self) -> None:
        self.rows: list[list[int]] = [[] for _ in self.node_state]
        """The arcs of each receiver, in their order."""
        labels = iter(self.labels)
        self.names: list[Label] = [
            f"({node})" if kind else next(labels, node) for node, kind in enumerate(self.kinds)
        ]
        """Labels of real nodes; other nodes go by their position."""


def lay_out(graph: Graph) -> dict[tuple[int, int], tuple[str, float]]:
    """Role and weight of every arc, by receiver and sender, in their order.

    Every edge is seen both ways; every node has a self-loop and sees a virtual node.
    """
    virtual = len(graph.labels)
    found: dict[tuple[int, int], tuple[str, float]] = {}
    for (source, target), weight in graph.edges.items():
        if source == target:
            continue
        number = 0.0 if weight is None else weight
        back = graph.edges.get((target, source)) if graph.directed else weight
        two_way = not graph.directed or (target, source) in graph.edges
        found[target, source] = ("both" if two_way else "along", number)
        other = number if back is None else back
        found[source, target] = ("both" if two_way else "against", other)
    for node in range(virtual):
        found[node, virtual] = ("from_virtual", 0.0)
        found[virtual, node] = ("to_virtual", 0.0)
    for node in range(virtual + 1):
        found[node, node] = ("self", 0.0)
    return dict(sorted(found.items()))


def instance_of(tables: Tables, graph: Graph, start: int | None) -> dict[str, Any]:
    """A graph or an array as an instance: labels, nodes, arcs and scalars."""
    states = tables.node_start["with start" if start is not None else "without start"]
    nodes = [{"kind": 0, "state": states["real"]} for _ in graph.labels]
    if start is not None:
        nodes[start]["state"] = states["start"]
    nodes.append({"kind": 1, "state": states["virtual"]})
    arcs = lay_out(graph)
    places = {ends: number for number, ends in enumerate(arcs)}
    first = {
        "weight": [weight for _, weight in arcs.values()],
        "value": [*graph.values, 0.0],
        "index": [*range(len(nodes))],
    }
    starts = {name: scalar["start"] for name, scalar in tables.scalars.items()}
    return {
        "labels": graph.labels,
        "nodes": nodes,
        "arcs": [
            {
                "receiver": receiver,
                "sender": sender,
                "reverse": places[sender, receiver],
                "role": role,
                "state": tables.arc_start[role],
            }
            for (receiver, sender), (role, _) in arcs.items()
        ],
        "scalars": {name: first[each] for name, each in starts.items() if each in first},
    }


def begin(
    tables: Tables, instance: dict[str, Any], stream: Callable[[int], list[float]]
) -> Run:
    """The machine before its first step; scalars that an instance does not give are zero."""
    try:
        nodes, arcs = instance["nodes"], instance["arcs"]
        names = ("receiver", "sender", "role", "reverse")
        run = Run(
            tables,
            instance["labels"],
            [node["kind"] for node in nodes],
            [Arc(*(arc[name] for name in names)) for arc in arcs],
            [node["state"] for node in nodes],
            [arc["state"] for arc in arcs],
            {},
            stream,
        )
        for number, arc in enumerate(run.arcs):
            back = run.arcs[arc.reverse]
            if (back.receiver, back.sender, back.reverse) != (arc.sender, arc.receiver, number):
                raise UserError(f"arc {number}: arc {arc.reverse} is not its reverse")
            run.rows[arc.receiver].append(number)
        for name in tables.scalars:
            size = len(nodes) if tables.at_node(name) else len(arcs)
            given = instance["scalars"].get(name, [0.0] * size)
            run.scalars[name] = [float(value) for value in given]
            if len(given) != size:
                raise UserError(f"{name} needs {size} numbers, got {len(given)}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UserError(f"this is no instance: {type(error).__name__} {error}") from error
    feed(run)
    return run


def feed(run: Run) -> None:
    """Gives the streams their row of this step; nodes that are not real get zero."""
    for name, scalar in run.tables.scalars.items():
        if scalar["start"] == "stream":
            row = run.stream(run.step // scalar["period"])
            run.scalars[name] = [*row, *[0.0] * (len(run.kinds) - len(row))]


def most_steps(nodes: int) -> int:
    """Steps after which no exact program would still be at work, whatever its task."""
    return 4 * nodes * nodes + 20 * nodes + 100


def execute(run: Run) -> bool:
    """Runs until nothing changes; False if it had to be cut off."""
    nodes = range(len(run.rows))
    while run.step < most_steps(len(nodes)):
        check_reachable(run)
        heard = {head: [hear(run, head, node) for node in nodes] for head in run.tables.heads}
        node_state = [next_node(run, heard, node) for node in nodes]
        arc_state = next_arcs(run, heard)
        scalars = {name: next_scalar(run, heard, name) for name in run.scalars}
        if (node_state, arc_state, scalars) == (run.node_state, run.arc_state, run.scalars):
            return True
        run.node_state, run.arc_state, run.scalars = node_state, arc_state, scalars
        run.step += 1
        feed(run)
    return False


def check_reachable(run: Run) -> None:
    """The tables hold the cases that the algorithm can reach, and say nothing of others."""
    nodes, arcs = run.node_state, run.arc_state
    for number, arc in enumerate(run.arcs):
        ends = f"{nodes[arc.receiver]} <- {nodes[arc.sender]}"
        found = f"{ends}: {arcs[number]}, {arcs[arc.reverse]}, {arc.role}"
        if found not in run.tables.reachable:
            raise UserError(
                f"after step {run.step} the run left the cases that this file holds: "
                f"{found}; the program is not equal to its rules"
            )


def hear(run: Run, head: str, node: int) -> Heard:
    """What a node hears with a head: the first entry of its order that is in its row."""
    order = run.tables.orders.get(run.node_state[node], {}).get(head, [])
    present: dict[str, list[int]] = {}
    for number in run.rows[node] if order else ():
        sender = run.node_state[run.arcs[number].sender]
        present.setdefault(f"{sender} over {run.arc_state[number]}", []).append(number)
    for entry in order:
        name = entry.removesuffix(NOT_BEST)
        rivals = present.get(name, [])
        best = min(rivals, key=lambda number: (key(run, head, number), number), default=None)
        if entry.endswith(NOT_BEST):
            rivals = [number for number in rivals if number != best]
            best = rivals[0] if rivals else None
        if best is not None:
            return Heard(best, name)
    return Heard(None, NOTHING)


def key(run: Run, head: str, number: int) -> float:
    """What a head compares; the smallest is best."""
    words, sender = run.tables.heads[head], run.arcs[number].sender
    value = float(sender)
    if words["key"] is not None:
        at = sender if run.tables.at_node(words["key"]) else number
        value = run.scalars[words["key"]][at]
    return -value if words["largest"] else value


def signs_fit(run: Run, case: dict[str, Any], at: int) -> bool:
    """Whether the comparisons of a node or an arc have the signs that a case wants."""
    for name, wanted in case.get("signs", {}).items():
        left, right = (run.scalars[each][at] for each in run.tables.comparisons[name])
        if (left > right) - (left < right) not in wanted:
            return False
    return True


def next_node(run: Run, heard: dict[str, list[Heard]], node: int) -> str:
    """The first case that fits decides; a node without one stays."""
    state = run.node_state[node]
    for case in run.tables.node_cases:
        if (
            case["state"] == state
            and all(
                heard[head][node].name in some for head, some in case.get("heard", {}).items()
            )
            and signs_fit(run, case, node)
        ):
            return case["becomes"]
    return state


def next_arcs(run: Run, heard: dict[str, list[Heard]]) -> list[str]:
    """The next state of every arc; one without a case stays."""
    heard_by = {head: {each.arc for each in every} for head, every in heard.items()}

    def fits(case: dict[str, Any], number: int) -> bool:
        arc = run.arcs[number]
        around = {
            "receiver": run.node_state[arc.receiver],
            "sender": run.node_state[arc.sender],
            "reverse": run.arc_state[arc.reverse],
        }
        flags = (("heard", number), ("heard_back", arc.reverse))
        return (
            case["state"] == run.arc_state[number]
            and all(state in case.get(name, (state,)) for name, state in around.items())
            and all(
                (at in heard_by[head]) == wanted
                for name, at in flags
                for head, wanted in case.get(name, {}).items()
            )
            and signs_fit(run, case, number)
        )

    return [
        next((case["becomes"] for case in run.tables.arc_cases if fits(case, number)), state)
        for number, state in enumerate(run.arc_state)
    ]


def next_scalar(run: Run, heard: dict[str, list[Heard]], name: str) -> list[float]:
    """The sum of a scalar's terms, added from left to right."""
    if name not in run.tables.ops:
        return run.scalars[name]
    total = [0.0] * len(run.scalars[name])
    for term in run.tables.ops[name]:
        for at in range(len(total)):
            for value in added(run, heard, name, term, at):
                total[at] += value
    return total


def added(
    run: Run, heard: dict[str, list[Heard]], target: str, term: dict[str, Any], at: int
) -> list[float]:
    """What a term adds to a scalar at a node or an arc; nothing if its gate is shut there."""
    gate, at_node = term["gate"], run.tables.at_node(target)
    values = run.scalars[term.get("scalar", target)]
    if gate == "push" and at_node:
        return [values[arc] for arc in run.rows[at] if run.arc_state[arc] in term["in"]]
    if gate in ("push", "take"):
        end = run.arcs[at].sender if gate == "push" else run.arcs[at].receiver
        return [values[end]] if run.node_state[end] in term["in"] else []
    if (run.node_state if at_node else run.arc_state)[at] not in term["in"]:
        return []
    if gate == "pull":
        arc = heard[term["head"]][at].arc
        if arc is None:
            return []
        return [values[run.arcs[arc].sender if run.tables.at_node(term["scalar"]) else arc]]
    if gate == "apply":
        arguments = (run.scalars[each][at] for each in term["arguments"])
        return [run.tables.functions[term["function"]](*arguments)]
    return [values[at] if gate == "keep" else term["number"]]


def read_outputs(run: Run) -> dict[str, Any]:
    """Every output as a JSON value."""
    return {name: read_output(run, output) for name, output in run.tables.outputs.items()}


def read_output(run: Run, output: dict[str, Any]) -> Any:
    """One output as a JSON value; infinity becomes null.

    It is read from pointers, from labels of states, and from scalars. Nodes of another kind
    than the real ones have no labels: one of them gives a value, several give a list.
    """
    nodes = [node for node, kind in enumerate(run.kinds) if kind == output["kind"]]
    if "scalars" in output:
        rest = {name: value for name, value in output.items() if name != "scalars"}
        return {name: read_output(run, {**rest, "scalar": name}) for name in output["scalars"]}
    if output["of"] == "arc":
        return [
            [run.names[arc.sender], run.names[arc.receiver], value]
            for number, arc in enumerate(run.arcs)
            for value in [read_value(run, output, number, run.arc_state[number])]
            if value != 0 or "scalar" in output
        ]
    if output["read"] in BY_SCALAR:
        points = BY_SCALAR[output["read"]]([run.scalars[output["scalar"]][at] for at in nodes])
        if isinstance(points, int):
            return run.labels[points]
        return {str(run.labels[at]): run.labels[to] for at, to in enumerate(points)}
    if "along" in output:
        points = {node: point(run, output["along"], node) for node in nodes}
        values = [
            None if output["kind"] and to == at else run.names[to] for at, to in points.items()
        ]
    else:
        values = [read_value(run, output, node, run.node_state[node]) for node in nodes]
    members = "scalar" not in output and set(output.get("labels", {"": 2}).values()) <= {1}
    if output["kind"]:
        values = [value == 1 for value in values] if members else values
        return values[0] if len(values) == 1 else values
    if members:
        return [label for label, value in zip(run.labels, values, strict=True) if value]
    return {str(label): value for label, value in zip(run.labels, values, strict=True)}


def read_value(run: Run, output: dict[str, Any], at: int, state: str) -> Any:
    """The label or category of a state, or the scalar of a node or arc; null for no label."""
    label = output["labels"].get(state, 0) if "labels" in output else 1
    if "categories" in output:
        return output["categories"][label - 1] if label else None
    if "scalar" not in output:
        return label
    value = run.scalars[output["scalar"]][at]
    return value if label and math.isfinite(value) else None


def previous(order: list[int]) -> list[int]:
    """For each of these the one before it; the first, and who is not there, has itself."""
    before = dict(zip(order, [*order[:1], *order[:-1]], strict=True))
    return [before.get(at, at) for at in range(len(order))]


def ascending(values: list[float]) -> list[int]:
    """Positions in the order of their values, equal ones in their own order."""
    return sorted(range(len(values)), key=lambda at: values[at])


BY_SCALAR: dict[str, Callable[[list[float]], Any]] = {
    "PointerByScalar": lambda values: [int(value) for value in values],
    "PreviousByScalar": lambda values: previous(ascending(values)),
    "PreviousInSlots": lambda values: previous([int(value) for value in values]),
    "LastByScalar": lambda values: ascending(values)[-1],
}
"""Outputs that point by numbers: position to position, or one position."""


def point(run: Run, along: list[list[str]], node: int) -> int:
    """Where a node points: along the first arc of the first place that its row shows."""
    for place in along:
        for number in run.rows[node]:
            loop = " (self-loop)" if run.arcs[number].sender == node else ""
            if run.arc_state[number] + loop in place:
                return run.arcs[number].sender
    return node


def read_graph(path: str, *, directed: bool, weight: float | None) -> Graph:
    """The graph of a CSV file or an edge list; its labels are sorted."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:  # noqa: PTH123
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    rows = list(csv_rows(lines, path) if is_csv(lines, path) else list_rows(lines, path))
    labels = tidy({word for _, *words, _ in rows for word in words if word})
    if not labels:
        raise UserError(f"{path}: the graph is empty: it needs at least one node")
    position = {str(label): number for number, label in enumerate(labels)}
    edges: dict[tuple[int, int], float | None] = {}
    for line, source, target, number in rows:
        if target:
            ends = (position[source], position[target])
            ends = ends if directed else (min(ends), max(ends))
            if edges.setdefault(ends, number) != number:
                raise UserError(f"{path}:{line}: duplicate edge with another weight")
    missing = {number is None for number in edges.values()}
    if len(missing) > 1:
        raise UserError(f"{path}: give a weight to every edge or to none")
    return Graph(labels, dict.fromkeys(edges, weight) if True in missing else edges, directed)


Line = tuple[int, str, str, float | None]
"""Line number, source, target (empty for a node of its own), weight."""


def is_csv(lines: list[str], path: str) -> bool:
    """Whether a file has CSV's suffix or header."""
    header = lines[0].lower().replace(" ", "").split(",") if lines else []
    return path.lower().endswith(".csv") or {"source", "target"} <= set(header)


def csv_rows(lines: list[str], path: str) -> Iterator[Line]:
    """The rows of a CSV file with the header source,target[,weight]."""
    reader = csv.DictReader(lines)
    names = {str(name).strip().lower(): name for name in reader.fieldnames or ()}
    if not {"source", "target"} <= set(names):
        raise UserError(f"{path}: expected the header source,target[,weight]")
    for row in reader:
        if None in row or None in row.values():
            raise UserError(f"{path}:{reader.line_num}: expected as many cells as the header")
        cells = [
            row[names[name]].strip() if name in names else ""
            for name in ("source", "target", "weight")
        ]
        if any(cells):
            yield as_line(reader.line_num, cells, path)


def list_rows(lines: list[str], path: str) -> Iterator[Line]:
    """The lines `source target [weight]`; # and % begin a comment."""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        header = [word.lower() for word in words[:2]] == ["source", "target"]
        if words and words[0][0] not in "#%" and not header:
            if len(words) > 3:
                raise UserError(f"{path}:{number}: expected source target [weight]")
            yield as_line(number, [*words, "", ""][:3], path)


def as_line(number: int, cells: list[str], path: str) -> Line:
    """One edge, or one node."""
    source, target, word = cells
    if not source:
        raise UserError(f"{path}:{number}: expected a source")
    return number, source, target, as_number(word, f"{path}:{number}") if word else None


def as_number(word: str, where: str) -> float:
    """A finite number."""
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError(f"{where}: expected a finite number, got {word!r}")
    return number


def tidy(names: Iterable[str]) -> list[Label]:
    """The names in order: as whole numbers if all of them are, otherwise as strings."""
    words = list(names)
    if all(re.fullmatch("0|-?[1-9][0-9]{0,17}", word) for word in words):
        return [*sorted(int(word) for word in words)]
    return [*sorted(words)]


def check_graph(tables: Tables, graph: Graph) -> None:
    """Checks that the algorithm can take the graph."""
    kind, weights = tables.takes["shape"], tables.takes["weights"]
    if kind == "undirected" and graph.directed:
        raise UserError(f"{tables.task} takes an undirected graph; leave out --directed")
    if kind == "directed acyclic" and (graph.edges and not graph.directed):
        raise UserError(f"{tables.task} takes a directed graph; give --directed")
    if kind == "directed acyclic" and has_cycle(graph):
        raise UserError(f"{tables.task} takes an acyclic graph, but this one has a cycle")
    if weights != "unused":
        for weight in graph.edges.values():
            if weight is None:
                raise UserError(f"{tables.task} needs weights; --weight 1 gives one to all")
            if weights == "non-negative" and weight < 0:
                raise UserError(f"{tables.task} needs weights of zero or more, got {weight}")


def has_cycle(graph: Graph) -> bool:
    """Whether some nodes can never come first."""
    edges = set(graph.edges)
    nodes = {end for edge in edges for end in edge}
    while nodes:
        free = nodes - {target for _, target in edges}
        if not free:
            return True
        nodes -= free
        edges = {edge for edge in edges if edge[0] not in free}
    return False


def position_of(graph: Graph, label: str) -> int:
    """The position of a node."""
    names = [str(each) for each in graph.labels]
    if label not in names:
        raise UserError(f"no node {label!r}; the graph has {len(names)} nodes")
    return names.index(label)


def stream_of(arguments: argparse.Namespace, nodes: int) -> Callable[[int], list[float]]:
    """The rows of random numbers: from a file, or from Python's own generator."""
    if arguments.randomness is None:
        seed = arguments.seed
        return lambda number: row_of(random.Random(f"{seed}:{number}"), nodes)
    rows = read_rows(arguments.randomness)
    if not rows or any(len(row) != nodes for row in rows):
        raise UserError(f"{arguments.randomness}: expected rows of {nodes} numbers, one a node")
    return lambda number: rows[number % len(rows)]


def row_of(generator: random.Random, nodes: int) -> list[float]:
    """Uniform random numbers."""
    return [generator.random() for _ in range(nodes)]


def read_rows(path: str) -> list[list[float]]:
    """Rows of numbers: a JSON list of lists, or lines of numbers and commas."""
    try:
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            text = file.read()
        if text.lstrip().startswith("["):
            return [[float(number) for number in row] for row in json.loads(text)]
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    lines = (line.replace(",", " ").split() for line in text.splitlines())
    return [[as_number(word, path) for word in words] for words in lines if words]


def parser_of(tables: Tables, about: str) -> argparse.ArgumentParser:
    """The command line: only what the algorithm takes."""
    parser = argparse.ArgumentParser(description=about.strip().split("\n")[0])
    parser.set_defaults(directed=False, start=None, weight=None, seed=0, randomness=None)
    takes = tables.takes
    if takes["random"]:
        parser.add_argument("--seed", type=int, default=0, help="of Python's random numbers")
        parser.add_argument("--randomness", metavar="FILE", help="rows of random numbers")
    if takes["input"] == "array":
        parser.add_argument("input", metavar="NUMBER", nargs="+", help="the array")
    elif takes["input"] == "instance":
        parser.add_argument("input", metavar="FILE", help="a laid-out instance in JSON")
    else:
        parser.add_argument(
            "input", metavar="FILE", help="CSV or lines 'source target [weight]'"
        )
        if takes["start"] != "unused":
            needed = takes["start"] == "required"
            parser.add_argument("--start", metavar="LABEL", required=needed, help="first node")
        parser.add_argument("--directed", action="store_true", help="edges are one-way")
        parser.add_argument("--weight", type=float, help="of all edges, if the file has none")
    return parser


def answer(tables: Tables, arguments: argparse.Namespace) -> dict[str, Any]:
    """What the program finds."""
    if tables.takes["input"] == "instance":
        instance = read_instance(arguments.input)
    else:
        if tables.takes["input"] == "array":
            values = [as_number(word, "the array") for word in arguments.input]
            graph = Graph([*range(len(values))], {}, False, values)
        else:
            given = {"directed": arguments.directed, "weight": arguments.weight}
            graph = read_graph(arguments.input, **given)
            check_graph(tables, graph)
        start = None if arguments.start is None else position_of(graph, arguments.start)
        instance = instance_of(tables, graph, start)
    run = begin(tables, instance, stream_of(arguments, len(instance["labels"])))
    halted = execute(run)
    return {"task": tables.task, "steps": run.step, "halted": halted, **read_outputs(run)}


def read_instance(path: str) -> dict[str, Any]:
    """An instance from a JSON file."""
    try:
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            value = json.load(file)
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    if not isinstance(value, dict) or not isinstance(value.get("labels"), list):
        raise UserError(f"{path}: expected an instance: labels, nodes, arcs and scalars")
    return value


def main(tables: Tables, about: str) -> int:
    """Runs the program on what the command line gives; prints one JSON object."""
    arguments = parser_of(tables, about).parse_args()
    try:
        print(json.dumps(answer(tables, arguments), ensure_ascii=False))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0
