"""Rollouts of RDDL copies as one program that JAX compiles: a loop over the steps, with preconditions, ends and resets.

A rollout is carried out as a whole or not at all. Where a value cannot be trusted, or an action raises an error, the
result is thrown away, and the steps are done one after the other over NumPy, which finds the value or the error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.errors import RelgymError
from relgym.model.rddl.equations import Function, Part
from relgym.runtime import jax_trigonometry
from relgym.runtime.array_scope import scope_of_arrays
from relgym.translate.arrays.builder import TooManyOperations
from relgym.translate.arrays.lower import array_question
from relgym.translate.arrays.printers.copies_last import copies_last
from relgym.translate.arrays.printers.jax import Asked, NotCompiled, jax_program
from relgym.tuning.arrays import VECTOR_BITS_PREFERRED

Arrays = Sequence[Any]


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
        dynamics, program = batch.dynamics, batch.program
        self._width = len(program.states)

        def lowered(functions: Sequence[Function]) -> Asked:
            calls = {**scope_of_arrays(dynamics.externals), "sin": jax_trigonometry.sin, "cos": jax_trigonometry.cos}
            # XLA would compute the inputs of a column again for each column that is tested.
            graph = array_question(program, calls, functions, copies=True, by_columns=False)
            return jax_program(copies_last(graph), calls, self._jax)

        try:
            self._step = lowered(stepped)
            self._parts = {part: lowered(found) if found else None for part, found in batch.parts.items()}
        except (NotCompiled, TooManyOperations) as error:
            raise RelgymError(
                f"JAX cannot compile {dynamics.layout.instance.name}: {error}", hint='rollouts="numpy"'
            ) from error
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
            found = self._compiled.get((wanted, checks))
            if found is None:
                found = self._compiled[wanted, checks] = self._jax.jit(
                    self._rollout(wanted, checks), compiler_options=_options(self._jax)
                )
            last, results = found({**carried, "untrusted": np.zeros(len(carried["done"]), bool)}, given, fixed)
        return self._jax.tree.map(np.asarray, last), self._jax.tree.map(np.asarray, results)

    def _rollout(self, wanted: frozenset[str], checks: bool) -> Callable[..., Any]:
        """Return the function to compile."""
        xp, lax, mapped = self._jax.numpy, self._jax.lax, self._jax.tree.map
        width, mode = self._width, self._mode

        def last(array: Any) -> Any:
            """Return an array with its first axis, that of the copies, moved to the end."""
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
                own = mapped(lambda array: lax.dynamic_index_in_dim(array, place, keepdims=False), given)
                return {**own, "u": numbers[xp.minimum(taken, count - 1), columns, rows]}

            def chosen(condition: Any, yes: Arrays, no: Arrays) -> tuple[Any, ...]:
                pairs = zip(yes, no, strict=True)
                return tuple(xp.where(condition, xp.asarray(a, dtype=b.dtype), b) for a, b in pairs)

            def some(part: Part, state: Arrays, action: Arrays, asked: Any) -> tuple[Any, Any]:
                """Find the copies that a part refuses, and the `asked` copies in which this is not to be trusted."""
                question = self._parts[part]
                if question is None:
                    return xp.zeros(copies, bool), False
                found, wrong = question(state, action, xp.zeros((0, copies)))
                truths = found if part is Part.TERMINATION else [~each for each in found]
                return reduce(xp.logical_or, truths), False if wrong is None else wrong & asked

            def step(both: Any, place: Any) -> Any:
                # XLA does not vectorize a loop that looks up a row by the number of the step, or of a copy's draws. So
                # each step looks up the inputs of the next one.
                c, g = both
                state, done, untrusted = c["state"], c["done"], c["untrusted"]
                playing = ~done if mode is AutoresetMode.NEXT_STEP else xp.ones(copies, bool)
                allowed = g["right"]
                if checks:
                    refused, doubt = some(Part.PRECONDITION, state, g["values"], playing & allowed)
                    allowed, untrusted = allowed & ~refused, untrusted | doubt
                acting = playing & allowed
                found, wrong = self._step(state, g["values"], g["u"])
                new, seen, reward = found[:width], found[width:-1], found[-1]
                over, doubt = some(Part.TERMINATION, new, waiting, acting)
                broken, second = some(Part.INVARIANT, new, waiting, acting)
                untrusted = untrusted | doubt | second | (False if wrong is None else wrong & acting)
                if mode is AutoresetMode.DISABLED:
                    # The step raises an error.
                    untrusted = untrusted | done
                over, broken = over & acting, broken & acting
                new, seen = chosen(acting, new, state), chosen(acting, seen, c["seen"])
                steps = c["steps"] + playing
                truncated = broken if self._limit is None else broken | (playing & (steps >= self._limit))
                ended = over | truncated
                # Those that begin anew: ended before this step, or by it.
                anew = done if mode is AutoresetMode.NEXT_STEP else ended if mode is AutoresetMode.SAME_STEP else None
                if anew is not None:
                    new, seen = chosen(anew, start, new), chosen(anew, blank, seen)
                    steps = xp.where(anew, 0, steps)
                results = {
                    "observations": seen or new,
                    "rewards": xp.where(acting, reward, 0.0),
                    "terminated": over,
                    "truncated": truncated,
                    "invalid": playing & ~allowed,
                }
                after = {
                    "state": new,
                    "seen": seen,
                    "steps": steps,
                    "done": xp.zeros(copies, bool) if mode is AutoresetMode.SAME_STEP else ended,
                    "taken": c["taken"] + acting,
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
