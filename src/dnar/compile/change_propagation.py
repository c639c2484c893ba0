"""Change propagation: what a node's change of state triggers at each entry of its row.

A row is walked with the old states of its arcs and the new states of its ends. Most changes
trigger nothing. Some trigger work only at entries outside their initial states; these entries
are kept in a list, so that a hub does not walk its whole row at every change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from dnar.compile.analysis import Analysis, Find, all_later, check_size, place_of
from dnar.compile.scalars import gates_of
from dnar.machine import FROM_VIRTUAL, ROW_ROLES, Multiplicity

SLOTS, MARK, QUEUE_IN, QUEUE_OUT, TELL = 1, 2, 4, 8, 16
"""Actions at an entry: update the neighbour's slots, queue the neighbour for the next step,
queue the incoming or the outgoing arc because it now changes unheard, notify the neighbour of a
one-shot class (four bits)."""

NO_WALK, WHOLE_ROW, LISTED = range(3)

Change = tuple[int, int]
Met = tuple[int, int, int]
"""At a row's entry: state of the arc received, of the arc sent, and the neighbour's state."""


def walks_of(
    analysis: Analysis,
    slots: Mapping[str, int | np.ndarray | str],
    cares: np.ndarray,
    becomes: Mapping[int, set[int]],
) -> dict[str, int | np.ndarray | str]:
    """The kernel's constants about changes of nodes and of arcs."""
    work = _Work(analysis, slots, cares)
    changes = [
        (old, new)
        for old in sorted(analysis.real)
        for new in sorted(becomes[old])
        if new != old
    ]
    acts = {change: work.acts(change) for change in changes}
    modes = {change: work.mode(some) for change, some in acts.items()}
    listed = {change for change, mode in modes.items() if mode == LISTED}
    live, stays = work.live(acts, listed)
    nodes, arcs = len(analysis.program.node_states), len(analysis.program.arc_states)
    check_size(len(changes) * arcs * arcs * nodes)
    table = np.zeros((max(len(changes), 1), arcs, arcs, nodes), dtype=np.uint8)
    for number, change in enumerate(changes):
        for met, act in acts[change].items():
            table[(number, *met)] = act
    cases = [f"CASE({number}, {old}, {new})" for number, (old, new) in enumerate(changes)]
    return {
        "ACTS": table.reshape(len(table), -1),
        # Whether a change can trigger an action at a neighbour in a state.
        "CONCERNS": np.asarray(table.any(axis=(1, 2))),
        "WALK": np.array([modes[change] for change in changes] or [NO_WALK]),
        "REAL_CHANGES": " ".join(cases),
        "HAS_LISTS": int(bool(listed)),
        # By type: whether an entry that comes to be so is listed; whether one that a walk finds
        # between the changes of its ends and of its arcs stays listed.
        "LIVE": live,
        "STAYS": stays,
        "SPONTANEOUS": work.spontaneous.ravel(),
        "TELLS": work.tells(),
        **work.lists({change: acts[change].values() for change in listed}),
        **work.fixed(),
    }


@dataclass
class _Work:
    analysis: Analysis
    slots: Mapping[str, int | np.ndarray | str]
    cares: np.ndarray
    spontaneous: np.ndarray = field(init=False)
    """(arc, receiver, sender, reverse): whether such an arc changes unheard."""
    usual: set[tuple[int, int]] = field(init=False)
    """States of an arc and its reverse that entries begin with."""

    def __post_init__(self) -> None:
        program, reachable = self.analysis.program, self.analysis.reachable
        self.nodes, self.arcs = len(program.node_states), len(program.arc_states)
        own = np.arange(self.arcs, dtype=np.uint8).reshape(-1, 1, 1, 1)
        self.spontaneous = self.analysis.arc_table[..., 0, 0] != own
        self.rows = {at for at, role in enumerate(reachable.roles) if role in ROW_ROLES}
        self.initial = [each for each in reachable.initial if each.role in self.rows]
        self.usual = {(each.arc, each.reverse) for each in self.initial}
        self.steps = [step for step in reachable.transitions if step[0].role in self.rows]
        self.met: dict[Change, set[Met]] = {}
        for old, new in self.steps:
            change = (old.receiver, new.receiver)
            self.met.setdefault(change, set()).add((old.arc, old.reverse, new.sender))
        self.later = self._later()
        self.uses = self._slot_users()
        self.once = np.asarray(self.slots["ONCE_SLOT"])

    def acts(self, change: Change) -> dict[Met, int]:
        """The actions that a change triggers, by row entry."""
        acts = {met: self._act(change, met) for met in sorted(self.met.get(change, ()))}
        return {met: act for met, act in acts.items() if act}

    def _act(self, change: Change, met: Met) -> int:
        (old, new), (into, out, other) = change, met
        left, entered = old * self.arcs + out, new * self.arcs + out
        slotted = self.uses["left"][other, left] or self.uses["entered"][other, entered]
        told = bool(self.uses["told"][other, entered])
        return (
            SLOTS * bool(slotted)
            | told * TELL << max(int(self.once[entered]), 0)
            | MARK * bool(self.cares[other, [left, entered]].any())
            | QUEUE_IN * bool(self.spontaneous[into, new, other, out])
            | QUEUE_OUT * bool(self.spontaneous[out, other, new, into])
        )

    def mode(self, acts: Mapping[Met, int]) -> int:
        """Which entries must be walked."""
        if not acts:
            return NO_WALK
        ordinary = any((into, out) in self.usual for into, out, _ in acts)
        return WHOLE_ROW if ordinary else LISTED

    def _later(self) -> np.ndarray:
        """(state, state): whether a node in one may come to the other, or is there already."""
        later = np.eye(self.nodes, dtype=bool)
        for old, new in self.analysis.reachable.transitions:
            later[old.receiver, new.receiver] = True
        return all_later(later)

    def _slot_users(self) -> dict[str, np.ndarray]:
        """(state, class): whether a node in this state may come to use the class's slot.

        If so it must know when an arc leaves the class, or enters it.
        """
        uses = {
            name: np.zeros((self.nodes, self.nodes * self.arcs), dtype=bool)
            for name in ("left", "entered", "told")
        }
        # The cursor of FIRST skips arcs that have left the class.
        finds = {
            "left": (Find.COUNT, Find.BEST),
            "entered": (Find.COUNT, Find.FIRST, Find.BEST),
            "told": (Find.ONCE,),
        }
        for state, each in self.analysis.real.items():
            earlier = np.flatnonzero(self.later[:, state])
            for name, ways in finds.items():
                numbers = [c.number for some in each.choices for c in some if c.find in ways]
                uses[name][np.ix_(earlier, np.array(numbers, dtype=np.int64))] = True
        return uses

    def live(
        self, acts: Mapping[Change, Mapping[Met, int]], listed: set[Change]
    ) -> tuple[np.ndarray, np.ndarray]:
        """(arc, receiver, sender, reverse), flat: see `walks_of`."""
        shape = (self.arcs, self.nodes, self.nodes, self.arcs)
        wanted = {
            old
            for old, new in self.steps
            if (change := (old.receiver, new.receiver)) in listed
            and (old.arc, old.reverse, new.sender) in acts[change]
        }
        while more := {old for old, new in self.steps if new in wanted} - wanted:
            wanted |= more
        live, stays = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        for each in wanted:
            if (each.arc, each.reverse) not in self.usual:
                live[place_of(each)] = True
        for old, new in self.steps:
            if new in wanted and (old.arc, old.reverse) not in self.usual:
                stays[old.arc, new.receiver, new.sender, old.reverse] = True
        return live.ravel(), stays.ravel()

    def lists(self, listed: Mapping[Change, Iterable[int]]) -> dict[str, np.ndarray]:
        """(state): the actions that may be triggered when a node that leaves it walks its list.

        Also whether a node in the state may walk its list again later.
        """
        walks = np.zeros(self.nodes, dtype=np.uint8)
        for (old, _), acts in listed.items():
            walks[old] |= np.bitwise_or.reduce(list(acts))
        return {
            "WALKS_LIST": walks,
            "KEEPS_LIST": np.asarray(self.later[:, walks != 0].any(axis=1)),
        }

    def tells(self) -> np.ndarray:
        """(state): whether rows of nodes that start in it must be visited before step one."""
        counted = np.asarray(self.slots["COUNT_SLOT"]) >= 0
        summed = gates_of(self.analysis).summed
        tells = np.zeros(self.nodes, dtype=bool)
        for each in self.initial:
            tells[each.sender] |= counted[each.sender * self.arcs + each.arc]
            tells[each.receiver] |= bool(summed[each.arc]) or bool(
                self.spontaneous[place_of(each)]
            )
        return tells

    def fixed(self) -> dict[str, int | np.ndarray | str]:
        """(state): whether self-loops, or virtual arcs, of nodes in it may change unheard.

        Whether virtual arcs may, by their own states: of the arc from the virtual node and of
        the one to it. And whether an arc between real nodes can change because its reverse is
        heard.
        """
        changes, loops = np.zeros((2, self.nodes), dtype=np.bool_)
        unheard = np.zeros((self.arcs, self.arcs), dtype=np.bool_)
        heard_back = False
        for each in self.analysis.reachable.types:
            table = self.analysis.arc_table[place_of(each)]
            if each.role in self.rows:
                heard_back = heard_back or bool((table != table[:, :1]).any())
            elif table[0, 0] != each.arc:
                role = self.analysis.reachable.roles[each.role]
                own = role.multiplicity is Multiplicity.SELF
                (loops if own else changes)[[each.receiver, each.sender]] = True
                pair = each.arc, each.reverse
                if not own:
                    unheard[pair if role == FROM_VIRTUAL else pair[::-1]] = True
        return {
            "FIXED_CHANGES": changes,
            "LOOP_CHANGES": loops,
            "UNHEARD": unheard.ravel(),
            "HEARD_BACK": int(heard_back),
        }
