"""Text for people: characters that a terminal would obey or hide are shown escaped."""


def printable(text: str) -> str:
    r"""The text with control, format and other invisible characters as backslash escapes.

    >>> printable("a\nb\x1b[31m \u202e ok")
    'a\\nb\\x1b[31m \\u202e ok'
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )
