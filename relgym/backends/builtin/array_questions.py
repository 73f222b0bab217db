"""Questions to an instance as compiled functions over NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np

from relgym.backends.evaluator import Externals
from relgym.limits import Budget
from relgym.model.arrays import ArrayGraph
from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.model.rddl.expressions import BOOL
from relgym.runtime.array_scope import Special, scope_of_arrays
from relgym.translate.arrays.builder import TYPES
from relgym.translate.arrays.lower import array_question, array_step
from relgym.translate.arrays.preconditions import array_faults
from relgym.translate.arrays.printers.numpy import Printed, printed
from relgym.translate.arrays.quick import array_quick, array_quick_step


@dataclass(frozen=True, slots=True)
class Compiled:
    """A question that can be asked: `written` is its text, `reads` are the functions whose values it takes.

    `ask(state, action, u)` gives the values of the functions as arrays, and where something has no value: an array, or
    `None` for nowhere. It raises `ArithmeticError` or `ValueError` where a shape, or a matrix, allows no computation at
    all.
    """

    functions: Sequence[Function]
    written: Printed
    reads: frozenset[Function]
    ask: Callable[[Sequence[Any], Sequence[Any], Any], tuple[tuple[Any, ...], Any]]


_SPECIAL = Special()


def compiled(
    program: Equations,
    externals: Externals,
    functions: Sequence[Function],
    more: Sequence[Equation] = (),
    *,
    copies: bool,
    budget: Budget | None = None,
) -> Compiled:
    """Compile a question about some functions of a program; with `copies`, about several copies of the instance.

    The question checks the `budget` from time to time. Raises `TooManyOperations` where an array would be too large.
    """
    scope = scope_of_arrays(externals)
    if budget is not None:
        scope["look"] = budget.look
    graph = array_question(program, scope, functions, more, copies=copies)
    return _compiled(functions, graph, _read(program, functions, more), scope)


def compiled_step(program: Equations, externals: Externals, functions: Sequence[Function]) -> Compiled:
    """Compile a step of one instance for some functions; the answers are the triples of `array_step`."""
    scope = scope_of_arrays(externals)
    return _compiled(functions, array_step(program, scope, functions), _read(program, functions), scope)


def compiled_quick(
    program: Equations, externals: Externals, functions: Sequence[Function], *, copies: bool
) -> Compiled | None:
    """Compile the quick question of `arrays.quick` about a step; None if the program has none.

    About several copies, it raises `ArithmeticError` where a number may be infinite or NaN; about one instance, it
    answers as `compiled_step`.
    """
    scope = scope_of_arrays(externals)
    graph = (array_quick if copies else array_quick_step)(program, scope, functions)
    if graph is None:
        return None
    # NumPy raises the processor's floating-point flags as errors.
    flags = np.errstate(divide="raise", over="raise", invalid="raise", under="ignore")
    return _compiled(functions, graph, _read(program, functions), scope, flags)


def compiled_faults(program: Equations, externals: Externals) -> Compiled:
    """Compile the question of `array_faults`: the preconditions that do not hold."""
    scope = scope_of_arrays(externals)
    return _compiled((), array_faults(program, scope), frozenset((*program.states, *program.actions)), scope)


def _read(program: Equations, functions: Sequence[Function], more: Sequence[Equation] = ()) -> frozenset[Function]:
    return frozenset().union(*map(program.read, program.needed(functions, more)))


def _compiled(
    functions: Sequence[Function],
    graph: ArrayGraph,
    reads: frozenset[Function],
    scope: dict[str, Any],
    flags: np.errstate | None = None,
) -> Compiled:
    written = printed(graph)
    exec(compile(written.text, "<relgym arrays>", "exec"), scope)
    _expect(8 * written.elements)
    # `errstate` as a decorator costs half of what it costs as a context manager, which is still noticeable.
    asked = scope["question"]
    if flags is not None or not written.quiet:
        asked = (flags or np.errstate(all="ignore"))(asked)
    return Compiled(functions, written, reads, partial(asked, np, _SPECIAL, written.constants))


def _expect(size: int) -> None:
    """Allocate and free, once, a block as large as the arrays of a question.

    glibc keeps freed blocks of up to 32 MiB for later arrays of that size (mallopt(3), M_MMAP_THRESHOLD). Without this
    call it requests each large array from the system, page by page, which costs as much as the arithmetic.
    """
    np.empty(min(size, 31 * 2**20), np.uint8)


def as_array(values: Values, sizes: tuple[int, ...], of: str) -> Any:
    """Return the values of a function as an array with one axis for each parameter."""
    if of == BOOL and isinstance(values, list):
        # By far the fastest conversion of a list of truth values.
        return np.frombuffer(bytes(cast(list[bool], values)), np.bool_).reshape(sizes)
    return np.asarray(values, TYPES.get(of, np.int64)).reshape(sizes)


def as_values(array: Any, sizes: tuple[int, ...]) -> Values:
    """Return the values of a function as a list, or as one value if it has no parameters."""
    values: Values = np.reshape(array, -1).tolist() if sizes else np.asarray(array).item()
    return values


class Listed:
    """A question to one instance, computed by arrays, with lists as arguments and result.

    It raises `ArithmeticError` if an expression has no value.
    """

    def __init__(self, program: Equations, question: Compiled) -> None:
        self._question = question
        self._state = [(program.sizes(f), f.range) if f in question.reads else None for f in program.states]
        self._action = [(program.sizes(f), f.range) if f in question.reads else None for f in program.actions]
        self._sizes = [program.sizes(function) for function in question.functions]

    def __call__(self, state: Sequence[Values], action: Sequence[Values], uniforms: Sequence[float]) -> list[Values]:
        arrays, wrong = self._question.ask(
            _arrays(self._state, state), _arrays(self._action, action), np.asarray(uniforms)
        )
        if wrong is not None and wrong:
            raise ArithmeticError("it has no value")
        return list(map(as_values, arrays, self._sizes))


def _arrays(wanted: Sequence[tuple[tuple[int, ...], str] | None], values: Sequence[Values]) -> list[Any]:
    return [None if each is None else as_array(several, *each) for each, several in zip(wanted, values, strict=True)]
