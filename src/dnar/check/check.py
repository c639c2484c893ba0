"""The check of a task: every mistake that can be found before anything is trained."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from dnar.check.reference import Reference, wrong_answer
from dnar.check.representable import Form, unrepresentable
from dnar.check.words import arc_case_words, node_case_words
from dnar.errors import InputError
from dnar.machine import (
    ArcCase,
    Cases,
    GraphEncoder,
    MissingEncoder,
    NodeCase,
    Place,
    Reachable,
    Task,
    arc_cases,
    collect_cases,
    execute,
    reachable_types,
    restless_words,
    smallest_problems,
)
from dnar.machine.hearing import Listener
from dnar.verify.encoding import encoder_leaks, random_problems
from dnar.verify.words import Words


@dataclass(frozen=True)
class Mistake:
    """Something that is wrong with a task."""

    kind: str
    """`state`, `rule`, `halting`, `encoder`, `network` or `answer`."""
    text: str
    """What is wrong, and what to do."""


@dataclass(frozen=True)
class CheckReport:
    """What a check found."""

    task: str
    mistakes: tuple[Mistake, ...]
    notes: tuple[str, ...]
    """What is no mistake but may surprise."""
    types: int
    """Arc types that runs can show."""
    problems: int
    """Problems on which the rules were run."""

    @property
    def ok(self) -> bool:
        """Whether there is no mistake."""
        return not self.mistakes

    def text(self) -> str:
        """The report in words."""
        head = f"{self.task}: {self.types} arc types, run on {self.problems} problems"
        lines = [f"{head}, {len(self.mistakes) or 'no'} mistake{_s(len(self.mistakes))}"]
        lines += [f"  {each.kind}: {each.text}" for each in self.mistakes]
        lines += [f"  note: {each}" for each in self.notes]
        return "\n".join(lines)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def check_task(
    task: Task, form: Form = Form.RICH, *, reference: Reference | None = None
) -> CheckReport:
    """Every mistake that a task's declarations show, without training anything.

    Args:
        task: The task.
        form: The form of the network's messages.
        reference: A function that computes the right outputs, with which the rules are then
            compared on small and random problems: it takes the graph, then the start or the
            numbers of nodes if there are any.
    """
    leak = encoder_leaks(task)
    mistakes = []
    if leak is not None:
        mistakes.append(
            Mistake(
                "encoder",
                f"{leak}, which no problem of up to {task.smallest_size} nodes shows; look at "
                "single nodes and edges only, or declare a larger smallest_size",
            )
        )
    reachable = reachable_types(task)
    cases = collect_cases(reachable, reachable.rules)
    restless, problems = _restless(task)
    mistakes += [Mistake("state", each) for each in _unreached(task, reachable)]
    dead, overlaps = _rules(reachable, cases)
    mistakes += [Mistake("rule", each) for each in dead]
    mistakes += [Mistake("halting", each) for each in restless]
    mistakes += [Mistake("network", each) for each in unrepresentable(reachable, form)]
    if reference is not None and not restless:
        wrong = wrong_answer(task, reference)
        mistakes += [] if wrong is None else [Mistake("answer", wrong)]
    notes = [*overlaps, *_unheard(reachable)]
    return CheckReport(task.name, tuple(mistakes), tuple(notes), len(reachable.types), problems)


def checked_task(task: Task, form: Form = Form.RICH) -> Task:
    """The task, if it has no mistake.

    Raises:
        InputError: it has; the message says the first and how many more there are.
    """
    report = check_task(task, form)
    if report.mistakes:
        first, *others = report.mistakes
        more = f" (and {len(others)} more: dnar check)" if others else ""
        raise InputError(f"{task.name}: {first.text}{more}")
    return task


def _restless(task: Task) -> tuple[list[str], int]:
    """What goes on in the first run that does not come to rest, and how many were made."""
    if isinstance(task.encoder, MissingEncoder):
        return [], 0
    count = 0
    for problem in itertools.chain(smallest_problems(task), random_problems(task)):
        instance, count = task.encode(problem), count + 1
        limit = task.step_bound(instance.node_count)
        if not execute(task.program, instance, max_steps=limit).halted:
            return [restless_words(task, instance)], count
    return [], count


def _unreached(task: Task, reachable: Reachable) -> Iterator[str]:
    program = reachable.rules
    nodes = set().union(*reachable.kinds.values())
    for state, name in enumerate(program.node_states):
        if state not in nodes:
            yield f"no node ever comes to {name}; add a rule that leads there, or leave it out"
    arcs = {each.arc for each in reachable.types}
    begun = isinstance(task.encoder, GraphEncoder) and dict(task.encoder.arcs).values()
    for state, name in enumerate(program.arc_states):
        if state not in arcs and not (begun and state in begun):
            yield f"no arc ever comes to {name}; add a rule that leads there, or leave it out"


def _rules(reachable: Reachable, cases: Cases) -> tuple[list[str], list[str]]:
    """Rules that never count, and pairs of rules of which the first decides."""
    program = reachable.rules
    tally = _Tally()
    listener = Listener(program)
    for state, hearings in cases.hearings.items():
        signs = list(program.possible_signs(Place.NODE, state))
        for hearing, sign in itertools.product(hearings, signs):
            told = listener.classes(hearing.by_rules)
            tally.add([c for c in program.node_cases_of(state) if c.fits(told, sign)])
    for each in reachable.types:
        signs = list(program.possible_signs(Place.ARC, each.arc))
        around = (each.receiver, each.sender, each.reverse)
        for ((heard, _), (back, _)), sign in itertools.product(
            arc_cases(reachable, each, cases), signs
        ):
            fitting = program.arc_cases_of(each.arc)
            tally.add([c for c in fitting if c.fits(*around, heard, back, sign)])
    dead = []
    for case in (*program.node_cases, *program.arc_cases):
        if id(case) not in tally.counted:
            dead.append(_dead(reachable, case, tally.fitted.get(id(case), [])))
    return dead, [
        f"both fit now and then, and the first counts: {_words(reachable, one)}; "
        f"{_words(reachable, other)}"
        for one, other in tally.crossing()
    ]


class _Tally:
    """Which rules fit in which cases, and which of them count."""

    def __init__(self) -> None:
        self.counted: set[int] = set()
        self.fitted: dict[int, list] = {}
        """By rule: the rules that counted before it."""
        self.alone: set[tuple[int, int]] = set()
        """(rule, other): the rule fitted where the other did not."""
        self.pairs: dict[tuple[int, int], tuple] = {}

    def add(self, fitting: list) -> None:
        """Takes in the rules that fit in a case, in order."""
        if not fitting:
            return
        self.counted.add(id(fitting[0]))
        for later in fitting[1:]:
            before = self.fitted.setdefault(id(later), [])
            if fitting[0] not in before:
                before.append(fitting[0])
            if later.becomes != fitting[0].becomes:
                self.pairs[id(fitting[0]), id(later)] = (fitting[0], later)
        self._note(fitting)

    def _note(self, fitting: list) -> None:
        here = {id(each) for each in fitting}
        for one, other in list(self.pairs):
            for rule, rival in ((one, other), (other, one)):
                if rule in here and rival not in here:
                    self.alone.add((rule, -rival))

    def crossing(self) -> Iterator[tuple]:
        """Pairs of rules that disagree, of which neither fits only where the other does."""
        for (one, other), rules in self.pairs.items():
            if (one, -other) in self.alone and (other, -one) in self.alone:
                yield rules


def _words(reachable: Reachable, case: NodeCase | ArcCase) -> str:
    if isinstance(case, NodeCase):
        return node_case_words(reachable, case)
    return arc_case_words(reachable.rules, case)


def _dead(reachable: Reachable, case: NodeCase | ArcCase, before: list) -> str:
    words = _words(reachable, case)
    if not before:
        return f"never fires, because no run shows such a case: {words}"
    earlier = "; ".join(_words(reachable, each) for each in before)
    odd = (
        "conflicts with" if any(each.becomes != case.becomes for each in before) else "repeats"
    )
    return f"never counts, because it {odd} an earlier rule: {words}; earlier: {earlier}"


def _unheard(reachable: Reachable) -> Iterator[str]:
    """Classes that are listened for but never there."""
    program, words = reachable.rules, Words(reachable)
    for (head, state), order in program.orders.items():
        present = {
            each
            for number, _ in enumerate(reachable.roles)
            for each in reachable.classes(state, number)
        }
        for entry in order:
            if entry.arc_class not in present:
                yield (
                    f"{program.node_states[state]} listens for "
                    f"{words.arc_class(entry.arc_class)}, which no run shows "
                    f"(head {program.heads[head].name})"
                )
