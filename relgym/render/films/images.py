"""Drawings as files: PNG, and GIF for several of them.

>>> from relgym.render.shapes import DrawnItem, Rect
>>> from relgym.render.svg import Drawing
>>> drawing = Drawing(60, 40, (), (DrawnItem("", "", (Rect(0, 0, 60, 40, "#56b4e9"),)),))
>>> png(drawing)[1:4], gif([drawing, drawing])[:3]
(b'PNG', b'GIF')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from relgym.render.pixels import Size, image
from relgym.render.svg import Drawing

if TYPE_CHECKING:
    from PIL import Image

STEP, LAST = 600, 2400
"""The duration of a GIF's frames, and of its last frame before it repeats, in milliseconds."""

HUES = 128
"""The number of colours of a GIF's frame."""


def png(drawing: Drawing, size: Size | None = None) -> bytes:
    """The bytes of a PNG file of a size in pixels; by default that of a picture."""
    file = BytesIO()
    image(drawing, size).save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(drawings: Sequence[Drawing]) -> bytes:
    """The bytes of a GIF file with a frame for each drawing; they have one size, and there is one at least."""
    return gif_of_frames(map(image, drawings), [*[STEP] * (len(drawings) - 1), LAST])


def gif_of_frames(frames: Iterable[Image.Image], durations: Sequence[int]) -> bytes:
    """The bytes of a GIF file with these frames, each seen for so many milliseconds; they have one size."""
    first, *others = (frame.quantize(HUES) for frame in frames)
    file = BytesIO()
    # Pillow makes one frame of those that are alike, and shows it as long as them all.
    first.save(file, "GIF", save_all=True, append_images=others, duration=[*durations], loop=0, disposal=1)
    return file.getvalue()
