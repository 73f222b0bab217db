"""What the values of RDDL rest on, and what they do not: the same on every engine."""

from __future__ import annotations

import pytest
from reasoning.rddl.domains import simulator

from relgym.errors import SimulationError


def test_what_a_branch_guards_is_not_computed(backend):
    guarded = "r(t) : { interm-fluent, real }; D(t) : { non-fluent, real, default = 0.0 };"
    domain = simulator(backend, guarded, "r(?x) = if (D(?x) > 0) then 1 / D(?x) else -1;", "non-fluents { D(b) = 4; };")
    assert domain.step((), (), []).computed == ([-1, 0.25, -1],)


LAZY = "n(t) : { state-fluent, int, default = 0 };"


@pytest.mark.parametrize(
    "expression",
    [
        "n(a) ~= 0 ^ div[1, n(a)] > 0",
        "n(a) == 0 | div[1, n(a)] > 0",
        "n(a) ~= 0 => div[1, n(a)] > 0",
        "n(a) ~= 0 ^ n(b) == 3 ^ div[1, n(a)] > 0",
        "forall_{?x : t} div[n(?x) - 4, n(?x)] ~= 0 ^ n(?x) ~= 4",
        "exists_{?x : t} n(?x) == 4 | div[n(?x), n(?x)] ~= 1",
        "switch (n(a)) { case 0 : true, case 1 : div[1, n(a)] == 1, default : mod[1, n(a)] == 1 }",
        "(if (n(a) == 0) then 1 else div[1, n(a)]) == 1",
    ],
)
def test_what_is_decided_needs_no_more(backend, expression):
    """Items in order: b (4) stands before c (0)."""
    domain = simulator(
        backend,
        f"{LAZY} out : {{ interm-fluent, bool }};",
        f"n'(?x) = n(?x); out = {expression};",
        "init-state { n(b) = 4; };" if "_" not in expression else "init-state { n(a) = 4; n(b) = 4; };",
    )
    found = domain.step(domain.start, (), []).computed[0]
    assert isinstance(found, bool)


@pytest.mark.parametrize(
    "cpf",
    [
        "n'(?x) = div[1, n(?x)];",
        "n'(?x) = mod[1, n(?x)];",
        "n'(?x) = if (?x == c ^ mod[4, n(?x)] == 0) then 1 else 0;",
        "n'(?x) = if (Bernoulli(n(?x) + 1)) then 1 else 0;",
        "n'(?x) = if (Bernoulli(n(?x) - 4)) then 1 else 0;",
        "n'(?x) = sum_{?y : t} n(?x) * div[1, n(?y)];",
        "n'(?x) = sum_{?y : t} (?x == ?y) ^ div[1, n(?x)] == 0;",
        "n'(?x) = forall_{?y : t} div[5, n(?y)] == 1;",
    ],
)
def test_what_cannot_be_computed_on_any_engine(backend, cpf):
    domain = simulator(backend, LAZY, cpf, "init-state { n(a) = 4; n(b) = 4; };")
    with pytest.raises(SimulationError, match=r"n\([ac]\) cannot be computed"):
        domain.step(domain.start, (), [0.5] * domain.uniforms)
    # And it goes on answering.
    u = [0.5] * domain.uniforms
    if "Bernoulli" not in cpf:
        domain.step(([5, 5, 5],), (), u)


PAIRS = "P(t, t) : { non-fluent, bool, default = false }; B : { non-fluent, bool, default = true };"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("sum_{?y : t} (P(?x, ?y) ^ div[6, n(?y)] == 2)", [1, 0, 0]),
        ("sum_{?y : t} if (P(?x, ?y)) then div[6, n(?y)] else 0", [2, 6, 0]),
        ("forall_{?y : t} (P(?x, ?y) => div[6, n(?y)] == 2)", [1, 0, 1]),
        ("exists_{?y : t} (P(?x, ?y) ^ div[6, n(?y)] == 6)", [0, 1, 0]),
        ("sum_{?y : t} P(?x, ?y) * n(?y) * n(?x)", [0, 3, 0]),
        ("exists_{?y : t, ?z : t} (B ^ f)", [1, 1, 1]),
        ("sum_{?y : t, ?z : t} (B ^ f)", [9, 9, 9]),
        ("sum_{?y : t, ?z : t} (B ^ P(?x, ?y) ^ f)", [3, 3, 0]),
        ("sum_{?y : t} B * f", [3, 3, 3]),
        ("forall_{?y : t} (B => f)", [1, 1, 1]),
        # Beside a false truth value the other factors of a product are not computed, wherever they stand.
        ("sum_{?y : t} P(?x, ?y) * div[6, n(?y)]", [2, 6, 0]),
        ("sum_{?y : t} div[6, n(?y)] * P(?x, ?y)", [2, 6, 0]),
        # But truth values are looked at from the left, and so is what stands before a condition.
        ("sum_{?y : t} (div[6, n(?y)] == 2) * P(?x, ?y)", None),
        ("sum_{?y : t} (div[6, n(?y)] == 2 ^ P(?x, ?y))", None),
        ("exists_{?y : t} (div[6, n(?y)] == 7 ^ P(?x, ?y))", None),
        ("forall_{?y : t} (div[6, n(?y)] == 7 => P(?x, ?y))", None),
    ],
)
def test_conditions_that_never_change(backend, expression, expected):
    """An engine may know beforehand for which items they hold, and then ask no others."""
    domain = simulator(
        backend,
        f"{PAIRS} n(t) : {{ state-fluent, int, default = 0 }}; f : {{ state-fluent, bool, default = true }};"
        "out(t) : { interm-fluent, int };",
        f"n'(?x) = n(?x); f' = f; out(?x) = 0 + ({expression});",
        "non-fluents { P(a, b); P(b, c); }; init-state { n(b) = 3; n(c) = 1; };",
    )
    if expected is None:
        with pytest.raises(SimulationError):
            domain.step(domain.start, (), [])
    else:
        assert domain.step(domain.start, (), []).computed == (expected,)


def test_a_function_that_another_one_reads_is_computed_whether_or_not_it_is_read(backend):
    made = simulator(
        backend,
        "n : { state-fluent, int, default = 0 }; m : { interm-fluent, real }; unread : { interm-fluent, real };",
        "m = 1 / n; unread = 1 / n; n' = if (n > 0) then round[m] else 3;",
    )
    with pytest.raises(SimulationError, match="m cannot be computed: division by zero"):
        made.values(made.shown_step, made.start, (), [])
    # What nothing reads that is asked for is not computed.
    assert made.values(made.shown_step, (2,), (), [])[0] == 0
