"""One question about equations, grounded for each state; the parts that never change are grounded once.

Values are passed by functions that the program calls during grounding, as are numbers that clingo cannot represent: a
term `r(N)` stands for such a number until the next question. An equation has one value for each row, so the grounder
alone computes the values, and nothing is solved.

A control never releases terms, so after a while it is replaced by a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from relgym.backends.clingo.library import library
from relgym.errors import BackendError, SimulationError
from relgym.limits import Budget, multiplied
from relgym.model.rddl.equations import Equation, Equations, Function, Values, as_list
from relgym.model.rddl.expressions import BOOL
from relgym.runtime.scope import check
from relgym.translate.asp.equations.clauses import TIME, AspLiteral
from relgym.translate.asp.equations.lower import EquationRules
from relgym.translate.asp.numbers import ABSOLUTE_VALUE_LIMIT
from relgym.tuning.clingo import CALLS_PER_LOOK, EQUATION_TERMS_LIMIT

if TYPE_CHECKING:
    from clingo import Control
    from clingo import Symbol as Term


class NumberTerms:
    """Numbers as terms of clingo, and back; those that it does not have are known until they are forgotten."""

    def __init__(self) -> None:
        clingo = library()
        self._number, self._function = clingo.Number, clingo.Function
        self._terms: dict[int, Term] = {}
        # By the number behind a term.
        self._values: dict[int, Any] = {}
        self._others: list[Term] = []
        self.count = 0

    def term(self, value: Any) -> Term:
        """The term of a number; of anything else one that stands for it."""
        if isinstance(value, int) and -ABSOLUTE_VALUE_LIMIT < value < ABSOLUTE_VALUE_LIMIT:
            known = self._terms.get(value)
            if known is None:
                known = self._terms[value] = self._number(int(value))
                self._values[known._rep] = int(value)
            return known
        if self.count == len(self._others):
            self._others.append(self._function("r", [self._number(self.count)]))
        term = self._others[self.count]
        self.count += 1
        self._values[term._rep] = value
        return term

    def value(self, term: Term) -> Any:
        """Return the number that a term stands for."""
        rep = term._rep
        values = self._values
        if rep not in values:
            values[rep] = term.number
        return values[rep]

    def pair(self, before: Term, value: Term) -> Term:
        """A list with one value more; 0 is the empty one."""
        return self.term((self.value(before), self.value(value)))

    def listed(self, term: Term) -> list[Any]:
        """The values of a list."""
        values, rest = [], self.value(term)
        while rest != 0:
            rest, value = rest
            values.append(value)
        return values[::-1]


class Given:
    """The rows of one function whose values are given, as terms that the program takes."""

    def __init__(self, program: Equations, function: Function, terms: NumberTerms) -> None:
        self._function = library().Function
        self._terms = terms
        self._rows = list(product(*map(range, program.sizes(function))))
        self._whole = function.range == BOOL
        self._single = len(function.parameters) + (not self._whole) == 1
        self._known: dict[tuple[int, Any], Term] = {}

    def rows(self, values: Values) -> list[Term]:
        """The rows for which a function is true, or all rows with their values."""
        every = as_list(values)
        if self._whole:
            return [self._row(index, True) for index, value in enumerate(every) if value]
        return [self._row(index, value) for index, value in enumerate(every)]

    def _row(self, place: int, value: Any) -> Term:
        key = place, value
        term = self._known.get(key)
        if term is None:
            row = [self._terms.term(number) for number in self._rows[place]]
            row += [] if self._whole else [self._terms.term(value)]
            term = row[0] if self._single else self._function("", row)
            if isinstance(value, int) and -ABSOLUTE_VALUE_LIMIT < value < ABSOLUTE_VALUE_LIMIT:
                self._known[key] = term
        return term


class GroundQuestion:
    """The values of some functions, in one state after another; `scope` has the functions that expressions call."""

    def __init__(
        self,
        program: Equations,
        functions: Sequence[Function],
        more: Sequence[Equation],
        scope: dict[str, Any],
        budget: Budget,
    ) -> None:
        self._clingo = library()
        self._functions = functions
        self._budget = budget
        self._terms = NumberTerms()
        rules = EquationRules(program, look=budget.look)
        needed = program.needed(functions, more)
        for equation in needed:
            rules.add(equation)
        read = {*functions}.union(*map(program.read, needed))
        self._sizes = [prod(program.sizes(function)) for function in functions]
        self._fixed = [f for f in program.constants if f in read]
        self._moving = [(0, n, f) for n, f in enumerate(program.states) if f in read]
        self._moving += [(1, n, f) for n, f in enumerate(program.actions) if f in read]
        self._given = {f: Given(program, f, self._terms) for f in (*self._fixed, *(f for _, _, f in self._moving))}
        self._values = [self._given[f].rows(program.constants[f]) for f in self._fixed]
        self._lasting = self._terms.count
        self._base, self._step = self._texts(rules, program)
        self._calls = _EquationCalls(self, rules, scope, budget.look)
        self._control: Control | None = None
        self._count = self._passing = 0

    def close(self) -> None:
        """Give the control up; the next question makes a new one."""
        self._control = None

    def answer(self, state: Sequence[Values], action: Sequence[Values], uniforms: Sequence[float]) -> list[Values]:
        """The values; raises `SimulationError` where one cannot be computed, `BackendError` when the time is over."""
        given = (state, action)
        calls = self._calls
        calls.begin(uniforms, self._sizes)
        self._budget.begin()
        try:
            if self._control is None or self._passing > EQUATION_TERMS_LIMIT + 10 * sum(map(len, self._values)):
                self._control = self._new_control()
            self._terms.count = self._lasting
            calls.given = [self._given[function].rows(given[which][place]) for which, place, function in self._moving]
            self._count += 1
            self._passing += sum(map(len, calls.given))
            self._control.ground([("step", [self._clingo.Number(self._count)])], context=calls)
            self._passing += calls.count
            self._budget.look()
            return [_values(*answer) for answer in zip(self._functions, calls.answers, strict=True)]
        except TimeoutError:
            self.close()
            raise self._budget.error() from None
        except (ArithmeticError, ValueError) as error:
            self.close()
            raise SimulationError(str(error)) from error
        except (RuntimeError, MemoryError) as error:
            self.close()
            raise BackendError(f"clingo failed: {error}") from error
        except BaseException:
            # Of a control that was broken off nobody knows what is ground.
            self._control = None
            raise

    def _new_control(self) -> Control:
        control: Control = self._clingo.Control(["--warn=none"])
        control.add("base", [], self._base)
        control.add("step", [TIME], self._step)
        self._terms.count = self._lasting
        self._calls.given = self._values
        control.ground([("base", [])], context=self._calls)
        self._lasting = self._terms.count
        self._count = self._passing = 0
        return control

    def _texts(self, rules: EquationRules, program: Equations) -> tuple[str, str]:
        """Return the text that is ground once, and the text that is ground for each state."""
        base = [_called(rules, function, number) for number, function in enumerate(self._fixed)]
        step = [_called(rules, function, number) for number, (_, _, function) in enumerate(self._moving)]
        for of, predicate in rules.builder.types:
            if program.size(of):
                base.append(f"{predicate.name}(0..{program.size(of) - 1}).")
        for clause in rules.builder.clauses:
            (step if clause.head.timed else base).append(clause.text(TIME))
        for number, function in enumerate(self._functions):
            step.append(_reported(rules, function, number, program))
        return "\n".join(base), "\n".join(step)


class _EquationCalls:
    """The functions that a program calls while it is grounded."""

    def __init__(
        self, question: GroundQuestion, rules: EquationRules, scope: dict[str, Any], look: Callable[[], None]
    ) -> None:
        terms = question._terms
        self._value = terms.value
        self.pair: Callable[..., Term] = terms.pair
        self.given: list[list[Term]] = []
        self.answers: list[list[Any]] = []
        self._scope = {**scope, "term": self._checked(terms.term), "value": terms.value, "listed": terms.listed}
        self._scope |= {"real": _real, "rows": _rows, "product": partial(multiplied, look=look)}
        exec(compile("\n".join(call.text() for call in rules.calls), "<relgym calls>", "exec"), self._scope)
        for call in rules.calls:
            setattr(self, call.name, self._scope[call.name])
        self._nothing = terms.term(0)
        self._look = look
        self.count = 0

    def begin(self, uniforms: Sequence[float], sizes: Sequence[int]) -> None:
        self._scope["u"] = uniforms
        self.count = 0
        self.answers = [[None] * size for size in sizes]

    def facts(self, number: Term) -> Sequence[Term]:
        return self.given[self._value(number)]

    def watch(self, _: Term) -> Term:
        self._tick()
        return self._nothing

    def answer(self, number: Term, place: Term, value: Term) -> Sequence[Term]:
        self._tick()
        of = self._value
        self.answers[of(number)][of(place)] = of(value)
        return ()

    def _checked(self, term: Callable[[Any], Term]) -> Callable[[Any], Term]:
        def checked(value: Any) -> Term:
            self._tick()
            return term(value)

        return checked

    def _tick(self) -> None:
        self.count += 1
        if self.count % CALLS_PER_LOOK == 0:
            self._look()


def _columns(function: Function) -> list[str]:
    return [f"X{column}" for column in range(len(function.parameters))]


def _called(rules: EquationRules, function: Function, number: int) -> str:
    """The clause that takes the values of a function from `@facts` with a number."""
    columns = _columns(function) + ([] if function.range == BOOL else ["V"])
    row = columns[0] if len(columns) == 1 else f"({','.join(columns)})"
    return f"{AspLiteral(rules.builder.predicate(function), tuple(columns)).text(TIME)} :- {row} = @facts({number})."


def _reported(rules: EquationRules, function: Function, number: int, program: Equations) -> str:
    """The clause that gives every value to `@answer`: a constraint that no result of it lets through."""
    columns = _columns(function)
    strides = zip(program.strides(function), columns, strict=True)
    place = "+".join(f"{stride}*{column}" for stride, column in strides) or "0"
    predicate = rules.builder.predicate(function)
    if function.range != BOOL:
        return f":- {AspLiteral(predicate, (*columns, 'V')).text(TIME)}, _ = @answer({number},{place},V)."
    # Without a variable to wait for, the function would be called before the predicate is looked at.
    holds = AspLiteral(predicate, tuple(columns)).text(TIME)
    if columns:
        return f":- {holds}, _ = @answer({number},{place},1)."
    name = rules.builder.new_name("answer")
    return f"{name}(1,{TIME}) :- {holds}. :- {name}(V,{TIME}), _ = @answer({number},0,V)."


def _values(function: Function, cells: list[Any]) -> Values:
    match function.range:
        case "bool":
            every: list[Any] = [value is not None for value in cells]
        case _ if None in cells:
            raise BackendError(f"clingo gives no value for '{function.name}'")
        case _:
            every = cells
    return every if function.parameters else every[0]


def _real(number: float) -> float:
    real = float(number)
    check(real)
    return real


def _rows(numbers: list[Any], size: int) -> list[list[Any]]:
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]
