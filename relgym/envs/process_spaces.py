"""Gymnasium spaces for RDDL: one entry a fluent and its objects (`on___a__b`), or one array a fluent.

Sampling an action gives one that the environment accepts: as many entries differ from their defaults as may,
within the bounds that the preconditions set, and the preconditions hold.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from gymnasium import spaces

from relgym.cells import LARGEST_INT, Cell
from relgym.envs.process_forms import Form
from relgym.errors import RelgymError
from relgym.model.equations import Number
from relgym.process_reasoner import ProcessReasoner
from relgym.simulator import Action

TRIES = 50
"""How many actions are drawn at most until one can be mended."""

PATIENCE = 3
"""After how many the default is taken instead, if it is accepted."""

CHANGES = 100
"""How often an action is changed at most to make it one that is accepted."""


class ActionDict(spaces.Dict):
    """All action-fluents of one instance, in a form.

    `accepted` tells of an action whether it may be taken now, and `distance` how far it is from that.
    """

    def __init__(
        self,
        reasoner: ProcessReasoner,
        form: Form,
        accepted: Callable[[Action], bool],
        distance: Callable[[Action], float],
    ) -> None:
        super().__init__(OrderedDict(form.spaces))
        self._form = form
        self._cells = reasoner.actions
        self._idle = reasoner.simulator.idle
        self._most = reasoner.instance.most_actions
        self._changed = reasoner.changed
        self._accepted = accepted
        self._distance = distance

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """An action that is accepted now; raises `RelgymError` if none is found."""
        if mask is not None or probability is not None:
            raise ValueError("actions of RDDL are sampled without a mask")
        return self._form.shown(self._drawn())

    def _drawn(self) -> Action:
        rng = self.np_random
        names = list(self._cells)
        limit = len(names) if self._most is None else min(self._most, len(names))
        for attempt in range(TRIES):
            if attempt == PATIENCE and self._accepted(self._idle):
                return self._idle
            count = int(rng.integers(limit + 1))
            chosen = [names[int(n)] for n in rng.choice(len(names), size=count, replace=False)] if count else []
            action = self._mended({name: self._random(self._cells[name]) for name in chosen}, limit)
            if action is not None:
                return action
        raise RelgymError("no valid action was found by trying", hint="the preconditions may allow none in this state")

    def _mended(self, given: dict[str, Number], limit: int) -> Action | None:
        """An action near the one with these entries that is accepted: what brings it no farther from that is kept."""
        rng = self.np_random
        action = self._changed(given)
        if self._accepted(action):
            return action
        names = list(self._cells)
        if not names:
            return None
        far = self._distance(action)
        for _ in range(CHANGES):
            name = names[int(rng.integers(len(names)))]
            other = dict(given)
            if name in other and rng.random() < 0.5:
                del other[name]
            else:
                other[name] = self._random(self._cells[name])
            if len(other) > limit:
                del other[[*other][int(rng.integers(len(other) - 1))]]
            changed = self._changed(other)
            now = self._distance(changed)
            if now <= far:
                given, far = other, now
                if far == 0 and self._accepted(changed):
                    return changed
        return None

    def _random(self, cell: Cell) -> Number:
        rng = self.np_random
        match cell.fluent.range:
            case "bool":
                return not cell.of(self._idle)
            case "real":
                return cell.interval.sample(rng)
            case "int":
                low, high = cell.interval.whole(LARGEST_INT)
                if high - low < LARGEST_INT:
                    return int(rng.integers(low, high + 1))
                return int(min(max(round(cell.interval.sample(rng)), low), high))
            case _:
                return int(rng.integers(len(cell.items)))


def dict_of(form: Form) -> spaces.Dict:
    """The space of a form, its entries in their order (Gymnasium sorts what is not an `OrderedDict`)."""
    return spaces.Dict(OrderedDict(form.spaces))
