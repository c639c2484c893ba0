"""A baseline: encode, process again and again, decode (paper, Section 3.1).

Hidden vectors go on from step to step and nothing makes them discrete. With hints the model
also predicts all states and scalars after every step and sees its own predictions, as
probabilities, in the next one, as CLRS-30's reasoners do.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from dnar.machine import Task
from paper.reasoners.config import BaselineConfig
from paper.reasoners.features import Laid, Shown, vocabulary_of
from paper.reasoners.processors import RecurrentProcessor
from paper.reasoners.readouts import readouts_of


@dataclass(frozen=True)
class State:
    """What goes on from step to step."""

    hidden: Float[Tensor, "nodes hidden"]
    seen: Shown
    """States and scalars as the model predicted them, or as it was told them."""

    def detached(self) -> "State":
        """The same, with gradients cut off."""
        return State(
            self.hidden.detach(), Shown(self.seen.nodes.detach(), self.seen.arcs.detach())
        )


class ArcReader(nn.Module):
    """Scores of arcs, from both ends and the arc's features."""

    def __init__(self, hidden: int, arc_features: int, scores: int) -> None:
        super().__init__()
        self.ends = nn.Linear(hidden, 2 * hidden)
        self.arc = nn.Linear(arc_features, hidden)
        self.out = nn.Linear(hidden, scores)

    def forward(
        self, laid: Laid, hidden: Float[Tensor, "nodes hidden"], arcs: Float[Tensor, "arcs _"]
    ) -> Float[Tensor, "arcs scores"]:
        """The scores of every arc."""
        sender, receiver = self.ends(hidden).chunk(2, dim=1)
        joined = sender.index_select(0, laid.ends[0]) + receiver.index_select(0, laid.ends[1])
        return self.out(torch.relu(joined + self.arc(arcs)))


class Baseline(nn.Module):
    """A neural reasoner with continuous hidden states."""

    def __init__(self, task: Task, config: BaselineConfig) -> None:
        super().__init__()
        self.task, self.config = task, config
        self.vocabulary = vocabulary_of(task.program)
        self.readouts = readouts_of(task)
        self.whole: frozenset[str] = frozenset()
        """Outputs that are whole numbers on all training graphs: they are rounded."""
        seen = 2 if config.hints else 1
        nodes, arcs = self.vocabulary.node_width, self.vocabulary.arc_width
        node_features = seen * nodes + 1 + len(self.vocabulary.streams)
        hidden, arc_features = config.hidden, seen * arcs
        self.processor = RecurrentProcessor(
            config.processor, node_features, arc_features, hidden, config.gru
        )
        if self.readouts.per_node:
            self.node_output = nn.Linear(hidden, len(self.readouts.per_node))
        if self.readouts.per_arc:
            self.arc_output = ArcReader(hidden, arc_features, len(self.readouts.per_arc))
        if config.hints:
            self.node_hint = nn.Linear(hidden, nodes)
            self.arc_hint = ArcReader(hidden, arc_features, arcs)

    def begin(self, laid: Laid) -> State:
        """Before the first step: nothing in mind, the first states in sight."""
        return State(torch.zeros(len(laid.place), self.config.hidden), laid.first)

    def step(
        self, laid: Laid, state: State, number: int
    ) -> tuple[Float[Tensor, "nodes hidden"], Shown | None]:
        """The hidden vectors after a step and, with hints, logits and scalars predicted."""
        parts = [laid.first.nodes, laid.place, laid.streams(number)]
        if self.config.hints:
            parts.append(state.seen.nodes)
        arcs = self._arc_features(laid, state)
        hidden = self.processor(state.hidden, torch.cat(parts, dim=1), laid.ends, arcs)
        if not self.config.hints:
            return hidden, None
        return hidden, Shown(self.node_hint(hidden), self.arc_hint(laid, hidden, arcs))

    def follow(self, laid: Laid, state: State, number: int) -> tuple[State, Shown | None]:
        """The state after a step; graphs whose run is over stay as they are."""
        hidden, predicted = self.step(laid, state, number)
        seen = state.seen if predicted is None else self._as_seen(predicted)
        running = laid.running(number)
        if not bool(running.all()):
            on_arcs = running[laid.receiver][:, None]
            running = running[:, None]
            hidden = torch.where(running, hidden, state.hidden)
            if predicted is not None:
                seen = Shown(
                    torch.where(running, seen.nodes, state.seen.nodes),
                    torch.where(on_arcs, seen.arcs, state.seen.arcs),
                )
        return State(hidden, seen), predicted

    def outputs(
        self, laid: Laid, state: State
    ) -> tuple[Float[Tensor, "arcs per_arc"], Float[Tensor, "nodes per_node"]]:
        """What the outputs are read off."""
        hidden, readouts = state.hidden, self.readouts
        arcs = self._arc_features(laid, state)
        on_arcs = self.arc_output(laid, hidden, arcs) if readouts.per_arc else arcs[:, :0]
        on_nodes = self.node_output(hidden) if readouts.per_node else hidden[:, :0]
        return on_arcs, on_nodes

    def _arc_features(self, laid: Laid, state: State) -> Float[Tensor, "arcs _"]:
        if not self.config.hints:
            return laid.first.arcs
        return torch.cat([laid.first.arcs, state.seen.arcs], dim=1)

    def _as_seen(self, predicted: Shown) -> Shown:
        """Predictions as features: probabilities of states, scalars as they are."""

        def seen(predicted: Tensor, states: int) -> Tensor:
            chances = torch.softmax(predicted[:, :states], dim=1)
            return torch.cat([chances, predicted[:, states:]], dim=1)

        return Shown(
            seen(predicted.nodes, self.vocabulary.node_states),
            seen(predicted.arcs, self.vocabulary.arc_states),
        )
