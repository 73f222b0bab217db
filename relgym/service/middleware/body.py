"""Bounds of the bodies of requests: their size, the time in which they arrive, and what stands in them."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from relgym.service import json_checks
from relgym.service.answers import refuse
from relgym.service.problems import Refused
from relgym.tuning.service import DISCARDED_BYTES_LIMIT


class BoundedBody:
    """Reads the body of each request before the request is carried out, and refuses what is too large or too slow.

    Reading it here gives 413 whatever the way in which the size is found out: frameworks take an error while they
    read for a body of a wrong form.
    """

    def __init__(self, app: ASGIApp, limit: int, seconds: float) -> None:
        """Pass on requests of at most `limit` bytes, which arrive within `seconds`, to `app`."""
        self._app = app
        self._limit = limit
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if b"content-length" not in headers and b"transfer-encoding" not in headers:
            # It has no body.
            await self._app(scope, receive, send)
            return
        try:
            length = headers.get(b"content-length", b"")
            if length.isdigit() and int(length[:20]) > self._limit and b"expect" in headers:
                # The client waits to be told whether to send the body.
                raise self._too_large()
            async with asyncio.timeout(self._seconds):
                message = await self._read(receive)
            if message["type"] == "http.request" and message["body"]:
                json_checks.check(message["body"])
        except TimeoutError:
            late = Refused(408, f"the body has not arrived within {self._seconds:g} s", hint="send it at once")
            await refuse(late.problem, scope, receive, _closing(send))
            return
        except Refused as refused:
            await refuse(refused.problem, scope, receive, send)
            return
        if message["type"] == "http.disconnect":
            return
        is_passed = False

        async def passed() -> Message:
            nonlocal is_passed
            if is_passed:
                return await receive()
            is_passed = True
            return message

        await self._app(scope, passed, send)

    async def _read(self, receive: Receive) -> Message:
        """Return the whole body as one message, or that the client has gone."""
        message = await receive()
        first = message.get("body", b"")
        if not message.get("more_body", False) and len(first) <= self._limit:
            return message
        parts, seen = bytearray(first), len(first)
        while message.get("more_body", False) and seen <= DISCARDED_BYTES_LIMIT:
            message = await receive()
            if message["type"] != "http.request":
                return message
            seen += len(message.get("body", b""))
            # A body that is too large is read and thrown away, since clients read the answer after they have sent all.
            if seen <= self._limit:
                parts += message.get("body", b"")
            else:
                parts.clear()
        if seen > self._limit:
            raise self._too_large()
        return {"type": "http.request", "body": bytes(parts), "more_body": False}

    def _too_large(self) -> Refused:
        return Refused(413, f"the request has more than {self._limit:,} bytes", hint="send smaller texts")


def _closing(send: Send) -> Send:
    """Return a function that sends, and asks for the end of the connection after the response."""

    async def closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return closing
