"""The commands that ask one question about one state: actions, outcomes, query, explain."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from relgym.cli import forms
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, last_word, with_state_options
from relgym.cli.walking import walking
from relgym.errors import RelgymError


@with_state_options
def actions(domain: DomainFile, problem: ProblemFile = None, *, options: StateOptions) -> None:
    """List the valid actions of a state, sorted; in RDDL fewest changes first.

    Where RDDL allows too many, or reals: what each value may be while the others keep their defaults.

    \b
    relgym actions domain.pddl problem.pddl
    relgym actions domain.pddl problem.pddl --after "(pick-up a) (stack a b)" --json
    relgym actions sysadmin 0 --after "reboot___c1 = true; noop"
    """
    _show("actions", "", domain, problem, options)


@with_state_options
def outcomes(
    domain: DomainFile,
    problem: ProblemFile = None,
    action: Annotated[
        str | None,
        typer.Argument(metavar="ACTION", help="An action, such as '(pick-up a)'; 'go = true', 'noop' in RDDL."),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option("--samples", metavar="N", min=1, help="RDDL: what N draws lead to, where not all can be listed."),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Show every state that may follow an action, and how probable it is.

    \b
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)"
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)" --backend clingo --json
    relgym outcomes sysadmin 0 "reboot___c1 = true"
    relgym outcomes unit-commitment 0 "noop" --samples 1000
    """
    problem, action = last_word(problem, action, "ACTION")
    _show("outcomes", action, domain, problem, options, samples=samples, seed=options.seed or 0, static=True)


@with_state_options
def query(
    domain: DomainFile,
    problem: ProblemFile = None,
    formula: Annotated[
        str | None,
        typer.Argument(
            metavar="FORMULA",
            help="A formula as in a precondition; its free variables are answered. In RDDL any expression.",
        ),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Say for which objects a formula holds, or, without free variables, whether it does; RDDL: or what a value is.

    \b
    relgym query domain.pddl problem.pddl "(and (on ?x ?y) (not (clear ?x)))"
    relgym query domain.pddl problem.pddl "(exists (?x - block) (above ?x a))" --axioms stacks.pddl
    relgym query sysadmin 0 "CONNECTED(c1, ?c) ^ running(?c)" --after "noop; noop"
    relgym query sysadmin 0 "sum_{?c : computer} running(?c)"
    """
    problem, formula = last_word(problem, formula, "FORMULA")
    _show("query", formula, domain, problem, options)


@with_state_options
def explain(
    domain: DomainFile,
    problem: ProblemFile = None,
    subject: Annotated[
        str | None, typer.Argument(metavar="X", help="An action, an atom, any other formula, or the word goal.")
    ] = None,
    achievers: Annotated[
        bool, typer.Option("--achievers", help="PDDL: name the actions that can make failing conditions true.")
    ] = False,
    *,
    options: StateOptions,
) -> None:
    """Say why an action is or is not applicable, or why a formula does or does not hold.

    In RDDL, too, why an expression has its value, and, after a step, why the reward or a value (on___a) came out so.

    \b
    relgym explain domain.pddl problem.pddl "(stack a b)"
    relgym explain domain.pddl problem.pddl "(clear b)" --after plan.txt
    relgym explain domain.pddl problem.pddl "(stack a b)" --achievers
    relgym explain elevators 0 "move___lift1 = true"
    relgym explain sysadmin 0 "running___c1" --after "reboot___c1 = true"
    """
    problem, subject = last_word(problem, subject, "X")
    _show("explain", subject, domain, problem, options, achievers=achievers)


_OPTION = re.compile(r"the option '(\w+)'")


def _show(question: str, subject: str, domain: str, problem: str | None, options: StateOptions, **more: Any) -> None:
    """Print the answer to a question, as JSON or as lines."""
    with walking(domain, problem, options) as walk:
        try:
            answer = walk.ask(question, subject, lines=not options.as_json, **more)
        except RelgymError as error:
            error.hint = error.hint and _OPTION.sub(r"--\1", error.hint)
            raise
    for line in [forms.text_of(answer)] if options.as_json else answer["lines"]:
        typer.echo(line)
