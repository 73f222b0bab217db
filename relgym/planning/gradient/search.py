"""The optimisation of plans: gradients of relaxed returns, and exact returns that say which plan is the best so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.plans import Parameters, PlanForm, features_of
from relgym.planning.gradient.relaxation import Array, ProgramRelaxation
from relgym.planning.gradient.rollouts import DifferentiableRollouts, State
from relgym.tuning.planning import SCORED_FUTURES, UPDATES_PER_SCORE

OPTIMIZERS: dict[str, Callable[[], Any]] = {"adam": optax.scale_by_adam, "rmsprop": optax.scale_by_rms}
"""The optimizers by name; the learning rate is that of each restart."""


@dataclass(frozen=True)
class GradientSettings:
    """The numbers of an optimisation.

    Attributes:
        restarts: The number of plans that are optimised at once.
        futures: The number of random futures of each update; all restarts have the same ones.
        learning_rate: The step size of the first restart, in the unit interval of a cell; others have smaller ones.
        optimizer: The name of the optimizer.
        relaxation: The relaxation.
    """

    restarts: int
    futures: int
    learning_rate: float
    optimizer: str
    relaxation: ProgramRelaxation


class Optimisation:
    """Plans of one form for one instance, compiled once.

    Args:
        rollouts: The episodes.
        coding: The action cells.
        form: The form of the plans.
        steps: The number of steps of an episode.
        settings: The numbers.
    """

    def __init__(
        self,
        rollouts: DifferentiableRollouts,
        coding: ActionCoding,
        form: PlanForm,
        steps: int,
        settings: GradientSettings,
    ) -> None:
        self._rollouts, self._coding, self.form, self._count = rollouts, coding, form, steps
        self._settings = settings
        self._optimizer = OPTIMIZERS[settings.optimizer]()
        # Plans that differ in their step sizes, too: nobody knows the right one.
        self._rates = settings.learning_rate * np.geomspace(1.0, 0.1, settings.restarts)
        self._update = jax.jit(self._updated)
        self._score = jax.jit(partial(self._returns, None))
        self._trace = jax.jit(self._finite)
        # Without random numbers, all futures are equal.
        self._futures, self._scored = (settings.futures, SCORED_FUTURES) if rollouts.uniforms else (1, 1)

    def initial(self, rng: np.random.Generator, start: State) -> tuple[Parameters, Any]:
        """Return drawn parameters, and the first state of the optimizer."""
        features = sum(array.size for array in start)
        drawn = self.form.initial(rng, self._settings.restarts, self._count, features, self._coding.idle)
        parameters = {name: jnp.asarray(array) for name, array in drawn.items()}
        return parameters, self._optimizer.init(parameters)

    def update(
        self, parameters: Parameters, moments: Any, start: State, key: Array, weights: Array, growth: float
    ) -> Any:
        """Improve all restarts by one step.

        Returns:
            The parameters, the state of the optimizer, and of each restart the relaxed return and whether it and its
            gradient are finite; the parameters of others stay as they were.
        """
        return self._update(parameters, moments, start, key, weights, growth)

    def score(self, parameters: Parameters, start: State, key: Array, weights: Array) -> Any:
        """Return the exact mean return of each restart."""
        return np.asarray(self._score(parameters, start, key, weights, 1.0)[0])

    def growth(self, progress: float) -> float:
        """Return the factor of the schedule."""
        return self._settings.relaxation.schedule.at(progress)

    def not_finite(
        self, parameters: Parameters, start: State, key: Array, weights: Array, growth: float
    ) -> tuple[int, str] | None:
        """Return the first step in which a value of a relaxed episode is not finite, and the fluent."""
        finite = {name: np.asarray(each) for name, each in self._trace(parameters, start, key, weights, growth).items()}
        places = {name: int(np.argmin(each)) for name, each in finite.items() if not each.all()}
        return min(((step, name) for name, step in places.items()), default=None)

    def _updated(
        self, parameters: Parameters, moments: Any, start: State, key: Array, weights: Array, growth: Array
    ) -> Any:
        def loss(parameters: Parameters) -> Any:
            returns, _ = self._returns(self._settings.relaxation, parameters, start, key, weights, growth)
            return -returns.sum(), returns

        gradient, returns = jax.grad(loss, has_aux=True)(parameters)
        squares = sum((each * each).reshape(each.shape[0], -1).sum(1) for each in gradient.values())
        finite = jnp.isfinite(squares) & jnp.isfinite(returns)
        norm = jnp.where(finite & (squares > 0), jnp.sqrt(jnp.where(finite, squares, 1.0)), 1.0)

        def over(each: Array, array: Array) -> Array:
            return each.reshape(-1, *[1] * (array.ndim - 1))

        # An exploding gradient must not be remembered by the moments of the optimizer.
        scaled = {name: jnp.where(over(finite, each), each, 0.0) / over(norm, each) for name, each in gradient.items()}
        changes, moments = self._optimizer.update(scaled, moments, parameters)
        rates = jnp.asarray(self._rates)
        moved = {name: each - over(rates, each) * changes[name] for name, each in parameters.items()}
        moved = dict(self.form.projected(jnp, moved))
        kept = {name: jnp.where(over(finite, each), moved[name], each) for name, each in parameters.items()}
        return kept, moments, returns, finite

    def _returns(
        self,
        relaxation: ProgramRelaxation | None,
        parameters: Parameters,
        start: State,
        key: Array,
        weights: Array,
        growth: Array,
    ) -> tuple[Array, dict[str, Array]]:
        """Return the mean return of each restart: the exact one, or a relaxed one."""
        restarts, futures = self._settings.restarts, self._scored if relaxation is None else self._futures
        rollouts = self._rollouts
        arithmetic = rollouts.exact() if relaxation is None else rollouts.relaxed(relaxation, growth)
        u = jax.random.uniform(key, (self._count, rollouts.uniforms, futures), float)
        u = jnp.tile(u, (1, 1, restarts))

        def act(place: Array, state: State) -> tuple[Array, ...]:
            features = features_of(jnp, state, restarts * futures).reshape(-1, restarts, futures)
            points = jax.vmap(partial(self.form.points, jnp), (0, None, 1), 1)(parameters, place, features)
            points = points.reshape(-1, restarts * futures)
            if relaxation is None:
                return self._coding.values(jnp, points)
            return self._coding.values(jnp, points, relaxation.rounding.of, not relaxation.exact_values)

        returns, finite = rollouts.play(arithmetic, start, act, u, weights)
        return returns.reshape(restarts, futures).mean(1), finite

    def _finite(self, parameters: Parameters, start: State, key: Array, weights: Array, growth: Array) -> Any:
        return self._returns(self._settings.relaxation, parameters, start, key, weights, growth)[1]


class Ascent:
    """One optimisation on its way, with the best plan so far by its exact return.

    Args:
        optimisation: The compiled functions.
        start: The state in which episodes begin.
        weights: The weight of each step: shape (steps,).
        seed: Seeds the first plans and the futures.

    Attributes:
        updates: The number of updates that were made.
        best: The exact mean return of the best plan so far.
        parameters: The parameters of that plan.
        returns: The values of `best` after each score.
    """

    def __init__(self, optimisation: Optimisation, start: State, weights: Array, seed: int) -> None:
        self._optimisation, self._start, self._weights = optimisation, start, weights
        self._key, self._held_out = jax.random.split(jax.random.key(seed))
        self._current, self._moments = optimisation.initial(np.random.default_rng(seed), start)
        self.updates = 0
        self.best = -np.inf
        self.parameters: dict[str, Any] = {}
        self.returns: list[float] = []
        self._judge()

    @property
    def form(self) -> PlanForm:
        """The form of the plans."""
        return self._optimisation.form

    def advance(self, progress: float) -> None:
        """Make some updates, and score the plans.

        Args:
            progress: The share of all updates that are done, from 0 to 1.

        Raises:
            NotFinite: No plan has a finite return and gradient.
        """
        growth = self._optimisation.growth(progress)
        for _ in range(UPDATES_PER_SCORE):
            key = jax.random.fold_in(self._key, self.updates)
            self._current, self._moments, _, finite = self._optimisation.update(
                self._current, self._moments, self._start, key, self._weights, growth
            )
            self.updates += 1
        self._judge()
        if not np.asarray(finite).any():
            place = self._optimisation.not_finite(self._current, self._start, key, self._weights, growth)
            raise NotFinite(self.updates, place)

    def _judge(self) -> None:
        scores = self._optimisation.score(self._current, self._start, self._held_out, self._weights)
        scores = np.where(np.isfinite(scores), scores, -np.inf)
        place = int(np.argmax(scores))
        if scores[place] > self.best or not self.parameters:
            self.best = float(scores[place])
            self.parameters = {name: np.asarray(array[place]) for name, array in self._current.items()}
        if np.isfinite(self.best):
            self.returns.append(self.best)


class NotFinite(Exception):
    """A value or a derivative that is not finite."""

    def __init__(self, updates: int, place: tuple[int, str] | None) -> None:
        where = "a gradient" if place is None else f"'{place[1]}' in step {place[0]}"
        super().__init__(f"{where} is not finite after {updates} updates")
