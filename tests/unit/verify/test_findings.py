"""Findings: obligations are counted, failures kept once, the closest decision remembered."""

from dnar.machine import Gap
from dnar.verify.findings import Blocked, Findings, Kind


def never() -> str:
    raise AssertionError("what holds is not put into words")


def test_obligations_are_counted_and_failures_kept() -> None:
    findings = Findings()
    findings.demand(Kind.NODE, True, never)
    findings.demand(Kind.NODE, False, lambda: "not fine")
    findings.demand(Kind.NODE, False, lambda: "not fine")
    findings.demand(Kind.ARC, True, never)
    findings.block(Kind.OUTPUT, "nothing to prove")
    assert findings.counts == {"node": 3, "arc": 1}
    assert findings.blocked == {
        Blocked("node", "not fine"),
        Blocked("output", "nothing to prove"),
    }


def test_the_closest_decision_is_the_one_nearest_to_its_error() -> None:
    findings = Findings()
    for gap in (Gap(1.0, 0.1), Gap(5.0, 2.0), Gap(0.5, 0.01)):
        findings.demand_margin("node table", gap, never)
    findings.demand_margin("gates", Gap(3.0, 0.5), never)
    assert findings.margins == {"node table": (5.0, 2.0), "gates": (3.0, 0.5)}
    assert (findings.counts, findings.blocked) == ({"margin": 4}, set())


def test_a_gap_within_its_error_or_unknown_is_kept() -> None:
    findings = Findings()
    findings.demand_margin("gates", Gap(0.25, 0.25), lambda: "a gate")
    findings.demand_margin("gates", None, lambda: "another")
    assert findings.blocked == {
        Blocked("margin", "a gate: decided by 0.25, within rounding"),
        Blocked("margin", "another: its margin is not known"),
    }
