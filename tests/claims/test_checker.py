"""The checker accepts what is proved, rejects what was tampered with, and stands alone."""

import ast
import copy
import importlib.util
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.machine import (
    GRAPH_ROLES,
    NOTHING,
    ArcClass,
    ArcRule,
    ArcType,
    Decoder,
    Gate,
    Head,
    Inputs,
    LastByScalar,
    Members,
    Multiplicity,
    NodeKind,
    NodeMask,
    NodeRule,
    NodeScalar,
    Numerics,
    Op,
    Place,
    Pointer,
    PointerOrder,
    PreviousByScalar,
    Problem,
    Program,
    RandomRows,
    Rank,
    Reachable,
    Readout,
    Role,
    Rules,
    Scalar,
    Setup,
    Shape,
    Start,
    Task,
    Term,
    VirtualPointer,
    VirtualScalar,
    node_states,
    program_from_json,
    reachable_from,
    reachable_types,
)
from dnar.machine.numerics import Gaps
from dnar.machine.program import node_table
from dnar.machine.vocabulary import keep, push
from dnar.network import extract
from dnar.run.bundled import pretrained_path
from dnar.verify import Verdict, certificate, verify

CHECKER = Path(__file__).parents[2] / "tools" / "check_certificate.py"
TASKS = sorted(dnar.all_tasks())
SMALL = ("bfs", "minimum")
"""Certificates of which every entry is changed."""

Json = dict[str, Any]
Path_ = tuple[Any, ...]


def load_checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


checker = load_checker()


def wrong(content: Json) -> list[str]:
    """What the checker finds wrong with a certificate, read from its text."""
    try:
        return checker.check(checker.parse(json.dumps(content))).violations
    except ValueError as error:
        return [str(error)]


def sealed(content: Json) -> Json:
    """The certificate with hashes that fit, as a forger would make them."""
    for name in ("rules", "program"):
        if isinstance(content.get("hashes"), dict) and name in content:
            content["hashes"][name] = checker.canonical_hash(content[name])
    content.pop("digest", None)
    content["digest"] = checker.canonical_hash(content)
    return content


# Programs that need no training: the rules, written as total tables


def as_program(task: Task, ops: tuple[Op, ...] | None = None) -> Program:
    """The rules as a program: what no rank lists is heard last and changes nothing."""
    rules = task.rules
    heads, states, arcs = len(rules.heads), len(rules.node_states), len(rules.arc_states)
    classes = list(itertools.product(range(states), range(arcs)))
    ranks = {
        (head, state): [tuple(one) for one in rules.rank(rules.heads[head].name, state)]
        for head in range(heads)
        for state in range(states)
    }
    listening = np.zeros((heads, states, states, arcs, 2), dtype=np.int32)
    for (head, state), rank in ranks.items():
        order = [*rank, *(one for one in classes if one not in rank)]
        for place, (sender, arc) in enumerate(order):
            listening[head, state, sender, arc] = (len(classes) + place, place)
    tables = []
    for state in range(states):
        table = np.empty((len(classes) + 1,) * heads, dtype=np.uint8)
        for place in np.ndindex(table.shape):
            told = [
                ArcClass(*classes[number])
                if number < len(classes) and classes[number] in ranks[head, state]
                else NOTHING
                for head, number in enumerate(place)
            ]
            table[place] = rules.node_outcome(state, tuple(told))
        tables.append(node_table(table))
    arc_table = np.empty((arcs, states, states, arcs, 2**heads, 2**heads), dtype=np.uint8)
    for place in np.ndindex(arc_table.shape):
        arc, receiver, sender, reverse, *bits = place
        forth, back = (
            tuple(
                bool(flags >> head & 1) and one in ranks[head, state] for head in range(heads)
            )
            for flags, state, one in zip(
                bits, (receiver, sender), ((sender, arc), (receiver, reverse)), strict=True
            )
        )
        arc_table[place] = rules.arc_outcome(arc, receiver, sender, forth, back)
    return Program(
        task.name,
        tuple(state.name for state in rules.node_states),
        tuple(state.name for state in rules.arc_states),
        rules.heads,
        rules.scalars,
        listening,
        tuple(tables),
        arc_table,
        rules.ops if ops is None else ops,
        readouts_of(task),
    )


def readouts_of(task: Task) -> dict[str, Readout]:
    """Pointers first, then self-loops; sets as the rules define them."""
    arcs = range(len(task.rules.arc_states))
    readouts: dict[str, Readout] = {}
    for name, decoder in task.decoders.items():
        if isinstance(decoder, Pointer | VirtualPointer):
            order = [(decoder.arc_state, 0), *itertools.product(arcs, [1])]
            order += [(arc, 0) for arc in arcs if arc != decoder.arc_state]
            readouts[name] = PointerOrder(
                tuple((order.index((arc, 0)), order.index((arc, 1))) for arc in arcs)
            )
        elif isinstance(decoder, NodeMask | NodeScalar):
            readouts[name] = Members(frozenset({decoder.node_state}))
    return readouts


@cache
def reachable_in(name: str) -> Reachable:
    return reachable_types(dnar.get_task(name))


@cache
def _rules_certificate(name: str) -> str:
    task = dnar.get_task(name)
    program = as_program(task)
    result = verify(task, program, reachable=reachable_in(name))
    return json.dumps(certificate(task, program, result))


def rules_certificate(name: str) -> Json:
    return json.loads(_rules_certificate(name))


@cache
def _trained(name: str) -> tuple[str | None, Numerics]:
    model = dnar.load_model(name)
    made = extract(model.network, model.task)
    result = verify(model.task, made.program, made.numerics, reachable=reachable_in(name))
    if result.verdict is not Verdict.PROVED:
        return None, made.numerics
    weights = pretrained_path(model.task).read_bytes()
    content = certificate(model.task, made.program, result, made.numerics, weights)
    return json.dumps(content), made.numerics


def trained_certificate(name: str) -> tuple[Json, Numerics]:
    """The certificate of the bundled model; skips if that is not proved."""
    text, numerics = _trained(name)
    if text is None:
        pytest.skip(f"the bundled model of {name} is not proved")
    return json.loads(text), numerics


# What is proved is accepted


@pytest.mark.parametrize("name", ["bfs", "eccentricity", "minimum", "mis"])
def test_accepts_rules_as_program(name: str) -> None:
    assert wrong(rules_certificate(name)) == []


@pytest.mark.parametrize("name", TASKS)
def test_accepts_bundled_models(name: str) -> None:
    content, _ = trained_certificate(name)
    assert wrong(content) == []


# What was tampered with is rejected


def alternatives(value: Any, path: Path_) -> Iterator[Any]:
    """Other values that could stand at this place."""
    in_tables = path[:1] == ("program",) and path[1:2] in (("node_tables",), ("arc_table",))
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            yield value - 1
        case None:
            yield 0
        case str() if path[:1] in (("hashes",), ("digest",)) or in_tables:
            size = 16 if not in_tables else 10
            for at, digit in enumerate(value):
                other = "0123456789abcdef"[(int(digit, 16) + 1) % size]
                yield value[:at] + other + value[at + 1 :]
        case str():
            yield value + "x"
        case list():
            yield value[:-1] if value else [0]
            yield [*value, *(value[-1:] or [0])]
        case dict():
            for key in value:
                yield {other: inner for other, inner in value.items() if other != key}
            yield value | {"x": 0}


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every place of a JSON value, with what stands there."""
    yield path, value
    if isinstance(value, dict | list):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(entry, (*path, key))


def tampered(content: Json, only: Path_ = ()) -> Iterator[tuple[Path_, Json]]:
    """The certificate with one place changed, for every place (below `only`)."""
    for path, value in places(content):
        if path[: len(only)] != only:
            continue
        for other in alternatives(value, path):
            changed = copy.deepcopy(content)
            if not path:
                yield path, copy.deepcopy(other)
                continue
            at = changed
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = copy.deepcopy(other)
            yield path, changed


@pytest.mark.parametrize("name", SMALL)
def test_rejects_every_change(name: str) -> None:
    content, _ = trained_certificate(name)
    for path, changed in tampered(content):
        assert wrong(changed), path


@pytest.mark.parametrize("name", SMALL)
def test_forgeries_are_rejected_or_harmless(name: str) -> None:
    """Also with new hashes: what the checker still accepts, the verifier proves, too."""
    content = rules_certificate(name)
    accepted = forgeries(content)
    for path, changed in accepted:
        if path[:1] not in (("claim",), ("origin",)) and path[:2] != ("hashes", "weights"):
            assert proved_by_verifier(changed), path
    kinds = {path[:2] for path, _ in accepted}
    assert {("claim",), ("program", "arc_table")} <= kinds
    never = {"types", "obligations", "margins_checked", "verdict", "task", "format"}
    assert not never & {path[0] for path in kinds if path}


def test_forged_tables_of_trained_models() -> None:
    """The same for a trained program, where scores can be too close to call."""
    content, numerics = trained_certificate("bfs")
    for path, changed in forgeries(content, only=("program",)):
        assert proved_by_verifier(changed, numerics), path


def forgeries(content: Json, only: Path_ = ()) -> list[tuple[Path_, Json]]:
    """Changes with new hashes that the checker accepts.

    Those of the arc table are in entries that nobody uses; they are all made at once.
    """
    seals = (("digest",), ("hashes", "rules"), ("hashes", "program"))
    accepted, rejected = [], 0
    together = copy.deepcopy(content)
    for path, changed in tampered(content, only):
        if path[:1] in seals or path[:2] in seals:
            continue
        if wrong(sealed(changed)):
            rejected += 1
        elif path[:2] == ("program", "arc_table") and len(path) == 3:
            old, new = (one["program"]["arc_table"][path[2]] for one in (content, changed))
            at = next(at for at, digit in enumerate(new) if digit != old[at])
            row = together["program"]["arc_table"][path[2]]
            together["program"]["arc_table"][path[2]] = row[:at] + new[at] + row[at + 1 :]
        else:
            accepted.append((path, changed))
    assert together["program"] != content["program"]
    assert wrong(sealed(together)) == []
    assert rejected > 300
    return [*accepted, (("program", "arc_table"), together)]


@pytest.mark.parametrize("table", ["node table", "arc table", "attention", "readout"])
@pytest.mark.parametrize("margin", [(0.0, 0.0), (1.0, 2.0), (1.0, 1.0), (1.0, -1.0)])
def test_rejects_margins_within_rounding(table: str, margin: tuple[float, float]) -> None:
    content, _ = trained_certificate("bfs")
    content["margins"][table] = dict(zip(("gap", "error"), margin, strict=True))
    assert any("margins" in one for one in wrong(sealed(content)))


def test_infinite_gaps_are_fine_and_other_constants_are_not() -> None:
    content, _ = trained_certificate("bfs")
    content["margins"]["attention"] = {"gap": float("inf"), "error": 1.0}
    assert wrong(sealed(content)) == []
    content["margins"]["attention"] = {"gap": float("inf"), "error": float("inf")}
    assert wrong(sealed(content))
    content["margins"]["attention"] = {"gap": float("nan"), "error": 1.0}
    assert wrong(sealed(content))


def test_rejects_gates_that_matter() -> None:
    """A scalar that decides, or is an output, must be the same by rules and program."""
    content = rules_certificate("eccentricity")
    gates = 0
    for path, changed in tampered(content, ("program", "ops")):
        if "when" in path and not wrong(sealed(changed)):
            assert proved_by_verifier(changed), path
            gates += 1
    assert gates
    content["program"]["ops"][0]["terms"][0]["when"] = []
    assert any("distance" in one for one in wrong(sealed(content)))


def test_unproved_things_are_named() -> None:
    content = rules_certificate("bfs")
    content["program"]["node_tables"][0]["becomes"] = "00"
    assert any(one.startswith("node UNSEEN, rules hear") for one in wrong(sealed(content)))


# What the verifier says of the same certificate


def proved_by_verifier(content: Json, numerics: Numerics | None = None) -> bool:
    """Whether `verify` proves the program in a certificate, for the rules and types in it."""
    task = dnar.get_task(content["task"])
    keys = ("rules", "roles", "initial", "kinds")
    reachable = reachable_of(task.name, json.dumps([content[key] for key in keys]))
    decoders = {name: decoder_of(entry) for name, entry in content["decoders"].items()}
    program = program_from_json(content["program"])
    found = verify(
        replace(task, rules=reachable.rules, decoders=decoders),
        program,
        closeness(program, content["close"], numerics),
        reachable=reachable,
    )
    return found.verdict is Verdict.PROVED


@cache
def reachable_of(name: str, entries: str) -> Reachable:
    """The reachable types, from the rules and the initial types in a certificate."""
    rules, roles, initial, kinds = json.loads(entries)
    return reachable_from(
        rules_of(rules, dnar.get_task(name).rules),
        tuple(
            Role(one["name"], one["reverse"], Multiplicity(one["multiplicity"]))
            for one in roles
        ),
        {ArcType(*one["type"]): frozenset(one["zero"]) for one in initial},
        {NodeKind[kind.upper()]: frozenset(some) for kind, some in kinds.items()},
    )


def rules_of(entry: Json, old: Rules) -> Rules:
    """The rules as they stand in a certificate."""
    names = [head["name"] for head in entry["heads"]]

    def classes(found: list[list[int]]) -> tuple[tuple[int, int], ...]:
        return tuple((sender, arc) for sender, arc in found)

    def states(found: list[int] | None) -> tuple[int, ...] | None:
        return None if found is None else tuple(found)

    return replace(
        old,
        ranks=tuple(
            Rank(name, receiver, classes(found))
            for name, ranks in zip(names, entry["ranks"], strict=True)
            for receiver, found in enumerate(ranks)
        ),
        node_rules=tuple(
            NodeRule(
                one["state"],
                one["becomes"],
                heard={head: classes(found) for head, found in one["heard"].items()},
            )
            for one in entry["node_rules"]
        ),
        arc_rules=tuple(
            ArcRule(
                one["state"],
                one["becomes"],
                receiver=states(one["receiver"]),
                sender=states(one["sender"]),
                heard=one["heard"],
                heard_back=one["heard_back"],
            )
            for one in entry["arc_rules"]
        ),
        ops=tuple(
            Op(
                one["target"],
                tuple(
                    Term(Gate(term["gate"]), frozenset(term["when"]), term["scalar"])
                    for term in one["terms"]
                ),
            )
            for one in entry["ops"]
        ),
    )


def decoder_of(entry: Json) -> Decoder:
    kinds = (
        Pointer,
        VirtualPointer,
        NodeMask,
        NodeScalar,
        VirtualScalar,
        PreviousByScalar,
        LastByScalar,
    )
    by_name = {kind.__name__: kind for kind in kinds}
    return by_name[entry["kind"]](**{key: entry[key] for key in entry if key != "kind"})


def closeness(
    program: Program, close: list[list[list[int]]], numerics: Numerics | None
) -> Numerics:
    """Scores in the program's order that are as close as said; all else is decided clearly."""
    states, arcs, heads = len(program.node_states), len(program.arc_states), len(program.heads)
    score = np.empty((heads, states, states, arcs, 2))
    error = np.ones((heads, states)) if numerics is None else numerics.score_error
    for head, state in itertools.product(range(heads), range(states)):
        row = close[head][state]
        if numerics is None:
            steps = [0.6 if last > place else 2.0 for place, last in enumerate(row)]
            places_ = -np.concatenate([[0.0], np.cumsum(steps[:-1])])
        else:
            places_ = -np.sort(-numerics.score[head, state].ravel())
        last = [int(np.flatnonzero(one - places_ <= error[head, state])[-1]) for one in places_]
        assert last == row
        for place, entry in enumerate(program.order(head, state)):
            score[(head, state, *map(int, entry))] = places_[place]
    clear = (np.full((), np.inf), np.zeros(()))
    shape = (states, *[states * arcs + 1] * heads)
    return Numerics(
        score,
        error,
        Gaps(*(np.broadcast_to(one, shape) for one in clear)),
        Gaps(*(np.broadcast_to(one, program.arc_table.shape) for one in clear)),
        {},
        {},
    )


# Cases that once went wrong: a random number that is pushed to an arc decides there


class Toy(IntEnum):
    NEW = 0
    OLD = 1
    VIRTUAL = 2


class Mark(IntEnum):
    NONE = 0
    HEARD = 1


TOY = Rules(
    node_states=Toy,
    arc_states=Mark,
    heads=(Head("low", key="mark"),),
    ranks=(Rank("low", Toy.OLD, ((Toy.OLD, Mark.NONE),)),),
    node_rules=(NodeRule(Toy.NEW, Toy.OLD, heard={}),),
    arc_rules=(ArcRule(Mark.NONE, Mark.HEARD, heard={"low": True}),),
    scalars=(
        Scalar("lot", Place.NODE, Start.STREAM, period=1),
        Scalar("mark", Place.ARC, Start.ZERO),
    ),
)


def encode_toy(problem: Problem) -> Setup:
    nodes = problem.graph.node_count
    return Setup(
        problem.graph,
        node_state=node_states(problem.graph, Toy.NEW, Toy.VIRTUAL),
        arc_states=dict.fromkeys(GRAPH_ROLES, Mark.NONE),
        streams={"lot": RandomRows(problem.seed, nodes, nodes + 1)},
    )


def test_pushed_streams_count() -> None:
    task = Task("toy", "", "", Inputs(shape=Shape.UNDIRECTED, random=True), TOY, encode_toy)
    proved = as_program(task)
    content = certificate(task, proved, verify(task, proved, reachable=reachable_types(task)))
    content = json.loads(json.dumps(content))
    assert wrong(content) == []
    pushing = Op("mark", (keep(Mark), push("lot", [Toy.NEW])))
    when = [[int(state) for state in sorted(term.when)] for term in pushing.terms]
    content["program"]["ops"] = [
        {
            "target": "mark",
            "terms": [
                {"gate": term.gate.value, "when": some, "scalar": term.scalar}
                for term, some in zip(pushing.terms, when, strict=True)
            ],
        }
    ]
    assert any("mark decides" in one for one in wrong(sealed(content)))


# The command line


def call(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the checker with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    good = rules_certificate("bfs")
    (folder / "bfs.json").write_text(json.dumps(good))
    (folder / "changed.json").write_text(json.dumps(good | {"verdict": "open"}))
    (folder / "truncated.json").write_text(json.dumps(good)[:-100])
    (folder / "empty.json").write_text("")
    (folder / "list.json").write_text("[]")
    (folder / "number.json").write_text("1")
    (folder / "object.json").write_text("{}")
    (folder / "newer.json").write_text(json.dumps(good | {"format": 2}))
    (folder / "twice.json").write_text('{"format": 1, "format": 1}')
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "deep.json").write_text("[" * 100_000)
    return folder


def test_one_line_for_what_is_proved(files: Path) -> None:
    done = call(files / "bfs.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("bfs.json: proved, ")
    assert done.stdout.count("\n") == 1


def test_says_what_is_wrong(files: Path) -> None:
    done = call(files / "bfs.json", files / "changed.json")
    assert (done.returncode, done.stderr) == (1, "")
    assert "bfs.json: proved" in done.stdout
    assert "changed.json: not proved" in done.stdout
    assert "verdict: 'open' is unknown" in done.stdout


@pytest.mark.parametrize(
    "name",
    ["truncated", "empty", "list", "number", "object", "newer", "twice", "bytes", "deep"],
)
def test_one_line_for_what_cannot_be_read(name: str, files: Path) -> None:
    path = files / f"{name}.json"
    assert checker.main([str(path)]) == 2
    if name in ("truncated", "empty", "list"):
        done = call(path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(str(path))
        assert done.stderr.count("\n") == 1


def test_weights(tmp_path: Path) -> None:
    content, _ = trained_certificate("bfs")
    (tmp_path / "bfs.json").write_text(json.dumps(content))
    (tmp_path / "other").write_bytes(b"other")
    ours = pretrained_path(dnar.get_task("bfs"))
    certificate_, weights = str(tmp_path / "bfs.json"), "--weights"
    assert checker.main([certificate_, weights, str(ours)]) == 0
    assert checker.main([certificate_, weights, str(tmp_path / "other")]) == 1
    assert checker.main([certificate_, weights, str(tmp_path / "missing")]) == 2


# It stands alone


def test_shares_no_code() -> None:
    tree = ast.parse(CHECKER.read_text())
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module))
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    calls = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"__import__", "exec", "eval", "compile"}
    assert "importlib" not in imported
