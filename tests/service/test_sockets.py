"""Episodes over a socket, with OpenEnv's frames."""

from __future__ import annotations

import json
from typing import Any

import pytest
from service.conftest import Client, made
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect


def opened(client: Client, task: str, more: str = "") -> ClientConnection:
    return connect(f"{client.address.replace('http', 'ws')}/v1/tasks/{task}/ws{more}")


def asked(socket: ClientConnection, kind: str, **data: object) -> dict[str, Any]:
    socket.send(json.dumps({"type": kind, "data": data}))
    return dict(json.loads(socket.recv()))


def test_an_episode(client: Client) -> None:
    with opened(client, made(client)) as socket:
        start = asked(socket, "reset", seed=1)
        assert start["type"] == "observation"
        assert (start["data"]["reward"], start["data"]["done"]) == (0.0, False)
        seen = start["data"]["observation"]
        after = asked(socket, "step", action=seen["actions"][0])["data"]["observation"]
        assert (after["node"], after["action"]) == (1, seen["actions"][0])
        state = asked(socket, "state")
        assert state["type"] == "state"
        assert (state["data"]["episode_id"], state["data"]["step_count"]) == (after["id"], 1)
        assert state["data"]["state"] == after["state"]
        assert client.get(f"/v1/sessions/{after['id']}").json() == after
        again = asked(socket, "reset", seed=1)["data"]["observation"]
        assert again["state"] == seen["state"]
        assert client.get(f"/v1/sessions/{after['id']}").status == 404
        socket.send(json.dumps({"type": "close"}))
        with pytest.raises(ConnectionClosed):
            socket.recv()
    assert client.get(f"/v1/sessions/{again['id']}").status == 404


def test_a_session_goes_on_over_another_socket(client: Client) -> None:
    task = made(client)
    with opened(client, task) as socket:
        seen = asked(socket, "reset")["data"]["observation"]
    with opened(client, task, f"?session={seen['id']}") as socket:
        after = asked(socket, "step", action=seen["actions"][0])["data"]["observation"]
        assert (after["id"], after["parent"]) == (seen["id"], 0)


def test_an_agent_may_not_reset(client: Client) -> None:
    with opened(client, made(client), "?role=agent") as socket:
        assert asked(socket, "reset")["type"] == "observation"
        refused = asked(socket, "reset")["data"]
        assert (refused["status"], refused["message"]) == (403, "this connection may not reset")


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/v1/tasks/TASK/ws?backnd=sld", 400, "there is no parameter 'backnd'"),
        ("/v1/tasks/TASK/ws?role=agnet", 400, "there is no role 'agnet'"),
        ("/v1/ws?backend=sld", 400, "there is no parameter 'backend'"),
        ("/relgym/v1/ws", 404, "there is no socket '/relgym/v1/ws'"),
    ],
)
def test_addresses_are_checked(client: Client, path: str, status: int, detail: str) -> None:
    address = f"{client.address.replace('http', 'ws')}{path.replace('TASK', made(client))}"
    with pytest.raises(InvalidStatus) as refused, connect(address):
        pass
    found = json.loads(refused.value.response.body)
    assert (found["status"], found["detail"]) == (status, detail)


@pytest.mark.parametrize(
    ("frame", "code", "message"),
    [
        ("{", "VALIDATION_ERROR", "no JSON"),
        ("[]", "VALIDATION_ERROR", "wrong form"),
        ('{"type": "none"}', "VALIDATION_ERROR", "no frame of the type 'none'"),
        ('{"type": "step", "data": {}}', "VALIDATION_ERROR", "no action"),
        ('{"type": "step", "data": []}', "VALIDATION_ERROR", "wrong form"),
        ('{"type": "reset", "data": {"seed": -1}}', "VALIDATION_ERROR", "not a whole number"),
        ('{"type": "reset", "data": {"seed": true}}', "VALIDATION_ERROR", "not a whole number"),
        ('{"type": "step", "data": {"action": "(fly b1)"}}', "EXECUTION_ERROR", "unknown action 'fly'"),
        ('{"type": "step", "data": {"action": "((("}}', "VALIDATION_ERROR", ""),
    ],
)
def test_errors_leave_the_session_as_it_is(client: Client, frame: str, code: str, message: str) -> None:
    with opened(client, made(client)) as socket:
        seen = asked(socket, "reset")["data"]["observation"]
        socket.send(frame)
        answer = json.loads(socket.recv())
        assert (answer["type"], answer["data"]["code"]) == ("error", code)
        assert message in answer["data"]["message"]
        assert asked(socket, "state")["data"]["state"] == seen["state"]


def test_steps_need_an_episode(client: Client) -> None:
    with opened(client, made(client)) as socket:
        assert "no episode" in asked(socket, "step", action="(x)")["data"]["message"]
    with opened(client, "none") as socket:
        assert "no task" in asked(socket, "reset")["data"]["message"]
