"""Effects of actions as effect trees, the rules of their conditions, and when an effect would read an undefined number.

Conditional and universal effects become conditional effects of the tree, each with a symbol that engines answer: the
first columns of the symbol are the variables around the effect, and its rule includes the conditions around it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import assert_never

from relgym.model.effects import UPDATE_OPERATORS, EffectTree, NumericEffect
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, fluents_in
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import TRUE, Atom, Compare, Forall, Formula
from relgym.model.program import LiftedEffect, Literal, Role, Rule, Symbol
from relgym.model.span import Span
from relgym.model.terms import Variable
from relgym.translate.program.normalize import (
    Binding,
    Normalizer,
    conjunction,
    disjunction,
    negate,
    replace,
    substitute_expression,
)
from relgym.translate.program.rules import RuleBuilder
from relgym.translate.program.symbols import Symbols


class EffectBuilder:
    """Writes the effect of one action as an effect tree, and the `rules` of its conditions."""

    def __init__(self, name: str, symbols: Symbols, rules: RuleBuilder, normalizer: Normalizer) -> None:
        self.name = name
        self.rules: list[Rule] = []
        self._symbols = symbols
        self._rule_builder = rules
        self._normalizer = normalizer
        self._numbers = count()

    def tree(
        self,
        effect: Effect,
        variables: tuple[Variable, ...],
        bound: int,
        binding: Binding | None = None,
        conditions: tuple[Formula, ...] = (),
        condition: Symbol | None = None,
    ) -> LiftedEffect:
        """Return the tree of an effect inside these variables, the first `bound` being the action's.

        Args:
            effect: The effect.
            variables: The variables around it, and its own if it is universal.
            bound: The number of the action's variables.
            binding: The names of universal variables in the tree.
            conditions: The conditions around it, and its own, in normal form.
            condition: The symbol of its condition.
        """
        binding = binding or {}
        adds: list[Literal] = []
        deletes: list[Literal] = []
        updates: list[NumericEffect] = []
        conditional: list[LiftedEffect] = []
        probabilistic: list[tuple[tuple[Fraction, LiftedEffect], ...]] = []
        todo: list[Effect] = [effect]
        while todo:
            part = todo.pop(0)
            match part:
                case All(parts):
                    todo = [*parts, *todo]
                case Add(atom):
                    adds.append(self._literal(atom, binding))
                case Delete(atom):
                    deletes.append(self._literal(atom, binding))
                case Assign(operator, fluent, value):
                    fluent_value = FluentValue(fluent.function, tuple(replace(term, binding) for term in fluent.terms))
                    updates.append(NumericEffect(operator, fluent_value, substitute_expression(value, binding)))
                case When() | ForallEffect():
                    conditional.append(self._conditional(part, variables, bound, binding, conditions))
                case Probabilistic(outcomes):
                    probabilistic.append(
                        tuple(
                            (share, self.tree(outcome, variables, bound, binding, conditions))
                            for share, outcome in outcomes
                        )
                    )
                case _:
                    assert_never(part)
        return EffectTree(
            condition, variables, tuple(adds), tuple(deletes), tuple(updates), tuple(conditional), tuple(probabilistic)
        )

    def _conditional(
        self,
        effect: When | ForallEffect,
        variables: tuple[Variable, ...],
        bound: int,
        binding: Binding,
        conditions: tuple[Formula, ...],
    ) -> LiftedEffect:
        """A conditional or universal effect; one condition serves a `forall` with a `when` right inside."""
        inner: Effect = effect
        while isinstance(inner, When | ForallEffect):
            if isinstance(inner, ForallEffect):
                renaming = {variable: self._normalizer.fresh(variable) for variable in inner.variables}
                variables = (*variables, *renaming.values())
                binding = {**binding, **renaming}
            else:
                conditions = (*conditions, self._normalizer.normal(inner.condition, binding))
            inner = inner.effect
        symbol = Symbol(Role.CONDITION, self.name, len(variables), next(self._numbers))
        formula = conjunction(list(conditions))
        self.rules.append(self._rule_builder.rule(symbol, variables, formula, bound, effect.span))
        return self.tree(inner, variables, bound, binding, conditions, symbol)

    def _literal(self, atom: Atom, binding: Binding) -> Literal:
        return Literal(self._symbols.of(atom.predicate), tuple(replace(term, binding) for term in atom.terms))


def new_value(change: Assign | NumericEffect, span: Span | None = None) -> Expression:
    """The expression, over the old state, of the value that a fluent gets."""
    if change.operator == "assign":
        return change.value
    return Arithmetic(UPDATE_OPERATORS[change.operator], (change.fluent, change.value), span)


def reads_defined(effect: Effect, normalizer: Normalizer, total: Callable[[FluentValue], bool]) -> Formula:
    """The formula, in normal form, that no effect which fires would read an undefined value or divide by zero.

    `total` tells whether a fluent is defined in every state for all objects that its terms may denote. A
    value is defined if it equals itself, for comparisons with an undefined one do not hold.
    """
    match effect:
        case Add() | Delete():
            return TRUE
        case Assign():
            # If the old value is certainly defined, only the amount can be undefined, and the fluent is not read.
            sure = effect.operator in ("increase", "decrease", "scale-up") and total(effect.fluent)
            value = effect.value if sure else new_value(effect, effect.span)
            if all(map(total, fluents_in(value))) and not _divides(value):
                return TRUE
            return Compare("=", value, value, effect.span)
        case When(condition, inner):
            defined = reads_defined(inner, normalizer, total)
            return disjunction([negate(normalizer.normal(condition)), defined])
        case ForallEffect(variables, inner):
            defined = reads_defined(inner, normalizer, total)
            return defined if defined == TRUE else Forall(variables, defined)
        case Probabilistic(outcomes):
            return conjunction([reads_defined(inner, normalizer, total) for _, inner in outcomes])
        case All(parts):
            return conjunction([reads_defined(part, normalizer, total) for part in parts])
        case _:
            assert_never(effect)


def _divides(expression: Expression) -> bool:
    """Return True if the evaluation of an expression may divide by zero."""
    if not isinstance(expression, Arithmetic):
        return False
    divisors = expression.operands[1:] if expression.operator == "/" else ()
    unsafe = any(not isinstance(divisor, Number) or divisor.value == 0 for divisor in divisors)
    return unsafe or any(_divides(operand) for operand in expression.operands)
