"""The material of questions about an RDDL instance: states of random walks, actions, outcomes, conditions, words."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import count
from random import Random
from typing import Any, NamedTuple

from relgym.caching import Cache
from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.rddl.wording import CellValue, InstanceWording
from relgym.data.question_sets.topic import Topic, empty
from relgym.data.question_sets.walks import Walks
from relgym.errors import BackendError, ModelError
from relgym.model.rddl.domain import Declaration, Instance, Kind
from relgym.model.rddl.equations import Equation, Function, Number, Part, Values, label
from relgym.model.rddl.expressions import BOOL, NUMBERS, Aggregate
from relgym.model.rddl.state import RDDLState
from relgym.model.rddl.traversal import has_draws
from relgym.planning.stochastic.criterion import criterion_of
from relgym.planning.stochastic.generative_rddl import InstanceModel, drawn_value
from relgym.planning.stochastic.process import process_of
from relgym.reasoning.rddl.cells import Cell, changed_plain
from relgym.reasoning.rddl.dynamics import Action, State
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.results import Outcome
from relgym.tuning.data import KEPT_CASES_LIMIT, STATE_WORDS_LIMIT

STEP_OUTCOMES_LIMIT = 32
"""Largest number of combinations of draws of a step of RDDL about which questions are made. Judged: milliseconds."""

MOST_CHANGED = 3
"""The largest number of action cells that a drawn action sets."""

_REFUSED_TRIES = 200
"""The number of actions that are drawn until one cannot be taken."""


Chances = dict[Number, float]
"""Possible values, or rewards, with their probabilities."""


Computed = tuple[tuple[Declaration, ...], tuple[Function, ...]]
"""Fluents with the functions that compute them."""


class ConditionTruth(NamedTuple):
    """The truth of a condition of actions for some objects, with its number and words."""

    number: int
    text: str
    holds: bool


class InstanceMaterial:
    """An instance prepared for questions.

    All that is drawn depends on the seed and on the instance alone, and not on what is asked.

    Attributes:
        problem: The problem.
        seed: The seed of all that is drawn.
        reasoner: A reasoner of the instance.
        wording: The words for its cells and actions.
        walks: Random walks through its states.
        is_random: True if a step draws something.
    """

    def __init__(self, problem: QuestionProblem, seed: int) -> None:
        """Prepare an instance; `seed` is that of the whole question set."""
        assert isinstance(problem.task, Instance)
        self.problem = problem
        self.reasoner = RDDLReasoner(problem.task)
        self.dynamics = self.reasoner.dynamics
        self.wording = InstanceWording(self.dynamics.layout)
        self.seed = f"{seed} {problem.split}/{problem.label}"
        self.is_random = bool(self.dynamics.uniforms)
        criterion = criterion_of(Instance, None, instance=problem.task)
        self._model = InstanceModel(process_of(self.reasoner, criterion))
        self.cells: list[Cell] = [*self.reasoner.actions.values()]
        limit = problem.task.most_actions
        self.most = len(self.cells) if limit is None else min(limit, len(self.cells))
        self.walks = Walks(self.seed, lambda rng: self.dynamics.start, self._step, self.state_key)
        self._words: Cache[Hashable, tuple[str, dict[str, Any]]] = Cache(STATE_WORDS_LIMIT)
        self._found: Cache[Hashable, list[Outcome[RDDLState]] | None] = Cache(KEPT_CASES_LIMIT)

    # -- states ------------------------------------------------------------------------------

    def state_key(self, state: State | Action) -> Hashable:
        """Return what tells a state, or an action, from others."""
        return self._model.key(state)

    def state(self, number: int) -> State:
        """Return a state by its number; the states come again where there are fewer."""
        return self.walks.state(number)

    def _step(self, state: State, rng: Random) -> tuple[Action, State] | None:
        action = self.valid_action(state, rng)
        return None if action is None else (action, self._model.step(state, action, rng)[1])

    @cached_property
    def background(self) -> str:
        """The domain and the instance in words: what is the same in all states."""
        return self.wording.background(self.problem.about)

    def state_words(self, state: State) -> str:
        """Return a state in words."""
        return self._told(state)[0]

    def state_json(self, state: State) -> dict[str, Any]:
        """Return a state as `RDDLState.to_json` has it; not to be changed."""
        return self._told(state)[1]

    def _told(self, state: State) -> tuple[str, dict[str, Any]]:
        key = self.state_key(state)
        words_and_form = self._words.get(key)
        if words_and_form is None:
            words_and_form = self._words.keep(key, (self.wording.state(state), self.dynamics.state(state).to_json()))
        return words_and_form

    def state_cells(self, state: State) -> Iterator[CellValue]:
        """Yield the cells of a state."""
        return cell_values(self.dynamics.layout.of_kind(Kind.STATE), state)

    # -- actions -----------------------------------------------------------------------------

    def valid_action(self, state: State, rng: Random) -> Action | None:
        """Draw a valid action; `None` where the episode has ended, or none is found."""
        return None if self._model.end_value(state) is not None else self._model.drawn(state, rng)

    def move(self, number: int) -> tuple[State, Action | None]:
        """Return a state and a valid action by their number, the same for all forms of answers."""
        state = self.state(number)
        return state, self.valid_action(state, Random(f"{self.seed} move {number}"))

    def any_action(self, rng: Random) -> Action:
        """Draw an action that sets some cells within their bounds, whether it is valid or not.

        A value beyond the bounds that preconditions set makes no action of the instance.
        """
        count = rng.randint(1, min(MOST_CHANGED, self.most + 1, len(self.cells))) if self.cells else 0
        idle = self.dynamics.idle
        chosen = rng.sample(self.cells, count)
        return changed_plain(idle, [(cell, self._other(cell, rng)) for cell in chosen])

    def _other(self, cell: Cell, rng: Random) -> Number:
        default = cell.of(self.dynamics.idle)
        return (not default) if cell.fluent.range == BOOL else drawn_value(cell, rng, default)

    def is_valid(self, state: State, action: Action) -> bool:
        """Return True if an action keeps all conditions."""
        return self.reasoner.conditions.allows(state, action)

    def changes(self, action: Action) -> list[CellValue]:
        """Return the cells of an action that differ from their defaults."""
        changed: list[CellValue] = []
        fluents = self.dynamics.layout.of_kind(Kind.ACTION)
        for fluent, several, default in zip(fluents, action, self.dynamics.idle, strict=True):
            if isinstance(several, list) and isinstance(default, list):
                pairs = enumerate(zip(several, default, strict=True))
                changed += [(fluent, place, value) for place, (value, old) in pairs if value != old]
            elif several != default:
                changed += cell_values([fluent], [several])
        return changed

    def action_words(self, action: Action) -> str:
        """Return an action as an infinitive without "to"."""
        return self.wording.action(self.changes(action))

    def action_text(self, action: Action) -> str:
        """Return an action as JSON that `RDDLReasoner` takes."""
        layout = self.dynamics.layout
        return json.dumps(
            {
                layout.names(fluent.name)[place]: value
                if fluent.range in NUMBERS
                else label(layout.items[fluent.range][int(value)])
                for fluent, place, value in self.changes(action)
            }
        )

    # -- conditions --------------------------------------------------------------------------

    @cached_property
    def _conditions(self) -> tuple[tuple[Function, ...], list[tuple[str, list[str]]]]:
        """The conditions of actions as functions, and for each its words and the objects of each of its values."""
        program, layout = self.dynamics.program, self.dynamics.layout
        equations = {equation.function: equation for equation in program.equations}
        functions, words = [], []
        for function in program.of_part(Part.PRECONDITION):
            formula, rows = equations[function].value, [""]
            if isinstance(formula, Aggregate) and formula.operator == "forall":
                types = tuple(variable.types[0] for variable in formula.variables)
                function = Function(Part.QUERY, "query", types, BOOL, self.dynamics.fresh())
                self.dynamics.define([Equation(function, formula.variables, formula.body)])
                for variable in formula.variables:
                    items = layout.items[variable.types[0]]
                    rows = [f"{row}, {variable.name} = {item}".removeprefix(", ") for row in rows for item in items]
                formula = formula.body
            functions.append(function)
            words.append((str(formula), rows))
        return tuple(functions), words

    def conditions(self, state: State, action: Action) -> list[ConditionTruth]:
        """Return the truth of every condition of actions, for all objects, and of the limit."""
        functions, texts = self._conditions
        truths = []
        every = zip(texts, self.dynamics.values(functions, state, action), strict=True)
        for number, ((text, rows), values) in enumerate(every, 1):
            for row, value in zip(rows, values if isinstance(values, list) else [values], strict=True):
                words = f"{text}, for {row}" if row else text
                truths.append(ConditionTruth(number, words, bool(value)))
        limit = self.dynamics.layout.instance.most_actions
        if limit is not None:
            words = f"at most {limit} action cells differ from their defaults"
            truths.append(ConditionTruth(len(texts) + 1, words, self.reasoner.conditions.keeps_limit(action)))
        return truths

    @cached_property
    def is_free(self) -> bool:
        """True if no action was found that is not valid in its state; conditions that are bounds refuse none."""
        if not self._conditions[0] and self.most == len(self.cells):
            return True
        rng = Random(f"{self.seed} refused")
        return all(self.is_valid(self.state(number), self.any_action(rng)) for number in range(_REFUSED_TRIES))

    # -- values ------------------------------------------------------------------------------

    def after(self, state: State, action: Action) -> list[tuple[Declaration, int, Chances]]:
        """Return the possible values of the state's cells after a step, with their probabilities.

        Where the draws of a step have too many results, those of the cells that no draw decides.
        """
        outcomes = self._outcomes(state, action)
        if outcomes is None:
            fluents, functions = self._certain
            values = self.dynamics.values(functions, state, action)
            return [(fluent, place, {value: 1.0}) for fluent, place, value in cell_values(fluents, values)]
        fluents = self.dynamics.layout.of_kind(Kind.STATE)
        cells = [(fluent, place, Chances()) for fluent, place, _ in self.state_cells(state)]
        for outcome in outcomes:
            for (_, _, chances), (_, _, value) in zip(cells, cell_values(fluents, outcome.state.values), strict=True):
                chances[value] = chances.get(value, 0.0) + outcome.probability
        return cells

    def rewards(self, state: State, action: Action) -> Chances | None:
        """Return the possible rewards of a step, with their probabilities; `None` if they are too many."""
        if self._is_sure_reward:
            [reward] = self.dynamics.values(self._reward, state, action)
            assert not isinstance(reward, list)
            return {reward: 1.0}
        outcomes = self._outcomes(state, action)
        if outcomes is None:
            return None
        chances = Chances()
        for outcome in outcomes:
            reward = outcome.reward or 0.0
            chances[reward] = chances.get(reward, 0.0) + outcome.probability
        return chances

    def _outcomes(self, state: State, action: Action) -> list[Outcome[RDDLState]] | None:
        if not self.is_random:
            return None
        key = self.state_key(state), self.action_text(action)
        if key not in self._found:
            try:
                return self._found.keep(key, self.reasoner.results.of(state, action, STEP_OUTCOMES_LIMIT))
            except (ModelError, BackendError):
                return self._found.keep(key, None)
        return self._found[key]

    # An engine knows a question by the identity of its functions, so that each tuple is made once.

    @cached_property
    def _reward(self) -> tuple[Function, ...]:
        return self.dynamics.program.of_part(Part.REWARD)

    @cached_property
    def _is_sure_reward(self) -> bool:
        return not self._is_drawn(self._reward[0])

    @cached_property
    def _certain(self) -> Computed:
        """The state-fluents whose next values no draw decides."""
        return self._computed(True, Kind.STATE)

    @cached_property
    def derived(self) -> Computed:
        """The derived-fluents and interm-fluents that no draw decides."""
        return self._computed(False, Kind.DERIVED, Kind.INTERMEDIATE)

    def _computed(self, after: bool, *kinds: Kind) -> Computed:
        named = self.dynamics.program.functions
        fluents = self.dynamics.layout.of_kind(*kinds)
        certain = tuple(fluent for fluent in fluents if not self._is_drawn(named[fluent.name, after]))
        return certain, tuple(named[fluent.name, after] for fluent in certain)

    def _is_drawn(self, function: Function) -> bool:
        return any(has_draws(item.value) for item in self.dynamics.program.needed((function,)))

    def others(self, fluent: Declaration, value: Number, rng: Random) -> list[Number]:
        """Return some other values of a fluent, that look likely."""
        if fluent.range == BOOL:
            return [not value]
        if fluent.range in NUMBERS:
            steps = rng.sample([-2, -1, 1, 2, 3], 3)
            return [value + step for step in steps] + ([-value] if value else [])
        size = self.dynamics.layout.size(fluent.range)
        return [other for other in range(size) if other != value]


def cell_values(fluents: Sequence[Declaration], values: Sequence[Values]) -> Iterator[CellValue]:
    """Yield the cells of some fluents with their values."""
    for fluent, several in zip(fluents, values, strict=True):
        for place, value in enumerate(several if isinstance(several, list) else [several]):
            yield fluent, place, value


def topics_of_moves(material: InstanceMaterial, asked: Callable[[State, Action], Topic | None]) -> Iterator[Topic]:
    """Yield a topic for each state and one of its actions; an empty one where there is no action, or no topic."""
    for number in count():
        state, action = material.move(number)
        topic = None if action is None else asked(state, action)
        yield empty(state) if topic is None else topic
