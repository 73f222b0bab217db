"""`oneof` names outcomes without probabilities: relgym takes them as equally likely, and says so."""

import pytest
from features.conftest import Open
from features.shown import spread

from relgym.errors import RelgymWarning


def test_outcomes_are_equally_likely(open_reasoner: Open) -> None:
    with pytest.warns(RelgymWarning, match="equally likely"):
        r = open_reasoner()
    found = spread(r, "(roll)")
    assert [probability for probability, _ in found] == [1 / 3] * 3
    assert {frozenset(held) for _, held in found} == {
        frozenset({"(rolled)", "(face one)"}),
        frozenset({"(rolled)", "(face two)"}),
        frozenset({"(rolled)", "(face three)", "(lucky)"}),
    }
    assert spread(r, "(flip)") == [(0.5, set()), (0.25, {"(face one)"}), (0.25, {"(face two)"})]
