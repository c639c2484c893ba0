"""The summary: a program's tables, reduced to what can be reached and makes a difference.

Who can be heard where is what the verifier enumerates (docs/proof.md, Lemma 1); outcomes are
the program's own. Arcs come first: what an arc's rule does not ask for need not be told of
whom a node hears.
"""

from dnar.explain.arc_rules import ArcRules
from dnar.explain.explanation import ArcKind, Explanation, HeadWords, ScalarWords, TermWords
from dnar.explain.node_words import NodeSummary
from dnar.explain.outputs import explain_outputs
from dnar.explain.starts import starting_states
from dnar.machine import (
    ArcType,
    Gate,
    Head,
    Place,
    Prefer,
    Program,
    Reachable,
    Scalar,
    Task,
    Term,
)
from dnar.verify.states import collect_cases


def explain_program(task: Task, program: Program, reachable: Reachable) -> Explanation:
    """The program in words, as far as the task's rules can reach."""
    cases = collect_cases(reachable, program, None)
    rules = ArcRules(reachable, program, cases)
    hearings = {
        state: {hearing.by_program for hearing in found}
        for state, found in cases.hearings.items()
        if found
    }
    nodes = tuple(
        NodeSummary(reachable, program, rules, state, told).words()
        for state, told in sorted(hearings.items())
    )
    return Explanation(
        task=task.name,
        title=task.title,
        summary=task.summary,
        node_states=program.node_states,
        arc_states=program.arc_states,
        heads=tuple(_head_words(head, program) for head in program.heads),
        starts=starting_states(task),
        nodes=nodes,
        arcs=tuple(rules.changes()),
        scalars=tuple(_scalar_words(scalar, program, reachable) for scalar in program.scalars),
        outputs=explain_outputs(task, program, reachable),
        arc_kinds=tuple(
            _arc_kind(each, program, reachable) for each in sorted(reachable.types)
        ),
    )


def _arc_kind(each: ArcType, program: Program, reachable: Reachable) -> ArcKind:
    nodes, arcs = program.node_states, program.arc_states
    role = reachable.roles[each.role].name
    return ArcKind(
        nodes[each.receiver], arcs[each.arc], nodes[each.sender], arcs[each.reverse], role
    )


def _head_words(head: Head, program: Program) -> HeadWords:
    largest = head.prefer is Prefer.LARGEST
    if head.key is None:
        words = f"the {'highest' if largest else 'lowest'} sender"
        return HeadWords(head.name, words, None, largest)
    place = program.scalar(head.key).place
    whose = "of the sender" if place is Place.NODE else "of the arc"
    words = f"the {head.prefer.value} {head.key} {whose}, then the lowest sender"
    return HeadWords(head.name, words, head.key, largest)


def _scalar_words(scalar: Scalar, program: Program, reachable: Reachable) -> ScalarWords:
    op = next((op for op in program.ops if op.target == scalar.name), None)
    if op is None:
        return ScalarWords(scalar, None)
    at_node = scalar.place is Place.NODE
    terms = [_term_words(term, program, reachable, at_node=at_node) for term in op.terms]
    return ScalarWords(scalar, tuple(term for term in terms if term.states))


def _term_words(
    term: Term, program: Program, reachable: Reachable, *, at_node: bool
) -> TermWords:
    of_nodes = at_node != (term.gate is Gate.PUSH)
    if of_nodes:
        names, reached = program.node_states, {each.receiver for each in reachable.types}
    else:
        names, reached = program.arc_states, {each.arc for each in reachable.types}
    opens = sorted(term.when & reached)
    states = tuple(names[state] for state in opens)
    return TermWords(term.gate, states, len(opens) == len(reached), term.scalar)
