"""The general socket ends when no frame comes for long, and not while a frame is being carried out."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest

from relgym.service.transports import general_socket
from relgym.service.transports.general_socket import RunningFrames


class Socket:
    """Keeps what is sent, and when it is closed."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: list[int] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


def test_idle_sockets_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general_socket, "IDLE_SOCKET_SECONDS", 0.01)

    async def idle() -> list[int]:
        socket = Socket()
        RunningFrames(cast(Any, None), cast(Any, socket))
        await asyncio.sleep(0.2)
        return socket.closed

    assert asyncio.run(idle()) == [1001]


def test_a_failure_is_answered_and_frees_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general_socket, "SOCKET_FRAMES_LIMIT", 1)

    async def failing() -> list[str]:
        socket = Socket()
        # A hub without engines: each request fails.
        frames = RunningFrames(cast(Any, None), cast(Any, socket))
        for number in range(3):
            await frames.begin(f'{{"id": {number}, "verb": "engines"}}')
        await asyncio.sleep(0.05)
        frames.end()
        return socket.sent

    sent = asyncio.run(failing())
    assert [json.loads(text)["id"] for text in sent] == [0, 1, 2]
    assert [json.loads(text)["problem"]["status"] for text in sent] == [500, 500, 500]


def test_large_frames_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general_socket, "SOCKET_CHARACTERS_LIMIT", 50)
    running = most = 0

    async def answered(hub: object, verb: str, data: object) -> bytes:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        return b'"ok":{}'

    monkeypatch.setattr(general_socket, "answered", answered)

    async def sent() -> list[str]:
        socket = Socket()
        frames = RunningFrames(cast(Any, None), cast(Any, socket))
        for number in range(6):
            await frames.begin(f'{{"id": {number}, "verb": "engines"}}')
        await asyncio.sleep(0.05)
        frames.end()
        return socket.sent

    assert len(asyncio.run(sent())) == 6
    # Each has 29 characters; one more may begin while there are fewer than 50.
    assert most == 2
