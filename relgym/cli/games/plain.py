"""Play line by line: where there is no terminal, or where none is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod

import typer

from relgym.cli.games.game import Game
from relgym.cli.lines import lines
from relgym.errors import RelgymError


class PlainGame(ABC):
    """A game that prints what a player sees, and reads what the player wants line by line.

    Args:
        game: The game.
    """

    help_text: str

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self) -> None:
        """Play until the player quits or the input ends."""
        self.begin()
        for line in lines("> "):
            if line in ("quit", "q", "exit") or self.is_over(line):
                return
            try:
                self._answer(line)
            except RelgymError as error:
                typer.echo(str(error))

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "undo" | "u" if not rest:
                self.game.undo()
                self.show(whole=True)
            case "reset" if not rest:
                self.game.reset()
                self.show(whole=True)
            case "hint" | "h" if not rest:
                typer.echo(self.game.hint())
            case "why" | "w":
                typer.echo("\n".join(self.game.why(rest)))
            case "help" | "?" if not rest:
                typer.echo(self.help_text)
            case _:
                self.take(line)

    @abstractmethod
    def begin(self) -> None:
        """Print the beginning of the game."""

    @abstractmethod
    def show(self, whole: bool = False) -> None:
        """Print the state, or what the last step has changed; `whole` asks for the state."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Do what a line says that is none of the words of all games; raises `RelgymError`."""

    def is_over(self, line: str) -> bool:
        """Tell whether the game ends before a line is read."""
        return False
