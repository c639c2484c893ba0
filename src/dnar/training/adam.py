"""Adam on one flat vector: a few operations per step, and a state that is easy to store."""

from collections.abc import Iterable, Sequence

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Adam:
    """Kingma and Ba's optimiser with its usual decay rates; parameters become views."""

    def __init__(
        self,
        parameters: Iterable[nn.Parameter],
        learning_rate: float,
        shares: Sequence[float],
    ) -> None:
        """`shares` are the learning rates of the parameters in parts of the common one."""
        self.parameters = list(parameters)
        self.learning_rate = learning_rate
        sizes = torch.tensor([each.numel() for each in self.parameters])
        device = self.parameters[0].device
        self.shares = torch.tensor(shares).repeat_interleave(sizes).to(device)
        flat = torch.cat([each.detach().flatten() for each in self.parameters])
        self.values, self.gradients = flat, torch.zeros_like(flat)
        self.mean, self.square = torch.zeros_like(flat), torch.zeros_like(flat)
        self.steps = 0
        begin = 0
        for each in self.parameters:
            end = begin + each.numel()
            each.data = self.values[begin:end].view_as(each)
            each.grad = self.gradients[begin:end].view_as(each)
            begin = end

    def clear(self) -> None:
        """Forgets the gradients."""
        self.gradients.zero_()

    def step(self) -> None:
        """Moves the parameters along their gradients."""
        self.steps += 1
        self.mean.lerp_(self.gradients, 0.1)
        self.square.mul_(0.999).addcmul_(self.gradients, self.gradients, value=0.001)
        scale = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        size = self.learning_rate * scale
        self.values.addcdiv_(
            self.mean * self.shares, self.square.sqrt().add_(1e-8), value=-size
        )

    def state(self) -> dict[str, Float[Tensor, " parameters"]]:
        """The parameters and their moments, for a checkpoint."""
        return {"values": self.values, "mean": self.mean, "square": self.square}

    def restore(self, state: dict[str, Float[Tensor, " parameters"]], steps: int) -> None:
        """Takes parameters and moments up again."""
        for name, vector in self.state().items():
            vector.copy_(state[name])
        self.steps = steps
