"""Every text of a picture can be read where the picture is shown in 800 x 600 pixels."""

from __future__ import annotations

from render.test_pictures import every_domain

from relgym.catalogue.domains import SPLITS, EnvSpec
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.drawing import Drawing, TextShape
from relgym.render.painter import Painter


def smallest(drawing: Drawing) -> float:
    """The height of the smallest text; a larger picture is made smaller, and a smaller one stays as it is."""
    scale = min(1.0, 800 / drawing.width, 600 / drawing.height)
    items = (*drawing.backdrop, *drawing.items)
    return min(shape.size * scale for item in items for shape in item.shapes if isinstance(shape, TextShape))


@every_domain
def test_texts_are_at_least_nine_pixels_high(own: EnvSpec) -> None:
    for split in SPLITS:
        for problem in own.problems(split):
            task = load(own.domain, problem, axioms=own.axiom_files())
            with Reasoner(task) as reasoner:
                state = reasoner.initial_state
            drawing = Painter(task, own.scene()).drawing(state)
            assert smallest(drawing) >= 9 - 1e-6, problem
            # Large text for all words would be no help if the picture were too large for anything else.
            assert max(drawing.width / 800, drawing.height / 600) < 1.5, problem
