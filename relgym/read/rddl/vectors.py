"""Fluents that RDDL hands over as arrays: to distributions of vectors, and to functions of the caller.

>>> AXES["covariance"]
2
"""

from __future__ import annotations

from collections.abc import Mapping

from relgym.errors import ModelError
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.expressions import NUMBERS, REAL, DrawVector, Item, Slot
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import AXES, VECTORS, WHOLE
from relgym.read.rddl.ranges import DeclaredRanges
from relgym.read.rddl.words import counted, signature

_AXES = ("", "(_)", "(_, _)")


def check_vector(value: DrawVector, fluents: Mapping[str, Declaration], ranges: DeclaredRanges) -> None:
    """The index is of the type that all axes are of; what stands for no axis is a number."""
    name, names = value.distribution, VECTORS[value.distribution].split()
    if len(value.arguments) != len(names):
        raise ModelError(
            f"'{name}' takes {counted(len(names), 'argument')}, not {len(value.arguments)}",
            span=value.span,
            expected=signature(f"{name}[?x]", [f"{word}{_AXES[AXES[word]]}" for word in names]),
            code="E203",
        )
    if len(value.index) != 1 or value.index[0] is None:
        raise ModelError(f"'{name}' is read at one index", span=value.span, expected=f"{name}[?x](...)", code="E203")
    of = _type_of(value.index[0], ranges)
    for parameter, slot in zip(names, value.arguments, strict=True):
        what = f"the {parameter} of '{name}'"
        axes = axes_of(slot, fluents, ranges)
        if len(axes) != AXES[parameter]:
            raise ModelError(
                f"{what} has {counted(AXES[parameter], 'axis', 'axes')}, not {len(axes)}",
                span=slot.span,
                expected=f"'_' for {counted(AXES[parameter], 'axis', 'axes')} among its arguments",
                code="E203",
            )
        for axis in axes:
            if not ranges.fits(of, axis):
                raise ModelError(
                    f"{what} is over '{axis}', and is read at {ranges.words(of)}",
                    span=slot.span,
                    expected=f"axes of the type '{of}'",
                    code="E204",
                )
        actual = fluents[slot.fluent].range
        if actual not in NUMBERS or ((name, parameter) in WHOLE and actual == REAL):
            wanted = "a whole number" if (name, parameter) in WHOLE else "made of numbers"
            raise ModelError(
                f"{what} must be {wanted}, not {ranges.words(actual)}",
                span=slot.span,
                expected=f"a fluent whose range is {'int' if wanted == 'a whole number' else 'bool, int or real'}",
                code="E204",
            )


def axes_of(slot: Slot, fluents: Mapping[str, Declaration], ranges: DeclaredRanges) -> list[str]:
    """The types of the axes of a fluent that is handed over as an array."""
    declared = fluents[slot.fluent]
    ranges.check_count(declared, len(slot.arguments), slot.span)
    axes = []
    for index, (argument, of) in enumerate(zip(slot.arguments, declared.parameters, strict=True), 1):
        if argument is None:
            axes.append(of)
        else:
            actual = _type_of(argument, ranges)
            if not ranges.fits(actual, of):
                raise ranges.mismatch(argument, actual, f"argument {index} of '{slot.fluent}'", ranges.words(of))
    return axes


def _type_of(item: Variable | Object | Item, ranges: DeclaredRanges) -> str:
    match item:
        case Variable(_, types):
            return types[0]
        case Item(_, of):
            return of
        case Object():
            return ranges.of_item(item)
