"""The error for input that the caller can correct."""


class InputError(ValueError):
    """The input cannot be used; the message says what to give instead."""
