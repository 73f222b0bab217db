"""The `relgym` command: its subcommands, and what its exit codes mean.

0 good, 1 the input is wrong, 2 the question has no answer (an action that is not applicable, an
engine that gives up), 3 an engine is missing.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

import relgym
from relgym.cli.codes import ENGINE_MISSING, GOOD, NO_ANSWER, WRONG_INPUT, NoAnswer
from relgym.cli.encoding import known_width, spelled_output
from relgym.cli.wrong_values import reworded
from relgym.diagnostics import Diagnostic
from relgym.errors import BackendError, InvalidAction, MissingEngine, RelgymError, RelgymWarning

PARSER_ERROR: Any = typer.BadParameter.__mro__[2]
"""The base of the parser's errors: newer versions of Typer have a Click of their own."""

USAGE = 2
"""The exit code of the option parser for a wrong command line."""

GROUPS = {
    "Domains": {
        "list": "overview.overview",
        "new": "new.new",
        "check": "checking.check",
        "generate": "generation.generate",
        "axioms": "axioms.axioms",
    },
    "States and actions": {
        "actions": "questions.actions",
        "outcomes": "questions.outcomes",
        "query": "questions.query",
        "explain": "questions.explain",
        "render": "picture.render",
        "play": "play.play",
        "simulate": "simulation.simulate",
    },
    "Plans, policies, state spaces": {
        "plan": "plan.plan",
        "validate": "plan.validate",
        "solve": "solve.solve",
        "explore": "explore.explore",
    },
    "Translations": {
        "translate": "translation.translate",
        "graph": "graph.graph",
    },
    "Data": {
        "record": "record.record",
        "replay": "record.replay",
        "export": "record.export",
        "learn": "learning.learn",
        "compare": "learning.compare",
        "questions": "question_sets.make_questions",
        "grade": "question_sets.grade_answers",
    },
    "Service": {
        "serve": "serve.serve",
        "token": "token.app",
        "mcp": "mcp.mcp",
    },
}
"""The modules and functions of the subcommands, by the headings of the help."""

COMMANDS = {name: place for commands in GROUPS.values() for name, place in commands.items()}
"""The modules and functions of the subcommands; a module is imported when its command is named."""


def command_function(name: str) -> Any:
    """Return the function of a subcommand, or the application of a group of them."""
    module, _, function = COMMANDS[name].partition(".")
    return getattr(import_module(f"relgym.cli.commands.{module}"), function)


@cache
def command(name: str) -> Any:
    """Return the parser of a subcommand's words."""
    function = command_function(name)
    if not isinstance(function, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command()(function)
        function = single
    parser = typer.main.get_command(function)
    parser.name = name
    # The help of the whole reads it from each parser.
    panel = next(title for title, commands in GROUPS.items() if name in commands)
    parser.rich_help_panel = panel  # type: ignore[attr-defined]
    return parser


class Subcommands(TyperGroup):
    """The subcommands. Only the one named on the command line is imported: all of them take half a second."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a subcommand, or `None` where there is none of this name."""
        return command(cmd_name) if cmd_name in COMMANDS else None

    def invoke(self, ctx: Any) -> Any:
        """Parse the arguments of the subcommand, and call it."""
        with reworded():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Subcommands,
    name="relgym",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


@cache
def _parser() -> Any:
    parser = typer.main.get_command(app)
    # Suggestions for a misspelt name look here.
    parser.commands = dict.fromkeys(COMMANDS)  # type: ignore[attr-defined]
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code.

    Errors are printed on standard error as texts. With `--json`, standard output ends with `{"error": {...}}`, whose
    members are those of a diagnostic of `relgym check --json`.
    """
    _SHOWN.clear()
    words = sys.argv[1:] if arguments is None else list(arguments)
    as_json = "--json" in words[: words.index("--")] if "--" in words else "--json" in words
    with known_width(), spelled_output(), warnings.catch_warnings():
        warnings.simplefilter("always", RelgymWarning)
        warnings.showwarning = _show_warning
        try:
            _run(words, as_json)
        except NoAnswer:
            return NO_ANSWER
        except RelgymError as error:
            return _told(error, as_json)
        except OSError as error:
            place = f"'{error.filename}': " if isinstance(error.filename, str) else ""
            return _told(RelgymError(f"{place}{error.strerror or error}"), as_json)
        except SystemExit as done:
            return WRONG_INPUT if done.code == USAGE else int(done.code or GOOD)
    return GOOD


def _run(words: Sequence[str], as_json: bool) -> None:
    if not as_json:
        _parser()(args=words, prog_name="relgym")
        return
    try:
        # Without it, the parser prints its own errors and exits.
        code = _parser()(args=words, prog_name="relgym", standalone_mode=False)
    except PARSER_ERROR as error:
        command = words[0] if words and words[0] in COMMANDS else "COMMAND"
        raise RelgymError(error.format_message(), hint=f"relgym {command} --help shows what there is") from None
    if isinstance(code, int):
        raise SystemExit(code)


def _told(error: RelgymError, as_json: bool) -> int:
    """Print an error; returns the exit code."""
    if as_json:
        typer.echo(json.dumps({"error": Diagnostic.of(error).to_json()}))
    typer.echo(f"error: {error}", err=True)
    return _code(error)


def _code(error: RelgymError) -> int:
    match error:
        case MissingEngine():
            return ENGINE_MISSING
        case InvalidAction() if error.code != InvalidAction.code:
            # There is no such action in any state.
            return WRONG_INPUT
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
