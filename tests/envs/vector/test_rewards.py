"""Rewards of many copies by the problem's metric: what single environments are rewarded with, or refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.vector.pddl import PDDLVectorEnv
from relgym.errors import ModelError, UnsupportedFeature

DOMAIN = """(define (domain works) (:requirements :adl :numeric-fluents)
  (:predicates (done)) (:functions (fuel) (price) (total-cost))
  (:action work :effect (and (increase (fuel) 3/2) (increase (total-cost) 2)))
  (:action stop :precondition (> (fuel) 4) :effect (done)))"""


def problem(metric: str, more: str = "", init: str = "(= (price) 1/3)") -> str:
    return f"""(define (problem p) (:domain works) (:init (= (fuel) 0) (= (total-cost) 0) {init})
      (:goal (done)) (:metric {metric}) {more})"""


@pytest.mark.parametrize(
    "metric",
    [
        "minimize (total-cost)",
        "maximize (- (fuel))",
        "minimize (+ (* 2 (total-time)) (fuel) 1)",
        "maximize (goal-achieved)",
        "minimize (* (price) (total-cost))",
        "maximize (- (fuel) (total-cost) (price))",
    ],
)
@pytest.mark.parametrize("more", ["", "(:goal-reward 10)"])
@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
def test_copies_are_rewarded_as_single_environments(metric: str, more: str) -> None:
    text = problem(metric, more)
    single = PDDLEnv(DOMAIN, [text], reward="metric")
    copies = PDDLVectorEnv(DOMAIN, [text], 2, reward="metric")
    single.reset(seed=0)
    _, infos = copies.reset(seed=0)
    for word in ("work", "work", "work", "stop"):
        _, reward, terminated, *_ = single.step(f"({word})")
        _, rewards, ends, _, infos = copies.step(np.array([number_of(copies, infos, word)] * 2))
        assert rewards.tolist() == pytest.approx([reward] * 2, rel=1e-12)
        assert ends.tolist() == [terminated] * 2
    assert terminated


def number_of(copies: PDDLVectorEnv, infos: dict[str, Any], word: str) -> int:
    """The number of the valid action whose name begins with a word."""
    valid = map(int, np.flatnonzero(infos["action_mask"][0]))
    return next(number for number in valid if str(copies.action(0, number)).startswith(f"({word}"))


@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
def test_a_metric_without_a_value_is_refused_at_once() -> None:
    text = problem("minimize (price)", init="")
    with pytest.raises(ModelError) as of_single:
        PDDLEnv(DOMAIN, [text], reward="metric").reset()
    with pytest.raises(ModelError) as of_copies:
        PDDLVectorEnv(DOMAIN, [text], 2, reward="metric").reset()
    assert of_copies.value.message == of_single.value.message


@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
def test_a_metric_that_divides_by_what_changes_is_for_single_environments() -> None:
    with pytest.raises(UnsupportedFeature, match="arrays carry no division by a number that changes"):
        PDDLVectorEnv(DOMAIN, [problem("minimize (/ 1 (fuel))")], 2, reward="metric")
