"""Prolog names for the parts of a program of equations: predicates, vectors of values, items.

>>> on, program = Function(Part.STATE, "on", ("t",)), Equations({"t": ()}, {}, {}, (), (), (), 0)
>>> names = EquationNames(program, plain=True)
>>> names.predicate(on), names.predicate(Function(Part.NEXT, "on", ("t",))), names.of_type("t"), names.number_of("t")
('on', 'next_on', 't', 'number_of_t')
>>> names.predicate(Function(Part.ACTION, "halt")), names.predicate(Function(Part.STEP, "on", ("t",)))
('action_halt', 'step_on')
>>> variables = Variables({"State_on"})
>>> variables.item("?x"), variables.item("?X"), variables.fresh("V"), variables.fresh("V")
('X', 'X2', 'V', 'V2')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from relgym.model.rddl.equations import NUMBERED, Equations, Function, Part
from relgym.model.rddl.expressions import BOOL
from relgym.translate.equations.origins import said_of
from relgym.translate.prolog.names import new_name, quoted

UNIFORMS = "Uniforms"
"""The variable of a step's uniform numbers."""


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


class EquationNames:
    """The names of one program: no two predicates of one arity have the same, nor two vectors.

    Args:
        program: The program.
        plain: True if predicates are called as in the files, with the part of their function as a prefix only where
            SWI-Prolog or the text has such a predicate, or where a name is taken. In the engine, where predicates have
            further arguments, all fluents have the prefix.
    """

    def __init__(self, program: Equations, plain: bool) -> None:
        self._plain = plain
        self._used = {(name, int(arity)) for name, _, arity in (word.rpartition("/") for word in OWN.split())}
        self._helpers = _Taken()
        self._of: dict[Function, str] = {}
        self._types: dict[tuple[str, str], str] = {}
        self._vectors: dict[Function, str] = {}
        self._variables = _Taken({UNIFORMS})
        computed = (equation.function for equation in program.equations)
        for function in (*program.states, *program.actions, *program.constants, *computed):
            self.predicate(function)
            if not plain:
                self.vector(function)

    def predicate(self, function: Function) -> str:
        """The predicate of a function, without quotes."""
        name = self._of.get(function)
        if name is None:
            name = self._of[function] = self._predicate(function)
        return name

    def _predicate(self, function: Function) -> str:
        if not self._plain:
            return self.helper(_with_part(function))
        arity = len(function.parameters) + (function.range != BOOL)
        return self._new(_stem(function), f"{function.part.value}_", arity)

    def helper(self, stem: str) -> str:
        """A predicate of the engine that is new, without quotes."""
        return self._helpers.fresh(stem)

    def of_type(self, of: str) -> str:
        """The predicate of the items of a type."""
        return self._of_items("", of, 1)

    def number_of(self, of: str) -> str:
        """The predicate of the items of a type with their numbers, from 1 on."""
        return self._of_items("number_of_", of, 2)

    def legend(self) -> Iterator[str]:
        """Yield a line about each given function whose predicate has another name."""
        for function, name in self._of.items():
            if function.part in (Part.CONSTANT, Part.STATE, Part.ACTION) and name != function.name:
                yield f"{name} is the {said_of(function)}"

    def vector(self, function: Function) -> str:
        """The variable that holds all values of a function, or its only one."""
        name = self._vectors.get(function)
        if name is None:
            name = self._vectors[function] = self._variables.fresh(_capital(_with_part(function)))
        return name

    def variables(self) -> Variables:
        """Names for the other variables of an equation."""
        return Variables({UNIFORMS, *self._vectors.values()})

    def _of_items(self, prefix: str, of: str, arity: int) -> str:
        name = self._types.get((prefix, of))
        if name is None:
            name = self._types[prefix, of] = self._new(prefix + of, "type_", arity)
        return name

    def _new(self, stem: str, prefix: str, arity: int) -> str:
        return new_name(stem, prefix + stem, arity, self._used, ("prolog_", "matrix_"))


class Variables:
    """Gives the variables of an equation names, each but once."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = _Taken(taken)

    def item(self, name: str) -> str:
        """The variable of an item."""
        return self.fresh(_capital(name.removeprefix("?")))

    def fresh(self, stem: str) -> str:
        return self._taken.fresh(stem)


def atom(name: str, arguments: Iterable[str]) -> str:
    """A goal or a head: `p(X, Y)`.

    >>> atom("next_a-b", ["X", "V"]), atom("reward", [])
    ("'next_a-b'(X, V)", 'reward')
    """
    inner = ", ".join(arguments)
    return f"{quoted(name)}({inner})" if inner else quoted(name)


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


def _with_part(function: Function) -> str:
    # With the part before it no name is that of a predicate of SWI-Prolog.
    is_whole = function.part in (Part.NEXT, Part.REWARD, *NUMBERED)
    return _stem(function) if is_whole else f"{function.part.value}_{function.name}"


def _capital(name: str) -> str:
    """A name as a variable of Prolog.

    >>> _capital("next_a-b"), _capital("été"), _capital("1st")
    ('Next_a_b', 'X_t_', 'X1st')
    """
    plain = re.sub("[^A-Za-z0-9_]", "_", name)
    return plain[0].upper() + plain[1:] if plain[:1].isalpha() else f"X{plain}"


class _Taken:
    """Names that are taken."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)
        # The next number for each stem: thousands of variables may share one.
        self._numbers: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """The stem, with a number if it is taken, which is taken from now on."""
        name, number = stem, self._numbers.get(stem, 2)
        while name in self._names:
            name, number = f"{stem}{number}", number + 1
        self._names.add(name)
        self._numbers[stem] = number
        return name
