"""The verifier: a program against a task's rules, for every graph and every scalar input.

By induction over steps it is enough that every local case which the rules can reach has the
same outcome, and that scalars agree wherever they decide something (docs/proof.md).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from dnar.machine import (
    ArcType,
    Multiplicity,
    Numerics,
    Program,
    Reachable,
    Start,
    Task,
    reachable_types,
)
from dnar.verify.counterexample import Counterexample, Search
from dnar.verify.findings import Blocked, Findings, Kind
from dnar.verify.outputs import check_outputs
from dnar.verify.scalars import Equalities
from dnar.verify.states import Cases, check_states, collect_cases
from dnar.verify.words import Words


class Verdict(Enum):
    """What the verifier found out."""

    PROVED = "proved"
    """Same trajectory and same outputs as the rules, on every graph."""
    REFUTED = "refuted"
    """A graph is known on which they differ."""
    OPEN = "open"
    """Some cases could not be proved, and no graph was found that shows a difference."""


@dataclass(frozen=True)
class Result:
    """The verdict on a program, and what stands behind it."""

    verdict: Verdict
    obligations: Mapping[str, int]
    """How many obligations of each kind there were."""
    blocked: tuple[Blocked, ...]
    """Those that do not hold."""
    margins: Mapping[str, tuple[float, float]]
    """Per table, the closest decision and what rounding could do to it; none for a program
    that does not come from a network."""
    counterexample: Counterexample | None
    reachable: Reachable
    seconds: float


def verify(
    task: Task,
    program: Program,
    numerics: Numerics | None = None,
    *,
    reachable: Reachable | None = None,
    search: Search | None = None,
) -> Result:
    """The verdict on a program of this task.

    Args:
        task: Its rules are what the program is compared with.
        program: The program.
        numerics: How clearly its entries were decided; without it they count as exact.
        reachable: The task's reachable arc types, if they are known already.
        search: Where to look for counterexamples, if one is at hand.
    """
    began = time.perf_counter()
    reachable = reachable or reachable_types(task)
    findings = findings_on(task, program, numerics, reachable)
    counterexample = None
    if findings.blocked:
        counterexample = (search or Search(task)).find(program)
    verdict = Verdict.PROVED
    if findings.blocked:
        verdict = Verdict.OPEN if counterexample is None else Verdict.REFUTED
    return Result(
        verdict,
        dict(findings.counts),
        tuple(sorted(findings.blocked)),
        dict(findings.margins),
        counterexample,
        reachable,
        time.perf_counter() - began,
    )


def findings_on(
    task: Task, program: Program, numerics: Numerics | None, reachable: Reachable
) -> Findings:
    """All obligations of the proof."""
    findings = Findings()
    cases = collect_cases(reachable, program, numerics)
    check_states(findings, reachable, cases, program, numerics)
    equalities = Equalities(reachable, program)
    check_choices(findings, reachable, cases, equalities)
    if numerics is not None:
        _check_gates(findings, program, numerics)
        findings.margins["attention"] = cases.attention_margin
    check_outputs(findings, reachable, cases, equalities, program, task.decoders, numerics)
    return findings


def check_choices(
    findings: Findings, reachable: Reachable, cases: Cases, equalities: Equalities
) -> None:
    """Wherever a choice among rivals has an effect, the compared scalars agree."""
    rules, words = reachable.rules, Words(reachable)
    for head, state, number in sorted(cases.contested):
        key = rules.heads[head].key
        if key is None or rules.scalar(key).start is Start.STREAM:
            continue
        rivals = [
            each
            for each in sorted(reachable.types)
            if each.receiver == state
            and each.sender * len(rules.arc_states) + each.arc == number
        ]
        if any(_has_effect(reachable, each, head) for each in rivals):
            for each in rivals:
                findings.demand(
                    Kind.SCALAR,
                    equalities.agree_at(each, key),
                    f"{key} of rivals of {rules.heads[head].name}: {words.arc_type(each)}",
                )


def _has_effect(reachable: Reachable, each: ArcType, head: int) -> bool:
    """Whether it makes a difference to an arc or its reverse that a head hears it."""
    table = reachable.rules.arc_table
    forth = table[each.arc, each.receiver, each.sender, each.reverse]
    back = table[each.reverse, each.sender, each.receiver, each.arc].T
    flags = range(len(forth))
    loop = reachable.roles[each.role].multiplicity is Multiplicity.SELF
    if loop:
        return any(
            forth[bits, bits] != forth[bits ^ 1 << head, bits ^ 1 << head] for bits in flags
        )
    return any(
        (outcome[bits] != outcome[bits ^ 1 << head]).any()
        for outcome in (forth, back)
        for bits in flags
    )


def _check_gates(findings: Findings, program: Program, numerics: Numerics) -> None:
    """No gate may be so close to its threshold that rounding could flip it."""
    for name, gaps in numerics.gates.items():
        for gap, error in zip(gaps.gap.tolist(), gaps.error.tolist(), strict=True):
            findings.demand_margin("gates", gap, error, f"a gate of {name}")
