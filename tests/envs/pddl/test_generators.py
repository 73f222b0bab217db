"""Generators of one's own, as functions and as folders."""

from __future__ import annotations

import pickle
from functools import partial

import pytest
from envs.pddl.makers import ROADS, line

import relgym
from relgym.catalogue.domains import read_spec
from relgym.catalogue.generators import ProblemGenerator
from relgym.errors import RelgymError

# -- functions of one's own ----------------------------------------------------------------


def test_a_function_of_ones_own():
    env = relgym.make(ROADS, line, generator={"places": 5})
    _, info = env.reset(seed=0)
    assert info["problem_file"] == f"line() (seed = {info['problem']}, places = 5)"
    assert len(env.unwrapped.reasoner.task.objects) == 5
    assert pickle.loads(pickle.dumps(env.spec)) == env.spec
    assert pickle.loads(pickle.dumps(env.unwrapped)).get_state() == env.unwrapped.get_state()
    partly = relgym.make(ROADS, partial(line, places=4))
    assert len(partly.unwrapped.reasoner.task.objects) == 4
    assert partly.reset()[1]["problem_file"].startswith("line() (seed = ")
    assert relgym.make(ROADS, lambda seed: line(seed)).reset(seed=0)[0] == relgym.make(ROADS, line).reset(seed=0)[0]


def test_the_generator_of_a_folder_of_ones_own(tmp_path):
    (tmp_path / "env.toml").write_text('id = "Mine"\ndescription = "Roads."\nmax_episode_steps = 9\n')
    (tmp_path / "domain.pddl").write_text(ROADS)
    (tmp_path / "generator.py").write_text(
        "def generate(seed, *, places=3):\n"
        "    names = ' '.join(f'p{n}' for n in range(places))\n"
        "    return f'(define (problem p) (:domain roads) (:objects {names} - place) (:init (at p0)) (:goal (at p1)))'"
    )
    env = relgym.make(tmp_path / "domain.pddl", ProblemGenerator.of(read_spec(tmp_path)), generator={"places": 6})
    assert len(env.unwrapped.reasoner.task.objects) == 6
    assert pickle.loads(pickle.dumps(env.spec)) == env.spec
    with pytest.raises(RelgymError) as caught:
        relgym.make(tmp_path / "domain.pddl", ProblemGenerator.of(read_spec(tmp_path)), generator={"place": 6})
    assert caught.value.message == f"{tmp_path / 'generator.py'}: there is no parameter 'place'"


def failing(seed: int) -> str:
    return str(1 // (seed % 1))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda seed: 3, "<lambda>() returns 3"),
        (lambda: "", "<lambda>() takes no seed"),
        (lambda seed, places: "", "<lambda>(): the parameter 'places' has no default"),
        (lambda seed, episodes=1: "", "<lambda>(): the parameter 'episodes' is a word of schedules"),
        (failing, "failing(): ZeroDivisionError: integer division or modulo by zero, for seed = 0"),
    ],
)
def test_what_is_no_generator_is_told(function, message):
    with pytest.raises(RelgymError) as caught:
        relgym.make(ROADS, function)
    assert caught.value.message == message


def test_a_mistake_in_the_text_is_told_with_its_place():
    with pytest.raises(RelgymError) as caught:
        relgym.make(ROADS, lambda seed: "(define (problem line) (:domain roads)\n  (:init (att p0)) (:goal (and)))")
    assert str(caught.value).startswith("<lambda>() (seed = 0):2:11: unknown predicate 'att'")


def test_what_the_texts_could_do_better_is_said_once(recwarn):
    env = relgym.make(ROADS.replace("(:requirements :typing)", ""), line)
    for seed in range(3):
        env.reset(seed=seed)
    # Of the domain; the problems lack the same requirement.
    assert len([warning for warning in recwarn if ":typing" in str(warning.message)]) == 1


def test_files_take_no_parameters():
    with pytest.raises(RelgymError, match="take no parameters from 'generator'"):
        relgym.make(ROADS, line(0), generator={"places": 3})
