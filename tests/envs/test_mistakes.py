"""What is no path, option, engine, limit or action at all is said in one sentence, not by an error from within."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym.backends import registry
from relgym.envs import FlatObservation, ProcessVectorEnv
from relgym.errors import BackendError, InvalidAction, RelgymError, SimulationError

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
    assert info["invalid_reason"] == f"{action!r} is no action"
    with pytest.raises(InvalidAction, match=r"expected: an Action, or its text(.|\n)*DiscreteActions"):
        env.reasoner.successor(env.reasoner.initial_state, action)


def test_names_of_cells_that_are_no_text() -> None:
    env = relgym.make(PROCESS, INSTANCE)
    env.reset(seed=0)
    assert env.step({1: 1})[-1]["invalid_reason"] == "there is no action '1'; expected press"


@pytest.mark.parametrize("actions", [0, None, [{}, {}], np.zeros(2)], ids=repr)
def test_actions_of_copies_that_are_no_dictionary(actions: object) -> None:
    envs = ProcessVectorEnv(PROCESS, INSTANCE, num_envs=2)
    envs.reset(seed=0)
    with pytest.raises(InvalidAction, match="expected: a dictionary of arrays"):
        envs.step(actions)


@languages
@pytest.mark.parametrize("options", [3, "problem", [1]], ids=repr)
def test_options_of_reset_that_are_no_dictionary(language: str, options: object) -> None:
    with pytest.raises(RelgymError, match="are no options\nexpected: a dictionary"):
        relgym.make(*FILES[language]).unwrapped.reset(options=options)


@languages
@pytest.mark.parametrize("backend", [None, 3, ["sld"]], ids=repr)
def test_engines_that_are_no_names(language: str, backend: object) -> None:
    with pytest.raises(BackendError, match=r"there is no engine .*\nhint: .*the engines are builtin"):
        relgym.make(*FILES[language], backend=backend)


@languages
@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (3, "3 are no limits\nexpected: Limits, or a dictionary of seconds"),
        ({"secs": 3}, "are no limits\nexpected: Limits, or a dictionary of seconds"),
        ({"seconds": -1}, "cannot take -1 seconds\nexpected: a number, 0 or more"),
        ({"seconds": "3"}, "cannot take '3' seconds"),
        ({"seconds": float("nan")}, "cannot take nan seconds"),
    ],
)
def test_limits(language: str, limits: object, said: str) -> None:
    with pytest.raises(RelgymError, match=said):
        relgym.make(*FILES[language], limits=limits)


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
        with pytest.raises(SimulationError, match=r"^in step 2, a whole number is too large to be observed"):
            env.step({})


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
