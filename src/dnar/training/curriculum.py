"""The curriculum: all cases, scalars and outputs that a model of a task must reproduce."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Int64

from dnar.machine import Problem, Task, reachable_types
from dnar.network import MessageForm, Network, NetworkStepper, gate_logits, opened
from dnar.training.cases import ArcCases, RowCases, joined_arcs, joined_rows, taken_arcs
from dnar.training.config import TrainConfig
from dnar.training.data import TrainingSet, drawn_problems, solved_set
from dnar.training.enumerated import enumerate_cases
from dnar.training.listening import Listening, Scores
from dnar.training.objective import (
    ArcTensors,
    RowTensors,
    arc_tensors,
    row_tensors,
    wrong_cases,
)
from dnar.training.observed import observe
from dnar.training.output_fit import OutputFit, fit_outputs
from dnar.training.sampler import CasePool, case_pool
from dnar.training.scalar_fit import ScalarFit, fit_scalars

FEW_SIGNS, MOST_SIGNS = 3, 3**6
"""Combinations of signs that make no difference, tried at a quick and at a thorough look."""

LISTENED_ARCS = 8192
"""Observed arcs among which conflicts are looked for."""


@dataclass(frozen=True)
class Wrong:
    """What a hard network still gets wrong."""

    rows: Int64[np.ndarray, " wrong_rows"]
    arcs: Int64[np.ndarray, " wrong_arcs"]
    scalars: tuple[str, ...]
    outputs: int

    @property
    def count(self) -> int:
        """How many cases, scalars and outputs."""
        return len(self.rows) + len(self.arcs) + len(self.scalars) + self.outputs


GATE_MARGIN = 0.02
"""How far a gate's logit must be from zero: rounding must not matter."""

NOTHING_WRONG = Wrong(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), (), 0)


@dataclass(frozen=True)
class Curriculum:
    """The cases of a task, observed ones first, and the fits of its scalars and outputs."""

    data: TrainingSet
    row_cases: RowCases
    arc_cases: ArcCases
    rows: RowTensors
    """The row cases on the training device."""
    arcs: ArcTensors
    row_pool: CasePool
    arc_pool: CasePool
    scalars: dict[str, ScalarFit]
    outputs: OutputFit

    def wrong(self, network: Network, *, thorough: bool = False) -> Wrong:
        """What the network gets wrong of the enumerated cases, and if nothing, of all cases.

        Looking at all observed arcs takes time and tells nothing new while the enumerated
        ones are not right. A thorough look also tries signs that are not read in every
        combination, or in as many as `MOST_SIGNS`.
        """
        combinations = MOST_SIGNS if thorough else FEW_SIGNS
        scalars, outputs = self._wrong_scalars(network), self.outputs.wrong(network)
        observed, every = self.arc_pool.observed, len(self.arcs.arc)
        parts = [(observed, every), (0, observed)] if every > observed else [(0, every)]
        found = NOTHING_WRONG
        for begin, end in parts:
            arcs = self.arcs.take(torch.arange(begin, end))
            row_wrong, arc_wrong = wrong_cases(network, self.rows, arcs, combinations)
            found = Wrong(
                torch.nonzero(row_wrong).squeeze(1).cpu().numpy(),
                torch.nonzero(arc_wrong).squeeze(1).cpu().numpy() + begin,
                scalars,
                outputs,
            )
            if found.count:
                return found
        return found

    def listening(
        self, network: Network, wrong: Wrong, rng: np.random.Generator, scores: Scores
    ) -> Listening:
        """The conflicts of attention with these scores, on the cases or enough of them.

        Of the observed arcs some are drawn, and some that are still wrong.
        """
        observed = self.arc_pool.observed
        parts = [rng.permutation(wrong.arcs[wrong.arcs < observed])[: LISTENED_ARCS // 4]]
        parts.append(rng.permutation(observed)[:LISTENED_ARCS])
        parts.append(np.arange(observed, len(self.arc_cases)))
        arcs = taken_arcs(self.arc_cases, np.unique(np.concatenate(parts)))
        return Listening(
            self.row_cases, arcs, network.signature, network.processor.form, scores
        )

    def _wrong_scalars(self, network: Network) -> tuple[str, ...]:
        """The scalars that come out wrong, or of which a gate is not decided clearly."""
        with torch.no_grad():
            gates = gate_logits(network.tables(), network.signature)
        return tuple(
            name
            for name, fit in self.scalars.items()
            if not fit.is_exact(opened(gates[name], None).cpu())
            or float(gates[name].cpu()[fit.used].abs().min()) < GATE_MARGIN
        )

    def confirms(self, network: Network) -> bool:
        """Whether the network makes every step of every training graph as the rules did."""
        trajectory = self.data.trajectory
        stepper = NetworkStepper(network, trajectory.instance)
        snapshots = list(trajectory.snapshots())
        followers = [*snapshots[1:], snapshots[-1]]
        for now, following in zip(snapshots, followers, strict=True):
            made = stepper(trajectory.program, trajectory.instance, now)
            same = (
                np.array_equal(made.node_state, following.node_state)
                and np.array_equal(made.arc_state, following.arc_state)
                and all(
                    np.array_equal(made.scalars[name], following.scalars[name])
                    for name in self.scalars
                )
            )
            if not same:
                return False
        return True


def curriculum_of(
    task: Task, config: TrainConfig, network: Network, given: Sequence[Problem] | None = None
) -> Curriculum:
    """Draws the training graphs, or takes those given, runs the rules on them, collects cases.

    Raises:
        InputError: the rules do not come to rest on one of them.
    """
    device = network.encoder.node.device
    rng = np.random.default_rng([config.seed, 0])
    if given is None:
        sizes, enumerated = config.train_sizes, config.enumerated
        given = drawn_problems(task, sizes, config.graphs, rng, disconnected=enumerated)
    data = solved_set(task, given)
    observed = observe(data.trajectory, data.graph_of_node, len(given), config.most_rivals)
    rows, arcs = observed.rows, observed.arcs
    attended_rows = attended_arcs = 0
    reachable = reachable_types(task) if config.enumerated else None
    # Enumerated rows hold more than runs ever show, which the literal form cannot satisfy.
    if reachable is not None and config.messages is MessageForm.RICH:
        extra = enumerate_cases(reachable)
        attended_rows, attended_arcs = extra.attended_rows, extra.attended_arcs
        arcs = joined_arcs(arcs, extra.arcs, len(rows))
        rows = joined_rows(rows, extra.rows)
    ends = (arcs.receiver, arcs.sender, arcs.reverse)
    final = data.trajectory.snapshot(-1)
    return Curriculum(
        data,
        rows,
        arcs,
        row_tensors(rows, device),
        arc_tensors(arcs, device),
        case_pool(observed.row_counts, attended_rows, rows.state, rows.outcome),
        case_pool(observed.arc_counts, attended_arcs, arcs.arc, arcs.outcome, *ends),
        fit_scalars(network.signature, data.trajectory, reachable),
        fit_outputs(task, data.trajectory.instance, final, reachable),
    )
