"""Naive twins of the parts of a simulator: what a part maintains is computed from scratch by a new engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import relgym
from relgym.backends.builtin.current import CurrentTables
from relgym.backends.builtin.engine import Builtin
from relgym.model.pddl.state import State
from relgym.model.program import Row, Symbol
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.actions import TaskActions
from relgym.simulate.progression import Progression
from relgym.simulate.views.prepared import prepared
from relgym.translate.program.task import GOAL

KEEP_ALL, SEARCH_ALL = (lambda name: True), (lambda name: False)


@dataclass(frozen=True)
class Twin:
    """A simulator, the reasoner of its task, and the state that the simulator ought to be in."""

    reasoner: Reasoner
    system: Progression
    state: State

    def rows(self, symbols: tuple[Symbol, ...]) -> list[list[Row]]:
        """List the rows of symbols from scratch."""
        views = self.system.views
        engine = Builtin()
        engine.load(views.rules.program, self.state.vocabulary)
        tables = CurrentTables(self.state.vocabulary, views.tables.symbol_of, engine.compiler, engine.strata)
        tables.move_to(self.state)
        return [sorted(rows) for rows in engine.answers(symbols)]

    def valid(self) -> list[int]:
        """List the numbers of the valid rows from scratch, the lowest first."""
        rules = self.system.views.rules
        every = self.rows(tuple(production.rule.head.symbol for production in rules.productions))
        return sorted(rules.numbering.number(index, row) for index, rows in enumerate(every) for row in rows)


def simulator(reasoner: Reasoner, keeps: Callable[[str], bool] | None) -> Progression:
    """A simulator of a reasoner's task."""
    transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
    actions = TaskActions(reasoner.translation, transition)
    queries = (GOAL, *reasoner.translation.derived)
    ready = prepared(reasoner.translation.program, actions.productions, reasoner.initial_state, queries)
    return Progression(actions, ready, None, keeps)


def walk(
    domain: str, problem: str, keeps: Callable[[str], bool] | None, steps: int = 40, seed: int = 0
) -> Iterator[Twin]:
    """Walk at random from the start, with jumps to states met before, and yield at each state."""
    rng, chance, drawn = random.Random(seed), random.Random(seed), random.Random(seed)
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        system = simulator(reasoner, keeps)
        met = [reasoner.initial_state]
        yield Twin(reasoner, system, met[0])
        for count in range(steps):
            state = met[-1]
            actions = reasoner.valid_actions(state)
            if not actions or count % 7 == 6:
                state = rng.choice(met)
                assert system.jumps.visit(state)
            else:
                numbers = Twin(reasoner, system, state).valid()
                number = rng.choice(numbers)
                index, row = system.steps.numbering.row(number)
                schema = reasoner.translation.schemas[index]
                terms = reasoner.vocabulary.terms(row[: schema.free])
                text = f"({' '.join((schema.action.name, *(term.name for term in terms)))})"
                state = reasoner.successor(state, text, chance)
                system.progress(system.steps.step(number), drawn)
            met.append(state)
            yield Twin(reasoner, system, state)
