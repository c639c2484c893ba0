"""Every task on many small graphs.

Started by a test, in a process whose kernels check every access to memory.
"""

import numpy as np

from dnar.compile import compile_proved
from dnar.machine import most_steps
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks
from dnar.verify import Search


def main() -> None:
    runs = 0
    for task in all_tasks().values():
        executor = compile_proved(task, pretrained_program(task))
        for batch in Search(task, sizes=((4, 9, 30), (10, 60, 10))).batches:
            for problem in batch.problems[::8]:
                setup = task.set_up(problem)
                for recording in (False, True):
                    loaded = executor.load(setup.graph, recording=recording)
                    for limit in (3, most_steps(len(setup.node_state))):
                        loaded.start(setup)
                        loaded.run(limit)
                    runs += int(np.isfinite(loaded.values).all())
                    loaded.arc_states()
                    loaded.records()
    print(runs, "runs")


if __name__ == "__main__":
    main()
