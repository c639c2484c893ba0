"""Explanation: a learned program in words, as a diagram, case by case, and as one file."""

from dnar.explain.diagram import check_diagram, draw_states
from dnar.explain.explanation import Explanation
from dnar.explain.standalone import standalone_source
from dnar.explain.summary import explain_program
from dnar.explain.text import explanation_text
from dnar.explain.why import explain_case, node_names

__all__ = [
    "Explanation",
    "check_diagram",
    "draw_states",
    "explain_case",
    "explain_program",
    "explanation_text",
    "node_names",
    "standalone_source",
]
