"""States, actions and answers as plain text, so that expectations can be written by hand."""

from __future__ import annotations

from collections.abc import Iterable

from relgym import Reasoner, State
from relgym.model.pddl.formulas import Atom


def texts(items: Iterable[object]) -> set[str]:
    return {str(item) for item in items}


def actions(r: Reasoner, state: State | None = None, name: str = "") -> list[str]:
    """The valid actions, at the start if no state is given, in their order; those of one schema if named."""
    found = r.valid_actions(r.initial_state if state is None else state)
    return [str(action) for action in found if name in ("", action.name)]


def after(r: Reasoner, *plan: str) -> State:
    """The state that a plan leads to from the start."""
    state = r.initial_state
    for action in plan:
        state = r.successor(state, action)
    return state


def atoms(found: State | Iterable[Atom], *predicates: str) -> set[str]:
    """The atoms of some predicates, of all if none is named."""
    every = found.atoms if isinstance(found, State) else found
    return {str(atom) for atom in every if not predicates or atom.predicate in predicates}


def changes(before: State, later: State) -> tuple[set[str], set[str]]:
    """What has become true, and what has become false."""
    return texts(later.atoms - before.atoms), texts(before.atoms - later.atoms)


def spread(r: Reasoner, action: str, *predicates: str, state: State | None = None) -> list[tuple[float, set[str]]]:
    """The outcomes of an action, in their order: probability, and atoms of some predicates."""
    found = r.outcomes(r.initial_state if state is None else state, action)
    return [(outcome.probability, atoms(outcome.state, *predicates)) for outcome in found]


def rows(r: Reasoner, formula: str, state: State | None = None) -> list[tuple[str, ...]]:
    """The answers of a formula in their order."""
    found = r.answers(r.initial_state if state is None else state, formula)
    return [tuple(str(item) for item in row) for row in found]


def holds(r: Reasoner, formula: str, state: State | None = None) -> bool:
    return r.holds(r.initial_state if state is None else state, formula)


def values(state: State) -> dict[str, object]:
    """The defined numeric values."""
    return {str(fluent): value for fluent, value in state.fluents.items()}
