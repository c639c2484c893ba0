"""Equal outputs: two programs whose states and timing may differ (docs/proof.md).

Both run side by side. If no joint arc type can return, both come to rest; if the outputs agree
in every row that can be at rest in both, they agree on every instance of every size.
"""

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    NOTHING,
    ArcClass,
    Instance,
    Labels,
    Multiplicity,
    Place,
    PointerOrder,
    Program,
    Role,
    Start,
    Task,
    smallest_problems,
)
from dnar.verify.counterexample import Counterexample
from dnar.verify.output_search import OutputSearch
from dnar.verify.product import JointType, Node, Pair, Product, Way, fixed_roles
from dnar.verify.verify import Verdict
from dnar.verify.witness import Witnesses, witnesses

MOST_TYPES = 4000
"""Joint types beyond which the product is given up."""


@dataclass(frozen=True)
class OutputResult:
    """The verdict on two programs, and what stands behind it."""

    verdict: Verdict
    reasons: tuple[str, ...]
    """Why it is not proved."""
    obligations: int
    """How many rows at rest were compared."""
    counterexample: Counterexample | None
    product: Product | None
    """The joint types, if they were computed."""
    initial: frozenset[JointType]
    seconds: float


def same_outputs(
    reference: Task,
    found: Task,
    program: Program | None = None,
    *,
    search: OutputSearch | None = None,
) -> OutputResult:
    """Whether two programs have the same outputs on every problem of the second task.

    Args:
        reference: Its rules are compared with.
        found: Its problems are what is asked; the reference must take them too.
        program: The program in terms of the second task; by default that task's rules.
        search: Where to look for counterexamples, if one is at hand.

    Raises:
        InputError: the tasks do not have the same outputs by name and kind.
    """
    began = time.perf_counter()
    _check_outputs(reference, found)
    program = program or found.program
    reasons = list(dict.fromkeys([*_beyond(reference), *_beyond(found, program)]))
    product, initial, obligations = None, frozenset(), 0
    if not reasons:
        start = joint_start(reference, found)
        initial = start.initial
        product = Product(
            (reference.program, program), start.roles, start.same_key, start.kinds
        )
        if product.close(initial, MOST_TYPES):
            reasons += returning(product)
            known = witnesses(product, initial)
            blocked, obligations = check_rest(product, outputs_of(reference, program), known)
            reasons += blocked
        else:
            reasons.append(f"there are more than {MOST_TYPES} joint types")
    counterexample = None
    if reasons:
        counterexample = (search or OutputSearch(reference, found)).find(program)
    verdict = Verdict.PROVED
    if reasons:
        verdict = Verdict.OPEN if counterexample is None else Verdict.REFUTED
    return OutputResult(
        verdict,
        tuple(reasons),
        obligations,
        counterexample,
        product,
        frozenset(initial),
        time.perf_counter() - began,
    )


def _check_outputs(reference: Task, found: Task) -> None:
    kinds = [
        {name: type(each).__name__ for name, each in task.decoders.items()}
        for task in (reference, found)
    ]
    if kinds[0] != kinds[1]:
        raise InputError(f"the outputs must be the same: {kinds[0]} and {kinds[1]}")


def _beyond(task: Task, program: Program | None = None) -> Iterator[str]:
    """What the product does not follow."""
    program = program or task.program
    if len(program.heads) != 1:
        yield f"{len(program.heads)} heads: the product follows programs with one"
    if program.comparisons:
        yield "signs of comparisons are not followed"
    if any(scalar.start is Start.STREAM for scalar in program.scalars):
        yield "the order of random numbers in different steps is not followed"
    if program.ops:
        yield "scalars that change are not followed"
    if any(not entry.best for order in program.orders.values() for entry in order):
        yield "arcs that a rival beats are heard"
    if any(output.scalar_uses() for output in task.decoders.values()):
        yield "outputs that are scalars are not followed"


@dataclass(frozen=True)
class JointStart:
    """How both programs begin."""

    roles: tuple[Role, ...]
    initial: frozenset[JointType]
    kinds: Mapping[Node, set[int]]
    same_key: bool


def joint_start(reference: Task, found: Task) -> JointStart:
    """The joint types of step zero.

    Raises:
        InputError: the two lay a problem out differently.
    """
    roles: tuple[Role, ...] = ()
    initial: set[JointType] = set()
    kinds: dict[Node, set[int]] = {}
    same_key = _alike(reference.program, found.program)
    for problem in smallest_problems(found):
        one, other = reference.encode(problem), found.encode(problem)
        _check_layout(one, other)
        roles = one.roles
        arcs = list(zip(one.arc_state.tolist(), other.arc_state.tolist(), strict=True))
        loops = np.flatnonzero(one.receiver == one.sender)
        if not np.array_equal(one.receiver[loops], np.arange(one.node_count)):
            raise InputError("the product needs exactly one self-loop at every node")
        nodes = [
            (*states, *arcs[loop])
            for states, loop in zip(
                zip(one.node_state.tolist(), other.node_state.tolist(), strict=True),
                loops.tolist(),
                strict=True,
            )
        ]
        for pair, kind in zip(nodes, one.node_kind.tolist(), strict=True):
            kinds.setdefault(pair, set()).add(kind)
        for arc, (receiver, sender, reverse, role) in enumerate(
            zip(
                one.receiver.tolist(),
                one.sender.tolist(),
                one.reverse_arc.tolist(),
                one.role.tolist(),
                strict=True,
            )
        ):
            initial.add(
                JointType(nodes[receiver], arcs[arc], nodes[sender], arcs[reverse], role)
            )
        same_key = same_key and _same_keys(reference, found, one, other)
    return JointStart(roles, frozenset(initial), kinds, same_key)


def _check_layout(one: Instance, other: Instance) -> None:
    for name in ("node_kind", "receiver", "sender", "reverse_arc", "role"):
        if not np.array_equal(getattr(one, name), getattr(other, name)):
            raise InputError("the two tasks lay a problem out differently: nothing to compare")
    if one.roles != other.roles:
        raise InputError("the two tasks lay a problem out with different roles")


def _alike(reference: Program, found: Program) -> bool:
    """Whether both heads compare in the same direction, or by index alone."""
    if len(reference.heads) != 1 or len(found.heads) != 1:
        return False
    one, other = reference.heads[0], found.heads[0]
    if (one.key is None) != (other.key is None):
        return False
    if one.key is None or other.key is None:
        return True
    places = {reference.scalar(one.key).place, found.scalar(other.key).place}
    return one.prefer is other.prefer and len(places) == 1


def _same_keys(reference: Task, found: Task, one: Instance, other: Instance) -> bool:
    """Whether the compared numbers are given, and the same in both."""
    keys = [task.program.heads[0].key for task in (reference, found)]
    if keys[0] is None or keys[1] is None:
        return True
    values = []
    for task, key, instance in zip((reference, found), keys, (one, other), strict=True):
        if task.program.scalar(str(key)).start is not Start.INPUT:
            return False
        place = task.program.scalar(str(key)).place
        scalars = instance.node_scalars if place is Place.NODE else instance.arc_scalars
        values.append(scalars[str(key)])
    return bool(np.array_equal(*values))


def returning(product: Product) -> list[str]:
    """Why a run might not come to rest: a joint type that changes and can come back."""
    steps = {
        each: [new for new in found if new != each]
        for each, found in product.transitions.items()
    }
    waiting = {each: len(found) for each, found in steps.items()}
    before: dict[JointType, list[JointType]] = {}
    for each, found in steps.items():
        for new in found:
            before.setdefault(new, []).append(each)
    free = [each for each, count in waiting.items() if count == 0]
    removed = 0
    while free:
        each = free.pop()
        removed += 1
        for earlier in before.get(each, ()):
            waiting[earlier] -= 1
            if waiting[earlier] == 0:
                free.append(earlier)
    if removed == len(steps):
        return []
    return [f"{len(steps) - removed} joint types may return: it is not shown that both rest"]


@dataclass(frozen=True)
class JointOutput:
    """An output, as both programs read it."""

    name: str
    kind: int
    readouts: tuple[PointerOrder | Labels, PointerOrder | Labels]


def outputs_of(reference: Task, program: Program) -> list[JointOutput]:
    """The outputs, all of which are read off states."""
    return [
        JointOutput(
            name, int(output.kind), (reference.program.readouts[name], program.readouts[name])
        )
        for name, output in reference.decoders.items()
    ]


Rest = tuple[ArcClass, ArcClass]
"""What a node at rest hears in both programs."""


class _Rests:
    """The rows that can be at rest in both programs."""

    def __init__(self, product: Product, known: Witnesses) -> None:
        self.product, self.witnesses = product, known
        self.resting: dict[JointType, list[tuple[Way, Way]]] = {
            each: [
                (one, other)
                for one, other in product.encounters(each)
                if one.becomes == each.receiver
                and other.becomes == each.sender
                and product.outcome(each, one, other) == (each.arc, each.reverse)
            ]
            for each in product.types
        }
        self.by_receiver: dict[Node, list[JointType]] = {}
        for each in sorted(product.types):
            self.by_receiver.setdefault(each.receiver, []).append(each)
        self.rows: dict[tuple[Node, int, Rest], None] = {
            (receiver, kind, heard): None
            for receiver in self.by_receiver
            if receiver in known
            for kind in product.kind_of.get(receiver, ())
            for heard in product.hearings(receiver)
        }
        self._shrink()

    def _shrink(self) -> None:
        """Gives up rows that need an arc which no other row at rest can be beside."""
        while True:
            known = {(receiver, heard) for receiver, _, heard in self.rows}
            lost = [row for row in self.rows if not self._exists(row, known)]
            if not lost:
                return
            for row in lost:
                del self.rows[row]

    def _exists(self, row: tuple[Node, int, Rest], known: set[tuple[Node, Rest]]) -> bool:
        receiver, kind, heard = row
        found = list(self.members(row, known))
        for side in (0, 1):
            if heard[side] != NOTHING and not any(way.own[side] for _, way in found):
                return False
        witness = self.witnesses[receiver]
        if witness is not None and not any(each in witness for each, _ in found):
            return False
        roles = {each.role for each, _ in found}
        return all(role in roles for role in fixed_roles(self.product.roles, kind))

    def members(
        self, row: tuple[Node, int, Rest], known: set[tuple[Node, Rest]] | None = None
    ) -> Iterator[tuple[JointType, Way]]:
        """The types that such a row can hold, each with how its receiver hears it."""
        receiver, kind, heard = row
        if known is None:
            known = {(each, some) for each, _, some in self.rows}
        for each in self.by_receiver.get(receiver, ()):
            if self.product.roles[each.role].receivers not in (None, kind):
                continue
            ways = {
                one
                for one, other in self.resting[each]
                if one.heard == heard and (each.sender, other.heard) in known
            }
            yield from ((each, way) for way in sorted(ways))


def check_rest(
    product: Product, outputs: list[JointOutput], known: Witnesses
) -> tuple[list[str], int]:
    """Where outputs may differ at rest, and how many rows were compared."""
    rests = _Rests(product, known)
    blocked, compared = [], 0
    for row in rests.rows:
        receiver, kind, _ = row
        for output in outputs:
            if output.kind != kind:
                continue
            compared += 1
            held = {(each.arc, each.role) for each, _ in rests.members(row)}
            if not _agrees(output, receiver, held, product.roles):
                names = [
                    program.node_states[state]
                    for program, state in zip(product.programs, receiver[:2], strict=True)
                ]
                blocked.append(
                    f"{output.name} may differ at a node that rests as {names[0]} in the one "
                    f"program and as {names[1]} in the other"
                )
    if not compared:
        blocked.append("no row that can rest was found: nothing to compare")
    return sorted(set(blocked)), compared


def _agrees(
    output: JointOutput,
    receiver: Node,
    held: set[tuple[Pair, int]],
    roles: tuple[Role, ...],
) -> bool:
    """Whether a row at rest gives the same output in both programs."""
    first, second = output.readouts
    if isinstance(first, Labels) and isinstance(second, Labels):
        if first.place is not Place.NODE or second.place is not Place.NODE:
            return False
        return first.labels[receiver[0]] == second.labels[receiver[1]]
    if not isinstance(first, PointerOrder) or not isinstance(second, PointerOrder):
        return False
    places = [
        (
            first.places[arc[0]][roles[role].multiplicity is Multiplicity.SELF],
            second.places[arc[1]][roles[role].multiplicity is Multiplicity.SELF],
            role,
        )
        for arc, role in held
    ]
    return all(
        _sign(one[0] - other[0]) == _sign(one[1] - other[1])
        for one, other in itertools.combinations(places, 2)
        if not (one[2] == other[2] and roles[one[2]].multiplicity is not Multiplicity.ANY)
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
