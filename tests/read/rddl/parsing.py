"""Texts of RDDL as parts of a small domain, and what is read of them."""

from __future__ import annotations

from relgym.model.rddl.domain import RDDLDomain
from relgym.model.rddl.expressions import Aggregate, Fluent, Operation, Value
from relgym.model.terms import Variable
from relgym.read.rddl.loading import read_domain

TYPES = "types { t : object; u : object; colour : { @red, @green }; }"
FLUENTS = """
  A : { non-fluent, bool, default = false };
  B : { non-fluent, bool, default = false };
  C : { non-fluent, bool, default = false };
  X : { non-fluent, real, default = 0.0 };
  N : { non-fluent, int, default = 0 };
  P(t) : { non-fluent, real, default = 0.0 };
  Q(t) : { non-fluent, bool, default = false };
  M(t, t) : { non-fluent, real, default = 0.0 };
  F(t) : { non-fluent, t, default = none };
  COLOUR(t, colour) : { non-fluent, colour, default = @red };
  T(t) : { non-fluent, t };
"""
X, Y = Variable("?x", ("t",)), Variable("?y", ("t",))
A, B, C, R = Fluent("A"), Fluent("B"), Fluent("C"), Fluent("X")


def domain(value: str, more: str = "") -> RDDLDomain:
    return read_domain(f"domain d {{ {TYPES} pvariables {{ {FLUENTS} {more} }}; reward = {value}; }}")


def value(text: str) -> Value:
    return domain(text).reward


def formula(text: str) -> Value:
    [found] = read_domain(
        f"domain d {{ {TYPES} pvariables {{ {FLUENTS} }} state-invariants {{ {text}; }} }}"
    ).invariants
    return found


def at_x(text: str) -> Value:
    """The value of a text in which ?x is bound."""
    found = value(f"sum_{{?x : t}} [{text}]")
    assert isinstance(found, Aggregate)
    return found.body


def two(operator: str, left: Value, right: Value) -> Operation:
    return Operation(operator, (left, right))
