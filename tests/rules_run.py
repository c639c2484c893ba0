"""Runs of the rules themselves, for the tests that are about them and not about a model."""

from functools import partial

import dnar

rules_run = partial(dnar.run, engine="rules")
