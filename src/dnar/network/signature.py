"""Signature: the sizes and names a network needs to know of a task's rules."""

from dataclasses import dataclass

from dnar.machine import Place, Prefer, Rules, Start


@dataclass(frozen=True)
class HeadKey:
    """What a head compares: a scalar (None: the sender's index), whose, and which end."""

    scalar: str | None
    at_sender: bool
    prefer: Prefer


@dataclass(frozen=True)
class Signature:
    """How many states and heads there are, and which scalars. No rule is in here."""

    node_states: int
    arc_states: int
    heads: tuple[HeadKey, ...]
    node_scalars: tuple[str, ...]
    """Node scalars that the network updates, in order."""
    arc_scalars: tuple[str, ...]
    streams: tuple[tuple[str, int], ...]
    """Node scalars that are given anew, each with its period."""

    @property
    def classes(self) -> int:
        """How many (sender state, arc state) pairs there are."""
        return self.node_states * self.arc_states

    @property
    def gate_features(self) -> dict[Place, int]:
        """How many gates decide each scalar of a place.

        Inc and keep by its own state, push by the state of the other place, once for every
        scalar there.
        """
        nodes, arcs = self.node_states, self.arc_states
        return {
            Place.NODE: 2 * nodes + arcs * len(self.arc_scalars),
            Place.ARC: 2 * arcs + nodes * len(self.node_scalars),
        }


def signature_of(rules: Rules) -> Signature:
    """The signature of these rules."""
    updated = [scalar for scalar in rules.scalars if scalar.start is not Start.STREAM]
    return Signature(
        node_states=len(rules.node_states),
        arc_states=len(rules.arc_states),
        heads=tuple(
            HeadKey(
                head.key,
                head.key is not None and rules.scalar(head.key).place is Place.NODE,
                head.prefer,
            )
            for head in rules.heads
        ),
        node_scalars=tuple(each.name for each in updated if each.place is Place.NODE),
        arc_scalars=tuple(each.name for each in updated if each.place is Place.ARC),
        streams=tuple((each.name, each.period) for each in rules.streams()),
    )
