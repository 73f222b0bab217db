"""The picture: objects that can be clicked, actions that are previewed, plans that are carried out."""

from __future__ import annotations

import pytest

from tests.playground.conftest import Opens
from tests.playground.driver import DARK, LAMP, Playground

CHANCE = LAMP.replace(":effect (lit))", ":effect (probabilistic 0.25 (lit) 0.5 (not (whole))))")


COUNT_PREVIEWS = """() => {
  const { ask } = relgym;
  globalThis.previews = 0;
  relgym.ask = (question, ...given) => ((globalThis.previews += question === "preview"), ask(question, ...given));
}"""


def test_a_click_on_an_object_lists_what_is_true_of_it(page: Playground) -> None:
    page.tab.locator('.picture .thing[data-names^="b1"]').first.click()
    page.settled()
    panel = page.tab.locator(".panel-object")
    assert page.text(".panel-object h2") == "b1"
    facts = panel.get_by_role("listitem").all_inner_texts()
    assert facts == [atom for atom in page.state["state"]["atoms"] if "b1" in atom]
    assert page.actions == [action for action in page.state["actions"] if "b1" in action]
    page.press("Escape")
    assert not panel.is_visible()
    assert page.actions == page.state["actions"]


def test_what_never_changes_and_what_is_derived_is_true_of_an_object(page: Playground) -> None:
    domain = """(define (domain way) (:requirements :adl :derived-predicates)
      (:predicates (at ?c) (next ?c ?d) (near ?c))
      (:derived (near ?c) (exists (?d) (and (at ?d) (next ?d ?c))))
      (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d)) :effect (and (not (at ?c)) (at ?d))))"""
    page.texts(domain, "(define (problem p) (:domain way) (:objects a b) (:init (at a) (next a b)) (:goal (at b)))")
    page.tab.evaluate("() => relgym.set('select', { selected: 'b' })")
    page.settled()
    facts = page.tab.locator(".panel-object li").all_text_contents()
    assert facts == ["(near b) derived", "(next a b) never changes"]


def test_objects_are_reached_by_keys(page: Playground) -> None:
    thing = page.tab.locator('.picture .thing[tabindex="0"]').first
    assert str(thing.get_attribute("aria-label")).startswith("Show what is true of ")
    thing.focus()
    page.press("Enter")
    assert page.tab.locator(".panel-object").is_visible()
    page.press("Enter")
    assert not page.tab.locator(".panel-object").is_visible()


def test_pointing_at_an_action_shows_what_it_changes(page: Playground) -> None:
    page.tab.locator('.action[title="(pick-up b1)"]').hover()
    page.tab.wait_for_selector(".preview .added")
    page.settled()
    preview = page.tab.locator(".preview")
    assert preview.locator(".added code").all_inner_texts() == ["(holding b1)"]
    assert preview.locator(".deleted code").all_inner_texts() == ["(clear b1)", "(handempty)", "(ontable b1)"]
    assert page.tab.locator(".picture .thing.involved").count() >= 1
    # The picture shows the state after it over the present one.
    assert page.tab.locator('.ahead .object[data-atom="(holding b1)"]').count() == 1
    assert page.tab.locator('.going[data-atom="(ontable b1)"]').count() == 1
    assert page.text(".ahead-note") == "After pick-up b1"
    page.tab.mouse.move(0, 0)
    page.tab.wait_for_selector(".ahead", state="detached")
    assert page.tab.locator(".going, .replaced").count() == 0
    page.tab.evaluate(COUNT_PREVIEWS)
    page.tab.locator('.action[title="(pick-up b1)"]').hover()
    page.tab.wait_for_selector(".ahead")
    assert page.tab.evaluate("() => globalThis.previews") == 0, "the answer is kept"
    page.tab.locator('.action[title="(pick-up b1)"]').focus()
    assert page.state["steps"] == 0


def test_preview_has_each_outcome_with_its_probability(page: Playground) -> None:
    page.texts(CHANCE, DARK)
    page.tab.locator('.action[title="(press)"]').hover()
    page.tab.wait_for_selector(".preview .outcome")
    page.settled()
    assert page.tab.locator(".chances span").all_inner_texts() == ["50 %", "25 %", "25 %"]
    assert "changes nothing" in page.tab.locator(".preview").inner_text()
    assert page.text(".ahead-note") == "After press: the likeliest of 3 outcomes, 50 %"


def test_a_plan_is_searched_for_and_carried_out(page: Playground) -> None:
    page.catalogue("hanoi")
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.wait_for_function("() => relgym.state.node.goal", timeout=20_000)
    assert page.text(".badge").startswith("Goal reached in ")
    page.tab.wait_for_function("() => document.querySelector('#plan span').textContent === 'Plan'")
    page.press("Home", "p")
    page.tab.wait_for_function("() => relgym.state.node.goal", timeout=20_000)


def test_no_plan_is_said(page: Playground) -> None:
    page.texts()
    page.act("(smash)")
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.wait_for_selector(".message")
    assert page.text(".message p").startswith("No plan")
    page.tab.wait_for_timeout(600)
    page.texts(CHANCE, DARK)
    assert page.tab.locator(".message").count() == 0, "it says nothing about other files"


def test_what_moves_glides_to_its_new_place(opens: Opens) -> None:
    page = opens()
    page.tab.emulate_media(reduced_motion="no-preference")
    moving = """async () => {
      await relgym.play.step("(pick-up b1)");
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const found = document.getAnimations().map((each) => each.effect.target.dataset.objects);
        if (found.includes("b1")) return found;
      }
      return [];
    }"""
    found = page.tab.evaluate(moving)
    assert "b1" in found
    assert "b3" not in found


MANY = f"""(define (problem many) (:domain room) (:objects {" ".join(f"l{number}" for number in range(40))} - lamp)
  (:init {" ".join(f"(next l{number} l{number + 1})" for number in range(39))}) (:goal (lit l1)))"""
ROOM = """(define (domain room) (:requirements :strips :typing) (:types lamp)
  (:predicates (lit ?l - lamp) (next ?l ?m - lamp))
  (:action switch-on :parameters (?l - lamp) :effect (lit ?l)))"""


def test_a_picture_of_many_objects_is_shown_in_its_own_size(page: Playground) -> None:
    page.texts(ROOM, MANY)
    page.ready()
    frame = page.tab.locator(".picture")
    enlarge = page.tab.get_by_role("button", name="Show the picture in its own size")
    enlarge.click()
    scale = "(frame) => frame.querySelector('svg').getScreenCTM().a"
    assert frame.evaluate(scale) == pytest.approx(1, abs=0.01)
    page.act("(switch-on l0)")
    assert frame.evaluate(scale) == pytest.approx(1, abs=0.01), "a step keeps the view"
    page.tab.get_by_role("button", name="Show the whole picture").click()
    assert frame.evaluate(scale) < 0.9
    page.catalogue("blocks")
    assert enlarge.is_hidden()


def test_an_empty_world_says_that_there_is_nothing_to_draw(page: Playground) -> None:
    page.texts("(define (domain nothing))", "(define (problem none) (:domain nothing) (:init) (:goal (and)))")
    assert page.text(".picture .nothing").startswith("Nothing to draw")


def test_tab_stops_once_at_the_picture_and_the_focus_outlives_a_step(page: Playground) -> None:
    page.texts(ROOM, MANY)
    page.ready()
    assert page.tab.locator(".picture [tabindex='0']").count() == 1
    page.tab.locator(".picture [tabindex='0']").focus()
    page.press("ArrowDown")
    focused = page.tab.evaluate("() => document.activeElement.dataset.names")
    page.press("1")
    assert page.state["steps"] == 1
    assert page.tab.evaluate("() => document.activeElement.dataset.names") == focused


def test_a_line_shines_with_both_of_its_objects(page: Playground) -> None:
    page.catalogue("river")
    page.tab.locator('.action[title="(walk b1-2 b1-1)"]').hover()
    # A straight line has no area, so it is not "visible".
    page.tab.wait_for_selector(".picture .involved", state="attached")
    shining = page.tab.locator(".picture .thing.involved:not(.object)").evaluate_all(
        "(all) => all.map((one) => one.dataset.names.split(' ').sort().join(' '))"
    )
    assert "b1-1 b1-2" in shining
    assert all(set(names.split()) <= {"b1-1", "b1-2"} for names in shining)


def test_without_a_world_no_picture_is_enlarged(page: Playground) -> None:
    page.texts(ROOM, MANY)
    page.ready()
    assert page.tab.locator("#enlarge").is_visible()
    page.press("1")
    assert page.text(".preview").startswith("Done: ")
    page.texts(ROOM, "")
    assert page.tab.locator("#enlarge").is_hidden()
    assert "Done" not in page.text(".preview")


RARE = LAMP.replace(":effect (lit))", ":effect (probabilistic 1/1000000 (lit)))")


def test_a_plan_that_chance_has_broken_is_told(page: Playground) -> None:
    page.texts(RARE, DARK)
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.get_by_text("Chance has decided otherwise").wait_for()
    assert page.state["goal"] is False
    assert page.tab.locator(".message-error").count() == 0


STOPPED = """async (refuses) => {
  const { carryOut } = await importModule("plan.js");
  const step = async (action, refused) => (refuses && refused(), null);
  await carryOut({ play: { step }, state: { node: { goal: false } } }, ["(a)"], () => true);
}"""


def test_a_plan_that_another_problem_stops_is_not_broken_by_chance(page: Playground) -> None:
    page.tab.evaluate(STOPPED, False)
    assert page.tab.get_by_text("Chance has decided otherwise").count() == 0
    page.tab.evaluate(STOPPED, True)
    assert page.tab.get_by_text("Chance has decided otherwise").count() == 1
