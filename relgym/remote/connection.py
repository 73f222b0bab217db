"""The socket to a service: verbs go out, answers come back; it opens anew where it has broken."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from relgym.arguments import wrong
from relgym.errors import RelgymError, ServiceError
from relgym.locking import Lock, synchronized
from relgym.remote.answers import TEXT, member, outcome, read_answer, wrong_answer
from relgym.remote.opening import broken_off, opened, sending
from relgym.remote.problems import ProblemDetails, error_of
from relgym.tuning.remote import (
    ANSWER_BYTES_LIMIT,
    CALL_SECONDS,
    CONNECT_SECONDS,
    RECONNECT_PAUSE_SECONDS,
    RECONNECT_SECONDS,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

MOST_SECONDS = 1_000_000
"""The longest time of a call: some systems cannot wait for much longer."""

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
        timeout: The seconds that a call may take.
        lock: The lock that each call holds.
        is_shared: Whether several environments use it.
    """

    def __init__(self, address: str, token: str = "", timeout: float = CALL_SECONDS) -> None:
        """Remember where the service is; the first call opens the socket.

        Args:
            address: The address, such as `http://127.0.0.1:8000`.
            token: A token of the service, or an empty text.
            timeout: The seconds that a call may take, from its request to the end of its answer.

        Raises:
            RelgymError: The address, the token or the time has another form.
        """
        if not isinstance(address, str) or not _is_address(address):
            raise wrong("the address of a service", address, "an address such as http://127.0.0.1:8000")
        if not isinstance(token, str) or not token.isascii() or not (token.isprintable()):
            raise RelgymError(
                "the token has characters that cannot be sent", expected="what `relgym token create` prints"
            )
        if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= MOST_SECONDS:
            raise wrong("timeout", timeout, f"a number of seconds above 0, at most {MOST_SECONDS:,}")
        self.address = address.rstrip("/")
        self.timeout = float(timeout)
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

    def __reduce__(self) -> tuple[type[Connection], tuple[str, str, float]]:
        return Connection, (self.address, self._token, self.timeout)

    @property
    def is_open(self) -> bool:
        """True if there is a socket, as far as is known."""
        return self._socket is not None

    @synchronized
    def close(self) -> None:
        """Close the socket; the next call opens it again."""
        socket, self._socket = self._socket, None
        self._was_open = False
        self._tasks = {}
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
            ServiceError: The service cannot be reached, does not answer in time, or answers in another form.
        """
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                return self.once(verb, data, max(0.0, deadline - time.monotonic()))
            except Broken:
                continue

    @synchronized
    def once(self, verb: str, data: Mapping[str, Any], seconds: float | None = None) -> Any:
        """Carry out a verb; raises as `call`, and `Broken` if the socket breaks before the answer.

        Args:
            verb: The verb.
            data: Its data.
            seconds: The time for it; by default `timeout`.
        """
        deadline = time.monotonic() + (self.timeout if seconds is None else seconds)
        socket = self._socket or self._opened(deadline)
        self._number += 1
        text = json.dumps({"id": self._number, "verb": verb, "data": data})
        try:
            answer = self._answer(socket, text, deadline)
        except Broken:
            self._note_break(deadline)
            raise
        except ServiceError:
            # Nothing more is expected of such a socket.
            self._socket = None
            broken_off(socket)
            raise
        self._broken = None
        if isinstance(answer, ProblemDetails):
            raise answer
        return answer

    def _answer(self, socket: ClientConnection, text: str, deadline: float) -> Any:
        """Send a request and return its answer; raises `Broken` or `ServiceError` where none comes."""
        from websockets.exceptions import ConnectionClosed

        try:
            left = max(0.0, deadline - time.monotonic())
            with sending(socket, text, left):
                socket.send(text)
            while (left := deadline - time.monotonic()) > 0:
                number, answer = read_answer(socket.recv(left))
                # Another number is that of a call that was interrupted.
                if number == self._number:
                    return answer
            raise self._late()
        except TimeoutError:
            raise self._late() from None
        except (ConnectionClosed, OSError) as error:
            if time.monotonic() >= deadline:
                raise self._late() from None
            self._socket = None
            reason = _told(error)
            raise Broken if reason is None else wrong_answer(reason) from None

    def _late(self) -> ServiceError:
        hint = f"`timeout` sets how many seconds a call may take; here it was {self.timeout:g}"
        return ServiceError(f"the service at {self.address} did not answer in time", hint=hint)

    def _note_break(self, deadline: float) -> None:
        """Wait before the next try; raises `ServiceError` where a service breaks each connection off for long."""
        now = time.monotonic()
        if self._broken is None and now < deadline:
            self._broken = now
        elif self._broken is not None and now - self._broken < RECONNECT_SECONDS and now < deadline:
            time.sleep(RECONNECT_PAUSE_SECONDS)
        else:
            self._broken = None
            hint = "the log of the service may say why"
            raise ServiceError(f"the service at {self.address} breaks each connection off", hint=hint) from None

    def batch(self, calls: Sequence[Call]) -> list[Any]:
        """Carry out several calls in one frame; returns for each its answer or a `ProblemDetails`; raises as `once`."""
        answers = self.once("batch", {"calls": [{"verb": verb, "data": data} for verb, data in calls]})
        if not isinstance(answers, list) or len(answers) != len(calls):
            raise wrong_answer(f"a batch of {len(calls)} calls has another number of answers")
        return [outcome(each) for each in answers]

    def task(self, domain: str, problem: str, axioms: Sequence[str]) -> str:
        """Return the id of a task, which is made on the service first; raises the errors of `relgym.load`."""
        key = domain, problem, tuple(axioms)
        task_id = self._tasks.get(key)
        if task_id is None:
            try:
                made = self.call("tasks.create", {"domain": domain, "problem": problem, "axioms": list(axioms)})
            except ProblemDetails as refused:
                raise error_of(refused) from None
            task_id = self._tasks[key] = member(made, "id", TEXT)
        return task_id

    def forget_tasks(self) -> None:
        """Make tasks anew, since the service has lost one."""
        self._tasks = {}

    def _opened(self, deadline: float) -> ClientConnection:
        """Open the socket; where it was open before, the service may just be starting again."""
        end = min(deadline, time.monotonic() + (RECONNECT_SECONDS if self._was_open else 0))
        while True:
            left = max(RECONNECT_PAUSE_SECONDS, deadline - time.monotonic())
            try:
                self._socket = opened(self.address, self._token, min(CONNECT_SECONDS, left))
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


def _told(error: Exception) -> str | None:
    """Return what was wrong with a frame, if that is why the socket has been closed here."""
    sent = getattr(error, "sent", None)
    if sent is None or getattr(error, "rcvd_then_sent", False):
        return None
    match sent.code:
        case 1009:
            return f"it has more than {ANSWER_BYTES_LIMIT:,} bytes"
        case 1002 | 1007:
            return "it is not a frame of a websocket"
        case _:
            return None


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        # Reading the port raises `ValueError` if it is no number.
        named = bool(parts.hostname) and address.isprintable() and " " not in address
        return parts.scheme in ("http", "https") and named and parts.port != 0
    except ValueError:
        return False


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


def connection_to(address: str, token: str, timeout: float = CALL_SECONDS) -> Connection:
    """Return the connection that environments share here, or a new one."""
    shared = _SHARED.get()
    return Connection(address, token, timeout) if shared is None else shared
