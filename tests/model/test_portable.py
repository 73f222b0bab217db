"""States as JSON and as pickles: the same in every process and over every vocabulary, in both languages."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import relgym
from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue, spec
from relgym.errors import ModelError
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.terms import Object

FERRY = """(define (domain ferry) (:requirements :typing :fluents)
  (:types car place) (:predicates (at ?c - car ?p - place) (road ?p ?q - place) (free))
  (:functions (fuel ?c - car) (far ?p ?q - place))
  (:action go :parameters (?c - car ?p ?q - place) :precondition (and (at ?c ?p) (road ?p ?q))
   :effect (and (not (at ?c ?p)) (at ?c ?q) (decrease (fuel ?c) (far ?p ?q)))))"""
CROSSING = """(define (problem crossing) (:domain ferry) (:objects z b - car east west - place)
  (:init (at b west) (at z east) (road east west) (road west east) (free)
   (= (fuel z) 3) (= (fuel b) 2) (= (far east west) 1.5) (= (far west east) 2))
  (:goal (at z west)))"""

LAMPS = """domain lamps { types { room : object; tone : {@red, @blue}; };
  pvariables { lit(room) : { state-fluent, bool, default = false }; hue(room) : { state-fluent, tone, default = @red };
    heat : { state-fluent, real, default = 1 }; count : { state-fluent, int, default = 2 };
    press(room) : { action-fluent, bool, default = false }; };
  cpfs { lit'(?r) = lit(?r) | press(?r); hue'(?r) = if (press(?r)) then @blue else hue(?r);
    heat' = heat / 3; count' = count + 1; };
  reward = 0; }"""
HOUSE = """instance house { domain = lamps; objects { room : {hall, attic}; }; horizon = 5; discount = 1; }"""

WALKS = f"""
import json, pickle, sys, relgym
ferry = relgym.Reasoner(relgym.load({FERRY!r}, {CROSSING!r}))
state = ferry.initial_state
for action in sys.argv[1:]:
    state = ferry.successor(state, action)
lamps = relgym.Reasoner(relgym.load({LAMPS!r}, {HOUSE!r}))
after = lamps.successor(lamps.initial_state, {{"press___attic": True}})
both = state, after
print(json.dumps([pickle.dumps(item, 4).hex() for item in both] + [item.to_json() for item in both]))
"""


def ferry(backend: str = "builtin") -> relgym.Reasoner:
    return relgym.Reasoner(relgym.load(FERRY, CROSSING), backend)


def walked(reasoner: relgym.Reasoner, *actions: str) -> State:
    state = reasoner.initial_state
    for action in actions:
        state = reasoner.successor(state, action)
    return state


def elsewhere(seed: str, *actions: str) -> list[object]:
    """The pickles and the JSON of a state of each language, made in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", WALKS, *actions],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    found: list[object] = json.loads(done.stdout)
    return found


BOTH = ("(go z east west)", "(go b west east)")


def test_processes_that_meet_atoms_in_another_order_write_the_same():
    first, second = elsewhere("1", *BOTH), elsewhere("2", *BOTH[::-1])
    assert first == second
    state, after = (pickle.loads(bytes.fromhex(str(text))) for text in first[:2])
    own = walked(ferry(), *BOTH)
    assert (state, hash(state), state.atoms, state.fluents) == (own, hash(own), own.atoms, own.fluents)
    assert pickle.dumps(own, 4).hex() == first[0]
    lamps = relgym.Reasoner(relgym.load(LAMPS, HOUSE))
    assert after == lamps.successor(lamps.initial_state, {"press___attic": True})
    assert first[2:] == [
        {"atoms": ["(at b east)", "(at z west)"], "fluents": {"(fuel b)": 0, "(fuel z)": "3/2"}},
        {
            "fluents": {
                "count": 3,
                "heat": 1 / 3,
                "hue___attic": "@blue",
                "hue___hall": "@red",
                "lit___attic": True,
                "lit___hall": False,
            }
        },
    ]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_equal_states_have_equal_pickles(protocol: int):
    one, other = ferry(), ferry()
    assert other.is_valid(other.initial_state, BOTH[1])
    other.state(["(at b east)", "(at z west)"], {"(fuel z)": 3, "(fuel b)": 2})
    states = [walked(one, *BOTH), walked(other, *BOTH[::-1])]
    assert states[0].bits != states[1].bits or states[0].vocabulary is not states[1].vocabulary
    assert pickle.dumps(states[0], protocol) == pickle.dumps(states[1], protocol)
    assert pickle.dumps([states[0], states[1]], protocol) == pickle.dumps([states[1], states[0]], protocol)
    assert pickle.dumps(states[0], protocol) != pickle.dumps(one.initial_state, protocol)


def test_what_is_loaded_is_of_one_vocabulary():
    reasoner = ferry()
    start, end = reasoner.initial_state, walked(reasoner, *BOTH)
    first, second, again = (pickle.loads(pickle.dumps(state)) for state in (start, end, start))
    assert first.vocabulary is second.vocabulary is again.vocabulary
    assert first == again == start
    assert {first, second} == {start, end}
    assert (first.bits, first.values) == (again.bits, again.values)
    assert walked(reasoner, *BOTH[:1]) == reasoner.successor(first, BOTH[0])


def test_many_states_in_one_pickle_share_what_never_changes():
    reasoner = relgym.Reasoner(relgym.load(spec("sokoban").domain, spec("sokoban").problems("test")[0]))
    state = reasoner.initial_state
    following = [reasoner.successor(state, action) for action in reasoner.valid_actions(state)]
    one, many = len(pickle.dumps(state)), len(pickle.dumps([state, *following]))
    static = len(pickle.dumps(State(state.vocabulary, 0)))
    assert many < one + len(following) * (one - static + 100)


def test_a_pickle_in_another_order_of_objects_is_of_another_task():
    swapped = CROSSING.replace("z b - car", "b z - car")
    assert swapped != CROSSING
    other = relgym.Reasoner(relgym.load(FERRY, swapped)).initial_state
    assert pickle.dumps(other) != pickle.dumps(ferry().initial_state)
    assert pickle.loads(pickle.dumps(other)) == other != pickle.loads(pickle.dumps(ferry().initial_state))


VALUES = {
    "whole": 3,
    "fraction": Fraction(3, 2),
    "float": 0.1,
    "zero": -0.0,
    "large": 2**70,
    "undefined": None,
    "very large": -(7**6000),
    "very large fraction": Fraction(-(7**6000), 3),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=[*VALUES])
def test_numbers_come_back_as_they_were(value):
    own = Vocabulary((Object("a"),), [("fixed", (0,))], [(("size", (0,)), Fraction(1, 3))])
    own.fluent("first", ())
    own.fluent("second", (0,))
    state = State(own, 0, () if value is None else (None, value))
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert dict(again.own_values()) == dict(state.own_values())
    assert [type(item) for _, item in again.own_values()] == [type(item) for _, item in state.own_values()]
    assert again.fluents == state.fluents


def test_names_need_not_be_those_of_pddl():
    own = Vocabulary((Object('a "b"\n'), Object("(c)")))
    state = State(own, 1 << own.atom("on top\nof", (1, 0)), (2,))
    own.fluent("size of", (1,))
    assert pickle.loads(pickle.dumps(state)) == state


def test_pickles_are_read_in_threads():
    reasoner = ferry()
    data = [
        pickle.dumps(reasoner.state([f"(at z {one})", f"(at b {two})", *free], {"(fuel z)": 3, "(fuel b)": 2}))
        for one in ("east", "west")
        for two in ("east", "west")
        for free in ((), ("(free)",))
    ]
    expected = [pickle.loads(item) for item in data]

    def read(seed: int) -> bool:
        turned = data[seed:] + data[:seed]
        return all(
            pickle.dumps(pickle.loads(item)) == item and pickle.loads(item) == expected[data.index(item)]
            for _ in range(50)
            for item in turned
        )

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(read, range(4)))


def test_json_and_pickles_are_the_same_on_every_engine(backend: str):
    # clingo counts in whole numbers.
    task = relgym.load(FERRY, CROSSING.replace("1.5", "1"))
    with relgym.Reasoner(task) as builtin, relgym.Reasoner(task, backend) as reasoner:
        state, expected = walked(reasoner, *BOTH), walked(builtin, *BOTH[::-1])
        assert pickle.dumps(state) == pickle.dumps(expected)
        for static in (False, True):
            data = state.to_json(static)
            assert data == expected.to_json(static)
            assert reasoner.state_from_json(json.loads(json.dumps(data))) == state
            assert list(data["fluents"]) == sorted(data["fluents"])
        assert data["atoms"] == ["(at b east)", "(at z west)", "(free)", "(road east west)", "(road west east)"]
        assert reasoner.goal(pickle.loads(pickle.dumps(expected)))


def test_cells_are_the_same_on_every_engine(backend: str):
    with (
        relgym.Reasoner(relgym.load(LAMPS, HOUSE)) as builtin,
        relgym.Reasoner(relgym.load(LAMPS, HOUSE), backend=backend) as reasoner,
    ):
        pressed = {"press___hall": True}
        state = reasoner.successor(reasoner.initial_state, pressed)
        expected = builtin.successor(builtin.initial_state, pressed)
        assert pickle.dumps(state) == pickle.dumps(expected)
        loaded = pickle.loads(pickle.dumps(state))
        assert (loaded, hash(loaded), loaded.cells, repr(loaded)) == (state, hash(state), state.cells, repr(state))
        assert reasoner.successor(loaded, pressed) == reasoner.successor(state, pressed)
        assert reasoner.state_from_json(json.loads(json.dumps(state.to_json()))) == expected


def test_what_the_command_line_prints_is_a_state():
    data = {"step": 3, "derived": [], **ferry().initial_state.to_json(static=True), "goal": False}
    assert ferry().state_from_json(data) == ferry().initial_state


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "None is not a state in JSON"),
        ([], "is not a state in JSON"),
        ("{}", "is not a state in JSON"),
        ({"atoms": [], "fluents": None}, "is not a state in JSON"),
        ({"atoms": []}, "no value of (fuel z)"),
        ({"atoms": "(free)", "fluents": {}}, "is not a state in JSON"),
        ({"atoms": ["(flies b)"], "fluents": {}}, "flies"),
        ({"atoms": ["(road east east)"], "fluents": {}}, "no action changes 'road'"),
        ({"atoms": [3], "fluents": {}}, "'3' has no parentheses"),
        ({"atoms": [], "fluents": {"(fuel z)": "3/2"}}, "no value of (fuel b)"),
        ({"atoms": [], "fluents": {"(fuel z)": "1/0"}}, "'1/0' is no value of (fuel z)"),
        ({"atoms": [], "fluents": {"(fuel z)": "many"}}, "'many' is no value of (fuel z)"),
        ({"atoms": [], "fluents": {"(fuel z)": None}}, "None is no value of (fuel z)"),
    ],
)
def test_what_is_no_state_in_json(data, words: str):
    with pytest.raises(relgym.errors.RelgymError) as raised:
        ferry().state_from_json(data)
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "None is no state in JSON"),
        ({"lit___hall": True}, "is no state in JSON"),
        ({"fluents": {"lit___hall": True}}, "no value of 'lit___attic'"),
        ({"fluents": {**dict.fromkeys(("lit___hall", "lit___attic"), True), "hue___hall": "green"}}, "no value of"),
    ],
)
def test_what_is_no_state_of_cells_in_json(data, words: str):
    with pytest.raises(ModelError) as raised:
        relgym.Reasoner(relgym.load(LAMPS, HOUSE)).state_from_json(data)
    assert words in str(raised.value)


@pytest.mark.parametrize("own", catalogue(), ids=lambda own: own.name)
def test_states_of_every_domain_come_back(own: EnvSpec):
    for split in SPLITS:
        axioms = own.axiom_files() if own.domain.suffix == ".pddl" else ()
        with relgym.Reasoner(relgym.load(own.domain, own.problems(split)[-1], axioms=axioms)) as reasoner:
            state = reasoner.start(np.random.default_rng(1))
            rng = np.random.default_rng(2)
            for _ in range(3):
                data = json.loads(json.dumps(state.to_json()))
                assert reasoner.state_from_json(data) == state
                assert reasoner.state_from_json(data).to_json() == data
                if isinstance(state, State):
                    assert reasoner.state_from_json(json.loads(json.dumps(state.to_json(static=True)))) == state
                again = pickle.loads(pickle.dumps(state))
                assert (again, hash(again)) == (state, hash(state))
                assert pickle.dumps(again) == pickle.dumps(state)
                action = next(iter(reasoner.valid_actions(state)), None) if isinstance(state, State) else {}
                if action is None or not reasoner.is_valid(state, action):
                    break
                state = reasoner.successor(state, action, rng)
