"""A task on an engine, and a walk through its states: what every question of the command line begins with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.random import default_rng

from relgym.catalogue.entries import meant
from relgym.cli.forms import Form
from relgym.cli.options import StateOptions, file_of_problem
from relgym.errors import AmbiguousAction, InvalidAction
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.questions.asking import ask
from relgym.questions.lines import texts
from relgym.questions.pddl.states import content, difference
from relgym.questions.question import Answer
from relgym.questions.table import named
from relgym.read.pddl.loading import load_task, read_operators, read_steps
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD


class Walk:
    """The states from a start on, each with the action that led to it."""

    def __init__(self, reasoner: PDDLReasoner, seed: int | None) -> None:
        self.reasoner = reasoner
        self._rng = default_rng(seed or 0)
        start = reasoner.initial_state if seed is None else reasoner.start(self._rng)
        self.history: list[tuple[Action | None, State]] = [(None, start)]

    @property
    def state(self) -> State:
        return self.history[-1][1]

    def step(self, action: Action | str) -> State:
        """Go on by an action; where it is not applicable, `InvalidAction` says why it is not."""
        beginning = f"step {len(self.history)} cannot be taken: "
        known = self._resolved(action, beginning)
        try:
            state = self.reasoner.successor(self.state, known, self._rng)
        except InvalidAction as error:
            raise self._explained(known, error, beginning) from error
        self.history.append((known, state))
        return state

    def ask(self, question: str, subject: str = "", **options: Any) -> Answer:
        """Answer a question about the present state; an `InvalidAction` says why an action is not applicable."""
        is_action = named(question).about == "action"
        text = (
            str(self._resolved(subject, "")) if is_action and read_operators(subject, self.reasoner.task) else subject
        )
        try:
            return ask(self.reasoner, question, text, self.state, self.history, **options)
        except InvalidAction as error:
            if not is_action or error.code != InvalidAction.code:
                raise
            raise self._explained(text, error, "") from error

    def _resolved(self, action: Action | str, beginning: str) -> Action:
        """The action that is meant here: a text may be an action atom of PDDLGym."""
        if not isinstance(action, str) or not read_operators(action, self.reasoner.task):
            return self.reasoner.action(action)
        try:
            return self.reasoner.resolve(self.state, action)
        except InvalidAction as error:
            raise self._explained(action, error, beginning) from error

    def _explained(self, action: Action | str, error: InvalidAction, beginning: str) -> InvalidAction:
        if isinstance(error, AmbiguousAction):
            return error
        return InvalidAction(f"{beginning}{self.reasoner.explain(self.state, action, history=self.history)}")

    def read_plan(self, plan: str) -> Sequence[str]:
        """Read the actions of a plan, a file or a text."""
        return read_steps(plan, self.reasoner.task)

    def follow(self, actions: Iterable[Action | str]) -> Iterator[None]:
        """Go on by one action after another."""
        for action in actions:
            self.step(action)
            yield

    def form(self, number: int) -> Form:
        """Return the present state as a line of JSON of a simulation.

        Args:
            number: The number of steps since the simulation began.
        """
        reasoner, (action, state) = self.reasoner, self.history[-1]
        goal = reasoner.goal(state)
        return {
            "step": number,
            "action": str(action) if number else None,
            **content(reasoner, state, static=True),
            "actions": texts(reasoner.valid_actions(state)),
            "goal": goal,
            "reward": GOAL_REWARD[goal and number > 0],
            "terminated": goal,
        }

    def lines(self, number: int) -> Iterator[str]:
        """Yield the present state, or what the last step has changed, as lines of text."""
        action, state = self.history[-1]
        yield f"{number}: {action if number else 'start'}{', the goal holds' if self.reasoner.goal(state) else ''}"
        if number:
            yield from difference(self.history[-2][1], state)
            return
        form = state.to_json(static=True)
        yield from (f"   {atom}" for atom in form["atoms"])
        yield from (f"   (= {fluent} {value})" for fluent, value in form["fluents"].items())

    def undo(self) -> None:
        """Take the last step back; at the start there is none."""
        if len(self.history) > 1:
            self.history.pop()


def read_task(domain: str, problem: str | None, axioms: Sequence[str] | None, limits: Limits) -> Task:
    """The task of two files or of one, or of a domain that comes with relgym and one of its problems."""
    named = meant(domain)
    if named is not None:
        return named.task(problem, axioms or (), limits)
    return load_task(Path(domain), file_of_problem(domain, problem), axioms or (), limits=limits)


@contextmanager
def pddl_walking(domain: str, problem: str | None, options: StateOptions) -> Iterator[Walk]:
    """A walk that has taken the steps of the plan `--after`; its engine is closed in the end."""
    task = read_task(domain, problem, options.axioms, options.limits)
    with PDDLReasoner(task, options.backend, options.limits) as reasoner:
        walk = Walk(reasoner, options.seed)
        if options.after is not None:
            for _ in walk.follow(walk.read_plan(options.after)):
                pass
        yield walk
