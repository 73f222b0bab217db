"""The tools that reason: reasons as trees, engines side by side, beliefs, steps of RDDL."""

from __future__ import annotations

import pytest

from tests.playground.conftest import NARROW, WIDE, Opens
from tests.playground.driver import DARK, LAMP, Playground
from tests.playground.test_lab import ABOVE, CYCLE, THREE, TOWER, write
from tests.playground.test_shell import violations


def test_reasons_fold_mark_objects_and_lead_to_the_files(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Why?")
    write(page, "#why-subject", "(lift b c)")
    page.press("Enter")
    assert "1 of 2 conditions fails" in panel.locator(".proof").inner_text()
    statements = panel.locator(".statement")
    assert statements.locator("code").all_inner_texts() == ["(lift b c)", "(clear b)", "(on b c)"]
    assert [each.split()[-1] for each in statements.evaluate_all("(all) => all.map((one) => one.className)")] == [
        *("false", "false", "true")
    ]
    statements.nth(2).hover()
    assert page.tab.evaluate("() => [...relgym.state.highlight].sort()") == ["b", "c"]
    panel.get_by_role("button", name="problem, line 1").click()
    assert page.tab.evaluate("() => relgym.state.reveal.column") == THREE.index("(on b c)") + 1
    # Reasons follow the state.
    page.act("(lift a b)")
    assert "After step 1" in panel.inner_text()
    panel.locator("summary").first.click()
    assert panel.locator(".statement:visible").count() == 1


def test_a_reason_leads_to_the_step_that_has_made_it_so(page: Playground) -> None:
    page.texts(TOWER, THREE)
    page.act("(lift a b)")
    panel = page.tool("Why?")
    write(page, "#why-subject", "(on a b)")
    page.press("Enter")
    panel.get_by_role("button", name="since step 1").click()
    page.settled()
    assert page.state["steps"] == 1
    page.press("ArrowLeft")
    write(page, "#why-subject", "(on b c)")
    page.press("Enter")
    assert panel.get_by_role("button", name="since step").count() == 0, "it has been so from the start"


def test_reasons_of_rddl(page: Playground) -> None:
    page.catalogue("sysadmin")
    panel = page.tool("Why?")
    write(page, "#why-subject", "running(c1)")
    page.press("Enter")
    assert panel.locator(".statement code").first.inner_text() == "running(c1) is true, in the state"
    write(page, "#why-subject", "running(nobody)")
    page.press("Enter")
    assert "nobody" in panel.locator(".refusal").inner_text()


def test_another_domain_asks_for_reasons_and_engines_anew(page: Playground) -> None:
    page.texts(TOWER, THREE)
    page.tool("Engines")
    page.tab.wait_for_selector(".verdict.equal")
    panel = page.tool("Why?")
    page.catalogue("sysadmin")
    page.settled()
    assert panel.locator(".refusal").count() == 0
    assert page.tab.locator("#why-subject").input_value() == "noop"
    page.tool("Engines")
    assert page.text(".verdict") == "The state has changed: ask again."


def test_every_engine_gives_the_same_answer(page: Playground) -> None:
    page.texts(LAMP, DARK)
    panel = page.tool("Engines")
    page.tab.wait_for_selector(".verdict.equal")
    assert panel.locator(".engine-card h2").all_inner_texts() == page.tab.evaluate("() => relgym.state.engines")
    assert all("(press)" in text for text in panel.locator(".engine-card .answer").all_inner_texts())
    page.tab.locator("#engines-question").select_option("query")
    write(page, "#engines-subject", "(lit)")
    page.press("Enter")
    page.tab.wait_for_selector(".verdict.equal")
    assert set(panel.locator(".engine-card .answer").all_inner_texts()) == {"no"}
    panel.locator("summary").first.click()
    page.settled()
    assert len(panel.locator(".program").first.inner_text()) > 40


def test_answers_that_differ_are_a_red_banner(page: Playground) -> None:
    page.texts(LAMP, DARK)
    page.tab.evaluate(
        """() => {
          const call = relgym.call;
          relgym.call = (verb, data) =>
            verb === "tasks.ask" && data.backend === "sld" ? Promise.resolve({ actions: [] }) : call(verb, data);
        }"""
    )
    page.tool("Engines")
    page.tab.wait_for_selector(".verdict.different")
    assert "The engines differ" in page.text(".verdict")


# The tools have the same parts at every width.
@pytest.mark.parametrize(("viewport", "theme"), [(WIDE, "light"), (NARROW, "dark")], ids=["1280-light", "390-dark"])
def test_axe_finds_nothing_in_the_tools(opens: Opens, theme: str, viewport: dict[str, int]) -> None:
    page = opens(viewport=viewport, theme=theme)
    page.texts(TOWER, THREE, [CYCLE])
    if viewport is NARROW:
        page.tab.get_by_role("button", name="Tools", exact=True).click()
    page.texts(TOWER, THREE, [ABOVE])
    for name in ("Derived predicates", "Why?", "Engines"):
        page.tool(name)
        page.settled()
        assert violations(page.tab) == []
        if viewport is NARROW and name == "Derived predicates":
            # Where one sees the picture or the tools, answers are drawn once it is seen.
            page.tab.get_by_role("button", name="Play", exact=True).click()
            page.tab.locator(".picture .overlay .arrow").nth(2).wait_for(state="attached")
            page.tab.get_by_role("button", name="Tools", exact=True).click()


COINS = """(define (domain coins) (:requirements :probabilistic-effects) (:predicates (heads ?c) (near ?c))
  (:action walk :parameters (?c ?d) :precondition (near ?c) :effect (and (not (near ?c)) (near ?d))))"""
SEEN = "(:derived (seen-near ?c) (and)) (:derived (seen-heads ?c) (near ?c))"
TWO = """(define (problem two) (:domain coins) (:objects c d)
  (:init (near c) (probabilistic 1/2 (heads c)) (probabilistic 1/2 (heads d))) (:goal (near d)))"""


def test_beliefs_stand_beside_the_truth(page: Playground) -> None:
    page.texts(COINS, TWO, [SEEN])
    panel = page.tool("Beliefs")

    def atoms(title: str) -> set[str]:
        return set(panel.get_by_role("region", name=title).locator("code").all_inner_texts())

    page.settled()
    truth = atoms("The truth")
    assert truth == set(page.state["state"]["atoms"])
    assert atoms("Seen now") == truth - {"(heads d)"}
    assert atoms("Possible") == {"(heads d)"}
    assert "1 atom is uncertain" in panel.inner_text()
    page.act("(walk c d)")
    assert atoms("Possible") == set()
    assert "Nothing is uncertain" in panel.inner_text()
    # What is possible is drawn pale in the picture, while the panel is open.
    page.catalogue("search-and-rescue-partial", "train/p01")
    page.settled()
    pale = page.tab.locator(".picture [data-possible]")
    assert set(pale.evaluate_all("(all) => all.map((one) => one.dataset.possible)")) == atoms("Possible") != set()
    assert page.text(".answers-note") == f"possible, not certain: {pale.count()}"
    page.tool("Why?")
    page.settled()
    assert pale.count() == 0
    assert page.tab.locator(".answers-note").is_hidden()


def test_there_are_no_beliefs_where_nothing_says_what_is_seen(page: Playground) -> None:
    page.texts(LAMP, DARK)
    assert page.tab.get_by_role("tab", name="Beliefs").count() == 0
    assert page.tab.get_by_role("tab", name="Bayes net").count() == 0


LIGHTS = """domain lights {
  types { room : object; };
  pvariables {
    lit(room) : { state-fluent, bool, default = false }; power : { state-fluent, real, default = 1.5 };
    glow(room) : { interm-fluent, real };
    press(room) : { action-fluent, bool, default = false }; load : { action-fluent, real, default = 0.0 };
    dim : { action-fluent, int, default = 1 }; lean : { action-fluent, real, default = 0.0 };
  };
  cpfs { glow(?r) = if (lit(?r)) then power else 0.0; lit'(?r) = lit(?r) ~= press(?r); power' = power - load; };
  reward = sum_{?r : room} glow(?r);
  action-preconditions { dim >= 0; dim <= 4; lean >= -2; lean <= 2; };
}"""
HOUSE = "instance house { domain = lights; objects { room : {hall, attic}; }; init-state { lit(hall); }; horizon = 9; }"


def test_a_step_of_rddl_is_chosen_cell_by_cell_and_traced(page: Playground) -> None:
    page.texts(LIGHTS, HOUSE)
    panel = page.tool("Choose and trace")
    panel.locator('[data-cell="press___attic"]').check()
    panel.locator('[data-cell="load"]').fill("0.25")
    panel.locator('[data-cell="load"]').press("Tab")
    page.settled()
    # What preconditions bound has a slider beside its field.
    assert panel.locator("input[type=range]").count() == 2
    for name, value in (("dim, from 0 to 4", "2"), ("lean, from -2 to 2", "0.04")):
        slider = panel.get_by_role("slider", name=name)
        slider.press("ArrowRight")
        assert panel.locator(f'[data-cell="{name.split(",")[0]}"]').input_value() == value
    assert page.state["steps"] == 0, "the arrow moves the slider alone"
    page.settled()
    acted = panel.get_by_role("region", name="Action").locator("li").all_text_contents()
    assert {"dim 2", "lean 0.04"} <= set(acted)
    assert violations(page.tab) == []
    computed = panel.get_by_role("region", name="Computed on the way").locator("li").all_text_contents()
    assert set(computed) == {"glow(hall) 1.5", "glow(attic) 0"}
    assert set(panel.get_by_role("region", name="Next").locator("li.changed").all_text_contents()) == {
        *("lit(attic) true", "power 1.25")
    }
    assert "the reward 1.5" in panel.inner_text()
    panel.get_by_role("button", name="Carry out").click()
    page.settled()
    assert page.state["state"]["fluents"] == {"lit___hall": True, "lit___attic": True, "power": 1.25}
    assert page.state["reward"] == 1.5


def test_the_bayes_net_is_drawn_lifted_and_ground(page: Playground) -> None:
    page.texts(LIGHTS, HOUSE)
    panel = page.tool("Bayes net")
    page.settled()
    lifted = panel.locator("svg text").all_text_contents()
    assert "glow" in " ".join(lifted)
    panel.get_by_role("checkbox").check()
    page.settled()
    assert len(panel.locator("svg text").all_text_contents()) > len(lifted)


def test_an_axiom_that_is_a_reason_leads_to_its_line(page: Playground) -> None:
    page.texts(TOWER, THREE, ["; What stands above.\n" + ABOVE])
    page.tab.evaluate("() => relgym.explain('(above a c)')")
    page.settled()
    line = page.tab.locator(".panel-why .proof").get_by_role("button", name="axioms, line 2").first
    assert "<axioms>" not in page.text(".panel-why .proof")
    line.click()
    assert page.tab.get_by_role("tab", name="Axioms").get_attribute("aria-selected") == "true"
    reveal = page.tab.evaluate("() => relgym.state.reveal")
    assert (reveal["line"], reveal["column"], reveal["end_column"]) == (2, 1, len("(:derived (above ?x ?y)") + 1)


def test_conditions_of_other_files_are_not_asked_about(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Why?")
    assert "(on c a)" in panel.locator(".shortcuts").inner_text()
    page.texts(TOWER, "")
    assert "(on c a)" not in panel.locator(".shortcuts").inner_text()


def test_a_cell_of_rddl_leads_to_its_first_value_or_its_declaration(page: Playground) -> None:
    page.catalogue("wildfire")
    for subject, file in (("burning(c3_3)", "problem"), ("burning(c1_1)", "domain")):
        page.tab.evaluate("(subject) => relgym.explain(subject)", subject)
        page.settled()
        page.tab.locator(".panel-why .proof .place").click()
        reveal = page.tab.evaluate("() => relgym.state.reveal")
        assert reveal["file"] == file
        text = page.tab.evaluate("(file) => relgym.state.texts[file]", file)
        assert text.split("\n")[reveal["line"] - 1][reveal["column"] - 1 :].startswith("burning(")


def test_a_failing_condition_leads_to_the_actions_that_make_it_true(page: Playground) -> None:
    page.tab.evaluate("() => relgym.explain('(stack b1 b3)')")
    page.settled()
    links = page.tab.get_by_role("button", name="What makes it true?")
    assert links.count() == 2
    links.first.click()
    page.settled()
    found = page.tab.locator(".achievers").first
    assert found.locator("li").first.inner_text().split() == ["(pick-up", "b1)", "valid", "now"]
    assert "needs (exists (?y - block) (on b1 ?y))" in found.locator(".later").first.inner_text()
    assert violations(page.tab) == []
    found.get_by_role("button", name="(pick-up b1)").focus()
    page.tab.wait_for_selector(".ahead")
    page.press("Enter")
    assert "(holding b1)" in page.state["state"]["atoms"]
    assert links.count() == 1, "one condition holds now"
    # What is not valid now leads to what it lacks.
    links.first.click()
    page.settled()
    lacking = page.tab.locator(".achievers .later button").first
    action = lacking.inner_text()
    lacking.click()
    page.settled()
    assert page.tab.locator("#why-subject").input_value() == action
