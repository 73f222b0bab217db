"""Array operations of an instance with relaxed truth values: another way to compute the graph that is compiled.

Every array of truth values or whole numbers is one of real numbers here. Constants stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.special

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Op
from relgym.planning.gradient.relaxation import Array, ProgramRelaxation
from relgym.translate.arrays.printers.jax import Asked, jax_program

Computed = Callable[[], Array]

LEAST_DIVISOR = 1e-12
"""The least size of a divisor and of an argument of a root or logarithm, whose derivatives are infinite at 0."""

_MOVING = frozenset({"index", "expand_dims", "slice", "reshape", "broadcast_to", "transpose", "take"})
"""Operations that only move elements of their first input."""


def relaxed_program(graph: ArrayGraph, calls: Mapping[str, Any], relaxation: ProgramRelaxation, growth: Array) -> Asked:
    """Return the function of a program with relaxed operations.

    Args:
        graph: The program, with the axis of the copies last.
        calls: The functions of the runtime for JAX.
        relaxation: The choices.
        growth: The factor of the schedule: float64, scalar.

    Returns:
        A function like that of `jax_program`, of real numbers.
    """
    return jax_program(graph, calls, jax, RelaxedOperations(graph, relaxation, growth))


class RelaxedOperations:
    """Computes the operations of one graph."""

    def __init__(self, graph: ArrayGraph, relaxation: ProgramRelaxation, growth: Array) -> None:
        self._nodes, self._relaxation, self._growth = graph.nodes, relaxation, growth
        self._drawn = _drawn(graph)
        self._values: dict[int, Array] = {}

    def __call__(self, number: int, inputs: Sequence[Array], computed: Computed) -> Array:
        op = self._nodes[number]
        assert isinstance(op, Op)
        kind, _, function = op.name.partition(":")
        if kind == "quantile" and function in _MEANS:
            # The quantile moves as the mean does. Searches have no derivatives.
            exact = jnp.asarray(computed(), float)
            return self._relaxation.rounding.of(exact, _MEANS[function](*inputs[:-1]))
        self._values.update(zip(op.inputs, inputs, strict=True))
        rule = _RULES.get(op.name)
        return computed() if rule is None else rule(self, op, inputs, computed)

    def dtypes(self, op: Op) -> list[str]:
        """Return the types of the inputs in the exact program."""
        return [self._nodes[each].dtype for each in op.inputs]

    def valued(self, exact: Computed, relaxed: Array) -> Array:
        """Return a relaxed truth value, whose value is the exact one if the relaxation says so."""
        if not self._relaxation.exact_values:
            return relaxed
        held = jax.lax.stop_gradient
        return held(jnp.asarray(exact(), relaxed.dtype)) + (relaxed - held(relaxed))

    def compared(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute an order comparison."""
        left, right = (jnp.asarray(each, float) for each in inputs)
        left_number, right_number = op.inputs
        if op.name.startswith("greater"):
            left, right, left_number, right_number = right, left, right_number, left_number
        relaxation = self._relaxation
        if left_number in self._drawn:
            return self.valued(computed, relaxation.draw.happens(right, left, self._growth))
        if right_number in self._drawn:
            return self.valued(computed, 1 - relaxation.draw.happens(left, right, self._growth))
        if all(_is_whole(each) for each in self.dtypes(op)):
            # The border lies in the middle between two whole numbers.
            right = right + (0.5 if op.name.endswith("_equal") else -0.5)
        return self.valued(computed, relaxation.comparison.below(left, right, self._growth))

    def equal(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute a test of equality."""
        left, right = (jnp.asarray(each, float) for each in inputs)
        types, comparison = self.dtypes(op), self._relaxation.comparison
        if all(each == "bool" for each in types):
            degree = self.either(self.both(left, right), self.both(1 - left, 1 - right))
        elif all(map(_is_whole, types)):
            lower, upper = (
                comparison.below(*ends, self._growth) for ends in ((left - 0.5, right), (right, left + 0.5))
            )
            degree = lower * upper
        else:
            degree = comparison.same(left, right, self._growth)
        return self.valued(computed, degree if op.name == "equal" else 1 - degree)

    def both(self, left: Array, right: Array) -> Array:
        """Return a conjunction."""
        return self._relaxation.norm.both(left, right)

    def either(self, left: Array, right: Array) -> Array:
        """Return a disjunction, by De Morgan's law."""
        return 1 - self._relaxation.norm.both(1 - left, 1 - right)

    def connected(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute a conjunction, disjunction or exclusive disjunction of truth values, or of bits of whole numbers."""
        if op.dtype != "bool":
            return computed()
        left, right = (jnp.asarray(each, float) for each in inputs)
        match op.name:
            case "bitwise_and":
                return self.both(left, right)
            case "bitwise_or":
                return self.either(left, right)
        if (parts := self._selection(op)) is not None:
            return self.mixed(*parts)
        return left + right - 2 * left * right

    def _selection(self, op: Op) -> tuple[Array, Array, Array] | None:
        """Return the condition and the branches of `n ^ (c & (y ^ n))`, which is how truth values are selected."""
        for no, other in (op.inputs, op.inputs[::-1]):
            match self._nodes[other]:
                case Op("bitwise_and", (condition, inner)):
                    match self._nodes[inner]:
                        case Op("bitwise_xor", (yes, same)) if same == no:
                            return self._values[condition], self._values[yes], self._values[no]
                case _:
                    pass
        return None

    def every(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute a quantifier."""
        [degrees], axis = (jnp.asarray(each, float) for each in inputs), op.attributes[0]
        every = self._relaxation.norm.every
        return every(degrees, axis) if op.name == "all" else 1 - every(1 - degrees, axis)

    def rounded(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Round to a whole number."""
        return self._relaxation.rounding.of(computed(), jnp.asarray(inputs[0], float))

    def floor_divided(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Divide and round."""
        left, right = (jnp.asarray(each, float) for each in inputs)
        return self._relaxation.rounding.of(computed(), left / _not_zero(right))

    def cast(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Convert to another type: to a whole number by rounding to 0."""
        array, [source] = jnp.asarray(inputs[0], float), self.dtypes(op)
        if _is_whole(op.dtype) and op.dtype != "bool" and source.startswith("float"):
            return self._relaxation.rounding.of(jnp.trunc(array), array)
        return array

    def taken(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Look up elements; whole numbers that are computed are rounded, and have no derivative."""
        array, *indices = inputs
        if all(_is_exact(each) for each in indices):
            return computed()
        whole = [each if _is_exact(each) else jnp.round(jax.lax.stop_gradient(each)).astype(int) for each in indices]
        if op.name == "gather":
            return array[tuple(whole)]
        return jnp.take(array, whole[0], axis=next(iter(op.attributes), None), mode="clip")

    def searched(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Count the limits that are not above a number."""
        limits, aim = (jnp.asarray(each, float) for each in inputs)
        degrees = [self._relaxation.comparison.below(limit, aim, self._growth) for limit in limits]
        relaxed = sum(degrees, jnp.zeros_like(aim))
        return self.valued(computed, relaxed)

    def summed(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Add up, without the narrow types of exact programs."""
        return jnp.sum(jnp.asarray(inputs[0], float), op.attributes[0])

    def best(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Find the place of the largest or the smallest element, as a mean of the places by their softmax."""
        [axis] = op.attributes
        array = jnp.asarray(inputs[0], float) * (1.0 if op.name == "argmax" else -1.0)
        weights = jax.nn.softmax(array * self._growth, axis)
        shape = [-1 if place == axis % array.ndim else 1 for place in range(array.ndim)]
        return self.valued(computed, (weights * jnp.arange(array.shape[axis]).reshape(shape)).sum(axis))

    def selected(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Select one of the two branches of a conditional."""
        return self.mixed(*inputs)

    def mixed(self, condition: Array, yes: Array, no: Array) -> Array:
        """Mix two numbers by the degree of a condition."""
        if _is_exact(condition):
            return jnp.where(condition, yes, no)
        # The derivative of the condition needs both branches; one that is not taken may be infinite.
        yes, no = (jnp.where(jnp.isfinite(each), each, 0.0) for each in (yes, no))
        return condition * yes + (1 - condition) * no

    def signed(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute the sign of a number."""
        array, below = jnp.asarray(inputs[0], float), self._relaxation.comparison.below
        return self.valued(computed, below(0.0, array, self._growth) - below(array, 0.0, self._growth))

    def divided(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Divide; a divisor is never 0."""
        left, right = inputs
        return left / _not_zero(right)

    def logarithm(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute the logarithm of a number above 0."""
        return jnp.log(jnp.maximum(jnp.asarray(inputs[0], float), LEAST_DIVISOR))

    def root(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute a square root, which has the derivative 0 at 0."""
        return _root(jnp.asarray(inputs[0], float))

    def distance(self, op: Op, inputs: Sequence[Array], computed: Computed) -> Array:
        """Compute the length of a vector of two numbers, likewise."""
        left, right = (jnp.asarray(each, float) for each in inputs)
        return _root(left * left + right * right)


def _is_whole(dtype: str) -> bool:
    return dtype.startswith("int") or dtype == "bool"


def _is_exact(array: Any) -> bool:
    """Tell whether an array has the values of a constant: truth values or whole numbers as such."""
    return not hasattr(array, "dtype") or array.dtype.kind in "bi"


def _not_zero(array: Array) -> Array:
    array = jnp.asarray(array, float)
    return jnp.where(jnp.abs(array) < LEAST_DIVISOR, LEAST_DIVISOR, array)


def _root(array: Array) -> Array:
    return jnp.where(array > LEAST_DIVISOR, jnp.sqrt(jnp.maximum(array, LEAST_DIVISOR)), 0.0)


def _drawn(graph: ArrayGraph) -> frozenset[int]:
    """Return the nodes that are uniform numbers."""
    drawn: set[int] = set()
    for number, node in enumerate(graph.nodes):
        match node:
            case Input("u"):
                drawn.add(number)
            case Op(name, (first, *others)) if name in _MOVING and first in drawn:
                if all(isinstance(graph.nodes[each], ArrayConstant) for each in others):
                    drawn.add(number)
            case _:
                pass
    return frozenset(drawn)


_MEANS: Mapping[str, Callable[..., Array]] = {
    "Poisson": lambda rate: rate,
    "Binomial": lambda trials, probability: trials * probability,
    "NegativeBinomial": lambda successes, probability: successes * (1 - probability) / _not_zero(probability),
    "Geometric": lambda probability: 1 / _not_zero(probability),
}
"""The means of distributions over whole numbers."""

_RULES: Mapping[str, Callable[[RelaxedOperations, Op, Sequence[Array], Computed], Array]] = {
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal"), RelaxedOperations.compared),
    **dict.fromkeys(("equal", "not_equal"), RelaxedOperations.equal),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), RelaxedOperations.connected),
    **dict.fromkeys(("any", "all"), RelaxedOperations.every),
    **dict.fromkeys(("floor", "ceil", "round"), RelaxedOperations.rounded),
    **dict.fromkeys(("asarray", "astype", "view", "bool_"), RelaxedOperations.cast),
    **dict.fromkeys(("take", "gather"), RelaxedOperations.taken),
    **dict.fromkeys(("argmin", "argmax"), RelaxedOperations.best),
    **dict.fromkeys(("where", "put", "if_else"), RelaxedOperations.selected),
    "sign": RelaxedOperations.signed,
    "sqrt": RelaxedOperations.root,
    "hypot": RelaxedOperations.distance,
    "log": RelaxedOperations.logarithm,
    "divide": RelaxedOperations.divided,
    "floor_divide": RelaxedOperations.floor_divided,
    "logical_not": lambda self, op, inputs, computed: 1 - jnp.asarray(inputs[0], float),
    "searchsorted": RelaxedOperations.searched,
    "sum": RelaxedOperations.summed,
    "sin": lambda self, op, inputs, computed: jnp.sin(inputs[0]),
    "cos": lambda self, op, inputs, computed: jnp.cos(inputs[0]),
}
"""Operations that have no derivative, or a costly one; all others are computed as they are."""
