"""The general socket: order within a session, other sessions side by side, frames of another form."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from service.conftest import SECONDS, Client, made, started
from service.test_errors import SLOW, slow_problem
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect


def opened(client: Client, more: str = "") -> ClientConnection:
    return connect(f"{client.address.replace('http', 'ws')}/v1/ws{more}")


def send(socket: ClientConnection, number: object, verb: str, **data: Any) -> None:
    socket.send(json.dumps({"id": number, "verb": verb, "data": data}))


def test_frames_of_a_session_are_carried_out_in_order(client: Client) -> None:
    start = started(client, made(client))
    action = start["actions"][0]
    with opened(client) as socket:
        for number in range(0, 40, 2):
            send(socket, number, "sessions.step", session=start["id"], action=action)
            send(socket, number + 1, "sessions.undo", session=start["id"])
        answers = [json.loads(socket.recv()) for _ in range(40)]
    assert [answer["id"] for answer in answers] == [*range(40)]
    nodes = [number for step in range(1, 21) for number in (step, 0)]
    assert [answer["ok"]["node"] for answer in answers] == nodes


def test_an_agent_takes_no_step_back(client: Client) -> None:
    start = started(client, made(client))
    own: dict[str, Any] = {"session": start["id"]}
    with opened(client, "?role=agent") as socket:
        for number, (verb, more) in enumerate(
            [("step", {"action": start["actions"][0]}), ("undo", {}), ("reset", {}), ("goto", {"node": 0}), ("get", {})]
        ):
            send(socket, number, f"sessions.{verb}", **own, **more)
        step, *denied, get = [json.loads(socket.recv()) for _ in range(5)]
    assert [answer["problem"]["status"] for answer in denied] == [403, 403, 403]
    assert step["ok"] == get["ok"]
    with opened(client) as socket:
        send(socket, 1, "sessions.undo", **own)
        assert json.loads(socket.recv())["ok"]["node"] == 0


def test_a_slow_call_delays_no_other_session(hurried: Client) -> None:
    slow = hurried.post("/v1/tasks", {"domain": SLOW, "problem": slow_problem(11)}).json()["id"]
    start = started(hurried, made(hurried))
    with opened(hurried) as socket:
        send(socket, "slow", "sessions.create", task=slow)
        send(socket, "fast", "sessions.get", session=start["id"])
        fast, late = json.loads(socket.recv()), json.loads(socket.recv())
    assert fast == {"id": "fast", "ok": start}
    assert (late["id"], late["problem"]["status"]) == ("slow", 408)
    assert f"{SECONDS:g} s" in late["problem"]["detail"]


def test_a_batch_waits_for_the_frames_of_its_sessions(client: Client) -> None:
    start = started(client, made(client))
    step = {"session": start["id"], "action": start["actions"][0]}
    undo = {"verb": "sessions.undo", "data": {"session": start["id"]}}
    with opened(client) as socket:
        send(socket, 1, "sessions.step", **step)
        send(socket, 2, "batch", calls=[undo, {"verb": "sessions.step", "data": step}])
        send(socket, 3, "sessions.get", session=start["id"])
        answers = [json.loads(socket.recv()) for _ in range(3)]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert [one["ok"]["node"] for one in answers[1]["ok"]] == [0, 2]
    assert answers[2]["ok"]["node"] == 2


@pytest.mark.parametrize(
    ("text", "key", "detail"),
    [
        ("{", None, "this is no JSON"),
        ("[1]", None, "the frame is not an object"),
        (json.dumps({"id": 7, "verb": "tasks.check", "data": {"domain": "\0"}}), 7, "a text has a null character"),
        (json.dumps({"id": "x", "verb": "engines", "data": {"a": "\ud83d"}}), "x", "a text has half a surrogate pair"),
        ('{"id": 7}', 7, "the frame has other members"),
        ('{"id": 7, "verb": "engines", "date": {}}', 7, "the frame has other members"),
        ('{"id": 7, "verb": "engine"}', 7, "there is no verb 'engine'"),
        ('{"id": 7, "verb": ["engines"]}', 7, "there is no verb"),
        ('{"id": 7, "verb": "engines", "data": 3}', 7, "the data of a request are an object"),
        ('{"id": 7, "verb": "sessions.get", "data": {"session": ["a"]}}', 7, "session has another kind of value"),
        ('{"id": 7, "verb": "batch", "data": {"calls": [{"data": {"session": []}}]}}', 7, "call 0 has the wrong form"),
        (json.dumps({"id": 7, "verb": "engines", "data": {"x" * 100_001: 1}}), 7, "there is no member"),
    ],
)
def test_a_wrong_frame_leaves_the_socket_open(client: Client, text: str, key: object, detail: str) -> None:
    with opened(client) as socket:
        socket.send(text)
        answer = json.loads(socket.recv())
        assert answer["id"] == key
        assert answer["problem"]["detail"].startswith(detail)
        socket.send('{"verb": "engines"}')
        assert json.loads(socket.recv())["id"] is None


def test_a_frame_that_is_too_large_ends_the_socket(client: Client) -> None:
    with opened(client) as socket:
        with suppress(ConnectionClosedError):
            socket.send(json.dumps({"verb": "x" * 5_000_000}))
        # The client may still be sending when the service ends the connection.
        with pytest.raises(ConnectionClosedError):
            socket.recv()
    with opened(client) as socket:
        socket.send('{"id": 1, "verb": "engines"}')
        assert "ok" in json.loads(socket.recv())
