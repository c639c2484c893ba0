"""The one error a caller can mend: bad input."""


class InputError(ValueError):
    """What was given cannot be used; the message says what to give instead."""
