"""States made of atoms and values, and not reached by any action."""

import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from features.shown import actions, atoms, values

from relgym import Reasoner
from relgym.errors import ModelError, ParseError
from relgym.features import Feature
from relgym.model.numeric import FluentValue
from relgym.model.pddl.formulas import ground


def test_questions_about_a_state_that_nothing_leads_to(r: Reasoner) -> None:
    assert actions(r, name="buy") == []
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


def test_values_that_every_state_has_may_not_be_left_out(r: Reasoner) -> None:
    with pytest.raises(ModelError, match=r"no value of \(money\)"):
        r.state(["(open)"])


def test_other_values_that_are_left_out_are_undefined(r: Reasoner) -> None:
    # Only bread has a discount at the start.
    state = r.state(["(open)"], {"(money)": 9})
    assert values(state) == {"(money)": 9, "(price bread)": 2, "(price cake)": 5, "(total-cost)": 0}
    assert actions(r, state, "haggle") == []
    discounts = r.state(["(open)"], {"(money)": 9, "(discount cake)": 1})
    assert actions(r, discounts, "haggle") == ["(haggle cake)"]


def test_equal_numbers_are_the_same_however_they_are_given(r: Reasoner) -> None:
    four = r.state([], {"(money)": Fraction(4)})
    assert four == r.state([], {"(money)": 4})
    assert type(values(four)["(money)"]) is int
    assert actions(r, r.state(["(open)"], {"(money)": Fraction(4)})) == ["(buy bread)"]
    for other in (Decimal(4), np.int8(4), np.array(4)[()]):
        same = r.state([], {"(money)": other})
        assert same == four
        assert type(values(same)["(money)"]) is int


@pytest.mark.parametrize("value", ["4", None, [4], 1j, float("nan"), float("inf"), Decimal("nan")], ids=repr)
def test_what_is_no_number(r: Reasoner, value: object) -> None:
    with pytest.raises(ModelError, match=r"is no value of \(money\)\nexpected: a finite number"):
        r.state(["(open)"], {"(money)": value})


def test_a_float_is_the_number_that_it_prints_as(r: Reasoner) -> None:
    state = r.state(["(open)"], {"(money)": 0.1, "(price cake)": 5.0})
    assert state.to_json() == r.state(["(open)"], {"(money)": Fraction(1, 10)}).to_json()
    assert state.to_json()["fluents"]["(money)"] == "1/10"
    assert pickle.dumps(r.state([], {"(money)": -0.0})) == pickle.dumps(r.state([], {"(money)": 0}))
    if Feature.FRACTIONS in r.engine.features:
        assert r.holds(state, "(= (money) 0.1)")
        assert not r.holds(state, "(> (* 3 (money)) 0.3)")


@pytest.mark.parametrize("text", ["1e999999999", "1_0", "\N{ARABIC-INDIC DIGIT THREE}", " 3", "0x", "3/0x2", "inf"])
def test_a_text_that_json_has_for_no_number(r: Reasoner, text: str) -> None:
    with pytest.raises(ModelError, match=r"is no value of \(money\)"):
        r.state_from_json({"atoms": [], "fluents": {"(money)": text}})


def test_a_text_is_not_several_atoms(r: Reasoner) -> None:
    with pytest.raises(ModelError, match=r"'\(open\)' is a text, not several atoms\nexpected: a list of atoms"):
        r.state("(open)", {"(money)": 4})


def test_the_start_again(r: Reasoner) -> None:
    start = r.initial_state
    assert r.state(start.atoms, dict(start.fluents)) == start


def test_mistakes(r: Reasoner) -> None:
    for wrong in (["(sells sells)"], ["(closed)"], ["(has)"], ["(rich)"]):
        with pytest.raises(ModelError):
            r.state(wrong)
    with pytest.raises(ParseError):
        r.state(["open"])
    wrong_values = ({"(price cake)": 6}, {"(debt)": 1}, {"(price)": 1}, {"(price milk)": 1}, {"(price gift)": 1})
    for values_ in wrong_values:
        with pytest.raises(ModelError):
            r.state([], {"(money)": 1, **values_})


def test_states_are_read_in_any_order_again_and_again(r: Reasoner) -> None:
    statics = {"(sells bread)", "(sells cake)"}
    own = [{"(open)"}, set(), {"(open)", "(has cake)"}, {"(has bread)", "(has cake)"}, {"(open)", "(has bread)"}]
    states = [r.state(some, {"(money)": 3}) for some in own]
    for which in [*range(5), 2, 2, 0, 4, 1, 3, 0]:
        assert atoms(states[which]) == own[which] | statics
        # As another process, or another time, has it: what was read before is no part of a state.
        assert atoms(pickle.loads(pickle.dumps(states[which]))) == own[which] | statics
    read = states[4].atoms
    assert len(pickle.dumps(states[3])) == len(pickle.dumps(r.state(own[3], {"(money)": 3})))
    assert read == states[4].atoms
