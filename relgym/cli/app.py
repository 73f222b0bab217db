"""The `relgym` command: its subcommands, and what its exit codes mean.

0 good, 1 the input is wrong, 2 the question has no answer (an action that is not applicable, an
engine that gives up), 3 an engine is missing.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Annotated, TextIO

import typer

import relgym
from relgym.cli.codes import ENGINE_MISSING, GOOD, NO_ANSWER, WRONG_INPUT, NoAnswer
from relgym.cli.commands import (
    axioms,
    checking,
    explore,
    generation,
    graph,
    learning,
    mcp,
    overview,
    picture,
    plan,
    play,
    question_sets,
    questions,
    record,
    serve,
    simulation,
    solve,
    token,
    translation,
)
from relgym.cli.encoding import spelled_output
from relgym.errors import BackendError, InvalidAction, MissingEngine, RelgymError, RelgymWarning

USAGE = 2
"""The exit code of the option parser for a wrong command line."""

app = typer.Typer(
    name="relgym",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list")(overview.overview)
app.command()(axioms.axioms)
for command in (
    checking.check,
    generation.generate,
    graph.graph,
    explore.explore,
    play.play,
    picture.render,
    questions.actions,
    simulation.simulate,
    solve.solve,
    plan.plan,
    plan.validate,
    record.record,
    record.replay,
    learning.learn,
    learning.compare,
    record.export,
    questions.outcomes,
    questions.query,
    questions.explain,
    translation.translate,
    serve.serve,
    mcp.mcp,
):
    app.command()(command)
app.command("questions")(question_sets.make_questions)
app.command("grade")(question_sets.grade_answers)
app.add_typer(token.app, name="token")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"relgym {relgym.__version__}")
        raise typer.Exit


@app.callback()
def relgym_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Relational environments from PDDL and RDDL files, on any logic engine.

    \b
    relgym check domain.pddl problem.pddl
    relgym check domain.rddl instance.rddl
    relgym actions blocks 0
    relgym simulate domain.rddl instance.rddl --episodes 100
    relgym plan domain.pddl problem.pddl
    relgym graph domain.rddl instance.rddl -o net.svg
    relgym render domain.pddl problem.pddl -o state.svg
    relgym generate sokoban --set boxes=3 --count 10 --out problems
    relgym play sokoban

    Exit codes: 0 good, 1 the input is wrong, 2 the question has no answer, 3 an engine is missing.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    _SHOWN.clear()
    with spelled_output(), warnings.catch_warnings():
        warnings.simplefilter("always", RelgymWarning)
        warnings.showwarning = _show_warning
        try:
            app(args=arguments, prog_name="relgym")
        except NoAnswer:
            return NO_ANSWER
        except RelgymError as error:
            typer.echo(f"error: {error}", err=True)
            return _code(error)
        except OSError as error:
            typer.echo(f"error: {error.strerror or error}", err=True)
            return WRONG_INPUT
        except SystemExit as done:
            return WRONG_INPUT if done.code == USAGE else int(done.code or GOOD)
    return GOOD


def _code(error: RelgymError) -> int:
    match error:
        case MissingEngine():
            return ENGINE_MISSING
        case InvalidAction() | BackendError():
            return NO_ANSWER
        case _:
            return WRONG_INPUT


_SHOWN: set[str] = set()
"""The warnings that this run of the command has shown: the files of a domain are read for each of its problems."""


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    # The place in relgym's own code where a warning is raised says nothing to its users.
    if str(message) not in _SHOWN:
        _SHOWN.add(str(message))
        typer.echo(f"warning: {message}", err=True)
