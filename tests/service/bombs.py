"""Small texts and questions that take for ever, or all memory, if nothing stops them."""

from __future__ import annotations

from collections import Counter

from service.conftest import Client, finished
from service.test_errors import SLOW, slow_problem

CHAIN = """(define (domain d) (:requirements :strips :derived-predicates)
  (:predicates (s ?x) (first ?x) (r ?a ?b ?c ?d ?e) (easy ?x))
  (:derived (r ?a ?b ?c ?d ?e) (and (s ?a) (s ?b) (s ?c) (s ?d) (s ?e)))
  (:derived (r ?a ?b ?c ?d ?e) (r ?b ?c ?d ?e ?a))
  (:derived (easy ?x) (and (s ?x) (first ?x)))
  (:action go :parameters (?x) :precondition (easy ?x) :effect (not (s ?x))))"""
NAMES = [f"o{number}" for number in range(30)]
CHAIN_PROBLEM = f"""(define (problem p) (:domain d) (:objects {" ".join(NAMES)})
  (:init {" ".join(f"(s {name})" for name in NAMES)} (first o3)) (:goal (not (s o3))))"""

COINS = [f"c{number}" for number in range(40)]
TOSSING = f"""(define (domain coins) (:requirements :typing :probabilistic-effects :numeric-fluents) (:types coin)
  (:constants {" ".join(COINS)} - coin) (:predicates (up ?c - coin) (tossed)) (:functions (f))
  (:action toss :effect (and (tossed) {" ".join(f"(probabilistic 0.5 (up {coin}))" for coin in COINS)}))
  (:action square :effect (assign (f) (* (f) (f)))))"""
TOSSING_PROBLEM = "(define (problem p) (:domain coins) (:init (= (f) 3)) (:goal (tossed)))"

WIDE = f"""(define (domain wide) (:predicates (p ?a))
  (:action go :parameters ({" ".join(f"?v{number}" for number in range(12))}) :effect (p ?v0)))"""
WIDE_PROBLEM = f"(define (problem p) (:domain wide) (:objects {' '.join(NAMES)}) (:init) (:goal (p o1)))"

TEXTS = (
    "(" * 100_000,
    "(define (domain " + "x" * 1_000_000 + "))",
    "(define (domain d) (:predicates (p)) (:action a :precondition " + "(and " * 20_000 + "(p)" + ")" * 20_000 + "))",
    "(define (domain d) (:functions (f)) (:action a :effect (assign (f) " + "9" * 100_000 + ")))",
    "(define (domain d) (:functions (f)) (:action a :effect (assign (f) 1e99999999)))",
    "domain d { pvariables { f : { state-fluent, real, default = 1e999 }; }; cpfs { f' = " + "(" * 20_000 + "}; }",
    ";" * 3_000_000,
    "(define (domain d) (:types " + " ".join(f"t{number} - t{number + 1}" for number in range(20_000)) + "))",
)


def send(client: Client) -> Counter[int]:
    """Send all of them; returns how often each status was answered."""
    seen = Counter(client.post("/v1/tasks", {"domain": text, "problem": "(define)"}).status for text in TEXTS)
    for domain, problem in ((CHAIN, CHAIN_PROBLEM), (SLOW, slow_problem(11)), (WIDE, WIDE_PROBLEM)):
        made = finished(client, "/v1/tasks", {"domain": domain, "problem": problem})
        for backend in ("builtin", "clingo"):
            seen[client.post("/v1/sessions", {"task": made["id"], "backend": backend}).status] += 1
            asked = client.post(f"/v1/tasks/{made['id']}/derived", {"backend": backend})
            seen[asked.status] += 1
    tossing = finished(client, "/v1/tasks", {"domain": TOSSING, "problem": TOSSING_PROBLEM})["id"]
    seen[client.post(f"/v1/tasks/{tossing}/outcomes", {"subject": "(toss)"}).status] += 1
    session = finished(client, "/v1/sessions", {"task": tossing})["id"]
    actions = ["(square)"] * 60
    seen[client.post(f"/v1/sessions/{session}/steps", {"steps": actions}).status] += 1
    present = client.get(f"/v1/sessions/{session}")
    seen[present.status] += 1
    assert len(present.text) < 100_000
    return seen
