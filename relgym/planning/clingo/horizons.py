"""Horizons: the number of actions grows by one until there is a plan."""

from __future__ import annotations

from relgym.model.pddl.action import Action
from relgym.planning.clingo.process import ClingoProcess, ShownAtom
from relgym.planning.planner import Request
from relgym.translate.asp.plans import ASKED, PlanWriter, done_name


class Horizons:
    """The search for a plan with the fewest actions.

    Args:
        request: What is asked.
        writer: Writes the program.

    Attributes:
        bound: The proved least number of actions of all plans.
    """

    def __init__(self, request: Request, writer: PlanWriter) -> None:
        self._request = request
        self._writer = writer
        self._schemas = {done_name(number): schema for number, schema in enumerate(writer.translation.schemas)}
        self.bound = 0

    def shortest(self, process: ClingoProcess) -> list[Action]:
        """Find a plan with the fewest actions.

        Args:
            process: A new process.

        Raises:
            PassedLimit: A limit was passed.
        """
        parts = self._writer.start(self._request.start.own_atoms())
        while True:
            time = self.bound
            shown = process.solve([*parts, *self._writer.at_goal(time)], (ASKED, (time,)))
            if shown is not None:
                return self._plan(shown)
            process.release((ASKED, (time,)), self._writer.missed(time))
            parts = self._writer.after(time)
            self.bound = time + 1

    def _plan(self, shown: list[ShownAtom]) -> list[Action]:
        objects = self._request.task.objects
        steps = sorted((row[-1], self._schemas[name], row[:-1]) for name, row in shown)
        return [
            Action(schema.action.name, tuple(objects[number] for number in row[: schema.free]))
            for _, schema, row in steps
        ]
