"""The processor: scores that are set and scalar gates."""

import torch

from dnar.network import MessageForm, gate_logits, opened
from dnar.tasks import get_task
from tests.unit.network.problems import fresh


def test_scores_are_set_for_one_state_only() -> None:
    network = fresh(get_task("dijkstra"), hidden=64)
    embed = (network.encoder.node.detach(), network.encoder.arc.detach())
    before, parts = network.tables(), network.processor.part_scores(*embed)
    wanted = torch.linspace(-1, 1, parts[:, 1].numel()).view_as(parts[:, 1])
    network.processor.set_part_scores(*embed, 1, wanted)
    after = network.tables()
    others = [state for state in range(network.signature.node_states) if state != 1]
    assert torch.allclose(before.score[:, others], after.score[:, others], atol=1e-4)
    sender, arc, best = wanted.split(
        (network.signature.node_states, network.signature.arc_states, 1), dim=1
    )
    common = sender[:, :, None] + arc[:, None]
    assert torch.allclose(after.score[:, 1, :, :, 0], common, atol=1e-4)
    assert torch.allclose(after.score[:, 1, :, :, 1], common + best[..., None], atol=1e-4)
    assert torch.equal(before.node_message, after.node_message)
    assert torch.equal(before.arc_own, after.arc_own)


def test_attention_parameters_decide_scores_and_nothing_else() -> None:
    network = fresh(get_task("bfs"))
    before = network.tables()
    with torch.no_grad():
        for parameter in network.processor.attention():
            parameter.add_(1.0)
    after = network.tables()
    assert not torch.equal(before.score, after.score)
    for field in ("node_own", "node_message", "arc_own", "arc_forth", "arc_back"):
        assert torch.equal(getattr(before, field), getattr(after, field))


def test_literal_messages_carry_the_sender_alone() -> None:
    literal = fresh(get_task("bfs"), form=MessageForm.LITERAL).tables()
    rich = fresh(get_task("bfs"), form=MessageForm.RICH).tables()
    for field in ("node_message", "arc_forth", "arc_back"):
        table = getattr(literal, field)
        assert torch.allclose(table, table[:, :, :1].expand_as(table))
        other = getattr(rich, field)
        assert not torch.allclose(other, other[:, :, :1].expand_as(other))
    assert torch.equal(literal.arc_own, literal.arc_own[:, :1, :1].expand_as(literal.arc_own))
    assert not torch.equal(rich.arc_own, rich.arc_own[:, :1, :1].expand_as(rich.arc_own))


def test_hard_gates_are_zero_or_one_by_the_sign() -> None:
    network = fresh(get_task("dijkstra"))
    gates = gate_logits(network.tables(), network.signature, network.processor.sizes)
    assert list(gates) == [*network.signature.node_scalars, *network.signature.arc_scalars]
    for logits in gates.values():
        assert torch.equal(opened(logits, None).flat(), (logits.flat() > 0).double())
        soft = opened(logits, 2.0).flat()
        assert torch.allclose(soft, torch.sigmoid(logits.flat().double() / 2))
        assert bool(((soft > 0) & (soft < 1)).all())


def test_push_gates_belong_to_the_state_at_the_other_end() -> None:
    network = fresh(get_task("dijkstra"))
    signature = network.signature
    gates = gate_logits(network.tables(), signature, network.processor.sizes)
    for name, each in gates.items():
        at_node = name in signature.node_scalars
        own, other = signature.node_states, signature.arc_states
        others = len(signature.arc_scalars)
        if not at_node:
            own, other, others = other, own, len(signature.node_scalars)
        assert each.inc.shape == each.keep.shape == (own,)
        assert each.push.shape == (others, other)
