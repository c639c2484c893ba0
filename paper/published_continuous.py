"""Table 4 of the paper, to stand beside ours: the model without all discrete bottlenecks."""

WITHOUT_BOTTLENECKS = {
    "bfs": {
        16: "99.9 / 99.3",
        80: "99.7 / 88.2",
        160: "99.5 / 57.9",
        800: "98.4 / 0.0",
        1600: "97.2 / 0.0",
    },
    "dfs": {
        16: "79.2 / 6.8",
        80: "41.1 / 0.0",
        160: "28.1 / 0.0",
        800: "24.7 / 0.0",
        1600: "21.9 / 0.0",
    },
    "dijkstra": {
        16: "99.3 / 88.7",
        80: "94.1 / 12.4",
        160: "90.3 / 0.0",
        800: "86.9 / 0.0",
        1600: "82.4 / 0.0",
    },
    "prim": {
        16: "95.1 / 72.7",
        80: "82.6 / 0.0",
        160: "79.7 / 0.0",
        800: "68.1 / 0.0",
        1600: "66.0 / 0.0",
    },
    "mis": {
        16: "99.8 / 98.6",
        80: "99.6 / 86.1",
        160: "99.2 / 69.0",
        800: "97.1 / 11.9",
        1600: "96.3 / 0.0",
    },
    "eccentricity": {
        16: "- / 79.2",
        80: "- / 41.1",
        160: "- / 28.1",
        800: "- / 24.7",
        1600: "- / 21.9",
    },
}
"""Node / graph scores. Those of eccentricity are DFS's node scores again, a slip of the paper's
table, it seems; they are shown as they stand there."""
