"""The C text of a program for the generic kernel: its cases as decisions, its terms as sums.

Cases are tested in their order, state by state, so the text is as long as the program.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from dnar.compile.analysis import UnsupportedError
from dnar.machine import (
    FUNCTIONS,
    NOTHING,
    ArcCase,
    ArcClass,
    Entry,
    Gate,
    Head,
    NodeCase,
    Op,
    Place,
    Prefer,
    Program,
    Term,
)

KERNEL = Path(__file__).with_name("kernel")

MOST_HEADS = 64
"""The heads that hear an arc are bits of one number."""

OWN_VALUE, OWN_SIGN, KEYED, PUSHED, TAKEN, PULLED = (1 << bit for bit in range(6))
"""Who reads a scalar: an operation or a comparison of the same node or arc, a head's key, and
the terms by which it moves."""

FEW = 3
"""Sets of at most so many numbers are tested by comparisons, larger ones by a bit mask."""

WORD = 64
"""Bits of a mask."""

MOST_ORDERS = 64
"""At most so many orders get functions of their own."""


def generic_source(program: Program) -> str:
    """The whole source of a program.

    Raises:
        UnsupportedError: the program has too many heads.
    """
    if len(program.heads) > MOST_HEADS:
        raise UnsupportedError(f"more than {MOST_HEADS} heads are not compiled")
    writer = _Writer(program)
    functions = list(writer.functions())
    return "\n".join(
        [
            "#include <stdint.h>",
            *writer.constants(),
            '#include "generic_machine.c"',
            *writer.sets,
            *functions,
            '#include "generic.c"',
            "",
        ]
    )


def state_type(states: int) -> str:
    """The kernel's type of a state: the name of a numpy dtype, too."""
    return "uint8" if states <= 2**8 else "uint16" if states <= 2**16 else "uint32"


class _Writer:
    """Writes the parts of one program; large sets of states are kept in `sets`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sets: list[str] = []
        self._known: dict[tuple[int, int], str] = {}
        self.nodes, self.arcs = len(program.node_states), len(program.arc_states)
        by_place = {
            place: [scalar.name for scalar in program.scalars if scalar.place is place]
            for place in Place
        }
        self.names = by_place
        self.numbers = {
            name: number for names in by_place.values() for number, name in enumerate(names)
        }
        """By scalar: its number among those of its place."""
        self.orders: dict[tuple[int, tuple[Entry, ...]], int] = {}
        """By head and entries: the number of the order."""
        for (head, _), order in sorted(program.orders.items()):
            if order:
                self.orders.setdefault((head, order), len(self.orders))

    def constants(self) -> Iterator[str]:
        """Sizes and types, which the machine's structure needs."""
        program = self.program
        sizes = {
            "ARC_STATES": self.arcs,
            "HEADS": len(program.heads),
            "NODE_SCALARS": len(self.names[Place.NODE]),
            "ARC_SCALARS": len(self.names[Place.ARC]),
            "NODE_OPS": len(self._ops(Place.NODE)),
            "ARC_OPS": len(self._ops(Place.ARC)),
            "STREAMS": len(program.streams()),
        }
        for name, size in sizes.items():
            yield f"#define {name} {size}"
        yield f"typedef {state_type(self.nodes)}_t node_state_t;"
        yield f"typedef {state_type(self.arcs)}_t arc_state_t;"

    def functions(self) -> Iterator[str]:
        """The functions and constants that generic.c expects of a program."""
        yield from self._scalar_tables()
        yield from self._listening()
        yield from self._gates()
        yield from self._node_outcome()
        yield from self._arc_outcome()
        for place in Place:
            yield from self._values(place)

    # Sets of numbers

    def _within(self, number: str, wanted: Iterable[int], universe: int) -> str:
        """A test whether a number below `universe` is one of these."""
        some = sorted(set(wanted))
        if len(some) == universe:
            return "1"
        if len(some) <= FEW:
            return "(" + (" || ".join(f"{number} == {each}" for each in some) or "0") + ")"
        mask = sum(1 << each for each in some)
        if universe <= WORD:
            return f"({mask:#x}ull >> ({number}) & 1)"
        if (mask, universe) not in self._known:
            name = self._known[mask, universe] = f"SET_{len(self._known)}"
            words = [f"{mask >> at & (1 << WORD) - 1:#x}ull" for at in range(0, universe, WORD)]
            self.sets.append(
                f"static const uint64_t {name}[{len(words)}] = {{{', '.join(words)}}};"
            )
        name = self._known[mask, universe]
        return f"({name}[({number}) / {WORD}] >> ({number}) % {WORD} & 1)"

    def _class_number(self, each: ArcClass) -> int:
        return each.sender * self.arcs + each.arc

    # Scalars in general

    def _ops(self, place: Place) -> list[Op]:
        ops = self.program.ops
        return [op for op in ops if self.program.scalar(op.target).place is place]

    def _scalar_tables(self) -> Iterator[str]:
        program = self.program
        places = [self.numbers[scalar.name] for scalar in program.scalars]
        at_node = [int(scalar.place is Place.NODE) for scalar in program.scalars]
        streams = program.streams()
        yield _table("PLACE_OF_SCALAR", places)
        yield _table("IS_NODE_SCALAR", at_node)
        yield _table("STREAM", [self.numbers[scalar.name] for scalar in streams])
        yield _table("PERIOD", [scalar.period for scalar in streams])
        yield _table("NODE_READS", [self._reads(name) for name in self.names[Place.NODE]])
        yield _table("ARC_READS", [self._reads(name) for name in self.names[Place.ARC]])

    def _reads(self, name: str) -> int:
        """Who reads a scalar."""
        program = self.program
        found = KEYED * any(head.key == name for head in program.heads)
        found |= OWN_SIGN * any(name in (each.left, each.right) for each in program.comparisons)
        moves = {Gate.PUSH: PUSHED, Gate.TAKE: TAKEN, Gate.PULL: PULLED}
        for op in program.ops:
            for term in op.terms:
                kept = term.gate is Gate.KEEP and op.target == name
                if kept or name in term.arguments:
                    found |= OWN_VALUE
                if term.scalar == name:
                    found |= moves[term.gate]
        return found

    def _at(self, name: str, where: str) -> str:
        place = self.program.scalar(name).place.value
        return f"m->{place}_scalar[{self.numbers[name]}][{where}]"

    # Heads

    def _listening(self) -> Iterator[str]:
        program = self.program
        rows = [
            [
                self.orders.get((head, program.order(head, state)), -1)
                for state in range(self.nodes)
            ]
            for head in range(len(program.heads))
        ]
        inner = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows) or "{0}"
        yield f"static const int32_t ORDER[HEADS + 1][{self.nodes}] = {{{inner}}};"
        for number, head in enumerate(program.heads):
            yield _inline(
                f"double key_{number}(const Machine *m, int32_t arc)", self._key(head)
            )
        parts = self._own_orders() if len(self.orders) <= MOST_ORDERS else self._shared_orders()
        yield from parts

    def _key(self, head: Head) -> str:
        sign = "" if head.prefer is Prefer.SMALLEST else "-"
        if head.key is None:
            return "return 0.0;" if not sign else "return -(double)m->sender[arc];"
        at_node = self.program.scalar(head.key).place is Place.NODE
        return f"return {sign}{self._at(head.key, 'm->sender[arc]' if at_node else 'arc')};"

    def _places(self, order: tuple[Entry, ...]) -> dict[int, int]:
        """By class: its place among the classes of an order."""
        classes = dict.fromkeys(self._class_number(each.arc_class) for each in order)
        return {each: at for at, each in enumerate(classes)}

    def _entries(self, order: tuple[Entry, ...]) -> list[int]:
        """Twice the place of an entry's class, and one more where the best arc is meant."""
        places = self._places(order)
        return [2 * places[self._class_number(each.arc_class)] + each.best for each in order]

    def _own_orders(self) -> Iterator[str]:
        """Functions for each order: their places become constants."""
        for (head, order), number in self.orders.items():
            places = self._places(order)
            cases = {each: [f"return {at};"] for each, at in places.items()}
            yield from _switch(
                f"int place_{number}(int order, int number)", "number", cases, "-1"
            )
            if all(each.best for each in order):
                yield f"LISTEN_TO_BEST({number}, {head})"
                continue
            yield _table(f"ENTRIES_{number}", self._entries(order))
            sizes = f"{len(places)}, {len(order)}, ENTRIES_{number}"
            yield f"LISTEN_TO_OTHERS({number}, {head}, {sizes})"
        numbers = self.orders.values()
        yield from _switch(
            "int32_t hear(const Machine *m, int order, int32_t node)",
            "order",
            {each: [f"return hear_{each}(m, order, node);"] for each in numbers},
            "NOBODY",
        )
        yield from _switch(
            "int is_listed(int order, int number)",
            "order",
            {each: [f"return place_{each}(order, number) >= 0;"] for each in numbers},
            "0",
        )

    def _shared_orders(self) -> Iterator[str]:
        """Functions for each head: orders are tables, which compile fast."""
        classes, entries, hows = [], [], []
        class_begin, entry_begin = [0], [0]
        for head, order in self.orders:
            classes += self._places(order)
            entries += self._entries(order)
            class_begin.append(len(classes))
            entry_begin.append(len(entries))
            hows.append(2 * head + (not all(each.best for each in order)))
        yield _table("CLASS", classes)
        yield _table("CLASS_BEGIN", class_begin)
        yield _table("ENTRY", entries)
        yield _table("ENTRY_BEGIN", entry_begin)
        yield _table("HOW", hows)
        yield (
            "static int place_in(int order, int number) {"
            "for (int at = CLASS_BEGIN[order]; at < CLASS_BEGIN[order + 1]; at++)"
            "if (CLASS[at] == number) return at - CLASS_BEGIN[order];"
            "return -1; }"
        )
        yield _inline(
            "int is_listed(int order, int number)", "return place_in(order, number) >= 0;"
        )
        most = max((len(self._places(order)) for _, order in self.orders), default=1)
        count = "ENTRY_BEGIN[order + 1] - ENTRY_BEGIN[order]"
        cases = {}
        for head in range(len(self.program.heads)):
            for how, name in ((2 * head, f"best_{head}"), (2 * head + 1, f"others_{head}")):
                yield f"#define place_{name} place_in"
                cases[how] = [f"return hear_{name}(m, order, node);"]
            yield f"LISTEN_TO_BEST(best_{head}, {head})"
            first = "(ENTRY + ENTRY_BEGIN[order])"
            yield f"LISTEN_TO_OTHERS(others_{head}, {head}, {most}, {count}, {first})"
        yield from _switch(
            "int32_t hear(const Machine *m, int order, int32_t node)",
            "HOW[order]",
            cases,
            "NOBODY",
        )

    # Cases

    def _node_outcome(self) -> Iterator[str]:
        program = self.program
        cases = {
            state: self._tests(program.node_cases_of(state))
            for state in range(self.nodes)
            if program.node_cases_of(state)
        }
        head = "int node_outcome(const Machine *m, int32_t at, int state, const int *told)"
        yield from _switch(head, "state", cases, "state")

    def _arc_outcome(self) -> Iterator[str]:
        program = self.program
        cases = {
            state: self._tests(program.arc_cases_of(state))
            for state in range(self.arcs)
            if program.arc_cases_of(state)
        }
        yield self._is("arc_has_cases", cases, self.arcs)
        yield from _switch(
            "int arc_outcome(const Machine *m, int32_t at, int state, int receiver, "
            "int sender, int reverse, uint64_t heard, uint64_t back)",
            "state",
            cases,
            "state",
        )

    def _tests(self, cases: Iterable[NodeCase | ArcCase]) -> list[str]:
        lines = []
        for case in cases:
            node = isinstance(case, NodeCase)
            tests = self._node_tests(case) if node else self._arc_tests(case)
            place = Place.NODE if node else Place.ARC
            found = [test for test in (*tests, *self._signs(place, case.signs)) if test != "1"]
            if not found:
                return [*lines, f"return {case.becomes};"]
            lines.append(f"if ({' && '.join(found)}) return {case.becomes};")
        return [*lines, "return state;"]

    def _node_tests(self, case: NodeCase) -> Iterator[str]:
        for head, some in enumerate(case.heard):
            if some is not None:
                # Class numbers start at one here: zero means that nothing was heard.
                numbers = (
                    0 if each == NOTHING else self._class_number(each) + 1 for each in some
                )
                yield self._within(f"(told[{head}] + 1)", numbers, self.nodes * self.arcs + 1)

    def _arc_tests(self, case: ArcCase) -> Iterator[str]:
        for name, some, universe in (
            ("receiver", case.receiver, self.nodes),
            ("sender", case.sender, self.nodes),
            ("reverse", case.reverse, self.arcs),
        ):
            if some is not None:
                yield self._within(name, some, universe)
        for name, flags in (("heard", case.heard), ("back", case.heard_back)):
            mask = sum(1 << head for head, flag in enumerate(flags) if flag is not None)
            wanted = sum(1 << head for head, flag in enumerate(flags) if flag)
            if mask:
                yield f"({name} & {mask:#x}ull) == {wanted:#x}ull"

    def _signs(self, place: Place, signs: tuple[frozenset[int] | None, ...]) -> Iterator[str]:
        for each, some in zip(self.program.compared(place), signs, strict=True):
            if some is None:
                continue
            left, right = self._at(each.left, "at"), self._at(each.right, "at")
            # The sign is 0 if neither is greater, also where one is NaN.
            tests = {
                -1: f"{left} < {right}",
                0: f"!({left} < {right} || {left} > {right})",
                1: f"{left} > {right}",
            }
            yield "(" + (" || ".join(tests[sign] for sign in sorted(some)) or "0") + ")"

    # Operations

    def _gates(self) -> Iterator[str]:
        """Which states let scalars through to neighbours, and which are ever listened for."""
        gates: dict[str, set[int]] = {"is_summed": set(), "pushes_to_arcs": set()}
        gates["is_taken"] = set()
        heads = {head.name: number for number, head in enumerate(self.program.heads)}
        pulling = 0
        for op in self.program.ops:
            at_node = self.program.scalar(op.target).place is Place.NODE
            for term in op.terms:
                if term.gate is Gate.PUSH:
                    gates["is_summed" if at_node else "pushes_to_arcs"] |= term.when
                elif term.gate is Gate.TAKE:
                    gates["is_taken"] |= term.when
                elif term.gate is Gate.PULL:
                    pulling |= 1 << heads[str(term.head)]
        yield f"#define PULLING_HEADS {pulling:#x}ull"
        for name, states in gates.items():
            yield self._is(name, states, self.arcs if name == "is_summed" else self.nodes)
        heard_from = {entry.sender for _, order in self.orders for entry in order}
        yield self._is("is_heard_from", heard_from, self.nodes)

    def _is(self, name: str, states: Iterable[int], universe: int) -> str:
        return _inline(
            f"int {name}(int state)", f"return {self._within('state', states, universe)};"
        )

    def _values(self, place: Place) -> Iterator[str]:
        """The function that computes all scalars of a node, or of an arc."""
        lines = []
        scalars = [scalar.name for scalar in self.program.scalars]
        for op in self._ops(place):
            lines += ["{", "double total = 0.0;"]
            for term in op.terms:
                lines += self._term(place, op.target, term)
            number = scalars.index(op.target)
            lines += [f"next_value(m, {number}, at, {self._at(op.target, 'at')}, total);", "}"]
        yield "INLINE void next_value(Machine *, int32_t, int32_t, double, double);"
        yield f"static void compute_{place.value}(Machine *m, int32_t at) {{"
        if place is Place.NODE:
            yield "int state = (int)m->node_state[at];"
        else:
            yield (
                "int state = (int)m->arc_state[at], "
                "sender = (int)m->node_state[m->sender[at]], "
                "receiver = (int)m->node_state[m->receiver[at]];"
            )
        yield from lines
        yield "}"

    def _term(self, place: Place, target: str, term: Term) -> list[str]:
        own = self._within("state", term.when, self.nodes if place is Place.NODE else self.arcs)
        scalar = str(term.scalar)
        match term.gate:
            case Gate.INC:
                return [f"if ({own}) total += ({term.number!r});"]
            case Gate.KEEP:
                return [f"if ({own}) total += {self._at(target, 'at')};"]
            case Gate.APPLY:
                parts = [self._at(name, "at") for name in term.arguments]
                value = FUNCTIONS[str(term.function)].c.format(*parts)
                return [f"if ({own}) total += {value};"]
            case Gate.PUSH if place is Place.NODE:
                gate = self._within("(int)m->arc_state[arc]", term.when, self.arcs)
                return [
                    "m->visits += m->begin[at + 1] - m->begin[at];",
                    "for (int32_t arc = m->begin[at]; arc < m->begin[at + 1]; arc++)",
                    f"if ({gate}) total += {self._at(scalar, 'arc')};",
                ]
            case Gate.PUSH | Gate.TAKE:
                end = "sender" if term.gate is Gate.PUSH else "receiver"
                gate = self._within(end, term.when, self.nodes)
                return [f"if ({gate}) total += {self._at(scalar, f'm->{end}[at]')};"]
            case Gate.PULL:
                head = [each.name for each in self.program.heads].index(str(term.head))
                heard = f"m->heard[{head}][at]"
                of_arc = self.program.scalar(scalar).place is Place.ARC
                where = heard if of_arc else f"m->sender[{heard}]"
                return [f"if ({own} && {heard} != NOBODY) total += {self._at(scalar, where)};"]


def _table(name: str, values: list[int]) -> str:
    inner = ", ".join(map(str, values)) or "0"
    return f"static const int32_t {name}[{max(len(values), 1)}] = {{{inner}}};"


def _inline(head: str, body: str) -> str:
    return f"INLINE {head} {{ {body} }}"


def _switch(head: str, what: str, cases: dict[int, list[str]], otherwise: str) -> Iterator[str]:
    """A function with a switch over one number."""
    yield f"static inline {head} {{"
    yield f"switch ({what}) {{"
    for number, lines in cases.items():
        yield f"case {number}:"
        yield from lines
    yield "}"
    yield f"return {otherwise};"
    yield "}"
