"""Questions about an RDDL instance, answered by any engine, equally by all.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool }; push(t) : { action-fluent, bool, default = false }; };
...   cpfs { on'(?x) = if (push(?x)) then Bernoulli(0.75) else on(?x); };
...   action-preconditions { forall_{?x : t} [push(?x) => ~on(?x)]; }; }''')
>>> instance = "instance i { domain = d; objects { t : {a, b}; }; init-state { on(a); }; }"
>>> r = RDDLReasoner(read_instance(instance, domain))
>>> r
Reasoner(Instance(i of d), builtin)
>>> r.valid_actions(r.initial_state)
[{}, {'push___b': True}]
>>> [(o.probability, sorted(o.state.true)) for o in r.outcomes(r.initial_state, {"push___b": True})]
[(0.75, ['on___a', 'on___b']), (0.25, ['on___a'])]
>>> r.answers(r.initial_state, "~on(?x)").rows
(('b',),)
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from relgym.arguments import check_generator, check_text, check_whole
from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals
from relgym.errors import InvalidAction, ModelError
from relgym.explain.traces import Reason
from relgym.locking import synchronized
from relgym.model.rddl.domain import Instance, Kind
from relgym.model.rddl.equations import Function, Shown, Values, label
from relgym.model.rddl.expressions import BOOL
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.randomness import Generator
from relgym.reasoning.rddl.branching import Branching
from relgym.reasoning.rddl.cells import CellMap, cells_of, changed, checked, differing
from relgym.reasoning.rddl.choices import Choices
from relgym.reasoning.rddl.dynamics import Action, Dynamics
from relgym.reasoning.rddl.explainer import Explainer
from relgym.reasoning.rddl.queries import Queries
from relgym.reasoning.reasoner import Reasoner
from relgym.reasoning.results import Answers, Outcome

Given = Mapping[str, Any]
"""An action by its cells that differ from their defaults."""


class RDDLReasoner(Reasoner[RDDLState, Given]):
    """Answers questions about one RDDL instance with one engine.

    A cell is one value of a fluent: `on___a` is the value of `on(?x)` for the item `a`.

    Args:
        instance: The instance, from `relgym.load`.
        backend: The name of an engine, or an instance of one that nobody else uses.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`; only for an engine given by
            name.
        functions: Python functions for the names that the domain calls as `$NAME`.

    Attributes:
        instance: The instance.
        engine: The engine.
        dynamics: The dynamics, which work with values of whole fluents instead of cells.
        actions: The action cells by their names.
        states: The state cells by their names.
        lock: The lock that every call holds.

    Raises:
        UnsupportedFeature: The engine lacks a feature that the instance needs.
        MissingEngine: The engine is not installed.
    """

    def __init__(
        self,
        instance: Instance,
        backend: str | Evaluator = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        functions: Externals | None = None,
    ) -> None:
        self.dynamics = dynamics = Dynamics(instance, backend, limits, functions)
        self.model = self.instance = instance
        self.engine, self.lock = dynamics.engine, dynamics.lock
        self.program = dynamics.program
        layout = dynamics.layout
        self.actions: CellMap = cells_of(layout, layout.of_kind(Kind.ACTION), dynamics.bounds())
        self.states: CellMap = cells_of(layout, layout.of_kind(Kind.STATE))
        self._choices = Choices(dynamics, self.actions)
        self._branching: Branching | None = None
        self._queries = Queries(dynamics)

    def __reduce__(self) -> tuple[type[RDDLReasoner], tuple[Any, ...]]:
        """Copy or pickle the reasoner with an engine of its own."""
        return RDDLReasoner, (self.instance, self.engine.name, self.engine.limits, self.dynamics.externals)

    # -- states ------------------------------------------------------------------------------

    @property
    def initial_state(self) -> RDDLState:
        """The start state of the instance."""
        return RDDLState(self.program, self.dynamics.start)

    def start(self, rng: Generator) -> RDDLState:
        """Return the start state, as `Reasoner.start` does; RDDL has no random start.

        Args:
            rng: Not used.
        """
        return self.initial_state

    def state(self, values: Mapping[str, Any]) -> RDDLState:
        """Return the start state with some cells changed.

        Args:
            values: The new values by the names of cells; a value that is an item is given by its name.

        Returns:
            The state.

        Raises:
            ModelError: There is no such cell, or a value is out of its range.
        """
        return RDDLState(
            self.program, changed(self.states, self.dynamics.start, checked(values, self.states, ModelError))
        )

    def state_from_json(self, data: Mapping[str, Any]) -> RDDLState:
        """Read a state from the form of `RDDLState.to_json`, written in any process.

        Args:
            data: A dictionary whose `fluents` holds the values of all cells by their names. Further keys, such as
                those that the command line prints beside it, are ignored.

        Returns:
            The state.

        Raises:
            ModelError: `data` has another form, or is not a state of this instance.
        """
        match data:
            case {"fluents": Mapping() as values}:
                missing = next((name for name in self.states if name not in values), None)
                if missing is not None:
                    raise ModelError(f"the state has no value of '{missing}'", expected="the values of all cells")
                return self.state(values)
            case _:
                raise ModelError(
                    f"{reprlib.repr(data)} is no state in JSON",
                    expected="a dictionary with the values of cells by their names as 'fluents'",
                )

    def own(self, state: RDDLState) -> tuple[Values, ...]:
        """Return the values of a state.

        Args:
            state: A state of the instance.

        Returns:
            The values of each state-fluent, in the order of `program.states`.

        Raises:
            ModelError: This is not a state of this instance.
        """
        if not isinstance(state, RDDLState):
            raise ModelError(
                f"{reprlib.repr(state)} is no state", expected="the initial state, or what `state` makes of values"
            )
        own, other = self.program, state.program
        if other is not own and (other.states != own.states or other.types != own.types):
            raise ModelError("the state is of another instance")
        return state.values

    # -- questions ---------------------------------------------------------------------------

    @synchronized
    def value(self, state: RDDLState, expression: str, action: Given | None = None) -> Shown:
        """Evaluate an expression in a state.

        Args:
            state: A state of the instance.
            expression: An RDDL expression without free variables.
            action: The action cells that differ from their defaults; by default no cell does.

        Returns:
            A number, a truth value or the name of an item.

        Raises:
            RelgymError: The expression cannot be read, has free variables, or has no value.
        """
        function, variables = self._queries.asked(expression)
        if variables:
            raise ModelError(
                f"'{variables[0]}' is free in {expression}",
                expected="an expression without free variables",
                hint="a formula has them: it is answered by the items for which it holds",
            )
        [value] = self._values(function, state, action)
        return self.program.shown(function, value)

    @synchronized
    def holds(self, state: RDDLState, formula: str, action: Given | None = None) -> bool:
        """Test a formula in a state.

        Args:
            state: A state of the instance.
            formula: An RDDL formula.
            action: The action cells that differ from their defaults; by default no cell does.

        Returns:
            True if the formula holds; with free variables, if it holds for some items.

        Raises:
            RelgymError: The formula cannot be read, or is not about this instance.
        """
        return bool(len(self.answers(state, formula, action)))

    @synchronized
    def answers(self, state: RDDLState, formula: str, action: Given | None = None) -> Answers[str]:
        """Find the items for which a formula holds.

        Args:
            state: A state of the instance.
            formula: An RDDL formula, such as `~on(?x)`.
            action: The action cells that differ from their defaults; by default no cell does.

        Returns:
            The answers; a formula without free variables that holds has one empty row.

        Raises:
            RelgymError: The formula cannot be read, or is not about this instance.
        """
        function, variables = self._queries.asked(formula)
        if function.range != BOOL:
            raise ModelError(
                f"{formula} is no truth value", expected="a formula", hint="value() gives the value of an expression"
            )
        rows = product(*(self.program.types[of] for of in function.parameters))
        found = zip(rows, self._values(function, state, action), strict=True)
        return Answers(variables, tuple(tuple(map(label, row)) for row, holds in found if holds))

    @synchronized
    def goal(self, state: RDDLState) -> bool:
        """Test the termination conditions in a state.

        Args:
            state: A state of the instance.

        Returns:
            True if one of them holds.
        """
        return self.dynamics.ended(self.own(state)) is not None

    @synchronized
    def broken(self, state: RDDLState) -> str | None:
        """Find a broken invariant.

        Args:
            state: A state of the instance.

        Returns:
            The first invariant that the state breaks, as text; `None` if all hold.
        """
        found = self.dynamics.broken(self.own(state))
        return None if found is None else str(found)

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def choices(self, state: RDDLState, action: Given | None = None) -> dict[str, tuple[Shown, ...]]:
        """Return for every action cell the other values that it may take beside an action.

        This is one question to the engine, whatever the number of cells.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults; by default no cell does.

        Returns:
            The values by the names of cells. The values of reals, and of whole numbers without bounds or with more than
            64 values, are not listed.

        Raises:
            InvalidAction: `action` is not an action of the instance.
        """
        given = self.action({} if action is None else action)
        found = self._choices.of(self.own(state), given)
        return {name: tuple(self.actions[name].shown(value) for value in several) for name, several in found}

    @synchronized
    def valid_actions(self, state: RDDLState, most: int = 100_000) -> list[dict[str, Shown]]:
        """Return all valid actions, each as its cells that differ from their defaults: the smallest actions first.

        Args:
            state: A state of the instance.
            most: The largest number of combinations to test.

        Returns:
            A new list of dictionaries; `{}` is the action without changes.

        Raises:
            ModelError: There are more than `most` combinations, or an action-fluent is a real.
        """
        if self.instance.most_actions == 1:
            # One question answers for all cells, if their values can be listed.
            self._choices.listed(1, most)
            single = [{name: value} for name, values in self.choices(state).items() for value in values]
            return [{}, *single] if self.allows(self.own(state), self.dynamics.idle) else [*single]
        own, found = self.own(state), self.combinations(None, most)
        budget, valid = self.engine.budget, []
        with budget:
            for action in found:
                budget.check()
                if self.allows(own, self.changed(action)):
                    valid.append(action)
        return valid

    @synchronized
    def combinations(self, at_once: int | None = None, most: int = 100_000) -> list[dict[str, Shown]]:
        """Return every combination of changes of action cells, valid or not: the smallest first, then in order.

        Args:
            at_once: The largest number of cells that change; by default the instance's own limit.
            most: The largest number of combinations to return.

        Returns:
            A new list of dictionaries from cells to values.

        Raises:
            ModelError: There are more than `most` combinations, or an action-fluent is a real.
        """
        return [
            {name: self.actions[name].shown(value) for name, value in action.items()}
            for action in self._choices.combinations(at_once, most)
        ]

    def action(self, action: Given) -> Action:
        """Return the values of all action-fluents.

        Args:
            action: The action cells that differ from their defaults.

        Raises:
            InvalidAction: There is no such cell, or a value is out of its range.
        """
        if not isinstance(action, Mapping):
            raise InvalidAction(f"{action!r} is no action", expected="a dictionary of what differs from the defaults")
        return self.changed(checked(action, self.actions, InvalidAction))

    def changed(self, given: Given) -> Action:
        """Return the values of all action-fluents for cells that have been checked already.

        Args:
            given: The action cells that differ from their defaults.
        """
        return changed(self.actions, self.dynamics.idle, given)

    def is_valid(self, state: RDDLState, action: Given) -> bool:
        """Return True if the preconditions and the limit of concurrent actions allow an action.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.

        Returns:
            True if the action is valid; False also for an action that the instance does not have.
        """
        try:
            return self.refusal(state, action) is None
        except InvalidAction:
            return False

    def refusal(self, state: RDDLState, action: Given) -> InvalidAction | None:
        """Return the reason why an action is not valid, `None` if it is valid.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.

        Returns:
            The error that `successor` would raise, or `None`.

        Raises:
            InvalidAction: The instance has no such action.
        """
        return self.refused(self.own(state), self.action(action))

    @synchronized
    def refused(self, state: tuple[Values, ...], values: Action) -> InvalidAction | None:
        """Return the reason why values of the action-fluents are not valid in a state.

        Args:
            state: The values of the state-fluents.
            values: The values of all action-fluents.

        Returns:
            The error that `successor` would raise; `None` if the action is valid.
        """
        if not self.keeps_limit(values):
            count, most = differing(values, self.dynamics.idle), self.instance.most_actions
            return InvalidAction(f"{count} actions differ from their defaults; at most {most} may")
        formula = self.dynamics.refused(state, values)
        if formula is None:
            return None
        return InvalidAction(
            f"the action breaks {formula}{self._queries.where(formula, state, values)}", span=formula.span
        )

    def allows(self, state: tuple[Values, ...], values: Action) -> bool:
        """Return True if values of the action-fluents are valid in a state: `refused` without the reason.

        Args:
            state: The values of the state-fluents.
            values: The values of all action-fluents.
        """
        return self.keeps_limit(values) and self.dynamics.refused(state, values) is None

    def keeps_limit(self, values: Action) -> bool:
        """Return True if at most `max-nondef-actions` action-fluents differ from their defaults.

        Args:
            values: The values of all action-fluents.
        """
        most = self.instance.most_actions
        return most is None or differing(values, self.dynamics.idle) <= most

    @synchronized
    def breaking(self, state: tuple[Values, ...]) -> ModelError | None:
        """Return the error for a state that breaks an invariant, with the items concerned.

        Args:
            state: The values of the state-fluents.

        Returns:
            The error; `None` if all invariants hold.
        """
        formula = self.dynamics.broken(state)
        if formula is None:
            return None
        where = self._queries.where(formula, state, self.dynamics.idle)
        return ModelError(f"the start breaks the invariant {formula}{where}", span=formula.span)

    # -- steps -------------------------------------------------------------------------------

    @synchronized
    def successor(self, state: RDDLState, action: Given, rng: Generator | None = None) -> RDDLState:
        """Return the state after an action.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.
            rng: Draws the random values: a `numpy.random.Generator` or `random.Random`.

        Returns:
            The next state.

        Raises:
            InvalidAction: The action is not valid.
            ValueError: The domain has random values, and there is no generator.
        """
        values = self._taken(state, action)
        if rng is None and self.dynamics.uniforms:
            raise ValueError("chance decides what follows; give successor() a generator, or ask outcomes()")
        with self.engine.budget:
            uniforms = [] if rng is None else self._uniforms(rng)
            return RDDLState(self.program, self.dynamics.step(self.own(state), values, uniforms).state)

    def _uniforms(self, rng: Generator) -> list[float]:
        """The uniform numbers of a step."""
        check_generator(rng)
        count, budget = self.dynamics.uniforms, self.engine.budget
        return budget.keeping(lambda: [rng.random() for _ in budget.watched(range(count))])()

    @synchronized
    def outcomes(self, state: RDDLState, action: Given, most: int | None = None) -> list[Outcome[RDDLState]]:
        """Return every possible next state of an action with its probability and reward, the most probable first.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.
            most: The largest number of combinations of draws; by default only `Limits.outcomes` bounds them.

        Returns:
            The outcomes; equal states with equal rewards are merged.

        Raises:
            InvalidAction: The action is not valid.
            ModelError: A draw has infinitely many results, or there are more than `most` combinations;
                `sampled_outcomes` works there.
            BackendError: There are more than `Limits.outcomes` combinations.
        """
        return self.following(state, self._taken(state, action), most)

    @synchronized
    def following(self, state: RDDLState, values: Action, most: int | None = None) -> list[Outcome[RDDLState]]:
        """Return the outcomes for values of the action-fluents, valid or not.

        Args:
            state: A state of the instance.
            values: The values of all action-fluents.
            most: The largest number of combinations of draws, as for `outcomes`.

        Returns:
            The outcomes, the most probable first.

        Raises:
            ModelError: A draw has infinitely many results, or there are more than `most` combinations.
            BackendError: There are more than `Limits.outcomes` combinations.
        """
        if self._branching is None:
            self._branching = Branching(self.dynamics)
        shares: dict[tuple[RDDLState, float], float] = {}
        own = self.own(state)
        with self.engine.budget:
            for share, uniforms in self._branching.paths(own, values, most):
                step = self.dynamics.step(own, values, uniforms)
                key = RDDLState(self.program, step.state), step.reward
                shares[key] = shares.get(key, 0.0) + share
        ranked = sorted(shares.items(), key=lambda item: -item[1])
        return [Outcome(share, state, reward) for (state, reward), share in ranked]

    @synchronized
    def sampled_outcomes(
        self, state: RDDLState, action: Given, rng: Generator, count: int = 100
    ) -> list[Outcome[RDDLState]]:
        """Estimate the outcomes of an action by random draws.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.
            rng: Draws the random values.
            count: The number of draws, 1 or more.

        Returns:
            The different outcomes with their shares of the draws, the most frequent first.

        Raises:
            InvalidAction: The action is not valid.
        """
        check_whole("count", count, 1)
        own, values = self.own(state), self._taken(state, action)
        found: dict[tuple[RDDLState, float], int] = {}
        with self.engine.budget as budget:
            for _ in range(count):
                budget.check()
                step = self.dynamics.step(own, values, self._uniforms(rng))
                key = RDDLState(self.program, step.state), step.reward
                found[key] = found.get(key, 0) + 1
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return [Outcome(times / count, state, reward) for (state, reward), times in ranked]

    # -- explanations ------------------------------------------------------------------------

    @synchronized
    def explain(self, state: RDDLState, subject: Given | str, action: Given | None = None) -> Reason:
        """Explain why an action is or is not valid, or why an expression has its value.

        Args:
            state: A state of the instance.
            subject: An action as its cells that differ from their defaults, or an expression without free variables.
            action: The action that an expression reads; by default no cell differs.

        Returns:
            A tree of lines; `str` prints it.

        Raises:
            RelgymError: The subject is not of this instance.
        """
        if isinstance(subject, str):
            return self.explainer.formula(subject, self.own(state), self.action({} if action is None else action))
        values = self.action(subject)
        if not self.keeps_limit(values):
            return Reason(f"the action may not be taken: {self.refused(self.own(state), values)}")
        return self.explainer.action(self.own(state), values)

    @synchronized
    def explain_step(self, cell: str, state: RDDLState, action: Given, uniforms: Sequence[float] = ()) -> Reason:
        """Explain the value of a cell, or the reward, after a step.

        Args:
            cell: The name of a cell, such as `on___a`, or `reward`.
            state: The state before the step.
            action: The action cells that differ from their defaults.
            uniforms: The uniform numbers of the step, in [0, 1), for a domain with random values.

        Returns:
            A tree of lines; `str` prints it.

        Raises:
            ModelError: There is no such cell.
        """
        check_text("a cell", cell, "its name, such as 'on___a', or 'reward'", ModelError)
        return self.explainer.step(cell, self.own(state), self.action(action), uniforms)

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer of the engine's values."""
        return Explainer(self.instance, self.dynamics.externals, self.engine.limits)

    # -- within ------------------------------------------------------------------------------

    def _taken(self, state: RDDLState, action: Given) -> Action:
        values = self.action(action)
        reason = self.refused(self.own(state), values)
        if reason is not None:
            raise reason
        return values

    def _values(self, function: Function, state: RDDLState, action: Given | None) -> list[Any]:
        [values] = self.dynamics.values((function,), self.own(state), self.action({} if action is None else action))
        return values if isinstance(values, list) else [values]
