"""The editor: errors at their places, live changes, completion, format, files of the visitor, the plain text area."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.playground.conftest import Opens
from tests.playground.driver import DARK, LAMP, Playground


@pytest.fixture(autouse=True)
def _built(editor_built: bool) -> None:
    if not editor_built:
        pytest.skip("npm is not here, so the editor cannot be built")


@pytest.fixture
def page(page: Playground) -> Playground:
    """The page with its files open."""
    page.files()
    return page


def test_words_have_colours(page: Playground) -> None:
    colours = page.tab.locator(".cm-line span").evaluate_all(
        "(all) => new Set(all.map((one) => getComputedStyle(one).color)).size"
    )
    assert colours >= 4
    page.file("Problem")
    assert "(define (problem" in page.text(".cm-content")


def test_an_error_is_shown_at_its_place_and_goes_when_it_is_mended(page: Playground) -> None:
    page.texts()
    page.type(LAMP.replace("(whole) (not", "(whol) (not"))
    assert page.text(".problems summary").startswith("1 error")
    item = page.tab.locator(".problems li.error")
    item.wait_for()
    assert "unknown predicate 'whol'" in item.inner_text()
    assert "did you mean 'whole'?" in item.inner_text()
    assert "expected" in item.inner_text()
    assert page.tab.locator(".cm-lintRange-error").inner_text() == "whol"
    assert page.tab.get_by_role("tab", name="Domain").inner_text().split() == ["Domain", "1"]
    assert "before them" in page.text(".stale")
    page.file("Problem")
    item.get_by_role("button").first.click()
    selected = "() => document.querySelector('.codemirror').shadowRoot.getSelection().toString()"
    assert page.tab.evaluate(selected) == "whol"
    assert page.tab.get_by_role("tab", name="Domain").get_attribute("aria-selected") == "true"
    page.type(LAMP)
    assert page.tab.locator(".problems li.error").count() == 0
    assert not page.tab.locator(".stale").is_visible()


def test_a_click_carries_out_what_a_hint_says(page: Playground) -> None:
    typing = LAMP.replace("(whole) (not", "(whol) (not").replace("(lit) (whole)", "(lit) (whole) (never ?x)")
    page.texts(typing)
    for label in ("Write whole", "Leave it out", "Declare :negative-preconditions"):
        page.tab.locator(".problems").get_by_role("button", name=label, exact=True).click()
        page.tab.wait_for_timeout(200)
        page.settled()
    declared = LAMP.replace("(domain lamp)", "(domain lamp)\n  (:requirements :negative-preconditions)")
    assert page.tab.evaluate("() => relgym.state.texts.domain") == declared
    assert page.tab.locator(".cm-content").inner_text().count("never") == 0
    assert page.actions == ["(press)", "(smash)"]
    page.tab.get_by_role("textbox", name="Text of the domain").click()
    page.press("ControlOrMeta+z")
    page.tab.wait_for_timeout(200)
    page.settled()
    assert ":requirements" not in page.tab.evaluate("() => relgym.state.texts.domain")


def test_the_world_changes_as_one_types_and_the_steps_stay(page: Playground) -> None:
    page.texts()
    page.act("(press)")
    page.type(LAMP[:-1])
    # Brackets that the editor closes do not hold what goes on in them to the left.
    page.tab.keyboard.type("(:action dim")
    page.press("Enter")
    page.tab.keyboard.type(":precondition (lit) :effect (not (lit))")
    page.press("ControlOrMeta+End")
    page.tab.keyboard.type(")")
    page.tab.wait_for_timeout(300)
    page.settled()
    assert "(:action dim\n" in page.tab.evaluate("() => relgym.state.texts.domain")
    assert page.state["steps"] == 1
    assert page.actions == ["(dim)", "(smash)"]


def test_steps_that_are_no_longer_possible_are_left_out(page: Playground) -> None:
    page.texts()
    page.act("(press)")
    page.act("(smash)")
    page.type(LAMP.replace("smash", "break"))
    assert page.state["steps"] == 1
    assert "1 of 2 steps" in page.text(".message")


def test_files_are_opened_by_what_they_say(page: Playground, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(DARK)
    (tmp_path / "two.pddl").write_text(LAMP)
    page.tab.locator('input[type="file"]').set_input_files([tmp_path / "one.txt", tmp_path / "two.pddl"])
    page.lists("(press)", "(smash)")


def test_the_gallery_opens_files_of_this_computer(page: Playground, tmp_path: Path) -> None:
    (tmp_path / "one.pddl").write_text(DARK)
    (tmp_path / "two.pddl").write_text(LAMP)
    page.press("o")
    with page.tab.expect_file_chooser() as waiting:
        page.tab.get_by_role("dialog", name="Catalogue").get_by_role("button", name="Open your files").click()
    waiting.value.set_files([tmp_path / "one.pddl", tmp_path / "two.pddl"])
    page.lists("(press)", "(smash)")


def test_files_are_dropped_on_the_page(page: Playground) -> None:
    drop = """([domain, problem]) => {
      const data = new DataTransfer();
      data.items.add(new File([domain], "d.pddl"));
      data.items.add(new File([problem], "p.pddl"));
      data.items.add(new File([domain.replace("press", "push")], "other.pddl"));
      data.items.add(new File([new Uint8Array([0x89, 0x50, 0, 1])], "picture.png"));
      for (const kind of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    }"""
    page.tab.evaluate(drop, [LAMP, DARK])
    page.lists("(push)", "(smash)")
    assert page.tab.locator(".message p").all_inner_texts() == [
        "picture.png is not a text in UTF-8.",
        "d.pddl is left out: other.pddl is open as the domain.",
    ]


PUSH = LAMP.replace("press", "push")
FOLDER = {"domain.pddl": LAMP, "p2.pddl": DARK, "p10.pddl": DARK, "p2-domain.pddl": PUSH, "notes.md": "nothing"}


def packed(path: Path, files: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(f"ipc/{name}", text)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_an_archive_is_opened_with_all_its_problems(page: Playground, tmp_path: Path, method: int) -> None:
    page.tab.locator('input[type="file"]').set_input_files(packed(tmp_path / "ipc.zip", FOLDER, method))
    page.lists("(push)", "(smash)")
    problems = page.tab.get_by_label("Problem of the folder")
    assert problems.locator("option").all_inner_texts() == ["p2.pddl", "p10.pddl"]
    problems.select_option("p10.pddl")
    page.lists("(press)", "(smash)")
    assert problems.input_value() == "p10.pddl"
    page.catalogue("blocks")
    assert not problems.is_visible()


def test_a_bad_archive_is_told(page: Playground, tmp_path: Path) -> None:
    bad = {
        "is not a zip archive": b"no archive",
        "is damaged": b"PK\x05\x06" + b"\x00" * 6 + b"\x02\x00" + b"\x00" * 10,
        "holds no file of PDDL or RDDL": packed(tmp_path / "notes.zip", {"notes.md": "nothing"}).read_bytes(),
    }
    for number, (said, content) in enumerate(bad.items()):
        path = tmp_path / f"bad{number}.zip"
        path.write_bytes(content)
        page.tab.locator('input[type="file"]').set_input_files(path)
        page.tab.get_by_text(said).wait_for()
        assert page.state["steps"] == 0


def test_a_folder_is_opened_with_its_problems(page: Playground) -> None:
    names = """async (files) => {
      const { filesIn } = await importModule("editor/archives.js");
      const made = (text, name) => new File([text], name);
      const file = ([name, text]) => ({ name, isFile: true, file: (found) => found(made(text, name)) });
      const parts = [Object.entries(files).map(file), []];
      const reader = { readEntries: (found) => found(parts.shift()) };
      const folder = { name: "ipc", isDirectory: true, createReader: () => reader };
      return (await filesIn([{ webkitGetAsEntry: () => folder }], [])).map((each) => each.name).sort();
    }"""
    assert page.tab.evaluate(names, FOLDER) == ["domain.pddl", "p10.pddl", "p2-domain.pddl", "p2.pddl"]


def test_without_codemirror_a_text_area_edits(opens: Opens) -> None:
    page = opens()
    page.tab.route("**/vendor/codemirror.js", lambda route: route.abort())
    page.visit("/")
    page.files()
    page.tab.wait_for_selector(".editor-note:visible")
    assert "plain text area" in page.text(".editor-note")
    area = page.tab.locator(".editor textarea")
    area.fill(LAMP)
    page.file("Problem")
    area.fill(DARK)
    page.lists("(press)", "(smash)")
    page.errors[:] = [error for error in page.errors if "ERR_FAILED" not in error]


def test_names_are_completed(page: Playground) -> None:
    page.texts()
    page.tab.get_by_role("textbox", name="Text of the domain").click()
    page.tab.keyboard.press("ControlOrMeta+End")
    page.tab.keyboard.type(" (who")
    option = page.tab.locator(".cm-tooltip-autocomplete li")
    option.first.wait_for()
    assert option.first.inner_text().startswith("(whole")
    page.tab.keyboard.press("Escape")


PLACES = {
    "(define (domain d) (:types box - ": (":types", ":types", True, []),
    "(define (domain d) (:action go :parameters (?x - box ?y) :precondition (and (at ": (
        ":precondition",
        "at",
        False,
        ["?y", "?x"],
    ),
    "(:action go :parameters (?x) :effect (forall (?z - box) (when (at ?x) (in ": (
        ":effect",
        "in",
        False,
        ["?z", "?x"],
    ),
    "(define (problem p) (:objects a - box) (:init (at a) ": (":init", ":init", False, []),
    "(:derived (above ?x ?y) (exists (?z) (": (":derived", None, False, ["?z", "?y", "?x"]),
    "(:action go :parameters (?x - ": (":parameters", "?x", True, []),
    "; (a comment\n(:goal (not (lit ": (":goal", "lit", False, []),
    ")) (": (None, None, False, []),
}


def test_the_place_decides_what_is_proposed(page: Playground) -> None:
    place = """async (text) => {
      const { section, head, isType, variables } = (await importModule("editor/place.js")).placeIn(text);
      return [section, head, isType, variables];
    }"""
    for text, expected in PLACES.items():
        assert tuple(page.tab.evaluate(place, text)) == expected, text


def test_objects_that_fit_are_proposed_in_the_goal(page: Playground) -> None:
    page.file("Problem")
    page.tab.get_by_role("textbox", name="Text of the problem").click()
    page.tab.keyboard.press("ControlOrMeta+a")
    text = page.tab.evaluate("() => relgym.state.texts.problem")
    page.tab.keyboard.insert_text(text[: text.index("(:goal")] + "(:goal (on b")
    page.tab.keyboard.press("Control+Space")
    proposed = page.tab.locator(".cm-tooltip-autocomplete li")
    proposed.first.wait_for()
    names = page.tab.locator(".cm-tooltip-autocomplete .cm-completionLabel").all_inner_texts()
    assert names == ["b1", "b2", "b3"]


def test_a_form_has_its_own_bracket_and_no_other(page: Playground) -> None:
    page.texts(LAMP[:-1] + "\n\n)", DARK)
    page.tab.get_by_role("textbox", name="Text of the domain").click()
    page.press("ControlOrMeta+End", "ArrowUp")
    page.tab.keyboard.type("(:action")
    page.tab.locator(".cm-tooltip-autocomplete li").first.wait_for()
    # Keys that are pressed at once belong to what is typed.
    page.tab.wait_for_timeout(150)
    page.press("Enter")
    page.tab.wait_for_timeout(200)
    page.settled()
    text = page.tab.evaluate("() => relgym.state.texts.domain")
    assert "(:action name" in text
    assert text.count("(") == text.count(")")
    codes = page.tab.evaluate("() => relgym.state.diagnostics.map((each) => each.code)")
    assert "W110" not in codes, "a bracket closes nothing"
    assert not any(code.startswith("E") for code in codes)


def test_format_writes_the_file_anew(page: Playground) -> None:
    page.texts(LAMP.replace("\n ", " "), DARK)
    page.tab.get_by_role("button", name="Format this file").click()
    page.settled()
    text = page.tab.evaluate("() => relgym.state.texts.domain")
    assert text.count("\n") > 3
    assert page.actions == ["(press)", "(smash)"]
    assert page.tab.locator(".cm-content").inner_text().count("\n") > 3


def test_rddl_is_edited_too(page: Playground) -> None:
    page.catalogue("sysadmin")
    assert "pvariables" in page.text(".cm-content")
    text = page.tab.evaluate("() => relgym.state.texts.domain")
    page.type(text.replace("bool", "boole", 1))
    assert page.tab.locator(".problems li.error").count() >= 1


def test_new_files_without_a_problem_leave_the_world_before(page: Playground) -> None:
    page.texts(LAMP, "")
    assert page.text(".stage-title") == "No world yet"
    assert page.actions == []
    assert page.text("#file-problem") == "Problem 1"
    assert page.text(".problems .error .what") == "error: the problem is empty"


def test_long_names_break_at_the_end_of_a_line(page: Playground) -> None:
    long = "a-name-that-is-longer-than-the-lines-of-any-editor-beside-a-picture"
    page.texts(LAMP.replace("whole", long), DARK.replace("whole", long))
    assert page.tab.locator(".cm-scroller").evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_empty_axioms_say_what_they_are_for(page: Playground) -> None:
    page.file("Axioms")
    assert "(:derived (above ?x ?y)" in page.text(".cm-placeholder")


def test_each_file_keeps_its_place_and_new_files_begin_at_the_top(page: Playground) -> None:
    page.catalogue("logistics")
    box = page.tab.locator(".cm-scroller")
    place = box.evaluate("(box) => { box.scrollTo(0, 300); return box.scrollTop; }")
    assert place > 50
    page.tab.wait_for_timeout(100)
    page.file("Problem")
    page.file("Domain")
    page.tab.wait_for_timeout(100)
    assert box.evaluate("(box) => box.scrollTop") == pytest.approx(place, abs=5)
    page.catalogue("rovers")
    page.tab.wait_for_timeout(100)
    assert box.evaluate("(box) => box.scrollTop") == 0


def test_a_first_action_is_written_where_the_cursor_stands(page: Playground) -> None:
    page.tab.get_by_role("button", name="Write your first action").first.click()
    page.settled()
    page.tab.keyboard.type("(:action switch-off\n:parameters (?l - lamp)\n:precondition (lit ?l)\n")
    page.tab.keyboard.type(":effect (not (lit ?l))")
    page.tab.wait_for_timeout(300)
    page.settled()
    assert page.actions == ["(switch-off ceiling)", "(switch-on desk)"]
    assert page.state["goal"] is False
    page.tab.get_by_role("button", name="Plan").click()
    page.tab.get_by_text("Your own action reaches the goal").wait_for()
    page.press("Home", "ArrowRight", "ArrowRight")
    assert page.tab.get_by_text("Your own action reaches the goal").count() == 1, "it is said once"


def test_files_that_are_dragged_are_told_where_to_go(page: Playground) -> None:
    over = "(kind) => document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true }))"
    target = page.tab.get_by_text("Drop your files here")
    assert target.is_hidden()
    page.tab.evaluate(over, "dragover")
    assert target.is_visible()
    page.tab.evaluate(over, "dragleave")
    assert target.is_hidden()


def test_one_text_may_hold_domain_and_problem(page: Playground) -> None:
    whole = f"{LAMP}\n{DARK}"
    for problem in ("", whole):
        page.texts(whole, problem)
        page.lists("(press)", "(smash)")
        assert page.tab.locator(".problems li.error").count() == 0
    page.texts(whole.replace("(:goal", "(:gaol"), "")
    page.tab.locator(".problems li.error").first.wait_for()
    assert "did you mean ':goal'?" in page.tab.locator(".problems li.error").first.inner_text()
    assert page.tab.get_by_role("tab", name="Domain").inner_text().split() == ["Domain", "1"]
