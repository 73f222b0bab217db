"""What several threads ask at once, and how."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from thorough import THOROUGH

THREADS, QUESTIONS = 4, 800 if THOROUGH else 300

Question = Callable[[], Any]

TOWN = """(define (domain town) (:requirements :adl :derived-predicates)
  (:predicates (at ?c ?x) (road ?x ?y) (closed ?x) (far ?x ?y))
  (:derived (far ?x ?y) (or (and (road ?x ?y) (not (closed ?y)))
    (exists (?z) (and (road ?x ?z) (not (closed ?z)) (far ?z ?y)))))
  (:action go :parameters (?c ?x ?y) :precondition (and (at ?c ?x) (road ?x ?y) (not (closed ?y)))
    :effect (and (not (at ?c ?x)) (at ?c ?y)))
  (:action close :parameters (?x) :precondition (and (not (closed ?x)) (forall (?c) (not (at ?c ?x))))
    :effect (closed ?x))
  (:action open :parameters (?x) :precondition (closed ?x) :effect (not (closed ?x))))"""
PLACES = [f"p{number}" for number in range(8)]
ROADS = " ".join(f"(road {one} {PLACES[(n + step) % 8]})" for n, one in enumerate(PLACES) for step in (1, 3))
RUSH = f"""(define (problem rush) (:domain town) (:objects c d {" ".join(PLACES)})
  (:init (at c p0) (at d p4) {ROADS}) (:goal (and (at c p7) (closed p2))))"""

GRID = """domain grid {
  types { cell : object; };
  pvariables {
    NEXT(cell, cell) : { non-fluent, bool, default = false };
    on(cell) : { state-fluent, bool, default = false };
    load(cell) : { state-fluent, real, default = 1.5 };
    push(cell) : { action-fluent, bool, default = false };
  };
  cpfs {
    on'(?x) = if (push(?x)) then Bernoulli(0.5) else exists_{?y : cell} [NEXT(?x, ?y) ^ on(?y)];
    load'(?x) = load(?x) * 0.5 + (sum_{?y : cell} [NEXT(?x, ?y) * load(?y)]) * 0.25 + on(?x);
  };
  reward = sum_{?x : cell} [load(?x)];
  action-preconditions { forall_{?x : cell} [push(?x) => ~on(?x)]; };
}"""
CELLS = [f"c{number}" for number in range(6)]
LINKS = " ".join(f"NEXT({one}, {CELLS[(n + 1) % 6]});" for n, one in enumerate(CELLS))
SIX = f"""non-fluents links {{ domain = grid; objects {{ cell : {{{", ".join(CELLS)}}}; }};
  non-fluents {{ {LINKS} }}; }}
instance six {{ domain = grid; non-fluents = links; init-state {{ on(c0); on(c3); }}; max-nondef-actions = 2; }}"""


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """What `work` gives in each thread; it gets the thread's number, and all begin at the same time."""
    together = Barrier(THREADS)

    def begun(number: int) -> Any:
        together.wait(60)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return [*pool.map(begun, range(THREADS))]


def assert_threads_agree(questions: Sequence[Question], count: int = QUESTIONS) -> None:
    """Ask `count` random questions in each thread, and compare the answers with those that one thread gets."""
    expected = [question() for question in questions]

    def wrong(number: int) -> list[tuple[Any, Any]]:
        rng = random.Random(number)
        chosen = [rng.randrange(len(questions)) for _ in range(count)]
        return [pair for n in chosen if (pair := (questions[n](), expected[n]))[0] != pair[1]]

    assert in_threads(wrong) == [[]] * THREADS
