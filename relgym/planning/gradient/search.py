"""The optimisation of plans: updates by an estimator, and exact returns that say which plan is the best so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.estimators import Estimator, estimator_of
from relgym.planning.gradient.plans import Parameters, PlanForm, features_of
from relgym.planning.gradient.relaxation import Array, ProgramRelaxation
from relgym.planning.gradient.rollouts import DifferentiableRollouts, State
from relgym.planning.gradient.settings import GradientSettings
from relgym.tuning.planning import SCORED_FUTURES, UPDATES_PER_SCORE

_TRANSFORMS: dict[str, Callable[[], Any]] = {"adam": optax.scale_by_adam, "rmsprop": optax.scale_by_rms}
"""The optimizers by name; the learning rate is that of each restart."""


class Optimisation:
    """Plans of one form for one instance, compiled once.

    Args:
        rollouts: The episodes.
        coding: The action cells.
        form: The form of the plans.
        estimator: The name of the estimator of directions.
        steps: The number of steps of an episode.
        settings: The numbers.
    """

    def __init__(
        self,
        rollouts: DifferentiableRollouts,
        coding: ActionCoding,
        form: PlanForm,
        estimator: str,
        steps: int,
        settings: GradientSettings,
    ) -> None:
        self._rollouts, self._coding, self.form, self._count = rollouts, coding, form, steps
        self._settings, self._relaxation = settings, settings.relaxation or ProgramRelaxation()
        self.estimator: Estimator = estimator_of(estimator, settings, self._relaxation)
        # The mean of directions smooths those that are drawn, and hides where derivatives change.
        self._optimizer = _TRANSFORMS[settings.optimizer or ("adam" if estimator == "pgpe" else "rmsprop")]()
        self._rates, self._sharpness = settings.rates(estimator), settings.sharpness()
        self._update = jax.jit(self._updated, static_argnames="futures")
        self._score = jax.jit(self._scored_returns)
        self._trace = jax.jit(self._finite)
        # Without random numbers, all futures are equal. Some instances draw numbers that nothing depends on: one future
        # is enough for an update until a score says that others differ from it.
        self._futures, self._scored = 1, SCORED_FUTURES if rollouts.uniforms else 1

    def start(self, values: Any) -> State:
        """Return the arrays of a state."""
        return self._rollouts.start(values)

    def initial(self, rng: np.random.Generator, start: State) -> Parameters:
        """Return drawn parameters of all restarts."""
        features = sum(array.size for array in start)
        return self.form.initial(rng, self._settings.restarts, self._count, features, self._coding.idle)

    def shifted(self, parameters: Parameters, steps: int) -> Parameters:
        """Return the parameters of a plan that begins some steps later, for all restarts; they differ in step size."""
        later = self.form.shifted(parameters, steps, self._coding.idle)
        return {name: np.stack([array] * self._settings.restarts) for name, array in later.items()}

    def memory(self, parameters: Parameters) -> Any:
        """Return what updates remember at first."""
        return self._optimizer.init(parameters), self.estimator.memory(self.form, parameters)

    def defaults(self, parameters: Parameters) -> Parameters:
        """Return the parameters, of the shapes of others, of plans that always give the default action."""
        return self.form.constant(parameters, self._coding.idle)

    def update(
        self, parameters: Parameters, memory: Any, start: State, key: Array, weights: Array, growth: float
    ) -> Any:
        """Improve all restarts by one step.

        Returns:
            The parameters, what is remembered, and of each restart whether the return and the direction are finite,
            and whether there is a direction; the parameters of restarts that are not finite stay as they were.
        """
        return self._update(parameters, memory, start, key, weights, growth, futures=self._futures)

    def score(self, parameters: Parameters, start: State, key: Array, weights: Array) -> Any:
        """Return the exact mean return of each restart."""
        scores, drawn = self._score(parameters, start, key, weights)
        if drawn:
            self._futures = self._settings.futures
        return np.asarray(scores)

    def growth(self, progress: float) -> float:
        """Return the factor of the schedule."""
        return self._relaxation.schedule.at(progress)

    def not_finite(
        self, parameters: Parameters, start: State, key: Array, weights: Array, growth: float
    ) -> tuple[int, str] | None:
        """Return the first step in which a value of a relaxed episode is not finite, and the fluent."""
        finite = {name: np.asarray(each) for name, each in self._trace(parameters, start, key, weights, growth).items()}
        places = {name: int(np.argmin(each)) for name, each in finite.items() if not each.all()}
        return min(((step, name) for name, step in places.items()), default=None)

    def _updated(
        self,
        parameters: Parameters,
        memory: Any,
        start: State,
        key: Array,
        weights: Array,
        growth: Array,
        *,
        futures: int,
    ) -> Any:
        moments, remembered = memory
        drawing, exploring = jax.random.split(key)
        sharper = growth * jnp.repeat(jnp.asarray(self._sharpness), futures)

        def returns(relaxation: ProgramRelaxation | None, parameters: Parameters) -> Array:
            return self._returns(relaxation, parameters, start, drawing, weights, sharper, futures)[0].mean(1)

        direction = self.estimator.direction(self.form, parameters, remembered, returns, exploring)
        squares = sum((each * each).reshape(each.shape[0], -1).sum(1) for each in direction.ascent.values())
        finite = jnp.isfinite(squares) & direction.finite
        norm = jnp.where(finite & (squares > 0), jnp.sqrt(jnp.where(finite, squares, 1.0)), 1.0)

        def over(each: Array, array: Array) -> Array:
            return each.reshape(-1, *[1] * (array.ndim - 1))

        # A direction that explodes must not be remembered by the moments of the optimizer, which descends.
        scaled = {
            name: jnp.where(over(finite, each), -each, 0.0) / over(norm, each)
            for name, each in direction.ascent.items()
        }
        changes, moments = self._optimizer.update(scaled, moments, parameters)
        rates = jnp.asarray(self._rates)
        moved = {name: each - over(rates, each) * changes[name] for name, each in parameters.items()}
        moved = dict(self.form.projected(jnp, moved))
        kept = {name: jnp.where(over(finite, each), moved[name], each) for name, each in parameters.items()}
        return kept, (moments, direction.memory), finite, finite & (squares > 0)

    def _returns(
        self,
        relaxation: ProgramRelaxation | None,
        parameters: Parameters,
        start: State,
        key: Array,
        weights: Array,
        growth: Array,
        futures: int,
    ) -> tuple[Array, dict[str, Array]]:
        """Return the return of each of some plans in each future: the exact one, or a relaxed one."""
        plans, rollouts = next(iter(parameters.values())).shape[0], self._rollouts
        arithmetic = rollouts.exact() if relaxation is None else rollouts.relaxed(relaxation, growth)
        u = jax.random.uniform(key, (self._count, rollouts.uniforms, futures), float)
        u = jnp.tile(u, (1, 1, plans))

        def act(place: Array, state: State) -> tuple[Array, ...]:
            features = features_of(jnp, state, plans * futures).reshape(-1, plans, futures)
            points = jax.vmap(partial(self.form.points, jnp), (0, None, 1), 1)(parameters, place, features)
            points = points.reshape(-1, plans * futures)
            if relaxation is None:
                return self._coding.values(jnp, points)
            return self._coding.values(jnp, points, relaxation.rounding.of, not relaxation.exact_values)

        returns, finite = rollouts.play(arithmetic, start, act, u, weights)
        return returns.reshape(plans, futures), finite

    def _scored_returns(self, parameters: Parameters, start: State, key: Array, weights: Array) -> tuple[Array, Array]:
        """Return the exact mean return of each restart, and whether returns depend on what is drawn."""
        returns, _ = self._returns(None, parameters, start, key, weights, jnp.ones(()), self._scored)
        return returns.mean(1), (returns != returns[:, :1]).any()

    def _finite(self, parameters: Parameters, start: State, key: Array, weights: Array, growth: Array) -> Any:
        futures, _ = jax.random.split(key)
        return self._returns(self._relaxation, parameters, start, futures, weights, growth, self._futures)[1]


class Ascent:
    """One optimisation on its way, with the best plan so far by its exact return.

    Args:
        optimisation: The compiled functions.
        start: The state in which episodes begin.
        weights: The weight of each step: shape (steps,).
        seed: Seeds the first plans and the futures.
        first: The first plans; by default they are drawn.

    Attributes:
        updates: The number of updates that were made.
        default: The exact mean return of the plan of default actions.
        best: The exact mean return of the best plan so far.
        parameters: The parameters of that plan.
        returns: The values of `best` after each score.
        directed: True if an update had a direction.
        stopped: Why there can be no further update; `None` if there can be one.
    """

    def __init__(
        self, optimisation: Optimisation, start: State, weights: Array, seed: int, first: Parameters | None = None
    ) -> None:
        self._optimisation, self._start, self._weights = optimisation, start, weights
        self._key, self._held_out = jax.random.split(jax.random.key(seed))
        drawn = optimisation.initial(np.random.default_rng(seed), start) if first is None else first
        self._current: Parameters = {name: jnp.asarray(array) for name, array in drawn.items()}
        self._memory = optimisation.memory(self._current)
        self.updates = 0
        self.best = -np.inf
        self.parameters: dict[str, Any] = {}
        self.returns: list[float] = []
        self.directed = False
        self.stopped: str | None = None
        # Of equally good plans the first one stays: a plan that is given, or else the one of default actions.
        if first is not None:
            self._judge(self._current)
        self.default = self._judge(optimisation.defaults(self._current))
        if first is None:
            self._judge(self._current)
        self._remember()

    @property
    def optimisation(self) -> Optimisation:
        """The compiled functions."""
        return self._optimisation

    @property
    def form(self) -> PlanForm:
        """The form of the plans."""
        return self._optimisation.form

    @property
    def estimator(self) -> str:
        """The name of the estimator."""
        return self._optimisation.estimator.name

    @property
    def name(self) -> str:
        """The form of the plans and the estimator, in two words."""
        return f"{self.form.name} {self.estimator}"

    def advance(self, progress: float) -> None:
        """Make some updates, and score the plans.

        Args:
            progress: The share of all updates that are done, from 0 to 1.

        Raises:
            NotFinite: No plan has a finite return and direction.
        """
        growth = self._optimisation.growth(progress)
        for _ in range(UPDATES_PER_SCORE):
            key = jax.random.fold_in(self._key, self.updates)
            self._current, self._memory, finite, directed = self._optimisation.update(
                self._current, self._memory, self._start, key, self._weights, growth
            )
            self.updates += 1
        self._judge(self._current)
        self._remember()
        self.directed |= bool(np.asarray(directed).any())
        if not np.asarray(finite).any():
            place = self._optimisation.not_finite(self._current, self._start, key, self._weights, growth)
            raise NotFinite(self.updates, place)

    def _judge(self, parameters: Parameters) -> float:
        """Score plans, keep the best one so far, and return the best score of these."""
        scores = self._optimisation.score(parameters, self._start, self._held_out, self._weights)
        scores = np.where(np.isfinite(scores), scores, -np.inf)
        place = int(np.argmax(scores))
        if scores[place] > self.best or not self.parameters:
            self.best = float(scores[place])
            self.parameters = {name: np.asarray(array[place]) for name, array in parameters.items()}
        return float(scores[place])

    def _remember(self) -> None:
        if np.isfinite(self.best):
            self.returns.append(self.best)


class NotFinite(Exception):
    """A value or a derivative that is not finite."""

    def __init__(self, updates: int, place: tuple[int, str] | None) -> None:
        where = "a gradient" if place is None else f"'{place[1]}' in step {place[0]}"
        super().__init__(f"{where} is not finite after {updates} updates")
