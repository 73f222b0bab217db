"""The commands that ask one question about one state: actions, outcomes, query, explain."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import (
    DEFAULT,
    DEFAULT_BACKEND,
    After,
    Axioms,
    BackendName,
    Chosen,
    DomainFile,
    Json,
    Limit,
    Memory,
    NonFluents,
    ProblemFile,
    Seed,
)
from relgym.cli.rddl.files import rddl_files
from relgym.cli.session import walking
from relgym.errors import UnsupportedFeature
from relgym.limits import Limits
from relgym.reasoning.pddl.forms import answers_form


def actions(
    domain: DomainFile,
    problem: ProblemFile,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """List the valid actions of a state, sorted; in RDDL fewest changes first.

    Where RDDL allows too many, or reals: what each value may be while the others keep their defaults.

    \b
    relgym actions domain.pddl problem.pddl
    relgym actions domain.pddl problem.pddl --after "(pick-up a) (stack a b)" --json
    relgym actions sysadmin 0 --after "reboot___c1 = true; noop"
    """
    engine = Chosen(backend, Limits(seconds=limit, memory=memory))
    files = rddl_files(domain, problem, non_fluents)
    if files is not None:
        from relgym.cli.rddl.questions import show_actions
        from relgym.cli.rddl.walk import begun

        with begun(files, engine, axioms, after, seed) as played:
            show_actions(played, as_json)
        return
    with walking(domain, problem, axioms, engine, after, seed) as walk:
        form = forms.actions(walk.reasoner, walk.state)
        if as_json:
            typer.echo(forms.text_of(form))
        else:
            for text in form["actions"]:
                typer.echo(text)


def outcomes(
    domain: DomainFile,
    problem: ProblemFile,
    action: Annotated[
        str, typer.Argument(metavar="ACTION", help="An action, such as '(pick-up a)'; 'go = true', 'noop' in RDDL.")
    ],
    samples: Annotated[
        int | None,
        typer.Option("--samples", metavar="N", min=1, help="RDDL: what N draws lead to, where not all can be listed."),
    ] = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Show every state that may follow an action, and how probable it is.

    \b
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)"
    relgym outcomes domain.pddl problem.pddl "(move-car l1 l2)" --backend clingo --json
    relgym outcomes sysadmin 0 "reboot___c1 = true"
    relgym outcomes unit-commitment 0 "noop" --samples 1000
    """
    engine = Chosen(backend, Limits(seconds=limit, memory=memory))
    files = rddl_files(domain, problem, non_fluents)
    if files is not None:
        from relgym.cli.rddl.questions import show_outcomes
        from relgym.cli.rddl.walk import begun

        with begun(files, engine, axioms, after, seed) as played:
            show_outcomes(played, action, samples, seed, as_json)
        return
    if samples is not None:
        raise UnsupportedFeature("outcomes of PDDL can always be listed", hint="leave --samples out")
    with walking(domain, problem, axioms, engine, after, seed) as walk:
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
        str,
        typer.Argument(
            metavar="FORMULA", help="A formula as in a precondition; free variables are asked for. Of RDDL any value."
        ),
    ],
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Say for which objects a formula holds, or, without free variables, whether it does; RDDL: or what a value is.

    \b
    relgym query domain.pddl problem.pddl "(and (on ?x ?y) (not (clear ?x)))"
    relgym query domain.pddl problem.pddl "(exists (?x - block) (above ?x a))" --axioms stacks.pddl
    relgym query sysadmin 0 "CONNECTED(c1, ?c) ^ running(?c)" --after "noop; noop"
    relgym query sysadmin 0 "sum_{?c : computer} running(?c)"
    """
    engine = Chosen(backend, Limits(seconds=limit, memory=memory))
    files = rddl_files(domain, problem, non_fluents)
    if files is not None:
        from relgym.cli.rddl.questions import show_answer
        from relgym.cli.rddl.walk import begun

        with begun(files, engine, axioms, after, seed) as played:
            show_answer(played, formula, as_json)
        return
    with walking(domain, problem, axioms, engine, after, seed) as walk:
        form = answers_form(walk.reasoner.answers(walk.state, formula))
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
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Say why an action is or is not applicable, or why a formula does or does not hold.

    In RDDL, too, why an expression has its value, and, after a step, why the reward or a value (on___a) came out so.

    \b
    relgym explain domain.pddl problem.pddl "(stack a b)"
    relgym explain domain.pddl problem.pddl "(clear b)" --after plan.txt
    relgym explain elevators 0 "move___lift1 = true"
    relgym explain sysadmin 0 "running___c1" --after "reboot___c1 = true"
    """
    engine = Chosen(backend, Limits(seconds=limit, memory=memory))
    files = rddl_files(domain, problem, non_fluents)
    if files is not None:
        from relgym.cli.rddl.questions import show_explanation
        from relgym.cli.rddl.walk import begun

        with begun(files, engine, axioms, after, seed) as played:
            show_explanation(played, subject, as_json)
        return
    with walking(domain, problem, axioms, engine, after, seed) as walk:
        explanation = walk.reasoner.explain(walk.state, subject, history=walk.history)
    typer.echo(forms.text_of(explanation.to_json()) if as_json else str(explanation))
