"""Rollouts of RDDL copies as one program that JAX compiles: a loop over the steps, with preconditions, ends and resets.

A rollout is carried out as a whole or not at all. Where a value cannot be trusted, or an action raises an error, the
result is thrown away, and the steps are done one after the other over NumPy, which finds the value or the error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.envs.vector.rddl_traced import TracedSteps
from relgym.errors import RelgymError
from relgym.model.rddl.equations import Function
from relgym.tuning.arrays import VECTOR_BITS_PREFERRED


class CompiledRollouts:
    """Compiles rollouts of an instance, one program for each number of steps and selection of results."""

    def __init__(self, batch: RDDLBatch, stepped: Sequence[Function], mode: AutoresetMode, limit: int | None) -> None:
        """Lower the questions of a step.

        Args:
            batch: Asks about the instance.
            stepped: The functions that a step computes: next states, observed values, the reward.
            mode: When ended episodes begin anew.
            limit: The largest number of steps of an episode.

        Raises:
            RelgymError: JAX is not installed, or cannot compile the instance.
        """
        self._jax = _imported()
        self._mode = mode
        self._limit = limit
        self._traced = TracedSteps(batch, stepped, self._jax)
        self._compiled: dict[tuple[frozenset[str], bool], Any] = {}

    def run(
        self,
        carried: dict[str, Any],
        given: dict[str, Any],
        fixed: dict[str, Any],
        wanted: frozenset[str],
        checks: bool,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Carry out the steps.

        Args:
            carried: The values that a step changes: the arrays `state` and `seen`, and for each copy the number of
                `steps`, whether its episode is `done`, and the number of rows of `numbers` that it has `taken`.
            given: The `values` of actions, and which actions are `right` whatever the state: a row for each step.
            fixed: The arrays `start`, `blank` and `waiting`, and the random `numbers` of each copy, a row for each
                step.
            wanted: The names of the results.
            checks: Whether preconditions must be checked in each state.

        Returns:
            The carried values after the last step, with `untrusted`, and the results, a row for each step.
        """
        with self._jax.enable_x64(True):
            compiled = self._compiled.get((wanted, checks))
            if compiled is None:
                compiled = self._compiled[wanted, checks] = self._jax.jit(
                    self._rollout(wanted, checks), compiler_options=_options(self._jax)
                )
            last, results = compiled({**carried, "untrusted": np.zeros(len(carried["done"]), bool)}, given, fixed)
        return self._jax.tree.map(np.asarray, last), self._jax.tree.map(np.asarray, results)

    def _rollout(self, wanted: frozenset[str], checks: bool) -> Callable[..., Any]:
        """Return the function to compile."""
        xp, lax, mapped = self._jax.numpy, self._jax.lax, self._jax.tree.map
        mode, traced = self._mode, self._traced

        def last(array: Any) -> Any:
            """Return an array with the axis of the copies moved from the front to the end."""
            return xp.moveaxis(array, 0, -1)

        def rollout(carried: Any, given: Any, fixed: Any) -> Any:
            count, copies = given["right"].shape
            numbers, rows = last(fixed["numbers"]), xp.arange(copies)
            columns = xp.arange(numbers.shape[1])[:, None]
            carried = mapped(last, carried)
            # If each step transposed its own row, XLA would only change the layout, and not move the row in memory.
            given = mapped(lambda array: xp.moveaxis(array, 1, -1), given)
            start, blank, waiting = (mapped(last, fixed[name]) for name in ("start", "blank", "waiting"))

            def ahead(place: Any, taken: Any) -> Any:
                """Return the inputs of a step: its actions, and the random numbers `u`."""
                place = xp.minimum(place, count - 1)
                inputs = mapped(lambda array: lax.dynamic_index_in_dim(array, place, keepdims=False), given)
                return {**inputs, "u": numbers[xp.minimum(taken, count - 1), columns, rows]}

            def step(both: Any, place: Any) -> Any:
                # XLA does not vectorize a loop that looks up a row by the number of the step, or of a copy's draws. So
                # each step looks up the inputs of the next one.
                c, g = both
                done = c["done"]
                playing = ~done if mode is AutoresetMode.NEXT_STEP else xp.ones(copies, bool)
                t = traced.step(
                    c["state"],
                    c["seen"],
                    g["values"],
                    g["u"],
                    allowed=g["right"],
                    playing=playing,
                    idle=waiting,
                    checks=checks,
                )
                untrusted = c["untrusted"] | t.untrusted
                if mode is AutoresetMode.DISABLED:
                    # The step raises an error.
                    untrusted = untrusted | done
                new, seen, over, broken = t.state, t.seen, t.terminated, t.broken
                steps = c["steps"] + playing
                truncated = broken if self._limit is None else broken | (playing & (steps >= self._limit))
                ended = over | truncated
                # Those that begin anew: ended before this step, or by it.
                anew = done if mode is AutoresetMode.NEXT_STEP else ended if mode is AutoresetMode.SAME_STEP else None
                if anew is not None:
                    new, seen = traced.chosen(anew, start, new), traced.chosen(anew, blank, seen)
                    steps = xp.where(anew, 0, steps)
                results = {
                    "observations": seen or new,
                    "rewards": t.reward,
                    "terminated": over,
                    "truncated": truncated,
                    "invalid": playing & ~t.acting,
                }
                after = {
                    "state": new,
                    "seen": seen,
                    "steps": steps,
                    "done": xp.zeros(copies, bool) if mode is AutoresetMode.SAME_STEP else ended,
                    "taken": c["taken"] + t.acting,
                    "untrusted": untrusted,
                }
                return (after, ahead(place + 1, after["taken"])), {name: results[name] for name in wanted}

            (end, _), results = lax.scan(step, (carried, ahead(0, carried["taken"])), xp.arange(count))
            end["untrusted"] = end["untrusted"].any()
            first = mapped(lambda array: xp.moveaxis(array, -1, 0) if array.ndim else array, end)
            return first, mapped(lambda array: xp.moveaxis(array, -1, 1), results)

        return rollout


@cache
def _options(jax: Any) -> dict[str, Any]:
    """Return the compiler options for the default device."""
    on_processor = jax.default_backend() == "cpu"
    return known_options(jax, {"xla_cpu_prefer_vector_width": VECTOR_BITS_PREFERRED}) if on_processor else {}


def known_options(jax: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Return compiler options if the compiler knows all of them: XLA does not promise to keep any.

    Args:
        jax: The module.
        options: The options by name.

    Returns:
        The options, or an empty dictionary.
    """
    try:
        jax.jit(lambda x: x, compiler_options=options).lower(0.0).compile()
    except jax.errors.JaxRuntimeError:
        return {}
    return options


def _imported() -> Any:
    """Import JAX; raises `RelgymError` if it is not installed."""
    try:
        import jax
        import jax.scipy.special
    except ImportError as error:
        raise RelgymError("JAX is not installed", hint="pip install 'relgym[jax]'") from error
    return jax
