"""A domain that was read before is not read again, unless there is something to tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from relgym.errors import RelgymError, RelgymWarning
from relgym.model.span import Source
from relgym.read.pddl.loading import read_domain as read_pddl
from relgym.read.rddl.loading import read_domain as read_rddl
from relgym.read.remembered import Remembered
from relgym.read.reporting import collecting

PDDL = "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
UNDECLARED = "(define (domain lamp) (:predicates (on)) (:action press :precondition (not (on)) :effect (on)))"
RDDL = "domain lamp { pvariables { on : { state-fluent, bool, default = false }; }; cpfs { on' = ~on; }; reward = 0; }"


@pytest.mark.parametrize(("read", "text"), [(read_pddl, PDDL), (read_rddl, RDDL)], ids=["pddl", "rddl"])
def test_a_domain_is_read_once(read: Callable[[str], object], text: str) -> None:
    assert read(text) is read(text)
    other = text.replace("lamp", "light")
    assert read(other) != read(text)
    with collecting():
        assert read(text) is not read(text)
        assert read(text) == read(text)


def test_a_warning_is_given_at_each_reading() -> None:
    for _ in range(2):
        with pytest.warns(RelgymWarning, match="negative-preconditions"):
            read_pddl(UNDECLARED)


def test_an_error_is_raised_at_each_reading_and_others_are_collected() -> None:
    wrong = PDDL.replace(":effect (on)", ":effect (off)")
    for _ in range(2):
        with pytest.raises(RelgymError, match="off"):
            read_pddl(wrong)
        with collecting() as reports:
            read_pddl(wrong)
        assert len(reports.errors) == 1


def test_texts_beyond_the_limit_make_the_oldest_go() -> None:
    asked: list[str] = []

    def read(source: Source) -> str:
        asked.append(source.text)
        return source.text

    remembered = Remembered(read, limit=10)
    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb", "long" * 3, "long" * 3, "bbbb"):
        assert remembered(Source("<text>", text)) == text
    assert asked == ["aaaa", "bbbb", "cccc", "bbbb", "longlonglong", "longlonglong"]
