"""The public face of reasoning: questions about a task, answered by any engine, equally by all.

>>> import relgym
>>> domain = '''(define (domain d) (:requirements :strips) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> r = Reasoner(relgym.load(domain, problem))
>>> r
Reasoner(Task(p of d), builtin)
>>> [str(action) for action in r.valid_actions(r.initial_state)]
['(go a b)']
>>> r.goal(r.successor(r.initial_state, "(go a b)"))
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import TracebackType
from typing import Any, Self

from relgym.action_atoms import ActionAtoms
from relgym.actions import Actions, Ground, warn_of_ambiguity
from relgym.arguments import check_generator, wrong
from relgym.backends import registry
from relgym.backends.base import Anticipates, Backend, Limits, Reached
from relgym.errors import AmbiguousAction, BackendError, InvalidAction, ModelError
from relgym.expansion import Expansion
from relgym.explain import Explanation, History, any_operator, explain
from relgym.features import needed
from relgym.grounding import reached
from relgym.locking import Lock, synchronized
from relgym.model.action import Action
from relgym.model.formulas import Atom, Formula
from relgym.model.numeric import Expression, FluentValue, Value
from relgym.model.problem import Task
from relgym.model.program import Row, Symbol
from relgym.model.state import State, Vocabulary
from relgym.model.terms import Object, Variable
from relgym.outcomes import expanded, ranked
from relgym.read.pddl import read_formula
from relgym.states import States
from relgym.transition import Fired, Generator, Transition
from relgym.translate.program.normalize import free_variables
from relgym.translate.program.task import GOAL, Schema, Translation, check_task

_NOWHERE = object()
"""No state, and nothing that is given as one."""

REACHED = 1.0
"""Seconds in which an engine that anticipates states is told what is within reach, or nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A state that may follow, and how probable it is."""

    probability: float
    state: State


@dataclass(frozen=True, slots=True)
class Answers:
    """The bindings of a formula's free variables, in the order of the objects' declaration."""

    variables: tuple[str, ...]
    rows: tuple[tuple[Object, ...], ...]

    def __iter__(self) -> Iterator[tuple[Object, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class Reasoner:
    """Answers everything about one task with one engine.

    `backend` is an engine's name or an instance of one that nobody else uses. Raises
    `UnsupportedFeature` if the engine lacks what the task needs, `MissingEngine` if it is not installed, and
    `RelgymError` for what is no task, no engine or no limits.

    Threads may share a reasoner: each call holds `lock`, so calls from several threads run one after the other.
    """

    def __init__(
        self,
        task: Task,
        backend: str | Backend = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
    ) -> None:
        check_task(task)
        self.lock = Lock()
        self.task = task
        self.engine = backend if isinstance(backend, Backend) else registry.create(backend, limits)
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

    def __repr__(self) -> str:
        return f"Reasoner({self.task!r}, {self.engine.name})"

    def __reduce__(self) -> tuple[type[Reasoner], tuple[Task, str, Limits]]:
        """Copies and pickles are reasoners of their own: two on one engine would not know where it stands."""
        return Reasoner, (self.task, self.engine.name, self.engine.limits)

    @synchronized
    def close(self) -> None:
        """Give the engine up; the reasoner answers nothing after that."""
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- states ------------------------------------------------------------------------------

    @property
    @synchronized
    def initial_state(self) -> State:
        """The start; where :init is probabilistic, the start in which each draw is at its likeliest."""
        return self._states.likeliest_start

    @synchronized
    def starts(self) -> list[Outcome]:
        """All possible starts with their probabilities, the most probable first."""
        with self.engine.budget:
            return self._ranked(self._states.starts())

    @synchronized
    def start(self, rng: Generator) -> State:
        """A start drawn with the given generator."""
        check_generator(rng)
        return self._states.drawn_start(rng)

    @synchronized
    def state(self, atoms: Iterable[Atom | str], fluents: Mapping[FluentValue | str, Value] | None = None) -> State:
        """A state made of ground atoms, and of numeric values if the task has any.

        Static atoms may be left out, but not changed. Raises `ModelError` for atoms of other tasks.
        """
        return self._states.of(atoms, {} if fluents is None else fluents)

    def state_from_json(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_json` gave, in any process.

        Args:
            data: A dictionary with `atoms` and `fluents`. Further keys, such as those that the command line prints
                beside these, are not read.

        Raises:
            ModelError: `data` has another form, or is no state of this task.
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
        """Return True if the goal holds in a state."""
        return bool(self._look(state)[-1])

    @synchronized
    def holds(self, state: State, formula: Formula | str) -> bool:
        """Return True if a closed formula is true; a formula with free variables if it has an answer."""
        _, asked = self._query(formula)
        self._move_to(state)
        return bool(self.engine.answers(asked)[0])

    @synchronized
    def answers(self, state: State, formula: Formula | str) -> Answers:
        """The bindings of a formula's free variables, in order of first occurrence, that make it true."""
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
        """Every derived atom that holds."""
        self._move_to(state)
        found = self.engine.answers(self.translation.derived)
        return frozenset(
            Atom(symbol.name, self.vocabulary.terms(row))
            for symbol, rows in zip(self.translation.derived, found, strict=True)
            for row in rows
        )

    @synchronized
    def evaluate(self, state: State, expression: Expression) -> Value | None:
        """The exact value of a ground numeric expression, `None` where it is undefined."""
        if not isinstance(expression, Expression):
            expected = "Number, FluentValue or Arithmetic of relgym.model.numeric"
            raise wrong("a numeric expression", expression, expected, ModelError)
        return self._transition.evaluate(self._states.own(state), expression)

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def valid_actions(self, state: State) -> list[Action]:
        """The actions whose precondition holds: schemas in the domain's order, objects in theirs.

        Where the agent chooses only some of an action's parameters, the precondition must bind the others in exactly
        one way: an action that leaves several ways is not valid, and a `RelgymWarning` says so once for its schema.
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
            f"{action} does not say which: {' or '.join(ways)}",
            span=schema.action.span,
            expected="chosen parameters that leave one binding of the others",
            hint="name more parameters as free",
        )

    @synchronized
    def action(self, action: Action | str) -> Action:
        """The action, its name and objects checked; raises `InvalidAction` if the task has none like it."""
        ground = self._actions.found(action)
        return self._actions.of(ground.schema, ground.row)

    @synchronized
    def is_valid(self, state: State, action: Action | str) -> bool:
        """Return True if the action is one of `valid_actions`.

        Returns:
            False also for an action that the task does not have.
        """
        try:
            self._binding(state, self._found(state, action))
        except InvalidAction:
            return False
        return True

    @synchronized
    def binding(self, state: State, action: Action | str) -> Row:
        """The numbers of all arguments of a valid action, those too that the agent does not choose.

        Raises `InvalidAction` or `AmbiguousAction`.
        """
        return self._binding(state, self._found(state, action))

    @synchronized
    def resolve(self, state: State, action: Action | str) -> Action:
        """The action that a text stands for in a state.

        A text may be an action atom of PDDLGym, `(pickup a)`, which stands for the one operator with that atom that is
        applicable. Any other text names an action, and so does an `Action`. All methods that take a state and an action
        read texts like this.

        Raises `InvalidAction` where the task has no such action or no operator is applicable, `AmbiguousAction` where
        several are.
        """
        ground = self._found(state, action)
        return self._actions.of(ground.schema, ground.row)

    def _found(self, state: State, action: Action | str) -> Ground:
        if self._atoms is not None and isinstance(action, str):
            return self._atoms.resolve(state, action)
        return self._actions.found(action)

    @synchronized
    def own(self, state: State) -> State:
        """The state over the reasoner's vocabulary; raises `ModelError` for one of another task."""
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
        """The state after an action; `rng` draws among probabilistic outcomes.

        Raises `InvalidAction` if the action is not applicable, and `ValueError` if chance decides and
        there is no generator.
        """
        if rng is not None:
            check_generator(rng)
        ground = self._found(state, action)
        row = self._binding(state, ground)
        own = self._states.own(state)
        if ground.plain is not None:
            return own.changed(ground.plain.delete, ground.plain.add)
        context = ground.schema.effect
        fired = self._fired(state, ground, row)
        if rng is None:
            delta, draws = self._transition.certain(context, row, fired)
            if draws:
                raise ValueError(f"{action} has random outcomes; give successor() a generator, or ask outcomes()")
        else:
            delta = self._transition.drawn(context, row, fired, rng)
        return self._transition.apply(own, delta)

    @synchronized
    def successors(self, state: State) -> list[tuple[Action, State]]:
        """Every valid action with the state after it, in the order of `valid_actions`: a node of a search, expanded.

        Args:
            state: The state to expand.

        Returns:
            A new list of pairs.

        Raises:
            ValueError: If chance decides what an action leads to; `outcomes` tells about such actions.
        """
        own, looked = self._states.own(state), self._look(state)
        found: list[tuple[Action, State]] = []
        for expand, (position, _, chosen) in zip(self.expansions, self._listed, strict=True):
            rows = looked[position]
            if rows:
                found += expand(own, sorted(self._projected_whole(chosen, rows) if chosen else rows))
        return found

    def _projected_whole(self, schema: Schema, rows: list[Row]) -> list[Row]:
        """The whole rows of the choices that leave one binding of the other parameters."""
        kept = set(self._projected(schema, rows))
        return [row for row in rows if row[: schema.free] in kept]

    @synchronized
    def outcomes(self, state: State, action: Action | str) -> list[Outcome]:
        """Every state that may follow an action, equal ones merged, the most probable first.

        Raises `InvalidAction` if the action is not applicable, and `BackendError` where there are more than
        `Limits.outcomes`: `successor` draws one there.
        """
        with self.engine.budget:
            ground = self._found(state, action)
            row = self._binding(state, ground)
            own = self._states.own(state)
            fired = self._fired(state, ground, row)
            return self._ranked(expanded(self._transition, own, ground.schema.effect, row, fired))

    def _ranked(self, outcomes: Iterable[tuple[Fraction, State]]) -> list[Outcome]:
        return [Outcome(float(share), state) for share, state in ranked(outcomes, self.engine.budget)]

    @synchronized
    def explain(self, state: State, subject: Action | Formula | str, history: History | None = None) -> Explanation:
        """Why an action is or is not applicable, or why a formula is or is not true: a tree of reasons.

        With `history`, the pairs of an action and the state after it that led here, oldest first and
        beginning with `(None, start)`, it says since which step things are so. Raises `RelgymError` for
        what the task does not have, and `BackendError` if it takes more than the limits.
        """
        return self.engine.budget.keeping(self._explained)(state, subject, history)

    def _explained(self, state: State, subject: Action | Formula | str, history: History | None) -> Explanation:
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
    """The rows within reach, if they are soon found."""
    try:
        return reached(translation, Limits(seconds=REACHED))
    except BackendError:
        return None
