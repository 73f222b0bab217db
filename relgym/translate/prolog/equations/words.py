"""Readable Prolog names for the parts of an RDDL program, close to the names in its files.

A name gets the name of its part as a prefix if SWI-Prolog or the text has such a predicate, or if it is taken already.

>>> on, program = Function(Part.STATE, "on", ("t",)), Equations({"t": ()}, {}, {}, (), (), (), 0)
>>> words = EquationWords(program)
>>> words.predicate(on), words.predicate(Function(Part.NEXT, "on", ("t",))), words.of_type("t"), words.number_of("t")
('on', 'next_on', 't', 'number_of_t')
>>> words.predicate(Function(Part.ACTION, "halt")), words.predicate(Function(Part.STEP, "on", ("t",)))
('action_halt', 'step_on')
"""

from __future__ import annotations

from collections.abc import Iterator

from relgym.model.rddl.equations import NUMBERED, Equations, Function, Part
from relgym.model.rddl.expressions import BOOL
from relgym.translate.equations.origins import said_of
from relgym.translate.prolog.equations.names import Variables
from relgym.translate.prolog.names import new_name

OWN = """
aggregate_all/3 allowed/0 bernoulli/3 beta_fraction/8 beta_part/5 beta_within/5 binomial/7 bisected/5
chance_within/2 computed/3 cumulative/4 discrete/3 draw/0 draw/2 exact/2 exact_sum/3 finite/1
first_above/4 fmod/3 gamma_fraction/7 gamma_series/5 gamma_within/4 greatest/3 greatest_of/2
greatest_of/3 inverse/5 is_below/3 item_of_greatest/2 item_of_greatest/4 item_of_least/2 item_of_least/4
least/3 least_of/2 least_of/3 less/2 ln_of_whole/2 log_of_one_and/2 missing/2 negative_binomial/7
poisson/6 polynomial/3 polynomial/4 product_of/2 product_of/3 quotient/3 reason/2 round_even/2 row/2
row/3 same/2 standard_normal/2 sum_list/2 uniform/2 unnormalised/3 value/3 waiting/2 wording/2
"""
"""Predicates that the text defines or calls, beyond those of the system."""


class EquationWords:
    """The names of one program: no two predicates of one arity have the same."""

    def __init__(self, program: Equations) -> None:
        self._used = {(name, int(arity)) for name, _, arity in (word.rpartition("/") for word in OWN.split())}
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
        """Yield a line about each given function whose predicate has another name."""
        for function, name in self._functions.items():
            if function.part in (Part.CONSTANT, Part.STATE, Part.ACTION) and name != function.name:
                yield f"{name} is the {said_of(function)}"

    def _of(self, prefix: str, otherwise: str, of: str, arity: int) -> str:
        found = self._types.get((prefix, of))
        if found is None:
            found = self._types[prefix, of] = self._new(prefix + of, otherwise, arity)
        return found

    def _new(self, stem: str, prefix: str, arity: int) -> str:
        return new_name(stem, prefix + stem, arity, self._used, ("prolog_", "matrix_"))


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
