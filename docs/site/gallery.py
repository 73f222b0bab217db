"""The gallery of the environments: a picture and a sentence for each, by language and subject."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from environment_pages import PICTURES
from markdown import plain

from relgym.catalogue.domains import LANGUAGES, EnvSpec, Language, catalogue

TITLES: dict[Language, str] = {"pddl": "PDDL", "rddl": "RDDL"}

INTRODUCTION = """# Environments

{count} domains come with relgym. Each is a Gymnasium environment with problems to learn from and larger ones to test;
seeded [generators](../guide/generators.md) make new ones. [Domains](../guide/domains.md) says how to add your own.
"""


def gallery(domains: Sequence[EnvSpec], pictures: Collection[str]) -> str:
    """Return the gallery in Markdown.

    Args:
        domains: The domains that have a page.
        pictures: The names of the pictures that there are.
    """
    parts = [INTRODUCTION.format(count=len(catalogue()))]
    for language in LANGUAGES:
        spoken = [domain for domain in domains if domain.language == language]
        if spoken:
            parts.append(f"## {TITLES[language]}\n")
        for subject in dict.fromkeys(domain.tags[0] for domain in spoken):
            shown = [domain for domain in spoken if domain.tags[0] == subject]
            cards = "\n\n".join(_card(domain, pictures) for domain in shown)
            parts.append(f"### {TITLES[language]}: {subject}\n\n::::{{container}} environments\n\n{cards}\n\n::::\n")
    return "\n".join(parts)


def _card(domain: EnvSpec, pictures: Collection[str]) -> str:
    name = f"{domain.name}.svg"
    picture = f"[![The start of a problem of {domain.id}]({PICTURES}/{name})]({domain.name}.md)\n\n"
    others = f"\n\n*{', '.join(domain.tags[1:])}*" if domain.tags[1:] else ""
    return (
        f":::{{container}} environment\n{picture if name in pictures else ''}"
        f"[{domain.id}]({domain.name}.md)\n\n{plain(domain.description)}{others}\n:::"
    )
