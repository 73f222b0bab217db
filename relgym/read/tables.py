"""Tables of TOML files as frozen dataclasses: every key is checked, and all that is wrong is reported at once.

The annotations of the fields say what a table may hold: `str`, `int`, `float`, `Literal`, `tuple[X, ...]` for arrays,
`dict[str, X]` for tables with any keys, dataclasses for tables with known keys, and unions of these. `Annotated[X,
check]` adds checks: functions that return what is wrong with a value, or `None`.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Lamp:
...     name: Annotated[str, not_empty("String", "character")]
...     watts: int = 40
>>> read_table(Lamp, {"name": "desk"}, "lamp.toml")
Lamp(name='desk', watts=40)
>>> read_table(Lamp, {"watt": "60"}, "lamp.toml")
Traceback (most recent call last):
    ...
relgym.errors.RelgymError: lamp.toml: name: Field required
lamp.toml: watt: unknown key; did you mean 'watts'?
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from re import fullmatch
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from relgym.errors import RelgymError, did_you_mean
from relgym.read.files import read_bytes

T = TypeVar("T")

Check = Callable[[Any], str | None]
"""The complaint about a value, or `None`."""

Key = tuple[str | int, ...]
Complaints = list[tuple[Key, str]]

_PLAIN: Mapping[type, str] = {str: "string", int: "integer", float: "number"}


ATTACHED: Mapping[str, bool] = {"attached": True}
"""The metadata of a dataclass field that no key of a table sets; callers give its value."""


@cache
def keys_of(kind: type) -> tuple[str, ...]:
    """Return the keys that a table may have, in the order of the fields."""
    return tuple(each.name for each in fields(kind) if "attached" not in each.metadata)


def read_toml(path: Path, expected: str) -> dict[str, Any]:
    """Read the tables of a TOML file.

    Args:
        path: The path of the file.
        expected: The expectation in the error for a missing file.

    Raises:
        RelgymError: The file cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(read_bytes(path).decode("utf-8-sig"))
    except OSError as error:
        raise RelgymError(f"{path}: {error.strerror or error}", expected=expected) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RelgymError(f"{path}: {error}", expected="a TOML file") from None


def read_table(kind: type[T], data: Mapping[str, Any], file: str, /, *within: str | int, **attached: Any) -> T:
    """Read a table as a dataclass.

    Args:
        kind: The dataclass.
        data: The table.
        file: The name of the file, for messages.
        within: The keys that lead to the table in the file.
        attached: The values of the fields with the metadata `ATTACHED`.

    Raises:
        RelgymError: A key is missing, unknown, or has a wrong value; the message has a line for each.
    """
    wrong: Complaints = []
    table: T = _read_fields(kind, data, within, wrong, attached)
    refuse_wrong(file, ((".".join(map(str, key)), message) for key, message in wrong))
    return table


def refuse_wrong(file: str, wrong: Iterable[tuple[str, str]]) -> None:
    """Raise `RelgymError` with a line for each wrong key of a file and its message, if there are any."""
    lines = [f"{file}: {key}: {message}" for key, message in wrong]
    if lines:
        raise RelgymError("\n".join(lines))


def not_empty(what: str, part: str) -> Check:
    """Check that there is at least one part."""
    ending = " after validation, not 0" if what == "Tuple" else ""
    return lambda value: None if len(value) > 0 else f"{what} should have at least 1 {part}{ending}"


def positive(value: int) -> str | None:
    """Check that a number is greater than 0."""
    return None if value > 0 else "Input should be greater than 0"


def one_character(value: str) -> str | None:
    """Check that a text has at most one character."""
    return None if len(value) < 2 else "String should have at most 1 character"


def pair(value: tuple[object, ...]) -> str | None:
    """Check that there are two items."""
    return None if len(value) == 2 else f"Tuple should have 2 items, not {len(value)}"


def matches(pattern: str) -> Check:
    """Check that a text has the form of a regular expression."""
    return lambda value: None if fullmatch(pattern, value) else f"String should match pattern '{pattern}'"


def one_of(what: str, known: Iterable[str]) -> Check:
    """Check that a name is known; else there is a suggestion, or a list of those that are."""
    names = tuple(known)

    def check(name: str) -> str | None:
        if name in names:
            return None
        rest = did_you_mean(name, names) or "there are " + ", ".join(names)
        return f"there is no {what} '{name}'; {rest}"

    return check


def _read_fields(kind: type, data: Any, key: Key, wrong: Complaints, given: Mapping[str, Any]) -> Any:
    if not isinstance(data, Mapping):
        wrong.append((key, "Input should be a table"))
        return None
    hints, values, before = _hints(kind), dict(given), len(wrong)
    for each in fields(kind):
        name = each.name
        if "attached" in each.metadata:
            continue
        if name in data:
            values[name] = _read(hints[name], data[name], (*key, name), wrong)
        elif each.default is MISSING and each.default_factory is MISSING:
            wrong.append(((*key, name), "Field required"))
    known = keys_of(kind)
    for name in data:
        if name not in known:
            hint = did_you_mean(str(name), known)
            wrong.append(((*key, name), "unknown key" + (f"; {hint}" if hint else "")))
    return kind(**values) if len(wrong) == before else None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _read(hint: Any, value: Any, key: Key, wrong: Complaints) -> Any:
    reader = _READERS.get(get_origin(hint))
    if reader is not None:
        return reader(get_args(hint), value, key, wrong)
    if is_dataclass(hint):
        return _read_fields(hint, value, key, wrong, {})  # type: ignore[arg-type]
    # A truth value is no number here, and a whole number is a float as well.
    if type(value) is hint:
        return value
    if hint is float and type(value) is int:
        return float(value)
    wrong.append((key, f"Input should be a valid {_PLAIN[hint]}"))
    return None


def _read_literal(known: tuple[Any, ...], value: Any, key: Key, wrong: Complaints) -> Any:
    if value not in known:
        *most, last = map(repr, known)
        wrong.append((key, "Input should be " + (f"{', '.join(most)} or {last}" if most else last)))
    return value


def _read_tuple(inner: tuple[Any, ...], value: Any, key: Key, wrong: Complaints) -> Any:
    if not isinstance(value, list | tuple):
        wrong.append((key, "Input should be a valid array"))
        return None
    return tuple([_read(inner[0], each, (*key, number), wrong) for number, each in enumerate(value)])


def _read_mapping(inner: tuple[Any, ...], value: Any, key: Key, wrong: Complaints) -> Any:
    if not isinstance(value, Mapping):
        wrong.append((key, "Input should be a table"))
        return None
    return {name: _read(inner[1], each, (*key, name), wrong) for name, each in value.items()}


def _read_checked(inner: tuple[Any, ...], value: Any, key: Key, wrong: Complaints) -> Any:
    hint, *checks = inner
    before = len(wrong)
    result = _read(hint, value, key, wrong)
    for check in checks:
        if len(wrong) == before and (message := check(result)) is not None:
            wrong.append((key, message))
    return result


def _read_union(kinds: tuple[Any, ...], value: Any, key: Key, wrong: Complaints) -> Any:
    if value is None and NoneType in kinds:
        return None
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    if len(kinds) == 1:
        return _read(kinds[0], value, key, wrong)
    for kind in kinds:
        if type(value) is kind:
            return value
    *most, last = (_PLAIN[kind] for kind in kinds)
    wrong.append((key, f"Input should be a valid {', '.join(most)} or {last}"))
    return None


_READERS: Mapping[Any, Callable[[tuple[Any, ...], Any, Key, Complaints], Any]] = {
    Annotated: _read_checked,
    Union: _read_union,
    UnionType: _read_union,
    Literal: _read_literal,
    tuple: _read_tuple,
    dict: _read_mapping,
}
"""The readers of hints with arguments, by their origins."""
