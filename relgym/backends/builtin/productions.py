"""A production system: the rows of rules are kept while productions fire (Forgy, Rete, 1982; Miranker, TREAT, 1987).

The builtin engine answers questions in a state. The production system walks: when a production fires, a function
generated for it adds and deletes its atoms, and with them exactly the rows that depend on them. The rows of rules that
do not allow this are found anew after a change of something they depend on.

>>> import relgym
>>> from relgym.translate.program.productions import productions_of
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road b c))
...   (:goal (at c)))'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> start, productions = reasoner.initial_state, productions_of(reasoner.translation)
>>> system = ProductionSystem(reasoner.translation.program, productions, start)
>>> step = system.step(*system.numbers())
>>> step.row
(0, 1)
>>> system.fire(step)
>>> [system.step(number).row for number in system.numbers()]
[(1, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from numbers import Integral
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.builtin.prepared import FindGroups, prepared
from relgym.backends.builtin.standing import LONGEST, Count, Standing
from relgym.backends.builtin.steps import UNKNOWN, Changed, Kind, Step, kind_of, masks
from relgym.errors import InvalidAction
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Production, Program, Row, Symbol
from relgym.translate.analysis.invariants import mutex_groups

MOST = 50_000
"""The largest number of cached steps; in large problems nearly all steps are taken only once."""


class ProductionSystem(Standing):
    """Keeps the rows of the rules of productions, numbered in the order of productions, then of rows."""

    def __init__(
        self,
        program: Program,
        productions: Sequence[Production],
        start: State,
        limits: Limits | None = None,
        keeps: Callable[[ProductionSystem], Container[int]] = lambda system: range(len(system.productions)),
        also: Sequence[Symbol] = (),
        derived: Sequence[Symbol] = (),
        groups: FindGroups = mutex_groups,
        count: Count | None = None,
    ) -> None:
        """Begin in `start`.

        `keeps` chooses the productions whose rows are kept if possible; it may `try_out` some rows to choose. Further
        symbols that may be asked for are `also`, which have no arguments, and `derived`. `groups` finds the mutex
        groups on which steps rely, and `count` counts accumulators.
        """
        ready = prepared(program, productions, start, also, derived, groups)
        super().__init__(ready, limits, count)
        # The symbols without rows at the start.
        self.unknown = [symbol for symbol, rows in ready.parts.rows.items() if not rows]
        self.steps: dict[int, Step] = {}
        # By production, the function that applies one of its rows.
        self._takes: dict[int, Callable[..., Changed | None]] = {}
        # The same where a step does nothing else, otherwise None.
        self._runs: dict[int, Callable[..., object] | None] = {}
        # By production, true if it may draw.
        self._draws = [production.is_random for production in productions]
        # By production that varies, the function that finds its changes, and true if that may take long.
        rules = self._condition_rules = {rule.head.symbol: rule for rule in ready.program.rules}
        varying = (place for place, production in enumerate(self.productions) if production.varies)
        self._effects = {place: self._writing.effects(place, rules) for place in varying}
        self._watched = {place: function.checks_clock for place, function in self._effects.items()}
        places = self.in_time(lambda: keeps(self))
        self._shift(*self._changes_to(start), start)
        self.keep(places)

    def fired(self, step: Step) -> dict[Symbol, list[Row]]:
        """Return the rows of the conditions of a step's production, given the step's row."""
        conditions = self.productions[step.place].conditions
        if not conditions:
            return {}
        strata = self._under[step.place]
        if strata:
            self.in_time(lambda: self.derive_all(strata))
        return dict(zip(conditions, self.answers(conditions, step.row), strict=True))

    def fire(self, step: Step) -> None:
        """Apply a valid row of a production that only changes atoms."""
        assert step.run is not None
        step.run(step.row)
        self.trail.append(step)
        if len(self.trail) > LONGEST:
            self.add_up()

    def carry_out(self, step: Step, values: Values | None, draw: Callable[[], float]) -> None:
        """Apply a valid row of a production whose changes are known; `values` are the new numeric values, if any.

        `draw` is called for each draw, and returns a number in [0, 1).
        """
        place, row = step.place, step.row
        take = self._takes.get(place) or self._taking(place)
        changed = take(*row, draw) if self._draws[place] else take(*row)
        if changed is not None:
            taken = Step(step.number, place, row, None, changed)
            taken.amounts = step.amounts
            step = taken
        self.trail.append(step)
        if len(self.trail) > LONGEST:
            self.add_up()
        if values is not None:
            self._take_values(values)

    def step(self, number: int) -> Step:
        """Return the step of a number; raises `InvalidAction` for one that no row ever has."""
        step = self.steps.get(number)
        if step is None:
            if not isinstance(number, Integral) or not 0 <= number < self.numbering.count:
                raise InvalidAction(f"{number!r} is no number of an action", expected="one that is listed as valid")
            if len(self.steps) >= MOST:
                self.steps.clear()
            place, row = self.numbering.row(number)
            run = self._runs[place] if place in self._runs else self._running(place)
            step = self.steps[number] = Step(number, place, row, run)
        return step

    def holds(self, number: int) -> bool:
        """Tell whether the row of a number is valid."""
        step = self.step(number)
        return self.valid(step.place)(*step.row)

    def _running(self, place: int) -> Callable[..., object] | None:
        """Return the function that applies a row of a production, if a step does nothing else."""
        production = self.productions[place]
        alone = kind_of(production) is Kind.FIXED
        run = self._runs[place] = self._taking(place) if alone else None
        return run

    def know(self, step: Step) -> None:
        """Set the fields `attempt`, `check` and the masks of a step where they apply."""
        place, valid = step.place, self.valid(step.place)
        if step.run is None:
            step.check = valid
            return
        self.compiler.scope[f"valid_{place}"] = valid
        step.attempt = self.compiler.function(f"attempt_{place}", lambda: self._writing.attempt(place))
        if step.either == UNKNOWN:
            self.mask(step)

    def _taking(self, place: int) -> Callable[..., Changed | None]:
        """Return the function that applies a row of a production; it returns the changes if they may vary."""
        take: Callable[..., Any] = self.compiler.function(f"step_{place}", lambda: self._writing.step(place))
        if place in self._effects:
            self._finding(place)
            take = self._by_conditions(place, take)
        self._takes[place] = take
        return take

    def _finding(self, place: int) -> Callable[..., Changed]:
        """Return the function that finds the changes of a row of a production that varies."""
        return self._by_conditions(place, self.compiler.function(f"effects_{place}", lambda: self._effects[place].text))

    def _by_conditions(self, place: int, take: Callable[..., Changed]) -> Callable[..., Changed]:
        """Return a function that first brings the strata of a production's conditions up to date, within the limits."""
        strata = self._under[place]
        if not strata and not self._watched[place]:
            return take

        def taken(*arguments: Any) -> Changed:
            def work() -> Changed:
                self.derive_all(strata)
                return take(*arguments)

            return self.in_time(work)

        return taken

    def found_changes(self, step: Step) -> tuple[int, int]:
        """Find the changes of a step without chance, by the conditions that hold in the current state.

        Returns:
            The bits that are false afterwards, and those that are false or true, whatever they are now.
        """
        place = step.place
        rules = self._condition_rules
        intended = self.compiler.function(f"intended_{place}", lambda: self._writing.effects(place, rules, True).text)
        gone, come = masks(self._truths(place, self._by_conditions(place, intended)(*step.row)))
        return gone, gone | come

    def may_try(self, place: int) -> bool:
        """Tell whether a production has known changes, without chance, that do not take long to find."""
        production = self.productions[place]
        return production.effect is not None and not production.is_random and not self._watched.get(place)

    def try_out(self, number: int) -> None:
        """Apply a valid row of a production that `may_try` allows, before the kept rows are chosen."""
        place, row = self.numbering.row(number)
        changed = self._finding(place)(*row) if place in self._effects else row
        delete, add = masks(self._truths(place, changed))
        after = self.state().changed(delete, add)
        self._shift(*self._changes_to(after), after)
