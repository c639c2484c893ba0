"""Findings: obligations are counted, failures kept once, the closest decision remembered."""

from dnar.verify.findings import Blocked, Findings, Kind


def test_obligations_are_counted_and_failures_kept() -> None:
    findings = Findings()
    findings.demand(Kind.NODE, True, "fine")
    findings.demand(Kind.NODE, False, "not fine")
    findings.demand(Kind.NODE, False, "not fine")
    findings.demand(Kind.ARC, True, "fine")
    assert findings.counts == {"node": 3, "arc": 1}
    assert findings.blocked == {Blocked("node", "not fine")}


def test_the_closest_decision_is_the_one_nearest_to_its_error() -> None:
    findings = Findings()
    findings.demand_margin("node table", 1.0, 0.1, "ten times")
    findings.demand_margin("node table", 5.0, 2.0, "two and a half times")
    findings.demand_margin("node table", 0.5, 0.01, "fifty times")
    findings.demand_margin("gates", 3.0, 0.5, "six times")
    assert findings.margins == {"node table": (5.0, 2.0), "gates": (3.0, 0.5)}
    assert (findings.counts, findings.blocked) == ({"margin": 4}, set())


def test_a_gap_within_its_error_is_kept() -> None:
    findings = Findings()
    findings.demand_margin("gates", 0.25, 0.25, "a gate")
    case = "a gate: decided by 0.25, within rounding"
    assert findings.blocked == {Blocked("margin", case)}
