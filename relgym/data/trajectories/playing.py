"""One episode as lines of JSON: play it by a policy, and write each state, action and result."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from relgym.data.trajectories.lines import Ending
from relgym.data.trajectories.state_texts import CellTexts, StateTexts
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction, ParseError, RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.rddl.domain import Kind
from relgym.reasoning.rddl.cells import CellMap, cells_of

_TRUTH = {True: "true", False: "false"}


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode that was played: its lines, the sum of its rewards, and why it ended."""

    lines: list[str]
    total_reward: float
    ended: Ending


def play_pddl(
    core: PDDLEnv,
    info: Mapping[str, Any],
    act: Callable[[], Any],
    limit: int | None,
    explain: bool,
    texts: StateTexts,
) -> PlayedEpisode:
    """Play an episode of PDDL and return it with its `step` lines.

    Args:
        core: The environment, which has been reset.
        info: The info of the reset.
        act: Returns the next action, or `None`.
        limit: The largest number of steps.
        explain: True to explain each action.
        texts: The texts of states.
    """
    text_of, state, number, total = texts.of, core.get_state(), 0, 0.0
    lines = [_line(0, None, text_of(state))]
    ended: Ending | None = "goal" if info["goal"] else "dead end" if info["dead_end"] else None
    while ended is None:
        given = act()
        if given is None:
            ended = "no action"
            break
        if isinstance(given, str):
            given = _resolved(core, state, given)
        elif not isinstance(given, Action):
            raise RelgymError(f"the policy gave {given!r}, no action", expected="an Action, its text, or None")
        explanation = _explained(core, given) if explain else ""
        state, reward, terminated, _, info = core.step(given)
        number, total = number + 1, total + reward
        truncated = number == limit
        lines.append(_line(number, str(given), text_of(state), reward, terminated, truncated, info, explanation))
        if terminated:
            ended = "goal"
        elif truncated:
            ended = "truncated"
        elif info["dead_end"]:
            ended = "dead end"
    return PlayedEpisode(_with_end(lines, ended), total, ended)


def _line(
    number: int,
    action: Any,
    state: str,
    reward: Any = 0.0,
    terminated: bool = False,
    truncated: bool = False,
    info: Mapping[str, Any] | None = None,
    explanation: str = "",
) -> str:
    """The line of a step; `state` is the JSON of the state and, if there is one, the observation, without braces."""
    invalid = f', "invalid_reason": {json.dumps(info["invalid_reason"])}' if info and info["invalid_action"] else ""
    return (
        f'{{"kind": "step", "step": {number}, "action": {json.dumps(action)}, {state}, '
        f'"reward": {float(reward)!r}, "terminated": {_TRUTH[terminated]}, "truncated": {_TRUTH[truncated]}'
        f"{invalid}{explanation}}}\n"
    )


def _with_end(lines: list[str], ended: Ending) -> list[str]:
    """Say on the last line why the episode ends there."""
    lines[-1] = f'{lines[-1][:-2]}, "ended": "{ended}"}}\n'
    return lines


def _resolved(core: PDDLEnv, state: State, text: str) -> Action | str:
    """The action that a text means, which may be an action atom of PDDLGym; the text itself if it means none."""
    try:
        return core.reasoner.resolve(state, text)
    except (InvalidAction, ParseError):
        return text


def _explained(core: PDDLEnv | RDDLEnv, action: Any) -> str:
    """The explanation of an action in the present state; none for what is not an action of the task."""
    try:
        return f', "explanation": {json.dumps(core.explain(action).to_json())}'
    except (InvalidAction, ParseError):
        return ""


def play_rddl(
    core: RDDLEnv, info: Mapping[str, Any], act: Callable[[], Any], limit: int | None, explain: bool
) -> PlayedEpisode:
    """Play an episode of RDDL and return it with its `step` lines.

    Args:
        core: The environment, which has been reset.
        info: The info of the reset.
        act: Returns the cells of the next action that differ from their defaults, or `None`.
        limit: The largest number of steps, beside the horizon.
        explain: True to explain each action.
    """
    layout, number, total = core.dynamics.layout, 0, 0.0
    text_of, observed = CellTexts(core.reasoner.program).of, layout.of_kind(Kind.OBSERVED)
    seen = cells_of(layout, observed) if observed else None
    changes = Changes(core)
    lines = [_line(0, None, text_of(core.get_state()))]
    ended: Ending | None = "terminated" if info["ended"] else None
    while ended is None:
        given = act()
        if given is None:
            ended = "no action"
            break
        if not isinstance(given, Mapping):
            raise RelgymError(f"the policy gave {given!r}, no action", expected="a dictionary of cells, or None")
        action = changes.of(given)
        explanation = _explained(core, action) if explain else ""
        observation, reward, terminated, truncated, info = core.step(action)
        number, total = number + 1, total + reward
        truncated = truncated or number == limit
        state = text_of(core.get_state())
        if seen is not None:
            state += f', "observation": {json.dumps(_written(seen, observation))}'
        lines.append(_line(number, action, state, reward, terminated, truncated, info, explanation))
        if terminated:
            ended = "terminated"
        elif truncated:
            ended = "broken" if info.get("broken") else "truncated"
    return PlayedEpisode(_with_end(lines, ended), total, ended)


class Changes:
    """Writes actions of an RDDL environment as the cells that differ from their defaults."""

    def __init__(self, core: RDDLEnv) -> None:
        self._cells: CellMap = core.reasoner.actions
        idle = core.dynamics.idle
        self._defaults = {name: cell.written(cell.of(idle)) for name, cell in self._cells.items()}

    def of(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return an action as JSON has it; what is not an action stays as it is, for the environment to refuse."""
        entries = {}
        for name, value in given.items():
            cell = self._cells.get(name)
            if cell is None or not cell.holds(value):
                entries[str(name)] = _plain(value)
            elif (plain := cell.written(value)) != self._defaults[name]:
                entries[name] = plain
        return entries


def _plain(value: Any) -> Any:
    """A value that JSON can hold."""
    plain = value.item() if hasattr(value, "item") and getattr(value, "size", 1) == 1 else value
    return plain if isinstance(plain, bool | int | float | str) else repr(plain)


def _written(cells: CellMap, observation: Mapping[str, Any]) -> dict[str, Any]:
    return {name: cells[name].written(value) for name, value in observation.items()}
