"""The picture comes first: files and tools are panes around it, which open, close and are dragged."""

from __future__ import annotations

import pytest

from tests.playground.conftest import WIDE, Opens
from tests.playground.driver import LAMP, Playground

SHARE = """() => {
  const { width, height } = document.querySelector(".picture").getBoundingClientRect();
  return (width * height) / (innerWidth * innerHeight);
}"""


@pytest.mark.parametrize("name", ["blocks", "logistics", "sysadmin"])
def test_the_picture_has_nearly_half_of_the_screen(page: Playground, name: str) -> None:
    page.catalogue(name)
    assert page.tab.evaluate(SHARE) >= 0.45


def test_the_files_open_by_their_handle_and_stay_open(page: Playground) -> None:
    handle = page.tab.get_by_role("button", name="Files", exact=True)
    assert not page.tab.locator(".files").is_visible()
    handle.click()
    assert page.tab.locator(".files").is_visible()
    page.visit("/")
    assert page.tab.locator(".files").is_visible()
    handle.click()
    assert not page.tab.locator(".files").is_visible()


def test_the_handle_counts_errors(page: Playground) -> None:
    page.texts(LAMP.replace("(whole) (not", "(whol) (not"))
    assert page.text("#files-handle .errors") == "1"
    page.tab.get_by_role("button", name="Show the first error").click()
    assert page.tab.locator(".files").is_visible()


def test_tools_open_by_their_tabs_and_close(page: Playground) -> None:
    assert not page.tab.locator(".tab-body").is_visible()
    page.tool("State")
    assert page.tab.locator(".tab-body").is_visible()
    page.tab.get_by_role("button", name="Close the tools").click()
    assert not page.tab.locator(".tab-body").is_visible()


def test_edges_are_dragged_and_moved_by_keys(page: Playground) -> None:
    width = "() => document.querySelector('.side').offsetWidth"
    edge = page.tab.get_by_role("separator", name="Width of the actions")
    before = page.tab.evaluate(width)
    box = edge.bounding_box()
    page.tab.mouse.move(box["x"] + 2, box["y"] + 80)
    page.tab.mouse.down()
    page.tab.mouse.move(box["x"] - 58, box["y"] + 80)
    page.tab.mouse.up()
    assert page.tab.evaluate(width) == before + 60
    edge.focus()
    page.press("ArrowRight")
    assert page.tab.evaluate(width) == before + 36
    assert edge.get_attribute("aria-valuenow") == str(before + 36)
    assert page.state["steps"] == 0, "the key moved the edge alone"
    page.visit("/")
    assert page.tab.evaluate(width) == before + 36


def test_f_fills_the_screen_with_the_picture(page: Playground) -> None:
    page.press("f")
    page.tab.wait_for_function("() => document.fullscreenElement?.id === 'area-stage'")
    page.press("f")
    page.tab.wait_for_function("() => document.fullscreenElement === null")


def test_kept_sizes_that_nobody_understands_are_left_out(opens: Opens) -> None:
    page = opens(viewport=WIDE)
    for kept in ("[]", "nonsense", '{"sizes": {"side": "wide"}, "open": 3}'):
        page.tab.evaluate("(kept) => localStorage.setItem('relgym.panes', kept)", kept)
        page.visit("/")
        assert page.tab.evaluate(SHARE) >= 0.45
