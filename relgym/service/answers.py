"""Problem details as responses, with the id of their request."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from relgym.service.encoding import dumps
from relgym.service.problems import MEDIA_TYPE


def problem_response(found: dict[str, Any], scope: Scope) -> Response:
    """Return problem details as a response to the request of a scope."""
    request = scope.get("state", {}).get("request_id")
    body = found if request is None else {**found, "request_id": request}
    headers = {"retry-after": str(found["retry_after"])} if "retry_after" in found else None
    return Response(dumps(body), found["status"], headers, MEDIA_TYPE)


async def refuse(found: dict[str, Any], scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or the opening of a socket, with problem details."""
    response = problem_response(found, scope)
    if scope["type"] == "http":
        await response(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        start = {"type": "websocket.http.response.start", "status": found["status"], "headers": response.raw_headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": response.body})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": found["detail"][:100]})
