"""Explanations of numbers, bound parameters, long and circular recursion; and that they say what the engine says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from textwrap import dedent

import pytest

from relgym import Action, Reasoner, State, Task, load
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.catalogue.entries import Entry
from relgym.errors import BackendError
from relgym.explain import PDDLExplanation
from relgym.explain.reasons import DEPTH

TRUCKS = """
(define (domain trucks) (:requirements :adl :numeric-fluents)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place))
  (:functions (fuel ?t - truck) (far ?p ?q - place) (toll ?p - place))
  (:action go :parameters (?t - truck ?p ?q - place)
    :precondition (and (at ?t ?p) (>= (fuel ?t) (* 2 (far ?p ?q))))
    :effect (and (at ?t ?q) (not (at ?t ?p)) (decrease (fuel ?t) (* 2 (far ?p ?q)))))
  (:action pay :parameters (?t - truck ?p - place)
    :precondition (at ?t ?p)
    :effect (when (> (fuel ?t) 1) (decrease (fuel ?t) (/ 1 (toll ?p))))))
"""

TRUCK = """
(define (problem one) (:domain trucks) (:objects t - truck a b c - place)
  (:init (at t a) (= (fuel t) 7/2) (= (far a b) 1.5) (= (toll b) 0)) (:goal (at t b)))
"""

NUMBERS = {
    "(>= (fuel t) 3)": "(>= (fuel t) 3) is true: (fuel t) is 7/2",
    "(not (= (fuel t) 3))": "(not (= (fuel t) 3)) is true: (fuel t) is 7/2",
    "(< (far a c) 3)": "(< (far a c) 3) is false: (far a c) has no value",
    "(pay t b)": """\
        (pay t b) is not applicable: its condition fails
          (at t b) is false: no such fact""",
    "(go t a b)": """\
        (go t a b) is applicable: all 2 conditions hold
          (at t a) is true: a fact
          (>= (fuel t) (* 2 (far a b))) is true: (fuel t) is 7/2, (far a b) is 3/2, (* 2 (far a b)) is 3""",
    "(go t a c)": """\
        (go t a c) is not applicable: 1 of 2 conditions fails
          (at t a) is true: a fact
          (>= (fuel t) (* 2 (far a c))) is false: (fuel t) is 7/2, (far a c) has no value""",
    "(pay t a)": """\
        (pay t a) is not applicable: 1 of 2 conditions fails
          (at t a) is true: a fact
          (- (fuel t) (/ 1 (toll a))) is undefined: (fuel t) is 7/2, (toll a) has no value; the effect reads it""",
}


@pytest.mark.parametrize("subject", NUMBERS)
def test_numbers(subject: str) -> None:
    r = Reasoner(load(TRUCKS, TRUCK))
    assert str(r.explain(r.initial_state, subject)) == dedent(NUMBERS[subject])


def test_numbers_have_a_history_too() -> None:
    r = Reasoner(load(TRUCKS, TRUCK))
    after = r.successor(r.initial_state, "(go t a b)")
    history = [(None, r.initial_state), (r.action("(go t a b)"), after)]
    assert str(r.explain(after, "(> (fuel t) 1)", history=history)) == (
        "(> (fuel t) 1) is false: (fuel t) is 1/2; it became false at step 1, (go t a b)"
    )
    assert r.explain(after, "(pay t b)", history=history).holds


WALKS = """
(define (domain walks) (:requirements :strips)
  (:predicates (at ?x) (road ?x ?y) (way ?x ?y) (walk ?w))
  ; (:actions walk)
  (:action go :parameters (?w ?x ?y) :precondition (and (walk ?w) (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)))))
"""


def walks(*roads: str) -> Reasoner:
    facts = " ".join(f"(road {road})" for road in roads)
    problem = f"(define (problem p) (:domain walks) (:objects u a b c) (:init (at a) {facts}) (:goal (at b)))"
    return Reasoner(load(WALKS, problem))


def test_bound_parameters() -> None:
    r = walks("a b")
    assert str(r.explain(r.initial_state, "(go u)")) == dedent("""\
        (go u) is applicable: with ?x = a, ?y = b; all 2 conditions hold
          (at a) is true: a fact
          (road a b) is true: a fact that no action changes""")
    r = walks("a b", "a c", "a a")
    assert str(r.explain(r.initial_state, "(go u)")) == (
        "(go u) is not applicable: it is ambiguous: ?x = a, ?y = a or ?x = a, ?y = b, or 1 more"
    )
    r = walks("b c")
    assert str(r.explain(r.initial_state, "(go u)")) == dedent("""\
        (go u) is not applicable: its other parameters cannot be bound
          (exists (?x ?y) (and (at ?x) (road ?x ?y))) is false: for no ?x, ?y; all conditions but one hold
            (at b) is false: with ?x = b, ?y = c; no such fact
            (exists (?y) (road a ?y)) is false: with ?x = a; for no ?y""")


def test_many_instances_are_summed_up() -> None:
    names = " ".join(f"o{number}" for number in range(20))
    domain = "(define (domain d) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x) :effect (q ?x)))"
    facts = " ".join(f"(p {name})" for name in names.split())
    r = Reasoner(load(domain, f"(define (problem p) (:domain d) (:objects {names}) (:init {facts}) (:goal (q o1)))"))
    found = r.explain(r.initial_state, "(forall (?x) (p ?x))")
    assert (found.reason, len(found.children), found.omitted) == ("all 20 instances are", 3, 17)
    assert str(found).endswith("\n  ... and 17 more")
    found = r.explain(r.initial_state, "(forall (?x) (q ?x))")
    assert (found.reason, len(found.children), found.omitted) == ("20 of 20 instances are false", 3, 17)
    found = r.explain(r.initial_state, "(exists (?x) (and (p ?x) (q ?x)))")
    assert (found.holds, len(found.children), found.omitted) == (False, 3, 17)
    # A search through all triples would take minutes.
    found = r.explain(r.initial_state, "(exists (?x ?y ?z ?u ?v ?w) (and (q ?x) (q ?y) (q ?z) (p ?u) (p ?v) (p ?w)))")
    assert not found.holds


def test_types_without_objects() -> None:
    domain = "(define (domain d) (:requirements :typing) (:types ghost) (:predicates (p ?x - ghost)))"
    r = Reasoner(load(domain, "(define (problem p) (:domain d) (:init) (:goal (and)))"))
    assert str(r.explain(r.initial_state, "(forall (?x - ghost) (p ?x))")) == (
        "(forall (?x - ghost) (p ?x)) is true: there is no object of type ghost"
    )
    assert str(r.explain(r.initial_state, "(exists (?x - ghost) (p ?x))")) == (
        "(exists (?x - ghost) (p ?x)) is false: there is no object of type ghost"
    )


# -- recursion -------------------------------------------------------------------------------

GRAPH = """
(define (domain graph) (:requirements :adl :derived-predicates)
  (:predicates (edge ?x ?y) (way ?x ?y) (pass ?x ?y))
  (:derived (way ?x ?y) (exists (?z) (and (way ?x ?z) (way ?z ?y))))
  (:derived (way ?x ?y) (pass ?x ?y))
  (:derived (pass ?x ?y) (or (and (way ?y ?x) (way ?x ?y)) (edge ?x ?y)))
  (:action cut :parameters (?x ?y) :precondition (edge ?x ?y) :effect (not (edge ?x ?y))))
"""


def graph(edges: list[tuple[int, int]], nodes: int) -> Reasoner:
    names = " ".join(f"n{number}" for number in range(nodes))
    facts = " ".join(f"(edge n{x} n{y})" for x, y in edges)
    problem = f"(define (problem p) (:domain graph) (:objects {names}) (:init {facts}) (:goal (way n0 n1)))"
    return Reasoner(load(GRAPH, problem))


def nodes_of(explanation: PDDLExplanation) -> Iterator[PDDLExplanation]:
    yield explanation
    for child in explanation.children:
        yield from nodes_of(child)


def leaves(explanation: PDDLExplanation) -> Iterator[PDDLExplanation]:
    """The true derived atoms right below a node that a proof rests on."""
    for child in explanation.children:
        if child.statement.startswith(("(way", "(pass")):
            yield child
        else:
            yield from leaves(child)


@pytest.mark.parametrize("seed", range(5))
def test_no_proof_rests_on_itself(seed: int) -> None:
    rng = random.Random(seed)
    r = graph([(rng.randrange(6), rng.randrange(6)) for _ in range(9)], 6)
    state = r.initial_state
    for atom in sorted(r.derived(state), key=str):
        rests_on = {
            node.statement: {leaf.statement for leaf in leaves(node)}
            for node in nodes_of(r.explain(state, atom))
            if node.statement.startswith(("(way", "(pass")) and node.reason.startswith("by the axiom")
        }
        while rests_on:
            proved = {head for head, premises in rests_on.items() if not premises & rests_on.keys()}
            assert proved, f"the proof of {atom} goes round in {rests_on}"
            for head in proved:
                del rests_on[head]


def test_deep_recursion_ends() -> None:
    domain = """(define (domain chain) (:requirements :adl :derived-predicates)
      (:predicates (edge ?x ?y) (way ?x ?y))
      (:derived (way ?x ?y) (or (edge ?x ?y) (exists (?z) (and (edge ?x ?z) (way ?z ?y))))))"""
    size = 3 * DEPTH
    names = " ".join(f"n{number}" for number in range(size))
    facts = " ".join(f"(edge n{number} n{number + 1})" for number in range(size - 1))
    problem = f"(define (problem p) (:domain chain) (:objects {names}) (:init {facts}) (:goal (and)))"
    r = Reasoner(load(domain, problem))
    found = r.explain(r.initial_state, f"(way n0 n{size - 1})")
    deepest = [node for node in nodes_of(found) if node.statement.startswith("(way")][-1]
    assert deepest == PDDLExplanation(
        f"(way n{DEPTH} n{size - 1})", True, "its reasons are left out here; ask for them alone"
    )
    assert not r.explain(r.initial_state, f"(way n{size - 1} n0)").holds
    assert len(str(found).splitlines()) < 5 * DEPTH


# -- agreement -------------------------------------------------------------------------------


def subjects(task: Task, rng: random.Random) -> Iterator[str]:
    """Atoms and actions of a task, valid or not."""
    for predicate in task.domain.predicates:
        yield from some(predicate.name, [v.types for v in predicate.parameters], task, rng)
    for action in task.domain.actions:
        types = {variable.name: variable.types for variable in action.parameters}
        yield from some(action.name, [types[name] for name in action.free], task, rng)


def some(name: str, types: list[tuple[str, ...]], task: Task, rng: random.Random) -> Iterator[str]:
    ranges = [[task.objects[number].name for number in sorted(task.ranged(item))] for item in types]
    if all(ranges):
        for _ in range(2):
            yield f"({' '.join([name, *(rng.choice(names) for names in ranges)])})"


@pytest.mark.parametrize("spec", catalogue("pddl"), ids=lambda spec: spec.name)
def test_explanations_say_what_the_engine_says(spec: EnvSpec) -> None:
    task = Entry(spec, "train").task("0")
    rng = random.Random(7)
    r = Reasoner(task)
    history: list[tuple[Action | None, State]] = [(None, r.initial_state)]
    verdicts = set()
    for _ in range(6):
        state = history[-1][1]
        valid = r.valid_actions(state)
        assert r.explain(state, "goal", history).holds == r.goal(state)
        for text in [*subjects(task, rng), *map(str, valid[:3])]:
            name = text.strip("()").split()[0]
            truth = r.is_valid(state, text) if name in task.actions else r.holds(state, text)
            found = r.explain(state, text, history)
            assert found.holds == truth, found
            verdicts.add((name in task.actions, truth))
        if not valid:
            break
        action = rng.choice(valid)
        history.append((action, r.successor(state, action, rng)))
    assert len(verdicts) == 4


def test_an_explanation_keeps_the_limits() -> None:
    """It searches by itself, outside the engine: here for twelve pigeons in eleven holes."""
    names = [f"o{number}" for number in range(11)]
    variables = [f"?v{number}" for number in range(12)]
    different = " ".join(f"(not (= {a} {b}))" for a, b in combinations(variables, 2))
    domain = """(define (domain d) (:requirements :adl) (:predicates (p)) (:action go :effect (p)))"""
    problem = f"(define (problem x) (:domain d) (:objects {' '.join(names)}) (:init) (:goal (p)))"
    with Reasoner(load(domain, problem), limits={"seconds": 0.3}) as asked:
        with pytest.raises(BackendError, match=r"did not answer within 0\.3 s"):
            asked.explain(asked.initial_state, f"(exists ({' '.join(variables)}) (and {different}))")
        assert not asked.explain(asked.initial_state, "(p)").holds
