"""Explanation: a learned program in words, as a diagram, case by case, and as one file."""

from dnar.explain.diagram import check_diagram, draw_states
from dnar.explain.explanation import Explanation
from dnar.explain.reduced import Reduced, reduce_program
from dnar.explain.standalone import (
    instance_json,
    runner_source,
    standalone_source,
    tables_of,
    tables_source,
)
from dnar.explain.starts import starting_states
from dnar.explain.summary import explain_program
from dnar.explain.text import explanation_text
from dnar.explain.why import explain_case, node_names

__all__ = [
    "Explanation",
    "Reduced",
    "check_diagram",
    "draw_states",
    "explain_case",
    "explain_program",
    "explanation_text",
    "instance_json",
    "node_names",
    "reduce_program",
    "runner_source",
    "standalone_source",
    "starting_states",
    "tables_of",
    "tables_source",
]
