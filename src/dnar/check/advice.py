"""Advice: whether a network could have learned the rules at all, and what to change."""

from typing import Any

from dnar.check.representable import Form, unrepresentable
from dnar.machine import Task, reachable_types

ADVICE = {
    "attention": "attention: more cycles (cycles=40), or a search for it, TrainConfig.settle()",
    "updates": "updates: more iterations, or larger vectors (hidden=128)",
    "gates": "gates: more iterations; constants that differ little are hard to tell apart",
    "outputs": "outputs: more iterations",
}
"""What helps where a part of the network is wrong that could be right."""


def completed_diagnosis(task: Task, report: dict[str, Any]) -> dict[str, Any]:
    """The diagnosis of a report, with what no network of its form can represent, and advice."""
    found = dict(report["diagnosis"])
    form = Form(report.get("config", {}).get("messages", Form.RICH.value))
    found["impossible"] = unrepresentable(reachable_types(task), form)
    if found["impossible"]:
        found["advice"] = ["change the rules: no network of this form computes them as written"]
        if form is Form.LITERAL:
            found["advice"].append("or use the rich form, messages=MessageForm.RICH")
    else:
        found["advice"] = [ADVICE[part] for part in ADVICE if part in found["blame"]]
        found["advice"].append("or another seed")
    return found


def diagnosis_text(diagnosis: dict[str, Any]) -> str:
    """A diagnosis in words, line by line."""
    blame = ", ".join(f"{part} {count}" for part, count in diagnosis["blame"].items())
    lines = [f"wrong, by the part that is to blame: {blame or 'none'}"]
    lines += [f"  {case}" for case in diagnosis["cases"]]
    more = diagnosis["kinds"] - len(diagnosis["cases"])
    lines += [f"  ... and {more} more cases"] if more > 0 else []
    if diagnosis["impossible"]:
        lines.append("the network cannot represent the rules as they are written:")
        lines += [f"  {each}" for each in diagnosis["impossible"]]
    else:
        lines.append("the network can represent the rules: training did not find it")
    return "\n".join([*lines, f"what to change: {'; '.join(diagnosis['advice'])}"])
