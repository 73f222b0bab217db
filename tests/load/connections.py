"""Connections to the service, as lean as a client can be: it shares the processors with what it measures."""

from __future__ import annotations

import asyncio
import base64
import os
from struct import pack
from typing import Any

import orjson

TIMEOUT_SECONDS = 60.0


class Refused(Exception):
    """The service has answered with a problem."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("message"))
        self.problem = problem


class Http:
    """Requests over one connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, token: str) -> None:
        self._reader = reader
        self._writer = writer
        self._head = f"host: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n{_authorization(token)}"

    @classmethod
    async def open(cls, port: int, token: str = "") -> Http:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**24), port, token)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the JSON that answers a request; raises `Refused` for a problem."""
        data = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\n{self._head}"
        self._writer.write(head.encode() + b"content-length: %d\r\n\r\n" % len(data) + data)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            answer = await self._reader.readuntil(b"\r\n\r\n")
            status = int(answer[9:12])
            lower = answer.lower()
            place = lower.find(b"content-length:")
            text = (
                await self._reader.readexactly(int(lower[place + 15 : lower.find(b"\r", place)])) if place > 0 else b""
            )
        found = orjson.loads(text) if text else None
        if status >= 400:
            raise Refused(found)
        return found

    async def start(self, task: str, seed: int, backend: str = "builtin") -> dict[str, Any]:
        return dict(await self.ask("POST", "/v1/sessions", {"task": task, "backend": backend, "seed": seed}))

    async def step(self, session: str, action: object) -> dict[str, Any]:
        return dict(await self.ask("POST", f"/v1/sessions/{session}/step", {"action": action}))

    def close(self) -> None:
        self._writer.close()


class Socket:
    """Frames over a websocket. Its mask is zero, which costs nothing and is as good as any other for a test."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int, path: str, token: str = "") -> Socket:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        head += _authorization(token)
        writer.write(f"{head}sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            raise Refused({"detail": answer.decode()})
        return cls(reader, writer)

    async def ask(self, frame: object) -> Any:
        """Send a frame, and return the next one."""
        self._send(0x81, orjson.dumps(frame))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                kind, text = await self._frame()
                match kind:
                    case 0x1:
                        return orjson.loads(text)
                    case 0x9:
                        self._send(0x8A, text)
                    case 0x8:
                        raise Refused({"detail": text[2:].decode()})
                    case _:
                        continue

    async def reset(self, seed: int) -> dict[str, Any]:
        return _observed(await self.ask({"type": "reset", "data": {"seed": seed}}))

    async def step(self, action: object) -> dict[str, Any]:
        return _observed(await self.ask({"type": "step", "data": {"action": action}}))

    def close(self) -> None:
        self._writer.close()

    def _send(self, kind: int, text: bytes) -> None:
        size = len(text)
        length = pack("!B", 0x80 | size) if size < 126 else pack("!BH", 0x80 | 126, size)
        self._writer.write(bytes([kind]) + length + bytes(4) + text)

    async def _frame(self) -> tuple[int, bytes]:
        kind, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self._reader.readexactly(8), "big")
        return kind & 0xF, await self._reader.readexactly(size)


def _authorization(token: str) -> str:
    return f"authorization: Bearer {token}\r\n" if token else ""


def _observed(frame: dict[str, Any]) -> dict[str, Any]:
    if frame["type"] != "observation":
        raise Refused(frame["data"])
    return dict(frame["data"]["observation"])
