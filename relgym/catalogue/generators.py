"""Generators: functions that make problems, from a seed and from parameters.

    def generate(seed: int, *, lamps: Annotated[int, Between(1, 9)] = 2) -> str

returns the text of a problem. The parameters have defaults; what they may be stands in their types and is checked
before the function is called. Equal arguments give equal texts on every machine: all chance comes from
`random.Random(seed)`, and nothing depends on the order of a set. A generator that serves several domains takes the
name of the domain after the seed: `def generate(seed, domain, *, ...)`.

>>> def generate(seed: int, *, lamps: Annotated[int, Between(1, 9)] = 2) -> str:
...     return f"{lamps} lamps"
>>> generator = ProblemGenerator(generate)
>>> print(*generator.parameters)
lamps = 2, a whole number from 1 to 9
>>> generator.text(7, {"lamps": 3})
'3 lamps'
>>> generator.text(7, {"lamp": 3})
Traceback (most recent call last):
relgym.errors.RelgymError: generate(): there is no parameter 'lamp'
hint: did you mean 'lamps'?
expected: one of lamps
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args, get_origin, get_type_hints

from relgym.catalogue.domains import EnvSpec, Language
from relgym.errors import RelgymError, did_you_mean

Value = int | float | str
"""A value of a parameter."""

RESERVED = ("episodes", "seeds")
"""Words that a schedule of parameters has another use for (see `relgym.catalogue.schedule`)."""

DOMAIN = "domain"
"""The second parameter of a generator for several domains."""

_COMMENT: Mapping[Language, str] = {"pddl": ";", "rddl": "//"}


@dataclass(frozen=True, slots=True)
class Between:
    """The range of a number, both ends included: `Annotated[int, Between(2, 9)]`, `Annotated[float, Between(0, 1)]`."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generator: `kind` is `int`, `float`, `str`, or `None` where the function does not say."""

    name: str
    default: Value
    kind: type | None = None
    between: Between | None = None
    choices: tuple[Value, ...] = ()

    def allows(self, value: object) -> bool:
        """Return True if the parameter may have this value; a `float` parameter accepts whole numbers."""
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        if self.kind in (int, float):
            kinds = int if self.kind is int else (int, float)
            if not isinstance(value, kinds) or isinstance(value, bool):
                return False
            return self.between is None or self.between.low <= value <= self.between.high
        return self.kind is None or isinstance(value, self.kind)

    @property
    def expected(self) -> str:
        """The allowed values in words, for error messages."""
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        words = {int: "a whole number", float: "a number", str: "a text"}
        kind = "anything" if self.kind is None else words.get(self.kind, self.kind.__name__)
        return kind if self.between is None else f"{kind} from {self.between.low} to {self.between.high}"

    def __str__(self) -> str:
        return f"{self.name} = {self.default!r}, {self.expected}"


class ProblemGenerator:
    """A function that makes problems; equal if it is the same function of the same file.

    Raises `RelgymError` for a function that is no generator, or where its file cannot be read.
    """

    def __init__(self, function: Callable[..., str]) -> None:
        self.function = function
        self.name = f"{_plain(function).__name__}()"
        self._origin: tuple[Path, str, Language] | None = None

    @classmethod
    def of(cls, domain: EnvSpec) -> Self:
        """The generator of a domain's folder, or of the folder that its env.toml names."""
        return cls._read(domain.generator_file, domain.name, domain.language)

    @classmethod
    def _read(cls, path: Path, domain: str, language: Language) -> Self:
        generator = cls(_function(path))
        generator.name = str(path)
        generator._origin = path, domain, language
        return generator

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters besides the seed and the domain's name, in the function's order."""
        try:
            hints = get_type_hints(_plain(self.function), include_extras=True)
            every = [*inspect.signature(self.function).parameters.values()]
        except (NameError, TypeError, ValueError) as error:
            raise RelgymError(f"{self.name}: {error}", expected="generate(seed, *, ...) -> str") from None
        if not every or every[0].kind not in (every[0].POSITIONAL_ONLY, every[0].POSITIONAL_OR_KEYWORD):
            raise RelgymError(f"{self.name} takes no seed", expected="generate(seed, *, ...) -> str")
        named = [item for item in every[1:] if item.name != DOMAIN]
        for item in named:
            if item.default is item.empty or item.name in RESERVED:
                wrong = "has no default" if item.default is item.empty else "is a word of schedules"
                raise RelgymError(f"{self.name}: the parameter '{item.name}' {wrong}")
        return tuple(_parameter(item.name, item.default, hints.get(item.name)) for item in named)

    @cached_property
    def _serves_several(self) -> bool:
        return DOMAIN in inspect.signature(self.function).parameters

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raise `RelgymError` for the first name or value that is not possible."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in parameters.items():
            if name not in known:
                raise RelgymError(
                    f"{self.name}: there is no parameter {name!r}",
                    expected="one of " + ", ".join(known) if known else "no parameters",
                    hint=did_you_mean(str(name), known),
                )
            if not known[name].allows(value):
                raise RelgymError(f"{self.name}: {name} = {value!r} is not possible", expected=known[name].expected)

    def text(self, seed: int, parameters: Mapping[str, Value]) -> str:
        """The text of a problem; that of a domain's folder says in its first line, a comment, how it was made.

        Raises `RelgymError` as `check` does, for parameters that do not go together, and if the function fails.
        """
        self.check(parameters)
        where = [] if self._origin is None or not self._serves_several else [self._origin[1]]
        try:
            text = self.function(seed, *where, **parameters)
        except RelgymError as error:
            raise RelgymError(f"{self.name}: {error.message}", expected=error.expected, hint=error.hint) from None
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            raise RelgymError(
                f"{self.name}: {type(error).__name__}: {error}, for {_made(seed, parameters)}",
                hint=f"it was raised in line {last.lineno} of {last.filename}",
            ) from error
        if not isinstance(text, str):
            raise RelgymError(f"{self.name} returns {text!r}", expected="the text of a problem")
        if self._origin is None:
            return text
        path, _, language = self._origin
        return f"{_COMMENT[language]} made by {path.name}: {_made(seed, parameters)}\n{text}"

    def __call__(self, seed: int, **parameters: Value) -> str:
        return self.text(seed, parameters)

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, ProblemGenerator) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> object:
        return self._origin or self.function

    def __reduce__(self) -> Any:
        return (ProblemGenerator, (self.function,)) if self._origin is None else (ProblemGenerator._read, self._origin)

    def __repr__(self) -> str:
        return f"ProblemGenerator({self.name})"


def _made(seed: int, parameters: Mapping[str, Value]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in {"seed": seed, **parameters}.items())


def _parameter(name: str, default: Value, hint: object) -> Parameter:
    between = None
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        between = next((note for note in notes if isinstance(note, Between)), None)
    if get_origin(hint) is Literal:
        return Parameter(name, default, None, None, get_args(hint))
    return Parameter(name, default, hint if hint in (int, float, str) else None, between)


def _plain(function: Callable[..., str]) -> Callable[..., str]:
    """Return the function that has the annotations: the one inside a `functools.partial`, or an object's `__call__`."""
    inner = getattr(function, "func", function)
    return inner if inspect.isroutine(inner) else type(inner).__call__


def _function(path: Path) -> Callable[..., str]:
    try:
        code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    except OSError as error:
        raise RelgymError(
            f"{path}: {error.strerror or error}",
            hint="a domain has a generator if its folder holds generator.py with generate(seed, ...)",
        ) from None
    except SyntaxError as error:
        raise RelgymError(f"{path}:{error.lineno}: {error.msg}") from None
    # Not imported: two folders may have modules of one name, and no compiled file must appear in them.
    names: dict[str, Any] = {"__name__": f"generator of {path.parent.name}", "__file__": str(path)}
    exec(code, names)
    function = names.get("generate")
    if not callable(function):
        raise RelgymError(f"{path} does not define 'generate'", expected="def generate(seed: int, *, ...) -> str")
    return function  # type: ignore[no-any-return]  # what it returns is known only by running it
