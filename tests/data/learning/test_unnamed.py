"""Actions whose texts do not name all parameters, as agents choose them by default."""

from __future__ import annotations

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.data import Experience, compare, learn_model, random_transitions
from relgym.errors import Contradiction, UnsupportedFeature
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.problem import Task
from relgym.read.pddl.free import with_free
from relgym.read.source import Text

OBJECTS = dict.fromkeys("abcd", ("cell", "object"))
ROADS = "road a b, road b c, road c d"


def moves(*rows: tuple[str, str, str], roads: str = ROADS) -> list[Experience]:
    """Transitions by their changing atoms before, their actions and their changing atoms after."""
    return [
        Experience(atoms(f"{roads}, {before}"), action, atoms(f"{roads}, {after}"), OBJECTS, step=step)
        for step, (before, action, after) in enumerate(rows, 1)
    ]


def atoms(text: str) -> frozenset[str]:
    return frozenset(f"({part.strip()})" for part in text.split(",") if part.strip())


def agents_domain(name: str) -> tuple[Domain, list[Task]]:
    """A domain with the parameters that its agent chooses, and its train problems."""
    item = spec(name)
    assert item.free
    tasks = [relgym.load(item.domain, problem) for problem in item.problems("train")]
    domain = with_free(tasks[0].domain, item.free)
    return domain, [Task(domain, task.problem) for task in tasks]


@pytest.mark.parametrize("name", ["doors", "sokoban", "depot"])
def test_domains_are_recovered_from_what_agents_choose(name: str) -> None:
    domain, tasks = agents_domain(name)
    model = learn_model(random_transitions(tasks, episodes=40, steps=30, seed=5), domain)
    found = compare(domain, model, spec(name).problems("test")[:3], states=30, plans=False)
    assert found.exact
    # What is printed is read again, and means the same.
    again = compare(domain, Text(str(model)), spec(name).problems("test")[:1], states=10, plans=False)
    assert again.exact


def test_an_object_that_an_effect_is_about_becomes_a_parameter() -> None:
    model = learn_model(moves(("at a", "(go b)", "at b"), ("at b", "(go c)", "at c"), ("at c", "(go d)", "at d")))
    (go,) = model.domain.actions
    assert go.free == ("?x1",)
    assert [variable.name for variable in go.parameters] == ["?x1", "?y1"]
    assert str(go.effect) == "(and (at ?x1) (not (at ?y1)))"
    assert "(road ?y1 ?x1)" in str(go.precondition)


def test_names_and_types_of_the_schema_are_used_where_they_are_clear() -> None:
    domain = Text(
        """(define (domain d) (:requirements :strips :typing) (:types cell)
        (:predicates (at ?c - cell) (road ?c ?d - cell) (go ?to - cell))
        ; (:actions go)
        (:action go :parameters (?to ?from - cell) :precondition (and (go ?to) (at ?from) (road ?from ?to))
          :effect (and (at ?to) (not (at ?from)))))"""
    )
    model = learn_model(moves(("at a", "(go b)", "at b"), ("at b", "(go c)", "at c")), domain)
    (go,) = model.domain.actions
    assert str(go.effect) == "(and (at ?to) (not (at ?from)))"


def test_a_parameter_of_preconditions_alone_is_found_by_a_relation() -> None:
    """A cell is open if the gate above it is; no action changes the gate."""
    domain = """(define (domain d) (:requirements :strips) (:predicates (at ?c) (gate ?g ?c) (open ?g))
      (:action go :parameters (?to ?from ?gate) :precondition (and (at ?from) (gate ?gate ?to) (open ?gate))
       :effect (and (at ?to) (not (at ?from)))))\n"""
    gates = "gate c a, gate d b, open c, open d"
    known = with_free(learn_domain(domain), {"go": ["?to"]})
    model = learn_model(moves(("at a", "(go b)", "at b"), ("at b", "(go a)", "at a"), roads=gates), known)
    (go,) = model.domain.actions
    assert len(go.parameters) == 3
    assert "(open " in str(go.precondition)
    assert "(gate " in str(go.precondition)


def learn_domain(text: str) -> Domain:
    problem = "(define (problem p) (:domain d) (:init) (:goal (and)))\n"
    task: Task = relgym.load(text, problem)
    return task.domain


def test_a_transition_without_change_is_read_by_the_facts_of_the_others() -> None:
    """To go where one is changes nothing: the cell one leaves is the only one at which one is."""
    rows = [("at a", "(go b)", "at b"), ("at b", "(go c)", "at c"), ("at d", "(go d)", "at d")]
    model = learn_model(moves(*rows, roads="wide a"))
    assert [(each.successes, each.skipped) for each in model.actions] == [(3, 0)]
    (go,) = model.domain.actions
    assert str(go.precondition) == "(and (at ?y1) (not (wide ?x1)))"


def test_transitions_that_stay_unclear_are_counted() -> None:
    rows = [("at a", "(swap)", "at b"), ("at b", "(swap)", "at c"), ("at c, at d", "(swap)", "at c, at d")]
    model = learn_model(moves(*rows))
    assert [each.skipped for each in model.actions] == [1]


def test_changes_of_another_kind_are_contradictions() -> None:
    rows = [("at a, dry b", "(go b)", "at b"), ("at b", "(go c)", "at c"), ("at c", "(go d)", "at c, road d d")]
    with pytest.raises(Contradiction, match=r"\(go d\) in episode 0, step 3 does not change the like of what \(go b\)"):
        learn_model(moves(*rows))


def test_the_probabilistic_method_needs_all_parameters() -> None:
    domain, tasks = agents_domain("river")
    with pytest.raises(UnsupportedFeature, match=r"the texts of '.*' name 1 of 2 parameters"):
        learn_model(random_transitions(tasks, episodes=2), domain, "probabilistic")
