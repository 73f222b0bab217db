"""Play an RDDL instance line by line: values as a table, the possible actions, and the player's choice."""

from __future__ import annotations

import typer

from relgym.cli.games.game import Game
from relgym.cli.games.plain import PlainGame
from relgym.cli.rddl.walk import RDDLWalk
from relgym.questions.rddl.lines import table
from relgym.reasoning.rddl.texts import text


class PlainRDDLGame(PlainGame):
    """A game of an instance, line by line.

    Args:
        game: The game.
        walk: The walk that it is about.
    """

    help_text = """\
NAME = VALUE, NAME = VALUE   take an action; what it does not name keeps its default
noop                         take the action in which everything keeps its default
random                       take an action that chance chooses
hint                         a good action, as far as a short search tells
undo                         take back the last action
reset                        go back to the start
actions                      what an action may name, and with which values
why X                        why an action, a formula, or a value of the last step (on___a, reward) is so
state                        all values that are seen, not only those that have changed
help or ?                    this
quit                         stop (so does the end of the input)"""

    def __init__(self, game: Game, walk: RDDLWalk) -> None:
        super().__init__(game)
        self._walk = walk

    def begin(self) -> None:
        instance = self._walk.layout.instance
        steps = "no horizon" if instance.horizon is None else f"horizon {instance.horizon}"
        typer.echo(f"{self.game.title}: {steps}, discount {instance.discount:g}\n{self.help_text}\n")
        self._actions()
        self._state()
        end = self.game.end()
        if end is not None:
            typer.echo(end)

    def is_over(self, line: str) -> bool:
        """After the end, only what goes back is read."""
        return self._walk.last.ends is not None and line not in ("undo", "u", "reset") and not line.startswith("why ")

    def show(self, whole: bool = False) -> None:
        if whole:
            self._state()
            return
        for line in self._walk.lines(self.game.steps):
            typer.echo(line)

    def take(self, line: str) -> None:
        match line:
            case "actions":
                self._actions()
            case "state":
                self._state()
            case "random":
                self._walk.random_step()
                self.show()
            case _:
                self.game.take(line)
                self.show()

    def _actions(self) -> None:
        walk = self._walk
        most = walk.layout.instance.most_actions
        typer.echo(f"actions{'' if most is None else f', at most {most} other than their defaults'}")
        _print_table(
            {
                name: f"{walk.actions[name].expected()}; {text(default)} by default"
                for name, default in walk.defaults.items()
            }
        )

    def _state(self) -> None:
        typer.echo("observation" if self._walk.partial else "state")
        _print_table({name: text(value) for name, value in self._walk.last.values.items()})


def _print_table(cells: dict[str, str]) -> None:
    for line in table(cells):
        typer.echo(line)
