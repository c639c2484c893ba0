"""How a model was learned: by which method, from which data, with or without a search.

The paper trains by gradients alone on the execution traces of graphs (Section 4.4). A model
that was learned in another way says so, in its report and in every table that lists it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from dnar.network import MessageForm
from dnar.training.config import Method, TrainConfig


class Data(Enum):
    """What a model was trained on."""

    GRAPHS = "graphs"
    """Execution traces of the training graphs, and nothing else."""
    ENUMERATED = "enumerated"
    """Also enumerated local cases, scalar contexts and outputs."""
    PARTLY = "graphs, partly enumerated"
    """States from traces alone; gates and outputs also from enumerated contexts."""


@dataclass(frozen=True)
class Learned:
    """How a model was learned."""

    method: Method
    data: Data
    attention_searched: bool | None
    """Whether attention was searched for and set; None if nobody wrote it down."""

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "method": self.method.value,
            "data": self.data.value,
            "attention_searched": self.attention_searched,
        }

    def words(self) -> str:
        """The same in one line.

        >>> Learned(Method.GRADIENT, Data.GRAPHS, False).words()
        'method gradient, data graphs, attention not searched'
        """
        searched = {True: "searched", False: "not searched", None: "search not recorded"}
        found = searched[self.attention_searched]
        return f"method {self.method.value}, data {self.data.value}, attention {found}"


def how_learned(config: TrainConfig, cycles: int) -> Learned:
    """How a run of so many cycles learned: the settle method searches before every new one."""
    if not config.enumerated:
        data = Data.GRAPHS
    elif config.messages is MessageForm.LITERAL:
        data = Data.PARTLY
    else:
        data = Data.ENUMERATED
    return Learned(config.method, data, config.method is Method.SETTLE and cycles > 1)


def learned_of(report: Mapping[str, Any]) -> Learned | None:
    """How a training report says that its model was learned; None if it says nothing.

    Reports of earlier versions hold only the config and the cycles. A config that names no
    method is of a version in which settling was the only one.
    """
    said = report.get("learned")
    if said is not None:
        method, data = Method(said["method"]), Data(said["data"])
        return Learned(method, data, said["attention_searched"])
    config = report.get("config")
    if config is None:
        return None
    choices = TrainConfig(
        enumerated=config["enumerated"],
        messages=MessageForm(config["messages"]),
        method=Method(config.get("method", Method.SETTLE.value)),
    )
    return how_learned(choices, report["cycles"])
