"""A logic program: what every engine runs. It is stratified, typed and safe.

Its meaning is its perfect model, in a closed world: an atom that no rule derives and no fact states is false.

A rule is `head :- body`. Its body is a conjunction, in the order of evaluation, of

- `Literal`: a positive atom; it binds the variables that are not bound yet;
- `Test`: `=`/`!=` of terms, or a comparison of numeric expressions; all its variables are bound by then;
- `Without(body)`: negation as failure; its outer variables are bound, its own are local to it;
- `Some(body)`: the body holds, in any number of ways; variables as in `Without`;
- `Either(bodies)`: one of the bodies holds; variables as in `Without`.

Head terms are distinct variables. The caller binds the first `Rule.bound` of them.
A symbol that is defined by recursion through itself occurs only as a plain `Literal` in the bodies
of its stratum, never inside `Without`, `Some` or `Either` (`translate/program/rules.py` sees to it).

Objects are known by their number (position in `Program.objects`); facts are tuples of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter

from relgym.model.effects import EffectTree, NumericEffect
from relgym.model.numeric import Expression, Value, expression_variables
from relgym.model.span import Span
from relgym.model.terms import Object, Term, Variable

Row = tuple[int, ...]
"""The arguments of a ground atom, or an answer: object numbers."""


class Role(StrEnum):
    """The role of a symbol. Symbols of different roles never collide, whatever their names.

    It is a text, since to take the value of another enumeration is a call of Python.
    """

    FLUENT = "fluent"
    STATIC = "static"
    TYPE = "type"
    DERIVED = "derived"
    APPLICABLE = "applicable"
    CONDITION = "condition"
    GOAL = "goal"
    AUX = "aux"
    QUERY = "query"


STATIC_ROLES = (Role.STATIC, Role.TYPE)
"""The roles of symbols whose rows never change."""

EXTENSIONAL_ROLES = (Role.FLUENT, *STATIC_ROLES)
"""The roles of symbols whose rows depend on nothing else: they are always known."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A predicate of the program. `index` tells conditions of one action, and auxiliaries, apart."""

    role: Role
    name: str
    arity: int
    index: int = 0

    def __hash__(self) -> int:
        # Symbols are looked up all the time; the role is left out, for enumerations take long to hash.
        return hash(self.name) + self.index

    def __str__(self) -> str:
        tail = f"#{self.index}" if self.role in (Role.CONDITION, Role.AUX, Role.QUERY) else ""
        return f"{self.role}:{self.name}{tail}/{self.arity}"


# Whoever orders or writes a body asks again and again for the `variables` of its goals, those local to nested bodies
# included; so each goal has them.


@dataclass(frozen=True, slots=True)
class Literal:
    """A symbol with terms: an atom of the logic program, as heads and bodies have it."""

    symbol: Symbol
    terms: tuple[Term, ...] = ()
    variables: frozenset[Variable] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", frozenset([term for term in self.terms if isinstance(term, Variable)]))


@dataclass(frozen=True, slots=True)
class Test:
    """`left operator right`: terms with `=` or `!=`, or numeric expressions with `= < <= > >=`.

    A numeric test is false if a side is undefined (a fluent without value, a division by zero).
    """

    operator: str
    left: Term | Expression
    right: Term | Expression
    variables: frozenset[Variable] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", frozenset([*_side(self.left), *_side(self.right)]))

    @property
    def sides(self) -> tuple[Expression, ...]:
        """The two numeric expressions that it compares; none if it compares terms."""
        if isinstance(self.left, Term) or isinstance(self.right, Term):
            return ()
        return self.left, self.right


def _side(side: Term | Expression) -> tuple[Variable, ...]:
    """The variables of a side of a test."""
    if isinstance(side, Variable):
        return (side,)
    return () if isinstance(side, Object) else expression_variables(side)


@dataclass(frozen=True, slots=True)
class Without:
    """A goal that holds where its body has no solution: negation as failure."""

    body: Body
    variables: frozenset[Variable] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", all_variables(self.body))


@dataclass(frozen=True, slots=True)
class Some:
    """A goal that holds once where its body has a solution, however many it has."""

    body: Body
    variables: frozenset[Variable] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", all_variables(self.body))


@dataclass(frozen=True, slots=True)
class Either:
    """A goal that holds where one of its bodies does."""

    bodies: tuple[Body, ...]
    variables: frozenset[Variable] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", frozenset().union(*map(all_variables, self.bodies)))


Goal = Literal | Test | Without | Some | Either
Body = tuple[Goal, ...]


def all_variables(body: Iterable[Goal]) -> frozenset[Variable]:
    """The variables of all goals of a body."""
    return frozenset().union(*[goal.variables for goal in body])


def variables_of(goal: Goal | Body) -> frozenset[Variable]:
    """All variables in a goal or body, those local to nested bodies included."""
    return all_variables(goal) if isinstance(goal, tuple) else goal.variables


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body`, the first `bound` head variables being bound when it is asked."""

    head: Literal
    body: Body
    bound: int = 0
    span: Span | None = field(default=None, compare=False, repr=False)


LiftedEffect = EffectTree[Symbol, Literal, NumericEffect]
"""An effect over the variables of a rule: conditions are symbols of the program."""

LiftedOutcomes = tuple[tuple[Fraction, LiftedEffect], ...]
"""The outcomes of a probabilistic effect, with their probabilities."""


@dataclass(frozen=True, slots=True)
class Production:
    """A rule, and what it changes when one of its rows is taken.

    Attributes:
        rule: The rule; its rows are the valid actions.
        effect: The changed atoms; conditional effects stand side by side, and none is inside another one. None if the
            engine cannot know them.
        conditions: The symbols of the effect conditions, to be asked with the row as their leading columns.
        counts: True if the updates of numeric fluents need the numbers of the state; the engine does not compute them.
        may_add: The symbols whose atoms may be added by conditional or random effects, or by unknown changes.
    """

    rule: Rule
    effect: LiftedEffect | None
    conditions: tuple[Symbol, ...] = ()
    counts: bool = False
    may_add: frozenset[Symbol] = frozenset()

    @property
    def known_effect(self) -> LiftedEffect:
        """The effect of a production whose effect is known."""
        assert self.effect is not None
        return self.effect

    @property
    def is_random(self) -> bool:
        """True if the known effects need random draws."""
        return self.effect is not None and not self.effect.is_certain

    @property
    def varies(self) -> bool:
        """True if some of the known effects are conditional or random."""
        return self.effect is not None and bool(self.effect.conditional or self.effect.probabilistic)

    @property
    def touched(self) -> tuple[Literal, ...]:
        """The atoms that may be deleted or added, as far as effects are known."""
        parts = () if self.effect is None else self.effect.parts()
        return tuple(literal for _, part in parts for literal in (*part.deletes, *part.adds))


@dataclass(frozen=True, slots=True)
class Program:
    """All that an engine must know of a task.

    - `objects`: their position is their number;
    - `fluents`: the predicates that a state's atoms are of;
    - `facts`: the rows of every static and type symbol;
    - `functions`: name and arity of the numeric functions that a state has values of;
    - `constants`: the values of all other functions, by name and row;
    - `rules`: in the order of their strata;
    - `strata`: every rule-defined symbol, lowest stratum first; a stratum is one strongly
      connected component, and `recursive` holds the symbols that depend on themselves.
    """

    objects: tuple[Object, ...]
    fluents: tuple[Symbol, ...]
    facts: Mapping[Symbol, frozenset[Row]]
    functions: tuple[tuple[str, int], ...]
    constants: Mapping[tuple[str, Row], Value]
    rules: tuple[Rule, ...]
    strata: tuple[tuple[Symbol, ...], ...]
    recursive: frozenset[Symbol]


@lru_cache(1000)
def type_symbol(types: tuple[str, ...]) -> Symbol:
    """The symbol of a type, or of a union of types (`either`); its rows are in `Program.facts`."""
    return Symbol(Role.TYPE, " ".join(sorted(set(types))), 1)


def type_guard(variable: Variable) -> Literal:
    """The literal that says that a variable is in its range."""
    return Literal(type_symbol(variable.types), (variable,))


RowBinder = Callable[[Row], Row]
"""Makes the row of an atom or a fluent from a row of the variables around it."""


def row_binder(terms: Sequence[Term], variables: Sequence[Variable], numbers: Mapping[str, int]) -> RowBinder:
    """Return the function that makes the row of an atom or a fluent from a row of the variables around it.

    >>> x, y = Variable("?x"), Variable("?y")
    >>> row_binder((y, Object("a")), (x, y), {"a": 7})((1, 2))
    (2, 7)
    """
    columns = [~numbers[term.name] if isinstance(term, Object) else variables.index(term) for term in terms]
    getter: RowBinder
    if len(columns) > 1 and min(columns) >= 0:
        getter = itemgetter(*columns)
        return getter
    if len(columns) == 1 and columns[0] >= 0:
        getter = itemgetter(slice(columns[0], columns[0] + 1))
        return getter
    return lambda row: tuple([row[column] if column >= 0 else ~column for column in columns])
