"""The terms of a domain: the values on which an action may depend, by objects and not by cells.

Terms are the state-fluents, the non-fluents, the interm-fluents, and the subexpressions of the domain's equations that
read no action (compare Gretton and Thiébaux, 2004, who take features from the regression of rewards). Interm-fluents
have the values of a step with the default action, in which each draw is its median.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.reasoning.rddl.dynamics import Dynamics
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { NEXT(t, t) : { non-fluent, bool, default = false }; on(t) : { state-fluent, bool, default = false };
...     press(t) : { action-fluent, bool, default = false }; };
...   cpfs { on'(?x) = press(?x) | exists_{?y : t} [NEXT(?x, ?y) ^ on(?y)]; }; reward = sum_{?x : t} [on(?x)]; }''')
>>> terms = StateTerms(Dynamics(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain)))
>>> [(term.name, term.types) for term in terms.listed][2:]
[('exists_{?y : t} (NEXT(?x, ?y) ^ on(?y))', ('t',))]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from relgym.backends.builtin.array_questions import as_array, compiled
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import RDDLDomain
from relgym.model.rddl.equations import Equation, Equations, Function, Part
from relgym.model.rddl.expressions import BOOL, NUMBERS, REAL, Value
from relgym.model.rddl.traversal import has_draws, parts_of, walk
from relgym.model.terms import Variable
from relgym.reasoning.rddl.dynamics import Dynamics

TERM_PARAMETERS_LIMIT = 2
"""Largest number of parameters of a subexpression that is a term. Judged, for time."""

TERM_VALUE_LIMIT = 1e6
"""Largest absolute value of a term, so that an infinite value does not dominate all others. Judged."""


class DomainTerm(NamedTuple):
    """A value for each row of objects.

    Attributes:
        name: The fluent or the expression; `=value` follows for each value of an enumerated one.
        types: The types of its objects.
        relates: True if it is a truth value, so that it may lead from objects to others.
        computed: True if it is a subexpression.
    """

    name: str
    types: tuple[str, ...]
    relates: bool
    computed: bool


class StateTerms:
    """The terms of an instance: the same list for each instance of a domain, and their values in many states.

    Attributes:
        listed: The terms.
    """

    def __init__(self, dynamics: Dynamics) -> None:
        program, domain = dynamics.program, dynamics.layout.domain
        self._program, self._uniforms = program, dynamics.uniforms
        subexpressions = [
            Equation(
                Function(Part.QUERY, str(value), _types(free), BOOL if _is_truth(value) else REAL, number), free, value
            )
            for number, (value, free) in enumerate(_subexpressions(program, len(domain.termination)))
        ]
        asked = (*program.of_part(Part.STEP), *(equation.function for equation in subexpressions))
        self._question = compiled(program, dynamics.externals, asked, subexpressions, copies=True)
        self._idle = [
            _array(program, function, values) for function, values in zip(program.actions, dynamics.idle, strict=True)
        ]
        self._fixed = [
            array[None]
            for function, values in program.constants.items()
            for array in _split(_array(program, function, values), function, domain, program)
        ]
        self._varying = (*program.states, *asked)
        self._domain = domain
        self.listed = tuple(
            term for function in (*program.constants, *self._varying) for term in _terms(function, domain)
        )

    def values(self, state: Sequence[Any], copies: int) -> list[Any]:
        """Return the values of all terms: floats with an axis for the copies (of length 1 where nothing changes).

        Args:
            state: An array with an axis for the copies for each state-fluent.
            copies: The number of copies.
        """
        idle = [np.broadcast_to(array, (copies, *array.shape)) for array in self._idle]
        u = np.full((copies, self._uniforms), 0.5)
        try:
            derived, _ = self._question.ask(state, idle, u)
        except (ArithmeticError, ValueError):
            # A matrix allows no computation: without its step, only constants and the state tell states apart.
            functions = self._question.functions
            derived = tuple(np.zeros((copies, *self._program.sizes(function))) for function in functions)
        arrays = [*self._fixed]
        for function, array in zip(self._varying, (*state, *derived), strict=True):
            arrays += _split(array, function, self._domain, self._program)
        return arrays


def _array(program: Equations, function: Function, values: Any) -> Any:
    return as_array(values, program.sizes(function), function.range)


def _terms(function: Function, domain: RDDLDomain) -> list[DomainTerm]:
    name, types, computed = function.name, function.parameters, function.part is Part.QUERY
    if function.range in NUMBERS:
        return [DomainTerm(name, types, function.range == BOOL, computed)]
    values = _enumerated(function.range, domain)
    if values is None:
        return [DomainTerm(name, (*types, function.range), True, computed)]
    return [DomainTerm(f"{name}={value}", types, True, computed) for value in values]


def _split(array: Any, function: Function, domain: RDDLDomain, program: Equations) -> list[Any]:
    """Return the values of the terms of a function."""
    if function.range in NUMBERS:
        plain = array.astype(float)
        return [np.clip(np.nan_to_num(plain), -TERM_VALUE_LIMIT, TERM_VALUE_LIMIT)]
    every = (np.asarray(array)[..., None] == np.arange(program.size(function.range))).astype(float)
    return [every] if _enumerated(function.range, domain) is None else [*np.moveaxis(every, -1, 0)]


def _enumerated(of: str, domain: RDDLDomain) -> tuple[str, ...] | None:
    """Return the names of an enumerated type's values; `None` if instances name its objects."""
    values = next(item.values for item in domain.types if item.name == of)
    return None if values is None else tuple(value.name for value in values)


def _subexpressions(program: Equations, endings: int) -> Iterator[tuple[Value, tuple[Variable, ...]]]:
    """Yield the largest subexpressions that read no action and draw nothing, and differences in them.

    Each comes with its free variables.

    The domain has the first `endings` conditions of termination; an instance may add one.
    """
    known = set()
    for equation in program.equations:
        if equation.function.part is Part.TERMINATION and equation.function.index >= endings:
            continue
        for value in _candidates(equation.value, program):
            free = _free(value)
            name = str(value)
            if name not in known and len(free) <= TERM_PARAMETERS_LIMIT and not _is_total(value, free):
                known.add(name)
                yield value, free


def _is_total(value: Value, free: Sequence[Variable]) -> bool:
    """Return True for a sum over all objects, which is larger in larger instances."""
    return not free and any(isinstance(part, rddl.Aggregate) and part.operator == "sum" for part in walk(value))


def _candidates(value: Any, program: Equations) -> Iterator[Value]:
    if isinstance(value, rddl.Slot):
        return
    if _is_plain(value, program):
        if _is_number(value, program) and not _is_cell(value):
            yield value
        for part in walk(value):
            if isinstance(part, rddl.Operation) and len(part.operands) == 2:
                if part.operator == "-":
                    yield part
                elif part.operator in ("<", "<=", ">", ">="):
                    # By how much a comparison holds.
                    yield rddl.Operation("-", part.operands)
        return
    for part in parts_of(value):
        yield from _candidates(part, program)


def _is_plain(value: Value, program: Equations) -> bool:
    """Return True if a value reads no action-fluent, and neither draws nor calls anything."""
    if has_draws(value) or any(isinstance(part, rddl.External | rddl.Matrix) for part in walk(value)):
        return False
    names = {part.name for part in walk(value) if isinstance(part, rddl.Fluent)}
    return not names & {function.name for function in program.actions}


def _is_cell(value: Value) -> bool:
    """Return True for values that say no more than a fluent does."""
    if isinstance(value, rddl.Fluent):
        names = [part.name for part in value.arguments if isinstance(part, Variable)]
        return len({*names}) == len(value.arguments) and not value.primed
    if isinstance(value, rddl.Operation) and len(value.operands) == 1:
        return _is_cell(value.operands[0])
    return not any(isinstance(part, rddl.Fluent) for part in walk(value))


def _is_number(value: Value, program: Equations) -> bool:
    match value:
        case rddl.Fluent(name, _, primed):
            return program.functions[name, primed].range in NUMBERS
        case rddl.If(_, then):
            return _is_number(then, program)
        case rddl.Switch():
            return _is_number(value.branches[0], program)
        case rddl.Aggregate(operator):
            return operator not in ("argmin", "argmax")
        case _:
            return isinstance(value, rddl.Operation | rddl.Call)


def _is_truth(value: Value) -> bool:
    match value:
        case rddl.Operation(operator):
            return operator not in ("+", "-", "*", "/")
        case rddl.Aggregate(operator):
            return operator in ("exists", "forall")
        case _:
            return False


def _free(value: Value) -> tuple[Variable, ...]:
    """Return the variables of a value that it does not bind, in the order in which they occur."""
    free: dict[Variable, None] = {}
    bound: set[Variable] = set()
    for part in walk(value):
        match part:
            case Variable():
                free[part] = None
            case rddl.Aggregate(_, variables):
                bound |= {*variables}
            case rddl.Slot(_, arguments):
                free |= dict.fromkeys(each for each in arguments if isinstance(each, Variable))
    return tuple(variable for variable in free if variable not in bound)


def _types(variables: Sequence[Variable]) -> tuple[str, ...]:
    return tuple(variable.types[0] for variable in variables)
