"""Scenes of RDDL: the look of a domain's states as data, from the `scene.toml` of its folder or a file of the user's.

A scene has `panels`, which stand beside each other, and may say in words what is `wanted`. Values are expressions of
RDDL in the names of the instance, such as `position`, `HALF-LENGTH * sin[angle]` and `pos-x(?a)`, or numbers. The name
of a fluent alone means its value for the objects of its part: `pos-x` is `pos-x(?a)`. State-fluents that no panel shows
with all their digits stand in a table below.

>>> scene_of({"panels": [{"layout": "plane", "points": [{"at": ["x", "y"]}]}]}).panels[0].points[0].at
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from relgym.errors import RelgymError, did_you_mean
from relgym.read.tables import ATTACHED, read_table
from relgym.render.scene import ColourName, GlyphName, LookColour, Names, Words
from relgym.render.scene_files import SceneFiles

Expression: TypeAlias = str | int | float
"""An expression of RDDL, or a number."""

Pair = Annotated[tuple[Expression, ...], lambda pair: None if len(pair) == 2 else "two expressions are needed"]
"""Two expressions, such as the place across and up."""


def _four(names: Names) -> str | None:
    return None if len(names) == 4 else "four words are needed: for the north, east, south and west"


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A part of a panel, drawn for each object of a type, or each tuple of objects of several types, if `when` holds.

    `of` has the types. A free variable of an expression stands for the object of its type; where two have one type, or
    names help, `of` gives variables as in `?x : t`. `legend` says below the panel what it means.
    """

    of: Names = ()
    when: Expression = "true"
    colour: LookColour = "black"
    legend: str = ""


@dataclass(frozen=True, kw_only=True)
class Point(_Part):
    """A glyph at a place of the plane.

    `size` is in pixels; `radius` makes it a disc in the units of the plane. `angle` turns it to the left, in radians;
    `velocity` is an arrow from it. `name` writes the object beside it, and `text` a value. `pale` draws it so, for
    areas and what is not yet there.
    """

    at: Pair
    glyph: GlyphName = "disc"
    size: int = 22
    radius: Expression | None = None
    angle: Expression | None = None
    velocity: Pair | None = None
    name: bool = False
    text: Expression | None = None
    pale: bool = False


@dataclass(frozen=True, kw_only=True)
class Segment(_Part):
    """A straight line between two places of the plane; `thick` is in pixels."""

    start: Pair
    end: Pair
    thick: int = 2


@dataclass(frozen=True, kw_only=True)
class PlaneCurve:
    """The way of a place while a state-fluent without parameters goes from `low` to `high`."""

    fluent: str
    low: Expression
    high: Expression
    at: Pair
    colour: ColourName = "grey"


@dataclass(frozen=True, kw_only=True)
class ValueMark:
    """A mark on an object if `when` holds: a `glyph`, or a `colour` of the whole; `legend` says what it means.

    With a `value`, it is the deeper, the nearer the value is to `high`, and its number is written.
    """

    when: Expression = "true"
    glyph: GlyphName | None = None
    colour: ColourName = "grey"
    legend: str = ""
    value: Expression | None = None
    low: Expression = 0
    high: Expression = 1


@dataclass(frozen=True, kw_only=True)
class Level:
    """A line across a gauge; `legend` says below the panel what it means."""

    value: Expression
    legend: Words
    colour: ColourName = "vermillion"


@dataclass(frozen=True, kw_only=True)
class _Panel:
    """The keys of all panels."""

    title: str = ""


@dataclass(frozen=True, kw_only=True)
class Plane(_Panel):
    """Things in a plane: `across` and `up` are its ends from left to right and from bottom to top.

    Without ends, the plane is as large as the places at the start, with a margin. Both directions have one scale,
    unless `square` is false. Things outside are drawn at the edge, paler.
    """

    layout: Literal["plane"]
    across: Pair | None = None
    up: Pair | None = None
    square: bool = True
    curves: tuple[PlaneCurve, ...] = ()
    segments: tuple[Segment, ...] = ()
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CellGrid(_Panel):
    """A square for each object of `of`, whose name has two numbers; `numbers` says what these are."""

    layout: Literal["grid"]
    of: str
    numbers: Names = ("row", "column")
    marks: tuple[ValueMark, ...]


@dataclass(frozen=True, kw_only=True)
class Network(_Panel):
    """A card for each object of `of`; `links` holds for two that are linked."""

    layout: Literal["network"]
    of: str
    links: Expression
    marks: tuple[ValueMark, ...]


@dataclass(frozen=True, kw_only=True)
class Gauges(_Panel):
    """An upright gauge for each object of `of`, or one: a `value` between `low` and `high`, and lines across it.

    Values below zero have the colour `below`.
    """

    layout: Literal["gauges"]
    of: Names = ()
    value: Expression
    low: Expression = 0
    high: Expression
    colour: ColourName = "sky"
    below: ColourName = "vermillion"
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Shaft(_Panel):
    """Floors above each other and lifts that move along them.

    `above` holds for a floor and the one below it, `at` for a lift and its floor. `waiting` are marks of floors,
    `inside` are marks of lifts.
    """

    layout: Literal["shaft"]
    floor: str
    lift: str
    above: Expression
    at: Expression
    waiting: tuple[ValueMark, ...] = ()
    inside: tuple[ValueMark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Streets(_Panel):
    """Crossings of streets, which have one-way links between them and queues for each turn.

    The names of crossings have two numbers: row and column. Those of links are `FROM-TO`, the names of crossings or of
    an end outside that begins with one of `sides`. `source`, `target` and `crossing` give links and crossing of a turn,
    `green` holds if vehicles may take it. `queue` are those that wait for a turn, `moving` those that drive along a
    link, `outside` those before it, and `room` is how many find room in it.
    """

    layout: Literal["streets"]
    link: str
    turn: str
    source: Expression
    target: Expression
    crossing: Expression
    green: Expression
    queue: Expression
    moving: Expression
    outside: Expression = 0
    room: Expression
    sides: Annotated[Names, _four] = ("north", "east", "south", "west")


Panel: TypeAlias = Plane | CellGrid | Network | Gauges | Shaft | Streets

_LAYOUTS: Mapping[str, type[Panel]] = {
    "plane": Plane,
    "grid": CellGrid,
    "network": Network,
    "gauges": Gauges,
    "shaft": Shaft,
    "streets": Streets,
}


@dataclass(frozen=True, kw_only=True)
class RDDLScene:
    """A scene: its panels, what is wanted, in words, and the name of its file, for messages."""

    wanted: str = ""
    panels: tuple[Panel, ...] = field(default=(), metadata=ATTACHED)
    file: str = field(default="<scene>", metadata=ATTACHED)


def scene_of(data: Mapping[str, Any], file: str = "<scene>") -> RDDLScene:
    """The scene that the tables of a TOML file say; raises `RelgymError` that names the file and each wrong key."""
    rest = dict(data)
    given = rest.pop("panels", [])
    if not isinstance(given, list) or not given:
        raise RelgymError(f"{file}: panels: an array of tables is needed, each with a layout: {', '.join(_LAYOUTS)}")
    panels = tuple(_panel(panel, file, ("panels", number)) for number, panel in enumerate(given))
    return read_table(RDDLScene, rest, file, panels=panels, file=file)


def _panel(data: Any, file: str, key: tuple[str, int]) -> Panel:
    known, place = ", ".join(_LAYOUTS), f"{file}: {key[0]}.{key[1]}.layout"
    layout = data.get("layout") if isinstance(data, Mapping) else None
    if layout is None:
        raise RelgymError(f"{place}: Field required; it is one of {known}")
    kind = _LAYOUTS.get(layout) if isinstance(layout, str) else None
    if kind is None:
        rest = did_you_mean(str(layout), _LAYOUTS) or f"there are {known}"
        raise RelgymError(f"{place}: there is no layout '{layout}'; {rest}")
    return read_table(kind, data, file, *key)


RDDL_SCENES: SceneFiles[RDDLScene] = SceneFiles((RDDLScene,), "a scene of RDDL", "the path of a scene.toml", scene_of)
"""The reader of scenes of RDDL."""
