"""The nodes of a walk: states with their valid actions, and where actions lead from them.

A node is found in this order: the transposition table has it; or the task is grounded, and the successor generator
tests the actions that a step affects (`ground`); or all parts of the state are known (`projections.py`); or the
engine is taken to the state, and lists the valid actions of the parts that are new.
"""

from __future__ import annotations

from relgym.locking import Lock
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.conditions import Conditions
from relgym.simulate.ground.grounding import Bounds, ground
from relgym.simulate.ground.moves import Moves
from relgym.simulate.ground.task import Ground
from relgym.simulate.progression import Progression
from relgym.simulate.projections import Projections
from relgym.simulate.transpositions import CachedState, TranspositionTable
from relgym.simulate.views.step import EffectKind, Step
from relgym.tuning.simulate import STEP_CACHE_LIMIT

Move = tuple[int, int, Step | None]
"""The changes that an action always makes: the bits that become false, those that become false or true, and the step if
it changes numbers."""


class Nodes:
    """Finds and makes nodes, with an engine that keeps no valid actions from step to step.

    Attributes:
        system: The engine.
        table: The nodes that are remembered.
        ground_moves: Carries out actions of the ground task, `None` if the task is not grounded.
        moves: The same if nodes are found by it, `None` if they are found by the engine.
    """

    def __init__(self, system: Progression, lock: Lock) -> None:
        """`lock` is the walk's."""
        self._lock = lock
        self.system = system
        self.table = TranspositionTable()
        self._find = self.table.find
        self._vocabulary = system.vocabulary
        self._kinds = system.actions.kinds
        self._steps = system.steps.known
        self._projections = Projections(system)
        self._conditions = Conditions(system)
        self.ground_moves: Moves | None = None
        self.moves: Moves | None = None
        # By action that always changes the same atoms.
        self._moves: dict[int, Move] = {}
        # Where the engine stands, if that is known; it follows only when something new is asked.
        self._stood: CachedState | None = None

    # -- states ------------------------------------------------------------------------------

    def known(self, bits: int, values: Values) -> CachedState | None:
        """Find the node of a state without accumulators, if there is one."""
        return self._find(self.table.key(bits, values))

    def reaches(self, bits: int) -> bool:
        """Tell whether the task is grounded for states with these atoms, if it is grounded."""
        return self.ground_moves is None or not bits & ~self.ground_moves.ground.within

    def visit(self, state: State) -> bool:
        """Take the engine to a state from elsewhere; returns whether the state keeps all mutex groups."""
        self._stood = None
        return self.system.jumps.visit(state)

    def move_to(self, state: State) -> None:
        """Take the engine to a state."""
        self._stood = None
        self.system.jumps.move_to(state)

    def lose_place(self) -> None:
        """Take note that the engine may stand anywhere."""
        self._stood = None

    def _follow(self, node: CachedState) -> None:
        """Take the engine to a node."""
        if self._stood is not node:
            self.move_to(State(self._vocabulary, node.bits, node.values))
            self._stood = node

    def goal(self, node: CachedState) -> bool:
        """Tell whether the goal holds."""
        if node.goal is None:
            if self.moves is not None:
                node.goal = self.moves.ground.goal(node.bits | self._more(self.moves.ground, node))
            else:
                node.goal = self._conditions.goal(node.bits, node.values)
            if node.goal is None:
                self._follow(node)
                node.goal = self.system.goal()
                self._conditions.learn_goal(node.bits, node.values, node.goal)
        return node.goal

    def derived(self, node: CachedState) -> list[list[Row]]:
        """List the rows of each derived predicate."""
        if node.derived is None and self.moves is not None:
            node.derived = self.moves.ground.derived(self._more(self.moves.ground, node))
        if node.derived is None:
            self._follow(node)
            node.derived = self.system.derived()
        return [rows[:] for rows in node.derived]

    def placed(self) -> CachedState:
        """Find or make the node of the state in which the engine stands."""
        state = self.system.current.state()
        bits, values = state.bits, self.system.actions.accumulation.without(state.values)
        key = self.table.key(bits, values)
        node = self._find(key)
        if node is None:
            if self.moves is not None:
                _, _, more, ids = self.moves.start(bits, values)
                node = CachedState(bits, values, ids, more)
            else:
                parts, missing = self._projections.all(bits, values)
                if missing:
                    self._projections.complete(parts, missing)
                node = CachedState(bits, values, self._projections.ids(parts), parts=parts)
            self.table.add(key, node)
        self._stood = node
        return node

    # -- steps -------------------------------------------------------------------------------

    def after(self, node: CachedState, number: int, rng: Generator | None) -> CachedState:
        """Find the node to which an action leads."""
        move = self._moves.get(number)
        if move is None:
            step = self._steps.get(number) or self.system.steps.step(number)
            kind = self._kinds[step.index]
            if kind is not EffectKind.FIXED and kind is not EffectKind.COUNTING:
                return self._go_varying(node, step, rng)
            gone, either = self.system.actions.bits_changed(step)
            if len(self._moves) >= STEP_CACHE_LIMIT:
                self._moves.clear()
            counting = step if kind is EffectKind.COUNTING else None
            move = self._moves[number] = gone, either, counting
        gone, either, counting = move
        bits, values = (node.bits | either) ^ gone, node.values
        if counting is not None:
            values = self.system.actions.counted(values, counting)
        after = self._find((bits, values) if values else bits)
        if after is None:
            after = self._arrive(node, number, bits, values, either, counting is not None)
        self.table.link(node, number, after)
        return after

    def _go_varying(self, node: CachedState, step: Step, rng: Generator | None) -> CachedState:
        """Find the node to which an action leads that changes atoms by conditions or by chance."""
        system, values = self.system, node.values
        kind = self._kinds[step.index]
        if kind is EffectKind.OPEN:
            self._follow(node)
            self._stood = None
            system.progress(step, rng)
            after = self.placed()
        else:
            gone, either = self._changes(node, step)
            counts = system.actions.productions[step.index].counts
            if counts:
                values = system.actions.counted(values, step)
            bits = (node.bits | either) ^ gone
            found = self._find((bits, values) if values else bits)
            after = self._arrive(node, step.number, bits, values, either, counts) if found is None else found
        if system.actions.certain[step.index]:
            self.table.link(node, step.number, after)
        return after

    def _changes(self, node: CachedState, step: Step) -> tuple[int, int]:
        """The bits that a step with conditional effects makes false, and those that it makes false or true."""
        if self.moves is not None:
            effects = self.moves.ground.effects(step.number)
            if effects is not None:
                return effects.changes(node.bits | self._more(self.moves.ground, node))
        changes = self._conditions.changes(step, node.bits, node.values)
        if changes is None:
            self._follow(node)
            changes = self.system.effects.intended(step)
            self._conditions.learn_changes(step, node.bits, node.values, *changes)
        return changes

    def _arrive(
        self, node: CachedState, number: int, bits: int, values: Values, either: int, counts: bool
    ) -> CachedState:
        """Make the node of a state to which a step leads.

        Args:
            node: Where the step begins.
            number: The number of the action.
            bits: The atoms that are true after it.
            values: The numbers after it, without accumulators.
            either: The bits of the atoms that the step makes false or true.
            counts: Whether numbers have changed.
        """
        moves = self.moves
        if moves is not None:
            before = node.bits, node.values, self._more(moves.ground, node), node.ids
            _, _, more, ids = moves.apply(number, before) or moves.arrive(before, bits, values)
            after = CachedState(bits, values, ids, more)
            self.table.add((bits, values) if values else bits, after)
            return after
        projections = self._projections
        if node.parts is None:
            parts, missing = projections.all(bits, values)
        else:
            parts, missing = projections.after(node.parts, bits, values, projections.touched(either, counts))
        if missing:
            self._stood = None
            self.system.jumps.move_to(State(self._vocabulary, bits, values))
            projections.complete(parts, missing)
        after = CachedState(bits, values, projections.ids(parts), parts=parts)
        self.table.add((bits, values) if values else bits, after)
        if missing:
            self._stood = after
        return after

    # -- grounding ---------------------------------------------------------------------------

    def ground(self, node: CachedState, bounds: Bounds) -> bool:
        """Ground the task if that is possible within some bounds.

        Returns:
            Whether it is grounded.
        """
        if self.ground_moves is None:
            found = ground(self.system, bounds)
            if found is None or node.bits & ~found.within:
                return False
            self.ground_moves = Moves(found, self.system, self._lock)
        return True

    def use_ground(self, uses: bool) -> None:
        """Find nodes by the ground task, if the task is grounded, or by the engine."""
        self.moves = self.ground_moves if uses else None

    def unground(self) -> None:
        """Go on without the ground task."""
        self.ground_moves = self.moves = None

    @staticmethod
    def _more(ground: Ground, node: CachedState) -> int:
        """The bits of the derived atoms and comparisons that are true at a node."""
        if node.more is None:
            node.more = ground.more(node.bits, node.values)
        return node.more
