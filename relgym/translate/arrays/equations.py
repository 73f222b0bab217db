"""Equations as a pure function over arrays: the values of all items of many copies of an instance at once.

>>> from relgym.model.rddl.equations import Part
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = on(?x) | Bernoulli(0.5); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> from relgym.runtime.array_scope import scope_of_arrays
>>> print(array_question(program, scope_of_arrays({}), program.of_part(Part.NEXT), copies=True).text)
def question(xp, special, constants, state, action, u):
    (c2,) = constants
    return (((state[0]) | ((u) < c2)),), None
<BLANKLINE>

Whole numbers have 64 bits here. Where bounds do not show that they stay below 2**62, they are tested, and the result of
a copy with a larger one is not to be trusted. The same holds for a whole number that is compared with a real one if no
double holds it exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.model.rddl.expressions import INT, REAL
from relgym.translate.arrays.bounds import ASSUMED
from relgym.translate.arrays.counts import ArrayCountWriter
from relgym.translate.arrays.reads import Stored
from relgym.translate.arrays.terms import TYPES, WATCHED, Axis, Term, constants_in

_SHORT = 10_000
"""The largest number of entries that are added up by a dot product with ones."""

_COUNT = re.compile(r"\bn\b")


@dataclass(frozen=True, slots=True)
class ArrayQuestion:
    """The text of a function `question(xp, special, constants, state, action, u)`, and its `constants`.

    It gives the values of some functions as arrays, and where they are not to be trusted: something that was computed
    has no value. `state`, `action` and `u` are arrays, all with the axis of the copies before the others, if there are
    copies. `largest` and `elements` tell how large the arrays are for each copy. Where it is `quiet` all numbers on the
    way are finite, so that NumPy has nothing to warn of.
    """

    text: str
    constants: tuple[Any, ...]
    largest: int
    elements: int
    lines: int
    quiet: bool


def array_question(
    program: Equations,
    scope: Mapping[str, Any],
    functions: Sequence[Function],
    more: Sequence[Equation] = (),
    *,
    copies: bool,
) -> ArrayQuestion:
    """The question about some functions; `more` are equations defined later, and `scope` what texts may call."""
    return ArrayEquationsWriter(program, scope, Axis(0) if copies else None).question(functions, more)


def array_step(program: Equations, scope: Mapping[str, Any], functions: Sequence[Function]) -> ArrayQuestion:
    """The question what a step of one instance makes of the functions that are states, observed, and the reward.

    Its function gives a triple, and whether that is not to be trusted: the arrays of the states, those that are seen,
    which are the states' own where none is observed, and the reward as a number of Python's.
    """
    return ArrayEquationsWriter(program, scope, None).step(functions)


def together(texts: Sequence[str]) -> str:
    """The text of a tuple."""
    return f"({''.join(f'{text}, ' for text in texts).strip()})"


class ArrayEquationsWriter(ArrayCountWriter):
    """Writes one question about a program."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        for function, values in program.constants.items():
            sizes = program.sizes(function)
            axes = tuple(Axis(0, size) for size in sizes)
            array: Any = np.asarray(self._within(function, values), TYPES.get(function.range, np.int64)).reshape(sizes)
            term = self.table(array, axes)
            self._stored[function] = Stored(term.text, sizes, batched=False, fixed=True)

    def _within(self, function: Function, values: Values) -> Values:
        """The values of a constant; those beyond 64 bits become 0, and whatever reads the constant is not trusted."""
        if function.range != INT:
            return values
        every = values if isinstance(values, list) else [values]
        if not every or (min(every) >= -(2**63) and max(every) < 2**63):
            return values
        self.too_large.add(function)
        return [0] * len(every) if isinstance(values, list) else 0

    def question(self, functions: Sequence[Function], more: Sequence[Equation] = ()) -> ArrayQuestion:
        """The values of some functions."""
        outputs, wrong = self._values(functions, more)
        return self.answering(outputs, wrong)

    def step(self, functions: Sequence[Function]) -> ArrayQuestion:
        """Write the question about the next states, the observations and the reward of a step, in this order."""
        width = len(self.program.states)
        (*outputs, reward), wrong = self._values(functions)
        after, seen = outputs[:width], outputs[width:] or outputs

        def triple(texts: Sequence[str]) -> str:
            return f"({together(texts[:width])}, {together(texts[width:-1])}, float({texts[-1]}))"

        return self.answering([*after, *seen, reward], wrong, triple)

    def _values(self, functions: Sequence[Function], more: Sequence[Equation] = ()) -> tuple[list[str], str]:
        """The texts that give the values of some functions, and the one that tells where there are none."""
        self.take_given()
        needed = self.program.needed(functions, more)
        wrong = self.wrong([term for equation in needed if (term := self._computed(equation)) is not None])
        return [self._whole(self._stored[function]) for function in functions], wrong

    def take_given(self) -> None:
        """Let what comes with the question be read."""
        program = self.program
        for name, given in (("state", program.states), ("action", program.actions)):
            for place, function in enumerate(given):
                text = self.made(f"{name}[{place}]", (), fixed=False).text
                self._stored[function] = Stored(text, program.sizes(function), self.copies is not None, fixed=False)

    def answering(
        self, outputs: Sequence[str], wrong: str, answer: Callable[[Sequence[str]], str] = together
    ) -> ArrayQuestion:
        """The question with some texts in its answer, which is written with what these become."""
        quiet = self.loud.isdisjoint(name for name, _ in self.resting([*outputs, wrong])[0])
        lines, (*outputs, wrong) = self.needed([*outputs, wrong])
        constants = constants_in([*lines, *outputs, wrong])
        watch = ["    look()"] if self.largest >= WATCHED else []
        whole = [
            "def question(xp, special, constants, state, action, u):",
            *([f"    ({', '.join(constants)},) = constants"] if constants else []),
            *(["    n = u.shape[0]"] if any(_COUNT.search(text) for text in (*lines, *outputs, wrong)) else []),
            *(text for line in lines for text in [*watch, f"    {line}"]),
            f"    return {answer(outputs)}, {wrong}",
            "",
        ]
        return ArrayQuestion(
            "\n".join(whole), tuple(map(self.constant, constants)), self.largest, self.elements, len(lines), quiet
        )

    def _computed(self, equation: Equation) -> Term | None:
        """Keep the values of a function, with an axis for each parameter; it gives them if they may not be finite."""
        inner = self.ranged(equation.variables, {})
        axes = self.axes_of(equation.variables, inner)
        function = equation.function
        self.keep_interval(equation)
        real = function.range == REAL
        term = (self.tested if real else self.value)(equation.value, inner)
        finite = not real or self.always_finite(equation.value, inner)
        if finite and function.range in (INT, REAL):
            self.keep_bounds(function, equation.value, inner)
        if function.range in TYPES and function.range != self.range_of(equation.value):
            term = self.cast(term, function.range)
        batched = self.copies in term.axes
        wanted = (*(self.around if batched else ()), *axes)
        if term.axes != wanted:
            sizes = ["n"] * batched + [str(axis.size) for axis in axes]
            text = self.aligned(term, wanted).text
            term = self.made(f"xp.broadcast_to({text}, ({', '.join(sizes)},))", wanted, term.fixed)
        self._stored[function] = Stored(term.text, self.program.sizes(function), batched, term.fixed)
        return None if finite else term

    def _whole(self, stored: Stored) -> str:
        """The text of an array that has the axis of the copies if there are any."""
        if self.copies is None and stored.fixed and not stored.sizes:
            # It stands in texts as a number of Python's, which is no array.
            return self.kept(np.asarray(self.known(Term(stored.text, (), fixed=True)))).text
        if self.copies is None or stored.batched:
            return stored.text
        sizes = "".join(f"{size}, " for size in stored.sizes)
        return f"xp.broadcast_to({stored.text}, (n, {sizes}))"

    def wrong(self, reals: Sequence[Term]) -> str:
        """The text that tells of each copy whether something has no value."""
        found: Term | None = None
        # Sums of what is finite may be infinite: then it is computed once more for nothing.
        total = self._together("sum", "{0} + {1}", [*dict.fromkeys([*reals, *self.reals])])
        if total is not None:
            # One number is sooner looked at by Python than by NumPy.
            single = self.copies is None and not total.fixed
            found = self.written("not isfinite_({0})" if single else "xp.logical_not(xp.isfinite({0}))", total)
            self.loud.add(found.text)
        for function in self.program.states + self.program.actions:
            if function in self.trusted:
                self._test_assumption(self._stored[function])
        failed = self._together("exists", "{0} | {1}", self.fails)
        if failed is not None:
            found = failed if found is None else self.written("{0} | {1}", found, failed)
        if found is None or (found.fixed and not self.holds_somewhere(found)):
            return "None"
        if self.copies is None or self.copies in found.axes:
            return found.text
        return f"xp.broadcast_to({found.text}, (n,))"

    def _test_assumption(self, stored: Stored) -> None:
        """Keep where a given whole number is larger than it was taken to be."""
        axes = tuple(Axis(place + 1, size) for place, size in enumerate(stored.sizes))
        term = Term(stored.text, (*self.around, *axes))
        ends = self.beside(term, self.table(ASSUMED), self.table(-ASSUMED))
        self.fails.append(self.written("({0} > {1}) | ({0} < {2})", *ends))

    def _together(self, operator: str, template: str, terms: Sequence[Term]) -> Term | None:
        """All of some terms folded into one for each copy: those of the same shape first, as whole arrays.

        To fold along a short axis takes as long as ten operations on whole arrays.
        """
        groups: dict[tuple[int | None, ...], Term] = {}
        for term in terms:
            shape = tuple(axis.size for axis in term.axes)
            before = groups.get(shape)
            if before is not None:
                # The axes may be those of other variables: only the shapes matter here.
                text = template.format(before.text, term.text)
                term = self.made(text, before.axes, before.fixed and term.fixed)
            groups[shape] = term
        found: Term | None = None
        for term in groups.values():
            part = self._added_up(term) if operator == "sum" else self.folded_present(operator, term, self._inner(term))
            found = part if found is None else self.written(template, found, part)
        return found

    def _added_up(self, term: Term) -> Term:
        """A sum that is only asked whether it is finite: a product of vectors is the fastest one."""
        size = prod(axis.size or 0 for axis in term.axes)
        if self.copies is not None or term.fixed or not term.axes or size > _SHORT:
            return self.folded_present("sum", term, self._inner(term))
        row = term.text if len(term.axes) == 1 else f"{term.text}.ravel()"
        return self.made(f"{row}.dot({self.kept(np.ones(size)).text})", (), False)

    def _inner(self, term: Term) -> list[Axis]:
        return [axis for axis in term.axes if axis != self.copies]
