"""The `dnar` command: one subcommand per capability, one clear line per error."""

import difflib
import importlib
import os
import sys
import warnings
from typing import Any

from dnar.cli.parser import Command, call, overview
from dnar.errors import InputError
from dnar.printable import printable

COMMANDS = {
    "tasks": "listing",
    "run": "running",
    "check": "checking",
    "train": "learning",
    "discover": "discovering",
    "evaluate": "evaluating",
    "verify": "verifying",
    "explain": "explaining",
    "draw": "drawing",
    "convert": "converting",
    "play": "playing",
    "reproduce": "reproducing",
    "demo": "demo",
}
"""Every command, and the module that holds its function."""


SUMMARY = "Classical algorithms as finite programs on graphs: run, watch, learn and score them."


def entry() -> None:
    """Runs the command; bad input is one line on stderr and exit code 2."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = _exit_code(sys.argv[1:])
        sys.stdout.flush()
    except InputError as error:
        _complain(" ".join([str(error), *getattr(error, "__notes__", ())]))
        code = 2
    except MemoryError:
        _complain("memory ran out; give a smaller graph or use a machine with more memory")
        code = 2
    except UnicodeEncodeError as error:
        _complain(f"the output cannot be written as {error.encoding}; set PYTHONUTF8=1")
        code = 2
    except BrokenPipeError:
        # The reader closed the pipe, as in `dnar run ... | head`. Python flushes its output at
        # exit; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except OSError as error:
        _complain(f"the output cannot be written: {error.strerror or error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 2
    raise SystemExit(code or 0)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    print("warning:", printable(" ".join(str(message).splitlines())), file=sys.stderr)


def _complain(message: str) -> None:
    # One line without control characters, whatever a library or a file name put into it.
    print("error:", printable(" ".join(message.splitlines())), file=sys.stderr)


def _exit_code(words: list[str]) -> Any:
    """Runs the command that the first word names; only its module is loaded."""
    first = words[0] if words else "--help"
    if first == "--help":
        print(overview(SUMMARY, {name: _command(name) for name in COMMANDS}), end="")
    elif first == "--version":
        from dnar.build_info import __version__  # noqa: PLC0415 (slow to load)

        print(f"dnar {__version__}")
    elif first not in COMMANDS:
        kind = "option" if first.startswith("-") else "command"
        close = difflib.get_close_matches(first, COMMANDS, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise InputError(f"no {kind} {first!r}{hint} (see dnar --help)")
    else:
        try:
            call(_command(first), first, words[1:])
        except SystemExit as left:
            return left.code
    return 0


def _command(name: str) -> Command:
    module = importlib.import_module(f"dnar.cli.{COMMANDS[name]}")
    return getattr(module, f"{name}_command")
