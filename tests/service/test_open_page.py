"""`relgym serve --open` opens the page in a browser, where windows can be opened."""

from __future__ import annotations

import asyncio
import re
import webbrowser
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
import uvicorn

from relgym.cli import main
from relgym.service import serve as serving
from relgym.service.settings import Settings


@pytest.mark.parametrize(("words", "opens"), [([], False), (["--open"], True), (["--open", "--no-open"], False)])
def test_the_option_is_passed_on(words: list[str], opens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(serving, "serve", lambda *given, opens_page: asked.append(opens_page))
    assert main(["serve", *words]) == 0
    assert asked == [opens]


def test_make_serve_opens_the_page() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    # What a user adds comes after it, so that --no-open holds.
    assert re.search(r"^serve: .*\n.* serve .*--open \$\(SERVE_ARGS\)$", makefile, re.MULTILINE)


@pytest.mark.parametrize(("variable", "opens"), [("DISPLAY", True), ("WAYLAND_DISPLAY", True), ("TERM", False)])
def test_a_browser_opens_where_there_is_a_screen(
    variable: str, opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, ":0")
    opened: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "open", opened.put)

    async def started(self: Any, sockets: Any = None) -> None:
        self.started, self.servers = True, [await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)]

    async def ready(self: Any) -> bool:
        return True

    monkeypatch.setattr(uvicorn.Server, "startup", started)
    monkeypatch.setattr(serving._Server, "_is_ready", ready)
    for change in ("gc.freeze", "gc.set_threshold", "sys.setswitchinterval"):
        monkeypatch.setattr(change, lambda *_: None)
    app = serving.create_app(Settings(data=tmp_path))
    server = serving._Server(uvicorn.Config(app), app, opens_page=True)
    asyncio.run(server.startup())
    address = capsys.readouterr().out.removeprefix("listening on ").strip()
    assert address.startswith("http://127.0.0.1:")
    if opens:
        assert opened.get(timeout=30) == address
    else:
        assert opened.empty()
