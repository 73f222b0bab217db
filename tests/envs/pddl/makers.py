"""Generators of problems in both languages, and their domains."""

from __future__ import annotations

from itertools import pairwise

ROADS = """(define (domain roads) (:requirements :typing) (:types place)
  (:predicates (at ?p - place) (road ?p ?q - place))
  (:action go :parameters (?p ?q - place) :precondition (and (at ?p) (road ?p ?q))
    :effect (and (not (at ?p)) (at ?q))))"""


def line(seed: int, *, places: int = 3) -> str:
    """A line of places; the goal is any but the first."""
    names = [f"p{number}" for number in range(places)]
    roads = " ".join(f"(road {x} {y})" for x, y in pairwise(names))
    goal = names[1 + seed % (places - 1)]
    return (
        f"(define (problem line) (:domain roads) (:objects {' '.join(names)} - place) (:init (at p0) {roads}) "
        f"(:goal (at {goal})))"
    )


LAMPS = """domain lamps {
  types { lamp : object; };
  pvariables { BRIGHT(lamp) : { non-fluent, real, default = 1 }; lit(lamp) : { state-fluent, bool, default = false };
    press(lamp) : { action-fluent, bool, default = false }; };
  cpfs { lit'(?l) = lit(?l) ~= press(?l); };
  reward = sum_{?l : lamp} lit'(?l) * BRIGHT(?l);
}"""


def lamps(seed: int, *, lamps: int = 2) -> str:
    names = [f"l{number}" for number in range(lamps)]
    bright = " ".join(f"BRIGHT({name}) = {1 + (seed + n) % 5};" for n, name in enumerate(names))
    return (
        f"non-fluents house {{ domain = lamps; objects {{ lamp : {{{', '.join(names)}}}; }}; "
        f"non-fluents {{ {bright} }}; }}"
        "instance dark { domain = lamps; non-fluents = house; horizon = 5; }"
    )
