"""Snapshots: the tables of a run as the interpreter's arrays, to compare them."""

import numpy as np

from dnar.machine import Instance, Place, Snapshot
from dnar.relational.arc_values import ArcValues
from dnar.relational.execution import Rounds
from dnar.relational.storage import FIXED


def snapshot(run: Rounds, instance: Instance) -> Snapshot:
    """All states and scalars, in the order of an instance of the same setup.

    Scalars of arcs that are dropped come out as zero.
    """
    plan, now = run.plan, run.situation()
    storage, nodes = plan.storage, plan.nodes
    sql = ArcValues(plan, now)
    names = [each.name for each in storage.program.scalars]
    columns = list(plan.node_columns())
    table = run.database.rows(f"SELECT {', '.join(columns)} FROM nodes ORDER BY id")
    by_name = dict(zip(columns, zip(*table, strict=True), strict=True))
    node_state = np.array([*by_name["state"], run.virtual.state], instance.node_state.dtype)
    scalars = {
        names[at]: np.array([*by_name[f"v{at}"], run.virtual.scalars[names[at]]])
        for at in storage.node_scalars
    }
    receiver, sender = instance.receiver.astype(np.int64), instance.sender
    place = {
        key: at for at, key in enumerate(zip(receiver.tolist(), sender.tolist(), strict=True))
    }
    arc_state = np.zeros(instance.arc_count, instance.arc_state.dtype)
    arcs = {names[at]: np.zeros(instance.arc_count) for at in storage.arc_scalars}
    for one, other, state, *values in run.database.rows(sql.arc_table()):
        at = place[one, other]
        arc_state[at] = state
        for scalar, value in zip(arcs.values(), values, strict=True):
            scalar[at] = value
    fixed = sql.fixed_scalars()
    for where in FIXED:
        state = by_name.get(f"{where}_state")
        listed = [fixed[where, at] for at in storage.arc_scalars]
        rows = run.database.rows(
            f"SELECT {', '.join(['n.id', *listed])} FROM nodes n ORDER BY n.id"
        )
        for node, *values in rows:
            ends = {"self": (node, node), "from": (node, nodes), "to": (nodes, node)}[where]
            at = place[ends]
            first = min(storage.arc_states(where))
            arc_state[at] = first if state is None else state[node]
            for scalar, value in zip(arcs.values(), values, strict=True):
                scalar[at] = value
    loop = place[nodes, nodes]
    arc_state[loop] = run.virtual.loop_state
    for name, values in arcs.items():
        values[loop] = run.virtual.loop_scalars[name]
    ordered = {
        each.name: (scalars if each.place is Place.NODE else arcs)[each.name]
        for each in storage.program.scalars
    }
    return Snapshot(run.step, node_state, arc_state, ordered)
