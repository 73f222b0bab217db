"""Owners: what one has made, another one does not see, whatever is asked; scopes; agents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest
import websockets
from service.conftest import Client, made, serving, started, texts
from service.test_errors import refused

from relgym.cli import main
from relgym.service.access.callers import DENIED_TO_AGENTS
from relgym.service.access.tokens import parts_of
from relgym.service.verbs.table import VERBS

UNKNOWN = "0" * 32
ACTION = "(pick-up b)"


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Client]]:
    """Clients with tokens: ann and bob, ann's reader and agent, and an administrator."""
    data = tmp_path_factory.mktemp("owners")
    tokens: dict[str, str] = {}

    def make(name: str, *options: str) -> None:
        with redirect_stdout(StringIO()) as output:
            assert main(["token", "create", "--data", str(data), *options]) == 0
        tokens[name] = output.getvalue().strip()

    make("ann")
    make("bob")
    ann, _ = parts_of(tokens["ann"]) or ("", "")
    make("reader", "--scope", "read", "--owner", ann)
    make("agent", "--agent", "--owner", ann)
    make("admin", "--scope", "admin")
    # So slow that no machine is slower.
    make("slow", "--rate", "5")
    with serving(data) as (_, client):
        yield lambda name: Client(client.address, tokens[name])


def called(client: Client, verb: str, data: dict[str, Any]) -> dict[str, Any]:
    """The answer of a verb: its result by `ok`, or its problem."""
    answer = client.post("/v1/batch", {"calls": [{"verb": verb, "data": data}]})
    assert answer.status == 200, answer.text
    return dict(answer.json()[0])


def example(verb: str, **known: str) -> dict[str, Any]:
    return {**VERBS[verb].form.example(frozenset()), **known}


def about(member: str) -> list[str]:
    return [name for name, verb in VERBS.items() if member in verb.form.fields]


@pytest.mark.parametrize("verb", about("session"))
def test_a_session_of_another_one_looks_unknown(clients: Callable[[str], Client], verb: str) -> None:
    ann, bob = clients("ann"), clients("bob")
    task = made(ann)
    made(bob)
    session = str(started(ann, task)["id"])
    before = ann.get(f"/v1/sessions/{session}").json()
    known = {"task": task} if "task" in VERBS[verb].form.fields else {}
    seen = called(bob, verb, example(verb, session=session, **known))
    unknown = called(bob, verb, example(verb, session=UNKNOWN, **known))
    assert seen["problem"]["status"] == 404
    assert json.dumps(seen).replace(session, UNKNOWN) == json.dumps(unknown)
    assert ann.get(f"/v1/sessions/{session}").json() == before


@pytest.mark.parametrize("verb", about("task"))
def test_a_task_of_another_one_looks_unknown(clients: Callable[[str], Client], verb: str) -> None:
    ann, bob = clients("ann"), clients("bob")
    task = made(ann, problem=f"; {verb}\n{texts('blocks')['problem']}")
    seen = called(bob, verb, example(verb, task=task))
    unknown = called(bob, verb, example(verb, task=UNKNOWN))
    assert seen["problem"]["status"] == 404
    assert json.dumps(seen).replace(task, UNKNOWN) == json.dumps(unknown)
    assert ann.get(f"/v1/tasks/{task}").status == 200


def test_lists_show_own_things_alone(clients: Callable[[str], Client]) -> None:
    ann, bob, admin = clients("ann"), clients("bob"), clients("admin")
    task = made(ann, problem=f"; list\n{texts('blocks')['problem']}")

    def listed(client: Client) -> set[str]:
        return {one["id"] for one in client.get("/v1/tasks").json()["tasks"]}

    assert task in listed(ann)
    assert task not in listed(bob)
    assert task in listed(admin)


def test_a_socket_does_not_go_on_with_the_session_of_another_one(clients: Callable[[str], Client]) -> None:
    ann, bob = clients("ann"), clients("bob")
    task = made(ann)
    made(bob)
    session = started(ann, task)["id"]

    async def asked(path: str, frame: object) -> dict[str, Any]:
        url = bob.address.replace("http", "ws") + path
        async with websockets.connect(url, additional_headers=bob.headers) as socket:
            await socket.send(json.dumps(frame))
            return dict(json.loads(await socket.recv()))

    openenv = f"/v1/tasks/{task}/ws?session={session}"
    for kind in ("state", "step", "close"):
        answer = asyncio.run(asked(openenv, {"type": kind, "data": {"action": ACTION}}))
        assert answer["data"]["status"] == 404
    answer = asyncio.run(asked("/v1/ws", {"id": 1, "verb": "sessions.get", "data": {"session": session}}))
    assert answer["problem"]["status"] == 404
    assert ann.get(f"/v1/sessions/{session}").status == 200


def test_tools_of_models_have_the_rights_of_their_token(clients: Callable[[str], Client]) -> None:
    """Each request of the protocol is carried out for the token that came with it, in whatever order they come."""
    made(clients("ann"))
    sessions = {name: str(started(clients(name), made(clients(name)))["id"]) for name in ("ann", "bob")}

    def shown(name: str, session: str) -> str:
        client = clients(name)
        client.headers["accept"] = "application/json, text/event-stream"
        call = {"name": "show_state", "arguments": {"session": session}}
        answer = client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        assert answer.status == 200, answer.text
        return answer.text

    for _ in range(2):
        for name, session in sessions.items():
            for other in ("ann", "bob", "admin"):
                found = shown(other, session)
                if other in (name, "admin"):
                    assert "handempty" in found
                else:
                    assert "there is no session" in found
                    assert "handempty" not in found
    session = sessions["ann"]
    for name, tool in (("reader", "step"), ("agent", "undo")):
        client = clients(name)
        client.headers["accept"] = "application/json, text/event-stream"
        arguments = {"session": session, **({"actions": [ACTION]} if tool == "step" else {})}
        params = {"name": tool, "arguments": arguments}
        answer = client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        assert "needs a token" in answer.text or "an agent may not" in answer.text, answer.text


def test_a_reader_sees_and_changes_nothing(clients: Callable[[str], Client]) -> None:
    ann, reader = clients("ann"), clients("reader")
    session = started(ann, made(ann))
    path = f"/v1/sessions/{session['id']}"
    assert reader.get(path).json() == session
    assert reader.post(f"{path}/query", {"formula": "(handempty)"}).status == 200
    for verb, one in VERBS.items():
        if one.scope != "read":
            found = called(reader, verb, example(verb))["problem"]
            assert found["status"] == 403, verb
            assert f"'{one.scope}'" in found["detail"]
    assert ann.get(path).json() == session


def test_an_agent_takes_no_step_back(clients: Callable[[str], Client]) -> None:
    ann, agent = clients("ann"), clients("agent")
    session = started(ann, made(ann))
    path = f"/v1/sessions/{session['id']}"
    node = agent.post(f"{path}/step", {"action": session["actions"][0]}).json()
    assert node["node"] == 1
    for verb in DENIED_TO_AGENTS:
        assert called(agent, verb, example(verb, session=str(session["id"])))["problem"]["status"] == 403
    assert ann.get(path).json() == node
    task = made(ann)
    chosen = {"task": task, "state": node["state"]}
    assert "may not choose the state" in called(agent, "sessions.create", chosen)["problem"]["detail"]
    assert called(agent, "sessions.create", {"task": task})["ok"]["node"] == 0
    assert called(ann, "sessions.create", chosen)["ok"]["state"] == node["state"]

    async def played() -> None:
        url = agent.address.replace("http", "ws") + f"/v1/tasks/{made(ann)}/ws"
        async with websockets.connect(url, additional_headers=agent.headers) as socket:
            answers = []
            for _ in range(2):
                await socket.send(json.dumps({"type": "reset"}))
                answers.append(json.loads(await socket.recv())["type"])
            assert answers == ["observation", "error"]

    asyncio.run(played())
    assert VERBS.keys() >= DENIED_TO_AGENTS


def test_an_administrator_sees_all(clients: Callable[[str], Client]) -> None:
    ann, admin = clients("ann"), clients("admin")
    session = started(ann, made(ann))
    assert admin.get(f"/v1/sessions/{session['id']}").json() == session


def test_ids_are_random(clients: Callable[[str], Client]) -> None:
    ann = clients("ann")
    task = made(ann)
    ids = [str(started(ann, task)["id"]) for _ in range(20)]
    assert len(set(ids)) == 20
    assert all(len(one) == 32 and int(one, 16) for one in ids)
    bits = [sum(int(one, 16) >> bit & 1 for one in ids) for bit in range(128)]
    assert all(0 < count < 20 for count in bits), "a bit that is always the same can be guessed"


def test_a_batch_counts_as_many_requests(clients: Callable[[str], Client]) -> None:
    refused(clients("bob").post("/v1/batch", {"calls": [{"verb": "batch"}]}), 400)
    slow = clients("slow")
    calls = [{"verb": "sessions.get", "data": {"session": UNKNOWN}}] * 100
    # 100 calls are 20 seconds of what it may send, so the second batch is refused at once.
    assert [slow.post("/v1/batch", {"calls": calls}).status for _ in range(2)] == [200, 429]
