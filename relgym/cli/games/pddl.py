"""A walk through a task of PDDL as a game."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.cli.games.game import Check, Game, ListedAction, chance_line
from relgym.cli.hint import hint
from relgym.cli.session import Walk
from relgym.errors import ModelError
from relgym.features import Feature, needed
from relgym.model.pddl.state import State
from relgym.questions.pddl.states import difference
from relgym.reasoning.pddl.rewards import GOAL_REWARD, MetricReward
from relgym.render.facts import TaskFacts
from relgym.render.goal_conditions import Goal
from relgym.render.painter import Painter
from relgym.render.scene import Scene


class PDDLGame(Game):
    """A game of a task.

    Args:
        walk: The walk.
        about: What the game is about; by default the names of the problem and of its domain.
        scene: How states are drawn.

    Attributes:
        goal: The goal in PDDL.
    """

    def __init__(self, walk: Walk, about: str | None, scene: Scene | None) -> None:
        self._walk = walk
        task = walk.reasoner.task
        self.title = f"{task.problem.name} of {task.domain.name}"
        self.about = about or self.title
        self._painter = Painter(task, scene, goal=False)
        self._goal, self._facts = Goal(task), TaskFacts(task)
        self._by_chance = Feature.PROBABILISTIC in needed(task)
        self._listed: tuple[State, list[ListedAction]] | None = None
        self.goal = str(task.problem.goal)
        conditions = self._goal.conditions
        self.example = conditions[0].text if conditions else "(and)"

    @property
    def steps(self) -> int:
        return len(self._walk.history) - 1

    def picture(self, width: int) -> str:
        return self._painter.text(self._walk.state, width)

    def status(self) -> str:
        return f"step {self.steps}{self._score()}"

    def _score(self) -> str:
        walk = self._walk
        if walk.reasoner.task.problem.metric is None:
            return f" · return {GOAL_REWARD[walk.reasoner.goal(walk.state) and self.steps > 0]:g}"
        states = [state for _, state in walk.history]
        try:
            reward = MetricReward(walk.reasoner)
            reward.start(states[0], walk.reasoner.goal(states[0]))
            total = sum(reward.of(state, walk.reasoner.goal(state)) for state in states[1:])
        except ModelError:
            # The metric has no value in a state: rewards are no part of playing.
            return ""
        return f" · return {total:g}"

    def aim(self) -> str:
        checks = self.checks()
        return f"Goal: {sum(check.met for check in checks)} of {len(checks)} met"

    def checks(self) -> Sequence[Check]:
        state = self._walk.state
        wanted = self._goal.wanted(state, self._facts.at(state))
        return [Check(condition.words, met) for condition, met in zip(wanted.conditions, wanted.met, strict=True)]

    def choices(self, typed: str) -> Sequence[ListedAction]:
        state = self._walk.state
        if self._listed is None or self._listed[0] is not state:
            valid = sorted(map(str, self._walk.reasoner.valid_actions(state)))
            self._listed = state, [ListedAction(text) for text in valid]
        return self._listed[1]

    def take(self, action: str) -> None:
        self._walk.step(action if action.startswith("(") else f"({action})")

    def happened(self, width: int) -> list[str]:
        if not self.steps:
            return []
        (_, before), (action, after) = self._walk.history[-2:]
        lines = [f"{self.steps}: {action}"]
        if self._by_chance and action is not None:
            chance = chance_line(self._walk.reasoner.outcomes(before, action), after)
            lines += [] if chance is None else [f"   {chance}"]
        return [*lines, *difference(before, after)]

    def end(self) -> str | None:
        if self._walk.reasoner.goal(self._walk.state):
            return f"The goal holds, after {self.steps} steps."
        return None if self.choices("") else "A dead end: no action is valid. 'undo' goes back."

    def undo(self) -> None:
        self._walk.undo()

    def hint(self) -> str:
        action = hint(self._walk.reasoner, self._walk.state)
        return "no hint: no way to the goal was found in time" if action is None else f"try {action}"

    def why(self, subject: str) -> list[str]:
        lines: list[str] = self._walk.ask("explain", subject, lines=True)["lines"]
        return lines
