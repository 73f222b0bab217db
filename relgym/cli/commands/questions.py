"""The commands that ask one question about one state: actions, outcomes, query, explain."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, last_word, with_state_options
from relgym.cli.session import Walk
from relgym.cli.walking import walking
from relgym.errors import UnsupportedFeature
from relgym.reasoning.pddl.forms import answers_form


@with_state_options
def actions(domain: DomainFile, problem: ProblemFile = None, *, options: StateOptions) -> None:
    """List the valid actions of a state, sorted; in RDDL fewest changes first.

    Where RDDL allows too many, or reals: what each value may be while the others keep their defaults.

    \b
    relgym actions domain.pddl problem.pddl
    relgym actions domain.pddl problem.pddl --after "(pick-up a) (stack a b)" --json
    relgym actions sysadmin 0 --after "reboot___c1 = true; noop"
    """
    with walking(domain, problem, options) as walk:
        if not isinstance(walk, Walk):
            from relgym.cli.rddl.questions import show_actions

            show_actions(walk, options.as_json)
            return
        form = forms.actions(walk.reasoner, walk.state)
        if options.as_json:
            typer.echo(forms.text_of(form))
        else:
            for text in form["actions"]:
                typer.echo(text)


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
    with walking(domain, problem, options) as walk:
        if not isinstance(walk, Walk):
            from relgym.cli.rddl.questions import show_outcomes

            show_outcomes(walk, action, samples, options.seed, options.as_json)
            return
        if samples is not None:
            raise UnsupportedFeature("outcomes of PDDL can always be listed", hint="leave --samples out")
        found = walk.outcomes(action)
        if options.as_json:
            typer.echo(forms.text_of(forms.outcomes(walk.reasoner, found)))
            return
        for outcome in found:
            typer.echo(f"{outcome.probability:.6g}")
            typer.echo(forms.difference(walk.state, outcome.state))


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
    with walking(domain, problem, options) as walk:
        if not isinstance(walk, Walk):
            from relgym.cli.rddl.questions import show_answer

            show_answer(walk, formula, options.as_json)
            return
        form = answers_form(walk.reasoner.answers(walk.state, formula))
    if options.as_json:
        typer.echo(forms.text_of(form))
    elif "holds" in form:
        typer.echo("true" if form["holds"] else "false")
    else:
        for row in form["answers"]:
            typer.echo(", ".join(f"{name} = {term}" for name, term in zip(form["variables"], row, strict=True)))


@with_state_options
def explain(
    domain: DomainFile,
    problem: ProblemFile = None,
    subject: Annotated[
        str | None, typer.Argument(metavar="X", help="An action, an atom, any other formula, or the word goal.")
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Say why an action is or is not applicable, or why a formula does or does not hold.

    In RDDL, too, why an expression has its value, and, after a step, why the reward or a value (on___a) came out so.

    \b
    relgym explain domain.pddl problem.pddl "(stack a b)"
    relgym explain domain.pddl problem.pddl "(clear b)" --after plan.txt
    relgym explain elevators 0 "move___lift1 = true"
    relgym explain sysadmin 0 "running___c1" --after "reboot___c1 = true"
    """
    problem, subject = last_word(problem, subject, "X")
    with walking(domain, problem, options) as walk:
        if not isinstance(walk, Walk):
            from relgym.cli.rddl.questions import show_explanation

            show_explanation(walk, subject, options.as_json)
            return
        explanation = walk.reasoner.explain(walk.state, subject, history=walk.history)
    typer.echo(forms.text_of(explanation.to_json()) if options.as_json else str(explanation))
