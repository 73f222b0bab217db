"""The verbs as HTTP requests."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from relgym.service.encoding import received
from relgym.service.problems import MEDIA_TYPE, TITLES, Refused
from relgym.service.verbs.table import VERBS, call
from relgym.service.verbs.verb import Route, Verb

ROUTER = APIRouter()


def _endpoint(verb: Verb, route: Route) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        answer = await call(request.app.state.hub, verb.name, await _data(request, route))
        if route.status == 204:
            return Response(status_code=204)
        return Response(answer, route.status, media_type="application/json")

    return endpoint


async def _data(request: Request, route: Route) -> dict[str, Any]:
    """Return the members of a request: of its body, its query and its path."""
    body = await request.body()
    data: dict[str, Any] = {}
    if body:
        try:
            data = received(body)
        except ValueError as error:
            raise Refused(
                400, f"the body is no JSON: {error}", hint="/v1/openapi.json describes each request"
            ) from None
        if not isinstance(data, dict):
            raise Refused(400, "the body is not an object", hint="/v1/openapi.json describes each request")
    for name, value in request.query_params.multi_items():
        if name not in route.query:
            expected = f"one of {', '.join(route.query)}" if route.query else "no query in the address"
            raise Refused(400, f"there is no parameter '{name}'", expected=expected)
        data[name] = value
    for name, value in request.path_params.items():
        if name in data:
            raise Refused(400, f"the address says {name}, and the body or the query, too", hint=f"leave out {name}")
        data[name] = value
    return data


def _described(verb: Verb, route: Route) -> dict[str, Any]:
    """Return what OpenAPI says of a route beyond its summary."""
    inside = re.findall(r"{(\w+)}", route.path)
    parameters = [_parameter(verb, name, "path") for name in inside] + [
        _parameter(verb, name, "query") for name in route.query
    ]
    answer: dict[str, Any] = {"description": "The answer"}
    if route.status != 204:
        named = {name: {"value": example} for name, example in verb.answers.items()}
        examples = {"examples": named} if named else {"example": verb.answer}
        answer["content"] = {"application/json": {"schema": {}, **examples}}
    described: dict[str, Any] = {
        "parameters": parameters,
        "responses": {str(route.status): answer, "default": _PROBLEM},
    }
    members = verb.form.fields.keys() - inside
    if route.method == "POST" and members:
        schema, example = verb.form.schema(frozenset(inside)), verb.form.example(frozenset(inside))
        content = {"application/json": {"schema": schema, "example": example}}
        described["requestBody"] = {"required": bool(schema["required"]), "content": content}
    return described


def _parameter(verb: Verb, name: str, place: str) -> dict[str, Any]:
    field = verb.form.fields[name]
    schema = field.kind.schema if place == "path" else {"type": "string"}
    own = {"name": name, "in": place, "required": place == "path", "schema": schema}
    return {**own, "description": field.description} | ({} if field.example is None else {"example": field.example})


_PROBLEM: dict[str, Any] = {
    "description": "A problem (RFC 9457): " + "; ".join(f"{status} {title}" for status, title in TITLES.items()),
    "content": {
        MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                    "line": {"type": "integer"},
                    "column": {"type": "integer"},
                    "expected": {"type": ["string", "null"]},
                    "hint": {"type": ["string", "null"]},
                },
                "required": ["title", "status", "detail"],
            },
            "example": {"title": TITLES[404], "status": 404, "detail": "there is no session 'x'"},
        }
    },
}

ENDPOINTS: dict[tuple[str, str], Callable[[Request], Awaitable[Response]]] = {}
"""The functions that carry out requests, by method and path."""

for _verb in VERBS.values():
    for _route in _verb.routes:
        ENDPOINTS[_route.method, _route.path] = _endpoint(_verb, _route)
        ROUTER.add_api_route(
            _route.path,
            ENDPOINTS[_route.method, _route.path],
            methods=[_route.method],
            status_code=_route.status,
            summary=_verb.summary,
            tags=[_verb.name.split(".")[0]],
            operation_id=_verb.name if _route is _verb.routes[0] else f"{_verb.name}.{_route.method.lower()}",
            openapi_extra=_described(_verb, _route),
            response_class=Response,
        )
