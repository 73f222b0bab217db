"""Verbs about relgym itself: engines and the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.service.encoding import dumps
from relgym.service.verbs.forms import Form
from relgym.service.verbs.verb import Route, Verb

if TYPE_CHECKING:
    from relgym.service.hub import Hub


async def _engines(hub: Hub, _: dict[str, Any]) -> bytes:
    return dumps({"engines": hub.engines})


async def _catalogue(_: Hub, __: dict[str, Any]) -> bytes:
    # Imported late: a service without the catalogue's files still answers all other questions.
    from relgym.catalogue.domains import catalogue

    domains = [
        {
            "name": spec.name,
            "description": spec.description,
            "domain": spec.domain.read_text(encoding="utf-8"),
            "problem": spec.problem("train", 0).read_text(encoding="utf-8"),
            "axioms": [path.read_text(encoding="utf-8") for path in spec.axiom_files()],
        }
        for spec in catalogue("pddl")
    ]
    return dumps({"domains": domains})


CATALOGUE = (
    Verb(
        "engines",
        "List the engines",
        Form(),
        _engines,
        "read",
        (Route("GET", "/v1/engines"),),
        {"engines": ["builtin", "clingo", "sld", "swipl"]},
    ),
    Verb(
        "catalogue.list",
        "List the PDDL domains that come with relgym, with the texts of their first problems",
        Form(),
        _catalogue,
        "read",
        (Route("GET", "/v1/catalogue"),),
        {"domains": []},
    ),
)
