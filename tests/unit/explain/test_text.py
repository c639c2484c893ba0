"""Explanations as text."""

import pytest

from dnar.explain import explanation_text
from dnar.explain.explanation import ArcChange, ScalarWords
from dnar.explain.text import WIDTH, arc_condition, columns
from dnar.machine import Place, Scalar, Start
from tests.unit.explain.programs import every_program, explained

BFS = """\
Breadth-first search (bfs)
==========================
Finds the search tree from a start node, nearest nodes first.

Only what some graph may show is listed. Entries that the rules can never reach are left out,
and so is what makes no difference.

Where it begins
---------------
Nodes
  DONE     the start
  UNSEEN   all other nodes
  VIRTUAL  the virtual node
Arcs, by role
  CLOSED   against
  NEUTRAL  along, both, from_virtual, to_virtual
  POINTER  self

Who hears whom, and what becomes of whom
----------------------------------------
A node hears the first that is in its row, in the order of the numbers. Of arcs that are alike
it hears the one with
  lowest  the lowest sender
* something becomes of the arc itself, or of its reverse, by being heard or not.

  NODE     HEAD       HEARS                  BECOMES
  UNSEEN   lowest  1  DONE over NEUTRAL *    DONE
                   2  UNSEEN over POINTER *  stays
  DONE                no matter whom         stays
  VIRTUAL             no matter whom         stays

Which arcs change
-----------------
An arc belongs to its receiver, who looks at the sender over it; its reverse belongs to the
sender. What is not listed stays.

  ARC      BECOMES  RECEIVER  SENDER  IF         ROLES
  NEUTRAL  POINTER  UNSEEN    DONE    heard      both, along
  POINTER  NEUTRAL  UNSEEN    UNSEEN  not heard  self

What happens to scalars
-----------------------
There are none.

What is read off at the end
---------------------------
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
    assert section("eccentricity", "What happens to scalars") == (
        "distance, on every node, zero at first; after every step the sum of\n"
        "  one                                in UNSEEN\n"
        "  its old value                      in every state\n"
        "  the report of each arc of its row  that is in FARTHEST\n"
        "report, on every arc, zero at first; after every step the sum of\n"
        "  its old value               in every state\n"
        "  the distance of its sender  if that is in FRONT"
    )


def test_scalars_that_no_operation_changes() -> None:
    words = "lot, on every node, drawn anew every 3 steps; no operation changes it."
    assert section("mis", "What happens to scalars") == words
    words = "value, on every node, given; no operation changes it."
    assert section("minimum", "What happens to scalars") == words


def test_a_scalar_whose_gates_are_all_shut() -> None:
    words = explained("both", "rules").words
    shut = ScalarWords(Scalar("tally", Place.NODE, Start.ZERO), ())
    text = explanation_text(type(words)(**{**vars(words), "scalars": (shut,)}))
    assert "\ntally, on every node, zero at first; zero after every step.\n" in text


def test_begins_with_and_without_a_start() -> None:
    assert section("dfs", "Where it begins").startswith(
        "Nodes if a start is given\n"
        "  TOP      the start\n"
        "  UNSEEN   all other nodes\n"
        "  VIRTUAL  the virtual node\n"
        "Nodes if no start is given\n"
        "  UNSEEN     every node\n"
        "  RESTARTER  the virtual node\n"
    )


def test_two_heads_are_listed_and_then_combined() -> None:
    text = explanation_text(explained("both", "rules").words)
    table = text.split("  NODE ")[1].split("\n\n")[0].splitlines()[1:9]
    assert [" ".join(line.split()) for line in table] == [
        "IDLE low 1 LIT over WIRE see below",
        "2 nothing see below",
        "high 1 OPEN over WIRE see below",
        "2 nothing see below",
        "low: LIT over WIRE and high: OPEN over WIRE LIT",
        "low: LIT over WIRE and high: nothing stays",
        "low: nothing and high: OPEN over WIRE stays",
        "low: nothing and high: nothing stays",
    ]


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
    assert listed == [node.state for node in words.nodes]


@pytest.mark.parametrize(
    ("change", "alone", "words"),
    [
        (ArcChange("N", "M"), True, "always"),
        (ArcChange("N", "M", heard={"low": False}), True, "not heard"),
        (
            ArcChange("N", "M", heard={"low": True}, heard_back={"high": False}),
            False,
            "heard by low and not heard back by high",
        ),
        (ArcChange("N", "M", reverse=("N", "M")), True, "reverse N or M"),
    ],
)
def test_conditions(change: ArcChange, alone: bool, words: str) -> None:
    assert arc_condition(change, alone=alone) == words


def test_columns_wrap_the_widest_cells_and_cut_no_word() -> None:
    long = " ".join(["word"] * 30)
    lines = columns([["A", "B"], ["a", long]])
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()) == f"A B a {long}"
    assert columns([["A", "B"], ["x" * 100, "y"]])[1] == f"  {'x' * 100}  y"
