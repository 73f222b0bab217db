"""Describe the functions of an RDDL program and the uniform numbers of its draws, for comments in printed programs.

>>> said_of(Function(Part.NEXT, "on", ("t",))), said_of(Function(Part.PRECONDITION, "precondition", index=1))
("on' in the next state", 'action precondition 2')
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from relgym.model.rddl.equations import Equation, Equations, Function, Part
from relgym.model.rddl.expressions import Draw, DrawAny, DrawItem, DrawVector, bare
from relgym.model.rddl.traversal import walk

_WORDS = {
    Part.CONSTANT: "non-fluent {name}",
    Part.STATE: "state fluent {name}",
    Part.ACTION: "action fluent {name}",
    Part.NEXT: "{name}' in the next state",
    Part.STEP: "{name}, computed within the step",
    Part.REWARD: "the reward",
    Part.PRECONDITION: "action precondition {number}",
    Part.INVARIANT: "state invariant {number}",
    Part.TERMINATION: "termination condition {number}",
    Part.QUERY: "query {number}",
}


def said_of(function: Function) -> str:
    """Describe a function in terms of its domain."""
    return _WORDS[function.part].format(name=function.name, number=function.index + 1)


def said_by(equation: Equation) -> str:
    """Print an equation as in the domain, `at'(?l) = ...`; for a condition, its description and its value."""
    match equation.function.part:
        case Part.NEXT:
            name = f"{equation.function.name}'"
        case Part.STEP | Part.REWARD:
            name = equation.function.name
        case _:
            return f"{said_of(equation.function)}: {bare(equation.value)}"
    variables = ", ".join(variable.name for variable in equation.variables)
    return f"{name}{f'({variables})' if variables else ''} = {bare(equation.value)}"


def draws(program: Equations) -> Iterator[str]:
    """Describe for each draw of a step its uniform numbers, counted from 0."""
    for equation in program.equations:
        for part in walk(equation.value):
            if isinstance(part, Draw | DrawItem | DrawAny | DrawVector) and part.uniform is not None:
                first, size = part.uniform.start, prod(part.uniform.sizes) * part.uniform.count
                numbers = str(first) if size == 1 else f"{first} to {first + size - 1}"
                around = ", ".join(f"{variable.name} : {variable.types[0]}" for variable in part.uniform.around)
                order = ", the last runs fastest" if len(part.uniform.around) > 1 else ""
                each = f", one for each {around}{order}" if around else ""
                yield f"{numbers}: {bare(part)} in {said_of(equation.function)}{each}"
