"""Questions about RDDL instances, on every engine that carries them."""

from __future__ import annotations

import json
import pickle
import random
from time import process_time

import pytest

import relgym
from relgym.errors import BackendError, InvalidAction, ModelError, ParseError, RandomOutcome, SimulationError
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.reasoner import RDDLReasoner

DOMAIN = """
domain lights {
    types { room : object; colour : {@red, @green, @blue}; };
    pvariables {
        DOOR(room, room) : { non-fluent, bool, default = false };
        lit(room)        : { state-fluent, bool, default = false };
        tint(room)       : { state-fluent, colour, default = @red };
        level            : { state-fluent, int, default = 0 };
        near(room)       : { derived-fluent, bool };
        shaken           : { interm-fluent, bool };
        press(room)      : { action-fluent, bool, default = false };
        paint(room)      : { action-fluent, colour, default = @red };
        add              : { action-fluent, int, default = 0 };
    };
    cpfs {
        near(?r) = exists_{?s : room} [DOOR(?r, ?s) ^ lit(?s)];
        shaken = Bernoulli(0.25);
        lit'(?r) = if (press(?r)) then ~shaken else lit(?r);
        tint'(?r) = if (paint(?r) ~= @red) then paint(?r)
                    else Discrete(colour, @red : 0.5, @green : if (lit(?r)) then 0.5 else 0.0, @blue : otherwise);
        level' = level + add;
    };
    reward = sum_{?r : room} lit'(?r);
    action-preconditions {
        forall_{?r : room} [press(?r) => ~lit(?r)];
        forall_{?r : room} [(paint(?r) ~= @red) => near(?r)];
        add >= 0; add <= 2 - level;
    };
    termination { forall_{?r : room} lit(?r); };
}
"""

INSTANCE = """
instance three {
    domain = lights;
    objects { room : {hall, bath, attic}; };
    non-fluents { DOOR(hall, bath); DOOR(bath, hall); };
    init-state { lit(bath); tint(attic) = @blue; };
    max-nondef-actions = %s;
    horizon = 10;
}
"""

# `near` may not be read by a precondition: what it says stands there in full.
NEAR = DOMAIN.replace("=> near(?r)", "=> exists_{?s : room} [DOOR(?r, ?s) ^ lit(?s)]").replace(
    "add <= 2 - level;", "add <= 2; add + level <= 2;"
)


@pytest.fixture
def reasoner(backend):
    return made(backend)


def made(backend: str, most: str = "2") -> RDDLReasoner:
    domain = read_domain(NEAR)
    return RDDLReasoner(read_instance(INSTANCE % most, domain), backend)


def test_a_formula_and_its_answers(reasoner):
    start = reasoner.initial_state
    assert reasoner.answers(start, "lit(?x)").rows == (("bath",),)
    assert reasoner.answers(start, "DOOR(?x, ?y) ^ ~lit(?x)").rows == (("hall", "bath"),)
    assert reasoner.answers(start, "tint(?x) == ?c").rows == (("hall", "red"), ("bath", "red"), ("attic", "blue"))
    assert reasoner.holds(start, "exists_{?r : room} [tint(?r) == @blue]")
    assert not reasoner.holds(start, "lit(hall) | lit(attic)")
    assert reasoner.holds(start, "near(hall) ^ ~near(bath)")


def test_values(reasoner):
    start = reasoner.initial_state
    assert reasoner.value(start, "sum_{?r : room} lit(?r)") == 1
    assert reasoner.value(start, "tint(attic)") == "blue"
    assert reasoner.value(start, "add + level", {"add": 2}) == 2
    assert reasoner.value(reasoner.state({"level": 1}), "add + level", {"add": 1}) == 2


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("lit(?x) ^", ParseError, "<query>:1"),
        ("?x == ?y", ModelError, r"nothing says of which type '\?x' is"),
        ("lot(?x)", ModelError, "did you mean|there is no"),
        ("level + 1", ModelError, "is no truth value"),
        ("shaken", ModelError, "'shaken' is drawn in a step"),
        ("Bernoulli(0.5)", ModelError, "a question cannot draw"),
        ("lit'(hall)", ModelError, "cannot read the next state"),
        ("", ParseError, "<query> is empty"),
    ],
)
def test_what_is_no_formula(text, kind, message):
    reasoner = made("builtin")
    with pytest.raises(kind, match=message):
        reasoner.answers(reasoner.initial_state, text)


@pytest.mark.parametrize("text", ["1 / level > 2", "tint(?x) == @red ^ sqrt[level - 1] > 0"])
def test_questions_that_cannot_be_answered(reasoner, text):
    with pytest.raises(SimulationError, match=r"<query>:1:1: .* cannot be computed: .*(zero|domain)"):
        reasoner.answers(reasoner.initial_state, text)
    assert reasoner.holds(reasoner.initial_state, "lit(bath)")


def test_explanations_of_what_cannot_be_computed():
    reasoner = made("builtin")
    with pytest.raises(SimulationError, match=r"<query>:1:1: .* cannot be computed: division by zero"):
        reasoner.explain(reasoner.initial_state, "1 / level > 2")


def test_choices_are_one_question(reasoner):
    asked = []
    values = reasoner.dynamics.engine.values
    reasoner.dynamics.engine.values = lambda *args: asked.append(args) or values(*args)
    found = reasoner.choices(reasoner.initial_state)
    assert len(asked) == 1
    assert found == {
        "press___hall": (True,),
        "press___bath": (),
        "press___attic": (True,),
        "paint___hall": ("green", "blue"),
        "paint___bath": (),
        "paint___attic": (),
        "add": (1, 2),
    }


def test_choices_beside_an_action(reasoner):
    start = reasoner.initial_state
    beside = reasoner.choices(start, {"press___hall": 1, "add": 1})
    assert beside["press___hall"] == (False,)
    assert beside["press___attic"] == ()
    assert beside["add"] == (0, 2)
    assert reasoner.choices(reasoner.state({"level": 2}))["add"] == ()


def test_valid_actions_are_those_that_are_valid(reasoner):
    for level in (0, 2):
        state = reasoner.state({"level": level})
        found = reasoner.valid_actions(state)
        assert found[0] == {}
        assert all(reasoner.is_valid(state, action) for action in found)
        single = [action for action in found if len(action) == 1]
        assert single == [{n: v} for n, values in reasoner.choices(state).items() for v in values]
        assert len(found) == {0: 1 + 6 + 13, 2: 1 + 4 + 5}[level]


def test_one_action_at_a_time():
    reasoner = made("builtin", "1")
    found = reasoner.valid_actions(reasoner.initial_state)
    assert len(found) == 7
    assert max(map(len, found)) == 1


def test_combinations_of_thousands_of_cells_are_not_counted_to_the_end():
    """Their number has thousands of digits."""
    names = ", ".join(f"o{number}" for number in range(5_000))
    domain = """domain d { types { t : object; }; pvariables { p : { state-fluent, bool, default = false };
      go(t) : { action-fluent, bool, default = false }; }; cpfs { p' = p; }; reward = 0; }"""
    task = relgym.load(
        domain,
        f"instance i {{ domain = d; objects {{ t : {{ {names} }}; }}; max-nondef-actions = 4000; horizon = 5; }}",
    )
    begun = process_time()
    with relgym.Reasoner(task) as asked, pytest.raises(ModelError, match="more than 100000 combinations"):
        asked.valid_actions(asked.initial_state)
    assert process_time() - begun < 5.0


def test_too_many_combinations():
    reasoner = made("builtin", "pos-inf")
    with pytest.raises(ModelError, match="more than 10 combinations of actions may be taken"):
        reasoner.valid_actions(reasoner.initial_state, most=10)


def test_why_an_action_is_refused(reasoner):
    start = reasoner.initial_state
    reason = str(reasoner.refusal(start, {"press___bath": 1}))
    assert "the action breaks forall_{?r : room} (press(?r) => ~lit(?r)); it fails for bath\n" in reason
    assert "at most 2 may" in str(reasoner.refusal(start, {"press___hall": 1, "press___attic": 1, "add": 1}))
    assert reasoner.refusal(start, {"press___hall": 1}) is None
    with pytest.raises(InvalidAction, match="did you mean 'press___hall'"):
        reasoner.refusal(start, {"pres___hall": 1})
    with pytest.raises(InvalidAction, match="'pink' is no value of 'paint___hall'"):
        reasoner.refusal(start, {"paint___hall": "pink"})
    with pytest.raises(InvalidAction, match="7 is no value of 'add'"):
        reasoner.successor(start, {"add": 7})


def test_outcomes_are_exact_and_what_successors_are_drawn_from(reasoner):
    start = reasoner.initial_state
    found = reasoner.outcomes(start, {"press___hall": 1})
    assert sum(outcome.probability for outcome in found) == pytest.approx(1)
    assert len(found) == 2 * 2 * 2 * 2
    shares = {}
    for outcome in found:
        lit = outcome.state["lit___hall"]
        shares[lit] = shares.get(lit, 0) + outcome.probability
        assert outcome.reward == (2 if lit else 1)
    assert shares == pytest.approx({True: 0.75, False: 0.25})
    rng = random.Random(1)
    possible = {outcome.state for outcome in found}
    assert all(reasoner.successor(start, {"press___hall": 1}, rng) in possible for _ in range(10))
    drawn = reasoner.sampled_outcomes(start, {"press___hall": 1}, rng, 20)
    assert {outcome.state for outcome in drawn} <= possible
    assert sum(outcome.probability for outcome in drawn) == pytest.approx(1)


def test_chance_needs_a_generator(reasoner):
    with pytest.raises(RandomOutcome, match="give `rng`"):
        reasoner.successor(reasoner.initial_state, {})


def test_too_many_outcomes_and_endless_ones():
    reasoner = made("builtin")
    with pytest.raises(ModelError, match="more than 3 combinations of draws"):
        reasoner.outcomes(reasoner.initial_state, {}, most=3)
    domain = read_domain(
        "domain d { pvariables { n : { state-fluent, int, default = 0 }; }; cpfs { n' = Poisson(2.0); }; }"
    )
    endless = RDDLReasoner(read_instance("instance i { domain = d; }", domain))
    with pytest.raises(ModelError, match="a draw from Poisson has too many results"):
        endless.outcomes(endless.initial_state, {})


def test_states_are_values(reasoner):
    start = reasoner.initial_state
    other = reasoner.state({"lit___hall": True, "tint___hall": "green"})
    assert start == reasoner.state({}) and hash(start) == hash(reasoner.state({}))
    assert start != other
    assert other["tint___hall"] == "green"
    assert other.true == {"lit___hall", "lit___bath"}
    assert reasoner.goal(reasoner.state({"lit___hall": 1, "lit___attic": 1})) and not reasoner.goal(start)
    with pytest.raises(ModelError, match="there is no state value 'lot___hall'"):
        reasoner.state({"lot___hall": 1})


def test_engines_are_named_in_errors():
    with pytest.raises(BackendError, match="there is no engine 'bultin'"):
        made("bultin")


def test_why_an_action_may_be_taken_or_not(reasoner):
    start = reasoner.initial_state
    assert str(reasoner.explain(start, {"press___bath": 1})) == (
        "the action may not be taken: a precondition fails\n"
        "  forall_{?r : room} (press(?r) => ~lit(?r)) is false, for ?r = bath\n"
        "    press(bath) => ~lit(bath) is false\n"
        "      press(bath) is true, by the action\n"
        "      lit(bath) is true, in the state"
    )
    assert str(reasoner.explain(start, {"add": 1})).startswith("the action may be taken: every precondition holds\n")
    many = {"press___hall": 1, "press___attic": 1, "add": 1}
    assert str(reasoner.explain(start, many)).startswith("the action may not be taken: 3 actions differ")


def test_why_a_formula_holds(reasoner):
    start = reasoner.initial_state
    assert "lit(bath) is true, in the state" in str(reasoner.explain(start, "near(hall)"))
    assert "add is 2, by the action" in str(reasoner.explain(start, "add + level > 1", {"add": 2}))
    with pytest.raises(ModelError, match=r"'\?x' is free in lit\(\?x\)"):
        reasoner.explain(start, "lit(?x)")


def test_why_the_episode_goes_on_or_ends(reasoner):
    start = reasoner.initial_state
    assert str(reasoner.explain(start, "goal")).splitlines()[:2] == [
        "the episode goes on: no termination condition holds",
        "  forall_{?r : room} lit(?r) is false, for ?r = hall",
    ]
    lit = reasoner.state({"lit___hall": 1, "lit___bath": 1, "lit___attic": 1})
    assert reasoner.goal(lit)
    assert str(reasoner.explain(lit, "goal")).splitlines()[:2] == [
        "the episode ends: a termination condition holds",
        "  forall_{?r : room} lit(?r) is true",
    ]


def test_why_a_step_led_there(reasoner):
    start = reasoner.initial_state
    told = str(reasoner.explain_step("lit___hall", start, {"press___hall": 1}, [0.5] * reasoner.dynamics.uniforms))
    assert told.splitlines()[0] == "lit'(hall) is true"
    assert "shaken is false" in told and "0.25" in told
    assert str(reasoner.explain_step("reward", start, {}, [0.5] * 4)).startswith("reward is 1")
    with pytest.raises(ModelError, match="did you mean 'lit___hall'"):
        reasoner.explain_step("lit___hal", start, {}, [0.5] * 4)


def test_reals_have_no_list_even_one_at_a_time():
    domain = read_domain(
        "domain d { pvariables { x : { state-fluent, real, default = 0.0 }; "
        "push : { action-fluent, real, default = 0.0 }; }; cpfs { x' = x + push; }; }"
    )
    one = RDDLReasoner(read_instance("instance i { domain = d; max-nondef-actions = 1; }", domain))
    with pytest.raises(ModelError, match="'push' has too many values"):
        one.valid_actions(one.initial_state)


COINS = """domain coins { types { coin : object; };
  pvariables { heads(coin) : { state-fluent, bool, default = false }; toss : { action-fluent, bool, default = false };
    some : { derived-fluent, bool }; count : { interm-fluent, int }; };
  cpfs { some = exists_{?c : coin} [heads(?c)]; count = sum_{?c : coin} [Bernoulli(0.5)];
    heads'(?c) = heads(?c) | (toss ^ count >= 1); };
  reward = count >= 2; }"""
TWO = "instance two { domain = coins; objects { coin : {a, b}; }; init-state { heads(b) = false; }; }"


def test_equal_states_with_equal_rewards_are_one_outcome(backend: str):
    with relgym.Reasoner(relgym.load(COINS, TWO), backend=backend) as coins:
        found = coins.outcomes(coins.initial_state, {"toss": True})
    # Two of the four draws have one head: they lead to the same state with the same reward.
    assert [(o.probability, len(o.state.true), o.reward) for o in found] == [(0.5, 2, 0), (0.25, 2, 1), (0.25, 0, 0)]


def test_derived_values_and_successors(backend: str):
    steady = COINS.replace("Bernoulli(0.5)", "1")
    with relgym.Reasoner(relgym.load(steady, TWO), backend=backend) as coins:
        start = coins.initial_state
        assert coins.derived(start) == {"some": False}
        after = dict(zip(["noop", "toss"], coins.successors(start), strict=True))
        assert after["noop"] == ({}, start)
        assert after["toss"] == ({"toss": True}, coins.state({"heads___a": True, "heads___b": True}))
        assert coins.derived(after["toss"][1]) == {"some": True}
    with relgym.Reasoner(relgym.load(COINS, TWO)) as coins, pytest.raises(RandomOutcome, match="ask outcomes"):
        coins.successors(coins.initial_state)


def test_an_explanation_that_takes_too_long_names_the_engine_that_computes_it():
    domain = COINS.replace("reward = count >= 2", "reward = 0")
    objects = ", ".join(f"c{number}" for number in range(300))
    large = relgym.load(domain, TWO.replace("{a, b}", f"{{{objects}}}").replace("heads(b)", "heads(c1)"))
    with relgym.Reasoner(large, limits={"seconds": 0.001}) as coins, pytest.raises(BackendError) as error:
        coins.explain(coins.initial_state, "sum_{?c : coin, ?d : coin} [heads(?c) ^ heads(?d)]")
    assert error.value.message == "the explanation, which the engine sld computes, did not answer within 0.001 s"


HEAP = """
domain heap {
    pvariables { n : { state-fluent, int, default = 3 }; x : { state-fluent, real, default = 1 };
      add : { action-fluent, int, default = 0 }; push : { action-fluent, real, default = 0 }; };
    cpfs { n' = n * n * n * n; x' = x * 1e40; };
}
"""


def test_states_of_any_numbers_are_read_from_json_and_from_pickles() -> None:
    reasoner = relgym.Reasoner(
        relgym.load(HEAP, "instance i { domain = heap; horizon = 9; }"), limits={"digits": 10**4}
    )
    state = reasoner.initial_state
    for _ in range(7):
        state = reasoner.successor(state, {})
        assert reasoner.state_from_json(json.loads(json.dumps(state.to_json()))) == state
        assert pickle.loads(pickle.dumps(state)) == state
    assert state["n"] == 3**4**7
    assert reasoner.state({"n": 2**53 + 1, "x": 1e300}).values == (2**53 + 1, 1e300)


@pytest.mark.parametrize("value", [10**400, -(10**5000), float("inf"), float("nan"), 0.5j, None], ids=range(6))
def test_numbers_beyond_all_doubles_are_no_values(value: object) -> None:
    reasoner = relgym.Reasoner(relgym.load(HEAP, "instance i { domain = heap; horizon = 9; }"))
    with pytest.raises(ModelError, match="is no value of 'x'"):
        reasoner.state({"x": value})
    for name in ("add", "push"):
        with pytest.raises(InvalidAction, match=f"is no value of '{name}'"):
            reasoner.successor(reasoner.initial_state, {name: value})


@pytest.mark.parametrize("value", ["0xg", "1/2", "1/0", "many"])
def test_texts_that_are_no_whole_numbers_in_json(value: str) -> None:
    reasoner = relgym.Reasoner(relgym.load(HEAP, "instance i { domain = heap; horizon = 9; }"))
    with pytest.raises(ModelError, match="is no value of 'n'"):
        reasoner.state_from_json({"fluents": {"n": value, "x": 1.0}})
