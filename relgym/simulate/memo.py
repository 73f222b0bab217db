"""A memo of states: their valid actions, and the states that actions lead to. It answers where a walk was before.

A way to walk (`grounded.py`, `stepping.py`) answers the rest, and stands wherever it was asked last. Two states that
differ in accumulators alone (`actions.py`) are one. The memo is bounded: once it is full, new states are forgotten at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.locking import recovering, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.actions import Trail
from relgym.simulate.grounded import Grounded
from relgym.simulate.naming import KnownSteps
from relgym.simulate.progression import Progression
from relgym.simulate.stepping import Look, Owner, Stepping
from relgym.simulate.views.step import EffectKind, Step
from relgym.tuning.simulate import (
    IDS_PER_EDGE,
    MEMO_EDGES_LIMIT,
    NODE_EDGES,
    STEP_CACHE_LIMIT,
    TRAIL_STEPS_LIMIT,
)

Way = Grounded | Stepping
"""A way to walk without a memo."""

_NONE: dict[int, MemoState] = {}
"""The links of a state without links yet; it stays empty."""


class MemoState:
    """A state with what was asked about it.

    Attributes:
        bits: The atoms that are true.
        values: The numbers without accumulators.
        ids: The ids of all valid actions, in no particular order.
        after: The nodes that actions lead to, by the actions' ids.
        goal: Whether the goal holds, `None` if nobody has asked.
        derived: The rows of the derived predicates, if somebody has asked.
        actions: The valid actions, if somebody has asked.
        look: What is seen there, if somebody has asked and there are no accumulators.
    """

    __slots__ = ("actions", "after", "bits", "derived", "goal", "ids", "look", "values")

    def __init__(self, bits: int, values: Values, ids: Sequence[int]) -> None:
        self.bits = bits
        self.values = values
        self.ids = ids
        self.after = _NONE
        self.goal: bool | None = None
        self.derived: list[list[Row]] | None = None
        self.actions: list[Action] | None = None
        self.look: Look | None = None


class Memo:
    """Stands at a node.

    Attributes:
        way: The way to walk that answers what is new.
        known: The steps of actions that were valid once.
        nodes: The states that are remembered, by their bits, or by bits and numbers if they have any.
        size: How large they are with their links, in edges.
        node: Where it stands.
        lease: The number of new steps before `renew` is called.
        fresh: The number of new steps so far.
    """

    apply: Callable[..., Sequence[int]]
    """Carry out the valid action of an id, which is not checked; returns the ids of the actions valid after it."""

    def __init__(self, way: Way, owner: Owner) -> None:
        """Stand nowhere until the first `go_to`."""
        self.lock, self._renew, self._interrupted = owner.lock, owner.renew, owner.interrupted
        self.known = KnownSteps()
        self.nodes: dict[int | tuple[int, Values], MemoState] = {}
        self.size = 0
        self.lease = self.fresh = 0
        # By action that always changes the same atoms: the bits that become false, those that become false or true,
        # and the step if it changes numbers.
        self._moves: dict[int, tuple[int, int, Step | None]] = {}
        # Where the way stands, if that is known.
        self._stood: MemoState | None = None
        actions = way.system.actions
        self._actions = actions
        self._accumulation = actions.accumulation
        self._counts_totals = bool(actions.accumulation)
        self._trail = Trail(actions.accumulation, lambda number: self.system.steps.step(number), self.lock)
        self._applied, self._varies = self._trail.applied, self._trail.varies
        self.apply = self._apply_counting if self._counts_totals else self._apply_plain
        self.use(way)
        self.node = MemoState(0, (), ())

    def use(self, way: Way) -> None:
        """Let a way answer what is new from now on."""
        self.way = way
        self._stood = None

    @property
    def is_full(self) -> bool:
        """Tell whether new states are forgotten at once."""
        return self.size >= MEMO_EDGES_LIMIT

    @property
    def system(self) -> Progression:
        """The engine of the way."""
        return self.way.system

    # -- where it stands ---------------------------------------------------------------------

    def state(self) -> State:
        """The state in which it stands."""
        return self.look()[0]

    def ids(self) -> Sequence[int]:
        """The ids of all valid actions."""
        return self.node.ids

    def look(self) -> Look:
        """The state, whether the goal holds, and the ids of all valid actions, the lowest first."""
        return self.node.look or self._look_at(self.node)

    @synchronized
    def _look_at(self, node: MemoState) -> Look:
        values = self._trail.merged(node.values) if self._counts_totals else node.values
        node.ids = sorted(node.ids)
        look = State(self.system.vocabulary, node.bits, values), self.goal(node), node.ids
        if not self._counts_totals:
            node.look = look
        return look

    def goal(self, node: MemoState | None = None) -> bool:
        """Tell whether the goal holds, where it stands or at a node."""
        node = node or self.node
        if node.goal is None:
            self._follow(node)
            node.goal = self.way.goal()
        return node.goal

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        node = self.node
        if node.derived is None:
            self._follow(node)
            node.derived = self.way.derived()
        return [rows[:] for rows in node.derived]

    def holds(self, action_id: int) -> bool:
        """Tell whether an action is valid."""
        return action_id in self.node.ids

    def reaches(self, state: State) -> bool:
        """Tell whether the way can stand in a state."""
        way = self.way
        if isinstance(way, Stepping):
            return True
        known = self._find(state.bits, self._accumulation.without(state.values))
        # The way may be another one than that which has found the state.
        return (known is not None and not state.bits & ~way.ground_task.within) or way.reaches(state)

    def go_to(self, state: State) -> None:
        """Stand in another state, which the way must reach."""
        bits, values = state.bits, self._accumulation.without(state.values)
        node = self._find(bits, values)
        if node is None:
            self._stood = None
            system = self.system
            # With accumulators: until the walk goes on here, the way may be asked for its state.
            self.way.go_to(State(system.vocabulary, bits, state.values))
            if self.system is not system:
                # The functions of its steps are those of another engine.
                self.known.clear()
            node = self._stood = self._arrived(bits, values, self.way.ids())
        totals = state.values
        # As in `_go_on`.
        self.node = node
        self._trail.totals = totals
        self._applied.clear()

    def retire(self) -> None:
        """Stand nowhere until the next `go_to`; `apply` calls `renew`."""
        self.node, self.lease = MemoState(0, (), ()), 0
        # Others may use the way from now on.
        self._stood = None

    # -- steps -------------------------------------------------------------------------------

    def _apply_plain(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action where there are no accumulators."""
        node = self.node
        # Where nearly all are known it takes longer to ask first.
        try:
            self.node = after = node.after[action_id]
            return after.ids
        except KeyError:
            # Errors from here on have nothing to do with that.
            pass
        return self._apply_new(node, action_id, rng)

    def _apply_counting(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action where there are accumulators."""
        node = self.node
        try:
            self.node = after = node.after[action_id]
        except KeyError:
            pass
        else:
            # As `_go_on`, without a call.
            applied = self._applied
            applied.append((action_id, node.values) if self._varies else action_id)
            if len(applied) > TRAIL_STEPS_LIMIT:
                self._trail.add_up()
            return after.ids
        return self._apply_new(node, action_id, rng)

    def _go_on(self, after: MemoState, action_id: int) -> None:
        """Stand at the node to which an action leads; an interrupt finds it before the step or after it."""
        entry = (action_id, self.node.values) if self._varies else action_id
        self.node = after
        if self._counts_totals:
            self._applied.append(entry)
            if len(self._applied) > TRAIL_STEPS_LIMIT:
                self._trail.add_up()

    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is known where it leads; returns what is seen there, `None` if it is not known."""
        node = self.node
        after = node.after.get(step.number)
        if after is None:
            return None
        self._go_on(after, step.number)
        return after.look or self._look_at(after)

    @recovering
    def _apply_new(self, node: MemoState, action_id: int, rng: Generator | None) -> Sequence[int]:
        """Carry out an action whose next state is not known."""
        if node is not self.node:
            # Another thread has gone on meanwhile.
            return self.apply(action_id, rng)
        if self.lease <= 0:
            return self._renew(action_id, rng)
        self.lease -= 1
        self.fresh += 1
        after = self._after(node, action_id, rng)
        self._go_on(after, action_id)
        return after.ids

    # -- what is new -------------------------------------------------------------------------

    def _follow(self, node: MemoState) -> None:
        """Take the way to a node."""
        if self._stood is not node:
            self._stood = None
            self.way.follow(node.bits, node.values, node.ids)
            self._stood = node

    def _find(self, bits: int, values: Values) -> MemoState | None:
        return self.nodes.get((bits, values) if values else bits)

    def _after(self, node: MemoState, action_id: int, rng: Generator | None) -> MemoState:
        """Find the node to which an action leads."""
        after: MemoState | None
        move = self._moves.get(action_id) or self._move(action_id)
        if move is None:
            # The change depends on conditions or on chance.
            self._follow(node)
            self._stood = None
            ids = self.way.move(action_id, rng)
            bits, values = self.way.place()
            after = self._find(bits, values) or self._arrived(bits, values, ids)
            self._stood = after
            if not self._actions.certain[self.system.steps.step(action_id).index]:
                return after
        else:
            gone, either, counting = move
            bits, values = (node.bits | either) ^ gone, node.values
            if counting is not None:
                values = self._actions.counted(values, counting)
            after = self.nodes.get((bits, values) if values else bits)
            if after is None:
                before = None if self._stood is node else (node.bits, node.values, node.ids)
                self._stood = None
                after = self._stood = self._arrived(bits, values, self.way.arrive(action_id, before, bits, values))
        self._link(node, action_id, after)
        return after

    def _link(self, node: MemoState, action_id: int, after: MemoState) -> None:
        """Remember where an action leads, if there is room."""
        if not self.is_full:
            self.size += 1
            if node.after is _NONE:
                node.after = {action_id: after}
            else:
                node.after[action_id] = after

    def _arrived(self, bits: int, values: Values, ids: Sequence[int]) -> MemoState:
        """Make the node of a new state, and remember it if there is room."""
        node = MemoState(bits, values, ids)
        if not self.is_full:
            self.size += NODE_EDGES + len(ids) // IDS_PER_EDGE
            self.nodes[(bits, values) if values else bits] = node
        return node

    def _move(self, action_id: int) -> tuple[int, int, Step | None] | None:
        """Find the changes that an action always makes; `None` if these are not fixed."""
        step = self.system.steps.step(action_id)
        kind = self._actions.kinds[step.index]
        if kind is not EffectKind.FIXED and kind is not EffectKind.COUNTING:
            return None
        gone, either = self._actions.bits_changed(step)
        if len(self._moves) >= STEP_CACHE_LIMIT:
            self._moves.clear()
        move = self._moves[action_id] = gone, either, step if kind is EffectKind.COUNTING else None
        return move
