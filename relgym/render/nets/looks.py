"""Appearance of the nodes of a net: colours that colour-blind people can tell apart, and shapes.

The hues are those of Okabe and Ito, Color universal design, 2008; some are lighter or darker, for text on them.

>>> LOOKS[Role.ACTION].shape
<Shape.BOX: 'box'>
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from relgym.translate.equations.graph import Role

DARK, LIGHT = "#1a1a1a", "#ffffff"


class Shape(Enum):
    """Shapes as in influence diagrams: chance nodes are round, decisions are boxes, utilities have corners."""

    ROUND = "round"
    BOX = "box"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Look:
    fill: str
    text: str
    shape: Shape = Shape.ROUND


LOOKS = {
    Role.STATE: Look("#b3d9f2", DARK),
    Role.ACTION: Look("#e69f00", DARK, Shape.BOX),
    Role.INTERMEDIATE: Look("#f5ec8b", DARK),
    Role.DERIVED: Look("#dba6c6", DARK),
    Role.NEXT: Look("#0b5c91", LIGHT),
    Role.OBSERVED: Look("#5cc4a3", DARK),
    Role.REWARD: Look("#e8793a", DARK, Shape.CUT),
}
