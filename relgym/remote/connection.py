"""The socket to a service: verbs go out, answers come back; it opens anew where it has broken."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from relgym import libraries
from relgym.errors import RelgymError, ServiceError
from relgym.locking import Lock, synchronized
from relgym.remote.problems import ProblemDetails, error_of
from relgym.tuning.remote import CONNECT_SECONDS, RECONNECT_PAUSE_SECONDS, RECONNECT_SECONDS

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

Call = tuple[str, dict[str, Any]]
"""A verb with its data."""


class HiddenToken(str):
    """A token; `repr` does not show it, since specs of environments are printed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'...'" if self else "''"


class Broken(Exception):
    """The socket has broken while an answer was awaited: the request may or may not have been carried out."""


class Connection:
    """A socket to one service. Copies and pickles are new connections to the same service.

    Attributes:
        address: The address of the service, `http://HOST:PORT`.
        lock: The lock that each call holds.
        is_shared: Whether several environments use it.
    """

    def __init__(self, address: str, token: str = "") -> None:
        """Remember where the service is; the first call opens the socket.

        Args:
            address: The address, such as `http://127.0.0.1:8000`.
            token: A token of the service, or an empty text.

        Raises:
            RelgymError: The address has another form.
        """
        if not isinstance(address, str) or not _is_address(address):
            raise RelgymError(f"{address!r} is no address of a service", expected="such as http://127.0.0.1:8000")
        self.address = address.rstrip("/")
        self.lock = Lock()
        self.is_shared = False
        self._token = HiddenToken(token)
        self._socket: ClientConnection | None = None
        self._number = 0
        self._was_open = False
        # When the socket broke first since the last answer, in seconds of a clock.
        self._broken: float | None = None
        # The ids of tasks that the service has, by their texts.
        self._tasks: dict[tuple[Any, ...], str] = {}

    def __reduce__(self) -> tuple[type[Connection], tuple[str, str]]:
        return Connection, (self.address, self._token)

    @property
    def is_open(self) -> bool:
        """True if there is a socket, as far as is known."""
        return self._socket is not None

    @synchronized
    def close(self) -> None:
        """Close the socket; the next call opens it again."""
        socket, self._socket = self._socket, None
        self._was_open = False
        self._tasks.clear()
        if socket is not None:
            socket.close()

    def release(self) -> None:
        """Close the socket, unless others use it."""
        if not self.is_shared:
            self.close()

    def call(self, verb: str, data: Mapping[str, Any]) -> Any:
        """Carry out a verb, again if the socket breaks; for verbs that may be carried out twice.

        Args:
            verb: The verb.
            data: Its data.

        Returns:
            The answer.

        Raises:
            ProblemDetails: The service refuses the request.
            ServiceError: The service cannot be reached.
        """
        while True:
            try:
                return self.once(verb, data)
            except Broken:
                continue

    @synchronized
    def once(self, verb: str, data: Mapping[str, Any]) -> Any:
        """Carry out a verb; raises as `call`, and `Broken` if the socket breaks before the answer."""
        from websockets.exceptions import ConnectionClosed

        socket = self._socket or self._opened()
        self._number += 1
        try:
            socket.send(json.dumps({"id": self._number, "verb": verb, "data": data}))
            while (answer := self._read(socket.recv())).get("id") != self._number:
                # The answer to a call that was interrupted.
                continue
        except (ConnectionClosed, OSError):
            self._socket = None
            self._note_break()
            raise Broken from None
        self._broken = None
        if "problem" in answer:
            raise ProblemDetails(answer["problem"])
        return answer["ok"]

    def _note_break(self) -> None:
        """Wait before the next try; raises `ServiceError` where a service breaks each connection off for long."""
        now = time.monotonic()
        if self._broken is None:
            self._broken = now
        elif now - self._broken < RECONNECT_SECONDS:
            time.sleep(RECONNECT_PAUSE_SECONDS)
        else:
            self._broken = None
            hint = "the log of the service may say why"
            raise ServiceError(f"the service at {self.address} breaks each connection off", hint=hint) from None

    def _read(self, text: str | bytes) -> dict[str, Any]:
        """Return an answer; raises `ServiceError` for a message that is no answer."""
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, dict) or not ("ok" in found or isinstance(found.get("problem"), dict)):
            self.close()
            raise self._unknown_form()
        return found

    def _unknown_form(self) -> ServiceError:
        expected = "the address of a service of this version of relgym"
        return ServiceError(f"{self.address} answers in a form that is unknown here", expected=expected)

    def batch(self, calls: Sequence[Call]) -> list[Any]:
        """Carry out several calls in one frame; returns for each its answer or a `ProblemDetails`; raises as `once`."""
        answers = self.once("batch", {"calls": [{"verb": verb, "data": data} for verb, data in calls]})
        return [each["ok"] if "ok" in each else ProblemDetails(each["problem"]) for each in answers]

    def task(self, domain: str, problem: str, axioms: Sequence[str]) -> str:
        """Return the id of a task, which is made on the service first; raises the errors of `relgym.load`."""
        key = domain, problem, tuple(axioms)
        found = self._tasks.get(key)
        if found is None:
            try:
                made = self.call("tasks.create", {"domain": domain, "problem": problem, "axioms": list(axioms)})
            except ProblemDetails as refused:
                raise error_of(refused) from None
            if not isinstance(made, dict) or "id" not in made:
                raise self._unknown_form()
            found = self._tasks[key] = str(made["id"])
        return found

    def forget_tasks(self) -> None:
        """Make tasks anew, since the service has lost one."""
        self._tasks.clear()

    def _opened(self) -> ClientConnection:
        """Open the socket; where it was open before, the service may just be starting again."""
        end = time.monotonic() + (RECONNECT_SECONDS if self._was_open else 0)
        while True:
            try:
                self._socket = self._connected()
            except OSError as error:
                if time.monotonic() >= end:
                    reason = error.strerror or str(error) or "no answer"
                    raise ServiceError(
                        f"the service at {self.address} cannot be reached: {reason}",
                        hint="`relgym serve` starts one, and prints its address",
                    ) from None
                time.sleep(RECONNECT_PAUSE_SECONDS)
            else:
                self._was_open = True
                return self._socket

    def _connected(self) -> ClientConnection:
        with libraries.extra("remote", "a remote environment", ServiceError):
            from websockets.exceptions import InvalidHandshake, InvalidStatus
            from websockets.sync.client import connect
        headers = {"Authorization": f"Bearer {self._token!s}"} if self._token else {}
        url = f"ws{self.address.removeprefix('http')}/v1/ws"
        try:
            # Newer versions of the package connect on entering, older ones at once: this does for both.
            return connect(
                url, additional_headers=headers, open_timeout=CONNECT_SECONDS, max_size=None, compression=None
            ).__enter__()
        except InvalidStatus as error:
            status = error.response.status_code
            if status in (401, 403):
                raise error_of(ProblemDetails({"status": status, **_details(error.response.body)})) from None
            raise ServiceError(
                f"{self.address} is no service of relgym: it answers {status}", expected="what `relgym serve` prints"
            ) from None
        except InvalidHandshake as error:
            raise ServiceError(
                f"{self.address} is no service of relgym: {error}", expected="what `relgym serve` prints"
            ) from None


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        # Reading the port raises `ValueError` if it is no number.
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _details(body: bytes | bytearray | None) -> dict[str, Any]:
    try:
        found = json.loads(body or b"")
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"detail": "it does not allow the connection"}


_SHARED: ContextVar[Connection | None] = ContextVar("shared", default=None)


@contextmanager
def shared(connection: Connection) -> Iterator[None]:
    """Give the environments that are made here one connection."""
    connection.is_shared = True
    before = _SHARED.set(connection)
    try:
        yield
    finally:
        _SHARED.reset(before)


def connection_to(address: str, token: str) -> Connection:
    """Return the connection that environments share here, or a new one."""
    found = _SHARED.get()
    return Connection(address, token) if found is None else found
