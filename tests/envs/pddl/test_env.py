"""What an environment does on reset and step, and what it offers for search."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from envs.texts import FORK, LAMPS, LINE, LUCK, ROADS, THERE

import relgym
from relgym import Reasoner
from relgym.envs import PDDLEnv
from relgym.envs.pddl import env as env_module
from relgym.errors import AmbiguousAction, InvalidAction, ModelError, ParseError, RelgymError, RelgymWarning


def roads(**options: Any) -> PDDLEnv:
    return PDDLEnv(ROADS, [FORK, LINE, THERE], **options)


def test_info_after_reset_and_step() -> None:
    env = roads()
    state, info = env.reset(options={"problem": 0})
    assert info == {
        "problem": 0,
        "problem_file": "<problem 0>",
        "domain_file": "<domain>",
        "goal": False,
        "dead_end": False,
        "invalid_action": False,
    }
    assert sorted(map(str, state.atoms)) == ["(at a)", "(road a b)", "(road a c)", "(road b a)"]
    assert list(map(str, env.valid_actions())) == ["(go a b)", "(go a c)"]
    state, reward, terminated, truncated, info = env.step(env.valid_actions()[0])
    assert (reward, terminated, truncated, info["goal"]) == (1.0, True, False, True)
    assert {str(atom) for atom in state.atoms} >= {"(at b)"}


def test_a_dead_end_is_in_info() -> None:
    env = roads()
    env.reset(options={"problem": "fork"})
    _, reward, terminated, truncated, info = env.step("(go a c)")
    assert (reward, terminated, truncated, info["dead_end"]) == (0.0, False, False, True)
    assert env.valid_actions() == []


def test_a_start_in_the_goal_is_in_info() -> None:
    env = roads()
    _, info = env.reset(options={"problem": 2})
    assert info["goal"]
    assert not info["dead_end"]
    _, reward, terminated, _, _ = env.step("(go a b)")
    assert (reward, terminated) == (0.0, False)
    _, reward, terminated, _, _ = env.step("(go b a)")
    assert (reward, terminated) == (1.0, True)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("(go b a)", "not applicable"),
        ("(go a nowhere)", "nowhere"),
        ("(fly a b)", "fly"),
        ("(go a)", "takes 2 arguments"),
        ("go", "parentheses"),
        ("go a b", "follows the end"),
        ("", "empty"),
        ("(go a b", ""),
        (relgym.Action("fly"), "fly"),
        (3, "3"),
    ],
)
def test_an_invalid_action_changes_nothing(action: Any, reason: str) -> None:
    env = roads()
    before, _ = env.reset(options={"problem": 0})
    state, reward, terminated, truncated, info = env.step(action)
    assert state == before
    assert (reward, terminated, truncated, info["invalid_action"]) == (0.0, False, False, True)
    assert reason in info["invalid_reason"]
    *_, info = env.step("(go a b)")
    assert not info["invalid_action"]
    assert "invalid_reason" not in info


@pytest.mark.parametrize("action", ["(go b a)", "(fly a b)", "go a b"])
def test_an_invalid_action_raises_if_that_is_asked_for(action: str) -> None:
    env = roads(raise_on_invalid=True)
    before, _ = env.reset(options={"problem": 0})
    with pytest.raises(InvalidAction):
        env.step(action)
    assert env.get_state() == before
    assert env.step("(go a b)")[2]


def test_problems_are_drawn_by_the_seed() -> None:
    def drawn(seed: int) -> list[int]:
        env = roads()
        found = [env.reset(seed=seed)[1]["problem"]]
        return found + [env.reset()[1]["problem"] for _ in range(30)]

    assert drawn(3) == drawn(3)
    assert set(drawn(3)) == {0, 1, 2}
    assert len({tuple(drawn(seed)) for seed in range(10)}) == 10


@pytest.mark.parametrize("which", [1, "p02", "p02.pddl", "line"])
def test_problems_are_named_by_number_file_or_name(tmp_path: Path, which: int | str) -> None:
    paths = [tmp_path / "p01.pddl", tmp_path / "p02.pddl"]
    for path, text in zip(paths, (FORK, LINE), strict=True):
        path.write_text(text)
    env = PDDLEnv(ROADS, paths)
    _, info = env.reset(options={"problem": which})
    assert (info["problem"], info["problem_file"]) == (1, str(paths[1]))
    _, info = env.reset(options={"problem": paths[0]})
    assert info["problem"] == 0


@pytest.mark.parametrize("which", [3, -1, "p09", True, 1.5, ()])
def test_a_problem_that_there_is_not(which: object) -> None:
    env = roads()
    with pytest.raises(RelgymError, match="there is no problem"):
        env.reset(options={"problem": which})


def test_nothing_can_be_asked_before_reset() -> None:
    env = roads()
    for question in (env.get_state, env.valid_actions, lambda: env.step("(go a b)"), lambda: env.outcomes("(go a b)")):
        with pytest.raises(gym.error.ResetNeeded):
            question()
    assert str(env.action_space.sample()).startswith("(go ")


def test_the_time_limit_truncates() -> None:
    env = relgym.make(ROADS, LINE, max_episode_steps=2)
    env.reset()
    assert env.step("(go q p)")[3] is False
    assert env.step("(go q p)")[3] is True


def test_states_can_be_left_and_taken_up() -> None:
    env = roads()
    env.reset(options={"problem": 1})
    start = env.get_state()
    env.step("(go p q)")
    middle = env.get_state()
    env.set_state(start)
    assert list(map(str, env.valid_actions())) == ["(go p q)"]
    env.set_state(pickle.loads(pickle.dumps(middle)))
    assert list(map(str, env.valid_actions())) == ["(go q r)"]
    assert env.step("(go q r)")[1:3] == (1.0, True)


def test_a_state_of_another_problem_is_refused() -> None:
    env = roads()
    env.reset(options={"problem": 1})
    other = env.get_state()
    env.reset(options={"problem": 0})
    with pytest.raises(ModelError, match="another problem"):
        env.set_state(other)
    assert {str(atom) for atom in env.get_state().atoms} >= {"(at a)"}


def test_a_clone_goes_its_own_way_with_the_same_luck(backend: str) -> None:
    env = PDDLEnv(LUCK, LAMPS, backend=backend)
    env.reset(seed=5)
    clone = env.clone()
    actions = [f"(press {name})" for name in "lmnlmnlmn"]
    there = [clone.step(action)[:3] for action in actions]
    assert env.get_state() != clone.get_state()
    assert [env.step(action)[:3] for action in actions] == there
    clone.close()
    assert env.valid_actions()


def test_an_environment_survives_pickling() -> None:
    env = roads()
    env.reset(seed=1, options={"problem": 1})
    env.step("(go p q)")
    again = pickle.loads(pickle.dumps(env))
    assert again.get_state() == env.get_state()
    assert again.valid_actions() == env.valid_actions()
    assert str(again.action_space.sample()) == "(go q r)"
    assert [again.reset()[1]["problem"] for _ in range(20)] == [env.reset()[1]["problem"] for _ in range(20)]


def test_outcomes_and_reasons() -> None:
    env = PDDLEnv(LUCK, LAMPS)
    env.reset(seed=0)
    env.set_state(env.reasoner.state([]))
    found = [(o.probability, sorted(map(str, o.state.atoms))) for o in env.outcomes("(press l)")]
    assert found == [(0.5, ["(done)", "(lit l)"]), (0.25, []), (0.25, ["(lit l)"])]
    env = roads()
    env.reset(options={"problem": 0})
    assert "(at b)" in str(env.explain("(go b a)"))
    with pytest.raises(InvalidAction):
        env.outcomes("(go b a)")


def test_starts_are_drawn_by_the_seed(backend: str) -> None:
    env = PDDLEnv(LUCK, LAMPS, backend=backend)
    starts = [env.reset(seed=seed)[0] for seed in range(40)]
    assert starts == [PDDLEnv(LUCK, LAMPS).reset(seed=seed)[0] for seed in range(40)]
    expected = {outcome.state for outcome in env.reasoner.starts()}
    assert set(starts) == expected
    assert len(expected) == 6


def test_the_engine_played_longest_ago_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env_module, "OPEN_ENGINES_LIMIT", 2)
    env = roads()
    seen: list[Reasoner] = []
    closed: list[str] = []
    for which in (0, 1, 0, 2, 1, 0):
        env.reset(options={"problem": which})
        reasoner = env.reasoner
        if reasoner not in seen:
            seen.append(reasoner)
            _tell_when_closed(reasoner, closed)
        assert len(env.valid_actions()) == len(reasoner.valid_actions(reasoner.initial_state))
    assert closed == ["line", "fork", "there"]
    env.close()
    assert sorted(closed[3:]) == ["fork", "line"]
    env.close()


def _tell_when_closed(reasoner: Reasoner, closed: list[str]) -> None:
    close = reasoner.close

    def telling() -> None:
        closed.append(reasoner.task.problem.name)
        close()

    reasoner.close = telling  # type: ignore[method-assign]


def test_rendering() -> None:
    env = relgym.make(ROADS, FORK, render_mode="ansi")
    env.reset()
    assert env.render() == "object:\n  a  at\ngoal: [ ] at b"
    silent = roads()
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "fame"}, "no reward 'fame'"),
        ({"render_mode": "rgb"}, "no render_mode 'rgb'"),
        ({"backend": "datalog"}, "no engine 'datalog'"),
        ({"axioms": "(:derived (far ?x)"}, "<axioms>:1"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        roads(**options)


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(RelgymError, match="at least one problem"):
        PDDLEnv(ROADS, [])
    with pytest.raises(ParseError, match="cannot read the problem file"):
        PDDLEnv(ROADS, tmp_path / "none.pddl")
    env = PDDLEnv(ROADS, [FORK, FORK.replace("(at b)", "(on b)")])
    env.reset(options={"problem": 0})
    with pytest.raises(ModelError, match="<problem 1>:2"):
        env.reset(options={"problem": 1})


def test_axioms_are_asked_about() -> None:
    axioms = "(:derived (far ?x ?y) (or (road ?x ?y) (exists (?z) (and (road ?x ?z) (far ?z ?y)))))"
    env = relgym.make(ROADS, LINE, axioms=axioms)
    state, _ = env.reset()
    assert env.unwrapped.reasoner.holds(state, "(far p r)")


def test_an_action_that_leaves_several_bindings_is_invalid() -> None:
    env = relgym.make(ROADS, FORK, free={"go": ["x"]})
    with pytest.warns(RelgymWarning, match=r"leaves more than one binding of \?y"):
        before, _ = env.reset()
    assert env.unwrapped.valid_actions() == []
    state, _, _, _, info = env.step("(go a)")
    assert state == before
    assert info["invalid_action"]
    assert "(go a) is ambiguous: ?y = b or ?y = c" in info["invalid_reason"]
    with pytest.raises(AmbiguousAction):
        env.unwrapped.outcomes("(go a)")


def test_missing_requirements_are_warned_of_once() -> None:
    domain = """(define (domain t) (:requirements :strips) (:types box) (:predicates (on ?b - box))
      (:action press :parameters (?b - box) :effect (on ?b)))"""
    texts = [
        f"(define (problem p{n}) (:domain t) (:objects b - box) (:init) (:goal (exists (?b - box) (on ?b))))"
        for n in range(3)
    ]
    with pytest.warns(RelgymWarning, match="more than its :requirements declare") as caught:
        env = relgym.make(domain, texts)
        for problem in range(3):
            env.reset(options={"problem": problem})
    said = [str(warning.message).splitlines()[0] for warning in caught]
    assert [text.split(": ")[-1] for text in said] == [":typing", ":existential-preconditions"]
