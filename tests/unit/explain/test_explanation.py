"""Entries and what is heard, as they are spelled."""

from dnar.explain.explanation import SILENT, Entry, Heard


def test_heard_in_words() -> None:
    one, other = Entry("DONE", "NEUTRAL"), Entry("DONE", "CLOSED", best=False)
    assert str(Heard((one,))) == "DONE over NEUTRAL"
    assert str(Heard((one, other))) == "DONE over NEUTRAL or DONE over CLOSED (not the best)"
    assert str(Heard((one, other), rest=True)) == "anybody else"
    assert str(Heard((one,), rest=True)) == "DONE over NEUTRAL"
    assert str(Heard((SILENT,), rest=True)) == "nothing"
