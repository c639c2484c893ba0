"""The loss of the scalars: mean squared error over every node, arc, step and graph.

Gates enter ScalarUpdate (eq. 2) linearly: a prediction is features times gates. So the sum of
squared errors is a quadratic form in the gates, and the loss over millions of transitions costs
no more than that over one. The form is summed up per **context**, the states that decide a
scalar's gates together, so that it stays small whatever the number of states.

Beside the transitions of the training graphs, enumerated contexts are learned: what the rules
make of generic numbers in every state that they can reach. There every gate makes a difference,
also one whose scalar happened to be zero on all training graphs.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float, Float64, Int64
from torch import Tensor

from dnar.machine import (
    FUNCTIONS,
    UNHEARD,
    Gate,
    Heard,
    Instance,
    Place,
    Reachable,
    Snapshot,
    Term,
    Trajectory,
    select,
)
from dnar.network import Candidate, Signature, opened

GENERIC = 4096
"""Generic numbers over which the products of features are averaged."""

SMALLEST_INC, LARGEST_INC = 0.1, 10.0
"""Constants beyond these are taken for these, among generic numbers."""


@dataclass(frozen=True)
class ScalarFit:
    """Squared errors of one scalar as a function of its flat gates g, summed over contexts.

    A context's error is f'Gf - 2f'b + c, where f are the gates that it uses.
    """

    index: Int64[np.ndarray, "contexts columns"]
    """Which gates each context uses."""
    gram: Float64[np.ndarray, "contexts columns columns"]
    cross: Float64[np.ndarray, "contexts columns"]
    square: Float64[np.ndarray, " contexts"]
    observed: int
    """Contexts of the training graphs; the others, if there are any, are enumerated."""

    def loss(self, gates: Float[Tensor, " gates"]) -> Float[Tensor, ""]:
        """The mean squared errors of enumerated contexts, or else of observed ones.

        On generic numbers all gates are learned equally fast. Observed errors are relative to
        the mean square of their state's targets.
        """
        errors = self._errors(gates)
        return errors[self.observed :].sum() if self.observed < len(errors) else errors.sum()

    def _errors(self, gates: Float[Tensor, " gates"]) -> Float[Tensor, " contexts"]:
        index, gram, cross, square = (each.to(gates.device) for each in self._tensors)
        used = gates[index]
        products = torch.einsum("tc,tcd,td->t", used, gram, used)
        return products - 2 * (used * cross).sum(1) + square

    @cached_property
    def _tensors(self) -> tuple[Tensor, ...]:
        arrays = (self.index, self.gram, self.cross, self.square)
        return tuple(torch.from_numpy(each) for each in arrays)

    @cached_property
    def used(self) -> Int64[np.ndarray, " some"]:
        """The gates that make a difference in some context."""
        matters = np.diagonal(self.gram, axis1=1, axis2=2) > 0
        return np.unique(self.index[matters])

    def is_exact(self, gates: Float[Tensor, " gates"]) -> bool:
        """Whether these 0-1 gates make no error, up to rounding in the sums."""
        return bool((self._errors(gates).abs() < 1e-10).all())


def fit_scalars(
    signature: Signature, trajectory: Trajectory, reachable: Reachable | None
) -> dict[str, ScalarFit]:
    """The form of every scalar over a whole run; with `reachable`, of every context, too."""
    sums = {name: _Sums(name, signature) for name in signature.updated}
    previous: Snapshot | None = None
    for snapshot in trajectory.snapshots():
        if previous is not None:
            heard = select(trajectory.program, trajectory.instance, previous)
            for name, total in sums.items():
                total.add(trajectory.instance, previous, heard, snapshot.scalars[name])
        previous = snapshot
    if reachable is not None:
        for total in sums.values():
            total.add_generic(reachable)
    return {name: total.fit() for name, total in sums.items()}


class _Sums:
    """The forms of one scalar's contexts.

    The context of an arc's scalar is the states of the arc, its receiver and its sender; it
    has a column per candidate. That of a node's scalar is the node's state; it has a column per
    candidate that this state decides, and one per arc state for each of the others.
    """

    def __init__(self, name: str, signature: Signature) -> None:
        self.name, self.signature = name, signature
        self.at_node = signature.place(name) is Place.NODE
        self.candidates = signature.candidates_of(name)
        self.constants = sum(each.term.gate is Gate.INC for each in self.candidates)
        self.offsets = np.cumsum([0, *signature.widths(name)])[:-1]
        self.forms: dict[tuple[bool, tuple[int, ...]], _Form] = {}

    def _columns(self, context: tuple[int, ...]) -> Int64[np.ndarray, " columns"]:
        found: list[int] = []
        for candidate, offset in zip(self.candidates, self.offsets.tolist(), strict=True):
            if self.at_node and candidate.place is Place.ARC:
                found += range(offset, offset + self.signature.arc_states)
            elif self.at_node:
                found.append(offset + context[0])
            else:
                found.append(offset + context[_decides(candidate)])
        return np.array(found, dtype=np.int64)

    def _form(self, *, generic: bool, context: tuple[int, ...]) -> "_Form":
        key = (generic, context)
        if key not in self.forms:
            columns = self._columns(context)
            size = len(columns)
            self.forms[key] = _Form(
                context[0], columns, np.zeros((size, size)), np.zeros(size), 0.0, 0
            )
        return self.forms[key]

    def add(self, instance: Instance, now: Snapshot, heard: Heard, target: np.ndarray) -> None:
        """Takes in one step."""
        features = np.concatenate(
            [self._features(each, instance, now, heard) for each in self.candidates], axis=1
        )
        if self.at_node:
            states = now.node_state.astype(np.int64)[:, None]
        else:
            ends = now.node_state[instance.receiver], now.node_state[instance.sender]
            states = np.stack([now.arc_state, *ends], axis=1).astype(np.int64)
        order = np.lexsort(states.T)
        ranked = states[order]
        starts = np.flatnonzero(
            np.concatenate([[True], (ranked[1:] != ranked[:-1]).any(1)])[: len(ranked)]
        )
        for begin, end in zip(starts, [*starts[1:], len(order)], strict=True):
            here = order[begin:end]
            part, goal = features[here], target[here]
            form = self._form(generic=False, context=tuple(ranked[begin].tolist()))
            form.gram += part.T @ part
            form.cross += part.T @ goal
            form.square += float(goal @ goal)
            form.count += len(goal)

    def _features(
        self, candidate: Candidate, instance: Instance, now: Snapshot, heard: Heard
    ) -> Float64[np.ndarray, "places columns"]:
        """What an open gate of a candidate would add, at every node or every arc."""
        term, own = candidate.term, now.scalars[self.name]
        match term.gate:
            case Gate.INC:
                found = np.full(len(own), term.number)
            case Gate.KEEP:
                found = own
            case Gate.APPLY:
                parts = [now.scalars[name] for name in term.arguments]
                found = FUNCTIONS[str(term.function)].compute(*parts)
            case Gate.PUSH if self.at_node:
                pushed = np.zeros((len(own), self.signature.arc_states))
                moved = now.scalars[str(term.scalar)]
                np.add.at(pushed, (instance.receiver, now.arc_state), moved)
                return pushed
            case Gate.PUSH:
                found = now.scalars[str(term.scalar)][instance.sender]
            case Gate.TAKE:
                found = now.scalars[str(term.scalar)][instance.receiver]
            case Gate.PULL:
                arcs = heard[str(term.head)]
                moved = now.scalars[str(term.scalar)]
                if self.signature.place(str(term.scalar)) is Place.NODE:
                    moved = moved[instance.sender]
                found = np.where(arcs == UNHEARD, 0.0, moved[np.maximum(arcs, 0)])
        return found[:, None]

    def add_generic(self, reachable: Reachable) -> None:
        """Takes in every reachable context with the rules' operation on generic numbers."""
        moments = self._moments()
        op = reachable.rules.op(self.name)
        opens = {term.value: term.when for term in op.terms}
        contexts: dict[tuple[int, ...], set[int]] = {}
        if self.at_node:
            for states in reachable.kinds.values():
                contexts |= {(state,): set() for state in states}
        for each in reachable.types:
            if self.at_node:
                contexts[each.receiver,].add(each.arc)
            else:
                contexts[each.arc, each.receiver, each.sender] = set()
        for context, arcs in sorted(contexts.items()):
            form = self._form(generic=True, context=context)
            wanted = np.zeros(len(form.columns))
            present = np.ones(len(form.columns))
            at = 0
            for candidate in self.candidates:
                when = opens.get(candidate.term.value, frozenset())
                if self.at_node and candidate.place is Place.ARC:
                    for arc in range(self.signature.arc_states):
                        wanted[at], present[at] = arc in when, arc in arcs
                        at += 1
                    continue
                decides = 0 if self.at_node else _decides(candidate)
                wanted[at] = context[decides] in when
                at += 1
            gram = moments * present[:, None] * present[None, :]
            form.gram += gram
            form.cross += gram @ wanted
            form.square += float(wanted @ gram @ wanted)
            form.count += 1

    def _moments(self) -> Float64[np.ndarray, "columns columns"]:
        """The mean products of a context's features, if all scalars are normal numbers."""
        rng = np.random.default_rng(0)
        drawn: dict[tuple, np.ndarray] = {}

        def normal(*key: object) -> np.ndarray:
            return drawn.setdefault(key, rng.normal(size=GENERIC))

        columns = []
        for candidate in self.candidates:
            columns += self._generic(candidate, normal)
        table = np.stack(columns)
        return table @ table.T / GENERIC

    def _generic(self, candidate: Candidate, normal) -> list[np.ndarray]:
        term: Term = candidate.term
        match term.gate:
            case Gate.INC if self.constants > 1:
                # As numbers, shares of one constant could stand for another.
                return [_moderate(term.number) * normal(Gate.INC, term.number)]
            case Gate.INC:
                return [np.full(GENERIC, _moderate(term.number))]
            case Gate.KEEP:
                return [normal("own", self.name)]
            case Gate.APPLY:
                parts = [normal("own", name) for name in term.arguments]
                return [FUNCTIONS[str(term.function)].compute(*parts)]
            case Gate.PUSH if self.at_node:
                return [
                    normal("push", term.scalar, arc) for arc in range(self.signature.arc_states)
                ]
            case _:
                return [normal(term.gate, term.scalar, term.head)]

    def fit(self) -> ScalarFit:
        """All contexts; errors are relative to the squares of their own state's targets."""
        squares: dict[tuple[bool, int], list[float]] = {}
        for (generic, _), form in self.forms.items():
            total = squares.setdefault((generic, form.own), [0.0, 0.0])
            total[0] += form.square
            total[1] += form.count
        parts = []
        for (generic, _), form in sorted(self.forms.items()):
            square, count = squares[generic, form.own]
            scale = square if square > 0 and not generic else count
            parts.append(
                (form.columns, form.gram / scale, form.cross / scale, form.square / scale)
            )
        observed = sum(not generic for generic, _ in self.forms)
        index, gram, cross, square = (np.array(column) for column in zip(*parts, strict=True))
        return ScalarFit(index, gram, cross, square, observed)


def _moderate(number: float) -> float:
    """A constant of a size beside which errors of other gates still count, and it beside them.

    On generic numbers only the gates matter: a constant like 10^9 would hide all others.
    """
    return math.copysign(min(max(abs(number), SMALLEST_INC), LARGEST_INC), number)


@dataclass
class _Form:
    """Sums over the places of one context, whose scalar's own state is `own`."""

    own: int
    columns: Int64[np.ndarray, " columns"]
    gram: Float64[np.ndarray, "columns columns"]
    cross: Float64[np.ndarray, " columns"]
    square: float
    count: int


def _decides(candidate: Candidate) -> int:
    """Which state of an arc's context decides a candidate: arc, receiver or sender."""
    return {Gate.TAKE: 1, Gate.PUSH: 2}.get(candidate.term.gate, 0)


def scalar_loss(
    fits: dict[str, ScalarFit],
    gates: dict[str, Float[Tensor, " gates"]],
    temperature: float,
    gate_cost: float,
) -> Float[Tensor, ""]:
    """The scalars' errors at this temperature, and a small price for every open gate."""
    total = torch.zeros((), dtype=torch.float64)
    for name, fit in fits.items():
        values = opened(gates[name], temperature)
        total = total.to(values) + fit.loss(values) + gate_cost * values.mean()
    return total
