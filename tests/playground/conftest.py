"""The page in Debian's Chromium: one browser and one service for all tests.

The shell without windows takes two thirds of the whole browser's processor time, so it is preferred. Tests take turns
with a few tabs, whose storage is cleared: a new context costs three times as much processor time as to load the page
again. An error on the console fails a test, unless it says that it expects one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.playground.driver import Playground
from tests.service.conftest import Client, serving

ROOT = Path(__file__).parents[2]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        message = "Chromium is not installed (.ci/install-chromium does it where it may)"
        pytest.fail(message) if os.environ.get("RELGYM_REQUIRE_ENGINES") else pytest.skip(message)
    return found


@pytest.fixture(scope="session")
def editor_built() -> bool:
    """Whether CodeMirror is there; it is built where npm is."""
    subprocess.run([ROOT / ".ci" / "build-editor"], check=True, capture_output=True)
    return (ROOT / "playground" / "vendor" / "codemirror.js").exists()


_RUNNING: dict[str, Any] = {}
"""The browser and Playwright's program, while the tests of this folder run."""

_FREE: list[Playground] = []
"""Tabs of the browser that no test has at present."""


@pytest.fixture(scope="module")
def browser(chromium: str, editor_built: bool) -> Any:
    """The browser, which goes on from module to module."""
    if not _RUNNING:
        playwright = pytest.importorskip("playwright.sync_api")
        _RUNNING["driver"] = playwright.sync_playwright().start()
        _RUNNING["browser"] = _RUNNING["driver"].chromium.launch(executable_path=chromium, args=ARGUMENTS)
    return _RUNNING["browser"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser after the tests of this folder.

    Playwright runs an event loop in the main thread, and tests of other folders run loops of their own.
    """
    yield
    if _RUNNING and (nextitem is None or Path(__file__).parent not in nextitem.path.parents):
        _FREE.clear()
        _RUNNING.pop("browser").close()
        _RUNNING.pop("driver").stop()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("playground"), "--limit", "10") as (_, client):
        yield client


Opens = Callable[..., Playground]


@pytest.fixture
def opens(browser: Any, service: Client) -> Iterator[Opens]:
    """Opens the page, `opens(viewport=…, theme=…)`, in a tab that keeps nothing of other tests.

    At the end its console must have no error.
    """
    pages: list[Playground] = []

    def opened(
        path: str = "/", viewport: dict[str, int] = WIDE, theme: str = "light", address: str = service.address
    ) -> Playground:
        pages.append(_FREE.pop() if _FREE else _tab(browser))
        pages[-1].address = address
        pages[-1].tab.set_viewport_size(viewport)
        pages[-1].tab.emulate_media(color_scheme=theme, reduced_motion="reduce")
        pages[-1].visit(path)
        return pages[-1]

    yield opened
    errors = [error for page in pages for error in page.errors]
    for page in pages:
        if page.address == service.address:
            _clear(page)
            _FREE.append(page)
        else:
            page.tab.context.close()
    assert not errors


def _tab(browser: Any) -> Playground:
    context = browser.new_context()
    context.set_default_timeout(10_000)
    return Playground(context.new_page(), "")


def _clear(page: Playground) -> None:
    """Leave the page, and remove what it has stored."""
    page.tab.unroute_all()
    page.tab.goto(f"{page.address}/favicon.svg")
    page.tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.tab.context.clear_cookies()
    page.tab.mouse.move(0, 0)
    page.errors.clear()


@pytest.fixture
def page(opens: Opens) -> Playground:
    """The page with its first domain, 1280 wide."""
    return opens()
