"""Diagnosis: what a network got wrong, in words, and which of its parts is to blame.

A case that says what is heard blames the update. A case in which attention decides blames
attention if it hears another class than the rules do, and the update otherwise. Gates and
decoders are compared with those of the rules one by one.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from dnar.machine import NOTHING, ArcClass, Labels, Program
from dnar.network import gate_logits, opened, readouts_of
from dnar.training.cases import NO_ROW
from dnar.training.lesson import Lesson
from dnar.training.objective import arc_logits, hard_attention, node_logits, row_scores

ATTENTION, UPDATES, GATES, OUTPUTS = "attention", "updates", "gates", "outputs"
"""The parts of a network that may be to blame."""

MOST_CASES = 10
"""Cases that are told in words; the others are counted."""

Finding = tuple[str, str]
"""The part that is to blame, and the case in words."""


def diagnose(lesson: Lesson) -> dict[str, Any]:
    """What is wrong at the last check: counts by part, and the first cases in words."""
    with torch.no_grad():
        found = [
            *_rows(lesson),
            *_arcs(lesson),
            *_gates(lesson),
            *_outputs(lesson),
        ]
    blame = Counter(part for part, _ in found)
    distinct = dict.fromkeys(f"{part}: {words}" for part, words in found)
    return {"blame": dict(blame), "cases": list(distinct)[:MOST_CASES], "kinds": len(distinct)}


def _heard(lesson: Lesson, numbers: np.ndarray) -> np.ndarray:
    """The class that each head of these rows hears, -1 for nothing."""
    rows = lesson.curriculum.rows.take(torch.from_numpy(numbers))
    attention = hard_attention(row_scores(lesson.network.tables(), rows), rows)
    weight = (attention.sum(3) > 0).cpu().numpy()
    place = weight.argmax(2)
    klass = np.take_along_axis(rows.klass.cpu().numpy()[:, None], place[..., None], 2)[..., 0]
    return np.where(weight.any(2), klass, -1)


def _rows(lesson: Lesson) -> Iterator[Finding]:
    numbers = lesson.wrong.rows
    if not len(numbers):
        return
    program, cases = lesson.task.program, lesson.curriculum.row_cases
    rows = lesson.curriculum.rows.take(torch.from_numpy(numbers))
    tables = lesson.network.tables()
    attention = hard_attention(row_scores(tables, rows), rows)
    made = node_logits(lesson.network, tables, rows, attention).argmax(1).cpu().numpy()
    for row, heard, becomes in zip(numbers, _heard(lesson, numbers), made, strict=True):
        state, outcome = int(cases.state[row]), int(cases.outcome[row])
        present = _present(program, cases.klass[row], cases.count[row])
        part = UPDATES if cases.told[row] else _part(program, state, present, heard)
        holds = ", ".join(_class_words(program, each) for each in sorted(set().union(*present)))
        names = program.node_states
        words = f"{names[state]} that {'hears' if cases.told[row] else 'sees'} {holds} must "
        words += f"become {names[outcome]}"
        if int(becomes) != outcome:
            words += f", and becomes {names[int(becomes)]}"
        elif part == ATTENTION:
            words += ", and hears another arc than the one that a scalar is pulled from"
        yield part, words


def _present(program: Program, klass: np.ndarray, count: np.ndarray) -> list[set[ArcClass]]:
    """Per head: the classes in a row."""
    arcs = len(program.arc_states)
    return [
        {
            ArcClass(*divmod(int(each), arcs))
            for each, times in zip(klass, some, strict=True)
            if times > 0
        }
        for some in count
    ]


def _part(program: Program, state: int, present: list[set[ArcClass]], heard: np.ndarray) -> str:
    """Attention, if it hears another class than the rules, otherwise the updates."""
    arcs = len(program.arc_states)
    for head, (some, number) in enumerate(zip(present, heard.tolist(), strict=True)):
        wanted = next((each for each in program.rank(head, state) if each in some), NOTHING)
        got = NOTHING if number < 0 else ArcClass(*divmod(number, arcs))
        if got != wanted and (wanted != NOTHING or got in program.rank(head, state)):
            return ATTENTION
    return UPDATES


def _arcs(lesson: Lesson) -> Iterator[Finding]:
    numbers = lesson.wrong.arcs
    if not len(numbers):
        return
    program, cases = lesson.task.program, lesson.curriculum.arc_cases
    network, rows = lesson.network, lesson.curriculum.rows
    tables = network.tables()
    attention = hard_attention(row_scores(tables, rows), rows)
    arcs = lesson.curriculum.arcs.take(torch.from_numpy(numbers))
    made = arc_logits(network, tables, arcs, attention).argmax(1).cpu().numpy()
    for number, becomes in zip(numbers, made, strict=True):
        row, state = int(cases.forth.row[number]), int(cases.receiver[number])
        part = UPDATES
        if row != NO_ROW:
            row_cases = lesson.curriculum.row_cases
            present = _present(program, row_cases.klass[row], row_cases.count[row])
            part = _part(program, state, present, _heard(lesson, np.array([row]))[0])
        nodes, names = program.node_states, program.arc_states
        words = (
            f"arc {names[cases.arc[number]]} of {nodes[state]} from "
            f"{nodes[cases.sender[number]]} (back {names[cases.reverse[number]]}) must become "
            f"{names[cases.outcome[number]]}"
        )
        if int(becomes) != int(cases.outcome[number]):
            words += f", and becomes {names[int(becomes)]}"
        yield part, words


def _class_words(program: Program, each: ArcClass) -> str:
    return f"{program.node_states[each.sender]} over {program.arc_states[each.arc]}"


def _gates(lesson: Lesson) -> Iterator[Finding]:
    program, signature = lesson.task.program, lesson.network.signature
    logits = gate_logits(lesson.network.tables(), signature)
    for name in lesson.wrong.scalars:
        opens = {term.value: term.when for term in program.op(name).terms}
        gates = opened(logits[name], None).split(signature.widths(name))
        for candidate, some in zip(signature.candidates_of(name), gates, strict=True):
            wanted = opens.get(candidate.term.value, frozenset())
            states = program.states(candidate.place)
            for state, gate in enumerate(some.tolist()):
                if bool(gate) != (state in wanted):
                    term = candidate.term
                    what = f"{term.gate.value} {term.scalar or ''}".strip()
                    must = "open" if state in wanted else "closed"
                    yield GATES, f"{name}: {what} must be {must} in {states[state]}"


def _outputs(lesson: Lesson) -> Iterator[Finding]:
    if not lesson.wrong.outputs:
        return
    program, made = lesson.task.program, readouts_of(lesson.network)
    for name, wanted in program.readouts.items():
        got = made[name]
        if isinstance(wanted, Labels) and isinstance(got, Labels):
            states = program.states(wanted.place)
            for state in lesson.curriculum.outputs.labels.get(name, {}):
                if wanted.labels[state] != got.labels[state]:
                    yield OUTPUTS, f"{name}: {states[state]} is read as another label"
        elif not isinstance(wanted, Labels):
            yield OUTPUTS, f"{name}: the order of arcs that it points along"
