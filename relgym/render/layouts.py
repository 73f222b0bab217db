"""How the states of a domain are to be drawn as text: the `[render]` table of its env.toml.

A layout only names predicates, so that a new domain needs no Python. Every layout may have `notes`:
predicates and functions whose present atoms and values are listed below the picture.

>>> Stacks(layout="stacks", on="on", base="on-table").notes
()
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Names = Annotated[tuple[str, ...], Field(strict=False)]
"""A list of names; TOML has arrays, the model has tuples."""


class _Layout(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    notes: Names = ()


class Stacks(_Layout):
    """Towers of objects: `(on ?above ?below)` and `(base ?lowest)`."""

    layout: Literal["stacks"]
    on: str
    base: str


class Mark(BaseModel):
    """One character for a cell that all predicates of `holds` hold of, as their last argument."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    holds: Annotated[Names, Field(min_length=1)]
    text: str = Field(min_length=1, max_length=1)


class Grid(_Layout):
    """Cells beside each other: `(step ?from ?to ?direction)`, with a `right` and a `down` among the directions.

    The first of `marks` that fits a cell is drawn, ` ` if none does, and `#` where there is no cell.
    """

    layout: Literal["grid"]
    step: str
    right: str
    down: str
    marks: Annotated[tuple[Mark, ...], Field(strict=False)]


class Pegs(_Layout):
    """Discs on the objects of type `peg`: `(on ?above ?below)`; `(smaller ?disc ?other)` gives their widths."""

    layout: Literal["pegs"]
    on: str
    peg: str
    smaller: str


class Places(_Layout):
    """One line for each object of type `place` at which something is.

    The predicates of `inside` say `(at ?thing ?container)`, nested to any depth; `marks` gives a word to a
    place of which a predicate holds (as its last argument).
    """

    layout: Literal["places"]
    place: str
    inside: Names = ()
    marks: dict[str, str] = {}


Layout = Annotated[Stacks | Grid | Pegs | Places, Field(discriminator="layout")]
