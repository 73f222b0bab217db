"""The ways in which a verb is carried out: over REST, over the general socket, and in one process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

import pytest
from service.conftest import Client
from websockets.exceptions import ConnectionClosedOK
from websockets.sync.client import connect

from relgym.service.local import LocalService
from relgym.service.problems import MEDIA_TYPE, Refused
from relgym.service.verbs.table import VERBS


class Way(Protocol):
    """Carries out a verb; raises `Refused` with the problem of a request."""

    def __call__(self, verb: str, data: dict[str, Any]) -> Any: ...


class OverREST:
    """Verbs as HTTP requests, by the first of their routes."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def __call__(self, verb: str, data: dict[str, Any]) -> Any:
        [route, *_] = VERBS[verb].routes
        inside = {name: quote(value, safe="") for name, value in data.items() if f"{{{name}}}" in route.path}
        query = "&".join(f"{name}={quote(value)}" for name, value in data.items() if name in route.query)
        body = {name: value for name, value in data.items() if name not in inside and name not in route.query}
        path = route.path.format(**inside) + (f"?{query}" if query else "")
        answer = self._client.request(route.method, path, body or None)
        if answer.status >= 400:
            assert answer.kind == MEDIA_TYPE
            assert answer.json()["status"] == answer.status
            problem = answer.json()
            # Each HTTP request has an id, by which the log tells it.
            assert problem.pop("request_id")
            raise Refused.of(problem)
        assert answer.status == route.status
        return {} if route.status == 204 else answer.json()


class OverSocket:
    """Verbs as frames of the general socket, which the service closes where no frame has come for a long time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._socket = connect(address)
        self._count = 0

    def __call__(self, verb: str, data: dict[str, Any]) -> Any:
        self._count += 1
        frame = json.dumps({"id": self._count, "verb": verb, "data": data})
        try:
            self._socket.send(frame)
        except ConnectionClosedOK:
            self._socket = connect(self._address)
            self._socket.send(frame)
        answer = json.loads(self._socket.recv())
        assert answer.pop("id") == self._count
        if "problem" in answer:
            raise Refused.of(answer["problem"])
        [found] = answer.values()
        return found

    def close(self) -> None:
        self._socket.close()


class Session(NamedTuple):
    """The ids of one session by the ways."""

    keys: Mapping[str, str]


class Together:
    """Carries out each verb in all ways, and compares the answers."""

    def __init__(self, client: Client, socket: OverSocket) -> None:
        self.ways: dict[str, Way] = {"rest": OverREST(client), "socket": socket, "local": LocalService().call}

    def __call__(self, verb: str, **data: Any) -> Any:
        """The answer; ids of sessions are left out."""
        return self._same({name: self._one(name, verb, data) for name in self.ways})

    def refused(self, verb: str, **data: Any) -> dict[str, Any]:
        """The problem of a request."""
        problems = {}
        for name in self.ways:
            with pytest.raises(Refused) as caught:
                self._one(name, verb, data)
            problem = caught.value.problem
            session = data.get("session")
            problems[name] = _without(problem, session.keys[name]) if isinstance(session, Session) else problem
        return dict(self._same(problems))

    def session(self, **data: Any) -> tuple[Session, Any]:
        """A new session, and its first node."""
        nodes = {name: way("sessions.create", data) for name, way in self.ways.items()}
        keys = {name: node.pop("id") for name, node in nodes.items()}
        return Session(keys), self._same(nodes)

    def _one(self, name: str, verb: str, data: dict[str, Any]) -> Any:
        session = data.get("session")
        own = {**data, "session": session.keys[name]} if isinstance(session, Session) else data
        answer = self.ways[name](verb, own)
        return _without(answer, session.keys[name]) if isinstance(session, Session) else answer

    def _same(self, answers: dict[str, Any]) -> Any:
        found = answers["rest"]
        for name, answer in answers.items():
            assert answer == found, f"{name}: {answer}\nrest: {found}"
        return found


def _without(answer: Any, key: str) -> Any:
    """An answer without the id of its session."""
    match answer:
        case dict():
            return {name: _without(value, key) for name, value in answer.items() if value != key}
        case list():
            return [_without(value, key) for value in answer]
        case str():
            return answer.replace(key, "SESSION")
        case _:
            return answer
