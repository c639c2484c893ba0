"""Nearest landmark: one queue that holds all landmarks first."""

import numpy as np

from dnar.textbook.adjacency import rows_of
from dnar.textbook.question import Entry, Outputs, Question


def expected(question: Question) -> Outputs:
    """Landmarks and distances; of equally near landmarks the lowest."""
    rows = rows_of(question.graph)
    nodes = question.graph.node_count
    landmark = list(range(nodes))
    distance = [np.inf] * nodes
    queue = sorted(set(question.starts))
    for node in queue:
        distance[node] = 0.0
    for node in queue:
        for other in rows.of(node):
            if distance[other] == np.inf:
                distance[other], landmark[other] = distance[node] + 1.0, landmark[node]
                queue.append(other)
            elif distance[other] == distance[node] + 1.0:
                landmark[other] = min(landmark[other], landmark[node])
    return {
        "landmark": np.array(landmark, dtype=np.int64),
        "distance": np.array(distance),
    }


def valid(question: Question, outputs: Outputs) -> bool:
    """Whether distances are right, and each landmark is that near."""
    book = expected(question)
    landmark, nodes = outputs["landmark"], question.graph.node_count
    if not np.array_equal(outputs["distance"], book["distance"]):
        return False
    if landmark.shape != (nodes,) or not ((landmark >= 0) & (landmark < nodes)).all():
        return False
    reached = np.isfinite(book["distance"])
    if not (landmark[~reached] == np.flatnonzero(~reached)).all():
        return False
    rows = rows_of(question.graph)
    return all(
        _is_near(rows.of, start, landmark, book["distance"])
        for start in set(landmark[reached].tolist())
    )


def _is_near(row, start: int, landmark: np.ndarray, distance: np.ndarray) -> bool:
    """Whether every node of this landmark is as far from it as its distance says."""
    found, queue = {start: 0.0}, [start]
    for node in queue:
        for other in row(node):
            if other not in found:
                found[other] = found[node] + 1.0
                queue.append(other)
    own = np.flatnonzero((landmark == start) & np.isfinite(distance))
    return all(found.get(node) == distance[node] for node in own.tolist())


ENTRY = Entry(expected, valid)
