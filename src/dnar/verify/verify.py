"""The verifier: a program against a task's rules, for every graph and every scalar input.

By induction over steps it is enough that every local case which the rules can reach has the
same outcome, and that scalars agree wherever they decide something (docs/proof.md).
"""

import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from dnar.display import html_page
from dnar.errors import InputError
from dnar.machine import (
    ArcType,
    Cases,
    Gap,
    Gate,
    Labels,
    Multiplicity,
    Numerics,
    Place,
    Program,
    Reachable,
    Readout,
    Start,
    Task,
    collect_cases,
    reachable_types,
)
from dnar.verify.counterexample import Counterexample, Search
from dnar.verify.encoding import demand_encoding
from dnar.verify.findings import Blocked, Findings, Kind
from dnar.verify.outputs import check_outputs
from dnar.verify.scalars import Equalities
from dnar.verify.states import check_signs, check_states, fitting_cases
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
    margins: Mapping[str, Gap]
    """Per table, the closest decision and what rounding could do to it; none for a program
    that does not come from a network."""
    counterexample: Counterexample | None
    reachable: Reachable
    seconds: float

    def __repr__(self) -> str:
        number = sum(self.obligations.values())
        failed = f", {len(self.blocked)} do not hold" if self.blocked else ""
        return f"Result({self.verdict.value}: {number} obligations{failed})"

    def _repr_html_(self) -> str:
        facts = {
            "obligations": sum(self.obligations.values()),
            "do not hold": len(self.blocked),
            "reachable types": len(self.reachable.types),
        }
        rows = [
            *((f"{kind} obligations", number) for kind, number in self.obligations.items()),
            *((f"fails: {each.kind}", each.case) for each in self.blocked),
        ]
        header = ["what", "value"]
        heading = f"Proof: {self.verdict.value}"
        return html_page(heading, facts, header=header, rows=rows, count=len(rows))


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

    Raises:
        InputError: the program is not one of this task, or larger problems of the task begin
            with arcs or nodes that the smallest ones do not show.
    """
    began = time.perf_counter()
    if reachable is None:
        demand_encoding(task)
        reachable = reachable_types(task)
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
    """All obligations of the proof.

    Raises:
        InputError: the program is not one of this task.
    """
    check_fit(task, program, numerics, reachable)
    findings = Findings()
    cases = collect_cases(reachable, program, numerics)
    equalities = Equalities(reachable, program, cases)
    _check_claim(findings, task, reachable)
    check_states(findings, reachable, cases, program, numerics)
    check_signs(findings, reachable, equalities)
    check_choices(findings, reachable, cases, equalities)
    if numerics is not None:
        for name, gaps in numerics.gates.items():
            for gap in gaps:
                findings.demand_margin("gates", gap, lambda name=name: f"a gate of {name}")
        findings.margins["attention"] = cases.attention_margin
    check_outputs(findings, reachable, cases, equalities, program, task.decoders, numerics)
    return findings


def check_fit(
    task: Task, program: Program, numerics: Numerics | None, reachable: Reachable
) -> None:
    """Whether the program is in the task's terms, so that the two can be compared.

    Raises:
        InputError: it is not; the message says what differs.
    """
    rules = task.program
    if reachable.rules is not rules:
        raise InputError(f"the reachable types given are not those of the rules of {task.name}")
    for name in ("node_states", "arc_states", "heads", "scalars", "comparisons"):
        wanted, found = getattr(rules, name), getattr(program, name)
        if wanted != found:
            raise InputError(
                f"the program does not fit {task.name}: its {name.replace('_', ' ')} are "
                f"{found}, expected {wanted}"
            )
    wanted, found = (
        {name: _readout_kind(each) for name, each in some.items()}
        for some in (rules.readouts, program.readouts)
    )
    if wanted != found:
        raise InputError(
            f"the program does not fit {task.name}: it has the readouts {found}, expected "
            f"{wanted}"
        )
    if numerics is not None:
        _check_scores(program, numerics)


def _readout_kind(readout: Readout) -> str:
    return f"{readout.place.value} labels" if isinstance(readout, Labels) else "pointer"


def _check_scores(program: Program, numerics: Numerics) -> None:
    for key, order in program.orders.items():
        scores = numerics.scores.get(key, ())
        falling = all(one >= other for one, other in itertools.pairwise(scores))
        known = not order or numerics.score_errors.get(key, -1.0) >= 0
        if len(scores) != len(order) or not falling or not known:
            raise InputError(f"the scores of head and receiver {key} do not fit their order")


def _check_claim(findings: Findings, task: Task, reachable: Reachable) -> None:
    """Nothing is proved about nothing, nor about nodes that the arc types do not show."""
    if not task.decoders:
        findings.block(Kind.OUTPUT, f"{task.name} has no output: nothing to prove")
    if not reachable.types:
        findings.block(Kind.NODE, f"no problem of {task.name} has an arc: nothing to prove")
    for kind, states in sorted(reachable.begun.items()):
        if states and not any(
            role.multiplicity in (Multiplicity.SELF, Multiplicity.ONE)
            and role.receivers in (None, kind)
            for role in reachable.roles
        ):
            findings.block(
                Kind.NODE,
                f"nodes of kind {kind} may have no arcs at all: give them a role of which "
                "there is one arc in every row",
            )


def check_choices(
    findings: Findings, reachable: Reachable, cases: Cases, equalities: Equalities
) -> None:
    """Wherever a choice among rivals has an effect, the compared scalars agree."""
    rules, words = reachable.rules, Words(reachable)
    by_class: dict[tuple[int, int], list[ArcType]] = {}
    for each in sorted(reachable.types):
        number = each.sender * len(rules.arc_states) + each.arc
        by_class.setdefault((each.receiver, number), []).append(each)
    for head, state, number in sorted(cases.contested):
        key = rules.heads[head].key
        if key is None or rules.scalar(key).start is Start.STREAM:
            continue
        rivals = by_class[state, number]
        if _pulls(rules, head, state) or any(
            has_effect(reachable, each, head) for each in rivals
        ):
            for each in rivals:
                findings.demand(
                    Kind.SCALAR,
                    equalities.agree_at(each, key),
                    lambda key=key, head=head, each=each: (
                        f"{key} of rivals of {rules.heads[head].name}: {words.arc_type(each)}"
                    ),
                )


def _pulls(rules: Program, head: int, state: int) -> bool:
    """Whether nodes in this state pull a scalar from the arc that a head hears."""
    return any(
        term.gate is Gate.PULL and term.head == rules.heads[head].name and state in term.when
        for op in rules.ops
        for term in op.terms
    )


def has_effect(reachable: Reachable, each: ArcType, head: int) -> bool:
    """Whether it makes a difference to an arc or its reverse that a head hears it."""
    rules, flag = reachable.rules, 1 << head
    loop = reachable.roles[each.role].multiplicity is Multiplicity.SELF
    back = ArcType(each.sender, each.reverse, each.receiver, each.arc, each.role)
    read = [
        any(case.heard[head] is not None for case in fitting_cases(rules, each)),
        any(case.heard_back[head] is not None for case in fitting_cases(rules, back)),
    ]
    if not any(read):
        return False
    every = range(2 ** len(rules.heads))
    forth = (each.arc, each.receiver, each.sender, each.reverse)
    reverse = (each.reverse, each.sender, each.receiver, each.arc)
    signs = list(rules.possible_signs(Place.ARC, each.arc))
    if loop:
        return any(
            rules.arc_outcome(*forth, bits, bits, sign)
            != rules.arc_outcome(*forth, bits ^ flag, bits ^ flag, sign)
            for bits in every
            for sign in signs
        )
    signs_back = list(rules.possible_signs(Place.ARC, each.reverse))
    return any(
        any(
            rules.arc_outcome(*forth, bits, others, sign)
            != rules.arc_outcome(*forth, bits ^ flag, others, sign)
            for sign in signs
        )
        or any(
            rules.arc_outcome(*reverse, others, bits, sign)
            != rules.arc_outcome(*reverse, others, bits ^ flag, sign)
            for sign in signs_back
        )
        for bits in every
        for others in every
    )
