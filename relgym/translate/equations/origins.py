"""Where the functions of an RDDL program come from, and what decides its draws: words for comments of printed programs.

>>> said_of(Function(Part.NEXT, "on", ("t",))), said_of(Function(Part.PRECONDITION, "precondition", index=1))
("on' in the next state", 'action precondition 2')
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from relgym.model.equations import Equation, Equations, Function, Part
from relgym.model.rddl_expressions import Draw, DrawAny, DrawItem, DrawVector, bare
from relgym.model.rddl_walk import walk

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
    """What a function is in its domain."""
    return _WORDS[function.part].format(name=function.name, number=function.index + 1)


def said_by(equation: Equation) -> str:
    """An equation as the domain has it: `at'(?l) = ...`; the value alone for a condition."""
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
    """For each draw of a step which of the uniform numbers, from 0 on, decide it."""
    for equation in program.equations:
        for part in walk(equation.value):
            if isinstance(part, Draw | DrawItem | DrawAny | DrawVector) and part.uniform is not None:
                first, size = part.uniform.start, prod(part.uniform.sizes) * part.uniform.count
                numbers = str(first) if size == 1 else f"{first} to {first + size - 1}"
                around = ", ".join(f"{variable.name} : {variable.types[0]}" for variable in part.uniform.around)
                order = ", the last runs fastest" if len(part.uniform.around) > 1 else ""
                each = f", one for each {around}{order}" if around else ""
                yield f"{numbers}: {bare(part)} in {said_of(equation.function)}{each}"
