"""Effects from their nodes: adds, deletes, numeric changes, conditions, chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from relgym.errors import ModelError, ParseError, RelgymError, UnsupportedFeature
from relgym.model.numeric import FluentValue, Number
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import Atom
from relgym.read.number import number, rounded
from relgym.read.pddl.formula import FormulaReader, operands, warn_of_zero
from relgym.read.pddl.scope import Environment
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.typed import shortened
from relgym.read.reporting import in_doubt, report, warn

SYNTAX = (
    "and, not, forall, when, probabilistic, oneof, assign, increase, decrease, scale-up, scale-down, or a predicate"
)
CONDITION_WORDS = frozenset(["or", "imply", "exists", "=", "<", "<=", ">", ">="])
ROUNDING = Fraction(1, 10**6)
"""The excess over 1 of a sum of probabilities, for each of them, that counts as rounding."""


class EffectReader:
    """Reads effects; the formulas inside them by `formulas`."""

    def __init__(self, formulas: FormulaReader) -> None:
        self.formulas = formulas
        self.scope = formulas.scope
        self._warned_of_oneof = False
        self._warned_of_bare_atom = False
        self._forms: dict[str, Callable[[SExpression, Environment], Effect]] = {
            "and": self._and,
            "not": self._delete,
            "when": self._when,
            "forall": self._forall,
            "assign": self._assign,
            "increase": self._assign,
            "decrease": self._assign,
            "scale-up": self._assign,
            "scale-down": self._assign,
            "probabilistic": self._probabilistic,
            "oneof": self._oneof,
        }

    def effect(self, node: Node, env: Environment) -> Effect:
        """The effect of a node. Raises `ParseError`, `ModelError` or `UnsupportedFeature` at the offending token."""
        try:
            return self._effect(node, env)
        except RelgymError as error:
            report(error)
            return NO_CHANGE

    def _effect(self, node: Node, env: Environment) -> Effect:
        form = self._bracketed(node)
        if not form.items:
            return NO_CHANGE
        read = self._forms.get(form.head)
        if read is not None and form.head not in self.scope.predicates:
            return read(form, env)
        return Add(self._changeable(form, env), form.span)

    def _bracketed(self, node: Node) -> SExpression:
        """The form of a node; a predicate without brackets, as in published files, is read with a warning."""
        if isinstance(node, Word) and node in self.scope.predicates:
            if not self._warned_of_bare_atom:
                self._warned_of_bare_atom = True
                hint = f"it is read as ({node.raw}), and so are others like it"
                warn(f"'{node.raw}' has no brackets", node.span, expected=f"({node.raw})", hint=hint, code="W116")
            return SExpression(node.source, node.start, [node], node.span.end)
        return _form(node)

    def _changeable(self, node: Node, env: Environment) -> Atom:
        form = self._bracketed(node)
        head = form.items[0] if form.items else form
        if isinstance(head, SExpression):
            raise ParseError(f"an effect does not begin with {shortened(head)}", span=head.span, expected=SYNTAX)
        if head in CONDITION_WORDS:
            raise ParseError(
                f"'{head.raw}' makes a condition, and here stands an effect",
                span=head.span,
                expected=SYNTAX,
                code="E205",
            )
        if head == "preference":
            raise UnsupportedFeature("relgym does not support preferences", span=head.span, expected=SYNTAX)
        if head in self.scope.functions and head not in self.scope.predicates:
            raise ModelError(
                f"'{head.raw}' is a numeric function, not a predicate",
                span=head.span,
                expected=f"(assign {self.scope.functions[head]} value), increase, decrease, scale-up or scale-down",
                code="E205",
            )
        atom = self.formulas.atom(form, env)
        if atom.predicate in self.scope.derived:
            raise ModelError(
                f"'{head.raw}' is a derived predicate, and no effect can change it",
                span=head.span,
                expected="a predicate that no :derived rule defines",
                code="E205",
            )
        return atom

    def _and(self, node: SExpression, env: Environment) -> Effect:
        return All(tuple(self.effect(item, env) for item in node.items[1:]), node.span)

    def _delete(self, node: SExpression, env: Environment) -> Effect:
        (part,) = operands(node, 1)
        if isinstance(part, SExpression) and part.head in self._forms and part.head not in self.scope.predicates:
            raise ParseError(f"'not' cannot undo '{part.head}'", span=part.span, expected="(not (predicate term ...))")
        return Delete(self._changeable(part, env), node.span)

    def _when(self, node: SExpression, env: Environment) -> Effect:
        condition, effect = _pair(node, "(when condition effect)")
        self.scope.uses.note(node, ":conditional-effects")
        return When(self.formulas.formula(condition, env), self.effect(effect, env), node.span)

    def _forall(self, node: SExpression, env: Environment) -> Effect:
        _pair(node, "(forall (?x - type ...) effect)")
        self.scope.uses.note(node, ":conditional-effects")
        variables, inner = self.formulas.quantifier(node, env)
        return ForallEffect(variables, self.effect(node.items[2], inner), node.span)

    def _assign(self, node: SExpression, env: Environment) -> Effect:
        target, value = _pair(node, f"({node.head} (function term ...) expression)")
        if isinstance(target, SExpression) and in_doubt(target.head):
            return NO_CHANGE
        assign = Assign(node.head, self.formulas.fluent(target, env), self.formulas.expression(value, env), node.span)
        if node.head == "scale-down":
            warn_of_zero(assign.value)
        if assign.fluent.function == "reward":
            self.scope.uses.note(node, ":rewards", ":numeric-fluents")
        elif _is_cost(assign):
            self.scope.uses.note(node, ":action-costs")
        else:
            self.scope.uses.note(node, ":numeric-fluents")
        return assign

    def _probabilistic(self, node: SExpression, env: Environment) -> Effect:
        self.scope.uses.note(node, ":probabilistic-effects")
        return Probabilistic(tuple((p, self.effect(item, env)) for p, item in outcomes(node)), node.span)

    def _oneof(self, node: SExpression, env: Environment) -> Effect:
        self.scope.uses.note(node, ":non-deterministic")
        if not self._warned_of_oneof:
            self._warned_of_oneof = True
            warn_of_oneof(node)
        return Probabilistic(tuple((p, self.effect(item, env)) for p, item in equal_outcomes(node)), node.span)


def outcomes(node: SExpression) -> list[tuple[Fraction, Node]]:
    """The branches of `(probabilistic p1 e1 p2 e2 ...)`, scaled to sum 1 if rounding has made them more.

    Raises `ParseError` for what is not a probability, `ModelError` for one below 0 and for a sum over 1.
    """
    items = node.items[1:]
    if not items or len(items) % 2:
        raise ParseError(
            "'probabilistic' takes pairs of a probability and an effect",
            span=node.span,
            expected="(probabilistic p1 effect1 p2 effect2 ...)",
            code="E203",
        )
    branches: list[tuple[Fraction, Node]] = []
    for chance, branch in zip(items[::2], items[1::2], strict=True):
        value = number(chance) if isinstance(chance, Word) else None
        if value is None:
            raise ParseError(
                f"{shortened(chance)} is not a probability",
                span=chance.span,
                expected="a number such as 0.25 or 1/3",
                code="E207",
            )
        if value < 0:
            raise ModelError(
                "a probability is negative", span=chance.span, expected="a number from 0 to 1", code="E207"
            )
        branches.append((Fraction(value), branch))
    total = sum((p for p, _ in branches), Fraction(0))
    if total > 1 + ROUNDING * len(branches):
        raise ModelError(
            f"the probabilities sum to {rounded(total)}, more than 1",
            span=node.span,
            expected="a sum of at most 1",
            code="E207",
        )
    if total > 1:
        hint = "they are read as rounded, and each is divided by their sum"
        said = f"the probabilities sum to 1 + {float(total - 1):.1g}, more than 1"
        warn(said, node.span, expected="a sum of at most 1", hint=hint, code="W117")
        return [(p / total, branch) for p, branch in branches]
    return branches


def equal_outcomes(node: SExpression) -> list[tuple[Fraction, Node]]:
    """The branches of `(oneof e1 e2 ...)`, all with the same probability."""
    branches = node.items[1:]
    if not branches:
        raise ParseError("'oneof' has no outcomes", span=node.span, expected="(oneof effect effect ...)", code="E203")
    return [(Fraction(1, len(branches)), branch) for branch in branches]


def warn_of_oneof(node: SExpression) -> None:
    warn("'oneof' gives no probabilities: relgym takes its outcomes as equally likely", node.items[0].span, code="W103")


def _form(node: Node) -> SExpression:
    if isinstance(node, Word):
        raise ParseError(f"'{node.raw}' is not an effect", span=node.span, expected=SYNTAX)
    return node


def _pair(node: SExpression, syntax: str) -> tuple[Node, Node]:
    if len(node.items) != 3:
        raise ParseError(
            f"'{node.head}' takes 2 operands, not {len(node.items) - 1}", span=node.span, expected=syntax, code="E203"
        )
    return node.items[1], node.items[2]


def _is_cost(assign: Assign) -> bool:
    simple = isinstance(assign.value, Number | FluentValue)
    return assign.operator == "increase" and assign.fluent.function == "total-cost" and simple
