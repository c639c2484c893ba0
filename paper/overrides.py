"""Changing a configuration from the command line: `--set field=value`."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from dnar.errors import InputError


def changed(config: Any, settings: list[str]) -> Any:
    """The configuration with some fields set, each as `field=value`; lists have commas.

    Fields of a value inside it have a point, as in `training.hidden=32`.

    Raises:
        InputError: there is no such field, or the value does not fit.
    """
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise InputError(f"--set takes field=value, got {setting!r}")
        config = _with(config, name, text)
    return config


def setting_names(config: Any, prefix: str = "") -> list[str]:
    """All fields that can be set."""
    names = []
    for field in fields(config):
        value = getattr(config, field.name)
        if is_dataclass(value):
            names += setting_names(value, f"{prefix}{field.name}.")
        else:
            names.append(prefix + field.name)
    return names


def _with(config: Any, name: str, text: str, prefix: str = "") -> Any:
    first, _, rest = name.partition(".")
    known = {field.name: getattr(config, field.name) for field in fields(config)}
    if first not in known or is_dataclass(known[first]) != bool(rest):
        names = ", ".join(setting_names(config, prefix))
        raise InputError(f"there is no field {prefix + name!r} to set; there are {names}")
    if rest:
        return replace(config, **{first: _with(known[first], rest, text, f"{first}.")})
    return replace(config, **{first: _parsed(prefix + name, text, known[first])})


def _parsed(name: str, text: str, present: Any) -> Any:
    if name == "training.seed":
        raise InputError("seeds of the models are counted from 0: give --seeds, not a seed")
    if isinstance(present, tuple) and not any(isinstance(each, tuple) for each in present):
        one = present[0] if present else ""
        found = tuple(_parsed(name, each.strip(), one) for each in text.split(",") if each)
        if not found:
            raise InputError(f"{name} takes one value or more, separated by commas")
        return found
    if isinstance(present, Enum):
        return _member(name, text, type(present))
    if isinstance(present, bool):
        if text not in ("true", "false"):
            raise InputError(f"{name} is true or false, got {text!r}")
        return text == "true"
    for kind, words in ((int, "a whole number"), (float, "a number")):
        if isinstance(present, kind):
            try:
                number = kind(text)
            except ValueError as error:
                raise InputError(f"{name} is {words}, got {text!r}") from error
            if kind is int and number < (0 if name.endswith("seed") else 1):
                raise InputError(f"{name} must be above zero, got {text}")
            return number
    if isinstance(present, str):
        return text
    raise InputError(f"{name} cannot be set from the command line")


def _member(name: str, text: str, kind: type[Enum]) -> Enum:
    values = [member.value for member in kind]
    if text not in values:
        raise InputError(f"{name} is one of {', '.join(values)}, got {text!r}")
    return kind(text)
