"""Which draws share uniform numbers: those of which at most one is made, and no others."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from relgym.model.rddl.expressions import Draw, DrawItem, DrawVector
from relgym.model.rddl.traversal import walk
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.translate.equations.equations import equations_of

OBJECTS = "instance i { domain = d; objects { t : {a, b}; s : {u, v, w}; }; init-state { p(a); }; horizon = 3; }"

DECLARED = """types { t : object; s : object; colour : {@red, @green, @blue}; };
  pvariables { p(t) : { state-fluent, bool, default = false }; q(t) : { state-fluent, bool, default = false };
    c(t) : { state-fluent, colour, default = @red }; MEAN(t) : { non-fluent, real, default = 0.5 };
    COV(t, t) : { non-fluent, real, default = 0.5 }; SHARE(s) : { non-fluent, real, default = 0.25 };
    go(t) : { action-fluent, bool, default = false };
    out(t) : { interm-fluent, real }; };"""


def domain_of(next_q: str, out: str = "0.0") -> Any:
    return read_domain(
        f"domain d {{ {DECLARED} cpfs {{ p'(?x) = p(?x); q'(?x) = {next_q}; c'(?x) = c(?x); out(?x) = {out}; }};"
        " reward = 0; }"
    )


def places(value: str, out: bool = False) -> tuple[list[tuple[int, int]], int]:
    """Where the numbers of each draw begin and how many it takes for one binding, and how many numbers there are."""
    domain = domain_of("false", value) if out else domain_of(value)
    program = equations_of(read_instance(OBJECTS, domain))
    found = [
        (part.uniform.start, part.uniform.count)
        for item in program.equations
        for part in walk(item.value)
        if isinstance(part, Draw | DrawItem | DrawVector) and part.uniform is not None
    ]
    return found, program.uniforms


@pytest.mark.parametrize(
    ("value", "starts", "count"),
    [
        ("if (p(?x)) then Bernoulli(0.9) else Bernoulli(0.1)", [0, 0], 2),
        ("if (p(?x)) then Bernoulli(0.9) else if (q(?x)) then Bernoulli(0.1) else Bernoulli(0.2)", [0, 0, 0], 2),
        ("if (Bernoulli(0.5)) then Bernoulli(0.9) else Bernoulli(0.1)", [0, 2, 2], 4),
        ("if (p(?x)) then Bernoulli(0.9) ^ Bernoulli(0.8) else Bernoulli(0.1)", [0, 2, 0], 4),
        ("if (p(?x)) then Bernoulli(0.9) else Bernoulli(0.1) ^ Bernoulli(0.8)", [0, 0, 2], 4),
        ("(if (p(?x)) then Bernoulli(0.9) else Bernoulli(0.1)) ^ Bernoulli(0.8)", [0, 0, 2], 4),
        ("(if (p(?x)) then Bernoulli(0.9) else true) ^ (if (p(?x)) then true else Bernoulli(0.8))", [0, 2], 4),
        (
            "switch (c(?x)) { case @red : Bernoulli(0.1), case @blue : Bernoulli(0.2), default : Bernoulli(0.3) }",
            [0] * 3,
            2,
        ),
        (
            "if (p(?x)) then (if (q(?x)) then Bernoulli(0.1) else Bernoulli(0.2) ^ Bernoulli(0.3))"
            " else Bernoulli(0.4) ^ Bernoulli(0.5) ^ Bernoulli(0.6)",
            [0, 0, 2, 0, 2, 4],
            6,
        ),
        # Not for the same bindings: what one object does not make another one may.
        ("if (p(?x)) then Bernoulli(0.9) else exists_{?y : s} Bernoulli(0.1)", [0, 2], 8),
        ("if (exists_{?y : t} Bernoulli(0.1)) then Bernoulli(0.9) else Bernoulli(0.1)", [0, 4, 4], 6),
        # No conditional says that they exclude each other.
        ("p(?x) ^ Bernoulli(0.9) | ~p(?x) ^ Bernoulli(0.1)", [0, 2], 4),
    ],
)
def test_who_shares(value: str, starts: list[int], count: int) -> None:
    found, uniforms = places(value)
    assert [start for start, _ in found] == starts
    assert uniforms == count


def test_vectors_that_all_objects_share_are_nobody_elses() -> None:
    """One object reads its entry of a vector for which another one is not drawn."""
    vector = "MultivariateNormal[?x](MEAN(_), COV(_, _))"
    found, uniforms = places(f"if (p(?x)) then {vector} else {vector}", out=True)
    assert found == [(0, 2), (2, 2)]
    assert uniforms == 4


def test_each_object_has_its_own_chances(backend: str) -> None:
    """The outcomes of two objects in different branches are independent, and those of each as the file says."""
    domain = domain_of(
        "if (p(?x)) then Bernoulli(0.25) ^ Bernoulli(0.5) else"
        " (switch (c(?x)) { case @red : Bernoulli(0.75), default : exists_{?y : s} Bernoulli(0.5) })"
    )
    reasoner = RDDLReasoner(read_instance(OBJECTS, domain), backend)
    found: dict[tuple[bool, ...], float] = {}
    for outcome in reasoner.outcomes(reasoner.initial_state, {}):
        key = tuple(outcome.state.values[1])
        found[key] = found.get(key, 0.0) + outcome.probability
    for one, other in product((True, False), repeat=2):
        expected = (0.125 if one else 0.875) * (0.75 if other else 0.25)
        assert found[one, other] == pytest.approx(expected)
