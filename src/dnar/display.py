"""Values in notebooks: a heading, facts, a small table, and room for a picture."""

import base64
import html
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from dnar.printable import printable

MOST_ROWS = 10
"""How many rows a table in a notebook shows."""
_MOST_LETTERS = 80


def html_image(png: bytes, about: str) -> str:
    """A picture as HTML that holds it; `about` says what it shows."""
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<div><img alt="{_cell(about)}" width="480" src="data:image/png;base64,{data}"></div>'
    )


def html_page(
    heading: str,
    facts: Mapping[str, Any],
    *,
    header: Sequence[str] = (),
    rows: Iterable[Sequence[Any]] = (),
    count: int | None = None,
    picture: str = "",
) -> str:
    """A value as HTML; everything but `picture`, which is HTML itself, is escaped.

    Args:
        heading: What it is.
        facts: Single values by name, in one line.
        header: The columns of a table.
        rows: Its rows, of which the first few are shown.
        count: How many rows there are, if that is known.
        picture: A drawing, between the facts and the table.
    """
    line = " · ".join(f"{_cell(name)}: {_cell(value)}" for name, value in facts.items())
    parts = [f"<div><strong>{_cell(heading)}</strong><br><small>{line}</small>", picture]
    if header:
        parts.append(_table(header, rows, count))
    return "".join([*parts, "</div>"])


def _table(header: Sequence[str], rows: Iterable[Sequence[Any]], count: int | None) -> str:
    head = "".join(f"<th>{_cell(name)}</th>" for name in header)
    few = list(islice(rows, MOST_ROWS))
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in few
    )
    more = 0 if count is None else count - len(few)
    rest = f"<small>... and {more:,} more</small>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else printable(str(value))
    text = text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "..."
    return html.escape(text)
