"""Verification: a learned program is proved equal to the rules, for graphs of every size."""

from dnar.verify.certificate import certificate
from dnar.verify.counterexample import Counterexample, Search
from dnar.verify.equivalence import OutputResult, same_outputs
from dnar.verify.findings import Blocked
from dnar.verify.output_certificate import output_certificate
from dnar.verify.output_search import OutputSearch
from dnar.verify.verify import Result, Verdict, verify

__all__ = [
    "Blocked",
    "Counterexample",
    "OutputResult",
    "OutputSearch",
    "Result",
    "Search",
    "Verdict",
    "certificate",
    "output_certificate",
    "same_outputs",
    "verify",
]
