"""Films: things move between states, each state is seen at rest, and all frames have one size."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import relgym
from relgym.errors import RelgymError
from relgym.render.films.files import film_gif, film_mp4, film_svg
from relgym.render.films.moves import Shot, between, captioned, offsets

BLOCKS = Path(relgym.__file__).parents[1] / "domains" / "blocks"
PLAN = ["(unstack b2 b3)", "(put-down b2)", "(pick-up b1)", "(stack b1 b2)"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    task = relgym.load(BLOCKS / "domain.pddl", BLOCKS / "problems" / "train" / "p01.pddl")
    reasoner, painter = relgym.Reasoner(task), relgym.Painter(task, BLOCKS / "scene.toml")
    state = reasoner.initial_state
    found = [Shot(painter.drawing(state), "")]
    for action in PLAN:
        state = reasoner.successor(state, action)
        found.append(Shot(painter.drawing(state), action))
    return found


def test_a_drawing_between_two_has_things_on_their_way(shots: list[Shot]) -> None:
    before, after = shots[0].drawing, shots[1].drawing
    at = [{item.object: item.shapes[0].x for item in drawing.items if item.object} for drawing in (before, after)]
    half = {item.object: item.shapes[0].x for item in between(before, after, 0.5).items if item.object}
    assert at[0]["b2"] != at[1]["b2"]
    assert half["b2"] == (at[0]["b2"] + at[1]["b2"]) / 2
    assert half["b1"] == at[0]["b1"] == at[1]["b1"]
    assert between(before, after, 1.0) == after
    assert offsets(after, after) == [(0.0, 0.0)] * len(after.items)


def test_a_caption_says_which_action_led_to_the_state(shots: list[Shot]) -> None:
    captions = [captioned(shot).items[-1].shapes[0].words for shot in shots]
    assert captions == ["start", *PLAN]


def test_a_gif_moves_and_rests(shots: list[Shot]) -> None:
    with Image.open(BytesIO(film_gif(shots, (300, 220), 10))) as image:
        assert image.size == (300, 220)
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            durations.append(image.info["duration"])
        end = np.asarray(image.convert("RGB"), dtype=int)
    # Three frames in the 0.35 s of each move and one for each state at rest, which the move's last may be.
    assert len(durations) > 2 * len(shots)
    assert durations[-1] == 2400
    still = Image.open(BytesIO(film_gif(shots[-1:], (300, 220)))).convert("RGB")
    assert np.abs(end - np.asarray(still, dtype=int)).mean() < 3


def test_an_mp4_has_even_sides(shots: list[Shot]) -> None:
    content = film_mp4(shots[:2], (301, 221), 10)
    assert content[4:8] == b"ftyp"
    assert len(content) > 1000


def test_without_an_encoder_an_mp4_is_refused(shots: list[Shot], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(RelgymError, match="MP4 needs imageio-ffmpeg") as caught:
        film_mp4(shots[:1])
    assert "relgym[film]" in str(caught.value.hint)


def test_an_svg_animates_by_itself(shots: list[Shot]) -> None:
    root = ElementTree.fromstring(film_svg(shots))
    groups = [group for group in root if group.get("visibility")]
    assert [group.get("visibility") for group in groups] == ["hidden"] * (len(shots) - 1) + ["visible"]
    for animation in root.iter(f"{SVG}animate"):
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        assert times[0] == 0
        assert times == sorted(set(times))
        assert len(times) == len(animation.get("values", "").split(";"))
    moves = [[part.get("values") for part in group.iter(f"{SVG}animateTransform")] for group in groups]
    assert moves[0] == []
    assert all(moves[1:]), "something moves to each state"


def test_an_svg_has_the_backdrop_of_all_states_once(shots: list[Shot]) -> None:
    ground = '<rect x="0" y="0"'
    assert film_svg(shots).count(ground) == film_svg(shots[:1]).count(ground) == 1
    other = shots[-1].drawing
    last = Shot(other._replace(backdrop=(*other.backdrop, *other.backdrop[:1])), "the end")
    assert film_svg([*shots[:-1], last]).count(ground) == len(shots) + 1


def test_one_state_needs_no_animation(shots: list[Shot]) -> None:
    assert "<animate" not in film_svg(shots[:1])
