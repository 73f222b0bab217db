"""What the things of an RDDL program are called in Prolog text for people: as in their files.

A name that SWI-Prolog or the text itself has a predicate of, or that is given already, gets the part before it.

>>> on, program = Function(Part.STATE, "on", ("t",)), Equations({"t": ()}, {}, {}, (), (), (), 0)
>>> words = EquationWords(program)
>>> words.predicate(on), words.predicate(Function(Part.NEXT, "on", ("t",))), words.of_type("t"), words.number_of("t")
('on', 'next_on', 't', 'number_of_t')
>>> words.predicate(Function(Part.ACTION, "halt")), words.predicate(Function(Part.STEP, "on", ("t",)))
('action_halt', 'step_on')
"""

from __future__ import annotations

from collections.abc import Iterator

from relgym.model.equations import NUMBERED, Equations, Function, Part
from relgym.model.rddl_expressions import BOOL
from relgym.translate.equation_origins import said_of
from relgym.translate.prolog_equations_names import Variables
from relgym.translate.prolog_words import is_free, reserved

_OWN = """
value/3 allowed/0 uniform/2 draw/0 draw/2 computed/3 discrete/3 unnormalised/3 cumulative/4 first_above/4
missing/2 exact_sum/3 fmod/3 round_even/2 row/2 row/3 reason/2 wording/2 poisson/6 binomial/7 waiting/2
log_of_one_and/2 chance_within/2 standard_normal/2 polynomial/3 polynomial/4 product_of/2 best_of/3 best_of/5
product_of/3 bernoulli/3 sum_list/2 min_list/2 max_list/2 aggregate_all/3 random/1
"""
"""The predicates that the text defines or calls besides those of the system."""


class EquationWords:
    """The names of one program: no two predicates of one arity have the same."""

    def __init__(self, program: Equations) -> None:
        self._used = {(name, int(arity)) for name, _, arity in (word.rpartition("/") for word in _OWN.split())}
        self._functions: dict[Function, str] = {}
        self._types: dict[tuple[str, str], str] = {}
        own = (equation.function for equation in program.equations)
        for function in (*program.states, *program.actions, *program.constants, *own):
            self.predicate(function)

    def predicate(self, function: Function) -> str:
        """The predicate of a function, without quotes."""
        found = self._functions.get(function)
        if found is None:
            arity = len(function.parameters) + (function.range != BOOL)
            found = self._functions[function] = self._new(_stem(function), f"{function.part.value}_", arity)
        return found

    def of_type(self, of: str) -> str:
        """The predicate of the items of a type."""
        return self._of("", "type_", of, 1)

    def number_of(self, of: str) -> str:
        """The predicate of the items of a type with their numbers, from 1 on."""
        return self._of("number_of_", "type_", of, 2)

    def variables(self) -> Variables:
        """Names for the variables of an equation."""
        return Variables(set())

    def legend(self) -> Iterator[str]:
        """What the given functions are whose predicates have other names."""
        for function, name in self._functions.items():
            if function.part in (Part.CONSTANT, Part.STATE, Part.ACTION) and name != function.name:
                yield f"{name} is the {said_of(function)}"

    def _of(self, prefix: str, otherwise: str, of: str, arity: int) -> str:
        found = self._types.get((prefix, of))
        if found is None:
            found = self._types[prefix, of] = self._new(prefix + of, otherwise, arity)
        return found

    def _new(self, stem: str, prefix: str, arity: int) -> str:
        name, number = stem, 1
        while not is_free(name) or (name, arity) in self._used or (name, arity) in reserved():
            name = f"{prefix}{stem}" if number == 1 else f"{prefix}{stem}_{number}"
            number += 1
        self._used.add((name, arity))
        return name


def _stem(function: Function) -> str:
    match function.part:
        case Part.NEXT:
            return f"next_{function.name}"
        case Part.REWARD:
            return "reward"
        case part if part in NUMBERED:
            return f"{part.value}_{function.index + 1}"
        case _:
            return function.name
