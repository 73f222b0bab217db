"""The shell: catalogue, themes, keys, narrow screens, accessibility."""

from __future__ import annotations

from typing import Any

import pytest
from thorough import THOROUGH

from relgym.catalogue import catalogue
from tests.playground.conftest import NARROW, WIDE, Opens
from tests.playground.driver import LAMP, Playground

WIDTHS = pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "390"])


def violations(tab: Any) -> list[str]:
    """What axe-core finds, one line for each element."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(tab).response["violations"]
    return [f"{each['id']}: {node['html'][:160]} {node['any'][:1]}" for each in found for node in each["nodes"]]


def test_theme_is_kept(opens: Opens) -> None:
    page = opens(theme="dark")
    assert page.tab.evaluate("() => document.documentElement.dataset.theme") == "dark"
    page.press("t")
    assert page.tab.evaluate("() => document.documentElement.dataset.theme") == "light"
    page.visit("/")
    assert page.tab.evaluate("() => document.documentElement.dataset.theme") == "light"


def test_scripts_and_styles_are_fetched_once(page: Playground) -> None:
    page.visit()
    fetched = page.tab.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter((one) => /[.](js|css)$/.test(new URL(one.name).pathname))
          .map((one) => [one.name, one.transferSize])"""
    )
    assert len(fetched) > 50
    assert [name for name, size in fetched if size > 0] == []


def test_question_mark_lists_the_keys(page: Playground) -> None:
    page.press("?")
    dialog = page.tab.get_by_role("dialog", name="Help")
    assert "search for a plan" in dialog.inner_text()
    page.press("Escape")
    assert not dialog.is_visible()


def test_tabs_are_walked_by_arrows(page: Playground) -> None:
    page.tool("Derived predicates")
    page.press("ArrowRight")
    assert page.tab.evaluate("() => document.activeElement.id") != "tab-lab"
    assert page.tab.evaluate("() => document.activeElement.getAttribute('aria-selected')") == "true"
    page.press("Home")
    assert page.tab.evaluate("() => document.activeElement.id") == "tab-lab"
    assert page.state["steps"] == 0


def test_narrow_screens_have_three_places(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    places = page.tab.get_by_role("navigation", name="Parts of the page")
    shown = {"Files": ".files", "Play": ".stage", "Tools": ".tools"}
    for name, area in shown.items():
        places.get_by_role("button", name=name).click()
        assert [each for each in shown.values() if page.tab.locator(each).is_visible()] == [area]
    places.get_by_role("button", name="Play").click()
    page.act(page.actions[0])
    assert page.state["steps"] == 1


@WIDTHS
def test_nothing_is_wider_than_the_screen(opens: Opens, viewport: dict[str, int]) -> None:
    page = opens(viewport=viewport)
    page.texts(LAMP.replace("press", "press-" + "x" * 120))
    assert page.tab.evaluate("() => document.documentElement.scrollWidth") == viewport["width"]
    assert page.tab.evaluate("() => document.documentElement.scrollHeight") == viewport["height"]


# Colours are the same at every width; a thorough run tries all pairs.
@pytest.mark.parametrize(
    ("viewport", "theme"),
    [(viewport, theme) for viewport in (WIDE, NARROW) for theme in ("light", "dark")]
    if THOROUGH
    else [(WIDE, "light"), (NARROW, "dark")],
)
def test_axe_finds_nothing(opens: Opens, viewport: dict[str, int], theme: str) -> None:
    page = opens(viewport=viewport, theme=theme)
    page.press("1", "ArrowLeft", "2")
    assert violations(page.tab) == []
    page.texts(LAMP.replace("(whole) (not", "(whol) (not"))
    assert violations(page.tab) == []
    page.texts(LAMP)
    page.act("(press)")
    page.type(LAMP.replace("(whole) (not", "(whol) (not")) if viewport == WIDE else None
    assert violations(page.tab) == []
    if viewport == NARROW:
        for place in ("Files", "Tools"):
            page.tab.get_by_role("navigation").get_by_role("button", name=place).click()
            assert violations(page.tab) == []
    page.press("o")
    assert violations(page.tab) == []
    page.press("Escape", "?")
    assert violations(page.tab) == []


def test_catalogue_finds_domains_by_typing(page: Playground) -> None:
    page.tab.get_by_role("button", name="Open a domain").click()
    dialog = page.tab.get_by_role("dialog", name="Catalogue")
    dialog.get_by_role("button", name="RDDL", exact=True).click()
    names = dialog.locator(".domain strong")
    assert set(names.all_inner_texts()) == {own.name for own in catalogue("rddl")}
    dialog.get_by_role("button", name="RDDL", exact=True).click()
    assert names.count() == len(catalogue())
    dialog.get_by_role("searchbox").fill("hanoi")
    page.press("Enter")
    page.ready()
    assert page.text(".stage-title").startswith("hanoi")
    assert not dialog.is_visible()
    page.press("o")
    dialog.get_by_role("searchbox").fill("no such thing")
    assert "No domain has" in dialog.inner_text()
    page.press("Escape")
    assert not dialog.is_visible()


def test_the_gallery_shows_pictures_of_what_is_in_sight(page: Playground) -> None:
    page.press("o")
    page.tab.wait_for_function("() => document.querySelectorAll('.thumbnail svg').length >= 6")
    page.tab.get_by_role("searchbox", name="Find a domain").fill("zenotravel")
    page.tab.wait_for_function("() => document.querySelector('.thumbnail svg .object')")
    assert page.tab.locator(".thumbnail [role=button]").count() == 0
    # Sizes come when they are measured, and domains are put in order by them.
    sizes = page.tab.locator(".domains .sizes")
    page.tab.wait_for_function(
        "() => document.querySelector('.domains .sizes')?.textContent.includes(' objects · plans of ')"
    )
    page.tab.get_by_role("searchbox", name="Find a domain").fill("")
    page.tab.get_by_label("Order").select_option("easiest first")
    shares = [int(text.split()[-2]) for text in sizes.all_inner_texts() if text.endswith("%")]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == len(catalogue("pddl"))
    assert page.tab.locator(".domains li").count() == len(catalogue())


def test_the_gallery_has_what_was_opened_last(page: Playground) -> None:
    page.catalogue("hanoi")
    page.texts(LAMP)
    page.press("o")
    last = page.tab.get_by_role("group", name="What was opened last").get_by_role("button")
    assert [text.split(" · ")[0] for text in last.all_inner_texts()][-2:] == ["hanoi", "blocks"]
    last.filter(has_text="hanoi").click()
    page.ready()
    assert page.text("#catalogue").startswith("hanoi · ")


def test_catalogue_opens_other_problems(page: Playground) -> None:
    page.press("o")
    page.tab.get_by_role("searchbox", name="Find a domain").fill("gripper")
    picker = page.tab.get_by_label("Problem of gripper")
    picker.select_option(index=2)
    page.settled()
    page.ready()
    assert page.text("#catalogue").startswith("gripper · ")
    assert page.text(".stage-title").startswith("gripper · ")


def test_catalogue_makes_new_problems(page: Playground) -> None:
    page.press("o")
    page.tab.get_by_role("searchbox", name="Find a domain").fill("gripper")
    picker = page.tab.get_by_label("Problem of gripper")
    value = picker.locator('optgroup[label="A new one"] option').first.get_attribute("value")
    picker.select_option(value=value)
    page.settled()
    page.ready()
    assert page.text("#catalogue").startswith("gripper · new, seed ")
    assert page.actions


def test_a_newcomer_is_invited_once(page: Playground) -> None:
    invitation = page.tab.get_by_role("complementary", name="Invitation")
    invitation.get_by_role("button", name="write your first action").click()
    page.settled()
    page.ready()
    assert page.actions == ["(switch-on desk)"]
    assert page.tab.evaluate("() => document.activeElement.className") == "codemirror"
    assert not invitation.is_visible()
    page.visit("/")
    assert not invitation.is_visible()


def test_a_newcomer_is_invited_on_a_telephone(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    page.catalogue("search-and-rescue-partial")
    invitation = page.tab.get_by_role("complementary", name="Invitation")
    assert page.text(".invitation p") == "Take the tour or write your first action"
    box, share = invitation.bounding_box(), page.tab.locator("#share").bounding_box()
    assert box["y"] >= share["y"] + share["height"], "a line of its own, below the rest"
    assert share["y"] == page.tab.locator("#catalogue").bounding_box()["y"], "a long name breaks no line"
    assert violations(page.tab) == []
    invitation.get_by_role("button", name="Take the tour").click()
    assert page.text(".tour .count") == "1 of 6"


def test_a_tour_shows_what_stands_where(page: Playground) -> None:
    page.tab.get_by_role("button", name="Take the tour").click()
    tour = page.tab.get_by_role("dialog", name="Tour of the page")
    seen = []
    for number in range(1, 7):
        assert page.text(".tour .count") == f"{number} of 6"
        box, target = tour.bounding_box(), page.tab.locator(".toured")
        assert 0 <= box["x"] <= WIDE["width"] - box["width"]
        assert 0 <= box["y"] <= WIDE["height"] - box["height"]
        seen.append(target.evaluate("(each) => each.id || each.className.split(' ')[0]"))
        assert number > 1 or violations(page.tab) == []
        page.press("Enter")
    assert seen == ["picture", "area-side", "plan", "panel", "files-handle", "tools-head"]
    assert tour.count() == 0
    assert page.state["steps"] == 0
    page.press("?")
    page.tab.get_by_role("dialog", name="Help").get_by_role("button", name="Take the tour").click()
    page.press("Escape")
    assert page.tab.locator(".tour, .toured").count() == 0


def test_a_first_action_is_written_in_a_small_world(page: Playground) -> None:
    page.press("?")
    page.tab.get_by_role("dialog", name="Help").get_by_role("button", name="write your first action").click()
    page.settled()
    page.ready()
    assert page.actions == ["(switch-on desk)"]
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.wait_for_selector(".message")
    assert page.text(".message p") == "No plan: the goal cannot be reached from here."
    texts = page.tab.evaluate("() => relgym.state.texts.domain")
    written = "(:action switch-off :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l)))"
    page.type(texts.rstrip().removesuffix(")") + written + ")")
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.wait_for_function("() => relgym.state.node.goal")
    page.press("o")
    page.tab.get_by_role("button", name="Write your own").click()
    page.settled()
    assert page.text("#catalogue") == "Your first domain"


def test_all_tools_are_in_sight_on_narrow_screens(opens: Opens) -> None:
    page = opens(viewport=NARROW)
    page.catalogue("sysadmin")
    page.tab.get_by_role("navigation").get_by_role("button", name="Tools").click()
    right = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    assert page.tab.locator(".tools [role=tab]:not([hidden])").evaluate_all(right) <= NARROW["width"]
