"""Films as files: GIF and MP4, whose frames are drawn, and SVG that animates by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from relgym.errors import RelgymError
from relgym.render.films.images import gif_of_frames
from relgym.render.films.moves import Shot, between, captioned, offsets
from relgym.render.pixels import Size, image, pixels, size_of
from relgym.render.svg import Drawing, film

MOVE, REST, LAST = 0.35, 0.55, 2.4
"""The seconds in which things move to a state, rest there, and in which the last state is seen."""

FPS = 20
"""Frames in a second while things move."""


def film_gif(shots: Sequence[Shot], size: Size | None = None, fps: int = FPS) -> bytes:
    """Return the bytes of a GIF file.

    Args:
        shots: The states, one at least; their drawings have one size.
        size: The width and height of a frame in pixels; by default that of a picture.
        fps: Frames in a second while things move; a GIF shows at most 50.
    """
    drawings, seconds = zip(*_frames(shots, min(fps, 50)), strict=True)
    return gif_of_frames((image(drawing, size) for drawing in drawings), [round(each * 1000) for each in seconds])


def film_mp4(shots: Sequence[Shot], size: Size | None = None, fps: int = FPS) -> bytes:
    """Return the bytes of an MP4 file (H.264); the arguments are those of `film_gif`.

    Raises:
        RelgymError: imageio-ffmpeg, which brings the encoder, is not installed.
    """
    try:
        from imageio_ffmpeg import write_frames
    except ImportError:
        hint = "pip install imageio-ffmpeg (the extra relgym[film]), or write a .gif or .svg"
        raise RelgymError("MP4 needs imageio-ffmpeg, which is not installed", hint=hint) from None
    # Video formats want even numbers.
    width, height = size or size_of(shots[0].drawing.width, shots[0].drawing.height)
    even = width + width % 2, height + height % 2
    with TemporaryDirectory() as folder:
        path = Path(folder, "film.mp4")
        # The encoder is a process, which ends with its writer.
        with closing(write_frames(str(path), even, fps=fps, macro_block_size=1, ffmpeg_log_level="error")) as writer:
            writer.send(None)
            for drawing, seconds in _frames(shots, fps):
                frame = pixels(drawing, even).tobytes()
                for _ in range(max(1, round(seconds * fps))):
                    writer.send(frame)
        return path.read_bytes()


def film_svg(shots: Sequence[Shot]) -> str:
    """Return the text of an SVG file that shows one state after the other, and begins again; things move."""
    drawings = [captioned(shot) for shot in shots]
    ways = [[(0.0, 0.0)] * len(drawings[0].items)]
    ways += [offsets(before, after) for before, after in pairwise(drawings)]
    return film(drawings, ways, MOVE, REST, LAST)


def _frames(shots: Sequence[Shot], fps: int) -> Iterator[tuple[Drawing, float]]:
    """Yield the drawings of all frames with the seconds for which they are seen."""
    drawings = [captioned(shot) for shot in shots]
    count = max(1, round(MOVE * fps))
    for number, drawing in enumerate(drawings):
        if number:
            before = drawings[number - 1]
            for frame in range(1, count):
                yield between(before, drawing, _eased(frame / count)), MOVE / count
        yield drawing, LAST if number == len(drawings) - 1 else REST


def _eased(share: float) -> float:
    """Return a share of a way that begins and ends slowly."""
    return share * share * (3 - 2 * share)
