"""Whatever is given to the public interface, relgym itself says in one sentence what is wrong, or takes it.

Each argument of each public call is tried with things of other types. What comes back is an answer, or an error that
relgym raises on purpose; never one from the inside, such as `'NoneType' object has no attribute 'vocabulary'`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym import envs as wrappers
from relgym.belief import Belief
from relgym.envs.check import api_test
from relgym.envs.vector.pddl import PDDLVectorEnv
from relgym.envs.vector.rddl import RDDLVectorEnv
from relgym.errors import RelgymError
from relgym.model.numeric import Number

DOMAIN = """(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (at ?x) (road ?x ?y)) (:functions (n))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
   :effect (and (not (at ?x)) (at ?y) (increase (n) 1))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b) (road b a) (= (n) 0))
  (:goal (at b)) (:metric minimize (n)))"""
PROCESS = """domain lamp { types { t : object; };
  pvariables { lit(t) : { state-fluent, bool, default = false }; press(t) : { action-fluent, bool, default = false }; };
  cpfs { lit'(?x) = lit(?x) ~= (press(?x) ^ Bernoulli(0.5)); }; reward = 1; }"""
INSTANCE = "instance dark { domain = lamp; objects { t : {a, b}; }; horizon = 5; max-nondef-actions = 1; }"

THINGS = {
    "None": None,
    "list": [],
    "3": 3,
    "empty": "",
    "object": object(),
    "bytes": b"x",
    "dict": {"a": 3},
    "float": 2.5,
    "nan": float("nan"),
    "text": "xyz",
    "minus": -1,
    "nones": [None],
    "function": len,
    "array": np.zeros(2),
    "True": True,
}

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def calls() -> Iterator[tuple[str, Call]]:
    """Public calls with arguments that are right."""

    def call(name: str, function: Callable[..., Any], *args: Any, **more: Any) -> tuple[str, Call]:
        return name, (function, args, more)

    rng = np.random.default_rng(0)
    task = relgym.load(DOMAIN, PROBLEM)
    yield call("load", relgym.load, DOMAIN, PROBLEM, axioms=())
    yield call("load rddl", relgym.load, PROCESS, [INSTANCE], axioms=())
    yield call("register_folder", relgym.register_folder, "no such folder")
    yield call("Reasoner", relgym.Reasoner, task, "builtin", None)
    yield call("batch", relgym.batch, task, 3, rng=0)
    yield call("Painter", relgym.Painter, task, None)
    yield call("PDDLSimulator", relgym.Simulator, relgym.Reasoner(task))

    reasoner = relgym.Reasoner(task)
    state = reasoner.initial_state
    for name, args in {
        "start": (rng,),
        "state": (["(at a)"], {"(n)": 1}),
        "goal": (state,),
        "holds": (state, "(at a)"),
        "answers": (state, "(at ?x)"),
        "derived": (state,),
        "evaluate": (state, Number(1)),
        "valid_actions": (state,),
        "action": ("(go a b)",),
        "is_valid": (state, "(go a b)"),
        "binding": (state, "(go a b)"),
        "own": (state,),
        "successor": (state, "(go a b)", rng),
        "outcomes": (state, "(go a b)"),
        "explain": (state, "(go a b)", None),
    }.items():
        yield call(f"Reasoner.{name}", getattr(reasoner, name), *args)

    rddl: Any = relgym.Reasoner(relgym.load(PROCESS, INSTANCE))
    start = rddl.initial_state
    yield call("Reasoner rddl", relgym.Reasoner, rddl.instance, "builtin", limits=None, functions=None)
    for name, args in {
        "start": (rng,),
        "state": ({"lit___a": True},),
        "derived": (start,),
        "value": (start, "lit(@a)", {}),
        "holds": (start, "exists_{?x : t} [lit(?x)]", {}),
        "answers": (start, "lit(?x)", {}),
        "goal": (start,),
        "broken": (start,),
        "choices": (start, {}),
        "valid_actions": (start, 100),
        "successors": (start,),
        "is_valid": (start, {}),
        "refusal": (start, {}),
        "successor": (start, {}, rng),
        "outcomes": (start, {}, 1000),
        "sampled_outcomes": (start, {}, rng, 3),
        "explain": (start, {}, {}),
        "explain_step": ("reward", start, {}, [0.5, 0.5]),
    }.items():
        yield call(f"RDDLReasoner.{name}", getattr(rddl, name), *args)

    walker = relgym.Simulator(task)

    def walking(name: str) -> Callable[..., Any]:
        def walked(*args: Any) -> Any:
            walker.go_to(state)
            return getattr(walker, name)(*args)

        return walked

    for name, args in {"go_to": (state,), "step": ("(go a b)",), "action": (0,), "number": ("(go a b)",)}.items():
        yield call(f"PDDLSimulator.{name}", walking(name), *args)

    many = relgym.batch(task, 3, rng=0)

    def batched(name: str) -> Callable[..., Any]:
        def asked(*args: Any) -> Any:
            many.reset()
            return getattr(many, name)(*args)

        return asked

    for name, args in {
        "atoms": (0,),
        "fluents": (0,),
        "action": (0, 0),
        "pick": (None,),
        "step": ([0, 0, 0], None),
        "numbers": ([0, 0, 0],),
        "reset": (None, None),
        "set_state": (0, state),
    }.items():
        yield call(f"Batch.{name}", batched(name), *args)

    painter = relgym.Painter(task)
    for name in ("text", "svg", "drawing", "pixels"):
        yield call(f"Painter.{name}", getattr(painter, name), state)

    common = {"generator": None, "backend": "builtin", "max_episode_steps": None, "limits": None}
    common |= {"raise_on_invalid": False, "render_mode": None, "wrappers": ()}
    own = {"reward": "goal", "axioms": (), "free": None, "scene": None}
    yield call("make pddl", relgym.make, DOMAIN, PROBLEM, **common, **own)
    yield call("make rddl", relgym.make, PROCESS, INSTANCE, **common, enforce=True, form="cells", functions=None)
    several = {"num_envs": 2, "max_episode_steps": None, "raise_on_invalid": False}
    own = {"draws": "each", "reward": "goal", "goal": True, "axioms": (), "free": None}
    yield call("PDDLVectorEnv", PDDLVectorEnv, DOMAIN, PROBLEM, **several, **own)
    own = {"enforce": True, "form": "cells", "functions": None}
    yield call("RDDLVectorEnv", RDDLVectorEnv, PROCESS, INSTANCE, **several, **own)

    env = relgym.make(DOMAIN, PROBLEM)
    core: Any = env.unwrapped
    numbered = wrappers.DiscreteActions(env)

    def stepping(env: Any) -> Callable[[Any], Any]:
        def stepped(action: Any) -> Any:
            env.reset(seed=0)
            return env.step(action)

        return stepped

    yield call("step pddl", stepping(env), "(go a b)")
    yield call("step by number", stepping(numbered), 0)
    yield call("reset pddl", env.reset, options={})
    yield call("the problem of reset", lambda which: env.reset(options={"problem": which}), 0)
    for name, args in {"outcomes": ("(go a b)",), "explain": ("(go a b)",), "set_state": (state,)}.items():
        yield call(f"{name} pddl", getattr(core, name), *args)
    yield call("DiscreteActions.action", numbered.action, 0)
    yield call("from_jsonable", core.action_space.from_jsonable, ["(go a b)"])
    env = relgym.make(PROCESS, INSTANCE)
    env.reset(seed=0)
    core = env.unwrapped
    yield call("step rddl", stepping(env), {"press___a": 1})
    yield call("step a value", lambda value: stepping(env)({"press___a": value}), 1)
    yield call("reset rddl", env.reset, options={})
    for name, args in {
        "outcomes": ({}, 100),
        "choices": ({},),
        "explain": ("lit(@a)",),
        "set_state": (core.get_state(),),
        "cells_given": ({},),
    }.items():
        yield call(f"{name} rddl", getattr(core, name), *args)
    yield call("at_once", lambda at_once: wrappers.DiscreteActions(env, at_once), 1)
    envs: Any = PDDLVectorEnv(DOMAIN, PROBLEM, 2)
    yield call("reset several pddl", envs.reset, seed=None, options={})
    yield call("step several pddl", stepping(envs), [0, 0])
    envs = RDDLVectorEnv(PROCESS, INSTANCE, 2)
    yield call("reset several rddl", envs.reset, seed=None, options={})
    yield call("step several rddl", stepping(envs), {"press___a": [0, 1]})
    yield call("api_test", api_test, relgym.make(DOMAIN, PROBLEM), steps=1, seed=0, backends=())


CALLS = dict(calls())


def assert_said(function: Callable[..., Any], args: tuple[Any, ...], more: dict[str, Any]) -> None:
    """It is an answer, or an error that somebody raised on purpose, in one sentence."""
    try:
        function(*args, **more)
    except (RelgymError, gym.error.Error) as error:
        message = error.message if isinstance(error, RelgymError) else str(error)
        assert message, "an error without a message"
    except (ValueError, TypeError) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        assert "relgym" in last.filename, f"{last.filename}:{last.lineno}: {error}"
        assert (last.line or "").startswith("raise"), f"{last.filename}:{last.lineno}: {error}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_every_argument_with_things_of_other_types(name: str) -> None:
    function, args, more = CALLS[name]
    for given in THINGS.values():
        for place in range(len(args)):
            assert_said(function, (*args[:place], given, *args[place + 1 :]), more)
        for key in more:
            assert_said(function, args, {**more, key: given})


@pytest.mark.filterwarnings("ignore")
def test_what_a_belief_is_told() -> None:
    pytest.importorskip("clingo")
    belief = Belief(relgym.load(DOMAIN.replace("(increase (n) 1)", ""), PROBLEM, ["(:derived (seen-at ?x) (and))"]))

    def told(name: str) -> Callable[..., Any]:
        def tell(*args: Any) -> Any:
            belief.start(["(at a)"])
            return getattr(belief, name)(*args)

        return tell

    for given in THINGS.values():
        assert_said(told("start"), (given,), {})
        assert_said(told("after"), (given, ["(at b)"]), {})
        assert_said(told("after"), ("(go a b)", given), {})
        assert_said(told("refused"), (given,), {})
        assert_said(told("states"), (given,), {})
        assert_said(belief.surely.holds, (given,), {})
        assert_said(belief.possibly.answers, (given,), {})
        assert_said(Belief, (given,), {})
        assert_said(Belief, (belief.task, given), {})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: relgym.load(None, PROBLEM), "None is neither a path nor a text"),
        (lambda: relgym.load([], PROBLEM), r"\[\] is neither a path nor a text"),
        (lambda: relgym.Reasoner(relgym.load(PROCESS, [])), "there is no problem"),
        (lambda: relgym.make([], PROBLEM), "there is no domain"),
        (lambda: relgym.make(DOMAIN, PROBLEM, wrappers=[3]), "one of wrappers cannot be 3"),
        (lambda: relgym.make(DOMAIN, PROBLEM, raise_on_invalid="yes"), "raise_on_invalid cannot be 'yes'"),
        (lambda: relgym.make(PROCESS, INSTANCE, functions={"a": 3}), "the function 'a' cannot be 3"),
        (lambda: relgym.make(DOMAIN, PROBLEM, free={"go": 3}), "the free parameters of 'go' are not a list: 3"),
        (lambda: relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)).state(None), "atoms cannot be None"),
        (lambda: relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)).explain(None, "(at a)"), "None is not a state"),
        (lambda: relgym.Painter(relgym.load(DOMAIN, PROBLEM)).svg(None), "a state cannot be None"),
        (lambda: api_test(None), "the environment to test cannot be None"),
    ],
)
def test_the_sentence(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        call()
