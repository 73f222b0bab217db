"""A session on a service that follows an environment: it stands where the environment stands, or is begun anew there.

The client knows the whole state. So nothing is lost with a session: after a restart of the service the session goes on,
and if the service has lost it, another one begins in the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from relgym.errors import ServiceError
from relgym.remote.connection import Broken, Call, Connection
from relgym.remote.problems import ProblemDetails

Form = dict[str, Any]
"""Data in JSON: a state, or a node."""

Given = str | dict[str, Any]
"""An action, as the service takes it."""

TRIES = 3
"""Sessions that are begun anew for one step, before somebody else must be taking them away."""


class Texts(NamedTuple):
    """The texts of a task."""

    domain: str
    problem: str
    axioms: tuple[str, ...] = ()


class Session:
    """A session of one task on one engine of a service.

    Attributes:
        connection: The socket to the service.
        node: The node where it stands; `None` before `begin`.
    """

    def __init__(self, connection: Connection, texts: Texts, backend: str) -> None:
        """Make the task on the service, and check that the engine can play it.

        Args:
            connection: The socket to the service.
            texts: The task.
            backend: The name of an engine of the service.

        Raises:
            ProblemDetails: The engine lacks a feature, or the service has no such engine.
            ServiceError: The service cannot be reached.
        """
        self.connection = connection
        self.node: Form | None = None
        self._texts = texts
        self._backend = backend
        # A step that was carried out ahead, as a part of a batch: what was asked, and the answer.
        self._ahead: tuple[Form, Any] | None = None
        asked = {"task": self._task(), "question": "goal", "backend": backend}
        connection.call("tasks.ask", asked)

    def begin(self, state: Form) -> Form:
        """Begin in a state; returns the first node."""
        before, self.node, self._ahead = self.node, None, None
        calls: list[Call] = [] if before is None else [("sessions.remove", {"session": before["id"]})]
        for _ in range(TRIES):
            create = {"task": self._task(), "backend": self._backend, "state": state}
            try:
                *_, made = self.connection.batch([*calls, ("sessions.create", create)])
            except Broken:
                continue
            if not isinstance(made, ProblemDetails):
                self.node = made
                return self.node
            if made.status != 404:
                raise made
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
                if refused.status != 404:
                    raise
                # The service has lost the session: another one goes on from here.
                self._again()
                continue
            if answer is not None:
                self.node = answer
                return answer
        raise ServiceError("the service loses sessions as soon as they are made", hint="does somebody remove them?")

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

    def close(self) -> None:
        """Remove the session from the service, if that can be reached."""
        node, self.node, self._ahead = self.node, None, None
        if node is not None and self.connection.is_open:
            # One that cannot be removed goes when it expires: nobody waits for a service that has ended.
            with suppress(Broken, ProblemDetails, ServiceError):
                self.connection.once("sessions.remove", {"session": node["id"]})

    def _answer(self, asked: Form) -> Form | None:
        """Return the node after a step; `None` if the step must be asked for again."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            known, answer = ahead
            if answer is None:
                answer = self._found(known)
            if isinstance(answer, ProblemDetails):
                if known == asked:
                    raise answer
            elif answer is not None:
                if known == asked:
                    return dict(answer)
                # Another action was chosen than the one that was carried out: a session of its own goes on from before.
                self._again()
        if self.node is not None and self.node["id"] != asked["session"]:
            return None
        try:
            return dict(self.connection.once("sessions.step", asked))
        except Broken:
            return self._found(asked)

    def _found(self, asked: Form) -> Form | None:
        """Find out whether a step was carried out whose answer has not come; returns its node if it was."""
        present = self.connection.call("sessions.get", {"session": asked["session"]})
        before = self._present["node"]
        if present["node"] == before:
            return None
        if (present["parent"], present["action"]) == (before, asked["action"]):
            return dict(present)
        self._again()
        return None

    def _again(self) -> None:
        """Begin another session in the present state."""
        state = self._present["state"]
        self.connection.forget_tasks()
        self.node = None
        self.begin(state)

    def _task(self) -> str:
        return self.connection.task(*self._texts)
