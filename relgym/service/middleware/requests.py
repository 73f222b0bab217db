"""The outermost layer: ids of requests, headers of responses, and the end of errors that nobody expects."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from relgym.service.answers import refuse
from relgym.service.logs import LOGGER
from relgym.service.monitoring.metrics import Metrics
from relgym.service.problems import problem

_ID = re.compile(rb"[A-Za-z0-9._:-]{1,128}")

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""Headers of all responses that do not have them already: an answer that is no page may load nothing."""


class Requests:
    """Gives each request an id, which responses, problems and logs show, and measures it."""

    def __init__(self, app: ASGIApp, metrics: Callable[[], Metrics]) -> None:
        """Pass on requests to `app`.

        Args:
            app: What carries out requests.
            metrics: Returns what counts requests.
        """
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        key = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        if _ID.fullmatch(key) is None:
            key = secrets.token_hex(8).encode()
        state = scope.setdefault("state", {})
        state["request_id"] = key.decode()
        status = 0
        metrics = self._metrics()
        is_socket = scope["type"] == "websocket"
        metrics.sockets += is_socket
        begun = perf_counter()

        async def sent(message: Message) -> None:
            nonlocal status
            metrics.sent_bytes += len(message.get("body") or message.get("text") or b"")
            if message["type"] in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
                status = message.get("status", 101)
                headers = [*message.get("headers", ()), (b"x-request-id", key)]
                if message["type"] != "websocket.accept":
                    present = {name for name, _ in headers}
                    headers += [header for header in HEADERS if header[0] not in present]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception:
            LOGGER.exception("a request failed", extra={"request_id": state["request_id"], "path": scope["path"]})
            if status:
                raise
            found = problem(500, "the service failed on this request; its log says where")
            await refuse(found, scope, receive, sent)
        finally:
            metrics.sockets -= is_socket
            seconds = perf_counter() - begun
            route = getattr(scope.get("route"), "path", None)
            metrics.observe(scope.get("method", "WEBSOCKET"), route, status, seconds)
            if LOGGER.isEnabledFor(logging.INFO):
                _log(scope, status, seconds)


def _log(scope: Scope, status: int, seconds: float) -> None:
    """Log a request; what may be secret in it, its query and its headers, is left out."""
    seen = {
        "request_id": scope["state"]["request_id"],
        "method": scope.get("method", "WEBSOCKET"),
        "path": scope["path"],
        "status": status,
        "token": scope["state"].get("token"),
        "milliseconds": round(1000 * seconds, 3),
        "client": (scope.get("client") or ("",))[0],
    }
    LOGGER.info("request", extra=seen)
