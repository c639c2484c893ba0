"""All experiments, in the order of the report."""

import importlib

from dnar.errors import InputError
from paper.experiment import Experiment

NAMES = (
    "salsa",
    "baselines",
    "fair_baselines",
    "clrs30",
    "multitask",
    "certificates",
    "exact_learning",
    "gradients_alone",
    "protocol",
    "training_ways",
    "no_bottlenecks",
    "soft_attention",
    "scalar_updates",
    "minimal_sizes",
    "extended_scalars",
    "no_hint",
    "discovery",
    "completion",
    "figures",
)


def experiment(name: str) -> Experiment:
    """The experiment of this name.

    Raises:
        InputError: there is none.
    """
    if name not in NAMES:
        raise InputError(f"there is no experiment {name!r}; there are {', '.join(NAMES)}")
    return importlib.import_module(f"paper.{name}").EXPERIMENT
