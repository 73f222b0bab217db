"""Results of `render` for each render mode.

>>> class Words:
...     text = svg = staticmethod(lambda state: f"<{state}>")
>>> rendered("human", Words, "on a b", None)
<on a b>
>>> canvas_over([(480, 200), (300, 481)])
(480, 482)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeVar, get_args

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from relgym.errors import RelgymError

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]

METADATA: dict[str, Any] = {"render_modes": list(get_args(RenderMode)), "render_fps": 4}
"""The `metadata` of environments."""

State = TypeVar("State", contravariant=True)

Size = tuple[int, int]
"""Width and height in pixels."""

CANVAS: Size = (960, 720)
"""The size of frames in pixels if a generator makes the problems, or if there are too many to lay all of them out."""


class Pictures(Protocol[State]):
    """A painter of states: `Painter` for PDDL, `RDDLPainter` for RDDL."""

    def text(self, state: State) -> str: ...

    def svg(self, state: State) -> str: ...

    def pixels(self, state: State, canvas: Size | None) -> NDArray[np.uint8]: ...


def check_mode(mode: str | None) -> None:
    """Raise `RelgymError` for an unknown render mode."""
    if mode is not None and not (isinstance(mode, str) and mode in METADATA["render_modes"]):
        modes = ", ".join(map(repr, METADATA["render_modes"]))
        raise RelgymError(f"there is no render_mode {mode!r}", expected=modes)


def canvas_over(sizes: Iterable[Size]) -> Size:
    """The size of frames in which pictures of all these sizes fit, in even numbers, as video formats want them."""
    widths, heights = zip(*sizes, strict=True)
    return max(widths) + max(widths) % 2, max(heights) + max(heights) % 2


def rendered(
    mode: str | None, pictures: Pictures[State], state: State, canvas: Size | None
) -> str | NDArray[np.uint8] | None:
    """The picture of a state: text, the text of an SVG file, or an array of rows, columns and colours, of `uint8`.

    The array is as large as the canvas. With `human` the text is printed, and nothing is given back; without a mode
    there is a warning.
    """
    match mode:
        case "ansi":
            return pictures.text(state)
        case "svg":
            return pictures.svg(state)
        case "rgb_array":
            return pictures.pixels(state, canvas)
        case "human":
            print(pictures.text(state))
            return None
        case _:
            gym.logger.warn("render() needs a render_mode: gymnasium.make(..., render_mode='ansi')")
            return None
