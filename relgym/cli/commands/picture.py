"""The command that draws a state, or all states on the way to it."""

from __future__ import annotations

from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from relgym.catalogue.entries import meant
from relgym.cli import forms
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.output import form_of, write
from relgym.cli.rddl.files import RDDLFiles, rddl_files
from relgym.cli.session import pddl_walking
from relgym.errors import RelgymError, UnsupportedFeature
from relgym.render.films.moves import Shot
from relgym.render.svg import svg

if TYPE_CHECKING:
    from relgym.render.pixels import Size


class PictureFormat(Enum):
    """The file formats of a picture."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"
    MP4 = "mp4"


_FILMS = (PictureFormat.GIF, PictureFormat.MP4)
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
            "--output",
            "-o",
            metavar="FILE",
            help="Write FILE.svg or FILE.png with the last state, or FILE.gif or FILE.mp4, a film of all states.",
        ),
    ] = None,
    is_film: Annotated[
        bool, typer.Option("--film", help="Write a film of all states into FILE.svg, too; it animates by itself.")
    ] = False,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="WIDTHxHEIGHT", help="The size of FILE.png, FILE.gif and FILE.mp4 in pixels."),
    ] = None,
    fps: Annotated[
        int | None,
        typer.Option("--fps", min=1, max=60, metavar="N", help="Frames in a second of FILE.gif and FILE.mp4."),
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
    relgym render blocks 0 --after plan.txt -o steps.svg --film
    relgym render domain.rddl instance.rddl --after "noop; noop" -o state.png
    """
    form = None if output is None else form_of(output, _SUFFIXES)
    canvas = _check(form, is_film, size, fps)
    files = rddl_files(domain, problem, options.non_fluents)
    if files is None:
        text, shots = _walked(domain, problem, scene, options, goal is not False)
    elif goal is not None:
        raise UnsupportedFeature("RDDL has no goal", hint="leave --goal and --no-goal out")
    else:
        text, shots = _processed(files, scene, options)
    if output is not None and form is not None:
        write(output, _content(shots, form, is_film, canvas, fps))
    last = shots[-1].drawing
    states = len(shots) if is_film or form in _FILMS else 1
    if options.as_json:
        answer = {"text": text, "width": last.width, "height": last.height, "states": states, "objects": last.objects}
        typer.echo(forms.text_of(answer))
    elif output is None:
        typer.echo(text)
    else:
        typer.echo(f"{output}: {states} {'state' if states == 1 else 'states'}, {len(last.objects)} objects")


def _walked(
    domain: str, problem: str | None, scene: Path | None, options: StateOptions, goal: bool
) -> tuple[str, list[Shot]]:
    """The text of the last state of a walk, and shots of all."""
    from relgym.catalogue.fitting import scene_for
    from relgym.render.painter import Painter

    named = meant(domain)
    with pddl_walking(domain, problem, options) as walk:
        task = walk.reasoner.task
        chosen = scene or scene_for(Path(domain) if named is None else named.spec.domain, task)
        painter = Painter(task, chosen, goal=goal)
        shots = [Shot(painter.drawing(state), "" if action is None else str(action)) for action, state in walk.history]
        return painter.text(walk.state), shots


def _processed(files: RDDLFiles, scene: Path | None, options: StateOptions) -> tuple[str, list[Shot]]:
    """The same for RDDL."""
    # Gymnasium is imported for RDDL only, to keep the command line fast.
    from relgym.cli.rddl.walk import RDDLWalk, opened
    from relgym.read.rddl.plans import read_steps
    from relgym.render.rddl.painter import RDDLPainter
    from relgym.render.rddl.scene import RDDL_SCENES

    with closing(opened(files, options)) as env:
        walk = RDDLWalk(env, options.seed)
        painter = RDDLPainter(walk.reasoner, scene or RDDL_SCENES.beside(files.domain))
        shots = [Shot(painter.drawing(walk.state), "")]
        for number, _ in enumerate(walk.follow(read_steps(options.after or "")), 1):
            shots.append(Shot(painter.drawing(walk.state), f"step {number}"))
        return painter.text(walk.state), shots


def _check(form: PictureFormat | None, is_film: bool, size: str | None, fps: int | None) -> Size | None:
    """Return the size that is asked for; raises `RelgymError` for options that the file does not have."""
    if is_film and form not in (PictureFormat.SVG, *_FILMS):
        raise RelgymError("--film needs a file for it", hint="add -o FILE.svg, FILE.gif or FILE.mp4")
    if fps is not None and form not in _FILMS:
        raise RelgymError("--fps is for films of pixels", hint="add -o FILE.gif or FILE.mp4")
    if size is None:
        return None
    if form not in (PictureFormat.PNG, *_FILMS):
        raise RelgymError("--size is for pixels", hint="add -o FILE.png, FILE.gif or FILE.mp4")
    width, _, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 16 <= int(width) <= 4096 and 16 <= int(height) <= 4096):
        raise RelgymError(f"--size {size}: no size", expected="two numbers from 16 to 4096 such as 800x600")
    return int(width), int(height)


def _content(shots: list[Shot], form: PictureFormat, is_film: bool, size: Size | None, fps: int | None) -> bytes:
    """Return the bytes of the picture file."""
    drawing = shots[-1].drawing
    # Pillow is loaded for pixels alone.
    match form:
        case PictureFormat.SVG if is_film:
            from relgym.render.films.files import film_svg

            return film_svg(shots).encode()
        case PictureFormat.SVG:
            return svg(drawing).encode()
        case PictureFormat.PNG:
            from relgym.render.films.images import png

            return png(drawing, size)
        case PictureFormat.GIF:
            from relgym.render.films.files import FPS, film_gif

            return film_gif(shots, size, fps or FPS)
        case PictureFormat.MP4:
            from relgym.render.films.files import FPS, film_mp4

            return film_mp4(shots, size, fps or FPS)
        case _:
            assert_never(form)
