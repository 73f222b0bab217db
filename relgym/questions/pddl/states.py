"""Answers about a state of a task of PDDL."""

from __future__ import annotations

from typing import Any

from relgym.model.pddl.state import State
from relgym.questions.lines import NOTHING, bindings, outcome_lines, texts
from relgym.questions.pddl.play import PDDLPlay
from relgym.questions.plays import text_of
from relgym.questions.question import Answer, Asked
from relgym.questions.states import chance, explained
from relgym.reasoning.pddl.forms import answers_form
from relgym.reasoning.pddl.reasoner import PDDLReasoner


def query(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `query`."""
    form = answers_form(play.reasoner.answers(asked.state, text_of(asked.subject)))
    return asked.with_lines(form, bindings(form))


def derived(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `derived`."""
    return {"derived": texts(play.reasoner.derived(asked.state))}


def explain(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `explain`; where the path is known, it says since which step things are so."""
    history: Any = asked.path or None
    achievers = asked.options["achievers"]
    return explained(asked, play.reasoner.explain(asked.state, text_of(asked.subject), history, achievers))


def actions(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `actions`."""
    listed = play.actions(asked.state)
    return asked.with_lines({"actions": listed}, listed)


def outcomes(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `outcomes`."""
    outcomes_of = play.outcomes(asked.state, asked.subject, asked.options["samples"])
    static = asked.options["static"]
    forms = [{**chance(each), **content(play.reasoner, each.state, static)} for each in outcomes_of]
    return asked.with_lines(
        {"outcomes": forms}, outcome_lines(outcomes_of, lambda after: difference(asked.state, after))
    )


def content(reasoner: PDDLReasoner, state: State, static: bool) -> Answer:
    """Return the `atoms`, `derived` atoms and `fluents` of a state.

    Args:
        reasoner: A reasoner of the task.
        state: The state.
        static: Whether to list what no action changes, too.
    """
    form = state.to_json(static=static)
    return {"atoms": form["atoms"], "derived": texts(reasoner.derived(state)), "fluents": form["fluents"]}


def difference(before: State, after: State) -> list[str]:
    """Return a line for each atom that a step has added (+) or deleted (-), and each new value (=)."""
    old, new = before.to_json()["fluents"], after.to_json()["fluents"]
    lines = [f"   + {atom}" for atom in texts(after.atoms - before.atoms)]
    lines += [f"   - {atom}" for atom in texts(before.atoms - after.atoms)]
    lines += [f"   = {fluent} {value}" for fluent, value in new.items() if old.get(fluent) != value]
    return lines or [NOTHING]
