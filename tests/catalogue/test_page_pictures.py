"""Pictures for pages: the scene of the catalogue where it fits, the goal as asked, no ids."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from relgym.catalogue.domains import spec
from relgym.catalogue.pictures import Pictures, scene_for
from relgym.errors import UnsupportedFeature
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner


def test_texts_of_a_catalogue_domain_have_its_scene() -> None:
    own = spec("blocks")
    domain, problem = own.domain.read_text(), own.problem("train", 0).read_text()
    assert scene_for(load(domain, problem)) == own.scene()
    other = domain.replace("ontable", "standing")
    assert other != domain
    assert scene_for(load(other, problem.replace("ontable", "standing"))) is None
    assert (
        scene_for(
            load(domain.replace("domain blocks", "domain mine"), problem.replace(":domain blocks", ":domain mine"))
        )
        is None
    )


def test_the_goal_is_an_option() -> None:
    own = spec("ferry")
    reasoner = Reasoner(load(own.domain, own.problem("train", 0)))
    pictures, state = Pictures(reasoner), reasoner.initial_state
    told, plain = pictures.answer(state), pictures.answer(state, goal=False)
    assert told == pictures.answer(state, goal=True)
    assert told["height"] > plain["height"]
    assert ("data-goal" in told["svg"], "data-goal" in plain["svg"]) == (True, False)
    ids = [element.get("id") for element in ElementTree.fromstring(told["svg"]).iter() if element.get("id")]
    assert all(name.startswith("glyph.") for name in ids)


def test_rddl_has_no_goal() -> None:
    own = spec("sysadmin")
    reasoner = Reasoner(load(own.domain, own.problem("train", 0)))
    assert 'data-fluent="running___c1"' in Pictures(reasoner).answer(reasoner.initial_state)["svg"]
    with pytest.raises(UnsupportedFeature, match="RDDL has no goal"):
        Pictures(reasoner).answer(reasoner.initial_state, goal=True)
