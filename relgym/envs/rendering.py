"""What `render` gives, by the mode that was asked for when an environment was made.

>>> class Words:
...     text = svg = pixels = staticmethod(lambda state: f"<{state}>")
>>> rendered("human", Words, "on a b")
<on a b>
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeVar, get_args

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from relgym.errors import RelgymError

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]

METADATA: dict[str, Any] = {"render_modes": list(get_args(RenderMode)), "render_fps": 4}
"""The `metadata` of environments."""

State = TypeVar("State", contravariant=True)


class Pictures(Protocol[State]):
    """What draws states: `Painter` those of PDDL, `ProcessPainter` those of RDDL."""

    def text(self, state: State) -> str: ...

    def svg(self, state: State) -> str: ...

    def pixels(self, state: State) -> NDArray[np.uint8]: ...


def check_mode(mode: str | None) -> None:
    """Raise `RelgymError` for what is no render mode."""
    if mode is not None and mode not in METADATA["render_modes"]:
        modes = ", ".join(map(repr, METADATA["render_modes"]))
        raise RelgymError(f"there is no render_mode {mode!r}", expected=modes)


def rendered(mode: str | None, pictures: Pictures[State], state: State) -> str | NDArray[np.uint8] | None:
    """The picture of a state: text, the text of an SVG file, or an array of rows, columns and colours, of `uint8`.

    With `human` it is printed, and nothing is given back; without a mode there is a warning.
    """
    match mode:
        case "ansi":
            return pictures.text(state)
        case "svg":
            return pictures.svg(state)
        case "rgb_array":
            return pictures.pixels(state)
        case "human":
            print(pictures.text(state))
            return None
        case _:
            gym.logger.warn("render() needs a render_mode: gymnasium.make(..., render_mode='ansi')")
            return None
