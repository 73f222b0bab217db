"""Words tell apart what differs: atoms, actions, rules, types, functions of every domain of the catalogue."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import islice, product

import pytest

import relgym
from relgym.catalogue.domains import catalogue
from relgym.data import problems_of, questions
from relgym.data.question_sets.background import background
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.wording import Wording
from relgym.model.terms import Variable

PDDL = [own.name for own in catalogue() if own.language == "pddl"]


@cache
def problem(domain):
    return problems_of(domain, "train")[0]


def rows(task, variables):
    """Some objects for variables: up to three of each type, in all combinations."""
    ranges = [sorted(task.ranged(variable.types))[:3] for variable in variables]
    for row in islice(product(*ranges), 1000):
        yield tuple(task.objects[number] for number in row)


def told(wording):
    """What is said about a task: pairs of words and of what they mean, by kind."""
    task = wording.task
    for predicate in task.predicates.values():
        yield "atom", wording.atom(predicate.name, predicate.parameters), predicate.name
        for row in rows(task, predicate.parameters):
            yield "ground atom", wording.atom(predicate.name, row), (predicate.name, row)
    for function in task.functions.values():
        for row in rows(task, function.parameters):
            yield "fluent", wording.fluent(function.name, row), (function.name, row)
    for schema in task.domain.actions:
        variables = {variable.name: variable for variable in schema.parameters}
        free = [variables[name] for name in schema.free]
        yield "rule", wording.schema(schema.name, free), schema.name
        for row in rows(task, free):
            yield "action", wording.schema(schema.name, row), (schema.name, row)
    for name in task.types:
        yield "type", wording.term(Variable("?x", (name,))), name
    for item in task.typed:
        yield "object", wording.term(item.object), item.object


def collisions(wording):
    found = defaultdict(set)
    for kind, words, meaning in told(wording):
        found[kind, words].add(meaning)
    return {key: meanings for key, meanings in found.items() if len(meanings) > 1}


@pytest.mark.parametrize("words", ["own", "default"])
@pytest.mark.parametrize("domain", PDDL)
def test_different_things_read_differently(domain, words):
    own = problem(domain)
    assert collisions(Wording(own.task, own.templates if words == "own" else None)) == {}


def test_default_words_of_names_that_look_alike():
    task = relgym.load(
        "(define (domain alike) (:predicates (on-top ?x) (on_top ?x) (is-clear ?x) (clear ?x))"
        " (:action go-a :parameters (?x) :effect (clear ?x))"
        " (:action go :parameters (?x ?y) :effect (clear ?x)))",
        "(define (problem one) (:domain alike) (:objects a b) (:init) (:goal (clear a)))",
    )
    assert collisions(Wording(task)) == {}


def test_a_quantified_subtype_has_its_own_name():
    wording = Wording(problem("elevator").task, problem("elevator").templates)
    assert wording.term(Variable("?v", ("vip",))) == "vip ?v"
    assert wording.term(Variable("?p", ("passenger",))) == "passenger ?p"


def test_the_context_says_which_types_are_below_others():
    own = problem("elevator")
    material = Material(QuestionProblem(own.task, templates=own.templates), 0)
    assert "What is of type vip is passenger, " in background(own, material.reasoner, material.wording)


@pytest.mark.parametrize("domain", ["power", "blocks", "doors"])
def test_progression_asks_for_derived_facts_where_there_are_some(domain):
    asked = next(questions(problem(domain), "progression", 1, form="open"))
    assert ("follow from other facts by the rules" in asked.question) == bool(problem(domain).task.derived)
