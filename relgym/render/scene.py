"""Scenes: the look of a domain's states as data, from the `scene.toml` of its folder or from a file of the user's.

A scene only names types and predicates, so that a new domain needs no Python; the text picture and the one in colours
are drawn from the same scene. Every scene has a `layout`, and may have

- `looks`: for a type a glyph (`glyphs.py` has the list) and a colour; `each` gives every object a colour of its own;
- `marks`: what is drawn at an object of which predicates hold, the first ones before or upon the others;
- `notes`: predicates and functions whose present atoms and values are listed below the picture.

>>> scene_of({"layout": "stacks", "on": "on", "base": "on-table"}).notes
()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from relgym.errors import RelgymError, did_you_mean
from relgym.model.pddl.problem import Task
from relgym.read.tables import ATTACHED, not_empty, one_character, one_of, pair, read_table, refuse_wrong
from relgym.render.glyphs import GLYPHS
from relgym.render.palette import COLOURS
from relgym.render.scene_files import SceneFiles
from relgym.render.spots import kinds

Names = tuple[str, ...]
"""A list of names."""

SomeNames = Annotated[Names, not_empty("Tuple", "item")]
Words = Annotated[str, not_empty("String", "character")]

GlyphName = Annotated[str, one_of("glyph", sorted(GLYPHS))]
ColourName = Annotated[str, one_of("colour", COLOURS)]
Position = Annotated[tuple[float, ...], pair]
LookColour = Annotated[str, one_of("colour", (*COLOURS, "each"))]


@dataclass(frozen=True)
class Look:
    """The look of the objects of a type."""

    glyph: GlyphName = "disc"
    colour: LookColour = "each"


@dataclass(frozen=True)
class Mark:
    """A mark at an object for which all predicates of `holds` are true; the object is their last argument.

    `text` is for the picture in text. The picture in colours shows the `glyph`; with a `colour` alone, the place or
    cell gets that colour; with neither, the other object of the predicate, as in `(at ?thing ?cell)`, is shown in the
    cell with the look of its type.
    """

    holds: SomeNames
    text: Words
    glyph: GlyphName | None = None
    colour: ColourName | None = None


@dataclass(frozen=True)
class CellMark(Mark):
    """A mark of one character, for a cell of a grid."""

    text: Annotated[Words, one_character]


@dataclass(frozen=True, kw_only=True)
class _Scene:
    """The keys of all scenes; `file` is the file of the scene, for messages."""

    notes: Names = ()
    looks: dict[str, Look] = field(default_factory=dict)
    file: str = field(default="<scene>", metadata=ATTACHED)


@dataclass(frozen=True, kw_only=True)
class Stacks(_Scene):
    """Towers of objects: `(on ?above ?below)` and `(base ?lowest)`; `(hand ?held)` hangs above them."""

    layout: Literal["stacks"]
    on: str
    base: str
    hand: str | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Grid(_Scene):
    """Cells beside each other: `(step ?from ?to ?direction)`, with a `right` and a `down` among the directions.

    In text, the first of `marks` that fits a cell is drawn, ` ` if none does, and `#` where there is no cell; with
    `names`, a predicate `(at ?thing ?cell)`, the cells hold the names of things. `joins`, `(before ?cell ?other)`,
    draws lines between cells. The predicates of `hues`, which no action changes, give things, and the marks without a
    colour in cells, a colour for each last object: `(shape ?key ?shape)`.
    """

    layout: Literal["grid"]
    step: str
    right: str
    down: str
    names: str | None = None
    joins: str | None = None
    hues: Names = ()
    marks: tuple[CellMark, ...]


@dataclass(frozen=True, kw_only=True)
class Pegs(_Scene):
    """Discs on the objects of type `peg`: `(on ?above ?below)`; `(smaller ?disc ?other)` gives their widths."""

    layout: Literal["pegs"]
    on: str
    peg: str
    smaller: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Cards(_Scene):
    """The keys of layouts with cards: what is at a place, and what is said of it.

    The predicates of `inside` say `(at ?thing ?container)`, nested to any depth, and those of `holds` the same the
    other way round, `(carries ?container ?thing)`. With `upon`, a predicate `(on ?upper ?lower)`, things stand on each
    other. For the predicates and functions of `tells`, the other objects of an atom, or the value, stand below the
    name of the first object; at a place only those that no action changes. Each predicate of `areas`, `(lying ?thing)`,
    has a card of its own with the things for which it holds.
    """

    place: str
    inside: Names = ()
    holds: Names = ()
    upon: str | None = None
    tells: Names = ()
    areas: Names = ()


@dataclass(frozen=True, kw_only=True)
class Places(_Cards):
    """A card, or in text a line, for each object of type `place`, with what is there.

    With `above`, a predicate `(above ?upper ?lower)`, the places lie on each other, the highest one on top.
    """

    layout: Literal["places"]
    above: str | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Graph(_Cards):
    """Places as `Places` has them, beside those to which the predicates of `links` lead: `(road ?from ?to)`.

    Those of `named` tell of a thing, too, that is the link, `(pipe ?valve ?from ?to)`: its name stands on the line, and
    both have the colour of a mark without a glyph. `colours` has the colours of links' lines. `positions` has the
    coordinates of places, x to the right and y down, in any unit; others stand where links want them.
    """

    layout: Literal["graph"]
    links: SomeNames
    named: Names = ()
    colours: dict[str, ColourName] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()


Scene: TypeAlias = Stacks | Grid | Pegs | Places | Graph

_LAYOUTS: Mapping[str, type[Scene]] = {
    "stacks": Stacks,
    "grid": Grid,
    "pegs": Pegs,
    "places": Places,
    "graph": Graph,
}


def scene_of(data: Mapping[str, Any], file: str = "<scene>") -> Scene:
    """The scene that the tables of a TOML file say; raises `RelgymError` that names the file and each wrong key."""
    known = ", ".join(_LAYOUTS)
    if "layout" not in data:
        raise RelgymError(f"{file}: layout: Field required; it is one of {known}")
    layout = data["layout"]
    kind = _LAYOUTS.get(layout) if isinstance(layout, str) else None
    if kind is None:
        rest = did_you_mean(str(layout), _LAYOUTS) or f"there are {known}"
        raise RelgymError(f"{file}: layout: there is no layout '{layout}'; {rest}")
    return read_table(kind, data, file, file=file)


def names_in(scene: Scene) -> frozenset[str]:
    """Return the predicates, functions and types that a scene names."""
    return frozenset({*(name for _, name, _ in _predicates(scene)), *_types(scene).values()})


def check_scene(scene: Scene, task: Task) -> None:
    """Raise `RelgymError`, with the file and each key, for a scene with names that the domain does not have."""
    refuse_wrong(scene.file, _misfits(scene, task))


def _misfit_predicates(scene: Scene, task: Task) -> Iterator[tuple[str, str]]:
    for key, name, arity in _predicates(scene):
        declared = task.predicates.get(name)
        functions = task.functions if key.startswith(("notes", "tells")) else {}
        if declared is None:
            if name not in functions:
                yield key, _missing("predicate", name, [*task.predicates, *functions])
        elif name in task.derived:
            yield key, f"'{name}' is derived, and a picture shows what a state holds"
        elif arity is not None and len(declared.parameters) not in arity:
            wanted = f"{arity.start}" + ("" if len(arity) == 1 else " or more")
            yield key, f"{declared} has {len(declared.parameters)} arguments; {wanted} are needed"


def _types(scene: Scene) -> dict[str, str]:
    """Return the types that a scene names, by their keys."""
    named = {key: getattr(scene, key, None) for key in ("place", "peg")}
    return {key: name for key, name in named.items() if name} | {f"looks.{name}": name for name in scene.looks}


def _misfits(scene: Scene, task: Task) -> Iterator[tuple[str, str]]:
    known = kinds(task)
    for key, name in _types(scene).items():
        if name not in known:
            yield key, _missing("type", name, known)
    yield from _misfit_predicates(scene, task)
    if isinstance(scene, Graph):
        for number, name in enumerate(scene.named):
            if name not in scene.links:
                yield f"named.{number}", f"'{name}' is not one of the links, {', '.join(scene.links)}"
        for name in scene.colours:
            if name not in scene.links:
                yield f"colours.{name}", f"'{name}' is not one of the links, {', '.join(scene.links)}"
    if isinstance(scene, Grid):
        for key, name in (("right", scene.right), ("down", scene.down)):
            if name not in task.number:
                yield key, _missing("object", name, task.number)


def _predicates(scene: Scene) -> Iterator[tuple[str, str, range | None]]:
    """Every key with a predicate, that, and how many arguments it is to have."""
    one, two, three, any_number = range(1, 2), range(2, 3), range(3, 4), range(1, 100)
    wanted = {
        "on": two,
        "base": one,
        "hand": one,
        "step": three,
        "names": two,
        "smaller": two,
        "above": two,
        "upon": two,
        "joins": two,
    }
    for key, arity in wanted.items():
        name = getattr(scene, key, None)
        if name is not None:
            yield key, name, arity
    for key, arity in (
        ("inside", two),
        ("areas", range(1, 2)),
        ("hues", two),
        ("holds", two),
        ("links", range(2, 100)),
        ("named", three),
        ("tells", range(2, 100)),
    ):
        for number, name in enumerate(getattr(scene, key, ())):
            yield f"{key}.{number}", name, arity
    for number, mark in enumerate(scene.marks):
        for index, name in enumerate(mark.holds):
            yield f"marks.{number}.holds.{index}", name, any_number
    for number, name in enumerate(scene.notes):
        yield f"notes.{number}", name, None


def _missing(what: str, name: str, known: Any) -> str:
    hint = did_you_mean(name, known)
    return f"the problem has no {what} '{name}'" + (f"; {hint}" if hint else "")


SCENES: SceneFiles[Scene] = SceneFiles(
    (Stacks, Grid, Pegs, Places, Graph), "a scene", "the path of a scene.toml, or what scene_of gives", scene_of
)
"""The reader of scenes of PDDL."""
