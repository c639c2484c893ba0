"""Checks that the rules are the textbook algorithms: `python -m tools.check_rules [TASK ...]`.

Every labelled graph of up to five nodes (directed: four), every start; prints what was covered
and how many problems that were. Exit code 1 if the rules found anything else anywhere.
"""

import sys
import time

from tests.oracles.exhaustive import CHECKS, Check

from dnar.errors import InputError
from dnar.tasks import all_tasks, get_task


def main(names: list[str]) -> int:
    """Runs the checks of these tasks, or of all."""
    try:
        wanted = {get_task(name).name for name in names} or set(all_tasks())
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    failed = 0
    for check in CHECKS:
        if check.task in wanted:
            failed += not passes(check)
    return 1 if failed else 0


def passes(check: Check) -> bool:
    """Whether a check finds no difference; prints what it covered."""
    count, began = 0, time.perf_counter()

    def seen() -> None:
        nonlocal count
        count += 1

    wrong = next(check.mismatches(seen), None)
    seconds = time.perf_counter() - began
    if wrong is None:
        print(f"{check.task}: {count} problems ({check.covers}), all right, {seconds:.1f} s")
        return True
    problem, outputs = wrong
    print(f"{check.task}: WRONG after {count} problems: {problem} gives {outputs}")
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
