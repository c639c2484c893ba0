"""Discovery: programs found from problems and outputs alone, by a SAT solver.

A `Sketch` declares what the search is told about a task. The search proposes programs, and
checking refutes them with counterexamples. The bound on the description length decreases until
the solver proves that no shorter program fits the examples.
"""

from typing import TYPE_CHECKING

from dnar.lazy_names import lazy_names

if TYPE_CHECKING:
    from dnar.discover.catalogue import SKETCHES, get_sketch
    from dnar.discover.checking import Asked, Batch, Checker
    from dnar.discover.encoding import Encoding, Given, Part
    from dnar.discover.own_tasks import own_sketch, own_task_from_file
    from dnar.discover.problem_json import asked_from_json, asked_json
    from dnar.discover.search import (
        Progress,
        Search,
        Settings,
        Solving,
        State,
        laid_out,
        need_solver,
        settings_of_portfolio,
    )
    from dnar.discover.sketch import (
        OutputKind,
        Prior,
        Sketch,
        StateCounts,
        prior_named,
    )
    from dnar.discover.steps import Steps
    from dnar.discover.tables import Found, Tables
    from dnar.discover.unrolling import Example

_MODULES = {
    "SKETCHES": "catalogue",
    "Asked": "checking",
    "Batch": "checking",
    "Checker": "checking",
    "Encoding": "encoding",
    "Example": "unrolling",
    "Found": "tables",
    "Given": "encoding",
    "OutputKind": "sketch",
    "Part": "encoding",
    "Prior": "sketch",
    "Progress": "search",
    "Search": "search",
    "Settings": "search",
    "Sketch": "sketch",
    "Solving": "search",
    "State": "search",
    "StateCounts": "sketch",
    "Steps": "steps",
    "Tables": "tables",
    "asked_from_json": "problem_json",
    "asked_json": "problem_json",
    "get_sketch": "catalogue",
    "laid_out": "search",
    "need_solver": "search",
    "own_sketch": "own_tasks",
    "own_task_from_file": "own_tasks",
    "prior_named": "sketch",
    "settings_of_portfolio": "search",
}

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for name, module in _MODULES.items()}
)

__all__ = [
    "SKETCHES",
    "Asked",
    "Batch",
    "Checker",
    "Encoding",
    "Example",
    "Found",
    "Given",
    "OutputKind",
    "Part",
    "Prior",
    "Progress",
    "Search",
    "Settings",
    "Sketch",
    "Solving",
    "State",
    "StateCounts",
    "Steps",
    "Tables",
    "asked_from_json",
    "asked_json",
    "get_sketch",
    "laid_out",
    "need_solver",
    "own_sketch",
    "own_task_from_file",
    "prior_named",
    "settings_of_portfolio",
]
