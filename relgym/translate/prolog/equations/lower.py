"""Equations as Prolog clauses: what the swipl engine runs for RDDL, and what people read.

Each function is a predicate of its items and its value, and of the vectors that it reads: `next_on(X, V, State_on)`.
One more, `next_on_all`, gives all of its values as a vector. Constants are facts, and a constant truth value is a fact
where it is true; constants without parameters stand as numbers where they are read. A question calls `_all` of what it
depends on, each once, in order.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = ~on(?x); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> writer = PrologEquationsWriter(program)
>>> print(*writer.equation(program.equations[0]), sep="\\n")
next_on(X, V, State_on) :-
    ( \\+ ( arg(X, State_on, 1) ) -> V = 1 ; V = 0 ).
next_on_row(V, State_on) :-
    between(1, 2, X),
    next_on(X, V, State_on).
next_on_all(All, State_on) :-
    findall(V, next_on_row(V, State_on), Values),
    All =.. [v|Values].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from relgym.model.rddl.equations import Equation, Equations, Function
from relgym.model.rddl.expressions import BOOL, REAL
from relgym.model.rddl.traversal import walk
from relgym.translate.equations.finiteness import is_infinite
from relgym.translate.prolog.equations.folds import FoldWriter
from relgym.translate.prolog.equations.names import UNIFORMS, atom
from relgym.translate.prolog.equations.reads import ClauseScope
from relgym.translate.prolog.equations.text import branched, clause, library

CODED = 255
"""The largest number of items whose values are passed as one list of codes, with one call instead of many."""


@dataclass(frozen=True, slots=True)
class QuestionClauses:
    """Return the clauses of a question; its inputs are vectors of `given`, and the uniform numbers if `draws`."""

    clauses: tuple[str, ...]
    given: tuple[Function, ...]
    draws: bool


class PrologEquationsWriter:
    """Writes the clauses of one program.

    Attributes:
        values: Writes the values of the program.
        names: The names of predicates and vectors.
    """

    def __init__(self, program: Equations) -> None:
        self.program = program
        self.values = FoldWriter(program)
        self.names = self.values.names
        self._all_of: dict[Function, str] = {}

    def is_coded(self, function: Function) -> bool:
        """Return True if a function's values are passed as a list of codes: 0 or 1, or the numbers of items."""
        if not function.parameters or function.range not in (BOOL, *self.program.types):
            return False
        return function.range == BOOL or self.program.size(function.range) <= CODED

    def facts(self) -> Iterator[str]:
        """The constants."""
        for function, values in self.program.constants.items():
            if not isinstance(values, list):
                continue
            name = self.names.predicate(function)
            arity = len(function.parameters) + (function.range != BOOL)
            yield f":- dynamic {atom(name, [])}/{arity}."
            rows = product(*(range(1, size + 1) for size in self.program.sizes(function)))
            for row, value in zip(rows, values, strict=True):
                items = [str(item) for item in row]
                if function.range != BOOL:
                    yield f"{atom(name, [*items, self.values.constant(function, value)])}."
                elif value:
                    yield f"{atom(name, items)}."

    def equation(self, equation: Equation) -> list[str]:
        """Return the clauses of a function, and of its helper predicates."""
        function = equation.function
        name = self.names.predicate(function)
        scope = ClauseScope(name, {}, self.names.variables()).with_items(equation.variables)
        items = list(scope.items.values())
        vectors = self.values.vectors([equation.value])
        target = scope.variables.fresh("V")
        self.values.clauses = []
        goals = self.values.assigned(equation.value, target, scope, function.range)
        if function.range == REAL and any(is_infinite(part, self.program) for part in walk(equation.value)):
            # Computed numbers are finite, or errors; a constant of the file may be infinite.
            goals.append(library("finite", target))
        clauses = [clause(atom(name, [*items, target, *vectors]), goals)]
        if items:
            row, all_ = self.names.helper(f"{name}_row"), self.names.helper(f"{name}_all")
            between = [self.values.between(variable, scope) for variable in equation.variables]
            head = atom(row, [target, *vectors])
            clauses.append(clause(head, [*between, atom(name, [*items, target, *vectors])]))
            gathering = [f"findall({target}, {head}, Values)", "All =.. [v|Values]"]
            clauses.append(clause(atom(all_, ["All", *vectors]), gathering))
            self._all_of[function] = all_
        return clauses + self.values.clauses

    def whole(self, equation: Equation) -> str:
        """The goal that binds all values of a function."""
        name = self._all_of.get(equation.function, self.names.predicate(equation.function))
        return atom(name, [self.names.vector(equation.function), *self.values.vectors([equation.value])])

    def question(self, number: int, functions: Sequence[Function], more: Sequence[Equation] = ()) -> QuestionClauses:
        """The question `ask_NUMBER(Codes, Reason)`: no reason at all if every value could be computed."""
        needed = self.program.needed(functions, more)
        read = {*functions}.union(*map(self.program.read, needed))
        given = tuple(f for f in (*self.program.states, *self.program.actions) if f in read)
        vectors = self.values.vectors([equation.value for equation in needed])
        draws = UNIFORMS in vectors
        goals = self._exchanged("given", given, [UNIFORMS] if draws else [], unpacked=True)
        goals += map(self.whole, needed)
        goals += self._exchanged("answered", functions, [], unpacked=False)
        ask, answer = f"ask_{number}", f"answer_{number}"
        caught = f"catch({answer}, Error, true)"
        reason = branched("var(Error)", "Reason = []", library("reason", "Error", "Reason"))
        return QuestionClauses((clause(f"{ask}(_, Reason)", [caught, reason]), clause(answer, goals)), given, draws)

    def _exchanged(self, goal: str, functions: Sequence[Function], more: Sequence[str], unpacked: bool) -> list[str]:
        """The goals that fetch vectors from Python, or hand them over."""
        fields, packing = [], []
        for index, function in enumerate(functions):
            vector = self.names.vector(function)
            if self.is_coded(function):
                codes = f"Codes{index}" if unpacked else f"Answer{index}"
                packing.append(f"{vector} =.. [{'v' if unpacked else '_'}|{codes}]")
                fields.append(codes)
            else:
                fields.append(vector)
        fields += more
        exchange = [library(goal, atom(goal, fields))] if fields else []
        return [*exchange, *packing] if unpacked else [*packing, *exchange]


def atom_of(equation: Equation) -> str:
    """The left side of an equation, for people."""
    items = ", ".join(variable.name for variable in equation.variables)
    return f"{equation.function}({items})" if items else str(equation.function)
