"""Contradictions between numeric effects of one action: an action with a contradiction is not applicable.

Two effects contradict each other if they fire together, on one fluent, and assign different values or are of different
kinds (assign, add, multiply). Equal values are no contradiction. They fire together unless they belong to different
outcomes of one draw; an outcome with any positive probability counts.

>>> from relgym.model.pddl.formulas import Atom
>>> from relgym.model.numeric import FluentValue, Number
>>> count = FluentValue("count", ())
>>> one, two = Assign("assign", count, Number(1)), When(Atom("p"), Assign("assign", count, Number(2)))
>>> print(no_contradiction(All((one, two)), Normalizer(), lambda left, right: False))
(not (p))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import assert_never

from relgym.model.effects import UPDATE_KINDS
from relgym.model.numeric import FluentValue, Number, expression_variables
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import FALSE, TRUE, And, Compare, Equal, Exists, Formula, Not
from relgym.model.terms import Term, Variable
from relgym.translate.program.normalize import Binding, Normalizer, conjunction, negate, substitute_expression


@dataclass(frozen=True, slots=True)
class Choice:
    """An outcome of a draw; each binding of the `bound` first universal variables makes a draw of its own."""

    draw: int
    outcome: int
    bound: int


@dataclass(frozen=True, slots=True)
class UpdateScope:
    """The context of an effect: universal variables, conditions in normal form, and outcomes of draws."""

    variables: tuple[Variable, ...] = ()
    conditions: tuple[Formula, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class ScopedUpdate:
    """A numeric effect and its context."""

    effect: Assign
    scope: UpdateScope


def no_contradiction(effect: Effect, normalizer: Normalizer, apart: Callable[[Term, Term], bool]) -> Formula:
    """Write the formula that no two numeric effects of an action contradict each other, in any outcome.

    Args:
        effect: The effect of the action.
        normalizer: Gives names to variables.
        apart: Tells whether two terms surely denote different objects.

    Returns:
        A formula in normal form, over the variables of the action.
    """
    updates = list(_scoped_updates(effect, normalizer))
    pairs = combinations_with_replacement(updates, 2)
    conditions = [negate(_contradiction(one, other, normalizer, apart)) for one, other in pairs]
    return conjunction(list(dict.fromkeys(conditions)))


def _scoped_updates(effect: Effect, normalizer: Normalizer) -> Iterator[ScopedUpdate]:
    """The numeric effects; universal variables get names of their own."""
    todo: list[tuple[Effect, Binding, UpdateScope]] = [(effect, {}, UpdateScope())]
    draws = 0
    while todo:
        part, binding, scope = todo.pop()
        match part:
            case Add() | Delete():
                pass
            case Assign():
                yield ScopedUpdate(_with(part, binding), scope)
            case When(condition, inner):
                held = (*scope.conditions, normalizer.normal(condition, binding))
                todo.append((inner, binding, replace(scope, conditions=held)))
            case ForallEffect(own, inner):
                renaming = {variable: normalizer.fresh(variable) for variable in own}
                variables = (*scope.variables, *renaming.values())
                todo.append((inner, {**binding, **renaming}, replace(scope, variables=variables)))
            case Probabilistic(outcomes):
                draws += 1
                for number, (share, inner) in enumerate(outcomes):
                    if share:
                        choice = Choice(draws, number, len(scope.variables))
                        todo.append((inner, binding, replace(scope, choices=(*scope.choices, choice))))
            case All(parts):
                todo += [(inner, binding, scope) for inner in reversed(parts)]
            case _:
                assert_never(part)


def _with(effect: Assign, binding: Binding) -> Assign:
    """A numeric effect with variables replaced."""
    fluent = substitute_expression(effect.fluent, binding)
    assert isinstance(fluent, FluentValue)
    return Assign(effect.operator, fluent, substitute_expression(effect.value, binding), effect.span)


def _contradiction(
    one: ScopedUpdate, other: ScopedUpdate, normalizer: Normalizer, apart: Callable[[Term, Term], bool]
) -> Formula:
    """The formula that two numeric effects, or one for two bindings of its variables, contradict each other."""
    if one.effect.fluent.function != other.effect.fluent.function or _agree(one, other):
        return FALSE
    renaming: Binding = {variable: normalizer.fresh(variable) for variable in other.scope.variables}
    second = _with(other.effect, renaming)
    equal: list[Formula] = []
    for left, right in zip(one.effect.fluent.terms, second.fluent.terms, strict=True):
        if apart(left, right):
            return FALSE
        equal.append(normalizer.normal(Equal(left, right)))
    draws = [_draw_apart(one, choice, other, renaming) for choice in one.scope.choices]
    conditions = [*one.scope.conditions, *(normalizer.renamed(each, renaming) for each in other.scope.conditions)]
    held = conjunction(conditions)
    parts = held.parts if isinstance(held, And) else (held,)
    if any(negate(part) in parts for part in parts):
        return FALSE
    body = conjunction([*equal, *draws, held, _different(one.effect, second)])
    variables = (*one.scope.variables, *(renaming[variable] for variable in other.scope.variables))
    return body if body == FALSE or not variables else Exists(_of(variables), body)


def _of(terms: tuple[Term, ...]) -> tuple[Variable, ...]:
    return tuple(term for term in terms if isinstance(term, Variable))


def _agree(one: ScopedUpdate, other: ScopedUpdate) -> bool:
    """Return True if two effects certainly do not contradict each other, whatever fluents they change."""
    kind = UPDATE_KINDS[one.effect.operator]
    if kind != UPDATE_KINDS[other.effect.operator]:
        return False
    if kind != "=":
        return True
    if one is other:
        # For each object there is one value, if the fluent's arguments tell which objects the value is of.
        read = {*expression_variables(one.effect.value)} & {*one.scope.variables}
        return read <= {*one.effect.fluent.terms}
    return isinstance(one.effect.value, Number) and one.effect.value == other.effect.value


def _different(one: Assign, other: Assign) -> Formula:
    """The formula that two effects on one fluent contradict each other."""
    if UPDATE_KINDS[one.operator] != UPDATE_KINDS[other.operator]:
        return TRUE
    if one.value == other.value:
        return FALSE
    if isinstance(one.value, Number) and isinstance(other.value, Number):
        return TRUE
    return Not(Compare("=", one.value, other.value, other.span))


def _draw_apart(one: ScopedUpdate, choice: Choice, other: ScopedUpdate, renaming: Binding) -> Formula:
    """The formula that a draw does not keep two effects from happening together."""
    for further in other.scope.choices:
        if further.draw == choice.draw and further.outcome != choice.outcome:
            first, second = one.scope.variables[: choice.bound], other.scope.variables[: choice.bound]
            pairs = zip(first, second, strict=True)
            same = conjunction([Equal(left, renaming.get(right, right)) for left, right in pairs])
            return negate(same)
    return TRUE
