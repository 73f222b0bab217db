"""The choice of a way to walk, by counts of what the walk did: it is the same in every run.

After some hundred new steps a walk grounds its task if few actions are within reach and fewer valid at once, or if it
has carried out few of them again and again; otherwise it makes join views. A memo of states stands before either as
long as two thirds of the steps lead to states that it knows, and fewer while it is young.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from relgym.errors import BackendError
from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.simulate.ground.moves import Moves
from relgym.simulate.ground.task import Ground, ground
from relgym.simulate.grounded import Grounded
from relgym.simulate.memo import Memo, Way
from relgym.simulate.stepping import UNLIMITED, MakeSystem, Stepping
from relgym.translate.analysis.invariants import mutex_groups
from relgym.tuning.simulate import (
    FEW_ACTIONS,
    FIRST_STEPS,
    GROUND_ACTIONS_LIMIT,
    LEARNING_STEPS,
    MANY_ACTIONS,
    MANY_VALID,
    MEMO_REST,
    NEW_ACTIONS_SHARE,
    REPEATED_SHARE,
    SEARCHED_STEPS,
    WATCHED_STEPS,
)

Mode = Memo | Grounded | Stepping
"""The part that carries out the steps of a walk."""


class WayChoice:
    """Carries out a walk, with a memo or without it.

    Attributes:
        mode: What carries out steps.
        memo: The memo, used or not.
    """

    def __init__(
        self, maker: Callable[[bool], MakeSystem], state: State, lock: Lock, follow: Callable[[Mode], None]
    ) -> None:
        """Begin with a memo.

        Args:
            maker: Makes what makes engines; lean ones, if it is called with true.
            state: Where the walk begins.
            lock: Held for all that is new.
            follow: Called whenever the mode changes.
        """
        self.lock = lock
        self._maker = maker
        self._follow = follow
        # Whether the task may be grounded: not after a state with atoms beyond reach.
        self._may_ground = True
        self._has_chosen = False
        self.memo = Memo(Stepping(maker(True), mutex_groups, state, lock, self._renew), lock, self._renew)
        self.memo.lease = FIRST_STEPS
        self._is_watching = False
        self.mode: Mode = self.memo
        follow(self.mode)

    def go_to(self, state: State) -> None:
        """Stand in another state."""
        mode = self.mode
        if not mode.reaches(state):
            # Actions may be valid there that were not grounded.
            self._may_ground = False
            way, lease = self._stepping(mode.state()), mode.lease
            self.memo.use(way)
            if mode is not self.memo:
                self._leave(way)
                way.lease = lease
        self.mode.go_to(state)

    # -- ways --------------------------------------------------------------------------------

    def _stepping(self, state: State) -> Stepping:
        return Stepping(self._maker(False), self.memo.way.groups, state, self.lock, self._renew)

    def ground(self, actions: int = GROUND_ACTIONS_LIMIT, seconds: float = math.inf) -> bool:
        """Ground the task now, within the bounds of `ground.task.ground`; tells whether it is grounded."""
        memo = self.memo
        if isinstance(memo.way, Grounded):
            return True
        if self.mode is not memo or not self._may_ground:
            return False
        system, state = memo.system, memo.state()
        task = ground(system, actions, seconds)
        if task is None or state.bits & ~task.within:
            return False
        moves = Moves(task, system, self.lock)
        memo.use(Grounded(system, self._maker(True), memo.way.groups, moves, state, self.lock, self._renew))
        return True

    @property
    def ground_task(self) -> Ground | None:
        """The ground task, `None` if the task is not grounded."""
        way = self.memo.way
        return way.ground_task if isinstance(way, Grounded) else None

    def forget(self) -> None:
        """Go on without a memo for good."""
        way = self.memo.way
        if isinstance(way, Stepping) and self.mode is self.memo:
            way = self._stepping(self.mode.state())
        self._settle(way)

    def _settle(self, way: Way) -> None:
        """Go on in a way for good."""
        self.memo.use(way)
        self._leave(way)
        way.lease = UNLIMITED

    def _leave(self, way: Way) -> None:
        """Go on in a way without the memo."""
        way.go_to(self.mode.state())
        if way is not self.mode:
            self.mode.retire()
        self.mode = way
        self._follow(way)

    # -- choices -----------------------------------------------------------------------------

    @synchronized
    def _renew(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out a step for a mode whose lease is used up, or that the walk has left."""
        mode, memo = self.mode, self.memo
        if mode.lease <= 0:
            if isinstance(mode, Memo):
                try:
                    self._change()
                except BackendError:
                    # A way takes too long; it may stand anywhere.
                    memo.use(memo.way)
                    memo.lease = FIRST_STEPS
            else:
                self._return(mode)
        return self.mode.apply(action_id, rng)

    def _change(self) -> None:
        """Choose a way, or review the memo."""
        memo = self.memo
        if not self._has_chosen:
            self._choose()
        elif not self._is_watching:
            self._is_watching = True
            memo.watch()
        else:
            self._review()

    def _choose(self) -> None:
        """Let the ground task or join views answer what is new from now on, or go on with searches for a while."""
        memo = self.memo
        # A ground task lists valid actions one by one, and finds numbers by their hash, which takes long for fractions.
        is_cheap = sum(len(node.ids) for node in memo.nodes.values()) <= MANY_VALID * len(memo.nodes)
        is_cheap = is_cheap and Fraction not in map(type, memo.node.values)
        if memo.fresh < SEARCHED_STEPS:
            self._has_chosen = is_cheap and self.ground(FEW_ACTIONS)
        else:
            self._has_chosen = True
            repeats = len(memo.system.steps.known) < NEW_ACTIONS_SHARE * memo.fresh
            if not (is_cheap and repeats and self.ground(MANY_ACTIONS)):
                memo.use(self._stepping(memo.state()))
        memo.lease = max(1, SEARCHED_STEPS - memo.fresh)

    def _review(self) -> None:
        """Go on without the memo for a while if it knew few of the steps that were watched."""
        memo = self.memo
        self._is_watching = False
        memo.lease = memo.fresh
        share = REPEATED_SHARE * math.sqrt(min(1.0, memo.fresh / LEARNING_STEPS))
        if memo.repeated < share * WATCHED_STEPS:
            self._leave(memo.way)
            memo.way.lease = MEMO_REST * memo.fresh

    def _return(self, way: Way) -> None:
        """Try the memo again."""
        memo, state = self.memo, way.state()
        way.retire()
        memo.use(way)
        memo.go_to(state)
        memo.lease = memo.fresh
        self.mode = memo
        self._follow(memo)
