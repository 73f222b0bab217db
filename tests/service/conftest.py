"""A service, and a client of it."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from service.starting import service_process

from relgym.catalogue import spec

if TYPE_CHECKING:
    from service.ways import Together

# It runs where OpenEnv is installed.
collect_ignore = ["openenv"]

SECONDS = 2.0
"""The limit of each call in tests of the limit."""

PATIENCE = 60.0
"""The limit of each call in other tests: on a busy machine, the first call of a worker takes seconds."""


class Answer(NamedTuple):
    """What the service has answered."""

    status: int
    kind: str
    text: str

    def json(self) -> Any:
        return json.loads(self.text) if self.text else None


class Client:
    """Sends requests, each over a connection of its own."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address
        self.headers = {} if token is None else {"authorization": f"Bearer {token}"}

    def request(self, method: str, path: str, body: object = None) -> Answer:
        return self.raw(method, path, None if body is None else json.dumps(body).encode())

    def raw(self, method: str, path: str, data: bytes | None) -> Answer:
        """Send a body as it is."""
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=60)
        connection.request(method, path, data, {"content-type": "application/json", **self.headers})
        with connection.getresponse() as answer:
            return Answer(answer.status, answer.getheader("content-type", ""), answer.read().decode())

    def get(self, path: str) -> Answer:
        return self.request("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        return self.request("POST", path, {} if body is None else body)

    def delete(self, path: str) -> Answer:
        return self.request("DELETE", path)


@contextmanager
def serving(data: Path, *options: str) -> Iterator[tuple[int, Client]]:
    """The process of a service that keeps its data in a folder, and a client of it."""
    own = ("--port", "0", "--data", str(data), "--workers", "1")
    with service_process(*own, *options) as (pid, line):
        assert line.startswith("listening on http://")
        yield pid, Client(line.split()[-1].replace("0.0.0.0", "127.0.0.1"))


def wait_until_ready(client: Client, status: int = 200, said: str = "") -> Answer:
    """Wait until the service is ready, or says why it is not; that is up to a second old. Returns the answer."""
    deadline = time.monotonic() + 60
    while (answer := client.get("/ready")).status != status or said not in answer.text:
        assert time.monotonic() < deadline, f"the service still answers {answer}"
        time.sleep(0.02)
    return answer


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("service"), "--limit", str(PATIENCE)) as (_, found):
        yield found


@pytest.fixture
def hurried(tmp_path: Path) -> Iterator[Client]:
    """The client of a service with the limit `SECONDS`."""
    with serving(tmp_path, "--limit", str(SECONDS)) as (_, found):
        yield found


def texts(domain: str, split: str = "train", index: int = 0) -> dict[str, object]:
    """The texts of a problem of the catalogue."""
    own = spec(domain)
    return {
        "domain": own.domain.read_text("utf-8"),
        "problem": own.problem(split, index).read_text("utf-8"),
        "axioms": [path.read_text("utf-8") for path in own.axiom_files()],
    }


def finished(client: Client, path: str, body: object = None, status: int = 201) -> Any:
    """The answer to a call that is sent again while it passes the limit.

    On a busy machine the first call of a worker may pass a short limit; the worker has done it by the next one.
    """
    deadline = time.monotonic() + 60
    while (answer := client.post(path, body)).status == 408 and time.monotonic() < deadline:
        pass
    assert answer.status == status, answer.text
    return answer.json()


def made(client: Client, domain: str = "blocks", **more: object) -> str:
    """The id of a task of the catalogue."""
    return str(finished(client, "/v1/tasks", {**texts(domain), **more})["id"])


def started(client: Client, task: str, backend: str = "builtin", seed: int | None = None) -> dict[str, object]:
    """The first node of a new session."""
    return dict(finished(client, "/v1/sessions", {"task": task, "backend": backend, "seed": seed}))


@pytest.fixture(scope="session")
def together(client: Client) -> Iterator[Together]:
    """Carries out verbs over REST, over the socket and in one process."""
    from service.ways import OverSocket, Together

    socket = OverSocket(f"{client.address.replace('http', 'ws')}/v1/ws")
    yield Together(client, socket)
    socket.close()
