"""The command that begins a domain."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from relgym.catalogue.starting import begin_domain
from relgym.cli import forms
from relgym.cli.options import Json


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder to be made; its name is that of the domain.")
    ],
    rddl: Annotated[bool, typer.Option("--rddl", help="Begin a domain of RDDL; by default one of PDDL.")] = False,
    as_json: Json = False,
) -> None:
    """Begin a domain of your own: a folder with a domain, a generator, problems, a scene and tests.

    All of it plays at once. Write your own over it, and look with `relgym check` and `relgym play`.

    \b
    relgym new lunch-break
    relgym new garden-work --rddl
    """
    files = [str(path) for path in begin_domain(folder, "rddl" if rddl else "pddl")]
    if as_json:
        typer.echo(forms.text_of({"files": files}))
        return
    for path in files:
        typer.echo(path)
    typer.echo(f"\nNext: relgym play {folder}")
    typer.echo(f"      python -m pytest {folder}")
    typer.echo(f"      python -m relgym.catalogue.generate {folder}    # after a change of the generator or env.toml")
