"""Every answer about plans and reachable states is right: a naive twin gives the same one by brute force."""

from __future__ import annotations

from functools import cache

import pytest
from data.question_sets.test_answers import COUNT, check, made, naive, problem, state_of

from relgym.data import grade, questions

DOMAINS = ["blocks", "doors", "elevator", "blocks-conditional"]
"""Small problems without random outcomes."""


@cache
def space(domain):
    return naive(domain).space()


@cache
def distances(domain):
    """The least number of actions from each state to the goal."""
    task = naive(domain)
    found = {state: 0 for state in space(domain) if task.goal(state)}
    grown = True
    while grown:
        more = {
            state: 1 + min(found[after] for afters in moves.values() for after in afters if after in found)
            for state, moves in space(domain).items()
            if state not in found and any(after in found for afters in moves.values() for after in afters)
        }
        grown = bool(more)
        # A layer at a time: all of them lead into the last one.
        found |= more
    return found


def reached(domain, start, without=None):
    """The states within reach of a state, without those that hold an atom."""
    found, todo = set(), [start]
    while todo:
        state = todo.pop()
        if state not in found and without not in state:
            found.add(state)
            todo += [after for afters in space(domain)[state].values() for after in afters]
    return found


def parts(text):
    """The atoms of an atom or a conjunction."""
    return [text] if not text.startswith("(and ") else [f"({part})" for part in text[6:-2].split(") (")]


@pytest.mark.parametrize("domain", [*DOMAINS, "tireworld"])
def test_reachable(domain):
    task = naive(domain)
    for question in made(domain, "reachable"):
        state = state_of(task, question)
        truths = [any(set(parts(text)) <= after for after in reached(domain, state)) for text in question.subjects]
        if question.form == "open":
            assert grade(question, " ".join(str(n) for n, truth in enumerate(truths, 1) if truth) or "none").correct
        else:
            check(question, truths)


@pytest.mark.parametrize("domain", [*DOMAINS, "tireworld"])
def test_goal(domain):
    task = naive(domain)
    conditions = getattr(task.task.problem.goal, "parts", (task.task.problem.goal,))
    for question in made(domain, "goal"):
        state = state_of(task, question)
        if "least number" in question.question:
            distance = str(distances(domain)[state])
            if question.form == "open":
                assert question.answer == distance
            else:
                check(question, [text == distance for text in question.subjects])
        elif domain in ("blocks", "doors", "tireworld"):
            missing = [str(part) for part in conditions if not task.holds(task.closed(state), part)]
            if question.form == "open":
                numbers = [str(n) for n, text in enumerate(question.subjects, 1) if text in missing]
                assert grade(question, " ".join(numbers) or "none").correct
            else:
                check(question, [text in missing for text in question.subjects])


@pytest.mark.parametrize("domain", DOMAINS)
def test_landmark(domain):
    task = naive(domain)
    for question in made(domain, "landmark"):
        state = state_of(task, question)
        assert not task.goal(state)

        def is_landmark(atom, state=state):
            return not any(map(task.goal, reached(domain, state, atom)))

        if question.form == "open":
            assert all(map(is_landmark, question.validator.accepted))
        else:
            check(question, list(map(is_landmark, question.subjects)))


@pytest.fixture
def unexplored(monkeypatch):
    """Every problem counts as too large to be explored."""
    monkeypatch.setattr("relgym.data.question_sets.material.SPACE_STATES_LIMIT", 1)


@pytest.mark.parametrize("domain", ["blocks", "doors", "elevator", "tireworld"])
@pytest.mark.usefixtures("unexplored")
def test_reachable_by_walks(domain):
    test_reachable(domain)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.usefixtures("unexplored")
def test_landmark_by_relaxation(domain):
    task = naive(domain)
    found = [*questions(problem(domain), "landmark", COUNT, 3, ["boolean", "choice"])]
    assert domain not in ("blocks", "doors") or {question.form for question in found} == {"boolean", "choice"}
    for question in found:
        state, goal = state_of(task, question), set(question.goal)
        assert goal
        check(
            question,
            [not any(goal <= after for after in reached(domain, state, atom)) for atom in question.subjects],
        )


@pytest.mark.parametrize("domain", DOMAINS)
def test_next_action(domain):
    task = naive(domain)
    for question in made(domain, "next-action"):
        state = state_of(task, question)
        best = {
            action
            for action, (after,) in space(domain)[state].items()
            if distances(domain).get(after) == distances(domain)[state] - 1
        }
        if question.form == "open":
            assert set(question.validator.accepted) == best
        else:
            check(question, [action in best for action in question.subjects])


def outcome(task, question, plan):
    """The first step of a plan that fails, or `goal` or `valid`."""
    state = state_of(task, question)
    for number, action in enumerate(plan, 1):
        state = task.successor(state, action)
        if state is None:
            return str(number)
    reaches = set(question.goal) <= state if question.goal else task.goal(state)
    return "valid" if reaches else "goal"


@pytest.mark.parametrize("domain", DOMAINS)
def test_validation(domain):
    task = naive(domain)
    for question in made(domain, "validation"):
        found = outcome(task, question, question.plan)
        if question.form == "open":
            assert grade(question, found).correct
        else:
            check(question, [text == found for text in question.subjects])


@pytest.mark.parametrize("domain", DOMAINS)
def test_justification(domain):
    task = naive(domain)
    for question in made(domain, "justification"):
        assert outcome(task, question, question.plan) == "valid"
        needless = [
            str(place + 1)
            for place in range(len(question.plan))
            if outcome(task, question, question.plan[:place] + question.plan[place + 1 :]) == "valid"
        ]
        if question.form == "open":
            assert grade(question, " ".join(needless) or "none").correct
        else:
            check(question, [text in needless for text in question.subjects])


def test_derived():
    task = naive("power")
    for question in made("power", "derived"):
        closed = task.closed(state_of(task, question))
        if question.form == "open":
            predicate = question.question.split("Write (")[1].split()[0].strip(")")
            assert grade(
                question, " ".join(atom for atom in closed if atom.strip("()").split()[0] == predicate) or "none"
            ).correct
        else:
            check(question, [atom in closed for atom in question.subjects])
