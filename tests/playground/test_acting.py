"""Acting in the picture: a thing offers its actions, is dragged onto another one, or goes where an arrow says."""

from __future__ import annotations

from typing import Any

from tests.playground.driver import Playground

DIRECTIONS = {"right": "ArrowRight", "left": "ArrowLeft", "up": "ArrowUp", "down": "ArrowDown"}


def middle(page: Playground, name: str) -> tuple[float, float]:
    box: Any = page.tab.locator(f'.picture .thing.object[data-names="{name}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Playground, name: str, onto: tuple[float, float]) -> None:
    page.tab.mouse.move(*middle(page, name))
    page.tab.mouse.down()
    page.tab.mouse.move(*onto, steps=4)
    page.tab.mouse.up()
    page.settled()


def test_a_thing_offers_its_actions(page: Playground) -> None:
    page.tab.mouse.click(*middle(page, "b2"))
    page.settled()
    offered = page.tab.get_by_role("group", name="Actions of what is chosen")
    assert offered.get_by_role("button").all_inner_texts() == ["unstack b2 b3"]
    offered.get_by_role("button").focus()
    page.tab.wait_for_selector('.ahead .object[data-atom="(holding b2)"]')
    offered.get_by_role("button").click()
    page.settled()
    assert page.tab.locator(".ahead").count() == 0
    assert "(holding b2)" in page.state["state"]["atoms"]
    page.press("Escape")
    assert not offered.is_visible()


def test_a_thing_is_dragged_onto_another_one(page: Playground) -> None:
    page.act("(pick-up b1)")
    drag(page, "b1", middle(page, "b2"))
    assert "(on b1 b2)" in page.state["state"]["atoms"]
    assert page.tab.evaluate("() => relgym.state.selected") is None, "the drag is no click"


def test_a_thing_is_dragged_to_a_free_place(page: Playground) -> None:
    box: Any = page.tab.locator(".picture").bounding_box()
    drag(page, "b1", (box["x"] + 20, box["y"] + 20))
    assert "(holding b1)" in page.state["state"]["atoms"]


def test_what_fits_no_action_stays_and_is_told(page: Playground) -> None:
    drag(page, "b1", middle(page, "b3"))
    assert page.state["steps"] == 0
    assert "No action that is valid now fits b1 and b3" in page.text(".message p")


def test_arrows_go_where_actions_have_directions(page: Playground) -> None:
    page.catalogue("sokoban")
    action = next(one for one in page.actions if one.startswith("(move"))
    way = action.rstrip(")").split()[-1]
    page.press(DIRECTIONS[way])
    assert page.state["action"] == action
    page.press("u")
    assert page.state["steps"] == 0


def test_a_picture_is_zoomed_and_moved(page: Playground) -> None:
    scale = "() => document.querySelector('.picture svg').getScreenCTM().a"
    place = "() => document.querySelector('.picture svg').viewBox.baseVal.x"
    before = page.tab.evaluate(scale)
    page.press("+", "+")
    assert page.tab.evaluate(scale) > 1.5 * before
    box: Any = page.tab.locator(".picture").bounding_box()
    left = page.tab.evaluate(place)
    page.tab.mouse.move(box["x"] + 10, box["y"] + 10)
    page.tab.mouse.down()
    page.tab.mouse.move(box["x"] + 60, box["y"] + 10)
    page.tab.mouse.up()
    assert page.tab.evaluate(place) < left
    page.tab.mouse.wheel(0, 4000)
    page.tab.wait_for_timeout(100)
    assert page.tab.evaluate(scale) == before
    page.tab.mouse.wheel(0, -400)
    page.tab.wait_for_timeout(100)
    page.press("0")
    assert page.tab.evaluate(scale) == before


def test_a_window_of_another_size_keeps_the_whole_picture_within_reach(page: Playground) -> None:
    whole = "() => document.querySelector('.picture svg').getAttribute('viewBox')"
    before = page.tab.evaluate(whole)
    page.press("+", "+", "+")
    page.tab.set_viewport_size({"width": 1100, "height": 760})
    page.tab.wait_for_timeout(100)
    page.press("0")
    assert page.tab.evaluate(whole) == before


def test_space_plays_the_film_where_a_tab_has_the_focus(page: Playground) -> None:
    page.press("1")
    page.tool("State")
    page.press("Space")
    page.tab.wait_for_function("() => document.getElementById('film').getAttribute('aria-label') === 'Stop the film'")
    page.press("Space")
