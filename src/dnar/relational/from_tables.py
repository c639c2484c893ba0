"""From tables: the first round of a run whose labels and arcs are in the database."""

from typing import Any

from dnar.machine import SELF, Start
from dnar.relational.beginning import Beginning
from dnar.relational.dialect import number
from dnar.relational.execution import Rounds
from dnar.relational.memory import RandomPart
from dnar.relational.plan import Plan
from dnar.relational.storage import FIXED
from dnar.relational.tables import Loaded, Question
from dnar.relational.virtual import first_virtual


def begin(
    plan: Plan, beginning: Beginning, loaded: Loaded, question: Question, database: Any
) -> Rounds:
    """A run from the first step on."""
    storage = plan.storage
    starts = ", ".join(map(str, loaded.starts))
    state = str(beginning.real)
    if starts:
        state = f"CASE WHEN id IN ({starts}) THEN {beginning.start} ELSE {state} END"
    first, joins = {}, ""
    for at, scalar in storage.node_scalars.items():
        first[at] = number(0.0)
        if scalar.start is Start.INPUT:
            given = beginning.values[scalar.name]
            first[at] = "CAST(id AS DOUBLE)" if given is None else number(given)
        elif scalar.start is Start.STREAM:
            database.fill_stream(f"stream{at}", RandomPart(question.seed, 0), loaded.nodes)
            first[at] = f"stream{at}.value"
            joins += f" JOIN stream{at} USING (id)"
    fields = []
    for name, kind in plan.node_columns().items():
        if name in ("state", "p_state"):
            value = state
        elif name.endswith("_state"):
            value = str(beginning.arc_states[FIXED[name.removesuffix("_state")]])
        else:
            value = first[int(name[1:])] if name[1:].isdigit() else number(0.0)
        fields.append(f"CAST({value} AS {kind}) AS {name}")
    database.keep(
        "nodes",
        f"SELECT id, {', '.join(fields)}, FALSE AS changed, FALSE AS moved FROM labels{joins}",
    )
    database.make_empty(
        "marks", {"receiver": "BIGINT", "sender": "BIGINT", **plan.mark_columns()}
    )
    scalars = {name: beginning.value(name, plan.nodes) for name in beginning.values}
    virtual = first_virtual(plan, beginning.virtual, beginning.arc_states[SELF], scalars)
    return Rounds(plan, database, virtual, virtual, random_rows(question.seed))


def random_rows(seed: int) -> Any:
    """Streams of random numbers from a seed; the virtual node gets zero."""
    return lambda name, row: (RandomPart(seed, row), 0.0)
