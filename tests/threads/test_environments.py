"""Environments, batches and beliefs that several threads use: calls are whole, and any thread may go on."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from threads.threads import GRID, RUSH, SIX, THREADS, TOWN, assert_threads_agree, in_threads

import relgym
from relgym.belief import Belief
from relgym.envs.vector.pddl import PDDLVectorEnv
from relgym.envs.vector.rddl import RDDLVectorEnv

COUNTER = """(define (domain counter) (:requirements :numeric-fluents) (:predicates (done)) (:functions (n))
  (:action add :parameters () :effect (increase (n) 1)))"""
NOUGHT = "(define (problem nought) (:domain counter) (:init (= (n) 0)) (:goal (done)))"
COUNT = """domain count {
  pvariables { n : { state-fluent, int, default = 0 }; add : { action-fluent, bool, default = false }; };
  cpfs { n' = n + 1; };
  reward = n;
}"""
ZERO = "instance zero { domain = count; }"


@pytest.mark.parametrize("texts", [(TOWN, RUSH), (GRID, SIX)], ids=["pddl", "rddl"])
def test_an_environment_that_several_threads_ask(backend: str, texts: tuple[str, str]) -> None:
    env: Any = relgym.make(*texts, backend=backend).unwrapped
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.action_space.sample())
    state, action = env.get_state(), env.valid_actions()[1]
    assert_threads_agree(
        [
            env.valid_actions,
            env.get_state,
            lambda: env.outcomes(action),
            lambda: str(env.explain(action)),
            lambda: env.reasoner.valid_actions(state),
            lambda: env.clone().get_state(),
            lambda: env.action_space.sample() in env.action_space,
        ],
        100,
    )
    env.close()


def counted(step: Callable[[], Any], count: int) -> int:
    """How many steps four threads make together."""

    def stepped(number: int) -> None:
        for _ in range(count):
            step()

    in_threads(stepped)
    return THREADS * count


def test_no_step_of_pddl_is_lost(backend: str) -> None:
    env: Any = relgym.make(COUNTER, NOUGHT, backend=backend).unwrapped
    env.reset(seed=0)
    made = counted(lambda: env.step("(add)"), 500)
    assert [*env.get_state().fluents.values()] == [made]
    env.close()


def test_no_step_of_rddl_is_lost(backend: str) -> None:
    env: Any = relgym.make(COUNT, ZERO, backend=backend).unwrapped
    env.reset(seed=0)
    made = counted(lambda: env.step({}), 500)
    assert env.get_state()["n"] == made
    env.close()


@pytest.mark.parametrize("vector", [False, True], ids=["single", "vector"])
@pytest.mark.parametrize("texts", [(TOWN, RUSH), (GRID, SIX)], ids=["pddl", "rddl"])
def test_an_environment_goes_on_in_another_thread(texts: tuple[str, str], vector: bool) -> None:
    def made() -> Any:
        several = PDDLVectorEnv if texts[0] is TOWN else RDDLVectorEnv
        return several(*texts, 3) if vector else relgym.make(*texts)

    def walked(env: Any, steps: int) -> list[Any]:
        return [repr(env.step(env.action_space.sample())) for _ in range(steps)]

    here, there = made(), made()
    for env in (here, there):
        env.reset(seed=5)
        env.action_space.seed(5)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(5):
            assert pool.submit(walked, there, 4).result(60) == walked(here, 4)


def test_a_batch_that_several_threads_ask() -> None:
    batch = relgym.batch(relgym.load(TOWN, RUSH), 50, rng=0)
    for _ in range(5):
        batch.step(batch.pick())
    uniform = np.linspace(0, 0.99, 50)
    atoms = batch.atoms(3)
    assert_threads_agree(
        [
            lambda: batch.valid.tobytes(),
            lambda: batch.goal.tobytes(),
            lambda: batch.pick(uniform).tobytes(),
            lambda: batch.atoms(3) == atoms,
        ]
    )


def test_no_step_of_a_batch_is_lost() -> None:
    batch = relgym.batch(relgym.load(COUNTER, NOUGHT), 3, rng=0)
    made = counted(lambda: batch.step([0, 0, 0]), 300)
    assert [*batch.fluents(0).values()] == [made]


def test_no_step_of_a_vector_environment_is_lost() -> None:
    envs = RDDLVectorEnv(COUNT, ZERO, 2)
    envs.reset(seed=0)
    made = counted(lambda: envs.step({}), 100)
    assert envs.step({})[1].tolist() == [made, made]


def test_a_belief_that_several_threads_ask() -> None:
    pytest.importorskip("clingo")
    belief = Belief(relgym.load(TOWN, RUSH, axioms=["(:derived (seen-at ?c ?x) (and))"]))
    belief.start(["(at c p0)", "(at d p4)"])
    belief.after("(go c p0 p1)", ["(at c p1)", "(at d p4)"])
    views = belief.surely, belief.possibly
    assert_threads_agree(
        [
            *(view.valid_actions for view in views),
            *(view.goal for view in views),
            *(lambda v=view, p=place: v.holds(f"(far p{p} p0)") for view in views for place in range(4)),
            *(lambda v=view: v.answers("(at c ?x)").rows for view in views),
        ],
        100,
    )


@pytest.mark.parametrize("copied", [deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_copies_have_locks_of_their_own(copied: Any) -> None:
    env: Any = relgym.make(TOWN, RUSH).unwrapped
    env.reset(seed=0)
    other = copied(env)
    with env.lock, ThreadPoolExecutor(1) as pool:
        assert pool.submit(other.valid_actions).result(60)
