"""Every task, and random programs, on many small graphs.

Started by a test, in a process whose kernels check every access to memory.
"""

import numpy as np

from dnar.compile import Executor, IncrementalExecutor, compile_generic, compile_proved
from dnar.machine import Instance, Setup, most_steps
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks
from dnar.verify import Search
from tests.random_programs import random_instance, random_program


def main() -> None:
    print(task_runs() + random_runs(), "runs")


def task_runs() -> int:
    runs = 0
    for task in all_tasks().values():
        learned = compile_proved(task, pretrained_program(task))
        executors = [learned, compile_generic(task.program)]
        for batch in Search(task, sizes=((4, 9, 30), (10, 60, 10))).batches:
            for number, problem in enumerate(batch.problems[::8]):
                # The generic kernel on some of them: there is less that could go wrong.
                some = executors[: 1 + (number % 4 == 0)]
                runs += sum(one_run(each, task.set_up(problem)) for each in some)
    return runs


def random_runs() -> int:
    runs = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        program = random_program(rng)
        executor = compile_generic(program)
        runs += sum(one_run(executor, random_instance(rng, program)) for _ in range(3))
    return runs


def one_run(executor: Executor, began: Setup | Instance) -> int:
    """Runs cut off and to the end, read off in every way; how many."""
    nodes = len(began.node_state)
    for recording in (False, True):
        for limit in (3, min(most_steps(nodes), 1_000)):
            machine = executor.started(began, recording=recording)
            machine.run(limit)
            machine.ending().node_states()
    executor.execute(began, max_steps=50, record=True)
    if isinstance(executor, IncrementalExecutor) and isinstance(began, Setup):
        start_again(executor, began)
    return 1


def start_again(executor: IncrementalExecutor, setup: Setup) -> None:
    """A machine that was cut off, and the same one from its start to the end."""
    for recording in (False, True):
        loaded = executor.load(setup.graph, recording=recording)
        for limit in (3, most_steps(len(setup.node_state))):
            loaded.start(setup)
            loaded.run(limit)
        assert np.isfinite(loaded.values).all()
        loaded.arc_states()
        loaded.records()


if __name__ == "__main__":
    main()
