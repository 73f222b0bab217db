"""The page of one environment, put together from what its files, the code and the figures say."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import metadata
from pathlib import Path
from typing import NamedTuple

from environment_figures import figures
from environment_pddl import TaskParts
from environment_rddl import InstanceParts
from environment_spaces import spaces
from films import Film, film
from markdown import block, bullets, code, plain
from sources import written_pages

from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.catalogue.pddlgym import DOMAINS, gym_id

PICTURES = "pictures"
"""The folder of the pictures beside the pages."""

LEGEND = " What is wanted stands below the picture, marked where it is met."

EVERYWHERE = 20
"""A written page that names more domains than this one is about all of them."""

_CODE_SPAN = re.compile(r"(`[^`\n]*`)")


class Page(NamedTuple):
    """A page, and the pictures that it needs.

    Attributes:
        text: The page in Markdown.
        pictures: SVG pictures by the names of their files.
    """

    text: str
    pictures: dict[str, str]


def page(domain: EnvSpec, costly: bool = True) -> Page:
    """Return the page of a domain.

    Args:
        domain: A domain of the catalogue.
        costly: False leaves out what takes long: pictures, films and spaces.
    """
    seen = film(domain) if costly else Film(domain.problems("train")[0].stem, "", None, "")
    pictures = {f"{domain.name}.svg": seen.still} if costly else {}
    if seen.moving is not None:
        pictures[f"{domain.name}-film.svg"] = seen.moving
    parts = (TaskParts if domain.language == "pddl" else InstanceParts)(domain, seen.problem)
    sections = {
        "Start and goal": f"{_about(domain)}\n\n{parts.start_and_goal()}",
        "Actions": parts.actions(),
        "Types and predicates" if domain.language == "pddl" else "Types and fluents": parts.symbols(),
        "Spaces": spaces(domain, domain.problems("train")[0].stem) if costly else "",
        "Rewards and the end of an episode": parts.reward(),
        "Problems and baselines": figures(domain),
        "Language, source and versions": _origin(domain, parts),
    }
    text = [f"# {domain.id}", plain(domain.description), _figure(domain, seen, costly), _ways(domain, seen)]
    text += [f"## {title}\n\n{content}" for title, content in sections.items() if content]
    return Page("\n\n".join(text) + "\n", pictures)


def _about(domain: EnvSpec) -> str:
    """Return the comment at the head of a domain's file."""
    mark = ";" if domain.language == "pddl" else "//"
    lines: list[str] = []
    for line in domain.domain.read_text("utf-8").splitlines():
        if not line.startswith(mark):
            break
        lines.append(line.lstrip(mark).removeprefix(" "))
    words = _CODE_SPAN.split("\n".join(lines))
    text = "".join(part if number % 2 else plain(part) for number, part in enumerate(words))
    # A list needs an empty line before it.
    return re.sub(r"(\n)([ ]*- )", r"\n\n\2", text, count=1)


def _figure(domain: EnvSpec, seen: Film, costly: bool) -> str:
    if not costly:
        return ""
    still = f"{PICTURES}/{domain.name}.svg"
    caption = seen.caption + (LEGEND if domain.language == "pddl" else "")
    if seen.moving is None:
        return _picture("figure", still, f"The start of a problem of {domain.id}", "environment-film", caption)
    film = f"{PICTURES}/{domain.name}-film.svg"
    return "\n\n".join(
        [
            _picture("image", still, f"The start of a problem of {domain.id}", "environment-still"),
            _picture("figure", film, f"A film of {domain.id}", "environment-film", caption),
        ]
    )


def _picture(directive: str, file: str, alt: str, look: str, caption: str = "") -> str:
    lines = [f"```{{{directive}}} {file}", f":alt: {alt}", f":class: {look}"]
    return "\n".join([*lines, *(["", caption] if caption else []), "```"])


def _ways(domain: EnvSpec, seen: Film) -> str:
    """Return how to open the environment in the playground, in Python and in a terminal."""
    play = f"../play/index.html#open={domain.name}/train/{seen.problem}"
    lines = [
        "import gymnasium as gym",
        "import relgym",
        "",
        f'env = gym.make("{domain.ids["train"]}")',
        "# or the first problem alone",
        f'env = relgym.make("{domain.name}", problem=0)',
    ]
    return "\n\n".join(
        [
            block("{raw} html", f'<a class="environment-play" href="{play}">Open it in the playground</a>'),
            block("python", "\n".join(lines)),
            block("sh", f"relgym play {domain.name}"),
        ]
    )


def _origin(domain: EnvSpec, parts: TaskParts | InstanceParts) -> str:
    requirements = ", ".join(map(code, parts.requirements())) or "none declared"
    simplest = {"pddl": "nothing beyond STRIPS", "rddl": "truth values and whole numbers"}
    features = ", ".join(parts.features()) or simplest[domain.language]
    licence = metadata("relgym")["License-Expression"]
    items = [
        f"Language: {domain.language.upper()}; requirements: {requirements}.",
        f"[What engines must know](../guide/engines.md): {plain(features)}.",
        f"Subjects: {', '.join(domain.tags)}.",
        f"Environments: {', '.join(map(code, domain.ids.values()))}. Their version changes with their meaning.",
        f"Files: `domains/{domain.name}` of relgym, under relgym's licence, {licence}.",
    ]
    if named := [gym_id(key) for key, name in DOMAINS.items() if name == domain.name]:
        items.append(f"`relgym.make` takes these names of PDDLGym for it: {', '.join(map(code, named))}.")
    if mentions := _mentions().get(domain.name):
        links = ", ".join(f"[{plain(title)}](../{place})" for place, title in mentions)
        items.append(f"Pages that use it: {links}.")
    return bullets(items)


@cache
def _mentions() -> dict[str, list[tuple[str, str]]]:
    """Return the written pages that name each domain, as places and titles; pages about all domains are left out."""
    mentions: dict[str, list[tuple[str, str]]] = {}
    for path, place in written_pages().items():
        if place.parts[0] not in ("guide", "start"):
            continue
        text = path.read_text("utf-8")
        named = [domain.name for domain in catalogue() if _names(domain, text)]
        if len(named) <= EVERYWHERE:
            for name in named:
                mentions.setdefault(name, []).append((place.as_posix(), _title(path, text)))
    return mentions


def _names(domain: EnvSpec, text: str) -> bool:
    ids = "|".join(map(re.escape, domain.ids.values()))
    return bool(re.search(rf"{ids}|domains/{domain.name}/|relgym [\w -]*\b{domain.name} \d|`{domain.name}`", text))


def _title(path: Path, text: str) -> str:
    return next((line[2:] for line in text.splitlines() if line.startswith("# ")), path.stem)
