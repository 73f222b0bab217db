"""The reusable axioms of kb/axioms on small tasks, on every engine."""

from __future__ import annotations

import warnings

from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.resources import kb


def derived(backend: str, domain: str, problem: str, *axioms: object) -> dict[str, set[tuple[str, ...]]]:
    found: dict[str, set[tuple[str, ...]]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with Reasoner(load(domain, problem, axioms=axioms), backend=backend) as reasoner:
            for atom in reasoner.derived(reasoner.initial_state):
                found.setdefault(atom.predicate, set()).add(tuple(term.name for term in atom.terms))
    return found


def test_stacks(backend):
    domain = "(define (domain d) (:requirements :typing) (:types block) (:predicates (on ?x ?y - block)))"
    problem = """(define (problem p) (:domain d) (:objects a b c d - block)
        (:init (on a b) (on b c)) (:goal (and)))"""
    assert derived(backend, domain, problem, kb("axioms", "stacks.pddl")) == {
        "above": {("a", "b"), ("b", "c"), ("a", "c")},
        "below": {("b", "a"), ("c", "b"), ("c", "a")},
        "top": {("a",), ("d",)},
        "base": {("c",), ("d",)},
    }
    assert derived(backend, domain, problem.replace("(on a b) (on b c)", ""), "stacks")["all-clear"] == {()}


def test_reachability_with_edges_of_another_name(backend):
    domain = "(define (domain d) (:predicates (road ?x ?y)))"
    problem = """(define (problem p) (:domain d) (:objects a b c d)
        (:init (road a b) (road b c) (road c b) (road d a)) (:goal (and)))"""
    edges = "(:derived (connected ?x ?y) (road ?x ?y))"
    found = derived(backend, domain, problem, edges, kb("axioms", "reachability.pddl"))
    assert derived(backend, domain, problem, edges, "reachability") == found
    assert {
        **derived(backend, domain, problem, "reachability:connected=road"),
        "connected": found["connected"],
    } == found
    assert found["reachable"] == {
        *(("a", y) for y in "bc"),
        *(("b", y) for y in "bc"),
        *(("c", y) for y in "bc"),
        *(("d", y) for y in "abc"),
    }
    assert found["mutual"] == {(x, y) for x in "bc" for y in "bc"}
    assert found["on-cycle"] == {("b",), ("c",)}
    assert "dead-end" not in found
    assert derived(backend, domain, problem.replace("(road c b)", ""), edges, "reachability")["dead-end"] == {("c",)}


def test_grid(backend):
    # Cells a and b beside each other, c below b.
    domain = """(define (domain d) (:requirements :typing) (:types cell way)
        (:predicates (next ?x ?y - cell ?w - way)))"""
    problem = """(define (problem p) (:domain d) (:objects a b c e - cell up down left right - way)
        (:init (next a b right) (next b a left) (next b e right) (next e b left) (next b c down) (next c b up))
        (:goal (and)))"""
    found = derived(backend, domain, problem, kb("axioms", "grid.pddl"))
    assert found["neighbour"] == {(x, y) for x, y in ["ab", "ba", "be", "eb", "bc", "cb"]}
    assert found["line"] - {("a", "e", "right"), ("e", "a", "left")} == {
        ("a", "b", "right"),
        ("b", "a", "left"),
        ("b", "e", "right"),
        ("e", "b", "left"),
        ("b", "c", "down"),
        ("c", "b", "up"),
    }
    assert ("a", "e") in found["in-line"]
    assert ("a", "c") not in found["in-line"]
    assert found["diagonal"] == {(x, y) for x, y in ["ac", "ca", "ce", "ec"]}
    assert found["around"] == found["neighbour"] | found["diagonal"]
    assert {way for cell, way in found["border"] if cell == "b"} == {"up"}
    assert {way for cell, way in found["border"] if cell == "a"} == {"up", "down", "left"}


GRAPH = """(define (problem p) (:domain d) (:objects a b c d e)
    (:init (edge a b) (edge c b) (edge d d)) (:goal (and)))"""
EDGES = "(define (domain d) (:predicates (edge ?x ?y)))"


def test_components(backend):
    found = derived(backend, EDGES, GRAPH, "components:connected=edge")
    assert found["linked"] == {(x, y) for x, y in ["ab", "ba", "bc", "cb", "dd"]}
    assert found["joined"] == {(x, y) for x in "abc" for y in "abc"} | {("d", "d")}
    assert found["isolated"] == {("e",)}


def test_closure(backend):
    problem = GRAPH.replace("(edge c b)", "(edge b c)")
    found = derived(backend, EDGES, problem, "closure:related=edge")
    assert found["closure"] == {(x, y) for x, y in ["ab", "bc", "ac", "dd"]}
    assert found["closure-or-same"] == found["closure"] | {(x, x) for x in "abcde"}
    assert found["closure-both-ways"] == {(x, y) for x in "abc" for y in "abc"} | {("d", "d")}


def test_order(backend):
    domain = EDGES.replace("edge", "before")
    found = derived(
        backend, domain, GRAPH.replace("(edge c b) (edge d d)", "(before b c)").replace("edge", "before"), "order"
    )
    assert found == {
        "earlier": {(x, y) for x, y in ["ab", "bc", "ac"]},
        "later": {(x, y) for x, y in ["ba", "cb", "ca"]},
        "first": {("a",)},
        "last": {("c",)},
        "between": {("a", "b", "c")},
    }


def test_containers(backend):
    domain = EDGES.replace("edge", "in")
    problem = GRAPH.replace("(edge c b) (edge d d)", "(in b c)").replace("edge", "in")
    found = derived(backend, domain, problem, "containers")
    assert found == {
        "inside": {(x, y) for x, y in ["ab", "bc", "ac"]},
        "contains": {(x, y) for x, y in ["ba", "cb", "ca"]},
        "outermost": {(x, y) for x, y in ["ac", "bc"]},
        "empty": {("a",), ("d",), ("e",)},
        "free": {("c",), ("d",), ("e",)},
    }
