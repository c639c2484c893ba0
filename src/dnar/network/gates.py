"""ScalarUpdate: learned 0-1 gates choose what is added to a scalar (paper, eq. 2, Appendix C).

Every candidate of a scalar has a gate for each state that may decide it. Gates are functions of
states only, so a scalar's size can never change what is done with it.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from dnar.machine import Place
from dnar.network.processor import LocalTables
from dnar.network.signature import Signature


def gate_logits(
    tables: LocalTables, signature: Signature
) -> dict[str, Float[Tensor, " gates"]]:
    """Per scalar the logits of all its gates: candidate by candidate, state by state."""
    by_place = {Place.NODE: tables.node_gates, Place.ARC: tables.arc_gates}
    return {
        name: torch.cat(
            [by_place[each.place][:, each.slot] for each in signature.candidates_of(name)]
        )
        for name in signature.updated
    }


def opened(
    logits: Float[Tensor, " gates"], temperature: float | None
) -> Float[Tensor, " gates"]:
    """Gate values: a sigmoid that hardens with falling temperature, or 0 and 1 if None."""
    if temperature is None:
        return (logits > 0).double()
    return torch.sigmoid(logits.double() / temperature)
