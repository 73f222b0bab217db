"""Belief states: what is true in all states, or in some state, consistent with the actions and observations so far.

Answers are exact. On clingo, the unknown part of a state is a free choice after each action, and atoms that are true in
all answer sets or in some of them are found without listing the states: there may be very many. The start is
what :init says: each outcome of its draws with a positive probability is possible.

>>> import relgym
>>> from relgym.belief import Belief
>>> domain = '''(define (domain cave) (:requirements :adl)
...   (:predicates (at ?c) (pit ?c) (next ?c ?d))
...   (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d)) :effect (and (not (at ?c)) (at ?d))))'''
>>> problem = '''(define (problem p) (:domain cave) (:objects a b c d) (:init (at a) (next a b) (next b c) (next b d)
...   (probabilistic 1/2 (pit c) 1/2 (pit d))) (:goal (at d)))'''
>>> seen = '''(:derived (seen-at ?c) (and))
...   (:derived (seen-pit ?c) (exists (?d) (and (at ?d) (next ?d ?c))))'''
>>> belief = Belief(relgym.load(domain, problem, axioms=[seen]))
>>> belief.start(["(at a)"])
>>> belief.surely.holds("(exists (?c) (pit ?c))"), [str(c) for (c,) in belief.possibly.answers("(pit ?c)")]
(True, ['c', 'd'])
>>> belief.after("(go a b)", ["(at b)", "(pit c)"])
>>> belief.possibly.holds("(pit d)"), *map(str, belief.surely.valid_actions())
(False, '(go b c)', '(go b d)')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from relgym.arguments import check_several, check_whole
from relgym.backends.base import Limits
from relgym.belief.past import PossiblePasts
from relgym.belief.view import BeliefQuestions, View
from relgym.errors import BackendError, Contradiction, InvalidAction, ModelError, RelgymError, UnsupportedFeature
from relgym.locking import Lock, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row, Symbol
from relgym.model.terms import Object
from relgym.read.pddl.loading import read_action, read_atom
from relgym.reasoning.pddl.sensing import PREFIX, Observation, sensed
from relgym.translate.program.task import Schema, Translation, check_task
from relgym.tuning.reasoning import GROUND_RULES_LIMIT

Event = tuple[Action | None, Observation | None]
"""An action and the observation after it: at the start the action is None; without an observation nothing happened."""


class Belief:
    """The possible states of a task, given the task, the actions so far, and the observations.

    Observations are defined by the task's derived predicates `seen-p` (see `relgym.reasoning.pddl.sensing`).
    Probabilities are not weighed: every outcome with a positive probability is possible.

    Threads may share a belief: each call holds `lock`, also those of `surely` and `possibly`. A thread that needs
    several calls without another thread's `after` in between holds `lock` around them.

    Args:
        task: The task.
        limits: Limits of each answer by clingo.
        most: The largest number of ground rules of the program.

    Attributes:
        surely: A view of what holds in all possible states.
        possibly: A view of what holds in some possible state.

    Raises:
        ModelError: A rule is about a predicate that the task does not have.
        UnsupportedFeature: A precondition, a condition or an observation depends on numbers that change.
    """

    def __init__(self, task: Task, limits: Limits | None = None, most: int = GROUND_RULES_LIMIT) -> None:
        check_task(task)
        self.lock = Lock()
        self.task = task
        self._translation = Translation(task)
        self._schemas = {schema.action.name: schema for schema in self._translation.schemas}
        self._sensed = sensed(task)
        questions = BeliefQuestions(task, self._translation)
        self._past = PossiblePasts(
            self._translation, self._sensed, Limits() if limits is None else Limits.of(limits), most
        )
        self._vocabulary = Vocabulary(
            task.objects, self._translation.static_atoms, self._translation.static_values.items()
        )
        self._history: list[Event] = []
        self.surely = View("cautious", questions, self._present, self.lock)
        self.possibly = View("brave", questions, self._present, self.lock)

    # -- what happens ------------------------------------------------------------------------

    @synchronized
    def start(self, observation: Iterable[Atom | str]) -> None:
        """Forget everything, and begin with an observation of the start.

        Args:
            observation: The observed atoms, as `Atom` or text.

        Raises:
            Contradiction: No start state has this observation.
            ModelError: An atom cannot be observed.
        """
        seen = self._observation(observation)
        self._history = []
        self._happens((None, seen))

    @synchronized
    def after(self, action: Action | str, observation: Iterable[Atom | str]) -> None:
        """Add an action that was carried out, and the observation after it.

        If an error is raised, the belief stays as it is.

        Args:
            action: The action, or its text.
            observation: The observed atoms, as `Atom` or text.

        Raises:
            InvalidAction: The action is valid in no possible state.
            Contradiction: No possible next state has this observation.
        """
        self._begun()
        self._happens((read_action(str(action), self.task), self._observation(observation)))

    @synchronized
    def refused(self, action: Action | str) -> None:
        """Add an action that was not valid, so that nothing happened.

        If an error is raised, the belief stays as it is.

        Args:
            action: The action, or its text.

        Raises:
            Contradiction: The action is valid in all possible states.
        """
        self._begun()
        self._happens((read_action(str(action), self.task), None))

    @synchronized
    def states(self, most: int = 1000) -> list[State]:
        """Return all possible states.

        Args:
            most: The largest number of states to return.

        Raises:
            BackendError: More than `most` states are possible.
            UnsupportedFeature: The task has numbers that change.
        """
        check_whole("most", most)
        symbols = self._translation.program.functions
        if symbols:
            names = ", ".join(f"'{name}'" for name, _ in symbols)
            raise UnsupportedFeature(f"beliefs do not support numbers that change: {names}")
        possible = self._present().states(most + 1)
        if len(possible) > most:
            raise BackendError(
                f"more than {most:,} states are possible", hint="surely and possibly need no list of the states"
            )
        return [self._state(rows) for rows in possible]

    def _state(self, rows: dict[Symbol, set[Row]]) -> State:
        numbers = (self._vocabulary.atom(symbol.name, row) for symbol, numbers_of in rows.items() for row in numbers_of)
        return State(self._vocabulary, sum(1 << number for number in numbers))

    # -- the past ----------------------------------------------------------------------------

    def _happens(self, event: Event) -> None:
        past = self._replayed() if self._history else self._past
        try:
            self._add(past, event)
            possible = past.is_possible()
        except RelgymError:
            past.broken = True
            raise
        if not possible:
            past.broken = True
            raise self._contradiction(event)
        self._history.append(event)

    def _add(self, past: PossiblePasts, event: Event) -> None:
        action, seen = event
        if action is None:
            past.start()
        elif seen is None:
            past.refuse(*self._found(action))
        else:
            past.act(*self._found(action))
        if seen is not None and self._sensed:
            past.see(self._rows(seen))

    def _replayed(self) -> PossiblePasts:
        """The past, made again if a question or an event has been too much for it."""
        if self._past.broken:
            for event in self._history:
                self._add(self._past, event)
        return self._past

    def _present(self) -> PossiblePasts:
        self._begun()
        return self._replayed()

    def _begun(self) -> None:
        if not self._history:
            raise RelgymError("nothing has been seen yet", expected="start(observation) first")

    def _contradiction(self, event: Event) -> RelgymError:
        action, seen = event
        if action is not None and seen is None:
            return Contradiction(f"{action} cannot have been refused: it is valid in every possible state")
        if action is not None and action not in self.possibly.valid_actions():
            return InvalidAction(
                f"{action} cannot have been carried out: it is valid in no possible state",
                hint="refused(action) says that an action was not valid",
            )
        return Contradiction(
            f"{seen} cannot have been seen: no possible state has this observation",
            expected="all atoms that are seen, and none else",
        )

    # -- atoms and actions -------------------------------------------------------------------

    def _observation(self, atoms: Iterable[Atom | str]) -> Observation:
        check_several("an observation", atoms, "a list of atoms, such as ['(at a)']", ModelError)
        # Observed atoms may violate the declared types where effects do; atoms given as text are checked.
        seen = Observation(atom if self._is_atom(atom) else read_atom(str(atom), self.task) for atom in atoms)
        for atom in sorted(seen, key=str):
            if atom.predicate not in self._sensed:
                raise ModelError(
                    f"{atom} cannot be seen: no rule says where '{atom.predicate}' is",
                    expected="atoms of " + (", ".join(self._sensed) or f"nothing: there is no rule of a {PREFIX}..."),
                )
        return seen

    def _is_atom(self, atom: Atom | str) -> TypeGuard[Atom]:
        if not isinstance(atom, Atom):
            return False
        predicate = self.task.predicates.get(atom.predicate)
        known = all(isinstance(term, Object) and term.name in self.task.number for term in atom.terms)
        return known and predicate is not None and len(predicate.parameters) == len(atom.terms)

    def _rows(self, seen: Observation) -> dict[Symbol, list[Row]]:
        rows: dict[Symbol, list[Row]] = {}
        for atom in seen:
            row = tuple(self.task.number[term.name] for term in atom.terms)
            rows.setdefault(self._translation.symbol(atom.predicate), []).append(row)
        return rows

    def _found(self, action: Action) -> tuple[Schema, Row]:
        schema = self._schemas[action.name]
        return schema, tuple(self.task.number[term.name] for term in action.terms)
