"""Tokens of requests: who sends a request, and whether it is one too many.

A token comes in the header `Authorization: Bearer TOKEN`. A browser cannot set headers of a socket; there it comes as a
subprotocol, `relgym.bearer.TOKEN` beside `relgym`: so it stands in no address, which proxies log, and it is known
before the socket is accepted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from relgym.service.access.callers import CALLER
from relgym.service.access.limiter import Usage
from relgym.service.access.shares import Share, Shares
from relgym.service.access.table import TokenTable
from relgym.service.access.tokens import Token
from relgym.service.answers import refuse
from relgym.service.problems import Refused

PUBLIC = frozenset({"/health", "/ready", "/v1/openapi.json"})
"""Paths that need no token, beside the files of the page."""

CLOSED = ("/v1/", "/metrics", "/mcp")
"""Beginnings of paths that are no files of the page."""

WITHOUT_DATABASE = frozenset({"/metrics"})
"""Paths that are answered while the database fails, by the tokens that were valid before: they say how it fails."""

PROTOCOL = "relgym"
_BEARER = "relgym.bearer."


class AccessControl:
    """Refuses requests without a valid token, once there are tokens, and those beyond the limits of their token."""

    def __init__(self, app: ASGIApp, table: Callable[[], TokenTable]) -> None:
        """Pass on requests to `app`.

        Args:
            app: What carries out requests.
            table: Returns the tokens.
        """
        self._app = app
        self._table = table
        self._shares = Shares()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket") or _is_public(scope):
            await self._app(scope, receive, send)
            return
        table = self._table()
        try:
            await table.refresh()
        except Refused as refused:
            if scope["path"] not in WITHOUT_DATABASE or not table.is_known:
                await refuse(refused.problem, scope, receive, send)
                return
        offered = [str(name) for name in scope.get("subprotocols", ())]
        if PROTOCOL in offered:
            send = _agreeing(send)
        if not table.is_closed:
            await self._app(scope, receive, send)
            return
        token = table.find(_text(scope, offered))
        if token is None:
            await refuse(_NO_TOKEN.problem, scope, receive, _asking(send))
            return
        usage = table.usage(token)
        try:
            _take(usage)
        except Refused as refused:
            await refuse(refused.problem, scope, receive, send)
            return
        usage.running += 1
        share = self._shares.of(token.owner)
        CALLER.set(token.caller(usage, share))
        scope.setdefault("state", {})["token"] = token.id
        try:
            if scope["type"] == "websocket":
                await self._app(scope, _measured(receive, send, table, token, share), send)
            else:
                await share.enter()
                await share.metered(self._app(scope, receive, send))
        finally:
            usage.running -= 1


_NO_TOKEN = Refused(
    401,
    "the request has no valid token",
    hint="send the header 'Authorization: Bearer TOKEN'; 'relgym token create' makes one",
)


def _is_public(scope: Scope) -> bool:
    """Tell whether a request needs no token: it asks for a file of the page, or whether the service runs."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    return path in PUBLIC or not path.startswith(CLOSED)


def _text(scope: Scope, offered: list[str]) -> str:
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, text = value.decode("latin-1").partition(" ")
            return str(text.strip()) if scheme.lower() == "bearer" else ""
    return next((name.removeprefix(_BEARER) for name in offered if name.startswith(_BEARER)), "")


def _take(usage: Usage) -> None:
    if usage.running >= usage.concurrency:
        detail = f"the token has {usage.concurrency} requests and sockets open already"
        raise Refused.of({**Refused(429, detail, hint="wait for their answers").problem, "retry_after": 1})
    wait = usage.take(monotonic())
    if wait:
        detail = f"the token may send {usage.rate:g} requests each second"
        raise Refused.of({**Refused(429, detail, hint="send fewer").problem, "retry_after": ceil(wait)})


def _measured(receive: Receive, send: Send, table: TokenTable, token: Token, share: Share) -> Receive:
    """Return a function that receives frames no faster than a token may send, and none after its end."""
    usage = table.usage(token)

    async def measured() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive":
            return message
        while wait := usage.take(monotonic()):
            await asyncio.sleep(wait)
        await share.enter()
        try:
            await table.refresh()
        except Refused as refused:
            await send({"type": "websocket.close", "code": 1013, "reason": refused.problem["detail"][:100]})
            return {"type": "websocket.disconnect", "code": 1013}
        if not table.is_valid(token.id):
            await send({"type": "websocket.close", "code": 1008, "reason": "the token is not valid any more"})
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    return measured


def _asking(send: Send) -> Send:
    """Return a function that sends a response which asks for a token."""

    async def asking(message: Message) -> None:
        if message["type"].endswith("response.start"):
            message = {**message, "headers": [*message["headers"], (b"www-authenticate", b"Bearer")]}
        await send(message)

    return asking


def _agreeing(send: Send) -> Send:
    """Return a function that accepts a socket with the subprotocol that the client has named."""

    async def agreeing(message: Message) -> None:
        if message["type"] == "websocket.accept" and not message.get("subprotocol"):
            message = {**message, "subprotocol": PROTOCOL}
        await send(message)

    return agreeing
