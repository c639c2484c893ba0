"""Hashes of the bundled rules: `python -m tools.rule_hashes` writes them into the docs.

Who checks a certificate compares the hash of its rules with this table: a proof about other
rules says nothing about the task.
"""

from pathlib import Path

from dnar.stored_task import rules_digest
from dnar.tasks import all_tasks

PAGE = Path(__file__).parents[1] / "docs" / "certificates.md"
BEGIN, END = "<!-- hashes: begin -->\n", "<!-- hashes: end -->\n"


def table() -> str:
    """The hash of every task's rules."""
    rows = [f"| `{name}` | `{rules_digest(task)}` |" for name, task in all_tasks().items()]
    return "\n".join(["| task | SHA-256 of its rules |", "|---|---|", *rows]) + "\n"


def main() -> None:
    """Writes the table between its marks."""
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + table() + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
