"""The expressions of a scene, all asked of an engine at once for each state that is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple

from relgym.errors import ModelError, ParseError, did_you_mean
from relgym.model.rddl.equations import Equation, Function, Number, Part, Values, as_list, cell_named, label
from relgym.model.rddl.expressions import BOOL, NUMBERS, REAL, Fluent, Item
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Object, Variable
from relgym.reasoning.rddl.queries import Queries
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.layouts.value_texts import real
from relgym.render.rddl.scene import Expression
from relgym.render.scene import Names


class PartScope(NamedTuple):
    """The objects for which a part of a scene is drawn: their types, and the variables that stand for them, or `""`.

    It is not `known` if the scene names types that there are not; the expressions of the part are not read then.
    """

    types: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    known: bool = True


NOTHING = PartScope()
Kind = Literal["number", "truth", "any"]

Row = tuple[Object, ...]


class SceneTerm(NamedTuple):
    """An expression of a part of a scene.

    Attributes:
        place: The place among the expressions that are asked, -1 for a constant.
        equation: The equation that computes it.
        constant: The value of a constant.
        numbers: For each tuple of objects of the part the place of the value.
        bound: For each parameter of the equation the place of its object in these tuples.
    """

    place: int
    equation: Equation | None
    constant: Number = 0
    numbers: Sequence[int] = ()
    bound: Sequence[int] = ()

    @property
    def function(self) -> Function | None:
        return None if self.equation is None else self.equation.function


class SceneTerms:
    """The expressions of a scene for one instance, and what is wrong with them.

    Attributes:
        wrong: For each wrong expression its key and what is wrong.
        exact: The names of the state-fluents that some part shows with all their digits.
    """

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._dynamics = reasoner.dynamics
        self.program = reasoner.program
        self._fluents = reasoner.instance.domain.declared
        self._queries = Queries(reasoner.dynamics)
        self._functions: dict[Function, int] = {}
        self.wrong: list[tuple[str, str]] = []
        self.exact: set[str] = set()

    def rows(self, scope: PartScope) -> list[Row]:
        """The tuples of objects of a part, the last object running fastest."""
        return list(product(*(self.program.types[of] for of in scope.types)))

    def scope(self, key: str, of: Names) -> PartScope:
        """Read types, or types of variables as in `?x : t`; types that there are not become complaints."""
        pairs = [(name.strip(), of.strip()) for name, _, of in (each.rpartition(":") for each in of)]
        missing = [name for _, name in pairs if name not in self.program.types]
        for name in missing:
            hint = did_you_mean(name, self.program.types)
            self.wrong.append((key, f"the instance has no type '{name}'" + (f"; {hint}" if hint else "")))
        return (
            PartScope(known=False)
            if missing
            else PartScope(tuple(of for _, of in pairs), tuple(name for name, _ in pairs))
        )

    def add(
        self, key: str, given: Expression, scope: PartScope = NOTHING, kind: Kind = "number", exact: bool = False
    ) -> SceneTerm:
        """Take an expression whose free variables stand for the objects of a part.

        Args:
            key: The key of the scene.
            given: The expression.
            scope: The objects for which the part is drawn.
            kind: The kind of its value.
            exact: The part shows the value so that no two values look alike.
        """
        if not isinstance(given, str):
            return SceneTerm(-1, None, given)
        if not scope.known:
            return SceneTerm(-1, None)
        try:
            equation = self._queries.equation(self._called(given, scope))
        except (ModelError, ParseError) as error:
            more = error.hint or (f"expected: {error.expected}" if error.expected else "")
            self.wrong.append((key, error.message + (f"; {more}" if more else "")))
            return SceneTerm(-1, None)
        found = equation.function
        bound = _bound(equation, scope)
        if bound is None:
            own, others = (", ".join(names) or "none" for names in (found.parameters, scope.types))
            self.wrong.append(
                (key, f"the free variables of {given} are of the types {own}; those of this part: {others}")
            )
            return SceneTerm(-1, None)
        if (kind == "number" and found.range not in NUMBERS) or (kind == "truth" and found.range != BOOL):
            wanted = "a number" if kind == "number" else "a truth value"
            self.wrong.append((key, f"{given} is of the range {found.range}; {wanted} is needed"))
        strides = self.program.strides(found)
        ranges = [range(self.program.size(of)) for of in scope.types]
        by = [*zip(bound, strides, strict=True)]
        numbers = [sum(row[at] * stride for at, stride in by) for row in product(*ranges)]
        match equation.value:
            # Nothing is seen where there are no objects.
            case Fluent(name, arguments) if exact and numbers and [*arguments] == [*equation.variables]:
                self.exact.add(name)
        return SceneTerm(self._functions.setdefault(found, len(self._functions)), equation, 0, numbers, bound)

    def _called(self, given: str, scope: PartScope) -> str:
        """Give a fluent that stands alone the objects of its part as arguments."""
        fluent = self._fluents.get(given)
        if fluent is None or not fluent.parameters or len(fluent.parameters) > len(scope.types):
            return given
        names = [name or f"?v{number}" for number, name in enumerate(scope.variables)]
        free, chosen = list(enumerate(scope.types)), []
        for of in fluent.parameters:
            at = next((each for each in free if each[1] == of), None)
            if at is None:
                return given
            free.remove(at)
            chosen.append(names[at[0]])
        return f"{given}({', '.join(chosen)})"

    def is_fixed(self, *terms: SceneTerm) -> bool:
        """Return True if no state changes the values of terms."""
        return not any(self._reads_state(term.equation) for term in terms if term.equation is not None)

    def _reads_state(self, equation: Equation) -> bool:
        asked = self.program.needed((equation.function,), (equation,))
        return any(function.part is not Part.CONSTANT for item in asked for function in self.program.read(item))

    def at(self, state: Sequence[Values]) -> SceneValues:
        """Compute all expressions in a state."""
        found = self._dynamics.values(tuple(self._functions), tuple(state), self._dynamics.idle)
        return SceneValues(self, [as_list(values) for values in found], state)

    def changed(self, state: Sequence[Values], fluent: str, value: float) -> list[Values]:
        """Return a state with another value of a fluent without parameters."""
        return [value if item.name == fluent else old for item, old in zip(self.program.states, state, strict=True)]


class SceneValues(NamedTuple):
    """The values of a scene's expressions in a state; `state` has those of its fluents."""

    terms: SceneTerms
    values: list[list[Number]]
    state: Sequence[Values]

    def at(self, term: SceneTerm, number: int = 0) -> Number:
        """The value of a term for a tuple of objects, by its number."""
        if term.place < 0:
            return term.constant
        return self.values[term.place][term.numbers[number]]

    def real(self, term: SceneTerm, number: int = 0) -> float:
        """The value of a term as a real."""
        return real(self.at(term, number))

    def pair(self, terms: Sequence[SceneTerm], number: int = 0) -> tuple[float, float]:
        """The values of two terms as reals."""
        one, other = terms
        return self.real(one, number), self.real(other, number)

    def words(self, term: SceneTerm, number: int = 0) -> str:
        """The value of a term as people write it, reals with four digits."""
        value, function = self.at(term, number), term.function
        if function is None or function.range == REAL:
            return f"{real(value):.4g}"
        return str(self.terms.program.shown(function, value))

    def fluents(self, row: Row, *terms: SceneTerm) -> tuple[str, ...]:
        """The names of the cells of the state that terms read for a tuple of objects."""
        return tuple(dict.fromkeys(name for term in terms for name in self._cells(row, term)))

    def _cells(self, row: Row, term: SceneTerm) -> Iterator[str]:
        if term.equation is None:
            return
        labels = [label(row[at]) for at in term.bound]
        items = dict(zip((variable.name for variable in term.equation.variables), labels, strict=False))
        states = {function.name for function in self.terms.program.states}
        for part in walk(term.equation.value):
            if isinstance(part, Fluent) and part.name in states:
                named = [_label(argument, items) for argument in part.arguments]
                if all(named):
                    yield cell_named(part.name, named)


def _bound(equation: Equation, scope: PartScope) -> list[int] | None:
    """Return for each variable of an equation the place of its object in a scope: by its name, else by its type."""
    free = list(range(len(scope.types)))
    bound = []
    for variable, of in zip(equation.variables, equation.function.parameters, strict=True):
        named = [at for at in free if scope.variables[at] == variable.name]
        fitting = [at for at in named or free if scope.types[at] == of]
        if not fitting:
            return None
        bound.append(fitting[0])
        free.remove(fitting[0])
    return bound


def _label(argument: object, items: dict[str, str]) -> str:
    match argument:
        case Variable(name):
            return items.get(name, "")
        case Item(name) | Object(name):
            return name.removeprefix("@")
        case _:
            return ""
