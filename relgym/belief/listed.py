"""Belief states as lists: a reasoner on any engine goes on with every possible state. For tasks that leave few open.

>>> import relgym
>>> domain = '''(define (domain cave) (:requirements :adl :probabilistic-effects) (:predicates (at ?c) (pit ?c))
...   (:action go :parameters (?c ?d) :precondition (at ?c) :effect (and (not (at ?c)) (at ?d))))'''
>>> problem = '''(define (problem p) (:domain cave) (:objects a b) (:goal (at b))
...   (:init (at a) (probabilistic 1/2 (pit a) 1/2 (pit b))))'''
>>> seen = "(:derived (seen-at ?c) (and)) (:derived (seen-pit ?c) (at ?c))"
>>> with relgym.Reasoner(relgym.load(domain, problem, axioms=[seen])) as reasoner:
...     belief = ListedBelief(reasoner)
...     belief.start(["(at a)"])
...     print(*sorted(map(str, belief.surely_atoms())))
(at a) (pit b)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from relgym.errors import BackendError, Contradiction
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State
from relgym.read.pddl.loading import read_atom
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.sensing import Observation, Sensor
from relgym.tuning.reasoning import LISTED_STATES_LIMIT

HINT = "beliefs by clingo need no list: pip install clingo"


class ListedBelief:
    """The possible states of a task, one by one; `Belief` needs clingo, and no list.

    Args:
        reasoner: The reasoner of the task; its engine answers all questions.
        most: The largest number of states.

    Attributes:
        sensor: What observes the states.
        states: The possible states.
    """

    def __init__(self, reasoner: PDDLReasoner, most: int = LISTED_STATES_LIMIT) -> None:
        self.sensor = Sensor(reasoner)
        self.states: frozenset[State] = frozenset()
        self._reasoner = reasoner
        self._most = most

    def start(self, observation: Iterable[Atom | str]) -> None:
        """Forget everything, and begin with an observation of the start.

        Raises:
            BackendError: Too many states are possible.
            Contradiction: No start state has this observation.
        """
        try:
            starts = self._reasoner.starts()
        except BackendError as error:
            raise BackendError(f"the possible states cannot be listed: {error.message}", hint=HINT) from None
        self._go_on((outcome.state for outcome in starts), self._read(observation))

    def after(self, action: Action | str, observation: Iterable[Atom | str]) -> None:
        """Add an action that was carried out, and the observation after it.

        Raises:
            BackendError: Too many states are possible.
            Contradiction: The action is valid in no possible state, or no state after it has this observation.
        """
        reasoner = self._reasoner
        valid = [state for state in self.states if reasoner.is_valid(state, action)]
        after = (outcome.state for state in valid for outcome in reasoner.outcomes(state, action))
        self._go_on(after, self._read(observation))

    def refused(self, action: Action | str) -> None:
        """Add an action that was not valid, so that nothing happened.

        Raises:
            Contradiction: The action is valid in all possible states.
        """
        self._go_on(state for state in self.states if not self._reasoner.is_valid(state, action))

    def surely_atoms(self) -> frozenset[Atom]:
        """Return the atoms that are true in all possible states, without derived ones."""
        return self._atoms(reduce(and_, (state.bits for state in self.states)))

    def possibly_atoms(self) -> frozenset[Atom]:
        """Return the atoms that are true in some possible state, without derived ones."""
        return self._atoms(reduce(or_, (state.bits for state in self.states)))

    def surely_valid(self) -> frozenset[Action]:
        """Return the actions that are valid in all possible states."""
        return frozenset.intersection(*(frozenset(self._reasoner.valid_actions(state)) for state in self.states))

    def _go_on(self, states: Iterable[State], seen: Observation | None = None) -> None:
        met: set[State] = set()
        following: set[State] = set()
        for state in states:
            if state in met:
                continue
            met.add(state)
            if seen is None or self.sensor.observation(state) == seen:
                following.add(state)
                if len(following) > self._most:
                    raise BackendError(
                        f"more than {self._most:,} states are possible",
                        hint=HINT,
                    )
        if not following:
            raise Contradiction("no possible state agrees with what was done and seen")
        self.states = frozenset(following)

    def _read(self, observation: Iterable[Atom | str]) -> Observation:
        task = self._reasoner.task
        return Observation(atom if isinstance(atom, Atom) else read_atom(atom, task) for atom in observation)

    def _atoms(self, bits: int) -> frozenset[Atom]:
        return next(iter(self.states)).vocabulary.atoms_of(bits)
