"""Expressions of RDDL: truth values, numbers and objects may all be the value of one.

A truth value counts as 0 or 1 where a number is wanted. Names are as the file writes them; those of enumerated
values begin with `@`.

>>> waiting = Fluent("waiting", (Variable("?f", ("floor",)),))
>>> print(Aggregate("sum", (Variable("?f", ("floor",)),), Operation("*", (Constant(2), waiting))))
sum_{?f : floor} (2 * waiting(?f))
"""

from __future__ import annotations

from dataclasses import dataclass, field

from relgym.model.span import Span
from relgym.model.terms import Object, Variable

BOOL, INT, REAL = "bool", "int", "real"

NUMBERS = (BOOL, INT, REAL)
"""The ranges that are not object types, each contained in the next."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A truth value or a number; the type tells which."""

    value: bool | int | float
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.value).lower() if isinstance(self.value, bool) else repr(self.value)


@dataclass(frozen=True, slots=True)
class Fluent:
    """The value of a fluent; `primed` is the one in the next state. Arguments may be nested."""

    name: str
    arguments: tuple[Value, ...] = ()
    primed: bool = False
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        inner = f"({', '.join(map(bare, self.arguments))})" if self.arguments else ""
        return f"{self.name}{_PRIME if self.primed else ''}{inner}"


@dataclass(frozen=True, slots=True)
class Operation:
    """One of `~ - +` before one operand, or of `^ | => <=> == ~= < <= > >= + - * /` between two."""

    operator: str
    operands: tuple[Value, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return bare(self) if len(self.operands) == 1 else f"({bare(self)})"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`forall exists sum prod avg min max argmin argmax det` over all bindings of the variables."""

    operator: str
    variables: tuple[Variable, ...]
    body: Value
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.operator}_{{{_declared(self.variables)}}} {self.body}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """An entry of `inverse pinverse cholesky` of the matrix that `body` is over a row's and a column's variable.

    In a file these variables also say which entry; once they have names of their own, `places` does.
    """

    operator: str
    row: Variable
    column: Variable
    body: Value
    span: Span | None = field(default=None, compare=False, repr=False)
    places: tuple[Variable, ...] = ()

    def __str__(self) -> str:
        return f"{self.operator}[row={self.row}, col={self.column}][{bare(self.body)}]"


@dataclass(frozen=True, slots=True)
class If:
    """Only the branch that is taken is evaluated."""

    condition: Value
    then: Value
    otherwise: Value
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"if ({bare(self.condition)}) then {self.then} else {self.otherwise}"


@dataclass(frozen=True, slots=True)
class Switch:
    """The branch of the case that the subject is equal to, or the default."""

    subject: Value
    cases: tuple[tuple[Value, Value], ...]
    default: Value | None
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        parts = [f"case {label} : {bare(branch)}" for label, branch in self.cases]
        if self.default is not None:
            parts.append(f"default : {bare(self.default)}")
        return f"switch ({bare(self.subject)}) {{ {', '.join(parts)} }}"

    @property
    def branches(self) -> tuple[Value, ...]:
        """The values of the cases, and then the default if there is one."""
        values = tuple(branch for _, branch in self.cases)
        return values if self.default is None else (*values, self.default)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of numbers, `max[a, b]`."""

    function: str
    arguments: tuple[Value, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.function}[{', '.join(map(bare, self.arguments))}]"


@dataclass(frozen=True, slots=True)
class Item:
    """An object or enumerated value, once its type is known; `number` is its place among those of the type."""

    name: str
    type: str
    number: int
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Uniform:
    """The position of the uniform number that decides a draw, among all uniform numbers of a step.

    It is `start` plus `count` times the index of the items of `around` in row-major order: `around` are the variables
    in scope (the last one runs fastest), and `sizes` are the numbers of items that they range over. A draw takes
    `count` numbers: one, or more for vectors.
    """

    start: int
    around: tuple[Variable, ...]
    sizes: tuple[int, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """A number, or truth value, drawn from a distribution with parameters.

    Draws as files have them have no `uniform`: that is the translation's to say.
    """

    distribution: str
    arguments: tuple[Value, ...]
    span: Span | None = field(default=None, compare=False, repr=False)
    uniform: Uniform | None = None

    def __str__(self) -> str:
        return f"{self.distribution}({', '.join(map(bare, self.arguments))})"


@dataclass(frozen=True, slots=True)
class DrawItem:
    """An item drawn from a type, each with a probability; with a weight where it is not `normalised`.

    The weight `None` is what is missing to 1.
    """

    type: str
    weights: tuple[tuple[Object, Value | None], ...]
    normalised: bool = True
    span: Span | None = field(default=None, compare=False, repr=False)
    uniform: Uniform | None = None

    @property
    def quantile(self) -> str:
        """The name of the quantile function of its weights."""
        return "discrete" if self.normalised else "unnormalised"

    def __str__(self) -> str:
        parts = (f"{item} : {_weight(weight)}" for item, weight in self.weights)
        return f"{_discrete(self.normalised)}({', '.join([self.type, *parts])})"


@dataclass(frozen=True, slots=True)
class DrawAny:
    """An item drawn from all of a variable's type, its probability (or weight) being the body's value."""

    variable: Variable
    body: Value
    normalised: bool = True
    span: Span | None = field(default=None, compare=False, repr=False)
    uniform: Uniform | None = None

    @property
    def quantile(self) -> str:
        """The name of the quantile function of its weights."""
        return "discrete" if self.normalised else "unnormalised"

    def __str__(self) -> str:
        return f"{_discrete(self.normalised)}_{{{_declared((self.variable,))}}} {self.body}"


@dataclass(frozen=True, slots=True)
class Slot:
    """A fluent handed over as an array: the arguments that are `None` are its axes."""

    fluent: str
    arguments: tuple[Variable | Object | Item | None, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.fluent}({_slots(self.arguments)})" if self.arguments else self.fluent


@dataclass(frozen=True, slots=True)
class DrawVector:
    """An entry, at `index`, of a vector drawn from a distribution whose parameters are arrays."""

    distribution: str
    index: tuple[Variable | Object | Item | None, ...]
    arguments: tuple[Slot, ...]
    span: Span | None = field(default=None, compare=False, repr=False)
    uniform: Uniform | None = None

    def __str__(self) -> str:
        return f"{self.distribution}[{_slots(self.index)}]({', '.join(map(str, self.arguments))})"


def drawn_by(draw: Draw | DrawItem | DrawAny | DrawVector) -> Uniform:
    """Return the position of the uniform number that decides a draw of translated equations."""
    assert draw.uniform is not None, "not plain: a draw without a uniform number"
    return draw.uniform


@dataclass(frozen=True, slots=True)
class External:
    """An entry, at `index`, of what a function given by the caller makes of arrays."""

    function: str
    index: tuple[Variable | Object | Item | None, ...]
    arguments: tuple[Slot, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"${self.function}[{_slots(self.index)}]({', '.join(map(str, self.arguments))})"


Value = (
    Constant
    | Variable
    | Object
    | Item
    | Fluent
    | Operation
    | Aggregate
    | Matrix
    | If
    | Switch
    | Call
    | Draw
    | DrawItem
    | DrawAny
    | DrawVector
    | External
)

_GREEDY = Aggregate | If | DrawAny
"""Expressions that extend as far to the right as possible, so that they need brackets as operands."""

_REST = "otherwise"

_CHAINS = ("^", "|", "+-", "*/")
"""Operators that may follow each other without brackets; more than a hundred in a row are not too deep for reading."""

_PRIME = "'"


def bare(value: Value) -> str:
    """The text of a value without the brackets around it, for places that have their own.

    >>> total = Operation("+", (Operation("-", (Constant(1), Constant(2))), Constant(3)))
    >>> str(total), bare(total)
    ('(1 - 2 + 3)', '1 - 2 + 3')
    """
    match value:
        case Operation(operator, (operand,)):
            return f"{operator}{_operand(operand)}"
        case Operation():
            return _infix(value)
        case _:
            return str(value)


def _infix(value: Operation) -> str:
    left, right = value.operands
    words = [_operand(right), value.operator]
    chain = next((chain for chain in _CHAINS if value.operator in chain), "")
    while isinstance(left, Operation) and len(left.operands) == 2 and left.operator in chain:
        words += [_operand(left.operands[1]), left.operator]
        left = left.operands[0]
    return " ".join(reversed([*words, _operand(left)]))


def _operand(value: Value) -> str:
    return f"({value})" if isinstance(value, _GREEDY) else str(value)


def _weight(weight: Value | None) -> str:
    if weight is None:
        return _REST
    # A fluent may be named like this word.
    text = bare(weight)
    return f"({text})" if text.startswith(_REST) else text


def _declared(variables: tuple[Variable, ...]) -> str:
    return ", ".join(f"{variable.name} : {variable.types[0]}" for variable in variables)


def _discrete(normalised: bool) -> str:
    return "Discrete" if normalised else "UnnormDiscrete"


def _slots(arguments: tuple[Variable | Object | Item | None, ...]) -> str:
    return ", ".join("_" if argument is None else argument.name for argument in arguments)
