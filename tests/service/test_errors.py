"""Errors are problem details: what is wrong, where, what was expected, what to do."""

from __future__ import annotations

from itertools import combinations

import pytest
from service.conftest import SECONDS, Answer, Client, finished, made, started, texts

from relgym.service.problems import MEDIA_TYPE

VARIABLES = [f"?v{number}" for number in range(12)]

SLOW = f"""(define (domain slow) (:requirements :adl) (:predicates (p ?a) (q))
  (:action go :parameters () :precondition (exists ({" ".join(VARIABLES)}) (and
    {" ".join(f"(p {own})" for own in VARIABLES)}
    {" ".join(f"(not (= {one} {other}))" for one, other in combinations(VARIABLES, 2))}))
   :effect (q)))"""
"""More pigeons than holes: a search goes through all permutations of the holes."""


def slow_problem(objects: int) -> str:
    names = [f"o{number}" for number in range(objects)]
    facts = " ".join(f"(p {name})" for name in names)
    return f"(define (problem s) (:domain slow) (:objects {' '.join(names)}) (:init {facts}) (:goal (q)))"


def refused(answer: Answer, status: int) -> dict[str, object]:
    assert answer.status == status, answer.text
    assert answer.kind == MEDIA_TYPE
    found = answer.json()
    assert found["status"] == status
    assert found["detail"]
    return dict(found)


def test_a_wrong_text_is_shown_at_its_place(client: Client) -> None:
    given = texts("blocks")
    wrong = str(given["domain"]).replace("(handempty)", "(hendempty)", 1)
    found = refused(client.post("/v1/tasks", {**given, "domain": wrong}), 422)
    assert found["code"] == "E201"
    assert isinstance(found["line"], int)
    assert isinstance(found["column"], int)
    assert "did you mean" in str(found["hint"])
    assert "^" in str(found["excerpt"])


@pytest.mark.parametrize("wrong", ["(on a", "(on ?x)", "(onn ?x ?y)", "", " ; nothing", "a b"])
def test_errors_of_texts_have_all_members(client: Client, wrong: str) -> None:
    path = f"/v1/tasks/{made(client)}/query"
    found = refused(client.post(path, {"formula": wrong}), 422)
    assert {"line", "column", "expected", "hint"} <= found.keys()
    assert found["line"] == 1
    given = texts("sysadmin")
    found = refused(
        client.post("/v1/tasks", {**given, "problem": str(given["problem"]).replace("instance", wrong)}), 422
    )
    assert {"line", "column", "expected", "hint"} <= found.keys()


def test_an_invalid_action_changes_nothing(client: Client) -> None:
    start = started(client, made(client))
    path = f"/v1/sessions/{start['id']}"
    refused(client.post(f"{path}/step", {"action": "(stack a a a)"}), 409)
    refused(client.post(f"{path}/step", {"action": "((("}), 422)
    assert client.get(path).json() == start


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/sessions/none", None, 404),
        ("POST", "/v1/sessions/none/step", {"action": "(x)"}, 404),
        ("GET", "/v1/tasks/none", None, 404),
        ("DELETE", "/v1/tasks/none", None, 404),
        ("POST", "/v1/sessions", {"task": "none"}, 404),
        ("POST", "/v1/sessions", {"task": 3}, 400),
        ("POST", "/v1/sessions", {"task": "x", "seed": -1}, 400),
        ("POST", "/v1/sessions", {"task": "x", "more": 1}, 400),
        ("POST", "/v1/sessions", {"task": "x", "backend": "none"}, 422),
        ("POST", "/v1/tasks", [], 400),
        ("POST", "/v1/tasks", {"domain": "x" * 5_000_000, "problem": ""}, 413),
        ("GET", "/v2", None, 404),
        ("PUT", "/v1/tasks", {}, 405),
    ],
)
def test_refusals(client: Client, method: str, path: str, body: object, status: int) -> None:
    refused(client.request(method, path, body), status)


def test_a_path_is_no_text(client: Client) -> None:
    found = refused(client.post("/v1/tasks", {"domain": "/etc/hosts", "problem": "/etc/hosts"}), 422)
    assert "localhost" not in str(found)


def test_a_call_that_takes_too_long_is_given_up_and_the_session_goes_on(hurried: Client) -> None:
    finished(hurried, "/v1/tasks", {"domain": SLOW, "problem": slow_problem(3)})
    large = finished(hurried, "/v1/tasks", {"domain": SLOW, "problem": slow_problem(11)})["id"]
    other = started(hurried, made(hurried))
    found = refused(hurried.post("/v1/sessions", {"task": large}), 408)
    assert f"{SECONDS:g} s" in str(found["detail"])
    assert hurried.get(f"/v1/sessions/{other['id']}").json() == other
    assert hurried.post(f"/v1/sessions/{other['id']}/step", {"action": other["actions"][0]}).status == 200


@pytest.mark.parametrize("question", ["actions", "goal", "derived"])
def test_stateless_questions(client: Client, question: str) -> None:
    task = made(client)
    start = started(client, task)
    answer = client.post(f"/v1/tasks/{task}/{question}", {"state": start["state"]})
    assert answer.status == 200
    known = {"actions": start["actions"], "goal": start["goal"], "derived": []}
    assert answer.json() == {question: known[question]}
    assert client.post(f"/v1/tasks/{task}/{question}", {}).json() == answer.json()
    refused(client.post(f"/v1/tasks/{task}/{question}", {"state": {"atoms": ["(none)"]}}), 422)


def test_an_unknown_question(client: Client) -> None:
    found = refused(client.post(f"/v1/tasks/{made(client)}/none", {}), 404)
    assert "explain" in str(found["expected"])


def test_other_methods(client: Client) -> None:
    found = refused(client.request("PUT", "/v1/tasks"), 405)
    assert (found["detail"], found["expected"]) == ("this address does not take PUT", "GET, POST")
    found = refused(client.get("/v1/nowhere"), 404)
    assert (found["detail"], found["hint"]) == (
        "there is no address '/v1/nowhere'",
        "/v1/openapi.json lists all addresses",
    )
    for path, status in (("/health", 200), ("/v1/tasks", 200), ("/v1/sessions/none", 404)):
        answer = client.request("HEAD", path)
        assert (answer.status, answer.text) == (status, "")
