"""An explanation says of every reachable case what the program does in it."""

from dataclasses import replace

import numpy as np

from dnar.explain import explain_program
from dnar.explain.explanation import (
    ArcChange,
    Entry,
    Explanation,
    Heard,
    Listening,
    NodeCase,
    NodeWords,
)
from dnar.machine import ArcClass, Gate, program_of, reachable_types
from dnar.tasks import get_task
from dnar.verify.hearing import SILENCE, Listener
from dnar.verify.states import arc_cases, collect_cases
from tests.unit.explain.programs import Explained, every_program, explained


def said_of_node(words: NodeWords, told: dict[str, str]) -> set[str]:
    """What the explanation says becomes of a node that hears these."""

    def fits(heard: Heard, head: str) -> bool:
        names = {str(entry) for entry in heard.entries}
        return told[head] in names or told[head].removesuffix(" (not the best)") in names

    return {
        case.becomes
        for case in words.cases
        if all(fits(heard, head) for head, heard in case.heard.items())
    }


@every_program
def test_every_node_case(name: str, engine: str) -> None:
    found = explained(name, engine)
    program, listener = found.program, Listener(found.program)
    heads = [head.name for head in program.heads]
    cases = collect_cases(found.reachable, program, None)
    words = {node.state: node for node in found.words.nodes}
    reached = {program.node_states[state] for state, told in cases.hearings.items() if told}
    assert set(words) == reached
    for state, hearings in cases.hearings.items():
        for told in {hearing.by_program for hearing in hearings}:
            classes = tuple(listener.arc_class(entry) for entry in told)
            spelled = [spell(found, entry) for entry in told]
            said = said_of_node(
                words[program.node_states[state]], dict(zip(heads, spelled, strict=True))
            )
            assert said == {program.node_states[program.node_outcome(state, classes)]}


def spell(found: Explained, entry: int) -> str:
    if entry == SILENCE:
        return "nothing"
    sender, arc = ArcClass(*divmod(entry // 2, len(found.program.arc_states)))
    names = found.program.node_states[sender], found.program.arc_states[arc]
    return str(Entry(*names, best=entry % 2 == 1))


@every_program
def test_every_arc_case(name: str, engine: str) -> None:
    found = explained(name, engine)
    program, nodes, arcs = found.program, found.program.node_states, found.program.arc_states
    cases = collect_cases(found.reachable, program, None)
    for each in found.reachable.types:
        for forth, back in arc_cases(found.reachable, each, cases):
            at = (each.arc, each.receiver, each.sender, each.reverse, forth[1], back[1])
            said = {
                change.becomes
                for change in found.words.arcs
                if change.state == arcs[each.arc]
                and (change.receiver is None or nodes[each.receiver] in change.receiver)
                and (change.sender is None or nodes[each.sender] in change.sender)
                and (change.reverse is None or arcs[each.reverse] in change.reverse)
                and all(
                    bool(bits >> program.heads.index(head) & 1) == flags[head.name]
                    for bits, flags in ((forth[1], change.heard), (back[1], change.heard_back))
                    for head in program.heads
                    if head.name in flags
                )
            }
            assert (said or {arcs[each.arc]}) == {arcs[int(program.arc_table[at])]}


@every_program
def test_orders_are_the_programs_own(name: str, engine: str) -> None:
    found = explained(name, engine)
    heads = [head.name for head in found.program.heads]
    listener = Listener(found.program)
    for node in found.words.nodes:
        state = found.program.node_states.index(node.state)
        for listening in node.listening:
            order = listener.order(heads.index(listening.head), state)
            spelled = [*(spell(found, entry) for entry in order), "nothing"]
            said = [str(entry) for heard in listening.order for entry in heard.entries]
            assert said == [each for each in spelled if each in said]


@every_program
def test_scalars(name: str, engine: str) -> None:
    found = explained(name, engine)
    reached_nodes = {each.receiver for each in found.reachable.types}
    reached_arcs = {each.arc for each in found.reachable.types}
    assert [each.scalar for each in found.words.scalars] == list(found.program.scalars)
    for each in found.words.scalars:
        ops = [op for op in found.program.ops if op.target == each.scalar.name]
        if not ops:
            assert each.terms is None
            continue
        assert each.terms is not None
        at_node = each.scalar.place.value == "node"
        expected = []
        for term in ops[0].terms:
            of_nodes = at_node != (term.gate is Gate.PUSH)
            names = found.program.node_states if of_nodes else found.program.arc_states
            opens = sorted(term.when & (reached_nodes if of_nodes else reached_arcs))
            if opens:
                expected.append((term.gate, tuple(names[at] for at in opens), term.scalar))
        assert [(term.gate, term.states, term.scalar) for term in each.terms] == expected


def test_rules_of_bfs() -> None:
    words = explained("bfs", "rules").words
    done, unseen = (
        Heard((Entry(sender, arc),), choice=True)
        for sender, arc in (("DONE", "NEUTRAL"), ("UNSEEN", "POINTER"))
    )
    assert words.nodes == (
        NodeWords(
            "UNSEEN",
            ("real",),
            (Listening("lowest", (done, unseen)),),
            (NodeCase({"lowest": done}, "DONE"), NodeCase({"lowest": unseen}, "UNSEEN")),
        ),
        NodeWords("DONE", ("real",), (), (NodeCase({}, "DONE"),)),
        NodeWords("VIRTUAL", ("virtual",), (), (NodeCase({}, "VIRTUAL"),)),
    )
    heard = {"lowest": True}
    assert words.arcs == (
        ArcChange(
            "NEUTRAL",
            "POINTER",
            ("UNSEEN",),
            ("DONE",),
            heard=heard,
            roles=("both", "along"),
        ),
        ArcChange(
            "POINTER",
            "NEUTRAL",
            ("UNSEEN",),
            ("UNSEEN",),
            heard={"lowest": False},
            roles=("self",),
        ),
    )


def test_two_heads_together() -> None:
    idle = explained("both", "rules").words.nodes[0]
    cases = {tuple(map(str, case.heard.values())): case.becomes for case in idle.cases}
    assert cases == {
        ("LIT over WIRE", "OPEN over WIRE"): "LIT",
        ("LIT over WIRE", "nothing"): "IDLE",
        ("nothing", "OPEN over WIRE"): "IDLE",
        ("nothing", "nothing"): "IDLE",
    }


def bfs_without(arc: tuple[int, ...]) -> Explanation:
    """Breadth-first search in which one entry of the arc table says: stays."""
    task = get_task("bfs")
    program = program_of(task)
    table = np.array(program.arc_table)
    table[arc] = arc[0]
    return explain_program(task, replace(program, arc_table=table), reachable_types(task))


def test_the_program_is_explained_and_not_the_rules() -> None:
    neutral, unseen, done = 0, 0, 1
    by_rules = explained("bfs", "rules").words
    changed = bfs_without((neutral, unseen, done, neutral, 1, 0))
    only_along = replace(by_rules.arcs[0], reverse=("CLOSED",), roles=("along",))
    assert changed.arcs == (only_along, by_rules.arcs[1])


def test_what_cannot_be_reached_is_left_out() -> None:
    neutral, unseen, done = 0, 0, 1
    # A node that is done hears nobody.
    assert (
        bfs_without((neutral, unseen, done, neutral, 1, 1)) == explained("bfs", "rules").words
    )
