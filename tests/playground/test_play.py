"""Playing: actions by click and key, the line of nodes, the tree, the goal."""

from __future__ import annotations

from tests.playground.driver import DARK, Playground
from tests.playground.test_shell import violations

INSIDE = """(one) => {
  const [box, pane] = [one.getBoundingClientRect(), one.closest(".preview").getBoundingClientRect()];
  return box.top >= pane.top && box.bottom <= pane.bottom;
}"""


def test_a_click_carries_out_an_action(page: Playground) -> None:
    assert page.text(".stage-title").startswith("blocks · ")
    assert page.actions == page.state["actions"]
    first = page.actions[0]
    page.act(first)
    assert page.state["action"] == first
    assert page.text(".badge") == "1 step"


def test_reaching_the_goal_is_said_with_its_reward(page: Playground) -> None:
    page.texts()
    assert page.text(".goal h3") == "Goal: 0 of 1 condition"
    assert page.tab.locator(".conditions .missing").inner_text().split() == ["missing:", "(lit)"]
    page.act("(press)")
    assert page.text(".badge") == "Goal reached in 1 step · reward 1"
    assert page.text(".goal h3") == "Goal: 1 of 1 condition"
    assert page.tab.locator(".conditions .met").inner_text().split() == ["met:", "(lit)"]


def test_a_goal_that_is_reached_leads_to_the_next_problem(page: Playground) -> None:
    following = page.tab.get_by_role("button", name="Next problem")
    page.act("(pick-up b1)")
    assert not following.is_visible()
    page.act("(stack b1 b2)")
    assert violations(page.tab) == []
    following.click()
    page.settled()
    assert page.text("#catalogue") == "blocks · train/p02"
    assert page.state["steps"] == 0
    assert not following.is_visible()


def test_a_dead_end_says_what_to_do(page: Playground) -> None:
    page.texts()
    page.act("(smash)")
    assert page.actions == []
    assert "dead end" in page.text(".actions")
    page.press("ArrowLeft", "ArrowRight")
    assert page.state["steps"] == 1, "keys go on to play where no action has the focus"
    page.tab.get_by_role("button", name="Undo").click()
    page.settled()
    assert page.actions == ["(press)", "(smash)"]


def test_keys_play_undo_and_redo(page: Playground) -> None:
    page.catalogue("hanoi")
    names = []
    for _ in range(3):
        names.append(page.actions[0])
        page.press("1")
    assert [page.state["steps"], page.state["action"]] == [3, names[-1]]
    page.press("ArrowLeft", "u")
    assert page.state["steps"] == 1
    page.press("ArrowRight", "r")
    assert page.state["steps"] == 3
    page.press("Home")
    assert page.state["steps"] == 0


def test_keys_are_letters_where_somebody_writes(page: Playground) -> None:
    page.press("/")
    page.press("u", "1")
    field = page.tab.locator("#find-action")
    assert field.input_value() == "u1"
    assert page.state["steps"] == 0
    assert page.actions == [], "no action has these words"
    page.press("Escape")
    assert field.input_value() == ""
    assert page.actions == page.state["actions"], "the list is whole again"
    page.press("1")
    assert page.state["steps"] == 1


def test_words_that_were_sought_hide_nothing_of_other_files(page: Playground) -> None:
    page.tab.locator("#find-action").fill("pick-up b1")
    page.texts()
    assert page.actions == ["(press)", "(smash)"]


def test_history_branches_and_a_click_goes_there(page: Playground) -> None:
    page.catalogue("hanoi")
    page.press("1", "ArrowLeft", "2")
    panel = page.tab.locator(".panel-history")
    knots = panel.get_by_role("button")
    assert knots.count() == 3
    assert "1 branch" in panel.inner_text()
    panel.locator('[data-node="1"]').click()
    page.settled()
    assert page.state["node"] == 1
    assert "you are here" in str(panel.locator('[data-node="1"]').get_attribute("aria-label"))
    panel.locator('[data-node="1"]').focus()
    page.press("ArrowDown", "Enter")
    assert page.state["node"] == 2


def test_slider_and_film_move_along_the_line(page: Playground) -> None:
    page.catalogue("hanoi")
    page.press("1", "2", "1")
    slider = page.tab.get_by_role("slider", name="Step of the line")
    slider.fill("1")
    page.settled()
    assert page.state["steps"] == 1
    assert slider.get_attribute("aria-valuetext") == "step 1 of 3"
    page.tab.get_by_role("button", name="Play as a film").click()
    page.tab.wait_for_function("() => relgym.state.node.steps === 3")
    page.tab.get_by_role("button", name="Play as a film").wait_for()


def test_typed_action_is_carried_out_or_refused_with_the_reason(page: Playground) -> None:
    page.texts()
    field = page.tab.locator("#find-action")
    field.fill("smash")
    page.press("Enter")
    assert page.state["action"] == "(smash)"
    field.fill("press")
    page.press("Enter")
    assert "precondition does not hold" in page.text(".preview .refusal")
    assert page.state["steps"] == 1
    failing = page.tab.get_by_role("list", name="Conditions that fail")
    assert failing.locator("li > code").all_inner_texts() == ["(whole)"]
    page.tab.locator(".preview").get_by_role("button", name="Why not?").click()
    page.settled()
    assert page.text(".panel-why .proof").startswith("false: (press) 1 of 2 conditions fails")
    field.fill("pres")
    page.press("Enter")
    assert "unknown action" in page.text(".preview .refusal")
    assert page.tab.locator(".preview .chip").count() == 0, "what is not an action has no reasons"


def test_what_a_refused_action_lacks_leads_to_its_cure(page: Playground) -> None:
    page.act("(unstack b2 b3)")
    page.tab.locator("#find-action").fill("pick-up b1")
    page.press("Enter")
    failing = page.tab.get_by_role("list", name="Conditions that fail")
    assert "lacks stands below" in page.text(".actions .empty")
    failing.get_by_role("button", name="What makes it true?").click()
    page.settled()
    cure = failing.get_by_role("button", name="(put-down b2)")
    assert cure.evaluate(INSIDE), "what opens is in sight"
    assert violations(page.tab) == []
    cure.hover()
    page.tab.wait_for_selector(".ahead")
    cure.click()
    page.settled()
    assert page.state["action"] == "(put-down b2)"


def test_same_seed_draws_the_same_and_again_another(page: Playground) -> None:
    page.catalogue("exploding-blocks")
    first = page.state["actions"]
    page.press("1", "1", "1")
    drawn = page.state["state"]
    actions = [view["action"] for view in page.tab.evaluate("() => relgym.play.line()")][1:]
    seed = page.tab.get_by_role("spinbutton", name="Seed of chance")
    seed.fill("0")
    seed.press("Enter")
    page.settled()
    page.tab.get_by_role("button", name="Again, with another seed").click()
    page.settled()
    assert page.tab.evaluate("() => relgym.state.seed") == int(seed.input_value())
    assert page.state["actions"] == first
    seed.fill("0")
    seed.press("Enter")
    page.settled()
    for action in actions:
        page.tab.evaluate("(action) => relgym.play.step(action)", action)
    assert page.state["state"] == drawn


def test_another_engine_goes_on_in_the_same_state(page: Playground) -> None:
    page.press("1")
    before = page.state
    page.tab.get_by_label("Engine", exact=True).select_option("sld")
    page.settled()
    after = page.state
    assert (after["state"], after["actions"]) == (before["state"], before["actions"])
    assert page.tab.evaluate("() => relgym.state.backend") == "sld"


def test_state_tells_what_the_last_step_has_changed(page: Playground) -> None:
    page.texts()
    panel = page.tool("State")
    assert panel.get_by_role("listitem").all_inner_texts() == ["(whole)"]
    page.act("(smash)")
    assert panel.locator("li.deleted code").inner_text() == "(whole)"


def test_actions_of_rddl_are_listed_and_typed(page: Playground) -> None:
    page.catalogue("sysadmin")
    assert page.tab.locator(".action code").all_inner_texts()[:2] == ["noop", "reboot(c1)"]
    page.act("reboot___c1 = true")
    assert page.state["action"] == {"reboot___c1": True}
    assert "reward" in page.text(".badge")
    page.catalogue("cart-pole-continuous")
    assert "force = …" in page.text(".actions")
    page.tab.get_by_role("button", name="Choose the values").click()
    assert page.tab.get_by_role("tab", name="Choose and trace").get_attribute("aria-selected") == "true"
    page.tab.locator("#find-action").fill("force = 1.5")
    page.press("Enter")
    assert page.state["steps"] == 1
    page.act("noop")
    assert page.state["steps"] == 2


def test_what_a_step_has_done_stays_until_the_pointer_moves(page: Playground) -> None:
    page.texts()
    page.act("(press)")
    page.tab.wait_for_timeout(250)
    assert page.text(".preview") == "Done: (press) + (lit)"
    page.tab.locator(".action").first.hover(position={"x": 20, "y": 12})
    page.tab.wait_for_timeout(250)
    page.settled()
    assert page.text(".preview").startswith("(smash)")


def test_the_goal_leads_to_its_place_and_to_its_reasons(page: Playground) -> None:
    page.texts()
    page.tab.get_by_role("button", name="change", exact=True).click()
    assert page.tab.get_by_role("tab", name="Problem").get_attribute("aria-selected") == "true"
    assert page.tab.evaluate("() => relgym.state.reveal.column") == DARK.index("(:goal") + 1
    page.tab.locator(".conditions button").first.click()
    page.settled()
    assert page.text(".proof").startswith("false: (lit)")


def test_the_state_counts_the_facts_that_hold(page: Playground) -> None:
    page.texts()
    panel = page.tool("State")
    page.act("(smash)")
    assert panel.locator(".row .note").inner_text() == "0 facts"
    page.catalogue("sysadmin")
    assert "running(c1)" in panel.get_by_role("listitem").all_inner_texts()


def test_tab_stops_once_at_the_actions(page: Playground) -> None:
    page.catalogue("hanoi")
    assert page.tab.locator(".action[tabindex='0']").count() == 1
    page.tab.locator(".action").first.focus()
    page.press("ArrowDown")
    assert page.tab.evaluate("() => document.activeElement.title") == page.actions[1]
    page.press("ArrowUp", "ArrowUp")
    assert page.tab.evaluate("() => document.activeElement.id") == "find-action"


def test_the_focus_outlives_a_step(page: Playground) -> None:
    page.catalogue("hanoi")
    page.press("1", "1")
    undo = page.tab.get_by_role("button", name="Undo")
    undo.focus()
    page.press("Enter", "Enter")
    assert page.state["steps"] == 0
    assert page.tab.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Redo", "undo is off here"
    panel = page.tab.locator(".panel-history")
    panel.locator('[data-node="0"]').focus()
    page.press("ArrowRight", "Enter")
    assert page.state["steps"] == 1
    assert page.tab.evaluate("() => document.activeElement.dataset.node") == "1"


def test_a_condition_of_the_goal_leads_the_focus_to_its_reasons(page: Playground) -> None:
    page.texts()
    page.tab.locator(".conditions button").first.focus()
    page.press("Enter")
    assert page.tab.evaluate("() => document.activeElement.id") == "panel-why"


def test_a_seed_is_offered_where_something_is_left_to_chance(page: Playground) -> None:
    seed = page.tab.get_by_role("spinbutton", name="Seed of chance")
    assert seed.is_hidden()
    page.catalogue("river")
    assert seed.is_visible()
    page.catalogue("sysadmin")
    assert seed.is_visible()


def test_the_return_of_an_instance_is_a_curve(page: Playground) -> None:
    page.catalogue("sysadmin")
    curve = page.tab.locator(".curve")
    assert not curve.is_visible()
    page.press("1", "1", "1")
    total = sum(view["reward"] or 0 for view in page.tab.evaluate("() => relgym.play.line()"))
    assert curve.locator("title").text_content() == f"Return after 3 steps: {total:g}"
    assert curve.locator("polyline").get_attribute("points").count(",") == 4
    page.catalogue("blocks")
    page.press("1", "1")
    assert not curve.is_visible()
