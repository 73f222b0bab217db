"""RDDL as equations: an instance as the program that every engine runs.

The program makes explicit what a file leaves implicit: the variable that a name refers to, the type of an enumerated
value, and the uniform numbers of each draw.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = Bernoulli(0.5) ^ (exists_{?x : t} [on(?x)]); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> print(program.equations[0].function, "=", program.equations[0].value)
next:on = (Bernoulli(0.5) ^ (exists_{?x_2 : t} on(?x_2)))
>>> program.uniforms
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import Declaration, Instance, Kind
from relgym.model.rddl.equations import Equation, Equations, Function, Part
from relgym.model.rddl.expressions import BOOL, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.read.rddl.order import evaluation_order
from relgym.read.rddl.types import Typing
from relgym.translate.equations.layout import Layout
from relgym.translate.equations.uniforms import Uniforms

_PARTS = {
    Kind.NON: Part.CONSTANT,
    Kind.PARAMETER: Part.CONSTANT,
    Kind.STATE: Part.STATE,
    Kind.ACTION: Part.ACTION,
    Kind.INTERMEDIATE: Part.STEP,
    Kind.DERIVED: Part.STEP,
    Kind.OBSERVED: Part.STEP,
}


def equations_of(instance: Instance) -> Equations:
    """Translate an instance to a program."""
    return EquationWriter(instance).program()


@dataclass(frozen=True, slots=True)
class VariableScope:
    """The variables in scope by their names in the file; each binding of those `around` makes its own draws."""

    variables: Mapping[str, Variable]
    around: tuple[Variable, ...] = ()

    def with_variables(self, bound: Sequence[tuple[str, Variable]]) -> VariableScope:
        return VariableScope({**self.variables, **dict(bound)}, (*self.around, *(variable for _, variable in bound)))


class EquationWriter:
    """Makes values plain; `layout` holds the place of each value."""

    def __init__(self, instance: Instance) -> None:
        domain = instance.domain
        self.layout = Layout(instance)
        objects = {item.name: of for of, items in instance.objects for item in items}
        self._typing = Typing(domain.declared, {item.name: item for item in domain.types}, objects)
        self._domain = domain
        self._instance = instance
        self._uniforms = Uniforms()
        self._taken: set[str] = set()
        self._functions = {(fluent.name, False): _function(fluent) for fluent in domain.fluents}
        for fluent in self.layout.of_kind(Kind.STATE):
            self._functions[fluent.name, True] = Function(Part.NEXT, fluent.name, fluent.parameters, fluent.range)

    def program(self) -> Equations:
        """Return the program; a second call assigns other uniform numbers."""
        cpfs = [
            self.equation(self._functions[cpf.fluent, self._is_state(cpf.fluent)], cpf.value, cpf.parameters)
            for cpf in evaluation_order(self._domain)
        ]
        reward = self.equation(Function(Part.REWARD, "reward", (), REAL), self._domain.reward)
        uniforms = self._uniforms.count
        until = () if self._instance.until is None else (self._instance.until,)
        formulas = {
            Part.PRECONDITION: self._domain.preconditions + self._domain.constraints,
            Part.INVARIANT: self._domain.invariants,
            Part.TERMINATION: self._domain.termination + until,
        }
        conditions = [
            self.equation(Function(part, part.value, (), BOOL, index), formula)
            for part, several in formulas.items()
            for index, formula in enumerate(several)
        ]
        return Equations(
            types=self.layout.items,
            functions=self._functions,
            constants={
                self._functions[fluent.name, False]: self.layout.start(fluent.name)
                for fluent in self.layout.of_kind(Kind.NON, Kind.PARAMETER)
            },
            states=self._given(Kind.STATE),
            actions=self._given(Kind.ACTION),
            equations=(*cpfs, reward, *conditions),
            uniforms=uniforms,
        )

    def equation(self, function: Function, value: Value, variables: Sequence[Variable] = ()) -> Equation:
        """Return the equation that gives a function this value."""
        self._taken = set()
        bound = [(variable.name, self._own(variable)) for variable in variables]
        plain = self._plain(value, VariableScope({}).with_variables(bound), function.range)
        return Equation(function, tuple(variable for _, variable in bound), plain, value.span)

    def range_of(self, value: Value) -> str:
        """Return the range of a value of the file or of a query."""
        return self._typing.range_of(value)

    def _given(self, kind: Kind) -> tuple[Function, ...]:
        return tuple(self._functions[fluent.name, False] for fluent in self.layout.of_kind(kind))

    def _is_state(self, fluent: str) -> bool:
        return self._domain.declared[fluent].kind is Kind.STATE

    def _plain(self, value: Value, scope: VariableScope, wanted: str | None = None) -> Value:
        match value:
            case rddl.Constant() | rddl.Item():
                return value
            case Variable(name):
                return scope.variables[name]
            case Object():
                return self._item(value, self._typing.range_of(value, wanted))
            case rddl.Fluent(name, arguments):
                types = self._domain.declared[name].parameters
                return replace(value, arguments=self._each(arguments, scope, types))
            case rddl.Operation("==" | "~=", (left, right)):
                of = self._typing.compared(left, right)
                return replace(value, operands=self._each((left, right), scope, (of, of)))
            case rddl.Operation(_, operands):
                return replace(value, operands=self._each(operands, scope))
            case rddl.Aggregate(_, variables, body):
                bound = self._owned(variables)
                inner = scope.with_variables(bound)
                return replace(value, variables=tuple(v for _, v in bound), body=self._plain(body, inner))
            case rddl.Matrix(_, row, column, body):
                bound = self._owned((row, column))
                entry = self._plain(body, scope.with_variables(bound))
                places = (scope.variables[row.name], scope.variables[column.name])
                return replace(value, row=bound[0][1], column=bound[1][1], body=entry, places=places)
            case rddl.If(condition, then, otherwise):
                test = self._plain(condition, scope, BOOL)
                yes, no = self._one_of((then, otherwise), scope, wanted or self._typing.decided(value))
                return replace(value, condition=test, then=yes, otherwise=no)
            case rddl.Switch():
                return self._switch(value, scope, wanted)
            case rddl.Call(_, arguments):
                return replace(value, arguments=self._each(arguments, scope))
            case rddl.Draw("KronDelta" | "DiracDelta", (part,)):
                return self._plain(part, scope, wanted)
            case rddl.Draw(_, arguments):
                return replace(value, arguments=self._each(arguments, scope), uniform=self._uniform(scope))
            case rddl.DrawItem():
                return self._draw_item(value, scope)
            case rddl.DrawAny(variable, body):
                bound = self._owned((variable,))
                weight = self._plain(body, scope.with_variables(bound))
                return replace(value, variable=bound[0][1], body=weight, uniform=self._uniform(scope))
            case rddl.DrawVector(_, (index,)):
                assert index is not None
                place = self._slot_term(index, scope, None)
                around = VariableScope(scope.variables, tuple(v for v in scope.around if v != place))
                size = self.layout.size(place.type if isinstance(place, rddl.Item) else place.types[0])
                slots = tuple(self._slot(slot, scope) for slot in value.arguments)
                return replace(value, index=(place,), arguments=slots, uniform=self._uniform(around, size))
            case rddl.DrawVector():
                raise AssertionError(f"not one index: {value}")
            case rddl.External():
                slots = tuple(self._slot(slot, scope) for slot in value.arguments)
                entry_at = tuple(None if part is None else self._slot_term(part, scope, None) for part in value.index)
                return replace(value, index=entry_at, arguments=slots)
            case _:
                assert_never(value)

    def _each(
        self, values: Sequence[Value], scope: VariableScope, wanted: Sequence[str | None] | None = None
    ) -> tuple[Value, ...]:
        of = [None] * len(values) if wanted is None else wanted
        return tuple(self._plain(value, scope, one) for value, one in zip(values, of, strict=True))

    def _switch(self, value: rddl.Switch, scope: VariableScope, wanted: str | None) -> rddl.Switch:
        subject = self._typing.decided(value.subject) or self._typing.range_of(value.subject)
        tested = self._plain(value.subject, scope, subject)
        labels = [self._plain(label, scope, subject) for label, _ in value.cases]
        values = self._one_of(value.branches, scope, wanted or self._typing.decided(value))
        default = None if value.default is None else values.pop()
        return replace(value, subject=tested, cases=tuple(zip(labels, values, strict=True)), default=default)

    def _one_of(self, branches: Sequence[Value], scope: VariableScope, wanted: str | None) -> list[Value]:
        """Make alternative values plain; a step computes only one of them."""
        makers = [partial(self._plain, branch, scope, wanted) for branch in branches]
        return self._uniforms.alternatives(scope.around, makers)

    def _draw_item(self, value: rddl.DrawItem, scope: VariableScope) -> rddl.DrawItem:
        """Return the draw with a weight for every item of its type, 0 for items that the file does not name."""
        given = {item.name: None if weight is None else self._plain(weight, scope) for item, weight in value.weights}
        weights = tuple((item, given.get(item.name, rddl.Constant(0))) for item in self.layout.items[value.type])
        return replace(value, weights=weights, uniform=self._uniform(scope))

    def _slot(self, slot: rddl.Slot, scope: VariableScope) -> rddl.Slot:
        types = self._domain.declared[slot.fluent].parameters
        places = zip(slot.arguments, types, strict=True)
        return replace(
            slot, arguments=tuple(None if part is None else self._slot_term(part, scope, of) for part, of in places)
        )

    def _slot_term(
        self, term: Variable | Object | rddl.Item, scope: VariableScope, wanted: str | None
    ) -> Variable | rddl.Item:
        plain = self._plain(term, scope, wanted)
        assert isinstance(plain, Variable | rddl.Item)
        return plain

    def _item(self, item: Object, of: str) -> rddl.Item:
        return rddl.Item(item.name, of, self.layout.number(item, of), item.span)

    def _uniform(self, scope: VariableScope, count: int = 1) -> rddl.Uniform:
        sizes = tuple(self.layout.size(variable.types[0]) for variable in scope.around)
        return self._uniforms.of(scope.around, sizes, count)

    def _owned(self, variables: Sequence[Variable]) -> list[tuple[str, Variable]]:
        return [(variable.name, self._own(variable)) for variable in variables]

    def _own(self, variable: Variable) -> Variable:
        """Rename a variable so that its name is unique in the equation."""
        name = next(name for name in _numbered(variable.name) if name not in self._taken)
        self._taken.add(name)
        return replace(variable, name=name)


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _function(fluent: Declaration) -> Function:
    return Function(_PARTS[fluent.kind], fluent.name, fluent.parameters, fluent.range)
