"""The tools for language models: a scripted client plays, and answers are short and say what to do."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from service.mcp.conftest import Call, caller, check_played, played, session_of, tools

from relgym.catalogue import spec
from relgym.catalogue.generators import ProblemGenerator

CHARACTERS = 2500
"""The largest answer about a large problem."""


def test_a_client_plays_to_the_goal_over_stdio() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "relgym.cli", "mcp"])

    async def play() -> list[str]:
        async with Client(stdio_client(command)) as client:
            return await played(caller(client))

    check_played(asyncio.run(play()))


def test_descriptions_tell_what_tools_are_for() -> None:
    from relgym.service.local import LocalService
    from relgym.service.mcp.server import server

    async def listed() -> list[Any]:
        async with Client(server(LocalService().call)) as client:
            return list((await client.list_tools()).tools)

    found = asyncio.run(listed())
    names = {tool.name for tool in found}
    assert names == {
        "list_domains",
        "load",
        "describe",
        "show_state",
        "list_actions",
        "step",
        "undo",
        "query",
        "explain",
        "plan",
        "validate_plan",
    }
    for tool in found:
        assert 40 < len(tool.description) < 400, tool.name
        hints = tool.annotations
        is_reading = tool.name not in ("load", "step", "undo")
        assert (hints.read_only_hint, hints.idempotent_hint) == (is_reading, is_reading)
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
        # All arguments are described; sessions are arguments, so that nothing rests on a connection.
        own = tool.input_schema["properties"]
        assert all(each.get("description") for each in own.values()), tool.name
        assert ("session" in own) == (tool.name not in ("list_domains", "load"))


LARGE = {
    "blocks": {"blocks": 60},
    "logistics": {},
    "sokoban": {},
}


@pytest.mark.parametrize("domain", LARGE)
def test_answers_about_large_problems_are_short(domain: str) -> None:
    own = spec(domain)
    problem = (
        ProblemGenerator.of(own).text(7, LARGE[domain])
        if LARGE[domain]
        else own.problem("test", -1 + len(own.problems("test"))).read_text("utf-8")
    )

    async def asked() -> dict[str, str]:
        async with tools() as call:
            loaded = await call("load", domain=own.domain.read_text("utf-8"), problem=problem)
            session = session_of(loaded)
            action = (await call("list_actions", session=session)).splitlines()[1].strip()
            return {
                "list_domains": await call("list_domains"),
                "some domains": await call("list_domains", contains="a"),
                "load": loaded,
                "describe": await call("describe", session=session),
                "show_state": await call("show_state", session=session),
                "list_actions": await call("list_actions", session=session),
                "step": await call("step", session=session, actions=[action]),
                "refused": await call("step", session=session, actions=["(no such action)"]),
                "validate_plan": await call("validate_plan", session=session, plan=[action, action]),
                "query": await call("query", session=session, formula="(not (= ?x ?y))"),
                "explain": await call("explain", session=session, subject="goal"),
                "undo": await call("undo", session=session),
            }

    found = asyncio.run(asked())
    assert {name: len(text) for name, text in found.items() if len(text) > CHARACTERS} == {}
    assert "more. Ask a narrower formula." in found["query"]


async def failing(call: Call, session: str) -> dict[str, str]:
    return {
        "unknown session": await call("show_state", session="none"),
        "unknown domain": await call("load", domain="blox"),
        "unknown problem": await call("load", domain="blocks", problem="p99"),
        "unknown engine": await call("load", domain="blocks", engine="prolog"),
        "no problem": await call("load", domain="(define (domain d))"),
        "a wrong text": await call("load", domain="(define (domain d)\n  (:predicates (p ?x - t)))", problem="(x)"),
        "a wrong formula": await call("query", session=session, formula="(onn ?x b1)"),
        "nothing to undo": await call("undo", session=session),
        "no action": await call("step", session=session, actions=[]),
        "too many": await call("step", session=session, actions=["(pick-up b1)"] * 501),
        "missing": await call("step", actions=["(pick-up b1)"]),
        "no list": await call("step", session=session, actions="(pick-up b1)"),
        "no number": await call("undo", session=session, steps=0),
        "unknown argument": await call("query", session=session, formula="(handempty)", contain="b1"),
        "unknown tool": await call("list_action", session=session),
    }


def test_failures_say_what_to_do() -> None:
    async def asked() -> dict[str, str]:
        async with tools() as call:
            return await failing(call, session_of(await call("load", domain="blocks")))

    found = asyncio.run(asked())
    hints = {
        "unknown session": "hint: `load` starts a session",
        "unknown domain": "hint: did you mean 'blocks'?",
        "unknown problem": "'blocks' has no problem 'train/p99'",
        "unknown engine": "expected: builtin, ",
        "no problem": "give `problem`",
        "a wrong text": "domain, line 2, column 24: ",
        "a wrong formula": "hint: did you mean 'on'?",
        "nothing to undo": "the session stands at its start",
        "no action": "expected: at least one",
        "too many": "expected: at most 500",
        "missing": "the argument 'session' is missing\nexpected: a text: The session, as `load` has given it.",
        "no list": "the argument 'actions' has another kind of value\nexpected: a list of texts: One action, or ",
        "no number": "expected: a whole number from 1: How many steps",
        "unknown argument": "there is no argument 'contain'\nexpected: one of session, formula",
        "unknown tool": "hint: did you mean 'list_actions'?",
    }
    assert {name for name, hint in hints.items() if hint not in found[name]} == set(), found
    assert max(map(len, found.values())) < 900
    assert not any("pydantic" in text for text in found.values())


def test_plans_that_fail_say_where() -> None:
    async def asked() -> tuple[str, str, str]:
        async with tools() as call:
            session = session_of(await call("load", domain="blocks"))
            plans = (["(pick-up b1)", "(pick-up b1)"], ["(pick-up b1)"])
            several = [await call("validate_plan", session=session, plan=plan) for plan in plans]
            return several[0], several[1], await call("show_state", session=session)

    invalid, short, state = asyncio.run(asked())
    assert invalid.startswith("The plan is not valid.\nAction 2, (pick-up b1), fails.")
    assert "the goal does not hold at the end" in short
    assert state.startswith("After 0 steps: the goal does not hold.")


def test_rddl() -> None:
    async def asked() -> list[str]:
        async with tools() as call:
            loaded = await call("load", domain="sysadmin")
            session = session_of(loaded)
            steps = await call("step", session=session, actions=["noop", "reboot___c1 = true"])
            subjects = ("reboot___c1 = true", "running(c1) ^ running(c2)", "goal")
            told = [await call("explain", session=session, subject=subject) for subject in subjects]
            return [loaded, steps, await call("query", session=session, formula="running(?c)"), *told]

    loaded, steps, answers, action, formula, goal = asyncio.run(asked())
    assert action.startswith("the action may be taken: every precondition holds")
    assert formula.splitlines()[0].startswith("running(c1) ^ running(c2) is ")
    assert formula.splitlines()[1].startswith("  running(c")
    assert goal == "the episode goes on: there is no termination condition"
    assert "RDDL instance" in loaded and "  reboot___c1 = true" in loaded
    assert "Carried out 2 of 2 actions." in steps
    assert "Answers (" in answers


def test_a_plan_that_is_found_is_valid_and_leads_to_the_goal() -> None:
    async def asked() -> list[str]:
        async with tools() as call:
            session = session_of(await call("load", domain="blocks", problem="train/p05"))
            found = await call("plan", session=session)
            plan = [line.strip() for line in found.splitlines()[2:]]
            valid = await call("validate_plan", session=session, plan=plan)
            return [found, valid, await call("step", session=session, actions=plan)]

    found, valid, done = asyncio.run(asked())
    assert found.startswith("A plan with ")
    assert valid.startswith("The plan is valid")
    assert "the goal holds." in done


def test_ready_made_axioms_may_be_asked_about() -> None:
    async def asked() -> str:
        async with tools() as call:
            session = session_of(await call("load", domain="blocks", axioms=["stacks"]))
            return await call("query", session=session, formula="(above ?x b3)")

    assert asyncio.run(asked()) == "Answers (1):\n  ?x = b2"


LAMP = """(define (domain lamp) (:requirements :negative-preconditions) (:predicates (lit) (whole))
  (:action smash :precondition (whole) :effect (and (not (whole)) (not (lit)))))"""


def test_a_goal_out_of_reach() -> None:
    async def asked() -> str:
        async with tools() as call:
            problem = "(define (problem p) (:domain lamp) (:init (whole)) (:goal (lit)))"
            return await call("plan", session=session_of(await call("load", domain=LAMP, problem=problem)))

    assert asyncio.run(asked()).startswith("There is no plan: the goal cannot be reached")


def test_what_another_planner_claims_is_told_as_its_claim() -> None:
    pytest.importorskip("pyperplan", reason="pyperplan is not installed: pip install 'relgym[planners]'")

    async def asked() -> str:
        async with tools() as call:
            problem = "(define (problem p) (:domain lamp) (:init (whole)) (:goal (lit)))"
            session = session_of(await call("load", domain=LAMP, problem=problem))
            return await call("plan", session=session, planner="pyperplan")

    assert asyncio.run(asked()).startswith("There may be no plan: 'pyperplan' claims that the task is unsolvable")


def test_descriptions_of_domains() -> None:
    async def asked() -> list[str]:
        async with tools() as call:
            several = [session_of(await call("load", domain=domain)) for domain in ("blocks-above", "sysadmin")]
            narrow = [await call("describe", session=several[0], contains=name) for name in ("above", "tower")]
            return [*narrow, *[await call("describe", session=session) for session in several]]

    narrow, none, pddl, rddl = asyncio.run(asked())
    assert narrow == "Predicates (1):\n  (above ?x - block ?y - block), derived"
    assert none == "No name contains 'tower'."
    assert "(above ?x - block ?y - block), derived" in pddl
    assert "  b1 - block" in pddl
    assert "  running(computer)" in rddl and "  reboot(computer)" in rddl
