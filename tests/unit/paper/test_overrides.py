from dataclasses import dataclass

import pytest
from paper.overrides import changed, setting_names

from dnar.errors import InputError
from dnar.network import MessageForm
from dnar.training import TrainConfig

USUAL = TrainConfig()


@dataclass(frozen=True)
class Config:
    seeds: int = 2
    sizes: tuple[int, ...] = (16, 80)
    rate: float = 0.5
    hints: bool = True
    split: str = "test"
    graphs: tuple[tuple[int, int], ...] = ((16, 20),)
    training: TrainConfig = USUAL


def test_every_kind_of_field_can_be_set() -> None:
    settings = ["seeds=3", "sizes=4,5", "rate=0.25", "hints=false", "split=val"]
    inner = ["training.hidden=32", "training.messages=literal"]
    new = changed(Config(), [*settings, *inner])
    assert (new.seeds, new.sizes, new.rate, new.hints, new.split) == (
        3,
        (4, 5),
        0.25,
        False,
        "val",
    )
    assert new.training == TrainConfig(hidden=32, messages=MessageForm.LITERAL)
    assert changed(Config(), []) == Config()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("seeds", "field=value"),
        ("sedes=3", "seeds, sizes"),
        ("seeds=many", "seeds is a whole number"),
        ("rate=fast", "rate is a number"),
        ("hints=yes", "true or false"),
        ("training=3", "no field 'training'"),
        ("training.hiden=3", "training.hidden"),
        ("training.messages=poor", "rich, literal"),
        ("training.hidden=0", "above zero"),
        ("seeds.x=3", "no field"),
        ("training.seed=3", "give --seeds"),
        ("seeds=0", "above zero"),
        ("sizes=", "one value or more"),
        ("graphs=16,20", "cannot be set"),
    ],
)
def test_what_cannot_be_set_is_said(setting: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        changed(Config(), [setting])


def test_names_of_inner_fields_have_a_point() -> None:
    assert {"seeds", "training.hidden"} <= set(setting_names(Config()))
