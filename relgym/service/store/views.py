"""Views of nodes as the database keeps them: small ones as they are, others compressed or as differences.

Most of a large view is that of the nodes before it. So some nodes of a session, its base nodes, have their whole views,
compressed, and others what differs from one of these: spans to copy, and bytes between them (a delta as in VCDIFF, RFC
3284, compressed in turn). Reading a node takes at most one other row.

>>> base, view = b'{"state": ["(p a)", "(p b)", "(q c)"]}' * 100, b'{"state": ["(p a)", "(q c)"]}' + b" " * 3000
>>> restored(difference(base, base + b"x"), base) == base + b"x"
True
>>> difference(base, view) is None
True
"""

from __future__ import annotations

import struct
import zlib

from relgym.tuning.service import DIFFERENCE_SPANS_LIMIT, DIFFERENCE_TRIES_LIMIT

_LEVEL = 1
_SPAN = struct.Struct("<III")
"""Where a span of the base begins, its length, and the number of new bytes after it."""

_ANCHOR = 32
"""The bytes that must be equal where two texts are taken to agree again."""

_WINDOW = 1024
"""The bytes in which this is looked for, in both texts."""


def compressed(view: bytes) -> bytes:
    """Return a view compressed."""
    return zlib.compress(view, _LEVEL)


def whole(kept: bytes) -> bytes:
    """Return a view that is kept as it is, as JSON, or compressed, which begins with another byte."""
    return kept if kept.startswith(b"{") else zlib.decompress(kept)


def difference(base: bytes, view: bytes) -> bytes | None:
    """Return what leads from a base to a view; `None` where too much differs."""
    spans: list[bytes] = []
    old = new = tries = 0
    while len(spans) < DIFFERENCE_SPANS_LIMIT and tries < DIFFERENCE_TRIES_LIMIT:
        length = _common(base, old, view, new)
        start, old, new = old, old + length, new + length
        if len(view) - new <= _ANCHOR:
            spans += (_SPAN.pack(start, length, len(view) - new), view[new:])
            return zlib.compress(b"".join(spans), _LEVEL)
        at, after = _agreement(base, old, view, new)
        if at < 0:
            return None
        spans.append(_SPAN.pack(start, length, after - new) + view[new:after])
        tries += after - new + 1
        old, new = at, after
    return None


def restored(kept: bytes, base: bytes) -> bytes:
    """Return the view to which a difference leads from its base."""
    data, at = zlib.decompress(kept), 0
    parts: list[bytes] = []
    while at < len(data):
        start, length, count = _SPAN.unpack_from(data, at)
        at += _SPAN.size
        parts += (base[start : start + length], data[at : at + count])
        at += count
    return b"".join(parts)


def _common(base: bytes, old: int, view: bytes, new: int) -> int:
    """Return how many bytes are equal from two places on: by blocks that grow and then shrink, a galloping search."""
    length, size, grows = 0, 32, True
    while size:
        one = base[old + length : old + length + size]
        if len(one) == size and one == view[new + length : new + length + size]:
            length += size
            size = 2 * size if grows else size // 2
        else:
            grows = False
            size //= 2
    return length


def _agreement(base: bytes, old: int, view: bytes, new: int) -> tuple[int, int]:
    """Return the nearest places from which on two texts agree again; -1 if there are none."""
    found, nearest = (-1, -1), _WINDOW
    for added in range(min(_WINDOW, len(view) - _ANCHOR - new + 1)):
        if added >= nearest:
            break
        anchor = view[new + added : new + added + _ANCHOR]
        at = base.find(anchor, old, old + nearest - added + _ANCHOR - 1)
        if at >= 0:
            found, nearest = (at, new + added), at - old + added
    return found
