"""Find the values of the current step that a value of an RDDL instance reads, given the instance's constants.

Parts that constants decide are left out: a conjunction with a false constant, a product with 0, a branch not taken.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables {
...     NEAR(t, t) : { non-fluent, bool, default = false };
...     on(t) : { state-fluent, bool, default = false };
...   };
...   cpfs { on'(?x) = exists_{?y : t} (NEAR(?x, ?y) ^ on(?y)); }; }''')
>>> layout = Layout(read_instance('''instance i { domain = d; objects { t : {a, b}; };
...   non-fluents { NEAR(a, b); }; }''', domain))
>>> Reads(layout).names(domain.cpfs[0].value, {"?x": Object("a")})
('on___b',)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import Kind, Plain
from relgym.model.rddl.equations import as_list
from relgym.model.rddl.expressions import Value
from relgym.model.rddl.traversal import parts_of
from relgym.model.terms import Object, Variable
from relgym.translate.equations.layout import Layout

Names = tuple[str, ...]
"""The names of the values read, in the order of reading; empty for a constant that cannot be computed."""

Binding = Mapping[str, Object]

NOTHING: Names = ()

_BINARY: dict[str, Callable[[Any, Any], Plain]] = {
    "^": lambda left, right: bool(left and right),
    "|": lambda left, right: bool(left or right),
    "=>": lambda left, right: bool(right or not left),
    "<=>": lambda left, right: bool(left) == bool(right),
    "==": operator.eq,
    "~=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}

_UNARY: dict[str, Callable[[Any], Plain]] = {"~": operator.not_, "-": operator.neg, "+": operator.pos}

_OVER_ALL: dict[str, Callable[[Any], Plain]] = {
    "forall": all,
    "exists": any,
    "sum": sum,
    "prod": math.prod,
    "avg": lambda values: sum(values) / len(values),
    "min": min,
    "max": max,
}

_DECIDES: dict[str, bool] = {"^": False, "|": True, "*": False, "forall": False, "exists": True, "prod": False}
"""By operator, the truth value of a part that decides the whole; a number counts as false if it is 0."""

_SURE = ("KronDelta", "DiracDelta")


class Reads:
    """Finds the values read in one instance; constants are looked up once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._constants: dict[str, list[Plain]] = {}
        self._cells = {fluent.name: layout.names(fluent.name) for fluent in layout.domain.fluents}

    def names(self, value: Value, binding: Binding) -> Names:
        """Return the cells that a value reads, `on___a`, and `on___a'` in the next state, each once."""
        folded = self._folded(value, binding)
        return folded if isinstance(folded, tuple) else NOTHING

    def _folded(self, value: Value | rddl.Slot, binding: Binding) -> Plain | Names:
        """Return the value if it is a constant that can be computed, otherwise the names of the values it reads."""
        match value:
            case rddl.Constant(known):
                return known
            case Object():
                return value
            case Variable(name):
                return binding[name]
            case rddl.Fluent(name, arguments, primed):
                return self._fluent(name, [self._folded(item, binding) for item in arguments], primed)
            case rddl.Slot(name, arguments):
                given = [NOTHING if item is None else self._folded(item, binding) for item in arguments]
                return self._fluent(name, given, False)
            case rddl.Operation(_, (operand,)):
                part = self._folded(operand, binding)
                return part if isinstance(part, tuple) else _worked_out(_UNARY[value.operator], part)
            case rddl.Operation(sign, (left, right)):
                return self._operation(sign, left, right, binding)
            case rddl.Aggregate(sign, variables, body):
                return self._aggregate(sign, body, self._bindings(variables, binding))
            case rddl.Matrix(_, row, column, body):
                return self._all((body, inner) for inner in self._bindings((row, column), binding))
            case rddl.DrawAny(variable, body):
                return self._all((body, inner) for inner in self._bindings((variable,), binding))
            case rddl.DrawVector(_, _, slots) | rddl.External(_, _, slots):
                return self._all((slot, binding) for slot in slots)
            case rddl.If(condition, then, otherwise):
                decided = self._folded(condition, binding)
                if isinstance(decided, tuple):
                    return self._all((part, binding) for part in (condition, then, otherwise))
                return self._folded(then if decided else otherwise, binding)
            case rddl.Switch():
                return self._switch(value, binding)
            case rddl.Draw(distribution, (drawn,)) if distribution in _SURE:
                return self._folded(drawn, binding)
            case _:
                return self._all((part, binding) for part in parts_of(value))

    def _fluent(self, name: str, arguments: Sequence[Plain | Names], primed: bool) -> Plain | Names:
        layout = self._layout
        fluent = layout.domain.declared[name]
        inner = [item for item in arguments if isinstance(item, tuple)]
        places = [
            [layout.number(item, of)] if isinstance(item, Object) else range(layout.size(of))
            for item, of in zip(arguments, fluent.parameters, strict=True)
        ]
        strides = layout.strides(name)
        at = [sum(map(operator.mul, row, strides)) for row in product(*places)]
        if fluent.kind in (Kind.NON, Kind.PARAMETER):
            return _joined(inner) if inner else self._constant(name)[at[0]]
        mark = "'" if primed else ""
        return _joined([*inner, tuple(f"{self._cells[name][place]}{mark}" for place in at)])

    def _constant(self, name: str) -> list[Plain]:
        """Return all values of a non-fluent."""
        if name not in self._constants:
            values = self._layout.start(name)
            self._constants[name] = [
                self._plain(value, self._layout.domain.declared[name].range) for value in as_list(values)
            ]
        return self._constants[name]

    def _plain(self, value: bool | float, of: str) -> Plain:
        return self._layout.items[of][int(value)] if of in self._layout.items else value

    def _operation(self, sign: str, left: Value, right: Value, binding: Binding) -> Plain | Names:
        first = self._folded(left, binding)
        if sign == "=>" and not isinstance(first, tuple) and not first:
            return True
        if not isinstance(first, tuple) and _decides(sign, first):
            return first
        second = self._folded(right, binding)
        if not isinstance(second, tuple):
            if _decides(sign, second) or (sign == "=>" and second):
                return second
            if not isinstance(first, tuple):
                return _worked_out(_BINARY[sign], first, second)
        return _joined(part for part in (first, second) if isinstance(part, tuple))

    def _aggregate(self, sign: str, body: Value, bindings: Iterable[Binding]) -> Plain | Names:
        known: list[Plain] = []
        read: list[Names] = []
        for inner in bindings:
            part = self._folded(body, inner)
            if isinstance(part, tuple):
                read.append(part)
            elif _decides(sign, part):
                return part
            else:
                known.append(part)
        if read or sign not in _OVER_ALL:
            return _joined(read)
        return _worked_out(_OVER_ALL[sign], known)

    def _switch(self, value: rddl.Switch, binding: Binding) -> Plain | Names:
        subject = self._folded(value.subject, binding)
        labels = [self._folded(label, binding) for label, _ in value.cases]
        if isinstance(subject, tuple):
            return self._all((part, binding) for part in parts_of(value))
        taken = next((branch for label, (_, branch) in zip(labels, value.cases, strict=True) if label == subject), None)
        chosen = value.default if taken is None else taken
        return NOTHING if chosen is None else self._folded(chosen, binding)

    def _bindings(self, variables: Sequence[Variable], binding: Binding) -> Iterator[Binding]:
        names = [variable.name for variable in variables]
        for row in product(*(self._layout.items[variable.types[0]] for variable in variables)):
            yield {**binding, **dict(zip(names, row, strict=True))}

    def _all(self, parts: Iterable[tuple[Value | rddl.Slot, Binding]]) -> Names:
        folded = (self._folded(part, binding) for part, binding in parts)
        return _joined(part for part in folded if isinstance(part, tuple))


def _decides(sign: str, part: Plain) -> bool:
    return sign in _DECIDES and bool(part) is _DECIDES[sign]


def _joined(parts: Iterable[Names]) -> Names:
    return tuple(dict.fromkeys(name for part in parts for name in part))


def _worked_out(function: Callable[..., Plain], *parts: object) -> Plain | Names:
    """Compute a constant; where that fails, such as a division by zero, the step itself raises the error."""
    try:
        return function(*parts)
    except (ArithmeticError, ValueError, TypeError):
        return NOTHING
