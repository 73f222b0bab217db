"""The command that draws a state, or all states on the way to it."""

from __future__ import annotations

from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import Annotated, assert_never

import typer

from relgym.cli import forms
from relgym.cli.entries import meant
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.output import form_of, write
from relgym.cli.rddl.files import RDDLFiles, rddl_files
from relgym.cli.session import pddl_walking
from relgym.errors import UnsupportedFeature
from relgym.render.drawing import Drawing
from relgym.render.scene import scene_beside
from relgym.render.svg import svg


class PictureFormat(Enum):
    """The file formats of a picture."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"


_SUFFIXES = {f".{form.value}": form for form in PictureFormat}


@with_state_options
def render(
    domain: DomainFile,
    problem: ProblemFile = None,
    scene: Annotated[
        Path | None,
        typer.Option(
            "--scene",
            metavar="FILE",
            help="A scene.toml that says how to draw; by default the one beside the domain file.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write FILE.svg, FILE.png, or FILE.gif with a frame for each step."
        ),
    ] = None,
    goal: Annotated[
        bool | None,
        typer.Option(
            "--goal/--no-goal",
            help="PDDL: show the goal, its conditions as met or missing; it is shown by default.",
            show_default=False,
        ),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Draw a state: as text, or into a file. With --json: print the text, the size and the objects that are seen.

    \b
    relgym render sokoban 0
    relgym render domain.pddl problem.pddl -o start.svg
    relgym render blocks 0 --after plan.txt -o steps.gif
    relgym render domain.rddl instance.rddl --after "noop; noop" -o state.png
    """
    form = None if output is None else form_of(output, _SUFFIXES)
    files = rddl_files(domain, problem, options.non_fluents)
    if files is None:
        text, drawings = _walked(domain, problem, scene, options, goal is not False)
    elif goal is not None:
        raise UnsupportedFeature("RDDL has no goal", hint="leave --goal and --no-goal out")
    else:
        text, drawings = _processed(files, scene, options)
    if output is not None and form is not None:
        write(output, _content(drawings, form))
    states = len(drawings) if form is PictureFormat.GIF else 1
    if options.as_json:
        last = drawings[-1]
        told = {"text": text, "width": last.width, "height": last.height, "states": states, "objects": last.objects}
        typer.echo(forms.text_of(told))
    elif output is None:
        typer.echo(text)
    else:
        typer.echo(f"{output}: {states} {'state' if states == 1 else 'states'}, {len(drawings[-1].objects)} objects")


def _walked(
    domain: str, problem: str | None, scene: Path | None, options: StateOptions, goal: bool
) -> tuple[str, list[Drawing]]:
    """The text of the last state of a walk, and drawings of all."""
    from relgym.render.painter import Painter

    found = meant(domain)
    with pddl_walking(domain, problem, options) as walk:
        beside = scene_beside(Path(domain) if found is None else found.spec.domain) if scene is None else None
        painter = Painter(walk.reasoner.task, scene or beside, goal=goal)
        return painter.text(walk.state), [painter.drawing(state) for _, state in walk.history]


def _processed(files: RDDLFiles, scene: Path | None, options: StateOptions) -> tuple[str, list[Drawing]]:
    """The same for RDDL."""
    # Gymnasium is imported for RDDL only, to keep the command line fast.
    from relgym.cli.rddl.walk import RDDLWalk, opened
    from relgym.read.rddl.plans import read_steps
    from relgym.render.rddl.painter import RDDLPainter
    from relgym.render.rddl.scene import scene_beside

    with closing(opened(files, options)) as env:
        walk = RDDLWalk(env, options.seed)
        painter = RDDLPainter(walk.reasoner, scene or scene_beside(files.domain))
        drawings = [painter.drawing(walk.state)]
        drawings += [painter.drawing(walk.state) for _ in walk.follow(read_steps(options.after or ""))]
        return painter.text(walk.state), drawings


def _content(drawings: list[Drawing], form: PictureFormat) -> bytes:
    """Return the bytes of the picture file."""
    # Pillow is loaded for pixels alone.
    match form:
        case PictureFormat.SVG:
            return svg(drawings[-1]).encode()
        case PictureFormat.PNG:
            from relgym.render.files import png

            return png(drawings[-1])
        case PictureFormat.GIF:
            from relgym.render.files import gif

            return gif(drawings)
        case _:
            assert_never(form)
