"""Inspection: everything that a network computes in one step, as arrays (paper, Section 3).

The numbers are those of the forward pass: the same tables, the same functions, in double
precision. Nothing is computed anew for inspection.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dnar.array_types import Bool, Float64, Int64
from dnar.errors import InputError
from dnar.explain.words import value_words
from dnar.machine import Instance, NodeKind, Place, Problem, Snapshot, Task
from dnar.memory import check_memory
from dnar.run.instances import check_arcs

if TYPE_CHECKING:
    from dnar.network import Network, NetworkStepper

UNHEARD = -1
"""Stands for the arc of a node that hears nothing."""

MOST_LINES = 8
"""Nodes that the text of an inspection lists."""


@dataclass(frozen=True, eq=False)
class ScalarGate:
    """The gate of one summand that the update of a scalar may add (eq. 2)."""

    scalar: str
    """The scalar that is updated."""
    operation: str
    """What an open gate adds, in words."""
    place: Place
    """Whose states decide: nodes' or arcs'."""
    logits: Float64[np.ndarray, " states"]
    """By state of that place; above zero the gate is open."""

    @property
    def is_open(self) -> Bool[np.ndarray, " states"]:
        """In which states the summand is added."""
        return self.logits > 0


@dataclass(frozen=True, eq=False)
class Inspection:
    """What a network computes in one step on one problem.

    Nodes are in the order of `nodes`, arcs in that of `arcs`, heads in that of `heads`, states
    in those of `node_states` and `arc_states`.
    """

    task: str
    step: int
    """Its number, from 1."""
    temperature: float | None
    """Of the softmax; None: attention is hard."""
    nodes: tuple[Hashable, ...]
    """Labels of the nodes; the machine's own are `(virtual)` and `(helper)`."""
    arcs: tuple[tuple[Hashable, Hashable], ...]
    """Receiver and sender of every arc."""
    receiver: Int64[np.ndarray, " arcs"]
    """The position of every arc's receiver in `nodes`."""
    sender: Int64[np.ndarray, " arcs"]
    heads: tuple[str, ...]
    node_states: tuple[str, ...]
    arc_states: tuple[str, ...]
    node_state: Int64[np.ndarray, " nodes"]
    """States before the step."""
    arc_state: Int64[np.ndarray, " arcs"]
    scalars: dict[str, Float64[np.ndarray, " places"]]
    """Scalars before the step."""
    scores: Float64[np.ndarray, "heads arcs"]
    """Attention scores, before temperature."""
    silence: Float64[np.ndarray, "heads nodes"]
    """Scores of hearing nothing; minus infinity in tasks whose heads always hear."""
    weights: Float64[np.ndarray, "heads arcs"]
    """Attention weights: they sum up to one in a row, or to zero where nothing is heard."""
    node_embed: Float64[np.ndarray, "nodes hidden"]
    """The encoder's vector of every node's state."""
    arc_embed: Float64[np.ndarray, "arcs hidden"]
    message: Float64[np.ndarray, "heads nodes hidden"]
    """What each head's message adds to the hidden layer of the node update, before its ReLU."""
    node_logits: Float64[np.ndarray, "nodes node_states"]
    """Of the next states; the network takes the arg-max."""
    arc_logits: Float64[np.ndarray, "arcs arc_states"]
    next_scalars: dict[str, Float64[np.ndarray, " places"]]
    gates: tuple[ScalarGate, ...]

    @property
    def next_node_state(self) -> Int64[np.ndarray, " nodes"]:
        """The states that the network gives the nodes."""
        return self.node_logits.argmax(1)

    @property
    def next_arc_state(self) -> Int64[np.ndarray, " arcs"]:
        """The states that the network gives the arcs."""
        return self.arc_logits.argmax(1)

    def heard_arcs(self, head: str) -> Int64[np.ndarray, " nodes"]:
        """The position of the arc with the largest weight in every node's row, -1 for none.

        Of equal weights the first counts.

        Raises:
            InputError: there is no such head.
        """
        weight = self.weights[self._head(head)]
        # Sorted by receiver and falling weight; a stable sort keeps the first of equal ones.
        order = np.lexsort((-weight, self.receiver))
        rows, first = np.unique(self.receiver[order], return_index=True)
        heard = np.full(len(self.nodes), UNHEARD, dtype=np.int64)
        heard[rows] = np.where(weight[order[first]] > 0, order[first], UNHEARD)
        return heard

    def attention(self, head: str, node: Hashable) -> dict[Hashable, float]:
        """The weight of every sender in a node's row; parallel arcs add up.

        Raises:
            InputError: there is no such head or node.
        """
        number = self._head(head)
        if node not in self.nodes:
            few = ", ".join(str(each) for each in self.nodes[:5])
            raise InputError(f"no node {node!r}; the nodes are {few}, ...")
        found: dict[Hashable, float] = {}
        for arc in np.flatnonzero(self.receiver == self.nodes.index(node)).tolist():
            sender = self.arcs[arc][1]
            found[sender] = found.get(sender, 0.0) + float(self.weights[number, arc])
        return found

    def _head(self, name: str) -> int:
        if name not in self.heads:
            raise InputError(f"no head {name!r}; the heads are {', '.join(self.heads)}")
        return self.heads.index(name)

    def __repr__(self) -> str:
        sizes = f"{len(self.nodes)} nodes, {len(self.arcs)} arcs, heads {', '.join(self.heads)}"
        changed = np.flatnonzero(self.next_node_state != self.node_state).tolist()
        arcs = int((self.next_arc_state != self.arc_state).sum())
        lines = [
            f"Inspection of {self.task}, step {self.step}: {sizes}",
            f"  {_counted(len(changed), 'node')} and {_counted(arcs, 'arc')} change state",
            *(self._line(node) for node in changed[:MOST_LINES]),
        ]
        more = len(changed) - MOST_LINES
        return "\n".join([*lines, f"  ... and {more} more nodes"] if more > 0 else lines)

    def _line(self, node: int) -> str:
        old, new = self.node_state[node], self.next_node_state[node]
        became = f"{self.node_states[old]} -> {self.node_states[new]}"
        return f"  node {self.nodes[node]}: {became}{self._hears(node)}"

    def _hears(self, node: int) -> str:
        told = []
        for number, head in enumerate(self.heads):
            arc = int(self.heard_arcs(head)[node])
            if arc == UNHEARD:
                told.append(f"{head} hears nothing")
                continue
            weight = "" if self.temperature is None else f" ({self.weights[number, arc]:.3f})"
            told.append(f"{head} hears {self.arcs[arc][1]}{weight}")
        return "".join(f", {each}" for each in told)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def inspect_step(
    task: Task,
    network: "Network",
    problem: Problem,
    step: int,
    *,
    temperature: float | None = None,
) -> Inspection:
    """What the network computes in this step of its own run.

    The step after the last one changes nothing; it can be inspected, too.

    Raises:
        InputError: the run has no such step, or there is too little memory.
    """
    from dnar.network import NetworkStepper, roll_out  # noqa: PLC0415 (PyTorch only here)

    if step < 1:
        raise InputError(f"steps are counted from 1, got {step}")
    if temperature is not None and not temperature > 0:
        raise InputError(f"temperature must be above zero, got {temperature}")
    check_arcs(problem.graph)
    instance = task.encode(problem)
    hidden = network.processor.sizes.hidden
    check_memory(16 * hidden * instance.arc_count, "the vectors of an inspection")
    run = roll_out(network, task, instance, max_steps=step - 1, temperature=temperature)
    if run.steps < step - 1:
        raise InputError(
            f"the run halts after {_counted(run.steps, 'step')}: give a step from 1 to "
            f"{run.steps + 1}, got {step}"
        )
    stepper = NetworkStepper(network, instance, temperature)
    return _inspected(task, instance, stepper, run.final)


def _inspected(
    task: Task, instance: Instance, stepper: "NetworkStepper", snapshot: Snapshot
) -> Inspection:
    import torch  # noqa: PLC0415 (PyTorch only when it is used)

    from dnar.network import arc_scores, configuration, network_step  # noqa: PLC0415

    network, tables, wiring = stepper.network, stepper.tables, stepper.wiring
    now = configuration(snapshot, wiring.receiver.device)
    with torch.no_grad():
        scores, silence = arc_scores(network, tables, wiring, now)
        result = network_step(network, tables, wiring, now, stepper.temperature)
        weights = torch.from_numpy(stepper.attention(snapshot)).to(scores)
        message = torch.zeros(len(weights), wiring.nodes, tables.node_own.shape[1]).to(scores)
        classes = now.node_state[wiring.sender], now.arc_state
        for head, weight in enumerate(weights):
            told = tables.node_message[head, *classes] * weight[:, None]
            message[head].index_add_(0, wiring.receiver, told)
    names, program = _names(instance), task.program
    ends = zip(instance.receiver.tolist(), instance.sender.tolist(), strict=True)

    def array(tensor: torch.Tensor) -> np.ndarray:
        return tensor.detach().cpu().numpy()

    return Inspection(
        task=task.name,
        step=snapshot.step + 1,
        temperature=stepper.temperature,
        nodes=names,
        arcs=tuple((names[receiver], names[sender]) for receiver, sender in ends),
        receiver=array(wiring.receiver),
        sender=array(wiring.sender),
        heads=tuple(head.name for head in program.heads),
        node_states=program.node_states,
        arc_states=program.arc_states,
        node_state=array(now.node_state),
        arc_state=array(now.arc_state),
        scalars={name: array(values) for name, values in now.scalars.items()},
        scores=array(scores),
        silence=array(silence),
        weights=array(weights),
        node_embed=array(network.encoder.node[now.node_state]),
        arc_embed=array(network.encoder.arc[now.arc_state]),
        message=array(message),
        node_logits=array(result.node_logits),
        arc_logits=array(result.arc_logits),
        next_scalars={name: array(values) for name, values in result.scalars.items()},
        gates=_gates(task, stepper),
    )


def _gates(task: Task, stepper: "NetworkStepper") -> tuple[ScalarGate, ...]:
    """Every gate of every scalar, in the order in which summands are added."""
    from dnar.network import gate_logits  # noqa: PLC0415 (PyTorch only when it is used)

    signature = stepper.network.signature
    found = []
    for name, logits in gate_logits(stepper.tables, signature).items():
        parts = logits.split(signature.widths(name))
        for candidate, part in zip(signature.candidates_of(name), parts, strict=True):
            words = value_words(task.program, name, candidate.term)
            found.append(ScalarGate(name, words, candidate.place, part.cpu().numpy()))
    return tuple(found)


def _names(instance: Instance) -> tuple[Hashable, ...]:
    labels = iter(instance.labels)
    kinds = {NodeKind.VIRTUAL: "(virtual)"}
    return tuple(
        next(labels) if kind == NodeKind.REAL else kinds.get(NodeKind(min(kind, 2)), "(helper)")
        for kind in instance.node_kind.tolist()
    )
