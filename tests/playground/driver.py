"""What a visitor does on the page, in words of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LAMP = """(define (domain lamp) (:predicates (lit) (whole))
  (:action press :precondition (and (whole) (not (lit))) :effect (lit))
  (:action smash :precondition (whole) :effect (and (not (whole)) (not (lit)))))"""
DARK = "(define (problem dark) (:domain lamp) (:init (whole)) (:goal (lit)))"

QUIET = """async () => {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    if (relgym.state.busy > 0) quiet = -1;
  }
}"""

LISTS = """(wanted) => {
  const shown = [...document.querySelectorAll(".actions .action")].map((one) => one.title);
  return JSON.stringify(shown) === JSON.stringify(wanted);
}"""

MODULES = (
    """globalThis.importModule = (name) => import(new URL(name, document.querySelector("script[type=module]").src));"""
)
"""A function that returns a module of the page, which is the page's own and no second one from another path."""


class Playground:
    """The page in a tab.

    Attributes:
        tab: Playwright's page.
        errors: Errors on the console and errors that nothing has caught.
    """

    def __init__(self, tab: Any, address: str) -> None:
        self.tab = tab
        self.address = address
        self.errors: list[str] = []
        tab.add_init_script(MODULES)
        tab.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        tab.on("pageerror", lambda error: self.errors.append(str(error)))

    def visit(self, path: str = "/") -> None:
        """Open the page and wait until it can be played."""
        self.tab.goto(self.address + path)
        self.ready()

    def ready(self) -> None:
        """Wait until the page has a state and its picture, and waits for no answer."""
        self.tab.wait_for_function("() => globalThis.relgym?.state.node && relgym.state.busy === 0")
        self.tab.wait_for_selector(".picture svg")

    def settled(self) -> None:
        """Wait until the page waits for no answer, in several frames one after the other."""
        self.tab.evaluate(QUIET)

    def catalogue(self, name: str, problem: str | None = None) -> None:
        """Open a domain of the catalogue as the dialog does."""
        self.tab.evaluate("([name, problem]) => relgym.play.openCatalogue(name, problem ?? undefined)", [name, problem])
        self.ready()

    def texts(self, domain: str = LAMP, problem: str = DARK, axioms: Sequence[str] = ()) -> None:
        """Open texts as dropped files are opened."""
        given = {"domain": domain, "problem": problem, "axioms": list(axioms)}
        self.tab.evaluate("(texts) => relgym.play.openTexts(texts)", given)
        self.settled()

    @property
    def state(self) -> Mapping[str, Any]:
        """What the store knows of the present node."""
        return dict(self.tab.evaluate("() => relgym.state.node"))

    @property
    def actions(self) -> list[str]:
        """The actions that the list shows."""
        return list(self.tab.locator(".actions .action").evaluate_all("(all) => all.map((one) => one.title)"))

    def lists(self, *actions: str) -> None:
        """Wait until the list shows these actions, and no others: the page may have to read files first."""
        self.tab.wait_for_function(LISTS, arg=[*actions])
        self.settled()

    def act(self, action: str) -> None:
        """Click an action."""
        self.tab.locator(f'.action[title="{action}"]').click()
        self.settled()

    def press(self, *keys: str) -> None:
        """Press keys, and wait until what they do is done."""
        for key in keys:
            self.tab.keyboard.press(key)
            self.settled()

    def text(self, selector: str) -> str:
        """The visible text of the first element."""
        return " ".join(self.tab.locator(selector).first.inner_text().split())

    def tool(self, name: str) -> Any:
        """Open a tab of the tools; returns its panel."""
        self.tab.get_by_role("tab", name=name, exact=True).click()
        return self.tab.get_by_role("tabpanel", name=name, exact=True)

    def files(self) -> None:
        """Open the files."""
        handle = self.tab.locator("#files-handle")
        if handle.is_visible() and handle.get_attribute("aria-expanded") == "false":
            handle.click()

    def file(self, name: str) -> None:
        """Open a tab of the files."""
        self.files()
        self.tab.get_by_role("tab", name=name).first.click()

    def type(self, text: str, file: str = "Domain") -> None:
        """Replace the text of a file by typing in the editor."""
        self.file(file)
        self.tab.get_by_role("textbox", name=f"Text of the {file.lower()}").click()
        self.tab.keyboard.press("ControlOrMeta+a")
        self.tab.keyboard.insert_text(text)
        self.tab.wait_for_timeout(300)
        self.settled()
