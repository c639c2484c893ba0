"""Pictures: matplotlib without a display, PNG and SVG files that are the same every time."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dnar.atomic_write import write_atomically
from dnar.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREEN, BLUE, INK, GREY = "#1a9641", "#2b6cb0", "#222222", "#8a8a8a"


@contextmanager
def sheet(
    folder: Path, name: str, size: tuple[float, float], kinds: tuple[str, ...] = ("png",)
) -> Iterator["Figure"]:
    """A figure to draw on; afterwards it is in the folder, once per kind of file.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        import matplotlib  # noqa: PLC0415 (an optional library)
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise InputError("drawing needs matplotlib: pip install 'dnar[plots]'") from error
    # Names inside an SVG file are random otherwise.
    with matplotlib.rc_context({"svg.hashsalt": "dnar", "font.size": 10}):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure
        folder.mkdir(parents=True, exist_ok=True)
        for kind in kinds:
            file = io.BytesIO()
            when = {"Date": None} if kind == "svg" else {}
            figure.savefig(file, format=kind, dpi=150, metadata=when)
            write_atomically(folder / f"{name}.{kind}", [file.getvalue()])


@contextmanager
def picture(
    folder: Path, name: str, size: tuple[float, float], kinds: tuple[str, ...] = ("png",)
) -> Iterator["Axes"]:
    """The same with one panel."""
    with sheet(folder, name, size, kinds) as figure:
        yield figure.add_subplot()
