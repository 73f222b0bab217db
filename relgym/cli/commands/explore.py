"""The command that explores the state space of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import Axioms, DomainFile, Json, NonFluents, ProblemFile
from relgym.cli.output import form_of, write
from relgym.cli.rddl.model import read_model
from relgym.limits import Limits

ENDINGS = {".svg": True, ".parquet": False, ".sqlite": False, ".db": False}
"""The endings of files, and True for pictures."""


def explore(
    domain: DomainFile,
    problem: ProblemFile = None,
    states: Annotated[
        int | None, typer.Option("--states", "-n", metavar="N", min=1, help="The largest number of states to keep.")
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", "-w", metavar="N", min=1, help="How many workers share the states.")
    ] = 1,
    executor: Annotated[
        str,
        typer.Option(
            "--executor", metavar="KIND", help="Workers are processes of this machine, or ray: actors of Ray."
        ),
    ] = "processes",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Draw the space (FILE.svg), or write it (FILE.parquet, FILE.sqlite)."
        ),
    ] = None,
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", min=0.0, help="How long the exploration may take.")
    ] = None,
    memory: Annotated[
        float | None, typer.Option("--memory", metavar="MB", min=0.0, help="How much memory it may take.")
    ] = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    as_json: Json = False,
) -> None:
    """Explore the state space of a problem: how many states there are, how deep it is, and which are dead ends.

    At a limit, or after Ctrl-C, the figures are those of the explored part.

    \b
    relgym explore domain.pddl problem.pddl
    relgym explore tireworld 0 --json
    relgym explore sokoban 3 --states 100000 --limit 60
    relgym explore hanoi test/0 --workers 2
    relgym explore blocks-above 0 -o space.svg
    relgym explore slide-tile test/0 -o space.parquet
    """
    from relgym.exploration.exploring import explore as explored

    drawn = output is not None and form_of(output, ENDINGS)
    model = read_model(domain, problem, axioms, non_fluents, Limits())
    given = {"seconds": limit, "memory": memory}
    limits = {name: value for name, value in given.items() if value is not None}
    space = explored(
        model, workers=workers, executor=executor, limit=states, limits=limits, path=None if drawn else output
    )
    if drawn:
        from relgym.exploration.pictures.svg import space_svg

        assert output is not None
        write(output, f"{space_svg(space)}\n".encode())
    figures = space.to_json()
    if as_json:
        typer.echo(forms.text_of(figures))
        return
    for name, value in figures.items():
        match name, value:
            case "branching", _:
                mean = value["mean"]
                text = "-" if mean is None else f"{mean:.2f} on average, {value['largest']} at most"
            case "complete", _:
                text = "yes" if value else "no"
            case _, None:
                text = "-"
            case _, int():
                text = f"{value:,}"
            case _:
                text = str(value)
        typer.echo(f"{name.replace('_', ' '):<18} {text}")
