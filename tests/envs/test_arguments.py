"""What is no path, option, engine, limit or action at all is said in one sentence, not by an error from within."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym.backends import registry
from relgym.belief import Belief
from relgym.envs import DiscreteActions, FlatObservation, PDDLVectorEnv, RDDLVectorEnv
from relgym.errors import BackendError, InvalidAction, ModelError, RelgymError, SimulationError

DOMAIN = """(define (domain lamps) (:predicates (lit ?x))
  (:action press :parameters (?x) :effect (lit ?x)))"""
PROBLEM = "(define (problem two) (:domain lamps) (:objects a b) (:init) (:goal (and (lit a) (lit b))))"
PROCESS = """domain lamp {
  pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
  cpfs { lit' = lit ~= press; };
  reward = lit';
}"""
INSTANCE = "instance dark { domain = lamp; horizon = 5; }"
FILES = {"PDDL": (DOMAIN, PROBLEM), "RDDL": (PROCESS, INSTANCE)}

languages = pytest.mark.parametrize("language", FILES)


@pytest.mark.parametrize("action", [0, None, ("press", "a"), 1.5, b"(press a)", np.int64(1), {"press": "a"}], ids=repr)
@pytest.mark.parametrize("before", [0, 400], ids=["asking", "walking"])
def test_actions_that_are_none(action: object, before: int) -> None:
    env = relgym.make(DOMAIN, PROBLEM).unwrapped
    env.reset(seed=0)
    for _ in range(before):
        env.step("(press a)")
    *_, info = env.step(action)
    assert info["invalid_reason"] == f"{action!r} is not an action; expected an Action, or its text, such as (move a b)"
    with pytest.raises(InvalidAction, match=r"expected: an Action, or its text(.|\n)*DiscreteActions"):
        env.reasoner.successor(env.reasoner.initial_state, action)


def test_actions_without_parentheses() -> None:
    env = relgym.make(DOMAIN, PROBLEM)
    env.reset()
    reason = "'a' follows the end; expected an action, such as (move a b)"
    assert env.step("press a")[-1]["invalid_reason"] == reason


@languages
@pytest.mark.parametrize("number", [1.0, None, "0", np.array([0]), np.float32(1)], ids=repr)
def test_numbers_of_actions_that_are_none(language: str, number: object) -> None:
    env = DiscreteActions(relgym.make(*FILES[language]))
    env.reset()
    with pytest.raises(InvalidAction, match=r"is not the number of an action\nexpected: a whole number from 0 to 1$"):
        env.step(number)
    assert not env.step(np.array(1))[-1]["invalid_action"]


@languages
@pytest.mark.parametrize("number", [-1, 2, 10**9])
def test_numbers_that_no_action_has(language: str, number: int) -> None:
    env = DiscreteActions(relgym.make(*FILES[language]))
    first, _ = env.reset()
    seen, *_, info = env.step(number)
    assert info["invalid_action"] and f"'#{number}'" in info["invalid_reason"]
    assert seen == first


@pytest.mark.parametrize("make", [PDDLVectorEnv, RDDLVectorEnv])
@pytest.mark.parametrize("seed", [1.5, -1, "abc", np.int64(1)], ids=repr)
def test_seeds_of_copies_are_those_of_gymnasium(make: Any, seed: Any) -> None:
    files = FILES["PDDL" if make is PDDLVectorEnv else "RDDL"]
    with pytest.raises(gym.error.Error, match=r"^Seed must be"):
        relgym.make(*files).reset(seed=seed)
    with pytest.raises(gym.error.Error, match=r"^Seed must be"):
        make(*files, num_envs=3).reset(seed=seed)


def test_names_of_cells_that_are_no_text() -> None:
    env = relgym.make(PROCESS, INSTANCE)
    env.reset(seed=0)
    assert env.step({1: 1})[-1]["invalid_reason"] == "there is no action '1'; expected press"


@pytest.mark.parametrize("actions", [0, None, [{}, {}], np.zeros(2)], ids=repr)
def test_actions_of_copies_that_are_no_dictionary(actions: object) -> None:
    envs = RDDLVectorEnv(PROCESS, INSTANCE, num_envs=2)
    envs.reset(seed=0)
    with pytest.raises(InvalidAction, match="expected: a dictionary of arrays"):
        envs.step(actions)


@languages
@pytest.mark.parametrize("options", [3, "problem", [1]], ids=repr)
def test_options_of_reset_that_are_no_dictionary(language: str, options: object) -> None:
    with pytest.raises(RelgymError, match="are not options\nexpected: a dictionary"):
        relgym.make(*FILES[language]).unwrapped.reset(options=options)


@languages
@pytest.mark.parametrize("backend", [None, 3, ["sld"]], ids=repr)
def test_engines_that_are_no_names(language: str, backend: object) -> None:
    with pytest.raises(BackendError, match=r"there is no engine .*\n(.*\n)?expected: builtin"):
        relgym.make(*FILES[language], backend=backend)


LIMITS = pytest.mark.parametrize(
    ("limits", "said"),
    [
        (3, "3 cannot be limits\nexpected: Limits, or a dictionary of seconds"),
        ({"secs": 3}, "cannot be limits\nexpected: Limits, or a dictionary of seconds"),
        ({"seconds": -1}, "cannot take -1 seconds\nexpected: a number, 0 or more"),
        ({"seconds": "3"}, "cannot take '3' seconds"),
        ({"seconds": float("nan")}, "cannot take nan seconds"),
    ],
)


@languages
@LIMITS
def test_limits(language: str, limits: object, said: str) -> None:
    with pytest.raises(RelgymError, match=said):
        relgym.make(*FILES[language], limits=limits)


@languages
@LIMITS
def test_limits_of_reasoners(language: str, limits: object, said: str) -> None:
    with pytest.raises(RelgymError, match=said):
        relgym.Reasoner(relgym.load(*FILES[language]), limits=limits)


@languages
def test_limits_of_reasoners_as_a_dictionary(language: str) -> None:
    with relgym.Reasoner(relgym.load(*FILES[language]), limits={"seconds": 7}) as reasoner:
        engine = reasoner.engine if language == "PDDL" else reasoner.dynamics.engine
        assert engine.limits == relgym.Limits(seconds=7)


@pytest.mark.parametrize("make", [relgym.Reasoner, relgym.Painter, Belief, lambda given: relgym.batch(given, 2)])
def test_what_is_no_task(make: Any) -> None:
    task = relgym.load(DOMAIN, PROBLEM)
    for given in (DOMAIN, None, task.problem):
        with pytest.raises(
            RelgymError, match=r"is (not a task|neither a task nor an instance)\nexpected: what relgym.load"
        ):
            make(given)


def test_what_cannot_be_simulated() -> None:
    for given in (DOMAIN, None, relgym.load(DOMAIN, PROBLEM).problem):
        with pytest.raises(RelgymError, match=r"is not a task, an instance or a reasoner\nexpected: what relgym.load"):
            relgym.Simulator(given)
    with pytest.raises(RelgymError, match="is no instance"):
        relgym.RDDLSimulator(relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)))
    with pytest.raises(RelgymError, match="is not a task"):
        relgym.PDDLSimulator(relgym.Reasoner(relgym.load(*FILES["RDDL"])))


@languages
@pytest.mark.parametrize("state", ["(lit a)", None, {"lit": True}], ids=repr)
@pytest.mark.parametrize("backend", registry.names())
def test_what_is_no_state(language: str, state: object, backend: str) -> None:
    """None is not a state either, before the first question, after one and after a mistake."""
    formula = {"PDDL": "(lit a)", "RDDL": "lit"}[language]
    with relgym.Reasoner(relgym.load(*FILES[language]), backend=backend) as reasoner:
        for _ in range(2):
            for ask in (reasoner.valid_actions, lambda state: reasoner.holds(state, formula)):
                with pytest.raises(ModelError, match=r"is (no|not a) state\nexpected: "):
                    ask(state)
            assert not reasoner.holds(reasoner.initial_state, formula)
            assert reasoner.valid_actions(reasoner.initial_state)


@languages
@pytest.mark.parametrize("state", ["(lit a)", None], ids=repr)
def test_what_is_no_state_of_an_environment(language: str, state: Any) -> None:
    env = relgym.make(*FILES[language]).unwrapped
    env.reset()
    before = env.get_state()
    with pytest.raises(ModelError, match=r"is (no|not a) state\nexpected: "):
        env.set_state(state)
    assert env.get_state() == before


def test_states_of_another_instance() -> None:
    rooms = """domain rooms { types { room : object; }; pvariables { lit(room) : { state-fluent, bool, default = true };
      press : { action-fluent, bool, default = false }; }; cpfs { lit'(?r) = lit(?r) ~= press; }; }"""
    small, large = (
        f"instance i {{ domain = rooms; objects {{ room : {{{names}}}; }}; horizon = 5; }}" for names in ("a", "a, b")
    )
    with relgym.Reasoner(relgym.load(rooms, small)) as reasoner, relgym.Reasoner(relgym.load(rooms, large)) as other:
        for ask in (reasoner.valid_actions, lambda state: reasoner.answers(state, "lit(?r)")):
            with pytest.raises(ModelError, match="the state is of another instance"):
                ask(other.initial_state)
    env = relgym.make(rooms, small).unwrapped
    env.reset(seed=0)
    with pytest.raises(ModelError, match="the state is of another instance"):
        env.set_state(other.initial_state)


@pytest.mark.parametrize("action", ["press = true", None, 0], ids=repr)
def test_actions_that_a_reasoner_of_rddl_does_not_know(action: object) -> None:
    with relgym.Reasoner(relgym.load(PROCESS, INSTANCE)) as reasoner:
        with pytest.raises(InvalidAction, match="is no action\nexpected: a dictionary of what differs"):
            reasoner.successor(reasoner.initial_state, action)
        assert not reasoner.is_valid(reasoner.initial_state, action)


@pytest.mark.parametrize("given", [None, 3, b"(define", [PROBLEM, 3], open], ids=repr)
def test_what_is_no_file_and_no_text(given: object) -> None:
    with pytest.raises(RelgymError, match="is neither a path nor a text\nexpected: a file's path, or the text itself"):
        relgym.make(given, given)


@pytest.mark.parametrize(
    ("language", "option", "of"),
    [
        ("RDDL", {"reward": "metric"}, "PDDL"),
        ("RDDL", {"axioms": "(:derived (dark ?x) (not (lit ?x)))"}, "PDDL"),
        ("RDDL", {"free": {}}, "PDDL"),
        ("PDDL", {"enforce": False}, "RDDL"),
        ("PDDL", {"form": "arrays"}, "RDDL"),
        ("PDDL", {"functions": {}}, "RDDL"),
    ],
)
def test_options_of_the_other_language_are_not_ignored(language: str, option: dict[str, object], of: str) -> None:
    with pytest.raises(RelgymError, match=f"the option '{next(iter(option))}' is for {of}"):
        relgym.make(*FILES[language], **option)


def test_wrappers_of_facts_say_what_does_it_for_rddl() -> None:
    with pytest.raises(RelgymError, match=r"plays RDDL(.|\n)*form='arrays'(.|\n)*FlattenObservation"):
        FlatObservation(relgym.make(PROCESS, INSTANCE))


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_whole_numbers_that_are_too_large_to_be_observed(form: str) -> None:
    """The environment stays where it was."""
    env = relgym.make(
        """domain growing { pvariables { n : { state-fluent, int, default = 3000000000 };
          wait : { action-fluent, bool, default = false }; }; cpfs { n' = n * n; }; }""",
        "instance fast { domain = growing; horizon = 5; }",
        form=form,
    ).unwrapped
    env.reset(seed=0)
    assert env.step({})[0]["n"] == 9 * 10**18
    for _ in range(2):
        with pytest.raises(SimulationError, match=r"in step 2, a whole number is too large to be observed: that of n"):
            env.step({})


@pytest.mark.parametrize("kind", ["state-fluent", "action-fluent"])
def test_whole_numbers_that_are_too_large_from_the_start(kind: str) -> None:
    files = (
        f"""domain large {{ pvariables {{ m : {{ {kind}, int, default = {2**63} }};
          n : {{ state-fluent, int, default = 1 }}; }};
          cpfs {{ n' = n; {"m' = m;" if "state" in kind else ""} }}; }}""",
        "instance i { domain = large; horizon = 5; }",
    )
    with pytest.raises(SimulationError, match="a whole number is too large to be observed"):
        RDDLVectorEnv(*files, num_envs=2)
    with pytest.raises(SimulationError, match="a whole number is too large to be observed"):
        relgym.make(*files).reset(seed=0)


@pytest.mark.parametrize("name", ["relgym/Blocks-v0", "relgym/SysAdmin-v0"])
@pytest.mark.parametrize("backend", registry.names())
def test_a_closed_environment_is_as_before_the_first_reset(name: str, backend: str) -> None:
    env = gym.make(name, backend=backend)
    core: Any = env.unwrapped
    first, _ = env.reset(seed=3)
    action = core.valid_actions()[0]
    after = env.step(action)[0]
    env.close()
    env.close()
    for ask in (core.valid_actions, core.get_state, lambda: core.step(action), lambda: core.explain(action)):
        with pytest.raises(gym.error.ResetNeeded):
            ask()
    again, _ = env.reset(seed=3)
    assert again == first
    assert env.step(action)[0] == after
    env.close()
