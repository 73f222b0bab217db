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

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from relgym.arguments import check_text
from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals
from relgym.errors import InvalidAction, ModelError
from relgym.explain.traces import RDDLExplanation
from relgym.locking import synchronized
from relgym.model.rddl.domain import Instance, Kind
from relgym.model.rddl.equations import Shown
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.randomness import Generator
from relgym.reasoning.rddl.actions import Given, JointActions
from relgym.reasoning.rddl.cells import CellMap, cells_of, changed, checked
from relgym.reasoning.rddl.conditions import ConditionChecks
from relgym.reasoning.rddl.dynamics import Action, Dynamics
from relgym.reasoning.rddl.explainer import Explainer
from relgym.reasoning.rddl.json_states import values_in_json
from relgym.reasoning.rddl.outcomes import Outcomes
from relgym.reasoning.rddl.queries import Queries
from relgym.reasoning.reasoner import Reasoner
from relgym.reasoning.results import Answers, Outcome


class RDDLReasoner(Reasoner):
    """Answers questions about one RDDL instance with one engine.

    A cell is one value of a fluent: `on___a` is the value of `on(?x)` for the item `a`. An action is a dictionary of
    the action cells that differ from their defaults.

    Args:
        instance: The instance, from `relgym.load`.
        backend: The name of an engine, or an instance of one that nobody else uses.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`; only for an engine given by
            name.
        functions: Python functions for the names that the domain calls as `$NAME`.

    Attributes:
        instance: The instance.
        engine: The engine.
        actions: The action cells by their names.
        states: The state cells by their names.
        dynamics, conditions, action_values, results: The parts of the reasoner, for environments. They take the values
            of whole fluents instead of cells, and do not check them.
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
        self._queries = Queries(dynamics)
        self.conditions = ConditionChecks(dynamics, self._queries)
        self.action_values = JointActions(dynamics, self.conditions)
        self.results = Outcomes(dynamics)
        self.program = dynamics.program
        self.actions: CellMap = self.action_values.cells
        self.states: CellMap = cells_of(dynamics.layout, dynamics.layout.of_kind(Kind.STATE), free=True)

    def __reduce__(self) -> tuple[type[RDDLReasoner], tuple[Any, ...]]:
        """Copy or pickle the reasoner with a new engine."""
        return RDDLReasoner, (self.instance, self.engine.name, self.engine.limits, self.dynamics.externals)

    # -- states ------------------------------------------------------------------------------

    @property
    def initial_state(self) -> RDDLState:
        """The start state of the instance."""
        return self.dynamics.state(self.dynamics.start)

    def start(self, rng: Generator) -> RDDLState:
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
        given = checked(values, self.states, ModelError)
        return self.dynamics.state(changed(self.states, self.dynamics.start, given))

    def state_from_json(self, data: Mapping[str, Any]) -> RDDLState:
        return self.state(values_in_json(self.states, data))

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
        return self._queries.value(expression, self.dynamics.own(state), self._values_of(action))

    @synchronized
    def holds(self, state: RDDLState, formula: str, action: Given | None = None) -> bool:
        """Test a formula in a state, as `Reasoner.holds`, also about an action.

        Args:
            state: A state of the instance.
            formula: A formula of RDDL, in which action-fluents may occur.
            action: The values of action-fluents; by default all have their default values.

        Returns:
            True if the formula holds; with free variables, if it has an answer.

        Raises:
            RelgymError: The formula cannot be read, or is not about this instance.
            InvalidAction: The action has an unknown cell or a wrong value.
        """
        return bool(len(self.answers(state, formula, action)))

    @synchronized
    def answers(self, state: RDDLState, formula: str, action: Given | None = None) -> Answers[str]:
        """Find the bindings of a formula's free variables, as `Reasoner.answers`, also about an action.

        Args:
            state: A state of the instance.
            formula: A formula of RDDL, in which action-fluents may occur.
            action: The values of action-fluents; by default all have their default values.

        Returns:
            The answers; a formula without free variables that holds has one empty row.

        Raises:
            RelgymError: The formula cannot be read, or is not about this instance.
            InvalidAction: The action has an unknown cell or a wrong value.
        """
        return self._queries.answers(formula, self.dynamics.own(state), self._values_of(action))

    @synchronized
    def goal(self, state: RDDLState) -> bool:
        return self.dynamics.ended(self.dynamics.own(state)) is not None

    @synchronized
    def broken(self, state: RDDLState) -> str | None:
        """Find a broken invariant.

        Args:
            state: A state of the instance.

        Returns:
            The first invariant that the state breaks, as text; `None` if all hold.
        """
        invariant = self.dynamics.broken(self.dynamics.own(state))
        return None if invariant is None else str(invariant)

    @synchronized
    def derived(self, state: RDDLState) -> dict[str, Shown]:
        """Return the values of the derived-fluents that no draw decides.

        Args:
            state: A state of the instance.

        Returns:
            The values by the names of cells, for the action of all defaults.

        Raises:
            SimulationError: A value cannot be computed.
        """
        return self._queries.derived(self.dynamics.own(state))

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def choices(self, state: RDDLState, action: Given | None = None) -> dict[str, tuple[Shown, ...]]:
        """Return for every action cell the other values that it may take together with an action.

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
        return self.action_values.choices(self.dynamics.own(state), self._values_of(action))

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
        return self.action_values.valid(self.dynamics.own(state), most)

    def is_valid(self, state: RDDLState, action: Given) -> bool:
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
        return self.conditions.refusal(self.dynamics.own(state), self.action_values.checked(action))

    # -- steps -------------------------------------------------------------------------------

    @synchronized
    def successor(self, state: RDDLState, action: Given, rng: Generator | None = None) -> RDDLState:
        return self.dynamics.state(
            self.results.step(
                self.dynamics.own(state), self.action_values.valid_values(self.dynamics.own(state), action), rng
            ).state
        )

    @synchronized
    def successors(self, state: RDDLState) -> list[tuple[dict[str, Shown], RDDLState]]:
        """Expand a state: return every valid action with the state after it, in the order of `valid_actions`.

        Args:
            state: The state to expand.

        Returns:
            A new list of pairs (action, next state).

        Raises:
            RandomOutcome: The domain has random values; `outcomes` returns them.
        """
        return [(action, self.successor(state, action)) for action in self.valid_actions(state)]

    @synchronized
    def outcomes(self, state: RDDLState, action: Given, most: int | None = None) -> list[Outcome[RDDLState]]:
        """Return every possible next state of an action with its probability and reward, the most probable first.

        Args:
            state: A state of the instance.
            action: The action cells that differ from their defaults.
            most: The largest number of combinations of draws; by default only `Limits.outcomes` bounds them.

        Returns:
            The outcomes; equal states with equal rewards are one outcome, whose probability is the sum of theirs.

        Raises:
            InvalidAction: The action is not valid.
            ModelError: A draw has infinitely many results, or there are more than `most` combinations;
                `sampled_outcomes` works there.
            BackendError: There are more than `Limits.outcomes` combinations.
        """
        return self.results.of(
            self.dynamics.own(state), self.action_values.valid_values(self.dynamics.own(state), action), most
        )

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
        return self.results.sampled(
            self.dynamics.own(state), self.action_values.valid_values(self.dynamics.own(state), action), rng, count
        )

    # -- explanations ------------------------------------------------------------------------

    @synchronized
    def explain(self, state: RDDLState, subject: Given | str, action: Given | None = None) -> RDDLExplanation:
        """Explain why an action is or is not valid, or why an expression has its value.

        Args:
            state: A state of the instance.
            subject: An action as its cells that differ from their defaults, an expression without free variables, or
                the word `goal` for the termination conditions, if no fluent has this name.
            action: The action that an expression reads; by default no cell differs.

        Returns:
            A tree of lines; `str` prints it.

        Raises:
            RelgymError: The subject is not of this instance.
        """
        if isinstance(subject, str):
            if subject.strip() == "goal" and "goal" not in self.instance.domain.declared:
                return self.explainer.end(self.dynamics.own(state))
            return self.explainer.formula(subject, self.dynamics.own(state), self._values_of(action))
        plain, values = self.dynamics.own(state), self.action_values.checked(subject)
        if not self.conditions.keeps_limit(values):
            return RDDLExplanation(f"the action may not be taken: {self.conditions.refusal(plain, values)}")
        return self.explainer.action(plain, values)

    @synchronized
    def explain_step(
        self, cell: str, state: RDDLState, action: Given, uniforms: Sequence[float] = ()
    ) -> RDDLExplanation:
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
        return self.explainer.step(cell, self.dynamics.own(state), self.action_values.checked(action), uniforms)

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer of the engine's values; like the other parts it takes the values of whole fluents."""
        return Explainer(self.dynamics)

    # -- within ------------------------------------------------------------------------------

    def _values_of(self, action: Given | None) -> Action:
        return self.dynamics.idle if action is None else self.action_values.checked(action)
