"""The general socket: all verbs, as frames.

A frame `{"id", "verb", "data"}` is answered by `{"id", "ok"}` or `{"id", "problem"}`. Frames of different sessions are
carried out side by side, those of one session in order.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps, loads, received
from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.service.transports.text_socket import IdleTimer, TextSocket
from relgym.service.verbs.table import answered, session_of
from relgym.tuning.service import ANSWER_BYTES_LIMIT, IDLE_SOCKET_SECONDS, SOCKET_FRAMES_LIMIT

SOCKET_CHARACTERS_LIMIT = 2 * ANSWER_BYTES_LIMIT
"""Characters of the frames of one socket that are carried out at once; one frame more may begin."""

EXPECTED = '{"id": 1, "verb": "sessions.step", "data": {"session": ID, "action": "(press)"}}'

_FIRST_ID = re.compile(r'\s*\{\s*"id"\s*:\s*([0-9]{1,15}|"[^"\\]{0,100}")\s*,')


async def converse(hub: Hub, socket: TextSocket) -> None:
    """Answer frames until the socket ends.

    Args:
        hub: Carries out requests.
        socket: The socket.
    """
    if not await socket.accept():
        return
    frames = RunningFrames(hub, socket)
    try:
        while (text := await socket.receive()) is not None:
            await frames.begin(text)
    finally:
        frames.end()


class RunningFrames:
    """The frames of a socket that are being carried out."""

    def __init__(self, hub: Hub, socket: TextSocket) -> None:
        """Begin with none; must be called in the event loop.

        Args:
            hub: Carries out requests.
            socket: Takes the answers.
        """
        self._hub = hub
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        # The last frame about each session.
        self._last: dict[str, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._freed = asyncio.Event()
        # The characters of the frames that are being carried out.
        self._held = 0
        self._timer = IdleTimer(socket, IDLE_SOCKET_SECONDS, lambda: bool(self._running))

    async def begin(self, text: str) -> None:
        """Begin to carry out a frame, as soon as there is room for it."""
        self._timer.touch()
        while len(self._running) >= SOCKET_FRAMES_LIMIT or self._held >= SOCKET_CHARACTERS_LIMIT:
            self._freed.clear()
            await self._freed.wait()
        self._held += len(text)
        frame, problem = _read(text)
        sessions = _sessions(frame)
        before = [self._last[session] for session in sessions if session in self._last]
        work = self._carry_out(len(text), frame, problem, sessions, before)
        task = self._loop.create_task(CALLER.get().metered(work))
        self._running.add(task)
        for session in sessions:
            self._last[session] = task

    def end(self) -> None:
        """Wait for no further frame; what is being carried out is finished."""
        self._timer.cancel()

    async def _carry_out(
        self,
        size: int,
        frame: dict[str, Any],
        problem: dict[str, Any] | None,
        sessions: tuple[str, ...],
        before: list[asyncio.Task[None]],
    ) -> None:
        if before:
            await asyncio.wait(before)
        if problem is not None:
            answer = b'"problem":' + dumps(problem)
        else:
            answer = await answered(self._hub, frame["verb"], frame.get("data", {}))
        task = asyncio.current_task()
        assert task is not None
        for session in sessions:
            if self._last.get(session) is task:
                del self._last[session]
        text = b'{"id":' + dumps(frame.get("id")) + b"," + answer + b"}"
        # Where the client has gone, what it asked for is done all the same.
        await self._socket.send(text.decode())
        self._running.discard(task)
        self._held -= size
        self._freed.set()


def _read(text: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return a frame, and its problem if it has the wrong form."""
    try:
        frame = received(text)
    except Refused as refused:
        return _identified(text), refused.problem
    if not isinstance(frame, dict):
        return {}, Refused(400, "the frame is not an object", expected=EXPECTED).problem
    if "verb" not in frame or frame.keys() - {"id", "verb", "data"}:
        return frame, Refused(400, "the frame has other members", expected=EXPECTED).problem
    return frame, None


def _identified(text: str) -> dict[str, Any]:
    """Return the id of a frame that is refused unread, where it is the first member: its client waits for an answer."""
    found = _FIRST_ID.match(text)
    return {} if found is None else {"id": loads(found[1])}


def _sessions(frame: dict[str, Any]) -> tuple[str, ...]:
    """Return the sessions that a frame is about."""
    session = session_of(frame)
    if session is not None:
        return (session,)
    data = frame.get("data")
    calls = data.get("calls") if frame.get("verb") == "batch" and isinstance(data, dict) else None
    if not isinstance(calls, list):
        return ()
    found = (session_of(call) for call in calls if isinstance(call, dict))
    return tuple({session: None for session in found if session is not None})
