"""Prepares the documentation site: docs/ with generated pages beside it, in build/docs.

`make docs` runs it and builds the site. Generated are a page per algorithm (rules, correctness
argument, live playground, program, certificate), the reference of the Python package from its
docstrings, and the playground itself.
"""

import importlib
import inspect
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dnar.explain import explain_program, explanation_text
from dnar.machine import Task, reachable_types
from dnar.play import export_site
from dnar.play.scene import LARGE_GRAPHS
from dnar.tasks import all_tasks

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "build" / "docs"

MODULES = (
    "dnar",
    "dnar.graph",
    "dnar.machine",
    "dnar.tasks",
    "dnar.run",
    "dnar.training",
    "dnar.verify",
    "dnar.explain",
    "dnar.draw",
    "dnar.play",
    "dnar.compile",
)
"""The packages whose public names the reference lists."""


def prepare(target: Path = TARGET, *, large: bool = True) -> Path:
    """Writes all pages; returns their folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "docs", target)
    for page in target.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(_with_files(text, target / "files"), encoding="utf-8")
    _write_algorithms(target / "algorithms")
    _write_reference(target / "api")
    export_site(target / "play", large=LARGE_GRAPHS if large else ())
    return target


def _with_files(text: str, folder: Path) -> str:
    """A page whose links to files of the repository lead to copies beside it."""

    def copied(match: re.Match[str]) -> str:
        source = ROOT / match[1]
        if not source.is_file():
            return match[0]
        # A page of the repository would be taken for one of the site.
        name = f"{match[1]}.txt" if source.suffix == ".md" else match[1]
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / name)
        return f"](files/{name})"

    return re.sub(r"\]\(\.\./([^)#]+)\)", copied, text)


def correctness_arguments() -> dict[str, str]:
    """The section of docs/tasks.md of every task, by its name."""
    text = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    by_title = {task.title.lower(): name for name, task in all_tasks().items()}
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        name = re.sub("[ -]", "_", heading.strip().lower())
        found[by_title.get(heading.strip().lower(), name)] = body.strip()
    return {name: found.get(name, _module_words(task)) for name, task in all_tasks().items()}


def _module_words(task: Task) -> str:
    """What the task's own file says, until docs/tasks.md has a section for it."""
    module = importlib.import_module(f"dnar.tasks.{task.name}")
    return inspect.cleandoc(module.__doc__ or task.summary)


def _write_algorithms(folder: Path) -> None:
    folder.mkdir()
    arguments = correctness_arguments()
    lines = ["# Algorithms", "", "One page each, made by `python -m tools.site_pages`.", ""]
    for name, task in all_tasks().items():
        (folder / f"{name}.md").write_text(_algorithm(task, arguments[name]), encoding="utf-8")
        lines.append(f"- [{task.title}]({name}.md): {task.summary}")
        programs = ROOT / "programs" / name
        for file in ("program.json", "certificate.json"):
            shutil.copy(programs / file, folder / f"{name}-{file}")
    (folder / "index.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _algorithm(task: Task, argument: str) -> str:
    words = explanation_text(explain_program(task, task.program, reachable_types(task)))
    argument = re.sub(r"\]\((?!https?:|#)([^)]*)\)", r"](../\1)", argument)
    return f"""# {task.title}

Finds {task.summary}. On the command line it is `{task.name}`.

<iframe src="../play/index.html?task={task.name}" title="Playground: {task.title}" width="100%"
height="820" style="border: 1px solid #8888; border-radius: 8px" loading="lazy"></iframe>

## States, rules, and why they are right

{argument}

## The rules, as `dnar explain {task.name} --engine rules` prints them

```text
{words.rstrip()}
```

## The learned program and its proof

- [Program]({task.name}-program.json): what a network learned, as ordered cases
- [Certificate]({task.name}-certificate.json): the proof that it equals the rules on graphs of
  every size; `python tools/check_certificate.py` checks it. See
  [Certificates](../certificates.md).
"""


def _write_reference(folder: Path) -> None:
    folder.mkdir()
    lines = ["# Python reference", "", "Made from docstrings.", ""]
    for name in MODULES:
        module = importlib.import_module(name)
        about = inspect.cleandoc(module.__doc__ or "").split("\n")[0]
        lines.append(f"- [`{name}`]({name}.md): {about}")
        page = "\n".join(_module_lines(name, module))
        (folder / f"{name}.md").write_text(page + "\n", encoding="utf-8")
    (folder / "index.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _module_lines(name: str, module: Any) -> Iterator[str]:
    yield f"# `{name}`\n"
    yield from _docstring(module)
    for public in module.__all__:
        value = getattr(module, public)
        if public.startswith("__"):
            continue
        yield f"\n## `{public}`\n"
        if inspect.isclass(value) or callable(value):
            yield f"```text\n{public}{_signature(value)}\n```\n"
            yield from _docstring(value)
        else:
            yield f"A value of type `{type(value).__name__}`."
        if inspect.isclass(value):
            yield from _members(value)


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""


def _members(value: type) -> Iterator[str]:
    for name, member in vars(value).items():
        about = inspect.getdoc(member) or ""
        if (
            name.startswith("_")
            or not about
            or not (inspect.isfunction(member) or isinstance(member, property | classmethod))
        ):
            continue
        call = "" if isinstance(member, property) else "()"
        yield f"- `{name}{call}`: {_inline(about.splitlines()[0])}"


def _docstring(value: Any) -> Iterator[str]:
    """A docstring as Markdown: sections become lists, doctests code."""
    text = inspect.cleandoc(value.__doc__ or "")
    for block in re.split(r"\n\s*\n", text):
        if block.startswith(">>>"):
            yield f"```pycon\n{block}\n```\n"
            continue
        title, _, body = block.partition("\n")
        if title in ("Args:", "Raises:", "Returns:"):
            yield f"{title[:-1]}:\n"
            for entry in re.split(r"\n(?=    \S)", "\n" + body)[1:]:
                name, _, words = " ".join(entry.split()).partition(": ")
                yield f"- `{name}`: {_inline(words)}"
            yield ""
        else:
            yield _inline(block) + "\n"


def _inline(text: str) -> str:
    return text.replace("<", "&lt;").replace("[", "\\[")


if __name__ == "__main__":
    sys.stdout.write(f"{prepare()}\n")
