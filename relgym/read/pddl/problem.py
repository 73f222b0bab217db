"""A problem from its text, in the names of a domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from relgym.capacity import without_collector
from relgym.errors import ModelError, ParseError
from relgym.limits import Limits
from relgym.model.numeric import Expression
from relgym.model.pddl.domain import Domain, NumericFunction, Typed
from relgym.model.pddl.formulas import FALSE, Formula
from relgym.model.pddl.problem import Metric, Problem
from relgym.model.span import Source
from relgym.read.pddl.dialect import action_predicates
from relgym.read.pddl.formula import FormulaReader
from relgym.read.pddl.init import read_init
from relgym.read.pddl.requirements import read_requirements
from relgym.read.pddl.scope import Scope
from relgym.read.pddl.sections import Sections, read_define, read_sections
from relgym.read.pddl.sexpr import Node, SExpression, Word, check_size
from relgym.read.pddl.typed import name_of, shortened
from relgym.read.reporting import each, recovering, report, warn
from relgym.read.source import PathOrText, read_source

_KNOWN = (
    ":domain",
    ":requirements",
    ":objects",
    ":init",
    ":goal",
    ":goal-reward",
    ":metric",
    ":length",
)

_SINGLE = (":domain", ":goal", ":goal-reward", ":metric")

_REFUSED = {
    ":constraints": "a :goal on the last state, and a :metric",
    ":situation": "the start in :init",
    ":observe": "fully observed problems",
    ":htn": "goals on states",
}

_METRIC_FUNCTIONS = ("total-time", "goal-achieved", "total-cost", "reward")
"""Functions that a metric may read although no domain declares them."""


def read_problem(path_or_text: PathOrText, domain: Domain, limits: Limits | None = None) -> Problem:
    """The problem of a PDDL or PPDDL file or text; `domain` is the domain that it belongs to.

    Raises `ParseError`, also for a text that would take more than the memory of `limits`, `ModelError` or
    `UnsupportedFeature`; warns with `RelgymWarning`.
    """
    return problem_of(read_source(path_or_text, "problem"), domain, limits)


def problem_of(source: Source, domain: Domain, limits: Limits | None = None) -> Problem:
    """The problem of a source."""
    check_size(source, limits or Limits())
    with without_collector():
        return _problem_of(source, domain)


def _problem_of(source: Source, domain: Domain) -> Problem:
    form, name = read_define(source, "problem")
    sections = read_sections(form, _KNOWN, _SINGLE, _REFUSED)
    _check_domain(sections, domain, form)
    requirements = read_requirements(sections[":requirements"])
    scope = Scope.of(domain)
    objects = _objects(sections[":objects"], scope)
    formulas = FormulaReader(scope)
    # Problems written for PDDLGym list the actions that there are in :init.
    dialect = frozenset() if domain.span is None else action_predicates(domain.span.source)
    if not sections[":init"]:
        expected = "(:init (predicate object ...) ...)"
        report(ParseError("the problem has no :init", span=name.span, expected=expected, code="E104"))
    start = read_init(sections[":init"], formulas, dialect - scope.predicates.keys())
    problem = Problem(
        name=str(name),
        domain=domain.name,
        objects=objects,
        init=start.atoms,
        values=start.values,
        chances=start.chances,
        goal=_goal(sections, formulas, name),
        metric=next(each(partial(_metric, formulas=formulas), sections[":metric"]), None),
        goal_reward=next(each(partial(_goal_reward, formulas=formulas), sections[":goal-reward"]), None),
        requirements=requirements,
        span=form.span,
    )
    # Requirements that the domain's file lacks as well have been reported there.
    undeclared = scope.uses.warn_of_missing((*domain.requirements, *domain.undeclared, *requirements))
    return replace(problem, undeclared=undeclared) if undeclared else problem


def _check_domain(sections: Sections, domain: Domain, form: SExpression) -> None:
    if not sections[":domain"]:
        hint = f"it is read for '{domain.name}'"
        warn("the problem does not name its domain", form.items[1].span, hint=hint, code="W105")
        return
    section = sections[":domain"][0]
    if len(section.items) != 2:
        raise ParseError(":domain takes one name", span=section.span, expected=f"(:domain {domain.name})", code="E203")
    named = name_of(section.items[1], "the name of the domain")
    if named != domain.name:
        raise ModelError(
            f"the problem is of the domain '{named.raw}', not of '{domain.name}'",
            span=named.span,
            expected=f"(:domain {domain.name})",
            code="E209",
        )


def _objects(sections: Sequence[SExpression], scope: Scope) -> tuple[Typed, ...]:
    objects: list[Typed] = []
    for section in sections:
        objects += scope.typed_objects(section.items[1:])
    constants = frozenset(scope.objects)
    for item in objects:
        scope.declare_object(item, constants)
    return tuple(objects)


def _goal(sections: Sections, formulas: FormulaReader, name: Word) -> Formula:
    if not sections[":goal"]:
        warn("the problem has no :goal", name.span, hint="it is read as one that is never reached", code="W106")
        return FALSE
    with recovering():
        return formulas.formula(_only_item(sections[":goal"][0], "(:goal formula)"), {})
    return FALSE


def _metric(section: SExpression, formulas: FormulaReader) -> Metric:
    syntax = "(:metric minimize expression) or (:metric maximize expression)"
    if len(section.items) != 3:
        raise ParseError(":metric takes a direction and an expression", span=section.span, expected=syntax, code="E203")
    direction = section.items[1]
    if direction not in ("minimize", "maximize"):
        raise ParseError(f"{shortened(direction)} is not a direction", span=direction.span, expected=syntax)
    return Metric(str(direction), _of_plan(section.items[2], formulas), section.span)


def _goal_reward(section: SExpression, formulas: FormulaReader) -> Expression:
    formulas.scope.uses.note(section, ":rewards")
    return formulas.expression(_only_item(section, "(:goal-reward number)"), {})


def _of_plan(node: Node, formulas: FormulaReader) -> Expression:
    """An expression over a plan: also of its length and of whether it reaches the goal."""
    scope = formulas.scope
    declared: Mapping[str, NumericFunction] = dict(scope.functions)
    for name in _METRIC_FUNCTIONS:
        scope.functions.setdefault(name, NumericFunction(name))
    expression = formulas.expression(node, {})
    scope.functions = dict(declared)
    return expression


def _only_item(section: SExpression, syntax: str) -> Node:
    if len(section.items) != 2:
        several = len(section.items) > 2
        place = section.items[2].span if several else section.span
        hint = "several conditions are put together by (and …)" if several and section.head == ":goal" else None
        raise ParseError(
            f"{section.head} takes one operand, not {len(section.items) - 1}",
            span=place,
            expected=syntax,
            hint=hint,
            code="E203",
        )
    return section.items[1]
