"""Values of equations as a reader knows them: items in the place of variables, and the file's names for the others.

>>> from relgym.model.rddl.equations import Equations
>>> from relgym.model.rddl.expressions import Aggregate, Fluent
>>> from relgym.model.terms import Object
>>> x, y = Variable("?x_2", ("t",)), Variable("?y_7", ("t",))
>>> program = Equations({"t": (Object("a"), Object("b"))}, {}, {}, (), (), (), 0)
>>> print(grounded(Aggregate("exists", (y,), Fluent("road", (x, y))), {x: 1}, program))
exists_{?y : t} road(b, ?y)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import Aggregate, DrawAny, Item, Matrix, Uniform, Value
from relgym.model.span import Span
from relgym.model.terms import Variable

Term = Item | Variable

_NUMBER = re.compile(r"_\d+$")


def grounded(value: Value, items: Mapping[Variable, int], program: Equations) -> Value:
    """The value for these items."""
    terms: dict[Variable, Term] = {}
    for variable, number in items.items():
        of = variable.types[0]
        terms[variable] = Item(program.types[of][number].name, of, number)
    return cast(Value, _filled(value, terms))


def _filled(part: Any, terms: Mapping[Variable, Term]) -> Any:
    match part:
        case Variable():
            return terms.get(part, part)
        case tuple():
            return tuple(_filled(each, terms) for each in part)
        case Aggregate(_, variables):
            return _replaced(part, _with_names(variables, terms))
        case Matrix(_, row, column):
            return _replaced(part, _with_names((row, column), terms))
        case DrawAny(variable):
            return _replaced(part, _with_names((variable,), terms))
        case Uniform() | Span() | Item():
            return part
        case _ if is_dataclass(part) and not isinstance(part, type):
            return _replaced(part, terms)
        case _:
            return part


def _replaced(part: Any, terms: Mapping[Variable, Term]) -> Any:
    return replace(part, **{each.name: _filled(getattr(part, each.name), terms) for each in fields(part)})


def _with_names(variables: Iterable[Variable], terms: Mapping[Variable, Term]) -> Mapping[Variable, Term]:
    """The terms, and variables by the names that the file has for them, where these are of nothing around."""
    renamed = dict(terms)
    for variable in variables:
        plain = replace(variable, name=_NUMBER.sub("", variable.name))
        taken = any(isinstance(term, Variable) and term.name == plain.name for term in renamed.values())
        renamed[variable] = variable if taken else plain
    return renamed
