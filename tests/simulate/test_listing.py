"""Lists of valid actions whose parameters go together in parts, behind gates, or in very great numbers."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from simulate.walks import compared, walk, walk_through

import relgym
from relgym.backends.base import Limits
from relgym.errors import BackendError, InvalidAction
from relgym.reasoning.pddl import transition
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import valid_rows
from relgym.translate.plans import lists
from relgym.tuning.reasoning import CACHED_ENTRY_BYTES

MILL = """(define (domain mill) (:requirements :adl :numeric-fluents)
  (:predicates (running) (jammed) (in ?x ?y) (free ?x) (pair ?x ?y) (done ?x ?y ?z))
  (:functions (spent) (price ?x))
  (:action start :parameters () :precondition (not (running)) :effect (and (running) (increase (spent) 3)))
  (:action stop :parameters () :precondition (running)
    :effect (and (not (running)) (when (< (spent) 9) (jammed))))
  (:action mend :parameters (?x) :precondition (and (jammed) (free ?x) (not (running)))
    :effect (and (not (jammed)) (increase (spent) (price ?x))))
  (:action join :parameters (?a ?b ?c ?d ?e)
    :precondition (and (running) (not (jammed)) (< (spent) 60) (in ?a ?b) (free ?c) (pair ?d ?e) (not (free ?e))
      (= ?b ?d))
    :effect (and (not (free ?c)) (free ?a) (done ?a ?b ?c) (not (in ?a ?b)) (in ?c ?b) (increase (spent) 1)))
  (:action part :parameters (?a ?b ?c ?d)
    :precondition (and (running) (exists (?y) (jammed)) (in ?a ?b) (pair ?c ?d) (not (= ?a ?c)))
    :effect (and (not (in ?a ?b)) (in ?a ?d) (free ?c)))
  (:action clear :parameters (?a ?b ?c) :precondition (and (done ?a ?b ?c) (free ?a))
    :effect (and (not (done ?a ?b ?c)) (not (free ?a)))))"""

MORNING = """(define (problem morning) (:domain mill) (:objects u v w x y z)
  (:init (in u v) (in w v) (in x y) (free w) (free z) (free u) (pair v w) (pair v x) (pair y u) (pair y v) (pair z z)
    (= (spent) 0) (= (price u) 1) (= (price w) 2) (= (price z) 5))
  (:goal (and (running) (in z y))))"""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_parts_and_gates(keeps: bool, seed: int):
    walk_through(keeps, MILL, MORNING, seed)


def test_what_a_trial_decides():
    with Reasoner(relgym.load(MILL, MORNING)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        walk(reasoner, walker, 60, 5)


LINKS = 17


def chains(parts: int) -> tuple[str, str]:
    """A walk along chains so long that they are followed in functions of their own, and in parts as well."""
    names = [[f"?c{part}x{link}" for link in range(LINKS)] for part in range(parts)]
    links = " ".join(f"(link {one} {other})" for own in names for one, other in pairwise(own))
    ends = " ".join(f"(end {own[0]})" for own in names)
    last = names[0][-1]
    domain = f"""(define (domain chains) (:predicates (link ?x ?y) (end ?x) (loose ?x) (seen ?x ?y))
      (:action follow :parameters ({" ".join(name for own in names for name in own)} ?z)
        :precondition (and {ends} {links} (loose ?z))
        :effect (and (not (link {names[0][0]} {names[0][1]})) (link {names[0][0]} {last}) (seen {last} ?z)))
      (:action turn :parameters (?x ?y ?z) :precondition (and (link ?x ?y) (loose ?z))
        :effect (and (not (link ?x ?y)) (link ?x ?z)))
      (:action tie :parameters (?x) :precondition (loose ?x) :effect (and (end ?x) (not (loose ?x))))
      (:action cut :parameters (?x ?y) :precondition (and (end ?x) (end ?y) (not (= ?x ?y)))
        :effect (and (loose ?x) (not (end ?x)))))"""
    problem = """(define (problem yard) (:domain chains) (:objects a b c)
      (:init (link a b) (link b c) (link c a) (end b) (loose a) (loose c)) (:goal (seen a a)))"""
    return domain, problem


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_chains_that_are_longer_than_loops_can_be_nested(parts: int, monkeypatch: pytest.MonkeyPatch):
    # With chains of their own more than fifteen loops would stand in each other.
    monkeypatch.setattr(lists, "INLINE_ROWS_LIMIT", 0.0)
    domain, problem = chains(parts)
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: False)
        walker.forget()
        walk(reasoner, walker, 12, 1)


LAMPS = """(define (domain lamps) (:requirements :adl :typing) (:types lamp)
  (:predicates (lit ?x - lamp) (wired ?x ?y - lamp) (safe ?x ?y - lamp) (shown))
  (:action switch :parameters (?x - lamp) :precondition (not (lit ?x)) :effect (lit ?x))
  (:action break :parameters (?x - lamp) :precondition (lit ?x) :effect (not (lit ?x)))
  (:action wire :parameters (?x ?y - lamp) :precondition (not (wired ?x ?y)) :effect (wired ?x ?y))
  (:action cut :parameters (?x ?y - lamp) :precondition (wired ?x ?y) :effect (not (wired ?x ?y)))
  (:action check :parameters (?x ?y - lamp) :precondition (not (safe ?x ?y)) :effect (safe ?x ?y))
  (:action show :precondition (forall (?x - lamp) (lit ?x)) :effect (shown))
  (:action boast :precondition (forall (?x ?y - lamp) (imply (wired ?x ?y) (safe ?x ?y))) :effect (shown))
  (:action brag :precondition (forall (?x ?y - lamp) (imply (wired ?x ?y) (safe ?y ?x))) :effect (shown))
  (:action hide :precondition (forall (?x - lamp) (imply (wired ?x ?x) (safe ?x ?x))) :effect (not (shown)))
  (:action sell :parameters (?x - lamp)
    :precondition (forall (?y - lamp) (imply (wired ?x ?y) (safe ?x ?y))) :effect (not (lit ?x))))"""

SHOP = """(define (problem shop) (:domain lamps) (:objects a b - lamp)
  (:init (lit a) (wired a a) (wired a b) (safe a a))
  (:goal (and (shown) (forall (?x - lamp) (lit ?x)))))"""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_gates_about_all_objects(keeps: bool, seed: int):
    # The builtin engine answers by the same generated code.
    walk_through(keeps, LAMPS, SHOP, seed, "sld")


def test_numbers_tell_rows_apart_where_types_overlap():
    domain = """(define (domain d) (:requirements :typing :equality) (:types a - object b - a c - object)
      (:predicates (p ?x - a ?y - object))
      (:action move :parameters (?x - b ?y - c ?z - a) :precondition (and (p ?x ?z) (p ?z ?y))
       :effect (and (not (p ?x ?z)) (p ?z ?x))))"""
    problem = """(define (problem q) (:domain d) (:objects a1 - a c1 - c b1 - b a2 - a b2 - b c2 - c)
      (:init (p b1 a1) (p b2 a1) (p a1 c1) (p a1 c2) (p b1 b2) (p b2 c1) (p b2 b2)) (:goal (p a2 c1)))"""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert len({*walker.actions()}) == len(reasoner.valid_actions(reasoner.initial_state))
        walk(reasoner, walker, 40, 1)


def test_a_list_that_takes_too_long_is_given_up():
    names = " ".join(f"o{number}" for number in range(60))
    domain = """(define (domain d) (:predicates (p ?x) (q))
      (:action a :parameters (?a ?b ?c ?d ?e) :precondition (and (q) (p ?a) (p ?b) (p ?c) (p ?d) (p ?e)) :effect (q))
      (:action on :parameters () :effect (q)) (:action off :parameters () :effect (not (q))))"""
    marks = " ".join(f"(p o{number})" for number in range(60))
    task = relgym.load(domain, f"(define (problem q) (:domain d) (:objects {names}) (:init {marks}) (:goal (q)))")
    with Reasoner(task, limits=Limits(seconds=0.2)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: False)
        walker.forget()
        compared(walker, reasoner, reasoner.initial_state)
        with pytest.raises(BackendError, match="did not answer within"):
            walker.apply(walker.number("(on)"))
        # The step is taken; what cannot be listed can still be left.
        assert walker.goal()
        with pytest.raises(BackendError, match="did not answer within"):
            walker.actions()
        walker.apply(walker.number("(off)"))
        compared(walker, reasoner, walker.state)


def test_what_takes_long_to_keep_is_found_anew(monkeypatch: pytest.MonkeyPatch):
    with Reasoner(relgym.load(MILL, MORNING)) as reasoner:
        names = [schema.action.name for schema in reasoner.translation.schemas]

        def kept(walker: PDDLSimulator) -> set[str]:
            walker.forget()
            return {name for name, plan in zip(names, walker._system.views.materialized.plans, strict=True) if plan}

        every = kept(PDDLSimulator(reasoner, keeps=lambda action: True))
        assert {"join", "clear"} < every
        monkeypatch.setattr(valid_rows, "VIEW_COST_LIMIT", 1000)
        assert kept(PDDLSimulator(reasoner)) == every
        monkeypatch.setattr(valid_rows, "VIEW_COST_LIMIT", 0)
        assert "join" not in kept(PDDLSimulator(reasoner))


RAILS = """(define (domain rails) (:requirements :adl :derived-predicates)
  (:constants a b) (:predicates (at ?x) (next ?x ?y) (yard ?x ?y ?z) (loop ?x ?y) (far ?x) (near ?x) (marked ?x ?y))
  (:derived (far ?x) (exists (?y) (and (next ?y ?x) (or (at ?y) (far ?y)))))
  (:derived (near ?x) (exists (?y ?z) (and (yard ?x ?y ?z) (at ?y) (not (at ?z)))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y) (not (at ?y)))
    :effect (and (not (at ?x)) (at ?y)))
  (:action split :parameters (?x ?y ?z) :precondition (and (at ?x) (yard ?x ?y ?z) (not (= ?y ?z)))
    :effect (and (not (at ?x)) (at ?y) (at ?z) (marked ?x ?y)))
  (:action couple :parameters (?a ?x ?y ?z ?n)
    :precondition (and (at ?y) (at ?z) (yard ?x ?y ?z) (next ?x ?n) (next ?a ?x)
      (forall (?m) (imply (next ?n ?m) (not (at ?m)))))
    :effect (and (not (at ?y)) (not (at ?z)) (at ?x) (marked ?z ?n)))
  (:action turn :parameters (?x) :precondition (and (at ?x) (loop ?x ?x) (not (far ?x))) :effect (marked ?x ?x))
  (:action clear :parameters (?x ?y ?z) :precondition (and (marked ?x ?y) (next ?y ?z) (loop ?z ?z))
    :effect (and (not (marked ?x ?y)) (marked ?z ?x)))
  (:action send :parameters (?x ?y ?z ?n) :precondition (and (at ?x) (yard a ?y ?z) (next ?y ?n) (not (marked ?x ?n)))
    :effect (and (when (next b ?n) (marked ?x ?n)) (not (at ?x)) (at ?n))))"""

STATION = """(define (problem station) (:domain rails) (:objects c d e f g)
  (:init (at a) (at c) (next a b) (next b c) (next c d) (next d a) (next e e)
    (yard a b e) (yard c d d) (yard d e f) (loop c c) (loop b c) (loop e e)) (:goal (and (at f) (far a))))"""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_what_goes_with_one_thing_only_is_looked_up(keeps: bool, seed: int):
    with Reasoner(relgym.load(RAILS, STATION)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: keeps)
        walker.forget()
        walk(reasoner, walker, 60, seed)
        assert any(access.single for access in walker._system.views.engine.compiler.indexes.chosen)


@pytest.mark.parametrize("forgets", [True, False])
def test_arguments_that_do_not_go_together_are_no_valid_action(forgets: bool):
    # In the numbers of actions nothing counts that what comes before it determines.
    with Reasoner(relgym.load(RAILS, STATION)) as reasoner:
        walker = PDDLSimulator(reasoner)
        if forgets:
            walker.forget()
        walker.step("(split a b e)")
        valid = {str(action): action for action in walker.valid_actions()}
        names = [item.name for item in reasoner.task.objects]
        for name, arity in (("go", 2), ("split", 3), ("turn", 1), ("clear", 3)):
            for row in product(names, repeat=arity):
                text = f"({name} {' '.join(row)})"
                if text in valid:
                    assert walker.action(walker.number(text)) == valid[text]
                else:
                    with pytest.raises(InvalidAction):
                        walker.number(text)


STALL = """(define (domain stall) (:requirements :numeric-fluents)
  (:predicates (open) (shut) (ware ?x)) (:functions (money) (price ?x) (sold ?x) (worth ?x))
  (:action buy :parameters (?x ?y) :precondition (and (open) (ware ?x) (ware ?y))
    :effect (and (decrease (money) (price ?x)) (decrease (money) (price ?y)) (increase (sold ?x) 7)
      (not (open)) (shut)))
  (:action appraise :parameters (?x) :precondition (shut)
    :effect (and (increase (worth ?x) (sold ?x)) (decrease (money) 0.5) (open) (not (shut))))
  (:action wait :parameters () :precondition (shut) :effect (and (scale-up (money) 2) (open) (not (shut))))
  (:action gamble :parameters (?x) :precondition (ware ?x)
    :effect (and (increase (money) (* 2 (price ?x))) (assign (sold ?x) 0))))"""

FAIR = """(define (problem fair) (:domain stall) (:objects u v w)
  (:init (open) (ware u) (ware v) (= (money) 100) (= (price u) 3) (= (price v) 0.25)
    (= (sold u) 0) (= (sold v) 0) (= (worth u) 0)) (:goal (shut)))"""


@pytest.mark.parametrize("bound", [1, 10_000])
def test_what_actions_count(bound: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transition, "REASONER_CACHE_BYTES", bound * CACHED_ENTRY_BYTES)
    with Reasoner(relgym.load(STALL, FAIR)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        walk(reasoner, walker, 80, bound)
        assert len(reasoner._transition._known) <= bound
