"""Algorithms in short declarations: names instead of numbers, checked line by line.

An `Algorithm` collects states, rules, scalars and outputs by name and makes a `Task` of them.
Every call checks what it is given, so a misspelt name is an error in the line that has it.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Any

from dnar.errors import InputError
from dnar.machine.declarations import check_output_name, check_term, checked_steps
from dnar.machine.graph_encoder import GraphEncoder, arcs_by_role
from dnar.machine.layout import GRAPH_ROLES
from dnar.machine.names import (
    ANY,
    SILENCE,
    Names,
    chosen,
    enumeration,
    known_name,
    listed_classes,
    split_names,
)
from dnar.machine.outputs import (
    GraphMask,
    NodeCategory,
    NodeMask,
    NodeScalar,
    OneNode,
    Output,
    Pointer,
    PointerByScalar,
    VirtualPointer,
    VirtualScalar,
)
from dnar.machine.program import gating_place
from dnar.machine.rules import Rules
from dnar.machine.task import Inputs, Rounds, Shape, StartNode, Task, Weights
from dnar.machine.valued_graphs import VALUED, ValuedGraphs
from dnar.machine.vocabulary import (
    NOTHING,
    ArcClass,
    ArcRule,
    Comparison,
    Head,
    NodeRule,
    Op,
    Place,
    Prefer,
    Rank,
    Scalar,
    Start,
    Term,
)

OVER = " over "
"""A class is written `STATE over ARC`."""

DEFAULT_HEAD = "lowest"
"""The head of an algorithm that declares none: of several arcs the one of the lowest index."""

_SIGNS = {"below": -1, "equal": 0, "above": 1}


class Algorithm:
    """A task in the making.

    Args:
        name: What it is called on the command line.
        summary: What it finds, in a few words.
        nodes: The states of nodes. They begin in the first one.
        arcs: The states of arcs. They begin in the first one.
        virtual: The states of the virtual node. It begins in the first one.
        title: A title; by default made from the name.
        graphs: "any" graph, "undirected", directed "acyclic", or an "array" of numbers.
        steps: Bound on steps: (constant, per node, per pair of nodes). Rules that are still at
            work then are refused.
        rounds: What bounds the number of steps, for engines on which every step is slow; those
            refuse a task that says it grows with the number of nodes.

    Raises:
        InputError: a name is declared twice, or there is no such kind of graph.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        *,
        nodes: Names,
        arcs: Names = "NEUTRAL",
        virtual: Names = "VIRTUAL",
        title: str | None = None,
        graphs: str = "any",
        steps: tuple[int, ...] = (100, 10),
        rounds: Rounds | None = None,
    ) -> None:
        if not isinstance(name, str):
            raise InputError(f"an algorithm has a name, got {name!r:.60}")
        self._name, self._summary = name, summary
        self._title = title or name.replace("_", " ").capitalize()
        real, machine = split_names(nodes), split_names(virtual)
        if not real or not machine:
            raise InputError(f"{name} needs states of nodes and of the virtual node")
        self._nodes = enumeration("NodeState", [*real, *machine])
        self._arcs = enumeration("ArcState", split_names(arcs))
        shapes = {"any": Shape.ANY, "undirected": Shape.UNDIRECTED}
        shapes |= {"acyclic": Shape.ACYCLIC, "array": Shape.ARRAY}
        self._shape = chosen("graph kind", graphs, shapes)
        self._steps, self._rounds = checked_steps(steps), rounds
        self._first, self._virtual = real[0], machine[0]
        self._start: str | None = None
        self._start_needed = True
        self._roles: dict[str, str] = {}
        self._heads: dict[str, Head] = {}
        self._ranks: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._node_rules: list[NodeRule] = []
        self._arc_rules: list[ArcRule] = []
        self._scalars: dict[str, Scalar] = {}
        self._comparisons: dict[str, Comparison] = {}
        self._ops: dict[str, Op] = {}
        self._values: list[str] = []
        self._indices: list[str] = []
        self._weights = Weights.UNUSED
        self._outputs: dict[str, Output] = {}

    def begin(
        self, /, *, start: str | None = None, optional_start: bool = False, **roles: str
    ) -> None:
        """How a run begins, where not in the first states.

        Args:
            start: The state of the start node. With it the algorithm takes a start.
            optional_start: The start may be left out.
            roles: The first state of the arcs of a role: `self`, `both`, `along`, `against`,
                `from_virtual`, `to_virtual`.
        """
        self._start = None if start is None else self._node(start).name
        self._start_needed = not optional_start
        for role, state in roles.items():
            known_name("role", role, [each.name for each in GRAPH_ROLES])
            self._roles[role] = self._arc(state).name

    def head(
        self, name: str, *, smallest: str | None = None, largest: str | None = None
    ) -> None:
        """A way of listening: of several arcs of a class, the one of the best scalar is heard.

        Ties, and all arcs of a head without a scalar, go to the lowest index.
        """
        self._fresh(name, self._heads, "head")
        if smallest is not None and largest is not None:
            raise InputError(f"head {name!r} prefers the smallest or the largest, not both")
        key = smallest or largest
        if key is not None:
            known_name("scalar", key, self._scalars)
        prefer = Prefer.LARGEST if largest else Prefer.SMALLEST
        self._heads[name] = Head(name, key, prefer)

    def node(
        self,
        state: str,
        becomes: str | None = None,
        *,
        hears: Names | Mapping[str, Names] | None = None,
        head: str | None = None,
        signs: Mapping[str, str] | None = None,
    ) -> None:
        """What a node in a state listens to, and what it becomes when it hears that.

        Classes are written `STATE over ARC`. A state listens to all classes of its rules, those
        of earlier rules first. Of several rules that fit, the first counts.

        Args:
            state: Nodes in this state are meant.
            becomes: Their next state; without one, they only listen.
            hears: Classes, one of which must be heard, or "nothing"; of several heads, a
                mapping. Without it the rule always fits.
            head: The head that hears, if there are several.
            signs: The comparisons that must be "below", "equal" or "above".
        """
        here = self._node(state)
        if isinstance(hears, Mapping):
            listened = {self._head(name): listed_classes(each) for name, each in hears.items()}
        elif hears is None:
            listened = {}
        else:
            listened = {self._head(head): listed_classes(hears)}
        heard: dict[str, tuple[tuple[int, int], ...]] = {}
        for name, classes in listened.items():
            found = tuple(self._class(each) for each in classes)
            rank = self._ranks.setdefault((name, here.name), [])
            rank += [each for each in dict.fromkeys(found) if each not in (*rank, NOTHING)]
            heard[name] = found
        if becomes is not None:
            wanted = self._wanted_signs(signs, Place.NODE)
            self._node_rules.append(NodeRule(here, self._node(becomes), heard, wanted))
        elif not listened:
            raise InputError(f"the rule of {state} says neither hears= nor becomes=")

    def arc(
        self,
        state: str,
        becomes: str,
        *,
        receiver: Names | None = None,
        sender: Names | None = None,
        heard: bool | Mapping[str, bool] | None = None,
        heard_back: bool | Mapping[str, bool] | None = None,
        reverse: Names | None = None,
        signs: Mapping[str, str] | None = None,
    ) -> None:
        """What an arc in a state becomes; what is left out may be anything.

        Args:
            state: Arcs in this state are meant.
            becomes: Their next state.
            receiver: States of the node that looks along the arc.
            sender: States of the node that it looks at.
            heard: Whether the receiver hears this arc; of several heads, a mapping.
            heard_back: Whether the sender hears the reverse arc.
            reverse: States of the reverse arc.
            signs: The comparisons of arcs that must be "below", "equal" or "above".
        """
        self._arc_rules.append(
            ArcRule(
                self._arc(state),
                self._arc(becomes),
                receiver=self._node_tuple(receiver),
                sender=self._node_tuple(sender),
                heard=self._flags(heard),
                heard_back=self._flags(heard_back),
                reverse=None if reverse is None else self._arc_states(reverse),
                signs=self._wanted_signs(signs, Place.ARC),
            )
        )

    def scalar(self, name: str, on: str = "nodes") -> None:
        """A number on every node, or on every arc, that begins as zero."""
        places = {"nodes": Place.NODE, "arcs": Place.ARC}
        place = chosen("place", on, places)
        self._add_scalar(Scalar(name, place, Start.ZERO))

    def weight(self, name: str, *, non_negative: bool = False) -> None:
        """A number on every arc that begins as the weight of its edge."""
        self._add_scalar(Scalar(name, Place.ARC, Start.INPUT))
        self._weights = Weights.NON_NEGATIVE if non_negative else Weights.ANY

    def value(self, name: str) -> None:
        """A number on every node that is given: an entry of the array, or beside the graph.

        An algorithm on graphs then takes pairs (graph, numbers).
        """
        if self._shape not in (Shape.ARRAY, Shape.UNDIRECTED):
            raise InputError(
                f'value {name!r} is given with an undirected graph or an array; say graphs="'
                'undirected" or graphs="array"'
            )
        self._add_scalar(Scalar(name, Place.NODE, Start.INPUT))
        self._values.append(name)

    def index(self, name: str) -> None:
        """A number on every node that begins as the node's index: 0, 1, 2, ..."""
        self._add_scalar(Scalar(name, Place.NODE, Start.INPUT))
        self._indices.append(name)

    def random(self, name: str, *, every: int) -> None:
        """A random number on every node, drawn anew every so many steps."""
        if every < 1:
            raise InputError(f"random {name!r} is drawn every 1 or more steps, got {every}")
        self._add_scalar(Scalar(name, Place.NODE, Start.STREAM, period=every))

    def compare(self, name: str, left: str, right: str) -> None:
        """A comparison of two scalars of the same node, or of the same arc, by name."""
        self._fresh(name, self._comparisons, "comparison")
        for each in (left, right):
            known_name("scalar", each, self._scalars)
        if self._scalars[left].place is not self._scalars[right].place:
            raise InputError(
                f"comparison {name!r}: {left} and {right} are not both on nodes or on arcs"
            )
        self._comparisons[name] = Comparison(name, left, right)

    def update(self, scalar: str, *terms: Term) -> None:
        """The next value of a scalar: the sum of these terms, each on the states it names.

        Terms are `keep`, `inc`, `push`, `take`, `pull` and `apply`; "any" means all states.
        """
        target = self._scalars[known_name("scalar", scalar, self._scalars)]
        self._fresh(scalar, self._ops, "update")
        if target.start is Start.STREAM:
            raise InputError(f"{scalar} is drawn at random; no update can write it")
        for term in terms:
            check_term(target, term, self._scalars)
            if term.head is not None:
                self._head(term.head)
        self._ops[scalar] = Op(
            scalar,
            tuple(
                replace(term, when=self._gated(gating_place(target.place, term.gate), term))
                for term in terms
            ),
        )

    def returns_pointer(self, name: str, arc_state: str) -> None:
        """An output: each node points along its arc in this state, or to itself."""
        self._add_output(name, Pointer(self._arc(arc_state)))

    def returns_pointer_by_scalar(self, name: str, scalar: str) -> None:
        """An output: each node points to the node whose index its scalar holds at the end."""
        known_name("scalar", scalar, self._scalars)
        self._add_output(name, PointerByScalar(scalar))

    def returns_nodes(self, name: str, state: str) -> None:
        """An output: the nodes that end in this state."""
        self._add_output(name, NodeMask(self._node(state)))

    def returns_node(self, name: str, state: str) -> None:
        """An output: the one node that ends in this state, of several the first."""
        self._add_output(name, OneNode(self._node(state)))

    def returns_categories(self, name: str, categories: Mapping[Any, Names]) -> None:
        """An output: the category of each node, by the states that nodes of it end in."""
        found = tuple((key, self._states(states)) for key, states in categories.items())
        self._add_output(name, NodeCategory(found))

    def returns_scalar(self, name: str, scalar: str, state: str) -> None:
        """An output: a scalar of the nodes that end in this state, infinite on others."""
        known_name("scalar", scalar, self._scalars)
        self._add_output(name, NodeScalar(scalar, self._node(state)))

    def returns_virtual_scalar(self, name: str, scalar: str) -> None:
        """An output: the virtual node's scalar, one number for the whole graph."""
        known_name("scalar", scalar, self._scalars)
        self._add_output(name, VirtualScalar(scalar))

    def returns_virtual_pointer(self, name: str, arc_state: str) -> None:
        """An output: the node that the virtual node's arc in this state comes from."""
        self._add_output(name, VirtualPointer(self._arc(arc_state)))

    def returns_truth(self, name: str, states: Names) -> None:
        """An output: whether the virtual node ends in one of these states."""
        self._add_output(name, GraphMask(self._states(states)))

    def task(self) -> Task:
        """The task.

        Raises:
            InputError: rules or outputs contradict each other; the message names the entry.
        """
        if not self._outputs:
            raise InputError(f"{self._name} returns nothing; add an output")
        start = StartNode.UNUSED
        if self._start is not None:
            start = StartNode.REQUIRED if self._start_needed else StartNode.OPTIONAL
        scalars = tuple(self._scalars.values())
        valued = bool(self._values) and self._shape is not Shape.ARRAY
        if valued and (self._start is not None or self._weights is not Weights.UNUSED):
            raise InputError(
                f"{self._name}: an algorithm with a value on graphs takes neither a start nor "
                "weights"
            )
        if not self._heads:
            self._heads[DEFAULT_HEAD] = Head(DEFAULT_HEAD)
        try:
            rules = Rules(
                self._nodes,
                self._arcs,
                tuple(self._heads.values()),
                tuple(
                    Rank(head, self._nodes[state], tuple(classes))
                    for (head, state), classes in self._ranks.items()
                    if classes
                ),
                tuple(self._node_rules),
                tuple(self._arc_rules),
                scalars,
                tuple(self._ops.values()),
                tuple(self._comparisons.values()),
            )
        except ValueError as error:
            raise InputError(f"{self._name}: {error}") from error
        return Task(
            name=self._name,
            title=self._title,
            summary=self._summary,
            inputs=Inputs(
                start=start,
                weights=self._weights,
                shape=Shape.OWN if valued else self._shape,
                own=VALUED if valued else "",
                random=any(each.start is Start.STREAM for each in scalars),
            ),
            rules=rules,
            encoder=self._encoder(),
            decoders=self._outputs,
            step_bound=self._steps,
            rounds=self._rounds,
            source=ValuedGraphs() if valued else None,
        )

    def _encoder(self) -> GraphEncoder:
        usual = next(iter(self._arcs))
        return GraphEncoder(
            nodes=int(self._nodes[self._first]),
            virtual=int(self._nodes[self._virtual]),
            arcs=arcs_by_role(
                usual, **{role: int(self._arcs[state]) for role, state in self._roles.items()}
            ),
            start=None if self._start is None else int(self._nodes[self._start]),
            values=tuple(self._values),
            indices=tuple(self._indices),
            random=tuple(
                each.name for each in self._scalars.values() if each.start is Start.STREAM
            ),
        )

    def _node(self, name: str) -> IntEnum:
        return self._nodes[known_name("node state", name, self._nodes.__members__)]

    def _arc(self, name: str) -> IntEnum:
        return self._arcs[known_name("arc state", name, self._arcs.__members__)]

    def _states(self, names: Names) -> tuple[int, ...]:
        if names == ANY:
            return tuple(self._nodes)
        return tuple(self._node(name) for name in split_names(names))

    def _arc_states(self, names: Names) -> tuple[int, ...]:
        if names == ANY:
            return tuple(self._arcs)
        return tuple(self._arc(name) for name in split_names(names))

    def _node_tuple(self, names: Names | None) -> tuple[int, ...] | None:
        return None if names is None else self._states(names)

    def _gated(self, place: Place, term: Term) -> frozenset[int]:
        """The states that open a term's gate, which may be given by name."""
        names = [str(each) for each in term.when]
        every = self._nodes if place is Place.NODE else self._arcs
        if names == [ANY]:
            return frozenset(int(each) for each in every)
        known = every.__members__
        what = "node state" if place is Place.NODE else "arc state"
        return frozenset(int(every[known_name(what, name, known)]) for name in names)

    def _head(self, name: str | None) -> str:
        """The head of this name; without one, the only head there is."""
        if name is None and not self._heads:
            self._heads[DEFAULT_HEAD] = Head(DEFAULT_HEAD)
        if name is None and len(self._heads) > 1:
            raise InputError(
                f'say which head, as in head="{next(iter(self._heads))}"; the heads are '
                f"{', '.join(self._heads)}"
            )
        return known_name("head", name or next(iter(self._heads)), self._heads)

    def _class(self, text: str) -> tuple[int, int]:
        if text.strip().lower() == SILENCE:
            return NOTHING
        sender, over, arc = text.partition(OVER)
        if not over:
            raise InputError(
                f"a class is written STATE over ARC, or {SILENCE!r}; got {text.strip()!r}"
            )
        return ArcClass(self._node(sender.strip()), self._arc(arc.strip()))

    def _flags(self, heard: bool | Mapping[str, bool] | None) -> dict[str, bool]:
        if heard is None:
            return {}
        if isinstance(heard, bool):
            return {self._head(None): heard}
        return {self._head(name): flag for name, flag in heard.items()}

    def _wanted_signs(
        self, signs: Mapping[str, str] | None, place: Place
    ) -> dict[str, tuple[int, ...]]:
        found = {}
        for name, wanted in (signs or {}).items():
            left = self._comparisons[known_name("comparison", name, self._comparisons)].left
            if self._scalars[left].place is not place:
                raise InputError(f"comparison {name!r} is not one of {place.value}s")
            found[name] = tuple(chosen("sign", each, _SIGNS) for each in split_names(wanted))
        return found

    def _fresh(self, name: str, known: Mapping[str, Any], what: str) -> None:
        if name in known:
            raise InputError(f"{what} {name!r} is declared twice")

    def _add_scalar(self, scalar: Scalar) -> None:
        self._fresh(scalar.name, self._scalars, "scalar")
        self._scalars[scalar.name] = scalar

    def _add_output(self, name: str, output: Output) -> None:
        check_output_name(name)
        self._fresh(name, self._outputs, "output")
        self._outputs[name] = output
