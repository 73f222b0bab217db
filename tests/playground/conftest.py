"""The page in Debian's Chromium: one browser and one service for all tests, and a context of its own for each.

An error on the console fails a test, unless it says that it expects one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

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
    found = shutil.which("chromium")
    if found is None:
        message = "Chromium is not installed (.ci/install-chromium does it where it may)"
        pytest.fail(message) if os.environ.get("RELGYM_REQUIRE_ENGINES") else pytest.skip(message)
    return found


@pytest.fixture(scope="session")
def editor_built() -> bool:
    """Whether CodeMirror is there; it is built where npm is."""
    subprocess.run([ROOT / ".ci" / "build-editor"], check=True, capture_output=True)
    return (ROOT / "playground" / "vendor" / "codemirror.js").exists()


# Playwright runs an event loop in the main thread; tests of other modules run loops of their own.
@pytest.fixture(scope="module")
def browser(chromium: str, editor_built: bool) -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("playground"), "--limit", "10") as (_, client):
        yield client


Opens = Callable[..., Playground]


@pytest.fixture
def opens(browser: object, service: Client) -> Iterator[Opens]:
    """Opens the page in a fresh context, `opens(viewport=…, theme=…)`; at the end its console must have no error."""
    contexts = []
    pages: list[Playground] = []

    def opened(
        path: str = "/", viewport: dict[str, int] = WIDE, theme: str = "light", address: str = service.address
    ) -> Playground:
        context = browser.new_context(viewport=viewport, color_scheme=theme, reduced_motion="reduce")  # type: ignore[attr-defined]
        context.set_default_timeout(10_000)
        contexts.append(context)
        pages.append(Playground(context.new_page(), address))
        pages[-1].visit(path)
        return pages[-1]

    yield opened
    try:
        for page in pages:
            assert not page.errors, page.errors
    finally:
        for context in contexts:
            context.close()


@pytest.fixture
def page(opens: Opens) -> Playground:
    """The page with its first domain, 1280 wide."""
    return opens()
