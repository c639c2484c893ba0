"""Checks certificates: `python check_certificate.py FILE [FILE ...]`.

A certificate says that a program and an algorithm's rules do the same on every instance. This
file proves it again from the certificate alone (format 2). It is complete: it needs Python's
standard library only, shares no code with the package and can be copied anywhere. It follows
docs/proof.md; docs/certificates.md describes the files.

There are two kinds of certificates. Most say that program and rules have the same states after
every step: sections "The certificate" to "Outputs". Those with `"kind": "outputs"` say that two
programs come to rest with the same outputs, whatever their states and timing: section "Equal
outputs". Both kinds share the sections before, and "All of it", which is the command.

Taken as given: `roles`, `kinds`, `initial` and `same_key` describe the instances that the claim
is about, `close` and `margins` say how far scores of the network lie apart, `obligations` and
`margins_checked` are the writer's own counts (this file counts anew).

How the format is read:
- An arc is a self-loop exactly if its role's multiplicity is "self". Every node has the arcs
  that the multiplicities of its kind's roles demand.
- A scalar that starts as "zero" is zero everywhere at step zero.
- The rules list only best entries in their orders; the program may list others, too.
- `close` has one entry per order of the program, with one place per entry of the order: the
  last place whose score is too close to call.
- A pointer output points along arcs in `arc_state`, of several along the first one, otherwise
  along the self-loop; the rules' own readout says exactly that (places 0, then 1 for
  self-loops and 2 for other arcs).
- Labels of arcs are compared for all arc states that occur, labels of nodes for all states of
  the output's kind. A scalar use without a kind is one of arcs.
- Scalars are compared term by term and in order if possible (then they are equal bit by bit),
  otherwise as real numbers.

Exit code 0: everything is proved. 1: something is wrong; the output says what. 2: a file
cannot be read or is no certificate of this format.
"""

import argparse
import hashlib
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

FORMAT = 2
SHOWN = 5  # violations that are printed per file
MOST_SUBSETS = 12  # with more arc states, sums are followed for small sets of arc states only
# Per function: how many scalars it takes, which multiple of its only argument it is (or None),
# and whether it is zero wherever an argument is zero.
FUNCTIONS: dict[str, tuple[int, int | None, bool]] = {
    "copy": (1, 1, True),
    "negative": (1, -1, True),
    "product": (2, None, True),
    "atan2": (2, None, False),
}
COUNTED = ("node", "arc", "scalar", "output")  # kinds of obligations
RULES, PROGRAM = SIDES = 0, 1

Type = tuple[int, int, int, int, int]  # receiver, arc, sender, reverse arc, role
Signs = tuple[int, ...]  # the sign of each comparison of a node or of an arc


class UnreadableError(Exception):
    """The file cannot be read or is no certificate."""


class WrongError(Exception):
    """The certificate is ill-formed, so that nothing can be derived from it."""


# Reading a file


def read(path: Path) -> dict[str, Any]:
    """The certificate in a file.

    Raises:
        UnreadableError: there is no file, or no certificate of this format in it.
    """
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise UnreadableError(f"{path} cannot be read: {reason}") from None


def parse(text: str) -> dict[str, Any]:
    """The certificate in a text.

    Raises:
        ValueError: it is not JSON, or no certificate of this format.
    """
    value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    if not isinstance(value, dict) or type(value.get("format")) is not int:
        raise ValueError("it is not a certificate or a program")
    if value["format"] != FORMAT:
        raise ValueError(f"it is of format {value['format']}, and this checker reads {FORMAT}")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("duplicate key in a JSON object")
    return result


def _constant(name: str) -> float:
    if name != "Infinity":
        raise ValueError(f"{name} is not allowed")
    return math.inf


def canonical_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON: sorted keys, no blanks, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# Schemas: what a JSON value must be


class Maybe(NamedTuple):
    """Null, or as this schema says."""

    part: Any


class Distinct(NamedTuple):
    """A list whose entries are as this schema says, and none is repeated."""

    part: Any


class Map(NamedTuple):
    """An object with any keys whose values are as this schema says."""

    part: Any


def demand(holds: bool, message: str) -> None:
    """Stops unless it holds."""
    if not holds:
        raise WrongError(message)


def read_as(schema: Any, value: Any, where: str) -> Any:
    """What a JSON value means; it is refused if it is not as the schema says.

    {key: schema} is an object with exactly these keys, [schema] a list, (schema, schema) a list
    of as many entries, a range an integer (true and 1.0 are none), a set one of these names. A
    function reads the value itself.
    """
    match schema:
        case Maybe(part):
            return None if value is None else read_as(part, value, where)
        case Distinct(part):
            found = read_as([part], value, where)
            demand(len(set(found)) == len(found), f"{where}: an entry is repeated")
            return found
        case Map(part):
            demand(isinstance(value, dict), f"{where} is not an object")
            return {key: read_as(part, one, f"{where}.{key}") for key, one in value.items()}
        case dict():
            for key in sorted(set(schema) ^ set(read_as(OBJECT, value, where))):
                fault = "missing" if key in schema else "unknown"
                raise WrongError(f"{where}: {key!r} is {fault}")
            parts = {key: read_as(schema[key], value[key], f"{where}.{key}") for key in schema}
            return SimpleNamespace(**parts)
        case list() | tuple():
            demand(isinstance(value, list), f"{where} is not a list")
            parts = schema if isinstance(schema, tuple) else tuple(schema) * len(value)
            fits = len(value) == len(parts)
            demand(fits, f"{where} has {len(value)} entries, not {len(parts)}")
            pairs = enumerate(zip(parts, value, strict=True))
            return tuple(read_as(part, one, f"{where}[{at}]") for at, (part, one) in pairs)
        case range():
            fits = type(value) is int and value in schema
            demand(fits, f"{where}: {value!r} is not in {schema}")
            return value
        case set():
            fits = isinstance(value, str) and value in schema
            demand(fits, f"{where}: {value!r} is unknown")
            return value
    return schema(value, where)


def anything(value: Any, where: str) -> Any:
    """A value that is read later, or never."""
    return value


def name(value: Any, where: str) -> str:
    """A text that is not empty."""
    demand(isinstance(value, str) and bool(value), f"{where}: {value!r} is not a name")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    demand(isinstance(value, bool), f"{where}: {value!r} is neither true nor false")
    return value


def real(value: Any, where: str) -> Any:
    """A number."""
    demand(type(value) in (int, float), f"{where}: {value!r} is not a number")
    return value


def finite(value: Any, where: str) -> Fraction:
    """A number that fits into floating point."""
    demand(abs(real(value, where)) <= sys.float_info.max, f"{where}: it is not finite")
    return Fraction(value)


def sha256(value: Any, where: str) -> str:
    """A SHA-256 in hexadecimal digits."""
    digits = isinstance(value, str) and set(value) <= set("0123456789abcdef")
    demand(digits and len(value) == 64, f"{where}: {value!r} is not a SHA-256")
    return value


OBJECT = Map(anything)
COUNT = range(2**31)


# Words: the states, heads, scalars and comparisons that rules and program have in common

OTHER = {"node": "arc", "arc": "node"}
WORDS: dict[str, Any] = {
    "node_states": Distinct(name),
    "arc_states": Distinct(name),
    "heads": [{"name": name, "key": Maybe(name), "prefer": {"smallest", "largest"}}],
    "scalars": [
        {
            "name": name,
            "place": set(OTHER),
            "start": {"input", "zero", "stream"},
            "period": COUNT,
        }
    ],
    "comparisons": [{"name": name, "left": name, "right": name}],
}


class Frame:
    """The words.

    A class is numbered sender * arc states + arc; `nothing` comes after the last one. An entry
    is 2 * class + (1 if best else 0). A set of entries is an integer with their bits.
    """

    def __init__(self, entry: dict[str, Any], where: str):
        words = {
            key: read_as(part, entry.get(key), f"{where}.{key}") for key, part in WORDS.items()
        }
        self.states: dict[str, Any] = {place: words[f"{place}_states"] for place in OTHER}
        self.nodes, self.arcs = (len(self.states[place]) for place in OTHER)
        self.nothing = self.nodes * self.arcs
        demand(self.nothing > 0, f"{where}: there are no states")
        self.heads = by_name(words["heads"], f"{where}.heads")
        self.head_number = {head: at for at, head in enumerate(self.heads)}
        self.keys = [head.key for head in words["heads"]]
        self.scalars = by_name(words["scalars"], f"{where}.scalars")
        for one in words["scalars"]:
            stream = one.start == "stream"
            fits = stream == (one.period > 0) and (not stream or one.place == "node")
            demand(fits, f"{where}.scalars: {one.name} is no stream of nodes with a period")
        for key in self.keys:
            read_as(Maybe(set(self.scalars)), key, f"{where}.heads.key")
        self.compared: dict[str, list[tuple[str, str]]] = {"node": [], "arc": []}
        for one in by_name(words["comparisons"], f"{where}.comparisons").values():
            for scalar in (one.left, one.right):
                read_as(set(self.scalars), scalar, f"{where}.comparisons.{one.name}")
            left, right = (self.scalars[scalar].place for scalar in (one.left, one.right))
            demand(left == right, f"{where}.comparisons: {one.name} compares two places")
            self.compared[left].append((one.left, one.right))
        every = [*self.at("node"), *self.at("arc")]
        self.quantities = [("", RULES), *product(every, SIDES)]
        """Zero, then every scalar by the rules and by the program, those of nodes first."""
        self.place_of = {quantity: at for at, quantity in enumerate(self.quantities)}
        self.of_nodes = 1 + 2 * len(self.at("node"))

    def class_of(self, arc: Type) -> int:
        """The class of an arc of this type."""
        return arc[2] * self.arcs + arc[1]

    def at(self, place: str) -> list[str]:
        """The scalars of nodes or of arcs."""
        return [scalar.name for scalar in self.scalars.values() if scalar.place == place]

    def is_stream(self, scalar: str) -> bool:
        """Whether a scalar is given from outside at every step, alike to both sides."""
        return self.scalars[scalar].start == "stream"


def by_name(found: tuple[Any, ...], where: str) -> dict[str, Any]:
    """The entries by their names, which are distinct."""
    names = {one.name: one for one in found}
    demand(len(names) == len(found), f"{where}: a name is repeated")
    return names


# Programs: rules and program are both ordered cases over the same words


class Term(NamedTuple):
    """A summand of a scalar's next value; `when` lists the states that open its gate."""

    gate: str
    when: frozenset[int]
    scalar: str = ""
    head: str = ""
    function: str = ""
    arguments: tuple[str, ...] = ()
    number: Fraction = Fraction(0)


class Program:
    """Ordered cases: of several that fit, the first counts; without one nothing changes."""

    def __init__(self, entry: Any, frame: Frame, where: str):
        program = read_as(program_schema(frame), entry, where)
        self.task, self.readouts = program.task, program.readouts
        self.orders: dict[tuple[int, int], tuple[int, ...]] = {}
        for order in program.orders:
            key = (order.head, order.receiver)
            demand(key not in self.orders, f"{where}.orders: {list(key)} has two orders")
            self.orders[key] = order.entries
        self.cases: dict[tuple[str, int], list[Any]] = defaultdict(list)
        for place in OTHER:
            for case in getattr(program, f"{place}_cases"):
                self.cases[place, case.state].append(case)
        self.ops: dict[str, tuple[Term, ...]] = {}
        for op in program.ops:
            demand(op.target not in self.ops, f"{where}.ops: {op.target} has two operations")
            demand(not frame.is_stream(op.target), f"{where}.ops: {op.target} is a stream")
            self.ops[op.target] = op.terms
        for scalar in frame.scalars.values():
            everywhere = frozenset(range(len(frame.states[scalar.place])))
            self.ops.setdefault(scalar.name, (Term("keep", everywhere),))
        self._outcomes: dict[Hashable, int] = {}

    def next_node(self, state: int, told: tuple[int, ...], signs: Signs) -> int:
        """What becomes of a node whose heads heard these classes."""
        key = (state, told, signs)
        if key not in self._outcomes:
            fitting = (
                case.becomes
                for case in self.cases["node", state]
                if within(told, case.heard) and within(signs, case.signs)
            )
            self._outcomes[key] = next(fitting, state)
        return self._outcomes[key]

    def next_arc(self, arc: Type, heard: int, back: int, signs: Signs) -> int:
        """What becomes of an arc that these heads heard, and whose reverse those heard."""
        key = (arc[:4], heard, back, signs)
        if key not in self._outcomes:
            fitting = (
                case.becomes
                for case in self.cases["arc", arc[1]]
                if within((arc[0], arc[2], arc[3]), (case.receiver, case.sender, case.reverse))
                and agrees(heard, case.heard)
                and agrees(back, case.heard_back)
                and within(signs, case.signs)
            )
            self._outcomes[key] = next(fitting, arc[1])
        return self._outcomes[key]

    def signs_read(self, place: str, state: int) -> set[int]:
        """The comparisons that some case of this state reads."""
        found = [case.signs for case in self.cases[place, state]]
        return {at for signs in found for at, one in enumerate(signs) if one is not None}

    def heads_read(self, arc_state: int) -> set[int]:
        """The heads that some case of arcs in this state asks about."""
        cases = self.cases["arc", arc_state]
        found = [flags for case in cases for flags in (case.heard, case.heard_back)]
        return {head for flags in found for head, one in enumerate(flags) if one is not None}


def within(values: tuple[int, ...], allowed: tuple[tuple[int, ...] | None, ...]) -> bool:
    """Whether every value is among those allowed; None allows all."""
    return all(one is None or value in one for value, one in zip(values, allowed, strict=True))


def agrees(bits: int, wanted: tuple[bool | None, ...]) -> bool:
    """Whether every bit is as wanted; None allows both."""
    return all(one is None or bool(bits >> at & 1) == one for at, one in enumerate(wanted))


def program_schema(frame: Frame) -> dict[str, Any]:
    """What a program must be; its words have been read before."""
    node, arc, heads = range(frame.nodes), range(frame.arcs), len(frame.heads)
    signs = {
        place: (Maybe(Distinct(range(-1, 2))),) * len(frame.compared[place]) for place in OTHER
    }

    def arc_class(value: Any, where: str) -> int:
        sender, state = read_as((node, arc), value, where) if value != [] else (frame.nodes, 0)
        return sender * frame.arcs + state

    def entry(value: Any, where: str) -> int:
        sender, state, best = read_as((node, arc, range(2)), value, where)
        return 2 * (sender * frame.arcs + state) + best

    return {
        "format": range(FORMAT, FORMAT + 1),
        "task": name,
        **dict.fromkeys(WORDS, anything),
        "orders": [{"head": range(heads), "receiver": node, "entries": Distinct(entry)}],
        "node_cases": [
            {
                "state": node,
                "becomes": node,
                "heard": (Maybe(Distinct(arc_class)),) * heads,
                "signs": signs["node"],
            }
        ],
        "arc_cases": [
            {
                "state": arc,
                "becomes": arc,
                "receiver": Maybe(Distinct(node)),
                "sender": Maybe(Distinct(node)),
                "reverse": Maybe(Distinct(arc)),
                "heard": (Maybe(flag),) * heads,
                "heard_back": (Maybe(flag),) * heads,
                "signs": signs["arc"],
            }
        ],
        "ops": [lambda value, where: read_op(value, frame, where)],
        "readouts": Map(lambda value, where: read_readout(value, frame, where)),
    }


def read_op(value: Any, frame: Frame, where: str) -> Any:
    """The operation of a scalar."""
    target = read_as(OBJECT, value, where).get("target")
    place = frame.scalars[read_as(set(frame.scalars), target, f"{where}.target")].place
    terms = [lambda term, at: read_term(term, place, frame, at)]
    return read_as({"target": name, "terms": terms}, value, where)


def read_term(value: Any, place: str, frame: Frame, where: str) -> Term:
    """One summand of a scalar of nodes or arcs, with exactly the fields of its gate."""
    own, moved, all_scalars = (
        set(frame.at(place)),
        set(frame.at(OTHER[place])),
        set(frame.scalars),
    )
    gates: dict[str, dict[str, Any]] = {
        "inc": {"number": finite},
        "keep": {},
        "apply": {"function": set(FUNCTIONS), "arguments": [own]},
        "push": {"scalar": moved},
    }
    if place == "arc":
        gates["take"] = {"scalar": moved}
    else:
        gates["pull"] = {"scalar": all_scalars, "head": set(frame.heads)}
    gate = read_as(set(gates), read_as(OBJECT, value, where).get("gate"), f"{where}.gate")
    gating = {"push": OTHER[place], "take": "node"}.get(gate, place)
    when = Distinct(range(len(frame.states[gating])))
    term = read_as({"gate": name, "when": when, **gates[gate]}, value, where)
    takes = FUNCTIONS.get(getattr(term, "function", ""), (0,))[0]
    fits = len(getattr(term, "arguments", ())) == takes
    demand(fits, f"{where}: the function takes {takes} scalars")
    term.when = frozenset(term.when)
    return Term(**vars(term))


def read_readout(value: Any, frame: Frame, where: str) -> Any:
    """The labels of states, or per arc state the places of an arc and of a self-loop."""
    if "labels" not in read_as(OBJECT, value, where):
        return read_as({"pointer": ((COUNT, COUNT),) * frame.arcs}, value, where)
    place = read_as(set(OTHER), value.get("place"), f"{where}.place")
    return read_as({"labels": (COUNT,) * len(frame.states[place]), "place": name}, value, where)


# The certificate


class Certificate:
    """A well-formed certificate.

    Raises:
        WrongError: a name, a range, a length or a type of value is wrong.
    """

    def __init__(self, content: dict[str, Any]):
        top = read_as(CERTIFICATE, content, "certificate")
        self.frame = frame = Frame(top.rules, "rules")
        for key in WORDS:
            same = canonical_hash(top.rules.get(key)) == canonical_hash(top.program.get(key))
            demand(same, f"rules and program have different {key}")
        self.rules = Program(top.rules, frame, "rules")
        self.program = Program(top.program, frame, "program")
        self.sides = (self.rules, self.program)
        same = self.rules.task == self.program.task == top.task
        demand(same, "rules and program are not for the certificate's task")
        best = all(entry % 2 for order in self.rules.orders.values() for entry in order)
        demand(best, "rules.orders: an entry that is not best is listed")
        self.roles: list[Any] = list(by_name(top.roles, "roles").values())
        self.reverses = read_reverses(self.roles)
        self.close = read_close(top.close, self.program)
        self.kinds = read_kinds(top.kinds, frame)
        scalars = [one for one in frame.scalars if not frame.is_stream(one)]
        schema = {"type": self._read_type, "zero": Distinct(set(scalars))}
        initial = read_as([schema], top.initial, "initial")
        self.initial: dict[Type, frozenset[str]] = {
            one.type: frozenset(one.zero) for one in initial
        }
        demand(len(self.initial) == len(initial), "initial: a type is repeated")
        self.types: tuple[Type, ...] = read_as([self._read_type], top.types, "types")
        self.outputs = read_outputs(top.outputs, frame)
        self._signs: dict[tuple[str, int], list[Signs]] = {}
        self._check_initial()
        self._check_types()
        self._check_readouts()

    def _read_type(self, value: Any, where: str) -> Type:
        ends = (range(self.frame.nodes), range(self.frame.arcs)) * 2
        found = read_as((*ends, range(len(self.roles))), value, where)
        loop = not self.is_loop(found) or found[:2] == found[2:4]
        demand(loop, f"{where}: {value} is no self-loop")
        return found

    def _check_initial(self) -> None:
        """Arcs have reverses and ends, and every node has the arcs that its roles demand."""
        zero = {one.name for one in self.frame.scalars.values() if one.start == "zero"}
        for arc, zeros in self.initial.items():
            where = f"initial: {self.show(arc)}"
            demand(zero <= zeros, f"{where}: a scalar that starts as zero is not zero")
            demand(self.reverse(arc) in self.initial, f"{where}: its reverse is missing")
            begins = [kind for kind, begun in self.kinds.items() if arc[0] in begun]
            known = any(self.is_of(arc, kind) for kind in begins)
            demand(known, f"{where}: no kind of node begins in its receiver's state")
        present = {(arc[0], arc[4]) for arc in self.initial}
        for (kind, begun), (at, role) in product(self.kinds.items(), enumerate(self.roles)):
            # Without such an arc a state has no rows, and nothing would have to hold.
            if role.multiplicity in ("self", "one") and role.receivers in (None, kind):
                lack = [state for state in begun if (state, at) not in present]
                demand(not lack, f"initial: nodes of kind {kind} have no {role.name} arc")

    def _check_types(self) -> None:
        """Types are sorted, and hold the initial ones and the reverse of each."""
        types = set(self.types)
        rise = all(one < other for one, other in pairwise(self.types))
        demand(rise, "types: they are not sorted, or one is repeated")
        for arc in (*self.initial, *map(self.reverse, self.types)):
            demand(arc in types, f"types: {self.show(arc)} is missing")

    def _check_readouts(self) -> None:
        """Rules and program have the readouts that the outputs name, of the same form."""
        learned = {key for key, one in self.outputs.items() if one.readout is not None}
        for side in self.sides:
            demand(set(side.readouts) == learned, "readouts: not those that outputs name")
        for key in sorted(learned):
            output, where = self.outputs[key], f"readouts.{key}"
            by_rules, by_program = (side.readouts[key] for side in self.sides)
            kind = output.readout
            alike = hasattr(by_rules, kind) and hasattr(by_program, kind)
            demand(alike, f"{where} is no {kind}")
            if kind == "labels":
                demand(by_rules.place == by_program.place, f"{where}: labels of two places")
                continue
            states = range(self.frame.arcs)
            meant = tuple((0, 0) if one == output.arc_state else (2, 1) for one in states)
            demand(by_rules.pointer == meant, f"{where}: rules do not point along arc_state")

    def reverse(self, arc: Type) -> Type:
        """The type of the reverse arc."""
        receiver, state, sender, reverse, role = arc
        return sender, reverse, receiver, state, self.reverses[role]

    def is_loop(self, arc: Type) -> bool:
        """Whether arcs of this type lead from a node to itself."""
        return self.roles[arc[4]].multiplicity == "self"

    def is_of(self, arc: Type, kind: int) -> bool:
        """Whether nodes of this kind can have such arcs in their rows."""
        return self.roles[arc[4]].receivers in (None, kind)

    def loops(self, kind: int) -> int:
        """How many self-loops every node of this kind has."""
        loops = [role for role in self.roles if role.multiplicity == "self"]
        return sum(role.receivers in (None, kind) for role in loops)

    def signs(self, place: str, state: int) -> list[Signs]:
        """All signs of what rules or program read in this state; the others are zero."""
        if (place, state) not in self._signs:
            found = set().union(*(side.signs_read(place, state) for side in self.sides))
            every = range(len(self.frame.compared[place]))
            choices = [(-1, 0, 1) if at in found else (0,) for at in every]
            self._signs[place, state] = list(product(*choices))
        return self._signs[place, state]

    def next_nodes(self, state: int, heard: tuple[int, ...]) -> set[int]:
        """What becomes of a node by the rules, whatever its signs."""
        every = self.signs("node", state)
        return {self.rules.next_node(state, classes(heard), signs) for signs in every}

    def next_arcs(self, arc: Type, heard: int, back: int) -> set[int]:
        """What becomes of an arc by the rules, whatever its signs."""
        every = self.signs("arc", arc[1])
        return {self.rules.next_arc(arc, heard, back, signs) for signs in every}

    def show(self, arc: Type) -> str:
        """The type in words."""
        nodes, arcs = self.frame.states["node"], self.frame.states["arc"]
        return (
            f"{self.roles[arc[4]].name} arc {arcs[arc[1]]} (reverse {arcs[arc[3]]}) "
            f"from {nodes[arc[2]]} to {nodes[arc[0]]}"
        )


class Heard(NamedTuple):
    """Entries that heads hear, in words."""

    certificate: Certificate
    entries: tuple[int, ...]

    def __str__(self) -> str:
        frame, shown = self.certificate.frame, []
        for entry in self.entries:
            sender, arc = divmod(entry // 2, frame.arcs)
            best = "" if entry % 2 else " (not best)"
            known = entry // 2 != frame.nothing
            words = (
                known
                and f"{frame.states['node'][sender]} over {frame.states['arc'][arc]}{best}"
            )
            shown.append(words or "nothing")
        return ", ".join(shown)


EITHER_KIND: dict[str, Any] = {
    "format": range(FORMAT, FORMAT + 1),
    "claim": name,
    "task": name,
    "verdict": {"proved"},
    "origin": OBJECT,
    "rules": OBJECT,
    "program": OBJECT,
    "roles": [
        {
            "name": name,
            "reverse": name,
            "multiplicity": {"self", "one", "at most one", "any"},
            "receivers": Maybe(COUNT),
        }
    ],
    "digest": sha256,
}

CERTIFICATE: dict[str, Any] = {
    **EITHER_KIND,
    "hashes": {"weights": Maybe(sha256), "program": sha256, "rules": sha256},
    "outputs": OBJECT,
    "initial": anything,
    "kinds": OBJECT,
    "types": anything,
    "close": [{"head": COUNT, "receiver": COUNT, "close": [COUNT]}],
    "obligations": dict.fromkeys(COUNTED, COUNT),
    "margins": Map({"gap": real, "error": real}),
    "margins_checked": COUNT,
}


def read_reverses(roles: list[Any]) -> list[int]:
    """Per role the number of its reverse."""
    numbers = {role.name: at for at, role in enumerate(roles)}
    reverses = [numbers[read_as(set(numbers), role.reverse, "roles.reverse")] for role in roles]
    for at, role in enumerate(roles):
        back = reverses[at]
        mutual = reverses[back] == at and (role.multiplicity != "self" or back == at)
        demand(mutual, f"roles: {role.name} is not the reverse of its reverse")
    return reverses


def read_close(value: Any, program: Program) -> dict[tuple[int, int], tuple[int, ...]]:
    """Per order of the program, for each place the last one whose score is too close."""
    found = {(one.head, one.receiver): one.close for one in value}
    orders = {key for key, order in program.orders.items() if order or key in found}
    demand(len(found) == len(value) and set(found) == orders, "close: not one per order")
    for key, close in found.items():
        size = len(program.orders[key])
        fits = len(close) == size and list(close) == sorted(close)
        fits &= all(place <= last < size for place, last in enumerate(close))
        demand(fits, f"close: {list(close)} are no places of the order {list(key)}")
    return found


def read_kinds(value: Any, frame: Frame) -> dict[int, frozenset[int]]:
    """The states in which nodes of each kind begin."""
    kinds = read_as(Map(Distinct(range(frame.nodes))), value, "kinds")
    for key in kinds:
        known = key.isascii() and key.isdigit() and (key == "0" or key[0] != "0")
        demand(known and len(key) < 10, f"kinds: {key!r} is not the number of a kind")
    return {int(key): frozenset(states) for key, states in kinds.items()}


def read_outputs(value: Any, frame: Frame) -> dict[str, Any]:
    """What each output reads."""
    use = {
        "scalar": set(frame.scalars),
        "kind": Maybe(COUNT),
        "states": Maybe(Distinct(range(frame.nodes))),
    }
    output = {
        "output": name,
        "kind": COUNT,
        "readout": Maybe({"pointer", "labels"}),
        "arc_state": Maybe(range(frame.arcs)),
        "scalars": [use],
    }
    outputs = read_as(Map(output), value, "outputs")
    demand(bool(outputs), "outputs: there must be at least one")
    for key, one in outputs.items():
        points = (one.readout == "pointer") == (one.arc_state is not None)
        demand(points, f"outputs.{key}: pointers, and only they, have an arc_state")
        for use in one.scalars:
            of_arcs = frame.scalars[use.scalar].place == "arc"
            fits = of_arcs == (use.kind is None) and not (of_arcs and use.states is not None)
            demand(fits, f"outputs.{key}: {use.scalar} is not read from where it is")
    return outputs


def wrong_hashes(content: dict[str, Any]) -> Iterator[str]:
    """Hashes in the certificate that are not those of its entries."""
    for side in ("rules", "program"):
        if content["hashes"][side] != canonical_hash(content[side]):
            yield f"hashes.{side} is not the hash of the {side}"
    rest = {key: value for key, value in content.items() if key != "digest"}
    if content["digest"] != canonical_hash(rest):
        yield "the digest is not that of the other entries"


def wrong_margins(content: dict[str, Any]) -> Iterator[str]:
    """Decisions of the network that rounding could flip."""
    if not content["margins"] and content["hashes"]["weights"] is not None:
        yield "margins: there are none, but there is a network"
    for table, margin in content["margins"].items():
        if not 0 <= margin["error"] < margin["gap"] or math.isinf(margin["error"]):
            yield f"margins: the gap of the {table} is within its error"


# Rows and what is heard in them (Lemma 1)


def bit(kind: int, best: bool) -> int:
    """The set that holds one entry of a class."""
    return 1 << (2 * kind + best)


def classes(heard: tuple[int, ...]) -> tuple[int, ...]:
    """The classes of entries: what nodes are told."""
    return tuple(entry // 2 for entry in heard)


def subsets(bits: int) -> list[int]:
    """All subsets of a set of bits."""
    found = [0]
    while bits:
        found += [one | bits & -bits for one in found]
        bits &= bits - 1
    return found


class Row(NamedTuple):
    """The row of a node: its arcs of single roles; of the other roles any arcs may be there."""

    kind: int
    state: int
    members: frozenset[tuple[int, int]]  # (role, class)
    always: int  # the entries of the members
    possible: int  # the entries that arcs of the row can have


Option = tuple[int, int, int]  # an entry heard, entries that must be there, and must not


class Hearing(NamedTuple):
    """The entries that the heads hear in a row, and those that therefore are not there."""

    row: Row
    heard: tuple[int, ...]
    forbids: int


def hearings(row: Row, heads: list[list[Option]]) -> Iterator[Hearing]:
    """Everything that the heads can hear together.

    The smallest row with all that is heard shows it, unless it holds a forbidden entry.
    """

    def choose(heard: tuple[int, ...], needs: int, forbids: int) -> Iterator[Hearing]:
        if len(heard) == len(heads):
            yield Hearing(row, heard, forbids)
            return
        for entry, needed, forbidden in heads[len(heard)]:
            there, absent = needs | needed, forbids | forbidden
            if not there & absent and not needed & ~row.possible:
                yield from choose((*heard, entry), there, absent)

    return choose((), row.always, 0)


class Rows:
    """All rows that arcs of the certificate's types can make, and what is heard in them."""

    def __init__(self, certificate: Certificate):
        self.certificate, self.frame = certificate, certificate.frame
        self.heads = len(self.frame.heads)
        self.arcs: dict[int, list[Type]] = defaultdict(list)
        """The types by their receiver's state."""
        for arc in certificate.types:
            self.arcs[arc[0]].append(arc)
        self.states: dict[int, set[int]] = {kind: set() for kind in certificate.kinds}
        """The states that nodes of each kind can come to."""
        self.by_rules: dict[int, list[Hearing]] = defaultdict(list)
        self.by_both: dict[int, list[Hearing]] = defaultdict(list)
        """Per state, what the heads can hear by the rules, and then by the program."""
        for kind, begun in certificate.kinds.items():
            self._reach(kind, begun)
        self._bits: dict[Hashable, set[tuple[int, int]]] = {}

    def _reach(self, kind: int, begun: Iterable[int]) -> None:
        """Follows the states that nodes of a kind come to by the rules."""
        waiting = list(begun)
        while waiting:
            state = waiting.pop()
            if state in self.states[kind]:
                continue
            self.states[kind].add(state)
            heads = range(self.heads)
            options = [self._options(side, head, state) for side in SIDES for head in heads]
            for row in self._rows(kind, state):
                found = list(hearings(row, options[: self.heads]))
                self.by_rules[state] += found
                self.by_both[state] += hearings(row, options)
                for hearing in found:
                    waiting += self.certificate.next_nodes(state, hearing.heard)

    def _rows(self, kind: int, state: int) -> Iterator[Row]:
        """One row per choice of the arcs of roles that a row holds at most once.

        A role without any type at this state is left out, which can only add rows.
        """
        slots: dict[int, set[tuple[int, int] | None]] = defaultdict(set)
        possible = 0
        for arc in self.arcs[state]:
            one, multiplicity = (
                self.frame.class_of(arc),
                self.certificate.roles[arc[4]].multiplicity,
            )
            if not self.certificate.is_of(arc, kind):
                continue
            if multiplicity == "any":
                possible |= bit(one, False) | bit(one, True)
            else:
                slots[arc[4]] |= {(arc[4], one)} | (
                    {None} if multiplicity == "at most one" else set()
                )
        for choice in product(*slots.values()):
            members = frozenset(one for one in choice if one is not None)
            always = 0
            for _, one in members:
                always |= bit(one, not always & bit(one, True))
            yield Row(kind, state, members, always, possible | always)

    def _options(self, side: int, head: int, state: int) -> list[Option]:
        """A head hears the first entry of its order that is there, or one too close to it."""
        order = self.certificate.sides[side].orders.get((head, state), ())
        close: Any = range(len(order))
        if side == PROGRAM:
            close = self.certificate.close.get((head, state), ())
        options = []
        for place, entry in enumerate(order):
            before = sum(1 << order[other] for other in range(place) if close[other] < place)
            options.append((entry, bit(entry // 2, True) | 1 << entry, before))
        return [*options, (2 * self.frame.nothing, 0, sum(1 << entry for entry in order))]

    def bits(self, hearing: Hearing, arc: Type) -> set[tuple[int, int]]:
        """Which heads can hear the arc by the rules and which in the program.

        There are none if the arc cannot be there while this is heard. With rivals, the arc is
        best or not, for each head, alike for rules and program. If the program hears one that
        is not best, it is this one or another one.
        """
        row, kind = hearing.row, self.frame.class_of(arc)
        single = self.certificate.roles[arc[4]].multiplicity != "any"
        here = (
            (arc[4], kind) in row.members if single else self.certificate.is_of(arc, row.kind)
        )
        rivals = row.possible & ~hearing.forbids & bit(kind, False)
        # The members of the row alone can be its rivals already.
        crowded = row.always & bit(kind, not single)
        if not here or hearing.forbids & bit(kind, True) or (crowded and not rivals):
            return set()
        by_rules, by_program = hearing.heard[: self.heads], hearing.heard[self.heads :]
        key = (
            bool(rivals),
            mask(by_rules, 2 * kind + 1),
            mask(by_program, 2 * kind + 1),
            mask(by_program, 2 * kind),
        )
        if key not in self._bits:
            self._bits[key] = heard_bits(*key)
        return self._bits[key]

    def row_bits(self, hearing: Hearing) -> dict[Type, set[tuple[int, int]]]:
        """The arcs that can be in a row, each with the heads that can hear it."""
        found = {arc: self.bits(hearing, arc) for arc in self.arcs[hearing.row.state]}
        return {arc: bits for arc, bits in found.items() if bits}

    @cached_property
    def contested(self) -> set[tuple[int, int, int]]:
        """Heads, states and classes that can be heard by the rules while rivals are there."""
        return {
            (head, state, kind)
            for state, found in self.by_rules.items()
            for hearing in found
            for head, kind in enumerate(classes(hearing.heard))
            if kind != self.frame.nothing and hearing.row.possible & bit(kind, False)
        }


def mask(heard: tuple[int, ...], entry: int) -> int:
    """The heads that heard an entry, one bit each."""
    return sum(1 << head for head, one in enumerate(heard) if one == entry)


def heard_bits(rivals: bool, rules: int, program: int, other: int) -> set[tuple[int, int]]:
    """Who hears an arc if these heads hear the best arc of its class, or another one."""
    everyone = rules | program | other
    return {
        (rules & best, program & best | other & ~best & chosen)
        for best in (subsets(everyone) if rivals else [everyone])
        for chosen in subsets(other)
    }


# The types are closed under steps of the rules

Ways = dict[Type, set[tuple[int, int]]]  # next state of an arc's receiver, heads that hear it


def rule_ways(rows: Rows) -> Ways:
    """Per type, what its receiver can become by the rules and who can hear the arc then."""
    ways: Ways = {arc: set() for arc in rows.certificate.types}
    for state, found in rows.by_rules.items():
        for hearing in found:
            following = rows.certificate.next_nodes(state, hearing.heard)
            for arc, bits in rows.row_bits(hearing).items():
                ways[arc] |= {(after, heard) for after in following for heard, _ in bits}
    return ways


def following_types(
    certificate: Certificate,
    arc: Type,
    here: Iterable[tuple[int, int]],
    there: Iterable[tuple[int, int]],
) -> set[Type]:
    """What becomes of an arc whose receiver and sender do this."""
    found, back, role = set(), certificate.reverse(arc), arc[4]
    if certificate.is_loop(arc):
        for state, bits in here:
            after = certificate.next_arcs(arc, bits, bits)
            found |= {(state, one, state, one, role) for one in after}
        return found
    for (receiver, heard), (sender, heard_back) in product(here, there):
        after = certificate.next_arcs(arc, heard, heard_back)
        reverse = certificate.next_arcs(back, heard_back, heard)
        found |= {(receiver, one, sender, other, role) for one in after for other in reverse}
    return found


def missing_types(certificate: Certificate, ways: Ways) -> Iterator[str]:
    """Types that a step of the rules makes, and that are not listed."""
    types = set(certificate.types)
    for arc, here in ways.items():
        there = ways[certificate.reverse(arc)]
        for following in following_types(certificate, arc, here, there) - types:
            made = f"{certificate.show(following)} can come of {certificate.show(arc)}"
            yield f"types: {made}, and is missing"


# What must hold: nodes, arcs, choices, signs


class Findings:
    """How many obligations there are of each kind, and which do not hold."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = dict.fromkeys(COUNTED, 0)
        self.violations: list[str] = []

    def add(self, kind: str, holds: bool, *words: object) -> None:
        """Counts an obligation; the words are joined only if it does not hold."""
        self.counts[kind] += 1
        if not holds:
            self.violations.append(" ".join(map(str, words)))


def check_nodes(rows: Rows, findings: Findings) -> None:
    """Whatever is heard, and whatever the signs, the next states are equal."""
    certificate, heads, names = rows.certificate, rows.heads, rows.frame.states["node"]
    for state, found in rows.by_both.items():
        cases = sorted({hearing.heard for hearing in found})
        for heard, signs in product(cases, certificate.signs("node", state)):
            told = heard[:heads], heard[heads:]
            one, other = (
                side.next_node(state, classes(entries), signs)
                for side, entries in zip(certificate.sides, told, strict=True)
            )
            case = (f"node {names[state]} with signs", list(signs))
            by_rules = ("hears", Heard(certificate, told[RULES]), "and becomes", names[one])
            heard_too = (
                "hears",
                Heard(certificate, told[PROGRAM]),
                "and becomes",
                names[other],
            )
            words = (*case, *by_rules, "by the rules,", *heard_too, "in the program")
            findings.add("node", one == other, *words)


def check_arcs(rows: Rows, findings: Findings) -> None:
    """However its ends hear an arc, and whatever its signs, its next states are equal."""
    certificate, names = rows.certificate, rows.frame.states["arc"]
    ways: Ways = {arc: set() for arc in certificate.types}
    for hearing in (hearing for found in rows.by_both.values() for hearing in found):
        for arc, bits in rows.row_bits(hearing).items():
            ways[arc] |= bits
    for arc, here in ways.items():
        shown, there = certificate.show(arc), ways[certificate.reverse(arc)]
        pairs = both_ends(certificate, arc, here, there)
        for (heard, back), signs in product(pairs, certificate.signs("arc", arc[1])):
            one = certificate.rules.next_arc(arc, heard[RULES], back[RULES], signs)
            other = certificate.program.next_arc(arc, heard[PROGRAM], back[PROGRAM], signs)
            case = (shown, "with signs", list(signs), "heard", heard, "reverse heard", back)
            ends = ("becomes", names[one], "by the rules,", names[other], "in the program")
            findings.add("arc", one == other, *case, *ends)


def both_ends(certificate: Certificate, arc: Type, here: Iterable, there: Iterable) -> list:
    """What holds at both ends of an arc; a self-loop has one end."""
    return (
        [(one, one) for one in here] if certificate.is_loop(arc) else list(product(here, there))
    )


def matters(certificate: Certificate, arc: Type, head: int) -> bool:
    """Whether it can matter to the arc or to its reverse if this head hears it."""
    back, rules = certificate.reverse(arc), certificate.rules
    heads = rules.heads_read(arc[1]) | rules.heads_read(back[1])
    everyone, toggled = subsets(sum(1 << one for one in heads)), 1 << head

    def outcome(heard: int, heard_back: int) -> list[int]:
        ends = ((arc, heard, heard_back), (back, heard_back, heard))
        return [
            rules.next_arc(*end, signs)
            for end in ends
            for signs in certificate.signs("arc", end[0][1])
        ]

    return head in heads and any(
        outcome(heard, other)
        != outcome(heard ^ toggled, other ^ (toggled if certificate.is_loop(arc) else 0))
        for heard, other in both_ends(certificate, arc, everyone, everyone)
    )


def check_choices(rows: Rows, facts: "Facts", findings: Findings) -> None:
    """Where it matters which rival is best, rules and program compare equal numbers."""
    certificate, frame = rows.certificate, rows.frame
    for head, state, kind in sorted(rows.contested):
        key = frame.keys[head]
        rivals = [arc for arc in rows.arcs[state] if frame.class_of(arc) == kind]
        if key is None or not any(matters(certificate, arc, head) for arc in rivals):
            continue
        for arc in rivals:
            shown = f"{certificate.show(arc)}: {key} decides, and may differ"
            findings.add("scalar", facts.equal(arc, key), shown)


def check_signs(rows: Rows, facts: "Facts", ways: Ways, findings: Findings) -> None:
    """Where a sign matters to the rules, the compared scalars are equal on both sides."""
    certificate, rules = rows.certificate, rows.certificate.rules
    for state, found in rows.by_rules.items():
        told = {classes(hearing.heard) for hearing in found}
        cases = [(lambda signs, s=state, t=one: rules.next_node(s, t, signs)) for one in told]
        for scalar in decisive(certificate, "node", state, cases):
            shown = f"{rows.frame.states['node'][state]}: {scalar} is compared, and may differ"
            findings.add("scalar", facts.equal(state, scalar), shown)
    for arc, here in ways.items():
        there = ways[certificate.reverse(arc)]
        bits = both_ends(certificate, arc, {one for _, one in here}, {one for _, one in there})
        cases = [
            (lambda signs, a=arc, b=one: rules.next_arc(a, b[0], b[1], signs)) for one in bits
        ]
        for scalar in decisive(certificate, "arc", arc[1], cases):
            shown = f"{certificate.show(arc)}: {scalar} is compared, and may differ"
            findings.add("scalar", facts.equal(arc, scalar), shown)


def decisive(
    certificate: Certificate, place: str, state: int, cases: list[Callable[[Signs], int]]
) -> Iterator[str]:
    """The compared scalars whose sign can change an outcome of the rules."""
    for at in sorted(certificate.rules.signs_read(place, state)):
        found: dict[Hashable, set[int]] = defaultdict(set)
        for signs, (number, outcome) in product(
            certificate.signs(place, state), enumerate(cases)
        ):
            found[number, signs[:at], signs[at + 1 :]].add(outcome(signs))
        if any(len(outcomes) > 1 for outcomes in found.values()):
            yield from certificate.frame.compared[place][at]


# Lemma 2: equal scalars

Partition = tuple[int, ...]  # per quantity the place of the first one that is equal to it
Quantity = tuple[str, int]  # a scalar's name and the side
Vector = dict[int, Fraction]  # a sum of symbols, by their numbers


class Facts:
    """Which quantities are equal at nodes in a state, and at arcs of a type and their senders.

    `sums` holds, per state, the sums that a node's scalars are. None: all scalars are equal on
    both sides everywhere.
    """

    def __init__(
        self, frame: Frame, at: dict[Any, Partition], sums: dict[int, set["Sum"]] | None
    ):
        self.frame, self.at, self.sums = frame, at, sums

    def equal(self, where: int | Type, scalar: str) -> bool:
        """Whether a scalar is the same by rules and program."""
        places = (self.frame.place_of[scalar, side] for side in SIDES)
        return self.sums is None or len({self.at[where][place] for place in places}) == 1


class Sum(NamedTuple):
    """A node's scalar is the sum of an arc scalar over its arcs in a set of states."""

    total: Quantity
    arc_states: frozenset[int]
    summand: Quantity


class Step(NamedTuple):
    """A step of a node: its next state, the arcs of its row, what heads hear for pulling."""

    state: int
    following: int
    arcs: frozenset[tuple[Type, int]]  # with what they can become
    pulled: tuple[tuple[str, int], ...]  # (head, class)


def partition(values: Iterable[Hashable]) -> Partition:
    """Which of the values are equal."""
    first: dict[Hashable, int] = {}
    return tuple(first.setdefault(value, place) for place, value in enumerate(values))


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
        total[symbol] = total.get(symbol, Fraction(0)) + factor * value
        if not total[symbol]:
            del total[symbol]


class Span:
    """All combinations of sums that are known to be zero."""

    def __init__(self, vectors: Iterable[Vector]):
        self.pivots: dict[int, Vector] = {}
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


def scalar_facts(rows: Rows, ways: Ways) -> Facts:
    """Which scalars are equal in every run.

    If rules and program add the same terms in the same order wherever runs get, all are, bit
    by bit. Otherwise facts are given up until every step preserves those that are left.
    """
    alike = heard_alike(rows)
    if same_terms(rows, alike):
        return Facts(rows.frame, {}, None)
    steps = all_steps(rows, ways)
    facts = facts_at_first(rows)
    while True:
        kept = preserved(rows, facts, alike, *steps)
        if (kept.at, kept.sums) == (facts.at, facts.sums):
            return facts
        facts = kept


def heard_alike(rows: Rows) -> set[tuple[str, int]]:
    """The heads and states of which rules and program always hear the same entry."""
    return {
        (name, state)
        for state, found in rows.by_both.items()
        for name, at in rows.frame.head_number.items()
        if all(hearing.heard[at] == hearing.heard[rows.heads + at] for hearing in found)
    }


def same_terms(rows: Rows, alike: set[tuple[str, int]]) -> bool:
    """Whether the open terms are the same, in order, at all reachable nodes and arcs."""
    frame, sides = rows.frame, rows.certificate.sides
    for state, scalar in product(rows.by_rules, frame.at("node")):
        pushing = {arc[1] for arc in rows.arcs[state]}
        terms, others = (
            [
                term._replace(when=when)
                for term in side.ops[scalar]
                if (when := term.when & (pushing if term.gate == "push" else {state}))
            ]
            for side in sides
        )
        pulling = {(term.head, state) for term in terms if term.gate == "pull"}
        if terms != others or not pulling <= alike:
            return False
    for arc, scalar in product(rows.certificate.types, frame.at("arc")):
        gating = {"push": arc[2], "take": arc[0]}
        terms, others = (
            [
                term._replace(when=frozenset())
                for term in side.ops[scalar]
                if gating.get(term.gate, arc[1]) in term.when
            ]
            for side in sides
        )
        if terms != others:
            return False
    return True


def facts_at_first(rows: Rows) -> Facts:
    """All facts but those that step zero can contradict.

    Inputs are the same on both sides. What is zero at a node is known from its self-loop; of a
    node without one, only scalars that start as zero are zero.
    """
    frame, certificate, initial = rows.frame, rows.certificate, rows.certificate.initial
    starting = {one.name for one in frame.scalars.values() if one.start == "zero"}
    at: dict[Any, Partition] = {}
    sums: dict[int, set[Sum]] = {}
    for arc in certificate.types:
        at[arc] = _at_first(frame.quantities, initial.get(arc))
    for state in rows.by_rules:
        begun = [kind for kind, states in certificate.kinds.items() if state in states]
        zeros = [initial[a] for a in initial if a[2] == state and certificate.is_loop(a)]
        if not all(map(certificate.loops, begun)):
            zeros = [frozenset(starting)]
        zero = frozenset.intersection(*zeros) if begun else None
        at[state] = _at_first(frame.quantities[: frame.of_nodes], zero)
        arcs = [(arc[1], zero) for arc, zero in initial.items() if arc[0] == state]
        sums[state] = {
            one
            for one in all_sums(frame)
            if at[state][frame.place_of[one.total]] == 0
            and all(one.summand[0] in zero for arc, zero in arcs if arc in one.arc_states)
        }
    return Facts(frame, at, sums)


def _at_first(quantities: list[Quantity], zero: frozenset[str] | None) -> Partition:
    """What is equal where these scalars are zero; everything, where no instance starts."""
    if zero is None:
        return (0,) * len(quantities)
    return partition("" if scalar in zero else scalar for scalar, _ in quantities)


def all_sums(frame: Frame) -> Iterator[Sum]:
    """Every scalar of nodes against sums of every scalar of arcs, on either side."""
    most = frame.arcs if frame.arcs <= MOST_SUBSETS else 2
    for size in range(most + 1):
        for chosen in map(frozenset, combinations(range(frame.arcs), size)):
            for total, summand, side in product(frame.at("node"), frame.at("arc"), SIDES):
                yield Sum((total, side), chosen, (summand, side))


class Group(NamedTuple):
    """Arcs of a row that are alike in all that is known of them."""

    state: int
    sender: int
    becomes: int
    known: Partition


class Algebra:
    """One step of a node, in symbols: the arcs of its row are grouped, a group's sum is one.

    `known` tells what is equal of the node's scalars, and of those of one arc that it sends;
    `taken` tells what is equal of the scalars of that arc's receiver.
    """

    def __init__(
        self,
        rows: Rows,
        facts: Facts,
        alike: set[tuple[str, int]],
        step: Step,
        known: Partition,
        taken: Partition = (),
    ):
        self.rows, self.facts, self.alike = rows, facts, alike
        self.frame, self.step, self.taken = rows.frame, step, taken
        self.known = join(known, facts.at[step.state])
        self.symbols: dict[Hashable, int] = {}
        self._after: dict[Hashable, Vector] = {}
        groups = {Group(arc[1], arc[2], new, facts.at[arc]) for arc, new in step.arcs}
        self.groups = list(enumerate(sorted(groups)))
        self.span = Span(map(self._zero, (facts.sums or {})[step.state]))

    def _symbol(self, *key: Hashable) -> Vector:
        return {self.symbols.setdefault(key, len(self.symbols)): Fraction(1)}

    def _value(self, quantity: Quantity, known: Partition, where: Hashable) -> Vector:
        """One symbol for all quantities that are equal to this one; none if it is zero."""
        first = known[self.frame.place_of[quantity]]
        return self._symbol(where, first) if first else {}

    def _zero(self, fact: Sum) -> Vector:
        """The difference of a sum's two sides, before the step."""
        vector = self._value(fact.total, self.known, "own")
        for index, group in self.groups:
            if group.state in fact.arc_states:
                add(vector, self._value(fact.summand, group.known, index), -1)
        return vector

    def preserves(self, fact: Sum) -> bool:
        """Whether a sum holds after the step."""
        vector = dict(self.node_after(fact.total))
        for index, group in self.groups:
            if group.becomes in fact.arc_states:
                add(vector, self._arcs_after(fact.summand, group, self.step.state, index), -1)
        return not self.span.reduce(vector)

    def after(self, arc: Type | None) -> list[frozenset[tuple[int, Fraction]]]:
        """Zero, the node's scalars and those of the arc that it sends, in normal form."""
        of_nodes, quantities = self.frame.of_nodes, self.frame.quantities
        values: list[Vector] = [{}, *map(self.node_after, quantities[1:of_nodes])]
        if arc is not None:
            sent = Group(arc[1], arc[2], arc[1], self.known)
            values += [
                self._arcs_after(one, sent, arc[0], "own") for one in quantities[of_nodes:]
            ]
        return [frozenset(self.span.reduce(value).items()) for value in values]

    def node_after(self, quantity: Quantity) -> Vector:
        """The node's scalar after the step."""
        if quantity not in self._after:
            self._after[quantity] = self._node_after(*quantity)
        return self._after[quantity]

    def _node_after(self, scalar: str, side: int) -> Vector:
        if self.frame.is_stream(scalar):
            return self._symbol("stream", scalar)
        total: Vector = {}
        for term in self.rows.certificate.sides[side].ops[scalar]:
            if term.gate == "push":
                for index, group in self.groups:
                    if group.state in term.when:
                        add(total, self._value((term.scalar, side), group.known, index))
            elif self.step.state in term.when and term.gate == "pull":
                add(total, self._pulled(term, side))
            elif self.step.state in term.when:
                add(total, self._own(term, (scalar, side), self.known, "own"))
        return total

    def _arcs_after(self, quantity: Quantity, arc: Group, receiver: int, where: Any) -> Vector:
        """The scalar after the step, of the arc that is sent or summed over a group."""
        key = (quantity, where)
        if key in self._after:
            return self._after[key]
        total: Vector = {}
        for term in self.rows.certificate.sides[quantity[1]].ops[quantity[0]]:
            moved = (term.scalar, quantity[1])
            if term.gate == "push" and arc.sender in term.when:
                add(total, self._value(moved, arc.known, where))
            elif term.gate == "take" and receiver in term.when:
                taken = self.taken if where == "own" else self.known
                add(total, self._value(moved, taken, (where, "taken")))
            elif term.gate not in ("push", "take") and arc.state in term.when:
                add(total, self._own(term, quantity, arc.known, where))
        self._after[key] = total
        return total

    def _own(self, term: Term, quantity: Quantity, known: Partition, where: Hashable) -> Vector:
        """What inc, keep and apply add; what is not linear is a symbol of its own."""
        sources = [(one, quantity[1]) for one in term.arguments] or [quantity]
        factor = Fraction(1)
        if term.gate == "apply":
            _, multiple, vanishes = FUNCTIONS[term.function]
            if multiple is None:
                firsts = [known[self.frame.place_of[one]] for one in sources]
                if vanishes and not all(firsts):
                    return {}
                return self._symbol(where, term.function, *firsts)
            factor = Fraction(multiple)
        value = self._value(sources[0], known, where)
        if term.gate == "inc":
            value, factor = self._symbol(where, "one"), term.number
        total: Vector = {}
        add(total, value, factor)
        return total

    def _pulled(self, term: Term, side: int) -> Vector:
        """The scalar of the arc that a head hears, or of its sender.

        The program pulls from the same arc if it hears the same class and its rivals are
        compared by equal numbers; otherwise nothing is known of what it pulls.
        """
        kind, state = dict(self.step.pulled)[term.head], self.step.state
        arcs = [arc for arc in self.rows.arcs[state] if self.frame.class_of(arc) == kind]
        number = self.frame.head_number[term.head]
        key = self.frame.keys[number]
        same = (term.head, state) in self.alike and (
            key is None
            or (number, state, kind) not in self.rows.contested
            or all(self.facts.equal(arc, key) for arc in arcs)
        )
        if side == PROGRAM and not same:
            return self._symbol("pulled by the program", term.head, term.scalar)
        if kind == self.frame.nothing:
            return {}
        known = partition(zip(*(self.facts.at[arc] for arc in arcs), strict=True))
        return self._value((term.scalar, side), known, ("pulled", term.head))


ArcSteps = dict[Type, dict[Step, set[Type]]]  # of an arc's sender, and what the arc becomes


def all_steps(rows: Rows, ways: Ways) -> tuple[set[Step], ArcSteps]:
    """All steps of nodes, and per type those of its sender."""
    certificate, numbers = rows.certificate, rows.frame.head_number
    terms = [term for side in certificate.sides for op in side.ops.values() for term in op]
    pulling = sorted({term.head for term in terms if term.gate == "pull"})
    steps: set[Step] = set()
    by_step: dict[Type, dict[Step, set[tuple[int, int]]]] = defaultdict(
        lambda: defaultdict(set)
    )
    for state, found in rows.by_rules.items():
        for hearing in found:
            bits = rows.row_bits(hearing)
            changes = frozenset(
                (arc, after)
                for arc, here in bits.items()
                for _, back in ways[certificate.reverse(arc)]
                for heard, _ in here
                for after in certificate.next_arcs(
                    arc, heard, heard if certificate.is_loop(arc) else back
                )
            )
            pulled = tuple((head, hearing.heard[numbers[head]] // 2) for head in pulling)
            for becomes in certificate.next_nodes(state, hearing.heard):
                step = Step(state, becomes, changes, pulled)
                steps.add(step)
                for arc, here in bits.items():
                    by_step[arc][step] |= {(becomes, heard) for heard, _ in here}
    arc_steps: ArcSteps = defaultdict(dict)
    for back, found in by_step.items():
        arc = certificate.reverse(back)
        for step, there in found.items():
            here = there if certificate.is_loop(arc) else ways[arc]
            arc_steps[arc][step] = following_types(certificate, arc, here, there)
    return steps, arc_steps


def preserved(
    rows: Rows,
    facts: Facts,
    alike: set[tuple[str, int]],
    steps: set[Step],
    arc_steps: ArcSteps,
) -> Facts:
    """The facts that all steps preserve if all facts hold before."""
    at, sums = dict(facts.at), dict(facts.sums or {})

    def refine(where: int | Type, values: list[Any]) -> None:
        at[where] = partition(zip(at[where], values, strict=True))

    for step in steps:
        algebra = Algebra(rows, facts, alike, step, facts.at[step.state])
        refine(step.following, algebra.after(None))
        sums[step.following] = set(filter(algebra.preserves, sums[step.following]))
    cache: dict[Hashable, list[Any]] = {}
    for arc, found in arc_steps.items():
        back = facts.at[rows.certificate.reverse(arc)][: rows.frame.of_nodes]
        taken = join(back, facts.at.get(arc[0], ()))
        for step, followers in found.items():
            key = (step, facts.at[arc], arc[:2], taken)
            if key not in cache:
                algebra = Algebra(rows, facts, alike, step, facts.at[arc], taken)
                cache[key] = algebra.after(arc)
            for follower in followers:
                refine(follower, cache[key])
    return Facts(rows.frame, at, sums)


# Outputs


def check_outputs(rows: Rows, facts: Facts, ways: Ways, findings: Findings) -> None:
    """Every output is read alike, and each has something to prove."""
    for key, output in rows.certificate.outputs.items():
        before = sum(findings.counts.values())
        if output.readout == "pointer":
            check_pointer(rows, key, output, ways, findings)
        elif output.readout == "labels":
            check_labels(rows, key, output, findings)
        for use in output.scalars:
            check_use(rows, facts, key, use, findings)
        if sum(findings.counts.values()) == before:
            findings.violations.append(f"{key}: there is nothing that it is read from")


def check_labels(rows: Rows, key: str, output: Any, findings: Findings) -> None:
    """Every reachable state has the same label."""
    by_rules, by_program = (side.readouts[key] for side in rows.certificate.sides)
    states = rows.states.get(output.kind, set())
    if by_rules.place == "arc":
        states = {arc[1] for arc in rows.certificate.types}
    for state in sorted(states):
        shown = f"{key}: {rows.frame.states[by_rules.place][state]} has another label"
        findings.add("output", by_rules.labels[state] == by_program.labels[state], shown)


def check_use(rows: Rows, facts: Facts, key: str, use: Any, findings: Findings) -> None:
    """A scalar that an output reads is equal wherever it is read."""
    places: dict[Any, str] = {arc: rows.certificate.show(arc) for arc in rows.certificate.types}
    if use.kind is not None:
        states = rows.states.get(use.kind, set())
        places = {state: rows.frame.states["node"][state] for state in sorted(states)}
    for where, shown in places.items():
        if use.states is None or where in use.states:
            words = f"{key}: {use.scalar} of {shown} may differ"
            findings.add("scalar", facts.equal(where, use.scalar), words)


class Profile(NamedTuple):
    """A node's state, that of its self-loop, and whether other arcs are pointers."""

    state: int
    loop: int | None
    points: bool


def check_pointer(rows: Rows, key: str, output: Any, ways: Ways, findings: Findings) -> None:
    """In every profile that can be reached, the meant arc comes first for the program."""
    certificate, frame, pointer = rows.certificate, rows.frame, output.arc_state
    demand(certificate.loops(output.kind) <= 1, f"{key}: nodes have several self-loops")
    order = certificate.program.readouts[key].pointer
    profiles = Profiles(rows, pointer, output.kind, ways)
    for profile in sorted(profiles.found, key=str):
        arcs = [arc for arc in rows.arcs[profile.state] if arc in profiles.outcomes]
        others = {arc[1] for arc in arcs if arc[1] != pointer}
        loop = "none" if profile.loop is None else frame.states["arc"][profile.loop]
        shown = (
            f"{key}: a node {frame.states['node'][profile.state]} with self-loop {loop} and "
        )
        shown += "pointers may point elsewhere" if profile.points else "no pointers may point"
        findings.add("output", points_as_meant(profile, pointer, order, others), shown)


def points_as_meant(
    profile: Profile, pointer: int, order: tuple[tuple[int, int], ...], others: set[int]
) -> bool:
    """Whether the program's order finds the arcs among which the rules point along the first.

    These are the pointers; without one the self-loop, and without that all arcs. `others` are
    the states of arcs that are no pointers.
    """
    loop = set() if profile.loop is None else {(profile.loop, 1)}
    rest = {(state, 0) for state in others} | loop
    meant = loop or rest
    if profile.points:
        meant = {(pointer, 0)} | (loop if profile.loop == pointer else set())
    first = {order[state][is_loop] for state, is_loop in meant}
    last = [order[state][is_loop] for state, is_loop in rest - meant]
    return len(first) <= 1 and all(one < other for one, other in product(first, last))


class Profiles:
    """The profiles that nodes of a kind can come to, by the rules."""

    def __init__(self, rows: Rows, pointer: int, kind: int, ways: Ways):
        self.rows, self.pointer, self.kind = rows, pointer, kind
        self.certificate = certificate = rows.certificate
        self.outcomes: dict[Type, set[tuple[int, bool]]] = {}
        """Per type but self-loops: who hears the arc, and whether it becomes a pointer."""
        for arc, here in ways.items():
            if not certificate.is_loop(arc) and certificate.is_of(arc, kind):
                self.outcomes[arc] = {
                    (bits, becomes == pointer)
                    for _, bits in here
                    for _, back in ways[certificate.reverse(arc)]
                    for becomes in certificate.next_arcs(arc, bits, back)
                }
        self.found = set(self._initial())
        waiting = list(self.found)
        while waiting:
            new = set(self._following(waiting.pop())) - self.found
            self.found |= new
            waiting += new

    def _initial(self) -> Iterator[Profile]:
        for state in self.certificate.kinds.get(self.kind, ()):
            here = [arc for arc in self.certificate.initial if arc[0] == state]
            points = any(arc in self.outcomes and arc[1] == self.pointer for arc in here)
            loops = {arc[1] for arc in here if self.certificate.is_loop(arc)}
            for loop in loops if self.certificate.loops(self.kind) else [None]:
                yield from (Profile(state, loop, one) for one in {False, points})

    def _following(self, profile: Profile) -> Iterator[Profile]:
        """The profiles that can come next."""
        for hearing in self.rows.by_rules[profile.state]:
            if hearing.row.kind == self.kind:
                states = self.certificate.next_nodes(profile.state, hearing.heard)
                points = self._points(profile, hearing.heard)
                for choice in product(states, self._loops(profile, hearing), points):
                    yield Profile(*choice)

    def _loops(self, profile: Profile, hearing: Hearing) -> set[int | None]:
        """The next states of the self-loop."""
        found: set[int | None] = {None} if profile.loop is None else set()
        for arc, bits in self.rows.row_bits(hearing).items():
            if self.certificate.is_loop(arc) and arc[1] == profile.loop:
                for heard, _ in bits:
                    found |= self.certificate.next_arcs(arc, heard, heard)
        return found

    def _points(self, profile: Profile, heard: tuple[int, ...]) -> set[bool]:
        """Whether arcs besides the self-loop can be pointers after the step."""
        stays, gains = set(), False
        for arc in self.rows.arcs[profile.state]:
            may = mask(heard, 2 * self.rows.frame.class_of(arc) + 1)
            outcomes = {new for bits, new in self.outcomes.get(arc, ()) if not bits & ~may}
            if arc[1] == self.pointer:
                stays |= outcomes
            else:
                gains |= True in outcomes
        found = {True} if gains or (profile.points and True in stays) else set()
        # A pointer is sure if none can end, or if what a head hears always becomes one.
        sure = profile.points and False not in stays
        sure |= any(self._becomes(profile.state, *one) == {True} for one in enumerate(heard))
        return found if sure else found | {False}

    def _becomes(self, state: int, head: int, entry: int) -> set[bool]:
        """Whether the arc that a head hears becomes a pointer."""
        found = set()
        for arc in self.rows.arcs[state]:
            if 2 * self.rows.frame.class_of(arc) + 1 == entry:
                outcomes = self.outcomes.get(arc, {(1 << head, False)})
                found |= {new for bits, new in outcomes if bits >> head & 1}
        return found


# Equal outputs: two programs whose states and timing may differ

Pair = tuple[int, int]  # a state by the rules and one by the program
Node = tuple[int, int, int, int]  # a node's states, then its self-loop's
Joint = tuple[Node, Pair, Node, Pair, int]  # receiver, arc, sender, reverse arc, role
JointClass = tuple[Node, Pair]  # sender, arc: what a receiver can tell about an arc
ME, LOOP, ANOTHER, NOBODY = range(4)  # whom a head hears: this arc, the self-loop, ...

EQUAL_OUTPUTS: dict[str, Any] = {
    **EITHER_KIND,
    "kind": {"outputs"},
    "hashes": {"program": sha256, "rules": sha256},
    "outputs": Map(COUNT),
    "same_key": flag,
    "initial": anything,
    "kinds": anything,
    "types": anything,
    "obligations": COUNT,
}


class Way(NamedTuple):
    """One way in which a node with a given arc in its row may hear."""

    heard: Pair
    """The class that the head hears, on either side."""
    mine: Pair
    """Whether it is the given arc that is heard, on either side."""
    becomes: Node


class Move(NamedTuple):
    """A node's joint state, what it hears, and its next joint state."""

    node: Node
    heard: Pair
    becomes: Node


class Passage(NamedTuple):
    """An arc in the row of a node that makes a move."""

    arc: Joint
    becomes: Joint
    mine: Pair
    sender: Move


class RestRow(NamedTuple):
    """A node that changes nothing, its kind and what it hears."""

    node: Node
    kind: int
    heard: Pair


class Joined:
    """A well-formed certificate of equal outputs.

    Raises:
        WrongError: a name, a range, a length or a type of value is wrong.
    """

    def __init__(self, content: dict[str, Any]):
        top = read_as(EQUAL_OUTPUTS, content, "certificate")
        self.frames = [Frame(top.rules, "rules"), Frame(top.program, "program")]
        entries = zip((top.rules, top.program), self.frames, ("rules", "program"), strict=True)
        self.sides = [Program(*entry) for entry in entries]
        demand(top.rules["ops"] == top.program["ops"] == [], "ops: there must be none")
        for side in SIDES:
            self._check_followed(side)
        self.roles: list[Any] = list(by_name(top.roles, "roles").values())
        self.reverses = read_reverses(self.roles)
        self.same_key: bool = top.same_key
        demand(not self.same_key or self._same_key(), "same_key: the heads compare otherwise")
        self.types = frozenset(read_as(Distinct(self._read_joint), top.types, "types"))
        self.initial = frozenset(read_as(Distinct(self._read_joint), top.initial, "initial"))
        kinds = read_as([(self._read_node, Distinct(COUNT))], top.kinds, "kinds")
        self.kinds: dict[Node, set[int]] = {node: set(some) for node, some in kinds}
        """Per joint state the kinds of its nodes; `check_closed` completes it."""
        self.rows: dict[Node, list[set[JointClass]]] = {}
        """Per joint state and role the classes that a row may hold."""
        for receiver, arc, sender, _, role in self.types:
            by_role = self.rows.setdefault(receiver, [set() for _ in self.roles])
            by_role[role].add((sender, arc))
        self.outputs: dict[str, int] = top.outputs
        self._check_outputs()
        self._check_types()
        self._check_initial()

    def _check_followed(self, side: int) -> None:
        """Nothing is used that joint types do not follow."""
        frame, program = self.frames[side], self.sides[side]
        where = ("rules", "program")[side]
        demand(len(frame.heads) == 1, f"{where}.heads: there must be one")
        compared = any(frame.compared.values())
        demand(not compared, f"{where}.comparisons: there must be none")
        streams = any(map(frame.is_stream, frame.scalars))
        demand(not streams, f"{where}.scalars: there must be no stream")
        best = all(entry % 2 for order in program.orders.values() for entry in order)
        demand(best, f"{where}.orders: an entry that is not best is listed")

    def _same_key(self) -> bool:
        """Whether both heads compare indices, or both the same way a scalar that is given."""
        (one,), (other,) = (frame.heads.values() for frame in self.frames)
        if one.key is None or other.key is None:
            return one.key is other.key
        keys = [
            frame.scalars[key]
            for frame, key in zip(self.frames, (one.key, other.key), strict=True)
        ]
        alike = one.prefer == other.prefer and keys[0].place == keys[1].place
        return alike and all(key.start == "input" for key in keys)

    def _read_node(self, value: Any, where: str) -> Node:
        nodes, arcs = self._ranges()
        return read_as((*nodes, *arcs), value, where)

    def _read_joint(self, value: Any, where: str) -> Joint:
        end = (self._read_node, self._ranges()[1])
        found = read_as((*end, *end, range(len(self.roles))), value, where)
        receiver, arc, sender, reverse, role = found
        loop = receiver == sender and arc == reverse == receiver[2:]
        demand(loop or not self.is_loop(role), f"{where}: {value} is no self-loop")
        return found

    def _ranges(self) -> tuple[tuple[range, ...], tuple[range, ...]]:
        """The numbers of node states and of arc states, on either side."""
        nodes = tuple(range(frame.nodes) for frame in self.frames)
        return nodes, tuple(range(frame.arcs) for frame in self.frames)

    def _check_outputs(self) -> None:
        """Both sides read every output from the same place in the same form."""
        demand(bool(self.outputs), "outputs: there must be at least one")
        for key in self.outputs:
            both = [side.readouts.get(key) for side in self.sides]
            pointers = all(hasattr(one, "pointer") for one in both)
            labels = all(getattr(one, "place", None) == "node" for one in both)
            demand(pointers or labels, f"readouts.{key}: no two pointers or labels of nodes")

    def _check_types(self) -> None:
        """Types hold the initial ones and the reverse of each."""
        for arc in (*self.initial, *map(self.reverse, self.types)):
            demand(arc in self.types, f"types: {arc} is missing")

    def _check_initial(self) -> None:
        """Every node has a kind and the arcs that its roles demand, with one self-loop."""
        demand(bool(self.initial), "initial: there must be at least one")
        begun = {(arc[0], arc[4]) for arc in self.initial}
        for arc in self.initial:
            demand(self.reverse(arc) in self.initial, f"initial: {arc} has no reverse")
            kinds = self.kinds.get(arc[0], ())
            demand(
                any(self.is_of(arc[4], kind) for kind in kinds), f"initial: {arc} has no kind"
            )
        for node, kinds in self.kinds.items():
            for kind in kinds:
                roles = self.needed(kind)
                there = all((node, role) in begun for role in roles)
                demand(there, f"initial: nodes {node} of kind {kind} lack an arc")
                loops = sum(map(self.is_loop, roles))
                demand(loops == 1, f"initial: nodes of kind {kind} have {loops} self-loops")

    def is_loop(self, role: int) -> bool:
        """Whether the arcs of a role are self-loops."""
        return self.roles[role].multiplicity == "self"

    def is_of(self, role: int, kind: int) -> bool:
        """Whether nodes of this kind can have arcs of a role in their rows."""
        return self.roles[role].receivers in (None, kind)

    def needed(self, kind: int) -> list[int]:
        """The roles of which every row of a node of this kind holds exactly one arc."""
        roles = [at for at in range(len(self.roles)) if self.is_of(at, kind)]
        return [at for at in roles if self.roles[at].multiplicity in ("self", "one")]

    def reverse(self, arc: Joint) -> Joint:
        """The type of the reverse arc."""
        receiver, state, sender, reverse, role = arc
        return sender, reverse, receiver, state, self.reverses[role]

    def order(self, side: int, node: Node) -> list[int]:
        """The classes that a node listens for, and nothing."""
        entries = self.sides[side].orders.get((0, node[side]), ())
        return [*(entry // 2 for entry in entries), self.frames[side].nothing]

    def hearings(self, node: Node) -> Iterator[Pair]:
        """What a node may hear on both sides."""
        yield from product(self.order(RULES, node), self.order(PROGRAM, node))

    def is_silent(self, side: int, heard: Pair) -> bool:
        """Whether nothing is heard."""
        return heard[side] == self.frames[side].nothing

    def class_of(self, side: int, one: JointClass) -> int:
        """The class of an arc on one side."""
        sender, arc = one
        return sender[side] * self.frames[side].arcs + arc[side]

    def next_arc(self, arc: Joint, forth: Pair, back: Pair) -> Pair:
        """What becomes of an arc that is heard, and whose reverse is heard, on these sides."""
        receiver, state, sender, reverse, role = arc
        rules, program = (
            self.sides[side].next_arc(
                (receiver[side], state[side], sender[side], reverse[side], role),
                forth[side],
                back[side],
                (),
            )
            for side in SIDES
        )
        return rules, program

    def next_node(self, node: Node, heard: Pair, loop: Pair) -> Node:
        """What becomes of a node whose self-loop is heard on these sides."""
        rules, program = (
            self.sides[side].next_node(node[side], (heard[side],), ()) for side in SIDES
        )
        # A self-loop's cases ask for states only: its role says nothing to them.
        return rules, program, *self.next_arc((node, node[2:], node, node[2:], 0), loop, loop)

    def next_type(self, arc: Joint, here: Way, there: Way) -> Joint:
        """What becomes of an arc whose receiver and sender hear in these ways."""
        state = self.next_arc(arc, here.mine, there.mine)
        reverse = self.next_arc(self.reverse(arc), there.mine, here.mine)
        return here.becomes, state, there.becomes, reverse, arc[4]


def joint_ways(joined: Joined, node: Node, own: JointClass, role: int) -> set[Way]:
    """How a node with this arc in its row may hear, whatever else is in the row (Lemma 4)."""
    found = set()
    for heard in joined.hearings(node):
        allowed = classes_beside(joined, node, heard)
        if own not in allowed[role] or not fillable(joined, node, role, allowed):
            continue
        others = [
            one
            for at, some in enumerate(allowed)
            if not joined.is_loop(at) and (at != role or joined.roles[at].multiplicity == "any")
            for one in some
        ]
        loop = [] if joined.is_loop(role) else [(node, node[2:])]
        cast: dict[int, list[JointClass]] = {ME: [own], LOOP: loop, ANOTHER: others, NOBODY: []}
        for who in product(cast, cast):
            if heard_together(joined, cast, heard, who):
                mine = int(who[RULES] == ME), int(who[PROGRAM] == ME)
                by_loop = int(who[RULES] == LOOP), int(who[PROGRAM] == LOOP)
                at_loop = mine if joined.is_loop(role) else by_loop
                found.add(Way(heard, mine, joined.next_node(node, heard, at_loop)))
    return found


def classes_beside(joined: Joined, node: Node, heard: Pair) -> list[set[JointClass]]:
    """Per role the classes that a row can hold whose node hears exactly this."""
    earlier = []
    for side in SIDES:
        order = joined.order(side, node)
        earlier.append(set(order[: order.index(heard[side])]))
    return [
        {
            one
            for one in some
            if not any(joined.class_of(side, one) in earlier[side] for side in SIDES)
        }
        for some in joined.rows[node]
    ]


def fillable(joined: Joined, node: Node, own_role: int, allowed: list[set[JointClass]]) -> bool:
    """Whether a row with an arc of this role can hold all arcs that its node must have."""
    return any(
        all(allowed[role] for role in joined.needed(kind) if role != own_role)
        for kind in joined.kinds.get(node, ())
    )


def heard_together(
    joined: Joined, cast: dict[int, list[JointClass]], heard: Pair, who: Pair
) -> bool:
    """Whether both sides can hear such arcs in one row."""
    for side in SIDES:
        if joined.is_silent(side, heard) != (who[side] == NOBODY):
            return False
    found = [
        [one for one in cast[who[side]] if joined.class_of(side, one) == heard[side]]
        for side in SIDES
    ]
    if NOBODY in who:
        return all(found[side] or who[side] == NOBODY for side in SIDES)
    for one, other in product(*found):
        rivals = (
            joined.class_of(PROGRAM, one) == heard[PROGRAM]
            and joined.class_of(RULES, other) == heard[RULES]
        )
        same_arc = who[RULES] == who[PROGRAM] and one == other
        if not joined.same_key or not rivals or same_arc:
            return True
    return False


Meetings = dict[Joint, list[tuple[Way, Way]]]  # per type: how its ends may hear together


def check_closed(joined: Joined) -> Meetings:
    """Steps lead from types to types; how the ends of each may hear.

    Raises:
        WrongError: a step leads to a type that is missing.
    """
    while True:
        met = {arc: meetings(joined, arc) for arc in joined.types}
        grown = False
        for arc, pairs in met.items():
            for here, there in pairs:
                new = joined.next_type(arc, here, there)
                demand(new in joined.types, f"types: {arc} becomes {new}, which is missing")
                kinds, old = joined.kinds.setdefault(new[0], set()), joined.kinds[arc[0]]
                grown |= not old <= kinds
                kinds |= old
        if not grown:
            return met


def meetings(joined: Joined, arc: Joint) -> list[tuple[Way, Way]]:
    """All pairs of ways in which the two ends of an arc may hear."""
    receiver, state, sender, reverse, role = arc
    here = joint_ways(joined, receiver, (sender, state), role)
    if joined.is_loop(role):
        return [(way, way) for way in here]
    there = joint_ways(joined, sender, (receiver, reverse), joined.reverses[role])
    return list(product(here, there))


def comes_to_rest(joined: Joined, met: Meetings) -> bool:
    """Whether no type can come back once it is left."""
    left = {
        arc: {joined.next_type(arc, *pair) for pair in pairs} - {arc}
        for arc, pairs in met.items()
    }
    while left:
        last = [arc for arc, following in left.items() if not following & left.keys()]
        if not last:
            return False
        for arc in last:
            del left[arc]
    return True


Witnesses = dict[Node, set[Joint] | None]


class Witnessed:
    """Per joint state a set of types of which every row holds one; None: unknown (Lemma 5)."""

    def __init__(self, joined: Joined, met: Meetings):
        self.joined = joined
        self.passages: dict[Move, list[Passage]] = defaultdict(list)
        for arc, pairs in met.items():
            for here, there in pairs:
                move = Move(arc[0], here.heard, here.becomes)
                sender = Move(arc[2], there.heard, there.becomes)
                becomes = joined.next_type(arc, here, there)
                self.passages[move].append(Passage(arc, becomes, here.mine, sender))
        self.known: Witnesses = {arc[0]: None for arc in joined.initial}
        while self._grow():
            pass

    def _grow(self) -> bool:
        """Adds what one more step leads to; whether anything is new."""
        moves, grown = self._moves(), dict(self.known)
        for move in moves:
            there = [one for one in self.passages[move] if one.sender in moves]
            old, found = grown.get(move.becomes, set()), self._held_after(move, there)
            grown[move.becomes] = None if old is None or found is None else old | found
        before, self.known = self.known, grown
        return grown != before

    def _moves(self) -> set[Move]:
        """The largest set of moves whose arcs, heard or witnesses, have senders in the set."""
        moves = {move for move in self.passages if move.node in self.known}
        while True:
            kept = {move for move in moves if self._is_supported(move, moves)}
            if kept == moves:
                return moves
            moves = kept

    def _is_supported(self, move: Move, moves: set[Move]) -> bool:
        there = [one for one in self.passages[move] if one.sender in moves]
        witness = self.known[move.node]
        if witness is not None and not any(one.arc in witness for one in there):
            return False
        return all(
            self.joined.is_silent(side, move.heard) or any(one.mine[side] for one in there)
            for side in SIDES
        )

    def _held_after(self, move: Move, there: list[Passage]) -> set[Joint] | None:
        """Types of which a row holds one after a move."""
        hearing = [side for side in SIDES if not self.joined.is_silent(side, move.heard)]
        changing = [side for side in hearing if move.node[side] != move.becomes[side]]
        witness = self.known[move.node]
        if witness is not None and not changing:
            return {one.becomes for one in there if one.arc in witness}
        for side in changing or hearing:
            return {one.becomes for one in there if one.mine[side]}
        return None


def rows_at_rest(
    joined: Joined, met: Meetings, known: Witnesses
) -> dict[RestRow, set[tuple[Joint, Pair]]]:
    """Per row that can be at rest: the arcs that it may hold, and who hears them.

    These are the largest set of rows whose arcs have senders in rows of the set.
    """
    still = {
        arc: [pair for pair in pairs if joined.next_type(arc, *pair) == arc]
        for arc, pairs in met.items()
    }
    rows = {
        RestRow(node, kind, heard)
        for node in joined.rows
        if node in known
        for kind in joined.kinds.get(node, ())
        for heard in joined.hearings(node)
    }
    while True:
        senders = {(row.node, row.heard) for row in rows}
        held = {row: held_at_rest(joined, row, still, senders) for row in rows}
        kept = {row for row in rows if is_row(joined, row, held[row], known[row.node])}
        if kept == rows:
            return held
        rows = kept


def held_at_rest(
    joined: Joined, row: RestRow, still: Meetings, senders: set[tuple[Node, Pair]]
) -> set[tuple[Joint, Pair]]:
    """The arcs that a row at rest may hold, and on which sides they are heard."""
    return {
        (arc, here.mine)
        for arc, pairs in still.items()
        if arc[0] == row.node and joined.is_of(arc[4], row.kind)
        for here, there in pairs
        if here.heard == row.heard and (arc[2], there.heard) in senders
    }


def is_row(
    joined: Joined, row: RestRow, held: set[tuple[Joint, Pair]], witness: set[Joint] | None
) -> bool:
    """Whether there can be such a row: it holds what it must, what is heard, and a witness."""
    roles = {arc[4] for arc, _ in held}
    if not all(role in roles for role in joined.needed(row.kind)):
        return False
    if witness is not None and not any(arc in witness for arc, _ in held):
        return False
    return all(
        joined.is_silent(side, row.heard) or any(mine[side] for _, mine in held)
        for side in SIDES
    )


def same_output(joined: Joined, key: str, node: Node, arcs: set[Joint]) -> bool:
    """Whether a node at rest with some of these arcs has the same output on both sides."""
    both = [side.readouts[key] for side in joined.sides]
    if hasattr(both[RULES], "labels"):
        return both[RULES].labels[node[RULES]] == both[PROGRAM].labels[node[PROGRAM]]
    places = set()
    for arc in arcs:
        loop = joined.is_loop(arc[4])
        places.add((*(both[side].pointer[arc[1][side]][loop] for side in SIDES), arc[4]))
    return all(
        sign(one[RULES] - other[RULES]) == sign(one[PROGRAM] - other[PROGRAM])
        for one, other in combinations(places, 2)
        if one[2] != other[2] or joined.roles[one[2]].multiplicity == "any"
    )


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def check_equal_outputs(content: dict[str, Any], findings: Findings) -> None:
    """Both programs come to rest with the same outputs."""
    joined = Joined(content)
    findings.violations += wrong_hashes(content)
    met = check_closed(joined)
    demand(comes_to_rest(joined, met), "types: one can come back, so rest is not shown")
    at_rest = rows_at_rest(joined, met, Witnessed(joined, met).known)
    for key, kind in joined.outputs.items():
        before = findings.counts["output"]
        for row, held in at_rest.items():
            if row.kind == kind:
                same = same_output(joined, key, row.node, {arc for arc, _ in held})
                findings.add("output", same, f"{key}: nodes at rest in {row.node} may differ")
        if findings.counts["output"] == before:
            findings.violations.append(f"{key}: there is nothing that it is read from")


# All of it


def check(content: dict[str, Any]) -> Findings:
    """All that is wrong with a certificate, and its obligations."""
    findings = Findings()
    equal_outputs = content.get("kind") == "outputs"
    try:
        (check_equal_outputs if equal_outputs else check_equal_states)(content, findings)
    except WrongError as error:
        findings.violations.append(str(error))
    return findings


def check_equal_states(content: dict[str, Any], findings: Findings) -> None:
    """Rules and program have the same states, scalars that count and outputs, at every step."""
    certificate = Certificate(content)
    findings.violations += [*wrong_hashes(content), *wrong_margins(content)]
    rows = Rows(certificate)
    ways = rule_ways(rows)
    findings.violations += missing_types(certificate, ways)
    if not findings.violations:
        check_nodes(rows, findings)
        check_arcs(rows, findings)
        facts = scalar_facts(rows, ways)
        check_choices(rows, facts, findings)
        check_signs(rows, facts, ways, findings)
        check_outputs(rows, facts, ways, findings)
        counted = findings.counts["node"] and findings.counts["arc"]
        demand(bool(counted), "there are no cases to prove")


def check_file(path: Path, wanted: dict[str, str | None]) -> bool:
    """Prints whether a file's certificate holds, and is for what has these hashes."""
    content = read(path)
    findings = check(content)
    if not findings.violations and not sum(findings.counts.values()):
        findings.violations.append("there is nothing to prove: it has no obligations")
    hashes = content.get("hashes")
    for key, expected in wanted.items():
        if expected and (not isinstance(hashes, dict) or hashes.get(key) != expected):
            findings.violations.append(
                f"it is for another {key}" if key == "program" else f"it is for other {key}"
            )
    if not findings.violations:
        counts = " + ".join(f"{count} {kind}" for kind, count in findings.counts.items())
        found = content["hashes"]["rules"]
        print(f"{path.name}: proved, {counts} obligations hold; rules {found}")
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
    parser.add_argument("--rules", metavar="HASH", help="SHA-256 of the expected rules")
    parser.add_argument("--program", type=Path, help="a program in JSON that they must be for")
    parser.add_argument("--weights", type=Path, help="a model file that they must be for")
    options = parser.parse_args(arguments)
    code = 0
    try:
        wanted = {
            "rules": read_as(Maybe(sha256), options.rules, "--rules"),
            "program": options.program and canonical_hash(read(options.program)),
            "weights": options.weights
            and hashlib.sha256(options.weights.read_bytes()).hexdigest(),
        }
    except (OSError, UnreadableError, WrongError) as error:
        print(error, file=sys.stderr)
        return 2
    for path in options.files:
        try:
            code = max(code, 0 if check_file(path, wanted) else 1)
        except UnreadableError as error:
            print(error, file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main())
