"""The processor: scores that are set and scalar gates."""

import pytest
import torch

from dnar.machine import Gate, gating_place
from dnar.network import MessageForm, gate_logits, opened, signature_of
from dnar.tasks import get_task
from tests.unit.network.problems import fresh


def test_scores_are_set_for_one_state_only() -> None:
    network = fresh(get_task("dijkstra"), hidden=64)
    embed = (network.encoder.node.detach(), network.encoder.arc.detach())
    before, parts = network.tables(), network.processor.part_scores(*embed)
    wanted = torch.linspace(-1, 1, parts[:, 1].numel()).view_as(parts[:, 1])
    network.processor.set_part_scores(*embed, 1, wanted, torch.arange(wanted.shape[1]))
    after = network.tables()
    others = [state for state in range(network.signature.node_states) if state != 1]
    assert torch.allclose(before.score[:, others], after.score[:, others], atol=1e-4)
    nothing, best = wanted[:, -2], wanted[:, -1]
    common = wanted[:, :-2].view(after.score[:, 1, :, :, 0].shape)
    assert torch.allclose(after.score[:, 1, :, :, 0], common, atol=1e-4)
    assert torch.allclose(after.score[:, 1, :, :, 1], common + best[:, None, None], atol=1e-4)
    assert torch.allclose(network.processor.part_scores(*embed)[:, 1, -2], nothing, atol=1e-4)
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
    for end in ("arc_receiver", "arc_sender"):
        assert not getattr(literal, end).any()
        assert getattr(rich, end).any()


def test_literal_keys_are_sums_of_sender_and_arc() -> None:
    for form in MessageForm:
        score = fresh(get_task("bfs"), form=form).tables().score[..., 0]
        crossed = score[:, :, 0, 0] + score[:, :, 1, 1] - score[:, :, 0, 1] - score[:, :, 1, 0]
        assert bool((crossed.abs() < 1e-5).all()) == (form is MessageForm.LITERAL)


def test_only_tasks_that_pull_hear_nothing() -> None:
    assert torch.isneginf(fresh(get_task("bfs")).tables().nothing).all()
    assert torch.isfinite(fresh(get_task("bellman_ford")).tables().nothing).all()


@pytest.mark.parametrize("name", ["dijkstra", "bellman_ford"])
def test_hard_gates_are_zero_or_one_by_the_sign(name: str) -> None:
    network = fresh(get_task(name))
    signature = network.signature
    gates = gate_logits(network.tables(), signature)
    assert list(gates) == list(signature.updated)
    for scalar, logits in gates.items():
        assert len(logits) == sum(signature.widths(scalar))
        assert torch.equal(opened(logits, None), (logits > 0).double())
        soft = opened(logits, 2.0)
        assert torch.allclose(soft, torch.sigmoid(logits.double() / 2))
        assert bool(((soft > 0) & (soft < 1)).all())


@pytest.mark.parametrize("name", ["dijkstra", "bellman_ford", "eccentricity"])
def test_candidates_are_the_rules_terms_in_order_and_the_common_ones(name: str) -> None:
    program = get_task(name).program
    signature = signature_of(program)
    for scalar in signature.updated:
        place, found = signature.place(scalar), signature.candidates_of(scalar)
        own = [term.value for term in program.op(scalar).terms]
        assert [each.term.value for each in found[: len(own)]] == own
        assert {Gate.INC, Gate.KEEP} <= {each.term.gate for each in found}
        others = [each.name for each in program.scalars if each.place is not place]
        pushed = {each.term.scalar for each in found if each.term.gate is Gate.PUSH}
        assert pushed == set(others)
        assert all(each.place is gating_place(place, each.term.gate) for each in found)
    slots = [(each.place, each.slot) for each in signature.candidates]
    assert len(set(slots)) == len(slots)
