"""Checks certificates: `python tools/check_certificate.py FILE [FILE ...] [--weights MODEL]`.

A certificate says that a program and an algorithm's rules do the same on every graph. This file
proves it again from the certificate alone. It needs Python's standard library only, shares no
code with the package, and follows docs/proof.md from top to bottom; docs/certificates.md tells
what the file holds. `roles`, `kinds` and `initial` say which instances the claim is about, and
`close` and `margins` how far scores lie apart; these are taken as given.

Exit code 0: all is proved. 1: something is wrong, and it is said what. 2: a file cannot be read
or is no certificate.
"""

import argparse
import hashlib
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

SHOWN = 5  # violations that are printed per file
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_ARC_STATES = 12  # Lemma 2 goes through all sets of arc states


class UnreadableError(Exception):
    """The file cannot be read or is no certificate."""


class WrongError(Exception):
    """The certificate is ill-formed, so that nothing can be derived from it."""


# Reading


def read(path: Path) -> dict[str, Any]:
    """The certificate in a file.

    Raises:
        UnreadableError: There is no file, or no certificate of a known format in it.
    """
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise UnreadableError(f"{path} cannot be read: {reason}") from None


def parse(text: str) -> dict[str, Any]:
    """The certificate in a text.

    Raises:
        ValueError: It is not JSON, or no certificate of a known format.
    """
    value = json.loads(text, object_pairs_hook=_once, parse_constant=_constant)
    if not isinstance(value, dict) or type(value.get("format")) is not int:
        raise ValueError("it is not a certificate")
    if value["format"] != 1:
        raise ValueError(f"it is of format {value['format']}, and only 1 is known")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, whose keys may stand there once only."""
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return result


def _constant(name: str) -> float:
    """Infinity; the other constants are no numbers."""
    if name != "Infinity":
        raise ValueError(f"{name} is not allowed")
    return math.inf


def canonical_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON: sorted keys, no blanks, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def wrong_hashes(content: dict[str, Any]) -> Iterator[str]:
    """What differs between the hashes that are written down and those of the entries."""
    for name in ("rules", "program"):
        if content["hashes"][name] != canonical_hash(content[name]):
            yield f"the hash of the {name} is not theirs"
    rest = {key: value for key, value in content.items() if key != "digest"}
    if content["digest"] != canonical_hash(rest):
        yield "the digest is not that of the other entries"


# Well-formedness


def demand(holds: bool, message: str) -> None:
    """Stops unless it holds."""
    if not holds:
        raise WrongError(message)


def fields(value: Any, names: Iterable[str], where: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    expected = set(names)
    demand(isinstance(value, dict), f"{where} is not an object")
    for key in sorted(expected ^ set(value)):
        raise WrongError(f"{where}: {key!r} is {'missing' if key in expected else 'unknown'}")
    return value


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    demand(isinstance(value, list), f"{where} is not a list")
    if length is not None:
        demand(len(value) == length, f"{where} has {len(value)} entries, not {length}")
    return value


def number(value: Any, size: int, where: str) -> int:
    """An integer of 0 to size - 1."""
    fits = type(value) is int and 0 <= value < size
    demand(fits, f"{where}: {value!r} is not in 0..{size - 1}")
    return value


def numbers(value: Any, size: int, where: str) -> list[int]:
    """A list of different integers of 0 to size - 1."""
    found = [number(one, size, where) for one in items(value, where)]
    demand(len(set(found)) == len(found), f"{where}: {value} repeats an entry")
    return found


def word(value: Any, where: str, allowed: Collection[str] | None = None) -> str:
    """A text, one of those allowed."""
    demand(isinstance(value, str), f"{where}: {value!r} is not a text")
    demand(allowed is None or value in allowed, f"{where}: {value!r} is unknown")
    return value


def words(value: Any, where: str) -> list[str]:
    """A list of different texts."""
    found = [word(one, where) for one in items(value, where)]
    demand(len(set(found)) == len(found), f"{where}: a name stands there twice")
    return found


def sha256(value: Any, where: str) -> str:
    """A SHA-256 in hexadecimal digits."""
    demand(
        isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef"),
        f"{where} is not a SHA-256",
    )
    return value


# The machine: the same states, heads and scalars for rules and program

Type = tuple[int, int, int, int, int]  # receiver, arc, sender, reverse arc, role
RULES, PROGRAM = SIDES = 0, 1


class Scalar(NamedTuple):
    """A named number on every node or on every arc."""

    name: str
    place: str
    start: str


class Role(NamedTuple):
    """How many arcs of a kind a row holds, and of what role their reverse arcs are."""

    name: str
    reverse: int
    multiplicity: str


class Term(NamedTuple):
    """A summand of a scalar's next value."""

    gate: str
    when: frozenset[int]
    scalar: str | None


@dataclass(frozen=True)
class Frame:
    """What rules and program have in common.

    A class is numbered sender * arc states + arc, silence comes after the last one. An entry is
    2 * class + (1 if best else 0); a set of entries is an integer with their bits.
    """

    node_states: list[str]
    arc_states: list[str]
    heads: list[str]
    keys: list[str | None]
    scalars: list[Scalar]

    @property
    def nothing(self) -> int:
        """The number that stands for hearing nothing."""
        return len(self.node_states) * len(self.arc_states)

    def class_of(self, arc: Type) -> int:
        """The class of an arc of this type."""
        return arc[2] * len(self.arc_states) + arc[1]

    def scalar(self, name: str) -> Scalar:
        """The scalar of this name."""
        return next(scalar for scalar in self.scalars if scalar.name == name)

    def at(self, place: str) -> list[Scalar]:
        """The scalars of nodes or of arcs."""
        return [scalar for scalar in self.scalars if scalar.place == place]

    @cached_property
    def quantities(self) -> list[tuple[str, int]]:
        """Zero, then every scalar by the rules and by the program, those of nodes first."""
        scalars = [*self.at("node"), *self.at("arc")]
        return [("", RULES), *((one.name, side) for one in scalars for side in SIDES)]

    @cached_property
    def place_of(self) -> dict[tuple[str, int], int]:
        """Where each quantity stands."""
        return {quantity: place for place, quantity in enumerate(self.quantities)}

    def states_at(self, place: str) -> list[str]:
        """The states of nodes or of arcs."""
        return self.node_states if place == "node" else self.arc_states


def read_frame(entry: dict[str, Any], where: str) -> Frame:
    """States, heads and scalars."""
    scalars = []
    for one in items(entry["scalars"], f"{where}.scalars"):
        fields(one, ("name", "place", "start", "period"), f"{where}.scalars")
        place = word(one["place"], f"{where}.scalars", ("node", "arc"))
        start = word(one["start"], f"{where}.scalars", ("input", "zero", "stream"))
        period = one["period"]
        demand(type(period) is int and period >= 0, f"{where}.scalars: period {period!r}")
        demand((start == "stream") == (period > 0), f"{where}.scalars: a stream has a period")
        demand(start != "stream" or place == "node", f"{where}.scalars: streams are at nodes")
        scalars.append(Scalar(word(one["name"], f"{where}.scalars"), place, start))
    names = [scalar.name for scalar in scalars]
    demand(len(set(names)) == len(names), f"{where}.scalars: a name stands there twice")
    heads = items(entry["heads"], f"{where}.heads")
    for one in heads:
        fields(one, ("name", "key", "prefer"), f"{where}.heads")
        word(one["prefer"], f"{where}.heads", ("smallest", "largest"))
        demand(one["key"] is None or one["key"] in names, f"{where}.heads: key {one['key']!r}")
    return Frame(
        words(entry["node_states"], f"{where}.node_states"),
        words(entry["arc_states"], f"{where}.arc_states"),
        words([one["name"] for one in heads], f"{where}.heads"),
        [one["key"] for one in heads],
        scalars,
    )


def read_ops(entry: Any, frame: Frame, where: str) -> dict[str, list[Term]]:
    """The terms of every scalar's next value; without an operation it keeps its value."""
    ops: dict[str, list[Term]] = {}
    for scalar in frame.scalars:
        everywhere = frozenset(range(len(frame.states_at(scalar.place))))
        ops[scalar.name] = [Term("keep", everywhere, None)]
    written = set()
    for one in items(entry, where):
        fields(one, ("target", "terms"), where)
        target = frame.scalar(word(one["target"], where, list(ops)))
        demand(target.name not in written, f"{where}: {target.name} is written twice")
        demand(target.start != "stream", f"{where}: the stream {target.name} is written")
        written.add(target.name)
        ops[target.name] = [
            read_term(term, target, frame, where) for term in items(one["terms"], where)
        ]
    return ops


def read_term(entry: Any, target: Scalar, frame: Frame, where: str) -> Term:
    """One summand; what is pushed comes from the other place."""
    fields(entry, ("gate", "when", "scalar"), where)
    place, name = target.place, entry["scalar"]
    if word(entry["gate"], where, ("inc", "keep", "push")) == "push":
        place = "arc" if target.place == "node" else "node"
        word(name, where, [scalar.name for scalar in frame.at(place)])
    else:
        demand(name is None, f"{where}: {entry['gate']} reads no scalar")
    when = numbers(entry["when"], len(frame.states_at(place)), where)
    return Term(entry["gate"], frozenset(when), name)


def read_class(entry: Any, frame: Frame, where: str) -> int:
    """The number of a class [sender, arc]."""
    sender, arc = items(entry, where, 2)
    number(arc, len(frame.arc_states), where)
    return number(sender, len(frame.node_states), where) * len(frame.arc_states) + arc


def read_flags(entry: Any, frame: Frame, where: str) -> list[tuple[int, bool]]:
    """Heads and whether they must have heard."""
    demand(isinstance(entry, dict), f"{where} is not an object")
    for name, heard in entry.items():
        word(name, where, frame.heads)
        demand(isinstance(heard, bool), f"{where}: {heard!r} is neither true nor false")
    return [(frame.heads.index(name), heard) for name, heard in entry.items()]


class NodeRule(NamedTuple):
    """A node in this state that heard one of these classes, per head, becomes another."""

    state: int
    becomes: int
    heard: list[tuple[int, list[int]]]


class ArcRule(NamedTuple):
    """An arc in this state between such nodes, heard or not as said, becomes another."""

    state: int
    becomes: int
    receiver: list[int] | None
    sender: list[int] | None
    heard: list[tuple[int, bool]]
    heard_back: list[tuple[int, bool]]


class Rules:
    """The algorithm's local functions."""

    def __init__(self, entry: dict[str, Any], frame: Frame):
        self.frame = frame
        self.ranks = [
            [
                [read_class(one, frame, "rules.ranks") for one in items(rank, "rules.ranks")]
                for rank in items(ranks, "rules.ranks", len(frame.node_states))
            ]
            for ranks in items(entry["ranks"], "rules.ranks", len(frame.heads))
        ]
        for rank in (rank for ranks in self.ranks for rank in ranks):
            demand(len(set(rank)) == len(rank), "rules.ranks: a class stands twice in a rank")
        self.node_rules = [
            self._node_rule(one) for one in items(entry["node_rules"], "rules.node_rules")
        ]
        self.arc_rules = [
            self._arc_rule(one) for one in items(entry["arc_rules"], "rules.arc_rules")
        ]
        self.ops = read_ops(entry["ops"], frame, "rules.ops")
        self._arcs: dict[tuple[int, ...], int] = {}

    def _node_rule(self, entry: Any) -> NodeRule:
        where, frame = "rules.node_rules", self.frame
        fields(entry, ("state", "becomes", "heard"), where)
        state, becomes = (
            number(entry[key], len(frame.node_states), where) for key in ("state", "becomes")
        )
        demand(isinstance(entry["heard"], dict), f"{where}: heard is not an object")
        heard = []
        for name, classes in entry["heard"].items():
            head = frame.heads.index(word(name, where, frame.heads))
            kinds = [
                frame.nothing if one == [-1, -1] else read_class(one, frame, where)
                for one in items(classes, where)
            ]
            audible = {*self.ranks[head][state], frame.nothing}
            demand(audible.issuperset(kinds), f"{where}: {name} waits for what it never hears")
            heard.append((head, kinds))
        return NodeRule(state, becomes, heard)

    def _arc_rule(self, entry: Any) -> ArcRule:
        where, frame = "rules.arc_rules", self.frame
        fields(entry, ("state", "becomes", "receiver", "sender", "heard", "heard_back"), where)
        receiver, sender = (
            None if entry[end] is None else numbers(entry[end], len(frame.node_states), where)
            for end in ("receiver", "sender")
        )
        return ArcRule(
            number(entry["state"], len(frame.arc_states), where),
            number(entry["becomes"], len(frame.arc_states), where),
            receiver,
            sender,
            read_flags(entry["heard"], frame, where),
            read_flags(entry["heard_back"], frame, where),
        )

    def next_node(self, state: int, heard: tuple[int, ...]) -> int:
        """What becomes of a node whose heads heard these classes."""
        for rule in self.node_rules:
            if rule.state == state and all(heard[head] in some for head, some in rule.heard):
                return rule.becomes
        return state

    def next_arc(self, arc: Type, heard: int, back: int) -> int:
        """What becomes of an arc that these heads heard, and whose reverse those heard."""
        key = (*arc[:3], heard, back)
        if key not in self._arcs:
            self._arcs[key] = self._next_arc(*key)
        return self._arcs[key]

    def _next_arc(self, receiver: int, state: int, sender: int, heard: int, back: int) -> int:
        for rule in self.arc_rules:
            if (
                rule.state == state
                and (rule.receiver is None or receiver in rule.receiver)
                and (rule.sender is None or sender in rule.sender)
                and all(bool(heard >> head & 1) == wanted for head, wanted in rule.heard)
                and all(bool(back >> head & 1) == wanted for head, wanted in rule.heard_back)
            ):
                return rule.becomes
        return state


class Program:
    """The learned local functions, as tables."""

    def __init__(self, entry: dict[str, Any], frame: Frame, close: Any):
        self.frame = frame
        states, arcs, heads = len(frame.node_states), len(frame.arc_states), len(frame.heads)
        self.order = [
            [self._order(order) for order in items(orders, "program.listening", states)]
            for orders in items(entry["listening"], "program.listening", heads)
        ]
        self.close = [
            [self._close(row) for row in items(rows, "close", states)]
            for rows in items(close, "close", heads)
        ]
        tables = items(entry["node_tables"], "program.node_tables", states)
        self.groups, self.becomes = zip(*map(self._node_table, tables), strict=True)
        self.arcs = [
            self._digits(row, states * states * arcs << 2 * heads, arcs, "program.arc_table")
            for row in items(entry["arc_table"], "program.arc_table", arcs)
        ]
        self.ops = read_ops(entry["ops"], frame, "program.ops")
        self.gates = sum(
            len(frame.states_at(place if term.gate != "push" else other))
            for one in entry["ops"]
            for place in [frame.scalar(one["target"]).place]
            for other in ["arc" if place == "node" else "node"]
            for term in self.ops[one["target"]]
        )

    def _order(self, entry: Any) -> list[int]:
        where = "program.listening"
        order = []
        for one in items(entry, where, 2 * self.frame.nothing):
            sender, arc, best = items(one, where, 3)
            kind = read_class([sender, arc], self.frame, where)
            order.append(2 * kind + number(best, 2, where))
        demand(len(set(order)) == len(order), f"{where}: an entry stands twice in an order")
        return order

    def _close(self, entry: Any) -> list[int]:
        size = 2 * self.frame.nothing
        row = [number(one, size, "close") for one in items(entry, "close", size)]
        demand(
            all(last >= place for place, last in enumerate(row)) and row == sorted(row),
            "close: the last close place comes before the place itself, or goes back",
        )
        return row

    def _digits(self, text: Any, length: int, size: int, where: str) -> list[int]:
        demand(isinstance(text, str) and len(text) == length, f"{where} needs {length} digits")
        demand(set(text) <= set(DIGITS[:size]), f"{where}: {text!r} has a digit of no state")
        return [DIGITS.index(digit) for digit in text]

    def _node_table(self, entry: Any) -> tuple[list[list[int]], list[int]]:
        where, frame = "program.node_tables", self.frame
        fields(entry, ("groups", "becomes"), where)
        groups = []
        for row in items(entry["groups"], where, len(frame.heads)):
            items(row, where, frame.nothing + 1)
            groups.append([number(one, len(row), where) for one in row])
            full = set(groups[-1]) == set(range(max(groups[-1]) + 1))
            demand(full, f"{where}: a group is empty")
        size = math.prod(max(row) + 1 for row in groups)
        return groups, self._digits(entry["becomes"], size, len(frame.node_states), where)

    def next_node(self, state: int, heard: Iterable[int]) -> int:
        """What becomes of a node whose heads heard these classes."""
        index = 0
        for groups, kind in zip(self.groups[state], heard, strict=True):
            index = index * (max(groups) + 1) + groups[kind]
        return self.becomes[state][index]

    def next_arc(self, arc: Type, heard: int, back: int) -> int:
        """What becomes of an arc that these heads heard, and whose reverse those heard."""
        receiver, state, sender, reverse, _ = arc
        frame = self.frame
        ends = receiver * len(frame.node_states) + sender
        place = ends * len(frame.arc_states) + reverse
        bits = len(frame.heads)
        return self.arcs[state][(place << 2 * bits) + (heard << bits) + back]


@dataclass(frozen=True)
class Certificate:
    """A well-formed certificate."""

    content: dict[str, Any]
    frame: Frame
    rules: Rules
    program: Program
    roles: list[Role]
    initial: dict[Type, set[str]]
    kinds: dict[str, list[int]]
    types: list[Type]

    def reverse(self, arc: Type) -> Type:
        """The type of the reverse arc."""
        receiver, state, sender, reverse, role = arc
        return sender, reverse, receiver, state, self.roles[role].reverse

    def is_loop(self, arc: Type) -> bool:
        """Whether arcs of this type lead from a node to itself."""
        return self.roles[arc[4]].multiplicity == "self"

    def is_fixed(self, arc: Type) -> bool:
        """Whether a row holds just one arc of this role."""
        return self.roles[arc[4]].multiplicity != "any"

    def show(self, arc: Type) -> str:
        """The type in words."""
        nodes, arcs = self.frame.node_states, self.frame.arc_states
        receiver, state, sender, reverse, role = arc
        return (
            f"{self.roles[role].name} arc {arcs[state]} (reverse {arcs[reverse]}) "
            f"from {nodes[sender]} to {nodes[receiver]}"
        )

    def show_class(self, kind: int) -> str:
        """The class in words."""
        if kind == self.frame.nothing:
            return "nothing"
        sender, arc = divmod(kind, len(self.frame.arc_states))
        return f"{self.frame.node_states[sender]} over {self.frame.arc_states[arc]}"

    def show_entry(self, entry: int) -> str:
        """The entry in words."""
        if entry // 2 == self.frame.nothing:
            return "nothing"
        return f"{self.show_class(entry // 2)} ({'best' if entry % 2 else 'not best'})"


CERTIFICATE = (
    "format claim task verdict origin hashes rules program decoders roles initial kinds types "
    "close obligations margins margins_checked digest"
)
RULES_ENTRY = "node_states arc_states heads scalars ranks node_rules arc_rules ops"
PROGRAM_ENTRY = (
    "format task node_states arc_states heads scalars listening node_tables arc_table ops "
    "readouts"
)
DECODERS = {
    "Pointer": "kind arc_state",
    "VirtualPointer": "kind arc_state",
    "NodeMask": "kind node_state",
    "NodeScalar": "kind scalar node_state",
    "VirtualScalar": "kind scalar",
    "PreviousByScalar": "kind scalar",
    "LastByScalar": "kind scalar",
}


def well_formed(content: dict[str, Any]) -> Certificate:
    """The certificate, in which all names, ranges and lengths are right.

    Raises:
        WrongError: One of them is not.
    """
    fields(content, CERTIFICATE.split(), "certificate")
    check_texts(content)
    rules_entry = fields(content["rules"], RULES_ENTRY.split(), "rules")
    program_entry = fields(content["program"], PROGRAM_ENTRY.split(), "program")
    demand(type(program_entry["format"]) is int, "program: its format is not a number")
    demand(program_entry["format"] == 1, "program: its format is not 1")
    demand(program_entry["task"] == content["task"], "program: it is for another task")
    for key in ("node_states", "arc_states", "heads", "scalars"):
        same = canonical_hash(rules_entry[key]) == canonical_hash(program_entry[key])
        demand(same, f"rules and program have different {key}")
    frame = read_frame(rules_entry, "rules")
    demand(0 < len(frame.arc_states) <= MOST_ARC_STATES, "rules: too many arc states")
    demand(0 < len(frame.node_states) <= len(DIGITS), "rules: too many node states")
    roles = read_roles(content["roles"])
    certificate = Certificate(
        content,
        frame,
        Rules(rules_entry, frame),
        Program(program_entry, frame, content["close"]),
        roles,
        read_initial(content["initial"], frame, roles),
        read_kinds(content["kinds"], frame),
        [read_type(one, frame, roles, "types") for one in items(content["types"], "types")],
    )
    check_initial(certificate)
    check_decoders(certificate)
    return certificate


def check_texts(content: dict[str, Any]) -> None:
    """Claim, task, verdict, origin, hashes and counts are what they should be."""
    word(content["claim"], "claim")
    word(content["task"], "task")
    word(content["verdict"], "verdict", ("proved",))
    demand(isinstance(content["origin"], dict), "origin is not an object")
    hashes = fields(content["hashes"], ("weights", "program", "rules"), "hashes")
    for name, value in hashes.items():
        if value is not None or name != "weights":
            sha256(value, f"hashes.{name}")
    sha256(content["digest"], "digest")
    counts = fields(content["obligations"], ("node", "arc", "scalar", "output"), "obligations")
    for name, count in [*counts.items(), ("margins_checked", content["margins_checked"])]:
        demand(type(count) is int and count >= 0, f"{name}: {count!r} is not a count")


def read_roles(entry: Any) -> list[Role]:
    """The roles, each with the number of its reverse role."""
    for one in items(entry, "roles"):
        fields(one, ("name", "reverse", "multiplicity"), "roles")
        word(one["multiplicity"], "roles", ("self", "one", "any"))
    names = words([one["name"] for one in entry], "roles")
    reverses = [names.index(word(one["reverse"], "roles", names)) for one in entry]
    roles = [
        Role(one["name"], reverse, one["multiplicity"])
        for one, reverse in zip(entry, reverses, strict=True)
    ]
    for index, role in enumerate(roles):
        back = roles[role.reverse]
        demand(back.reverse == index, f"roles: {role.name} is not the reverse of its reverse")
        if role.multiplicity == "self":
            demand(role.reverse == index, f"roles: {role.name} is not its own reverse")
    loops = [role for role in roles if role.multiplicity == "self"]
    demand(len(loops) == 1, "roles: there must be one for self-loops")
    return roles


def read_type(entry: Any, frame: Frame, roles: list[Role], where: str) -> Type:
    """An arc type; a self-loop's ends are one and the same."""
    nodes, arcs = len(frame.node_states), len(frame.arc_states)
    receiver, state, sender, reverse, role = (
        number(one, size, where)
        for one, size in zip(
            items(entry, where, 5), (nodes, arcs, nodes, arcs, len(roles)), strict=True
        )
    )
    if roles[role].multiplicity == "self":
        demand(receiver == sender and state == reverse, f"{where}: {entry} is no self-loop")
    return receiver, state, sender, reverse, role


def read_initial(entry: Any, frame: Frame, roles: list[Role]) -> dict[Type, set[str]]:
    """The types of step zero, each with the scalars that are zero there."""
    inputs = [scalar.name for scalar in frame.scalars if scalar.start != "stream"]
    zeros = {scalar.name for scalar in frame.scalars if scalar.start == "zero"}
    initial: dict[Type, set[str]] = {}
    for one in items(entry, "initial"):
        fields(one, ("type", "zero"), "initial")
        arc = read_type(one["type"], frame, roles, "initial")
        demand(arc not in initial, f"initial: {one['type']} stands there twice")
        initial[arc] = set(words(one["zero"], "initial"))
        for name in initial[arc]:
            word(name, "initial", inputs)
        demand(zeros <= initial[arc], "initial: a scalar that starts as zero is not zero")
    return initial


def read_kinds(entry: Any, frame: Frame) -> dict[str, list[int]]:
    """The states in which nodes of each kind begin."""
    fields(entry, ("real", "virtual", "helper"), "kinds")
    size = len(frame.node_states)
    return {kind: numbers(some, size, "kinds") for kind, some in entry.items()}


def check_initial(certificate: Certificate) -> None:
    """Arcs have reverses, every node has its self-loop, and every node has a kind."""
    initial = certificate.initial
    looped = {arc[0] for arc in initial if certificate.is_loop(arc)}
    for arc in initial:
        where = f"initial: {certificate.show(arc)}"
        demand(certificate.reverse(arc) in initial, f"{where}: there is no reverse of it")
        # Without its self-loop a state has no rows, and nothing would have to hold.
        demand(arc[0] in looped, f"{where}: its receiver has no self-loop")
    begin = {state for states in certificate.kinds.values() for state in states}
    demand(begin == {arc[0] for arc in initial}, "kinds: not the states in which nodes begin")


def check_decoders(certificate: Certificate) -> None:
    """Outputs name existing states and scalars, and what is learned has its readout."""
    frame, content = certificate.frame, certificate.content
    demand(isinstance(content["decoders"], dict), "decoders is not an object")
    learned = {}
    for name, entry in content["decoders"].items():
        where = f"decoders.{name}"
        demand(isinstance(entry, dict) and "kind" in entry, f"{where} has no kind")
        kind = word(entry["kind"], where, DECODERS)
        fields(entry, DECODERS[kind].split(), where)
        if "arc_state" in entry:
            number(entry["arc_state"], len(frame.arc_states), where)
            learned[name] = "pointer"
        if "node_state" in entry:
            number(entry["node_state"], len(frame.node_states), where)
            learned[name] = "members"
        if "scalar" in entry:
            word(entry["scalar"], where, [scalar.name for scalar in frame.at("node")])
    readouts = fields(content["program"]["readouts"], learned, "program.readouts")
    for name, key in learned.items():
        where = f"program.readouts.{name}"
        value = fields(readouts[name], [key], where)[key]
        if key == "members":
            numbers(value, len(frame.node_states), where)
        else:
            pairs = [items(one, where, 2) for one in items(value, where, len(frame.arc_states))]
            numbers([one for pair in pairs for one in pair], 2 * len(pairs), where)


# Rows and what is heard in them (Lemma 1)


def bit(kind: int, best: bool) -> int:
    """The set that holds one entry."""
    return 1 << (2 * kind + best)


@dataclass(frozen=True)
class Row:
    """A receiver's state and its fixed arcs; of the optional classes any arcs may be there."""

    receiver: int
    fixed: tuple[Type, ...]
    always: int
    """The entries of the fixed arcs."""
    possible: int
    """The entries that arcs could have."""


class Option(NamedTuple):
    """Something that a head hears: what must be there for it, and what must not."""

    heard: int
    needs: int
    forbids: int


class Hearing(NamedTuple):
    """What the heads hear in a row, and the entries that therefore are not there."""

    heard: tuple[int, ...]
    forbids: int


def hearings(row: Row, heads: list[list[Option]]) -> Iterator[Hearing]:
    """All that the heads can hear together: the smallest row with it does not forbid it."""
    chosen: list[int] = []

    def choose(needs: int, forbids: int) -> Iterator[Hearing]:
        if len(chosen) == len(heads):
            yield Hearing(tuple(chosen), forbids)
            return
        for option in heads[len(chosen)]:
            there, absent = needs | option.needs, forbids | option.forbids
            if not there & absent and not option.needs & ~row.possible:
                chosen.append(option.heard)
                yield from choose(there, absent)
                chosen.pop()

    return choose(row.always, 0)


class Rows:
    """All rows that arcs of these types can make."""

    def __init__(self, certificate: Certificate, types: Iterable[Type]):
        self.certificate = certificate
        self.frame = certificate.frame
        self.by_receiver: dict[int, list[Type]] = defaultdict(list)
        for arc in sorted(types):
            self.by_receiver[arc[0]].append(arc)
        self.rows = {state: list(self._rows(state)) for state in self.by_receiver}
        self.heard_by_rules = {
            state: [(row, hearing) for row in rows for hearing in hearings(row, options)]
            for state, rows in self.rows.items()
            for options in [[self._rule_options(head, state) for head in range(self.heads)]]
        }

    @property
    def heads(self) -> int:
        """How many heads there are."""
        return len(self.frame.heads)

    def _rows(self, state: int) -> Iterator[Row]:
        """One row per choice of the arcs of self and one roles."""
        choices: list[list[Type | None]] = []
        for index, role in enumerate(self.certificate.roles):
            arcs: list[Type | None] = [
                arc for arc in self.by_receiver[state] if arc[4] == index
            ]
            if arcs and role.multiplicity != "any":
                far_end = any(arc[4] == role.reverse for arc in self.by_receiver[state])
                lacks = role.multiplicity == "one" and far_end
                choices.append([*arcs, None] if lacks else arcs)
        for choice in product(*choices) if choices else ():
            yield self._row(state, tuple(arc for arc in choice if arc is not None))

    def optional(self, state: int) -> list[Type]:
        """The types of which a row can hold any number."""
        return [arc for arc in self.by_receiver[state] if not self.certificate.is_fixed(arc)]

    def _row(self, state: int, fixed: tuple[Type, ...]) -> Row:
        """The row with these fixed arcs."""
        always = 0
        for arc in fixed:
            kind = self.frame.class_of(arc)
            always |= bit(kind, False) if always & bit(kind, True) else bit(kind, True)
        possible = always
        for arc in self.optional(state):
            kind = self.frame.class_of(arc)
            possible |= bit(kind, True) | bit(kind, False)
        return Row(state, fixed, always, possible)

    def _rule_options(self, head: int, state: int) -> list[Option]:
        """The rules hear the best arc of the first class of the rank that is there."""
        options, before = [], 0
        for kind in self.certificate.rules.ranks[head][state]:
            options.append(Option(kind, bit(kind, True), before))
            before |= bit(kind, True)
        return [*options, Option(self.frame.nothing, 0, before)]

    def _program_options(self, head: int, state: int) -> list[Option]:
        """The program hears the first entry of its order, or one that is close to it."""
        order = self.certificate.program.order[head][state]
        close = self.certificate.program.close[head][state]
        options = [
            Option(
                entry,
                bit(entry // 2, True) | 1 << entry,
                sum(1 << order[other] for other in range(place) if close[other] < place),
            )
            for place, entry in enumerate(order)
        ]
        return [*options, Option(2 * self.frame.nothing, 0, sum(1 << entry for entry in order))]

    @cached_property
    def heard_by_both(self) -> dict[int, list[tuple[Row, Hearing]]]:
        """Per state, what the heads can hear by the rules and then by the program."""
        result = {}
        for state, rows in self.rows.items():
            options = [self._rule_options(head, state) for head in range(self.heads)]
            options += [self._program_options(head, state) for head in range(self.heads)]
            result[state] = [
                (row, hearing) for row in rows for hearing in hearings(row, options)
            ]
        return result

    def can_have_rivals(self, row: Row, hearing: Hearing, arc: Type) -> bool | None:
        """Whether the arc can have rivals; None if it cannot be there while this is heard."""
        kind = self.frame.class_of(arc)
        fixed = self.certificate.is_fixed(arc)
        if hearing.forbids & bit(kind, True) or (fixed and arc not in row.fixed):
            return None
        rivals = row.possible & ~hearing.forbids & bit(kind, False)
        # The fixed arcs alone can be its rivals already.
        crowded = row.always & bit(kind, not fixed)
        return None if crowded and not rivals else bool(rivals)

    def rule_bits(self, row: Row, hearing: Hearing, arc: Type) -> set[int]:
        """Which heads can hear the arc by the rules."""
        rivals = self.can_have_rivals(row, hearing, arc)
        if rivals is None:
            return set()
        kind = self.frame.class_of(arc)
        everyone = sum(1 << head for head, heard in enumerate(hearing.heard) if heard == kind)
        subsets = range(1 << self.heads) if rivals else [everyone]
        return {subset & everyone for subset in subsets}

    def both_bits(self, row: Row, hearing: Hearing, arc: Type) -> set[tuple[int, int]]:
        """Which heads can hear the arc by the rules and which in the program.

        With rivals, the arc is best or not, for each head, alike for rules and program. If the
        program hears one that is not best, it is this one or another one.
        """
        rivals = self.can_have_rivals(row, hearing, arc)
        if rivals is None:
            return set()
        kind, everyone = self.frame.class_of(arc), (1 << self.heads) - 1
        by_rules, by_program = hearing.heard[: self.heads], hearing.heard[self.heads :]
        heard_best = sum(1 << head for head, heard in enumerate(by_rules) if heard == kind)
        sure = sum(1 << head for head, heard in enumerate(by_program) if heard == 2 * kind + 1)
        other = sum(1 << head for head, heard in enumerate(by_program) if heard == 2 * kind)
        found = set()
        for best in range(everyone + 1) if rivals else [everyone]:
            for chosen in range(everyone + 1):
                found.add((heard_best & best, sure & best | other & ~best & chosen))
        return found


def rule_ways(rows: Rows) -> dict[Type, set[tuple[int, int]]]:
    """Per type, what its receiver can become by the rules and who can hear the arc then."""
    return {
        arc: {
            (following, bits)
            for row, hearing in rows.heard_by_rules[state]
            for following in [rows.certificate.rules.next_node(state, hearing.heard)]
            for bits in rows.rule_bits(row, hearing, arc)
        }
        for state, arcs in rows.by_receiver.items()
        for arc in arcs
    }


# Reachable types

Ways = set[tuple[int, int]]  # next state of an arc's receiver, heads that hear the arc


def reachable(certificate: Certificate) -> tuple[set[Type], dict[Type, set[Type]]]:
    """All types that steps of the rules can make of the initial ones, and what makes which."""
    types = set(certificate.initial)
    while True:
        ways = {arc: set(loose_ways(certificate, types, arc)) for arc in types}
        made = {
            arc: set(following_types(certificate, arc, here, ways))
            for arc, here in ways.items()
        }
        new = set().union(*made.values()) - types
        if not new:
            return types, made
        types |= new


def loose_ways(
    certificate: Certificate, types: set[Type], arc: Type
) -> Iterator[tuple[int, int]]:
    """What a receiver with this arc can become and who can hear the arc.

    Each head for itself hears any class of its rank that some type has at this receiver, down
    to the arc's own. What the fixed arcs of the row rule out is not asked here: that makes more
    types, and more to prove.
    """
    frame, rules, state = certificate.frame, certificate.rules, arc[0]
    own = frame.class_of(arc)
    there = {frame.class_of(other) for other in types if other[0] == state}
    rivals = not certificate.is_fixed(arc) or any(
        other[0] == state and frame.class_of(other) == own and other[4] != arc[4]
        for other in types
    )
    options: list[list[tuple[int, int]]] = []
    for head, ranks in enumerate(rules.ranks):
        rank = [kind for kind in ranks[state] if kind in there]
        if own in rank:
            heard = [(kind, 0) for kind in rank[: rank.index(own) + rivals]]
            options.append([*heard, (own, 1 << head)])
        else:
            options.append([(kind, 0) for kind in (*rank, frame.nothing)])
    for choice in product(*options):
        heard_classes = tuple(kind for kind, _ in choice)
        yield rules.next_node(state, heard_classes), sum(bit for _, bit in choice)


def following_types(
    certificate: Certificate, arc: Type, here: Ways, ways: dict[Type, Ways]
) -> Iterator[Type]:
    """What becomes of an arc whose receiver and sender do this."""
    rules, back = certificate.rules, certificate.reverse(arc)
    if certificate.is_loop(arc):
        for state, bits in here:
            following = rules.next_arc(arc, bits, bits)
            yield state, following, state, following, arc[4]
        return
    for (receiver, heard), (sender, heard_back) in product(here, ways[back]):
        yield (
            receiver,
            rules.next_arc(arc, heard, heard_back),
            sender,
            rules.next_arc(back, heard_back, heard),
            arc[4],
        )


# What must hold: nodes, arcs, choices


class Findings:
    """How many obligations there are of each kind, and which do not hold."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {"node": 0, "arc": 0, "scalar": 0, "output": 0}
        self.violations: list[str] = []
        self.decided = 0
        """How many decisions of the network they rest on."""

    def add(self, kind: str, holds: bool, message: Callable[[], str]) -> None:
        """Counts an obligation."""
        self.counts[kind] += 1
        if not holds:
            self.violations.append(message())


def check_nodes(rows: Rows, findings: Findings) -> None:
    """Whatever is heard, the next states are equal."""
    certificate, heads = rows.certificate, rows.heads
    for state, heard in rows.heard_by_both.items():
        for case in sorted({hearing.heard for _, hearing in heard}):
            by_rules = certificate.rules.next_node(state, case[:heads])
            told = [entry // 2 for entry in case[heads:]]
            by_program = certificate.program.next_node(state, told)
            findings.decided += 1
            findings.add(
                "node",
                by_rules == by_program,
                lambda state=state, case=case, ends=(by_rules, by_program): (
                    f"node {certificate.frame.node_states[state]}, rules hear "
                    f"{', '.join(map(certificate.show_class, case[:heads]))}, program hears "
                    f"{', '.join(map(certificate.show_entry, case[heads:]))}: becomes "
                    f"{certificate.frame.node_states[ends[0]]} by the rules, "
                    f"{certificate.frame.node_states[ends[1]]} in the program"
                ),
            )


def check_arcs(rows: Rows, findings: Findings) -> None:
    """However its ends hear an arc, its next states are equal."""
    certificate = rows.certificate
    rules, program = certificate.rules, certificate.program
    ways = {
        arc: {
            bits
            for row, hearing in rows.heard_by_both[state]
            for bits in rows.both_bits(row, hearing, arc)
        }
        for state, arcs in rows.by_receiver.items()
        for arc in arcs
    }
    for arc, here in ways.items():
        there = ways[certificate.reverse(arc)]
        loop = certificate.is_loop(arc)
        for heard, back in zip(here, here, strict=True) if loop else product(here, there):
            by_rules = rules.next_arc(arc, heard[RULES], back[RULES])
            by_program = program.next_arc(arc, heard[PROGRAM], back[PROGRAM])
            findings.decided += 1
            findings.add(
                "arc",
                by_rules == by_program,
                lambda arc=arc, heard=heard, back=back, ends=(by_rules, by_program): (
                    f"{certificate.show(arc)}, heard by heads {show_heads(heard)}, reverse by "
                    f"{show_heads(back)}: becomes "
                    f"{certificate.frame.arc_states[ends[0]]} by the rules, "
                    f"{certificate.frame.arc_states[ends[1]]} in the program"
                ),
            )


def show_heads(bits: tuple[int, int]) -> str:
    """The bits of the heads that heard, in words."""
    return f"{bits[RULES]:b} (rules) and {bits[PROGRAM]:b} (program)"


def contested(rows: Rows) -> list[tuple[int, int, int]]:
    """Heads, receiver states and classes that can be heard by the rules with rivals there."""
    return sorted(
        {
            (head, state, kind)
            for state, heard in rows.heard_by_rules.items()
            for row, hearing in heard
            for head, kind in enumerate(hearing.heard)
            if kind != rows.frame.nothing and row.possible & bit(kind, False)
        }
    )


def matters(certificate: Certificate, arc: Type, head: int) -> bool:
    """Whether it can matter to the arc or to its reverse if this head hears it."""
    rules, reverse = certificate.rules, certificate.reverse(arc)
    everyone = range(1 << len(certificate.frame.heads))
    if certificate.is_loop(arc):
        return any(
            rules.next_arc(arc, bits, bits)
            != rules.next_arc(arc, bits ^ 1 << head, bits ^ 1 << head)
            for bits in everyone
        )
    return any(
        rules.next_arc(arc, bits, back) != rules.next_arc(arc, bits ^ 1 << head, back)
        or rules.next_arc(reverse, back, bits)
        != rules.next_arc(reverse, back, bits ^ 1 << head)
        for bits, back in product(everyone, everyone)
    )


def check_choices(rows: Rows, facts: "Facts", findings: Findings) -> None:
    """Where it matters which rival is best, rules and program compare equal numbers."""
    certificate, frame = rows.certificate, rows.frame
    for head, state, kind in contested(rows):
        key = frame.keys[head]
        if key is None or frame.scalar(key).start == "stream":
            continue
        rivals = [arc for arc in rows.by_receiver[state] if frame.class_of(arc) == kind]
        if any(matters(certificate, arc, head) for arc in rivals):
            for arc in rivals:
                findings.add(
                    "scalar",
                    facts.equal_at_arc(arc, key),
                    lambda arc=arc, key=key: (
                        f"{certificate.show(arc)}: {key} decides, and may differ"
                    ),
                )


# Lemma 2: equal scalars

Partition = tuple[int, ...]  # per quantity the place of the first one that is equal to it
Quantity = tuple[str, int]  # a scalar's name and the side
Symbol = tuple[int, int, int]
Vector = dict[Symbol, Fraction]  # a sum of symbols

ONE: Symbol = (0, 0, 0)
OWN, GROUP, STREAM = 1, 2, 3  # what a symbol stands for
COUNT = -1  # how many arcs a group has


def partition(values: Iterable[Any]) -> Partition:
    """Which of the values are equal."""
    first: dict[Any, int] = {}
    return tuple(first.setdefault(value, place) for place, value in enumerate(values))


def refine(known: Partition, values: Iterable[Any]) -> Partition:
    """What is known to be equal and has equal values."""
    return partition(zip(known, values, strict=True))


def join(known: Partition, more: Partition) -> Partition:
    """All that follows from two partitions together; the second one may be shorter."""
    labels = list(known)
    for place, first in enumerate(more):
        low, high = sorted((labels[place], labels[first]))
        labels = [low if label == high else label for label in labels]
    return tuple(labels)


def add(total: Vector, other: Vector, factor: Fraction | int = 1) -> None:
    """Adds a multiple of another vector."""
    for symbol, value in other.items():
        changed = total.get(symbol, 0) + factor * value
        if changed:
            total[symbol] = Fraction(changed)
        else:
            total.pop(symbol, None)


class Span:
    """All combinations of sums that are known to be zero."""

    def __init__(self, vectors: Iterable[Vector]):
        self.pivots: dict[Symbol, Vector] = {}
        for vector in vectors:
            rest = self.reduce(vector)
            if rest:
                pivot = min(rest)
                scaled = {symbol: value / rest[pivot] for symbol, value in rest.items()}
                for other in self.pivots.values():
                    if pivot in other:
                        add(other, scaled, -other[pivot])
                self.pivots[pivot] = scaled

    def reduce(self, vector: Vector) -> Vector:
        """The one representative of all sums that differ from this one by zero."""
        rest = dict(vector)
        for symbol, value in vector.items():
            if symbol in self.pivots:
                add(rest, self.pivots[symbol], -value)
        return rest


class Step(NamedTuple):
    """A step of a node: its next state, and the arcs of its row with what they can become."""

    state: int
    following: int
    arcs: frozenset[tuple[Type, int]]


class Sum(NamedTuple):
    """A node's scalar is the sum of an arc scalar over its arcs in a set of states."""

    total: Quantity
    arc_states: int
    summand: Quantity


@dataclass
class Facts:
    """Which scalars are equal: those of an arc and its sender, those of a node, and sums."""

    at_arc: dict[Type, Partition]
    at_node: dict[int, Partition]
    sums: dict[int, set[Sum]]
    place_of: dict[Quantity, int]

    def equal_at_arc(self, arc: Type, name: str) -> bool:
        """Whether a scalar of the arc or its sender is the same by rules and program."""
        return self._equal(self.at_arc[arc], name)

    def equal_at_node(self, state: int, name: str) -> bool:
        """Whether a scalar of nodes in this state is the same by rules and program."""
        return state not in self.at_node or self._equal(self.at_node[state], name)

    def _equal(self, known: Partition, name: str) -> bool:
        return known[self.place_of[name, RULES]] == known[self.place_of[name, PROGRAM]]


def facts_at_first(rows: Rows) -> Facts:
    """All facts but those that step zero can contradict.

    Inputs are the same on both sides. A node is the sender of its self-loop.
    """
    frame, initial = rows.frame, rows.certificate.initial
    at_arc = {
        arc: _at_first(frame.quantities, initial.get(arc))
        for arcs in rows.by_receiver.values()
        for arc in arcs
    }
    at_node, sums = {}, {}
    for state in rows.by_receiver:
        zeros = [zero for arc, zero in initial.items() if arc[2] == state]
        of_nodes = frame.quantities[: 1 + 2 * len(frame.at("node"))]
        at_node[state] = _at_first(of_nodes, set.intersection(*zeros) if zeros else None)
        sums[state] = {
            one for one in all_sums(frame) if _is_zero_at_first(one, state, at_node, rows)
        }
    return Facts(at_arc, at_node, sums, frame.place_of)


def _at_first(quantities: list[Quantity], zero: set[str] | None) -> Partition:
    """What is equal where these scalars are zero; all, where no problem starts."""
    if zero is None:
        return (0,) * len(quantities)
    return partition("" if name in zero else name for name, _ in quantities)


def all_sums(frame: Frame) -> Iterator[Sum]:
    """Every scalar of nodes against every sum of a scalar of arcs, on either side."""
    for total, summand, side in product(frame.at("node"), frame.at("arc"), SIDES):
        for arc_states in range(1 << len(frame.arc_states)):
            yield Sum((total.name, side), arc_states, (summand.name, side))


def _is_zero_at_first(one: Sum, state: int, at_node: dict[int, Partition], rows: Rows) -> bool:
    """Whether total and summands are zero wherever problems start with this state."""
    return at_node[state][rows.frame.place_of[one.total]] == 0 and all(
        one.summand[0] in zero
        for arc, zero in rows.certificate.initial.items()
        if arc[0] == state and one.arc_states >> arc[1] & 1
    )


class Algebra:
    """One step of a node, in symbols: the arcs of its row are grouped, a group's sum is one.

    `known` tells what is equal of the node's scalars, and of those of one arc that it sends.
    """

    def __init__(self, rows: Rows, facts: Facts, step: Step, known: Partition):
        self.frame, self.step = rows.frame, step
        self.ops = (rows.certificate.rules.ops, rows.certificate.program.ops)
        self.known = join(known, facts.at_node[step.state])
        grouped = {(arc[1], arc[2], becomes, facts.at_arc[arc]) for arc, becomes in step.arcs}
        self.groups = list(enumerate(sorted(grouped)))
        self.span = Span(self._zero(one) for one in facts.sums[step.state])

    def _zero(self, fact: Sum) -> Vector:
        """The difference of a fact's two sides."""
        vector = self._own(fact.total)
        for group, (state, _, _, known) in self.groups:
            if fact.arc_states >> state & 1:
                add(vector, self._symbol(fact.summand, known, GROUP, group), -1)
        return vector

    def _symbol(self, quantity: Quantity, known: Partition, kind: int, group: int) -> Vector:
        """The symbol of all quantities that are equal to this one; none if it is zero."""
        first = known[self.frame.place_of[quantity]]
        return {(kind, group, first): Fraction(1)} if first else {}

    def _own(self, quantity: Quantity) -> Vector:
        """The node's own scalar, or that of the arc which it sends."""
        return self._symbol(quantity, self.known, OWN, 0)

    def node_after(self, quantity: Quantity) -> Vector:
        """The node's scalar after the step."""
        name, side = quantity
        if self.frame.scalar(name).start == "stream":
            return {(STREAM, 0, self.frame.place_of[name, RULES]): Fraction(1)}
        total: Vector = {}
        for term in self.ops[side][name]:
            if term.gate == "push":
                for group, (state, _, _, known) in self.groups:
                    if state in term.when:
                        pushed = (term.scalar or "", side)
                        add(total, self._symbol(pushed, known, GROUP, group))
            elif self.step.state in term.when:
                add(total, {ONE: Fraction(1)} if term.gate == "inc" else self._own(quantity))
        return total

    def _arc_after(
        self, quantity: Quantity, state: int, sender: int, known: Partition, group: int | None
    ) -> Vector:
        """The scalar after the step, of one arc or summed over a group."""
        name, side = quantity
        kind, index = (OWN, 0) if group is None else (GROUP, group)
        one = ONE if group is None else (GROUP, group, COUNT)
        total: Vector = {}
        for term in self.ops[side][name]:
            if term.gate == "inc" and state in term.when:
                add(total, {one: Fraction(1)})
            elif term.gate == "keep" and state in term.when:
                add(total, self._symbol(quantity, known, kind, index))
            elif term.gate == "push" and sender in term.when:
                add(total, self._symbol((term.scalar or "", side), known, kind, index))
        return total

    def after(self, arc: Type | None) -> list[frozenset[tuple[Symbol, Fraction]]]:
        """Zero, the node's scalars and those of the arc that it sends, in normal form."""
        node_quantities = self.frame.quantities[1 : 1 + 2 * len(self.frame.at("node"))]
        values: list[Vector] = [{}, *map(self.node_after, node_quantities)]
        if arc is not None:
            values += [
                self._arc_after(quantity, arc[1], arc[2], self.known, None)
                for quantity in self.frame.quantities[len(values) :]
            ]
        return [frozenset(self.span.reduce(value).items()) for value in values]

    def preserves(self, fact: Sum) -> bool:
        """Whether a sum holds after the step."""
        vector = self.node_after(fact.total)
        for group, (state, sender, becomes, known) in self.groups:
            if fact.arc_states >> becomes & 1:
                part = self._arc_after(fact.summand, state, sender, known, group)
                add(vector, part, -1)
        return not self.span.reduce(vector)


def all_steps(rows: Rows) -> dict[Type, dict[Step, set[Type]]]:
    """Per type, the steps that its sender can make, and what then can become of the arc."""
    certificate, rules = rows.certificate, rows.certificate.rules
    ways = rule_ways(rows)
    by_step: dict[Type, dict[Step, Ways]] = defaultdict(lambda: defaultdict(set))
    for state, heard in rows.heard_by_rules.items():
        for row, hearing in heard:
            here = {arc: rows.rule_bits(row, hearing, arc) for arc in rows.by_receiver[state]}
            becomes = rules.next_node(state, hearing.heard)
            changes = {
                (arc, following[1])
                for arc, some in here.items()
                for following in following_types(
                    certificate, arc, {(becomes, bits) for bits in some}, ways
                )
            }
            step = Step(state, becomes, frozenset(changes))
            for arc, some in here.items():
                by_step[arc][step] |= {(becomes, bits) for bits in some}
    result: dict[Type, dict[Step, set[Type]]] = defaultdict(dict)
    for back, found in by_step.items():
        arc = certificate.reverse(back)
        for step, there in found.items():
            here = there if certificate.is_loop(arc) else ways[arc]
            result[arc][step] = set(following_types(certificate, arc, here, {back: there}))
    return result


def equal_scalars(rows: Rows) -> Facts:
    """The facts that every step preserves."""
    facts = facts_at_first(rows)
    if not rows.frame.scalars:
        return facts
    arc_steps = all_steps(rows)
    while True:
        kept = preserved(rows, facts, arc_steps)
        if kept == facts:
            return facts
        facts = kept


def preserved(rows: Rows, facts: Facts, arc_steps: dict[Type, dict[Step, set[Type]]]) -> Facts:
    """The facts that all steps preserve if all facts hold before."""
    at_arc, at_node = dict(facts.at_arc), dict(facts.at_node)
    sums = {state: set(some) for state, some in facts.sums.items()}
    for step in {step for found in arc_steps.values() for step in found}:
        algebra = Algebra(rows, facts, step, facts.at_node[step.state])
        at_node[step.following] = refine(at_node[step.following], algebra.after(None))
        sums[step.following] = set(filter(algebra.preserves, sums[step.following]))
    cache: dict[tuple[Step, Partition, int], list[Any]] = {}
    for arc, found in arc_steps.items():
        for step, followers in found.items():
            key = (step, facts.at_arc[arc], arc[1])
            if key not in cache:
                cache[key] = Algebra(rows, facts, step, facts.at_arc[arc]).after(arc)
            for follower in followers:
                at_arc[follower] = refine(at_arc[follower], cache[key])
    return Facts(at_arc, at_node, sums, facts.place_of)


# Outputs


def states_of(certificate: Certificate, made: dict[Type, set[Type]], kind: str) -> list[int]:
    """The states that nodes of this kind can get into."""
    found = set(certificate.kinds[kind])
    while True:
        new = {after[0] for arc, some in made.items() if arc[0] in found for after in some}
        if new <= found:
            return sorted(found)
        found |= new


def check_outputs(
    rows: Rows, made: dict[Type, set[Type]], facts: Facts, findings: Findings
) -> None:
    """Every output is read alike."""
    certificate, frame = rows.certificate, rows.frame
    for name, decoder in certificate.content["decoders"].items():
        kind = "virtual" if decoder["kind"].startswith("Virtual") else "real"
        states = states_of(certificate, made, kind)
        readout = certificate.content["program"]["readouts"].get(name, {})
        if "pointer" in readout:
            check_pointer(rows, name, kind, states, findings)
        if "members" in readout:
            for state in states:
                findings.decided += 1
                findings.add(
                    "output",
                    (state in readout["members"]) == (state == decoder["node_state"]),
                    lambda name=name, state=state: (
                        f"{name}: {frame.node_states[state]} is a member for one only"
                    ),
                )
        if "scalar" in decoder:
            own = "node_state" in decoder
            for state in [decoder["node_state"]] if own else states:
                findings.add(
                    "scalar",
                    facts.equal_at_node(state, decoder["scalar"]),
                    lambda name=name, state=state, scalar=decoder["scalar"]: (
                        f"{name}: {scalar} of {frame.node_states[state]} may differ"
                    ),
                )


class Profile(NamedTuple):
    """A node's state, that of its self-loop, and how many other arcs are pointers (2: more)."""

    state: int
    loop: int
    pointers: int


SEVERAL = 2


def check_pointer(
    rows: Rows, name: str, kind: str, states: list[int], findings: Findings
) -> None:
    """In every profile that can be reached, the meant arc comes first for the program."""
    certificate, frame = rows.certificate, rows.frame
    pointer = certificate.content["decoders"][name]["arc_state"]
    places = certificate.content["program"]["readouts"][name]["pointer"]
    for profile in sorted(profiles(rows, pointer, states)):
        loop = places[profile.loop][1]
        others = {
            places[arc[1]][0]
            for arc in rows.by_receiver[profile.state]
            if not certificate.is_loop(arc) and arc[1] != pointer
        }
        if profile.pointers:
            holds = profile.loop != pointer and places[pointer][0] < min({loop, *others})
        else:
            holds = all(loop < other for other in others)
        if kind == "virtual":
            # It gives all that it points along, and its self-loop only if the rules say so.
            holds &= profile.loop != pointer and profile.pointers < SEVERAL
        findings.decided += bool(profile.pointers or others)
        findings.add(
            "output",
            holds,
            lambda profile=profile: (
                f"{name}: a node {frame.node_states[profile.state]} with self-loop "
                f"{frame.arc_states[profile.loop]} and "
                f"{('no', 'one', 'several')[profile.pointers]} pointers may point elsewhere"
            ),
        )


def profiles(rows: Rows, pointer: int, states: list[int]) -> set[Profile]:
    """All profiles that nodes in these states can get."""
    certificate, found = rows.certificate, set()
    for arc in certificate.initial:
        if certificate.is_loop(arc) and arc[0] in states:
            pointing = any(
                other[0] == arc[0] and other[1] == pointer and not certificate.is_loop(other)
                for other in certificate.initial
            )
            counts = range(SEVERAL + 1) if pointing else [0]
            found |= {Profile(arc[0], arc[1], count) for count in counts}
    changes, waiting = PointerChanges(rows, pointer), list(found)
    while waiting:
        new = changes.after(waiting.pop()) - found
        found |= new
        waiting += new
    return found


class PointerChanges:
    """How profiles change in a step of the rules."""

    def __init__(self, rows: Rows, pointer: int):
        self.rows, self.pointer = rows, pointer
        ways, rules = rule_ways(rows), rows.certificate.rules
        self.outcomes = {
            arc: {
                (bits, rules.next_arc(arc, bits, back) == pointer)
                for _, bits in here
                for _, back in ways[rows.certificate.reverse(arc)]
            }
            for arc, here in ways.items()
            if not rows.certificate.is_loop(arc)
        }
        """Per type: who hears the arc, and whether it is a pointer afterwards."""

    def after(self, profile: Profile) -> set[Profile]:
        """The profiles that can come next."""
        rules, found = self.rows.certificate.rules, set()
        for row, hearing in self.rows.heard_by_rules[profile.state]:
            loop = next(filter(self.rows.certificate.is_loop, row.fixed), None)
            if loop is not None and loop[1] == profile.loop:
                state = rules.next_node(profile.state, hearing.heard)
                for bits in self.rows.rule_bits(row, hearing, loop):
                    following = rules.next_arc(loop, bits, bits)
                    counts = self._counts(profile, hearing.heard)
                    found |= {Profile(state, following, count) for count in counts}
        return found

    def _counts(self, profile: Profile, heard: tuple[int, ...]) -> set[int]:
        """How many arcs besides the self-loop can be pointers after the step."""
        stays, gains = set(), set()
        for arc in self.rows.by_receiver[profile.state]:
            kind = self.rows.frame.class_of(arc)
            may = sum(1 << head for head, one in enumerate(heard) if one == kind)
            for bits, pointing in self.outcomes.get(arc, ()):
                if not bits & ~may and arc[1] == self.pointer:
                    stays.add(pointing)
                elif not bits & ~may and pointing:
                    gains.add(bool(bits))
        old = {profile.pointers}
        if profile.pointers and False in stays:
            old = set(range(profile.pointers + 1)) if True in stays else {0}
        least, most = (0, SEVERAL) if False in gains else (0, 0)
        if gains == {True}:
            # Only what is heard becomes a pointer, and a head hears one arc.
            by_head = [self._heard(profile.state, *one) for one in enumerate(heard)]
            least = int({True} in by_head)
            most = sum(True in outcomes for outcomes in by_head)
        return {min(SEVERAL, one + new) for one in old for new in range(least, most + 1)}

    def _heard(self, state: int, head: int, kind: int) -> set[bool]:
        """Whether the arc that a head hears becomes a pointer, and was none before."""
        found = set()
        for arc in self.rows.by_receiver[state]:
            if self.rows.frame.class_of(arc) == kind:
                if arc not in self.outcomes or arc[1] == self.pointer:
                    found.add(False)
                else:
                    found |= {new for bits, new in self.outcomes[arc] if bits >> head & 1}
        return found


# Margins and counts


def wrong_margins(certificate: Certificate, findings: Findings) -> Iterator[str]:
    """Decisions that rounding could flip.

    A program that no network computed has no margins, and then no scores that are close.
    """
    content, decided = certificate.content, findings.decided + certificate.program.gates
    tables = ["node table", "arc table", "attention"]
    tables += ["gates"] if content["program"]["ops"] else []
    tables += ["readout"] if content["program"]["readouts"] else []
    if content["hashes"]["weights"] is None and content["margins"] == {}:
        tables, decided = [], 0
    for table, entry in fields(content["margins"], tables, "margins").items():
        gap, error = (fields(entry, ("gap", "error"), table)[key] for key in ("gap", "error"))
        for value in (gap, error):
            demand(type(value) in (int, float), f"margins: {value!r} is not a number")
        if not 0 <= error < gap or math.isinf(error):
            yield f"margins: the {table}'s gap of {gap} is within the error of {error}"
    if content["margins_checked"] != decided:
        yield f"margins_checked is {content['margins_checked']}, not {decided}"


def wrong_counts(certificate: Certificate, findings: Findings) -> Iterator[str]:
    """Numbers of obligations that are not as written down."""
    for kind, count in findings.counts.items():
        written = certificate.content["obligations"][kind]
        if written != count:
            yield f"there are {count} {kind} obligations, not {written}"


def wrong_types(certificate: Certificate, types: set[Type]) -> Iterator[str]:
    """Types that are missing or too many."""
    for arc in sorted(types.difference(certificate.types)):
        yield f"types: {certificate.show(arc)} is reachable and missing"
    for arc in sorted(set(certificate.types) - types):
        yield f"types: {certificate.show(arc)} is not reachable"
    if any(one >= other for one, other in pairwise(certificate.types)):
        yield "types: they are not sorted, or one is repeated"


def check(content: dict[str, Any]) -> Findings:
    """All that is wrong with a certificate, and its obligations."""
    findings = Findings()
    try:
        certificate = well_formed(content)
        findings.violations += wrong_hashes(content)
        types, made = reachable(certificate)
        findings.violations += wrong_types(certificate, types)
        rows = Rows(certificate, types)
        check_nodes(rows, findings)
        check_arcs(rows, findings)
        facts = equal_scalars(rows)
        check_choices(rows, facts, findings)
        check_outputs(rows, made, facts, findings)
        findings.violations += wrong_margins(certificate, findings)
        findings.violations += wrong_counts(certificate, findings)
    except WrongError as error:
        findings.violations.append(str(error))
    return findings


def check_file(path: Path, weights: str | None = None) -> bool:
    """Prints whether a file's certificate holds, for the weights with this hash if given."""
    content = read(path)
    findings = check(content)
    hashes = content.get("hashes")
    if weights and (not isinstance(hashes, dict) or hashes.get("weights") != weights):
        findings.violations.append("it is for other weights")
    if not findings.violations:
        counts = " + ".join(f"{count} {kind}" for kind, count in findings.counts.items())
        print(f"{path.name}: proved, {counts} obligations hold")
        return True
    print(f"{path.name}: not proved, {len(findings.violations)} things are wrong")
    for violation in findings.violations[:SHOWN]:
        print(f"  {violation}")
    if len(findings.violations) > SHOWN:
        print(f"  and {len(findings.violations) - SHOWN} more")
    return False


def main(arguments: list[str] | None = None) -> int:
    """Checks the files of the command line; the exit code."""
    parser = argparse.ArgumentParser(description="Checks certificates without dnar.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a certificate")
    parser.add_argument("--weights", type=Path, help="a model file that they must be for")
    options = parser.parse_args(arguments)
    code = 0
    try:
        weights = options.weights and hashlib.sha256(options.weights.read_bytes()).hexdigest()
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    for path in options.files:
        try:
            code = max(code, 0 if check_file(path, weights) else 1)
        except UnreadableError as error:
            print(error, file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main())
