"""The fast lane: a socket on which one client plays episodes of a task, with the frames of OpenEnv.

A frame is a JSON object with `type` and `data`. The client sends `reset`, `step`, `state` and `close`; the service
answers `observation`, `state` or `error`. An error leaves the socket open and the session as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.questions.plays import Given
from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps, loads, received
from relgym.service.hub import Hub, Seen
from relgym.service.problems import Refused
from relgym.service.transports.text_socket import IdleTimer, TextSocket
from relgym.tuning.service import FRAME_BYTES_LIMIT, IDLE_SOCKET_SECONDS

EPISODE_NAME_LIMIT = 255
"""Largest number of characters of the name that a client gives an episode, as OpenEnv's own servers have it."""

CODES = {400: "VALIDATION_ERROR", 409: "EXECUTION_ERROR", 422: "VALIDATION_ERROR", 429: "CAPACITY_REACHED"}
"""OpenEnv's code for a status; SESSION_ERROR for all others."""


async def play(hub: Hub, socket: TextSocket, task: str, more: Mapping[str, str]) -> None:
    """Play episodes of a task.

    Args:
        hub: Carries out requests.
        socket: The socket.
        task: The id of the task.
        more: What the address says: `backend`, the name of an engine; `session`, the id of a session to go on with,
            without which `reset` starts one.
    """
    if not await socket.accept():
        return
    episode = Episode(hub, task, more.get("backend", "builtin"), more.get("session", ""))
    timer = IdleTimer(socket, IDLE_SOCKET_SECONDS, lambda: episode.is_busy)
    try:
        while (text := await socket.receive()) is not None:
            timer.touch()
            answer = await episode.answer(text)
            if answer is None:
                await socket.close()
                return
            await socket.send(answer.decode())
    finally:
        timer.cancel()


class Episode:
    """The session that a socket plays.

    Attributes:
        is_busy: True while a frame is being answered.
    """

    def __init__(self, hub: Hub, task: str, backend: str, session: str) -> None:
        """Begin without an episode, or go on with a session.

        Args:
            hub: Carries out requests.
            task: The id of the task.
            backend: The name of an engine.
            session: The id of a session, or an empty text.
        """
        self._hub = hub
        self._task = task
        self._backend = backend
        self._session = session
        self._name = ""
        self.is_busy = False

    async def answer(self, text: str) -> bytes | None:
        """Answer a frame; `None` ends the connection."""
        self.is_busy = True
        try:
            kind, data = _read(text)
            CALLER.get().allow(kind, "read" if kind == "state" else "play")
            return await self._hub.pool.in_time(self._carried_out(kind, data))
        except Refused as refused:
            found = refused.problem
            code = CODES.get(found["status"], "SESSION_ERROR")
            return _frame("error", {**found, "diagnostic": found.get("code"), "message": found["detail"], "code": code})
        finally:
            self.is_busy = False

    async def _carried_out(self, kind: str, data: dict[str, Any]) -> bytes | None:
        match kind:
            case "reset":
                return _observation(await self._reset(data))
            case "step":
                return _observation(await self._hub.step(self._begun(), _action(data)))
            case "state":
                return _frame("state", await self._state())
            case "close":
                await self._close()
                return None
        raise Refused(400, f"there is no frame of the type {kind!r}", hint="send reset, step, state or close")

    def _begun(self) -> str:
        if not self._session:
            raise Refused(409, "there is no episode yet", hint="send a reset first")
        return self._session

    async def _reset(self, data: dict[str, Any]) -> Seen:
        seed = data.get("seed")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63):
            raise Refused(400, "the seed is not a whole number", hint="a whole number from 0 on, or none")
        name = data.get("episode_id") or ""
        if not isinstance(name, str) or len(name) > EPISODE_NAME_LIMIT:
            raise Refused(
                400, "the episode_id is not a short text", hint=f"at most {EPISODE_NAME_LIMIT} characters, or none"
            )
        if self._session and CALLER.get().is_agent:
            raise Refused(403, "this connection may not reset", hint="it has the role of an agent")
        before, seen = self._session, await self._hub.start(self._task, self._backend, seed)
        self._session, self._name = seen.session, name
        if before:
            await self._hub.remove_session(before)
        return seen

    async def _state(self) -> dict[str, Any]:
        view = loads(await self._hub.present(self._begun()))
        return {"episode_id": self._name or self._session, "step_count": view["steps"], **view}

    async def _close(self) -> None:
        if self._session:
            await self._hub.remove_session(self._session)


def _read(text: str) -> tuple[str, dict[str, Any]]:
    if len(text) > FRAME_BYTES_LIMIT:
        raise Refused(413, f"the frame has more than {FRAME_BYTES_LIMIT:,} characters")
    frame = received(text)
    # A `match` of mappings takes as long as reading the frame.
    if isinstance(frame, dict):
        kind, data = frame.get("type"), frame.get("data", {})
        if isinstance(kind, str) and isinstance(data, dict):
            return kind, data
    raise Refused(400, "the frame has the wrong form", hint='{"type": "step", "data": {"action": "(press)"}}')


def _action(data: dict[str, Any]) -> Given:
    action = data.get("action")
    if not isinstance(action, str | dict):
        raise Refused(400, "the frame has no action", hint='{"type": "step", "data": {"action": "(press)"}}')
    return action


def _observation(seen: Seen) -> bytes:
    """Return the frame of a node; its view is written already."""
    reward, done = dumps(seen.reward), dumps(seen.ended)
    parts = (seen.view, b',"reward":', reward, b',"done":', done, b"}}")
    return b'{"type":"observation","data":{"observation":' + b"".join(parts)


def _frame(kind: str, data: dict[str, Any]) -> bytes:
    return dumps({"type": kind, "data": data})
