"""The general socket: all verbs, as frames.

A frame `{"id", "verb", "data"}` is answered by `{"id", "ok"}` or `{"id", "problem"}`. Frames of different sessions are
carried out side by side, those of one session in order.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from relgym.service.encoding import dumps, received
from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.service.verbs.table import answered, session_of
from relgym.tuning.service import IDLE_SOCKET_SECONDS, SOCKET_FRAMES_LIMIT

ROUTER = APIRouter()

EXPECTED = '{"id": 1, "verb": "sessions.step", "data": {"session": ID, "action": "(press)"}}'


@ROUTER.websocket("/v1/ws")
async def converse(socket: WebSocket) -> None:
    """Answer frames until the socket ends.

    Args:
        socket: The socket.
    """
    await socket.accept()
    frames = Frames(socket.app.state.hub, socket)
    try:
        while True:
            try:
                async with asyncio.timeout(IDLE_SOCKET_SECONDS):
                    text = await socket.receive_text()
            except TimeoutError:
                if frames.busy:
                    continue
                await socket.close(1001, "no frame for a long time")
                return
            await frames.begin(text)
    except WebSocketDisconnect:
        pass


class Frames:
    """The frames of a socket that are being carried out."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        """Begin with none.

        Args:
            hub: Carries out requests.
            socket: Takes the answers.
        """
        self._hub = hub
        self._socket = socket
        self._room = asyncio.Semaphore(SOCKET_FRAMES_LIMIT)
        # The last frame about each session.
        self._last: dict[str, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """True while frames are being carried out."""
        return bool(self._running)

    async def begin(self, text: str) -> None:
        """Begin to carry out a frame, as soon as there is room for it."""
        await self._room.acquire()
        frame, problem = _read(text)
        sessions = _sessions(frame)
        before = [self._last[session] for session in sessions if session in self._last]
        task = asyncio.create_task(self._carry_out(frame, problem, before))
        self._running.add(task)
        for session in sessions:
            self._last[session] = task
        task.add_done_callback(lambda done: self._end(done, sessions))

    async def _carry_out(
        self, frame: dict[str, Any], problem: dict[str, Any] | None, before: list[asyncio.Task[None]]
    ) -> None:
        if before:
            await asyncio.wait(before)
        if problem is not None:
            answer = b'"problem":' + dumps(problem)
        else:
            answer = await answered(self._hub, frame["verb"], frame.get("data", {}))
        text = b'{"id":' + dumps(frame.get("id")) + b"," + answer + b"}"
        # Where the client has gone, what it asked for is done all the same.
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_text(text.decode())

    def _end(self, done: asyncio.Task[None], sessions: set[str]) -> None:
        self._room.release()
        self._running.discard(done)
        for session in sessions:
            if self._last.get(session) is done:
                del self._last[session]


def _read(text: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return a frame, and its problem if it has another form."""
    try:
        frame = received(text)
    except Refused as refused:
        return {}, refused.problem
    if not isinstance(frame, dict):
        return {}, Refused(400, "the frame is no object", expected=EXPECTED).problem
    if "verb" not in frame or frame.keys() - {"id", "verb", "data"}:
        return frame, Refused(400, "the frame has other members", expected=EXPECTED).problem
    return frame, None


def _sessions(frame: dict[str, Any]) -> set[str]:
    """Return the sessions that a frame is about."""
    data = frame.get("data")
    calls = data.get("calls") if frame.get("verb") == "batch" and isinstance(data, dict) else None
    if isinstance(calls, list):
        return {session for call in calls if isinstance(call, dict) and (session := session_of(call))}
    session = session_of(frame)
    return set() if session is None else {session}
