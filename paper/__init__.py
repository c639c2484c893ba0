"""The paper's experiments: one file per table or figure, run by `dnar reproduce NAME`."""
