"""Views of a belief: facts of all possible states, or of some possible state."""

from __future__ import annotations

from collections.abc import Callable

from relgym.backends.clingo.history import Mode
from relgym.belief.past import PossiblePasts
from relgym.locking import Lock, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Row, Rule, Symbol
from relgym.model.terms import Object, Variable
from relgym.read.pddl.loading import read_formula
from relgym.reasoning.results import Answers
from relgym.translate.asp.history import HistoryQuery
from relgym.translate.program.normalize import free_variables
from relgym.translate.program.task import GOAL, Translation


class BeliefQuestions:
    """The formulas that were asked about a task, each translated once."""

    def __init__(self, task: Task, translation: Translation) -> None:
        self.task = task
        self.translation = translation
        self.static = tuple(translation.static_atoms)
        self._known: dict[str, tuple[tuple[Variable, ...], list[Rule]]] = {}

    def rules(self, formula: Formula | str) -> tuple[tuple[Variable, ...], list[Rule], bool]:
        """The free variables of a formula, the rules that ask for them, and whether these rules are new."""
        text = str(formula)
        known = self._known.get(text)
        if known is not None:
            return *known, False
        parsed = read_formula(text, self.task)
        variables = free_variables(parsed)
        found = self._known[text] = variables, self.translation.query(parsed, variables)
        return *found, True


class View:
    """A view of a belief, all possible states or some of them, with the verbs of `Reasoner`.

    Every method raises `BackendError` if it would need more ground rules than allowed, or longer than the limits.
    """

    def __init__(self, mode: Mode, questions: BeliefQuestions, past: Callable[[], PossiblePasts], lock: Lock) -> None:
        self.lock = lock
        self._mode = mode
        self._questions = questions
        self._past = past

    @property
    @synchronized
    def atoms(self) -> frozenset[Atom]:
        """The atoms that are not derived, static ones too."""
        symbols = self._questions.translation.program.fluents
        self._past().show([HistoryQuery(symbol, symbol.arity) for symbol in symbols])
        keys = [(symbol.name, row) for symbol in symbols for row in self._rows(symbol)]
        return frozenset(map(self._atom, [*self._questions.static, *keys]))

    @synchronized
    def derived(self) -> frozenset[Atom]:
        """Return the derived atoms."""
        symbols = self._questions.translation.derived
        self._past().show([HistoryQuery(symbol, symbol.arity) for symbol in symbols])
        return frozenset(self._atom((symbol.name, row)) for symbol in symbols for row in self._rows(symbol))

    @synchronized
    def holds(self, formula: Formula | str) -> bool:
        """Test a formula.

        Args:
            formula: A formula in PDDL syntax or as an object of the model.

        Returns:
            True if the formula holds; with free variables, if it has an answer.
        """
        _, symbol = self._query(formula)
        return bool(self._past().rows(self._mode, HistoryQuery(symbol, 0)))

    @synchronized
    def answers(self, formula: Formula | str) -> Answers[Object]:
        """Find the bindings of a formula's free variables that make it true.

        Args:
            formula: A formula in PDDL syntax or as an object of the model.

        Returns:
            The answers.
        """
        variables, symbol = self._query(formula)
        rows = sorted(self._rows(symbol))
        return Answers(tuple(variable.name for variable in variables), tuple(map(self._terms, rows)))

    @synchronized
    def goal(self) -> bool:
        """Return True if the goal holds."""
        return bool(self._rows(GOAL))

    @synchronized
    def valid_actions(self) -> list[Action]:
        """Return the valid actions, in the order of `Reasoner.valid_actions`."""
        wanted = [
            (schema, HistoryQuery(schema.symbol, schema.free, unique=True))
            for schema in self._questions.translation.schemas
        ]
        past = self._past()
        past.show([shown for _, shown in wanted])
        return [
            Action(schema.action.name, self._terms(row))
            for schema, shown in wanted
            for row in sorted(past.rows(self._mode, shown))
        ]

    def _query(self, formula: Formula | str) -> tuple[tuple[Variable, ...], Symbol]:
        past = self._past()
        variables, rules, new = self._questions.rules(formula)
        if new:
            past.define(rules)
        return variables, rules[-1].head.symbol

    def _rows(self, symbol: Symbol) -> set[Row]:
        return self._past().rows(self._mode, HistoryQuery(symbol, symbol.arity))

    def _terms(self, row: Row) -> tuple[Object, ...]:
        return tuple(self._questions.task.objects[number] for number in row)

    def _atom(self, key: Key) -> Atom:
        return Atom(key[0], self._terms(key[1]))
