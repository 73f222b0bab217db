"""Play a task of PDDL line by line: a picture, the valid actions with numbers, and the player's choice."""

from __future__ import annotations

import typer

from relgym.cli.games.pddl import PDDLGame
from relgym.cli.games.plain import PlainGame
from relgym.errors import InvalidAction
from relgym.render.ansi import WIDTH

COLUMNS = 3
"""The largest number of columns of actions, so that a picture and its actions fit on a screen."""


class PlainPDDLGame(PlainGame):
    """A game of a task, line by line."""

    game: PDDLGame
    help_text = """\
NUMBER or (ACTION)   take an action
why X                why an action, an atom or a formula holds or not
hint                 the next action of a plan, or of a policy where chance has a say
undo                 take back the last action
reset                go back to the start
quit                 stop (so does the end of the input)"""

    def begin(self) -> None:
        typer.echo(f"{self.game.about}\nGoal: {self.game.goal}\n{self.help_text}\n")
        self.show()

    def show(self, whole: bool = False) -> None:
        typer.echo(self.game.picture(WIDTH).rstrip("\n"))
        end = self.game.end()
        if end is not None:
            typer.echo(end)
        texts = [f"{number:3} {choice.text}" for number, choice in enumerate(self.game.choices(""), 1)]
        width = max(map(len, texts), default=0) + 2
        for at in range(0, len(texts), COLUMNS):
            typer.echo("".join(text.ljust(width) for text in texts[at : at + COLUMNS]).rstrip())

    def take(self, line: str) -> None:
        self.game.take(self._named(line))
        self.show()

    def _named(self, line: str) -> str:
        """Return the action that a number stands for, or the line itself."""
        if not line.isdecimal():
            return line
        valid = self.game.choices("")
        if not 1 <= int(line) <= len(valid):
            raise InvalidAction(f"there is no action {line} here", expected=f"a number from 1 to {len(valid)}")
        return valid[int(line) - 1].text
