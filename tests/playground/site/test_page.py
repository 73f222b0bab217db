"""The page from a host of files, under a path, without a service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from relgym.catalogue.domains import spec
from tests.playground.driver import LAMP, Playground
from tests.playground.site.hosting import Host
from tests.playground.test_planning import DEEP, NEVER

SECONDS_LIMIT = 90
"""A busy machine may take long to start Python; `figures.py` measures how long."""

STAGES = """
globalThis.stages = [];
new MutationObserver(() => {
  const banner = document.querySelector(".banner");
  if (banner && !banner.hidden && stages.at(-1) !== banner.textContent) stages.push(banner.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Collects what the banner tells, from the first moment of the page on."""


LOOKS = """() => {
  const places = [".picture", ".picture svg", ".actions", ".panel-stage > .goal"].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [selector, x, y, width, height];
  });
  const words = [...document.querySelectorAll(".stage-title, .picture svg text, .badge")].map((one) => one.textContent);
  return [places, words];
}"""
"""Where the parts of the page stand, and the words of its picture."""


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A fresh context, without anything in its cache."""
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened.set_default_timeout(SECONDS_LIMIT * 1000)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def page(browser: Any, host: Host) -> Iterator[Playground]:
    """The page with its first domain; starting Python for each test would take long."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(SECONDS_LIMIT * 1000)
    opened = Playground(context.new_page(), host.address)
    opened.tab.add_init_script(STAGES)
    opened.visit("/")
    yield opened
    context.close()
    assert opened.errors == []


def test_the_first_domain_can_be_played(page: Playground, host: Host) -> None:
    assert page.tab.evaluate("() => relgym.state.engines") == ["builtin", "sld"]
    page.catalogue("blocks")
    assert page.actions == ["(pick-up b1)", "(unstack b2 b3)"]
    assert page.tab.locator(".picture svg").count() == 1
    assert all(path.startswith("/some/path/") for path in host.asked)
    assert not any("/v1/" in path for path in host.asked), "there is no service"


@pytest.mark.parametrize("backend", ["builtin", "sld"])
def test_play_to_the_goal(page: Playground, backend: str) -> None:
    page.tab.locator(".engine select").select_option(backend)
    page.texts()
    page.act("(press)")
    assert page.text(".badge") == "Goal reached in 1 step · reward 1"
    page.tab.get_by_role("button", name="Undo").click()
    page.settled()
    assert page.actions == ["(press)", "(smash)"]


def test_explanations(page: Playground) -> None:
    page.texts()
    page.act("(press)")
    found = page.tab.evaluate("() => relgym.ask('explain', '(press)')")
    assert (found["statement"], found["holds"]) == ("(press)", False)
    assert [child["holds"] for child in found["children"]] == [True, False]


def test_what_only_a_service_has_is_said(page: Playground) -> None:
    assert "clingo and SWI-Prolog answer on the page of relgym serve" in page.tool("Engines").inner_text()
    panel = page.tool("Planning")
    page.settled()
    assert panel.locator("#planner option[value=clingo]").get_attribute("title") == "it needs the page of relgym serve"


def test_a_search_is_left(page: Playground) -> None:
    page.texts(DEEP, NEVER)
    page.act("(up i0 v0 v1)")
    page.tab.locator("#plan").click()
    page.tab.get_by_role("button", name="Stop").click()
    page.tab.wait_for_selector(".message")
    assert page.text(".message p") == "The search is stopped."
    # Python computes nothing else meanwhile: it starts again, and makes the steps again.
    page.tab.wait_for_function("() => relgym.state.connection === 'open'")
    page.settled()
    assert [page.state["steps"], page.tab.locator(".banner").is_visible()] == [1, False]
    page.act(page.actions[0])
    assert page.state["steps"] == 2


def test_rddl(page: Playground) -> None:
    own = spec("wildfire")
    page.texts(own.domain.read_text("utf-8"), own.problem("train", 0).read_text("utf-8"))
    assert page.tab.evaluate("() => relgym.state.task.language") == "rddl"
    assert page.state["state"]["fluents"]["burning___c3_3"] is True
    page.tab.evaluate("() => relgym.play.step({ 'put-out___c3_3': true })")
    page.settled()
    assert page.state["steps"] == 1
    assert page.state["state"]["fluents"]["burning___c3_3"] is False
    assert page.state["reward"] < 0


def test_an_error_stands_at_its_place(page: Playground) -> None:
    page.texts()
    wrong = LAMP.replace(":effect (lit)", ":effect (lid)")
    page.tab.evaluate("(text) => relgym.play.edit('domain', text)", wrong)
    page.tab.wait_for_function("() => relgym.state.diagnostics.some((each) => each.severity === 'error')")
    (found,) = (each for each in page.tab.evaluate("() => relgym.state.diagnostics") if each["severity"] == "error")
    assert (found["line"], found["column"]) == (2, wrong.splitlines()[1].index("lid") + 1)
    assert "did you mean 'lit'?" in found["hint"]
    page.texts()


def test_the_same_seed_draws_the_same_chances_as_here(page: Playground) -> None:
    from relgym.service.local import LocalService

    own = spec("exploding-blocks")
    texts = {"domain": own.domain.read_text("utf-8"), "problem": own.problem("train", 0).read_text("utf-8")}
    service = LocalService()
    node = service.call("sessions.create", {"task": service.call("tasks.create", texts)["id"], "seed": 5})
    session, states = node["id"], []
    for _ in range(8):
        if node["actions"]:
            node = service.call("sessions.step", {"session": session, "action": node["actions"][-1]})
        states.append(node["state"])
    found = page.tab.evaluate(
        """async (texts) => {
          const task = await relgym.call("tasks.create", texts);
          let node = await relgym.call("sessions.create", { task: task.id, seed: 5 });
          const session = node.id, states = [];
          for (let step = 0; step < 8; step += 1) {
            const action = node.actions.at(-1);
            if (action) node = await relgym.call("sessions.step", { session, action });
            states.push(node.state);
          }
          return states;
        }""",
        texts,
    )
    assert found == states


def test_the_policy_keeps_the_page_to_its_host(page: Playground) -> None:
    refused = page.tab.evaluate(
        "() => fetch('http://127.0.0.1:9/').then(() => false, (error) => error.name === 'TypeError')"
    )
    ran = page.tab.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.ran = true";
          document.head.append(script);
          return globalThis.ran === true;
        }"""
    )
    assert (refused, ran) == (True, False)
    assert len(page.errors) >= 2
    assert all("Content Security Policy" in error for error in page.errors)
    page.errors.clear()


def test_stages_of_the_start_are_told(page: Playground) -> None:
    page.settled()
    seen, hidden = page.tab.evaluate("() => [stages, document.querySelector('.banner').hidden]")
    assert seen[0].startswith("relgym starts in this page: Loading Python …")
    shares = [int(text.rpartition("…")[2].rstrip(" %")) for text in seen if text.endswith("%")]
    # Another test may have made Python start again.
    first = shares[: shares.index(100) + 1]
    assert first == sorted(first)
    assert hidden is True


def test_the_first_world_is_there_before_python(context: Any, host: Host) -> None:
    held: list[Any] = []
    context.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page = Playground(context.new_page(), host.address)
    page.tab.goto(f"{host.address}/")
    page.tab.wait_for_selector(".picture svg")
    assert page.tab.evaluate("() => relgym.state.node") is None
    assert page.actions == ["(pick-up b1)", "(unstack b2 b3)"]
    assert page.tab.locator(".actions .action:disabled").count() == 2
    assert page.text(".goal h3").startswith("Goal: ")
    # The banner may come a moment after the picture.
    starting = (
        "() => document.querySelector('.banner').innerText.startsWith('relgym starts in this page: Loading Python …')"
    )
    page.tab.wait_for_function(starting)
    # What is not held is here: its part of the bytes.
    sizes = page.tab.evaluate("() => fetch('pyodide/sizes.json').then((answer) => answer.json())")
    rest = sum(sizes.values()) - sizes["pyodide.asm.wasm"]
    share = 100 * rest // sum(sizes.values())
    page.tab.wait_for_function("(share) => document.querySelector('.banner progress').value === share", arg=share)
    before = page.tab.evaluate(LOOKS)
    assert held
    for route in held:
        route.continue_()
    page.ready()
    page.settled()
    assert page.tab.evaluate(LOOKS) == before, "relgym goes on where the first look was"
    assert page.tab.locator(".actions .action:disabled").count() == 0
    page.act("(unstack b2 b3)")
    assert (page.state["steps"], page.errors) == (1, [])


def test_a_link_shows_no_first_look(context: Any, host: Host) -> None:
    context.route("**/pyodide.asm.wasm", lambda route: None)
    tab = context.new_page()
    tab.goto(f"{host.address}/")
    tab.wait_for_selector(".picture svg")
    tab.evaluate("() => history.replaceState({ texts: { domain: '', problem: '', axioms: [] } }, '')")
    with tab.expect_request("**/pyodide.asm.wasm"):
        tab.reload()
    assert tab.locator(".picture svg").count() == 0


def test_a_browser_without_webassembly_is_told_so_once(context: Any, host: Host) -> None:
    context.add_init_script("delete globalThis.WebAssembly;")
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(f"{host.address}/")
    banner = tab.locator(".banner")
    banner.wait_for(state="visible")
    assert banner.inner_text().strip() == (
        "This browser cannot run relgym: it has no WebAssembly. "
        "Use a current Firefox, Chrome, Edge or Safari, or the page of relgym serve on your machine."
    )
    assert errors == []
    host.asked.clear()
    tab.wait_for_timeout(300)
    assert not any("pyodide" in path for path in host.asked)
    assert tab.locator(".message").count() == 0, "the banner alone says it"


def test_a_file_that_is_missing_is_named(context: Any, host: Host) -> None:
    context.route("**/relgym.tar.gz", lambda route: route.fulfill(status=404, body="no"))
    tab = context.new_page()
    tab.goto(f"{host.address}/")
    banner = tab.locator(".banner:not(.starting)")
    banner.wait_for(state="visible")
    text = banner.inner_text()
    assert text.startswith("relgym cannot start: relgym.tar.gz: the host answers 404.")


def test_python_that_has_ended_starts_again(context: Any, host: Host) -> None:
    tab = context.new_page()
    tab.goto(f"{host.address}/favicon.svg")
    found = tab.evaluate(
        """async (address) => {
          let workers = 0;
          const posted = [];
          globalThis.Worker = class extends EventTarget {
            constructor() { super(); workers += 1; this.number = workers; this.tell({ ready: true }); }
            tell(data) { setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data }))); }
            postMessage(frame) {
              const { id, verb, data } = JSON.parse(frame);
              posted.push([this.number, id, verb, data]);
              this.tell(this.number === 1 ? { ended: "stack" } : { answer: JSON.stringify({ id, ok: this.number }) });
            }
            terminate() {}
          };
          const { open } = await import(`${address}/src/transports/pyodide.js`);
          const told = [];
          const { call } = open((status, about) => told.push([status, about?.title ?? null]));
          const first = await call("tasks.create", { domain: "d" }).catch((problem) => problem.title);
          const second = await call("engines", {});
          return { first, second, told, workers, posted };
        }""",
        host.address,
    )
    assert found["first"] == "Python has ended"
    assert found["second"] == found["workers"] == 2
    assert found["posted"] == [
        [1, 1, "tasks.create", {"domain": "d"}],
        [2, 0, "tasks.create", {"domain": "d"}],
        [2, 2, "engines", {}],
    ]
    assert found["told"][:2] == [["open", None], ["lost", "Python has ended"]]


def test_the_built_page_has_what_it_needs_and_no_more(site: Path) -> None:
    names = {path.relative_to(site).parts[0] for path in site.rglob("*")}
    assert names == {"favicon.svg", "first.json", "index.html", "pyodide", "src", "styles", "vendor"}
    text = (site / "index.html").read_text("utf-8")
    assert 'name="relgym-transport" content="pyodide"' in text
    assert text.index("content-security-policy") < text.index("<link")
