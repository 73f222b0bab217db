"""The page of a service with tokens asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

import pytest

from relgym.cli import main
from tests.playground.conftest import NARROW, WIDE
from tests.playground.driver import Playground
from tests.playground.test_shell import violations
from tests.service.conftest import serving


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a service with tokens, and one of them."""
    data = tmp_path_factory.mktemp("closed")
    with redirect_stdout(StringIO()) as output:
        assert main(["token", "create", "--data", str(data)]) == 0
    with serving(data, "--limit", "10") as (_, client):
        yield client.address, output.getvalue().strip()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "390"])
def test_the_page_asks_for_a_token_and_keeps_it(
    browser: object, closed: tuple[str, str], viewport: dict[str, int]
) -> None:
    address, token = closed
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")  # type: ignore[attr-defined]
    context.set_default_timeout(10_000)
    try:
        page = Playground(context.new_page(), address)
        page.tab.goto(address)
        dialog = page.tab.get_by_role("dialog", name="Token")
        dialog.wait_for()
        assert violations(page.tab) == []
        field = dialog.get_by_label("Token")
        field.fill("relgym")
        field.press("Enter")
        assert "67 characters" in dialog.get_by_role("alert").inner_text()
        field.fill(token[:-1] + ("A" if token[-1] != "A" else "B"))
        dialog.get_by_role("button", name="Enter").click()
        page.tab.get_by_text("does not accept the token").wait_for()
        page.tab.get_by_label("Token", exact=True).last.fill(token)
        page.tab.get_by_role("button", name="Enter").click()
        page.ready()
        assert page.state["steps"] == 0
        assert page.errors, "the browser tells of what was refused"
        assert all("401" in error or "Authentication failed" in error for error in page.errors), page.errors
        page.errors.clear()
        page.visit("/")
        page.act(page.actions[0])
        assert page.state["steps"] == 1
        assert page.errors == []
        assert token not in page.tab.url
    finally:
        context.close()
