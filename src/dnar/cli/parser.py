"""Command-line parsing: a command is a function, and its signature says what it takes.

Parameters are annotated with `Argument` (by position) or `Option` (by name). The standard
library's argparse does the parsing; it loads in a few milliseconds.
"""

import argparse
import difflib
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from dnar.errors import InputError


@dataclass(frozen=True)
class Argument:
    """A parameter that is given by position; one with a default may be left out."""

    metavar: str
    help: str


@dataclass(frozen=True)
class Option:
    """A parameter that is given by name.

    A flag (`bool`) takes no value; one whose default is None has two names, as in
    `--directed/--undirected`. A parameter of type `list[str]` may be given several times.
    """

    name: str | None = None
    """Its name on the command line; by default that of the parameter."""
    metavar: str | None = None
    help: str = ""
    min: int | None = None
    """The smallest number that is accepted."""
    several: bool = False
    """Whether several values may follow, as in `--sizes 16 80`; they are joined by commas."""


Command = Callable[..., None]


class _Parser(argparse.ArgumentParser):
    """Raises an InputError where argparse would print the usage and exit."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")

    def suggestion(self, unknown: Sequence[str]) -> str:
        options = [name for action in self._actions for name in action.option_strings]
        close = difflib.get_close_matches(unknown[0].split("=")[0], options, n=1)
        return f"; did you mean {close[0]}?" if close else ""


def call(command: Command, name: str, words: Sequence[str]) -> None:
    """Calls a command with what the words say; `--help` prints its help and exits.

    Raises:
        InputError: the words do not fit its signature.
    """
    parser = _parser(command, name)
    given, unknown = parser.parse_known_intermixed_args(list(words))
    if unknown:
        option = unknown[0].startswith("-")
        problem = f"no option {unknown[0]}" if option else f"unexpected argument {unknown[0]!r}"
        parser.error(problem + parser.suggestion(unknown))
    command(**vars(given))


def overview(summary: str, commands: dict[str, Command]) -> str:
    """The help of the program: every command with the first sentence of its description."""
    parser = _Parser(prog="dnar", description=summary, usage="dnar COMMAND ...")
    parser.add_argument("--version", action="store_true", help="Print the version.")
    group = parser.add_argument_group(
        "commands", "dnar COMMAND --help says what each of them takes."
    )
    for name, command in commands.items():
        group.add_argument(name, help=inspect.cleandoc(command.__doc__ or "").split("\n\n")[0])
    return parser.format_help()


def _parser(command: Command, name: str) -> _Parser:
    parser = _Parser(
        prog=f"dnar {name}",
        description=inspect.cleandoc(command.__doc__ or ""),
        allow_abbrev=False,
    )
    for parameter, kind, declared in _parameters(command):
        if isinstance(declared, Argument):
            _add_argument(parser, parameter, declared)
        else:
            _add_option(parser, parameter, kind, declared)
    return parser


def _parameters(
    command: Command,
) -> Iterator[tuple[inspect.Parameter, type, Argument | Option]]:
    """Every parameter of a command, its type without `| None`, and its declaration."""
    hints = typing.get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        annotation, declared = typing.get_args(hints[name])
        if isinstance(annotation, types.UnionType):
            annotation = next(
                each for each in typing.get_args(annotation) if each is not type(None)
            )
        yield parameter, typing.get_origin(annotation) or annotation, declared


def _add_argument(parser: _Parser, parameter: inspect.Parameter, declared: Argument) -> None:
    optional = parameter.default is not inspect.Parameter.empty
    parser.add_argument(
        parameter.name,
        metavar=declared.metavar,
        help=_escaped(declared.help),
        nargs="?" if optional else None,
        default=parameter.default if optional else None,
    )


def _add_option(
    parser: _Parser, parameter: inspect.Parameter, kind: type, declared: Option
) -> None:
    first = declared.name or "--" + parameter.name.replace("_", "-")
    default = parameter.default
    common: dict[str, Any] = {"dest": parameter.name, "default": default}
    text = _escaped(declared.help)
    if kind is bool:
        name, _, opposite = first.partition("/")
        parser.add_argument(name, action="store_true", help=text, **common)
        if opposite:
            parser.add_argument(opposite, action="store_false", help=f"Not {name}.", **common)
        return
    if default is not None:
        text += f"  [default: {default}]"
    common |= {"metavar": declared.metavar, "help": text, "type": _reader(kind, declared)}
    if kind is list:
        parser.add_argument(first, action="append", **common)
    elif declared.several:
        parser.add_argument(first, nargs="+", action=_Joined, **common)
    else:
        parser.add_argument(first, **common)


class _Joined(argparse.Action):
    """Joins the values that follow an option by commas."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, ",".join(values or ()))


def _reader(kind: type, declared: Option) -> Callable[[str], Any]:
    """What turns the text of an option into a value."""
    if kind not in (int, float):
        return Path if kind is Path else str

    def number(text: str) -> Any:
        wanted = "a whole number" if kind is int else "a number"
        if declared.min is not None:
            wanted += f", {declared.min} or more"
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or (declared.min is not None and value < declared.min):
            raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}")
        return value

    return number


def _escaped(text: str) -> str:
    # argparse formats help texts with the % operator.
    return text.replace("%", "%%")
