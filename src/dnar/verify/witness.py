"""Witnesses: an arc that every row of a joint state holds (docs/proof.md, Lemma 5).

A node that changed because it heard an arc still has that arc in its row. Following it through
the steps gives, per joint state, types of which every such row holds one. So it is known of a
program that lags behind another that something is left to hear.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dnar.machine import NOTHING, ArcClass
from dnar.verify.product import JointType, Node, Product, Way


class Move(NamedTuple):
    """A node in a joint state, what it hears, and what it becomes."""

    node: Node
    heard: tuple[ArcClass, ArcClass]
    becomes: Node


class Meeting(NamedTuple):
    """An arc of a moving node's row: its type before and after, and the other end's move."""

    before: JointType
    after: JointType
    own: tuple[int, int]
    other: Move


Witnesses = dict[Node, frozenset[JointType] | None]
"""By joint state: types of which every row holds at least one arc; None: nothing is known."""


def witnesses(product: Product, initial: Iterable[JointType]) -> Witnesses:
    """The witnesses of all joint states that can be reached."""
    meetings = _meetings(product)
    known: Witnesses = {each.receiver: None for each in initial}
    while True:
        moves = _possible(meetings, known)
        grown = dict(known)
        for move in sorted(moves):
            some = [each for each in meetings[move] if each.other in moves]
            found = _witness(known[move.node], move, some)
            old = grown.get(move.becomes, frozenset())
            grown[move.becomes] = None if old is None or found is None else old | found
        if grown == known:
            return known
        known = grown


def _meetings(product: Product) -> dict[Move, list[Meeting]]:
    found: dict[Move, list[Meeting]] = {}
    for each in sorted(product.types):
        for one, other in product.encounters(each):
            arc, reverse = product.outcome(each, one, other)
            after = JointType(one.becomes, arc, other.becomes, reverse, each.role)
            beyond = _move(each.sender, other)
            meeting = Meeting(each, after, one.own, beyond)
            found.setdefault(_move(each.receiver, one), []).append(meeting)
    return found


def _move(node: Node, way: Way) -> Move:
    return Move(node, way.heard, way.becomes)


def _possible(meetings: dict[Move, list[Meeting]], known: Witnesses) -> set[Move]:
    """The largest set of moves in which each finds the arcs it needs, and their ends move too.

    A move needs the arcs that it hears, and the witness of its state if there is one.
    """
    moves = {move for move in meetings if move.node in known}
    while True:
        lost = {
            move
            for move in moves
            if not _is_supported(
                move, known[move.node], [each for each in meetings[move] if each.other in moves]
            )
        }
        if not lost:
            return moves
        moves -= lost


def _is_supported(
    move: Move, witness: frozenset[JointType] | None, some: list[Meeting]
) -> bool:
    return all(
        move.heard[side] == NOTHING or any(each.own[side] for each in some) for side in (0, 1)
    ) and (witness is None or any(each.before in witness for each in some))


def _witness(
    witness: frozenset[JointType] | None, move: Move, some: list[Meeting]
) -> frozenset[JointType] | None:
    """Types of which the row holds one after the move: of what it heard, or of the old ones."""
    by_side = [side for side in (0, 1) if move.heard[side] != NOTHING]
    changed = [side for side in by_side if move.node[side] != move.becomes[side]]
    if changed:
        return frozenset(each.after for each in some if each.own[changed[0]])
    if witness is not None:
        return frozenset(each.after for each in some if each.before in witness)
    if by_side:
        return frozenset(each.after for each in some if each.own[by_side[0]])
    return None
