"""Traps: sets of states in which a greedy policy goes round for ever, though it looks certain to reach the goal.

Where a step costs nothing, Bellman's equation has more than one solution, and LRTDP finds the largest one. FRET (find,
revise, eliminate traps; Kolobov, Mausam, Weld and Geffner, 2011), in the form that looks at the greedy policy alone
(Steinmetz, Hoffmann and Buffet, 2016), makes the states of a trap one state with the actions that leave it: all of them
are worth the same. A trap without such actions is a dead end. To pay for staying inside is of no use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from relgym.model.graphs import components
from relgym.planning.stochastic.process import Branch


@dataclass(slots=True)
class ValueEntry:
    """A state of a table, or the states of a trap.

    Attributes:
        states: The states.
        value: What they are worth.
        solved: True if that does not change any more.
        actions: The actions; of a trap, those that may leave it.
        branches: The outcomes of each action.
        owners: The state of each action.
        greedy: The index of the best action; -1 for none.
        inner: By state of a trap, the free actions that stay inside, with their outcomes.
        values: By action, what it is worth; kept by a tree search alone.
        visits: By action, how often it was tried; kept by a tree search alone.
    """

    states: list[Any]
    value: float
    solved: bool
    actions: list[Any] = field(default_factory=list)
    branches: list[list[Branch]] = field(default_factory=list)
    owners: list[Any] = field(default_factory=list)
    greedy: int = -1
    inner: dict[Any, list[tuple[Any, list[Branch]]]] = field(default_factory=dict)
    values: list[float] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)

    def decisions(self) -> Iterator[tuple[Any, Any]]:
        """Yield each state with its action; inside a trap, one that leads on to where the best action leaves it."""
        if self.greedy < 0:
            yield from ((state, None) for state in self.states)
            return
        chosen = {self.owners[self.greedy]: self.actions[self.greedy]}
        rest = [state for state in self.states if state not in chosen]
        while rest:
            for state in rest:
                for action, branches in self.inner[state]:
                    if any(branch.state in chosen for branch in branches):
                        chosen[state] = action
                        break
            rest = [state for state in rest if state not in chosen]
        yield from chosen.items()


def endless(entries: Mapping[Any, ValueEntry], start: Any) -> list[list[ValueEntry]]:
    """Find the sets of states that the greedy policy reaches and never leaves, and in which it goes round for ever.

    Args:
        entries: The table; states that it lacks are left alone.
        start: The state to begin with.
    """
    reached = [entries[start]]
    numbers = {id(reached[0]): 0}
    edges: list[list[int]] = []
    leaves: set[int] = set()
    for place, entry in enumerate(reached):
        following = []
        for branch in entry.branches[entry.greedy] if entry.greedy >= 0 else ():
            after = entries.get(branch.state)
            if after is None:
                leaves.add(place)
                continue
            if id(after) not in numbers:
                numbers[id(after)] = len(reached)
                reached.append(after)
            following.append(numbers[id(after)])
        edges.append(following)
    return [
        [reached[number] for number in component]
        for component in components(edges, range(len(edges)))
        if not leaves & {*component}
        and all(edges[number] and not {*edges[number]} - {*component} for number in component)
    ]


def merge_traps(entries: dict[Any, ValueEntry], start: Any, dead: float) -> list[ValueEntry]:
    """Make one entry of the states of each trap that the greedy policy reaches.

    Args:
        entries: The table; its entries change.
        start: The state to begin with.
        dead: The value of a trap that no action leaves.

    Returns:
        The new entries.
    """
    traps = [trap for trap in endless(entries, start) if all(_is_free(entry.branches[entry.greedy]) for entry in trap)]
    return [_merged(entries, trap, dead) for trap in traps]


def _is_free(branches: Sequence[Branch]) -> bool:
    return not any(branch.reward for branch in branches)


def _merged(entries: dict[Any, ValueEntry], trap: Sequence[ValueEntry], dead: float) -> ValueEntry:
    """Make one entry of those of a trap."""
    merged = ValueEntry([state for entry in trap for state in entry.states], max(entry.value for entry in trap), False)
    for entry in trap:
        for state in entry.states:
            merged.inner[state] = [*entry.inner.get(state, ())]
            entries[state] = merged
    for entry in trap:
        for owner, action, branches in zip(entry.owners, entry.actions, entry.branches, strict=True):
            if all(entries.get(branch.state) is merged for branch in branches):
                if _is_free(branches):
                    merged.inner[owner].append((action, branches))
            else:
                merged.owners.append(owner)
                merged.actions.append(action)
                merged.branches.append(branches)
    if not merged.actions:
        merged.value, merged.solved = dead, True
    return merged
