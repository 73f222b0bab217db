"""The pages of the environments: every part is there, films move and stay small, links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import environment_pages
import environment_rddl
import environments
import pytest
import sources
import walks
from environments import FEW
from films import BYTES_LIMIT, film

from relgym.catalogue.domains import catalogue, spec

PARTS = {
    "pddl": ["Start and goal", "Actions", "Types and predicates"],
    "rddl": ["Start and goal", "Actions", "Types and fluents"],
}
ENDS = ["Rewards and the end of an episode", "Problems and baselines", "Language, source and versions"]
AGAIN = ("blocks", "tireworld", "sysadmin")
"""The domains whose pages are made twice: by a search, by UCT, and by replanning in RDDL."""
LINK = re.compile(r"\]\(([^()\s]+)\)|^```\{figure\} (\S+)$", re.MULTILINE)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a fast build, and of a domain of RDDL whose film is soon made."""
    folder = tmp_path_factory.mktemp("few")
    environments.write_pages(folder, {*FEW, *AGAIN})
    return folder / "environments"


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of all domains, without what takes long."""
    folder = tmp_path_factory.mktemp("every")
    environments.write_pages(folder, costly=False)
    return folder / "environments"


def titles(text: str) -> list[str]:
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def dead_links(folder: Path) -> list[str]:
    """The links of pages that lead neither to one of them, nor to a picture, nor to a written page."""
    places = {place.as_posix() for place in sources.written_pages().values()}
    found = []
    for page in folder.glob("*.md"):
        for groups in LINK.findall(page.read_text("utf-8")):
            target = "".join(groups)
            written = target.startswith("../") and target.removeprefix("../") in places
            if not written and not (folder / target).is_file():
                found.append(f"{page.name}: {target}")
    return found


@pytest.mark.parametrize("name", FEW)
def test_a_page_has_every_part(few: Path, name: str) -> None:
    domain, text = spec(name), (few / f"{name}.md").read_text("utf-8")
    assert text.startswith(f"# {domain.id}\n\n{domain.description}\n")
    assert titles(text) == [*PARTS[domain.language], "Spaces", *ENDS]
    assert f"{{figure}} pictures/{name}-film.svg" in text
    assert f"{{image}} pictures/{name}.svg" in text, "for readers who want nothing to move"
    assert re.search(rf'href="\.\./play/index\.html#open={name}/train/p\d\d"', text)
    for line in (f'gym.make("{domain.ids["train"]}")', f'relgym.make("{name}", problem=0)', f"relgym play {name}"):
        assert line in text
    assert "DiscreteActions" in text
    assert "/domains/" not in text, "no path of this machine"


def test_a_page_says_things_in_the_words_of_the_domain(few: Path) -> None:
    blocks, tireworld, cart = ((few / f"{name}.md").read_text("utf-8") for name in FEW)
    assert "| `(stack ?x - block ?y - block)` | stack block ?x on block ?y |" in blocks
    assert "| `(clear ?x - block)` | block ?x is clear | actions |" in blocks
    assert "with probability 0.5:" in tireworld
    assert "| `(road ?from - location ?to - location)` |" in tireworld
    assert "| `push` | `side` | `@left` |\n" in cart
    assert "Barto, Sutton and Anderson" in cart
    assert "- `HALF-LENGTH`: From the hinge to the middle of the pole.\n" in cart
    assert "`PDDLEnvBlocks-v0`" in blocks


def test_a_page_says_which_parameters_an_agent_chooses(every: Path) -> None:
    sokoban = (every / "sokoban.md").read_text("utf-8")
    action = "`(move ?from - cell ?to - cell ?way - direction)`"
    assert f"| {action} | `(move ?way)` | go direction ?way from cell ?from to cell ?to |" in sokoban
    assert "An agent chooses the parameters that it writes" in sokoban
    rovers = (every / "rovers.md").read_text("utf-8")
    assert "| `(navigate ?r ?to)` | drive rover ?r from waypoint ?from to waypoint ?to |" in rovers
    assert "An agent chooses" not in (every / "blocks.md").read_text("utf-8")


def test_a_page_has_the_figures_of_the_checkout(few: Path) -> None:
    blocks, tireworld, cart = ((few / f"{name}.md").read_text("utf-8") for name in FEW)
    assert "Shortest plans](../guide/optimal-plans.md) are proved for 12 of 12 train problems." in blocks
    assert re.search(r"`train/p12`: \d+ steps by `search` in", blocks)
    header = "| problem | lrtdp | random | replan, all outcomes | replan, most likely | uct |"
    assert re.search(re.escape(header) + r"\n.*\n\| `test/p01` \| 100% \|", tireworld)
    assert re.search(r"\| uct \| 200\.0 \| 200\.0 \| 200\.0 \|", cart)
    for name, text in zip(FEW, (blocks, tireworld, cart), strict=True):
        problems = [path for split in ("train", "test") for path in spec(name).problems(split)]
        listed = text[text.index("<summary>All problems</summary>") :]
        assert listed.count("| `train/p") + listed.count("| `test/p") == len(problems)


@pytest.mark.parametrize("name", FEW)
def test_a_film_moves_and_is_small(few: Path, name: str) -> None:
    content = (few / "pictures" / f"{name}-film.svg").read_bytes()
    assert len(content) <= BYTES_LIMIT
    root = ElementTree.fromstring(content)
    shown = [group for group in root if group.get("visibility")]
    assert 3 <= len(shown) <= walks.EPISODE_STEPS + 2
    assert any(True for _ in root.iter(f"{SVG}animateTransform"))
    ElementTree.fromstring((few / "pictures" / f"{name}.svg").read_bytes())


def test_the_gallery_has_a_card_for_each_domain(few: Path, every: Path) -> None:
    text = (few / "index.md").read_text("utf-8")
    assert f"{len(catalogue())} domains come with relgym" in text
    for name in FEW:
        assert f"(pictures/{name}.svg)]({name}.md)" in text
        assert f"[{spec(name).id}]({name}.md)\n\n{spec(name).description}" in text
    text = (every / "index.md").read_text("utf-8")
    assert sorted(re.findall(r"^(?::::.*\n)?\[\w+\]\(([\w-]+)\.md\)$", text, re.MULTILINE)) == [
        domain.name for domain in catalogue()
    ]


def test_every_domain_has_a_page(every: Path) -> None:
    for domain in catalogue():
        text = (every / f"{domain.name}.md").read_text("utf-8")
        assert titles(text) == [*PARTS[domain.language], *ENDS], domain.name
        assert "Wanted:" in text, domain.name
        assert f"`{domain.ids['test']}`" in text


def test_links_lead_somewhere(few: Path, every: Path) -> None:
    assert dead_links(few) == []
    assert dead_links(every) == []


def test_a_build_in_another_process_is_equal(few: Path, tmp_path: Path) -> None:
    code = f"import environments, pathlib; environments.write_pages(pathlib.Path({str(tmp_path)!r}), {AGAIN!r})"
    paths = os.pathsep.join([str(Path(environments.__file__).parent), str(sources.ROOT)])
    # Sets have another order there.
    variables = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", code], check=True, env=variables)
    again = tmp_path / "environments"
    made = [again / place for name in AGAIN for place in (f"{name}.md", f"pictures/{name}-film.svg")]
    made += [path for path in again.glob("pictures/*.svg") if path not in made]
    assert len(made) == 3 * len(AGAIN)
    for file in made:
        assert file.read_bytes() == (few / file.relative_to(again)).read_bytes(), file.name


def test_a_search_that_takes_too_many_states_leaves_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "EXPANSIONS_LIMIT", 2)
    seen = film(spec("blocks"))
    assert seen.moving is None
    assert seen.caption == f"The start of `train/{seen.problem}`."
    monkeypatch.setattr(environment_pages, "film", lambda domain: seen)
    page = environment_pages.page(spec("blocks"))
    assert list(page.pictures) == ["blocks.svg"]
    assert "{figure} pictures/blocks.svg" in page.text


def test_a_film_that_is_too_large_leaves_states_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = film(spec("blocks"))
    assert whole.moving is not None
    monkeypatch.setattr("films.BYTES_LIMIT", len(whole.moving) // 2)
    seen = film(spec("blocks"))
    assert seen.moving is not None
    assert len(seen.moving) <= len(whole.moving) // 2
    assert seen.caption.endswith("; one of 3 states is drawn.") or seen.caption.endswith("; one of 2 states is drawn.")


def test_an_instance_without_a_horizon_has_no_end_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "problems" / "train").mkdir(parents=True)
    (tmp_path / "env.toml").write_text('id = "Lamp"\ndescription = "A lamp."\ntags = []\n', encoding="utf-8")
    (tmp_path / "domain.rddl").write_text(
        "domain lamp { pvariables { lit : { state-fluent, bool, default = false }; "
        "press : { action-fluent, bool, default = false }; }; cpfs { lit' = lit ~= press; }; reward = lit; }",
        encoding="utf-8",
    )
    (tmp_path / "problems" / "train" / "p01.rddl").write_text(
        "instance one { domain = lamp; discount = 0.9; }", encoding="utf-8"
    )
    words = environment_rddl.InstanceParts(spec(str(tmp_path)), "p01").reward()
    assert words.endswith("An episode of `one` has no end of its own. The discount is 0.9.")
