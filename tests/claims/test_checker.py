"""The checker accepts what is proved, refuses what was tampered with, and stands alone."""

import ast
import copy
import importlib.util
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.machine import (
    Entry,
    Program,
    Reachable,
    Task,
    Term,
    execute,
    inc,
    keep,
    program_from_json,
    push,
    reachable_types,
    select,
    smallest_problems,
    take,
)
from dnar.run.bundled import certificate_path
from dnar.verify import OutputSearch, Verdict, certificate, same_outputs, verify
from dnar.verify.verify import findings_on
from tests.malformed_programs import MALFORMED, malformed
from tests.malformed_programs import TASK as EVERYTHING
from tests.random_machines import near_program, random_task

CHECKER = Path(__file__).parents[2] / "tools" / "check_certificate.py"
TASKS = sorted(dnar.all_tasks())
LARGE = ("floyd_warshall", "segments_intersect", "strongly_connected_components")
MUTATED = [
    pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name
    for name in TASKS
    if name != "naive_string_matcher"
]
"""Tasks whose certificates are checked many times; a single check of the others takes long."""

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
    content = {key: value for key, value in content.items() if key != "digest"}
    if isinstance(content.get("hashes"), dict):
        found = {side: content[side] for side in ("rules", "program") if side in content}
        made = {side: checker.canonical_hash(entry) for side, entry in found.items()}
        content["hashes"] = content["hashes"] | made
    return content | {"digest": checker.canonical_hash(content)}


# Certificates of programs that need no training: the rules' own


KNOWN: dict[int, tuple[Task, Reachable]] = {}
"""By the task's id, with the task, so that no id is used twice."""


def reachable_in(task: Task) -> Reachable:
    if id(task) not in KNOWN:
        KNOWN[id(task)] = (task, reachable_types(task))
    return KNOWN[id(task)][1]


def claimed(task: Task, program: Program) -> Json:
    """A certificate of a program, whether it is proved or not."""
    result = verify(task, task.program, reachable=reachable_in(task))
    assert result.verdict is Verdict.PROVED, result.blocked
    return json.loads(json.dumps(certificate(task, program, result)))


def get_task(name: str) -> Task:
    return EVERYTHING if name == EVERYTHING.name else dnar.get_task(name)


@cache
def _rules_certificate(name: str) -> str:
    task = get_task(name)
    return json.dumps(claimed(task, task.program))


def rules_certificate(name: str) -> Json:
    return json.loads(_rules_certificate(name))


def trained_certificate(name: str) -> Json:
    """The certificate of the bundled model."""
    return json.loads(certificate_path(dnar.get_task(name)).read_text())


def is_proved(task: Task, program: Program) -> bool:
    """Whether the package's own verifier proves a program."""
    return not findings_on(task, program, None, reachable_in(task)).blocked


def is_accepted(content: Json, task: Task, program: Program, what: object = None) -> bool:
    """Whether the checker accepts a certificate; what is proved it must, what is refuted never.

    Of what the verifier leaves open, the checker may prove some: it asks whether a sign can
    change an outcome, not whether it is read.
    """
    accepted = wrong(content) == []
    if is_proved(task, program):
        assert accepted, what
    elif accepted:
        assert verify(task, program, reachable=reachable_in(task)).verdict is Verdict.OPEN, what
    return accepted


# What is proved is accepted


@pytest.mark.parametrize("name", TASKS)
def test_accepts_the_rules_own_program(name: str) -> None:
    content = rules_certificate(name)
    found = checker.check(content)
    assert found.violations == []
    # Two enumerations that share no code meet the same cases.
    for kind in ("node", "arc"):
        assert found.counts[kind] == content["obligations"][kind]


@pytest.mark.parametrize("name", TASKS)
def test_accepts_bundled_models(name: str) -> None:
    content = trained_certificate(name)
    found = checker.check(content)
    assert found.violations == []
    for kind in ("node", "arc"):
        assert found.counts[kind] == content["obligations"][kind]


@pytest.mark.parametrize("name", TASKS)
def test_sums_of_scalars_are_followed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second way to equal scalars finds out the same as the first."""
    monkeypatch.setattr(checker, "same_terms", lambda rows, alike: False)
    assert wrong(rules_certificate(name)) == []


def test_accepts_what_has_everything_in_it() -> None:
    assert wrong(rules_certificate("everything")) == []


def test_accepts_terms_that_add_nothing() -> None:
    """Gates that are open where nothing is added are found to be harmless."""
    task = dnar.get_task("eccentricity")
    old = task.program.ops
    arcs = range(len(task.program.arc_states))
    for op in old:
        gates = [term for term in op.terms if term.gate.value == "push"]
        wider = [replace(term, when=frozenset(arcs)) for term in gates]
        for term, wide in zip(gates, wider, strict=True):
            terms = tuple(wide if one is term else one for one in op.terms)
            ops = tuple(replace(op, terms=terms) if one is op else one for one in old)
            program = replace(task.program, ops=ops)
            is_accepted(claimed(task, program), task, program, wide)


def test_random_programs_get_the_verifiers_verdict() -> None:
    proved = 0
    for seed in range(25):
        rng = np.random.default_rng(seed)
        task = random_task(rng)
        if not is_proved(task, task.program):
            assert wrong(claimed_anyway(task, task.program))
            continue
        for changes in (1, 2):
            program = near_program(rng, task, changes)
            content = claimed_anyway(task, program)
            proved += is_accepted(content, task, program, (seed, changes))
    assert 10 < proved < 50


def claimed_anyway(task: Task, program: Program) -> Json:
    """A certificate of a program, also if not even the rules are proved."""
    result = verify(task, task.program, reachable=reachable_in(task))
    result = replace(result, verdict=Verdict.PROVED)
    return json.loads(json.dumps(certificate(task, program, result)))


@pytest.mark.parametrize("name", TASKS)
def test_every_case_of_a_run_is_among_those_checked(name: str) -> None:
    check_runs(dnar.get_task(name))


@pytest.mark.parametrize("seed", range(6))
def test_every_case_of_a_random_run_is_among_those_checked(seed: int) -> None:
    check_runs(random_task(np.random.default_rng(seed)))


def check_runs(task: Task) -> None:
    """States by kind, types, what is heard and by whom, on small problems."""
    content = claimed_anyway(task, task.program)
    rows = checker.Rows(checker.Certificate(content))
    ways = {arc: {heard for _, heard in some} for arc, some in checker.rule_ways(rows).items()}
    told = {
        (hearing.row.kind, state): set()
        for state, found in rows.by_rules.items()
        for hearing in found
    }
    for state, found in rows.by_rules.items():
        for hearing in found:
            told[hearing.row.kind, state].add(hearing.heard)
    problems = list(smallest_problems(task))
    for problem in random.Random(1).sample(problems, min(12, len(problems))):
        instance = task.encode(problem)
        done = execute(task.program, instance, max_steps=12, record=True)
        assert done.trajectory is not None
        for snapshot in done.trajectory.snapshots():
            check_step(task.program, instance, snapshot, ways, told)


def check_step(program: Program, instance: Any, snapshot: Any, ways: Any, told: Any) -> None:
    heard = list(select(program, instance, snapshot).values())
    nodes, arcs = snapshot.node_state.tolist(), snapshot.arc_state.tolist()
    states = len(program.arc_states)

    def entry(arc: int) -> int:
        if arc < 0:
            return 2 * len(program.node_states) * states
        return 2 * (nodes[instance.sender[arc]] * states + arcs[arc]) + 1

    for node, state in enumerate(nodes):
        kind = int(instance.node_kind[node])
        assert tuple(entry(int(one[node])) for one in heard) in told[kind, state]
    for arc, state in enumerate(arcs):
        receiver, sender = int(instance.receiver[arc]), int(instance.sender[arc])
        reverse = arcs[int(instance.reverse_arc[arc])]
        kind = (nodes[receiver], state, nodes[sender], reverse, int(instance.role[arc]))
        bits = sum(1 << head for head, one in enumerate(heard) if one[receiver] == arc)
        assert bits in ways[kind]


# What was tampered with is refused


def alternatives(value: Any) -> Iterator[Any]:
    """Other values that could be at this place."""
    match value:
        case bool():
            yield from (not value, None, int(value))
        case int() | float():
            yield from (value + 1, value - 1, value + 0.5, bool(value), str(value))
        case None:
            yield from (0, [], "x")
        case str():
            yield from (value + "x", "", 0)
        case list():
            yield value[:-1] if value else [0]
            yield [*value, *(value[-1:] or [0])]
            yield value[::-1]
            yield {}
        case dict():
            for key in value:
                yield {other: inner for other, inner in value.items() if other != key}
            yield value | {"x": 0}
            yield []


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every place of a JSON value, with what is there."""
    yield path, value
    if isinstance(value, dict | list):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(entry, (*path, key))


def put(content: Json, path: Path_, value: Any) -> Json:
    """A copy of the certificate with another value at one place."""
    changed = copy.deepcopy(content)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = copy.deepcopy(value)
    return changed


def tampered(content: Json) -> Iterator[tuple[Path_, Json]]:
    """The certificate with one place changed, for every place."""
    for path, value in places(content):
        for other in alternatives(value) if path else ():
            if json.dumps(other) != json.dumps(value):
                yield path, put(content, path, other)


@pytest.mark.parametrize("made", [rules_certificate, trained_certificate])
@pytest.mark.parametrize("name", ["bfs", "minimum"])
def test_refuses_every_change(name: str, made: Callable[[str], Json]) -> None:
    for path, changed in tampered(made(name)):
        assert wrong(changed), path


FREE = {"claim", "origin", "obligations", "margins_checked"}
"""What nothing is derived from."""

CLAIMED = {"rules", "initial", "kinds", "roles", "types", "close", "outputs"}
"""What the claim is about: rules are compared by hash, the rest with the task."""


@pytest.mark.parametrize("name", ["bfs", "minimum", "everything"])
def test_forgeries_are_refused_or_harmless(name: str) -> None:
    """Also with new hashes: what is still accepted is proved, or another claim."""
    task, content = get_task(name), rules_certificate(name)
    accepted, refused = [], 0
    for path, changed in tampered(content):
        if path[0] == "digest" or (path[0] == "hashes" and path[1:] != ("weights",)):
            continue
        forged = sealed(changed)
        if wrong(forged):
            refused += 1
        else:
            accepted.append((path, forged))
    assert refused > 500
    for path, changed in accepted:
        if path[0] == "program":
            assert is_accepted(changed, task, program_from_json(changed["program"]), path)
        elif path[0] == "rules":
            assert changed["hashes"]["rules"] != content["hashes"]["rules"]
        else:
            assert path[0] in FREE | CLAIMED or path == ("hashes", "weights"), path
    assert not {"types", "verdict", "task", "format"} & {path[0] for path, _ in accepted}


def test_forged_programs_of_trained_models() -> None:
    """The same for a trained program: it has cases that nobody meets."""
    task, content = dnar.get_task("bfs"), trained_certificate("bfs")
    accepted, refused = 0, 0
    for path, changed in tampered(content):
        if path[0] == "program":
            forged = sealed(changed)
            refused += bool(wrong(forged))
            if not wrong(forged):
                accepted += 1
                assert is_proved(task, program_from_json(forged["program"])), path
    assert refused > 300
    assert accepted > 10


# Semantic mutants: one thing of the program is changed, and all hashes are made anew


def mutants(program: Json) -> Iterator[tuple[str, Json]]:
    """Programs that differ in one case, entry, gate, label or place."""
    for path, value in [*case_changes(program), *order_changes(program), *op_changes(program)]:
        yield f"{path} {value}", put(program, path, value)
    for name, readout in program["readouts"].items():
        for key in readout.keys() - {"place"}:
            for at, value in enumerate(readout[key]):
                path = ("readouts", name, key, at)
                changed = value + 1 if key == "labels" else value[::-1]
                yield f"{path} {changed}", put(program, path, changed)


def case_changes(program: Json) -> Iterator[tuple[Path_, Any]]:
    for key, states in (("node_cases", "node_states"), ("arc_cases", "arc_states")):
        for at, case in enumerate(program[key]):
            yield (key,), without(program[key], at)
            yield (key,), swapped(program[key], at)
            for state in set(range(len(program[states]))) - {case["becomes"]}:
                yield (key, at, "becomes"), state


def order_changes(program: Json) -> Iterator[tuple[Path_, Any]]:
    for at, order in enumerate(program["orders"]):
        yield ("orders",), without(program["orders"], at)
        path = ("orders", at, "entries")
        for place in range(len(order["entries"])):
            yield path, without(order["entries"], place)
            yield path, swapped(order["entries"], place)
            yield (*path, place, 2), 0


def op_changes(program: Json) -> Iterator[tuple[Path_, Any]]:
    for at, op in enumerate(program["ops"]):
        yield ("ops",), without(program["ops"], at)
        path = ("ops", at, "terms")
        for place, term in enumerate(op["terms"]):
            yield path, without(op["terms"], place)
            for state in range(8):
                yield (*path, place, "when"), sorted(set(term["when"]) ^ {state})


def without(values: list[Any], at: int) -> list[Any]:
    return values[:at] + values[at + 1 :]


def swapped(values: list[Any], at: int) -> list[Any]:
    return [*values[:at], *values[at : at + 2][::-1], *values[at + 2 :]]


def with_program(content: Json, program: Json) -> Json:
    """The certificate of another program, with orders of which all scores are far apart."""
    close = [
        {**{key: one[key] for key in ("head", "receiver")}, "close": list(range(len(entries)))}
        for one in program["orders"]
        for entries in [one["entries"]]
    ]
    return sealed({**content, "program": program, "close": close})


@pytest.mark.parametrize("count", [12, pytest.param(80, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", MUTATED)
def test_semantic_mutants_are_refused(name: str, count: int) -> None:
    """What the verifier does not prove is refused, whatever the hashes say."""
    task, content = dnar.get_task(name), rules_certificate(name)
    found = list(mutants(content["program"]))
    refused = 0
    for what, changed in random.Random(7).sample(found, min(count, len(found))):
        try:
            program = program_from_json(changed)
        except InputError:
            continue
        refused += not is_accepted(with_program(content, changed), task, program, what)
    assert refused > count // 8


# Scores that are too close to call


def test_close_scores_come_out_either_way() -> None:
    task, content = dnar.get_task("dfs"), rules_certificate("dfs")
    for at, one in enumerate(content["close"]):
        last = len(one["close"]) - 1
        if last > 0:
            changed = put(content, ("close", at, "close"), [last] * (last + 1))
            order = content["program"]["orders"][at]
            differ = not all(
                is_proved(task, reordered(task.program, order, place))
                for place in range(last + 1)
            )
            assert bool(wrong(sealed(changed))) == differ, order


def reordered(program: Program, order: Json, place: int) -> Program:
    """The program that listens for one of its entries before all others."""
    key = (order["head"], order["receiver"])
    entries = [Entry(sender, arc, bool(best)) for sender, arc, best in order["entries"]]
    first = (entries[place], *without(entries, place))
    return replace(program, orders={**program.orders, key: first})


def test_close_places_must_rise() -> None:
    content = rules_certificate("dfs")
    at = next(at for at, one in enumerate(content["close"]) if len(one["close"]) > 1)
    for odd in ([1, 0], [0, 0], [0], [0, 9], [0, True]):
        changed = put(content, ("close", at, "close"), odd)
        assert any("close" in one for one in wrong(sealed(changed)))


# Scalars


def changed_ops(name: str, change: Callable[[Json], None]) -> list[str]:
    content = rules_certificate(name)
    change({op["target"]: op["terms"] for op in content["program"]["ops"]})
    return wrong(sealed(content))


def test_scalars_that_decide_must_agree() -> None:
    def later(ops: dict[str, Any]) -> None:
        ops["distance"][0]["when"] = []

    assert any("distance" in one for one in changed_ops("eccentricity", later))


def test_compared_scalars_must_agree() -> None:
    def doubled(ops: dict[str, Any]) -> None:
        ops["offer"].append({"gate": "inc", "when": [4], "number": 1.0})

    found = changed_ops("bellman_ford", doubled)
    assert any("offer is compared" in one for one in found)


def test_pulled_scalars_must_agree() -> None:
    def another(ops: dict[str, Any]) -> None:
        (term,) = [term for term in ops["near_key"] if term["gate"] == "pull"]
        term["scalar"] = "item"

    assert any("near_key is compared" in one for one in changed_ops("insertion_sort", another))


@pytest.mark.parametrize("term", [take("depth", [0]), push("lot", [0]), keep([1])])
def test_compared_scalars_of_arcs_must_agree(term: Term) -> None:
    """Also if what is pushed is the same random number on both sides."""
    old = EVERYTHING.program
    ops = [
        replace(op, terms=(*op.terms, term)) if op.target == "path" else op for op in old.ops
    ]
    program = replace(old, ops=tuple(ops))
    content = claimed(EVERYTHING, program)
    assert not is_accepted(content, EVERYTHING, program)
    assert any("path is compared" in one for one in wrong(content))


def test_scalars_of_outputs_must_agree() -> None:
    old = EVERYTHING.program
    depth = replace(old.ops[0], terms=(*old.ops[0].terms, inc([1], 3.0)))
    found = wrong(claimed(EVERYTHING, replace(old, ops=(depth, *old.ops[1:]))))
    assert any(one.startswith("depth: depth of OLD") for one in found)


# Claims about nothing, and numbers of the network


def test_claims_about_nothing_are_refused() -> None:
    content = rules_certificate("bfs")
    for path, value in (
        (("outputs",), {}),
        (("initial",), []),
        (("types",), []),
        (("kinds",), {}),
        (("kinds", "0"), []),
        (("roles",), []),
    ):
        assert wrong(sealed(put(content, path, value))), path
    nobody = put(content, ("outputs", "parent", "kind"), 7)
    assert any("nothing that it is read from" in one for one in wrong(sealed(nobody)))


def test_no_outputs_and_no_obligations_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the verifier, by both kinds of certificates, and by the command as a last resort."""
    task = replace(dnar.get_task("bfs"), decoders={})
    result = verify(task, task.program)
    assert result.verdict is Verdict.OPEN
    assert [one.case for one in result.blocked] == ["bfs has no output: nothing to prove"]
    with pytest.raises(InputError, match="only a proved program gets a certificate"):
        certificate(task, task.program, result)
    unread = same_outputs(task, task, search=OutputSearch(task, task, sizes=((4, 5, 2),)))
    assert unread.verdict is Verdict.OPEN
    assert "nothing to compare" in unread.reasons[0]

    path = tmp_path / "bfs.json"
    content = sealed(rules_certificate("bfs") | {"outputs": {}})
    path.write_text(json.dumps(content))
    assert checker.main([str(path)]) == 1
    assert "outputs: there must be at least one" in capsys.readouterr().out
    # Whatever a certificate says of its own counts, those of the checker decide.
    path.write_text(json.dumps(rules_certificate("bfs")))
    monkeypatch.setattr(checker, "check_equal_states", lambda content, findings: None)
    assert checker.main([str(path)]) == 1
    assert "there is nothing to prove: it has no obligations" in capsys.readouterr().out


@pytest.mark.parametrize("at", range(5))
def test_missing_types_are_named(at: int) -> None:
    content = rules_certificate("dfs")
    loops = [one for one in content["types"] if one not in first_types(content)]
    gone = random.Random(at).choice(loops)
    types = [one for one in content["types"] if one not in (gone, reverse(content, gone))]
    assert any("missing" in one for one in wrong(sealed({**content, "types": types})))


def first_types(content: Json) -> list[list[int]]:
    return [one["type"] for one in content["initial"]]


def reverse(content: Json, arc: list[int]) -> list[int]:
    names = [role["name"] for role in content["roles"]]
    role = names.index(content["roles"][arc[4]]["reverse"])
    return [arc[2], arc[3], arc[0], arc[1], role]


@pytest.mark.parametrize(
    ("gap", "error", "fine"),
    [
        (1.0, 0.5, True),
        (float("inf"), 1.0, True),
        (0.0, 0.0, False),
        (1.0, 1.0, False),
        (1.0, -1.0, False),
        (float("inf"), float("inf"), False),
        (float("nan"), 1.0, False),
        (True, 0, False),
        ("1", 0, False),
    ],
)
def test_margins(gap: Any, error: Any, fine: bool) -> None:
    content = rules_certificate("bfs")
    content["hashes"]["weights"] = "0" * 64
    assert any("margins" in one for one in wrong(sealed(content)))
    content["margins"] = {"attention": {"gap": gap, "error": error}}
    assert (wrong(sealed(content)) == []) == fine


@pytest.mark.parametrize("table", ["node table", "arc table", "attention", "readout"])
@pytest.mark.parametrize("margin", [(0.0, 0.0), (1.0, 2.0), (1.0, 1.0), (1.0, -1.0)])
def test_refuses_margins_within_rounding(table: str, margin: tuple[float, float]) -> None:
    content = trained_certificate("bfs")
    assert set(content["margins"]) == {"node table", "arc table", "attention", "readout"}
    content["margins"][table] = dict(zip(("gap", "error"), margin, strict=True))
    assert wrong(sealed(content)) == [f"margins: the gap of the {table} is within its error"]


def test_unproved_cases_are_named() -> None:
    content = rules_certificate("bfs")
    content["program"]["node_cases"] = []
    (found,) = wrong(sealed(content))
    assert found.startswith(
        "node UNSEEN with signs [] hears DONE over NEUTRAL and becomes DONE"
    )


# Malformed programs


@pytest.mark.parametrize("side", ["rules", "program"])
@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_programs_are_refused_with_one_line(what: str, side: str) -> None:
    content = rules_certificate("everything")
    found = wrong(sealed({**content, side: malformed(what)}))
    assert len(found) == 1
    assert len(found[0].splitlines()) == 1


@pytest.mark.parametrize("what", MALFORMED)
def test_the_package_refuses_malformed_programs(what: str) -> None:
    with pytest.raises(InputError):
        program_from_json(malformed(what))


UNDER_O = """
import json, sys
sys.path.insert(0, {root!r})
from dnar.errors import InputError
from dnar.machine import program_from_json
from tests.claims.test_checker import checker, rules_certificate, sealed, wrong
from tests.malformed_programs import MALFORMED, malformed
assert False, "asserts are off under -O"
accepted, good = [], rules_certificate("everything")
for what in MALFORMED:
    try:
        program_from_json(malformed(what))
        accepted.append(("package", what))
    except InputError as error:
        if len(str(error).splitlines()) != 1:
            accepted.append(("lines", what))
    if len(wrong(sealed({{**good, "program": malformed(what)}}))) != 1:
        accepted.append(("checker", what))
print(json.dumps(accepted))
"""


def test_malformed_programs_are_refused_without_asserts() -> None:
    code = UNDER_O.format(root=str(CHECKER.parents[1]))
    done = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


# The command line


def call(*arguments: object, file: Path = CHECKER) -> subprocess.CompletedProcess[str]:
    """Runs the checker with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(file), *map(str, arguments)]
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
    (folder / "older.json").write_text(json.dumps(good | {"format": 1}))
    (folder / "newer.json").write_text(json.dumps(good | {"format": 3}))
    (folder / "fraction.json").write_text(json.dumps(good | {"format": 2.0}))
    (folder / "twice.json").write_text('{"format": 2, "format": 2}')
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "deep.json").write_text("[" * 100_000)
    return folder


def test_one_line_for_what_is_proved_by_a_copy_of_the_file(files: Path) -> None:
    done = call(files / "bfs.json", file=Path(shutil.copy(CHECKER, files)))
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
    [
        "truncated",
        "empty",
        "list",
        "number",
        "object",
        "older",
        "newer",
        "fraction",
        "twice",
        "bytes",
        "deep",
        "missing",
    ],
)
def test_one_line_for_what_cannot_be_read(
    name: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = files / f"{name}.json"
    assert checker.main([str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(str(path))
    assert shown.err.count("\n") == 1


def test_expected_rules(files: Path) -> None:
    path, rules = str(files / "bfs.json"), rules_certificate("bfs")["hashes"]["rules"]
    assert checker.main([path, "--rules", rules]) == 0
    assert checker.main([path, "--rules", "0" * 64]) == 1
    assert checker.main([path, "--rules", "bfs"]) == 2


def test_expected_program(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, content = str(files / "bfs.json"), rules_certificate("bfs")
    own, other = files / "own_program.json", files / "other_program.json"
    own.write_text(json.dumps(content["program"], indent=1))
    other.write_text(json.dumps({**content["program"], "node_cases": []}))
    assert checker.main([path, "--program", str(own)]) == 0
    assert checker.main([path, "--program", str(other)]) == 1
    assert "it is for another program" in capsys.readouterr().out
    assert checker.main([path, "--program", str(files / "missing")]) == 2
    assert checker.main([path, "--program", str(files / "list.json")]) == 2


def test_forged_rules_are_found_by_their_hash(files: Path) -> None:
    """Rules that do nothing are proved of a program that does nothing, but by another name."""
    content = rules_certificate("bfs")
    idle = {"node_cases": [], "arc_cases": [], "orders": []}
    forged = {**content, "rules": {**content["rules"], **idle}}
    forged = with_program(forged, {**content["program"], **idle})
    path = files / "forged.json"
    path.write_text(json.dumps(forged))
    assert checker.main([str(path)]) == 0
    assert checker.main([str(path), "--rules", content["hashes"]["rules"]]) == 1


def test_weights(tmp_path: Path) -> None:
    content = rules_certificate("bfs")
    (tmp_path / "model").write_bytes(b"model")
    (tmp_path / "other").write_bytes(b"other")
    content["hashes"]["weights"] = (
        "9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4"
    )
    content["margins"] = {"attention": {"gap": 1.0, "error": 0.5}}
    (tmp_path / "bfs.json").write_text(json.dumps(sealed(content)))
    path, weights = str(tmp_path / "bfs.json"), "--weights"
    assert checker.main([path, weights, str(tmp_path / "model")]) == 0
    assert checker.main([path, weights, str(tmp_path / "other")]) == 1
    assert checker.main([path, weights, str(tmp_path / "missing")]) == 2


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
    assert not {"importlib", "runpy"} & {name.partition(".")[0] for name in imported}
