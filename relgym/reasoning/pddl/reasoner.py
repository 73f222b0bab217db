"""Questions about a PDDL task, answered by any engine, equally by all.

>>> import relgym
>>> domain = '''(define (domain d) (:requirements :strips) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> r = PDDLReasoner(relgym.load(domain, problem))
>>> r
Reasoner(Task(p of d), builtin)
>>> [str(action) for action in r.valid_actions(r.initial_state)]
['(go a b)']
>>> r.goal(r.successor(r.initial_state, "(go a b)"))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from relgym.arguments import check_generator, wrong
from relgym.backends import registry
from relgym.backends.base import Anticipates, Backend, Limits
from relgym.errors import InvalidAction, ModelError, RandomOutcome
from relgym.explain import History, PDDLExplanation
from relgym.explain.world import Updates
from relgym.features import needed
from relgym.locking import Lock, synchronized
from relgym.model.numeric import Expression, FluentValue, Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row
from relgym.model.terms import Object
from relgym.reasoning.pddl.action_atoms import ActionAtoms
from relgym.reasoning.pddl.actions import Bindings, BoundSchema, GroundActions
from relgym.reasoning.pddl.expansion import Successors, expansions
from relgym.reasoning.pddl.explanations import NumericUpdates, explained
from relgym.reasoning.pddl.outcomes import expanded, ranked
from relgym.reasoning.pddl.questions import Formulas, Questions
from relgym.reasoning.pddl.reachability import reached_soon
from relgym.reasoning.pddl.states import States
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.randomness import Generator
from relgym.reasoning.reasoner import Reasoner
from relgym.reasoning.results import Answers, Outcome
from relgym.translate.program.task import Schema, Translation, check_task
from relgym.tuning.reasoning import STATES_PER_LOOK


class PDDLReasoner(Reasoner):
    """Answers questions about one PDDL task with one engine.

    Args:
        task: The task, from `relgym.load`.
        backend: The name of an engine, or an instance of one that nobody else uses.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`; only for an engine given by
            name.

    Attributes:
        task: The task.
        engine: The engine.
        initial_state: The start state.
        lock: The lock that every call holds.

    Raises:
        UnsupportedFeature: The engine lacks a feature that the task needs.
        MissingEngine: The engine is not installed.
        RelgymError: An argument is not a task, an engine or limits.
    """

    def __init__(
        self,
        task: Task,
        backend: str | Backend = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
    ) -> None:
        check_task(task)
        self.lock = Lock()
        self.model = self.task = task
        self.engine: Backend = backend if isinstance(backend, Backend) else registry.create(backend, limits)
        registry.refuse_missing(self.engine, lambda: needed(task))
        self.translation = translation = Translation(task)
        self.vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
        self._transition = Transition(self.vocabulary, task.number, translation.static_values, self.engine.budget)
        self._states = States(translation, self.vocabulary, self._transition)
        self._actions = GroundActions(translation, self._transition)
        self._questions = Questions(self.engine, translation, self._states)
        self._formulas = Formulas(self.engine, translation, task)
        self._bindings = Bindings(self._questions, self._actions, self.vocabulary)
        atoms = any(schema.action.atom for schema in translation.schemas)
        self._atoms = ActionAtoms(task, self._actions, self._bindings.of) if atoms else None
        self._listed: list[tuple[int, Callable[[Row], Action], Schema | None]] = [
            (position, table.__getitem__, schema if schema.free < len(schema.variables) else None)
            for position, (table, schema) in enumerate(zip(self._actions.tables, translation.schemas, strict=True))
        ]
        self.engine.load(translation.program, self.vocabulary)
        if isinstance(self.engine, Anticipates):
            self.engine.anticipate(partial(reached_soon, translation))

    def __reduce__(self) -> tuple[type[PDDLReasoner], tuple[Task, str, Limits]]:
        """Copy or pickle the reasoner with a new engine: one engine cannot serve two reasoners."""
        return PDDLReasoner, (self.task, self.engine.name, self.engine.limits)

    @cached_property
    def _expansions(self) -> list[Successors]:
        """By schema, what makes the successors of a state by its actions."""
        return expansions(self.translation.schemas, self._actions, self._transition, self._questions.fired)

    @cached_property
    def _numeric_updates(self) -> Callable[[State], Updates]:
        """By state, the numeric effects of actions, for explanations."""
        return NumericUpdates(self.translation, self._transition, self._questions.fired).of

    # -- states ------------------------------------------------------------------------------

    @property
    @synchronized
    def initial_state(self) -> State:
        """The start state; if :init is probabilistic, the start with the likeliest outcome of each draw."""
        return self._states.likeliest_start

    @synchronized
    def starts(self) -> list[Outcome[State]]:
        """Return all possible start states with their probabilities, the most probable first.

        Raises:
            BackendError: There are more than `Limits.outcomes` of them, or another limit is passed.
        """
        with self.engine.budget.call():
            return self._ranked(self._states.starts())

    @synchronized
    def start(self, rng: Generator) -> State:
        check_generator(rng)
        return self._states.drawn_start(rng)

    @synchronized
    def state(self, atoms: Iterable[Atom | str], fluents: Mapping[FluentValue | str, Value] | None = None) -> State:
        """Make a state from its true atoms and numeric values.

        Args:
            atoms: Ground atoms, as `Atom` or as text such as `(on a b)`. Static atoms may be left out, but not changed.
            fluents: The values of numeric fluents, by `FluentValue` or text such as `(fuel truck)`.

        Returns:
            The state. Derived atoms are not part of it: `derived` computes them.

        Raises:
            ModelError: An atom or a fluent is not of this task.
        """
        return self._states.of(atoms, {} if fluents is None else fluents)

    def state_from_json(self, data: Mapping[str, Any]) -> State:
        return self._states.from_json(data)

    # -- questions ---------------------------------------------------------------------------

    @synchronized
    def goal(self, state: State) -> bool:
        return bool(self._questions.look(state)[-1])

    @synchronized
    def holds(self, state: State, formula: Formula | str) -> bool:
        return bool(self._questions.one(state, self._formulas.asked(formula)[1]))

    @synchronized
    def answers(self, state: State, formula: Formula | str) -> Answers[Object]:
        variables, symbol = self._formulas.asked(formula)
        budget = self.engine.budget
        with budget.call():
            rows = budget.checked(sorted(self._questions.one(state, symbol)))
            return Answers(tuple(variable.name for variable in variables), tuple(map(self.vocabulary.terms, rows)))

    @synchronized
    def derived(self, state: State) -> frozenset[Atom]:
        """Return every derived atom that holds in a state.

        Args:
            state: A state of the task.
        """
        self._questions.move_to(state)
        budget = self.engine.budget
        with budget.call():
            answers = self.engine.answers(self.translation.derived)
            return frozenset(
                Atom(symbol.name, self.vocabulary.terms(row))
                for symbol, rows in zip(self.translation.derived, answers, strict=True)
                for row in budget.checked(rows)
            )

    @synchronized
    def evaluate(self, state: State, expression: Expression) -> Value | None:
        """Evaluate a ground numeric expression exactly.

        Args:
            state: A state of the task.
            expression: A `Number`, `FluentValue` or `Arithmetic` of `relgym.model.numeric`.

        Returns:
            An `int` or `Fraction`; `None` if the value is undefined.

        Raises:
            ModelError: This is not a numeric expression, or the state is of another task.
        """
        if not isinstance(expression, Expression):
            expected = "Number, FluentValue or Arithmetic of relgym.model.numeric"
            raise wrong("a numeric expression", expression, expected, ModelError)
        return self._transition.evaluate(self._states.own(state), expression)

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def valid_actions(self, state: State) -> list[Action]:
        """Return the applicable actions in a fixed order: schemas and objects as the files declare them.

        If the agent chooses only some of an action's parameters, the precondition must bind the others in exactly one
        way: an action that leaves several ways is not valid, and a `RelgymWarning` says so once for its schema.

        Args:
            state: A state of the task.

        Returns:
            A new list of actions; the same list on every engine.

        Raises:
            ModelError: The state is of another task.
            BackendError: The engine has passed a limit, or cannot compute an answer.
        """
        actions: list[Action] = []
        budget = self.engine.budget
        # Not entered, which takes a tenth of a short call: the list goes on with the clock of the engine's answer.
        budget.begin()
        looked = self._questions.look(state)
        for position, action_of, chosen in self._listed:
            rows = looked[position]
            if rows:
                some = sorted(self._bindings.chosen(chosen, rows) if chosen else rows)
                actions += map(action_of, budget.checked(some))
        return actions

    @synchronized
    def action(self, action: Action | str) -> Action:
        """Read an action and check its name and objects.

        Args:
            action: An action, or a text such as `(move a b)`.

        Returns:
            The action of the task; it need not be applicable.

        Raises:
            InvalidAction: The task has no such action.
        """
        ground = self._actions.found(action)
        return self._actions.of(ground.schema, ground.row)

    @synchronized
    def is_valid(self, state: State, action: Action | str) -> bool:
        try:
            self._bindings.of(state, self._found(state, action))
        except InvalidAction:
            return False
        return True

    @synchronized
    def binding(self, state: State, action: Action | str) -> Row:
        """Return the numbers of all arguments of a valid action, also of those that the agent does not choose.

        Args:
            state: A state of the task.
            action: An action, or a text such as `(move a b)`.

        Returns:
            A tuple of positions in `task.objects`.

        Raises:
            InvalidAction: The action is not applicable, or the task does not have it.
            AmbiguousAction: The precondition leaves several bindings of the other parameters.
        """
        return self._bindings.of(state, self._found(state, action))

    @synchronized
    def resolve(self, state: State, action: Action | str) -> Action:
        """Return the action that a text means in a state.

        A text may be an action atom of PDDLGym, such as `(pickup a)`, which means the one applicable operator with this
        atom. Any other text names an action, and so does an `Action`. All methods that take a state and an action read
        texts in this way.

        Args:
            state: A state of the task.
            action: An action or a text.

        Returns:
            The action.

        Raises:
            InvalidAction: The task has no such action, or no operator with this atom is applicable.
            AmbiguousAction: Several operators with this atom are applicable.
        """
        ground = self._found(state, action)
        return self._actions.of(ground.schema, ground.row)

    def _found(self, state: State, action: Action | str) -> BoundSchema:
        if self._atoms is not None and isinstance(action, str):
            return self._atoms.resolve(state, action)
        return self._actions.found(action)

    @synchronized
    def own(self, state: State) -> State:
        """Return the state over the reasoner's vocabulary.

        Args:
            state: A state of the same task, from any reasoner.

        Raises:
            ModelError: The state is of another task.
        """
        return self._states.own(state)

    @synchronized
    def successor(self, state: State, action: Action | str, rng: Generator | None = None) -> State:
        if rng is not None:
            check_generator(rng)
        ground = self._found(state, action)
        row, before = self._bindings.of(state, ground), self._states.own(state)
        if ground.plain is not None:
            return before.changed(ground.plain.delete, ground.plain.add)
        effect = ground.schema.effect
        fired = self._questions.fired(ground.position, state, row)
        if rng is None:
            delta, draws = self._transition.certain(effect, row, fired)
            if draws:
                raise RandomOutcome(f"chance decides what {action} leads to")
        else:
            delta = self._transition.drawn(effect, row, fired, rng)
        return self._transition.apply(before, delta)

    @synchronized
    def successors(self, state: State) -> list[tuple[Action, State]]:
        pairs: list[tuple[Action, State]] = []
        budget = self.engine.budget
        with budget.call():
            before, looked = self._states.own(state), self._questions.look(state)
            for expand, (position, _, chosen) in zip(self._expansions, self._listed, strict=True):
                rows = looked[position]
                if rows:
                    some = sorted(self._bindings.whole(chosen, rows) if chosen else rows)
                    pairs += expand(before, budget.checked(some, STATES_PER_LOOK))
        return pairs

    @synchronized
    def _schema_rows(self, state: State) -> list[list[Row]]:
        """Find the arguments of the valid actions of each schema, those too that the agent does not choose."""
        looked = self._questions.look(state)
        return [looked[position] for position, _, _ in self._listed]

    @synchronized
    def outcomes(self, state: State, action: Action | str) -> list[Outcome[State]]:
        with self.engine.budget.call():
            ground = self._found(state, action)
            row = self._bindings.of(state, ground)
            before = self._states.own(state)
            fired = self._questions.fired(ground.position, state, row)
            return self._ranked(expanded(self._transition, before, ground.schema.effect, row, fired))

    def _ranked(self, outcomes: Iterable[tuple[Fraction, State]]) -> list[Outcome[State]]:
        return [Outcome(float(share), state) for share, state in ranked(outcomes, self.engine.budget)]

    @synchronized
    def explain(
        self,
        state: State,
        subject: Action | Formula | str,
        history: History | None = None,
        achievers: bool = False,
    ) -> PDDLExplanation:
        """Explain why an action is or is not applicable, or why a formula is or is not true.

        Args:
            state: A state of the task.
            subject: An action or a formula, as an object of the model or as text.
            history: The pairs (action, state after it) that led to `state`, oldest first, beginning with `(None,
                start)`. With it, the explanation says since which step things are so.
            achievers: True if each failing condition that actions change gets the actions that can make it true, the
                applicable ones first.

        Returns:
            A tree of reasons; `str` prints it.

        Raises:
            RelgymError: The subject is not of this task.
            BackendError: The explanation would pass a limit.
        """
        self._states.own(state)
        operators = self._atoms.operators(subject) if self._atoms is not None and isinstance(subject, str) else ()
        return self.engine.budget.keeping(explained)(self, state, subject, history, operators, achievers)
