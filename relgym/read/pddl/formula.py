"""Formulas, terms and numeric expressions from their nodes, names and types checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.errors import ModelError, ParseError, RelgymError, UnsupportedFeature
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.domain import NumericFunction, Predicate
from relgym.model.pddl.formulas import FALSE, TRUE, And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or
from relgym.model.span import Span
from relgym.model.terms import Term, Variable
from relgym.read.number import number
from relgym.read.pddl.scope import ANY_VARIABLE, Environment, Scope, unknown
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.typed import shortened
from relgym.read.pddl.words import EFFECT_WORDS, OTHER_WORDS, TRAJECTORY_WORDS
from relgym.read.reporting import in_doubt, report, warn

SYNTAX = {
    "not": "(not formula)",
    "imply": "(imply formula formula)",
    "forall": "(forall (?x - type ...) formula)",
    "exists": "(exists (?x - type ...) formula)",
    "=": "(= term term) or (= expression expression)",
    "<": "(< expression expression)",
    "<=": "(<= expression expression)",
    ">": "(> expression expression)",
    ">=": "(>= expression expression)",
}

INSTEAD = "conditions and goals on a single state: atoms, =, comparisons, and, or, not, imply, forall, exists"


class FormulaReader:
    """Reads formulas in a scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._forms: dict[str, Callable[[SExpression, Environment], Formula]] = {
            "and": self._and,
            "or": self._or,
            "not": self._not,
            "imply": self._imply,
            "forall": self._quantified,
            "exists": self._quantified,
            "=": self._equals,
            "<": self._compare,
            "<=": self._compare,
            ">": self._compare,
            ">=": self._compare,
        }

    def formula(self, node: Node, env: Environment) -> Formula:
        """The formula of a node. Raises `ParseError`, `ModelError` or `UnsupportedFeature` at the offending token."""
        try:
            return self._formula(node, env)
        except RelgymError as error:
            report(error)
            return TRUE

    def _formula(self, node: Node, env: Environment) -> Formula:
        if isinstance(node, Word):
            raise ParseError(
                f"'{node.raw}' is not a formula", span=node.span, expected="a formula in parentheses, such as (p ?x)"
            )
        if not node.items:
            return TRUE
        head = node.items[0]
        if not isinstance(head, Word):
            raise ParseError(
                f"a formula does not begin with {shortened(head)}",
                span=head.span,
                expected="and, or, not, imply, forall, exists, =, a comparison, or a predicate",
            )
        read = self._forms.get(head)
        if read is not None:
            return read(node, env)
        if head not in self.scope.predicates:
            self._not_an_atom(node, head)
        return self.atom(node, env)

    def atom(self, node: SExpression, env: Environment) -> Atom:
        """An atom of a declared predicate."""
        name = node.items[0]
        assert isinstance(name, Word)
        declaration = self.scope.predicate(name)
        return Atom(declaration.name, self.arguments(node, declaration, env), node.span)

    def arguments(
        self, node: SExpression, declaration: Predicate | NumericFunction, env: Environment
    ) -> tuple[Term, ...]:
        """The terms of an atom or fluent, their number and types checked."""
        given, wanted = node.items[1:], declaration.parameters
        sure = not in_doubt(declaration.name)
        if sure and len(given) != len(wanted):
            place = given[len(wanted)].span if len(given) > len(wanted) else node.span
            raise wrong_arity(place, declaration, len(given))
        terms = []
        for item, parameter in zip(given, wanted, strict=sure):
            try:
                term = self.term(item, env)
                if sure and not in_doubt(term.name):
                    self._check_type(item, term, parameter, str(declaration))
            except RelgymError as error:
                report(error)
            else:
                terms.append(term)
        return tuple(terms)

    def term(self, node: Node, env: Environment) -> Term:
        """A variable of `env`, or a declared object."""
        if isinstance(node, SExpression):
            raise ParseError(
                f"{shortened(node)} is not a term", span=node.span, expected="a variable or the name of an object"
            )
        if node.startswith("?"):
            variable = env.get(node)
            if variable is None and ANY_VARIABLE in env:
                return Variable(str(node), span=node.span)
            if variable is None:
                raise unknown("variable", node, env, hint=self._variable_hint(node, env))
            return variable
        known = self.scope.objects.get(node)
        if known is None:
            hint = f"a variable begins with a question mark: ?{node}" if f"?{node}" in env else None
            if not self.scope.objects:
                hint = hint or "objects are declared in (:objects …) of the problem or (:constants …) of the domain"
            raise unknown("object", node, self.scope.objects, hint=hint)
        return known.object

    def _variable_hint(self, node: Word, env: Environment) -> str | None:
        """The advice about a variable that nothing declares."""
        if node[1:] in self.scope.objects:
            return f"an object has no question mark: {node[1:]}"
        glued = next((name for name in env if name.startswith(f"{node}-")), None)
        if glued is not None:
            return f"the '-' before a type stands between spaces: {node} - {glued[len(node) + 1 :]}"
        return None if env else ":parameters, forall and exists declare variables"

    def expression(self, node: Node, env: Environment) -> Expression:
        """A number, a fluent, or arithmetic over them."""
        try:
            return self._expression(node, env)
        except RelgymError as error:
            report(error)
            return Number(1, node.span)

    def _expression(self, node: Node, env: Environment) -> Expression:
        if isinstance(node, Word):
            value = number(node)
            if value is not None:
                return Number(value, node.span)
            if node.startswith("?"):
                raise ModelError(
                    f"'{node.raw}' is a variable, and here stands a numeric expression",
                    span=node.span,
                    expected="a number, a function such as (f ?x), or (+ - * / ...)",
                    code="E204",
                )
            return self._fluent(SExpression(node.source, node.start, [node], node.span.end), env)
        match node.head:
            case "+" | "-" | "*" | "/" as operator:
                operands = node.items[1:]
                if len(operands) < (1 if operator == "-" else 2):
                    raise ParseError(
                        f"'{operator}' has too few operands",
                        span=node.span,
                        expected=f"({operator} expression expression ...)",
                        code="E203",
                    )
                read = tuple(self.expression(item, env) for item in operands)
                if operator == "/":
                    for divisor in read[1:]:
                        warn_of_zero(divisor)
                return Arithmetic(operator, read, node.span)
            case head if not head or head.startswith("?"):
                raise ParseError(
                    f"{shortened(node)} is not a numeric expression",
                    span=node.span,
                    expected="a number, a function such as (f ?x), or (+ - * / ...)",
                )
            case "is-violated":
                raise unsupported_trajectory(node)
            case _:
                return self._fluent(node, env)

    def fluent(self, node: Node, env: Environment) -> FluentValue:
        """A function applied to terms; a function without arguments may stand without parentheses."""
        if isinstance(node, Word):
            node = SExpression(node.source, node.start, [node], node.span.end)
        if not node.head:
            raise ParseError(
                f"{shortened(node)} is not a numeric fluent", span=node.span, expected="(function term ...)"
            )
        return self._fluent(node, env)

    def _fluent(self, node: SExpression, env: Environment) -> FluentValue:
        name = node.items[0]
        assert isinstance(name, Word)
        declaration = self.scope.function(name)
        return FluentValue(declaration.name, self.arguments(node, declaration, env), node.span)

    def _parts(self, node: SExpression, env: Environment) -> tuple[Formula, ...]:
        return tuple(self.formula(item, env) for item in node.items[1:])

    def _and(self, node: SExpression, env: Environment) -> Formula:
        return And(self._parts(node, env), node.span) if len(node.items) > 1 else TRUE

    def _or(self, node: SExpression, env: Environment) -> Formula:
        self.scope.uses.note(node, ":disjunctive-preconditions")
        return Or(self._parts(node, env), node.span) if len(node.items) > 1 else FALSE

    def _not(self, node: SExpression, env: Environment) -> Formula:
        operands(node, 1)
        part = self.formula(node.items[1], env)
        match part:
            case Equal():
                pass
            case Atom() | Compare():
                self.scope.uses.note(node, ":negative-preconditions")
            case _:
                self.scope.uses.note(node, ":disjunctive-preconditions")
        return Not(part, node.span)

    def _imply(self, node: SExpression, env: Environment) -> Formula:
        operands(node, 2)
        self.scope.uses.note(node, ":disjunctive-preconditions")
        premise, conclusion = self._parts(node, env)
        return Imply(premise, conclusion, node.span)

    def _quantified(self, node: SExpression, env: Environment) -> Formula:
        variables, inner = self.quantifier(node, env)
        body = self.formula(node.items[2], inner)
        if node.head == "forall":
            self.scope.uses.note(node, ":universal-preconditions")
            return Forall(variables, body, node.span)
        self.scope.uses.note(node, ":existential-preconditions")
        return Exists(variables, body, node.span)

    def quantifier(self, node: SExpression, env: Environment) -> tuple[tuple[Variable, ...], Environment]:
        """Return the variables of a quantifier over formulas or effects, and the scope inside it."""
        operands(node, 2)
        declared = node.items[1]
        if isinstance(declared, Word):
            raise ParseError(
                f"'{declared.raw}' is not a list of variables", span=declared.span, expected=SYNTAX[node.head]
            )
        variables = self.scope.variables(declared.items)
        return variables, {**env, **{variable.name: variable for variable in variables}}

    def _equals(self, node: SExpression, env: Environment) -> Formula:
        operands(node, 2)
        if any(self._is_numeric(item) for item in node.items[1:]):
            self._refuse_numbers_as_objects(node)
            return self._compare(node, env)
        self.scope.uses.note(node, ":equality")
        left, right = (self.term(item, env) for item in node.items[1:])
        return Equal(left, right, node.span)

    def _is_numeric(self, node: Node) -> bool:
        if isinstance(node, SExpression):
            return True
        if node in self.scope.objects:
            return False
        return node in self.scope.functions or number(node) is not None

    def _refuse_numbers_as_objects(self, node: SExpression) -> None:
        """Raise `ModelError` for a variable that is compared with a word such as `2`, which no constant is named."""
        first, second = node.items[1:]
        for one, other in ((first, second), (second, first)):
            if isinstance(one, Word) and one.startswith("?") and isinstance(other, Word) and number(other) is not None:
                raise ModelError(
                    f"'{other.raw}' is read as a number, and the variable '{one.raw}' stands for an object",
                    span=other.span,
                    expected="an object or a variable",
                    hint=f"(:constants {other.raw}) makes '{other.raw}' an object that can be compared",
                    code="E204",
                )

    def _compare(self, node: SExpression, env: Environment) -> Formula:
        operands(node, 2)
        if any(isinstance(item, SExpression) and in_doubt(item.head) for item in node.items[1:]):
            return TRUE
        self.scope.uses.note(node, ":numeric-fluents")
        left, right = (self.expression(item, env) for item in node.items[1:])
        return Compare(node.head, left, right, node.span)

    def _check_type(self, item: Node, term: Term, parameter: Variable, declaration: str) -> None:
        hierarchy = self.scope.hierarchy
        if isinstance(term, Variable):
            types, fits = term.types, hierarchy.meet(term.types, parameter.types)
        else:
            types = self.scope.objects[term.name].types
            fits = hierarchy.within(types, parameter.types)
        if not fits:
            misspelled = hierarchy.misspelled_above(types, parameter.types)
            if misspelled is not None:
                raise hierarchy.undeclared(misspelled)
            raise wrong_type(item, types, parameter, declaration)

    def _not_an_atom(self, node: SExpression, head: Word) -> None:
        """Say what a form is whose head is no predicate, where that is known."""
        if head in EFFECT_WORDS:
            raise ParseError(
                f"'{head.raw}' makes an effect, and here stands a condition",
                span=head.span,
                expected="and, or, not, imply, forall, exists, =, a comparison, or a predicate",
                code="E205",
            )
        if head in TRAJECTORY_WORDS:
            raise unsupported_trajectory(node)
        if head in OTHER_WORDS:
            raise ParseError(
                f"'{head.raw}' is not a word of PDDL",
                span=head.span,
                expected="and, or, not, imply, forall, exists, =, a comparison, or a predicate",
                hint=f"did you mean {OTHER_WORDS[head]}?",
                code="E201",
            )
        if head in self.scope.functions:
            raise ModelError(
                f"'{head.raw}' is a numeric function, not a predicate",
                span=head.span,
                expected=f"a comparison, such as (>= {self.scope.functions[head]} 1)",
                code="E205",
            )


def operands(node: SExpression, count: int) -> Sequence[Node]:
    """Return the operands after the head of a form. Raises `ParseError` if there are not `count` of them."""
    given = node.items[1:]
    if len(given) != count:
        many = f"{count} operand" + ("s" if count != 1 else "")
        surplus = given[count].span if len(given) > count else node.span
        # `(not lit ?l)`: the brackets of the atom are missing.
        first = given[0] if node.head == "not" and len(given) > count else None
        is_bare = isinstance(first, Word) and not first.startswith("?")
        raise ParseError(
            f"'{node.head}' takes {many}, not {len(given)}",
            span=surplus,
            expected=SYNTAX.get(node.head),
            hint=f"brackets are missing: (not ({' '.join(each.raw for each in given)}))" if is_bare else None,
            code="E203",
        )
    return given


def wrong_arity(place: Span, declaration: Predicate | NumericFunction, given: int) -> ModelError:
    """The error for another number of arguments than the declaration has."""
    wanted = len(declaration.parameters)
    many = f"{wanted} argument" + ("s" if wanted != 1 else "")
    return ModelError(
        f"'{declaration.name}' takes {many}, not {given}", span=place, expected=str(declaration), code="E203"
    )


def wrong_type(item: Node, types: Sequence[str], parameter: Variable, declaration: str) -> ModelError:
    return ModelError(
        f"'{item.raw}' is of type {' and '.join(types)}, not {' or '.join(parameter.types)}",
        span=item.span,
        expected=f"a term of type {' or '.join(parameter.types)} for {parameter.name} of {declaration}",
        code="E210",
    )


def unsupported_trajectory(node: SExpression) -> RelgymError:
    return UnsupportedFeature(
        f"relgym does not support {TRAJECTORY_WORDS[node.head]}: '{node.head}'", span=node.span, expected=INSTEAD
    )


def warn_of_zero(divisor: Expression) -> None:
    """Warn if an expression that something is divided by is the number 0."""
    if isinstance(divisor, Number) and divisor.value == 0:
        hint = "a comparison that reads the quotient is false, and an action whose effect does is not applicable"
        warn("this divides by 0, and so has no value", divisor.span, hint=hint, code="W109")
