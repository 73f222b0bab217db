"""The possible pasts of one task, as a program on clingo that grows with each thing that is done or seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from relgym.backends.base import Limits
from relgym.backends.clingo.history import History, Mode, Shown, TooManyGroundRules
from relgym.backends.clingo.size import Most, Sizes
from relgym.errors import BackendError
from relgym.model.program import Row, Rule, Symbol
from relgym.translate.asp.history import HistoryQuery, HistoryWriter
from relgym.translate.asp.unrolled import ProgramPart
from relgym.translate.program.task import Schema, Translation


class PossiblePasts:
    """The program of all possible histories; times are numbered, and the last one is the present.

    Raises `UnsupportedFeature` if numbers that change matter, and `BackendError` if the program would have more than
    `most` ground rules: it is `broken` then, and must be built again.
    """

    def __init__(self, translation: Translation, sensed: Mapping[str, str], limits: Limits, most: int) -> None:
        self.translation = translation
        self._limits = limits
        self._most = most
        self._writer = HistoryWriter(translation, sensed)
        self._unrolled = self._writer.unrolled
        program = translation.program
        self._sizes = Sizes(Most(self._unrolled.facts), program.fluents, len(program.objects), self._unrolled.rules)
        self._actions: dict[Symbol, tuple[ProgramPart, ProgramPart]] = {}
        self._met: dict[Symbol, set[Row]] = {symbol: set() for symbol in program.fluents}
        self._unrolled.needed([*self._writer.senses, *(s for schema in translation.schemas for s in _asked(schema))])
        self._program = History(limits, most)
        self._time = 0
        self.broken = True

    def define(self, rules: Sequence[Rule]) -> None:
        """Take the rules of a query."""
        self._sizes.add(self._unrolled.define(rules))

    # -- what happened -----------------------------------------------------------------------

    def start(self) -> None:
        """Forget everything: any start is possible."""
        self._program = History(self._limits, self._most)
        self._defined: set[tuple[Symbol, Row]] = set()
        self._observations = 0
        self._asked: set[HistoryQuery] = set()
        self._answers: dict[Mode, Shown] = {}
        self._time = 0
        self.broken = False
        writer = self._writer
        self._program.ground([(writer.start(), (0,)), (self._unrolled.step(), (0,))])
        self._go_on(self.translation.start_atoms)

    def act(self, schema: Schema, row: Row) -> None:
        """An action was valid, with one binding of the parameters that are not chosen, and was carried out."""
        part, _ = self._parts(schema)
        self._ground(_asked(schema), [(part, (self._time, *row)), (self._unrolled.step(), (self._time,))])
        self._go_on(())

    def refuse(self, schema: Schema, row: Row) -> None:
        """An action was not valid, and nothing has changed."""
        _, part = self._parts(schema)
        self._ground([schema.symbol], [(part, (self._time, *row))])

    def see(self, rows: Mapping[Symbol, Iterable[Row]]) -> None:
        """These atoms are seen now, and no others."""
        self._observations += 1
        parts = [self._writer.sight(), self._writer.observation(self._observations, rows)]
        self._ground(self._writer.senses, [(part, (self._time,)) for part in parts])

    def is_possible(self) -> bool:
        """Return True if a history exists that agrees with all actions and observations."""
        return self._program.satisfiable()

    def _parts(self, schema: Schema) -> tuple[ProgramPart, ProgramPart]:
        parts = self._actions.get(schema.symbol)
        if parts is None:
            parts = self._actions[schema.symbol] = self._writer.action(schema), self._writer.refusal(schema)
        return parts

    def _go_on(self, atoms: Iterable[tuple[str, Row]]) -> None:
        """The next time is the present; take note of the atoms that may be true then, and were not before."""
        for symbol, added, arity in self._unrolled.additions():
            new = {row[:-1] for row in self._program.rows(added, arity)}
            new.update(row for name, row in atoms if name == symbol.name)
            self._sizes.see((symbol, row) for row in new - self._met[symbol])
            self._met[symbol] |= new
        self._time += 1
        self._asked = set()

    # -- what follows ------------------------------------------------------------------------

    def rows(self, mode: Mode, wanted: HistoryQuery) -> set[Row]:
        """The arguments that are wanted, as they are now in all pasts or in some."""
        (name,) = self.show([wanted])
        answers = self._answers.get(mode)
        if answers is None:
            answers = self._answers[mode] = self._program.consequences(mode)
        return {row[:-1] for row in answers.get(name, ())}

    def states(self, most: int) -> list[dict[Symbol, set[Row]]]:
        """Return the atoms of at most `most` states that are possible now, each state once."""
        symbols = self.translation.program.fluents
        # The other observations follow from the state, and do not make one state two.
        names = self.show([HistoryQuery(symbol, symbol.arity) for symbol in symbols])
        return [
            {symbol: {row[:-1] for row in shown.get(name, ())} for symbol, name in zip(symbols, names, strict=True)}
            for shown in self._program.models(most)
        ]

    def show(self, wanted: Sequence[HistoryQuery]) -> list[str]:
        """Have arguments of symbols answered from now on, all of them together; returns their names."""
        shown = [self._writer.shown(item) for item in wanted]
        new = [place for place, item in enumerate(wanted) if item not in self._asked]
        if new:
            parts = [self._writer.present(), *(shown[place][0] for place in new)]
            self._ground([wanted[place].symbol for place in new], [(part, (self._time,)) for part in parts])
            self._asked.update(wanted)
            self._program.look_at(self._time)
        return [name for _, name in shown]

    # -- size --------------------------------------------------------------------------------

    def _ground(self, symbols: Iterable[Symbol], parts: Sequence[tuple[ProgramPart, Row]]) -> None:
        """Ground parts, and the definitions of the symbols that they speak of."""
        self._answers = {}
        new = []
        for symbol in self._unrolled.needed(symbols):
            arguments = (self._time,) if self._unrolled.is_timed(symbol) else ()
            if (symbol, arguments) not in self._defined:
                self._defined.add((symbol, arguments))
                new.append((symbol, arguments))
        steps, defined = self._sizes.steps(), {symbol for symbol, _ in new}
        atoms = sum(map(len, self._met.values()))
        bound = 2 * atoms + sum(steps[rule] for rule in self._unrolled.rules if rule.head.symbol in defined)
        size = self._program.size
        counted = size + bound > self._most
        definitions = [(self._unrolled.definition(symbol, counted), arguments) for symbol, arguments in new]
        try:
            if size + 2 * atoms > self._most:
                raise TooManyGroundRules
            self._program.ground([*definitions, *parts], counted)
        except TooManyGroundRules:
            self.broken = True
            raise BackendError(
                f"the consequences of this history need up to {size + bound:,.0f} ground rules, "
                f"over the limit of {self._most:,} (after {self._time - 1} actions)",
                expected="a smaller problem, or a shorter history",
                hint="Belief(task, most=...) allows more; 10 million rules take some gigabytes of memory",
            ) from None


def _asked(schema: Schema) -> list[Symbol]:
    return [schema.symbol, *schema.effect.conditions()]
