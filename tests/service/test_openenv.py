"""OpenEnv's own client plays relgym unchanged, and the frames that it sends are answered as it expects.

The client itself is installed by `make openenv` into an environment of its own, since it brings many packages and older
versions of some that relgym's tests use. Here the frames that it has sent are sent again.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from service.conftest import Client, made
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

FRAMES = Path(__file__).parent / "openenv" / "frames.json"
SCRIPT = Path(__file__).parent / "openenv" / "client.py"
PLAN = ["(pick-up b1)", "(put-down b1)", "(pick-up b1)", "(stack b1 b2)"]
PYTHON = os.environ.get("RELGYM_OPENENV")


@contextmanager
def recording(address: str) -> Iterator[tuple[str, list[list[Any]]]]:
    """An address that passes all frames on to another one, and the frames of each connection that clients have sent."""
    sent: list[list[Any]] = []

    def passed_on(client: ServerConnection) -> None:
        assert client.request is not None
        own: list[Any] = []
        sent.append(own)
        with connect(f"{address.replace('http', 'ws')}{client.request.path}") as service:
            try:
                for text in client:
                    own.append(json.loads(text))
                    service.send(text)
                    client.send(service.recv())
            except ConnectionClosed:
                pass

    with serve(passed_on, "127.0.0.1", 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}", sent
        server.shutdown()
        thread.join()


@pytest.mark.skipif(PYTHON is None, reason="RELGYM_OPENENV is not set: `make openenv` installs OpenEnv's client")
def test_the_client_plays_an_episode(client: Client) -> None:
    assert PYTHON is not None
    with recording(client.address) as (address, sent):
        command = [PYTHON, str(SCRIPT), f"{address}/v1/tasks/{made(client)}", *PLAN]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout)
    rewards, done = [0.0] * len(PLAN) + [1.0], [False] * len(PLAN) + [True]
    assert found["typed"] == {"rewards": rewards, "done": done, "goal": True, "steps": len(PLAN)}
    assert "unknown action 'fly'" in found["generic"].pop("error")
    assert found["generic"] == found["typed"] | {"episode": "first"}
    if os.environ.get("RELGYM_OPENENV_RECORD"):
        FRAMES.write_text(json.dumps(sent, indent=1) + "\n", "utf-8")
    assert sent == json.loads(FRAMES.read_text("utf-8"))


@pytest.mark.parametrize("number", [0, 1])
def test_its_frames_are_answered(client: Client, number: int) -> None:
    frames = json.loads(FRAMES.read_text("utf-8"))[number]
    assert [frame["type"] for frame in frames if frame["type"] not in ("step", "reset")] == ["state", "close"]
    answers: list[dict[str, Any]] = []
    with connect(f"{client.address.replace('http', 'ws')}/v1/tasks/{made(client)}/ws") as socket:
        for frame in frames[:-1]:
            socket.send(json.dumps(frame))
            answers.append(json.loads(socket.recv()))
        socket.send(json.dumps(frames[-1]))
        with pytest.raises(ConnectionClosed):
            socket.recv()
    errors = [answer["data"] for answer in answers if answer["type"] == "error"]
    assert [error["code"] for error in errors] == ["EXECUTION_ERROR"] * (number == 0)
    seen = [answer["data"] for answer in answers if answer["type"] == "observation"]
    # What OpenEnv's `_parse_result` and `StepResult` read.
    assert [each["reward"] for each in seen] == [0.0] * len(PLAN) + [1.0]
    assert [each["done"] for each in seen] == [False] * len(PLAN) + [True]
    assert all({"actions", "goal"} <= each["observation"].keys() for each in seen)
    state = answers[-1]["data"]
    assert (state["step_count"], state["goal"]) == (len(PLAN), True)
    assert state["episode_id"] == ("first" if number == 0 else state["id"])


def test_the_name_of_an_episode_is_a_short_text(client: Client) -> None:
    with connect(f"{client.address.replace('http', 'ws')}/v1/tasks/{made(client)}/ws") as socket:
        for name in (7, "x" * 256):
            socket.send(json.dumps({"type": "reset", "data": {"episode_id": name}}))
            answer = json.loads(socket.recv())
            assert (answer["type"], answer["data"]["code"]) == ("error", "VALIDATION_ERROR")
            assert "255 characters" in answer["data"]["hint"]
