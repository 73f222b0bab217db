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

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from relgym.arguments import check_generator, wrong
from relgym.backends import registry
from relgym.backends.base import Anticipates, Backend, Limits, Reached
from relgym.errors import AmbiguousAction, BackendError, InvalidAction, ModelError
from relgym.explain import History, PDDLExplanation, any_operator, explain
from relgym.features import needed
from relgym.locking import Lock, synchronized
from relgym.model.numeric import Expression, FluentValue, Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row, Symbol
from relgym.model.terms import Object, Variable
from relgym.read.pddl.loading import read_formula
from relgym.reasoning.pddl.action_atoms import ActionAtoms
from relgym.reasoning.pddl.actions import Actions, Ground, warn_of_ambiguity
from relgym.reasoning.pddl.expansion import Expansion
from relgym.reasoning.pddl.outcomes import expanded, ranked
from relgym.reasoning.pddl.reachability import reached
from relgym.reasoning.pddl.states import States
from relgym.reasoning.pddl.transition import Fired, Transition
from relgym.reasoning.randomness import Generator
from relgym.reasoning.reasoner import Reasoner
from relgym.reasoning.results import Answers, Outcome
from relgym.translate.program.normalize import free_variables
from relgym.translate.program.task import GOAL, Schema, Translation, check_task
from relgym.tuning.reasoning import REACHABILITY_SECONDS

_NOWHERE = object()
"""No state, and nothing that is given as one."""


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
        registry.refuse_missing(self.engine, needed(task))
        self.translation = Translation(task)
        translation = self.translation
        self.vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
        self._transition = Transition(self.vocabulary, task.number, translation.static_values, self.engine.budget)
        self._states = States(translation, self.vocabulary, self._transition)
        self._asked: tuple[Symbol, ...] = (*(schema.symbol for schema in translation.schemas), GOAL)
        self._conditions = [tuple(dict.fromkeys(schema.effect.conditions())) for schema in translation.schemas]
        self._actions = Actions(translation, self._transition)
        atoms = any(schema.action.atom for schema in translation.schemas)
        self._atoms = ActionAtoms(task, self._actions, self._binding) if atoms else None
        self._listed: list[tuple[int, Callable[[Row], Action], Schema | None]] = [
            (position, table.__getitem__, schema if schema.free < len(schema.variables) else None)
            for position, (table, schema) in enumerate(zip(self._actions.tables, translation.schemas, strict=True))
        ]
        # By schema, what makes the successors of a state by its actions.
        self.expansions = [
            Expansion(schema, self._actions, self._transition, partial(self._conditions_that_hold, position)).successors
            for position, schema in enumerate(translation.schemas)
        ]
        self._queries: dict[str, tuple[tuple[Variable, ...], tuple[Symbol, ...]]] = {}
        self._single: dict[Symbol, tuple[Symbol, ...]] = {}
        # The actions that have been warned of.
        self._told: set[str] = set()
        # Nowhere at first, and wherever it is not known.
        self._at: object = _NOWHERE
        self._looked: object = _NOWHERE
        self._rows: list[list[Row]] = []
        self.engine.load(translation.program, self.vocabulary)
        if isinstance(self.engine, Anticipates):
            self.engine.anticipate(partial(_reached, translation))

    def __reduce__(self) -> tuple[type[PDDLReasoner], tuple[Task, str, Limits]]:
        """Copy or pickle the reasoner with an engine of its own: one engine cannot serve two reasoners."""
        return PDDLReasoner, (self.task, self.engine.name, self.engine.limits)

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
        with self.engine.budget:
            return self._ranked(self._states.starts())

    @synchronized
    def start(self, rng: Generator) -> State:
        """Draw a start state.

        Args:
            rng: A `numpy.random.Generator` or `random.Random`.

        Returns:
            The start state; without probabilistic parts in :init it is always `initial_state`.
        """
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
        """Read a state from the form of `State.to_json`, written in any process.

        Args:
            data: A dictionary with `atoms` and `fluents`. Further keys, such as those that the command line prints
                beside these, are ignored.

        Returns:
            The state.

        Raises:
            ModelError: `data` has another form, or is not a state of this task.
        """
        return self._states.from_json(data)

    # -- questions ---------------------------------------------------------------------------

    def _move_to(self, state: State) -> None:
        if state is not self._at:
            self._at = _NOWHERE
            self.engine.move_to(self._states.own(state))
            self._at = state

    def _look(self, state: State) -> list[list[Row]]:
        """The rows of every applicable(a), and of the goal, in a state: one question to the engine."""
        if state is not self._looked:
            self._looked = _NOWHERE
            self._move_to(state)
            self._rows = self.engine.answers(self._asked)
            self._looked = state
        return self._rows

    def _one(self, state: State, symbol: Symbol, binding: Row = ()) -> list[Row]:
        self._move_to(state)
        asked = self._single.get(symbol)
        if asked is None:
            asked = self._single[symbol] = (symbol,)
        return self.engine.answers(asked, binding)[0]

    @synchronized
    def goal(self, state: State) -> bool:
        """Test the goal in a state.

        Args:
            state: A state of the task.

        Returns:
            True if the goal holds.

        Raises:
            ModelError: The state is of another task.
        """
        return bool(self._look(state)[-1])

    @synchronized
    def holds(self, state: State, formula: Formula | str) -> bool:
        """Test a formula in a state.

        Args:
            state: A state of the task.
            formula: A formula in PDDL syntax or as an object of the model.

        Returns:
            True if the formula holds; with free variables, if it has an answer.

        Raises:
            RelgymError: The formula cannot be read, or is not about this task.
        """
        _, asked = self._query(formula)
        self._move_to(state)
        return bool(self.engine.answers(asked)[0])

    @synchronized
    def answers(self, state: State, formula: Formula | str) -> Answers[Object]:
        """Find the bindings of a formula's free variables that make it true.

        Args:
            state: A state of the task.
            formula: A formula in PDDL syntax or as an object of the model, such as `(and (on ?x ?y) (clear ?x))`.

        Returns:
            The answers; the variables are in the order of their first occurrence.

        Raises:
            RelgymError: The formula cannot be read, or is not about this task.
        """
        variables, asked = self._query(formula)
        self._move_to(state)
        rows = self.engine.answers(asked)[0]
        named = tuple(self.vocabulary.terms(row) for row in sorted(rows))
        return Answers(tuple(variable.name for variable in variables), named)

    def _query(self, formula: Formula | str) -> tuple[tuple[Variable, ...], tuple[Symbol, ...]]:
        text = str(formula)
        known = self._queries.get(text)
        if known is None:
            # A model's formula is read from its text too, so that its names and types are checked.
            parsed = read_formula(text, self.task)
            variables = free_variables(parsed)
            rules = self.translation.query(parsed, variables)
            self.engine.define(rules)
            known = self._queries[text] = (variables, (rules[-1].head.symbol,))
        return known

    @synchronized
    def derived(self, state: State) -> frozenset[Atom]:
        """Return every derived atom that holds in a state.

        Args:
            state: A state of the task.
        """
        self._move_to(state)
        found = self.engine.answers(self.translation.derived)
        return frozenset(
            Atom(symbol.name, self.vocabulary.terms(row))
            for symbol, rows in zip(self.translation.derived, found, strict=True)
            for row in rows
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
        found: list[Action] = []
        looked = self._look(state)
        for position, action_of, chosen in self._listed:
            rows = looked[position]
            if rows:
                found += map(action_of, sorted(self._projected(chosen, rows) if chosen else rows))
        return found

    def _projected(self, schema: Schema, rows: list[Row]) -> list[Row]:
        """The choices that leave one binding of the other parameters."""
        ways = Counter(row[: schema.free] for row in rows)
        if len(ways) == len(rows):
            return list(ways)
        if schema.action.name not in self._told:
            self._told.add(schema.action.name)
            warn_of_ambiguity(schema.action)
        return [chosen for chosen, count in ways.items() if count == 1]

    def _ambiguous(self, schema: Schema, rows: list[Row]) -> AmbiguousAction:
        action = self._actions.of(schema, rows[0][: schema.free])
        rest = schema.variables[schema.free :]
        ways = [
            ", ".join(f"{v.name} = {o}" for v, o in zip(rest, self.vocabulary.terms(row[schema.free :]), strict=True))
            for row in rows[:2]
        ]
        return AmbiguousAction(
            f"{action} is ambiguous: {' or '.join(ways)}",
            span=schema.action.span,
            expected="chosen parameters that leave one binding of the others",
            hint="name more parameters as free",
        )

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
        """Return True if the action is one of `valid_actions`.

        Args:
            state: A state of the task.
            action: An action, or a text such as `(move a b)`.

        Returns:
            True if it is applicable; False also for an action that the task does not have.
        """
        try:
            self._binding(state, self._found(state, action))
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
        return self._binding(state, self._found(state, action))

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

    def _found(self, state: State, action: Action | str) -> Ground:
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

    def _binding(self, state: State, ground: Ground) -> Row:
        """All arguments of a valid action; raises `InvalidAction` or `AmbiguousAction`."""
        row, schema = ground.row, ground.schema
        whole = len(row) == len(schema.variables)
        if state is self._looked:
            found = self._rows[ground.position]
            if whole:
                if row in found:
                    return row
                found = []
            else:
                found = [other for other in found if other[: len(row)] == row]
        else:
            found = self._one(state, schema.symbol, row)
        if len(found) == 1:
            return found[0]
        if found:
            raise self._ambiguous(schema, sorted(found))
        raise InvalidAction(
            f"{self._actions.of(schema, row)} is not applicable: {schema.unmet}",
            hint="explain(state, action) says what is missing",
        )

    def _fired(self, state: State, ground: Ground, row: Row) -> Fired:
        return self._conditions_that_hold(ground.position, state, row)

    def _conditions_that_hold(self, position: int, state: State, row: Row) -> Fired:
        """The rows of a schema's effect conditions beside a row of its action."""
        conditions = self._conditions[position]
        if not conditions:
            return {}
        self._move_to(state)
        return dict(zip(conditions, self.engine.answers(conditions, row), strict=True))

    @synchronized
    def successor(self, state: State, action: Action | str, rng: Generator | None = None) -> State:
        """Return the state after an action.

        Args:
            state: A state of the task.
            action: An applicable action, or its text.
            rng: Draws among probabilistic outcomes: a `numpy.random.Generator` or `random.Random`.

        Returns:
            The next state.

        Raises:
            InvalidAction: The action is not applicable.
            ValueError: The action has random outcomes, and there is no generator.
        """
        if rng is not None:
            check_generator(rng)
        ground = self._found(state, action)
        row = self._binding(state, ground)
        own = self._states.own(state)
        if ground.plain is not None:
            return own.changed(ground.plain.delete, ground.plain.add)
        effect = ground.schema.effect
        fired = self._fired(state, ground, row)
        if rng is None:
            delta, draws = self._transition.certain(effect, row, fired)
            if draws:
                raise ValueError(f"{action} has random outcomes; give successor() a generator, or ask outcomes()")
        else:
            delta = self._transition.drawn(effect, row, fired, rng)
        return self._transition.apply(own, delta)

    @synchronized
    def successors(self, state: State) -> list[tuple[Action, State]]:
        """Expand a state: return every valid action with the state after it, in the order of `valid_actions`.

        Args:
            state: The state to expand.

        Returns:
            A new list of pairs (action, next state).

        Raises:
            ValueError: An action has random outcomes; `outcomes` returns them.
        """
        own, looked = self._states.own(state), self._look(state)
        found: list[tuple[Action, State]] = []
        for expand, (position, _, chosen) in zip(self.expansions, self._listed, strict=True):
            rows = looked[position]
            if rows:
                found += expand(own, sorted(self._projected_whole(chosen, rows) if chosen else rows))
        return found

    @synchronized
    def _schema_rows(self, state: State) -> list[list[Row]]:
        """Find the arguments of the valid actions of each schema, those too that the agent does not choose.

        Args:
            state: A state of the task.

        Returns:
            By schema, in their order, the numbers of the objects.
        """
        looked = self._look(state)
        return [looked[position] for position, _, _ in self._listed]

    def _projected_whole(self, schema: Schema, rows: list[Row]) -> list[Row]:
        """The whole rows of the choices that leave one binding of the other parameters."""
        kept = set(self._projected(schema, rows))
        return [row for row in rows if row[: schema.free] in kept]

    @synchronized
    def outcomes(self, state: State, action: Action | str) -> list[Outcome[State]]:
        """Return every possible next state of an action with its probability, the most probable first.

        Args:
            state: A state of the task.
            action: An applicable action, or its text.

        Returns:
            The outcomes; equal states are merged.

        Raises:
            InvalidAction: The action is not applicable.
            BackendError: There are more than `Limits.outcomes` states; `successor` draws one of them.
        """
        with self.engine.budget:
            ground = self._found(state, action)
            row = self._binding(state, ground)
            own = self._states.own(state)
            fired = self._fired(state, ground, row)
            return self._ranked(expanded(self._transition, own, ground.schema.effect, row, fired))

    def _ranked(self, outcomes: Iterable[tuple[Fraction, State]]) -> list[Outcome[State]]:
        return [Outcome(float(share), state) for share, state in ranked(outcomes, self.engine.budget)]

    @synchronized
    def explain(self, state: State, subject: Action | Formula | str, history: History | None = None) -> PDDLExplanation:
        """Explain why an action is or is not applicable, or why a formula is or is not true.

        Args:
            state: A state of the task.
            subject: An action or a formula, as an object of the model or as text.
            history: The pairs (action, state after it) that led to `state`, oldest first, beginning with `(None,
                start)`. With it, the explanation says since which step things are so.

        Returns:
            A tree of reasons; `str` prints it.

        Raises:
            RelgymError: The subject is not of this task.
            BackendError: The explanation would pass a limit.
        """
        return self.engine.budget.keeping(self._explained)(state, subject, history)

    def _explained(self, state: State, subject: Action | Formula | str, history: History | None) -> PDDLExplanation:
        self._states.own(state)
        look = self.engine.budget.look
        operators = self._atoms.operators(subject) if self._atoms is not None and isinstance(subject, str) else ()
        if not operators:
            return explain(self, state, subject, history, look)
        try:
            return explain(self, state, self.resolve(state, str(subject)), history, look)
        except InvalidAction:
            each = tuple(explain(self, state, operator, history, look) for operator in operators)
        return each[0] if len(each) == 1 else any_operator(str(subject), each)


def _reached(translation: Translation) -> Reached | None:
    """Return the reachable rows; `None` if they take longer than `REACHABILITY_SECONDS` seconds."""
    try:
        return reached(translation, Limits(seconds=REACHABILITY_SECONDS))
    except BackendError:
        return None
