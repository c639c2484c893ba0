"""The results of a folder as one page, with pictures beside it."""

from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from paper.catalogue import NAMES, experiment
from paper.claims import claims_table
from paper.experiment import Experiment
from paper.export import csv_text, latex_text, tables_in
from paper.learned import ABOUT
from paper.results_file import ResultsFile

Chosen = dict[str, Any]
"""Configurations by the names of their experiments."""


def write_page(
    page: Path,
    folder: Path,
    profile: str,
    changed: Chosen | None = None,
    *,
    latex: Path | None = None,
    csv: Path | None = None,
) -> None:
    """Writes a page of all results that a folder holds for a profile.

    `changed` names configurations that stand in for the profile's own. `latex` and `csv` are
    files for the tables of the page.
    """
    pictures = page.with_suffix("")
    pictures.mkdir(parents=True, exist_ok=True)
    lines = [
        "# Results",
        "",
        f"The paper's experiments, profile *{profile}*.",
        f"`dnar reproduce NAME --profile {profile}` measures one anew; docs/reproduce.md says",
        "how.",
        "",
        *ABOUT,
        "",
        "## The paper's claims",
        "",
    ]
    configs = {name: getattr(experiment(name), profile) for name in NAMES} | (changed or {})
    lines[-2:-2] = _changes(configs, profile)
    results = {
        name: ResultsFile(experiment(name), config, folder) for name, config in configs.items()
    }
    lines += [*claims_table({name: each.parts for name, each in results.items()}), ""]
    for name, config in configs.items():
        if results[name].parts:
            lines += _section(experiment(name), config, results[name], pictures)
    lines += _untouched([name for name, each in results.items() if not each.parts])
    write_atomically(page, [line + "\n" for line in lines])
    tables = tables_in(lines)
    if latex is not None:
        write_atomically(latex, [latex_text(tables)])
    if csv is not None:
        write_atomically(csv, [csv_text(tables)])


def _changes(configs: Chosen, profile: str) -> list[str]:
    """Which experiments are not those of the profile."""
    found = []
    for name, config in configs.items():
        chosen = experiment(name)
        usual, new = (chosen.identity(each) for each in (getattr(chosen, profile), config))
        told = [f"{key} {_told(value)}" for key, value in new.items() if value != usual[key]]
        found += [f"Changed in `{name}`: {', '.join(told)}.", ""] if told else []
    return found


def _section(
    chosen: Experiment, config: Any, results: ResultsFile, pictures: Path
) -> list[str]:
    wanted = chosen.parts(config)
    missing = [part for part in wanted if part not in results.parts]
    lines = [f"## {chosen.title}", "", *chosen.section(results.parts, pictures), ""]
    return [*lines, *_missing(missing, len(wanted)), _origin(chosen, results), ""]


def _untouched(names: list[str]) -> list[str]:
    """What this page says nothing about."""
    if not names:
        return []
    told = ", ".join(f"`{name}`" for name in names)
    return ["## Not measured", "", f"`dnar reproduce NAME` measures {told}.", ""]


def _missing(missing: list[str], wanted: int) -> list[str]:
    """What the command has not measured: it would go on with these."""
    if not missing:
        return []
    some = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
    left = f"Not measured yet, for want of time: {len(missing)} of {wanted} parts ({some})."
    return [left, ""]


def _origin(chosen: Experiment, results: ResultsFile) -> str:
    parts, config = results.parts.values(), results.head["config"]
    commits = sorted({_commit(part["provenance"]) for part in parts})
    cpu = [part["took"]["cpu_seconds"] for part in parts if "took" in part]
    minutes = f", {sum(cpu) / 60:.1f} CPU minutes" if len(cpu) == len(results.parts) else ""
    count = f"{len(results.parts)} parts" if len(results.parts) > 1 else "one part"
    settings = "; ".join(f"{name} {_told(value)}" for name, value in sorted(config.items()))
    return (
        f"*`{chosen.name}`: {count}{minutes}, at {', '.join(commits)}; "
        f"`{results.path.name}` holds every figure. Configuration: {settings or 'none'}.*"
    )


def _commit(provenance: dict[str, Any]) -> str:
    """The commit in short; results of older versions do not say if code was changed since."""
    changed = " with uncommitted changes" if provenance.get("uncommitted_changes") else ""
    return (provenance["commit"] or "no commit")[:7] + changed


def _told(value: Any) -> str:
    """A value of a configuration in a line of text."""
    if isinstance(value, list):
        return ", ".join(_told(each) for each in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(each)}" for name, each in value.items()) or "as usual"
    return str(value)
