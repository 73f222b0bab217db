"""The command that lists what there is: domains, and engines."""

from __future__ import annotations

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from relgym.backends.registry import backend_class, names
from relgym.catalogue import LANGUAGES, SPLITS, catalogue
from relgym.cli import forms
from relgym.cli.options import Json
from relgym.errors import BackendError

_CAPTIONS = {
    "pddl": "...Test-v0 are the environments of the test problems",
    "rddl": "each plays one instance: gymnasium.make(..., problem='p02')",
}


def overview(as_json: Json = False) -> None:
    """List the domains that come with relgym, and the engines.

    \b
    relgym list
    relgym list --json
    """
    form = _form()
    if as_json:
        typer.echo(forms.text_of(form))
        return
    console = Console(markup=False, highlight=False)
    for language in LANGUAGES:
        title = language.upper()
        table = Table("domain", box=box.SIMPLE_HEAD, title=title, title_justify="left", caption=_CAPTIONS[language])
        table.add_column("environment", no_wrap=True)
        table.add_column("train + test", no_wrap=True)
        table.add_column("what it is")
        for item in form["environments"]:
            if item["language"] == language:
                counts = " + ".join(str(item["problems"][split]) for split in SPLITS)
                table.add_row(item["name"], item["ids"]["train"], counts, item["description"])
        console.print(table)
    engines = Table("engine", "version", box=box.SIMPLE_HEAD)
    for name, engine in form["engines"].items():
        engines.add_row(name, engine["version"] or f"missing: {engine['missing']}")
    console.print(engines)


def _form() -> forms.Form:
    environments = [
        {
            "name": spec.name,
            "language": spec.language,
            "ids": dict(spec.ids),
            "problems": {split: len(spec.problems(split)) for split in SPLITS},
            "max_episode_steps": spec.max_episode_steps,
            "description": spec.description,
        }
        for spec in catalogue()
    ]
    return {"environments": environments, "engines": {name: _engine(name) for name in names()}}


def _engine(name: str) -> forms.Form:
    """The version of an engine, or why there is none."""
    try:
        return {"version": backend_class(name).version(), "missing": None}
    except BackendError as error:
        return {"version": None, "missing": str(error)}
