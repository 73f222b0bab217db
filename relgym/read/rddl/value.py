"""Values of RDDL: from a syntax tree to a model, names told apart by what is declared.

A name without arguments may be a fluent, an object of the instance, or an enumerated value without its `@`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import isfinite

from lark import Token

from relgym.errors import ModelError, ParseError, RelgymError, did_you_mean
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import Declaration, Kind
from relgym.model.rddl.expressions import Value
from relgym.model.span import Source, Span
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import DISTRIBUTIONS, FUNCTIONS, MATRICES
from relgym.read.rddl.syntax.parser import Node, error_at, span_of, token_of, tree_of
from relgym.read.rddl.words import MOST_LISTED, a, counted, signature
from relgym.read.reporting import report, warn
from relgym.tuning.read import WHOLE_NUMBER_DIGITS_LIMIT

Scope = Mapping[str, Variable]
"""The variables that a value may speak of, by their names."""


@dataclass(frozen=True, slots=True)
class ExpressionNames:
    """The names that expressions of a domain may use: its fluents, its enumerated values (with `@`) and its types.

    `objects` is True if there are types of objects, whose items the instance names.
    """

    fluents: Mapping[str, Declaration]
    enumerated: Collection[str]
    types: Collection[str]
    objects: bool = True


class ValueReader:
    """Reads the values of one file; raises `ModelError` for names that mean nothing."""

    def __init__(self, source: Source, names: ExpressionNames) -> None:
        self._source = source
        self._names = names

    def read(self, node: Node, scope: Scope) -> Value:
        """The value of a tree whose free variables are those in scope."""
        try:
            return self._read(node, scope)
        except RelgymError as error:
            report(error)
            return rddl.Constant(1, span_of(self._source, node))

    def _read(self, node: Node, scope: Scope) -> Value:
        span, first = span_of(self._source, node), node.children[0]
        match node.data:
            case "number":
                return rddl.Constant(number_of(str(first), span), span)
            case "truth":
                return rddl.Constant(first == "true", span)
            case "variable":
                return self._variable(token_of(first), scope)
            case "enumerated":
                return self.item(token_of(first))
            case kind:
                return _COMPOUND[kind](self, node, scope)

    def _operation(self, node: Node, scope: Scope) -> Value:
        operands = tuple(self.read(part, scope) for part in node.children if not isinstance(part, Token))
        [operator] = [part for part in node.children if isinstance(part, Token)]
        span = span_of(self._source, node)
        if operator == "/":
            _warn_of_zero(operands[-1], span)
        return rddl.Operation("^" if operator == "&" else str(operator), operands, span)

    def _aggregate(self, node: Node, scope: Scope) -> Value:
        word, *typed, body = node.children
        variables, inner = self._variables(typed, scope)
        value = self.read(tree_of(body), inner)
        return rddl.Aggregate(str(word).rstrip("_"), variables, value, span_of(self._source, node))

    def _conditional(self, node: Node, scope: Scope) -> Value:
        condition, then, otherwise = (self.read(tree_of(part), scope) for part in node.children)
        return rddl.If(condition, then, otherwise, span_of(self._source, node))

    def _of_arrays(self, node: Node, scope: Scope) -> Value:
        """A vector that is drawn, or the values of an external function, at an index."""
        name, places, *arrays = node.children
        index = tuple(self._index(part, scope) for part in tree_of(places).children)
        slots = tuple(self._slot(tree_of(part), scope) for part in arrays if part is not None)
        kind = rddl.DrawVector if node.data == "vector" else rddl.External
        return kind(str(name), index, slots, span_of(self._source, node))

    def item(self, token: Token) -> Object:
        """The object or enumerated value of a name, with or without `@`; read, enumerated values alone have it."""
        name = token.removeprefix("@")
        if f"@{name}" in self._names.enumerated:
            return Object(f"@{name}", span_of(self._source, token))
        if not self._names.objects:
            # Nothing that an instance says can give it a meaning.
            if token.startswith("@"):
                raise self._unknown(token, "enumerated value", self._names.enumerated)
            known = [*self._names.fluents, *(value.removeprefix("@") for value in self._names.enumerated)]
            raise self._unknown(token, "fluent or enumerated value", known)
        return Object(name, span_of(self._source, token))

    def variables(self, tokens: list[Token], types: tuple[str, ...]) -> tuple[Variable, ...]:
        """The parameters of a cpf, which have the types of its fluent's declaration."""
        named = zip(tokens, types, strict=True)
        return tuple(Variable(str(token), (name,), span_of(self._source, token)) for token, name in named)

    def _variable(self, token: Token, scope: Scope) -> Variable:
        declared = scope.get(str(token))
        if declared is None:
            if scope:
                raise self._unknown(token, "variable", scope)
            raise error_at(
                self._source,
                token,
                f"there is no variable '{token}'",
                "a variable of a cpf, a quantifier or an aggregate around this place",
                "E201",
            )
        return Variable(declared.name, declared.types, span_of(self._source, token))

    def _named(self, node: Node, scope: Scope) -> Value:
        token, arguments = token_of(node.children[0]), node.children[1]
        span = span_of(self._source, node)
        name, primed = token.removesuffix("'"), token.endswith("'")
        declared = self._names.fluents.get(name)
        if declared is not None:
            if primed and declared.kind is not Kind.STATE:
                raise error_at(
                    self._source,
                    token,
                    f"'{name}' is {a(declared.kind.value)}; only state-fluents have a next value",
                    f"'{name}' without the prime",
                    "E205",
                )
            return rddl.Fluent(name, self._arguments(arguments, scope), primed, span)
        if arguments is None and not primed:
            return self.item(token)
        if name in DISTRIBUTIONS and not primed:
            drawn = self._arguments(arguments, scope)
            return rddl.Draw(name, self._counted(name, drawn, DISTRIBUTIONS[name], "()", node), span)
        if name in FUNCTIONS and not primed:
            raise error_at(
                self._source,
                token,
                f"the arguments of the function '{name}' stand in square brackets",
                signature(name, FUNCTIONS[name].arguments.split(), "[]"),
                "E203",
            )
        if primed:
            raise self._unknown(token, "fluent", self._names.fluents)
        unknown = self._unknown(token, "fluent", self._names.fluents)
        hint = unknown.hint or did_you_mean(token, DISTRIBUTIONS)
        raise ModelError(
            f"there is no fluent or distribution '{token}'",
            span=unknown.span,
            expected=unknown.expected,
            hint=hint,
            code="E201",
        )

    def _arguments(self, node: object, scope: Scope) -> tuple[Value, ...]:
        if node is None:
            return ()
        return tuple(self.read(tree_of(part), scope) for part in tree_of(node).children if part is not None)

    def _counted(
        self, name: str, arguments: tuple[Value, ...], names: str, brackets: str, node: Node
    ) -> tuple[Value, ...]:
        """The arguments, if they are as many as are named."""
        wanted = names.split()
        if len(arguments) != len(wanted):
            raise error_at(
                self._source,
                node,
                f"'{name}' takes {counted(len(wanted), 'argument')}, not {len(arguments)}",
                signature(name, wanted, brackets),
                "E203",
            )
        return arguments

    def _call(self, node: Node, scope: Scope) -> Value:
        token, *parts = node.children
        name = str(token)
        if name not in FUNCTIONS:
            raise self._no_function(token_of(token))
        arguments = tuple(self.read(tree_of(part), scope) for part in parts)
        wanted, span = FUNCTIONS[name].arguments, span_of(self._source, node)
        counted = self._counted(name, arguments, wanted, "[]", node)
        if name in ("div", "mod", "fmod"):
            _warn_of_zero(counted[-1], span)
        return rddl.Call(name, counted, span)

    def _no_function(self, token: Token) -> ModelError:
        declared = self._names.fluents.get(token.removesuffix("'"))
        if declared is None and token not in DISTRIBUTIONS:
            return self._unknown(token, "function", FUNCTIONS)
        what = "distribution" if declared is None else "fluent"
        wanted = DISTRIBUTIONS[token].split() if declared is None else declared.parameters
        return error_at(
            self._source,
            token,
            f"the arguments of the {what} '{token}' stand in round brackets",
            signature(token, wanted),
            "E203",
        )

    def _matrix(self, node: Node, scope: Scope) -> Value:
        name, row_word, row, column_word, column, body = node.children
        if name not in MATRICES:
            raise self._unknown(token_of(name), "function of a matrix", sorted(MATRICES))
        if (row_word, column_word) != ("row", "col"):
            raise error_at(
                self._source,
                node,
                f"'{name}' wants the variables of the matrix's rows and columns",
                f"{name}[row=?i, col=?j][...]",
            )
        axes = self._variable(token_of(row), scope), self._variable(token_of(column), scope)
        return rddl.Matrix(str(name), *axes, self.read(tree_of(body), scope), span_of(self._source, node))

    def _variables(self, nodes: list[Token | Node], scope: Scope) -> tuple[tuple[Variable, ...], dict[str, Variable]]:
        """The variables that are declared here, and the scope with them in it."""
        variables: dict[str, Variable] = {}
        for node in nodes:
            token, of = map(token_of, tree_of(node).children)
            if of not in self._names.types:
                raise self._unknown(of, "type", self._names.types)
            if token in variables:
                raise error_at(self._source, token, f"the variable '{token}' is declared twice", "another name", "E202")
            variables[str(token)] = Variable(str(token), (str(of),), span_of(self._source, token))
        return tuple(variables.values()), {**scope, **variables}

    def _choice(self, node: Node, scope: Scope) -> Value:
        word, *typed, body = node.children
        variables, inner = self._variables(typed, scope)
        if len(variables) != 1:
            raise error_at(
                self._source,
                node,
                f"'{word}' draws one item, and has {len(variables)} variables",
                f"{word}{{?x : type}}",
                "E203",
            )
        drawn = self.read(tree_of(body), inner)
        return rddl.DrawAny(variables[0], drawn, not token_of(word).startswith("Unnorm"), span_of(self._source, node))

    def _discrete(self, node: Node, scope: Scope) -> Value:
        word, of, *outcomes = node.children
        if of not in self._names.types:
            raise self._unknown(token_of(of), "type", self._names.types)
        weights: dict[Object, Value | None] = {}
        for outcome in outcomes:
            token, weight = tree_of(outcome).children
            item = self.item(token_of(token))
            if item in weights:
                raise ModelError(
                    f"'{item}' has two probabilities", span=item.span, expected="each value once", code="E202"
                )
            weights[item] = None if isinstance(weight, Token) else self.read(tree_of(weight), scope)
        return rddl.DrawItem(
            str(of), tuple(weights.items()), not token_of(word).startswith("Unnorm"), span_of(self._source, node)
        )

    def _switch(self, node: Node, scope: Scope) -> Value:
        subject, *branches = node.children
        cases: list[tuple[Value, Value]] = []
        default: Value | None = None
        for branch in map(tree_of, branches):
            span = span_of(self._source, branch)
            word, *parts = branch.children
            values = [self.read(tree_of(part), scope) for part in parts]
            if word == "default":
                if default is not None:
                    raise ModelError("this switch has two defaults", span=span, expected="one", code="E202")
                [default] = values
            else:
                label, value = values
                if any(label == other for other, _ in cases):
                    raise ModelError(
                        f"the case '{label}' stands here twice",
                        span=label.span,
                        expected="each value once",
                        code="E202",
                    )
                cases.append((label, value))
        return rddl.Switch(self.read(tree_of(subject), scope), tuple(cases), default, span_of(self._source, node))

    def _slot(self, node: Node, scope: Scope) -> rddl.Slot:
        token, index = node.children
        if token not in self._names.fluents:
            raise self._unknown(token_of(token), "fluent", self._names.fluents)
        parts = () if index is None else tuple(self._index(part, scope) for part in tree_of(index).children)
        return rddl.Slot(str(token), parts, span_of(self._source, node))

    def _index(self, part: object, scope: Scope) -> Variable | Object | None:
        token = token_of(part)
        match token.type:
            case "BLANK":
                return None
            case "VAR":
                return self._variable(token, scope)
            case _:
                return self.item(token)

    def _unknown(self, token: Token, what: str, known: Collection[str]) -> ModelError:
        hint = did_you_mean(token.removesuffix("'"), known)
        # Names of the language itself may be unknown to a reader, so all are listed.
        listed = hint is None and (0 < len(known) <= MOST_LISTED or known is FUNCTIONS)
        return error_at(
            self._source,
            token,
            f"there is no {what} '{token}'",
            f"one of {' '.join(known)}" if listed else None,
            "E201",
            hint=hint,
        )


_COMPOUND: Mapping[str, Callable[[ValueReader, Node, Scope], Value]] = {
    "named": ValueReader._named,
    "prefix": ValueReader._operation,
    "binary": ValueReader._operation,
    "call": ValueReader._call,
    "aggregate": ValueReader._aggregate,
    "matrix": ValueReader._matrix,
    "conditional": ValueReader._conditional,
    "switch": ValueReader._switch,
    "choice": ValueReader._choice,
    "discrete": ValueReader._discrete,
    "vector": ValueReader._of_arrays,
    "external": ValueReader._of_arrays,
}
"""The reader of each kind of node that has values in it."""


def _warn_of_zero(divisor: Value, span: Span | None) -> None:
    """Warn if an expression that something is divided by is the number 0."""
    if isinstance(divisor, rddl.Constant) and divisor.value == 0:
        hint = "to compute it is an error: a condition around it must keep it from being computed"
        warn("this divides by 0, and so has no value", span, hint=hint, code="W109")


def number_of(text: str, span: Span | None) -> int | float:
    """The number that a text of digits stands for: whole if it looks so; raises `ParseError` if it is too large."""
    if text.isdecimal() and len(text) <= WHOLE_NUMBER_DIGITS_LIMIT:
        return int(text)
    if isfinite(float(text)):
        return float(text)
    raise ParseError("this number is too large", span=span, expected="at most 1.7e308")
