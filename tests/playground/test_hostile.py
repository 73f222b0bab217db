"""Odd files and bad days: names that look like markup, long lists, wrong files, a service that goes away."""

from __future__ import annotations

from pathlib import Path

from tests.playground.conftest import Opens
from tests.playground.driver import DARK, LAMP, Playground
from tests.service.conftest import serving

MARKUP = "<img/src=x/onerror=alert`1`>"


def test_names_are_text_and_never_markup(page: Playground) -> None:
    domain = f"""(define (domain <script>alert</script>) (:predicates (on ?x) (lit))
      (:action {MARKUP} :parameters (?x) :precondition (on ?x) :effect (lit)))"""
    problem = f"""(define (problem &amp) (:domain <script>alert</script>)
      (:objects </svg><script> {MARKUP}) (:init (on </svg><script>) (on {MARKUP})) (:goal (lit)))"""
    page.tab.evaluate("() => { globalThis.alert = () => console.error('markup was carried out') }")
    page.texts(domain, problem)
    assert page.actions == [f"({MARKUP} </svg><script>)", f"({MARKUP} {MARKUP})"]
    assert page.text(".stage-title") == "<script>alert</script> · &amp"
    page.tab.locator(".action").first.hover()
    page.tab.wait_for_timeout(150)
    page.settled()
    page.press("1")
    page.tool("State")
    assert page.tab.locator("#app script, #app img[src=x]").count() == 0
    page.tab.locator(".picture svg").wait_for()


def test_a_thousand_actions_are_listed_as_one_scrolls(page: Playground) -> None:
    domain = """(define (domain many) (:predicates (at ?x))
      (:action go :parameters (?x ?y) :effect (at ?x)))"""
    objects = " ".join(f"object-{number}" for number in range(34))
    page.texts(domain, f"(define (problem p) (:domain many) (:objects {objects}) (:init) (:goal (at object-33)))")
    assert page.text(".panel-actions .count") == "1156"
    assert 100 < len(page.actions) < 1156
    for _ in range(8):
        page.tab.locator(".actions li").last.scroll_into_view_if_needed()
        page.tab.wait_for_timeout(60)
    assert len(page.actions) == 1156
    page.tab.locator("#find-action").fill("object-33 object-7")
    assert sorted(page.actions) == ["(go object-33 object-7)", "(go object-7 object-33)"]


def test_files_with_errors_say_so_where_the_world_would_be(page: Playground) -> None:
    page.texts("(define (domain", DARK)
    assert "files have errors" in page.text(".picture")
    assert page.actions == []
    assert page.text(".problems summary").endswith("error") or page.text(".problems summary").endswith("errors")
    page.texts("", "")
    assert "files have errors" in page.text(".picture")
    # The first ends the connection, and the second is refused unread.
    for text, said in (("; " + "x" * 5_000_000, "more than the service takes"), ("(define \0", "null character")):
        page.tab.evaluate("(text) => relgym.play.edit('domain', text)", text)
        page.tab.locator(".problems .what", has_text=said).wait_for(state="attached")
    page.texts(LAMP, DARK)
    assert page.actions == ["(press)", "(smash)"]


ABSENCE = "WebSocket", "net::ERR_"
"""Words of what a browser says of a service that is away: how a connection ends depends on when the service stops."""


def test_a_service_that_goes_away_comes_back(opens: Opens, tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        page = opens(address=client.address)
        page.press("1")
        before = page.state
    page.tab.wait_for_selector(".banner:visible")
    assert "does not answer" in page.text(".banner")
    page.press("1")
    assert "does not answer" in page.text(".message-error")
    port = client.address.rpartition(":")[2]
    with serving(tmp_path, "--port", port):
        page.tab.wait_for_selector(".banner", state="hidden", timeout=20_000)
        page.settled()
        assert page.state == before
        page.press("1")
        assert page.state["steps"] == before["steps"] + 1
    page.errors[:] = [error for error in page.errors if not any(word in error for word in ABSENCE)]
