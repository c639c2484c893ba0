"""`dnar check`: answers compared with a function of the user's."""

from pathlib import Path
from typing import Any

REACHED = """
from dnar.machine import Algorithm

def task():
    made = Algorithm("reached", "the nodes that a start reaches", nodes="OUT IN")
    made.begin(start="IN", against="NEUTRAL")
    made.node("OUT", "IN", hears="IN over NEUTRAL")
    made.returns_nodes("reached", "IN")
    return made.task()

TASK = task()

def right(graph, start):
    import networkx as nx
    whole = graph.to_networkx().to_undirected()
    return nx.node_connected_component(whole, start)

def backwards(graph, start):
    return sorted(right(graph, start), reverse=True)

def failing(graph, start):
    return graph.missing

def directed(graph, start):
    import networkx as nx
    return nx.descendants(graph.to_networkx(), start) | {start}
"""


def test_answers_are_compared_with_a_reference(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "reached.py"
    file.write_text(REACHED)
    for name in ("right", "backwards"):
        assert "no mistakes" in call("check", str(file), "--reference", name).out
    found = call("check", str(file), "--reference", "directed")
    assert found.code == 1
    assert "answer: reached is [0, 1] by the rules and [0] by the reference" in found.out
    assert "on the directed graph of 2 nodes with edges [(1, 0)], start 0" in found.out
    for task, reference, message in (
        (str(file), "wrong", "has no function 'wrong'"),
        (str(file), "failing", "the reference of reached fails on the undirected graph of 1"),
        ("bfs", "right", "names a function beside the task"),
    ):
        refused = call("check", task, "--reference", reference)
        assert refused.code == 2
        assert message in refused.err
