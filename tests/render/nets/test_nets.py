"""Nets as DOT and SVG: whole, legible, the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations
from xml.etree import ElementTree

import pytest

from relgym.catalogue.domains import spec
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.render.nets.dot import net_dot
from relgym.render.nets.layered import NODE_HEIGHT, arranged
from relgym.render.nets.looks import LOOKS
from relgym.render.nets.svg import net_svg
from relgym.translate.equations.graph import Net, NetNode, NodeRole, ground_net, lifted_net
from relgym.translate.equations.layout import Layout

SVG = "{http://www.w3.org/2000/svg}"

ALL = Net(
    'every <role> & "more"',
    (
        NetNode("at", NodeRole.STATE, 0),
        NetNode("go", NodeRole.ACTION, 0),
        NetNode("way", NodeRole.INTERMEDIATE, 1),
        NetNode("sum", NodeRole.DERIVED, 1),
        NetNode("at'", NodeRole.NEXT, 2),
        NetNode("seen", NodeRole.OBSERVED, 3),
        NetNode("reward", NodeRole.REWARD, 4),
    ),
    (("at", "way"), ("go", "way"), ("at", "sum"), ("way", "at'"), ("go", "at'"), ("at'", "seen"), ("go", "reward")),
)


def sysadmin() -> Net:
    own = spec("sysadmin")
    domain = read_domain(own.domain)
    return ground_net(Layout(read_instance(own.problems("train")[0], domain)))


def test_every_role_has_a_look() -> None:
    assert LOOKS.keys() == set(NodeRole)
    assert len({look.fill for look in LOOKS.values()}) == len(NodeRole)


@pytest.mark.parametrize("role", NodeRole, ids=lambda role: role.value)
def test_text_is_legible(role: NodeRole) -> None:
    """WCAG 2.1, success criterion 1.4.3."""
    lighter, darker = sorted(map(luminance, (LOOKS[role].fill, LOOKS[role].text)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# How each kind of dichromacy sees linear red, green and blue (Viénot, Brettel and Mollon, 1999).
SEEN_BY = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_fills_stay_apart_for_all_eyes(eyes: str) -> None:
    """Two kinds of node that are alike to some eyes have different shapes."""
    for one, other in combinations(NodeRole, 2):
        if LOOKS[one].shape is LOOKS[other].shape:
            near = max(abs(a - b) for a, b in zip(seen(one, eyes), seen(other, eyes), strict=True))
            assert near > 20 / 255, (one, other)


def seen(role: NodeRole, eyes: str) -> list[float]:
    linear = [(int(LOOKS[role].fill[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5)]
    return [
        max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True))) ** (1 / 2.2)
        for row in SEEN_BY[eyes]
    ]


def test_svg_has_every_node_and_a_legend() -> None:
    picture = ElementTree.fromstring(net_svg(ALL))
    groups = {group.get("id"): group for group in picture.iter(f"{SVG}g") if group.get("id")}
    assert [*groups] == ["at", "go", "way", "sum", "at.next", "seen", "reward"]
    assert groups["at.next"].find(f"{SVG}title").text == "at': next state, from way, go"
    assert groups["go"].find(f"{SVG}title").text == "go: action"
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts[0].startswith('every <role> & "more"')
    assert {role.value for role in NodeRole} <= set(texts)
    without_actions = Net("one", (NetNode("at", NodeRole.STATE, 0), NetNode("at'", NodeRole.NEXT, 1)), (("at", "at'"),))
    assert "action" not in [text.text for text in ElementTree.fromstring(net_svg(without_actions)).iter(f"{SVG}text")]


def test_svg_lies_within_its_frame_and_nothing_overlaps() -> None:
    picture = ElementTree.fromstring(net_svg(sysadmin()))
    width, height = float(picture.get("width")), float(picture.get("height"))
    boxes = []
    for group in picture.iter(f"{SVG}g"):
        if group.get("id"):
            rect, text = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
            if rect is not None:
                x, y, wide, tall = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
                assert len(text.text) * 7.25 < wide
                assert x >= 0 <= y
                assert x + wide < width
                assert y + tall < height
                boxes.append((x, y, wide, tall))
    assert len(boxes) == len(sysadmin().nodes) - 1
    for (x, y, wide, tall), (x2, y2, wide2, tall2) in combinations(boxes, 2):
        assert x + wide < x2 or x2 + wide2 < x or y + tall < y2 or y2 + tall2 < y


def test_edges_pass_nodes_by() -> None:
    columns = [["a", "b", "c"], ["d", "e"], ["f"], ["g"]]
    edges = [("a", "g"), ("b", "g"), ("c", "d"), ("b", "f"), ("e", "f"), ("f", "g")]
    drawing = arranged(columns, edges, {name: 50.0 for column in columns for name in column})
    for curve in drawing.curves:
        if curve.start == curve.end:
            for position in drawing.positions.values():
                if curve.left < position.x < curve.right:
                    assert abs(position.y - curve.start) > NODE_HEIGHT / 2
    # Six edges, two of which pass two columns together, one a column alone.
    assert sum(curve.head for curve in drawing.curves) == 5


def test_crossings_that_need_not_be_are_not_there() -> None:
    drawing = arranged(
        [["a", "b", "c"], ["d", "e", "f"]], [("a", "f"), ("b", "e"), ("c", "d")], dict.fromkeys("abcdef", 9)
    )
    for one, other in combinations(drawing.curves, 2):
        assert (one.start < other.start) == (one.end < other.end)


def test_empty_nets() -> None:
    assert arranged([], [], {}).height == NODE_HEIGHT / 2
    ElementTree.fromstring(net_svg(Net("bare", (NetNode("reward", NodeRole.REWARD, 1),), ())))


def test_dot() -> None:
    text = net_dot(ALL)
    assert text.startswith('digraph "every <role> & \\"more\\"" {\n')
    assert text.count("rank = same;") == 5
    assert re.findall(r'^    ("[^"]+") -> ("[^"]+");$', text, re.MULTILINE) == [
        (f'"{source}"', f'"{target}"') for source, target in ALL.edges
    ]
    assert '        node [shape = box, fillcolor = "#e69f00", fontcolor = "#1a1a1a"];\n        "go";\n' in text


def test_the_same_text_in_every_process() -> None:
    code = (
        "from relgym.catalogue.domains import spec; from relgym.read.rddl.loading import read_domain; "
        "from relgym.render.nets.svg import net_svg; from relgym.render.nets.dot import net_dot; "
        "from relgym.translate.equations.graph import lifted_net; "
        "net = lifted_net(read_domain(spec('elevators').domain)); print(net_svg(net) + net_dot(net))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    net = lifted_net(read_domain(spec("elevators").domain))
    assert texts == {f"{net_svg(net)}{net_dot(net)}\n"}
