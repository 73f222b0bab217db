"""Drawings as files: PNG, and GIF for several of them.

>>> from relgym.render.drawing import Drawing, DrawnItem, Rect
>>> drawing = Drawing(60, 40, (), (DrawnItem("", "", (Rect(0, 0, 60, 40, "#56b4e9"),)),))
>>> png(drawing)[1:4], gif([drawing, drawing])[:3]
(b'PNG', b'GIF')
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from relgym.render.drawing import Drawing
from relgym.render.pixels import Size, image

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
    frames = [image(drawing).quantize(HUES) for drawing in drawings]
    file = BytesIO()
    durations = [*[STEP] * (len(frames) - 1), LAST]
    # Pillow makes one frame of those that are alike, and shows it as long as them all.
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, disposal=1)
    return file.getvalue()
