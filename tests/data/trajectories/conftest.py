"""Small domains of both languages with chance, numbers, dead ends and observations."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import relgym.data

CLIMB = """\
(define (domain climb)
  (:requirements :typing :numeric-fluents :probabilistic-effects :derived-predicates :adl)
  (:types ledge)
  (:predicates (at ?l - ledge) (above ?l ?m - ledge) (fallen) (calm) (near ?l - ledge))
  (:functions (rope) (total-cost))
  (:derived (near ?l - ledge) (exists (?m - ledge) (and (at ?m) (above ?m ?l))))
  (:action climb :parameters (?from ?to - ledge)
    :precondition (and (at ?from) (near ?to) (not (fallen)) (>= (rope) 1))
    :effect (and (decrease (rope) 1) (increase (total-cost) 1)
      (probabilistic 3/4 (and (not (at ?from)) (at ?to)) 1/8 (fallen))))
  (:action rest :parameters () :precondition (not (fallen)) :effect (when (calm) (increase (rope) 1))))
"""

WALL = """\
(define (problem wall) (:domain climb) (:objects a b c - ledge)
  (:init (at a) (above a b) (above b c) (= (rope) 3) (= (total-cost) 0) (probabilistic 1/2 (calm)))
  (:goal (at c)) (:metric minimize (total-cost)))
"""

SAFE = """\
(define (domain safe) (:requirements :strips) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))
"""

ROADS = """\
(define (problem roads) (:domain safe) (:objects a b c) (:init (at a) (road a b) (road b c) (road b a))
  (:goal (at c)))
"""

LAMPS = """\
domain lamps {
    types { room : object; colour : {@blue, @red}; };
    pvariables {
        count       : { state-fluent, int, default = 3 };
        heat        : { state-fluent, real, default = 0.5 };
        hue(room)   : { state-fluent, colour, default = @blue };
        lit(room)   : { state-fluent, bool, default = false };
        seen(room)  : { observ-fluent, bool };
        press(room) : { action-fluent, bool, default = false };
    };
    cpfs {
        count' = count + (sum_{?r : room} press(?r));
        heat' = heat + Normal(0, 1);
        hue'(?r) = if (Bernoulli(0.5)) then @red else hue(?r);
        lit'(?r) = lit(?r) | press(?r);
        seen(?r) = if (lit'(?r)) then Bernoulli(0.9) else false;
    };
    reward = heat' + (sum_{?r : room} lit'(?r));
    action-preconditions { forall_{?r : room} [press(?r) => ~lit(?r)]; };
    termination { count >= 4; };
}
"""

FLAT = """\
instance flat { domain = lamps; objects { room : {attic, hall}; }; init-state { lit(attic) = true; };
  max-nondef-actions = 1; horizon = 7; discount = 1.0; }
"""

Changed = Callable[..., Path]


@pytest.fixture
def climb(tmp_path: Path) -> Path:
    """A recording of random episodes of PDDL."""
    path = tmp_path / "climb.jsonl"
    relgym.data.record((CLIMB, WALL), "random", 6, path=path, seed=3, max_steps=8)
    return path


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    """A recording of random episodes of RDDL."""
    path = tmp_path / "lamps.jsonl"
    relgym.data.record((LAMPS, FLAT), "random", 6, path=path, seed=3)
    return path


@pytest.fixture
def roads(tmp_path: Path) -> Path:
    """A recording of one episode of three steps: `(go a b)`, `(go b a)`, `(go a b)`; its steps are lines 4 to 7."""
    path = tmp_path / "roads.jsonl"
    relgym.data.record((SAFE, ROADS), ["(go a b)", "(go b a)", "(go a b)"], path=path)
    return path


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Return a function that copies a recording and changes some keys of one of its lines."""

    def copied(path: Path, line: int, **keys: Any) -> Path:
        lines = path.read_text("utf-8").splitlines()
        form = json.loads(lines[line - 1])
        form.update(keys)
        lines[line - 1] = json.dumps({key: value for key, value in form.items() if value is not ...})
        copy = tmp_path / "changed.jsonl"
        copy.write_text("\n".join(lines) + "\n", "utf-8")
        return copy

    return copied
