"""PPDDL's probabilistic :init: independent draws of further facts and values."""

from __future__ import annotations

from relgym.errors import ParseError
from relgym.model.numeric import FluentValue, Number, Value
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Effect, Probabilistic
from relgym.read.number import number
from relgym.read.pddl.effect import EffectReader, equal_outcomes, outcomes, warn_of_oneof
from relgym.read.pddl.formula import FormulaReader
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.typed import shortened

SYNTAX = "(probabilistic p (predicate object ...) p (and ...) p (= (function object ...) number) ...)"


def read_chance(node: SExpression, effects: EffectReader) -> Probabilistic:
    """A `(probabilistic ...)` or `(oneof ...)` of :init, over facts, `(= fluent number)`, `and`, and further draws."""
    if node.head == "oneof":
        effects.scope.uses.note(node, ":non-deterministic")
        warn_of_oneof(node)
        branches = equal_outcomes(node)
    else:
        effects.scope.uses.note(node, ":probabilistic-effects")
        branches = outcomes(node)
    return Probabilistic(tuple((p, _start(branch, effects)) for p, branch in branches), node.span)


def _start(node: Node, effects: EffectReader) -> Effect:
    if isinstance(node, Word):
        raise ParseError(f"'{node.raw}' is not a fact", span=node.span, expected=SYNTAX)
    match node.head:
        case "probabilistic" | "oneof":
            return read_chance(node, effects)
        case "and":
            return All(tuple(_start(item, effects) for item in node.items[1:]), node.span)
        case "=":
            fluent, value = read_value(node, effects.formulas)
            return Assign("assign", fluent, Number(value), node.span)
        case "not":
            effects.effect(node, {})  # Checked as every fact; that it is false goes without saying.
            return NO_CHANGE
        case "" if not node.items:
            return NO_CHANGE
        case _:
            fact = effects.effect(node, {})
            if not isinstance(fact, Add):
                raise ParseError(f"{shortened(node)} is not a fact", span=node.span, expected=SYNTAX)
            return fact


def read_value(node: SExpression, formulas: FormulaReader) -> tuple[FluentValue, Value]:
    """The fluent and the number of `(= fluent number)`."""
    if len(node.items) != 3:
        raise ParseError(
            "'=' takes a fluent and a number", span=node.span, expected="(= (function object ...) number)", code="E203"
        )
    fluent = formulas.fluent(node.items[1], {})
    word = node.items[2]
    value = number(word) if isinstance(word, Word) else None
    if value is None:
        raise ParseError(
            f"{shortened(word)} is not a number", span=word.span, expected="a number such as 3, 0.5 or 1/3", code="E204"
        )
    return fluent, value
