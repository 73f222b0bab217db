"""Histories of actions and observations as answer set programs, in which everything unknown is a free choice.

Each answer set is a possible history. The program has parts that are ground one after the other, each for a time:
time 0 has the common facts of all starts, time 1 is a start, time 2 is the state after one action.

>>> import relgym
>>> domain = '''(define (domain lamp) (:requirements :probabilistic-effects) (:predicates (lit) (whole))
...   (:action press :parameters () :precondition (whole) :effect (probabilistic 1/2 (lit))))'''
>>> problem = "(define (problem p) (:domain lamp) (:init (probabilistic 1/3 (whole))) (:goal (lit)))"
>>> writer = HistoryWriter(Translation(relgym.load(domain, problem)), {})
>>> print(writer.action(writer.translation.schemas[0]).text)
h4'(t) :- press(t).
:- not h4'(t).
{ h5'(0..1,t) } = 1 :- h4'(t).
h6'(t) :- h5'(0,t).
h0'(t) :- h6'(t).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from relgym.model.program import Row, Symbol
from relgym.translate.asp.program import TIME
from relgym.translate.asp.unrolled import ProgramPart, Unrolled, columns_of, timed_call
from relgym.translate.program.task import Schema, Translation

PRESENT = "now'"
"""Holds for the time that is asked about."""


class HistoryQuery(NamedTuple):
    """The first `kept` arguments for which a symbol holds; with `unique`, those with one row of the other arguments."""

    symbol: Symbol
    kept: int
    unique: bool = False


class HistoryWriter:
    """Writes the parts for one task.

    Args:
        translation: The translation of the task.
        sensed: For each predicate that is observed, the derived predicate that says where.

    Attributes:
        unrolled: Writes what does not depend on what happens.
    """

    def __init__(self, translation: Translation, sensed: Mapping[str, str]) -> None:
        self.translation = translation
        self.unrolled = Unrolled(translation)
        self._plain = self.unrolled.plain
        self._sensed = {translation.symbol(name): translation.symbol(rule) for name, rule in sensed.items()}
        self._seen = {symbol: self.unrolled.new() for symbol in self._sensed}

    # -- from state to state -----------------------------------------------------------------

    def start(self) -> ProgramPart:
        """Write the common facts of all starts, and the random draws of the start."""
        fluents = {symbol.name: symbol for symbol in self.translation.program.fluents}
        lines = ["#show.", "start'(t)."]
        lines += [self._plain.fact(fluents[name], row) for name, row in self.translation.start_atoms]
        return ProgramPart(
            "start", (TIME,), "\n".join([*lines, *self.unrolled.effect(self.translation.chance, "start'")])
        )

    def action(self, schema: Schema) -> ProgramPart:
        """Write the effects of an action that was valid; the part's parameters are the time and the chosen objects."""
        columns = columns_of(len(schema.variables))
        chosen = _objects(schema)
        done = self.unrolled.new()
        can = self._plain.atom(schema.symbol, columns)
        equal = [f"{column} = {item}" for column, item in zip(columns, chosen, strict=False)]
        lines = [f"{timed_call(done, columns)} :- {', '.join([can, *equal])}."]
        if len(chosen) == len(columns):
            lines.append(f":- not {timed_call(done, chosen)}.")
        else:
            lines.append(f":- #count {{ {','.join(columns)} : {timed_call(done, columns)} }} != 1.")
        lines += self.unrolled.asked(schema, done)
        lines += self.unrolled.effect(schema.effect, done)
        return ProgramPart(f"action_{self.unrolled.name(schema.symbol)}", (TIME, *chosen), "\n".join(lines))

    def refusal(self, schema: Schema) -> ProgramPart:
        """An action, given as for `action`, was not valid."""
        chosen = _objects(schema)
        others = columns_of(len(schema.variables))[len(chosen) :]
        can = self._plain.atom(schema.symbol, [*chosen, *others])
        # An action is also invalid if several bindings of the other parameters are left.
        text = f":- #count {{ {','.join(others)} : {can} }} = 1." if others else f":- {can}."
        return ProgramPart(f"refusal_{self.unrolled.name(schema.symbol)}", (TIME, *chosen), text)

    # -- observations and questions ----------------------------------------------------------

    @property
    def senses(self) -> list[Symbol]:
        """The symbols on which observations rest."""
        return list(chain.from_iterable(self._sensed.items()))

    def sight(self) -> ProgramPart:
        """Write the rules for the observed atoms."""
        lines = []
        for symbol, rule in self._sensed.items():
            columns = columns_of(symbol.arity)
            body = f"{self._plain.atom(symbol, columns)}, {self._plain.atom(rule, columns)}"
            lines.append(f"{timed_call(self._seen[symbol], columns)} :- {body}.")
        return ProgramPart("sight", (TIME,), "\n".join(lines))

    def observation(self, number: int, rows: Mapping[Symbol, Iterable[Row]]) -> ProgramPart:
        """These atoms are seen, and no others; `number` tells the observations of one program apart."""
        lines = []
        for symbol, seen in self._seen.items():
            columns, given = columns_of(symbol.arity), f"given'{seen}"
            for row in sorted(rows.get(symbol, ())):
                arguments = [self.unrolled.object(item) for item in row]
                lines += [f"{timed_call(given, arguments)}.", f":- not {timed_call(seen, arguments)}."]
            lines.append(f":- {timed_call(seen, columns)}, not {timed_call(given, columns)}.")
        return ProgramPart(f"observation{number}", (TIME,), "\n".join(lines))

    def present(self) -> ProgramPart:
        """A time that may be the one that is asked about."""
        return ProgramPart("present", (TIME,), f"#external {timed_call(PRESENT, ())}.")

    def shown(self, wanted: HistoryQuery) -> tuple[ProgramPart, str]:
        """The statements that show the arguments that are wanted, and under which name."""
        symbol, kept = wanted.symbol, wanted.kept
        columns = columns_of(symbol.arity)
        body = f"{self._plain.atom(symbol, columns)}, {timed_call(PRESENT, ())}"
        name = f"shown{kept}'{self.unrolled.name(symbol)}"
        if wanted.unique and kept < symbol.arity:
            name = f"unique{kept}'{self.unrolled.name(symbol)}"
            others = [f"Y{column}" for column in range(kept, symbol.arity)]
            each = self._plain.atom(symbol, [*columns[:kept], *others])
            body += f", #count {{ {','.join(others)} : {each} }} = 1"
        text = f"{timed_call(name, columns[:kept])} :- {body}.\n#show {name}/{kept + 1}."
        return ProgramPart(name, (TIME,), text), name


def _objects(schema: Schema) -> list[str]:
    return [f"o{number}" for number in range(schema.free)]
