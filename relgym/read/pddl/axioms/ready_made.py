"""Ready-made axioms by name: `stacks`, or `reachability:connected=road` where a domain has a name of its own.

A plain `str` that is such a name is never taken for a file: a path with a folder, `./stacks`, and a `Path` are files.
A `Text` is always a text.

>>> [own.name for own in ready_made().values()][:3]
['closure', 'components', 'containers']
>>> named("stacks:on=upon").needs
(('(upon ?x ?y)', '?x stands directly on ?y'),)
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from relgym.errors import ModelError, RelgymError, did_you_mean
from relgym.model.pddl.domain import Domain
from relgym.model.span import Source
from relgym.read.pddl.axioms.rules import extend
from relgym.read.source import PathOrText, Text, as_path, is_text, read_source
from relgym.resources import kb

_NAME = re.compile(r"[\w-]+(?::\s*[\w-]+\s*=\s*[\w-]+\s*(?:,\s*[\w-]+\s*=\s*[\w-]+\s*)*)?")
"""A name, perhaps with names of the domain for predicates of the file: `name:needed=own,defined=own`."""

_TOLD = re.compile(r"; (needs|defines) (\([^)]*\)): (.*)")

Told = tuple[tuple[str, str], ...]
"""Atoms, each with what it means."""


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """Ready-made axioms.

    Attributes:
        name: Their name, with the names that are replaced.
        summary: A sentence about them.
        needs: The atoms that they expect of a domain.
        defines: The atoms that they define.
        text: The file.
    """

    name: str
    summary: str
    needs: Told
    defines: Told
    text: str

    @property
    def source(self) -> Source:
        """The text with a name for messages."""
        return Source(f"<axioms {self.name}>", self.text)

    def to_json(self) -> dict[str, Any]:
        """Return the form of command line and service."""
        predicates = {"needs": self.needs, "defines": self.defines}
        return {
            "name": self.name,
            "summary": self.summary,
            **{
                key: [{"atom": atom, "meaning": words} for atom, words in several]
                for key, several in predicates.items()
            },
            "text": self.text,
        }

    def renamed(self, names: Mapping[str, str], name: str) -> ReadyMade:
        """Return the axioms with other names of predicates."""
        known = [predicate_of(atom) for atom, _ in (*self.needs, *self.defines)]
        for given in names:
            if given not in known:
                raise ModelError(
                    f"the ready-made axioms '{self.name}' have no predicate '{given}'",
                    expected=", ".join(known),
                    hint=did_you_mean(given, known),
                    code="E201",
                )

        def replaced(text: str) -> str:
            return re.sub(r"\(([\w-]+)(?=[\s)])", lambda match: "(" + names.get(match[1], match[1]), text)

        predicates = [
            tuple((replaced(atom), words) for atom, words in several) for several in (self.needs, self.defines)
        ]
        return replace(self, name=name, needs=predicates[0], defines=predicates[1], text=replaced(self.text))


@cache
def ready_made() -> Mapping[str, ReadyMade]:
    """Return all ready-made axioms by their names."""
    return {path.stem: _read(path) for path in sorted(kb("axioms").glob("*.pddl"))}


def _read(path: Path) -> ReadyMade:
    text = path.read_text(encoding="utf-8")
    predicates: dict[str, list[tuple[str, str]]] = {"needs": [], "defines": []}
    for kind, atom, words in _TOLD.findall(text):
        predicates[kind].append((atom, words))
    summary = text.partition("\n")[0].removeprefix("; ")
    return ReadyMade(path.stem, summary, tuple(predicates["needs"]), tuple(predicates["defines"]), text)


def predicate_of(atom: str) -> str:
    """Return the predicate of an atom's text."""
    return atom[1:-1].split()[0]


def named(given: str) -> ReadyMade:
    """Return the ready-made axioms of a name.

    Args:
        given: The name, perhaps with names of the domain: `reachability:connected=road`.

    Raises:
        RelgymError: There are none of this name.
    """
    name, _, names = given.partition(":")
    axioms = ready_made().get(name.strip().lower())
    if axioms is None or _NAME.fullmatch(given.strip()) is None:
        raise RelgymError(
            f"there are no ready-made axioms '{given}'",
            expected=f"one of {', '.join(ready_made())}, as in reachability:connected=road",
            hint=did_you_mean(name.strip(), ready_made()),
        )
    pairs = [pair.partition("=") for pair in names.lower().split(",")] if names else []
    if not pairs:
        return axioms
    return axioms.renamed({before.strip(): other.strip() for before, _, other in pairs}, given.strip().lower())


def is_name(given: PathOrText) -> bool:
    """Return True for a plain `str` that names ready-made axioms."""
    if not isinstance(given, str) or isinstance(given, Text) or _NAME.fullmatch(given.strip()) is None:
        return False
    return given.partition(":")[0].strip().lower() in ready_made()


def axioms_source(given: PathOrText) -> Source:
    """Read axioms: ready-made ones by their name, a file, or a text.

    Raises:
        RelgymError: A name is neither that of ready-made axioms nor that of a file, or the file cannot be read.
    """
    if is_name(given):
        return named(str(given)).source
    if isinstance(given, str) and not is_text(given) and _NAME.fullmatch(given) and not Path(given).exists():
        raise RelgymError(
            f"'{given}' is neither a file nor the name of ready-made axioms",
            expected=f"a file's path, a text, or one of {', '.join(ready_made())}",
            hint=did_you_mean(given.partition(":")[0], ready_made()),
            code="E101",
        )
    return read_source(given, "axioms")


def name_or_text(given: str) -> str:
    """Return axioms in a form that is never taken for a file, for callers that may not read files.

    Args:
        given: The name of ready-made axioms, or a text.

    Raises:
        RelgymError: It is one word, and not the name of ready-made axioms.
    """
    if _NAME.fullmatch(given.strip()) is not None:
        return named(given).name
    return Text(given)


def extended(domain: Domain, given: PathOrText) -> Domain:
    """Return a domain with further axioms.

    Args:
        domain: The domain.
        given: The name of ready-made axioms, a file, or a text.

    Raises:
        RelgymError: As for `axioms_source`.
        ModelError: The axioms do not fit the domain.
    """
    source = axioms_source(given)
    if is_name(given):
        _check(domain, named(str(given)))
    return extend(domain, source)


def _check(domain: Domain, axioms: ReadyMade) -> None:
    declared = {predicate.name: predicate for predicate in domain.predicates}
    derived = {axiom.predicate for axiom in domain.axioms}
    file = axioms.name.partition(":")[0]
    for atom, words in axioms.needs:
        name = predicate_of(atom)
        found = declared.get(name)
        if found is None or len(found.parameters) != atom.count("?"):
            there = "the domain has no predicate" if found is None else f"the domain has {found}, not"
            raise ModelError(
                f"the ready-made axioms '{axioms.name}' need {atom}, and {there} '{name}'",
                expected=f"{atom}: {words}",
                hint=f"say what it is called there, {file}:{name}=NAME, or derive it in axioms that stand before",
                code="E201",
            )
    for atom, _ in axioms.defines:
        name = predicate_of(atom)
        if name in declared and name not in derived:
            raise ModelError(
                f"the domain has a predicate '{name}' of its own, which the ready-made axioms '{axioms.name}' define",
                expected="another name",
                hint=f"give theirs another one, {file}:{name}=NAME",
                code="E202",
            )


def listed_axioms(given: PathOrText | Iterable[PathOrText]) -> tuple[str, ...]:
    """Return one or several axioms as texts that JSON can hold, from which it is seen what is a file."""
    many = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]
    return tuple(map(_as_text, many))


def _as_text(given: PathOrText) -> str:
    path = as_path(given)
    # A Path is a file, whatever its name.
    return os.path.join(os.curdir, path) if isinstance(given, os.PathLike) and is_name(path) else path
