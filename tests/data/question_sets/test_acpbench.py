"""Files in the form of ACPBench have its fields, and answers that are right by brute force on their own PDDL."""

from __future__ import annotations

import json
from functools import cache

import pytest
from data.question_sets.acpbench_form import ITEM, check
from data.question_sets.naive import NaiveTask

import relgym
from relgym.data import problems_of
from relgym.data.question_sets.acpbench import ACPBENCH_KINDS, acpbench_rows
from relgym.data.question_sets.acpbench_answers import AFTER_PLAN, BEFORE_PLAN
from relgym.errors import UnsupportedFeature


@cache
def rows(kind, form, domain="blocks"):
    problem = problems_of(domain, "train")[0]
    return [*acpbench_rows([problem], [kind], [form], 12, 1)]


@pytest.mark.parametrize("kind", [kind for kind in ACPBENCH_KINDS if kind != "next-action"])
@pytest.mark.parametrize("form", ["boolean", "choice"])
def test_boolean_and_choice_rows(kind, form):
    found = rows(kind, form)
    assert len(found) == 12
    for row in found:
        check(json.loads(json.dumps(row)))


def test_the_plan_stands_where_their_validator_cuts():
    assert (len(BEFORE_PLAN), len(AFTER_PLAN)) == (19, 147)


def naive(row):
    task = NaiveTask(relgym.load(row["PDDL_domain"], row["PDDL_problem"]))
    return task, task.start


@pytest.mark.parametrize("kind", ACPBENCH_KINDS)
def test_open_answers_are_right(kind):
    found = rows(kind, "open")
    assert len(found) >= 6
    for row in found:
        check(json.loads(json.dumps(row)))
        task, start = naive(row)
        ANSWERS[kind](row, task, start)


def after(task, start, plan):
    for step in plan:
        start = None if start is None else task.successor(start, step)
    return start


def goal_words(task, state):
    return state is not None and task.goal(state)


def applicable(row, task, start):
    assert set(row["answer"]) == set(task.actions(start))


def progression(row, task, start):
    changes = [
        (set(end - start), set(start - end))
        for end in (task.successor(start, action) for action in task.actions(start))
    ]
    assert (set(row["answer"]["pos"]), set(row["answer"]["neg"])) in changes


def reachable(row, task, start):
    seen = set().union(*task.space())
    assert not {f"({atom})" for atom in row["answer"]} & seen
    typed = {f"(on {a} {b})" for a in ("b1", "b2", "b3") for b in ("b1", "b2", "b3")}
    assert typed - seen <= {f"({atom})" for atom in row["answer"]}


def reachable_action(row, task, start):
    able = {action for state in task.space() for action in task.actions(state)}
    assert row["answer"] and not set(row["answer"]) & able


def landmark(row, task, start):
    for side, wanted in (("yes", False), ("no", True)):
        for atom in row["answer"][side]:
            assert atom not in start
            assert any(task.goal(state) for state in task.space(without=atom)) == wanted, atom


def next_action(row, task, start):
    assert set(row["answer"]["yes"]) | set(row["answer"]["no"]) == set(task.actions(start))
    layer, distance = {start}, 0
    while not any(map(task.goal, layer)):
        layer, distance = {task.successor(state, each) for state in layer for each in task.actions(state)}, distance + 1
    assert row["answer"]["opt"] == str(distance)


def justification(row, task, start):
    plan = ITEM.findall(row["question"][19:-147])
    assert goal_words(task, after(task, start, plan))
    for *removed, _ in row["answer"]:
        length = len(removed)
        places = [place for place in range(len(plan)) if plan[place : place + length] == removed]
        rests = [plan[:place] + plan[place + length :] for place in places]
        assert any(goal_words(task, after(task, start, rest)) for rest in rests), removed


def validation(row, task, start):
    plan = ITEM.findall(row["question"])
    assert after(task, start, plan[: row["answer"]]) is not None
    assert after(task, start, plan[: row["answer"] + 1]) is None


ANSWERS = {
    "applicable": applicable,
    "progression": progression,
    "reachable": reachable,
    "reachable-action": reachable_action,
    "landmark": landmark,
    "next-action": next_action,
    "justification": justification,
    "validation": validation,
}


@pytest.mark.parametrize(
    ("domain", "kind", "form", "reason"),
    [
        ("blocks", "derived", "boolean", "ACPBench has no questions of the kind 'derived'"),
        ("power", "applicable", "open", "read STRIPS with types: the domain has derived predicates"),
        ("tireworld", "applicable", "open", "read STRIPS with types: "),
        ("sysadmin", "applicable", "open", "the domain is RDDL"),
    ],
)
def test_what_the_form_has_not(domain, kind, form, reason):
    with pytest.raises(UnsupportedFeature, match=reason):
        acpbench_rows(problems_of(domain, "train")[:1], [kind], [form], 4, 0)


def test_a_large_problem():
    found = [
        *acpbench_rows(
            problems_of("logistics", "test")[-1:], ["reachable", "reachable-action", "applicable"], ["open"], 9, 0
        )
    ]
    assert {row["group"] for row in found} >= {"applicable_actions_gen", "reachable_action_gen"}
    for row in found:
        check(row)
