"""A program: an algorithm as ordered cases over named states.

Rules, written by people, and networks, trained on their runs, both become this one value, and
everything else reads it: interpreter, verifier, compiler, explanation. Of several cases that
fit, the first counts; what no case fits stays unchanged. So a program is as large as what it
changes, whatever the number of states, heads and comparisons.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from dnar.display import html_page
from dnar.errors import InputError
from dnar.machine.functions import FUNCTIONS
from dnar.machine.readout import Labels, PointerOrder, Readout
from dnar.machine.vocabulary import (
    NOTHING,
    SIGNS,
    ArcClass,
    Comparison,
    Gate,
    Head,
    Op,
    Place,
    Scalar,
    Start,
    Term,
)


class Entry(NamedTuple):
    """What a head can listen for: the best arc of a class, or one of its other arcs."""

    sender: int
    arc: int
    best: bool = True

    @property
    def arc_class(self) -> ArcClass:
        """The class of the arc."""
        return ArcClass(self.sender, self.arc)


Signs = tuple[int, ...]
"""The sign of each comparison of a node or an arc, in their order."""


@dataclass(frozen=True)
class NodeCase:
    """What becomes of a node in one state; None stands for anything."""

    state: int
    becomes: int
    heard: tuple[frozenset[ArcClass] | None, ...]
    """Per head: the classes, or NOTHING, that it may have heard."""
    signs: tuple[frozenset[int] | None, ...] = ()
    """Per comparison of nodes: the signs that it may have."""

    def fits(self, told: tuple[ArcClass, ...], signs: Signs) -> bool:
        """Whether a node that heard this, with these signs, is meant."""
        return _within(told, self.heard) and _within(signs, self.signs)


@dataclass(frozen=True)
class ArcCase:
    """What becomes of an arc in one state; None stands for anything."""

    state: int
    becomes: int
    receiver: frozenset[int] | None = None
    sender: frozenset[int] | None = None
    reverse: frozenset[int] | None = None
    heard: tuple[bool | None, ...] = ()
    """Per head: whether the receiver heard this arc."""
    heard_back: tuple[bool | None, ...] = ()
    """Per head: whether the sender heard the reverse arc."""
    signs: tuple[frozenset[int] | None, ...] = ()
    """Per comparison of arcs: the signs that it may have."""

    def fits(
        self, receiver: int, sender: int, reverse: int, heard: int, back: int, signs: Signs
    ) -> bool:
        """Whether such an arc is meant; bit k of `heard` and `back` is for head k."""
        return (
            (self.receiver is None or receiver in self.receiver)
            and (self.sender is None or sender in self.sender)
            and (self.reverse is None or reverse in self.reverse)
            and _agrees(heard, self.heard)
            and _agrees(back, self.heard_back)
            and _within(signs, self.signs)
        )


def _within(values: tuple, allowed: tuple) -> bool:
    pairs = zip(values, allowed, strict=True)
    return all(some is None or value in some for value, some in pairs)


def _agrees(bits: int, wanted: tuple[bool | None, ...]) -> bool:
    return all(
        flag is None or bool(bits >> head & 1) == flag for head, flag in enumerate(wanted)
    )


@dataclass(frozen=True, eq=False)
class Program:
    """An algorithm as ordered cases.

    Raises:
        InputError: the parts do not fit together; the message says which.
    """

    task: str
    node_states: tuple[str, ...]
    arc_states: tuple[str, ...]
    heads: tuple[Head, ...] = ()
    scalars: tuple[Scalar, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    orders: Mapping[tuple[int, int], tuple[Entry, ...]] = field(default_factory=dict)
    """By head and receiver state: what is listened for, first come first. What is not listed
    is never heard."""
    node_cases: tuple[NodeCase, ...] = ()
    arc_cases: tuple[ArcCase, ...] = ()
    ops: tuple[Op, ...] = ()
    readouts: Mapping[str, Readout] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_words(self)
        _check_orders(self)
        _check_node_cases(self)
        _check_arc_cases(self)
        _check_ops(self)
        _check_readouts(self)

    def __repr__(self) -> str:
        cases = len(self.node_cases) + len(self.arc_cases)
        states = f"{len(self.node_states)} node states, {len(self.arc_states)} arc states"
        return f"Program({self.task}: {states}, {cases} cases)"

    def _repr_html_(self) -> str:
        facts = {
            "node states": ", ".join(self.node_states),
            "arc states": ", ".join(self.arc_states),
        }
        rows = [
            ["heads", len(self.heads), ", ".join(head.name for head in self.heads)],
            ["scalars", len(self.scalars), ", ".join(each.name for each in self.scalars)],
            ["cases of nodes", len(self.node_cases), ""],
            ["cases of arcs", len(self.arc_cases), ""],
            ["operations", len(self.ops), ""],
            ["outputs read off states", len(self.readouts), ", ".join(self.readouts)],
        ]
        header = ["part", "number", "names"]
        return html_page(f"Program of {self.task}", facts, header=header, rows=rows)

    def order(self, head: int, receiver: int) -> tuple[Entry, ...]:
        """What a head of a receiver in this state listens for, first come first."""
        return self.orders.get((head, receiver), ())

    def rank(self, head: int, receiver: int) -> tuple[ArcClass, ...]:
        """The classes whose best arc is listened for, first come first."""
        return tuple(each.arc_class for each in self.order(head, receiver) if each.best)

    def node_outcome(self, state: int, told: tuple[ArcClass, ...], signs: Signs = ()) -> int:
        """The next state of a node that heard these classes, one per head (or NOTHING)."""
        key = (state, told, signs)
        if key not in self._node_outcomes:
            self._node_outcomes[key] = next(
                (
                    case.becomes
                    for case in self.node_cases_of(state)
                    if case.fits(told, signs or self._no_signs(Place.NODE))
                ),
                state,
            )
        return self._node_outcomes[key]

    def arc_outcome(
        self,
        state: int,
        receiver: int,
        sender: int,
        reverse: int,
        heard: int,
        back: int,
        signs: Signs = (),
    ) -> int:
        """The next state of an arc; bit k of `heard` says whether head k's receiver heard it.

        `back` says the same of the sender and the reverse arc.
        """
        key = (state, receiver, sender, reverse, heard, back, signs)
        if key not in self._arc_outcomes:
            signs = signs or self._no_signs(Place.ARC)
            self._arc_outcomes[key] = next(
                (
                    case.becomes
                    for case in self.arc_cases_of(state)
                    if case.fits(receiver, sender, reverse, heard, back, signs)
                ),
                state,
            )
        return self._arc_outcomes[key]

    def node_cases_of(self, state: int) -> tuple[NodeCase, ...]:
        """The cases of nodes in this state, in order."""
        return self._nodes_by_state.get(state, ())

    def arc_cases_of(self, state: int) -> tuple[ArcCase, ...]:
        """The cases of arcs in this state, in order."""
        return self._arcs_by_state.get(state, ())

    def scalar(self, name: str) -> Scalar:
        """The scalar called `name`."""
        return self._scalars[name]

    def op(self, scalar: str) -> Op:
        """The operation of a scalar; one without any keeps its value."""
        found = next((op for op in self.ops if op.target == scalar), None)
        if found is not None:
            return found
        states = self.states(self.scalar(scalar).place)
        return Op(scalar, (Term(Gate.KEEP, frozenset(range(len(states)))),))

    def states(self, place: Place) -> tuple[str, ...]:
        """The names of the node states or of the arc states."""
        return self.node_states if place is Place.NODE else self.arc_states

    def streams(self) -> tuple[Scalar, ...]:
        """The scalars that are given anew as the run goes on."""
        return tuple(scalar for scalar in self.scalars if scalar.start is Start.STREAM)

    def compared(self, place: Place) -> tuple[Comparison, ...]:
        """The comparisons of nodes or of arcs."""
        return tuple(each for each in self.comparisons if self.scalar(each.left).place is place)

    def read_signs(self, place: Place, state: int) -> tuple[int, ...]:
        """The comparisons, by number, that some case of this state reads."""
        cases = self.node_cases_of(state) if place is Place.NODE else self.arc_cases_of(state)
        count = len(self.compared(place))
        return tuple(
            at for at in range(count) if any(case.signs[at] is not None for case in cases)
        )

    def possible_signs(self, place: Place, state: int) -> Iterator[Signs]:
        """Every combination of the signs that this state reads; the others are 0."""
        read = self.read_signs(place, state)
        blank = [0] * len(self.compared(place))
        for chosen in product(SIGNS, repeat=len(read)):
            for at, sign in zip(read, chosen, strict=True):
                blank[at] = sign
            yield tuple(blank)

    def with_node_case(self, case: NodeCase) -> "Program":
        """The program with one more case, which counts before all others."""
        return replace(self, node_cases=(case, *self.node_cases))

    def with_arc_case(self, case: ArcCase) -> "Program":
        """The program with one more case, which counts before all others."""
        return replace(self, arc_cases=(case, *self.arc_cases))

    def _no_signs(self, place: Place) -> Signs:
        return (0,) * len(self.compared(place))

    @cached_property
    def _scalars(self) -> dict[str, Scalar]:
        return {scalar.name: scalar for scalar in self.scalars}

    @cached_property
    def _nodes_by_state(self) -> dict[int, tuple[NodeCase, ...]]:
        return _by_state(self.node_cases)

    @cached_property
    def _arcs_by_state(self) -> dict[int, tuple[ArcCase, ...]]:
        return _by_state(self.arc_cases)

    @cached_property
    def _node_outcomes(self) -> dict[tuple, int]:
        return {}

    @cached_property
    def _arc_outcomes(self) -> dict[tuple, int]:
        return {}


def _by_state(cases: tuple) -> dict[int, tuple]:
    found: dict[int, list] = {}
    for case in cases:
        found.setdefault(case.state, []).append(case)
    return {state: tuple(some) for state, some in found.items()}


def _demand(holds: bool, what: object, expected: str) -> None:
    if not holds:
        raise InputError(f"ill-formed program: {what} must {expected}")


def _known(values: Iterable[object] | None, count: int) -> bool:
    """Whether these are numbers of states; bool and float are none."""
    return values is None or all(type(each) is int and 0 <= each < count for each in values)


def _check_words(program: Program) -> None:
    _demand(isinstance(program.task, str), repr(program.task), "be a task's name")
    names = {
        "node_states": program.node_states,
        "arc_states": program.arc_states,
        "heads": [head.name for head in program.heads],
        "scalars": [scalar.name for scalar in program.scalars],
        "comparisons": [each.name for each in program.comparisons],
    }
    for kind, some in names.items():
        texts = all(isinstance(each, str) and each for each in some)
        _demand(texts and len(set(some)) == len(some), f"{kind} {some}", "have distinct names")
    _demand(bool(program.node_states), "node_states", "not be empty")
    _demand(bool(program.arc_states), "arc_states", "not be empty")
    scalars = {scalar.name: scalar for scalar in program.scalars}
    for scalar in program.scalars:
        timed = scalar.start is Start.STREAM
        whole = type(scalar.period) is int and scalar.period >= 0
        _demand(
            whole and timed == (scalar.period > 0),
            scalar,
            "have a period if and only if it streams",
        )
        _demand(not timed or scalar.place is Place.NODE, scalar, "stream to nodes, not to arcs")
    for head in program.heads:
        _demand(
            head.key is None or head.key in scalars, head, f"compare one of {list(scalars)}"
        )
    for each in program.comparisons:
        pair = [scalars.get(each.left), scalars.get(each.right)]
        _demand(
            pair[0] is not None and pair[1] is not None and pair[0].place is pair[1].place,
            each,
            "compare two scalars of one place",
        )


def _check_orders(program: Program) -> None:
    nodes, arcs, heads = (
        len(program.node_states),
        len(program.arc_states),
        len(program.heads),
    )
    for key, order in program.orders.items():
        _demand(
            len(key) == 2 and _known(key[:1], heads) and _known(key[1:], nodes),
            f"the order of {key}",
            "be of a head and a receiver state",
        )
        for entry in order:
            known = _known([entry.sender], nodes) and _known([entry.arc], arcs)
            _demand(known and isinstance(entry.best, bool), f"{entry}", "name known states")
        _demand(len(set(order)) == len(order), f"the order of {key}", "list an entry once")


def _check_node_cases(program: Program) -> None:
    nodes, arcs = len(program.node_states), len(program.arc_states)
    comparisons = len(program.compared(Place.NODE))
    for case in program.node_cases:
        _demand(_known([case.state, case.becomes], nodes), case, "name known node states")
        _demand(len(case.heard) == len(program.heads), case, "say what each head heard")
        for some in case.heard:
            _demand(
                some is None
                or all(
                    each == NOTHING or (_known(each[:1], nodes) and _known(each[1:], arcs))
                    for each in some
                ),
                case,
                "name known classes",
            )
        _check_signs(case, comparisons)


def _check_signs(case: NodeCase | ArcCase, comparisons: int) -> None:
    _demand(len(case.signs) == comparisons, case, f"say a sign of {comparisons} comparisons")
    for some in case.signs:
        known = some is None or all(type(each) is int and each in SIGNS for each in some)
        _demand(known, case, "name signs of -1, 0 and 1")


def _check_arc_cases(program: Program) -> None:
    nodes, arcs = len(program.node_states), len(program.arc_states)
    comparisons = len(program.compared(Place.ARC))
    for case in program.arc_cases:
        _demand(_known([case.state, case.becomes], arcs), case, "name known arc states")
        ends = _known(case.receiver, nodes) and _known(case.sender, nodes)
        _demand(ends and _known(case.reverse, arcs), case, "name known states around it")
        for flags in (case.heard, case.heard_back):
            _demand(
                len(flags) == len(program.heads)
                and all(flag is None or isinstance(flag, bool) for flag in flags),
                case,
                "say of each head whether it heard",
            )
        _check_signs(case, comparisons)


def _check_ops(program: Program) -> None:
    targets = [op.target for op in program.ops]
    _demand(len(set(targets)) == len(targets), f"targets {targets}", "have one operation each")
    scalars = {scalar.name: scalar for scalar in program.scalars}
    for op in program.ops:
        target = scalars.get(op.target)
        writable = target is not None and target.start is not Start.STREAM
        _demand(writable, op, "write a known scalar that is no stream")
        for term in op.terms:
            _check_term(program, op, term)


def _check_term(program: Program, op: Op, term: Term) -> None:
    scalars = {scalar.name: scalar for scalar in program.scalars}
    place = scalars[op.target].place
    moved = scalars.get(term.scalar or "")
    match term.gate:
        case Gate.PUSH:
            across = moved is not None and moved.place is not place
            _demand(across, op, "push an arc's scalar to a node or a node's to an arc")
        case Gate.TAKE:
            across = place is Place.ARC and moved is not None and moved.place is Place.NODE
            _demand(across, op, "take a receiver's scalar to an arc")
        case Gate.PULL:
            heads = {head.name for head in program.heads}
            known = place is Place.NODE and moved is not None and term.head in heads
            _demand(known, op, f"pull a known scalar to a node with one of the heads {heads}")
        case Gate.APPLY:
            function = FUNCTIONS.get(term.function or "")
            _demand(function is not None, op, f"apply one of {sorted(FUNCTIONS)}")
            own = [scalars.get(name) for name in term.arguments]
            _demand(
                function is not None
                and len(own) == function.arguments
                and all(each is not None and each.place is place for each in own),
                op,
                "apply a function to so many scalars of its own place",
            )
        case Gate.INC:
            finite = isinstance(term.number, float) and abs(term.number) < float("inf")
            _demand(finite, op, "add a finite number")
        case Gate.KEEP:
            pass
    states = program.states(gating_place(place, term.gate))
    _demand(_known(term.when, len(states)), op, f"open its gates on {list(states)}")


def gating_place(target: Place, gate: Gate) -> Place:
    """Whose states open a gate of a scalar of this place."""
    if gate is Gate.PUSH:
        return Place.ARC if target is Place.NODE else Place.NODE
    return Place.NODE if gate is Gate.TAKE else target


def _check_readouts(program: Program) -> None:
    for name, readout in program.readouts.items():
        _demand(isinstance(name, str), repr(name), "be an output's name")
        if isinstance(readout, Labels):
            states = len(program.states(readout.place))
            _demand(len(readout.labels) == states, f"readout {name}", f"label {states} states")
            whole = _known(readout.labels, 2**31)
            _demand(whole, f"readout {name}", "give whole numbers as labels")
        elif isinstance(readout, PointerOrder):
            arcs = len(program.arc_states)
            pairs = all(len(pair) == 2 and _known(pair, 2**31) for pair in readout.places)
            _demand(
                pairs and len(readout.places) == arcs,
                f"readout {name}",
                f"order {arcs} arc states, each as an arc and as a self-loop",
            )
        else:
            _demand(False, f"readout {name}", "be labels or an order of pointers")
