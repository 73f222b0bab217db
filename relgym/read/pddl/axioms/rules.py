"""Derived predicates: `(:derived (p ?x - t) formula)` in a domain, and files of further ones.

PDDL 1.2's `(:axiom :vars (...) :context formula :implies (p ?x))` is read as the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from relgym.errors import ModelError, ParseError, UnsupportedFeature
from relgym.model.pddl.domain import Axiom, Domain, Predicate
from relgym.model.pddl.formulas import TRUE, Exists, Formula
from relgym.model.span import Source
from relgym.model.terms import OBJECT, Variable
from relgym.read.pddl.declarations import declare_predicates
from relgym.read.pddl.formula import FormulaReader, wrong_arity
from relgym.read.pddl.requirements import read_requirements
from relgym.read.pddl.scope import Scope
from relgym.read.pddl.sections import read_keys
from relgym.read.pddl.sexpr import Node, SExpression, Word, parse
from relgym.read.pddl.strata import strata
from relgym.read.pddl.typed import name_of, shortened
from relgym.read.reporting import doubt, each, in_doubt, recovering, report, reported

SYNTAX = "(:derived (predicate ?x - type ...) formula)"
_FILE = "(:derived (predicate ?x - type ...) formula) ..., and (:predicates ...) where wanted"


def head_of(section: SExpression) -> SExpression:
    """The `(p ?x ...)` that a `:derived` or `:axiom` form defines."""
    if section.head == ":axiom":
        head = _axiom_keys(section).get(":implies")
    else:
        if len(section.items) != 3:
            raise ParseError(":derived takes a head and a formula", span=section.span, expected=SYNTAX, code="E203")
        head = section.items[1]
    if isinstance(head, SExpression) and head.head == "not":
        raise UnsupportedFeature(
            "relgym does not support axioms that derive a negation", span=head.span, expected=SYNTAX
        )
    if not isinstance(head, SExpression) or not head.head:
        place = section if head is None else head
        raise ParseError("the head of the rule is not an atom", span=place.span, expected=SYNTAX)
    return head


def read_axiom(section: SExpression, formulas: FormulaReader) -> Axiom:
    """One rule; its predicate is declared. Raises as formulas do, and `ModelError` for a head that does not fit."""
    scope = formulas.scope
    scope.uses.note(section, ":derived-predicates")
    head = head_of(section)
    name = head.items[0]
    assert isinstance(name, Word)
    predicate = scope.predicate(name)
    if section.head == ":axiom":
        return _read_old_axiom(section, head, predicate, formulas)
    before = reported()
    parameters = scope.variables(head.items[1:])
    if reported() > before:
        return Axiom(predicate.name, parameters, TRUE, section.span)
    if "-" not in head.items and len(parameters) == len(predicate.parameters):
        pairs = zip(parameters, predicate.parameters, strict=True)
        parameters = tuple(Variable(variable.name, declared.types, variable.span) for variable, declared in pairs)
    _check_head(head, predicate, parameters, scope)
    body = formulas.formula(section.items[2], {variable.name: variable for variable in parameters})
    return Axiom(predicate.name, parameters, body, section.span)


def _axiom_keys(section: SExpression) -> dict[str, Node]:
    return read_keys(section.items[1:], (":vars", ":context", ":implies"), {}, section.items[0])


def _read_old_axiom(section: SExpression, head: SExpression, predicate: Predicate, formulas: FormulaReader) -> Axiom:
    keys = _axiom_keys(section)
    declared = keys.get(":vars")
    listed = declared.items if isinstance(declared, SExpression) else []
    variables = {variable.name: variable for variable in formulas.scope.variables(listed)}
    parameters = tuple(formulas.term(item, variables) for item in head.items[1:])
    distinct = {parameter.name: parameter for parameter in parameters if isinstance(parameter, Variable)}
    if len(distinct) != len(parameters):
        raise ParseError("the arguments are not distinct variables", span=head.span, expected=SYNTAX)
    _check_head(head, predicate, tuple(distinct.values()), formulas.scope)
    if ":context" not in keys:
        raise ParseError(":axiom has no :context", span=section.span, expected=":context formula", code="E208")
    body: Formula = formulas.formula(keys[":context"], variables)
    others = tuple(variable for name, variable in variables.items() if name not in distinct)
    return Axiom(predicate.name, tuple(distinct.values()), Exists(others, body) if others else body, section.span)


def _check_head(head: SExpression, predicate: Predicate, parameters: tuple[Variable, ...], scope: Scope) -> None:
    if in_doubt(predicate.name):
        return
    if len(parameters) != len(predicate.parameters):
        raise wrong_arity(head.span, predicate, len(parameters))
    for variable, declared in zip(parameters, predicate.parameters, strict=True):
        if not scope.hierarchy.meet(variable.types, declared.types):
            raise ModelError(
                f"'{variable.name}' is of type {' or '.join(variable.types)}, not {' or '.join(declared.types)}",
                span=variable.span,
                expected=str(predicate),
                code="E204",
            )


def extend(domain: Domain, source: Source) -> Domain:
    """The domain with the derived predicates and rules of a file of axioms.

    A predicate that neither the domain nor the file declares is declared by the heads of its rules.
    Raises `ModelError` for a rule about a predicate that the domain has and does not derive.
    """
    sections = _axiom_sections(source)
    scope = Scope.of(domain)
    known = dict(scope.predicates)
    declare_predicates([section for section in sections if section.head == ":predicates"], scope)
    rules = []
    for section in sections:
        if section.head in (":derived", ":axiom"):
            with recovering():
                head = head_of(section)
                if head.head in known and head.head not in scope.derived:
                    raise ModelError(
                        f"the domain has a predicate '{head.head}' of its own, which is not derived",
                        span=head.items[0].span,
                        expected="another name",
                        code="E202",
                    )
                rules.append(section)
    _declare_by_heads(rules, scope)
    scope.derived.update(head_of(section).head for section in rules)
    for name, predicate in scope.predicates.items():
        if name not in known and name not in scope.derived:
            report(
                ModelError(
                    f"no rule defines '{name}'",
                    span=predicate.span,
                    expected=f"(:derived {predicate} formula)",
                    code="E208",
                )
            )
    formulas = FormulaReader(scope)
    axioms = (*domain.axioms, *each(partial(read_axiom, formulas=formulas), rules))
    strata(axioms)
    declared = read_requirements(section for section in sections if section.head == ":requirements")
    return replace(
        domain,
        requirements=tuple(dict.fromkeys(domain.requirements + declared)),
        predicates=tuple(scope.predicates.values()),
        functions=tuple(scope.functions.values()),
        axioms=axioms,
    )


def _axiom_sections(source: Source) -> list[SExpression]:
    top = parse(source)
    if len(top) == 1 and isinstance(top[0], SExpression) and top[0].head == "define":
        header = top[0].items[1] if len(top[0].items) > 1 else top[0]
        if not isinstance(header, SExpression) or header.head != "axioms" or len(header.items) != 2:
            raise ParseError(
                "a file of axioms is expected", span=header.span, expected="(define (axioms name) ...)", code="E104"
            )
        name_of(header.items[1], "the name of the axioms")
        top = top[0].items[2:]
    if not top:
        raise ParseError(f"{source.name} has no axioms", expected=_FILE)
    sections = []
    for node in top:
        if isinstance(node, SExpression) and node.head in (":derived", ":axiom", ":predicates", ":requirements"):
            sections.append(node)
        else:
            message = f"{shortened(node)} does not belong in a file of axioms"
            report(ParseError(message, span=node.span, expected=_FILE, code="E104"))
    return sections


def _declare_by_heads(rules: Iterable[SExpression], scope: Scope) -> None:
    """Declare the undeclared predicates: at each place, the types that their heads have there."""
    implied: dict[str, Predicate] = {}
    for section in rules:
        head = head_of(section)
        if head.head in scope.predicates or section.head == ":axiom":
            continue
        predicate = Predicate(head.head, scope.variables(head.items[1:]), head.items[0].span)
        known = implied.setdefault(predicate.name, predicate)
        if len(known.parameters) != len(predicate.parameters):
            report(wrong_arity(head.span, known, len(predicate.parameters)))
            doubt(predicate.name)
            continue
        pairs = zip(known.parameters, predicate.parameters, strict=True)
        both = tuple(Variable(left.name, _union(left.types, right.types), left.span) for left, right in pairs)
        implied[predicate.name] = Predicate(predicate.name, both, known.span)
    scope.predicates.update(implied)


def _union(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    types = tuple(dict.fromkeys(left + right))
    return (OBJECT,) if OBJECT in types else types
