"""What pages name is there: functions, files and options; and what there is, its page names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import relgym
from relgym import envs
from relgym.backends import registry
from relgym.catalogue.domains import EnvSpec
from relgym.cli import app
from relgym.envs.vector.rollout import Rollout
from relgym.limits import Limits
from relgym.read.tables import keys_of
from relgym.render.scene import Look, Mark, Scene
from tests.pages.markdown import GUIDE, GUIDE_PAGES, README, ROOT, name_of, prose

PAGES = [README, *GUIDE_PAGES]

COMMANDS = {name: app.command(name) for name in app.COMMANDS}

_EVERY = [one for command in COMMANDS.values() for one in (command, *getattr(command, "commands", {}).values())]
OPTIONS = {option for command in _EVERY for parameter in command.params for option in parameter.opts}
OPTIONS |= {option for command in _EVERY for parameter in command.params for option in parameter.secondary_opts}
OPTIONS |= {"--help", "--enable-python"}


def spans(page: Path) -> list[str]:
    """The texts between backticks."""
    return re.findall(r"`([^`\n]+)`", prose(page.read_text(encoding="utf-8")))


def resolve(path: str) -> object:
    """What a dotted name stands for; raises `AttributeError` or `ImportError` if there is nothing."""
    found: object = import_module(path.split(".")[0])
    for count, name in enumerate(path.split(".")[1:], 2):
        found = getattr(found, name) if hasattr(found, name) else import_module(".".join(path.split(".")[:count]))
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_functions_and_modules_are_there(page: Path) -> None:
    for span in spans(page):
        match = re.match(r"(?:python -m )?(relgym(?:\.\w+)+)(?![\w/-])", span)
        if match:
            resolve(match[1])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_are_there(page: Path) -> None:
    for span in spans(page):
        if re.fullmatch(r"(tests|docs|kb|domains|examples)/[\w./-]+|relgym/[a-z_/]+\.\w+", span):
            assert (ROOT / span).exists(), span


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_environments_are_there(page: Path) -> None:
    ids = {f"relgym/{name}" for name in ("ID-v0", "IDTest-v0", "Delivery-v0", "DeliveryTest-v0")}
    ids |= {own for spec in relgym.catalogue.catalogue() for own in spec.ids.values()}
    assert {span for span in spans(page) if re.fullmatch(r"relgym/\w+-v0", span)} <= ids


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_options_of_the_command_are_there(page: Path) -> None:
    named = {option for span in spans(page) for option in re.findall(r"(?<!\S)(--[a-z-]+)", span)}
    assert named <= OPTIONS


MADE = set(inspect.signature(relgym.make).parameters) - {"domain_file", "problems", "enforce", "form", "functions"}
SCENES = get_args(Scene)

NAMED = {
    "command-line.md": COMMANDS,
    "domains.md": keys_of(EnvSpec),
    "engines.md": {
        *registry.names(),
        *(field.name for field in fields(Limits)),
        "load",
        "move_to",
        "answers",
        "define",
    },
    "environments.md": {*MADE, *Rollout._fields, "PDDLVectorEnv"},
    "rddl.md": {"enforce", "form", "functions", "RDDLVectorEnv"},
    "pictures.md": {*keys_of(Look), *keys_of(Mark), "layout", *(name for kind in SCENES for name in keys_of(kind))},
    "learning-agents.md": {name for name in envs.__all__ if re.search("Observation(?!Space)|Actions|SeenAtoms", name)},
    "reasoner.md": {name for name in vars(relgym.PDDLReasoner) if not name.startswith("_")}
    # How environments and walkers name the parts of an action.
    - {"binding", "own", "resolve", "close"},
    "performance.md": {"state", "goal", "actions", "apply", "step", "successors", "go_to", "forget", "derived"},
}


@pytest.mark.parametrize("page", NAMED)
def test_a_page_names_all_there_is(page: str) -> None:
    words = {word for span in spans(GUIDE / page) for word in re.findall(r"[\w-]+", span)}
    assert missing(NAMED[page], words) == []


def missing(names: Iterable[str], words: set[str]) -> list[str]:
    return sorted({*names} - words - {"layout"})
