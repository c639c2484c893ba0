"""The error for input that the caller can correct."""


class InputError(ValueError):
    """The input cannot be used; the message says what to give instead."""

    def _render_traceback_(self) -> list[str]:
        """What IPython and Jupyter show: the message, which says all, without a traceback."""
        notes = getattr(self, "__notes__", ())
        return [" ".join([f"{type(self).__name__}: {self}", *notes])]
