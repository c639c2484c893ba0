"""Colours of states, safe for colour-blind readers; the same as on the playground.

Okabe and Ito's eight first, then Tol's light scheme. Names of states are in every legend, so
that no picture has to be read by colour alone.
"""

FILLS = (
    "#f0f0f0",
    "#56b4e9",
    "#e69f00",
    "#009e73",
    "#f0e442",
    "#cc79a7",
    "#d55e00",
    "#0072b2",
    "#99ddff",
    "#bbcc33",
    "#ffaabb",
    "#eedd88",
    "#44bb99",
    "#aaaa00",
    "#77aadd",
    "#ee8866",
    "#dddddd",
    "#a0c4a0",
    "#c9b6e4",
    "#b0d8d8",
)

LINE, HEARD, POINTER, INK = "#9aa0a6", "#e08a2e", "#0550ae", "#1f2328"


def fill(state: int) -> str:
    """The colour of a state."""
    return FILLS[state % len(FILLS)]


def ink(state: int) -> str:
    """Black or white, whichever is read more easily on the colour of a state.

    >>> ink(0), ink(7)
    ('#111111', '#ffffff')
    """
    parts = [int(fill(state)[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#111111" if light > 0.179 else "#ffffff"
