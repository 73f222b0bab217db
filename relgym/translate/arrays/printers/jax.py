"""Array programs over JAX: a graph becomes a Python function of JAX arrays, which `jax.jit` compiles through XLA.

The function computes each node once; XLA drops what nothing needs. It is traced and called under `jax.enable_x64`;
without that, the types of 64 bits are those of 32. Each operation of arithmetic is rounded as by NumPy (`rounding.py`).
XLA has its own elementary functions and its own order of sums, so such real numbers may differ in their last bits.

Functions of the caller that JAX cannot trace are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from relgym.errors import BackendError
from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Node, Op, Result, Shape
from relgym.translate.arrays.operations import INFIX, REDUCTIONS, wrong_call
from relgym.translate.arrays.printers.rounding import divided, rounded, rounded_results

Asked = Callable[[Sequence[Any], Sequence[Any], Any], Any]
"""A function of the arrays of the state, those of the action, and the uniform numbers, which returns the result."""


Replacement = Callable[[int, Sequence[Any], Callable[[], Any]], Any]
"""A function of the number of an operation, its inputs, and a function that computes it, which returns its result."""


class NotCompiled(BackendError):
    """An operation that JAX cannot compile."""


def jax_program(graph: ArrayGraph, calls: Mapping[str, Any], jax: Any, replacement: Replacement | None = None) -> Asked:
    """Return the function of a program.

    Args:
        graph: The program, for several copies, whose axis is the last one.
        calls: The functions of the runtime that generated programs call, by name, for JAX.
        jax: The module, with `jax.scipy.special` imported.
        replacement: Computes the operations, where they are not to be carried out as they are.

    Returns:
        A pure function `(state, action, u)` of JAX arrays, all with the axis of the copies last.

    Raises:
        NotCompiled: If JAX cannot compile an operation.
    """
    needed = sorted(graph.reachable())
    for number in needed:
        _check(graph, graph.nodes[number], calls, jax)
    # Relaxed numbers are no exact ones.
    held = rounded_results(graph, needed) if replacement is None else frozenset()

    def asked(state: Sequence[Any], action: Sequence[Any], u: Any) -> Any:
        given = {"state": state, "action": action, "u": u}
        values: dict[int, Any] = {}
        for number in needed:
            match graph.nodes[number]:
                case ArrayConstant(value):
                    # Python's numbers keep their weak types.
                    values[number] = jax.numpy.asarray(value) if hasattr(value, "dtype") else value
                case Input(name, None):
                    values[number] = given[name]
                case Input(name, position):
                    values[number] = given[name][position]
                case Op() as op:
                    inputs = [values[each] for each in op.inputs]
                    computed = partial(_computed, op, inputs, calls, jax, u.shape[-1])
                    values[number] = computed() if replacement is None else replacement(number, inputs, computed)
                    if number in held:
                        values[number] = rounded(jax.numpy, values[number])
        return _returned(graph.result, values)

    return asked


def _check(graph: ArrayGraph, node: Node, calls: Mapping[str, Any], jax: Any) -> None:
    """Raise `NotCompiled` for a function of the caller that is not one of JAX."""
    match node:
        case Op("rows", inputs, attributes=(function, read, owns, _)) if function.startswith("external_"):
            arrays = [graph.nodes[each] for each in inputs]
            parts = [array.shape[len(array.shape) - own :] for array, own in zip(arrays, owns, strict=True)]
            try:
                with jax.enable_x64(True):
                    types = (
                        jax.numpy.result_type(float if array.dtype == "float" else array.dtype) for array in arrays
                    )
                    given = map(jax.ShapeDtypeStruct, parts, types)
                    shape = jax.eval_shape(lambda *each: jax.numpy.asarray(calls[function](*each)), *given).shape
            except Exception as error:
                name = function.removeprefix("external_")
                raise NotCompiled(
                    f"the function '{name}' cannot be traced ({type(error).__name__}): it must compute with jax.numpy"
                ) from error
            if len(shape) != len(read) or any(size < least for size, least in zip(shape, read, strict=True)):
                raise NotCompiled(f"the function '{name}' returns an array of the shape {shape}, not of {read}")
        case _:
            pass


def _returned(result: Result, values: Mapping[int, Any]) -> Any:
    if isinstance(result, tuple):
        return tuple(_returned(part, values) for part in result)
    return None if result is None else values[result]


def _computed(op: Op, inputs: Sequence[Any], calls: Mapping[str, Any], jax: Any, copies: int) -> Any:
    """Compute an operation on JAX arrays."""
    name, attributes = op.name, op.attributes
    xp, special = jax.numpy, jax.scipy.special
    if name == "divide":
        return divided(xp, *inputs)
    if name in INFIX:
        return INFIX[name][1](*inputs)
    if name in REDUCTIONS:
        axis, dtype = attributes
        typed = {} if dtype is None else {"dtype": jax.dtypes.canonicalize_dtype(dtype)}
        return getattr(xp, name)(inputs[0], axis, **typed)
    kind, _, function = name.partition(":")
    match kind:
        case "wrong":
            return calls[wrong_call(function)](xp, *inputs)
        case "quantile":
            return calls[f"{function}_"](xp, special, *inputs)
        case "standard_normal":
            return calls[name](xp, special, *inputs)
        case "gamma" | "gammaln":
            return getattr(special, name)(*inputs)
        case "reshape" | "broadcast_to":
            return getattr(xp, name)(inputs[0], _sized(attributes[0], copies))
        case "rows":
            call, read, owns, outer = attributes
            return calls["rows_"](jax, calls[call], read, [*zip(inputs, owns, strict=True)], outer)
        case "rows_values" | "rows_failed":
            return inputs[0][name == "rows_failed"]
        case "sin" | "cos":
            return calls[name](jax, *inputs)
        case "copies":
            return xp.arange(copies)
        case "asarray" | "astype" | "view":
            attributes = (jax.dtypes.canonicalize_dtype(attributes[0]),)
        case "det":
            return xp.linalg.det(inputs[0])
    if (operation := _OPERATIONS.get(name)) is not None:
        return operation(xp, *inputs, *attributes)
    return getattr(xp, name)(*inputs, *attributes)


_PARTS: Mapping[Any, Any] = {":": slice(None), "...": Ellipsis}


def _indexed(xp: Any, array: Any, *index: Any) -> Any:
    return array[tuple(_PARTS.get(part, part) for part in index)]


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "negative": lambda xp, array: -array,
    "asarray": lambda xp, array, dtype: xp.asarray(array, dtype=dtype),
    "astype": lambda xp, array, dtype: array.astype(dtype),
    "view": lambda xp, array, dtype: array.view(dtype),
    "index": _indexed,
    "expand_dims": _indexed,
    "gather": lambda xp, array, *indices: array[indices],
    "slice": lambda xp, array, start, end, axis=-1: array[start:end] if axis == 0 else array[..., start:end],
    # An index is never outside of its axis.
    "take": lambda xp, array, indices, axis=None: xp.take(array, indices, axis=axis, mode="clip"),
    "scatter_add": lambda xp, array, indices, values: array.at[indices].add(values),
    "put": lambda xp, condition, yes, no: xp.where(condition, yes, no),
    "searchsorted": lambda xp, array, values, side: xp.searchsorted(array, values, side=side),
    "einsum": lambda xp, *given: xp.einsum(given[-1], *given[:-1]),
    "ascontiguousarray": lambda xp, array: array,
}
"""Operations whose functions have another name or form, over the namespace, the inputs and the attributes."""


def _sized(shape: Shape, copies: int) -> tuple[int, ...]:
    return tuple(copies if size is None else size for size in shape)
