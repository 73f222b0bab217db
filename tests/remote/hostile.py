"""A service that answers as one does, until it is told to answer something else; and one that speaks no websocket."""

from __future__ import annotations

import json
import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from threading import Event, Thread
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from relgym.errors import RelgymError
from relgym.service.local import LocalService
from relgym.service.problems import Refused

Trick = Callable[[ServerConnection, int, Any], None]
"""Answers a request in place of the service: the socket, the number of the request, and the honest answer."""


class Hostile:
    """Answers the calls of one verb by a trick, and all others honestly.

    Attributes:
        verb: The verb, which may be a call of a batch; `batch` is the whole answer of one.
        trick: What is done in place of its answer.
        ended: Set when the test is over: a trick that takes long stops then.
    """

    def __init__(self) -> None:
        self.verb = ""
        self.trick: Trick | None = None
        self.ended = Event()
        self.service = LocalService()

    def answered(self, socket: ServerConnection) -> None:
        """Answer all requests of a socket."""
        with suppress(ConnectionClosed, OSError):
            for text in socket:
                asked = json.loads(text)
                calls = asked["data"].get("calls", [])
                verb = asked["verb"]
                found = {"ok": [self.honest(each) for each in calls]} if verb == "batch" else self.honest(asked)
                meant = {verb, *(each["verb"] for each in calls)}
                if self.trick is not None and self.verb in meant:
                    self.trick(socket, asked["id"], found)
                else:
                    socket.send(json.dumps({"id": asked["id"], **found}))

    def honest(self, call: dict[str, Any]) -> dict[str, Any]:
        """The answer of a service to a call."""
        try:
            return {"ok": self.service.call(call["verb"], call.get("data", {}))}
        except Refused as refused:
            return {"problem": refused.problem}


@contextmanager
def hostile() -> Iterator[tuple[Hostile, str]]:
    """A hostile service, and its address."""
    found = Hostile()
    # Its own answers may be as large as they like, and it does not look after its clients.
    with serve(found.answered, "127.0.0.1", 0, ping_interval=None, close_timeout=0.05, max_size=None) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield found, f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            found.ended.set()
            server.shutdown()
            thread.join()


@contextmanager
def raw(answer: Callable[[sockets.socket, Event], None]) -> Iterator[str]:
    """The address of a server that answers each connection by a function, whose second argument is set at the end."""
    ended = Event()
    listening = sockets.create_server(("127.0.0.1", 0))

    def one(socket: sockets.socket) -> None:
        with socket, suppress(OSError):
            answer(socket, ended)

    def accept() -> None:
        with suppress(OSError):
            while not ended.is_set():
                threads.append(Thread(target=one, args=(listening.accept()[0],), daemon=True))
                threads[-1].start()

    threads: list[Thread] = [Thread(target=accept, daemon=True)]
    threads[0].start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        ended.set()
        with suppress(OSError):
            listening.shutdown(sockets.SHUT_RDWR)
        listening.close()


WRONG: tuple[Any, ...] = (
    None, True, 0, -1, 2**70, 1.5, float("nan"), float("inf"), "", "\ud800", "\x00\x1b[2J", "(" * 5000, [], [None],
    [[]], {}, {"": None}, {"atoms": [None]}, {"fluents": []}, ["(no-such-action)", "()", "", "(pick-up)"],
)  # fmt: skip
"""Values in place of those of an answer."""


def damages(answer: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """Paths into an answer, at all depths, each with every wrong value for it; `...` leaves the member or item out."""
    whole = [((), value) for value in WRONG]
    return [*whole, *((path, value) for path in _paths(answer, ()) for value in (..., *WRONG))]


def damaged(answer: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of an answer with one damage; without a path the value is in place of all of it."""
    if not path:
        return value
    found = deepcopy(answer)
    *way, last = path
    place = found
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return found


def _paths(value: Any, before: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if len(before) > 4:
        return
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for number, (name, member) in enumerate(members):
        # The items of a list are alike.
        if isinstance(value, dict) or number < 2:
            yield (*before, name)
            yield from _paths(member, (*before, name))


def checked(error: RelgymError) -> str:
    """The text of an error, which is one that can be printed and is not too long."""
    text = str(error)
    assert all(each.isprintable() or each == "\n" for each in text), repr(text)
    assert 0 < len(text) < 5000, len(text)
    return text
