"""Verbs give equal answers over REST, over the general socket, and in one process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from service.conftest import Client, texts
from service.ways import Together

import relgym
from relgym.service.problems import Refused
from relgym.service.verbs.table import VERBS

LANGUAGES = {"pddl": "blocks", "rddl": "sysadmin"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_tasks(together: Together, language: str) -> None:
    given = texts(LANGUAGES[language])
    task = together("tasks.create", **given)
    assert together("tasks.create", **given) == task
    assert task["language"] == language
    assert together("tasks.get", task=task["id"]) == {**task, **given}
    for way in together.ways.values():
        assert task in way("tasks.list", {})["tasks"]


def test_tasks_take_ready_made_axioms_by_name(together: Together) -> None:
    """Names of files are texts, and no axioms."""
    listed = together("axioms")["axioms"]
    assert "stacks" in [own["name"] for own in listed]
    task = together("tasks.create", **{**texts("blocks"), "axioms": ["stacks"]})["id"]
    assert "(top b1)" in together("tasks.ask", task=task, question="derived")["derived"]
    assert together("tasks.check", **{**texts("blocks"), "axioms": ["stacks"]})["sound"]
    found = together("tasks.check", **{**texts("blocks"), "axioms": ["stack"]})
    assert (found["sound"], found["diagnostics"][0]["hint"]) == (False, "did you mean 'stacks'?")
    for given in ("stack", "kb/axioms/stacks.pddl", "./stacks"):
        assert together.refused("tasks.create", **{**texts("blocks"), "axioms": [given]})["status"] == 422


@pytest.mark.parametrize("way", ["rest", "socket", "local"])
def test_a_removed_task_is_gone_from_all_caches(together: Together, way: str) -> None:
    call = together.ways[way]
    task = call("tasks.create", texts("ferry"))
    session = call("sessions.create", {"task": task["id"]})["id"]
    assert call("tasks.ask", {"task": task["id"], "question": "goal"}) == {"goal": False}
    assert call("tasks.remove", {"task": task["id"]}) == {}
    for verb, data in [
        ("tasks.get", {"task": task["id"]}),
        ("tasks.remove", {"task": task["id"]}),
        ("tasks.ask", {"task": task["id"], "question": "goal"}),
        ("sessions.create", {"task": task["id"]}),
        ("sessions.get", {"session": session}),
        ("sessions.ask", {"session": session, "question": "goal"}),
    ]:
        with pytest.raises(Refused) as caught:
            call(verb, data)
        assert caught.value.problem["status"] == 404
    assert call("tasks.create", texts("ferry")) == task
    assert call("tasks.ask", {"task": task["id"], "question": "goal"}) == {"goal": False}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("backend", ["builtin", "sld", "swipl", "clingo"])
def test_sessions(together: Together, language: str, backend: str) -> None:
    task = together("tasks.create", **texts(LANGUAGES[language]))["id"]
    session, start = together.session(task=task, backend=backend, seed=3)
    first = together("sessions.step", session=session, action=start["actions"][0])
    assert (first["node"], first["parent"], first["action"]) == (1, 0, start["actions"][0])
    assert together("sessions.get", session=session) == first
    assert together("sessions.undo", session=session) == start
    second = together("sessions.step", session=session, action=start["actions"][-1])
    assert (second["node"], second["parent"]) == (2, 0)
    assert together("sessions.goto", session=session, node=1) == first
    found = together("sessions.steps", session=session, steps=[first["actions"][0], "(none)", first["actions"][0]])
    assert [node["node"] for node in found["nodes"]] == [3]
    assert found["failed"]["action"] == 1
    assert found["failed"]["problem"]["status"] in (409, 422)
    nodes = together("sessions.history", session=session)["nodes"]
    assert [(node["node"], node["parent"]) for node in nodes] == [(0, None), (1, 0), (2, 0), (3, 1)]
    assert together("sessions.reset", session=session) == start
    for question in ("actions", "goal"):
        answer = together("sessions.ask", session=session, question=question)
        assert answer == {question: start[question]}
        assert answer == together("tasks.ask", task=task, question=question, backend=backend, state=start["state"])
    for name, way in together.ways.items():
        fork = way("sessions.fork", {"session": session.keys[name]})
        assert fork["id"] != session.keys[name]
        assert {**fork, "id": None} == {**start, "id": None}
    assert together("sessions.remove", session=session) == {}
    assert together.refused("sessions.get", session=session)["status"] == 404


def test_numbers_of_any_size_pass(together: Together) -> None:
    domain = """(define (domain count) (:requirements :numeric-fluents) (:functions (n))
      (:action square :parameters () :effect (assign (n) (* (n) (n)))))"""
    problem = "(define (problem p) (:domain count) (:init (= (n) 2)) (:goal (> (n) 0)))"
    task = together("tasks.create", domain=domain, problem=problem)["id"]
    session, _ = together.session(task=task)
    after = together("sessions.steps", session=session, steps=["(square)"] * 8)["nodes"][-1]
    assert after["state"]["fluents"] == {"(n)": 2**256}
    # A state that comes back is the same one.
    asked = {"task": task, "question": "successor", "subject": "(square)", "state": after["state"]}
    assert together("tasks.ask", **asked)["state"]["fluents"] == {"(n)": 2**512}


def test_engines(together: Together) -> None:
    assert {"builtin", "clingo", "sld", "swipl"} <= set(together("engines")["engines"])


@pytest.mark.parametrize(
    ("verb", "data", "detail"),
    [
        ("sessions.get", {"session": "none"}, "there is no session 'none'"),
        ("sessions.create", {"task": "none"}, "there is no task 'none'"),
        ("sessions.create", {"task": 3}, "task has another kind of value"),
        ("sessions.create", {}, "the member 'task' is missing"),
        ("sessions.create", {"task": "x", "sead": 1}, "there is no member 'sead'"),
        ("sessions.create", {"task": "x", "seed": True}, "seed has another kind of value"),
        ("sessions.create", {"task": "x", "backend": "none"}, "there is no engine 'none'"),
        ("sessions.step", {"session": "x", "action": ["(a)"]}, "action has another kind of value"),
        ("sessions.ask", {"session": "x", "question": "goal", "formula": "(a)"}, "the question 'goal' has no formula"),
        ("batch", {"calls": [{"verb": "batch"}]}, "call 0 is a batch itself"),
        ("batch", {"calls": [{"verb": "engines", "more": 1}]}, "call 0 has the wrong form"),
        ("batch", {"calls": [3]}, "calls has another kind of value"),
    ],
)
def test_problems(together: Together, verb: str, data: dict[str, Any], detail: str) -> None:
    found = together.refused(verb, **data)
    assert found["detail"] == detail
    assert found["status"] in (400, 404, 422)
    assert found.get("expected") or found.get("hint")


def test_a_batch_carries_out_calls_of_many_sessions(together: Together, client: Client) -> None:
    task = together("tasks.create", **texts("blocks"))["id"]
    nodes = client.post("/v1/batch", {"calls": [{"verb": "sessions.create", "data": {"task": task}}] * 3}).json()
    sessions = [node["ok"]["id"] for node in nodes]
    assert len(set(sessions)) == 3
    action, back = nodes[0]["ok"]["actions"][0], {"session": sessions[0]}
    calls = [{"verb": "sessions.step", "data": {"session": session, "action": action}} for session in sessions]
    calls += [{"verb": "sessions.undo", "data": back}, {"verb": "sessions.undo", "data": back}, {"verb": "none"}]
    found = client.post("/v1/batch", {"calls": calls}).json()
    assert [answer["ok"]["node"] for answer in found[:4]] == [1, 1, 1, 0]
    assert [answer["problem"]["status"] for answer in found[4:]] == [409, 400]
    assert together("batch", calls=[{"verb": "engines"}, {"verb": "tasks.get", "data": {"task": task}}])[0] == {
        "ok": together("engines")
    }


def test_every_verb_is_described_with_an_example(client: Client) -> None:
    paths = client.get("/v1/openapi.json").json()["paths"]
    for verb in VERBS.values():
        for route in verb.routes:
            described = paths[route.path][route.method.lower()]
            assert described["summary"] == verb.summary
            assert "problem" in json.dumps(described["responses"]["default"])
            if route.status != 204:
                content = described["responses"][str(route.status)]["content"]["application/json"]
                assert content.get("example") or all(own["value"] for own in content["examples"].values())
            body = described.get("requestBody", {}).get("content", {}).get("application/json")
            given = body["example"] if body else {}
            given |= {each["name"]: each["example"] for each in described["parameters"] if "example" in each}
            verb.form.read(given)


def test_every_verb_is_carried_out_in_all_ways() -> None:
    folder = Path(__file__).parent
    files = [folder / "test_verbs.py", folder / "test_texts.py", *folder.parent.glob("questions/test_*.py")]
    text = "".join(file.read_text("utf-8") for file in files)
    ways = "together", "together.refused", "way", "call", "together.session"
    called = {verb for verb in VERBS if any(f'{way}("{verb}"' in text for way in ways)}
    assert called | {"sessions.create"} == VERBS.keys()
    assert "together.session(" in text


def test_a_service_without_a_server_needs_no_server() -> None:
    hidden = "orjson", "fastapi", "starlette", "uvicorn", "sqlalchemy"
    program = f"""
import sys
for name in {hidden!r}:
    sys.modules[name] = None
from relgym.service.local import LocalService
service = LocalService()
task = service.call("tasks.create", {texts("blocks")!r})
node = service.call("sessions.create", {{"task": task["id"], "seed": 1}})
node = service.call("sessions.step", {{"session": node["id"], "action": node["actions"][0]}})
print(node["node"])
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("1\n", "")


def test_the_local_service_reads_the_same_seed_as_environments(together: Together) -> None:
    given = texts("tireworld")
    env = relgym.make(relgym.Text(given["domain"]), [relgym.Text(given["problem"])])
    task = together("tasks.create", **given)["id"]
    session, node = together.session(task=task, seed=11)
    env.reset(seed=11)
    while node["actions"] and not node["terminated"]:
        node = together("sessions.step", session=session, action=node["actions"][0])
        state, *_ = env.step(
            env.unwrapped.action(node["action"]) if hasattr(env.unwrapped, "action") else node["action"]
        )
        assert node["state"] == state.to_json()
