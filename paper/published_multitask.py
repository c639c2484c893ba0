"""What the paper says of multitask training (Sections 4.4 and 4.5); it has no table of it."""

STEPS = 10_000
"""Optimisation steps on gradients that are accumulated over all tasks."""

HOURS = "5-6"
"""Training time on one A100."""

SCORES = "perfect"
""""Demonstrate the perfect generalization scores in a multitask manner too": in words only."""
