"""`relgym translate` on RDDL."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.conftest import Run

from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.asp.equations.listing import translate_asp_equations
from relgym.translate.prolog.equations.listing import translate_prolog_equations

LIGHT = """\
domain light {
    types { hue : {@red, @blue}; };
    pvariables {
        hue-now : { state-fluent, hue, default = @red };
        on      : { state-fluent, bool, default = true };
        times   : { state-fluent, int, default = 0 };
        heat    : { state-fluent, real, default = 0.5 };
        press   : { action-fluent, bool, default = false };
    };
    cpfs {
        hue-now' = if (press) then @blue else hue-now;
        on' = on ~= press;
        times' = times + press;
        heat' = heat * 0.5;
    };
    reward = times;
    action-preconditions { press => times < 5; };
}
"""

DARK = "instance dark { domain = light; init-state { times = 1; }; horizon = 9; discount = 1.0; }\n"

FILES = ("light.rddl", "dark.rddl")
WRITERS = {"prolog": translate_prolog_equations, "asp": translate_asp_equations}


@pytest.fixture(autouse=True)
def light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "light.rddl").write_text(LIGHT)
    (tmp_path / "dark.rddl").write_text(DARK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def simulator() -> Dynamics:
    model = read_domain(LIGHT)
    return Dynamics(read_instance(DARK, model))


@pytest.mark.parametrize("language", WRITERS)
@pytest.mark.parametrize("readable", [True, False])
def test_logic_programs(run: Run, language: str, readable: bool) -> None:
    made = simulator()
    title = "Instance dark of domain light{}, with the action that takes every default,"
    first, later = title.format(""), title.format(", after 1 step")
    expected = WRITERS[language](made.program, made.start, made.idle, names=readable, title=first)
    flag = "--names" if readable else "--numbers"
    ran = run("translate", *FILES, "--to", language, flag)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.rstrip("\n") == expected.rstrip("\n")
    assert run("translate", *FILES, "--to", language, flag, "--json").json == {"text": expected, "language": language}
    moved = run("translate", *FILES, "--to", language, flag, "--after", "press = true", "--json").json["text"]
    state = (1, False, 2, 0.25)
    assert moved == WRITERS[language](made.program, state, made.idle, names=readable, title=later)


def test_what_clingo_says_of_the_text(run: Run, light: Path) -> None:
    text = run("translate", *FILES, "--to", "asp", "--after", "press = true").out
    (light / "light.lp").write_text(text)
    command = [sys.executable, "-m", "clingo", "--enable-python", "--outf=2", "light.lp"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    [call] = json.loads(done.stdout)["Call"]
    [answer] = call["Witnesses"]
    assert {"next_hue_now(blue)", "next_times(2)", 'next_heat("0.125")', "precondition_1"} <= {*answer["Value"]}


def test_clingo_carries_matrices(run: Run, tmp_path: Path) -> None:
    domain = (
        "domain d { types { t : object; }; pvariables { w(t, t) : { state-fluent, real, default = 1.0 };"
        " size : { state-fluent, real, default = 0.0 }; };"
        " cpfs { w'(?x, ?y) = w(?x, ?y); size' = det_{?x : t, ?y : t} [w(?x, ?y)]; }; }"
    )
    (tmp_path / "d.rddl").write_text(domain)
    (tmp_path / "i.rddl").write_text(
        "instance i { domain = d; objects { t : {a, b}; };"
        " init-state { w(a, b) = 0.0; w(b, a) = 0.0; w(b, b) = 0.5; }; }"
    )
    text = run("translate", str(tmp_path / "d.rddl"), str(tmp_path / "i.rddl"), "--to", "asp").out
    (tmp_path / "d.lp").write_text(text)
    command = [sys.executable, "-m", "clingo", "--enable-python", "--outf=2", str(tmp_path / "d.lp")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    [call] = json.loads(done.stdout)["Call"]
    [answer] = call["Witnesses"]
    assert 'next_size("0.5")' in answer["Value"]


def test_python(run: Run, light: Path) -> None:
    (light / "light.py").write_text(run("translate", *FILES, "--to", "python", "--after", "press = true").out)
    done = subprocess.run([sys.executable, "light.py"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (
        "precondition:precondition#0 = True\n"
        "next:hue-now = 1\nnext:on = False\nnext:times = 2\nnext:heat = 0.125\nreward:reward = 2.0\n",
        "",
    )


def test_rddl(run: Run) -> None:
    text = run("translate", *FILES, "--to", "rddl").out
    assert read_domain(text) == read_domain(LIGHT)
    assert read_instance(text, read_domain(text)) == read_instance(DARK, read_domain(LIGHT))
    moved = run("translate", *FILES, "--to", "rddl", "--after", "press = true").out
    model = read_domain(moved)
    assert Dynamics(read_instance(moved, model)).start == (1, False, 2, 0.25)
    # A value that is its default needs no word, and one that has gone back to it must not keep its old one.
    back = DARK.replace("times = 1;", "~on;")
    Path("dark.rddl").write_text(back)
    assert "init-state {\n    hue-now = @blue;\n    times = 1;\n    heat = 0.25;\n  };" in (
        run("translate", *FILES, "--to", "rddl", "--after", "press = true").out
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*FILES, "--to", "pddl"), "--to rddl writes it back"),
        (("blocks", "0", "--to", "rddl"), "--to pddl writes it back"),
        (
            ("recommender.rddl", "r.rddl", "--to", "prolog"),
            "a text for Prolog does not support: distributions of vectors",
        ),
        (("recommender.rddl", "r.rddl", "--to", "asp"), "a text for clingo does not support: distributions of vectors"),
    ],
)
def test_what_has_no_words(run: Run, light: Path, arguments: tuple[str, ...], words: str) -> None:
    (light / "recommender.rddl").write_text(
        "domain d { types { t : object; }; pvariables { w(t) : { state-fluent, real, default = 1.0 }; };"
        " cpfs { w'(?x) = Dirichlet[?x](w(_)); }; }"
    )
    (light / "r.rddl").write_text("instance i { domain = d; objects { t : {a, b}; }; }")
    ran = run("translate", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert words in ran.err
