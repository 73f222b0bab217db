"""Steps as Python functions: to take a row of a rule changes the sets of atoms, and the kept rows of all rules.

For each production a function of its row: atom by atom it changes the sets, and the joins that find which kept rows
come and go are written into it. The sets, and what is kept, are names of the scope that the functions are run in:

- `kept_G`, a dict whose keys are the numbers of rows, for each group G of rules with the same gates;
- `chunks_L`, for each lot L of rules whose rows each go with one atom of the same symbol, a dict from atoms to tuples
  of numbers, and `known_L`, all such tuples that were made;
- `stale`, a list of what is to be worked out anew;
- `pending_K_S`, a list of the rows of the symbol S that have come or gone, for each stratum K that rests on it.

>>> from relgym.model.program import Changes, Role, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.events import gated, kept_rule
>>> x, on, off = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "off", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), (Literal(off, (x,)),))
>>> production = Production(rule, Changes((Literal(off, (x,)),), (Literal(on, (x,)),)))
>>> kept = kept_rule(gated(rule), {})
>>> numbering = Numbering([production], 10)
>>> steps = StepWriter(PythonWriter(), [production], [gated(rule)], [kept], numbering, {}, {}, {}, {})
>>> print(steps.step(0))
def step_0(row):
    A0, = row
    del kept_0[A0]
    fluent_off_1.discard(A0)
    fluent_on_1.add(A0)
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from relgym.model.program import (
    ALONE,
    Body,
    Goal,
    Literal,
    Production,
    Row,
    Rule,
    Symbol,
    Test,
    Without,
    type_symbol,
)
from relgym.model.terms import Object, Term, Variable
from relgym.translate.events import Event, GatedRule, KeptRule
from relgym.translate.flatten import variables_of
from relgym.translate.order import Sizes
from relgym.translate.python import BodyWriter, PythonWriter
from relgym.translate.python_effects import arguments_of, changed_atoms, effects, names_of
from relgym.translate.python_lists import ListWriter, Widths
from relgym.translate.python_names import key
from relgym.translate.python_numbers import InlineWriter, Numbering
from relgym.translate.surely import Atom, Names, Surely

OFTEN = 3
"""A row that stands in a function so often is made once."""

_ROW = re.compile(r"(?<!\w)\((?:(?:A\d+|\d+), )+(?:A\d+|\d+)\)")

_KEEP, _DROP = "kept_{group}[{number}] = None", "del kept_{group}[{number}]"

_DROP_AGAIN = "kept_{group}.pop({number}, None)"
"""Where several literals of a rule are of the symbol that changes, a row may have gone already."""


class StepWriter:
    """Writes the steps of some productions of a program.

    `gated` are their rules, `kept` says of each how its rows are kept, if they are; `stale` of each symbol of atoms
    which lines tell that something rests on it, `told` the lists into which a symbol's changes
    are written. The mutex groups on which `writer` relies hold at every moment.
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
        self._writer = writer
        self._productions = productions
        self._kept = kept
        self._facts = facts
        self._stale = stale
        self._told = told
        self._numbering = numbering
        self._widths = Widths(numbering.objects, facts, sizes, writer.groups)
        self._rules = [each.rule for each in gated]
        gates: dict[Body, int] = {}
        # The group of each rule.
        self.groups = [gates.setdefault(each.gates, len(gates)) for each in gated]
        # The gates of each group.
        self.gates = tuple(gates)
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

    def step(self, place: int) -> str:
        """The function `step_K` of a row of a production, or of the row's arguments where it varies or counts."""
        production = self._productions[place]
        if production.varies:
            return self._varying_step(place)
        if production.counts:
            return _function(f"step_{place}", arguments_of(production), self._changes(place))
        return self._taking("step", place, self._changes(place))

    def attempt(self, place: int) -> str:
        """The function `attempt_K` that takes a row of a production if it holds, and says whether it did.

        It may ask `valid_K` whether a row holds, of its arguments.
        """
        names = self._arguments(place)
        test = BodyWriter(self._writer, "", [], names, (), None)
        body = self._productions[place].rule.body
        if all(_is_seen_at_once(goal, names) for goal in body):
            for goal in body:
                test.require(test.condition(goal))
        else:
            test.require(f"valid_{place}({', '.join(names.values())})")
        _, *conditions = map(str.strip, test.lines)
        lines = [*conditions, *self._changes(place), "return True"]
        return "".join(test.helpers) + self._taking("attempt", place, lines)

    def _arguments(self, place: int) -> dict[Term, str]:
        """What the terms of a production's rows are called."""
        return {term: f"A{column}" for column, term in enumerate(self._productions[place].rule.head.terms)}

    def _taking(self, name: str, place: int, lines: Sequence[str]) -> str:
        """A function of a row of a production."""
        arguments = [f"A{column}" for column in range(len(self._productions[place].rule.head.terms))]
        if len(arguments) > 1:
            # There is such a tuple already.
            whole = re.compile(rf"(?<!\w){re.escape(key(arguments))}")
            lines = [whole.sub("row", line) for line in lines]
        begun = [f"{', '.join(arguments)}{',' * (len(arguments) == 1)} = row"] if arguments else []
        return _function(f"{name}_{place}", ["row"], lines, begun)

    def _changes(self, place: int) -> list[str]:
        """The lines of the function that takes a row of a production."""
        production = self._productions[place]
        changes = production.changes
        assert changes is not None
        names = self._arguments(place)
        lines: list[str] = []
        surely = self._surely(production.rule, names)
        for literal in dict.fromkeys(changes.deletes):
            if literal in changes.adds:
                continue
            atom = self._atom(literal, names)
            like = self._like(literal, changes.adds, names, surely)
            conditions = [_differ(atom[1], texts) for texts in like]
            if surely.truth(literal, names, self._writer) is None:
                conditions.append(f"{key(atom[1])} in {self._rows(literal)}")
            if surely.truth(literal, names, self._writer) is not False:
                lines += _within(conditions, self._gone(atom, surely))
            surely.set(atom, False)
            if like:
                # Where it is one that comes, it has never gone.
                surely.forget(atom)
        for literal in dict.fromkeys(changes.adds):
            atom = self._atom(literal, names)
            truth = surely.truth(literal, names, self._writer)
            if truth is not True:
                # To put an atom into sets once more changes nothing, but it may change what follows from it.
                asked = truth is None and (atom[0] in self._events or atom[0] in self._told)
                conditions = [f"{key(atom[1])} not in {self._rows(literal)}"] if asked else []
                lines += _within(conditions, self._come(atom, surely))
            surely.set(atom, True)
        touched = dict.fromkeys(literal.symbol for literal in (*changes.deletes, *changes.adds))
        lines += dict.fromkeys(line for symbol in touched for line in self._stale.get(symbol, ()))
        return lines

    def _varying_step(self, place: int) -> str:
        """The same where effects rest on conditions or on chance; it tells what `effects_K` has said."""
        production = self._productions[place]
        arguments, names = arguments_of(production), names_of(production)
        lines = [f"changed = effects_{place}({', '.join(arguments)})"]
        if names:
            lines.append(f"{', '.join(names.values())}, = changed")
        for (symbol, comes), name in names.items():
            texts = tuple(f"G{column}" for column in range(symbol.arity))
            atom = symbol, texts
            surely = self._standing(atom, not comes)
            own = self._come(atom, surely) if comes else self._gone(atom, surely)
            lines += [f"for {', '.join(texts) or '_'} in {name}:", *(f"    {line}" for line in own)]
        for symbol in dict.fromkeys(symbol for symbol, _ in names):
            changed = " or ".join(name for (own, _), name in names.items() if own == symbol)
            lines += _within([changed], self._stale[symbol]) if self._stale.get(symbol) else []
        return _function(f"step_{place}", arguments, [*lines, "return changed"])

    def _surely(self, rule: Rule, names: Names) -> Surely:
        """What the precondition of a step proves, as long as nothing has changed."""
        ranges = {}
        for term in rule.head.terms:
            rows = self._facts.get(type_symbol(term.types)) if isinstance(term, Variable) else None
            if rows is not None:
                ranges[names[term]] = frozenset(row[0] for row in rows)
        surely = Surely(ranges, self._facts, self._writer.groups)
        for goal in rule.body:
            match goal:
                case Literal() if goal.variables <= names.keys():
                    surely.also(self._atom(goal, names), True)
                case Test("!=", Variable() | Object() as left, Variable() | Object() as right):
                    surely.apart(*(self._writer.term(term, dict(names)) for term in (left, right)))
                case Without((Literal() as literal,)) if variables_of(literal) <= names.keys():
                    surely.also(self._atom(literal, names), False)
        surely.conclude([*names.values()])
        return surely

    def effects(self, place: int, rules: Mapping[Symbol, Rule]) -> str:
        """The function `effects_K` of a production that varies; `rules` are those of the conditions."""
        return effects(self._writer, self._numbering, place, self._productions[place], rules)

    def change(self, symbol: Symbol) -> str:
        """The functions `come_N` and `go_N` of an atom's arguments, N being the symbol's name in the scope."""
        arguments = [f"A{column}" for column in range(symbol.arity)]
        name = self._writer.symbol(symbol)
        stale = list(self._stale.get(symbol, ()))
        atom = symbol, tuple(arguments)
        come = self._come(atom, self._standing(atom, False))
        gone = self._gone(atom, self._standing(atom, True))
        return _function(f"come_{name}", arguments, [*come, *stale]) + _function(
            f"go_{name}", arguments, [*gone, *stale]
        )

    def _standing(self, atom: Atom, truth: bool) -> Surely:
        """What is known where an atom is true, or false."""
        surely = Surely({}, self._facts, self._writer.groups)
        surely.also(atom, truth)
        return surely

    def chunk(self, lot: int) -> str:
        """The function `chunk_L` that gives the numbers of the rows that go with an atom, of all rules of a lot."""
        lines = ["found = []"]
        for place in self.lots[lot]:
            plan = self._kept[place]
            assert plan is not None
            [event] = plan.events
            arguments = [f"A{column}" for column in range(event.literal.symbol.arity)]
            lines += self._joined(place, event, arguments, "found.append({})", Surely({}, {}))
        return _function(f"chunk_{lot}", arguments, [*lines, "return tuple(found)"])

    def listed(self, place: int) -> str:
        """The function `listed_K` of a list, to which it adds the numbers of a rule's rows, whatever its gates say."""
        return ListWriter(self._numbering, self._writer, place, self._rules[place], self._widths).text()

    def atoms(self, place: int) -> str:
        """The function `atoms_K` of a row: the numbers of the atoms that change, and whether they become true.

        Where effects rest on conditions or on chance it is one of what `effects_K` has said.
        """
        production = self._productions[place]
        if production.varies:
            return changed_atoms(place, production)
        assert production.changes is not None
        names: dict[Term, str] = {term: f"A{column}" for column, term in enumerate(production.rule.head.terms)}
        truths = []
        for literals, truth in ((production.changes.deletes, False), (production.changes.adds, True)):
            for literal in literals:
                row = ", ".join((*self._atom(literal, names)[1], ""))
                truths.append(f"atom({literal.symbol.name!r}, ({row.strip()})): {truth}")
        return _function(f"atoms_{place}", list(names.values()), [f"return {{{', '.join(truths)}}}"])

    def gate(self, body: Body) -> tuple[str, str]:
        """An expression that says whether a body without variables holds, and the functions that it calls."""
        writer = BodyWriter(self._writer, "", [], {}, (), None)
        conditions = [f"({writer.condition(goal)})" for goal in body]
        return " and ".join(conditions), "".join(writer.helpers)

    def check(self, place: int) -> str:
        """The function `check_K` that says whether a row of a rule holds."""
        rule = self._productions[place].rule
        names: dict[Term, str] = {term: f"A{column}" for column, term in enumerate(rule.head.terms)}
        return self._writer.test(f"check_{place}", rule.body, names).text

    # -- atoms that come and go --------------------------------------------------------------

    def _come(self, atom: Atom, surely: Surely) -> list[str]:
        """The lines for an atom that comes: rows that need its absence go before, those that need it come after."""
        before = self._rows_change(atom, surely, needed=False, text=_DROP)
        surely.set(atom, True)
        return [*before, *self._put(atom, "add"), *self._rows_change(atom, surely, needed=True, text=_KEEP)]

    def _gone(self, atom: Atom, surely: Surely) -> list[str]:
        before = self._rows_change(atom, surely, needed=True, text=_DROP)
        surely.set(atom, False)
        return [*before, *self._put(atom, "discard"), *self._rows_change(atom, surely, needed=False, text=_KEEP)]

    def _rows_change(self, atom: Atom, surely: Surely, *, needed: bool, text: str) -> list[str]:
        """The lines that keep or drop the rows of each rule that needs an atom, or its absence."""
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
                    lines += self._chunk_changes(lot, texts, text is _DROP)
                continue
            again = text is _DROP and sum(other.literal.symbol == symbol for other in plan.events) > 1
            form = _DROP_AGAIN if again else text
            form = form.replace("{group}", str(self.groups[place])).replace("{number}", "{}")
            lines += self._joined(place, event, texts, form, surely)
        return lines

    def _chunk_changes(self, lot: int, texts: Sequence[str], dropped: bool) -> list[str]:
        row = key(texts)
        if dropped:
            return [f"chunks_{lot}.pop({row}, None)"]
        return [
            f"chunk = known_{lot}.get({row})",
            f"if chunk is None: chunk = known_{lot}[{row}] = chunk_{lot}({', '.join(texts)})",
            f"if chunk: chunks_{lot}[{row}] = chunk",
        ]

    def _joined(self, place: int, event: Event, texts: Sequence[str], form: str, surely: Surely) -> list[str]:
        """The lines that do what `form` says with the number of each row of a rule that an atom takes part in."""
        known = _bound(event.literal, texts)
        conditions = []
        for term, text in zip(event.literal.terms, texts, strict=True):
            own = self._writer.term(term, dict(known))
            if own != text:
                if surely.differ((own,), (text,)):
                    return []
                conditions.append(f"{own} == {text}")
        for goal in event.rest:
            found = surely.only(goal, known, self._writer) if isinstance(goal, Literal) else {}
            if self._writer.foreseen(event.rest, {*known, *found}):
                known |= found
        truths = [surely.truth(goal, known, self._writer) for goal in event.rest]
        if False in truths:
            return []
        body = InlineWriter(self._numbering, self._writer, place, dict(known), form)
        for condition in conditions:
            body.require(condition)
        body.goals(tuple(goal for goal, truth in zip(event.rest, truths, strict=True) if truth is None))
        return body.lines

    def _put(self, atom: Atom, method: str) -> list[str]:
        """The lines that put an atom into all sets of its symbol, or take it out of them."""
        symbol, texts = atom
        lines = self._writer.put(symbol, texts, method)
        return lines + [f"{name}.append({key(texts)})" for name in self._told.get(symbol, ())]

    def _atom(self, literal: Literal, names: Names) -> Atom:
        return literal.symbol, tuple(self._writer.term(term, dict(names)) for term in literal.terms)

    def _like(self, literal: Literal, others: Sequence[Literal], names: Names, surely: Surely) -> list[tuple[str, ...]]:
        """The arguments of those of other literals that may be the same atom."""
        _, own = self._atom(literal, names)
        like = [self._atom(other, names)[1] for other in others if _may_be_one(literal, other)]
        return [texts for texts in like if not surely.differ(own, texts)]

    def _rows(self, literal: Literal) -> str:
        return self._writer.access(literal.symbol)


def _bound(literal: Literal, texts: Sequence[str]) -> dict[Term, str]:
    """What the variables of a literal are for an atom: each the first of its arguments."""
    known: dict[Term, str] = {}
    for term, text in zip(literal.terms, texts, strict=True):
        if isinstance(term, Variable):
            known.setdefault(term, text)
    return known


def _may_be_one(one: Literal, other: Literal) -> bool:
    """Whether two literals, of which at most variables differ, may be the same atom."""
    return one.symbol == other.symbol and not any(
        isinstance(mine, Object) and isinstance(yours, Object) and mine != yours
        for mine, yours in zip(one.terms, other.terms, strict=True)
    )


def _is_seen_at_once(goal: Goal, names: Names) -> bool:
    """Whether it takes no loop, and nothing that is derived, to see whether a goal holds."""
    match goal:
        case Literal(symbol):
            return symbol.role in ALONE and variables_of(goal) <= names.keys()
        case Test():
            return True
        case Without((Literal(symbol),)):
            return symbol.role in ALONE
        case _:
            return False


def _differ(mine: Sequence[str], yours: Sequence[str]) -> str:
    """An expression that says that two atoms of one symbol, not the same in all texts, are not the same."""
    differing = [pair for pair in zip(mine, yours, strict=True) if pair[0] != pair[1]]
    one, other = (key(texts) for texts in zip(*differing, strict=True))
    return f"{one} != {other}"


def _within(conditions: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Lines under conditions."""
    if not conditions:
        return list(lines)
    return [f"if {' and '.join(conditions)}:", *(f"    {line}" for line in lines)]


def _function(name: str, parameters: Sequence[str], lines: Sequence[str], begun: Sequence[str] = ()) -> str:
    """The text of a function; `begun` are the lines before all that may be made once."""
    body = "".join(f"    {line}\n" for line in lines) or "    pass\n"
    often = [row for row, times in Counter(_ROW.findall(body)).items() if times >= OFTEN]
    names = {row: f"row_{number}" for number, row in enumerate(often)}
    body = _ROW.sub(lambda found: names.get(found[0], found[0]), body)
    begun = [*begun, *(f"{own} = {row}" for row, own in names.items())]
    body = "".join(f"    {line}\n" for line in begun) + body
    return f"def {name}({', '.join(parameters)}):\n{body}"
