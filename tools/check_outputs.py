"""Checks certificates of equal outputs; `tools/check_certificate.py` calls it for such files.

A certificate of this kind holds two programs and a set of joint types: what an arc, its ends
and its reverse are in both programs. This file shows again, with Python's standard library
alone and without code of the package, that the set holds the initial types and is closed under
steps, that no type can come back once it is left, and that outputs agree in every row that can
be at rest (docs/proof.md, "Equal outputs"). Taken as given: `roles`, `kinds`, `initial` and
`same_key` describe the instances that the claim is about.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

KEYS = (
    "rules",
    "program",
    "outputs",
    "roles",
    "same_key",
    "initial",
    "kinds",
    "types",
)
SILENCE = ()
ME, MYSELF, SOMEBODY, NOBODY = range(4)


class MalformedError(Exception):
    """The certificate lacks something, or holds something else."""


class Machine:
    """One of the two programs."""

    def __init__(self, value: dict[str, Any]) -> None:
        if len(value["heads"]) != 1 or value["comparisons"] or value["ops"]:
            raise MalformedError("a program has several heads, comparisons or operations")
        if any(each["start"] == "stream" for each in value["scalars"]):
            raise MalformedError("a program reads random numbers")
        self.key = value["heads"][0]
        self.scalars = {each["name"]: each for each in value["scalars"]}
        self.order: dict[int, list[tuple]] = defaultdict(list)
        for each in value["orders"]:
            for sender, arc, best in each["entries"]:
                if not best:
                    raise MalformedError("a program hears arcs that a rival beats")
                self.order[each["receiver"]].append((sender, arc))
        self.nodes, self.arcs = value["node_cases"], value["arc_cases"]
        self.readouts = value["readouts"]

    def node(self, state: int, heard: tuple) -> int:
        """The next state of a node."""
        for case in self.nodes:
            some = case["heard"][0]
            if case["state"] == state and (some is None or list(heard) in some):
                return case["becomes"]
        return state

    def arc(self, arc: int, receiver: int, sender: int, reverse: int, bits: tuple) -> int:
        """The next state of an arc that is heard, and heard back, as the bits say."""
        given = {"receiver": receiver, "sender": sender, "reverse": reverse}
        for case in self.arcs:
            wanted = (case["heard"][0], case["heard_back"][0])
            if (
                case["state"] == arc
                and all(case[key] is None or at in case[key] for key, at in given.items())
                and all(
                    flag is None or flag == bool(bit)
                    for flag, bit in zip(wanted, bits, strict=True)
                )
            ):
                return case["becomes"]
        return arc


class Checked:
    """A certificate, and what follows from it."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.machines = [Machine(value["rules"]), Machine(value["program"])]
        self.roles, self.outputs = value["roles"], value["outputs"]
        names = [role["name"] for role in self.roles]
        self.reverse = [names.index(role["reverse"]) for role in self.roles]
        self.same_key = value["same_key"] is True
        if self.same_key:
            self._check_keys()
        self.types = {_frozen(each) for each in value["types"]}
        self.initial = {_frozen(each) for each in value["initial"]}
        self.kinds: dict[tuple, set[int]] = defaultdict(set)
        for node, some in value["kinds"]:
            self.kinds[tuple(node)] |= set(some)
        self.rows: dict[tuple, list[set]] = {}
        for receiver, arc, sender, _, role in self.types:
            known = self.rows.setdefault(receiver, [set() for _ in self.roles])
            known[role].add((sender, arc))
        for receiver, arc, sender, reverse, role in self.types:
            if self.loops(role) and not (receiver == sender and arc == reverse == receiver[2:]):
                raise MalformedError("a self-loop disagrees with its node")

    def _check_keys(self) -> None:
        one, other = (machine.key for machine in self.machines)
        if (one["key"] is None) != (other["key"] is None):
            raise MalformedError("same_key: one head compares a scalar and the other does not")
        if one["key"] is not None:
            starts = [
                machine.scalars[head["key"]]["start"]
                for machine, head in zip(self.machines, (one, other), strict=True)
            ]
            if one["prefer"] != other["prefer"] or starts != ["input", "input"]:
                raise MalformedError("same_key: the heads compare different things")

    def loops(self, role: int) -> bool:
        """Whether the arcs of a role are self-loops."""
        return self.roles[role]["multiplicity"] == "self"

    def needed(self, kind: int) -> list[int]:
        """The roles of which a row of this kind holds exactly one arc."""
        return [
            number
            for number, role in enumerate(self.roles)
            if role["multiplicity"] in ("self", "one") and role["receivers"] in (None, kind)
        ]

    def hearings(self, node: tuple) -> Iterator[tuple]:
        """What the two heads of a node may hear."""
        both = [[*self.machines[side].order[node[side]], SILENCE] for side in (0, 1)]
        return product(*both)

    def possible(self, node: tuple, heard: tuple) -> list[set]:
        """By role: the classes beside which exactly this is heard."""
        earlier = []
        for side in (0, 1):
            order = self.machines[side].order[node[side]]
            end = len(order) if heard[side] == SILENCE else order.index(heard[side])
            earlier.append(set(order[:end]))
        return [
            {
                each
                for each in some
                if all(seen(each, side) not in earlier[side] for side in (0, 1))
            }
            for some in self.rows[node]
        ]

    def ways(self, node: tuple, own: tuple, role: int) -> set[tuple]:
        """(what is heard, bits of this arc, next joint state), whatever else is in the row."""
        found = set()
        for heard in self.hearings(node):
            by_role = self.possible(node, heard)
            if own not in by_role[role]:
                continue
            if not any(
                all(by_role[each] for each in self.needed(kind) if each != role)
                for kind in self.kinds[node]
            ):
                continue
            crowd = [
                each
                for number, some in enumerate(by_role)
                if not self.loops(number)
                and (number != role or self.roles[number]["multiplicity"] == "any")
                for each in some
            ]
            loop = (node, node[2:])
            cast = {ME: [own], MYSELF: [], SOMEBODY: crowd}
            if not self.loops(role):
                cast[MYSELF] = [loop]
            for who in product((ME, MYSELF, SOMEBODY, NOBODY), repeat=2):
                if self.together(cast, heard, who):
                    mine = tuple(int(each == ME) for each in who)
                    at_loop = (
                        mine if self.loops(role) else tuple(int(each == MYSELF) for each in who)
                    )
                    found.add((heard, mine, self.next_node(node, heard, at_loop)))
        return found

    def together(self, cast: dict, heard: tuple, who: tuple) -> bool:
        """Whether both programs can hear such arcs in one row."""
        if any((heard[side] == SILENCE) != (who[side] == NOBODY) for side in (0, 1)):
            return False
        some = [
            [each for each in cast.get(who[side], []) if seen(each, side) == heard[side]]
            for side in (0, 1)
        ]
        if NOBODY in who:
            return all(some[side] or who[side] == NOBODY for side in (0, 1))
        for one, other in product(*some):
            both_in_both = seen(one, 1) == heard[1] and seen(other, 0) == heard[0]
            if not self.same_key or not both_in_both or (who[0] == who[1] and one == other):
                return True
        return False

    def next_node(self, node: tuple, heard: tuple, bits: tuple) -> tuple:
        """The next states of a node and of its self-loop."""
        states = [self.machines[side].node(node[side], heard[side]) for side in (0, 1)]
        arcs = [
            self.machines[side].arc(
                node[2 + side], node[side], node[side], node[2 + side], (bits[side],) * 2
            )
            for side in (0, 1)
        ]
        return (*states, *arcs)

    def meetings(self, each: tuple) -> list[tuple]:
        """Every pair of ways in which the two ends of an arc may hear."""
        receiver, arc, sender, reverse, role = each
        forth = self.ways(receiver, (sender, arc), role)
        if self.loops(role):
            return [(way, way) for way in forth]
        return list(product(forth, self.ways(sender, (receiver, reverse), self.reverse[role])))

    def next_type(self, each: tuple, meeting: tuple) -> tuple:
        """What one step makes of an arc."""
        receiver, arc, sender, reverse, role = each
        (_, forth, one), (_, back, other) = meeting
        arcs, reverses = [], []
        for side, machine in enumerate(self.machines):
            one_end, other_end = receiver[side], sender[side]
            bits = forth[side], back[side]
            arcs.append(machine.arc(arc[side], one_end, other_end, reverse[side], bits))
            reverses.append(
                machine.arc(reverse[side], other_end, one_end, arc[side], bits[::-1])
            )
        return (one, tuple(arcs), other, tuple(reverses), role)

    def violations(self) -> list[str]:
        """What is wrong."""
        if not self.initial or not self.outputs:
            return ["there is nothing to prove"]
        if not self.initial <= self.types:
            return ["an initial type is missing among the types"]
        begun = {each[0] for each in self.initial}
        if not all(self.kinds[node] for node in begun):
            return ["a node that begins has no kind"]
        steps = self._closed()
        if isinstance(steps, str):
            return [steps]
        found = [] if self._ends(steps) else ["a type may come back: rest is not shown"]
        return found + self._disagreements()

    def _closed(self) -> dict[tuple, set] | str:
        while True:
            steps: dict[tuple, set] = {}
            grown = False
            self.met = {each: self.meetings(each) for each in self.types}
            for each, met in self.met.items():
                steps[each] = {self.next_type(each, meeting) for meeting in met}
                if not steps[each] <= self.types:
                    return f"a step leads out of the types, from {each}"
                for new in steps[each]:
                    grown |= not self.kinds[each[0]] <= self.kinds[new[0]]
                    self.kinds[new[0]] |= self.kinds[each[0]]
            if not grown:
                return steps

    def _ends(self, steps: dict[tuple, set]) -> bool:
        left = {each: {new for new in some if new != each} for each, some in steps.items()}
        while left:
            done = [each for each, some in left.items() if not some & left.keys()]
            if not done:
                return False
            for each in done:
                del left[each]
        return True

    def _witnesses(self) -> dict[tuple, set | None]:
        """By joint state: types of which every row holds one; None: unknown (Lemma 5)."""
        seen_at: dict[tuple, list[tuple]] = defaultdict(list)
        for each, met in self.met.items():
            for one, other in met:
                mine, yours = (each[0], one[0], one[2]), (each[2], other[0], other[2])
                seen_at[mine].append((each, self.next_type(each, (one, other)), one[1], yours))
        known: dict[tuple, set | None] = {each[0]: None for each in self.initial}
        while True:
            moves = self._moves(seen_at, known)
            more = dict(known)
            for move in moves:
                there = [each for each in seen_at[move] if each[3] in moves]
                old, found = more.get(move[2], set()), self._held_after(move, known, there)
                more[move[2]] = None if old is None or found is None else old | found
            if more == known:
                return known
            known = more

    def _moves(self, seen_at: dict, known: dict) -> set[tuple]:
        """The largest set of moves that find what they hear, and their witness, in the set."""
        moves = {move for move in seen_at if move[0] in known}
        while True:
            kept = set()
            for move in moves:
                there = [each for each in seen_at[move] if each[3] in moves]
                hears = all(
                    move[1][side] == SILENCE or any(each[2][side] for each in there)
                    for side in (0, 1)
                )
                witness = known[move[0]]
                if hears and (witness is None or any(each[0] in witness for each in there)):
                    kept.add(move)
            if kept == moves:
                return moves
            moves = kept

    def _held_after(self, move: tuple, known: dict, there: list[tuple]) -> set | None:
        """Types of which a row holds one after a move."""
        node, heard, becomes = move
        sides = [side for side in (0, 1) if heard[side] != SILENCE]
        for side in sides:
            if node[side] != becomes[side]:
                return {each[1] for each in there if each[2][side]}
        if known[node] is not None:
            return {each[1] for each in there if each[0] in known[node]}
        return {each[1] for each in there if each[2][sides[0]]} if sides else None

    def _disagreements(self) -> list[str]:
        witness = self._witnesses()
        still = {
            each: [meeting for meeting in met if self.next_type(each, meeting) == each]
            for each, met in self.met.items()
        }
        rows = {
            (node, kind, heard)
            for node in self.rows
            if node in witness
            for kind in self.kinds[node]
            for heard in self.hearings(node)
        }
        while True:
            alive = {(node, heard) for node, _, heard in rows}
            held = {row: self._held(row, still, alive) for row in rows}
            fewer = {row for row in rows if self._is_row(row, held[row], witness[row[0]])}
            if fewer == rows:
                break
            rows = fewer
        found, compared = [], 0
        for row in rows:
            for name, kind in self.outputs.items():
                if kind == row[1]:
                    compared += 1
                    if not self._same(name, row[0], held[row]):
                        found.append(f"{name} may differ at a node at rest in {row[0]}")
        return found if compared else ["no row at rest was compared"]

    def _held(self, row: tuple, still: dict, alive: set) -> set[tuple]:
        """(type, bits) of the arcs that a row at rest may hold."""
        node, kind, heard = row
        return {
            (each, one[1])
            for each, met in still.items()
            if each[0] == node and self.roles[each[4]]["receivers"] in (None, kind)
            for one, other in met
            if one[0] == heard and (each[2], other[0]) in alive
        }

    def _is_row(self, row: tuple, held: set[tuple], witness: set | None) -> bool:
        _, kind, heard = row
        roles = {each[4] for each, _ in held}
        return (
            all(role in roles for role in self.needed(kind))
            and (witness is None or any(each in witness for each, _ in held))
            and all(
                heard[side] == SILENCE or any(bits[side] for _, bits in held) for side in (0, 1)
            )
        )

    def _same(self, name: str, node: tuple, held: set[tuple]) -> bool:
        both = [machine.readouts[name] for machine in self.machines]
        if all("labels" in each for each in both):
            return both[0]["place"] == both[1]["place"] == "node" and (
                both[0]["labels"][node[0]] == both[1]["labels"][node[1]]
            )
        if not all("pointer" in each for each in both):
            return False
        places = {
            (
                both[0]["pointer"][each[1][0]][int(self.loops(each[4]))],
                both[1]["pointer"][each[1][1]][int(self.loops(each[4]))],
                each[4],
            )
            for each, _ in held
        }
        return all(
            sign(one[0] - other[0]) == sign(one[1] - other[1])
            for one, other in combinations(places, 2)
            if one[2] != other[2] or self.roles[one[2]]["multiplicity"] == "any"
        )


def seen(each: tuple, side: int) -> tuple:
    """The class of an arc in one of the programs."""
    sender, arc = each
    return (sender[side], arc[side])


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def _frozen(each: list) -> tuple:
    receiver, arc, sender, reverse, role = each
    parts = (tuple(receiver), tuple(arc), tuple(sender), tuple(reverse))
    if [len(part) for part in parts] != [4, 2, 4, 2] or type(role) is not int:
        raise MalformedError(f"{each} is no joint type")
    return (*parts, role)


def violations(value: dict[str, Any]) -> list[str]:
    """What is wrong with a certificate of equal outputs; nothing if it is proved."""
    missing = [key for key in KEYS if key not in value]
    if missing:
        return [f"it lacks {', '.join(missing)}"]
    try:
        return Checked(value).violations()
    except (MalformedError, KeyError, IndexError, TypeError, ValueError) as error:
        return [f"it is ill-formed: {error!r}"]
