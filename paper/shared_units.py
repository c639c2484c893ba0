"""How much of a shared processor each task uses: hidden units that are active for it."""

import itertools

import torch
from jaxtyping import Bool
from torch import Tensor

from dnar.machine import Task, reachable_types
from dnar.network import Network


def active_units(task: Task, network: Network) -> Bool[Tensor, " hidden"]:
    """Which hidden units of FFN_nodes are above zero in some case that the rules can reach.

    A case is a node's state and a class that each head may hear.
    """
    tables, heads = network.tables(), range(len(network.signature.heads))
    state, *heard = torch.tensor(_cases(task)).T
    with torch.no_grad():
        hidden = tables.node_own[state]
        for head in heads:
            hidden = hidden + tables.node_message[head].flatten(0, 1)[heard[head]]
    return (hidden > 0).any(0)


def _cases(task: Task) -> list[tuple[int, ...]]:
    """Every node state with all combinations of classes in its rows, one per head."""
    rules, types = task.rules, reachable_types(task).types
    cases = []
    for state in range(len(rules.node_states)):
        classes = {
            each.sender * len(rules.arc_states) + each.arc
            for each in types
            if each.receiver == state
        }
        told = itertools.product(sorted(classes), repeat=len(rules.heads))
        cases += [(state, *each) for each in told]
    return cases
