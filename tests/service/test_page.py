"""The files of the page: types, entity tags, and nothing outside the folder."""

from __future__ import annotations

import http.client
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from relgym import resources
from relgym.service import page
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
    text = body.decode()
    assert re.sub(r"\bfiles/[0-9a-f]{24}/", "", text) == (FOLDER / "index.html").read_text("utf-8")
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


def test_scripts_and_styles_of_a_version_stay_as_they_are(client: Client) -> None:
    _, headers, body = got(client, "/")
    assert headers["cache-control"] == "no-cache"
    assert got(client, "/", **{"if-none-match": headers["etag"]})[0] == 304
    named = re.findall(r'(?:href|src)="((?:files|src|styles)/[^"]+)"', body.decode())
    assert len(named) > 10
    for path in named:
        status, headers, body = got(client, f"/{path}")
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert body == (FOLDER / path.split("/", 2)[2]).read_bytes()
        assert (headers["content-security-policy"] == page.POLICY) == path.endswith(".js")


def test_a_version_that_nobody_knows_is_the_present_one_for_now(client: Client) -> None:
    status, headers, body = got(client, "/files/other/src/main.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert body == (FOLDER / "src" / "main.js").read_bytes()


@pytest.fixture
def changing(tmp_path: Path) -> tuple[Path, TestClient]:
    """A small page in a folder, and what serves it."""
    folder = tmp_path / "page"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "main.js").write_text("1;")
    (folder / "index.html").write_text('<script type="module" src="src/main.js"></script>')
    (tmp_path / "secret.js").write_text("2;")
    return folder, TestClient(Starlette(routes=page.routes(folder)))


def test_a_change_is_seen_at_once_and_the_page_before_it_keeps_its_files(changing: tuple[Path, TestClient]) -> None:
    folder, browser = changing
    (before,) = re.findall('src="([^"]+)"', browser.get("/").text)
    (folder / "src" / "main.js").write_text("10;")
    (after,) = re.findall('src="([^"]+)"', browser.get("/").text)
    assert [browser.get(f"/{path}").text for path in (before, after, "src/main.js")] == ["1;", "10;", "10;"]
    again = TestClient(Starlette(routes=page.routes(folder)))
    answers = [again.get(f"/{path}") for path in (before, after)]
    assert [(answer.text, answer.headers["cache-control"]) for answer in answers] == [
        ("10;", "no-cache"),
        ("10;", "public, max-age=31536000, immutable"),
    ], "a service that starts after the change knows its version only"


def test_links_are_followed_inside_the_folder_only(changing: tuple[Path, TestClient]) -> None:
    folder, browser = changing
    (folder / "src" / ".#main.js").symlink_to("nobody@nowhere")
    (folder / "src" / "out.js").symlink_to(folder.parent / "secret.js")
    (main,) = re.findall('src="([^"]+)"', browser.get("/").text)
    assert browser.get(f"/{main}").text == "1;"
    for name in (".%23main.js", "out.js", "..%2Findex.html"):
        assert browser.get(f"/{main.replace('main.js', name)}").status_code == 404
        assert browser.get(f"/files/other/src/{name}").status_code == 404
    (folder / "index.html").unlink()
    assert browser.get("/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/src/no.js",
        "/files/other/src/no.js",
        "/files/other/index.html",
        "/files/other/src/../../../pyproject.toml",
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
