"""The summary of a program: what `dnar explain` prints, draws and writes."""

from dnar.explain.explanation import Explanation
from dnar.explain.reduced import reduce_program
from dnar.explain.starts import starting_states
from dnar.machine import Program, Reachable, Task


def explain_program(task: Task, program: Program, reachable: Reachable) -> Explanation:
    """The program as far as the task's rules can reach."""
    found = reduce_program(program, reachable)
    return Explanation(
        task, found.program, reachable, found.listening, found.roles, starting_states(task)
    )
