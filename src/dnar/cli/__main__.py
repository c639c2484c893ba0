"""The command line as `python -m dnar.cli`."""

from dnar.cli.main import entry

entry()
