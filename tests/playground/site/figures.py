"""Figures of the page without a service: `python -m tests.playground.site.figures FOLDER`, the folder of a built page.

Prints each with its goal, and returns 1 if one is missed. A start is cold: a browser that has nothing in its cache.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from relgym.catalogue.domains import spec
from tests.playground.driver import LAMP, Playground
from tests.playground.site.hosting import hosted
from tests.playground.site.node import Node, run

STEPS_GOAL = 150_000
START_GOAL = 5.0
STEP_GOAL = 8.0
WIRE_GOAL = 12_000_000
EDIT_GOAL = 0.1

STARTS = 3
EDITS = 10

EDIT = """async (domain) => {
  const before = performance.now();
  const texts = { ...relgym.state.texts, domain };
  await relgym.call("tasks.check", texts);
  const task = await relgym.call("tasks.create", texts);
  const node = await relgym.call("sessions.create", { task: task.id, seed: 0 });
  return [performance.now() - before, node.actions.length];
}"""


def wire_bytes(folder: Path) -> int:
    """Bytes of a first visit from a host that compresses with gzip at its usual level, 6, what that makes smaller."""
    contents = (path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return sum(min(len(content), len(gzip.compress(content, 6))) for content in contents)


def start_seconds(browser: Any, address: str) -> tuple[float, float]:
    """Seconds from the request for the page to the first valid actions, and to the end of the first own step."""
    context = browser.new_context()
    tab = context.new_page()
    tab.set_default_timeout(90_000)
    tab.goto(f"{address}/", wait_until="commit")
    tab.wait_for_function("() => globalThis.relgym?.state.node?.actions.length > 0", polling=10)
    actions = tab.evaluate("() => performance.now() / 1000")
    tab.locator(".actions .action:enabled").first.click()
    tab.wait_for_function("() => relgym.state.node.steps === 1", polling=10)
    step = tab.evaluate("() => performance.now() / 1000")
    context.close()
    return float(actions), float(step)


def processor_seconds(folder: Path) -> float:
    """Processor seconds of Node from its start to the first valid actions, whatever else the machine does."""
    own = spec("blocks")
    texts = {"domain": own.domain.read_text("utf-8"), "problem": own.problem("train", 1).read_text("utf-8")}
    with Node(folder) as node:
        for verb in ("engines", "catalogue.list"):
            node.call(verb, {})
        task = node.call("tasks.create", texts)["ok"]["id"]
        assert node.call("sessions.create", {"task": task, "seed": 0})["ok"]["actions"]
        return node.processor_seconds()


def edit_seconds(browser: Any, address: str) -> list[float]:
    """Seconds from an edit of the first domain to the valid actions of the new task, without the pause of the page."""
    context = browser.new_context()
    page = Playground(context.new_page(), address)
    page.tab.set_default_timeout(90_000)
    page.visit("/")
    domain = page.tab.evaluate("() => relgym.state.texts.domain")
    found = []
    for number in range(EDITS):
        milliseconds, actions = page.tab.evaluate(EDIT, f"; edit {number}\n{domain}")
        assert actions > 0
        found.append(milliseconds / 1000)
    page.texts(LAMP)
    assert page.actions
    context.close()
    return found


def main(folder: Path) -> int:
    """Measure all figures."""
    rates = json.loads(run(folder / "pyodide", Path(__file__).with_name("measure.py")))
    processor = processor_seconds(folder / "pyodide")
    with hosted(folder, "page") as host, sync_playwright() as driver:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=arguments)
        starts, steps = zip(*(start_seconds(browser, host.address) for _ in range(STARTS)), strict=True)
        edits = edit_seconds(browser, host.address)
        browser.close()
    print(f"steps/s of the simulator in Node: {rates} (goal: {STEPS_GOAL:,} on blocks)")
    print(f"first valid actions, cold: {min(starts):.1f} to {max(starts):.1f} s (goal: {START_GOAL:g} s)")
    print(f"first own step, cold: {min(steps):.1f} to {max(steps):.1f} s (goal: {STEP_GOAL:g} s)")
    wire = wire_bytes(folder)
    print(f"a first visit, compressed by gzip: {wire / 1e6:.1f} MB (goal: {WIRE_GOAL / 1e6:g} MB)")
    print(f"first valid actions in Node: {processor:.1f} s of a processor")
    edit = statistics.median(edits)
    print(f"valid actions after an edit: median {1000 * edit:.0f} ms (goal: {1000 * EDIT_GOAL:.0f} ms)")
    met = rates["blocks"] >= STEPS_GOAL and min(starts) <= START_GOAL and edit <= EDIT_GOAL
    return 0 if met and min(steps) <= STEP_GOAL and wire <= WIRE_GOAL else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
