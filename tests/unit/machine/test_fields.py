"""States made of fields: every combination once, picked by value."""

import pytest

from dnar.machine import FieldStates

STATES = FieldStates(
    "State", {"text": {"char": "ab", "mark": ("idle", "here")}, "bit": {"value": "01"}}, ["END"]
)


def test_every_combination_has_a_number() -> None:
    assert [(state.name, int(state)) for state in STATES.enum] == [
        ("text_a_idle", 0),
        ("text_a_here", 1),
        ("text_b_idle", 2),
        ("text_b_here", 3),
        ("bit_0", 4),
        ("bit_1", 5),
        ("END", 6),
    ]


def test_states_are_picked_by_their_fields() -> None:
    assert [int(state) for state in STATES.pick("text")] == [0, 1, 2, 3]
    assert [int(state) for state in STATES.pick("text", char="b")] == [2, 3]
    assert [int(state) for state in STATES.pick("text", char="b", mark="here")] == [3]
    assert STATES.pick("bit", value="2") == ()
    assert STATES.one("bit", value="1") is STATES.enum["bit_1"]


def test_one_state_is_one() -> None:
    with pytest.raises(ValueError, match="too many"):
        STATES.one("text", char="a")
    with pytest.raises(ValueError, match="not enough"):
        STATES.one("bit", value="2")
    for group, wanted in (("texts", {}), ("text", {"colour": "red"})):
        with pytest.raises(KeyError):
            STATES.pick(group, **wanted)
