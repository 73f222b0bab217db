"""The files of the page: types, entity tags, and nothing outside the folder."""

from __future__ import annotations

import http.client
import re
from pathlib import Path

import pytest

from relgym import resources
from tests.service.conftest import Client

FOLDER = resources.playground()
FILES = sorted(
    f"/{file.relative_to(FOLDER)}"
    for folder in ("src", "styles")
    for file in (FOLDER / folder).rglob("*.*")
    if file.suffix in (".js", ".css")
)


def got(client: Client, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to a request whose path goes out as it is."""
    connection = http.client.HTTPConnection(client.address.removeprefix("http://"), timeout=60)
    connection.request("GET", path, headers=headers)
    with connection.getresponse() as answer:
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_page_loads_nothing_from_elsewhere(client: Client) -> None:
    status, headers, body = got(client, "/")
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert body == (FOLDER / "index.html").read_bytes()
    text = body.decode()
    assert "//" not in re.sub(r"<!--.*?-->", "", text.replace("</", "<"), flags=re.DOTALL)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", text)


@pytest.mark.parametrize("path", ["/favicon.svg", *FILES])
def test_files_have_their_types(client: Client, path: str) -> None:
    kinds = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
    status, headers, body = got(client, path)
    assert (status, headers["content-type"]) == (200, kinds[Path(path).suffix])
    assert headers["x-content-type-options"] == "nosniff"
    assert body == (FOLDER / path[1:]).read_bytes()


def test_a_file_that_the_browser_has_is_not_sent_again(client: Client) -> None:
    _, headers, _ = got(client, "/src/main.js")
    etag = headers["etag"]
    assert headers["cache-control"] == "no-cache"
    status, headers, body = got(client, "/src/main.js", **{"if-none-match": f'"other", W/{etag}'})
    assert (status, headers["etag"], body) == (304, etag, b"")
    status, _, body = got(client, "/src/main.js", **{"if-none-match": '"other"'})
    assert status == 200
    assert body


@pytest.mark.parametrize(
    "path",
    [
        "/src/no.js",
        "/src/",
        "/src/../../pyproject.toml",
        "/src/..%2F..%2Frelgym%2Fruntime/../../../LICENSE",
        "/src/%2e%2e/%2e%2e/docs/performance.svg",
        "/vendor/README.md",
        "/src//etc/hostname.js",
        "/src/%00.js",
        f"/src/{'a' * 300}.js",
        "/no",
    ],
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    status, headers, body = got(client, path)
    assert (status, headers["content-type"]) == (404, "application/problem+json"), body
