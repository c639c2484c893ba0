"""Training curves: loss and wrong cases over the iterations of a training run."""

from typing import Any

from dnar.draw.colours import INK
from dnar.draw.picture import Picture, need_matplotlib
from dnar.errors import InputError


class TrainingCurve:
    """A callback of `dnar.train` that keeps the loss and draws it.

    `curve = TrainingCurve()`, `dnar.train("bfs", callbacks=[curve])`, `curve.draw()`.
    """

    def __init__(self) -> None:
        self.points: list[tuple[int, float, int]] = []

    def __call__(self, progress: Any) -> None:
        """Keeps iteration, loss and number of wrong cases of a check."""
        self.points.append((progress.total, float(progress.loss), int(progress.wrong)))

    def draw(self, title: str = "Training") -> Picture:
        """The loss, and below it what the hard network gets wrong.

        Raises:
            InputError: nothing was trained yet, or matplotlib is missing.
        """
        need_matplotlib()
        if not self.points:
            raise InputError("there is no curve yet: pass it to dnar.train(callbacks=[...])")
        from matplotlib.figure import Figure  # noqa: PLC0415 (only for pictures)

        figure = Figure(figsize=(6.4, 4.6), dpi=110, layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True)
        iterations, losses, wrong = zip(*self.points, strict=True)
        upper.semilogy(iterations, losses, color="#0072b2", marker=".")
        upper.set_ylabel("loss")
        upper.set_title(title, color=INK)
        lower.step(iterations, wrong, color="#d55e00", where="post", marker=".")
        lower.set_ylabel("wrong cases")
        lower.set_xlabel("iteration")
        lower.set_ylim(bottom=0)
        for axes in (upper, lower):
            axes.grid(alpha=0.3)
        return Picture(figure)
