"""A program as Prolog clauses: what the swipl engine runs, and what people read and run by hand.

Nested bodies become control constructs in place: `\\+ (...)`, `\\+ \\+ (...)`, `( A -> true ; B -> true )`.
The rows of recursive symbols, and of every second one in a chain of others, are kept as facts: `derive`
computes them anew, pushing each new row through the rules that rest on it. Objects are integers in what
the engine runs, and atoms in readable text.

>>> from relgym.model.program import Role
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear, can = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 2)
>>> rule = Rule(Literal(can, (x, y)), (Literal(on, (x, y)), Without((Literal(clear, (y,)),)), Test("!=", x, y)))
>>> print(PrologWriter((), Names()).rule(rule))
can_lift(X, Y) :- holds_on(X, Y), \\+ holds_clear(Y), X \\== Y.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import isinf, isnan
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Body, Either, Goal, Literal, Program, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.state import State
from relgym.model.terms import Object, Term, Variable
from relgym.resources import kb
from relgym.translate.consequences import sizes_of, steps
from relgym.translate.dependencies import goals_in, is_numeric
from relgym.translate.order import Sizes

Named = Symbol | tuple[str, int]
"""What gets a predicate: a symbol, or a numeric function by name and arity."""

# No predicate of SWI-Prolog begins with any of these, so none of ours is in its way.
PREFIXES = {
    Role.FLUENT: "holds_",
    Role.STATIC: "holds_",
    Role.DERIVED: "holds_",
    Role.TYPE: "type_",
    Role.APPLICABLE: "can_",
    Role.CONDITION: "when_",
    Role.GOAL: "reached_",
    Role.AUX: "aux_",
    Role.QUERY: "query_",
}


_FIRST = 2
_SURROGATES = range(0xD800, 0xE000)


def code_of(number: int) -> int:
    """The integer that stands for an object in what the engine runs: a character code, for answers travel as text.

    Codes 0 and 1 and those of halves of surrogate pairs are left out.

    >>> code_of(0), code_of(0xD7FD), code_of(0xD7FE)
    (2, 55295, 57344)
    """
    code = number + _FIRST
    return code if code < _SURROGATES.start else code + len(_SURROGATES)


def number_of(code: int) -> int:
    """The number of the object that an integer stands for."""
    return code - _FIRST if code < _SURROGATES.start else code - _FIRST - len(_SURROGATES)


def quoted(name: str) -> str:
    """A name as an atom of Prolog.

    >>> print(quoted("a_1"), quoted("1st"), quoted("it's"))
    a_1 '1st' 'it\\'s'
    """
    if re.fullmatch("[a-z][a-zA-Z0-9_]*", name):
        return name
    return "'" + "".join(_escaped(character) for character in name) + "'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return "\\" + character
    return character if character.isprintable() else f"\\x{ord(character):x}\\"


def number_text(value: Value) -> str:
    """A number as Prolog reads it back.

    >>> number_text(-3), number_text(Fraction(1, 3)), number_text(1e22), number_text(float("inf"))
    ('-3', '1r3', '1.0e+22', '1.0Inf')
    """
    match value:
        case int():
            return str(value)
        case Fraction():
            return f"{value.numerator}r{value.denominator}"
        case float() if isnan(value):
            return "1.5NaN"
        case float() if isinf(value):
            return "1.0Inf" if value > 0 else "-1.0Inf"
        case float():
            digits, e, power = repr(value).partition("e")
            return (digits if "." in digits else digits + ".0") + e + power
        case _:
            assert_never(value)


class Names:
    """Gives every symbol and numeric function a predicate of its own; the first comer gets the plain name."""

    def __init__(self) -> None:
        self._predicates: dict[Named, str] = {}
        self._used: set[tuple[str, int]] = set()

    def predicate(self, thing: Named) -> str:
        """The predicate's name without quotes."""
        found = self._predicates.get(thing)
        if found is None:
            stem, arity = _stem(thing), columns_of(thing)
            found, number = stem, 2
            while (found, arity) in self._used:
                found, number = f"{stem}_{number}", number + 1
            self._used.add((found, arity))
            self._predicates[thing] = found
        return found


def _stem(thing: Named) -> str:
    if not isinstance(thing, Symbol):
        return f"value_{thing[0]}"
    numbered = thing.role in (Role.CONDITION, Role.AUX, Role.QUERY)
    return PREFIXES[thing.role] + thing.name + (f"_{thing.index + 1}" if numbered else "")


def columns_of(thing: Named) -> int:
    """The arity of a thing's predicate; that of a function has its value as its last argument."""
    return thing.arity if isinstance(thing, Symbol) else thing[1] + 1


class PrologWriter:
    """Writes rules and facts as clauses; objects get their names if it is `readable`, otherwise integers."""

    def __init__(self, objects: Sequence[Object], names: Names, readable: bool = False) -> None:
        self.names = names
        self._texts = [quoted(item.name) if readable else str(code_of(n)) for n, item in enumerate(objects)]
        self._numbers = {item.name: number for number, item in enumerate(objects)}

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        name = quoted(prefix + self.names.predicate(thing))
        return f"{name}({', '.join(arguments)})" if arguments else name

    def indicator(self, thing: Named) -> str:
        return f"{quoted(self.names.predicate(thing))}/{columns_of(thing)}"

    def fact(self, symbol: Symbol, row: Row) -> str:
        return self.atom(symbol, [self._texts[number] for number in row]) + "."

    def value(self, name: str, row: Row, value: Value) -> str:
        return self.atom((name, len(row)), [*(self._texts[number] for number in row), number_text(value)]) + "."

    def rule(self, rule: Rule) -> str:
        """The clause of a rule that is run as it stands."""
        clause = _Clause(self)
        head = clause.literal(rule.head)
        if not rule.body:
            return f"{head}."
        return f"{head} :- {clause.body(rule.body)}."

    def inline(self, rule: Rule, arguments: Sequence[str], taken: Collection[str] = ()) -> str:
        """The body of a rule where its head has these variables; no other is called as one in `taken`."""
        clause = _Clause(self, taken={*arguments, *taken})
        head = (term for term in rule.head.terms if isinstance(term, Variable))
        clause.variables.update(zip(head, arguments, strict=True))
        return clause.body(rule.body)

    def stratum(self, number: int, symbols: Sequence[Symbol], rules: Sequence[Rule], sizes: Sizes) -> Iterator[str]:
        """The clauses that compute the rows of a stratum that is kept: `derive_NUMBER` does it.

        `add_P` adds a row that is new and succeeds once for each row that follows at the end of a chain:
        callers backtrack into it until it fails.
        """
        derive = f"derive_{number}"
        for symbol in symbols:
            yield f"{derive} :- retractall({self.atom(symbol, ['_'] * symbol.arity)}), fail."
        for rule in rules:
            if not any(isinstance(goal, Literal) and goal.symbol in symbols for goal in rule.body):
                clause = _Clause(self)
                added = clause.literal(rule.head, "add_")
                yield f"{derive} :- {clause.body(rule.body)}, {added}, fail."
        yield f"{derive}."
        pushes: dict[Symbol, list[str]] = {symbol: [] for symbol in symbols}
        for rule in rules:
            for step in steps(rule, symbols, sizes):
                clause = _Clause(self)
                found = clause.literal(step.found, "after_")
                goals = [clause.body(step.rest)] if step.rest else []
                pushes[step.found.symbol].append(
                    f"{found} :- {', '.join([*goals, clause.literal(step.head, 'add_')])}."
                )
        for symbol, clauses in pushes.items():
            columns = [f"X{column}" for column in range(symbol.arity)]
            fact, add, after = (self.atom(symbol, columns, prefix) for prefix in ("", "add_", "after_"))
            yield f"{add} :- \\+ {fact}, assertz({fact}), {after}."
            yield from clauses or [f"{after} :- fail."]

    def term(self, term: Term, variables: dict[Variable, str]) -> str:
        return variables[term] if isinstance(term, Variable) else self._texts[self._numbers[term.name]]


class _Clause:
    """One clause on its way to text: which variable is called what."""

    def __init__(self, writer: PrologWriter, taken: Collection[str] = ()) -> None:
        self.variables: dict[Variable, str] = {}
        self._writer = writer
        self._used = set(taken)

    def literal(self, literal: Literal, prefix: str = "") -> str:
        return self._writer.atom(literal.symbol, [self._term(term) for term in literal.terms], prefix)

    def body(self, body: Body) -> str:
        return ", ".join(self._goal(goal) for goal in body) or "true"

    def _goal(self, goal: Goal) -> str:
        match goal:
            case Literal():
                return self.literal(goal)
            case Test() if is_numeric(goal):
                return self._comparison(goal)
            case Test(operator, left, right):
                return f"{self._side(left)} {'==' if operator == '=' else _DIFFERENT} {self._side(right)}"
            case Without((Literal() as literal,)):
                return f"\\+ {self.literal(literal)}"
            case Without(body):
                return f"\\+ ({self.body(body)})"
            case Some(body):
                return f"\\+ \\+ ({self.body(body)})"
            case Either(()):
                return "fail"
            case Either(bodies):
                return "( " + " ; ".join(f"{self.body(body)} -> true" for body in bodies) + " )"
            case _:
                assert_never(goal)

    def _comparison(self, test: Test) -> str:
        goals: list[str] = []
        left, right = self._number(test.left, goals), self._number(test.right, goals)
        return ", ".join([*goals, f"{left} {_COMPARISONS[test.operator]} {right}"])

    def _number(self, side: Term | Expression, goals: list[str]) -> str:
        """An arithmetic term; `goals` are to come first, and fail where it is undefined."""
        match side:
            case Number(value):
                return number_text(value) if value >= 0 else f"({number_text(value)})"
            case FluentValue(function, terms):
                found = self._fresh("N")
                arguments = [*(self._term(term) for term in terms), found]
                goals.append(self._writer.atom((function, len(terms)), arguments))
                return found
            case Arithmetic("-", (operand,)):
                return f"(- {self._number(operand, goals)})"
            case Arithmetic("/", operands):
                quotient = self._number(operands[0], goals)
                for operand in operands[1:]:
                    divisor, dividend, quotient = self._number(operand, goals), quotient, self._fresh("N")
                    goals.append(f"divide({dividend}, {divisor}, {quotient})")
                return quotient
            case Arithmetic(operator, operands):
                return f"({f' {operator} '.join(self._number(operand, goals) for operand in operands)})"
            case Variable() | Object():
                raise AssertionError(f"not a number: {side}")
            case _:
                assert_never(side)

    def _side(self, side: Term | Expression) -> str:
        assert isinstance(side, Variable | Object)
        return self._term(side)

    def _term(self, term: Term) -> str:
        if isinstance(term, Variable) and term not in self.variables:
            letters = re.sub("[^0-9a-zA-Z]+", "_", term.name.partition("#")[0].lstrip("?")).strip("_")
            stem = letters[:1].upper() + letters[1:]
            self.variables[term] = self._fresh(stem if stem[:1].isalpha() else f"V{stem}")
        return self._writer.term(term, self.variables)

    def _fresh(self, stem: str) -> str:
        name, number = stem, 2
        while name in self._used:
            name, number = f"{stem}_{number}", number + 1
        self._used.add(name)
        return name


_DIFFERENT = "\\=="
_COMPARISONS = {"=": "=:=", "<": "<", "<=": "=<", ">": ">", ">=": ">="}


class ProgramText:
    """The clauses of a program, in the parts of which a text or an engine is made."""

    def __init__(self, program: Program, writer: PrologWriter) -> None:
        self.program = program
        self.writer = writer
        self._defined = {rule.head.symbol for rule in program.rules}
        self.layers = self._kept_layers()
        self.kept = frozenset(symbol for layer in self.layers for symbol in layer)

    def _kept_layers(self) -> list[tuple[Symbol, ...]]:
        """The strata whose rows are kept: recursive ones, and those that rest on one that is not kept.

        A symbol that is not kept is worked out wherever it is asked for; if it rested on others like it,
        the work would multiply with each of them.
        """
        layers: list[tuple[Symbol, ...]] = []
        plain: set[Symbol] = set()
        for layer in self.program.strata:
            rules = [rule for rule in self.program.rules if rule.head.symbol in layer]
            below = {g.symbol for rule in rules for g in goals_in(rule.body) if isinstance(g, Literal)}
            if layer[0].role not in (Role.DERIVED, Role.AUX):
                continue
            if self.program.recursive.intersection(layer) or plain & below:
                layers.append(layer)
            else:
                plain.update(layer)
        return layers

    def dynamic(self) -> list[Named]:
        """What has facts instead of clauses: all that may change, and all that rules use but nothing defines."""
        used = {goal for rule in self.program.rules for goal in goals_in(rule.body)}
        literals = (goal.symbol for goal in used if isinstance(goal, Literal))
        fluents = (found for goal in used if isinstance(goal, Test) for found in fluent_values(goal))
        functions = [*self.program.functions, *((name, len(row)) for name, row in self.program.constants)]
        return sorted(
            {
                *self.program.fluents,
                *self.program.facts,
                *functions,
                *self.kept,
                *(symbol for symbol in literals if symbol not in self._defined),
                *((fluent.function, len(fluent.terms)) for fluent in fluents),
            },
            key=lambda thing: (self.writer.names.predicate(thing), columns_of(thing)),
        )

    def declarations(self) -> list[str]:
        return [f":- dynamic {self.writer.indicator(thing)}." for thing in self.dynamic()]

    def arithmetic(self) -> list[str]:
        """The hand-written rules that clauses with a quotient rest on."""
        return kb("prolog", "arithmetic.pl").read_text(encoding="utf-8").splitlines()

    def rules(self) -> list[str]:
        """A clause for each rule of a symbol that is not kept, those of one symbol together."""
        plain = [rule for rule in self.program.rules if rule.head.symbol not in self.kept]
        order = {symbol: place for place, symbol in enumerate(dict.fromkeys(rule.head.symbol for rule in plain))}
        return [self.writer.rule(rule) for rule in sorted(plain, key=lambda rule: order[rule.head.symbol])]

    def strata(self) -> list[str]:
        """The clauses that compute the symbols that are kept; `derive_0`, `derive_1`, ... do it, in this order."""
        sizes = sizes_of(self.program)
        found: list[str] = []
        for number, layer in enumerate(self.layers):
            rules = [rule for rule in self.program.rules if rule.head.symbol in layer]
            found.extend(self.writer.stratum(number, layer, rules, sizes))
        return found


def fluent_values(test: Test) -> Iterator[FluentValue]:
    """The numeric fluents that a test reads."""
    todo: list[Term | Expression] = [test.left, test.right]
    while todo:
        match todo.pop():
            case FluentValue() as found:
                yield found
            case Arithmetic(_, operands):
                todo.extend(operands)
            case Number() | Variable() | Object():
                continue
            case other:
                assert_never(other)


HEADER = """\
% {title}
%
% Run it with `swipl FILE`, and ask, for example:
{questions}
% Objects are written as {objects}. Another state: change the facts under "state" (assertz, retract), then
% call `derive`, which computes the derived facts anew."""


def translate_prolog(program: Program, state: State | None = None, readable: bool = False) -> str:
    """A complete program that swipl runs as it stands, the facts of `state` included (none without one).

    `readable` gives objects their own names; without it they are the integers by which the engine knows them.
    """
    writer = PrologWriter(program.objects, Names(), readable)
    text = ProgramText(program, writer)
    derive = ", ".join(f"derive_{number}" for number in range(len(text.layers))) or "true"
    blocks = [
        _block("what changes, and what may have no facts", text.declarations()),
        _block("numbers", text.arithmetic()),
        _block("rules", text.rules()),
        _block("derived facts", [*text.strata(), f"derive :- {derive}."]),
        _block("objects and types", _facts(writer, program, Role.TYPE)),
        _block("what never changes", [*_facts(writer, program, Role.STATIC), *_constants(writer, program)]),
        _block("state", _state(writer, program, state)),
        ":- derive.",
    ]
    return "\n\n".join([_header(writer, program, state, readable), *filter(None, blocks)]) + "\n"


def _block(title: str, lines: list[str]) -> str:
    return "\n".join([f"% --- {title} ---", *lines]) if lines else ""


def _header(writer: PrologWriter, program: Program, state: State | None, readable: bool) -> str:
    asked = [rule.head for rule in program.rules if rule.head.symbol.role in (Role.APPLICABLE, Role.DERIVED, Role.GOAL)]
    heads = dict.fromkeys(asked)
    questions = [f"%   ?- {_Clause(writer).literal(head)}." for head in list(heads)[:3] + list(heads)[3:][-1:]]
    text = HEADER.format(
        title="A task of relgym" + (" in one of its states" if state is not None else ", without a state"),
        questions="\n".join(questions or ["%   ?- listing."]),
        objects="their names" if readable else "integers, the first of them as 2",
    )
    lines = [":- encoding(utf8).", ":- style_check(-singleton).", ":- style_check(-discontiguous)."]
    return "\n".join([text, "", *lines])


def _facts(writer: PrologWriter, program: Program, role: Role) -> list[str]:
    return [
        writer.fact(symbol, row)
        for symbol, rows in program.facts.items()
        if symbol.role is role
        for row in sorted(rows)
    ]


def _constants(writer: PrologWriter, program: Program) -> list[str]:
    return [writer.value(name, row, value) for (name, row), value in sorted(program.constants.items(), key=_key)]


def _key(item: tuple[tuple[str, Row], Value]) -> tuple[str, Row]:
    return item[0]


def _state(writer: PrologWriter, program: Program, state: State | None) -> list[str]:
    if state is None:
        return []
    symbols = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
    atoms = sorted(state.own_atoms())
    return [
        *(writer.fact(symbols[name, len(row)], row) for name, row in atoms),
        *(writer.value(name, row, value) for (name, row), value in sorted(state.own_values(), key=_key)),
    ]
