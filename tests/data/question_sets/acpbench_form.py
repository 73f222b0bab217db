"""A validator of records of ACPBench and ACPBench Hard, written from their published form: fields, types, grammar.

`check` raises `AssertionError` for a record that is not in the form.
"""

from __future__ import annotations

import re

NAME = r"[a-zA-Z][a-zA-Z0-9_-]*"
ITEM = re.compile(rf"\({NAME}(?: {NAME})*\)")
BARE = re.compile(rf"{NAME}(?: {NAME})*")
TASKS = {
    "applicable_actions",
    "progression",
    "reachable_atom",
    "reachable_action",
    "action_justification",
    "landmarks",
    "goal_closer",
    "validation",
}
HARD = ["id", "group", "context", "question", "answer", "PDDL_domain", "PDDL_problem"]


def items(value):
    assert isinstance(value, list) and all(isinstance(item, str) and ITEM.fullmatch(item) for item in value), value
    return True


def check(row):
    task, _, form = row["group"].rpartition("_")
    assert task in TASKS
    assert isinstance(row["id"], int) and -(2**63) <= row["id"] < 2**63
    assert all(isinstance(row[key], str) and row[key] for key in ("context", "question"))
    if form == "bool":
        assert [*row] == ["id", "group", "context", "question", "answer"]
        assert row["answer"] in ("yes", "no")
    elif form == "mc":
        assert sorted(row) == sorted(["id", "group", "context", "question", "answer", "choices", "query"])
        assert row["choices"]["label"] == ["A", "B", "C", "D"] and len(row["choices"]["text"]) == 4
        assert row["answer"] in row["choices"]["label"]
    else:
        assert form == "gen"
        assert [*row] == HARD
        assert row["PDDL_domain"].startswith("(define (domain ") and row["PDDL_problem"].startswith("(define (problem ")
        check_answer(task, row["answer"], row["question"])


def check_answer(task, answer, question):
    match task:
        case "applicable_actions" | "reachable_action":
            assert items(answer)
        case "reachable_atom":
            # Their evaluator adds the brackets.
            assert isinstance(answer, list) and all(BARE.fullmatch(atom) for atom in answer)
        case "progression":
            assert [*answer] == ["pos", "neg"] and items(answer["pos"]) and items(answer["neg"])
        case "landmarks":
            assert [*answer] == ["yes", "no"] and items(answer["yes"]) and items(answer["no"])
        case "goal_closer":
            assert [*answer] == ["yes", "no", "maybe", "opt"] and answer["opt"].isdigit()
            assert items(answer["yes"]) and answer["yes"] and items(answer["no"]) and items(answer["maybe"])
        case "validation":
            assert type(answer) is int and 0 <= answer < len(ITEM.findall(question))
        case "action_justification":
            # Their evaluator finds the plan at these places.
            plan = question[19:-147].replace(") (", ")######(").split("######")
            assert items(plan) and answer
            for removed in answer:
                assert removed[-1] == "-1" and 1 <= len(removed[:-1]) <= 2 and items(removed[:-1])
        case _:
            raise AssertionError(task)
