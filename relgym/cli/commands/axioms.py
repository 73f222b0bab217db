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
        chosen = named(name)
        typer.echo(forms.text_of(chosen.to_json()) if as_json else chosen.text.rstrip("\n"))
        return
    if as_json:
        typer.echo(forms.text_of({"axioms": [each.to_json() for each in ready_made().values()]}))
        return
    for each in ready_made().values():
        typer.echo(f"{each.name}: {each.summary}")
        typer.echo(f"  needs    {_listed(each.needs)}")
        typer.echo(f"  defines  {_listed(each.defines)}")


def _listed(pairs: Told) -> str:
    return " ".join(atom for atom, _ in pairs)
