"""Verification: a learned program is proved equal to the rules, for graphs of every size."""

from dnar.verify.certificate import certificate
from dnar.verify.counterexample import Counterexample, Search
from dnar.verify.findings import Blocked
from dnar.verify.verify import Result, Verdict, verify

__all__ = [
    "Blocked",
    "Counterexample",
    "Result",
    "Search",
    "Verdict",
    "certificate",
    "verify",
]
