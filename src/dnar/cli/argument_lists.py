"""Options that take several values: `--sizes 16 80` as well as `--sizes 16,80`."""

LISTS = ("--sizes", "--families", "--train-sizes")
"""Options that take several values, one after the other."""


def joined_lists(arguments: list[str]) -> list[str]:
    """The arguments with the values of list options joined by commas.

    >>> joined_lists(["evaluate", "bfs", "--sizes", "16", "80", "--json"])
    ['evaluate', 'bfs', '--sizes', '16,80', '--json']
    """
    joined: list[str] = []
    for argument in arguments:
        open_list = len(joined) > 1 and joined[-2] in LISTS
        if open_list and not argument.startswith("-"):
            joined[-1] += f",{argument}"
        else:
            joined.append(argument)
    return joined
