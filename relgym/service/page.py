"""The playground's files: the page at `/`, and what it loads.

A file has an ETag of its content, so a browser that has it asks and gets no body. Only files of known types are served.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from relgym.tuning.service import PAGE_FILES_LIMIT

INDEX = "index.html"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""The media types by suffix: those that the machine's tables name may be others."""

HEADERS = {"cache-control": "no-cache", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy of the page: no script or style but its own files, and no other host."""


def routes(folder: Path) -> list[BaseRoute]:
    """Return the routes of the page.

    Args:
        folder: The folder `playground/`.
    """
    root = folder.resolve()

    async def serve(request: Request) -> Response:
        wanted = _inside(root, request.url.path)
        media_type = None if wanted is None else TYPES.get(wanted.suffix)
        if wanted is None or media_type is None:
            raise HTTPException(404, f"there is no file {request.url.path}")
        about = wanted.stat()
        content, etag = _file(wanted, about.st_mtime_ns, about.st_size)
        headers = {**HEADERS, "etag": etag}
        if wanted.suffix in (".html", ".js"):  # A script of a worker has a policy of its own.
            headers["content-security-policy"] = POLICY
        if etag in _etags(request.headers.get("if-none-match", "")):
            return Response(None, 304, headers)
        return Response(content, 200, headers, media_type)

    paths = ("/", "/favicon.svg", "/src/{path:path}", "/styles/{path:path}", "/vendor/{path:path}")
    return [Route(path, serve, methods=["GET"], include_in_schema=False) for path in paths]


def _inside(root: Path, path: str) -> Path | None:
    """Return a file of the folder by the path of a request; `None` if it is none, or lies elsewhere."""
    try:
        # `..` and links may lead out of the folder, until they are resolved.
        found = (root / (path.lstrip("/") or INDEX)).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except (OSError, ValueError):  # a name that is too long, or has a NUL
        return None


@lru_cache(maxsize=PAGE_FILES_LIMIT)
def _file(path: Path, changed: int, size: int) -> tuple[bytes, str]:
    """Return the content of a file and its ETag; a file that has changed has another key."""
    content = path.read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:24]}"'


def _etags(header: str) -> set[str]:
    """Return the entity tags of `If-None-Match`; a weak one compares as a strong one (RFC 9110, section 13.1.2)."""
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
