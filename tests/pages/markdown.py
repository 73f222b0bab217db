"""Read Markdown pages: fenced blocks, headings, links.

>>> [block.language for block in blocks("# A\\n```python\\n1\\n```\\n")]
['python']
>>> slug("`Simulator` and *others*, at once")
'simulator-and-others-at-once'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"

README = ROOT / "README.md"

GUIDE_PAGES = tuple(sorted(GUIDE.rglob("*.md")))

PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
"""All pages: their blocks are executed, and their links are followed."""

_FENCE = re.compile(r"^(?P<fence>```+)(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')
_REASON = re.compile(r"<!-- not executed: (.+?) -->\n\Z")
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^()\s]+)\)")


def name_of(page: Path) -> str:
    """The path of a page in the checkout."""
    return str(page.relative_to(ROOT))


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        language: The first word after the fence, or an empty text.
        title: The name of the file that the block holds, if it holds one: `title="domain.pddl"`.
        text: What is between the fences.
        line: The number of the line of the opening fence, from 1.
        reason: Why the block is not executed, from the comment `<!-- not executed: reason -->` before it.
    """

    language: str
    title: str | None
    text: str
    line: int
    reason: str | None = None


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page."""
    found = []
    for match in _FENCE.finditer(page):
        title, reason = _TITLE.search(match["info"]), _REASON.search(page[: match.start()])
        found.append(
            Block(
                language=(match["info"].split() or [""])[0],
                title=None if title is None else title[1],
                text=match["text"],
                line=page.count("\n", 0, match.start()) + 1,
                reason=None if reason is None else reason[1],
            )
        )
    return found


def prose(page: str) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", page)


def headings(page: str) -> list[tuple[int, str]]:
    """The level and the text of each heading."""
    return [(len(marks), text) for marks, text in _HEADING.findall(prose(page))]


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(page: str) -> set[str]:
    """The anchors of all headings; a second heading of the same text ends in `-1`, and so on."""
    seen: Counter[str] = Counter()
    found = set()
    for _, text in headings(page):
        name = slug(text)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def links(page: str) -> Iterator[str]:
    """The targets of links and pictures; comments, such as words for the site, have none."""
    return iter(_LINK.findall(re.sub(r"`[^`\n]*`|<!--.*?-->", "", prose(page), flags=re.DOTALL)))
