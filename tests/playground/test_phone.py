"""On a telephone: a finger in place of a pointer, and one part of the page at a time."""

from __future__ import annotations

from tests.playground.conftest import NARROW, Opens
from tests.playground.driver import Playground

HOLD = """(milliseconds) => new Promise((resolve) => {
  const action = document.querySelector(".action");
  const tell = (kind) => action.dispatchEvent(new PointerEvent(kind, { pointerType: "touch", bubbles: true }));
  tell("pointerdown");
  setTimeout(() => {
    tell("pointerup");
    action.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true }));
    resolve();
  }, milliseconds);
})"""


def tools(page: Playground) -> None:
    page.tab.get_by_role("navigation").get_by_role("button", name="Tools").click()


def test_a_finger_that_stays_on_an_action_asks_what_it_changes(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    page.tab.evaluate(HOLD, 700)
    page.tab.wait_for_selector(".preview .added")
    page.settled()
    assert page.state["steps"] == 0
    page.tab.evaluate(HOLD, 50)
    page.settled()
    assert page.state["steps"] == 1


def test_a_key_carries_out_an_action_after_a_long_touch(opens: Opens) -> None:
    page = opens()
    page.tab.evaluate(HOLD, 700)
    page.tab.locator(".action").first.press("Enter")
    page.settled()
    assert page.state["steps"] == 1


def test_the_tree_of_steps_is_opened_where_one_stands(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    page.catalogue("hanoi")
    page.press(*["1"] * 12)
    tools(page)
    page.press(*["1"] * 12)
    page.tab.get_by_role("navigation").get_by_role("button", name="Play").click()
    page.tab.wait_for_timeout(100)
    box = page.tab.locator(".tree-box").bounding_box()
    knot = page.tab.locator(".knot.current circle").bounding_box()
    assert box["x"] <= knot["x"] < box["x"] + box["width"]


def test_tabs_stay_where_they_are_when_one_is_chosen(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    tools(page)
    places = "(all) => all.map((one) => [one.offsetLeft, one.offsetTop])"
    tabs = page.tab.locator(".tools [role=tab]")
    before = tabs.evaluate_all(places)
    for name in ("Derived predicates", "Planning", "Engines"):
        page.tool(name)
        assert tabs.evaluate_all(places) == before
