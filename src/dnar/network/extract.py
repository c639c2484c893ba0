"""Extraction: the network as a finite program, with its margins (paper, Section 5).

Only what the rules can reach is listed: the classes that can stand in a receiver's rows, what
the network can hear there, and the arc types with every way in which they can be heard. Each
entry is computed by the local functions that the forward pass calls; nothing is modelled anew.
"""

import copy
import hashlib
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
import torch
from jaxtyping import Float, Int, Int64
from torch import Tensor

from dnar.machine import (
    SIGNS,
    SILENCE,
    ArcCase,
    Cases,
    Entry,
    Gap,
    NodeCase,
    Numerics,
    Op,
    Place,
    Program,
    Reachable,
    Task,
    Term,
    arc_cases,
    collect_cases,
    reachable_types,
)
from dnar.machine.cover import cover
from dnar.machine.vocabulary import NOTHING, ArcClass
from dnar.network.gates import gate_logits
from dnar.network.network import Network, in_double
from dnar.network.readout import readouts_of
from dnar.network.step import heard_arc_logits, heard_node_logits

UNIT = 2.0**-53
"""The largest relative error of one float64 operation: networks run in double precision."""

CHUNK = 65536
"""Cases whose logits are computed at a time."""

CaseNumbers = Int64[np.ndarray, "cases columns"]
"""A row per case: of nodes the state and the class heard per head (-1: nothing), of arcs the
states of arc, receiver, sender and reverse, and the bits of heads that hear it each way."""


@dataclass(frozen=True)
class Extraction:
    """A network's program and how clearly each of its entries was decided."""

    program: Program
    numerics: Numerics


_KNOWN: WeakKeyDictionary[Network, tuple[Task, bytes, Extraction]] = WeakKeyDictionary()
"""The last extraction from each network, with its task and the digest of its weights."""


def extracted(network: Network, task: Task) -> Extraction:
    """As `extract`, which is called again only if a weight of the network has changed."""
    state = hashlib.blake2b()
    for weights in network.state_dict().values():
        state.update(weights.cpu().contiguous().numpy().tobytes())
    known = _KNOWN.get(network)
    if known is None or known[0] is not task or known[1] != state.digest():
        known = _KNOWN[network] = task, state.digest(), extract(network, task)
    return known[2]


def extract(network: Network, task: Task) -> Extraction:
    """The program that a network of this task runs, as far as the task's rules can reach."""
    reachable = reachable_types(task)
    with torch.no_grad():
        reader = _Reader(in_double(network).cpu())
        orders = _orders(reader, reachable)
        program = replace(
            task.program, orders=orders.entries, node_cases=(), arc_cases=(), ops=()
        )
        heard = Numerics(orders.scores, orders.errors, {}, {}, {}, {})
        cases = collect_cases(reachable, program, heard)
        nodes = _decisions(reader, Place.NODE, _node_numbers(cases), task.program)
        arcs = _decisions(reader, Place.ARC, _arc_numbers(reachable, cases), task.program)
        ops, gates = _ops(reader, reachable)
        program = replace(
            program,
            node_cases=tuple(_node_cases(nodes, program)),
            arc_cases=tuple(_arc_cases(arcs, program)),
            ops=ops,
            readouts=readouts_of(reader.network),
        )
        numerics = replace(
            heard,
            # Whether something is heard at all is decided with every case of its state.
            node={
                _node_key(each, program): min(
                    each.gap, orders.silence.get(each.numbers[0], each.gap), key=_clearness
                )
                for each in nodes
            },
            arc={(*each.numbers, each.signs): each.gap for each in arcs},
            gates=gates,
            readouts=_readout_gaps(reader),
        )
    return Extraction(program, numerics)


class _Reader:
    """A network and a second one whose weights are the sizes of its weights.

    The numbers of the second bound all partial sums of the first, and so what rounding does.
    """

    def __init__(self, network: Network) -> None:
        self.network, self.bound = network, copy.deepcopy(network)
        for weight in self.bound.parameters():
            weight.copy_(weight.abs())
        self.tables, self.bound_tables = self.network.tables(), self.bound.tables()
        self.error = _relative_error(network)

    def logits(
        self, place: Place, case: Int[Tensor, "cases columns"], sign: Int[Tensor, "cases signs"]
    ) -> tuple[Float[Tensor, "cases states"], Float[Tensor, "cases states"]]:
        """The logits of local cases, and what rounding could do to each."""
        found = []
        for network, tables in (
            (self.network, self.tables),
            (self.bound, self.bound_tables),
        ):
            if place is Place.NODE:
                logits = heard_node_logits(network, tables, case[:, 0], case[:, 1:], sign)
            else:
                logits = heard_arc_logits(network, tables, case, sign)
            found.append(logits.double())
        return found[0], self.error * found[1]


def _relative_error(network: Network) -> float:
    """What rounding can do to a number, in parts of the sum of the sizes of its summands.

    A sum of k products is off by at most k units (Higham's gamma), each layer adds its own.
    The deepest number passes as many layers as the processor says. Four times: both numbers of
    a comparison, here and on another machine.
    """
    sizes = network.processor.sizes
    signs = max(sizes.node_signs, sizes.arc_signs)
    depth = network.processor.depth
    layers = depth * (sizes.hidden + 2) + 4 * (sizes.heads + 2) + signs
    return 4 * layers * UNIT / (1 - layers * UNIT)


@dataclass(frozen=True)
class _Orders:
    """By head and receiver state: what is listened for, the scores, and their errors."""

    entries: dict[tuple[int, int], tuple[Entry, ...]]
    scores: dict[tuple[int, int], tuple[float, ...]]
    errors: dict[tuple[int, int], float]
    silence: dict[int, Gap]
    """By receiver state: how clearly it is decided between something and nothing."""


def _orders(reader: _Reader, reachable: Reachable) -> _Orders:
    """By falling score what each receiver can find in its rows and hears before nothing."""
    score, bound = reader.tables.score.double(), reader.bound_tables.score.double()
    nothing = reader.tables.nothing.double()
    found = _Orders({}, {}, {}, {})
    for state in range(reader.network.signature.node_states):
        entries = _entries(reachable, state)
        if not entries:
            continue
        sender, arc, best = (torch.tensor(column) for column in zip(*entries, strict=True))
        for head in range(len(reader.network.signature.heads)):
            own = score[head, state, sender, arc, best.long()]
            falling = torch.argsort(own, descending=True, stable=True)
            falling = falling[own[falling] > nothing[head, state]].tolist()
            most = bound[head, state, sender, arc, best.long()].max()
            if reader.network.signature.hears_nothing:
                most = torch.maximum(most, reader.bound_tables.nothing[head, state].double())
            error = float(reader.error * most)
            found.entries[head, state] = tuple(entries[at] for at in falling)
            found.scores[head, state] = tuple(own[falling].tolist())
            found.errors[head, state] = error
            gap = Gap(float((own - nothing[head, state]).abs().min()), error)
            found.silence[state] = min(gap, found.silence.get(state, gap), key=_clearness)
    return found


def _clearness(gap: Gap) -> float:
    return gap.gap - gap.error


def _entries(reachable: Reachable, state: int) -> list[Entry]:
    """What a row of a node in this state can hold; a class that can repeat has others."""
    found: dict[Entry, None] = {}
    for shape in reachable.rows(state):
        several = set(shape.any_number)
        single: set[ArcClass] = set()
        for slot in (*shape.fixed, *shape.optional):
            classes = {each for _, each in slot}
            several |= classes & single
            single |= classes
        for each in sorted(several | single):
            found[Entry(*each)] = None
            if each in several:
                found[Entry(*each, best=False)] = None
    return sorted(found)


def _node_numbers(cases: Cases) -> CaseNumbers:
    """What the network can hear, by state."""
    rows = {
        (state, *(entry if entry == SILENCE else entry // 2 for entry in hearing.by_program))
        for state, hearings in cases.hearings.items()
        for hearing in hearings
    }
    return _array(rows)


def _arc_numbers(reachable: Reachable, cases: Cases) -> CaseNumbers:
    """Every reachable arc with every way in which the network's heads can hear it."""
    rows = {
        (each.arc, each.receiver, each.sender, each.reverse, forth, back)
        for each in reachable.types
        for (_, forth), (_, back) in arc_cases(reachable, each, cases)
    }
    return _array(rows)


def _array(rows: Iterable[tuple[int, ...]]) -> CaseNumbers:
    return np.array(sorted(rows), dtype=np.int64)


@dataclass(frozen=True)
class _Decision:
    """One local case, what becomes of it, and how clearly. Signs that are not read are 0."""

    numbers: tuple[int, ...]
    signs: tuple[int, ...]
    becomes: int
    gap: Gap


def _decisions(
    reader: _Reader, place: Place, numbers: CaseNumbers, rules: Program
) -> list[_Decision]:
    """What the network makes of these cases, with every sign that it or the rules read."""
    count = len(reader.network.signature.compared(place))
    signs = np.array(list(itertools.product(SIGNS, repeat=count)), dtype=np.int64)
    found = []
    for state in np.unique(numbers[:, 0]).tolist():
        own = numbers[numbers[:, 0] == state]
        becomes, gap, error = _outcomes(reader, place, own, signs.reshape(3**count, count))
        read = set(rules.read_signs(place, state)) | _read(becomes, count)
        for combination, at in _by_read_signs(count, read):
            # Of the signs that nobody reads, those count that decide least clearly.
            worst = at[(gap - error)[:, at].argmin(1)]
            rows = np.arange(len(own))
            found += [
                _Decision(tuple(case), combination, made, Gap(lead, off))
                for case, made, lead, off in zip(
                    own.tolist(),
                    becomes[:, at[0]].tolist(),
                    gap[rows, worst].tolist(),
                    error[rows, worst].tolist(),
                    strict=True,
                )
            ]
    return found


def _outcomes(
    reader: _Reader, place: Place, numbers: CaseNumbers, signs: Int64[np.ndarray, "some signs"]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Next state, lead and rounding error, by case and combination of signs."""
    parts = []
    step = max(CHUNK // len(signs), 1)
    for begin in range(0, len(numbers), step):
        case = np.repeat(numbers[begin : begin + step], len(signs), 0)
        sign = np.tile(signs, (len(case) // len(signs), 1))
        logits, error = reader.logits(place, torch.from_numpy(case), torch.from_numpy(sign))
        first = logits.argmax(1)
        if logits.shape[1] == 1:
            lead = torch.full((len(case),), torch.inf, dtype=torch.float64)
        else:
            lead = logits.topk(2, dim=1).values.diff(dim=1)[:, 0].neg()
        parts.append([each.numpy() for each in (first, lead, error.amax(1))])
    first, lead, error = (
        np.concatenate(part).reshape(len(numbers), -1) for part in zip(*parts, strict=True)
    )
    return first, lead, error


def _read(becomes: Int64[np.ndarray, "cases combinations"], count: int) -> set[int]:
    """The comparisons that some outcome depends on."""
    table = becomes.reshape(len(becomes), *[3] * count)
    return {at for at in range(count) if (table != table.take([0], axis=1 + at)).any()}


def _by_read_signs(
    count: int, read: set[int]
) -> Iterable[tuple[tuple[int, ...], Int64[np.ndarray, " some"]]]:
    """Per combination of the signs that are read: the numbers of the combinations with it."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, signs in enumerate(itertools.product(SIGNS, repeat=count)):
        kept = tuple(sign if at in read else 0 for at, sign in enumerate(signs))
        groups.setdefault(kept, []).append(number)
    return ((signs, np.array(some)) for signs, some in groups.items())


def _class(program: Program, number: int) -> ArcClass:
    if number == SILENCE:
        return NOTHING
    return ArcClass(*divmod(number, len(program.arc_states)))


def _node_key(
    decision: _Decision, program: Program
) -> tuple[int, tuple[ArcClass, ...], tuple[int, ...]]:
    state, *told = decision.numbers
    return state, tuple(_class(program, each) for each in told), decision.signs


def _node_cases(decisions: list[_Decision], program: Program) -> Iterable[NodeCase]:
    """The cases of all node states, as few boxes."""
    heads = len(program.heads)
    known: dict[int, dict[tuple, int]] = {}
    for each in decisions:
        state, told, signs = _node_key(each, program)
        known.setdefault(state, {})[(*told, *signs)] = each.becomes
    for state, outcomes in known.items():
        for box, becomes in cover(outcomes, state):
            yield NodeCase(state, becomes, box[:heads], box[heads:])


def _arc_cases(decisions: list[_Decision], program: Program) -> Iterable[ArcCase]:
    """The cases of all arc states, as few boxes."""
    heads = len(program.heads)
    known: dict[int, dict[tuple, int]] = {}
    for each in decisions:
        state, *ends, forth, back = each.numbers
        bits = [bool(some >> head & 1) for some in (forth, back) for head in range(heads)]
        known.setdefault(state, {})[(*ends, *bits, *each.signs)] = each.becomes
    for state, outcomes in known.items():
        for box, becomes in cover(outcomes, state):
            receiver, sender, reverse, *rest = box
            flags = tuple(_flag(some) for some in rest[: 2 * heads])
            signs = tuple(rest[2 * heads :])
            yield ArcCase(
                state,
                becomes,
                receiver,
                sender,
                reverse,
                flags[:heads],
                flags[heads:],
                signs,
            )


def _flag(some: frozenset[bool] | None) -> bool | None:
    return None if some is None or len(some) != 1 else next(iter(some))


def _ops(
    reader: _Reader, reachable: Reachable
) -> tuple[tuple[Op, ...], dict[str, tuple[Gap, ...]]]:
    """The open gates of every scalar in the order of a step; and how clearly each is decided.

    Gates of states that the rules cannot reach are left out.
    """
    signature = reader.network.signature
    states = {
        Place.NODE: sorted(set().union(*reachable.kinds.values())),
        Place.ARC: sorted({each.arc for each in reachable.types}),
    }
    bounds = gate_logits(reader.bound_tables, signature)
    ops, gaps = [], {}
    for name, logits in gate_logits(reader.tables, signature).items():
        widths = signature.widths(name)
        parts = zip(logits.split(widths), bounds[name].split(widths), strict=True)
        terms: list[Term] = []
        gaps[name] = ()
        for candidate, (gate, bound) in zip(signature.candidates_of(name), parts, strict=True):
            some = states[candidate.place]
            open_at = frozenset(state for state in some if gate[state] > 0)
            if open_at:
                terms.append(replace(candidate.term, when=open_at))
            gaps[name] += tuple(
                Gap(abs(float(gate[state])), reader.error * float(bound[state]))
                for state in some
            )
        ops.append(Op(name, tuple(terms)))
    return tuple(ops), gaps


def _readout_gaps(reader: _Reader) -> dict[str, Mapping[tuple[int, ...], Gap]]:
    """Of pointers the distance to the nearest other place, of labels the lead of the label."""
    found: dict[str, Mapping[tuple[int, ...], Gap]] = {}
    pointer, bound = reader.network.pointer_logits(), reader.bound.pointer_logits()
    for number, name in enumerate(reader.network.outputs.pointers):
        flat, size = pointer[:, number].double().flatten(), bound[:, number].double().flatten()
        distance = (flat[:, None] - flat[None, :]).abs()
        distance.fill_diagonal_(torch.inf)
        found[name] = {
            divmod(at, 2): Gap(near, reader.error * off)
            for at, (near, off) in enumerate(
                zip(distance.amin(1).tolist(), size.tolist(), strict=True)
            )
        }
    bounds = reader.bound.label_logits()
    for name, logits in reader.network.label_logits().items():
        lead = torch.full((len(logits),), torch.inf, dtype=torch.float64)
        if logits.shape[1] > 1:
            lead = logits.double().topk(2, dim=1).values.diff(dim=1)[:, 0].neg()
        sizes = bounds[name].double().amax(1).tolist()
        found[name] = {
            (state,): Gap(gap, reader.error * size)
            for state, (gap, size) in enumerate(zip(lead.tolist(), sizes, strict=True))
        }
    return found
