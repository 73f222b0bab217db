"""Relaxed operations have derivatives where exact ones have none, and exact values at truth values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import relgym
from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.relaxation import (
    GoedelNorm,
    GrowingSharpness,
    LogisticDraw,
    LukasiewiczNorm,
    ProductNorm,
    ProgramRelaxation,
    SigmoidComparison,
    StraightThrough,
)
from relgym.planning.gradient.rollouts import DifferentiableRollouts

pytestmark = pytest.mark.usefixtures("quick_compiler")


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@cache
def parts(model: relgym.Instance) -> tuple[DifferentiableRollouts, ActionCoding, Any]:
    reasoner: Any = relgym.Reasoner(model)
    rollouts = DifferentiableRollouts(reasoner.dynamics)
    return rollouts, ActionCoding(reasoner), rollouts.start(reasoner.dynamics.start)


def played(model: relgym.Instance, points: Any, relaxation: ProgramRelaxation | None, u: Any) -> Any:
    """The returns of a straight-line plan: points of the shape (steps, cells, copies)."""
    rollouts, coding, start = parts(model)
    points = jnp.asarray(points)
    arithmetic = rollouts.exact() if relaxation is None else rollouts.relaxed(relaxation, jnp.float64(1.0))
    rounding = None if relaxation is None else relaxation.rounding.of
    soft = relaxation is not None and not relaxation.exact_values
    returns, _ = rollouts.play(
        arithmetic,
        start,
        lambda place, state: coding.values(jnp, points[place], rounding, soft),
        u,
        jnp.ones(len(points)),
    )
    return returns


def inputs(model: relgym.Instance, steps: int, copies: int = 4) -> tuple[Any, Any]:
    rollouts, coding, _ = parts(model)
    rng = np.random.default_rng(0)
    return rng.random((steps, coding.cells, copies)), rng.random((steps, rollouts.uniforms, copies))


@pytest.mark.parametrize(("name", "steps"), [("cart-pole-continuous", 30), ("unit-commitment-continuous", 4)])
def test_gradients_are_zero_without_relaxation_and_not_with_it(name: str, steps: int) -> None:
    model = relgym.load(name, 0)
    # From the default action, as users start.
    points, u = np.zeros((steps, parts(model)[1].cells, 4)) + parts(model)[1].idle[:, None], inputs(model, steps)[1]
    exact, relaxed = (
        jax.jit(jax.value_and_grad(lambda points, by=by: played(model, points, by, u).sum()))(points)
        for by in (None, ProgramRelaxation())
    )
    np.testing.assert_array_equal(exact[1], 0.0)
    assert np.isfinite(relaxed[1]).all() and np.abs(relaxed[1]).max() > 1e-3
    # The values are the exact ones.
    np.testing.assert_allclose(relaxed[0], exact[0], rtol=1e-9)


LOGIC = """domain logic {
  types { t : object; };
  pvariables { on(t) : { state-fluent, bool, default = false }; count : { state-fluent, int, default = 2 };
    level : { state-fluent, real, default = 1.5 };
    flip(t) : { action-fluent, bool, default = false }; push : { action-fluent, int, default = 0 }; };
  cpfs {
    on'(?x) = if (flip(?x)) then ~on(?x) else (on(?x) | (level > 2)) ^ (count ~= 3);
    count' = if (exists_{?x : t} [on(?x) ^ flip(?x)]) then floor[level] + push else min[count, push];
    level' = level + sgn[push - count] * sqrt[abs[level]] / 2 + Bernoulli(0.5) + (sum_{?x : t} on(?x)) / 4; };
  reward = (forall_{?x : t} [on(?x) => flip(?x)]) + level * (count == push) + round[level];
  action-preconditions { push >= 0; push <= 4; };
}"""


@pytest.fixture(scope="module")
def logic() -> relgym.Instance:
    return relgym.load(LOGIC, "instance i { domain = logic; objects { t : {a, b, c}; }; horizon = 6; }")


def by_reasoner(model: relgym.Instance, points: Any, u: Any) -> tuple[list[float], list[Any]]:
    """The returns of the copies by the reasoner, and the actions that were carried out."""
    reasoner: Any = relgym.Reasoner(model)
    _, coding, _ = parts(model)
    totals, actions = [], []
    for copy in range(points.shape[-1]):
        state, total = reasoner.dynamics.start, 0.0
        for step in range(len(points)):
            action = coding.action(points[step][:, [copy]])
            if not reasoner.conditions.allows(state, action):
                action = reasoner.dynamics.idle
            actions.append(coding.differing(action))
            after = reasoner.dynamics.step(state, action, u[step, :, copy].tolist())
            state, total = after.state, total + after.reward
        totals.append(total)
    return totals, actions


def test_episodes_are_those_of_the_reasoner(logic: relgym.Instance) -> None:
    points, u = inputs(logic, 6)
    totals, _ = by_reasoner(logic, points, u)
    for relaxation in (None, ProgramRelaxation()):
        found = jax.jit(lambda points, by=relaxation: played(logic, points, by, u))(points)
        np.testing.assert_allclose(found, totals, atol=1e-9)


def test_the_most_actions_and_a_constraint_hold_on_a_real_instance() -> None:
    model = relgym.load("recommender", 0)
    points, u = inputs(model, 3, copies=8)
    totals, actions = by_reasoner(model, points, u)
    assert model.most_actions == 2
    # Two items before the same eyes break the constraint, and the default action takes their place.
    assert max(map(len, actions)) == 2 and {} in actions
    found = jax.jit(lambda points: played(model, points, None, u))(points)
    np.testing.assert_allclose(found, totals, atol=1e-9)


def test_relaxed_values_have_derivatives_for_truth_values_too(logic: relgym.Instance) -> None:
    points, u = inputs(logic, 3)
    relaxation = ProgramRelaxation(SigmoidComparison(2.0, scaled=False), exact_values=False)
    gradient = jax.jit(jax.grad(lambda points: played(logic, points, relaxation, u).sum()))(points)
    assert np.isfinite(gradient).all() and (np.abs(gradient).max((0, 2)) > 1e-6).all()


@pytest.mark.parametrize("norm", [ProductNorm(), GoedelNorm(), LukasiewiczNorm()], ids=repr)
def test_norms_agree_with_logic_at_truth_values(norm: Any) -> None:
    truths = jnp.array([[0.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]])
    assert norm.both(*truths).tolist() == norm.every(truths, 0).tolist() == [0, 0, 0, 1]


def test_comparisons_and_draws_sharpen() -> None:
    comparison = SigmoidComparison(1.0, scaled=False)
    soft, sharp = (float(comparison.below(0.0, 1.0, growth)) for growth in (1.0, 9.0))
    assert 0.5 < soft < 0.8 < sharp < 1
    assert float(comparison.same(2.0, 2.0, 1.0)) == 1 > float(comparison.same(2.0, 2.5, 1.0))
    scaled = SigmoidComparison(1.0)
    one, other = (scaled.below(jnp.zeros(2), size * jnp.array([1.0, 3.0]), 1.0) for size in (1.0, 1000.0))
    np.testing.assert_allclose(one, other)
    draw = LogisticDraw()
    assert float(draw.happens(0.3, 0.3, 1.0)) == pytest.approx(0.5)
    assert float(draw.happens(1.0, 0.5, 1.0)) > 0.99 > 0.01 > float(draw.happens(0.0, 0.5, 1.0))
    assert [GrowingSharpness(4.0).at(progress) for progress in (0.0, 0.5, 1.0)] == [1.0, 2.0, 4.0]


def test_rounding_has_the_derivative_of_what_is_rounded() -> None:
    value, slope = jax.value_and_grad(lambda x: StraightThrough().of(jnp.round(3 * x), 3 * x))(0.5)
    assert (float(value), float(slope)) == (2.0, 3.0)
