"""A program of equations: what an engine runs for RDDL, as `program.py` is what it runs for PDDL.

Every function is either given (its values come with the constants, the state, the action) or defined by one equation
over all items of its parameters' types; none depends on itself, and an equation stands after those that it reads. So
each function has exactly one value for each row of items, and the engine's work is to find those that are asked for.

The values are those of `rddl_expressions`, made plain by `translate/equations/equations.py`:

- every variable of an equation has a name of its own, and one type;
- objects and enumerated values are `Item`s, which know their type and their number in it;
- a `DrawItem` has a weight for every item of its type, in their order;
- KronDelta and DiracDelta are gone, and every other draw says which uniform number decides it (`Uniform`).

Values are Python's: truth values, whole numbers, reals as doubles; an item is its number. A function's values are a
flat list in which the last parameter runs fastest, or one plain value where it has no parameters. Truth values count as
0 and 1 among numbers. What an equation gives is converted to the range of its function.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import prod
from sys import intern
from typing import Any

from relgym.model.portable import line
from relgym.model.rddl.expressions import NUMBERS, Fluent, Slot, Value
from relgym.model.rddl.traversal import walk
from relgym.model.span import Span
from relgym.model.terms import Object, Variable

Number = bool | int | float
"""A value in a list: an item is its number."""

Values = Number | list[Number]
"""All values of a function: a list, or one value where it has no parameters."""


def as_list(values: Any) -> list[Any]:
    """Return the values of a function as a list, of one value where it has no parameters."""
    return values if isinstance(values, list) else [values]


Shown = bool | int | float | str
"""A value as people write it: an item is its name, without the mark of enumerated values."""


def label(item: Object) -> str:
    """The name of an item where it stands among users' values, `red` for `@red`."""
    return item.name.removeprefix("@")


AFTER_FLUENT, BETWEEN = "___", "__"
"""The separators of a fluent and the first item in the name of a cell, and of two items."""


def cell_name(fluent: str, row: Iterable[Object]) -> str:
    """The name of a fluent's value for some items that users of RDDL know.

    No two cells of an instance have one name: the reader refuses the instance otherwise (`read/rddl/cell_names.py`).

    >>> cell_name("on", (Object("a"), Object("@red"))), cell_name("on", ())
    ('on___a__red', 'on')
    """
    return cell_named(fluent, map(label, row))


def cell_named(fluent: str, labels: Iterable[str]) -> str:
    """The same for the names of items among users' values."""
    places = BETWEEN.join(labels)
    return f"{fluent}{AFTER_FLUENT}{places}" if places else fluent


class Part(Enum):
    """The role of a function. Functions of different roles never collide, whatever their names."""

    CONSTANT = "constant"
    STATE = "state"
    ACTION = "action"
    NEXT = "next"
    STEP = "step"
    REWARD = "reward"
    PRECONDITION = "precondition"
    INVARIANT = "invariant"
    TERMINATION = "termination"
    QUERY = "query"


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program: NEXT is the state after the step, STEP what is computed within it.

    `parameters` are types, `range` is `bool`, `int`, `real` or a type; `index` tells formulas of one part apart.
    """

    part: Part
    name: str
    parameters: tuple[str, ...] = ()
    range: str = "bool"
    index: int = 0

    def __str__(self) -> str:
        tail = f"#{self.index}" if self.part in NUMBERED else ""
        return f"{self.part.value}:{self.name}{tail}"


NUMBERED = frozenset({Part.PRECONDITION, Part.INVARIANT, Part.TERMINATION, Part.QUERY})
"""The parts whose functions have no names of their own."""


@dataclass(frozen=True, slots=True)
class Equation:
    """`function(variables) = value`, for all items that the variables' types have."""

    function: Function
    variables: tuple[Variable, ...]
    value: Value
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Equations:
    """All that an engine must know of an instance.

    - `types`: the items of each type; their position is their number;
    - `functions`: by a fluent's name and whether it is primed, the function that a `Fluent` reads;
    - `constants`: the values of the functions that never change;
    - `states`, `actions`: the functions whose values come with a question, in their order;
    - `equations`: each after those that it reads;
    - `uniforms`: how many uniform numbers in [0, 1) a step takes.
    """

    types: Mapping[str, tuple[Object, ...]]
    functions: Mapping[tuple[str, bool], Function]
    constants: Mapping[Function, Values]
    states: tuple[Function, ...]
    actions: tuple[Function, ...]
    equations: tuple[Equation, ...]
    uniforms: int

    @cached_property
    def state_header(self) -> str:
        """The layout of states, written before them in pickles: the items of each type, and the functions of a state.

        Equal content gives the same `str` object, which `pickle` writes once for many states.
        """
        types = {name: [item.name for item in self.types[name]] for name in sorted(self.types)}
        return intern(line([types, [[item.name, item.parameters, item.range] for item in self.states]]))

    def of_part(self, *parts: Part) -> tuple[Function, ...]:
        """The functions of some parts that have equations, in their order."""
        return tuple(item.function for item in self.equations if item.function.part in parts)

    def size(self, of: str) -> int:
        """Return the number of items of a type."""
        return len(self.types[of])

    def shown(self, function: Function, value: Number) -> Shown:
        """One of a function's values as people write it; a zero has no sign."""
        if function.range == "real":
            return value + 0.0
        items = self.types.get(function.range) if function.range not in NUMBERS else None
        return value if items is None else label(items[int(value)])

    def sizes(self, function: Function) -> tuple[int, ...]:
        """Return the number of items for each parameter of a function."""
        return tuple(map(self.size, function.parameters))

    def strides(self, function: Function) -> tuple[int, ...]:
        """By how many places the value moves with each parameter."""
        sizes = self.sizes(function)
        return tuple(prod(sizes[place + 1 :]) for place in range(len(sizes)))

    def read(self, equation: Equation) -> set[Function]:
        """The functions that an equation reads."""
        functions = set()
        for part in walk(equation.value):
            match part:
                case Fluent(name, _, primed):
                    functions.add(self.functions[name, primed])
                case Slot(name):
                    functions.add(self.functions[name, False])
        return functions

    def needed(self, functions: Iterable[Function], more: Sequence[Equation] = ()) -> list[Equation]:
        """The equations that some functions depend on, in order; `more` are such as were defined later."""
        wanted = {*functions}
        equations = []
        for equation in reversed((*self.equations, *more)):
            if equation.function in wanted:
                equations.append(equation)
                wanted |= self.read(equation)
        return equations[::-1]


def states_of(header: str) -> Equations:
    """The program of a header: it has types and functions of a state, and nothing else."""
    types, functions = json.loads(header)
    states = tuple(Function(Part.STATE, name, tuple(parameters), of) for name, parameters, of in functions)
    return Equations({name: tuple(map(Object, items)) for name, items in types.items()}, {}, {}, states, (), (), 0)
