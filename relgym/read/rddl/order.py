"""The order in which the fluents of an RDDL domain get their values in a step: what one depends on comes first.

>>> from relgym.model.rddl.expressions import Constant
>>> evaluation_order(RDDLDomain("empty", (), (), (), (), Constant(0)))
()
"""

from __future__ import annotations

from collections.abc import Iterator

from relgym.errors import ModelError
from relgym.model.rddl.domain import COMPUTED, Cpf, Kind, RDDLDomain
from relgym.model.rddl.expressions import Draw, DrawAny, DrawItem, DrawVector, Fluent, Slot, Value
from relgym.model.rddl.traversal import walk
from relgym.read.rddl.words import a, listed
from relgym.read.reporting import recovering, report


def evaluation_order(domain: RDDLDomain) -> tuple[Cpf, ...]:
    """The cpfs, each after those that it reads, else in the file's order; raises `ModelError` for a cycle."""
    cpfs = {cpf.fluent: cpf for cpf in domain.cpfs}
    done: dict[str, Cpf] = {}
    for cpf in domain.cpfs:
        _visit(cpf, domain, cpfs, done, [])
    return tuple(done.values())


def check_order(domain: RDDLDomain) -> None:
    """Raises `ModelError` if fluents depend on themselves, or where one is read that has no value yet."""
    with recovering():
        evaluation_order(domain)
    for cpf in domain.cpfs:
        if domain.declared[cpf.fluent].kind is Kind.DERIVED:
            check_formula(cpf.value, domain, (Kind.STATE, Kind.DERIVED), f"the derived-fluent '{cpf.fluent}'")
    for value in domain.preconditions:
        check_formula(value, domain, (Kind.STATE, Kind.ACTION), "a formula of 'action-preconditions'")
    for value in domain.constraints:
        check_formula(value, domain, (Kind.STATE, Kind.ACTION), "a formula of 'state-action-constraints'")
    for value in domain.invariants:
        check_formula(value, domain, (Kind.STATE,), "a formula of 'state-invariants'")
    for value in domain.termination:
        check_formula(value, domain, (Kind.STATE,), "a formula of 'termination'")


def check_formula(value: Value, domain: RDDLDomain, kinds: tuple[Kind, ...], what: str) -> None:
    """Raises `ModelError` if a formula reads what `check_reads` refuses, or draws."""
    check_reads(value, domain, kinds, what)
    check_draws(value, what)


def check_reads(value: Value, domain: RDDLDomain, kinds: tuple[Kind, ...], what: str) -> None:
    """Raises `ModelError` if a value reads fluents of other kinds than these and constants, or next values."""
    allowed = (*kinds, Kind.NON, Kind.PARAMETER)
    for node in walk(value):
        match node:
            case Fluent(name, _, primed):
                if primed:
                    message = f"{what} cannot read the next state"
                    report(ModelError(message, span=node.span, expected=name, code="E205"))
                    continue
            case Slot(name):
                pass
            case _:
                continue
        kind = domain.declared[name].kind
        if kind not in allowed:
            expected = listed([f"{other.value}s" for other in allowed[:-1]], "and")
            message = f"{what} cannot read {a(kind.value)}"
            report(ModelError(message, span=node.span, expected=expected, code="E205"))


def check_draws(value: Value, what: str) -> None:
    """Raise `ModelError` if a value draws; KronDelta and DiracDelta are no random draws."""
    for node in walk(value):
        match node:
            case Draw("KronDelta" | "DiracDelta"):
                continue
            case Draw() | DrawItem() | DrawAny() | DrawVector():
                report(
                    ModelError(
                        f"{what} cannot draw",
                        span=node.span,
                        expected="a value that the state and the action decide",
                        hint="an interm-fluent may draw, and be read in the cpfs and the reward",
                        code="E205",
                    )
                )


def computed_in_step(value: Value, domain: RDDLDomain) -> Iterator[tuple[str, Fluent | Slot]]:
    """The fluents that a value reads and that get their values in the same step, with where it does."""
    for node in walk(value):
        match node:
            case Fluent(name, _, primed):
                kind = domain.declared[name].kind
                if primed or (kind in COMPUTED and kind is not Kind.STATE):
                    yield name, node
            case Slot(name):
                kind = domain.declared[name].kind
                if kind in COMPUTED and kind is not Kind.STATE:
                    yield name, node


def _visit(cpf: Cpf, domain: RDDLDomain, cpfs: dict[str, Cpf], done: dict[str, Cpf], path: list[str]) -> None:
    if cpf.fluent in done:
        return
    for name, node in computed_in_step(cpf.value, domain):
        if name == cpf.fluent or name in path:
            cycle = [*path, cpf.fluent, name]
            cycle = [f"'{_head(domain, one)}'" for one in cycle[cycle.index(name) :]]
            through = f": {', which reads '.join([f'{cycle[0]} reads {cycle[1]}', *cycle[2:]])}" if cycle[2:] else ""
            raise ModelError(
                f"{cycle[0]} depends on itself{through}",
                span=node.span,
                expected="fluents that rest on the state, on actions, and on one another without a cycle",
                code="E206",
            )
        if name in cpfs:
            _visit(cpfs[name], domain, cpfs, done, [*path, cpf.fluent])
    done[cpf.fluent] = cpf


def _head(domain: RDDLDomain, name: str) -> str:
    return f"{name}'" if domain.declared[name].kind is Kind.STATE else name
