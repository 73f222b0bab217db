"""`learn_model` on small domains that are known in full, and what it says of transitions that no model explains."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from data.learning.wandering import everything, reachable

import relgym
from relgym.catalogue.domains import spec
from relgym.data import Experience, compare, learn_model, random_transitions
from relgym.errors import Contradiction, RelgymError, RelgymWarning
from relgym.read.source import Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.write.pddl import write_domain

ROOMS: dict[str, tuple[str, ...]] = {"a": ("object", "room"), "b": ("object", "room"), "c": ("object", "room")}


def moves(*rows: tuple[str, str, str], objects: dict[str, tuple[str, ...]] = ROOMS) -> list[Experience]:
    """Transitions by their atoms before, their actions, and their atoms after; `!` marks an action that fails."""
    return [
        Experience(atoms(before), action.strip("!"), atoms(after), objects, "!" not in action, step=step)
        for step, (before, action, after) in enumerate(rows, 1)
    ]


def atoms(text: str) -> frozenset[str]:
    return frozenset(f"({part.strip()})" for part in text.split(",") if part.strip())


def message(transitions: Iterable[Experience], predicates: list[str] | None = None) -> str:
    with pytest.raises(RelgymError) as caught:
        learn_model(transitions, predicates)
    return str(caught.value)


@pytest.mark.parametrize("name", ["blocks", "sokoban", "ferry"])
def test_domains_of_the_catalogue_are_recovered_from_random_walks(name: str) -> None:
    item = spec(name)
    tasks = [relgym.load(item.domain, problem) for problem in item.problems("train")]
    transitions = random_transitions(tasks, episodes=30, steps=30, seed=1)
    model = learn_model(transitions, item.domain)
    assert model.unseen == ()
    found = compare(item.domain, model, item.problems("test")[:3], states=40, plans=False)
    assert (found.precision, found.recall, found.effects, found.exact) == (1.0, 1.0, 1.0, True)


def test_failures_narrow_the_upper_bound_until_it_meets_the_lower_one() -> None:
    domain = Text(
        """(define (domain lamp) (:requirements :strips :negative-preconditions)
        (:predicates (on ?x) (broken ?x))
        (:action press :parameters (?x) :precondition (and (not (on ?x)) (not (broken ?x))) :effect (on ?x))
        (:action let-go :parameters (?x) :effect (not (on ?x))))"""
    )
    problem = Text("(define (problem p) (:domain lamp) (:objects a b c) (:init (broken b) (on c)) (:goal (on a)))")
    reasoner = PDDLReasoner(relgym.load(domain, problem))
    model = learn_model(everything(reasoner, reachable(reasoner, 99)), domain)
    assert model.general is not None
    for found in (model.domain, model.general):
        press, let_go = sorted(found.actions, key=lambda schema: schema.name, reverse=True)
        assert str(press.precondition) == "(and (not (broken ?x)) (not (on ?x)))"
        assert str(press.effect) == "(on ?x)"
        assert str(let_go.precondition) == "(and)"
    assert [(each.name, each.lower, each.certain) for each in model.actions] == [("press", 2, 2), ("let-go", 0, 0)]


def test_parameters_get_the_most_specific_types_that_were_seen() -> None:
    objects = {"t": ("truck", "vehicle", "object"), "s": ("ship", "vehicle", "object"), "a": ("place", "object")}
    model = learn_model(
        moves(("", "(wash t a)", "clean t"), ("", "(wash s a)", "clean s"), objects=objects),
        ["(clean ?x - vehicle)"],
    )
    (wash,) = model.domain.actions
    assert [variable.types for variable in wash.parameters] == [("vehicle",), ("place",)]
    problem = "(define (problem p) (:domain learned) (:objects t - truck a - place) (:init) (:goal (clean t)))"
    task = relgym.load(Text(str(model)), Text(problem))
    assert [str(action) for action in PDDLReasoner(task).valid_actions(PDDLReasoner(task).initial_state)] == [
        "(wash t a)"
    ]


def test_constants_stand_in_preconditions_and_effects() -> None:
    model = learn_model(
        moves(("at b", "(home b)", "at a"), ("at c", "(home c)", "at a")), ["(at ?r - room)"], constants=["a"]
    )
    (home,) = model.domain.actions
    assert str(home.precondition) == "(and (at ?x1) (not (at a)) (not (= ?x1 a)))"
    assert str(home.effect) == "(and (at a) (not (at ?x1)))"


def test_an_effect_that_two_parameters_could_have_keeps_to_what_was_seen() -> None:
    """Both parameters were one object, so which of them the effect is about is not known."""
    model = learn_model(moves(("", "(paint a a)", "red a"), ("red a, red b", "(paint a b)", "red a, red b")))
    (paint,) = model.domain.actions
    assert "(or (red ?x1) (= ?x1 ?x2))" in str(paint.precondition)
    assert "(or (red ?x2) (= ?x1 ?x2))" in str(paint.precondition)
    assert str(paint.effect) == "(red ?x1)"


def test_an_effect_is_clear_once_the_parameters_were_different_objects() -> None:
    model = learn_model(moves(("", "(paint a a)", "red a"), ("", "(paint a b)", "red b")))
    (paint,) = model.domain.actions
    assert str(paint.effect) == "(red ?x2)"
    assert "or" not in str(paint.precondition)


def test_derived_atoms_are_left_out_of_states() -> None:
    domain = Text(
        """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (on ?x) (lit))
        (:derived (lit) (exists (?x) (on ?x))) (:action press :parameters (?x) :effect (on ?x)))"""
    )
    model = learn_model(moves(("", "(press a)", "on a, lit"), ("on b, lit", "(press b)", "on b, lit")), domain)
    assert str(model.domain.actions[0].effect) == "(on ?x)"
    assert "(:derived (lit)" in str(model)


def test_actions_that_were_never_carried_out_are_named() -> None:
    model = learn_model(moves(("", "(press a)", "on a"), ("on a", "(drop a)!", "on a")))
    assert model.unseen == ("drop",)
    assert [schema.name for schema in model.domain.actions] == ["press"]


def test_models_are_written_whole(tmp_path: Path) -> None:
    model = learn_model(moves(("", "(press a)", "on a")))
    model.save(tmp_path / "domain.pddl")
    model.save(tmp_path / "general.pddl", general=True)
    assert (tmp_path / "domain.pddl").read_text() == str(model)
    assert model.general is not None
    assert (tmp_path / "general.pddl").read_text() == write_domain(model.general)
    with pytest.raises(OSError, match="missing"):
        model.save(tmp_path / "missing" / "domain.pddl")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["domain.pddl", "general.pddl"]


def test_no_transitions_are_an_error() -> None:
    assert message([]).splitlines()[0] == "there are no transitions"
    assert "no action was carried out" in message(moves(("", "(press a)!", "")))
    assert "a transition cannot be 'press'" in message(["press"])  # type: ignore[list-item]
    with pytest.raises(RelgymError, match="there is no method 'guess'"):
        learn_model(moves(("", "(press a)", "on a")), method="guess")  # type: ignore[arg-type]


def test_unknown_predicates_are_named_with_their_place() -> None:
    text = message(moves(("", "(press a)", "onn a")), ["(on ?x)"])
    assert "episode 0, step 1: the predicate of (onn a) is unknown" in text
    assert "did you mean 'on'?" in text
    assert "(on a b) has 2 arguments" in message(moves(("", "(press a)", "on a b")), ["(on ?x)"])


def test_transitions_of_different_domains_are_told_apart() -> None:
    text = message(moves(("", "(press a)", "on a"), ("", "(press a b)", "on a")))
    assert "'press' has 1 arguments in episode 0, step 1, and 2 in episode 0, step 2" in text
    assert "different domains" in text
    domain = "(define (domain d) (:predicates (on ?x)) (:action press :parameters (?x) :effect (on ?x)))\n"
    with pytest.raises(RelgymError, match="there is no action 'pres'"):
        learn_model(moves(("", "(pres a)", "on a")), domain)


def test_one_action_with_two_results_names_the_first_pair() -> None:
    with pytest.raises(Contradiction) as caught:
        learn_model(moves(("", "(toss a)", "heads a"), ("", "(toss b)", "heads b"), ("", "(toss a)", "")))
    text = str(caught.value)
    assert "(toss a) has two results in one state: episode 0, step 1, and episode 0, step 3" in text
    assert "method='probabilistic'" in text


def test_effects_that_contradict_each_other_name_the_pair() -> None:
    text = message(moves(("", "(toss a)", "heads a"), ("", "(toss b)", "")))
    assert (
        "(toss a) adds (heads a) in episode 0, step 1, but (toss b) does not do the like in episode 0, step 2" in text
    )


def test_effects_on_other_objects_are_refused() -> None:
    domain = "(define (domain d) (:predicates (wet ?x)) (:action flood :parameters (?x)))\n"
    with pytest.raises(Contradiction, match=r"adds \(wet b\) in episode 0, step 1, which is not about its arguments"):
        learn_model(moves(("", "(flood a)", "wet a, wet b"), ("", "(flood b)", "wet b, wet c")), domain)


def test_failures_without_an_explanation_are_contradictions() -> None:
    text = message(moves(("", "(press a)", "on a"), ("on b", "(press b)", "on b"), ("on b", "(press b)!", "on b")))
    assert "(press b) has two results" in text
    text = message(moves(("", "(press a)", "on a"), ("on b", "(press b)", "on b"), ("on c", "(press c)!", "on c")))
    assert "(press c) fails in episode 0, step 3, where all holds that its successes share" in text


def test_three_parameters_that_were_one_object_must_be_one_again() -> None:
    """Two of them that are one object do not say which effect there is: it may be about the third one."""
    model = learn_model(moves(("red a", "(wash a a a)", ""), ("", "(wash a b c)", "")))
    (wash,) = model.domain.actions
    assert "(or (not (red ?x1)) (and (= ?x1 ?x2) (= ?x1 ?x3)))" in str(wash.precondition)


def test_numeric_effects_are_left_out_with_a_warning() -> None:
    item = spec("fuel-transport")
    task = relgym.load(item.domain, item.problem("train", 0))
    transitions = random_transitions(task, episodes=2, steps=10)
    with pytest.warns(RelgymWarning, match=r"changes \(.*\) in episode 0, step .*leaves numeric effects"):
        model = learn_model(transitions, task.domain)
    assert "increase" not in str(model)
    assert relgym.load(Text(str(model)), item.problem("train", 0)).domain.functions == task.domain.functions


def test_an_atom_that_is_deleted_and_added_at_once_stays_true() -> None:
    """The add is of what was true already, and shows only where both parameters are one object."""
    rows = [("on a b, on a a", "(turn a b)", "on a b"), ("on c c", "(turn c c)", "on c c")]
    (turn,) = learn_model(moves(*rows)).domain.actions
    assert str(turn.effect) == "(and (on ?x1 ?x2) (not (on ?x1 ?x1)))"
