"""Lints of an RDDL domain, in the light of those of its instances that are at hand.

>>> from relgym.read.rddl.loading import read_domain
>>> domain = read_domain('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; COST : { non-fluent, real, default = 1.0 };
...     press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
... }''')
>>> [found.message for found in rddl_lints(domain, ())]
["nothing but its own cpf reads the state-fluent 'lit'", "nothing reads the non-fluent 'COST'"]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relgym.diagnostics import Diagnostic, Severity
from relgym.model.rddl.domain import Cpf, Instance, Kind, RDDLDomain
from relgym.model.rddl.expressions import Aggregate, DrawAny, DrawItem, Fluent, Matrix, Slot, Value
from relgym.model.rddl.traversal import walk
from relgym.model.span import Span
from relgym.model.terms import Variable

_COUNTS = ("sum", "prod", "avg")
"""Aggregates whose variables may count items and be used in no other way."""

_ELSEWHERE = ""
"""Stands for what reads fluents and is no cpf."""


def rddl_lints(domain: RDDLDomain, instances: Sequence[Instance]) -> list[Diagnostic]:
    """The lints of a domain."""
    return [*_unread(domain, instances), *_unused_variables(domain), *_unused_types(domain)]


def _values(domain: RDDLDomain) -> Iterator[tuple[str, Value]]:
    """All values of a domain, each with the fluent whose cpf it is."""
    for cpf in domain.cpfs:
        yield cpf.fluent, cpf.value
    formulas = (domain.preconditions, domain.constraints, domain.invariants, domain.termination)
    for value in (domain.reward, *(value for part in formulas for value in part)):
        yield _ELSEWHERE, value


def _unread(domain: RDDLDomain, instances: Sequence[Instance]) -> Iterator[Diagnostic]:
    readers: dict[str, set[str]] = {fluent.name: set() for fluent in domain.fluents}
    for reader, value in _values(domain):
        for name in _fluents_in(value):
            readers[name].add(reader)
    for instance in instances:
        for name in () if instance.until is None else _fluents_in(instance.until):
            readers[name].add(_ELSEWHERE)
    cpfs = {cpf.fluent: cpf for cpf in domain.cpfs}
    for fluent in domain.fluents:
        words, by = f"the {fluent.kind.value} '{fluent.name}'", readers[fluent.name]
        match fluent.kind:
            case Kind.OBSERVED:
                pass
            case Kind.STATE:
                if _is_constant(cpfs[fluent.name]):
                    yield _info("I301", f"{words} never changes", fluent.span)
                elif by <= {fluent.name}:
                    yield _info("I302", f"nothing but its own cpf reads {words}", fluent.span)
            case Kind.NON | Kind.PARAMETER | Kind.ACTION | Kind.INTERMEDIATE | Kind.DERIVED:
                if not by:
                    yield _warning("W301", f"nothing reads {words}", fluent.span)


def _fluents_in(value: Value) -> Iterator[str]:
    for node in walk(value):
        match node:
            case Fluent(name) | Slot(name):
                yield name
            case _:
                pass


def _is_constant(cpf: Cpf) -> bool:
    """Return True if the next value of a fluent is always its present value."""
    return cpf.value == Fluent(cpf.fluent, cpf.parameters)


def _unused_variables(domain: RDDLDomain) -> Iterator[Diagnostic]:
    for _, value in _values(domain):
        for node in walk(value):
            if isinstance(node, Aggregate) and node.operator not in _COUNTS:
                used = set(_variables_in(node.body))
                for variable in node.variables:
                    if variable.name not in used:
                        yield _warning("W302", f"nothing uses the variable {variable.name}", variable.span)


def _variables_in(value: Value) -> Iterator[str]:
    for node in walk(value):
        if isinstance(node, Variable):
            yield node.name
        if isinstance(node, Matrix):
            yield from (node.row.name, node.column.name)
        for argument in (*getattr(node, "index", ()), *(node.arguments if isinstance(node, Slot) else ())):
            if isinstance(argument, Variable):
                yield argument.name


def _unused_types(domain: RDDLDomain) -> Iterator[Diagnostic]:
    used = {of for fluent in domain.fluents for of in (*fluent.parameters, fluent.range)}
    for _, value in _values(domain):
        for node in walk(value):
            match node:
                case Aggregate(_, variables):
                    used.update(variable.types[0] for variable in variables)
                case DrawAny(variable):
                    used.add(variable.types[0])
                case DrawItem(of):
                    used.add(of)
                case _:
                    pass
    for item in domain.types:
        if item.name not in used:
            yield _warning("W303", f"nothing uses the type '{item.name}'", item.span)


def _warning(code: str, message: str, span: Span | None) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, span)


def _info(code: str, message: str, span: Span | None) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, message, span)
