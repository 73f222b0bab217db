"""The lab of derived predicates: its editor, answers in tables and in the picture, ready-made and saved axioms."""

from __future__ import annotations

from typing import Any

from tests.playground.driver import DARK, LAMP, Playground

TOWER = """(define (domain tower) (:predicates (on ?x ?y) (clear ?x))
  (:action lift :parameters (?x ?y) :precondition (and (clear ?x) (on ?x ?y)) :effect (not (on ?x ?y))))"""
THREE = "(define (problem three) (:domain tower) (:objects a b c) (:init (on a b) (on b c) (clear a)) (:goal (on c a)))"
ABOVE = "(:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))"
CYCLE = "(:derived (odd ?x) (not (even ?x))) (:derived (even ?x) (not (odd ?x)))"


def write(page: Playground, field: str, text: str) -> None:
    page.tab.locator(field).fill(text)
    page.tab.wait_for_timeout(350)
    page.settled()


def axioms(page: Playground, text: str) -> None:
    """Replace the axioms of the lab by typing in its editor."""
    page.tab.get_by_role("textbox", name="Axioms", exact=True).click()
    page.tab.keyboard.press("ControlOrMeta+a")
    page.tab.keyboard.insert_text(text)
    page.tab.wait_for_timeout(300)
    page.settled()


def rows(panel: Any) -> list[list[str]]:
    """The derived atoms in the table of the lab, without their predicate."""
    every = panel.locator(".derived tbody tr").all()
    return [row.locator("code").all_inner_texts() for row in every]


def drawn(page: Playground) -> tuple[int, int]:
    """The numbers of rings and arrows over the picture."""
    overlay = page.tab.locator(".picture .overlay")
    return overlay.locator(".ring").count(), overlay.locator(".arrow").count()


def test_axioms_and_formulas_are_answered_while_one_types(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    axioms(page, ABOVE)
    assert rows(panel) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert panel.locator(".derived thead code").all_inner_texts() == ["?x", "?y"]
    assert drawn(page) == (0, 3)
    write(page, "#lab-formula", "(above ?x c)")
    assert panel.locator(".answer thead code").all_inner_texts() == ["?x"]
    assert panel.locator(".answer tbody code").all_inner_texts() == ["a", "b"]
    assert drawn(page) == (2, 0)
    assert page.text(".answers-note") == "(above ?x c) 2"
    write(page, "#lab-formula", "(exists (?x) (above ?x a))")
    assert page.text(".panel-lab .truth") == "false"
    # The answer follows the state.
    write(page, "#lab-formula", "(above ?x c)")
    page.act("(lift a b)")
    assert panel.locator(".answer tbody code").all_inner_texts() == ["b"]
    assert drawn(page) == (1, 0)
    # A derived predicate that is chosen is drawn instead, and nothing once the lab is closed.
    panel.get_by_role("button", name="above").click()
    assert drawn(page) == (0, 1)
    panel.get_by_role("button", name="Why is it so of b and c?").click()
    page.settled()
    assert page.tab.locator("#why-subject").input_value() == "(above b c)"
    assert drawn(page) == (0, 0)


def test_ready_made_axioms_are_cards_where_they_fit_and_sets_are_saved(page: Playground) -> None:
    page.texts(LAMP, DARK)
    panel = page.tool("Derived predicates")
    assert panel.locator(".cards button").count() == 0
    page.texts(TOWER, THREE)
    page.tab.wait_for_timeout(100)
    page.settled()
    assert panel.locator(".cards code").all_inner_texts() == ["stacks"]
    # The card shows this state with the pairs of `above`.
    assert panel.locator(".cards .thumbnail .arrow").count() == 3
    panel.get_by_role("button", name="stacks").click()
    page.tab.wait_for_timeout(350)
    page.settled()
    assert rows(panel) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert panel.locator(".strata code").all_inner_texts()[0] == "above"
    assert panel.locator(".cards button").count() == 0
    write(page, "#lab-formula", "(top ?x)")
    panel.get_by_role("textbox", name="Name of the set").fill("towers")
    page.press("Enter")
    # After reloading with other files, the set is there.
    page.visit("/")
    panel = page.tool("Derived predicates")
    panel.get_by_role("button", name="towers", exact=True).click()
    page.tab.wait_for_timeout(350)
    page.settled()
    assert page.tab.locator("#lab-formula").input_value() == "(top ?x)"
    assert panel.locator(".answer tbody tr").count() > 0
    panel.get_by_role("button", name="Remove towers").click()
    assert panel.get_by_role("button", name="towers", exact=True).count() == 0


def test_a_cycle_through_a_negation_is_drawn(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    axioms(page, CYCLE)
    drawn = panel.locator("svg.cycle")
    assert drawn.get_attribute("aria-label").startswith("A cycle through a negation: ")
    assert {"odd", "even"} <= set(drawn.locator("title").all_text_contents())
    places = drawn.locator("text.not").evaluate_all("(all) => all.map((one) => one.getAttribute('x'))")
    assert len(set(places)) == 2, "both arcs are negated, and their words do not overlap"
    axioms(page, ABOVE)
    assert drawn.count() == 0


def test_a_wrong_formula_says_what_is_expected(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    write(page, "#lab-formula", "(onn ?x ?y)")
    refused = panel.locator(".refusal").inner_text()
    assert "unknown predicate 'onn'" in refused
    assert "(on ?x ?y)" in refused


def test_answers_are_marked_as_old_while_the_axioms_have_errors(page: Playground) -> None:
    page.texts(TOWER, THREE)
    panel = page.tool("Derived predicates")
    axioms(page, ABOVE)
    assert panel.locator(".badge:visible").count() == 0
    axioms(page, ABOVE.replace("(on", "(onn", 1))
    # The error stands once, at its place and below it, and its fix makes the answers new.
    assert page.tab.locator(".problems li:visible").count() == 1
    assert panel.locator(".badge:visible").all_inner_texts() == ["old", "old"]
    assert "old" in page.text(".answers-note")
    assert rows(panel) == [["a", "b"], ["a", "c"], ["b", "c"]]
    panel.get_by_role("button", name="Write on").click()
    page.tab.wait_for_timeout(300)
    page.settled()
    assert panel.locator(".badge:visible").count() == 0
    # The files have the same axioms.
    page.file("Axioms")
    assert ABOVE in page.tab.locator("#editor [role=textbox], #editor textarea").inner_text()
