"""A net as an SVG picture: a column for each level, a legend below.

>>> from relgym.translate.equations.graph import Net, NetNode, NodeRole
>>> nodes = NetNode("lit", NodeRole.STATE, 0), NetNode("lit'", NodeRole.NEXT, 1)
>>> picture = net_svg(Net("lamp", nodes, (("lit", "lit'"),)))
>>> 'id="lit.next"' in picture
True
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import assert_never

from relgym.render.nets.layered import NODE_HEIGHT, NetLayout, Position, arranged
from relgym.render.nets.looks import DARK, LOOKS, NodeLook, NodeShape
from relgym.render.shapes import DrawnItem
from relgym.render.svg import attributes_of
from relgym.translate.equations.graph import Net, NodeRole

MARGIN = 24.0
TITLE_HEIGHT = 36.0
LEGEND_GAP = 28.0
LEGEND_HEIGHT = 24.0
CHARACTER = 7.3
"""The width of a character of the picture's font, in pixels."""
PADDING = 13.0
NARROWEST = 64.0

_EDGE = "#59636e"

_HEAD = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L8 4 L0 7.5 z" fill="{_EDGE}"/></marker></defs>'
)


def net_svg(net: Net, inline: bool = False) -> str:
    """Draw a net; every node is a group that has its fluent as `data-fluent` and its objects as `data-objects`.

    Args:
        net: The net.
        inline: The picture becomes part of a page. Without this, every group has its name as id, in which `.next`
            stands for the prime, and the picture is one image.

    Returns:
        The text of an SVG file.
    """
    columns = [[node.name for node in nodes] for _, nodes in groupby(net.nodes, key=lambda node: node.level)]
    widths = {node.name: _width(node.name) for node in net.nodes}
    drawing = arranged(columns, net.edges, widths)
    legend = [role for role in NodeRole if any(node.role is role for node in net.nodes)]
    inside = max(drawing.width, sum(_legend_width(role) for role in legend), _width(_title(net)))
    width = inside + 2 * MARGIN
    height = drawing.height + 2 * MARGIN + TITLE_HEIGHT + LEGEND_GAP + LEGEND_HEIGHT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="{"group" if inline else "img"}" font-size="12" '
            'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">',
            f"<title>{escape(_title(net))}</title>",
            _HEAD,
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            f'<text x="{MARGIN:g}" y="{MARGIN + 11:g}" font-weight="bold" fill="{DARK}">{escape(_title(net))}</text>',
            f'<g transform="translate({MARGIN + (inside - drawing.width) / 2:g} {MARGIN + TITLE_HEIGHT:g})">',
            *_edges(drawing),
            *_nodes(net, drawing, not inline),
            "</g>",
            f'<g transform="translate({MARGIN:g} {height - MARGIN - LEGEND_HEIGHT / 2:g})">',
            *_legend(legend),
            "</g>",
            "</svg>",
        ]
    )


def _title(net: Net) -> str:
    return f"{net.title}: what a step computes from what"


def _width(text: str) -> float:
    return max(NARROWEST, round(len(text) * CHARACTER + 2 * PADDING, 1))


def _edges(drawing: NetLayout) -> Iterator[str]:
    """Curves that begin and end level, so that the pieces of one edge go over into each other."""
    yield f'<g fill="none" stroke="{_EDGE}" stroke-width="1.2">'
    for curve in drawing.curves:
        half = (curve.left + curve.right) / 2
        way = f"M{curve.left:g} {curve.start:g} C{half:g} {curve.start:g} {half:g} {curve.end:g} "
        head = ' marker-end="url(#arrow)"' if curve.head else ""
        yield f'<path d="{way}{curve.right:g} {curve.end:g}"{head}/>'
    yield "</g>"


def _nodes(net: Net, drawing: NetLayout, ids: bool) -> Iterator[str]:
    read: dict[str, list[str]] = {node.name: [] for node in net.nodes}
    for source, target in net.edges:
        read[target].append(source)
    for node in net.nodes:
        look, position = LOOKS[node.role], drawing.positions[node.name]
        told = f"{node.name}: {node.role.value}"
        if read[node.name]:
            told += f", from {', '.join(read[node.name])}"
        attributes = f' id="{escape(node.name.replace(chr(39), ".next"))}"' if ids else ""
        if node.role is not NodeRole.REWARD:
            item = DrawnItem("", "", (), fluents=(node.name.removesuffix("'"),), objects=node.objects)
            attributes += attributes_of(item)
        yield f"<g{attributes}>"
        yield f"<title>{escape(told)}</title>"
        yield _outline(look, position, NODE_HEIGHT)
        yield (
            f'<text x="{position.x:g}" y="{position.y + 4:g}" text-anchor="middle" fill="{look.text}">'
            f"{escape(node.name)}</text>"
        )
        yield "</g>"


def _outline(look: NodeLook, position: Position, height: float) -> str:
    width = position.width
    left, top = position.x - width / 2, position.y - height / 2
    paint = f'fill="{look.fill}" stroke="{DARK}"'
    match look.shape:
        case NodeShape.ROUND | NodeShape.BOX:
            corner = height / 2 if look.shape is NodeShape.ROUND else 2
            return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" {paint}/>'
        case NodeShape.CUT:
            right, bottom, cut = left + width, top + height, height / 3
            points = (
                f"{left:g},{position.y:g} {left + cut:g},{top:g} {right - cut:g},{top:g} "
                f"{right:g},{position.y:g} {right - cut:g},{bottom:g} {left + cut:g},{bottom:g}"
            )
            return f'<polygon points="{points}" {paint}/>'
        case _:
            assert_never(look.shape)


def _legend(roles: list[NodeRole]) -> Iterator[str]:
    x = 0.0
    for role in roles:
        yield _outline(LOOKS[role], Position(x + 14, 0, 28), 16)
        yield f'<text x="{x + 35:g}" y="4" fill="{DARK}">{role.value}</text>'
        x += _legend_width(role)


def _legend_width(role: NodeRole) -> float:
    return 35 + len(role.value) * CHARACTER + 24
