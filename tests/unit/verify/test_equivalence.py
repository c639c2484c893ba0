"""Equal outputs: programs with other states and timing are proved, and none wrongly."""

import importlib.util
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnar.discover import Found, StateCounts, Tables, get_sketch
from dnar.errors import InputError
from dnar.machine import Task, digest
from dnar.tasks import get_task
from dnar.verify import OutputSearch, Verdict, output_certificate, same_outputs

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

SILENT = (-1, -1)
BFS = Tables(
    StateCounts(2, 2),
    {0: ((1, 0), (0, 1))},
    {(0, (1, 0)): 1},
    {(1, 0, 0, 0, 0): 0, (0, 0, 1, 1, 0): 1},
)
LENIENT = Tables(StateCounts(2, 2), {0: ((1, 0),)}, {(0, (1, 0)): 1}, {(0, 0, 1, 1, 0): 1})
LATE = Tables(
    StateCounts(3, 2),
    {0: ((2, 0), (0, 1))},
    {(0, (2, 0)): 2, (1, SILENT): 2},
    {(1, 0, 0, 0, 0): 0, (0, 0, 2, 1, 0): 1},
)
"""Waits a step before it begins: parents are chosen in another step than by the rules."""
REACHED = Tables(StateCounts(2, 1), {0: ((1, 0),)}, {(0, (1, 0)): 1}, member=1)
LATE_REACHED = Tables(
    StateCounts(3, 1), {0: ((2, 0),)}, {(0, (2, 0)): 2, (1, SILENT): 2}, member=2
)
"""Waits a step before it begins, in a state of its own."""
FEW = ((4, 6, 40), (7, 12, 10))
"""Random problems of the tests: fewest nodes, most nodes, how many."""


def bfs(tables: Tables) -> Task:
    return Found(get_sketch("bfs"), tables).task


def reachability(tables: Tables) -> Task:
    return Found(get_sketch("reachability"), tables).task


def lenient() -> Task:
    return Found(replace(get_sketch("bfs"), self_pointers=False), LENIENT).task


def checker() -> Any:
    path = Path(__file__).parents[3] / "tools" / "check_certificate.py"
    spec = importlib.util.spec_from_file_location("check_certificate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("rules", "task"),
    [
        (get_task("bfs"), bfs(BFS)),
        (get_task("bfs"), lenient()),
        (reachability(REACHED), reachability(LATE_REACHED)),
    ],
    ids=["same", "other states", "other timing"],
)
def test_other_states_and_timing_are_proved_and_the_certificate_is_accepted(
    rules: Task, task: Task, tmp_path: Path
) -> None:
    result = same_outputs(rules, task)
    assert result.verdict is Verdict.PROVED
    certificate = json.loads(json.dumps(output_certificate(rules, task, result)))
    checked = checker().check(certificate)
    assert checked.violations == []
    assert checked.counts["output"] == result.obligations > 0
    path = tmp_path / "outputs.json"
    path.write_text(json.dumps(certificate))
    assert checker().main([str(path)]) == 0


def test_a_damaged_certificate_is_refused() -> None:
    rules, check = get_task("bfs"), checker().check
    whole = json.loads(
        json.dumps(output_certificate(rules, lenient(), same_outputs(rules, lenient())))
    )

    def violations(**changes: Any) -> list[str]:
        body = {key: value for key, value in {**whole, **changes}.items() if key != "digest"}
        for side in ("rules", "program"):
            body["hashes"] = {**body["hashes"], side: digest(body[side])}
        return check({**body, "digest": digest(body)}).violations

    assert violations() == []
    assert check({**whole, "claim": "more"}).violations
    for number in range(len(whole["types"])):
        kept = whole["types"][:number] + whole["types"][number + 1 :]
        assert violations(types=kept)
    program = whole["program"]
    for field in ("orders", "node_cases", "arc_cases"):
        assert violations(program={**program, field: []})
    assert violations(program={**program, "readouts": {"parent": {"pointer": [[0, 0]] * 3}}})
    assert violations(outputs={}) == ["outputs: there must be at least one"]
    assert violations(outputs={"parent": 7}) == [
        "parent: there is nothing that it is read from"
    ]
    assert violations(roles="none") == ["certificate.roles is not a list"]
    assert violations(obligations=0) == []
    for field in ("types", "initial", "kinds"):
        assert violations(**{field: []})
    one_way = [each for each in whole["types"] if each[0] <= each[2]]
    assert any("is missing" in each for each in violations(types=one_way))
    for side in ("rules", "program"):
        forgetful = [{"target": "index", "terms": []}]
        assert violations(**{side: {**whole[side], "ops": forgetful}})


def test_wrong_programs_are_refuted() -> None:
    rules = get_task("bfs")
    never = replace(BFS, node={}, arc={})
    result = same_outputs(rules, bfs(never))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.outputs_differ
    with pytest.raises(InputError, match="only equal outputs"):
        output_certificate(rules, bfs(never), result)


def mutated(tables: Tables, drawn: random.Random) -> Tables:
    """One entry changed."""
    nodes, arcs, _ = tables.counts
    listened, node, arc = dict(tables.listened), dict(tables.node), dict(tables.arc)
    match drawn.randrange(4):
        case 0:
            state = drawn.randrange(nodes)
            others = [(drawn.randrange(nodes), drawn.randrange(arcs))]
            old = [each for each in listened.get(state, ()) if each not in others]
            listened[state] = tuple(old if drawn.random() < 0.3 else others + old)
        case 1:
            state = drawn.randrange(nodes)
            told = drawn.choice([*listened.get(state, ()), SILENT])
            node[state, told] = (state + 1 + drawn.randrange(nodes - 1)) % nodes
        case 2 if arc:
            arc.pop(drawn.choice(sorted(arc)))
        case _:
            bits = drawn.choice([(0, 0), (1, 0), (0, 1), (1, 1)])
            key = (drawn.randrange(arcs), drawn.randrange(nodes), drawn.randrange(nodes), *bits)
            arc[key] = (key[0] + 1) % arcs
    node = {
        (state, told): to
        for (state, told), to in node.items()
        if told in (SILENT, *listened.get(state, ()))
    }
    return Tables(
        tables.counts, {key: some for key, some in listened.items() if some}, node, arc
    )


def judged(mutants: int, seed: int) -> list[Verdict]:
    """The verdicts on mutants, each of which is also run: no proof may be wrong."""
    drawn, rules, verdicts = random.Random(seed), get_task("bfs"), []
    search = OutputSearch(rules, bfs(BFS), seed=3, sizes=FEW)
    for number in range(mutants):
        start = (BFS, replace(LENIENT, arc={**LENIENT.arc, (1, 0, 0, 0, 0): 0}))[number % 2]
        task = bfs(mutated(start, drawn))
        result = same_outputs(rules, task, search=search)
        differs = search.find(task.program)
        assert (result.verdict is Verdict.PROVED) <= (differs is None)
        if result.verdict is Verdict.PROVED:
            certificate = output_certificate(rules, task, result)
            assert checker().check(json.loads(json.dumps(certificate))).violations == []
        verdicts.append(result.verdict)
    return verdicts


def test_no_mutant_is_wrongly_proved() -> None:
    verdicts = judged(6, seed=0)
    assert Verdict.PROVED in verdicts
    assert Verdict.REFUTED in verdicts


@pytest.mark.slow
def test_no_mutant_of_many_is_wrongly_proved() -> None:
    assert {Verdict.PROVED, Verdict.REFUTED} <= set(judged(400, seed=1))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mis", "the order of random numbers in different steps is not followed"),
        ("eccentricity", "scalars that change are not followed"),
        ("dfs", "may return"),
    ],
)
def test_what_is_not_followed_stays_open(name: str, reason: str) -> None:
    task = get_task(name)
    result = same_outputs(task, task, search=OutputSearch(task, task, sizes=FEW))
    assert result.verdict is Verdict.OPEN
    assert any(reason in each for each in result.reasons)


def test_choices_made_in_other_steps_stay_open() -> None:
    rules, late = get_task("bfs"), bfs(LATE)
    search = OutputSearch(rules, late, sizes=FEW)
    assert same_outputs(rules, late, search=search).verdict is Verdict.OPEN
    with pytest.raises(InputError, match="outputs must be the same"):
        same_outputs(rules, get_task("mis"))
