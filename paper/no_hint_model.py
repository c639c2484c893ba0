"""A network trained on outputs alone: states by Gumbel-softmax, all graphs of a batch at once.

The local functions are those of our network. States are one-hot vectors, hard in the forward
pass and soft in the backward pass (straight through), so that the loss at the last step reaches
every step. Graphs of a batch have one size and are dense; there is no virtual node.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from dnar.discover import Found, StateCounts, Tables, get_sketch
from dnar.graph import erdos_renyi
from dnar.machine import Problem
from dnar.network import Network, signature_of
from dnar.network.readout import outputs_of
from dnar.textbook import expected
from dnar.textbook.bfs import levels

EDGE_PROBABILITY = 0.5
LEARNING_RATE = 3e-3
BATCH = 32


@dataclass(frozen=True)
class Batch:
    """Graphs of one size with their right outputs."""

    adjacent: Tensor
    """(graphs, nodes, nodes): whether the receiver looks at the sender; self-loops included."""
    start: Tensor
    parent: Tensor
    distance: np.ndarray
    """-1 where there is no way."""
    steps: Tensor
    """Steps of the search in each graph; a run is read after so many (paper, Section 4)."""


def batch_of(size: int, graphs: int, rng: np.random.Generator) -> Batch:
    """Connected random graphs, G(n, 1/2), with random starts."""
    adjacent = np.zeros((graphs, size, size), dtype=bool)
    start, parent, distance = [], [], []
    for number in range(graphs):
        graph = erdos_renyi(size, rng, p=EDGE_PROBABILITY)
        adjacent[number, graph.source, graph.target] = True
        adjacent[number, graph.target, graph.source] = True
        problem = Problem(graph, int(rng.integers(size)))
        start.append(problem.start)
        parent.append(expected("bfs", problem)["parent"])
        distance.append(levels(graph, int(start[-1])))
    adjacent |= np.eye(size, dtype=bool)
    far = np.array(distance)
    return Batch(
        torch.from_numpy(adjacent),
        torch.tensor(start),
        torch.from_numpy(np.array(parent)),
        far,
        torch.from_numpy(np.maximum(far.max(1), 1)),
    )


def untrained(states: int, seed: int, hidden: int) -> Network:
    """A network with so many node states and two arc states (and those of the layout)."""
    torch.manual_seed(seed)
    program = Found(get_sketch("bfs"), Tables(StateCounts(states, 2))).task
    return Network(signature_of(program.program), outputs_of(program), hidden=hidden)


@dataclass(frozen=True)
class Run:
    """What a network makes of a batch."""

    node: Tensor
    """Node states at the end of each graph's run, one-hot."""
    pointer: Tensor
    """Logits of the pointers, (graphs, receiver, sender)."""


def run(
    network: Network,
    batch: Batch,
    states: int,
    temperature: float | None,
    most: int | None = None,
) -> Run:
    """As many steps as each search takes, or `most`; without a temperature all is hard."""
    steps = batch.steps if most is None else batch.steps.clamp(max=most)
    tables = network.tables()
    graphs, size, _ = batch.adjacent.shape
    node = torch.zeros(graphs, size, states)
    node[..., 0] = 1.0
    node[torch.arange(graphs), batch.start] = torch.eye(states)[1]
    arc = torch.zeros(graphs, size, size, 2)
    loops = torch.eye(size, dtype=torch.bool).expand(graphs, size, size)
    arc[..., 0], arc[..., 1] = (~loops).float(), loops.float()
    nodes, arcs = [node], [arc]
    some = slice(states)
    for _ in range(int(steps.max())):
        best = _best(node, arc, batch.adjacent)
        score = torch.einsum(
            "bik,bjl,bija,klac->bijc", node, node, arc, tables.score[0, some, some, :2]
        )
        score = torch.where(best, score[..., 1], score[..., 0])
        score = score.masked_fill(~batch.adjacent, -torch.inf)
        attention = _choice(score, temperature)
        told = torch.einsum("bjl,bija,lah->bijh", node, arc, tables.node_message[0, some, :2])
        message = torch.einsum("bij,bijh->bih", attention, told)
        hidden = torch.relu(node @ tables.node_own[some] + message)
        node_logits = network.decoder.node_state(network.processor.node_out(hidden))[..., some]
        forth = torch.einsum("bjl,bija,lah->bijh", node, arc, tables.arc_forth[0, some, :2])
        back = torch.einsum("bjl,bija,lah->bijh", node, arc, tables.arc_back[0, some, :2])
        heard = attention[..., None] * forth + (attention[..., None] * back).transpose(1, 2)
        own = arc @ tables.arc_own[:2] + (node @ tables.arc_receiver[some])[:, :, None]
        own = own + (node @ tables.arc_sender[some])[:, None] + heard
        hidden = torch.relu(own)
        arc_logits = network.decoder.arc_state(network.processor.arc_out(hidden))[..., :2]
        node, arc = _state(node_logits, temperature), _state(arc_logits, temperature)
        nodes.append(node)
        arcs.append(arc)
    every = torch.arange(graphs)
    node, arc = torch.stack(nodes)[steps, every], torch.stack(arcs)[steps, every]
    plain, loop = network.pointer_logits()[:2, 0].unbind(-1)
    pointer = torch.where(loops, arc @ loop, arc @ plain)
    return Run(node, pointer.masked_fill(~batch.adjacent, -torch.inf))


def _best(node: Tensor, arc: Tensor, adjacent: Tensor) -> Tensor:
    """Which arcs are the first of their class in their row."""
    states, arcs = node.shape[-1], arc.shape[-1]
    with torch.no_grad():
        klass = node.argmax(-1)[:, None] * arcs + arc.argmax(-1)
        member = functional.one_hot(klass, states * arcs) * adjacent[..., None]
        earlier = member.cumsum(2) - member
        return ((earlier * member).sum(-1) == 0) & adjacent


def _choice(score: Tensor, temperature: float | None) -> Tensor:
    if temperature is None:
        return functional.one_hot(score.argmax(-1), score.shape[-1]).float()
    return torch.softmax(score / temperature, -1)


def _state(logits: Tensor, temperature: float | None) -> Tensor:
    if temperature is None:
        return functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
    return functional.gumbel_softmax(logits, tau=temperature, hard=True)


def trained(
    size: int, states: int, last: float, seed: int, iterations: int, hidden: int
) -> Network:
    """A network that saw graphs of one size and their outputs, and nothing else.

    The temperature of states and attention falls from 3 to `last`, geometrically.
    """
    rng = np.random.default_rng([seed, size, states])
    network = untrained(states, seed, hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    for iteration in range(iterations):
        temperature = 3.0 * (last / 3.0) ** (iteration / max(iterations - 1, 1))
        batch = batch_of(size, BATCH, rng)
        pointer = run(network, batch, states, temperature).pointer
        loss = functional.cross_entropy(pointer.flatten(0, 1), batch.parent.flatten())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
    return network.eval()
