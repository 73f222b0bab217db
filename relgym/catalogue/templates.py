"""Templates: the words for a domain's types, predicates, functions and actions, from the `text.toml` of its folder.

A template names parameters in braces, `"{x} is on {y}"` for `(on ?x ?y)`; a type has the one placeholder `{name}`, the
name of an object. Every part may be left out: there are default words for whatever has no template. A file may have

- `about`: one or more sentences about the domain;
- `types`: the words for an object of a type, `block = "block {name}"`, also of its subtypes;
- `predicates`: a statement for each predicate;
- `functions`: a noun phrase for each numeric function, such as `"the fuel in {t}"`;
- `actions`: an infinitive without "to" for each action, such as `"stack {x} on {y}"`.

>>> templates_of({"predicates": {"on": "{x} is on {y}"}}).predicates["on"]
'{x} is on {y}'
>>> fill("{x} is on {y}", {"x": "a", "y": "b"})
'a is on b'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from relgym.errors import did_you_mean
from relgym.model.pddl.problem import Task
from relgym.model.terms import Variable
from relgym.read.source import PathOrText, file_beside
from relgym.read.tables import ATTACHED, not_empty, read_table, read_toml, refuse_wrong

Template = Annotated[str, not_empty("String", "character")]

FILE = "text.toml"

_PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Templates:
    """The content of a `text.toml`; `file` is its name, for messages."""

    about: Template | None = None
    types: dict[str, Template] = field(default_factory=dict)
    predicates: dict[str, Template] = field(default_factory=dict)
    functions: dict[str, Template] = field(default_factory=dict)
    actions: dict[str, Template] = field(default_factory=dict)
    file: str = field(default="<templates>", metadata=ATTACHED)


def read_templates(path: Path | str) -> Templates:
    """Read a file of templates.

    Raises:
        RelgymError: The file cannot be read, or a key is wrong; the message names the file and each wrong key.
    """
    return templates_of(read_toml(Path(path), "templates, text.toml"), str(Path(path)))


def templates_of(data: Mapping[str, Any], file: str = "<templates>") -> Templates:
    """Make templates from the tables of a TOML file; raises `RelgymError` that names the file and each wrong key."""
    return read_table(Templates, data, file, file=file)


def templates_beside(domain: PathOrText) -> Templates | None:
    """Return the templates of the `text.toml` beside a domain's file, if there is one.

    Raises:
        RelgymError: The file is wrong, as for `read_templates`.
    """
    path = file_beside(domain, FILE)
    return None if path is None else read_templates(path)


def fill(template: str, words: Mapping[str, str]) -> str:
    """Replace the placeholders of a template; those without words stay."""
    return _PLACE.sub(lambda match: words.get(match[1], match[0]), template)


def places(template: str) -> list[str]:
    """Return the names of the placeholders of a template."""
    return _PLACE.findall(template)


def check_templates(templates: Templates, task: Task) -> None:
    """Raise `RelgymError`, with the file and each key, for names and placeholders that the domain does not have."""
    refuse_wrong(templates.file, _misfits(templates, task))


def _misfits(templates: Templates, task: Task) -> Iterator[tuple[str, str]]:
    for name, template in templates.types.items():
        key = f"types.{name}"
        if name not in task.members:
            yield key, _missing("type", name, task.members)
        elif places(template) != ["name"]:
            yield key, f"{template!r} should have the placeholder {{name}} once"
    parts: Iterable[tuple[str, str, Mapping[str, str], Mapping[str, Any]]] = (
        ("predicates", "predicate", templates.predicates, task.predicates),
        ("functions", "function", templates.functions, task.functions),
        ("actions", "action", templates.actions, task.actions),
    )
    for table, what, given, declared in parts:
        for name, template in given.items():
            if name not in declared:
                yield f"{table}.{name}", _missing(what, name, declared)
                continue
            names = parameter_names(declared[name].parameters)
            for place in places(template):
                if place not in names:
                    rest = did_you_mean(place, names) or f"there are {', '.join(names) or 'no parameters'}"
                    yield f"{table}.{name}", f"there is no parameter '{place}'; {rest}"


def parameter_names(parameters: Iterable[Variable]) -> list[str]:
    """Return the names of parameters without their question marks, as templates have them."""
    return [variable.name.removeprefix("?") for variable in parameters]


def _missing(what: str, name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    rest = did_you_mean(name, names) or f"there are {', '.join(names) or 'none'}"
    return f"there is no {what} '{name}'; {rest}"
