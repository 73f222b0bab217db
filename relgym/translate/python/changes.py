"""Incremental maintenance when an atom is added or deleted: the sets of atoms, and the join views of rules.

The function that changes an atom contains the joins that find the rows it adds to or deletes from join views. It uses
these names of its scope:

- `kept_G`, a dict whose keys are the numbers of rows, for each group G of rules with the same gates;
- `chunks_L`, for each lot L of rules whose rows each go with one atom of the same symbol, a dict from atoms to tuples
  of numbers, and `known_L`, all such tuples that were made;
- `stale`, a list of the results that must be computed again;
- `pending_K_S`, a list of the added or deleted rows of the symbol S, for each stratum K that depends on it.

>>> from relgym.model.program import Role, Rule, Without
>>> from relgym.translate.analysis.events import gated, kept_rule
>>> x, on, locked = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "locked", 1)
>>> body = (Literal(on, (x,)), Without((Literal(locked, (x,)),)))
>>> production = Production(Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), body), None)
>>> rule, numbering = gated(production.rule), Numbering([production], 10)
>>> kept = kept_rule(rule, {})
>>> changes = ChangeWriter(PythonWriter(), [production], [rule], [kept], numbering, {}, {}, {}, {})
>>> print(changes.change(locked))
def come_fluent_locked_1(A0):
    if A0 in fluent_on_1:
        del kept_0[A0]
    fluent_locked_1.add(A0)
def go_fluent_locked_1(A0):
    fluent_locked_1.discard(A0)
    if A0 in fluent_on_1:
        kept_0[A0] = None
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from relgym.model.program import Literal, Production, Row, Symbol
from relgym.model.terms import Term, Variable
from relgym.translate.analysis.events import Event, GatedRule, KeptRule
from relgym.translate.program.join_order import Sizes
from relgym.translate.python.blocks import InlineWriter
from relgym.translate.python.entailed import Atom, Surely
from relgym.translate.python.functions import arguments, function
from relgym.translate.python.names import key
from relgym.translate.python.numbers import Numbering
from relgym.translate.python.program import PythonWriter
from relgym.translate.python.rules import RuleWriter


class _Forms(NamedTuple):
    """The statements for rows of a group: for one row by its number, or for all rows of an atom, in a lot.

    `again` is the statement for a row that may have been handled already, which happens where several literals of a
    rule have the symbol that changes.
    """

    row: str
    again: str
    chunk: tuple[str, ...]


_KEEP = _Forms(
    "kept_{group}[{number}] = None",
    "kept_{group}[{number}] = None",
    (
        "chunk = known_{lot}.get({atom})",
        "if chunk is None: chunk = known_{lot}[{atom}] = chunk_{lot}({arguments})",
        "if chunk: chunks_{lot}[{atom}] = chunk",
    ),
)

_DROP = _Forms("del kept_{group}[{number}]", "kept_{group}.pop({number}, None)", ("chunks_{lot}.pop({atom}, None)",))


class ChangeWriter(RuleWriter):
    """Writes what changes with an atom.

    `kept` says of each rule how its rows are kept, if they are; `stale` of each symbol of atoms which lines tell that
    something rests on it, `told` the lists into which a symbol's changes are written.
    """

    def __init__(
        self,
        writer: PythonWriter,
        productions: Sequence[Production],
        gated: Sequence[GatedRule],
        kept: Sequence[KeptRule | None],
        numbering: Numbering,
        facts: Mapping[Symbol, frozenset[Row]],
        sizes: Sizes,
        stale: Mapping[Symbol, Sequence[str]],
        told: Mapping[Symbol, Sequence[str]],
    ) -> None:
        super().__init__(writer, productions, gated, numbering, facts, sizes)
        self._kept = kept
        self._stale = stale
        self._told = told
        # The lot of each rule that is kept by chunks.
        self._lots: dict[int, int] = {}
        lots: dict[tuple[int, Symbol], int] = {}
        self._events: dict[Symbol, list[tuple[int, Event]]] = {}
        for place, plan in enumerate(kept):
            if plan is not None:
                for event in plan.events:
                    self._events.setdefault(event.literal.symbol, []).append((place, event))
                if plan.by_chunks:
                    self._lots[place] = lots.setdefault((self.groups[place], plan.events[0].literal.symbol), len(lots))
        # The rules of each lot.
        self.lots = [[place for place, its in self._lots.items() if its == lot] for lot in range(len(lots))]

    # -- functions ---------------------------------------------------------------------------

    def change(self, symbol: Symbol) -> str:
        """The functions `come_N` and `go_N` of an atom's arguments, N being the symbol's name in the scope."""
        own = arguments(symbol.arity)
        name = self._writer.symbol(symbol)
        stale = list(self._stale.get(symbol, ()))
        atom = symbol, tuple(own)
        come = self._come(atom, self._standing(atom, False))
        go = self._go(atom, self._standing(atom, True))
        return function(f"come_{name}", own, [*come, *stale]) + function(f"go_{name}", own, [*go, *stale])

    def chunk(self, lot: int) -> str:
        """The function `chunk_L` that gives the numbers of the rows that go with an atom, of all rules of a lot."""
        lines = ["found = []"]
        for place in self.lots[lot]:
            plan = self._kept[place]
            assert plan is not None
            [event] = plan.events
            own = arguments(event.literal.symbol.arity)
            lines += self._joined(place, event, own, "found.append({})", Surely({}, {}))
        return function(f"chunk_{lot}", own, [*lines, "return tuple(found)"])

    # -- lines -------------------------------------------------------------------------------

    def _come(self, atom: Atom, surely: Surely) -> list[str]:
        """The lines for an atom that comes: rows that need its absence go before, those that need it come after."""
        before = self._rows_change(atom, surely, False, _DROP)
        surely.set(atom, True)
        return [*before, *self._put(atom, "add"), *self._rows_change(atom, surely, True, _KEEP)]

    def _go(self, atom: Atom, surely: Surely) -> list[str]:
        """The lines for an atom that goes, the other way round."""
        before = self._rows_change(atom, surely, True, _DROP)
        surely.set(atom, False)
        return [*before, *self._put(atom, "discard"), *self._rows_change(atom, surely, False, _KEEP)]

    def _standing(self, atom: Atom, truth: bool) -> Surely:
        """Return the literals entailed by an atom that is true, or false."""
        surely = Surely({}, self._facts, self._writer.groups)
        surely.also(atom, truth)
        return surely

    def _rows_change(self, atom: Atom, surely: Surely, needed: bool, forms: _Forms) -> list[str]:
        """The lines that do something with the rows of each rule that needs an atom, or else its absence."""
        lines: list[str] = []
        symbol, texts = atom
        changed: set[int] = set()
        for place, event in self._events.get(symbol, ()):
            plan = self._kept[place]
            assert plan is not None
            if event.needed is not needed:
                continue
            if plan.by_chunks:
                known = _bound(event.literal, texts)
                lot = self._lots[place]
                if lot not in changed and False not in (surely.truth(goal, known, self._writer) for goal in event.rest):
                    changed.add(lot)
                    names = {"lot": lot, "atom": key(texts), "arguments": ", ".join(texts)}
                    lines += [line.format(**names) for line in forms.chunk]
                continue
            again = sum(other.literal.symbol == symbol for other in plan.events) > 1
            form = (forms.again if again else forms.row).format(group=self.groups[place], number="{}")
            lines += self._joined(place, event, texts, form, surely)
        return lines

    def _joined(self, place: int, event: Event, texts: Sequence[str], form: str, surely: Surely) -> list[str]:
        """The lines that do what `form` says with the number of each row of a rule that an atom takes part in."""
        known = _bound(event.literal, texts)
        conditions = []
        for term, text in zip(event.literal.terms, texts, strict=True):
            own = self._writer.term(term, known)
            if own != text:
                if surely.differ((own,), (text,)):
                    return []
                conditions.append(f"{own} == {text}")
        for goal in event.rest:
            found = surely.only(goal, known, self._writer) if isinstance(goal, Literal) else {}
            # A step looks into those sets alone that were foreseen.
            if self._writer.foreseen(event.rest, {*known, *found}):
                known |= found
        truths = [surely.truth(goal, known, self._writer) for goal in event.rest]
        if False in truths:
            return []
        body = InlineWriter(self._numbering, self._writer, place, known, form)
        for condition in conditions:
            body.require(condition)
        body.goals(tuple(goal for goal, truth in zip(event.rest, truths, strict=True) if truth is None))
        return body.lines

    def _put(self, atom: Atom, method: str) -> list[str]:
        """The lines that put an atom into all sets of its symbol, or take it out of them."""
        symbol, texts = atom
        lines = self._writer.put(symbol, texts, method)
        return lines + [f"{name}.append({key(texts)})" for name in self._told.get(symbol, ())]


def _bound(literal: Literal, texts: Sequence[str]) -> dict[Term, str]:
    """Map the variables of a literal to the arguments of an atom, each to its first one."""
    known: dict[Term, str] = {}
    for term, text in zip(literal.terms, texts, strict=True):
        if isinstance(term, Variable):
            known.setdefault(term, text)
    return known
