"""Walks of both languages: what commands that ask about a state begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

import typer

from relgym.cli import forms
from relgym.cli.options import StateOptions
from relgym.cli.rddl.files import rddl_files
from relgym.cli.session import Walk, pddl_walking

if TYPE_CHECKING:
    from relgym.cli.rddl.walk import RDDLWalk


@contextmanager
def walking(domain: str, problem: str | None, options: StateOptions) -> Iterator[Walk | RDDLWalk]:
    """A walk through a task or an instance that has taken the steps of `--after`; its engine is closed in the end."""
    files = rddl_files(domain, problem, options.non_fluents)
    if files is None:
        with pddl_walking(domain, problem, options) as walk:
            yield walk
        return
    # Gymnasium is imported for RDDL only, to keep the command line fast.
    from relgym.cli.rddl.walk import rddl_walking

    with rddl_walking(files, options) as rddl_walk:
        yield rddl_walk


def show_steps(walk: Walk | RDDLWalk, steps: Iterable[Any], as_json: bool) -> None:
    """Print where a walk stands, and what becomes of each step, as JSON or as text; the first mistake ends it."""
    for number, _ in enumerate(chain([None], walk.follow(steps))):
        for line in [forms.text_of(walk.form(number))] if as_json else walk.lines(number):
            typer.echo(line)
