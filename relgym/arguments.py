"""Checks of callers' arguments; their errors name the argument and the expected form.

>>> check_whole("most", 3), check_flags(enforce=True)
(None, None)
>>> check_whole("most", "3")
Traceback (most recent call last):
    ...
relgym.errors.RelgymError: most cannot be '3'
expected: a whole number, 0 or more
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from numbers import Integral
from typing import Any

from relgym.errors import RelgymError

Kind = type[RelgymError]


def wrong(what: str, value: object, expected: str, kind: Kind = RelgymError) -> RelgymError:
    """Return the error for a wrong argument, with its name, its value and the expected form."""
    return kind(f"{what} cannot be {reprlib.repr(value)}", expected=expected)


def check_whole(what: str, value: object, least: int = 0, below: int | None = None, kind: Kind = RelgymError) -> None:
    """Raise an error unless it is a whole number from `least` on, and below `below` if that is given."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or int(value) < least or (below is not None and int(value) >= below):  # type: ignore[call-overload]
        ends = f"{least} or more" if below is None else f"from {least} to {below - 1}"
        raise wrong(what, value, f"a whole number, {ends}", kind)


def check_flags(**values: object) -> None:
    """Raise `RelgymError` unless each is a truth value."""
    for name, value in values.items():
        # Those of NumPy have another type.
        if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
            raise wrong(name, value, "True or False")


def check_text(what: str, value: object, expected: str, kind: Kind = RelgymError) -> None:
    """Raise an error unless it is a text."""
    if not isinstance(value, str):
        raise wrong(what, value, expected, kind)


def check_several(what: str, value: object, expected: str, kind: Kind = RelgymError) -> None:
    """Raise an error unless it holds several things to go through; a text is one thing."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        raise wrong(what, value, expected, kind)


def check_mapping(what: str, value: object, expected: str, kind: Kind = RelgymError) -> None:
    """Raise an error unless it is a dictionary, or like one."""
    if not isinstance(value, Mapping):
        raise wrong(what, value, expected, kind)


def check_one_of(what: str, value: object, known: Collection[str]) -> None:
    """Raise `RelgymError` unless it is one of some words."""
    if not isinstance(value, str) or value not in known:
        raise RelgymError(f"there is no {what} {reprlib.repr(value)}", expected=" or ".join(map(repr, known)))


def check_generator(value: Any) -> None:
    """Raise `RelgymError` unless it draws random numbers."""
    if not callable(getattr(value, "random", None)):
        raise wrong("rng", value, "a generator, such as numpy.random.default_rng(0) or random.Random(0)")


def check_functions(value: object) -> None:
    """Raise `RelgymError` unless it is functions by their names."""
    expected = "a dictionary of functions: {'name': function}"
    check_mapping("functions", value, expected)
    assert isinstance(value, Mapping)
    for name, function in value.items():
        if not isinstance(name, str) or not callable(function):
            raise wrong(f"the function {reprlib.repr(name)}", function, expected)


def check_callables(what: str, value: Any, expected: str) -> tuple[Callable[..., Any], ...]:
    """Several things to be called; raises `RelgymError` if one of them cannot be."""
    check_several(what, value, expected)
    items = tuple(value)
    for item in items:
        if not callable(item):
            raise wrong(f"one of {what}", item, expected)
    return items
