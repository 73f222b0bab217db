"""A walk through an RDDL instance as a game."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.cli.games.game import Check, Game, ListedAction, chance_line
from relgym.cli.hint import instance_hint
from relgym.cli.rddl.walk import Moment, RDDLWalk
from relgym.errors import InvalidAction, RelgymError
from relgym.questions.rddl.lines import changes, table
from relgym.reasoning.rddl.texts import action_text, text, written
from relgym.render.layouts.value_texts import render_values

LISTED_LIMIT = 300
"""The largest number of combinations of values that are tested for a list of whole actions."""

OUTCOMES_LIMIT = 200
"""The largest number of outcomes that are computed to say how likely a step was."""


class RDDLGame(Game):
    """A game of an instance: what it shows are observations, if the domain has them."""

    def __init__(self, walk: RDDLWalk) -> None:
        self._walk = walk
        instance = walk.layout.instance
        self.title = f"{instance.name} of {instance.domain.name}"
        self.about = "The return, the sum of all rewards, is to be high. 'why reward' explains the last reward."
        self.example = next(iter(walk.reasoner.states), "reward")
        self._listed: tuple[Moment, list[ListedAction] | None] | None = None

    @property
    def steps(self) -> int:
        return len(self._walk.history) - 1

    def picture(self, width: int) -> str:
        walk = self._walk
        if walk.partial:
            return "\n".join(table({name: text(value) for name, value in walk.last.values.items()}, width))
        return render_values(walk.reasoner.program, walk.state.values, width)

    def status(self) -> str:
        horizon = self._walk.layout.instance.horizon
        of = "" if horizon is None else f" of {horizon}"
        return f"step {self.steps}{of} · reward {self._walk.last.reward:g} · return {self._walk.total:g}"

    def aim(self) -> str:
        horizon = self._walk.layout.instance.horizon
        return "Wanted: a high return" if horizon is None else f"Wanted: a high return in {horizon} steps"

    def checks(self) -> Sequence[Check]:
        return ()

    def choices(self, typed: str) -> Sequence[ListedAction]:
        if self._walk.last.ends is not None:
            return ()
        if self._listed is None or self._listed[0] is not self._walk.last:
            self._listed = self._walk.last, self._whole_actions()
        whole = self._listed[1]
        return self._single(typed.rpartition(",")[0]) if whole is None else whole

    def _whole_actions(self) -> list[ListedAction] | None:
        """List the valid actions; `None` if there are too many combinations of values."""
        walk = self._walk
        try:
            valid = walk.reasoner.valid_actions(walk.state, LISTED_LIMIT)
        except RelgymError:
            return None
        return [ListedAction(action_text(written(walk.actions, action))) for action in valid]

    def _single(self, before: str) -> list[ListedAction]:
        """List what may be written after some values of an action: another name and its value."""
        walk, beginning = self._walk, f"{before.strip()}, " if before.strip() else ""
        try:
            action = walk.action(before.strip()) if beginning else {}
            values = walk.reasoner.choices(walk.state, action)
        except InvalidAction:
            return []
        listed = [] if beginning else [ListedAction("noop")]
        for name, cell in walk.actions.items():
            if name in action:
                continue
            several = values.get(name, ())
            if cell.words() or several:
                listed += [ListedAction(f"{beginning}{name} = {text(cell.written(value))}") for value in several]
            else:
                listed.append(ListedAction(f"{beginning}{name} = ", complete=False))
        return listed

    def take(self, action: str) -> None:
        self._walk.step(action)

    def happened(self, width: int) -> list[str]:
        if not self.steps:
            return []
        before, moment = self._walk.history[-2:]
        action = moment.action or {}
        lines = [f"{self.steps}: {action_text(action)}, reward {moment.reward:g}"]
        try:
            chance = chance_line(
                self._walk.reasoner.outcomes(before.state, moment.numbers, OUTCOMES_LIMIT), moment.state
            )
        except RelgymError:
            # Too many outcomes to list.
            chance = None
        lines += [] if chance is None or self._walk.partial else [f"   {chance}"]
        return [*lines, *changes(before.values, moment.values, width)]

    def end(self) -> str | None:
        walk = self._walk
        return None if walk.last.ends is None else f"The episode has ended, {walk.last.ends}. Return {walk.total:g}."

    def undo(self) -> None:
        self._walk.undo()

    def reset(self) -> None:
        self._walk.restart()

    def hint(self) -> str:
        walk = self._walk
        advised = instance_hint(walk.reasoner, walk.state, self.steps)
        return (
            "no hint: no action is valid" if advised is None else f"try {action_text(written(walk.actions, advised))}"
        )

    def why(self, subject: str) -> list[str]:
        lines: list[str] = self._walk.ask("explain", subject, lines=True)["lines"]
        return lines
