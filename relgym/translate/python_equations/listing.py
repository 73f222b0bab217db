"""Print a program of equations as a Python script that shows a step: the builtin engine's code without its tables.

>>> from relgym.model.rddl.equations import Equation
>>> from relgym.model.rddl.expressions import Fluent, Operation
>>> from relgym.runtime.scope import scope_of
>>> lit = Function(Part.STATE, "lit")
>>> dark = Equation(Function(Part.STEP, "dark"), (), Operation("~", (Fluent("lit"),)))
>>> program = Equations({}, {("lit", False): lit}, {}, (lit,), (), (dark,), 0)
>>> exec(translate_python_equations(program, scope_of({}), (True,), ()))
step:dark = False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from relgym.model.rddl.equations import Equations, Function, Part, Values
from relgym.model.rddl.expressions import External
from relgym.model.rddl.traversal import walk
from relgym.translate.python_equations.program import PythonEquationsWriter

_HEADER = """\
# An instance as a Python script, which shows what follows from the state and the action below.
#
# Values of a fluent are a list in which its last parameter runs fastest; items are their numbers, 0 for the first."""

_CONDITIONS = (Part.PRECONDITION, Part.INVARIANT, Part.TERMINATION)
_STEP = (Part.NEXT, Part.STEP, Part.REWARD)


def translate_python_equations(
    program: Equations,
    scope: dict[str, Any],
    state: Sequence[Values],
    action: Sequence[Values],
    uniforms: Sequence[float] | None = None,
) -> str:
    """Write a script of all equations of a program in a state and under an action.

    Without `uniforms` each run of the script draws new numbers. `scope` is that of `relgym.runtime.scope`; the
    constants are added to it.
    """
    writer = PythonEquationsWriter(program, scope, tables=False)
    questions = {name: program.of_part(*parts) for name, parts in (("conditions", _CONDITIONS), ("step", _STEP))}
    functions = [writer.question(name, asked) for name, asked in questions.items()]
    fixed = [f"{writer.values.name(function)} = {values!r}" for function, values in program.constants.items()]
    drawn = f"[random() for _ in range({program.uniforms})]" if uniforms is None else repr(list(uniforms))
    names = {name: [str(function) for function in asked] for name, asked in questions.items()}
    blocks = [
        "\n".join([_HEADER, *_missing(program)]),
        "from math import inf\nfrom random import random\n\nfrom relgym.runtime.scope import scope_of",
        "globals().update(scope_of({}))",
        "\n".join([*_items(program), *_named(program, writer)]),
        "\n".join(fixed),
        *(f"\n{function.rstrip()}" for function in functions),
        f"\nstate = ({_listed(program.states, state)})\naction = ({_listed(program.actions, action)})",
        f"u = {drawn}",
        f"names = {names!r}\n{_SHOWN}",
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


_SHOWN = """\
for question in (conditions, step):
    for name, value in zip(names[question.__name__], question(state, action, u)):
        print(f"{name} = {value}")"""


def _missing(program: Equations) -> Iterator[str]:
    """Name in comments the functions of the caller that the script needs."""
    called = {part.function for item in program.equations for part in walk(item.value) if isinstance(part, External)}
    if called:
        yield "#"
        yield f"# Missing are functions of the caller, to be given to scope_of: {', '.join(sorted(called))}."


def _items(program: Equations) -> Iterator[str]:
    for of, items in program.types.items():
        yield f"# {of}: {', '.join(f'{number} {item.name}' for number, item in enumerate(items))}"


def _named(program: Equations, writer: PythonEquationsWriter) -> Iterator[str]:
    """Yield a comment for each Python variable with its function."""
    computed = [equation.function for equation in program.equations]
    for function in (*program.constants, *program.states, *program.actions, *computed):
        yield f"# {writer.values.name(function)}: {function}"


def _listed(functions: Sequence[Function], values: Sequence[Values]) -> str:
    """Return the entries of a tuple, one line for each fluent."""
    lines = "".join(f"\n    {value!r},  # {function}" for function, value in zip(functions, values, strict=True))
    return f"{lines}\n" if lines else ""
