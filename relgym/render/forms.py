"""The forms in which pictures of states leave a painter, the same for both languages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from relgym.render.svg import Drawing, svg

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

S = TypeVar("S")


class StatePainter(ABC, Generic[S]):
    """A painter of the states of one problem; all its drawings have one size."""

    @abstractmethod
    def drawing(self, state: S) -> Drawing:
        """Draw a state as shapes with coordinates.

        Args:
            state: The state.

        Returns:
            The drawing, in pixels.
        """

    @abstractmethod
    def blank(self) -> Drawing:
        """Return a drawing without a state."""

    def svg(self, state: S) -> str:
        """Draw a state as the text of an SVG file.

        Args:
            state: The state.

        Returns:
            The text.
        """
        return svg(self.drawing(state))

    def pixels(self, state: S, canvas: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Draw a state as an array of pixels.

        Args:
            state: The state.
            canvas: The width and height of the array in pixels, with the picture in the middle; by default `size`.

        Returns:
            An array of shape `(height, width, 3)` and dtype uint8: red, green and blue.
        """
        # Pillow is loaded when it is needed: a text is not to wait for it.
        from relgym.render.pixels import pixels

        return pixels(self.drawing(state), canvas)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a picture in pixels, unless a canvas is given."""
        from relgym.render.pixels import size_of

        blank = self.blank()
        return size_of(blank.width, blank.height)
