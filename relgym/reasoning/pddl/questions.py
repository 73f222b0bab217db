"""Questions of a reasoner to its engine, which stands in one state at a time."""

from __future__ import annotations

from relgym.backends.base import Backend
from relgym.model.pddl.formulas import Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.program import Row, Symbol
from relgym.model.terms import Variable
from relgym.read.pddl.loading import read_formula
from relgym.reasoning.pddl.states import States
from relgym.reasoning.pddl.transition import Fired
from relgym.translate.program.normalize import free_variables
from relgym.translate.program.task import GOAL, Translation

_NOWHERE = object()
"""No state, and nothing that is given as one."""


class Questions:
    """Asks an engine about states: moves it only if the state is another one than before.

    Attributes:
        looked: The state that `rows` belong to.
        rows: The rows of each schema's applicable(a), and of the goal, in the state `looked`.
    """

    def __init__(self, engine: Backend, translation: Translation, states: States) -> None:
        self._engine = engine
        self._states = states
        self._asked: tuple[Symbol, ...] = (*(schema.symbol for schema in translation.schemas), GOAL)
        self._conditions = [tuple(dict.fromkeys(schema.effect.conditions())) for schema in translation.schemas]
        self._single: dict[Symbol, tuple[Symbol, ...]] = {}
        # Nowhere at first, and wherever it is not known.
        self._at: object = _NOWHERE
        self.looked: object = _NOWHERE
        self.rows: list[list[Row]] = []

    def move_to(self, state: State) -> None:
        """Move the engine to a state; raises `ModelError` for one of another task."""
        if state is not self._at:
            self._at = _NOWHERE
            self._engine.move_to(self._states.own(state))
            self._at = state

    def look(self, state: State) -> list[list[Row]]:
        """Return the rows of every applicable(a), and of the goal, in a state: one question to the engine."""
        if state is not self.looked:
            self.looked = _NOWHERE
            self.move_to(state)
            self.rows = self._engine.answers(self._asked)
            self.looked = state
        return self.rows

    def one(self, state: State, symbol: Symbol, binding: Row = ()) -> list[Row]:
        """Return the rows of one symbol in a state."""
        self.move_to(state)
        asked = self._single.get(symbol)
        if asked is None:
            asked = self._single[symbol] = (symbol,)
        return self._engine.answers(asked, binding)[0]

    def fired(self, position: int, state: State, row: Row) -> Fired:
        """Return the rows of a schema's effect conditions for a row of its action."""
        conditions = self._conditions[position]
        if not conditions:
            return {}
        self.move_to(state)
        return dict(zip(conditions, self._engine.answers(conditions, row), strict=True))


class Formulas:
    """Formulas as rules that an engine is given when they are first asked."""

    def __init__(self, engine: Backend, translation: Translation, task: Task) -> None:
        self._engine = engine
        self._translation = translation
        self._task = task
        self._known: dict[str, tuple[tuple[Variable, ...], Symbol]] = {}

    def asked(self, formula: Formula | str) -> tuple[tuple[Variable, ...], Symbol]:
        """Return the free variables of a formula, and the symbol whose rows are its answers."""
        text = str(formula)
        known = self._known.get(text)
        if known is None:
            # A model's formula is read from its text too, so that its names and types are checked.
            parsed = read_formula(text, self._task)
            variables = free_variables(parsed)
            rules = self._translation.query(parsed, variables)
            self._engine.define(rules)
            known = self._known[text] = variables, rules[-1].head.symbol
        return known
