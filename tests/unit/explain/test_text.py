"""Explanations as text."""

from dataclasses import replace

from dnar.explain import explanation_text
from dnar.explain.words import WIDTH
from dnar.machine import Op, Place, Scalar, Start
from tests.unit.explain.programs import every_program, explained

BFS = """\
Breadth-first search (bfs)
==========================
Finds the search tree from a start node, nearest nodes first.

Only cases that a run can reach are listed. What is not listed is unchanged.

Initial states
--------------
Nodes
  DONE     the start
  UNSEEN   all other nodes
  VIRTUAL  the virtual node
Arcs, by role
  CLOSED   against
  NEUTRAL  along, both, from_virtual, to_virtual
  POINTER  self

Node states
-----------
A node hears the first entry of its order that is present in its row. `A over B` is a sender in
state A over an arc in state B. Of several such arcs it hears the one with
  lowest  the lowest sender
* An arc or a scalar depends on which arc is heard.

  NODE     HEAD       HEARS                  BECOMES
  UNSEEN   lowest  1  DONE over NEUTRAL *    DONE
                   2  UNSEEN over POINTER *  stays
  DONE                anything               stays
  VIRTUAL             anything               stays

Arc states
----------
An arc leads from its sender to its receiver. `heard` means that the receiver heard this very
arc, `heard back` that the sender heard the reverse arc.

  ARC      BECOMES  RECEIVER  SENDER  IF         ROLES
  NEUTRAL  POINTER  UNSEEN    DONE    heard      both, along
  POINTER  NEUTRAL  UNSEEN    UNSEEN  not heard  self

Scalars
-------
There are none.

Outputs
-------
parent: every node points along an arc in POINTER or its own self-loop in POINTER, else its own
self-loop in NEUTRAL.
"""


def test_rules_of_bfs() -> None:
    assert explanation_text(explained("bfs", "rules").words) == BFS


def section(name: str, title: str) -> str:
    """One part of the text of a task's rules, without its title."""
    text = explanation_text(explained(name, "rules").words)
    return text.split(f"{title}\n{'-' * len(title)}\n")[1].split("\n\n")[0].rstrip("\n")


def test_scalars_of_eccentricity() -> None:
    assert section("eccentricity", "Scalars") == (
        "distance, on every node, zero at first; after every step the sum of\n"
        "  1                                  in UNSEEN\n"
        "  its old value                      in every state\n"
        "  the report of each arc of its row  that is in FARTHEST\n"
        "report, on every arc, zero at first; after every step the sum of\n"
        "  its old value               in every state\n"
        "  the distance of its sender  if that is in FRONT"
    )


def test_scalars_that_no_operation_changes() -> None:
    words = "lot, on every node, given anew every 3 steps; no operation changes it."
    assert section("mis", "Scalars") == words
    words = "value, on every node, given; no operation changes it."
    assert section("minimum", "Scalars") == words


def test_a_scalar_whose_gates_are_all_shut() -> None:
    words = explained("both", "rules").words
    scalars = (Scalar("tally", Place.NODE, Start.ZERO),)
    program = replace(words.program, scalars=scalars, ops=(Op("tally", ()),))
    text = explanation_text(replace(words, program=program))
    assert "\ntally, on every node, zero at first; zero after every step.\n" in text


def test_begins_with_and_without_a_start() -> None:
    assert section("dfs", "Initial states").startswith(
        "Nodes, if a start is given\n"
        "  TOP      the start\n"
        "  UNSEEN   all other nodes\n"
        "  VIRTUAL  the virtual node\n"
        "Nodes, if no start is given\n"
        "  UNSEEN     every node\n"
        "  RESTARTER  the virtual node\n"
    )


def node_rows(name: str, state: str, count: int) -> list[str]:
    """The lines of the table of node states from one state on."""
    text = explanation_text(explained(name, "rules").words)
    table = text.split("  NODE ")[1].split("\n\n")[0].splitlines()
    first = next(at for at, line in enumerate(table) if line.startswith(f"  {state} "))
    return [" ".join(line.split()) for line in table[first : first + count]]


def test_two_heads_are_listed_and_then_combined() -> None:
    assert node_rows("both", "IDLE", 6) == [
        "IDLE low 1 LIT over WIRE",
        "2 nothing",
        "high 1 OPEN over WIRE",
        "2 nothing",
        "if low: LIT over WIRE and high: OPEN over WIRE LIT",
        "otherwise stays",
    ]


def test_signs_are_conditions() -> None:
    assert node_rows("insertion_sort", "COMPARING", 2) == [
        "COMPARING if its near_key is greater than its key GIVING",
        "if its near_key is at most its key DONE",
    ]
    table = "\n".join(node_rows("segments_intersect", "COMPARING", 12))
    assert "else if its one equals its other ON" in table
    assert table.count("BESIDE") == 4
    assert "otherwise" not in table


@every_program
def test_lines_fit_and_have_no_loose_ends(name: str, engine: str) -> None:
    text = explanation_text(explained(name, engine).words)
    lines = text.splitlines()
    assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@every_program
def test_every_reachable_state_is_listed(name: str, engine: str) -> None:
    words = explained(name, engine).words
    table = explanation_text(words).split("  NODE ")[1].split("\n\n")[0].splitlines()[1:]
    listed = [line.split()[0] for line in table if line[2] != " "]
    assert listed == [words.program.node_states[state] for state in words.node_states]


def test_arcs_that_never_change() -> None:
    assert section("bellman_ford", "Arc states") == "Arcs never change their states."
