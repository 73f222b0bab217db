"""A step of RDDL copies as a pure function that JAX traces, with preconditions, ends, and values that are untrusted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.errors import RelgymError
from relgym.model.rddl.equations import Function, Part
from relgym.runtime.array_scope import scope_of_arrays
from relgym.runtime.jax_scope import scope_of_jax
from relgym.translate.arrays.builder import TooManyOperations
from relgym.translate.arrays.lower import array_question
from relgym.translate.arrays.printers.copies_last import copies_last
from relgym.translate.arrays.printers.jax import Asked, NotCompiled, jax_program

Arrays = Sequence[Any]


class TracedStep(NamedTuple):
    """The copies after a step; all arrays have the axis of the copies last.

    Attributes:
        state: The states; those of copies that do not act stay as they were.
        seen: The observed values, likewise.
        reward: The rewards; 0 for copies that do not act.
        terminated: True for copies whose new state ends the episode.
        broken: True for copies whose new state violates an invariant.
        acting: True for copies that carry out their action.
        untrusted: True for copies with a value or a condition that cannot be trusted.
    """

    state: Arrays
    seen: Arrays
    reward: Any
    terminated: Any
    broken: Any
    acting: Any
    untrusted: Any


class TracedSteps:
    """The questions of a step, lowered.

    Args:
        batch: Asks about the instance.
        stepped: The functions that a step computes: next states, observed values, the reward.
        jax: The module, with `jax.scipy.special` imported.
        bits: The bits of numbers, 32 or 64.
        hint: What to do where JAX cannot compile the instance.

    Raises:
        RelgymError: JAX cannot compile the instance.
    """

    def __init__(
        self, batch: RDDLBatch, stepped: Sequence[Function], jax: Any, bits: int = 64, hint: str = 'rollouts="numpy"'
    ) -> None:
        self._xp = jax.numpy
        dynamics, program = batch.dynamics, batch.program
        self._width = len(program.states)

        def lowered(functions: Sequence[Function]) -> Asked:
            calls = scope_of_arrays(dynamics.externals)
            # XLA would compute the inputs of a column again for each column that is tested.
            graph = array_question(program, calls, functions, copies=True, by_columns=False, bits=bits)
            return jax_program(copies_last(graph), scope_of_jax(dynamics.externals, jax), jax)

        try:
            self._step = lowered(stepped)
            self._parts = {part: lowered(functions) if functions else None for part, functions in batch.parts.items()}
        except (NotCompiled, TooManyOperations) as error:
            raise RelgymError(f"JAX cannot compile {dynamics.layout.instance.name}: {error}", hint=hint) from error

    def step(
        self,
        state: Arrays,
        seen: Arrays,
        values: Arrays,
        u: Any,
        *,
        allowed: Any,
        playing: Any,
        idle: Arrays,
        checks: bool,
    ) -> TracedStep:
        """Carry out actions.

        Args:
            state: The states.
            seen: The observed values.
            values: The actions.
            u: The uniform numbers: shape (numbers, copies).
            allowed: The copies whose actions are right whatever the state.
            playing: The copies whose episodes have not ended.
            idle: The default values of the actions.
            checks: Whether preconditions are checked.
        """
        untrusted = self._xp.zeros_like(playing)
        if checks:
            refused, doubt = self._some(Part.PRECONDITION, state, values, playing & allowed)
            allowed, untrusted = allowed & ~refused, untrusted | doubt
        acting = playing & allowed
        computed, wrong = self._step(state, values, u)
        new, observed, reward = computed[: self._width], computed[self._width : -1], computed[-1]
        over, doubt = self._some(Part.TERMINATION, new, idle, acting)
        broken, second = self._some(Part.INVARIANT, new, idle, acting)
        untrusted = untrusted | doubt | second | (False if wrong is None else wrong & acting)
        return TracedStep(
            self.chosen(acting, new, state),
            self.chosen(acting, observed, seen),
            self._xp.where(acting, reward, 0.0),
            over & acting,
            broken & acting,
            acting,
            untrusted,
        )

    def chosen(self, condition: Any, yes: Arrays, no: Arrays) -> tuple[Any, ...]:
        """Choose for each copy the arrays `yes`, in the types of `no`, or the arrays `no`."""
        xp = self._xp
        pairs = zip(yes, no, strict=True)
        return tuple(xp.where(condition, xp.asarray(a, dtype=b.dtype), b) for a, b in pairs)

    def _some(self, part: Part, state: Arrays, action: Arrays, asked: Any) -> tuple[Any, Any]:
        """Find the copies that a part refuses or ends, and the `asked` copies in which this result may be wrong."""
        question = self._parts[part]
        if question is None:
            return self._xp.zeros_like(asked), False
        answers, wrong = question(state, action, self._xp.zeros((0, asked.shape[-1])))
        truths = answers if part is Part.TERMINATION else [~each for each in answers]
        return reduce(self._xp.logical_or, truths), False if wrong is None else wrong & asked
