"""The `dnar` command: one subcommand per capability, one clear line per error."""

import importlib
import os
import sys
import warnings
from typing import Annotated, Any

import typer

from dnar.cli.argument_lists import joined_lists
from dnar.errors import InputError
from dnar.printable import printable

COMMANDS = {
    "tasks": "listing",
    "run": "running",
    "train": "learning",
    "evaluate": "evaluating",
    "verify": "verifying",
    "explain": "explaining",
    "reproduce": "reproducing",
    "demo": "demo",
}
"""Every command, and the module that holds its function."""


def entry() -> None:
    """Runs the command; bad input is one line on stderr and exit code 2."""
    try:
        words = joined_lists(sys.argv[1:]) or ["--help"]
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = _application(words[0])(words, standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _complain(" ".join([str(error), *getattr(error, "__notes__", ())]))
        code = 2
    except typer.TyperException as error:
        _complain(f"{error.format_message()} (see dnar --help or dnar COMMAND --help)")
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


def _application(first: str) -> typer.Typer:
    """The command line; if the first word is a command, no other command is loaded."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.callback()(main)
    for name in [first] if first in COMMANDS else COMMANDS:
        module = importlib.import_module(f"dnar.cli.{COMMANDS[name]}")
        app.command(name)(getattr(module, f"{name}_command"))
    return app


def _print_version(wanted: bool) -> bool:
    if wanted:
        from dnar.build_info import __version__  # noqa: PLC0415 (slow to load)

        print(f"dnar {__version__}")
        raise typer.Exit
    return wanted


def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Classical algorithms as finite programs on graphs: run, watch, learn and score them."""
