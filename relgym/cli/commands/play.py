"""The command that plays a problem: as a game in the terminal, or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relgym.catalogue.entries import meant
from relgym.catalogue.fitting import scene_for
from relgym.cli import completion
from relgym.cli.games.pddl import PDDLGame
from relgym.cli.games.plain_pddl import PlainPDDLGame
from relgym.cli.lines import lines
from relgym.cli.options import ProblemFile, StateOptions, with_state_options
from relgym.cli.session import Walk
from relgym.cli.walking import show_steps, walking
from relgym.errors import RelgymError
from relgym.libraries import extra

if TYPE_CHECKING:
    from relgym.cli.games.game import Game
    from relgym.cli.games.plain import PlainGame
    from relgym.cli.rddl.walk import RDDLWalk


@with_state_options
def play(
    env: Annotated[
        str,
        typer.Argument(
            metavar="DOMAIN",
            help="A domain that comes with relgym, a folder of the same form, or a domain file.",
            autocompletion=completion.domains,
        ),
    ],
    problem: ProblemFile = None,
    named: Annotated[
        str | None,
        typer.Option(
            "--problem",
            "-n",
            metavar="PROBLEM",
            help="The same as the argument; test/0 is the first test.",
            autocompletion=completion.problems,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play line by line, as where input or output is no terminal.")
    ] = False,
    *,
    options: StateOptions,
) -> None:
    """Play a problem in the terminal. With --json: read actions line by line, and print each state as simulate does.

    \b
    relgym play sokoban
    relgym play relgym/BlocksTest-v0 --problem 2
    relgym play sysadmin
    relgym play domain.pddl problem.pddl
    relgym play domain.rddl instance.rddl
    """
    if None not in (problem, named):
        raise RelgymError(f"there are two problems, '{problem}' and '{named}'", hint="leave --problem out")
    problem = named if problem is None else problem
    with walking(env, problem, options) as walk:
        if options.as_json:
            show_steps(walk, lines(), as_json=True)
            return
        game, line_by_line = games_of(env, walk)
        if plain or not is_terminal() or not _played_as_app(game):
            line_by_line.play()


def games_of(domain: str, walk: Walk | RDDLWalk) -> tuple[Game, PlainGame]:
    """Return a walk as a game, and as a game line by line.

    Args:
        domain: The domain, as the command line names it.
        walk: The walk.
    """
    if isinstance(walk, Walk):
        entry, task = meant(domain), walk.reasoner.task
        if entry is None:
            game = PDDLGame(walk, None, scene_for(Path(domain), task))
        else:
            game = PDDLGame(walk, entry.spec.description, entry.spec.scene())
        return game, PlainPDDLGame(game)
    # Gymnasium is imported for RDDL only, to keep the command line fast.
    from relgym.cli.games.plain_rddl import PlainRDDLGame
    from relgym.cli.games.rddl import RDDLGame

    rddl_game = RDDLGame(walk)
    return rddl_game, PlainRDDLGame(rddl_game, walk)


def is_terminal() -> bool:
    """Tell whether a person sits at a terminal that can draw: it is asked, and it is where the picture goes."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") != "dumb" and all(stream is not None and stream.isatty() for stream in streams)


def _played_as_app(game: Game) -> bool:
    """Play in the terminal; returns False, with a line that says why, if the library for that is not installed."""
    try:
        with extra("play", "the game in the terminal"):
            from relgym.cli.games.app import GameApp
    except RelgymError as error:
        typer.echo(f"{error.message}; `{error.hint}` brings it, and --plain plays without this line\n", err=True)
        return False
    GameApp(game).run()
    return True
