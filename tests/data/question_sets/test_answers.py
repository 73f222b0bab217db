"""Every answer is right: a naive twin of relgym's reasoning gives the same one by brute force."""

from __future__ import annotations

from functools import cache

import pytest
from data.question_sets.naive import NaiveTask

from relgym.data import grade, problems_of, questions
from relgym.model.pddl.traversal import primitives

DOMAINS = ["blocks", "power", "doors", "elevator", "blocks-conditional", "tireworld"]
"""Problems with recursion, quantifiers, conditional and random effects."""

COUNT = 60


@cache
def problem(domain):
    return problems_of(domain, "train")[0]


@cache
def naive(domain):
    return NaiveTask(problem(domain).task)


def made(domain, kind):
    """Questions of all forms; a small problem need not have four steps or actions to choose from."""
    found = [*questions(problem(domain), kind, COUNT, 3, ["boolean", "choice", "open"])]
    assert {question.form for question in found} >= {"boolean", "open"}
    return found


def state_of(task, question):
    static = {atom for atom in task.start if atom.split()[0].strip("()") not in _changing(task)}
    return frozenset(question.state["atoms"]) | static


def _changing(task):
    changes = [change for schema in task.task.domain.actions for change in primitives(schema.effect)]
    return {change.atom.predicate for change in changes}


def check(question, truths):
    """Check a question of which the truth of each subject is known."""
    if question.form == "boolean":
        assert question.answer == ("yes" if truths[0] else "no"), question
    else:
        assert [*truths].index(True) == "ABCD".index(question.answer), question
        assert sum(truths) == 1, question


@pytest.mark.parametrize("domain", DOMAINS)
def test_applicable(domain):
    task = naive(domain)
    for question in made(domain, "applicable"):
        able = task.actions(state_of(task, question))
        if question.form == "open":
            assert grade(question, " ".join(able) or "none").correct
        else:
            check(question, [action in able for action in question.subjects])


@pytest.mark.parametrize("domain", DOMAINS)
def test_progression(domain):
    task = naive(domain)
    for question in made(domain, "progression"):
        state = state_of(task, question)
        bound = task.actions(state)[question.plan[0]]
        outcomes = task.outcomes(state, *bound)
        if question.form != "open":
            check(question, [any(atom in after for after in outcomes) for atom in question.subjects])
        elif domain == "tireworld":
            share = sum(chance for after, chance in outcomes.items() if question.subjects[0] in after)
            assert grade(question, str(float(share))).correct
        else:
            (after,) = outcomes
            # Facts that follow by the rules are asked for, too.
            before, after = task.closed(state), task.closed(after)
            changes = [*(after - before), *(f"(not {atom})" for atom in before - after)]
            assert grade(question, " ".join(changes) or "none").correct


@pytest.mark.parametrize("domain", DOMAINS)
def test_why_not(domain):
    task = naive(domain)
    for question in made(domain, "why-not"):
        state = state_of(task, question)
        assert question.plan[0] not in task.actions(state)
        if question.form == "open":
            assert question.validator.accepted
            continue
        name, *objects = question.plan[0].strip("()").split()
        schema = task.task.actions[name]
        row = dict(zip([variable.name for variable in schema.parameters], objects, strict=True))
        closed = task.closed(state)
        failing = {
            filled(part, row)
            for part in getattr(schema.precondition, "parts", (schema.precondition,))
            if not task.holds(closed, part, row)
        }
        check(question, [condition in failing for condition in question.subjects])


def filled(formula, row):
    """The text of a formula with objects for its parameters."""
    found = str(formula)
    for variable in sorted(row, key=len, reverse=True):
        found = found.replace(f"{variable} ", f"{row[variable]} ").replace(f"{variable})", f"{row[variable]})")
    return found
