"""The builtin engine with strata that follow changes, where whoever changes rows writes them into a log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.backends.base import Limits
from relgym.backends.builtin import Builtin, Stratum
from relgym.backends.table import Table
from relgym.backends.upkeep import Join, Log, Reactions, Reader, Upkeep
from relgym.model.program import Program, Rule, Symbol
from relgym.model.state import Vocabulary
from relgym.translate.order import Sizes
from relgym.translate.python import items
from relgym.translate.upkeep import bound, triggers

FEW, MUCH = 8, 0.5
"""A stratum is derived anew if more than a few rows change, and more than a share of those that it has and rests on."""

LOGGED = 20_000
"""How many changes are remembered for strata that nobody asks for; these are derived anew after more."""


class Maintained(Builtin):
    """Derives strata, and then keeps them up to date if they rest on no numbers."""

    def __init__(self, sizes: Sizes, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self.sizes = sizes
        self.log: Log = []
        # By identity of their strata: to hash symbols takes longer than much that is done here.
        self._upkeeps: dict[int, Upkeep] = {}
        # All symbols whose rows change; a symbol is known by its place.
        self._placed: dict[Symbol, int] = {}
        self._all_tables: list[Table] = []

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        super().load(program, vocabulary)
        self._placed = {symbol: place for place, symbol in enumerate(program.fluents)}

    def close(self) -> None:
        super().close()
        self.log.clear()
        self._upkeeps.clear()
        self._placed.clear()

    def place(self, symbol: Symbol) -> int:
        """The number by which the log knows a symbol."""
        return self._placed.setdefault(symbol, len(self._placed))

    def logged(self) -> frozenset[Symbol]:
        """The symbols whose changes somebody reads."""
        wanted = frozenset[int]().union(*(upkeep.reader.wanted for upkeep in self._upkeeps.values()))
        return frozenset(symbol for symbol, place in self._placed.items() if place in wanted)

    def forget(self) -> None:
        """Forget the log, and all that was derived."""
        self.log.clear()
        for stratum in self._strata.values():
            stratum.fresh = False

    def derive_all(self, strata: Sequence[Stratum]) -> None:
        """Bring strata up to date; the lower ones come first."""
        try:
            self._derive_in_turn(strata)
        except BaseException:
            # Some rows may have changed of which the log knows nothing.
            self.forget()
            raise

    def _derive_in_turn(self, strata: Sequence[Stratum]) -> None:
        log = self.log
        for stratum in strata:
            upkeep = self._upkeeps.get(id(stratum))
            if not stratum.fresh:
                self._derive_logged(stratum, upkeep)
            elif upkeep is not None and upkeep.reader.seen < len(log):
                self._follow(stratum, upkeep)

    def _follow(self, stratum: Stratum, upkeep: Upkeep) -> None:
        flips = upkeep.reader.flips(self.log)
        changed = sum(map(len, flips.values()))
        if changed > FEW and changed > MUCH * sum(len(self._all_tables[p].rows) for p in (*flips, *upkeep.checks)):
            self._derive_logged(stratum, upkeep)
        elif changed:
            upkeep.follow(flips, self.log)

    def _derive_logged(self, stratum: Stratum, upkeep: Upkeep | None) -> None:
        """Derive a stratum anew, and tell the others what has changed."""
        before = {place: set(self._all_tables[place].rows) for place in map(self.place, stratum.symbols)}
        if upkeep is not None:
            upkeep.reader.seen = len(self.log)
        self._derive(stratum)
        for place, rows in before.items():
            self.log += [(place, item) for item in rows ^ self._all_tables[place].rows]

    # -- compilation -------------------------------------------------------------------------

    def keep_up(self, strata: Sequence[Stratum]) -> None:
        """Prepare to keep strata up to date, those of them that can be."""
        for stratum in strata:
            if not self._dependencies.numeric(stratum.symbols):
                self._upkeeps[id(stratum)] = self._upkeep(stratum)
            for symbol in stratum.symbols:
                self.place(symbol)
        self._all_tables = [self._table(symbol) for symbol in self._placed]
        for upkeep in self._upkeeps.values():
            upkeep.tables = self._all_tables

    def _upkeep(self, stratum: Stratum) -> Upkeep:
        own = [self.place(symbol) for symbol in stratum.symbols]
        found: dict[str, dict[int, dict[int, list[Join]]]] = {
            f"{way}_{when}": {} for way in ("lost", "won") for when in ("inside", "if_true", "if_false")
        }
        for head, symbol in zip(own, stratum.symbols, strict=True):
            for rule in self._dependencies.rules(symbol):
                for trigger in triggers(rule, self.sizes):
                    place = self.place(trigger.symbol)
                    loose, whole = (self._join(each) for each in (trigger.loose, trigger.whole))
                    ways = {"lost_inside": loose, "won_inside": whole}
                    if place not in own:
                        # What is lost where it becomes true is won where it becomes false.
                        ways = {"lost_if_true": loose, "won_if_false": whole} if trigger.lost_if_true else {}
                        ways |= {"lost_if_false": loose, "won_if_true": whole} if trigger.lost_if_false else {}
                    for way, join in ways.items():
                        found[way].setdefault(place, {}).setdefault(head, []).append(join)
        reactions: dict[str, Reactions] = {
            way: {place: tuple(heads.items()) for place, heads in places.items()} for way, places in found.items()
        }
        wanted = frozenset(place for way, places in found.items() if "inside" not in way for place in places)
        checks = {place: self._check(symbol) for place, symbol in zip(own, stratum.symbols, strict=True)}
        return Upkeep(Reader(wanted), (), checks, **reactions)

    def _join(self, rule: Rule) -> Join:
        return self.compiled(self._writer.delta(rule, 0, items))

    def _check(self, symbol: Symbol) -> Callable[..., bool]:
        """A function that says whether a row holds by one rule of a symbol."""
        helpers, calls = "", []
        columns = [f"A{column}" for column in range(symbol.arity)]
        for rule in self._dependencies.rules(symbol):
            function, call = self._writer.holds(
                bound(rule, self.sizes), dict(zip(rule.head.terms, columns, strict=True))
            )
            helpers += function.text
            calls.append(call)
        name = f"check_{self._writer.symbol(symbol)}"
        self._execute(f"{helpers}def {name}({', '.join(columns)}): return {' or '.join(calls) or 'False'}\n")
        found: Callable[..., bool] = self._scope[name]
        return found
