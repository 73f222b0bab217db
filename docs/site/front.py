"""The front page's playground: a film that moves at once, and the page itself as soon as a visitor wants it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from films import plan_film
from sources import ROOT

from relgym.catalogue.domains import spec

MARKER = "<!-- playground -->\n"
DOMAIN, PROBLEM = "sokoban", "p07"
"""The world that moves on the front page, and that the playground opens there."""

MEGABYTES, WIRE_MEGABYTES = 19, 12
"""The size of the playground's files, as they are and compressed by gzip."""

PLAYED = f"play/index.html#open={DOMAIN}/train/{PROBLEM}"

PLAYER = f"""```{{raw}} html
<figure class="player">
  <picture>
    <source srcset="_static/front-start.svg" media="(prefers-reduced-motion: reduce)">
    <img src="_static/front.svg" alt="A film: a plan for a problem of the domain {DOMAIN}">
  </picture>
  <figcaption>
    <a href="{PLAYED}">Play it, change its files, ask it questions</a>
    <span>in your browser, without a server; it loads {MEGABYTES} MB, {WIRE_MEGABYTES} of a host that compresses</span>
  </figcaption>
</figure>
<script src="_static/front.js"></script>
```
"""


def write_player(folder: Path) -> None:
    """Put the player onto the front page.

    Args:
        folder: Where the site's sources are, with the front page.
    """
    page = folder / "index.md"
    text = page.read_text(encoding="utf-8")
    if MARKER not in text:
        raise ValueError(f"{page} has no line {MARKER!r}, where the playground goes")
    page.write_text(text.replace(MARKER, PLAYER), encoding="utf-8")


def write_film(folder: Path) -> None:
    """Write the player's film, and the picture for readers who want nothing to move.

    Args:
        folder: The site.
    """
    for name, text in zip(("front.svg", "front-start.svg"), plan_film(spec(DOMAIN), PROBLEM), strict=True):
        (folder / "_static" / name).write_text(text, encoding="utf-8")


def write_playground(folder: Path) -> None:
    """Build the playground, which needs no service, into the site.

    Args:
        folder: The site; the playground is `play` in it.
    """
    build = ROOT / "playground" / "site" / "build.py"
    done = subprocess.run([sys.executable, str(build), str(folder / "play")], check=False)
    if done.returncode:
        raise SystemExit("the playground could not be built, see above")
