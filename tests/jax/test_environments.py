"""The interface of pure functions: keys, wrappers, ordinary states, and what is refused."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import gymnasium as gym
import jax
import numpy as np
import pytest

import relgym
import relgym.jax
from relgym.errors import InvalidAction, ModelError, RelgymError, UnsupportedFeature
from tests.jax.environments import bare, quick

COIN = """(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads) (done))
  (:action toss :parameters () :precondition (not (done)) :effect (and (done) (probabilistic 1/4 (heads)))))"""
TOSS = "(define (problem toss) (:domain coin) (:init (probabilistic 1/2 (done))) (:goal (heads)))"

COUNT = """(define (domain count) (:requirements :numeric-fluents) (:predicates (never)) (:functions (n))
  (:action square :parameters () :precondition (> (n) 1) :effect (assign (n) (* (n) (n))))
  (:action add :parameters () :effect (increase (n) 1)))"""
SMALL = "(define (problem small) (:domain count) (:init (= (n) 2)) (:goal (never)))"

LAMP = """(define (domain lamp) (:predicates (on) (off) (warm)) (:action press :parameters () :precondition (off)
  :effect (and (on) (not (off)))))"""


def lamp(init: str) -> str:
    return f"(define (problem dark) (:domain lamp) (:init {init}) (:goal (on)))"


def test_a_key_gives_the_same_walk_again() -> None:
    env = relgym.jax.make("tireworld", 0)

    def walk(key: Any) -> Any:
        def turn(state: Any, key: Any) -> Any:
            one, two = jax.random.split(key)
            state, *_ = env.step(state, env.sample(state, one), two)
            return state, env.observe(state)

        return jax.lax.scan(turn, env.init(key), jax.random.split(key, 6))[1]

    compiled = quick(walk)
    first, again, other = (np.asarray(compiled(jax.random.key(seed))) for seed in (0, 0, 3))
    assert (first == again).all()
    assert (first != other).any()


def test_chance_has_its_probabilities() -> None:
    envs = relgym.jax.Vmap(relgym.jax.make(COIN, TOSS), 4000)
    assert (envs.start_draws, envs.step_draws) == (1, 1)
    states = quick(envs.init)(jax.random.key(0))
    done = ~np.asarray(quick(envs.action_mask)(states))[:, 0]
    assert abs(done.mean() - 0.5) < 0.03
    _, reward, terminated, _ = quick(envs.step)(states, np.zeros(4000, int), jax.random.key(1))
    assert (np.asarray(reward) == np.asarray(terminated)).all()
    assert not np.asarray(terminated)[done].any()
    assert abs(np.asarray(terminated)[~done].mean() - 0.25) < 0.03


def test_several_problems_are_drawn_and_kept() -> None:
    env = relgym.jax.make("blocks")
    functions = bare(env)
    count = len(functions.task.tasks)
    states = quick(relgym.jax.Vmap(env, 300).init)(jax.random.key(0))
    assert {*np.asarray(states.problem).tolist()} == {*range(count)}
    start = env.state_of(states, 7)
    problem = int(states.problem[7])
    assert start == relgym.Reasoner(functions.task.tasks[problem]).initial_state
    assert env.observe(env.init(jax.random.key(0))).shape == env.observation_space.shape
    again = functions.from_state(start, problem)
    assert jax.tree.all(jax.tree.map(lambda one, many: (one == many[..., 7]).all(), again, states))


def test_time_limits_and_resets() -> None:
    env = relgym.jax.make("blocks", 0, max_episode_steps=3)
    again = relgym.jax.AutoReset(env)
    state = start = again.init(jax.random.key(0))
    ends = []
    for seed in range(4):
        state, _, _, truncated = again.step(state, -1, jax.random.key(seed))
        ends.append(bool(truncated))
    assert ends == [False, False, True, False]
    assert int(state.steps) == 1
    assert (state.facts == start.facts).all()
    with pytest.raises(RelgymError, match="max_episode_steps"):
        relgym.jax.TimeLimit(env, 0)


def test_vmap_stands_inside_or_outside_of_other_wrappers() -> None:
    env = bare(relgym.jax.make("blocks", 0))
    outside = relgym.jax.Vmap(relgym.jax.AutoReset(relgym.jax.TimeLimit(env, 2)), 3)
    inside = relgym.jax.AutoReset(relgym.jax.TimeLimit(relgym.jax.Vmap(env, 3), 2))
    assert repr(inside) == f"AutoReset(TimeLimit(Vmap({env!r})))"

    def walk(envs: Any) -> Any:
        def turn(states: Any, key: Any) -> Any:
            states, *ends = envs.step(states, envs.sample(states, key), key)
            return states, (states, ends)

        return jax.lax.scan(turn, envs.init(jax.random.key(0)), jax.random.split(jax.random.key(1), 5))[1]

    both = [quick(partial(walk, envs))() for envs in (outside, inside)]
    assert jax.tree.all(jax.tree.map(lambda one, other: (one == other).all(), *both))
    assert np.asarray(both[0][1][2]).T.tolist() == [[False, True, False, True, False]] * 3
    with pytest.raises(RelgymError, match="around another"):
        relgym.jax.Vmap(outside, 2)
    with pytest.raises(RelgymError, match="no new episodes"):
        relgym.jax.TimeLimit(inside, 2)
    with pytest.raises(RelgymError, match="pure functions"):
        relgym.jax.TimeLimit(gym.make("relgym/Blocks-v0"), 2)  # type: ignore[arg-type]


def test_given_numbers_have_their_shape() -> None:
    env = relgym.jax.make(COIN, TOSS)
    state = env.init_from([0.9])
    for numbers in ([], [0.1, 0.2], 0.5):
        for function in (env.init_from, lambda given: env.step_from(state, 0, given), lambda x: env.pick(state, x)):
            with pytest.raises(RelgymError, match="numbers cannot be an array of the shape"):
                function(numbers)


def test_an_action_is_one_whole_number() -> None:
    env = relgym.jax.make("blocks", 0)
    state = env.init(jax.random.key(0))
    for action in (1.0, True, [1], "(pick-up b1)", bare(env).action(0), None, 2**40):
        with pytest.raises(InvalidAction, match="the action cannot be"):
            env.step_from(state, action, [])
    valid = int(env.sample(state, jax.random.key(0)))
    # A number that 32 bits do not hold is no other action.
    with jax.enable_x64(True):
        executed = [int(env.step_from(state, np.int64(n), [])[0].executed) for n in (valid, valid + 2**32, -(2**32))]
    assert executed == [1, 0, 0]


def test_the_step_limit_of_a_domain_by_name_is_kept() -> None:
    env: Any = relgym.jax.make("relgym/Blocks-v0")
    spec = gym.spec("relgym/Blocks-v0")
    assert isinstance(env, relgym.jax.TimeLimit)
    assert env.max_episode_steps == spec.max_episode_steps


def test_numbers_that_floats_do_not_hold_end_an_episode() -> None:
    env = relgym.jax.make(COUNT, SMALL)
    state = env.init(jax.random.key(0))
    step = quick(env.step)
    square = [str(bare(env).action(number)) for number in range(2)].index("(square)")
    for power in (4, 16, 256):
        state, _, _, truncated = step(state, square, jax.random.key(0))
        assert (int(state.values[0]), bool(truncated)) == (power, False)
    # What its actions would compute counts, too: the square of 2**16.
    state, _, _, truncated = step(state, square, jax.random.key(0))
    assert (int(state.values[0]), bool(truncated), bool(state.untrusted)) == (65536, True, True)
    # With 64 bits whole numbers are exact up to 2**53.
    with jax.enable_x64(True):
        wide = relgym.jax.make(COUNT, SMALL)
        state = wide.init(jax.random.key(0))
        step = quick(wide.step)
        for _ in range(4):
            state, _, _, truncated = step(state, square, jax.random.key(0))
        assert (int(state.values[0]), bool(truncated)) == (65536, False)


def test_an_action_is_valid_in_its_problem_only() -> None:
    env = relgym.jax.make(LAMP, [lamp("(off)"), lamp("(warm)")])
    off, warm = (env.init_from(np.array([number])) for number in (0.1, 0.9))
    assert [env.action_mask(state).tolist() for state in (off, warm)] == [[True], [False]]
    assert [int(env.pick(state, [0.5])) for state in (off, warm)] == [0, -1]
    after, reward, *_ = env.step(warm, 0, jax.random.key(0))
    assert (float(reward), int(after.executed), int(after.steps)) == (0.0, 0, 1)


def test_what_is_refused() -> None:
    with pytest.raises(RelgymError, match="JAX computes with 32 bits"):
        relgym.jax.make("elevators")
    with pytest.raises(RelgymError, match="there is no domain 'bloks'"):
        relgym.jax.make("bloks")
    with pytest.raises(RelgymError, match="reward"):
        relgym.jax.make("blocks", 0, reward="most")  # type: ignore[arg-type]
    env = relgym.jax.make("blocks", 0)
    states = relgym.jax.Vmap(env, 2).init(jax.random.key(0))
    with pytest.raises(RelgymError, match="'goal' is for PDDL"), jax.enable_x64(True):
        relgym.jax.make("sysadmin", goal=False)
    with pytest.raises(RelgymError, match="goal"):
        relgym.jax.make("blocks", 0, goal="on")  # type: ignore[arg-type]
    for copy in (None, 2, -1, "1"):
        with pytest.raises(RelgymError, match="copy"):
            env.state_of(states, copy)  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="copy"):
        env.state_of(env.init(jax.random.key(0)), 0)
    with pytest.raises(RelgymError, match="not the last axis"):
        env.state_of(jax.vmap(env.init)(jax.random.split(jax.random.key(0), 3)), 0)
    with pytest.raises(ModelError, match="another task"):
        bare(env).from_state(relgym.Reasoner(relgym.load("ferry", 0)).initial_state)
    coins = " ".join(f"(probabilistic 1/2 (c{n}))" for n in range(20))
    predicates = " ".join(f"(c{n})" for n in range(20))
    domain = f"""(define (domain coins) (:requirements :probabilistic-effects) (:predicates {predicates})
      (:action turn :parameters () :effect (not (c0))))"""
    with pytest.raises(UnsupportedFeature, match="too many random starts"):
        relgym.jax.make(domain, f"(define (problem p) (:domain coins) (:init {coins}) (:goal (c1)))")


@pytest.mark.parametrize("name", ["blocks", "blocks-above"])
def test_functions_of_pddl_are_pickled_and_compiled_once(name: str) -> None:
    env = relgym.jax.make(name, 0)
    state = env.init(jax.random.key(0))
    first = env.action_mask(state)
    again = pickle.loads(pickle.dumps(env))
    assert (again.action_mask(state) == first).all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jax.lax, "scan", None)
        assert (env.action_mask(state) == first).all(), "nothing is traced again"


SHAPES = """domain shapes {
  types { thing : object; colour : { @red, @green, @blue }; };
  pvariables { paint : { state-fluent, colour, default = @green };
    coat(thing) : { state-fluent, colour, default = @red };
    lit(thing) : { state-fluent, bool, default = true }; count : { state-fluent, int, default = 3 };
    size(thing, thing) : { state-fluent, real, default = 0.5 }; go : { action-fluent, bool, default = false }; };
  cpfs { paint' = if (go) then @blue else paint; coat'(?t) = coat(?t); lit'(?t) = lit(?t) ~= go; count' = count + 1;
    size'(?t, ?u) = size(?t, ?u) + count * (?t == ?u); };
  reward = count;
}"""
PAIR = """non-fluents n { domain = shapes; objects { thing : {a, b}; }; }
instance i { domain = shapes; non-fluents = n; horizon = 4; }"""


@pytest.mark.parametrize("files", [("blocks", 0), (SHAPES, PAIR)], ids=["blocks", "shapes"])
def test_flat_observations_are_those_of_gymnasium(files: tuple[Any, Any]) -> None:
    with jax.enable_x64(True):
        env = relgym.jax.make(*files)
        flat = relgym.jax.FlattenObservation(env)
        state, *_ = env.step(env.init(jax.random.key(0)), {"go": 1} if "go" in files[0] else 0, jax.random.key(2))
        wanted = gym.spaces.flatten(env.observation_space, jax.tree.map(np.asarray, env.observe(state)))
        shown = flat.observe(state)
        assert shown.tolist() == wanted.tolist()
        assert (shown.shape, shown.dtype) == (flat.observation_space.shape, flat.observation_space.dtype)
        envs = relgym.jax.Vmap(flat, 3)
        assert envs.observe(envs.init(jax.random.key(0))).shape == (3, *wanted.shape)
    with pytest.raises(RelgymError, match="would join the copies"):
        relgym.jax.FlattenObservation(envs)


def test_spaces_have_the_bits_of_the_numbers() -> None:
    env = relgym.jax.make(SHAPES, PAIR, dtype="float32")
    state = env.init(jax.random.key(0))
    for name, array in env.observe(state).items():
        space = env.observation_space[name]
        assert space.dtype == array.dtype or not isinstance(space, gym.spaces.Box), name
        assert np.asarray(array) in space
