"""The rules of a task beside its textbook algorithm."""

from collections.abc import Iterable

from dnar.machine import InstanceEnding, Problem, decode_all, execute
from dnar.tasks import get_task
from dnar.textbook import expected


def check(name: str, problems: Iterable[Problem]) -> int:
    """Runs the rules on all problems; how many they are."""
    task, count = get_task(name), 0
    for problem in problems:
        instance = task.encode(problem)
        run = execute(task.program, instance, max_steps=task.step_bound(instance.node_count))
        assert run.halted
        ending = InstanceEnding(instance, run.final)
        found = decode_all(task.decoders, task.program.readouts, ending)
        book = expected(name, problem)
        assert {key: value.tolist() for key, value in found.items()} == {
            key: value.tolist() for key, value in book.items()
        }
        count += 1
    return count
