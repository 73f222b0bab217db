"""The commands that learn a domain from recordings, and compare two domains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relgym.catalogue.entries import Entry, meant
from relgym.cli import completion, forms
from relgym.cli.codes import NoAnswer
from relgym.cli.options import Json
from relgym.cli.output import write
from relgym.errors import UnsupportedFeature
from relgym.limits import Limits
from relgym.model.pddl.domain import Domain
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.free import with_free

if TYPE_CHECKING:
    from relgym.data.learning.comparison import DomainComparison


def learn(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Recordings of `relgym record`, of one domain.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the domain to a file.")
    ] = None,
    method: Annotated[
        str, typer.Option("--method", metavar="METHOD", help="version-space (no chance) or probabilistic.")
    ] = "version-space",
    general: Annotated[
        bool, typer.Option("--general", help="The model with the upper bound of the preconditions, not the lower one.")
    ] = False,
    noise: Annotated[
        float,
        typer.Option("--noise", metavar="SHARE", min=0.0, max=1.0, help="Rarer outcomes are noise (probabilistic)."),
    ] = 0.0,
    as_json: Json = False,
) -> None:
    """Learn the preconditions and effects of actions from recordings, and print them as a domain.

    Predicates, types, constants and the names of parameters are those of the recorded domain.

    \b
    relgym record blocks -o blocks.jsonl --episodes 50
    relgym learn blocks.jsonl -o learned.pddl
    relgym learn tireworld.jsonl --method probabilistic --json
    relgym compare blocks learned.pddl test/0 test/1
    """
    from relgym.data.learning.learn import learn_model
    from relgym.data.learning.recorded import recorded
    from relgym.write.files import check_apart
    from relgym.write.pddl import write_domain

    if output is not None:
        check_apart(output, [file for file in files if Path(file).exists()])
    transitions, domain = recorded(files)
    model = learn_model(transitions, domain, method, noise=noise)  # type: ignore[arg-type]  # it checks the method
    if general and model.general is None:
        raise UnsupportedFeature(f"the method '{method}' gives no upper bound", hint="leave --general out")
    text = write_domain(model.general) if general and model.general is not None else str(model)
    if output is not None:
        write(output, text.encode())
    if as_json:
        typer.echo(forms.text_of(model.to_json()))
        return
    if output is None:
        typer.echo(text, nl=False)
    for action in model.actions:
        skipped = f", {action.skipped} left out as unclear" if action.skipped else ""
        typer.echo(f"; {action.name}: {action.successes} transitions, {action.failures} failures{skipped}")
    for name in model.unseen:
        typer.echo(f"; {name}: never carried out, so it is not in the domain")


def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="The true domain: a file, or the name of a domain of relgym.",
            autocompletion=completion.domains,
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The domain to judge, such as a learned one.")],
    problems: Annotated[
        list[str],
        typer.Argument(
            metavar="PROBLEM",
            help="Problem files; for a domain of relgym their numbers or names.",
            autocompletion=completion.problems,
        ),
    ],
    states: Annotated[
        int, typer.Option("--states", "-n", metavar="N", min=1, help="How many states of each problem.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", min=0, help="The seed of what is drawn.")] = 0,
    tolerance: Annotated[
        float,
        typer.Option(
            "--tolerance", metavar="D", min=0.0, max=1.0, help="How far probabilities may differ (total variation)."
        ),
    ] = 1e-6,
    plans: Annotated[
        bool, typer.Option("--plans/--no-plans", help="Also test whether plans of one domain work in the other.")
    ] = True,
    planner: Annotated[str | None, typer.Option("--planner", "-P", metavar="PLANNER", help="The planner.")] = None,
    limit: Annotated[
        float, typer.Option("--limit", metavar="SECONDS", min=0.0, help="How long a search for a plan may take.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Compare two domains: applicable actions, their outcomes, and plans, on the problems of the first one.

    Exit codes: 0 if no difference was found, 2 otherwise, and after an interrupt.

    \b
    relgym compare domain.pddl learned.pddl problem.pddl
    relgym compare blocks learned.pddl 0 test/0 --json
    relgym compare tireworld learned.pddl test/0 --tolerance 0.05 --no-plans
    """
    from relgym.data.learning.comparison import compare as compared

    entry = meant(first)
    models = [entry.task(problem) for problem in problems] if entry is not None and _is_pddl(entry) else problems
    result = compared(
        _domain(first),
        _domain(second),
        models,
        states=states,
        seed=seed,
        tolerance=tolerance,
        plans=plans,
        planner=planner,
        limits=Limits(seconds=limit),
    )
    if as_json:
        typer.echo(forms.text_of(result.to_json()))
    else:
        _print(result)
    if result.interrupted:
        typer.echo(f"interrupted: {result.problems} of {len(problems)} problems are compared", err=True)
    if result.interrupted or not result.exact:
        raise NoAnswer


def _is_pddl(entry: Entry) -> bool:
    """True for a domain of PDDL; raises `UnsupportedFeature` for RDDL."""
    if entry.spec.language == "rddl":
        raise UnsupportedFeature(f"'{entry.spec.name}' is a domain of RDDL", expected="a domain of PDDL")
    return True


def _domain(word: str) -> Domain:
    """The domain of a file, or one of relgym with the parameters that its agent chooses."""
    entry = meant(word)
    if entry is None:
        return read_domain(Path(word))
    _is_pddl(entry)
    return with_free(read_domain(entry.spec.domain), entry.spec.free)


def _print(result: DomainComparison) -> None:
    def share(value: float | None) -> str:
        return "-" if value is None else f"{value:.4f}"

    lines = {
        "problems": str(result.problems),
        "states": str(result.states),
        "precision": f"{share(result.precision)}  ({result.both} of {result.second} applicable actions)",
        "recall": f"{share(result.recall)}  ({result.both} of {result.first} applicable actions)",
        "effects": f"{share(result.effects)}  ({result.same} of {result.both} actions)",
        "plans": f"{result.carried} of {result.plans} carry over, {result.carried_back} of {result.plans_back} back",
    }
    for name, text in lines.items():
        typer.echo(f"{name:<10} {text}")
    for text in result.differences:
        typer.echo(f"; {text}")
