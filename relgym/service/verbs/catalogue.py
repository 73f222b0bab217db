"""Verbs about relgym itself: engines, the catalogue, ready-made axioms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.questions.forms import TEXT, TEXT_OR_NULL, Field, Form
from relgym.read.pddl.axioms.ready_made import ready_made
from relgym.service.encoding import dumps
from relgym.service.verbs.verb import Route, Verb

if TYPE_CHECKING:
    from relgym.service.hub import Hub


async def _engines(hub: Hub, _: dict[str, Any]) -> bytes:
    return dumps({"engines": hub.engines})


async def _planners(hub: Hub, _: dict[str, Any]) -> bytes:
    return await hub.work("planners", is_long=True)


async def _list(hub: Hub, _: dict[str, Any]) -> bytes:
    return await hub.work("catalogue")


async def _difficulty(hub: Hub, _: dict[str, Any]) -> bytes:
    return await hub.work("difficulty")


async def _get(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.work("texts", **asked)


async def _picture(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.work("thumbnail", **asked)


_NAME = Field("name", TEXT, "The name of the domain.", example="blocks")
_PROBLEM = Field("problem", TEXT_OR_NULL, "The name of a problem; by default the first one.", None, "train/p01")

_BLOCKS = {
    "name": "blocks",
    "description": "Blocks on a table, which a hand stacks one at a time.",
    "language": "pddl",
    "tags": ["puzzle"],
    "problems": ["train/p01", "test/p01"],
    "levels": [{"level": 0, "parameters": {"blocks": 3}}],
}


async def _axioms(_: Hub, __: dict[str, Any]) -> bytes:
    return dumps({"axioms": [own.to_json() for own in ready_made().values()]})


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
        "planners",
        "List the planners; those without a version are not installed, and `missing` says what is",
        Form(),
        _planners,
        "read",
        (Route("GET", "/v1/planners"),),
        {"planners": [{"name": "search", "version": "0.1", "missing": None, "optimal": True, "several": False}]},
    ),
    Verb(
        "catalogue.list",
        "List the domains that come with relgym, with their problems and the levels of their generators",
        Form(),
        _list,
        "read",
        (Route("GET", "/v1/catalogue"),),
        {"domains": [_BLOCKS]},
    ),
    Verb(
        "catalogue.difficulty",
        "Return the sizes of the domains that come with relgym, the lengths of plans, and what random actions reach",
        Form(),
        _difficulty,
        "read",
        (Route("GET", "/v1/difficulty"),),
        {"domains": {"blocks": {"objects": [3, 12], "plan": [2, 34], "random": 0.58}}},
    ),
    Verb(
        "catalogue.get",
        "Return the texts of a domain that comes with relgym, with one of its problems",
        Form(_NAME, _PROBLEM),
        _get,
        "read",
        (Route("GET", "/v1/catalogue/{name}", query=("problem",)),),
        {
            **_BLOCKS,
            "problem_name": "train/p01",
            "domain": "(define (domain blocks) …",
            "axioms": [],
            "problem": "(define (problem blocks-3-1) …",
        },
    ),
    Verb(
        "catalogue.picture",
        "Draw the start of a problem of the catalogue, without its goal, as SVG",
        Form(_NAME, _PROBLEM),
        _picture,
        "read",
        (Route("GET", "/v1/catalogue/{name}/picture", query=("problem",)),),
        {"name": "blocks", "problem_name": "train/p01", "svg": "<svg …", "width": 480, "height": 320},
    ),
    Verb(
        "axioms",
        "List the ready-made axioms, which tasks take by their names: what they need and what they define",
        Form(),
        _axioms,
        "read",
        (Route("GET", "/v1/axioms"),),
        {"axioms": []},
    ),
)
