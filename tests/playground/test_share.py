"""Links and pictures to share."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

import relgym
from tests.playground.conftest import Opens
from tests.playground.driver import DARK, LAMP, Playground


def test_a_link_opens_files_and_steps_elsewhere(page: Playground, opens: Opens) -> None:
    page.texts(LAMP.replace("lamp", "lämp"), "(define (problem dark) (:domain lämp) (:init (whole)) (:goal (lit)))")
    page.act("(press)")
    page.act("(smash)")
    page.tab.get_by_role("button", name="Share").click()
    link = page.tab.get_by_label("Link to this page")
    page.tab.wait_for_function("() => document.querySelector('.share input').value")
    path = link.input_value().removeprefix(page.address)
    assert path.startswith("/#s=")
    other = opens(path)
    other.tab.wait_for_function("() => relgym.state.node?.steps === 2")
    other.settled()
    assert other.state["state"] == page.state["state"]
    assert other.tab.evaluate("() => relgym.state.texts") == page.tab.evaluate("() => relgym.state.texts")
    assert [view["action"] for view in other.tab.evaluate("() => relgym.play.line()")] == [None, "(press)", "(smash)"]
    # Neither reloading nor other files lose what was done.
    other.press("ArrowLeft")
    other.tab.wait_for_function("() => history.state?.actions.length === 1")
    other.tab.reload()
    other.tab.wait_for_function("() => globalThis.relgym?.state.node?.steps === 1")
    other.catalogue("hanoi")
    assert "#" not in other.tab.url
    other.tab.go_back()
    other.tab.wait_for_function("() => relgym.state.task?.domain === 'lämp' && relgym.state.node?.steps === 1")


def test_a_broken_link_is_said_and_the_page_works(opens: Opens) -> None:
    page = opens("/#s=not%ours.")
    assert "not whole" in page.text(".message-error")
    assert page.actions
    page.tab.get_by_role("button", name="Close this message").click()
    page.tab.evaluate("() => { location.hash = '#s=notOurs'; }")
    page.tab.locator(".message-error").wait_for()
    assert page.actions


def test_a_link_that_inflates_without_end_is_a_broken_one(opens: Opens) -> None:
    deflated = zlib.compress(b" " * 50_000_000, wbits=-15)
    page = opens(f"/#s={base64.urlsafe_b64encode(deflated).decode().rstrip('=')}")
    assert "not whole" in page.text(".message-error")
    assert page.actions


def test_the_picture_is_saved(page: Playground, tmp_path: Path) -> None:
    page.press("1", "1")
    page.tab.get_by_role("button", name="Share").click()
    for kind, magic in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("GIF", b"GIF8")):
        with page.tab.expect_download() as waiting:
            page.tab.get_by_role("button", name=kind, exact=True).click()
        waiting.value.save_as(tmp_path / kind)
        assert waiting.value.suggested_filename.endswith(f".{kind.lower()}")
        assert (tmp_path / kind).read_bytes().startswith(magic)
    assert "http://www.w3.org/2000/svg" in (tmp_path / "SVG").read_text()
    with Image.open(tmp_path / "PNG") as png, Image.open(tmp_path / "GIF") as gif:
        assert gif.n_frames == 3
        gif.seek(2)
        assert gif.info["duration"] == 2000
        here, film = png.resize(gif.size).convert("RGB"), gif.convert("RGB")
        apart = [max(pair) for pair in ImageChops.difference(here, film).getextrema()]
        assert ImageStat.Stat(ImageChops.difference(here, film)).mean < [3, 3, 3], apart


def test_a_link_of_another_form_opens_what_it_has(opens: Opens) -> None:
    page = opens()
    pack = """async (given) => (await importModule("share.js")).packed(given)"""
    texts = {"domain": LAMP, "problem": DARK}
    for given in ({"texts": texts}, {"texts": texts, "actions": [5, None], "seed": -3, "backend": 7}):
        fragment = page.tab.evaluate(pack, given)
        page.tab.goto("about:blank")
        page.visit(f"/#s={fragment}")
        page.settled()
        assert page.actions == ["(press)", "(smash)"]
        assert page.tab.locator(".message").count() == 0


def test_a_link_may_name_a_domain_and_its_problem(opens: Opens) -> None:
    page = opens()
    for fragment, source in (
        ("ferry", {"name": "ferry", "problem": "train/p01"}),
        ("ferry/test/p02", {"name": "ferry", "problem": "test/p02"}),
        ("mars-rover/train/p01", {"name": "mars-rover", "problem": "train/p01"}),
    ):
        page.tab.goto("about:blank")
        page.visit(f"/#open={fragment}")
        page.settled()
        assert page.tab.evaluate("() => relgym.state.source") == source
    page.tab.goto("about:blank")
    page.visit("/#open=fery")
    page.settled()
    assert "did you mean 'ferry'" in page.text(".message-error")
    assert page.tab.evaluate("() => relgym.state.source.name") == "blocks"


def taken(page: Playground) -> dict[str, str]:
    return dict(page.tab.evaluate("async () => (await importModule('takeaway.js')).files(relgym)"))


def program(page: Playground) -> str:
    return str(page.tab.evaluate("async () => (await importModule('takeaway.js')).inPython(relgym)"))


def printed(text: str) -> str:
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return run.stdout


def test_files_and_steps_are_downloaded(page: Playground, tmp_path: Path) -> None:
    page.press("2", "2")
    page.tab.get_by_role("button", name="Share").click()
    plan = [view["action"] for view in page.tab.evaluate("() => relgym.play.line()")][1:]
    assert list(taken(page)) == ["domain.pddl", "problem.pddl", "plan.txt", "trajectory.jsonl"]
    for name in taken(page):
        with page.tab.expect_download() as waiting:
            page.tab.get_by_role("button", name=name, exact=True).click()
        waiting.value.save_as(tmp_path / name)
    assert (tmp_path / "plan.txt").read_text().splitlines() == plan
    steps = [json.loads(line) for line in (tmp_path / "trajectory.jsonl").read_text().splitlines()]
    assert [step["action"] for step in steps] == [None, *plan]
    task = relgym.load(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    state = relgym.Reasoner(task).initial_state
    assert sorted(map(str, state.atoms)) == steps[0]["state"]["atoms"]


def test_the_lines_of_python_run(page: Playground) -> None:
    page.texts(LAMP, DARK, ["(:derived (dark) (not (lit)))"])
    page.act("(press)")
    text = program(page)
    assert "axioms=[" in text
    assert printed(text).splitlines()[0] == "(press) 1.0 True"
    page.catalogue("sysadmin")
    page.act(page.actions[1])
    assert printed(program(page)).splitlines()[0].startswith("{'reboot")


def test_the_line_of_the_terminal_names_what_is_open(page: Playground) -> None:
    line = "async () => (await importModule('takeaway.js')).inTerminal(relgym)"
    assert page.tab.evaluate(line) == "relgym plan blocks train/p01"
    page.act("(pick-up b1)")
    assert page.tab.evaluate(line) == "relgym plan blocks train/p01 --after '(pick-up b1)'"
    page.catalogue("sysadmin")
    assert str(page.tab.evaluate(line)).startswith("relgym solve sysadmin train/")
    page.texts(LAMP, DARK, ["(:derived (dark) (not (lit)))"])
    assert page.tab.evaluate(line) == "relgym plan domain.pddl problem.pddl --axioms axioms.pddl"


def test_a_link_to_this_computer_says_so(page: Playground) -> None:
    page.tab.get_by_role("button", name="Share").click()
    page.tab.wait_for_function("() => document.querySelector('.share input').value")
    assert "It works on this computer only." in page.text(".share .note")
