"""`relgym.solve(instance, "gradient")`: plans by the derivatives of relaxed returns, or by returns about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

import numpy as np

from relgym.arguments import check_one_of, check_whole, wrong
from relgym.errors import UnsupportedFeature
from relgym.libraries import extra
from relgym.limits import Budget, Limits
from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.plans import FORMS
from relgym.planning.gradient.policy import GradientPolicy
from relgym.planning.gradient.settings import ESTIMATORS, OPTIMIZERS, REPLAN_UPDATES, GradientSettings, Replanning
from relgym.planning.stochastic.criterion import check_above_zero
from relgym.planning.stochastic.method_choice import MethodChoice, Tried
from relgym.planning.stochastic.policy import Convergence
from relgym.planning.stochastic.process import DecisionProcess
from relgym.progress import curve_text, tracked
from relgym.tuning.planning import (
    EXPLORED_PAIRS,
    GRADIENT_FUTURES,
    GRADIENT_RESTARTS,
    GRADIENT_UPDATES,
    LEARNING_RATE,
    SCORED_FUTURES,
    TRIED_SCORES,
    UPDATES_PER_SCORE,
)

with extra("jax", "the method 'gradient'"):
    import jax

    from relgym.planning.gradient.relaxation import ProgramRelaxation
    from relgym.planning.gradient.replanning import Replanner
    from relgym.planning.gradient.rollouts import DifferentiableRollouts
    from relgym.planning.gradient.search import Ascent, NotFinite, Optimisation


def gradient(
    process: DecisionProcess,
    limits: Limits,
    seed: int,
    *,
    plan: str | None = None,
    estimator: str | None = None,
    updates: int = GRADIENT_UPDATES,
    restarts: int = GRADIENT_RESTARTS,
    futures: int = GRADIENT_FUTURES,
    learning_rate: float = LEARNING_RATE,
    optimizer: str | None = None,
    pairs: int = EXPLORED_PAIRS,
    relaxation: ProgramRelaxation | None = None,
    replan: int | None = None,
    replan_updates: int = REPLAN_UPDATES,
) -> GradientPolicy:
    """Find a policy by gradient ascent on its return, as a method of `relgym.solve`.

    Args:
        process: The process of an RDDL instance with a horizon.
        limits: Seconds and megabytes of the whole call.
        seed: Seeds the first plans and the futures.
        plan: `slp` for a straight-line plan, `drp` for a deep reactive policy. By default both are tried in 300 updates
            at most, and the better one is taken.
        estimator: `gradient` for the derivatives of relaxed returns, `pgpe` for exact returns of perturbed plans. By
            default `gradient`; `pgpe` is tried as well where no action-fluent is real, where all derivatives are 0, and
            where no plan is better than the default action in every step.
        updates: The number of updates, rounded up to tens.
        restarts: The number of plans that are optimised at once.
        futures: The number of random futures of an update.
        learning_rate: The step size of the last two restarts, in the unit interval of an action cell; those of others
            go down to a hundredth of it.
        optimizer: `adam` or `rmsprop`. By default `rmsprop` for derivatives, and `adam` for `pgpe`.
        pairs: The number of pairs of opposite perturbations of each plan in an update of `pgpe`.
        relaxation: What takes the place of operations without a derivative.
        replan: The number of steps after which the plan is made anew, from the present state, while the policy is
            played; `None` for never.
        replan_updates: The number of updates of each plan that is made anew, rounded up to tens.

    Raises:
        UnsupportedFeature: It is a task of PDDL, has no horizon or no action-fluents, or JAX cannot compile it.
        RelgymError: JAX or optax is not installed, or an option is wrong.
    """
    if process.criterion.name != "return":
        raise UnsupportedFeature(
            "the method 'gradient' does not support PDDL", hint="methods that do: lrtdp, value_iteration, uct, replan"
        )
    if plan is not None:
        check_one_of("form of plans", plan, tuple(FORMS))
    if estimator is not None:
        check_one_of("estimator", estimator, ESTIMATORS)
    if optimizer is not None:
        check_one_of("optimizer", optimizer, OPTIMIZERS)
    check_whole("the number of updates", updates)
    check_whole("the number of restarts", restarts, 1)
    check_whole("the number of futures", futures, 1)
    check_whole("the number of pairs", pairs, 1)
    rate = check_above_zero("the learning rate", learning_rate)
    if relaxation is not None and not isinstance(relaxation, ProgramRelaxation):
        raise wrong("the relaxation", relaxation, "a relgym.planning.gradient.relaxation.ProgramRelaxation")
    if replan is not None:
        check_whole("the number of steps of 'replan'", replan, 1)
    check_whole("the number of updates of 'replan_updates'", replan_updates, 1)
    settings = GradientSettings(restarts, futures, rate, optimizer, pairs, relaxation)
    forms = list(FORMS) if plan is None else [plan]
    replanning = None if replan is None else Replanning(replan, replan_updates, seed, settings)
    planning = _Planning(process, limits, seed, settings)
    return planning.policy(forms, estimator, -(-updates // UPDATES_PER_SCORE), replanning)


class _Planning:
    """One call of the method."""

    def __init__(self, process: DecisionProcess, limits: Limits, seed: int, settings: GradientSettings) -> None:
        reasoner, horizon = process.reasoner, process.criterion.horizon
        instance, dynamics = reasoner.instance, reasoner.dynamics
        if horizon is None:
            raise UnsupportedFeature(
                f"the method 'gradient' needs a horizon, and {instance.name} has none", hint="horizon=N gives one"
            )
        if not dynamics.program.actions:
            raise UnsupportedFeature(f"the domain '{instance.domain.name}' has no action-fluents to be planned")
        if not reasoner.is_valid(reasoner.initial_state, {}):
            raise UnsupportedFeature(
                f"the action of all defaults is not valid in the initial state of '{instance.name}', and plans that "
                "are not valid fall back on it",
                hint="methods that do without: uct, random",
            )
        self._process, self._seed, self._settings, self._horizon = process, seed, settings, horizon
        self._rollouts, self._coding = DifferentiableRollouts(dynamics), ActionCoding(reasoner)
        self._start = self._rollouts.start(dynamics.start)
        self._weights = process.criterion.discount ** np.arange(horizon)
        self._budget = Budget("gradient", limits, "planning by gradients")
        self._ascents: list[Ascent] = []
        self._reason: str | None = None
        self._choice: MethodChoice | None = None

    def policy(
        self, forms: Sequence[str], estimator: str | None, scores: int, replanning: Replanning | None
    ) -> GradientPolicy:
        """Optimise plans of some forms, and return the best policy."""
        begun = monotonic()
        with jax.enable_x64(True), self._budget.call():
            try:
                self._optimise(forms, estimator, scores)
            except TimeoutError:
                self._reason = self._budget.error().message
            except KeyboardInterrupt:
                if not self._ascents:
                    raise
                self._reason = "planning by gradients was interrupted"
        best, convergence = self._best(), None
        reason = self._reason or best.stopped
        if reason is not None:
            updates = sum(ascent.updates for ascent in self._ascents)
            convergence = Convergence("limit", None, 0, updates, monotonic() - begun, reason)
        plan = best.form, best.estimator, best.parameters, best.returns
        criterion = self._process.criterion
        replanner = None if replanning is None else Replanner(best.optimisation, criterion, replanning)
        return GradientPolicy(self._process, *plan, convergence, self._choice, replanning, replanner)

    def _best(self) -> Ascent:
        return max(self._ascents, key=lambda ascent: ascent.best)

    def _optimise(self, forms: Sequence[str], estimator: str | None, scores: int) -> None:
        """Make the updates: first those of a trial of all candidates, then those of the best one."""
        pairs = [(form, estimator or "gradient") for form in forms]
        most = len(pairs) * (2 if estimator is None else 1)
        trial = min(TRIED_SCORES, scores) if most > 1 else 0
        rounds = iter(tracked(range(trial * most + scores - trial), "planning by gradients", self._result))
        self._try(pairs, rounds, trial, scores)
        if estimator is None and self._explores():
            self._try([(form, "pgpe") for form in forms], rounds, trial, scores)
        if len(self._ascents) > 1:
            tried = sorted(self._ascents, key=lambda ascent: -ascent.best)
            episodes = SCORED_FUTURES if self._rollouts.uniforms else 1
            scored = tuple(Tried(ascent.name, ascent.best) for ascent in tried)
            self._choice = MethodChoice(scored, episodes, self._horizon)
        self._advance(self._best(), rounds, scores - trial, scores)

    def _result(self) -> str:
        """Return the best exact return so far and its curve, for the bar."""
        best = self._best() if self._ascents else None
        return f"{best.best:.6g} {curve_text(best.returns)}" if best is not None and best.returns else ""

    def _try(self, pairs: Sequence[tuple[str, str]], rounds: Iterator[int], trial: int, scores: int) -> None:
        """Begin ascents of some forms with some estimators."""
        for form, estimator in pairs:
            optimisation = Optimisation(
                self._rollouts, self._coding, FORMS[form], estimator, self._horizon, self._settings
            )
            self._ascents.append(Ascent(optimisation, self._start, self._weights, self._seed))
            self._advance(self._ascents[-1], rounds, trial, scores)

    def _explores(self) -> bool:
        """Tell whether derivatives are 0, or are doubtful: work is counted, so that the choice repeats."""
        best = self._best()
        return self._coding.stepped or not any(each.directed for each in self._ascents) or best.best <= best.default

    def _advance(self, ascent: Ascent, rounds: Iterator[int], count: int, scores: int) -> None:
        """Make the updates of some scores; a value that is not finite ends them."""
        for _ in range(count):
            self._budget.look()
            next(rounds)
            try:
                ascent.advance(min(1.0, ascent.updates / (scores * UPDATES_PER_SCORE)))
            except NotFinite as error:
                ascent.stopped = str(error)
                return
