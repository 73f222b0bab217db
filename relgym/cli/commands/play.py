"""The command that plays a problem: it shows a picture and the valid actions, and reads the player's choice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from relgym.catalogue.fitting import scene_for
from relgym.cli.entries import meant
from relgym.cli.hint import hint
from relgym.cli.lines import lines
from relgym.cli.options import ProblemFile, StateOptions, with_state_options
from relgym.cli.session import Walk
from relgym.cli.walking import show_steps, walking
from relgym.errors import InvalidAction, RelgymError
from relgym.model.pddl.action import Action
from relgym.render.painter import Painter
from relgym.render.scene import Scene

HELP = """\
NUMBER or (ACTION)   take an action
why X                why an action, an atom or a formula holds or not
hint                 the next action of a plan, or of a policy where chance has a say
undo                 take back the last action
quit                 stop (so does the end of the input)"""

COLUMNS = 3
"""The largest number of columns of actions, so that a picture and its actions fit on a screen."""


@with_state_options
def play(
    env: Annotated[
        str,
        typer.Argument(
            metavar="ENV", help="A domain that comes with relgym, a folder of the same form, or a domain file."
        ),
    ],
    problem: ProblemFile = None,
    named: Annotated[
        str | None,
        typer.Option("--problem", "-n", metavar="PROBLEM", help="The same as the argument; test/0 is the first test."),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Play a problem. With --json: read actions line by line, and print each state as simulate does.

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
        elif isinstance(walk, Walk):
            found, task = meant(env), walk.reasoner.task
            if found is None:
                _PDDLGame(walk, f"{task.problem.name} of {task.domain.name}", scene_for(Path(env), task)).play()
            else:
                _PDDLGame(walk, found.spec.description, found.spec.scene()).play()
        else:
            # Gymnasium is imported for RDDL only, to keep the command line fast.
            from relgym.cli.rddl.play import RDDLGame

            RDDLGame(walk).play()


class _PDDLGame:
    """A game in a terminal; `about` is said of it at first, `scene` says how states are drawn."""

    def __init__(self, walk: Walk, about: str, scene: Scene | None) -> None:
        self._walk = walk
        self._about = about
        self._painter = Painter(walk.reasoner.task, scene, goal=False)
        self._valid: list[Action] = []

    def play(self) -> None:
        typer.echo(f"{self._about}\nGoal: {self._walk.reasoner.task.problem.goal}\n{HELP}\n")
        self._show()
        for line in lines("> "):
            if line in ("quit", "q", "exit"):
                return
            self._answer(line)

    def _show(self) -> None:
        reasoner, state = self._walk.reasoner, self._walk.state
        typer.echo(self._painter.text(state).rstrip("\n"))
        self._valid = sorted(reasoner.valid_actions(state), key=str)
        if reasoner.goal(state):
            typer.echo(f"The goal holds, after {len(self._walk.history) - 1} steps.")
        elif not self._valid:
            typer.echo("A dead end: no action is valid. 'undo' goes back.")
        texts = [f"{number:3} {action}" for number, action in enumerate(self._valid, 1)]
        width = max(map(len, texts), default=0) + 2
        for at in range(0, len(texts), COLUMNS):
            typer.echo("".join(text.ljust(width) for text in texts[at : at + COLUMNS]).rstrip())

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "undo" | "u":
                    self._walk.undo()
                    self._show()
                case "hint" | "h":
                    found = hint(self._walk.reasoner, self._walk.state)
                    typer.echo("no hint: no way to the goal was found in time" if found is None else f"try {found}")
                case "why" | "w":
                    typer.echo("\n".join(self._walk.ask("explain", rest, lines=True)["lines"]))
                case "help" | "?":
                    typer.echo(HELP)
                case _:
                    self._walk.step(self._named(line))
                    self._show()
        except RelgymError as error:
            typer.echo(str(error))

    def _named(self, line: str) -> Action | str:
        """The action that a number stands for, or the text of one, whose parentheses may be missing."""
        if line.isdecimal():
            if not 1 <= int(line) <= len(self._valid):
                raise InvalidAction(
                    f"there is no action {line} here", expected=f"a number from 1 to {len(self._valid)}"
                )
            return self._valid[int(line) - 1]
        return line if line.startswith("(") else f"({line})"
