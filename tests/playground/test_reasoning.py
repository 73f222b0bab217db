"""The tools that reason: the lab of derived predicates, reasons as trees, engines side by side."""

from __future__ import annotations

import pytest

from tests.playground.conftest import NARROW, WIDE, Opens
from tests.playground.driver import DARK, LAMP, Playground
from tests.playground.test_shell import violations

TOWER = """(define (domain tower) (:predicates (on ?x ?y) (clear ?x))
  (:action lift :parameters (?x ?y) :precondition (and (clear ?x) (on ?x ?y)) :effect (not (on ?x ?y))))"""
THREE = "(define (problem three) (:domain tower) (:objects a b c) (:init (on a b) (on b c) (clear a)) (:goal (on c a)))"
ABOVE = "(:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))"
CYCLE = "(:derived (odd ?x) (not (even ?x))) (:derived (even ?x) (not (odd ?x)))"


def write(page: Playground, field: str, text: str) -> None:
    page.tab.locator(field).fill(text)
    page.tab.wait_for_timeout(350)
    page.settled()


def test_axioms_and_formulas_are_answered_while_one_types(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    write(page, "#lab-axioms", ABOVE)
    assert sorted(panel.locator(".derived code").all_inner_texts()[-3:]) == [
        "(above a b)",
        "(above a c)",
        "(above b c)",
    ]
    write(page, "#lab-formula", "(above ?x c)")
    assert panel.locator("thead code").all_inner_texts() == ["?x"]
    assert panel.locator("tbody code").all_inner_texts() == ["a", "b"]
    assert page.tab.evaluate("() => [...relgym.state.highlight].sort()") == ["a", "b"]
    write(page, "#lab-formula", "(exists (?x) (above ?x a))")
    assert page.text(".panel-lab .truth") == "false"
    # The answer follows the state.
    write(page, "#lab-formula", "(above ?x c)")
    page.act("(lift a b)")
    assert panel.locator("tbody code").all_inner_texts() == ["b"]


def test_a_cycle_through_a_negation_is_drawn(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    write(page, "#lab-axioms", CYCLE)
    drawn = panel.locator("svg.cycle")
    assert drawn.get_attribute("aria-label").startswith("A cycle through a negation: ")
    assert {"odd", "even"} <= set(drawn.locator("title").all_text_contents())
    write(page, "#lab-axioms", ABOVE)
    assert drawn.count() == 0


def test_a_wrong_formula_says_what_is_expected(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    write(page, "#lab-formula", "(onn ?x ?y)")
    refused = panel.locator(".refusal").inner_text()
    assert "unknown predicate 'onn'" in refused
    assert "(on ?x ?y)" in refused


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


def test_reasons_of_rddl(page: Playground) -> None:
    page.catalogue("sysadmin")
    panel = page.tool("Why?")
    write(page, "#why-subject", "running(c1)")
    page.press("Enter")
    assert panel.locator(".statement code").first.inner_text() == "running(c1) is true, in the state"
    write(page, "#why-subject", "running(nobody)")
    page.press("Enter")
    assert "nobody" in panel.locator(".refusal").inner_text()


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "390"])
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
