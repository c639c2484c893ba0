"""Checking a task before it is trained: mistakes that its declarations show."""

from dnar.check.advice import completed_diagnosis, diagnosis_text
from dnar.check.check import CheckReport, Mistake, check_task, checked_task
from dnar.check.reference import Reference
from dnar.check.representable import Form, unrepresentable

__all__ = [
    "CheckReport",
    "Form",
    "Mistake",
    "Reference",
    "check_task",
    "checked_task",
    "completed_diagnosis",
    "diagnosis_text",
    "unrepresentable",
]
