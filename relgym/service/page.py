"""The playground's files: the page at `/`, and what it loads.

The page names its scripts and styles by paths with the digest of all files: `files/DIGEST/src/main.js`. What has such a
path never changes, so a browser does not ask again for what it has; after a change the page names another digest. Any
other file, the page itself among them, has an ETag of its content, so a browser that has it asks and gets no body. Only
files of known types are served.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from relgym.caching import Cache
from relgym.tuning.service import PAGE_FILES_LIMIT, PAGE_VERSIONS_LIMIT

INDEX = "index.html"

FOLDERS = ("src", "styles", "vendor")
"""The folders of what the page loads."""

ICON = "favicon.svg"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""The media types by suffix: those that the machine's tables name may be others."""

HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
ASKED_AGAIN = {"cache-control": "no-cache"}
KEPT = {"cache-control": "public, max-age=31536000, immutable"}

_REFERENCE = re.compile(rb'\b(href|src)="(?=(?:src|styles)/)')

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


@dataclass(frozen=True)
class Version:
    """The files of the page at one time.

    Attributes:
        name: The digest of their paths and contents.
        index: The page, which names scripts and styles by the paths of this version.
        files: The content of each file that the page loads, by its path in the folder.
    """

    name: str
    index: bytes
    files: Mapping[str, bytes]


class Versions:
    """The present version of the page, and some earlier ones, which pages that are open still load from.

    Args:
        root: The folder `playground/`, without links in its path.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._found: list[tuple[str, int, int]] = []
        self._known: Cache[str, Version] = Cache(PAGE_VERSIONS_LIMIT)
        self._name = ""

    def present(self) -> Version:
        """Return the version of the files as they are now."""
        found = self._files()
        if found != self._found:
            version = self._read([path for path, _, _ in found])
            self._found, self._name = found, version.name
            self._known.keep(version.name, version)
        return self._known[self._name]

    def version(self, name: str) -> Version | None:
        """Return a version by its name, `None` if nobody knows it any more."""
        known = self._known.get(name)
        if known is not None:
            return known
        present = self.present()
        return present if present.name == name else None

    def _files(self) -> list[tuple[str, int, int]]:
        """Return the path of each file, when it was changed, and its size in bytes."""
        paths = [self._root / INDEX]
        for name in FOLDERS:
            for folder, _, files in os.walk(self._root / name):
                paths.extend(Path(folder, file) for file in files if Path(file).suffix in TYPES)
        found = []
        for path in paths:
            with suppress(OSError):  # An editor's link to nowhere, or a file that has just gone.
                about = path.stat()
                found.append((path.relative_to(self._root).as_posix(), about.st_mtime_ns, about.st_size))
        return sorted(found)

    def _read(self, paths: list[str]) -> Version:
        found = {path: _inside(self._root, path) for path in paths}
        files = {path: file.read_bytes() for path, file in found.items() if file is not None}
        digest = hashlib.sha256()
        for path, content in files.items():
            digest.update(f"{path} {len(content)}\n".encode() + content)
        name = digest.hexdigest()[:24]
        index = _REFERENCE.sub(rb'\1="files/%s/' % name.encode(), files.pop(INDEX, b""))
        return Version(name, index, files)


def routes(folder: Path) -> list[BaseRoute]:
    """Return the routes of the page.

    Args:
        folder: The folder `playground/`.
    """
    root = folder.resolve()
    versions = Versions(root)

    async def index(request: Request) -> Response:
        content = versions.present().index
        if not content:
            raise _missing(request)
        return _asked_again(request, content, _etag(content), INDEX)

    async def file(request: Request) -> Response:
        return of_path(request, request.url.path.lstrip("/"))

    async def versioned(request: Request) -> Response:
        path = request.path_params["path"]
        version = versions.version(request.path_params["version"])
        if version is None:  # The page is older than this process, and gets what is there now.
            return of_path(request, path)
        content = version.files.get(path)
        if content is None:
            raise _missing(request)
        return Response(content, 200, _headers(path, KEPT), TYPES[Path(path).suffix])

    def of_path(request: Request, path: str) -> Response:
        wanted = _inside(root, path)
        if wanted is None or wanted.suffix not in TYPES or wanted.relative_to(root).parts[0] not in (ICON, *FOLDERS):
            raise _missing(request)
        about = wanted.stat()
        return _asked_again(request, *_file(wanted, about.st_mtime_ns, about.st_size), wanted.name)

    served = {"/": index, f"/{ICON}": file, "/files/{version}/{path:path}": versioned}
    served |= {f"/{name}/{{path:path}}": file for name in FOLDERS}
    return [Route(path, serve, methods=["GET"], include_in_schema=False) for path, serve in served.items()]


def _asked_again(request: Request, content: bytes, etag: str, name: str) -> Response:
    """Return a file that the browser asks for each time; without its content if the browser has it."""
    headers = _headers(name, ASKED_AGAIN) | {"etag": etag}
    if etag in _etags(request.headers.get("if-none-match", "")):
        return Response(None, 304, headers)
    return Response(content, 200, headers, TYPES[Path(name).suffix])


def _headers(name: str, caching: Mapping[str, str]) -> dict[str, str]:
    headers = {**HEADERS, **caching}
    if name.endswith((".html", ".js")):  # A script of a worker has a policy of its own.
        headers["content-security-policy"] = POLICY
    return headers


def _missing(request: Request) -> HTTPException:
    return HTTPException(404, f"there is no file {request.url.path}")


def _inside(root: Path, path: str) -> Path | None:
    """Return a file of the folder by the path of a request; `None` if it is none, or lies elsewhere."""
    try:
        # `..` and links may lead out of the folder, until they are resolved.
        found = (root / path.lstrip("/")).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except (OSError, ValueError):  # a name that is too long, or has a NUL
        return None


@lru_cache(maxsize=PAGE_FILES_LIMIT)
def _file(path: Path, changed: int, size: int) -> tuple[bytes, str]:
    """Return the content of a file and its ETag; a file that has changed has another key."""
    content = path.read_bytes()
    return content, _etag(content)


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"'


def _etags(header: str) -> set[str]:
    """Return the entity tags of `If-None-Match`; a weak one compares as a strong one (RFC 9110, section 13.1.2)."""
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
