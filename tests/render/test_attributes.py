"""What the parts of a picture say that they show, by which pages make them clickable."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from render.drawings import SVG
from render.test_pictures import every_domain, task_of, walked

from relgym.catalogue.domains import EnvSpec, spec
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.nets.svg import net_svg
from relgym.render.painter import Painter
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.svg import Drawing, svg
from relgym.translate.equations.graph import ground_net
from relgym.translate.equations.layout import Layout


def said(drawing: Drawing, key: str) -> list[str]:
    root = ElementTree.fromstring(svg(drawing, inline=True))
    return [element.get(f"data-{key}", "") for element in root.iter() if element.get(f"data-{key}")]


def atoms(drawing: Drawing) -> set[str]:
    return {f"({atom.rstrip(' )')})" for told in said(drawing, "atom") for atom in told.split("(") if atom}


@every_domain
def test_parts_show_atoms_that_are_true(own: EnvSpec) -> None:
    """And the objects that they name are objects of the task."""
    task = task_of(own, "train", 0)
    names = {item.name for item in task.objects}
    for painter in (Painter(task, own.scene()), Painter(task)):
        for state in walked(task, 6):
            drawing = painter.drawing(state)
            true = set(map(str, state.atoms))
            assert atoms(drawing) <= true
            assert {name for told in said(drawing, "objects") for name in told.split()} <= names
    # Without a scene, all of a small state is drawn.
    if own.name in {"blocks", "hanoi", "gripper"}:
        assert atoms(drawing) == true


def picture(name: str, *actions: str) -> tuple[Drawing, State]:
    own = spec(name)
    task = task_of(own, "train", 0)
    with Reasoner(task) as reasoner:
        state = reasoner.initial_state
        for action in actions:
            state = reasoner.successor(state, action)
    return Painter(task, own.scene()).drawing(state), state


@pytest.mark.parametrize("name", ["blocks", "hanoi", "sokoban", "logistics", "tireworld"])
def test_scenes_tell_where_things_are(name: str) -> None:
    """Every atom that an action of a walk may change is in the picture."""
    own = spec(name)
    task = task_of(own, "train", 0)
    states = walked(task, 12)
    changing = {atom.predicate for one, other in pairwise(states) for atom in one.atoms ^ other.atoms}
    quiet = {"blocks": {"clear", "handempty"}, "hanoi": {"clear"}, "sokoban": {"free"}}.get(name, set())
    painter = Painter(task, own.scene())
    for state in states:
        wanted = {str(atom) for atom in state.atoms if atom.predicate in changing - quiet}
        assert wanted <= atoms(painter.drawing(state))


def test_a_block_tells_what_it_stands_on() -> None:
    drawing, _ = picture("blocks")
    text = svg(drawing)
    assert '<g id="b2" class="object" data-objects="b2" data-atom="(on b2 b3)"><title>b2: block</title>' in text


def test_pictures_in_pages_have_no_names_as_ids() -> None:
    drawing, _ = picture("sokoban")
    root = ElementTree.fromstring(svg(drawing, inline=True))
    assert root.get("role") == "group"
    assert {element.get("id", "glyph.")[:6] for element in root.iter()} == {"glyph."}


def test_names_cannot_leave_their_attributes() -> None:
    names = ('a"onclick="x', "<script>", "it's&amp")
    domain = (
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (on ?x ?y) (lit ?x)) (:functions (heat ?x)))"
    )
    objects = " ".join(names)
    pairs = f"(on {names[0]} {names[1]}) (lit {names[2]}) (= (heat {names[0]}) 1)"
    task = load(domain, f"(define (problem p) (:domain d) (:objects {objects}) (:init {pairs}) (:goal (and)))")
    drawing = Painter(task).drawing(Reasoner(task).initial_state)
    root = ElementTree.fromstring(svg(drawing))
    assert {key for element in root.iter() for key in element.attrib if key.startswith("on")} == set()
    assert not list(root.iter(f"{SVG}script"))
    assert {name for told in said(drawing, "objects") for name in told.split()} == set(names)
    assert f"(on {names[0]} {names[1]})" in said(drawing, "atom")


def test_values_of_rddl_tell_their_objects() -> None:
    own = spec("sysadmin")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    drawing = RDDLPainter(reasoner).drawing(reasoner.initial_state)
    assert set(said(drawing, "fluent")) == set(reasoner.initial_state.to_json()["fluents"])
    cell = next(item for item in drawing.items if item.fluents == ("running___c1",))
    assert cell.pointed == ("c1",)
    # The names before the rows of a table, too.
    assert "c1" in said(drawing._replace(items=()), "objects")


def test_nodes_of_nets_tell_their_objects() -> None:
    own = spec("sysadmin")
    net = ground_net(Layout(load(own.domain, own.problems("train")[0])))
    nodes = ElementTree.fromstring(net_svg(net, inline=True)).iter(f"{SVG}g")
    told = {(node.get("data-fluent"), node.get("data-objects")) for node in nodes if node.get("data-fluent")}
    assert ("running___c1", "c1") in told
