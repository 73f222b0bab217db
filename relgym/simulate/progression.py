"""Progression: the state of a task is carried forward by actions, and all views of it are maintained.

Views are tables, derived rows, and the valid rows of the rules of actions. Effects that no production can express are
computed by `reasoning/pddl/transition.py`.

>>> import relgym
>>> from relgym.reasoning.pddl.transition import Transition
>>> from relgym.simulate.views.prepared import prepared
>>> domain = '''(define (domain d) (:requirements :fluents) (:predicates (full)) (:functions (level))
...   (:action fill :effect (and (increase (level) 2) (full))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (level) 1)) (:goal (full)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> actions = TaskActions(reasoner.translation, transition)
>>> ready = prepared(reasoner.translation.program, actions.productions, reasoner.initial_state, (GOAL,))
>>> system = Progression(actions, ready, None, None)
>>> system.progress(system.steps.step(*system.views.valid.numbers()), None)
>>> print(system.current.state(), system.goal())
State((full) (= (level) 3)) True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from relgym.backends.base import Limits
from relgym.backends.builtin.current import CurrentTables
from relgym.backends.builtin.engine import Builtin
from relgym.errors import RandomOutcome
from relgym.model.program import Row, Symbol
from relgym.reasoning.randomness import Generator
from relgym.simulate.actions import TaskActions
from relgym.simulate.views.current import ActionSteps, CurrentState, VaryingEffects
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.jumps import AtomChanges, Jumps
from relgym.simulate.views.prepared import Prepared
from relgym.simulate.views.rules import ActionRules, Guards
from relgym.simulate.views.search import RowSearch, StaleRows
from relgym.simulate.views.step import Step
from relgym.simulate.views.valid_rows import MaterializedViews, ValidRows
from relgym.translate.plans.lower import lowered_test
from relgym.translate.program.task import GOAL


class Views:
    """The views of a program and its actions, at first those of the start.

    >>> import relgym
    >>> from relgym.simulate.views.prepared import prepared
    >>> from relgym.translate.program.productions import productions_of
    >>> domain = '''(define (domain d) (:predicates (on) (at ?x))
    ...   (:action go :parameters (?x) :precondition (and (on) (at ?x)) :effect (not (at ?x))))'''
    >>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (on) (at a)) (:goal (at b)))"
    >>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
    >>> program, productions = reasoner.translation.program, productions_of(reasoner.translation)
    >>> views = Views(prepared(program, productions, reasoner.initial_state))
    >>> views.guards.check(0)(0), views.guards.check(0)(1)
    (True, False)
    >>> views.valid.maintain(range(1))
    >>> views.valid.numbers()
    [0]

    Attributes:
        engine: Answers questions by the same tables.
        tables: The current state.
        derived: The views of derived symbols.
        rules: The rules of actions.
        guards: The guards of rules, and tests of single rows.
        search: Lists the rows of one rule.
        materialized: The join views.
        stale: Marks of rules whose rows must be searched again.
        valid: Lists all valid rows.
    """

    def __init__(self, ready: Prepared, limits: Limits | None = None) -> None:
        """Take the start and no join views; `valid.maintain` makes these."""
        engine = self.engine = Builtin(limits)
        engine.load(ready.program, ready.start.vocabulary)
        compiler = engine.compiler
        compiler.scope["atom"] = ready.start.vocabulary.atom
        self.tables = CurrentTables(ready.start.vocabulary, ready.parts.symbol, compiler, engine.strata)
        self.derived = DerivedViews(engine.strata, compiler, engine.budget)
        # Steps change only the indexes that are known when they are compiled, so compile now what is asked for later.
        for production in ready.productions:
            if production.effect is None and production.conditions:
                engine.plan(production.conditions, production.rule.head.symbol.arity)
        asked = [symbol for each in ready.productions for symbol in (each.rule.head.symbol, *each.conditions)]
        self.derived.maintain(engine.strata.below((*asked, *ready.queries)), ready.program.facts, ready.sizes)
        # Incremental maintenance sees deleted rows along with the rows that replaced them.
        compiler.indexes.rely_on(ready.groups)
        self.rules = ActionRules(ready, compiler, engine.strata.dependencies)
        self.guards = Guards(self.rules, self.derived)
        self.search = RowSearch(self.rules, compiler, self.derived)
        self.materialized = MaterializedViews(self.rules, self.search, compiler)
        self.stale = StaleRows(self.rules, self.derived, compiler.scope)
        self.valid = ValidRows(
            self.rules, compiler, self.derived, self.guards, self.search, self.materialized, self.stale
        )
        self.tables.insert(ready.parts.rows)

    def test(self, symbol: Symbol) -> Callable[[], bool]:
        """Return a function that tells whether a symbol without arguments holds."""
        [rule] = self.engine.strata.dependencies.rules(symbol)
        compiler = self.engine.compiler
        name = f"holds_{compiler.printer.names.symbol(symbol)}"
        test = compiler.function(name, lambda: lowered_test(compiler.indexes, name, rule.body, {}))
        return self.derived.before(self.engine.strata.below((symbol,)), test)

    def rows(self, symbols: Sequence[Symbol]) -> Callable[[], list[list[Row]]]:
        """Return a function that lists the rows of derived symbols."""
        tables = [self.engine.compiler.tables[symbol] for symbol in symbols]
        strata = self.engine.strata.below(symbols)
        return self.derived.before(strata, lambda: [table.all() for table in tables])

    def answers(self, symbols: tuple[Symbol, ...], row: Row) -> list[list[Row]]:
        """Return the rows of symbols that begin with a row."""
        strata = self.engine.plan(symbols, len(row)).strata
        if strata:
            self.derived.in_time(lambda: self.derived.update(strata))
        return self.engine.answers(symbols, row)


class Progression:
    """A state of a task, at first the start, its views, and the ways to other states.

    Attributes:
        actions: The actions of the task.
        vocabulary: The numbers of atoms and of numeric fluents.
        views: What is valid and derived in the current state.
        current: The current state.
        effects: Finds what conditional effects change.
        steps: Steps by their numbers.
        jumps: Moves to any state.
        goal: Tells whether the goal holds.
        derived: Lists the rows of each derived predicate.
    """

    def __init__(
        self,
        actions: TaskActions,
        ready: Prepared,
        limits: Limits | None,
        keeps: Callable[[str], bool] | None,
        lean: bool = False,
    ) -> None:
        """Begin at the start.

        Args:
            actions: The actions of the task.
            ready: The program and the productions of the task, and the start.
            limits: The limits of each call.
            keeps: Tells by the name of an action whether its valid rows are maintained from step to step; by default
                the estimated cost of doing so tells.
            lean: Whether few states will be looked at: no rows are maintained, and no functions for single steps made.
        """
        translation, start = actions.translation, ready.start
        self.actions = actions
        self.vocabulary = start.vocabulary
        views = self.views = Views(ready, limits)
        self.goal = views.test(GOAL)
        self.derived = views.rows(translation.derived)
        count = actions.accumulation.add if actions.accumulation else None
        current = self.current = CurrentState(views.tables, views.rules, views.derived, views.stale, count)
        current.set(start)
        self.effects = VaryingEffects(views.rules, views.derived)
        self.steps = ActionSteps(views.rules, views.guards, self.effects, current, compiles=not lean)
        changes = AtomChanges(views.tables, views.rules)
        self.jumps = Jumps(current, changes, views.valid, ready.groups, start)
        names = enumerate(schema.action.name for schema in translation.schemas)
        if lean:
            chosen = set[int]()
        elif keeps is not None:
            chosen = {index for index, name in names if keeps(name)}
        else:
            chosen = views.materialized.worth_maintaining()
        views.valid.maintain(chosen)

    def progress(self, step: Step, rng: Generator | None) -> None:
        """Apply a valid step; raises `RandomOutcome` if it needs a generator for random outcomes and there is none."""
        actions = self.actions
        production = actions.productions[step.index]
        if production.effect is not None:
            values = actions.counted(self.current.values, step) if production.counts else None
            if values is not None and step.index in (accumulation := actions.accumulation).varying:
                values = accumulation.add(values, (step,), (accumulation.without(self.current.values),))
            self.steps.apply(step, values, _no_draw if rng is None else rng.random)
            return
        transition, effect = actions.transition, actions.translation.schemas[step.index].effect
        conditions = self.views.rules.productions[step.index].conditions
        found = self.views.answers(conditions, step.row) if conditions else ()
        fired = dict(zip(conditions, found, strict=True))
        if rng is None:
            delta, draws = transition.certain(effect, step.row, fired)
            if draws:
                _no_draw()
        else:
            delta = transition.drawn(effect, step.row, fired, rng)
        self.jumps.move_to(transition.apply(self.current.state(), delta))


def _no_draw() -> NoReturn:
    raise RandomOutcome
