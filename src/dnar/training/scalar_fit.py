"""The loss of the scalars: mean squared error over every node, arc, step and graph.

The mean is taken per state first, so that a state which is rare is not learned last. Gates
enter ScalarUpdate (eq. 2) linearly: a prediction is features times gates, so the sum of squared
errors is a quadratic form in the gates. Its matrix is computed once; the loss over millions of
transitions then costs no more than that over one.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float64
from torch import Tensor

from dnar.machine import Instance, Place, Snapshot, Trajectory
from dnar.network import ScalarGates, Signature, opened


@dataclass(frozen=True)
class QuadraticFit:
    """Mean squared error of one scalar as a function of its flat gates g: g'Gg - 2g'b + c."""

    gram: Float64[np.ndarray, "gates gates"]
    cross: Float64[np.ndarray, " gates"]
    square: float

    def loss(self, gates: Float[Tensor, " gates"]) -> Float[Tensor, ""]:
        """The mean squared errors, each relative to the mean square of its state's targets."""
        gram, cross = (torch.from_numpy(array).to(gates) for array in (self.gram, self.cross))
        return gates @ gram @ gates - 2 * gates @ cross + self.square

    def is_exact(self, gates: Float[Tensor, " gates"]) -> bool:
        """Whether these 0-1 gates make no error, up to rounding in the sums."""
        return abs(float(self.loss(gates))) < 1e-12


def fit_scalars(signature: Signature, trajectory: Trajectory) -> dict[str, QuadraticFit]:
    """The quadratic form of every scalar over a whole run."""
    names = (*signature.node_scalars, *signature.arc_scalars)
    sums = {name: _Sums(name, signature) for name in names}
    previous: Snapshot | None = None
    for snapshot in trajectory.snapshots():
        if previous is not None:
            for name, total in sums.items():
                features = _features(name, signature, trajectory.instance, previous)
                own = previous.node_state if total.at_node else previous.arc_state
                total.add(own, features, snapshot.scalars[name])
        previous = snapshot
    return {name: total.fit() for name, total in sums.items()}


class _Sums:
    """Gram matrices per state of the scalar's own node or arc."""

    def __init__(self, name: str, signature: Signature) -> None:
        self.at_node = name in signature.node_scalars
        states = signature.node_states if self.at_node else signature.arc_states
        gates = signature.gate_features[Place.NODE if self.at_node else Place.ARC]
        self.gram = np.zeros((states, gates, gates))
        self.cross = np.zeros((states, gates))
        self.square, self.count = np.zeros(states), np.zeros(states)

    def add(self, own: np.ndarray, features: np.ndarray, target: np.ndarray) -> None:
        for state in np.unique(own).tolist():
            here = own == state
            part, goal = features[here], target[here]
            self.gram[state] += part.T @ part
            self.cross[state] += part.T @ goal
            self.square[state] += goal @ goal
            self.count[state] += len(goal)

    def fit(self) -> QuadraticFit:
        scale = np.where(self.square > 0, self.square, np.maximum(self.count, 1))
        gram = (self.gram / scale[:, None, None]).sum(0)
        return QuadraticFit(
            gram, (self.cross / scale[:, None]).sum(0), float((self.square / scale).sum())
        )


def _features(
    name: str, signature: Signature, instance: Instance, now: Snapshot
) -> Float64[np.ndarray, "places gates"]:
    """What each gate of this scalar would add, at every node or every arc."""
    at_node = name in signature.node_scalars
    own = now.node_state if at_node else now.arc_state
    states = signature.node_states if at_node else signature.arc_states
    is_in = np.eye(states)[own]
    parts = [is_in, is_in * now.scalars[name][:, None]]
    if at_node:
        for other in signature.arc_scalars:
            pushed = np.zeros((len(own), signature.arc_states))
            np.add.at(pushed, (instance.receiver, now.arc_state), now.scalars[other])
            parts.append(pushed)
    else:
        sender_in = np.eye(signature.node_states)[now.node_state[instance.sender]]
        for other in signature.node_scalars:
            parts.append(sender_in * now.scalars[other][instance.sender][:, None])
    return np.concatenate(parts, axis=1)


def scalar_loss(
    fits: dict[str, QuadraticFit],
    gates: dict[str, ScalarGates],
    temperature: float,
    gate_cost: float,
) -> Float[Tensor, ""]:
    """The scalars' errors at this temperature, and a small price for every open gate."""
    total = torch.zeros((), dtype=torch.float64)
    for name, fit in fits.items():
        values = opened(gates[name], temperature).flat()
        total = total.to(values) + fit.loss(values) + gate_cost * values.mean()
    return total
