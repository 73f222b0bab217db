"""The words for the domains: every predicate, function and action has a template, and the sentences are whole."""

from __future__ import annotations

import pytest

from relgym.catalogue.domains import catalogue
from relgym.catalogue.templates import places
from relgym.data import problems_of, questions

SPECS = catalogue("pddl")


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_words_for_everything(spec):
    problem = problems_of(spec, "train")[0]
    templates = spec.templates()
    assert templates is not None
    assert templates.about
    assert templates.about.endswith(".")
    for declared, table in (
        (problem.task.predicates, templates.predicates),
        (problem.task.functions, templates.functions),
        (problem.task.actions, templates.actions),
    ):
        assert declared.keys() == table.keys()
    for name, template in templates.predicates.items():
        # A statement says all that tells one atom from another.
        parameters = problem.task.predicates[name].parameters
        assert sorted(places(template)) == sorted(variable.name[1:] for variable in parameters), name
        assert not template.endswith("."), name
        assert template[0] == "{" or template[0].islower(), name
    for name, template in templates.actions.items():
        parameters = problem.task.actions[name].parameters
        assert set(places(template)) <= {variable.name[1:] for variable in parameters}, name
        assert template[0].islower()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_two_actions_never_have_the_same_words(spec):
    """Different actions that can be taken in one state are told apart by their words."""
    problem = problems_of(spec, "train")[0]
    for question in questions(problem, ["applicable", "progression"], 12, form="choice"):
        assert len(set(question.choices)) == len(question.choices), question.question
        assert "{" not in question.context + question.question
        assert 'relation "' not in question.context
