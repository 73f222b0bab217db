"""Interactive play of an RDDL instance: values as a table, the possible actions, and the player's choice."""

from __future__ import annotations

import typer

from relgym.cli.hint import instance_hint
from relgym.cli.lines import lines
from relgym.cli.rddl.walk import RDDLWalk
from relgym.errors import RelgymError
from relgym.questions.rddl.lines import table
from relgym.reasoning.rddl.texts import action_text, text, written

HELP = """\
NAME = VALUE, NAME = VALUE   take an action; what it does not name keeps its default
noop                         take the action in which everything keeps its default
random                       take an action that chance chooses
hint                         a good action, as far as a short search tells
actions                      what an action may name, and with which values
why X                        why an action, a formula, or a value of the last step (on___a, reward) is so
state                        all values that are seen, not only those that have changed
help or ?                    this
quit                         stop (so does the end of the input)"""


class RDDLGame:
    """A game in a terminal."""

    def __init__(self, walk: RDDLWalk) -> None:
        self._walk = walk

    def play(self) -> None:
        instance = self._walk.layout.instance
        steps = "no horizon" if instance.horizon is None else f"horizon {instance.horizon}"
        typer.echo(f"{instance.name} of {instance.domain.name}: {steps}, discount {instance.discount:g}\n{HELP}\n")
        self._actions()
        self._state()
        self._end()
        for line in lines("> "):
            if line in ("quit", "q", "exit") or self._walk.last.ends is not None:
                return
            self._answer(line)

    def _answer(self, line: str) -> None:
        try:
            match line:
                case "help" | "?":
                    typer.echo(HELP)
                case "actions":
                    self._actions()
                case "state":
                    self._state()
                case _ if line.startswith("why "):
                    subject = line.removeprefix("why ")
                    typer.echo("\n".join(self._walk.ask("explain", subject, lines=True)["lines"]))
                case "hint":
                    walk = self._walk
                    found = instance_hint(walk.reasoner, walk.state, len(walk.history) - 1)
                    typer.echo(
                        "no hint: no action is valid"
                        if found is None
                        else f"try {action_text(written(walk.actions, found))}"
                    )
                case "random":
                    self._walk.random_step()
                    self._show()
                case _:
                    self._walk.step(line)
                    self._show()
        except RelgymError as error:
            typer.echo(str(error))

    def _actions(self) -> None:
        walk = self._walk
        most = walk.layout.instance.most_actions
        limit = "" if most is None else f", at most {most} other than their defaults"
        typer.echo(f"actions{limit}")
        _print_table(
            {
                name: f"{walk.actions[name].expected()}; {text(default)} by default"
                for name, default in walk.defaults.items()
            }
        )

    def _state(self) -> None:
        typer.echo("observation" if self._walk.partial else "state")
        _print_table({name: text(value) for name, value in self._walk.last.values.items()})

    def _show(self) -> None:
        for line in self._walk.lines(len(self._walk.history) - 1):
            typer.echo(line)

    def _end(self) -> None:
        walk = self._walk
        if walk.last.ends is not None:
            typer.echo(f"The episode has ended, {walk.last.ends}. Return {walk.total:g}.")


def _print_table(cells: dict[str, str]) -> None:
    for line in table(cells):
        typer.echo(line)
