"""Pictures of the states of PDDL: of every domain of the catalogue, of any file, the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from render.drawings import check, words

from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue, spec
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.pixels import LARGEST, SMALLEST
from relgym.render.scene import Scene, scene_of
from relgym.render.shapes import Line, Rect, TextShape
from relgym.render.svg import Drawing

GOLDEN = Path(__file__).parent / "golden"

every_domain = pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)


def walked(task: Task, steps: int) -> list[State]:
    """The states of a short walk that is the same every time."""
    rng = np.random.default_rng(7)
    with Reasoner(task) as reasoner:
        states = [reasoner.initial_state]
        for _ in range(steps):
            actions = reasoner.valid_actions(states[-1])
            if not actions:
                break
            states.append(reasoner.successor(states[-1], actions[int(rng.integers(len(actions)))], rng))
    return states


def task_of(own: EnvSpec, split: str, which: int) -> Task:
    return load(own.domain, own.problems(split)[which], axioms=own.axiom_files())


@every_domain
def test_every_domain_is_drawn(own: EnvSpec) -> None:
    for split, which, steps in (("train", 0, 12), ("test", -1, 3)):
        task = task_of(own, split, which)
        states = walked(task, steps)
        painter = Painter(task, own.scene())
        drawings = [painter.drawing(state) for state in states]
        for drawing in drawings:
            check(drawing)
        assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
        # A step is seen.
        assert len(set(drawings)) == len(set(states)) or own.scene() is not None
        check(Painter(task).drawing(states[-1]))
    frame = painter.pixels(states[-1])
    assert (frame.dtype, frame.shape[2]) == (np.uint8, 3)
    assert SMALLEST <= max(frame.shape) <= LARGEST
    assert frame.std() > 5


@every_domain
def test_what_an_action_changes_is_seen(own: EnvSpec) -> None:
    """Every step of a walk changes the picture: no scene forgets what an agent does."""
    task = task_of(own, "train", 0)
    painter = Painter(task, own.scene())
    for before, after in zip(states := walked(task, 12), states[1:], strict=False):
        if before != after:
            assert painter.drawing(before) != painter.drawing(after), set(before.atoms) ^ set(after.atoms)


@every_domain
def test_scenes_look_at_types_that_there_are(own: EnvSpec) -> None:
    """Every look is the look of something in some problem."""
    scene = own.scene()
    if scene is None:
        return
    tasks = [load(own.domain, path, axioms=own.axiom_files()) for split in SPLITS for path in own.problems(split)]
    for name in scene.looks:
        assert any(task.members[name] for task in tasks), name


PICTURES = ("blocks", "sokoban", "hanoi", "gripper", "miconic", "power", "tireworld", "zenotravel")


def golden(name: str) -> tuple[Task, State, Scene | None]:
    own = spec(name)
    task = task_of(own, "train", 5)
    return task, walked(task, 5)[-1], own.scene()


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_those_that_were_looked_at(name: str) -> None:
    """Exact as SVG; `RELGYM_WRITE_GOLDEN=1` writes them anew, to be looked at."""
    task, state, scene = golden(name)
    text = Painter(task, scene).svg(state)
    compare(GOLDEN / f"{name}.svg", text)


def test_links_with_names_show_what_holds_of_them() -> None:
    own = spec("power")
    task = task_of(own, "train", 5)
    painter = Painter(task, own.scene())
    with Reasoner(task) as reasoner:
        start = reasoner.initial_state
        cut = reasoner.successor(reasoner.successor(start, "(trip)"), "(open w3)")

    def line(state: State, name: str) -> list[Line]:
        item = next(item for item in painter.drawing(state).items if item.object == name)
        return [shape for shape in item.shapes if isinstance(shape, Line)]

    assert len(line(start, "w3")) == 1
    assert line(cut, "w3") == line(start, "w6") == []
    for number in range(6):
        check(Painter(task_of(own, "test", number), own.scene()).drawing(walked(task_of(own, "test", number), 1)[0]))


def test_the_picture_without_a_scene_is_the_one_that_was_looked_at() -> None:
    task, state, _ = golden("zenotravel")
    compare(GOLDEN / "zenotravel-without-scene.svg", Painter(task).svg(state))


def compare(path: Path, text: str) -> None:
    if os.environ.get("RELGYM_WRITE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_pixels_show_what_the_svg_says() -> None:
    """The colours at the middles of blocks, of the table and of the ground."""
    scene = scene_of({"layout": "stacks", "on": "on", "base": "table"})
    objects = "".join(f" b{number}" for number in range(12))
    task = load(
        "(define (domain d) (:predicates (on ?x ?y) (table ?x)))",
        f"(define (problem p) (:domain d) (:objects{objects}) (:init (table b0) (on b1 b0) (table b5)) (:goal (and)))",
    )
    painter = Painter(task, scene)
    state = Reasoner(task).initial_state
    drawing, frame = painter.drawing(state), painter.pixels(state)
    scale = frame.shape[1] / drawing.width
    seen = 0
    for item in drawing.items:
        box = item.shapes[0]
        assert isinstance(box, Rect)
        # Beside the name, within the border.
        x, y = round((box.x + 6) * scale), round((box.y + box.height / 2) * scale)
        assert "#" + bytes(frame[y, x]).hex() == box.fill
        seen += 1
    assert seen == 3
    assert "#" + bytes(frame[2, 2]).hex() == "#f4f2ec"


def test_the_same_picture_in_every_process() -> None:
    code = (
        "from relgym import Reasoner, load; from relgym.catalogue import spec; "
        "from relgym.render.painter import Painter; own = spec('tireworld'); "
        "task = load(own.domain, own.problems('train')[0]); state = Reasoner(task).initial_state; "
        "print(Painter(task, own.scene()).svg(state) + Painter(task).svg(state))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_a_state_of_another_reasoner_gives_the_same_picture() -> None:
    own = spec("logistics")
    task = task_of(own, "train", 0)
    painter = Painter(task, own.scene())
    one, other = walked(task, 4)[-1], walked(task, 4)[-1]
    assert one.vocabulary is not other.vocabulary
    assert painter.svg(one) == painter.svg(other)


def any_task(count: int, init: str, predicates: str = "(on ?x ?y) (lit ?x) (between ?x ?y ?z) (calm)") -> Task:
    objects = " ".join(f"o{number}" for number in range(count))
    return load(
        f"""(define (domain any) (:requirements :numeric-fluents) (:predicates {predicates})
            (:functions (heat ?x) (way ?x ?y) (sum))
            (:action go :parameters (?x) :effect (and (lit ?x) (increase (heat ?x) 1/3) (increase (sum) 1))))""",
        f"(define (problem any) (:domain any) (:objects {objects}) (:init {init}) (:goal (calm)))",
    )


def test_without_a_scene_all_is_said() -> None:
    init = "(on o0 o1) (lit o2) (between o1 o2 o0) (on o2 o2) (calm) (= (heat o0) 7/2) (= (way o0 o2) 3) (= (sum) 1)"
    task = any_task(4, init)
    state = Reasoner(task).initial_state
    drawing = Painter(task).drawing(state)
    check(drawing)
    assert drawing.objects == ("o0", "o1", "o2", "o3")
    said = words(drawing)
    for expected in ("on", "between o0", "way = 3", "heat = 7/2", "lit, on itself", "calm, sum = 1"):
        assert expected in said, (expected, said)


def test_without_a_scene_numbers_that_change_are_seen() -> None:
    task = any_task(2, "(= (heat o0) 1) (= (sum) 0)")
    with Reasoner(task) as reasoner:
        after = reasoner.successor(reasoner.initial_state, "(go o0)")
        said = words(Painter(task).drawing(after))
    assert "lit, heat = 4/3" in said
    assert "sum = 1" in said


@pytest.mark.parametrize("count", [0, 1, 2, 60, 61])
def test_any_number_of_objects(count: int) -> None:
    task = any_task(count, " ".join(f"(on o{number} o{number // 2})" for number in range(1, count)))
    painter = Painter(task)
    state = Reasoner(task).initial_state
    drawing = painter.drawing(state)
    check(drawing)
    if count <= 60:
        assert len(drawing.objects) == count
        nodes = [item.shapes[0] for item in drawing.items if item.object]
        for one in range(count):
            for other in range(one):
                assert apart(nodes[one], nodes[other])
    else:
        texts = [
            shape.words
            for item in (*drawing.backdrop, *drawing.items)
            for shape in item.shapes
            if isinstance(shape, TextShape)
        ]
        assert "61 objects" in texts
        assert "60" in texts
    assert painter.pixels(state).ndim == 3


def apart(one: Rect, other: Rect) -> bool:
    return (
        one.x + one.width < other.x
        or other.x + other.width < one.x
        or one.y + one.height < other.y
        or other.y + other.height < one.y
    )


def test_a_relation_that_would_hide_all_is_told_and_not_drawn() -> None:
    every = " ".join(f"(on o{a} o{b})" for a in range(12) for b in range(12) if a != b)
    drawing = Painter(task := any_task(12, every)).drawing(Reasoner(task).initial_state)
    assert not any(isinstance(shape, Line) for item in drawing.items for shape in item.shapes)
    assert "not drawn: on (132)" in words(drawing._replace(items=drawing.backdrop))


def test_things_in_each_other_come_to_an_end() -> None:
    scene = scene_of({"layout": "places", "place": "object", "inside": ["on"]})
    task = any_task(3, "(on o0 o1) (on o1 o0) (on o2 o2)")
    check(Painter(task, scene).drawing(Reasoner(task).initial_state))


def test_towers_in_a_ring_come_to_an_end() -> None:
    scene = scene_of({"layout": "stacks", "on": "on", "base": "lit"})
    task = any_task(3, "(on o0 o1) (on o1 o0) (lit o0)")
    check(Painter(task, scene).drawing(Reasoner(task).initial_state))


def test_a_hundred_things_in_one_place_have_room() -> None:
    scene = scene_of({"layout": "places", "place": "object", "inside": ["on"]})
    task = any_task(60, " ".join(f"(on o{number} o0)" for number in range(1, 60)))
    check(Painter(task, scene).drawing(Reasoner(task).initial_state))


def test_names_that_xml_would_misread() -> None:
    predicates = "(on ?x ?y) (lit ?x) (calm)"
    task = load(
        f"(define (domain d) (:predicates {predicates}))",
        '(define (problem p) (:domain d) (:objects a&b <c> x"y it\'s) (:init (on a&b <c>) (lit x"y)) (:goal (calm)))',
    )
    check(Painter(task).drawing(Reasoner(task).initial_state))


EMPTY = (
    {"layout": "stacks", "on": "on", "base": "lit", "hand": "lit"},
    {"layout": "grid", "step": "between", "right": "r", "down": "d", "marks": [{"holds": ["lit"], "text": "x"}]},
    {"layout": "pegs", "on": "on", "peg": "nothing", "smaller": "on"},
    {"layout": "places", "place": "nothing", "inside": ["on"], "above": "on", "notes": ["lit", "calm"]},
    {"layout": "places", "place": "nothing", "inside": ["on"]},
    {"layout": "graph", "place": "nothing", "links": ["on"]},
)


@pytest.mark.parametrize("data", EMPTY, ids=lambda data: data["layout"])
def test_scenes_of_nothing(data: dict) -> None:
    task = load(
        """(define (domain d) (:requirements :typing) (:types nothing way)
            (:predicates (on ?x ?y - nothing) (lit ?x - nothing) (between ?x ?y ?z) (calm)))""",
        "(define (problem p) (:domain d) (:objects r d - way) (:init) (:goal (calm)))",
    )
    painter = Painter(task, scene_of(data))
    state = Reasoner(task).initial_state
    check(painter.drawing(state))
    assert painter.pixels(state).ndim == 3
    painter.text(state)


def test_towers_may_stand_on_what_is_no_block() -> None:
    task = load(
        """(define (domain d) (:requirements :typing) (:types block shelf)
            (:predicates (on ?x - block ?y) (ground ?x - shelf)))""",
        """(define (problem p) (:domain d) (:objects b - block s t - shelf)
            (:init (on b s) (ground s) (ground t)) (:goal (on b t)))""",
    )
    painter = Painter(task, scene_of({"layout": "stacks", "on": "on", "base": "ground"}))
    drawing = painter.drawing(Reasoner(task).initial_state)
    check(drawing)
    assert drawing.objects == ("s", "b", "t")


def test_links_that_actions_change_come_and_go() -> None:
    task = load(
        """(define (domain d) (:requirements :typing) (:types town)
            (:predicates (road ?x ?y - town) (ferry ?x ?y - town))
            (:action close :parameters (?x ?y - town) :precondition (ferry ?x ?y) :effect (not (ferry ?x ?y))))""",
        """(define (problem p) (:domain d) (:objects a b c - town)
            (:init (road a b) (ferry b c)) (:goal (not (ferry b c))))""",
    )
    painter = Painter(task, scene_of({"layout": "graph", "place": "town", "links": ["road", "ferry"]}))
    with Reasoner(task) as reasoner:
        before = painter.drawing(reasoner.initial_state)
        after = painter.drawing(reasoner.successor(reasoner.initial_state, "(close b c)"))
    assert lines(before) == 2
    assert lines(after) == 1


def lines(drawing: Drawing) -> int:
    return sum(isinstance(shape, Line) for item in (*drawing.backdrop, *drawing.items) for shape in item.shapes)
