"""The material of questions about a problem: its states, walks through them, actions, atoms, and words for them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from relgym.caching import Cache
from relgym.data.question_sets.background import background, state_words
from relgym.data.question_sets.explained import StateReasons
from relgym.data.question_sets.landmarks import RelaxedLandmarks
from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.space import ExactSpace, explored
from relgym.data.question_sets.walks import Walks
from relgym.data.question_sets.wording import Wording
from relgym.errors import InvalidAction
from relgym.explain.binding import filled_formula
from relgym.model.bits import bits_of
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.formulas import TRUE, And, Atom, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key
from relgym.reasoning.pddl.mutex import MutexCheck
from relgym.reasoning.pddl.reachability import reached
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.relaxed_task import RelaxedTask
from relgym.render.goal_conditions import conditions_of
from relgym.translate.ground.mutex import groups_of
from relgym.tuning.data import KEPT_CASES_LIMIT, SPACE_STATES_LIMIT, STATE_WORDS_LIMIT, SUCCESSORS_LIMIT

BASE_WALKS = 16
"""Number of walks whose actions and atoms serve as wrong answers. Judged: together about 300 steps."""


class Material:
    """A problem prepared for questions.

    All that is drawn depends on the seed and on the problem alone, and not on what is asked.

    Attributes:
        problem: The problem.
        reasoner: A reasoner of its task.
        wording: The words for its domain.
        walks: Random walks through its states.
        is_random: True if some effect is probabilistic.
    """

    def __init__(self, problem: QuestionProblem, seed: int) -> None:
        """Prepare a problem; `seed` is that of the whole question set."""
        assert isinstance(problem.task, Task)
        self.problem = problem
        self.task = problem.task
        self.reasoner = PDDLReasoner(self.task)
        self.wording = Wording(self.task, problem.templates)
        self.seed = f"{seed} {problem.split}/{problem.label}"
        self.is_random = any(not schema.effect.is_certain for schema in self.reasoner.translation.schemas)
        self.walks = Walks(self.seed, self.reasoner.start, self._step, self.state_key)
        self._after: Cache[Hashable, State | None] = Cache(SUCCESSORS_LIMIT)
        self._words: Cache[Hashable, tuple[str, dict[str, Any]]] = Cache(STATE_WORDS_LIMIT)
        self._landmarks: Cache[int, dict[int, int]] = Cache(KEPT_CASES_LIMIT)
        self._reasons: Cache[Hashable, StateReasons] = Cache(KEPT_CASES_LIMIT)

    # -- states ------------------------------------------------------------------------------

    def state_key(self, state: State) -> Hashable:
        """Return what tells a state from others: all have one vocabulary, and to hash them by content takes long."""
        return state.bits, state.values

    def state(self, number: int) -> State:
        """Return a state by its number; the states come again where there are fewer."""
        return self.walks.state(number)

    def _step(self, state: State, rng: Random) -> tuple[Action, State] | None:
        actions = self.reasoner.valid_actions(state)
        if not actions:
            return None
        action = actions[rng.randrange(len(actions))]
        return action, self.reasoner.successor(state, action, rng)

    def after(self, state: State, action: Action) -> State | None:
        """Return the state after an action without random outcomes; `None` if it is not applicable."""
        key = state.bits, state.values, action
        try:
            return self._after[key]
        except KeyError:
            pass
        try:
            result = self.reasoner.successor(state, action)
        except InvalidAction:
            result = None
        return self._after.keep(key, result)

    @cached_property
    def _base(self) -> tuple[list[Action], list[int]]:
        walks = [self.walks.walk(number) for number in range(BASE_WALKS)]
        actions = {str(step.action): step.action for walk in walks for step in walk}
        bits = 0
        for walk in walks:
            for step in walk:
                bits |= step.before.bits | step.after.bits
        return [actions[text] for text in sorted(actions)], self.ordered(bits)

    @property
    def actions(self) -> list[Action]:
        """Actions that are applicable in some states."""
        return self._base[0]

    @property
    def atoms(self) -> list[int]:
        """The bits of atoms that are true in some states."""
        return self._base[1]

    @cached_property
    def space(self) -> ExactSpace | None:
        """All states within reach of the start; `None` if they are too many."""
        return explored(self.reasoner, SPACE_STATES_LIMIT)

    # -- atoms -------------------------------------------------------------------------------

    def ordered(self, bits: int) -> list[int]:
        """Return the bits of atoms in an order that does not depend on how they came to be numbered."""
        return sorted(bits_of(bits), key=self._order)

    def _order(self, bit: int) -> tuple[int, tuple[int, ...]]:
        name, row = self.reasoner.vocabulary.atoms[bit]
        return self._places[name], row

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.task.predicates)}

    def atom_words(self, bit: int) -> str:
        """Return the statement that the atom of a bit is true."""
        return self.key_words(self.reasoner.vocabulary.atoms[bit])

    def atom_text(self, bit: int) -> str:
        """Return the atom of a bit in PDDL."""
        return self.reasoner.vocabulary.forms.text(self.reasoner.vocabulary.atoms[bit])

    @cached_property
    def changing(self) -> frozenset[str]:
        """The predicates that actions change."""
        return frozenset(symbol.name for symbol in self.reasoner.translation.program.fluents)

    def key_words(self, key: Key) -> str:
        """Return the statement that an atom is true."""
        name, row = key
        return self.wording.atom(name, self.reasoner.vocabulary.terms(row))

    def random_atom(self, rng: Random, names: Sequence[str]) -> Atom | None:
        """Return an atom of one of some predicates whose arguments have the right types."""
        predicate = self.task.predicates[rng.choice(names)]
        ranges = [self._range(variable.types) for variable in predicate.parameters]
        if not all(ranges):
            return None
        return Atom(predicate.name, tuple(self.task.objects[rng.choice(each)] for each in ranges))

    def atom(self, bit: int) -> Atom:
        """Return the atom of a bit."""
        name, row = self.reasoner.vocabulary.atoms[bit]
        return Atom(name, self.reasoner.vocabulary.terms(row))

    @cached_property
    def atoms_by_bits(self) -> list[tuple[int, Atom]]:
        """The atoms that are true in some states, with their bits."""
        return [(bit, self.atom(bit)) for bit in self.atoms]

    def bit(self, atom: Atom) -> int:
        """Return the bit of an atom of a predicate that changes."""
        row = tuple(self.task.number[term.name] for term in atom.terms)
        return self.reasoner.vocabulary.atom(atom.predicate, row)

    @cached_property
    def exclusive(self) -> dict[int, int]:
        """For each of the atoms the bits of those that are never true together with it, as far as that is proved."""
        translation = self.reasoner.translation
        symbols = {symbol.name: symbol for symbol in translation.program.fluents}
        groups = groups_of(translation)
        known = self.reasoner.vocabulary.atoms
        return MutexCheck(groups, lambda bit: (symbols[known[bit][0]], known[bit][1])).exclusive(self.atoms)

    @cached_property
    def relaxed(self) -> frozenset[Key]:
        """The atoms that the delete relaxation reaches; no other one is ever true."""
        rows = reached(self.reasoner.translation)
        fluents = self.reasoner.translation.program.fluents
        return frozenset((symbol.name, row) for symbol in fluents for row in rows[symbol])

    def relaxed_landmarks(self, state: State) -> dict[int, int]:
        """Return the landmarks, from a state, of each atom that the delete relaxation reaches; not to be changed."""
        landmarks = self._landmarks.get(state.bits)
        if landmarks is None:
            landmarks = self._landmarks.keep(state.bits, self._relaxed_landmarks.of(state.bits))
        return landmarks

    @cached_property
    def _relaxed_landmarks(self) -> RelaxedLandmarks:
        return RelaxedLandmarks(RelaxedTask(self.reasoner))

    # -- truth -------------------------------------------------------------------------------

    def reasons(self, state: State) -> StateReasons:
        """Return the truths of a state with their reasons."""
        key = state.bits, state.values
        explained = self._reasons.get(key)
        if explained is None:
            explained = self._reasons.keep(key, StateReasons(self.reasoner, state, self.wording))
        return explained

    def reason(self, state: State, action: Action) -> str:
        """Return the reason why an action is applicable in a state, or is not."""
        return self.reasons(state).of_action(action, self.conditions(action))

    def conditions(self, action: Action) -> tuple[Formula, ...]:
        """Return the parts of the precondition of an action all of whose parameters are chosen."""
        schema = self.task.actions[action.name]
        formula = filled_formula(schema.precondition, dict(zip(schema.free, action.terms, strict=True)))
        return formula.parts if isinstance(formula, And) else () if formula == TRUE else (formula,)

    @cached_property
    def goal_parts(self) -> tuple[Formula, ...]:
        """The conditions of the goal of the problem."""
        return tuple(condition.formula for condition in conditions_of(self.task))

    # -- words -------------------------------------------------------------------------------

    @cached_property
    def background(self) -> str:
        """The domain and the problem in words: what is the same in all states."""
        return background(self.problem, self.reasoner, self.wording)

    @cached_property
    def goal_words(self) -> str:
        """The goal of the problem in words."""
        return self.wording.formula(self.task.problem.goal)

    def state_words(self, state: State) -> str:
        """Return a state in words."""
        return self._told(state)[0]

    def state_json(self, state: State) -> dict[str, Any]:
        """Return a state as `State.to_json` has it; not to be changed."""
        return self._told(state)[1]

    def _told(self, state: State) -> tuple[str, dict[str, Any]]:
        key = state.bits, state.values
        words_and_form = self._words.get(key)
        if words_and_form is None:
            words = state_words(state, self.ordered(state.bits), self.atom_words, self.wording)
            words_and_form = self._words.keep(key, (words, state.to_json()))
        return words_and_form

    def random_action(self, rng: Random) -> Action:
        """Return an action whose arguments have the right types; it need not be applicable anywhere."""
        schema = rng.choice(self._schemas)
        types = {variable.name: variable.types for variable in schema.parameters}
        objects = self.task.objects
        return Action(schema.name, tuple(objects[rng.choice(self._range(types[name]))] for name in schema.free))

    @cached_property
    def _schemas(self) -> list[ActionSchema]:
        return [
            schema
            for schema in self.task.domain.actions
            if all(self._range(variable.types) for variable in schema.parameters)
        ]

    def _range(self, types: tuple[str, ...]) -> list[int]:
        numbers = self._ranges.get(types)
        if numbers is None:
            numbers = self._ranges[types] = sorted(self.task.ranged(types))
        return numbers

    @cached_property
    def _ranges(self) -> dict[tuple[str, ...], list[int]]:
        return {}
