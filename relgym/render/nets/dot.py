"""A net as text for Graphviz.

>>> from relgym.translate.equations.graph import Net, NetNode, NodeRole
>>> nodes = NetNode("lit", NodeRole.STATE, 0), NetNode("lit'", NodeRole.NEXT, 1)
>>> print(net_dot(Net("lamp", nodes, (("lit", "lit'"),))))
digraph "lamp" {
    rankdir = LR;
    node [style = filled, fontname = "sans-serif"];
    {
        rank = same;
        node [shape = ellipse, fillcolor = "#b3d9f2", fontcolor = "#1a1a1a"];
        "lit";
    }
    {
        rank = same;
        node [shape = ellipse, fillcolor = "#0b5c91", fontcolor = "#ffffff"];
        "lit'";
    }
    "lit" -> "lit'";
}
"""

from __future__ import annotations

from itertools import groupby

from relgym.render.nets.looks import LOOKS, NodeShape
from relgym.translate.equations.graph import Net

_SHAPES = {NodeShape.ROUND: "ellipse", NodeShape.BOX: "box", NodeShape.CUT: "hexagon"}


def net_dot(net: Net) -> str:
    """The net as a `digraph`, a level below each other in the file and a column each in the picture."""
    lines = [f"digraph {_quoted(net.title)} {{", "    rankdir = LR;"]
    lines.append('    node [style = filled, fontname = "sans-serif"];')
    for _, nodes in groupby(net.nodes, key=lambda node: node.level):
        lines += ["    {", "        rank = same;"]
        for role, alike in groupby(nodes, key=lambda node: node.role):
            look = LOOKS[role]
            paint = f'fillcolor = "{look.fill}", fontcolor = "{look.text}"'
            lines.append(f"        node [shape = {_SHAPES[look.shape]}, {paint}];")
            lines += [f"        {_quoted(node.name)};" for node in alike]
        lines.append("    }")
    lines += [f"    {_quoted(source)} -> {_quoted(target)};" for source, target in net.edges]
    return "\n".join([*lines, "}"])


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
