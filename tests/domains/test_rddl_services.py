"""Elevators, Mars rover, unit commitment and the recommender: steps worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from relgym.catalogue.domains import spec
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction
from relgym.model.rddl.domain import Kind
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State


class Course:
    """A simulator with the state that it has come to; states and actions by the names of their values."""

    def __init__(self, name: str, sections: str, most: str = "pos-inf") -> None:
        text = f"instance i {{ domain = {name}; {sections} max-nondef-actions = {most}; horizon = 99; discount = 1; }}"
        self.env = RDDLEnv(spec(name).domain, text)
        self.dynamics: Dynamics = self.env.dynamics
        self.state: State = self.dynamics.start

    def action(self, given: Mapping[str, Any]) -> Action:
        return self.env.reasoner.action_values.values(given)

    def step(self, given: Mapping[str, Any], uniforms: Sequence[float] = ()) -> float:
        """The reward of an action, which is allowed."""
        assert self.refused(given) is None
        step = self.dynamics.step(self.state, self.action(given), uniforms)
        self.state = step.state
        assert self.dynamics.broken(self.state) is None
        return step.reward

    def refused(self, given: Mapping[str, Any]) -> str | None:
        reason = self.dynamics.refused(self.state, self.action(given))
        return None if reason is None else str(reason)

    def __getitem__(self, name: str) -> Any:
        return self.values()[name]

    def values(self) -> dict[str, Any]:
        layout = self.dynamics.layout
        found: dict[str, Any] = {}
        for fluent, values in zip(layout.of_kind(Kind.STATE), self.state, strict=True):
            found |= zip(layout.names(fluent.name), values if isinstance(values, list) else [values], strict=True)
        return found

    def true(self) -> set[str]:
        """What holds."""
        return {name for name, value in self.values().items() if value is True}


# -- elevators -------------------------------------------------------------------------------


@pytest.fixture
def house() -> Course:
    """A lift on the middle one of three floors; each uniform is for up at f1, f2, f3, then for down."""
    return Course(
        "elevators",
        """objects { lift : {l}; floor : {f1, f2, f3}; };
        non-fluents {
            BOTTOM(f1); ABOVE(f2, f1); ABOVE(f3, f2); TOP(f3);
            UP-CHANCE(f1) = 0.5; UP-CHANCE(f2) = 0.5; DOWN-CHANCE(f2) = 0.5; DOWN-CHANCE(f3) = 0.5;
        };
        init-state { at(l, f2); };""",
        most="1",
    )


def come(*places: int) -> list[float]:
    """Uniforms such that people come who want up from the floors 0 to 2, down from 0 to 2 (as 3 to 5)."""
    return [0.49 if place in places else 0.5 for place in range(6)]


def test_a_lift_takes_people_down_and_then_up(house):
    assert house.true() == {"at___l__f2", "heading-up___l", "shut___l"}
    assert house.step({"open-down___l": 1}, come(0, 4)) == 0
    assert house.true() == {"at___l__f2", "waiting-up___f1", "waiting-down___f2"}
    # They board while the lift stands open; somebody else comes at the same moment, and is taken next.
    assert house.step({}, come(4)) == -2
    assert house.true() == {"at___l__f2", "waiting-up___f1", "waiting-down___f2", "riding-down___l"}
    assert house.step({"close___l": 1}, come()) == -2.75
    assert house.step({"move___l": 1}, come()) == -1.75
    assert house.true() == {"at___l__f1", "waiting-up___f1", "riding-down___l", "shut___l"}
    assert house.step({"open-up___l": 1}, come()) == -1.75
    assert house.true() == {"at___l__f1", "waiting-up___f1", "heading-up___l"}
    assert house.step({}, come()) == -1
    assert house.true() == {"at___l__f1", "riding-up___l", "heading-up___l"}
    # To turn the arrow with them inside costs more.
    assert house.step({"open-down___l": 1}, come()) == -0.75
    assert house.step({"open-up___l": 1}, come()) == -3
    assert house.step({"close___l": 1}, come()) == -0.75
    assert house.step({"move___l": 1}, come()) == -0.75
    assert house.step({"move___l": 1}, come()) == -0.75
    assert house.step({}, come(5)) == -0.75
    assert house.true() == {"at___l__f3", "waiting-down___f3", "heading-up___l", "shut___l"}


def test_nobody_boards_a_lift_that_is_shut(house):
    house.step({}, come(1))
    house.step({}, come())
    assert house.true() == {"at___l__f2", "waiting-up___f2", "heading-up___l", "shut___l"}


def test_nobody_boards_a_lift_that_goes_the_other_way(house):
    house.step({"open-up___l": 1}, come(4))
    house.step({}, come())
    assert house.true() == {"at___l__f2", "waiting-down___f2", "heading-up___l"}


def test_what_a_lift_may_not_do(house):
    assert "<= 1" in house.refused({"open-up___l": 1, "move___l": 1})
    assert "shut" in house.refused({"close___l": 1})
    house.step({"move___l": 1}, come())
    assert "TOP" in house.refused({"move___l": 1})
    house.step({"open-down___l": 1}, come())
    assert "shut" in house.refused({"move___l": 1})
    house.step({"close___l": 1}, come())
    house.step({"move___l": 1}, come())
    house.step({"move___l": 1}, come())
    assert "BOTTOM" in house.refused({"move___l": 1})


# -- Mars rover ------------------------------------------------------------------------------


@pytest.fixture
def plain() -> Course:
    return Course(
        "mars-rover",
        """objects { rover : {r, s}; mineral : {near, far}; };
        non-fluents { POWER(r) = 2.5; WORTH(near) = 7; RADIUS(near) = 0.5; MINERAL-X(near) = 0.3; MINERAL-Y(near) = 0.4;
                      MINERAL-X(far) = 90; };
        init-state { x(r) = 0.1; y(s) = 0.2; speed-x(s) = -2; };""",
    )


def test_a_rover_is_pushed_and_glides_on(plain):
    assert plain.step({"push-x___r": 2.0, "push-y___r": -1.5}) == pytest.approx(-6.25)
    assert (plain["x___r"], plain["speed-x___r"], plain["speed-y___r"]) == pytest.approx((0.1, 0.2, -0.15))
    assert (plain["x___s"], plain["y___s"], plain["speed-x___s"]) == pytest.approx((-0.2, 0.2, -2))
    assert plain.step({}) == 0
    assert (plain["x___r"], plain["y___r"], plain["speed-x___r"]) == pytest.approx((0.12, -0.015, 0.2))


def test_a_push_is_no_longer_than_the_power(plain):
    assert plain.step({"push-x___r": 2.5, "push-y___r": 2.5}) == pytest.approx(-6.25)
    assert (plain["speed-x___r"], plain["speed-y___r"]) == pytest.approx((0.25 / math.sqrt(2), 0.25 / math.sqrt(2)))
    assert plain.refused({"push-y___r": -2.6}) is not None
    assert plain.refused({"push-x___s": 0.26}) is not None


def test_a_mineral_pays_once_however_many_harvest(plain):
    assert plain.step({"harvest___r": 1, "harvest___s": 1}) == 7 - 2
    assert plain.step({"harvest___r": 1}) == -1
    assert plain.true() == {"harvested___near"}


def test_the_radius_itself_is_too_far():
    course = Course(
        "mars-rover", "objects { rover : {r}; mineral : {m}; }; non-fluents { MINERAL-X(m) = 4; RADIUS(m) = 4; };"
    )
    assert course.step({"harvest___r": 1}) == -1
    assert course.step({"push-x___r": 0.1}) == pytest.approx(-0.01)
    course.step({})
    assert course.step({"harvest___r": 1}) == 10 - 1


# -- unit commitment -------------------------------------------------------------------------

BOTH = pytest.mark.parametrize("name", ["unit-commitment", "unit-commitment-continuous"])


def plant(name: str, output: float, constants: str = "") -> Course:
    """A unit that makes 3 to 10, 2 more or less than the day before; the demand is 3 units."""
    return Course(
        name,
        f"""objects {{ unit : {{u}}; }};
        non-fluents {{ MINIMUM(u) = 3; RAMP(u) = 2; START-COST(u) = 7; TEMPERATURE-VARIANCE = 4; {constants} }};
        init-state {{ temperature = 21.7; output(u) = {output}; }};""",
    )


@BOTH
@pytest.mark.parametrize(
    ("before", "wanted", "made"),
    [
        (0, 0, 0),
        (0, 2, 0),
        (0, 3, 3),
        (0, 10, 3),
        (3, 10, 5),
        (3, 2, 0),
        (5, 4, 4),
        (5, 2, 0),
        (6, 2, 4),
        (8, 3, 6),
        (9, 10, 10),
        (10, 10, 10),
    ],
)
def test_a_unit_goes_to_its_set_point_as_far_as_its_ramp_lets_it(name, before, wanted, made):
    course = plant(name, before)
    course.step({"set-point___u": wanted}, [0.5])
    assert course["output___u"] == made


@BOTH
@pytest.mark.parametrize(
    ("before", "wanted", "reward"),
    [
        # Price, fuel, change and start.
        (0, 3, 8 * 3 - 5 * 3 - 3 - 7),
        (3, 3, 8 * 3 - 5 * 3),
        (3, 5, 8 * 3 - 5 * 5 - 2),
        (3, 0, -1000 - 3),
    ],
)
def test_what_a_day_earns(name, before, wanted, reward):
    assert plant(name, before).step({"set-point___u": wanted}, [0.5]) == pytest.approx(reward)


@BOTH
def test_a_demand_that_is_met_in_part_pays_in_part(name):
    assert plant(name, 3, "LEAST-DEMAND = 4;").step({"set-point___u": 3}, [0.5]) == pytest.approx(24 - 15 - 1000)


@BOTH
@pytest.mark.parametrize(
    ("uniform", "temperature"), [(0.5, 21.7), (0.8413447460685429, 23.7), (1 - 1e-16, 24.0), (0.0, 20.0)]
)
def test_the_temperature_wanders_between_its_limits(name, uniform, temperature):
    course = plant(name, 0, "COLDEST = 20; HOTTEST = 24;")
    course.step({}, [uniform])
    assert course["temperature"] == pytest.approx(temperature)


def test_only_the_continuous_units_take_parts():
    course = plant("unit-commitment-continuous", 5.0)
    course.step({"set-point___u": 4.5}, [0.5])
    assert course["output___u"] == 4.5
    whole = plant("unit-commitment", 5).env.reasoner.actions["set-point___u"]
    assert whole.holds(4) and not whole.holds(4.5)


@BOTH
@pytest.mark.parametrize("wrong", [11, -1])
def test_a_set_point_lies_between_nothing_and_the_capacity(name, wrong):
    env = plant(name, 5).env
    env.raise_on_invalid = True
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match="is no value of 'set-point___u'"):
        env.step({"set-point___u": wrong})


# -- recommender -----------------------------------------------------------------------------


@pytest.fixture
def window() -> Course:
    """The uniforms are for the providers of the items i and j, then for their traits."""
    return Course(
        "recommender",
        """objects { consumer : {c, d}; provider : {p, q}; item : {i, j}; feature : {f, g}; };
        non-fluents { TASTE(c, f) = 3; TASTE(c, g) = 4; SKILL(p, f) = 1; SKILL(q, f) = 6; MEMORY(d) = 0.9;
                      VARIETY = 4; NICHE = 0.5; CREDIT(q) = 0.2; };
        init-state { satisfaction(c) = 2; satisfaction(d) = 1; success(p) = 2.5; success(q) = 0.5;
                     by(i, p); by(j, q); trait(j, f) = 8; trait(j, g) = 16; };""",
        most="2",
    )


def test_what_pleases_stays_for_a_while(window):
    # c is 5 from i; d is shown nothing.
    assert window.step({"recommend___c__i": 1}, [0.5] * 6) == pytest.approx((1 + 2.5) + 0.9)
    assert (window["satisfaction___c"], window["satisfaction___d"]) == pytest.approx((3.5, 0.9))


def test_what_is_far_from_the_taste_displeases(window):
    # c is 13 from j.
    assert window.step({"recommend___c__j": 1}, [0.5] * 6) == pytest.approx((1 - 1.5) + 0.9)


def test_success_brings_places(window):
    # The chances of p and q are 3 to 1.
    window.step({"recommend___c__j": 1, "recommend___d__j": 1}, [0.76, 0.74, 0.5, 0.5, 0.5, 0.8413447460685429])
    assert window.true() == {"by___i__q", "by___j__p"}
    assert (window["success___p"], window["success___q"]) == pytest.approx((0.7 * 2.5, 0.2 * 0.5 + 2))
    traits = [window[f"trait___{cell}"] for cell in ("i__f", "i__g", "j__f", "j__g")]
    assert traits == pytest.approx([6, 0, 1, 2])


def test_a_consumer_is_shown_one_item(window):
    assert "<= 1" in window.refused({"recommend___c__i": 1, "recommend___c__j": 1})
    assert window.refused({"recommend___c__i": 1, "recommend___d__i": 1}) is None
