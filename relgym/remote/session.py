"""A session on a service that follows an environment: it stands where the environment stands, or is begun anew there.

The client knows the whole state. So nothing is lost with a session: after a restart of the service the session goes on,
and if the service has lost it, another one begins in the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Generic, NamedTuple, TypeVar

from relgym.errors import RelgymError, ServiceError
from relgym.remote.answers import Form, read_node, wrong_answer
from relgym.remote.connection import Broken, Call, Connection
from relgym.remote.problems import ProblemDetails
from relgym.tuning.remote import CLOSE_SECONDS

Read = TypeVar("Read")
"""The content that an environment reads from a node."""

Given = str | dict[str, Any]
"""An action, as the service takes it."""

TRIES = 3
"""Sessions that are begun anew for one step, before somebody else must be taking them away."""


class Texts(NamedTuple):
    """The texts of a task."""

    domain: str
    problem: str
    axioms: tuple[str, ...] = ()


class Session(Generic[Read]):
    """A session of one task on one engine of a service.

    Attributes:
        connection: The socket to the service.
        node: The node where it stands; `None` before `begin`.
        found: What `read` has found in it.
    """

    found: Read

    def __init__(
        self, connection: Connection, texts: Texts, backend: str, read: Callable[[Form], Read], start: Form | None
    ) -> None:
        """Make the task on the service, and check that the engine can play it.

        Args:
            connection: The socket to the service.
            texts: The task.
            backend: The name of an engine of the service.
            read: Reads a node; raises `RelgymError` for one that is not of the task.
            start: The start state of the task; `None` if it is random.

        Raises:
            ProblemDetails: The engine lacks a feature, or the service has no such engine.
            ServiceError: The service cannot be reached.
        """
        self.connection = connection
        self.node: Form | None = None
        self._texts = texts
        self._backend = backend
        self._read = read
        self._start = start
        # A step that may have been carried out: what was asked, and the answer, if it is known. It was a part of a
        # batch, or its answer has not come.
        self._ahead: tuple[Form, Any] | None = None
        asked = {"task": self._task(), "question": "goal", "backend": backend}
        connection.call("tasks.ask", asked)

    def begin(self, state: Form) -> Form:
        """Begin in a state; returns the first node."""
        before = self.node
        calls: list[Call] = [] if before is None else [("sessions.remove", {"session": before["id"]})]
        lost = 0
        while lost < TRIES:
            create: Form = {"task": self._task(), "backend": self._backend}
            if state != self._start:
                # The token of an agent may begin at the start alone.
                create["state"] = state
            try:
                *_, made = self.connection.batch([*calls, ("sessions.create", create)])
            except Broken:
                # The connection says when this has gone on for too long.
                continue
            if not isinstance(made, ProblemDetails):
                node = self._arrived(read_node(made))
                self._ahead = None
                return node
            if made.status != HTTPStatus.NOT_FOUND:
                raise made
            lost += 1
            self.connection.forget_tasks()
        raise ServiceError("the service loses tasks as soon as they are made", hint="does somebody remove them?")

    def step(self, action: Given, draws: Sequence[float] | None = None) -> Form:
        """Carry out an action.

        Args:
            action: A valid action.
            draws: The random numbers that the step may draw, in [0, 1); `None` where nothing is random.

        Returns:
            The next node; `drawn` tells how many numbers were drawn.

        Raises:
            ProblemDetails: The service refuses the step.
            ServiceError: The service cannot be reached.
        """
        for _ in range(TRIES):
            asked = self.asked(action, draws)
            try:
                answer = self._answer(asked)
            except ProblemDetails as refused:
                if refused.status != HTTPStatus.NOT_FOUND:
                    raise
                # The service has lost the session: another one goes on from here.
                self._again()
                continue
            if answer is not None:
                self._ahead = None
                return answer
        raise ServiceError(
            f"the service has not carried out the step in {TRIES} tries: the session or the connection was always lost",
            hint="does somebody remove sessions? The log of the service may say more",
        )

    @property
    def _present(self) -> Form:
        """The node of the present state."""
        assert self.node is not None
        return self.node

    def asked(self, action: Given, draws: Sequence[float] | None) -> Form:
        """Return the data of a step."""
        asked: Form = {"session": self._present["id"], "action": action}
        return asked if draws is None else {**asked, "draws": list(draws)}

    def expect(self, asked: Form, answer: Any) -> None:
        """Take the answer to a step that was carried out ahead; `None` if it is not known whether it was."""
        self._ahead = asked, answer

    @property
    def is_in_doubt(self) -> bool:
        """True if a step may have been carried out whose answer has not been taken."""
        return self._ahead is not None

    def close(self) -> None:
        """Remove the session from the service, if that can be reached."""
        node, self.node, self._ahead = self.node, None, None
        if node is not None and self.connection.is_open:
            # One that cannot be removed goes when it expires: nobody waits for a service that has ended.
            with suppress(Broken, ProblemDetails, ServiceError):
                seconds = min(CLOSE_SECONDS, self.connection.timeout)
                self.connection.once("sessions.remove", {"session": node["id"]}, seconds)

    def _answer(self, asked: Form) -> Form | None:
        """Return the node after a step; `None` if the step must be asked for again."""
        if self._ahead is not None:
            known, answer = self._ahead
            if answer is None:
                answer = self._found(known)
            if answer is None or isinstance(answer, ProblemDetails):
                self._ahead = None
                if answer is not None and known == asked:
                    raise answer
            elif known == asked:
                return self._stepped(answer, asked)
            else:
                # Another action was chosen than the one that was carried out: a session of its own goes on from before.
                self._again()
        if self.node is not None and self.node["id"] != asked["session"]:
            return None
        # If this call is interrupted, or no answer comes in time, the next one finds out what has become of it.
        self._ahead = asked, None
        try:
            answer = self.connection.once("sessions.step", asked)
        except Broken:
            answer = self._found(asked)
        except ProblemDetails:
            self._ahead = None
            raise
        return None if answer is None else self._stepped(answer, asked)

    def _stepped(self, answer: Any, asked: Form) -> Form:
        # An answer that is not understood says nothing of whether the step was carried out.
        self._ahead = asked, None
        draws = asked.get("draws")
        return self._arrived(read_node(answer, None if draws is None else len(draws)))

    def _arrived(self, node: Form) -> Form:
        """Stand in a node; raises `ServiceError`, and stands where it stood, if the node is not one of the task."""
        try:
            self.found = self._read(node)
        except ServiceError:
            raise
        except RelgymError as error:
            raise wrong_answer(error.sentence) from None
        self.node = node
        return node

    def _found(self, asked: Form) -> Form | None:
        """Find out whether a step was carried out whose answer has not come; returns its node if it was."""
        present = read_node(self.connection.call("sessions.get", {"session": asked["session"]}))
        before = self._present["node"]
        if present["node"] == before:
            return None
        if (present.get("parent"), present.get("action")) == (before, asked["action"]):
            return present
        self._again()
        return None

    def _again(self) -> None:
        """Begin another session in the present state."""
        self.connection.forget_tasks()
        self.begin(self._present["state"])

    def _task(self) -> str:
        return self.connection.task(*self._texts)
