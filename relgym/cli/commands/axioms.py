"""The command that lists ready-made axioms."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import Json
from relgym.read.pddl.axioms.ready_made import Told, named, ready_made


def axioms(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Print the rules of these axioms.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the ready-made axioms, which --axioms takes by their names: what they need of a domain and what they define.

    \b
    relgym axioms
    relgym axioms stacks
    relgym axioms reachability:connected=road
    relgym query blocks 0 "(above ?x ?y)" -x stacks
    """
    if name is not None:
        found = named(name)
        typer.echo(forms.text_of(found.to_json()) if as_json else found.text.rstrip("\n"))
        return
    if as_json:
        typer.echo(forms.text_of({"axioms": [own.to_json() for own in ready_made().values()]}))
        return
    for own in ready_made().values():
        typer.echo(f"{own.name}: {own.summary}")
        typer.echo(f"  needs    {_listed(own.needs)}")
        typer.echo(f"  defines  {_listed(own.defines)}")


def _listed(told: Told) -> str:
    return " ".join(atom for atom, _ in told)
