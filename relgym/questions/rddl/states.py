"""Answers about a state of an instance of RDDL."""

from __future__ import annotations

import re

from relgym.errors import ModelError, UnsupportedFeature, WrongForm
from relgym.model.rddl.expressions import INT, REAL
from relgym.questions.lines import bindings, outcome_lines
from relgym.questions.plays import text_of
from relgym.questions.question import Answer, Asked
from relgym.questions.rddl.lines import changes, table
from relgym.questions.rddl.play import RDDLPlay
from relgym.questions.rddl.texts import bounds_of
from relgym.questions.states import chance, explained
from relgym.read.rddl.plans import NOOP
from relgym.reasoning.rddl.texts import action_text, answer_form, text, written
from relgym.tuning.service import LISTED_ACTIONS_LIMIT

_ASSIGNED = re.compile(r"(?<![=~<>])=(?![=>])")
"""A single `=`, which occurs in actions but not in expressions."""


def query(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `query`."""
    form = answer_form(play.reasoner, asked.state, text_of(asked.subject))
    return asked.with_lines(form, [text(form["value"])] if "value" in form else bindings(form))


def derived(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `derived`."""
    return {"derived": play.reasoner.derived(asked.state)}


def explain(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `explain`; raises `WrongForm` for achievers, which need effects that add and delete."""
    if asked.options["achievers"]:
        message = "achievers are of PDDL: a step of RDDL computes every value anew"
        raise WrongForm(message, hint="leave the option 'achievers' out", code=UnsupportedFeature.code)
    subject = asked.subject
    is_action = not isinstance(subject, str) or subject.strip() == NOOP or _ASSIGNED.search(subject)
    return explained(asked, play.reasoner.explain(asked.state, play.action(subject) if is_action else text_of(subject)))


def actions(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `actions`; where there are too many, or reals, with the values that each cell alone may take."""
    try:
        valid = play.reasoner.valid_actions(asked.state, LISTED_ACTIONS_LIMIT)
    except ModelError:
        # Other errors than those about their number are not about what can be listed.
        try:
            play.reasoner.action_values.combinations(None, LISTED_ACTIONS_LIMIT)
        except ModelError as error:
            return _choices(play, asked, error.message)
        raise
    listed = [play.action_form(action) for action in valid]
    return asked.with_lines({"actions": listed}, map(action_text, listed))


def _choices(play: RDDLPlay, asked: Asked, reason: str) -> Answer:
    reasoner, cells = play.reasoner, play.reasoner.actions
    refusal = reasoner.refusal(asked.state, {})
    choices = {
        name: [cells[name].written(value) for value in values]
        for name, values in reasoner.choices(asked.state).items()
        if values
    }
    numbers = {name: cell for name, cell in cells.items() if cell.fluent.range in (INT, REAL)}
    bounds = {name: bounds_of(cell) for name, cell in numbers.items()}
    form = {"actions": None, "reason": reason, "noop": refusal is None, "choices": choices, "bounds": bounds}
    most = reasoner.instance.most_actions
    limit = "" if most is None else f"; at most {most} may differ from them"
    shown = {name: cell.expected() for name, cell in numbers.items()}
    shown |= {name: ", ".join(map(text, values)) for name, values in choices.items()}
    lines = [
        reason,
        "noop is valid" if refusal is None else f"noop is not valid: {refusal.message}",
        f"what one value may be while all others keep their defaults{limit}",
        *table({name: shown[name] for name in cells if name in shown}),
    ]
    return asked.with_lines(form, lines)


def outcomes(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `outcomes`."""
    samples, cells = asked.options["samples"], play.reasoner.states
    possible = play.outcomes(asked.state, asked.subject, samples, asked.options["seed"])
    forms = [{**chance(each), **each.state.to_json()} for each in possible]
    before = written(cells, asked.state.cells)
    lines = outcome_lines(possible, lambda after: changes(before, written(cells, after.cells)))
    return asked.with_lines({"outcomes": forms, "samples": samples}, lines)
