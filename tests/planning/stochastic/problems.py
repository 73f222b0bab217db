"""Small tasks with chance, and their exact values by linear programming."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog

import relgym
from relgym.catalogue.domains import spec
from relgym.envs.pddl.problems import Problems

BRIDGE = """(define (domain bridge) (:requirements :strips :probabilistic-effects)
  (:predicates (near) (far) (drowned) (wet))
  (:action jump :precondition (near)
    :effect (probabilistic 1/2 (and (far) (not (near))) 1/4 (and (drowned) (not (near)))))
  (:action wade :precondition (near) :effect (and (wet) (probabilistic 1/10 (and (far) (not (near)))))))"""
"""Jump: over at once, or drowned, or back. Wade: safe, and ten steps on average."""

CROSSING = "(define (problem crossing) (:domain bridge) (:init (near)) (:goal (far)))"


def crossing() -> relgym.Task:
    return relgym.load(BRIDGE, CROSSING)


def small(name: str, problem: int = 0) -> relgym.Task:
    """A train problem of the catalogue, as its environment plays it."""
    domain = spec(name)
    return Problems(domain.domain, domain.problems("train"), domain.axiom_files(), domain.free).task(problem)


def reachable(reasoner: Any) -> dict[Any, dict[Any, list[tuple[float, Any]]]]:
    """All states with their actions and outcomes, by the reasoner alone."""
    found: dict[Any, dict[Any, list[tuple[float, Any]]]] = {}
    todo = [reasoner.initial_state]
    while todo:
        state = todo.pop()
        if state in found:
            continue
        found[state] = {}
        if not reasoner.goal(state):
            for action in reasoner.valid_actions(state):
                outcomes = [(outcome.probability, outcome.state) for outcome in reasoner.outcomes(state, action)]
                found[state][action] = outcomes
                todo += [after for _, after in outcomes]
    return found


def by_linear_program(
    reasoner: Any, criterion: str, penalty: float = 500.0, discount: float = 0.99
) -> dict[Any, float]:
    """The values of all states: the solution of a linear program whose constraints are Bellman's inequalities."""
    space = reachable(reasoner)
    number = {state: place for place, state in enumerate(space)}
    rows, limits = [], []
    sign = -1.0 if criterion == "cost" else 1.0
    for state, actions in space.items():
        for outcomes in actions.values():
            # Costs: V(s) <= 1 + sum p V. Probabilities and rewards: V(s) >= sum p (r + g V).
            row = np.zeros(len(space))
            row[number[state]] += 1.0
            bound = 1.0 if criterion == "cost" else 0.0
            for probability, after in outcomes:
                if criterion == "discounted":
                    bound += probability * reasoner.goal(after)
                    row[number[after]] -= probability * discount
                else:
                    row[number[after]] -= probability
            rows.append(-sign * row)
            limits.append(-sign * bound)
    ends = {"cost": (0.0, penalty), "probability": (0.0, 1.0), "discounted": (0.0, 1.0)}[criterion]
    at_goal = 1.0 if criterion == "probability" else 0.0
    bounds = [(at_goal, at_goal) if reasoner.goal(state) else ends for state in space]
    solution = linprog(sign * np.ones(len(space)), A_ub=np.array(rows), b_ub=limits, bounds=bounds, method="highs")
    assert solution.success
    return dict(zip(space, solution.x.tolist(), strict=True))
