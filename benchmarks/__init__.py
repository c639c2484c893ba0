"""Measurements: each a module with a `main`, all of them by `python -m benchmarks`."""
