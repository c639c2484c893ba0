"""Figures of the paper's ablations (Appendices A and C), to stand beside ours."""

SOFT_ATTENTION = {
    16: (0.97, "+"),
    80: (0.86, "+"),
    160: (0.76, "+"),
    800: (0.38, "-"),
    1600: (0.24, "-"),
}
"""Table 5: attention weight of the right pointer on K(2, n-2), and whether it was predicted."""

SCALAR_UPDATES = {
    "dijkstra": {
        16: "99.3 / 94.6",
        80: "60.7 / 0.0",
        160: "42.8 / 0.0",
        800: "19.0 / 0.0",
        1600: "11.8 / 0.0",
    },
    "prim": {
        16: "99.8 / 98.1",
        80: "98.2 / 54.1",
        160: "97.2 / 28.1",
        800: "95.5 / 0.0",
        1600: "91.7 / 0.0",
    },
    "addition": {
        16: "99.8 / 96.6",
        80: "95.3 / 71.0",
        160: "86.5 / 46.3",
        800: "41.6 / 3.1",
        1600: "22.2 / 0.0",
    },
}
"""Table 6: node / graph scores with a ScalarUpdate that is not discrete."""

EXTENDED_SCALARS = {
    "discrete": ("0.01 / 0.1", "0 / 0", "0 / 0", "0 / 0", "0 / 0"),
    "mlp": (
        "5.7e-6 / 0.03",
        "5.1e-6 / 0.001",
        "1.1e-5 / 0.007",
        "1.0e-5 / 0.08",
        "2.0e-5 / 0.03",
    ),
}
"""Appendix C: train / test error of f0 to f4. The discrete module learned f0 in 3 of 5 runs."""
