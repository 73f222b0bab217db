"""The commands that ask one question about one state: actions, outcomes, query, explain."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import DEFAULT_BACKEND, After, AxiomFiles, BackendName, DomainFile, Json, ProblemFile, Seed
from relgym.cli.session import walking


def actions(
    domain: DomainFile,
    problem: ProblemFile,
    backend: BackendName = DEFAULT_BACKEND,
    after: After = None,
    axioms: AxiomFiles = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """List the valid actions of a state, sorted.

    \b
    relgym actions domain.pddl problem.pddl
    relgym actions domain.pddl problem.pddl --after "(pick-up a) (stack a b)" --json
    """
    with walking(domain, problem, axioms, backend, after, seed) as walk:
        form = forms.actions(walk.reasoner, walk.state)
        if as_json:
            typer.echo(forms.text_of(form))
        else:
            for text in form["actions"]:
                typer.echo(text)


def outcomes(
    domain: DomainFile,
    problem: ProblemFile,
    action: Annotated[str, typer.Argument(metavar="ACTION", help="An action, such as '(pick-up a)'.")],
    backend: BackendName = DEFAULT_BACKEND,
    after: After = None,
    axioms: AxiomFiles = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Show every state that may follow an action, and how probable it is.

    \b
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)"
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)" --backend clingo --json
    """
    with walking(domain, problem, axioms, backend, after, seed) as walk:
        found = walk.outcomes(action)
        if as_json:
            typer.echo(forms.text_of(forms.outcomes(walk.reasoner, found)))
            return
        for outcome in found:
            typer.echo(f"{outcome.probability:.6g}")
            typer.echo(forms.difference(walk.state, outcome.state))


def query(
    domain: DomainFile,
    problem: ProblemFile,
    formula: Annotated[
        str, typer.Argument(metavar="FORMULA", help="A formula as in a precondition; free variables are asked for.")
    ],
    backend: BackendName = DEFAULT_BACKEND,
    after: After = None,
    axioms: AxiomFiles = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Say for which objects a formula holds, or, without free variables, whether it does.

    \b
    relgym query domain.pddl problem.pddl "(and (on ?x ?y) (not (clear ?x)))"
    relgym query domain.pddl problem.pddl "(exists (?x - block) (above ?x a))" --axioms stacks.pddl
    """
    with walking(domain, problem, axioms, backend, after, seed) as walk:
        form = forms.answers(walk.reasoner.answers(walk.state, formula))
    if as_json:
        typer.echo(forms.text_of(form))
    elif "holds" in form:
        typer.echo("true" if form["holds"] else "false")
    else:
        for row in form["answers"]:
            typer.echo(", ".join(f"{name} = {term}" for name, term in zip(form["variables"], row, strict=True)))


def explain(
    domain: DomainFile,
    problem: ProblemFile,
    subject: Annotated[
        str, typer.Argument(metavar="X", help="An action, an atom, any other formula, or the word goal.")
    ],
    backend: BackendName = DEFAULT_BACKEND,
    after: After = None,
    axioms: AxiomFiles = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Say why an action is or is not applicable, or why a formula does or does not hold.

    \b
    relgym explain domain.pddl problem.pddl "(stack a b)"
    relgym explain domain.pddl problem.pddl "(clear b)" --after plan.txt
    """
    with walking(domain, problem, axioms, backend, after, seed) as walk:
        explanation = walk.reasoner.explain(walk.state, subject, history=walk.history)
    typer.echo(forms.text_of(explanation.to_json()) if as_json else str(explanation))
