"""States made of atoms and values, and not reached by any action."""

import pytest
from features.shown import actions, atoms, values

from relgym import Reasoner
from relgym.errors import ModelError, ParseError
from relgym.model.formulas import ground
from relgym.model.numeric import FluentValue


def test_questions_about_a_state_that_nothing_leads_to(r: Reasoner) -> None:
    assert actions(r) == []
    assert actions(r, r.state(["(open)"], {"(money)": 3})) == ["(buy bread)"]
    rich = r.state(["(open)", "(has cake)"], {"(money)": 10})
    assert actions(r, rich) == ["(buy bread)", "(buy cake)"]
    assert atoms(r.derived(rich)) == {"(rich)"}
    assert r.goal(rich)
    after = r.successor(rich, "(buy cake)")
    assert values(after)["(money)"] == 5
    assert "(open)" not in atoms(after)


def test_static_atoms_and_values_may_be_left_out(r: Reasoner) -> None:
    whole = r.state(["(open)", "(sells bread)", "(sells cake)"], {"(money)": 3, "(price cake)": 5})
    assert whole == r.state(["(open)"], {"(money)": 3})
    assert atoms(whole) == {"(open)", "(sells bread)", "(sells cake)"}


def test_atoms_as_objects_and_in_any_order(r: Reasoner) -> None:
    one = r.state([ground("open"), ground("has", "bread")], {FluentValue("money"): 4})
    other = r.state(["(HAS Bread)", "(open)", "(open)"], {"(money)": 4})
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, r.initial_state}) == 2


def test_values_that_are_left_out_are_undefined(r: Reasoner) -> None:
    broke = r.state(["(open)"])
    assert "(money)" not in values(broke)
    assert actions(r, broke) == []


def test_the_start_again(r: Reasoner) -> None:
    start = r.initial_state
    assert r.state(start.atoms, dict(start.fluents)) == start


def test_mistakes(r: Reasoner) -> None:
    for wrong in (["(sells sells)"], ["(closed)"], ["(has)"], ["(rich)"]):
        with pytest.raises(ModelError):
            r.state(wrong)
    with pytest.raises(ParseError):
        r.state(["open"])
    for values_ in ({"(price cake)": 6}, {"(debt)": 1}, {"(price)": 1}, {"(price milk)": 1}):
        with pytest.raises(ModelError):
            r.state([], values_)
