"""Questions about one state of an RDDL instance: valid actions, outcomes, answers and explanations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from numpy.random import default_rng

from relgym.cli import forms
from relgym.cli.rddl.walk import RDDLWalk, changes, table
from relgym.errors import InvalidAction, ModelError
from relgym.model.rddl.equations import Shown
from relgym.model.rddl.expressions import INT, REAL
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.rddl.cells import LARGEST_INT, Cell
from relgym.reasoning.rddl.texts import action_text, answer_form, text, written
from relgym.reasoning.results import Outcome

LISTED = 1000
"""The largest number of action combinations that are listed; with more, or with reals, only their parts are."""


def show_actions(walk: RDDLWalk, as_json: bool) -> None:
    """Print the valid actions, or their possible parts."""
    reasoner = walk.reasoner
    try:
        reasoner.action_values.combinations(None, LISTED)
    except ModelError as error:
        _show_choices(walk, error.message, as_json)
        return
    found = [written(walk.actions, action) for action in reasoner.valid_actions(walk.state, LISTED)]
    if as_json:
        typer.echo(forms.text_of({"actions": found}))
    else:
        for action in found:
            typer.echo(action_text(action))


def _show_choices(walk: RDDLWalk, reason: str, as_json: bool) -> None:
    """Print, of each cell, the values that it alone may take, and the bounds of numbers."""
    reasoner = walk.reasoner
    refusal = reasoner.refusal(walk.state, {})
    choices = {
        name: [walk.actions[name].written(value) for value in values]
        for name, values in reasoner.choices(walk.state).items()
        if values
    }
    numbers = {name: cell for name, cell in reasoner.actions.items() if cell.fluent.range in (INT, REAL)}
    bounds = {name: [end if abs(end) < LARGEST_INT else None for end in cell.range()] for name, cell in numbers.items()}
    if as_json:
        form: forms.Form = {
            "actions": None,
            "reason": reason,
            "noop": refusal is None,
            "choices": choices,
            "bounds": bounds,
        }
        typer.echo(forms.text_of(form))
        return
    _tell_choices(walk, reason, refusal, choices, numbers)


def _tell_choices(
    walk: RDDLWalk,
    reason: str,
    refusal: InvalidAction | None,
    choices: Mapping[str, Sequence[Shown]],
    numbers: Mapping[str, Cell],
) -> None:
    most = walk.layout.instance.most_actions
    limit = "" if most is None else f"; at most {most} may differ from them"
    typer.echo(reason)
    typer.echo("noop is valid" if refusal is None else f"noop is not valid: {refusal.message}")
    typer.echo(f"what one value may be while all others keep their defaults{limit}")
    shown = {name: ", ".join(map(text, values)) for name, values in choices.items()}
    within = {name: cell.expected() for name, cell in numbers.items() if name not in choices}
    for line in table({name: (shown | within)[name] for name in walk.actions if name in shown | within}):
        typer.echo(line)


def show_outcomes(walk: RDDLWalk, line: str, samples: int | None, seed: int | None, as_json: bool) -> None:
    """Print the possible results of an action: all of them, or those of some random draws."""
    found = _outcomes(walk, walk.action(line), samples, seed)
    if as_json:
        outcomes = [
            {"probability": outcome.probability, "reward": outcome.reward, **outcome.state.to_json()}
            for outcome in found
        ]
        typer.echo(forms.text_of({"outcomes": outcomes, "samples": samples}))
        return
    states = walk.reasoner.states
    before = written(states, walk.state.cells)
    for outcome in found:
        after = written(states, outcome.state.cells)
        typer.echo(f"{outcome.probability:.6g}, reward {outcome.reward:g}")
        for change in changes(before, after):
            typer.echo(change)


def _outcomes(
    walk: RDDLWalk, action: Mapping[str, Any], samples: int | None, seed: int | None
) -> Sequence[Outcome[RDDLState]]:
    if samples is not None:
        return walk.reasoner.sampled_outcomes(walk.state, action, default_rng(seed or 0), samples)
    try:
        return walk.reasoner.outcomes(walk.state, action)
    except ModelError as error:
        raise ModelError(error.message, span=error.span, hint="--samples 1000 draws some of what may follow") from error


def show_answer(walk: RDDLWalk, question: str, as_json: bool) -> None:
    """Print for which items a formula holds, whether it holds, or what value an expression has."""
    form = answer_form(walk.reasoner, walk.state, question)
    if as_json:
        typer.echo(forms.text_of(form))
        return
    match form:
        case {"variables": names, "answers": rows}:
            for row in rows:
                typer.echo(", ".join(f"{name} = {item}" for name, item in zip(names, row, strict=True)))
        case {"holds": value} | {"value": value}:
            typer.echo(text(value))


def show_explanation(walk: RDDLWalk, subject: str, as_json: bool) -> None:
    """Print why something is as it is."""
    reason = walk.explain(subject.strip())
    typer.echo(forms.text_of(reason.to_json()) if as_json else str(reason))
