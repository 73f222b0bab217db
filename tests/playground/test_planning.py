"""Planning on the page: planners, the advice of a policy, the state space as a picture."""

from __future__ import annotations

import pytest

from tests.playground.conftest import NARROW, WIDE, Opens
from tests.playground.driver import Playground
from tests.playground.test_shell import violations


def test_a_planner_is_chosen(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    page.settled()
    panel.get_by_label("Planner").select_option("search")
    panel.get_by_label("a plan that costs least").check()
    panel.get_by_role("button", name="Find a plan").click()
    panel.locator(".plan").wait_for(timeout=20_000)
    assert "by search, none costs less" in panel.inner_text()
    steps = panel.locator(".plan code").all_inner_texts()
    with page.tab.expect_download() as waiting:
        panel.get_by_role("button", name="Save it").click()
    assert waiting.value.suggested_filename == "plan.txt"
    assert waiting.value.path().read_text().splitlines() == steps, "the form of the IPC"
    panel.get_by_role("button", name="Carry it out").click()
    page.tab.wait_for_function("() => relgym.state.node.goal", timeout=20_000)
    assert page.state["steps"] == len(steps)


def test_planners_search_side_by_side(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    page.settled()
    panel.get_by_role("button", name="Compare all").click()
    table = panel.get_by_role("region", name="Planners side by side")
    table.get_by_role("button", name="carry it out").first.wait_for(timeout=60_000)
    page.tab.wait_for_function(
        "() => ![...document.querySelectorAll('td')].some((one) => one.textContent.startsWith('searching'))",
        timeout=60_000,
    )
    rows = [row.split("\t") for row in table.locator("tbody tr").all_inner_texts()]
    assert {row[0]: row[1] for row in rows}["search"] == "2"
    assert all(row[1] or row[3] for row in rows), "a planner without a plan says why"
    table.get_by_role("button", name="carry it out").first.click()
    page.tab.wait_for_function("() => relgym.state.node.goal", timeout=20_000)


def test_planners_that_cannot_say_why(page: Playground) -> None:
    page.catalogue("river")
    panel = page.tool("Planning")
    page.settled()
    assert panel.locator("#planner option[value=search]").is_disabled()
    assert "probabilistic" in panel.locator("#planner option[value=search]").get_attribute("title")
    assert panel.locator("#planner option[value=luck]").is_enabled()


def test_a_policy_advises(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    panel.get_by_role("button", name="What next?").click()
    advised = panel.locator(".answer button code")
    advised.wait_for(timeout=20_000)
    assert "expected cost to the goal: 2" in panel.inner_text()
    action = advised.inner_text()
    advised.click()
    page.settled()
    assert page.state["action"] == action


def test_the_state_space_is_drawn(page: Playground) -> None:
    page.catalogue("blocks")
    page.act(page.actions[0])
    panel = page.tool("Planning")
    panel.get_by_role("button", name="Draw it").click()
    panel.locator(".network-box svg").wait_for(timeout=20_000)
    assert "22 states, 4 are goals" in panel.inner_text()
    assert panel.locator("[data-state]").count() == 22
    assert panel.locator(".present").get_attribute("data-state") == "1"
    # The page knows which state is which: it asks for no space to follow the steps.
    page.tab.evaluate(
        "() => { const { ask } = relgym; relgym.ask = (q, ...given) => q !== 'space' && ask(q, ...given); }"
    )
    page.press("Home")
    page.tab.wait_for_function("() => document.querySelector('.present').dataset.state === '0'")
    # While another tool hides the picture, it stays as it is.
    page.tool("State")
    page.act(page.actions[0])
    page.tab.wait_for_timeout(600)
    assert page.tab.locator(".present").get_attribute("data-state") == "0"
    page.tool("Planning")
    page.tab.wait_for_function("() => document.querySelector('.present').dataset.state === '1'")
    page.texts()
    assert panel.locator(".network-box").is_hidden()


def test_a_click_on_a_state_goes_there(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    panel.locator(".network-box svg .present").wait_for(timeout=20_000)
    points = "(line) => line.getAttribute('points').split(' ').length"
    assert panel.locator(".planned").evaluate(points) == 3, "two steps lead to the goal"
    panel.locator('[data-state="4"]').click()
    page.tab.wait_for_function("() => document.querySelector('.present').dataset.state === '4'")
    assert [view["action"] for view in page.tab.evaluate("() => relgym.play.line()")] == [
        None,
        "(unstack b2 b3)",
        "(put-down b2)",
    ]
    assert panel.locator(".walked").evaluate(points) == 3
    panel.locator('[data-state="0"]').focus()
    page.press("Enter")
    page.tab.wait_for_function("() => document.querySelector('.present').dataset.state === '0'")


def test_a_state_from_which_no_way_leads_back_is_left_by_the_start(page: Playground) -> None:
    page.texts()
    page.ready()
    page.act("(smash)")
    panel = page.tool("Planning")
    panel.locator(".network-box svg .present").wait_for(timeout=20_000)
    panel.locator('[data-state="1"]').click()
    page.tab.wait_for_function("() => document.querySelector('.present')?.dataset.state === '1'")
    assert page.state["steps"] == 1


def test_fewer_states_are_drawn_if_asked(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    panel.get_by_label("up to").fill("5")
    panel.get_by_role("button", name="Draw it").click()
    panel.get_by_text("there are more").wait_for(timeout=20_000)
    assert panel.locator("[data-state]").count() == 5


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_axe_finds_nothing_in_planning(opens: Opens, viewport: dict[str, int]) -> None:
    page = opens(viewport=viewport)
    if viewport == NARROW:
        page.tab.get_by_role("navigation").get_by_role("button", name="Tools").click()
    panel = page.tool("Planning")
    panel.get_by_role("button", name="Find a plan").click()
    panel.locator(".answer code").first.wait_for(timeout=20_000)
    panel.get_by_role("button", name="Draw it").click()
    panel.locator(".network-box svg").wait_for(timeout=20_000)
    page.settled()
    assert violations(page.tab) == []


ENDLESS = """domain drift {
  pvariables {
    speed : { state-fluent, real, default = 0.0 };
    push : { action-fluent, bool, default = false };
  };
  cpfs { speed' = if (push) then Normal(1.0, 1.0) else speed; };
  reward = speed;
}"""
CALM = "instance calm { domain = drift; max-nondef-actions = 1; horizon = 5; discount = 1.0; }"


SLOW_LISTS = """() => {
  const { ask } = relgym;
  globalThis.refused = 0;
  relgym.ask = (question, action, options) => {
    if (question !== "preview" || options.samples) return ask(question, action, options);
    globalThis.refused += 1;
    return Promise.reject({ status: 408, detail: "the call takes longer than 10 s" });
  };
}"""


def test_draws_without_end_are_previewed_by_samples(page: Playground) -> None:
    page.texts(ENDLESS, CALM)
    page.tab.locator(".actions .action").last.hover()
    page.tab.locator(".preview .chances").first.wait_for(timeout=20_000)
    assert "and 94 more outcomes" in page.tab.locator(".preview").inner_text()


def test_outcomes_that_take_too_long_to_list_are_previewed_by_samples(page: Playground) -> None:
    page.catalogue("sysadmin")
    page.tab.evaluate(SLOW_LISTS)
    page.tab.locator(".actions .action").last.hover()
    page.tab.wait_for_selector(".ahead-note")
    page.tab.locator(".actions .action").first.hover()
    page.tab.wait_for_function("() => relgym.state.preview?.action === relgym.state.hovered")
    assert "that were drawn" in page.text(".ahead-note")
    assert page.tab.evaluate("() => globalThis.refused") == 1, "the second action is sampled at once"


DEEP = """(define (domain deep) (:predicates (at ?i ?v) (next ?v ?w))
  (:action up :parameters (?i ?v ?w) :precondition (and (at ?i ?v) (next ?v ?w))
    :effect (and (not (at ?i ?v)) (at ?i ?w))))"""
COUNTERS, VALUES = range(12), range(9)
NEVER = f"""(define (problem never) (:domain deep)
  (:objects {" ".join(f"i{number}" for number in COUNTERS)} {" ".join(f"v{number}" for number in VALUES)})
  (:init {" ".join(f"(at i{number} v0)" for number in COUNTERS)}
    {" ".join(f"(next v{number} v{(number + 1) % 9})" for number in VALUES)})
  (:goal (and (at i0 v1) (at i0 v2))))"""
"""A search through 9 ** 12 states for a goal that no state has."""


NEVER_ANSWERED = """() => {
  const left = { status: 499 };
  relgym.ask = (question, subject, options, signal) =>
    new Promise((_, no) => signal.addEventListener("abort", () => no(left)));
}"""


def test_a_search_is_stopped(page: Playground) -> None:
    page.texts(DEEP, NEVER)
    page.ready()
    button = page.tab.locator("#plan")
    button.click()
    page.tab.get_by_role("button", name="Stop").click()
    page.tab.wait_for_selector(".message")
    assert page.text(".message p") == "The search is stopped."
    assert button.inner_text() == "Plan"
    page.act(page.actions[0])
    assert page.state["steps"] == 1, "the session waits for no search"
    panel = page.tool("Planning")
    panel.get_by_role("button", name="Find a plan").click()
    assert "Searching …, at most 10 s" in panel.inner_text()
    panel.get_by_role("button", name="Stop").first.focus()
    page.tab.keyboard.press("Enter")
    panel.get_by_text("Stopped.").first.wait_for()
    assert page.tab.evaluate("() => document.activeElement.textContent") == "Find a plan"
    # Reasons that take long can be stopped, too.
    page.tab.evaluate(NEVER_ANSWERED)
    reasons = page.tool("Why?")
    reasons.get_by_role("button", name="Stop").click()
    reasons.get_by_text("Stopped.").wait_for()


def test_two_questions_of_planning_are_both_answered(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    page.settled()
    panel.get_by_role("button", name="Find a plan").click()
    panel.get_by_role("button", name="What next?").click()
    page.settled()
    assert "A plan of 2 steps" in panel.inner_text()
    assert "expected cost to the goal: 2" in panel.inner_text()


def test_without_a_world_nothing_is_planned(page: Playground) -> None:
    panel = page.tool("Planning")
    page.texts(DEEP, "")
    assert "once the files can be read" in panel.inner_text()
    assert panel.get_by_role("button", name="What next?").is_hidden()


def test_a_state_space_is_seen_as_a_whole_or_in_its_own_size(page: Playground) -> None:
    page.catalogue("blocks")
    panel = page.tool("Planning")
    panel.get_by_role("button", name="Draw it").click()
    box = panel.locator(".network-box")
    box.locator("svg").wait_for(timeout=20_000)
    fits = "(box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"
    assert box.evaluate(fits)
    assert box.bounding_box()["height"] <= panel.bounding_box()["height"]
    panel.get_by_role("button", name="Show it in its own size").click()
    assert not box.evaluate(fits)
    panel.get_by_role("button", name="Show all of it").click()
    assert box.evaluate(fits)
