"""relgym simulate without a plan: random walks of PDDL, from seeds, to goals and dead ends."""

from __future__ import annotations

import relgym
from relgym.cli.random_walks import random_walks


def test_random_walks_say_how_many_reach_the_goal(run):
    ran = run("simulate", "blocks", "0", "--episodes", "10", "--seed", "1")
    assert ran.code == 0
    first, goal, steps = ran.out.splitlines()
    assert first == "blocks-3-1: 10 walks of random valid actions"
    found = run("simulate", "blocks", "0", "--episodes", "10", "--seed", "1", "--json").json
    assert goal == f"   goal: reached by {sum(found['goals'])} of 10"
    assert steps.startswith(f"   steps: {sum(found['steps']) / 10:g} a walk, ")
    assert found["problem"] == "blocks-3-1"
    assert found["reached"] == sum(found["goals"]) / 10 > 0
    assert max(found["steps"]) <= 100
    other = run("simulate", "blocks", "0", "--episodes", "10", "--seed", "2", "--json").json
    assert other["steps"] != found["steps"]


def test_engines_walk_alike(run, backend):
    words = ("simulate", "exploding-blocks", "0", "--episodes", "4", "--steps", "15", "--json")
    one, other = run(*words).json, run(*words, "--backend", backend).json
    assert (one["goals"], one["steps"]) == (other["goals"], other["steps"])


def test_walks_end_at_the_goal_at_dead_ends_and_after_enough_steps():
    domain = """(define (domain d) (:predicates (at ?x) (next ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
    problem = "(define (problem p) (:domain d) (:objects a b c) (:init (at a) {}) (:goal (at c)))"

    def walked(roads: str, start: str | None = None, most: int = 100) -> tuple[bool, int]:
        with relgym.Reasoner(relgym.load(domain, problem.format(roads))) as reasoner:
            state = None if start is None else reasoner.state([f"(at {start})", *roads.replace(")(", ")|(").split("|")])
            found = random_walks(reasoner, state, 1, most, 0)
            return found.results[0], found.steps[0]

    assert walked("(next a b)(next b c)") == (True, 2)
    assert walked("(next a b)(next b c)", most=2) == (True, 2)
    assert walked("(next a b)") == (False, 1), "a dead end"
    assert walked("(next a b)(next b a)") == (False, 100)
    assert walked("(next a b)(next b c)", start="c") == (True, 0)


def test_walks_go_on_after_a_plan(run):
    found = run("simulate", "blocks", "0", "--after", "(pick-up b1) (stack b1 b2)", "--episodes", "2", "--json").json
    assert found["goals"] == [True, True] and found["steps"] == [0, 0]
