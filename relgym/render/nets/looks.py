"""Appearance of the nodes of a net: colours that colour-blind people can tell apart, and shapes.

The hues are those of Okabe and Ito, Color universal design, 2008; some are lighter or darker, for text on them.

>>> LOOKS[NodeRole.ACTION].shape
<NodeShape.BOX: 'box'>
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from relgym.translate.equations.graph import NodeRole

DARK, LIGHT = "#1a1a1a", "#ffffff"


class NodeShape(Enum):
    """Shapes as in influence diagrams: chance nodes are round, decisions are boxes, utilities have corners."""

    ROUND = "round"
    BOX = "box"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class NodeLook:
    """The colours and the shape of a node."""

    fill: str
    text: str
    shape: NodeShape = NodeShape.ROUND


LOOKS = {
    NodeRole.STATE: NodeLook("#b3d9f2", DARK),
    NodeRole.ACTION: NodeLook("#e69f00", DARK, NodeShape.BOX),
    NodeRole.INTERMEDIATE: NodeLook("#f5ec8b", DARK),
    NodeRole.DERIVED: NodeLook("#dba6c6", DARK),
    NodeRole.NEXT: NodeLook("#0b5c91", LIGHT),
    NodeRole.OBSERVED: NodeLook("#5cc4a3", DARK),
    NodeRole.REWARD: NodeLook("#e8793a", DARK, NodeShape.CUT),
}
