"""The service in one process, without a server: the same verbs, and the same answers.

>>> service = LocalService()
>>> domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
>>> problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"
>>> task = service.call("tasks.create", {"domain": domain, "problem": problem})
>>> node = service.call("sessions.create", {"task": task["id"], "seed": 7})
>>> service.call("sessions.step", {"session": node["id"], "action": "(press)"})["goal"]
True
>>> service.call("sessions.step", {"session": node["id"], "action": "(pres)"})
Traceback (most recent call last):
relgym.service.problems.Refused: unknown action 'pres'
"""

from __future__ import annotations

from typing import Any

from relgym.limits import Limits
from relgym.service.encoding import loads
from relgym.service.hub import Hub
from relgym.service.memory import Memory, OwnProcess, finished
from relgym.service.settings import Settings
from relgym.service.verbs.table import call


class LocalService:
    """Carries out verbs in this process; tasks and sessions are kept in memory.

    It is for one client: a call that is slow delays the next one, and only the limits of engines end it.
    """

    def __init__(self, limits: Limits | None = None, engines: tuple[str, ...] | None = None) -> None:
        """Begin with no task.

        Args:
            limits: Limits of each call of an engine.
            engines: The names of the engines that answer; by default all.
        """
        self._hub = Hub(Settings(), Memory(), OwnProcess(limits or Limits()))
        if engines is not None:
            self._hub.engines = engines

    def call(self, verb: str, data: dict[str, Any]) -> Any:
        """Carry out a verb; returns its answer.

        Args:
            verb: The name of a verb, such as `sessions.step`.
            data: The members of the request, as JSON has them.

        Raises:
            Refused: The request cannot be carried out; `problem` says why.
        """
        return loads(self.answer(verb, data))

    def answer(self, verb: str, data: dict[str, Any]) -> bytes:
        """Carry out a verb; returns its answer as JSON.

        Args:
            verb: The name of a verb.
            data: The members of the request.

        Raises:
            Refused: The request cannot be carried out.
        """
        return finished(call(self._hub, verb, data))
