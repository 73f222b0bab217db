"""Episodes of many copies as one differentiable program: the exact one, and the relaxed one beside it.

Both compute the same graphs: the next states and the reward of a step, and the conditions that are asked before it. A
copy whose action breaks a precondition carries out the default action, as a policy does where it finds nothing better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.special
import numpy as np

from relgym.errors import UnsupportedFeature
from relgym.model.arrays import ArrayGraph
from relgym.model.rddl.equations import Function, Part
from relgym.planning.gradient.operations import relaxed_program
from relgym.planning.gradient.relaxation import Array, ProgramRelaxation
from relgym.runtime.array_scope import scope_of_arrays
from relgym.runtime.jax_scope import scope_of_jax
from relgym.translate.arrays.builder import TYPES, TooManyOperations
from relgym.translate.arrays.lower import array_question
from relgym.translate.arrays.printers.copies_last import copies_last
from relgym.translate.arrays.printers.jax import Asked, NotCompiled, jax_program

ENDED = 1e-9
"""The degree to which an ended episode is still played."""

State = tuple[Array, ...]
Act = Callable[[Array, State], tuple[Array, ...]]
"""A function of the number of the step and the state, which returns the action."""


@dataclass(frozen=True)
class RolloutArithmetic:
    """A way to compute the graphs of an instance: as they are, or relaxed.

    Attributes:
        program: Makes the function of a graph.
        both: The conjunction of two truth values.
        chosen: The one of two numbers that a truth value selects.
        relaxed: True if all numbers are real ones.
    """

    program: Callable[[ArrayGraph], Asked]
    both: Callable[[Array, Array], Array]
    chosen: Callable[[Array, Array, Array], Array]
    relaxed: bool


class DifferentiableRollouts:
    """The graphs of an instance, and episodes by them.

    Args:
        dynamics: The instance.

    Attributes:
        uniforms: The number of uniform numbers of a step.

    Raises:
        UnsupportedFeature: JAX cannot compile the instance.
    """

    def __init__(self, dynamics: Any) -> None:
        program = dynamics.program
        self._dynamics, self._program = dynamics, program
        self.uniforms: int = dynamics.uniforms
        entailed = dynamics.entailed_by_bounds()
        self._parts = {part: tuple(f for f in program.of_part(part) if f not in entailed) for part in Part}
        following = tuple(program.functions[function.name, True] for function in program.states)
        conditions = (Part.PRECONDITION, Part.TERMINATION, Part.INVARIANT)
        asked = tuple(function for part in conditions for function in self._parts[part])
        self._calls = scope_of_jax(dynamics.externals, jax)
        self._step = self._graph((*following, *program.of_part(Part.REWARD)))
        self._conditions = self._graph(asked) if asked else None
        self.idle = self._arrays(program.actions, dynamics.idle)

    def exact(self) -> RolloutArithmetic:
        """Return the exact arithmetic."""
        return RolloutArithmetic(
            lambda graph: jax_program(graph, self._calls, jax), jnp.logical_and, jnp.where, relaxed=False
        )

    def relaxed(self, relaxation: ProgramRelaxation, growth: Array) -> RolloutArithmetic:
        """Return relaxed arithmetic; `growth` is the factor of the schedule."""

        def mixed(degree: Array, yes: Array, no: Array) -> Array:
            return degree * yes + (1 - degree) * no

        return RolloutArithmetic(
            lambda graph: relaxed_program(graph, self._calls, relaxation, growth),
            relaxation.norm.both,
            mixed,
            relaxed=True,
        )

    def start(self, state: Any) -> State:
        """Return the arrays of a state, without an axis for the copies."""
        return self._arrays(self._program.states, state)

    def play(
        self, arithmetic: RolloutArithmetic, start: State, act: Act, u: Array, weights: Array
    ) -> tuple[Array, dict[str, Array]]:
        """Play one episode with each copy.

        Args:
            arithmetic: The way to compute.
            start: The state in which all copies begin.
            act: The actions, with the axis of the copies last.
            u: Uniform numbers: shape (steps, numbers, copies).
            weights: The weight of each step: float64, shape (steps,).

        Returns:
            The returns, float64, shape (copies,); and for each state-fluent and the reward, by name, at which steps
            all its values are finite: bool, shape (steps,).
        """
        copies = u.shape[-1]
        step = arithmetic.program(self._step)
        conditions = None if self._conditions is None else arithmetic.program(self._conditions)
        names = [*(function.name for function in self._program.states), "reward"]
        idle = self._copied(self.idle, copies, arithmetic.relaxed)
        begin = self._copied(start, copies, arithmetic.relaxed)

        def turn(carried: tuple[State, Array], each: Any) -> Any:
            state, playing = carried
            place, numbers, weight = each
            action = act(place, state)
            if conditions is not None:
                answers, _ = conditions(state, action, jnp.zeros((0, copies)))
                allowed, goes_on = self._conditions_met(answers, arithmetic)
                playing = arithmetic.both(playing, goes_on)
                if self._parts[Part.PRECONDITION]:
                    action = tuple(arithmetic.chosen(allowed, a, b) for a, b in zip(action, idle, strict=True))
            (*new, reward), _ = step(state, action, numbers)
            # Copies that have ended stay where they are: what they would do may not be finite. Without a weight, the
            # horizon has ended.
            going = (playing > ENDED) & (weight > 0)
            new = tuple(jnp.where(going, a, b).astype(b.dtype) for a, b in zip(new, state, strict=True))
            finite = {
                name: jnp.isfinite(jnp.asarray(array, float)).all()
                for name, array in zip(names, (*new, reward), strict=True)
            }
            return (new, playing), (weight * playing * reward, finite)

        playing = jnp.ones(copies, float if arithmetic.relaxed else bool)
        steps = jnp.arange(len(weights))
        _, (rewards, finite) = jax.lax.scan(turn, (begin, playing), (steps, u, weights))
        return rewards.sum(0), finite

    def _conditions_met(self, answers: Sequence[Array], arithmetic: RolloutArithmetic) -> tuple[Array, Array]:
        """Return the degrees to which the action is valid, and to which the episode has not ended."""
        true = jnp.ones((), float if arithmetic.relaxed else bool)
        parts = []
        at = 0
        for part in (Part.PRECONDITION, Part.TERMINATION, Part.INVARIANT):
            truths = answers[at : at + len(self._parts[part])]
            at += len(truths)
            holds = [self._opposite(each, arithmetic) if part is Part.TERMINATION else each for each in truths]
            parts.append(reduce(arithmetic.both, holds, true))
        allowed, unended, kept = parts
        return allowed, arithmetic.both(unended, kept)

    @staticmethod
    def _opposite(truth: Array, arithmetic: RolloutArithmetic) -> Array:
        return 1 - jnp.asarray(truth, float) if arithmetic.relaxed else jnp.logical_not(truth)

    def _copied(self, arrays: State, copies: int, relaxed: bool) -> State:
        typed = (jnp.asarray(array, float) if relaxed else jnp.asarray(array) for array in arrays)
        return tuple(jnp.broadcast_to(array[..., None], (*array.shape, copies)) for array in typed)

    def _arrays(self, functions: Sequence[Function], values: Sequence[Any]) -> State:
        sizes = self._program.sizes
        return tuple(
            np.asarray(each, TYPES.get(function.range, np.int64)).reshape(sizes(function))
            for function, each in zip(functions, values, strict=True)
        )

    def _graph(self, functions: Sequence[Function]) -> ArrayGraph:
        externals: Mapping[str, Any] = self._dynamics.externals
        try:
            graph = array_question(self._program, scope_of_arrays(externals), functions, copies=True, by_columns=False)
            # What says where values cannot be trusted is not needed.
            assert isinstance(graph.result, tuple)
            moved = copies_last(ArrayGraph(graph.nodes, (graph.result[0], None), graph.finite))
            jax_program(moved, self._calls, jax)
        except (NotCompiled, TooManyOperations) as error:
            name = self._dynamics.layout.instance.name
            raise UnsupportedFeature(
                f"the method 'gradient' does not support {name}: {error.message}", hint="methods that do: uct, learned"
            ) from error
        return moved
