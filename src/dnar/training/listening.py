"""Listening: how good hard attention is, whatever the updates make of it.

Two cases in which an update is told the same but must do different things are a **conflict**:
no update can be right in both. Conflicts depend on nothing but who is heard, so attention can
be judged before the updates have learned, or although they have adapted to attention that was
wrong. Only next states are looked at, and where a scalar is pulled from, its next value: that
tells which arc was heard. Told cases also say what is heard: an update that must follow from a
message makes every attention a conflict that does not hear it.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from dnar.network import MessageForm, Signature
from dnar.training.cases import ANYWHERE, NO_ROW, NOWHERE, ArcCases, RowCases, Sides

TOLD_WEIGHT = 1000
"""Where there is nothing to choose, as in told cases, what is heard is heard rightly: such a
case outweighs the others that contradict it."""

Scores = Float[np.ndarray, "heads node_states parts"]
"""Per head and receiver state: what scores are made of, as `Processor.part_scores` says."""

SILENT = -1
"""The place that a head hears where it hears nothing."""

Draws = Float[np.ndarray, "draws parts"]
"""Candidates for the scores of one head and receiver state."""


@dataclass(frozen=True)
class _Listener:
    """The cases that depend on whom the nodes of one state listen to."""

    rows: Int[np.ndarray, " rows"]
    arcs: Int[np.ndarray, " arcs"]
    forth: tuple[Int[np.ndarray, " forth"], Int[np.ndarray, " forth"]]
    """Which of the arcs stand in these rows, and in which of them."""
    back: tuple[Int[np.ndarray, " back"], Int[np.ndarray, " back"]]
    """The same for their reverse arcs."""
    rest: Int[np.ndarray, " rest"]
    """Other arcs whose update may be told the same as that of one of these arcs."""
    numbers: Int[np.ndarray, " told"]
    """What the updates of these arcs may be told, by number."""


class Listening:
    """Conflicts on a set of cases, under scores that can be changed state by state."""

    def __init__(
        self,
        rows: RowCases,
        arcs: ArcCases,
        signature: Signature,
        form: MessageForm,
        scores: Scores,
    ) -> None:
        self.rows, self.arcs, self.form = rows, arcs, form
        self.node_states, self.arc_states = signature.node_states, signature.arc_states
        self.heads = rows.count.shape[1]
        klass = np.maximum(rows.klass, 0)
        self.klass, sender = klass, klass // self.arc_states
        self.silence = signature.hears_nothing
        rich = form is MessageForm.RICH
        self.messages = (signature.classes if rich else self.node_states) + 1
        message = klass if rich else sender
        # The last place is heard by those that hear nothing.
        nothing = np.full((len(rows), 1), self.messages - 1)
        self.message = np.concatenate([message, nothing], axis=1)
        self.row_weight = np.where((rows.count > 0).sum(2).max(1) <= 1, TOLD_WEIGHT, 1)
        told = (arcs.forth.row == NO_ROW) & (arcs.back.row == NO_ROW)
        self.arc_weight = np.where(told, TOLD_WEIGHT, 1)
        self.known = self._known()
        self.row_signs = np.unique(rows.signs, axis=0, return_inverse=True)[1].reshape(-1)
        self.listeners = [self._listener(state) for state in range(self.node_states)]
        self.scores = scores.copy()
        self.place = np.zeros((len(rows), self.heads), dtype=np.int64)
        self.best = np.ones((len(rows), self.heads), dtype=bool)
        self.bits = self._given_bits()
        for state in range(self.node_states):
            for head in range(self.heads):
                self.change(head, state, scores[head, state])

    def _listener(self, state: int) -> _Listener:
        rows = np.flatnonzero(self.rows.state == state)
        position = np.zeros(len(self.rows), dtype=np.int64)
        position[rows] = np.arange(len(rows))
        forth, back = (
            (end == state) & (side.row != NO_ROW)
            for end, side in (
                (self.arcs.receiver, self.arcs.forth),
                (self.arcs.sender, self.arcs.back),
            )
        )
        arcs = np.flatnonzero(forth | back)

        def places(here: np.ndarray, side: Sides) -> tuple[np.ndarray, np.ndarray]:
            among = np.flatnonzero(here[arcs])
            return among, position[side.row[arcs[among]]]

        numbers = np.unique(self.known[arcs])
        alike = np.flatnonzero(np.isin(self.known, numbers).any(1))
        return _Listener(
            rows,
            arcs,
            places(forth, self.arcs.forth),
            places(back, self.arcs.back),
            np.setdiff1d(alike, arcs),
            numbers,
        )

    def _known(self) -> Int[np.ndarray, "arcs 4"]:
        """A number for all that an arc's update knows beside who hears it.

        The columns are for arcs that nobody hears, that are heard, whose reverse is heard,
        and both: what is heard tells of the states at its other end.
        """
        arcs, rich = self.arcs, self.form is MessageForm.RICH
        own = [arcs.arc, *arcs.signs.T]
        own += [arcs.receiver, arcs.sender] if rich else []
        columns = []
        for back, forth in np.ndindex(2, 2):
            sender = arcs.sender + 1 if forth else np.zeros_like(arcs.sender)
            receiver = arcs.receiver + 1 if back else np.zeros_like(arcs.sender)
            reverse = arcs.reverse + 1 if back and rich else np.zeros_like(arcs.sender)
            columns.append(np.stack([*own, sender, receiver, reverse], 1))
        every = np.concatenate(columns)
        number = np.unique(every, axis=0, return_inverse=True)[1].reshape(4, len(arcs))
        return np.ascontiguousarray(number.T)

    def _given_bits(self) -> Int[np.ndarray, " arcs"]:
        """Which heads hear each arc forth and back, where a case says so itself."""
        bits = np.zeros(len(self.arcs), dtype=np.int64)
        for at, side in ((0, self.arcs.forth), (self.heads, self.arcs.back)):
            for head in range(self.heads):
                bits |= (side.given[:, head] & (side.row == NO_ROW)) * (1 << at + head)
        return bits

    def change(self, head: int, state: int, scores: Float[np.ndarray, " parts"]) -> None:
        """Lets a head of the nodes in a state listen by these scores."""
        listener = self.listeners[state]
        self.scores[head, state] = scores
        place, best = self._hear(scores[None], head, state)
        self.place[listener.rows, head] = place[0]
        self.best[listener.rows, head] = best[0]
        self.bits[listener.arcs] = self._bits(place, best, head, listener)[0]

    def _hear(
        self, draws: Draws, head: int, state: int
    ) -> tuple[Int[np.ndarray, "draws rows"], Bool[np.ndarray, "draws rows"]]:
        """Which place each row of a state hears, and whether its best arc or another."""
        total = self._totals(draws, head, state)
        place = total.argmax(2)
        several = self._several(head, state, place)
        silent = total.max(2, initial=-np.inf) <= self._nothing(draws, state)
        return np.where(silent, SILENT, place), silent | ~several | (draws[:, -1:] >= 0)

    def _nothing(self, draws: Draws, state: int) -> Float[np.ndarray, "draws rows"]:
        """The score of hearing nothing, in the rows of a state."""
        told = self.rows.told[self.listeners[state].rows]
        if not self.silence:
            return np.full((len(draws), len(told)), -np.inf)
        return np.where(told, -np.inf, draws[:, -2:-1])

    def _totals(
        self, draws: Draws, head: int, state: int
    ) -> Float[np.ndarray, "draws rows places"]:
        """The highest score at every place of the rows of a state."""
        rows = self.listeners[state].rows
        count = self.rows.count[rows, head]
        best = draws[:, -1, None, None]
        total = self._class_scores(draws)[:, self.klass[rows]]
        total += np.where(count > 1, np.maximum(best, 0), best)
        total[:, count == 0] = -np.inf
        return total

    def _class_scores(self, draws: Draws) -> Float[np.ndarray, "draws classes"]:
        if self.form is MessageForm.RICH:
            return draws[:, :-2]
        sender, arc = draws[:, : self.node_states], draws[:, self.node_states : -2]
        return (sender[:, :, None] + arc[:, None]).reshape(len(draws), -1)

    def parts(self, state: int) -> Int[np.ndarray, " some"]:
        """The parts of scores that matter to receivers in this state."""
        every = np.arange(self.scores.shape[2])
        if self.form is MessageForm.LITERAL:
            return every
        rows = self.listeners[state].rows
        seen = np.unique(self.klass[rows][(self.rows.count[rows] > 0).any(1)])
        return np.concatenate([seen, every[-2:]])

    def _several(
        self, head: int, state: int, place: Int[np.ndarray, "draws rows"]
    ) -> Bool[np.ndarray, "draws rows"]:
        rows = self.listeners[state].rows
        return self.rows.count[rows, head, place] > 1

    def margin(self, draws: Draws, head: int, state: int) -> Float[np.ndarray, " draws"]:
        """By how much the winner is ahead, in the closest row of a state."""
        total = self._totals(draws, head, state)
        if not total.shape[1]:
            return np.full(len(draws), np.inf)
        nothing = self._nothing(draws, state)
        several = self._several(head, state, total.argmax(2)) & (total.max(2) > nothing)
        ahead = np.where(several, np.abs(draws[:, -1:]), np.inf)
        total = np.concatenate([total, nothing[:, :, None]], axis=2)
        # Rows that hold nothing decide nothing; a difference of infinities would be no number.
        total = np.maximum(total, -1e30)
        if total.shape[2] > 1:
            highest = np.partition(total, -2, axis=2)
            apart = highest[:, :, -1] - highest[:, :, -2]
            ahead = np.minimum(ahead, np.where(highest[:, :, -1] > -1e30, apart, np.inf))
        return ahead.min(1)

    def _bits(
        self,
        place: Int[np.ndarray, "draws rows"],
        best: Bool[np.ndarray, "draws rows"],
        head: int,
        listener: _Listener,
    ) -> Int[np.ndarray, "draws arcs"]:
        """Which heads hear each of the listener's arcs, if this head hears so."""
        bits = np.repeat(self.bits[None, listener.arcs], len(place), 0)
        sides: tuple[tuple[int, tuple, Sides], ...] = (
            (head, listener.forth, self.arcs.forth),
            (self.heads + head, listener.back, self.arcs.back),
        )
        for at, (among, row), side in sides:
            arcs = listener.arcs[among]
            heard = place[:, row] == side.place[arcs]
            heard &= best[:, row] == side.best[arcs, head]
            bits[:, among] = bits[:, among] & ~(1 << at) | heard * (1 << at)
        return bits

    def judge(self, draws: Draws, head: int, state: int) -> Float[np.ndarray, " draws"]:
        """The conflicts under each draw, up to those that this state has no part in.

        To hear one of several that are not best counts as a conflict: nobody knows which.
        """
        listener = self.listeners[state]
        place, best = self._hear(draws, head, state)
        counts = self._arc_counts(
            listener.rest, self.bits[None, listener.rest], listener.numbers
        )
        bits = self._bits(place, best, head, listener)
        counts = counts + self._arc_counts(listener.arcs, bits, listener.numbers)
        return self._row_conflicts(listener.rows, head, place, best) + _minority(counts)

    def _row_conflicts(
        self,
        rows: Int[np.ndarray, " rows"],
        head: int,
        place: Int[np.ndarray, "draws rows"],
        best: Bool[np.ndarray, "draws rows"],
    ) -> Float[np.ndarray, " draws"]:
        """The conflicts among rows of one state, if this head hears so."""
        code = np.zeros_like(place) + self.row_signs[rows]
        for each in range(self.heads):
            heard = place if each == head else self.place[None, rows, each]
            if len(code) and code.max(initial=0) > 2**62 // self.messages:
                code = np.unique(code, return_inverse=True)[1].reshape(code.shape)
            code = code * self.messages + self.message[rows, heard]
        kinds, number = np.unique(code, return_inverse=True)
        shape = (len(kinds), self.node_states)
        number, outcome = number.reshape(code.shape), self.rows.outcome[rows]
        counts = _counts(number, outcome, self.row_weight[rows], shape)
        pulled = self.rows.pulled[rows, head]
        astray = (pulled != ANYWHERE) & (place != np.where(pulled == NOWHERE, SILENT, pulled))
        return _minority(counts) + (~best).sum(1) + astray.sum(1)

    def _codes(
        self, arcs: np.ndarray, bits: Int[np.ndarray, "*draws arcs"]
    ) -> Int[np.ndarray, "*draws arcs"]:
        """A number for all that an arc's update is told."""
        forth, back = bits & ((1 << self.heads) - 1), bits >> self.heads
        which = (forth > 0).astype(np.int64) + 2 * (back > 0)
        return self.known[arcs, which] << 2 * self.heads | bits

    def _arc_counts(
        self, arcs: np.ndarray, bits: Int[np.ndarray, "draws arcs"], numbers: np.ndarray
    ) -> Float[np.ndarray, "draws codes arc_states"]:
        """The weight of each outcome per draw and code, if only `numbers` are known to arcs.

        Arcs whose number is another have no part in it.
        """
        code = self._codes(arcs, bits)
        number, width = code >> 2 * self.heads, 1 << 2 * self.heads
        local = np.searchsorted(numbers, number).clip(max=max(len(numbers) - 1, 0))
        weight = np.broadcast_to(self.arc_weight[arcs], code.shape)
        if len(numbers):
            weight = np.where(numbers[local] == number, weight, 0)
        code = local * width + (code & (width - 1))
        shape = (len(numbers) * width, self.arc_states)
        return _counts(code, self.arcs.outcome[arcs], weight, shape)

    def in_conflict(self) -> tuple[int, list[int]]:
        """How many conflicts there are, and the states of the nodes that could end them."""
        total, states = 0.0, set()
        for state, listener in enumerate(self.listeners):
            rows = listener.rows
            heard = (self.place[None, rows, 0], self.best[None, rows, 0])
            conflicts = self._row_conflicts(rows, 0, *heard)[0] + (~self.best[rows, 1:]).sum()
            pulled = self.rows.pulled[rows, 1:]
            wanted = np.where(pulled == NOWHERE, SILENT, pulled)
            conflicts += ((pulled != ANYWHERE) & (wanted != self.place[rows, 1:])).sum()
            total += conflicts
            states |= {state} if conflicts else set()
        every = np.arange(len(self.arcs))
        kinds, code = np.unique(self._codes(every, self.bits), return_inverse=True)
        shape = (len(kinds), self.arc_states)
        counts = _counts(code[None], self.arcs.outcome, self.arc_weight, shape)
        total += _minority(counts)[0]
        torn = counts[0].max(1) < counts[0].sum(1)
        among = torn[code]
        for end, side in (
            (self.arcs.receiver, self.arcs.forth),
            (self.arcs.sender, self.arcs.back),
        ):
            states |= set(end[among & (side.row != NO_ROW)].tolist())
        return int(total), sorted(states)


def _counts(
    code: Int[np.ndarray, "draws cases"],
    outcome: Int[np.ndarray, " cases"],
    weight: Int[np.ndarray, "*draws cases"],
    shape: tuple[int, int],
) -> Float[np.ndarray, "draws codes outcomes"]:
    """How much weight each outcome has, per draw and code."""
    draws, (codes, outcomes) = len(code), shape
    flat = (np.arange(draws)[:, None] * codes + code) * outcomes + outcome
    weights = np.broadcast_to(weight.astype(np.float64), flat.shape)
    counts = np.bincount(flat.ravel(), weights.ravel(), draws * codes * outcomes)
    # Of no cases at all, numpy counts whole numbers.
    return counts.astype(np.float64, copy=False).reshape(draws, codes, outcomes)


def _minority(
    counts: Float[np.ndarray, "draws codes outcomes"],
) -> Float[np.ndarray, " draws"]:
    """The weight of all cases whose outcome is not the most frequent one of their code."""
    return (counts.sum(2) - counts.max(2)).sum(1)
