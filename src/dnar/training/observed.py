"""Observed cases: what the rules did on the training graphs, counted.

All graphs run side by side. At every step each row and each arc gets a fingerprint; equal
fingerprints are equal cases.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64, UInt64
from scipy.sparse import csr_array

from dnar.machine import (
    UNHEARD,
    Gate,
    Heard,
    Instance,
    Place,
    Program,
    Snapshot,
    Trajectory,
    head_keys,
    is_best,
    select,
    signs,
)
from dnar.training.cases import ANYWHERE, NOWHERE, ArcCases, Row, RowCases, Sides, pack_rows


@dataclass(frozen=True)
class Observed:
    """Distinct cases of a set of graphs, and how often each graph shows each of them."""

    rows: RowCases
    arcs: ArcCases
    row_counts: csr_array
    """Graphs x rows."""
    arc_counts: csr_array
    """Graphs x arcs."""


def observe(
    trajectory: Trajectory,
    graph_of_node: Int64[np.ndarray, " nodes"],
    graphs: int,
    most_rivals: int | None,
) -> Observed:
    """The distinct cases of a run of many graphs side by side.

    Rivals beyond `most_rivals` of a class are left out of a row (None: all are kept).
    """
    collector = _Collector(
        trajectory.program, trajectory.instance, graph_of_node, graphs, most_rivals
    )
    snapshots = list(trajectory.snapshots())
    for now, following in zip(snapshots, [*snapshots[1:], snapshots[-1]], strict=True):
        collector.add(now, following)
    return collector.result()


class _Tally:
    """Counts fingerprints per graph and remembers where each was first seen."""

    def __init__(self, graphs: int) -> None:
        self.graphs = graphs
        self.number: dict[int, int] = {}
        self.where: list[tuple[int, int]] = []
        """Step and position of the first of each kind."""
        self.entries: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(self, step: int, prints: np.ndarray, graph: np.ndarray) -> np.ndarray:
        """Takes one step's fingerprints; gives their case numbers."""
        kinds, first, which = np.unique(prints, return_index=True, return_inverse=True)
        numbers = np.empty(len(kinds), dtype=np.int64)
        for at, (kind, position) in enumerate(zip(kinds.tolist(), first.tolist(), strict=True)):
            if kind not in self.number:
                self.number[kind] = len(self.where)
                self.where.append((step, position))
            numbers[at] = self.number[kind]
        pair = graph * len(kinds) + which
        pairs, counts = np.unique(pair, return_counts=True)
        self.entries.append((pairs // len(kinds), numbers[pairs % len(kinds)], counts))
        return numbers[which]

    def matrix(self) -> csr_array:
        graph, case, count = (
            np.concatenate(parts) for parts in zip(*self.entries, strict=True)
        )
        shape = (self.graphs, len(self.where))
        return csr_array((count.astype(np.float64), (graph, case)), shape=shape)


def pulls(program: Program) -> dict[int, set[int]]:
    """By head: the states in which its nodes pull a scalar from what they hear."""
    names = [head.name for head in program.heads]
    found: dict[int, set[int]] = {head: set() for head in range(len(names))}
    for op in program.ops:
        for term in op.terms:
            if term.gate is Gate.PULL:
                found[names.index(str(term.head))] |= term.when
    return found


class _Collector:
    def __init__(
        self,
        program: Program,
        instance: Instance,
        graph_of_node: Int64[np.ndarray, " nodes"],
        graphs: int,
        most_rivals: int | None,
    ) -> None:
        self.program, self.instance, self.most_rivals = program, instance, most_rivals
        self.graph_of_node = graph_of_node
        self.graph_of_arc = graph_of_node[instance.receiver]
        self.row_start = np.searchsorted(instance.receiver, np.arange(instance.node_count + 1))
        self.arc_states = len(program.arc_states)
        classes = len(program.node_states) * self.arc_states
        # Fixed random words: a fingerprint is a sum or product of them modulo 2**64.
        states = len(program.node_states)
        words = np.random.default_rng(0).integers(
            0, 2**63, (classes + states,), dtype=np.uint64
        )
        self.class_word = words[:classes] * np.uint64(2) + np.uint64(1)
        self.state_word = words[classes:] * np.uint64(2) + np.uint64(1)
        self.row_tally, self.arc_tally = _Tally(graphs), _Tally(graphs)
        self.row_parts: list[Row] = []
        self.arc_parts: list[tuple] = []
        self.pulls = pulls(program)

    def add(self, now: Snapshot, following: Snapshot) -> None:
        """Takes in one step of all graphs."""
        instance = self.instance
        klass = now.node_state[instance.sender].astype(np.int64) * self.arc_states
        klass = klass + now.arc_state
        sign = [signs(self.program, place, now) for place in Place]
        row_print = self._row_prints(klass)
        row_print = row_print ^ (
            self.state_word[now.node_state] * np.uint64(0x9E3779B97F4A7C15)
        )
        known = len(self.row_tally.where)
        row_number = self.row_tally.add(
            now.step, _signed(row_print, sign[0]), self.graph_of_node
        )
        if len(self.row_tally.where) > known:
            heard = select(self.program, instance, now) if any(self.pulls.values()) else {}
            for _, node in self.row_tally.where[known:]:
                self.row_parts.append(self._row(node, klass, sign[0], heard, now, following))
        keys = [head_keys(self.program, head, instance, now) for head in self.program.heads]
        best = np.stack([is_best(klass, key, instance.receiver) for key in keys], 1)
        arc_print = _signed(self._arc_prints(klass, best, row_number), sign[1])
        known = len(self.arc_tally.where)
        self.arc_tally.add(now.step, arc_print, self.graph_of_arc)
        new = np.array([arc for _, arc in self.arc_tally.where[known:]], dtype=np.int64)
        if new.size:
            self.arc_parts.append(
                self._arcs(new, klass, best, row_number, sign[1], now, following)
            )

    def _arcs(
        self,
        new: np.ndarray,
        klass: np.ndarray,
        best: np.ndarray,
        row_number: np.ndarray,
        sign: np.ndarray,
        now: Snapshot,
        following: Snapshot,
    ) -> tuple[np.ndarray, ...]:
        """The columns of arcs that were not seen before."""
        instance = self.instance
        back = instance.reverse_arc[new]
        receiver, sender = instance.receiver[new], instance.sender[new]
        return (
            now.node_state[receiver],
            now.node_state[sender],
            now.arc_state[new],
            now.arc_state[back],
            receiver == sender,
            row_number[receiver],
            klass[new],
            best[new],
            row_number[sender],
            klass[back],
            best[back],
            sign[:, new].T,
            following.arc_state[new],
        )

    def _row(
        self,
        node: int,
        klass: np.ndarray,
        sign: np.ndarray,
        heard: Heard,
        now: Snapshot,
        following: Snapshot,
    ) -> Row:
        begin, end = self.row_start[node : node + 2]
        classes, counts = np.unique(klass[begin:end], return_counts=True)
        counts = np.minimum(counts, self.most_rivals or counts.max(initial=0))
        state, outcome = int(now.node_state[node]), int(following.node_state[node])
        pulled = []
        for head, each in enumerate(self.program.heads):
            pulled.append(ANYWHERE)
            if state in self.pulls[head]:
                arc = int(heard[each.name][node])
                found = np.searchsorted(classes, klass[arc]) if arc != UNHEARD else NOWHERE
                pulled[-1] = int(found)
        own = sign[:, node].tolist()
        return Row(
            state,
            classes.tolist(),
            [counts.tolist()] * len(self.program.heads),
            pulled,
            False,
            own,
            [False] * len(own),
            outcome,
        )

    def _row_prints(self, klass: np.ndarray) -> UInt64[np.ndarray, " nodes"]:
        """A word for the classes of each row and how often they stand in it."""
        classes = len(self.class_word)
        group = self.instance.receiver.astype(np.int64) * classes + klass
        kinds, counts = np.unique(group, return_counts=True)
        if self.most_rivals is not None:
            counts = np.minimum(counts, self.most_rivals)
        word = self.class_word[kinds % classes] * counts.astype(np.uint64)
        total = np.zeros(self.instance.node_count, dtype=np.uint64)
        np.add.at(total, kinds // classes, word)
        return total

    def _arc_prints(
        self, klass: np.ndarray, best: np.ndarray, row_number: np.ndarray
    ) -> UInt64[np.ndarray, " arcs"]:
        """Row, class and best flags on both sides; one self-loop looks like no other arc."""
        instance = self.instance
        bits = (best * (1 << np.arange(best.shape[1]))).sum(1)
        side = (row_number[instance.receiver] * len(self.class_word) + klass) << best.shape[1]
        side = side + bits
        loop = (instance.receiver == instance.sender).astype(np.uint64)
        one, other = side.astype(np.uint64), side[instance.reverse_arc].astype(np.uint64)
        return _mixed(_mixed(one) + other + loop * np.uint64(0x632BE59BD9B4E019))

    def result(self) -> Observed:
        rows = pack_rows(self.row_parts)
        columns = [np.concatenate(parts) for parts in zip(*self.arc_parts, strict=True)]
        *states, loop, row, klass, best, back_row, back_klass, back_best, sign, outcome = (
            columns
        )
        arcs = ArcCases(
            *(column.astype(np.int64) for column in states),
            loop=loop,
            forth=Sides(row, _places(rows, row, klass), best, best),
            back=Sides(back_row, _places(rows, back_row, back_klass), back_best, back_best),
            signs=sign,
            unread=np.zeros(sign.shape, dtype=bool),
            outcome=outcome.astype(np.int64),
        )
        return Observed(rows, arcs, self.row_tally.matrix(), self.arc_tally.matrix())


def _signed(
    prints: UInt64[np.ndarray, " places"], sign: Int64[np.ndarray, "comparisons places"]
) -> UInt64[np.ndarray, " places"]:
    """Fingerprints that tell signs apart, too."""
    for row in sign:
        prints = _mixed(prints) + (row + 1).astype(np.uint64)
    return prints


def _mixed(word: UInt64[np.ndarray, " arcs"]) -> UInt64[np.ndarray, " arcs"]:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def _places(rows: RowCases, row: np.ndarray, klass: np.ndarray) -> np.ndarray:
    return np.argmax(rows.klass[row] == klass[:, None], axis=1)
