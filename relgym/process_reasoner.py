"""Questions about an RDDL instance, answered by any engine, equally by all.

>>> from relgym.read.rddl import read_instance, read_process
>>> process = read_process('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool }; push(t) : { action-fluent, bool, default = false }; };
...   cpfs { on'(?x) = if (push(?x)) then Bernoulli(0.75) else on(?x); };
...   action-preconditions { forall_{?x : t} [push(?x) => ~on(?x)]; }; }''')
>>> instance = "instance i { domain = d; objects { t : {a, b}; }; init-state { on(a); }; }"
>>> r = ProcessReasoner(process, read_instance(instance, process))
>>> r
ProcessReasoner(i of d, builtin)
>>> r.valid_actions(r.initial_state)
[{}, {'push___b': True}]
>>> [(o.probability, sorted(o.state.true)) for o in r.outcomes(r.initial_state, {"push___b": True})]
[(0.75, ['on___a', 'on___b']), (0.25, ['on___a'])]
>>> r.answers(r.initial_state, "~on(?x)").rows
(('b',),)
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from types import TracebackType
from typing import Any, Self

from relgym.arguments import check_generator, check_text, check_whole
from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals
from relgym.branching import Branching
from relgym.cells import CellMap, cells_of, changed, checked, differing
from relgym.choices import Choices
from relgym.errors import InvalidAction, ModelError
from relgym.explain.traces import Reason
from relgym.locking import synchronized
from relgym.model.equations import Function, Shown, Values, label
from relgym.model.process_state import ProcessState
from relgym.model.rddl import Instance, Kind, Process
from relgym.model.rddl_expressions import BOOL
from relgym.process_explainer import Explainer
from relgym.process_queries import Queries
from relgym.simulator import Action, Simulator
from relgym.transition import Generator

Given = Mapping[str, Any]
"""An action by its cells that differ from their defaults."""


@dataclass(frozen=True, slots=True)
class ProcessOutcome:
    """A state that may follow, the reward of getting there, and how probable that is."""

    probability: float
    state: ProcessState
    reward: float


@dataclass(frozen=True, slots=True)
class ProcessAnswers:
    """The items of a formula's free variables for which it holds, in the order of their declaration."""

    variables: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class ProcessReasoner:
    """Answers everything about one instance with one engine; see `Simulator` for the arguments.

    Threads may share a reasoner: each call holds `lock`, so calls from several threads run one after the other.
    """

    def __init__(
        self,
        process: Process,
        instance: Instance,
        backend: str | Evaluator = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        externals: Externals | None = None,
    ) -> None:
        self.simulator = simulator = Simulator(process, instance, backend, limits, externals)
        self.lock = simulator.lock
        self.process, self.instance = process, instance
        self.program = simulator.program
        layout = simulator.layout
        self.actions: CellMap = cells_of(layout, layout.of_kind(Kind.ACTION), simulator.bounds())
        self.states: CellMap = cells_of(layout, layout.of_kind(Kind.STATE))
        self._choices = Choices(simulator, self.actions)
        self._branching: Branching | None = None
        self._queries = Queries(simulator)

    def __repr__(self) -> str:
        return f"ProcessReasoner({self.instance.name} of {self.process.name}, {self.simulator.engine.name})"

    def __reduce__(self) -> tuple[type[ProcessReasoner], tuple[Any, ...]]:
        """Copies and pickles have an engine of their own."""
        engine, externals = self.simulator.engine, self.simulator.externals
        return ProcessReasoner, (self.process, self.instance, engine.name, engine.limits, externals)

    @synchronized
    def close(self) -> None:
        """Give the engine up; the reasoner answers nothing after that."""
        self.simulator.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- states ------------------------------------------------------------------------------

    @property
    def initial_state(self) -> ProcessState:
        """The instance's start."""
        return ProcessState(self.program, self.simulator.start)

    def start(self, rng: Generator) -> ProcessState:
        """The start; in RDDL nothing of it is drawn."""
        return self.initial_state

    def state(self, values: Mapping[str, Any]) -> ProcessState:
        """The start with some cells changed; items by their names. Raises `ModelError` for what is no value of one."""
        return ProcessState(
            self.program, changed(self.states, self.simulator.start, checked(values, self.states, ModelError))
        )

    def state_from_json(self, data: Mapping[str, Any]) -> ProcessState:
        """The state that `ProcessState.to_json` gave, in any process.

        Args:
            data: A dictionary whose `fluents` holds the values of all cells by their names. Further keys, such as
                those that the command line prints beside it, are not read.

        Raises:
            ModelError: `data` has another form, or is no state of this instance.
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

    def own(self, state: ProcessState) -> tuple[Values, ...]:
        """The values of a state; raises `ModelError` for what is none of this instance."""
        if not isinstance(state, ProcessState):
            raise ModelError(
                f"{reprlib.repr(state)} is no state", expected="the initial state, or what `state` makes of values"
            )
        own, other = self.program, state.program
        if other is not own and (other.states != own.states or other.types != own.types):
            raise ModelError("the state is of another instance")
        return state.values

    # -- questions ---------------------------------------------------------------------------

    @synchronized
    def value(self, state: ProcessState, expression: str, action: Given | None = None) -> Shown:
        """The value of an expression without free variables, in a state and under an action (by default none)."""
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
    def holds(self, state: ProcessState, formula: str, action: Given | None = None) -> bool:
        """Return True if a formula holds; with free variables, if it holds for some items."""
        return bool(len(self.answers(state, formula, action)))

    @synchronized
    def answers(self, state: ProcessState, formula: str, action: Given | None = None) -> ProcessAnswers:
        """The items for which a formula holds; one empty row where it has no free variables and holds."""
        function, variables = self._queries.asked(formula)
        if function.range != BOOL:
            raise ModelError(
                f"{formula} is no truth value", expected="a formula", hint="value() gives the value of an expression"
            )
        rows = product(*(self.program.types[of] for of in function.parameters))
        found = zip(rows, self._values(function, state, action), strict=True)
        return ProcessAnswers(variables, tuple(tuple(map(label, row)) for row, holds in found if holds))

    @synchronized
    def ended(self, state: ProcessState) -> bool:
        """Return True if a termination condition holds in a state."""
        return self.simulator.ended(self.own(state)) is not None

    @synchronized
    def broken(self, state: ProcessState) -> str | None:
        """The first invariant that does not hold, if one does not."""
        found = self.simulator.broken(self.own(state))
        return None if found is None else str(found)

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def choices(self, state: ProcessState, action: Given | None = None) -> dict[str, tuple[Shown, ...]]:
        """For every action cell the values other than its own that it may take beside an action (by default none).

        Those of reals, and of whole numbers without bounds or with more than 64 values, are not listed. It is
        one question to the engine, whatever the number of cells.
        """
        given = self.action({} if action is None else action)
        found = self._choices.of(self.own(state), given)
        return {name: tuple(self.actions[name].shown(value) for value in several) for name, several in found}

    @synchronized
    def valid_actions(self, state: ProcessState, most: int = 100_000) -> list[dict[str, Shown]]:
        """All actions that may be taken, by their cells that differ from the defaults: fewest first, then in order.

        Raises `ModelError` as `combinations` does.
        """
        if self.instance.most_actions == 1:
            # One question tells of all, if they can be listed at all.
            self._choices.listed(1, most)
            single = [{name: value} for name, values in self.choices(state).items() for value in values]
            return [{}, *single] if self.allows(self.own(state), self.simulator.idle) else [*single]
        own, found = self.own(state), self.combinations(None, most)
        budget, valid = self.simulator.engine.budget, []
        with budget:
            for action in found:
                budget.check()
                if self.allows(own, self.changed(action)):
                    valid.append(action)
        return valid

    @synchronized
    def combinations(self, at_once: int | None = None, most: int = 100_000) -> list[dict[str, Shown]]:
        """Every combination of at most so many changes of action cells, or of as many as may be, allowed or not.

        Fewest first, then in order. Reals have no list, and raise `ModelError`; so do more than `most` combinations.
        """
        return [
            {name: self.actions[name].shown(value) for name, value in action.items()}
            for action in self._choices.combinations(at_once, most)
        ]

    def action(self, action: Given) -> Action:
        """The values of all action-fluents; raises `InvalidAction` for what is no value of a cell."""
        if not isinstance(action, Mapping):
            raise InvalidAction(f"{action!r} is no action", expected="a dictionary of what differs from the defaults")
        return self.changed(checked(action, self.actions, InvalidAction))

    def changed(self, given: Given) -> Action:
        """The values of all action-fluents, where those of some cells are known to be right."""
        return changed(self.actions, self.simulator.idle, given)

    def is_valid(self, state: ProcessState, action: Given) -> bool:
        """Return True if the preconditions and the limit of concurrent actions allow an action.

        Returns:
            False also for an action that the instance does not have.
        """
        try:
            return self.refusal(state, action) is None
        except InvalidAction:
            return False

    def refusal(self, state: ProcessState, action: Given) -> InvalidAction | None:
        """Why an action may not be taken; raises `InvalidAction` for what is no action at all."""
        return self.refused(self.own(state), self.action(action))

    @synchronized
    def refused(self, state: tuple[Values, ...], values: Action) -> InvalidAction | None:
        """Why values of the action-fluents may not be taken in a state."""
        if not self.keeps_limit(values):
            count, most = differing(values, self.simulator.idle), self.instance.most_actions
            return InvalidAction(f"{count} actions differ from their defaults; at most {most} may")
        formula = self.simulator.refused(state, values)
        if formula is None:
            return None
        return InvalidAction(
            f"the action breaks {formula}{self._queries.where(formula, state, values)}", span=formula.span
        )

    def allows(self, state: tuple[Values, ...], values: Action) -> bool:
        """Return True if values of the action-fluents are valid in a state: `refused` without the reason."""
        return self.keeps_limit(values) and self.simulator.refused(state, values) is None

    def keeps_limit(self, values: Action) -> bool:
        """Return True if at most `max-nondef-actions` action-fluents differ from their defaults."""
        most = self.instance.most_actions
        return most is None or differing(values, self.simulator.idle) <= most

    @synchronized
    def breaking(self, state: tuple[Values, ...]) -> ModelError | None:
        """Why a state cannot be: the first invariant that it breaks, and where."""
        formula = self.simulator.broken(state)
        if formula is None:
            return None
        where = self._queries.where(formula, state, self.simulator.idle)
        return ModelError(f"the start breaks the invariant {formula}{where}", span=formula.span)

    # -- steps -------------------------------------------------------------------------------

    @synchronized
    def successor(self, state: ProcessState, action: Given, rng: Generator | None = None) -> ProcessState:
        """The state after an action. Raises `InvalidAction`, and `ValueError` if chance decides without a generator."""
        values = self._taken(state, action)
        if rng is None and self.simulator.uniforms:
            raise ValueError("chance decides what follows; give successor() a generator, or ask outcomes()")
        with self.simulator.engine.budget:
            uniforms = [] if rng is None else self._uniforms(rng)
            return ProcessState(self.program, self.simulator.step(self.own(state), values, uniforms).state)

    def _uniforms(self, rng: Generator) -> list[float]:
        """The uniform numbers of a step."""
        check_generator(rng)
        count, budget = self.simulator.uniforms, self.simulator.engine.budget
        return budget.keeping(lambda: [rng.random() for _ in budget.watched(range(count))])()

    @synchronized
    def outcomes(self, state: ProcessState, action: Given, most: int | None = None) -> list[ProcessOutcome]:
        """Every state that may follow an action, equal ones merged, the most probable first.

        Raises `InvalidAction`, and `ModelError` where a draw has infinitely many results, or all draws together more
        than `most`: `sampled_outcomes` serves there.
        """
        return self.following(state, self._taken(state, action), most)

    @synchronized
    def following(self, state: ProcessState, values: Action, most: int | None = None) -> list[ProcessOutcome]:
        """The outcomes for values of the action-fluents, whether these may be taken or not."""
        if self._branching is None:
            self._branching = Branching(self.simulator)
        shares: dict[tuple[ProcessState, float], float] = {}
        own = self.own(state)
        with self.simulator.engine.budget:
            for share, uniforms in self._branching.paths(own, values, most):
                step = self.simulator.step(own, values, uniforms)
                key = ProcessState(self.program, step.state), step.reward
                shares[key] = shares.get(key, 0.0) + share
        ranked = sorted(shares.items(), key=lambda item: -item[1])
        return [ProcessOutcome(share, state, reward) for (state, reward), share in ranked]

    @synchronized
    def sampled_outcomes(
        self, state: ProcessState, action: Given, rng: Generator, count: int = 100
    ) -> list[ProcessOutcome]:
        """States that follow an action in `count` draws, equal ones merged, with their shares."""
        check_whole("count", count, 1)
        own, values = self.own(state), self._taken(state, action)
        found: dict[tuple[ProcessState, float], int] = {}
        with self.simulator.engine.budget as budget:
            for _ in range(count):
                budget.check()
                step = self.simulator.step(own, values, self._uniforms(rng))
                key = ProcessState(self.program, step.state), step.reward
                found[key] = found.get(key, 0) + 1
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return [ProcessOutcome(times / count, state, reward) for (state, reward), times in ranked]

    # -- explanations ------------------------------------------------------------------------

    @synchronized
    def explain(self, state: ProcessState, subject: Given | str, action: Given | None = None) -> Reason:
        """Why an action may or may not be taken, or why an expression has its value: a tree of lines.

        An expression has no free variables, and may read the `action` given beside it.
        """
        if isinstance(subject, str):
            return self.explainer.formula(subject, self.own(state), self.action({} if action is None else action))
        values = self.action(subject)
        if not self.keeps_limit(values):
            return Reason(f"the action may not be taken: {self.refused(self.own(state), values)}")
        return self.explainer.action(self.own(state), values)

    @synchronized
    def explain_step(self, cell: str, state: ProcessState, action: Given, uniforms: Sequence[float] = ()) -> Reason:
        """Why a cell (`on___a`), or `reward`, has its value after a step with these uniform numbers, or within it."""
        check_text("a cell", cell, "its name, such as 'on___a', or 'reward'", ModelError)
        return self.explainer.step(cell, self.own(state), self.action(action), uniforms)

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer of the engine's values."""
        return Explainer(self.process, self.instance, self.simulator.externals, self.simulator.engine.limits)

    # -- within ------------------------------------------------------------------------------

    def _taken(self, state: ProcessState, action: Given) -> Action:
        values = self.action(action)
        reason = self.refused(self.own(state), values)
        if reason is not None:
            raise reason
        return values

    def _values(self, function: Function, state: ProcessState, action: Given | None) -> list[Any]:
        [values] = self.simulator.values((function,), self.own(state), self.action({} if action is None else action))
        return values if isinstance(values, list) else [values]
