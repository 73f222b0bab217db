"""Beliefs of small tasks, by hand; what a belief refuses; and how it goes on after that."""

from __future__ import annotations

import pytest

import relgym
from relgym import Task
from relgym.belief import Belief
from relgym.errors import BackendError, Contradiction, InvalidAction, ModelError, RelgymError, UnsupportedFeature
from relgym.read.pddl.free import with_free

CAVE = """(define (domain cave) (:requirements :adl :derived-predicates :probabilistic-effects)
  (:predicates (at ?c) (pit ?c) (next ?c ?d) (breeze) (armed))
  (:derived (breeze) (exists (?c ?d) (and (at ?c) (next ?c ?d) (pit ?d))))
  (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d) (not (pit ?c)))
    :effect (and (not (at ?c)) (at ?d)))
  (:action fill :parameters (?c) :precondition (forall (?d) (imply (at ?d) (next ?d ?c)))
    :effect (probabilistic 1/2 (not (pit ?c))))
  (:action arm :parameters () :effect (when (breeze) (armed))))"""
ROOMS = """(define (problem rooms) (:domain cave) (:objects a b c)
  (:init (at a) (next a b) (next b a) (next a c) (next c a) (probabilistic 1/2 (pit b)) (probabilistic 1/2 (pit c)))
  (:goal (at c)))"""
SIGHT = "(:derived (seen-at ?c) (and)) (:derived (seen-breeze) (and))"


def rooms(**arguments) -> Belief:
    return Belief(relgym.load(CAVE, ROOMS, axioms=[SIGHT]), **arguments)


def said(atoms) -> set[str]:
    return {str(atom) for atom in atoms}


def test_a_breeze_leaves_open_where_the_pit_is() -> None:
    belief = rooms()
    belief.start(["(at a)", "(breeze)"])
    assert said(belief.possibly.atoms) - said(belief.surely.atoms) == {"(pit b)", "(pit c)"}
    assert belief.surely.holds("(or (pit b) (pit c))")
    assert not belief.surely.holds("(pit b)")
    assert said(belief.surely.derived()) == {"(breeze)", "(seen-at a)", "(seen-at b)", "(seen-at c)", "(seen-breeze)"}
    assert len(belief.states()) == 3


def test_what_is_not_seen_is_known_too() -> None:
    belief = rooms()
    belief.start(["(at a)"])
    assert not belief.possibly.holds("(exists (?c) (pit ?c))")
    assert len(belief.states()) == 1


def test_what_is_seen_later_tells_what_was_so_before() -> None:
    belief = rooms()
    belief.start(["(at a)", "(breeze)"])
    belief.after("(fill b)", ["(at a)"])
    # There was one pit, in b, and it was filled.
    assert said(belief.surely.atoms) == said(belief.possibly.atoms) == {*NEXT, "(at a)"}


NEXT = {"(next a b)", "(next b a)", "(next a c)", "(next c a)"}


def test_an_action_that_leaves_several_bindings_is_not_valid() -> None:
    """The way from `a` leads to two places, that from `b` to one."""
    task = relgym.load(CAVE, ROOMS, axioms=[SIGHT])
    belief = Belief(Task(with_free(task.domain, {"go": ["?c"]}), task.problem))
    belief.start(["(at a)"])
    assert said(belief.possibly.valid_actions()) == {"(arm)", "(fill b)", "(fill c)"}
    belief.refused("(go a)")
    with pytest.raises(InvalidAction):
        belief.after("(go a)", ["(at b)"])


def test_a_refusal_tells_why() -> None:
    belief = rooms()
    belief.start(["(at a)", "(breeze)"])
    belief.after("(go a b)", ["(at b)"])
    assert said(belief.surely.valid_actions()) == {"(arm)", "(fill a)"}
    assert said(belief.possibly.valid_actions()) == {"(arm)", "(fill a)", "(go b a)"}
    belief.refused("(go b a)")
    assert belief.surely.holds("(pit b)")
    assert said(belief.possibly.valid_actions()) == {"(arm)", "(fill a)"}


def test_conditions_of_effects_are_those_of_each_state() -> None:
    belief = Belief(relgym.load(CAVE, ROOMS, axioms=["(:derived (seen-armed) (and))"]))
    belief.start([])
    belief.after("(arm)", [])
    assert not belief.possibly.holds("(breeze)")


def test_predicates_that_are_called_as_a_belief_may_call_its_own() -> None:
    names = ("start", "now", "h0", "h1", "givenh0", "shown0_now", "unique1_now")
    declared = "".join(f"({name})" for name in names)
    domain = f"""(define (domain d) (:requirements :adl) (:predicates {declared})
        (:action go :parameters () :precondition (start) :effect (and (not (start)) (now) (not (h0)))))"""
    belief = Belief(relgym.load(domain, "(define (problem p) (:domain d) (:init (start) (h0)) (:goal (now)))"))
    belief.start([])
    assert said(belief.surely.atoms) == {"(start)", "(h0)"}
    belief.after("(go)", [])
    assert said(belief.possibly.atoms) == said(belief.surely.atoms) == {"(now)"}
    assert belief.surely.goal()


def test_without_senses_a_belief_is_what_is_possible_all_the_same() -> None:
    belief = Belief(relgym.load(CAVE, ROOMS))
    belief.start([])
    assert len(belief.states()) == 4
    belief.after("(fill b)", [])
    belief.after("(go a b)", [])
    belief.after("(go b a)", [])
    assert said(belief.possibly.atoms) == {*NEXT, "(at a)", "(pit c)"}
    assert [str(room) for (room,) in belief.possibly.answers("(pit ?c)")] == ["c"]
    assert belief.surely.answers("(next a ?c)").variables == ("?c",)
    assert not belief.surely.goal()


def test_what_has_no_chance_is_not_possible() -> None:
    problem = ROOMS.replace("(probabilistic 1/2 (pit b))", "(probabilistic 0 (pit b) 1 (armed))")
    belief = Belief(relgym.load(CAVE, problem))
    belief.start([])
    assert said(belief.possibly.atoms) - said(belief.surely.atoms) == {"(pit c)"}
    assert belief.surely.holds("(armed)")


def test_states_are_those_of_a_reasoner() -> None:
    belief = rooms()
    belief.start(["(at a)", "(breeze)"])
    with relgym.Reasoner(belief.task) as reasoner:
        starts = {outcome.state for outcome in reasoner.starts()}
        assert set(belief.states()) == {state for state in starts if reasoner.holds(state, "(breeze)")}


# -- what cannot be -------------------------------------------------------------------------


def test_what_no_state_looks_like_cannot_be_seen() -> None:
    belief = rooms()
    with pytest.raises(Contradiction) as caught:
        belief.start(["(at b)"])
    assert str(caught.value) == (
        "Observation((at b)) cannot have been seen: no possible state has this observation\n"
        "expected: all atoms that are seen, and none else"
    )
    belief.start(["(at a)", "(breeze)"])
    before = belief.states()
    with pytest.raises(Contradiction):
        belief.after("(arm)", ["(at a)"])
    with pytest.raises(InvalidAction, match="valid in no possible state"):
        belief.after("(go b c)", ["(at c)"])
    with pytest.raises(Contradiction, match="valid in every possible state"):
        belief.refused("(arm)")
    assert belief.states() == before
    belief.after("(arm)", ["(at a)", "(breeze)"])
    assert belief.surely.holds("(armed)")


def test_what_cannot_be_seen_is_refused_by_name() -> None:
    belief = rooms()
    with pytest.raises(ModelError) as caught:
        belief.start(["(at a)", "(pit b)"])
    assert str(caught.value) == "(pit b) cannot be seen: no rule says where 'pit' is\nexpected: atoms of at, breeze"
    with pytest.raises(RelgymError, match="unknown predicate 'bat'"):
        belief.start(["(bat a)"])


def test_nothing_follows_before_the_start() -> None:
    belief = rooms()
    for ask in (lambda: belief.surely.atoms, belief.states, lambda: belief.after("(arm)", []), belief.possibly.goal):
        with pytest.raises(RelgymError, match="nothing has been seen yet"):
            ask()


def test_an_action_that_there_is_not() -> None:
    belief = rooms()
    belief.start(["(at a)"])
    with pytest.raises(InvalidAction, match="unknown action 'goo'"):
        belief.after("(goo a b)", [])
    with pytest.raises(RelgymError, match="unknown predicate 'pitt'"):
        belief.surely.holds("(pitt a)")


@pytest.mark.parametrize(
    ("axiom", "message"),
    [
        (
            "(:derived (seen-pitt ?c) (and))",
            r"'seen-pitt' is about the predicate 'pitt', which does not exist(.|\n)*"
            "hint: did you mean 'seen-pit'\\?\nexpected: one of seen-at, seen-pit, seen-next, seen-breeze, seen-armed",
        ),
        ("(:derived (seen-pit) (and))", r"\(seen-pit\) has other parameters than what it is about, \(pit \?c\)"),
    ],
)
def test_rules_about_nothing_are_refused(axiom: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Belief(relgym.load(CAVE, ROOMS, axioms=[axiom]))


# -- what is too much -----------------------------------------------------------------------


def test_states_are_listed_only_if_they_are_few() -> None:
    belief = Belief(relgym.load(CAVE, ROOMS))
    belief.start([])
    assert len(belief.states(most=4)) == 4
    with pytest.raises(BackendError, match="more than 3 states are possible"):
        belief.states(most=3)


def grid(size: int) -> relgym.Task:
    """A task with one rule that speaks of each three of so many things, and most of them in no fact."""
    domain = """(define (domain lights) (:requirements :adl :derived-predicates :probabilistic-effects)
      (:predicates (lit ?a) (apart ?a ?b ?c))
      (:derived (apart ?a ?b ?c) (and (not (= ?a ?b)) (not (lit ?a)) (lit ?c)))
      (:action press :parameters (?a) :effect (when (lit ?a) (not (lit ?a)))))"""
    names = [f"o{number}" for number in range(size)]
    draws = " ".join(f"(probabilistic 1/2 (lit {name}))" for name in names)
    return relgym.load(
        domain,
        f"(define (problem p) (:domain lights) (:objects {' '.join(names)}) (:init {draws}) (:goal (lit o0)))",
    )


def test_very_many_states_are_no_trouble() -> None:
    """There are 2 to the power of 60 of them."""
    belief = Belief(grid(60))
    belief.start([])
    belief.after("(press o7)", [])
    assert belief.possibly.holds("(lit o8)")
    assert not belief.surely.holds("(lit o8)")
    assert not belief.possibly.holds("(lit o7)")


def test_too_large_a_program_is_refused_before_it_is_ground() -> None:
    belief = Belief(grid(60), most=20_000)
    belief.start([])
    with pytest.raises(BackendError) as caught:
        belief.possibly.derived()
    text = str(caught.value)
    assert text.startswith("the consequences of this history need up to 2")
    assert "ground rules, over the limit of 20,000 (after 0 actions)" in text
    assert "hint: Belief(task, most=...) allows more" in text
    # What takes less is still answered.
    assert belief.possibly.holds("(lit o8)")
    belief.after("(press o7)", [])
    assert not belief.possibly.holds("(lit o7)")


def test_a_bound_that_is_far_too_high_refuses_nothing() -> None:
    """By the sizes of its parts, the rule might have millions of instances; it has hardly any."""
    domain = """(define (domain chain) (:requirements :adl :derived-predicates :probabilistic-effects)
      (:predicates (edge ?a ?b) (far ?a ?e))
      (:derived (far ?a ?e) (exists (?b ?c ?d) (and (edge ?a ?b) (edge ?b ?c) (edge ?c ?d) (edge ?d ?e))))
      (:action cut :parameters (?a ?b) :effect (not (edge ?a ?b))))"""
    leaves = [f"leaf{number}" for number in range(60)]
    edges = " ".join(f"(probabilistic 1/2 (edge root {leaf}))" for leaf in leaves)
    objects = f"(:objects root {' '.join(leaves)})"
    task = relgym.load(
        domain, f"(define (problem p) (:domain chain) {objects} (:init {edges}) (:goal (far root root)))"
    )
    belief = Belief(task, most=3000)
    belief.start([])
    assert not belief.possibly.holds("(far root ?x)")
    assert belief.possibly.holds("(edge root leaf7)")


def test_a_history_that_grows_too_long_is_refused() -> None:
    belief = Belief(grid(10), most=600)
    belief.start([])
    with pytest.raises(BackendError, match=r"limit of 600 \(after \d+ actions\)"):
        for _ in range(100):
            belief.after("(press o1)", [])
    assert not belief.possibly.holds("(lit o1)")


def test_numbers_that_change_and_matter_are_refused() -> None:
    domain = """(define (domain tank) (:requirements :numeric-fluents :negative-preconditions) (:predicates (gone))
      (:functions (fuel))
      (:action go :parameters () :precondition {} :effect (and (gone) (decrease (fuel) 1))))"""
    problem = "(define (problem p) (:domain tank) (:init (= (fuel) 1)) (:goal (gone)))"
    with pytest.raises(UnsupportedFeature, match="depend on numbers that change: 'fuel'"):
        Belief(relgym.load(domain.format("(> (fuel) 0)"), problem))
    belief = Belief(relgym.load(domain.format("(not (gone))"), problem))
    belief.start([])
    belief.after("(go)", [])
    assert belief.surely.goal()
    with pytest.raises(UnsupportedFeature, match="do not support numbers that change: 'fuel'"):
        belief.states()
    with pytest.raises(UnsupportedFeature, match="depend on numbers that change: 'fuel'"):
        belief.surely.holds("(< (fuel) 1)")
    assert belief.surely.goal()


def test_numbers_that_never_change_may_matter() -> None:
    domain = """(define (domain lift) (:requirements :numeric-fluents :probabilistic-effects)
      (:predicates (in ?x) (held ?x)) (:functions (weight ?x) (strength))
      (:action hold :parameters (?x) :precondition (and (in ?x) (<= (weight ?x) (strength))) :effect (held ?x)))"""
    problem = """(define (problem p) (:domain lift) (:objects a b) (:goal (held a))
      (:init (= (weight a) 3) (= (weight b) 9) (= (strength) 5)
        (probabilistic 1/2 (in a)) (probabilistic 1/2 (in b))))"""
    belief = Belief(relgym.load(domain, problem))
    belief.start([])
    assert said(belief.possibly.valid_actions()) == {"(hold a)"}
    assert belief.surely.valid_actions() == []
