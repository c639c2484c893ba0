"""The paper's experiments: one file per table or figure, each run by `python -m paper.NAME`."""
