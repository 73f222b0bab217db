"""The operations on arrays: the NumPy function of each name, and the type of its result.

The printers have tables of their own for the same names. `evaluate` folds constants; it is also what tests compare
printed programs with.

>>> import numpy
>>> evaluate("sum", [numpy.array([[1, 2], [3, 4]])], (0, None), {})
array([4, 6])
>>> result_type("sum", ["bool"], (0, None)), result_type("divide", ["int64", "int"], ())
('int64', 'float64')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

INFIX: Mapping[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "add": ("+", operator.add),
    "subtract": ("-", operator.sub),
    "multiply": ("*", operator.mul),
    "divide": ("/", operator.truediv),
    "pow": ("**", operator.pow),
    "bitwise_and": ("&", operator.and_),
    "bitwise_or": ("|", operator.or_),
    "bitwise_xor": ("^", operator.xor),
    "less": ("<", operator.lt),
    "less_equal": ("<=", operator.le),
    "greater": (">", operator.gt),
    "greater_equal": (">=", operator.ge),
    "equal": ("==", operator.eq),
    "not_equal": ("!=", operator.ne),
}
"""Binary operators: the sign in Python, and the function."""

REDUCTIONS: Mapping[str, str] = {
    "sum": "add",
    "prod": "multiply",
    "min": "minimum",
    "max": "maximum",
    "any": "logical_or",
    "all": "logical_and",
}
"""Reductions along some axes, by the function of two arguments. Attributes: the axes, and the type or `None`."""

SPECIAL = frozenset({"gamma", "gammaln"})
"""Functions of `scipy.special`."""

_BOOLEAN = (
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "isfinite", "logical_not", "bool_"),
    *("any", "all", "or", "is_infinite", "rows_failed"),
)

_REAL = (
    *("arccos", "arcsin", "arctan", "cos", "cosh", "exp", "hypot", "log", "sin", "sinh", "sqrt", "tan"),
    *("tanh", "det", "rows_values", "standard_normal", *SPECIAL),
)

_TYPES: Mapping[str, str] = {
    **dict.fromkeys(_BOOLEAN, "bool"),
    **dict.fromkeys(_REAL, "float64"),
    **dict.fromkeys(("argmin", "argmax", "searchsorted", "copies"), "int64"),
    "count_nonzero": "int",
    "float": "float",
    "rows": "object",
}
"""The types of results that do not depend on the inputs."""

_FIRST = frozenset(
    {"index", "expand_dims", "take", "reshape", "transpose", "broadcast_to", "slice", "gather", "ravel", "round"}
    | {"ascontiguousarray", "scatter_add", "abs", "negative", "sign", "ceil", "floor", "min", "max"}
)

_DRAWN_INTEGERS = frozenset({"Poisson", "Binomial", "NegativeBinomial", "Geometric"})


def _indexed(array: Any, *index: Any) -> Any:
    """Index an array; ":" and "..." stand for whole axes."""
    return array[tuple(slice(None) if part == ":" else Ellipsis if part == "..." else part for part in index)]


_EVALUATE: Mapping[str, Callable[..., Any]] = {
    "negative": operator.neg,
    "astype": lambda array, dtype: array.astype(dtype),
    "view": lambda array, dtype: array.view(dtype),
    "index": _indexed,
    "expand_dims": _indexed,
    "gather": lambda array, *places: array[places],
    "slice": lambda array, start, end, axis=-1: array[start:end] if axis == 0 else array[..., start:end],
    "einsum": lambda *given: np.einsum(given[-1], *given[:-1], optimize=True),
    "bounded_dot": np.dot,
    "det": np.linalg.det,
    **{name: function for name, (_, function) in INFIX.items()},
}
"""Operations that are no functions of NumPy with their names, over inputs and attributes."""


def evaluate(name: str, values: Sequence[Any], attributes: Sequence[Any], calls: Mapping[str, Any]) -> Any:
    """Compute an operation on known values.

    Args:
        name: The name of the operation.
        values: Its inputs.
        attributes: Its attributes.
        calls: The functions of the runtime that generated programs call, by name; `special` has those of SciPy.
    """
    if name in REDUCTIONS:
        axis, dtype = attributes
        reduce = getattr(np, REDUCTIONS[name]).reduce
        return reduce(values[0], axis) if dtype is None else reduce(values[0], axis, dtype)
    if name in SPECIAL:
        return getattr(calls["special"], name)(*values)
    kind, _, function = name.partition(":")
    match kind:
        case "quantile":
            return calls[f"{function}_"](np, calls["special"], *values)
        case "standard_normal":
            return calls[name](np, calls["special"], *values)
        case "wrong":
            return calls[wrong_call(function)](np, *values)
        case "scatter_add":
            return calls["added"](values[0].copy(), *values[1:])
        case "put":
            return calls["chosen"](*values)
    return (_EVALUATE.get(name) or getattr(np, name))(*values, *attributes)


def wrong_call(function: str) -> str:
    """Return the function of the runtime that tests the parameters of a distribution, or weights."""
    return f"wrong_{function}" if function in ("chances", "weights", "rest") else f"{function}_wrong"


def result_type(name: str, types: Sequence[str], attributes: Sequence[Any]) -> str:
    """Return the type of a result from those of the inputs; `int` and `float` are those of Python's numbers."""
    kind, _, function = name.partition(":")
    if name in _TYPES:
        return _TYPES[name]
    match kind:
        case "wrong":
            return "bool"
        case "sum" | "prod":
            wide_type = "int64" if types[0] in ("bool", "int8", "int16", "int32") else types[0]
            return attributes[1] or wide_type
        case "asarray" | "astype" | "view":
            return str(attributes[0])
        case "quantile":
            return "int64" if function in _DRAWN_INTEGERS else "bool" if function == "Bernoulli" else "float64"
        case "where" | "if_else":
            return promoted(tuple(types[1:]))
        case "put":
            return types[2]
        case "divide":
            whole = promoted(tuple(types))
            return whole if whole.startswith("float") else "float64"
        case _:
            return types[0] if name in _FIRST else promoted(tuple(types))


_WEAK: Mapping[str, Any] = {"int": 1, "float": 1.0}


@cache
def promoted(types: tuple[str, ...]) -> str:
    """Return the type of elementwise results of some types; those of Python's numbers are weak."""
    if all(each in _WEAK for each in types):
        return "float" if "float" in types else "int"
    return str(np.result_type(*(_WEAK.get(each, each) for each in types)))
