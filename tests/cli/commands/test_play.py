"""Playing in the terminal, and through a pipe."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from relgym.catalogue.domains import spec
from relgym.catalogue.entries import entry
from relgym.cli.commands.play import is_terminal
from relgym.cli.hint import hint
from relgym.planning.stochastic.solving import solve
from relgym.reasoning.reasoner import Reasoner


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch):
    """Make these lines the standard input, which is no terminal."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game(run, say) -> None:
    say("1", "undo", "", "why (stack b1 b1)", "hint", "99", "fly away", "help", "pick-up b1", "quit", "(never read)")
    ran = run("play", "blocks", "--problem", "0")
    assert (ran.code, ran.err) == (0, "")
    start = run_start(run, say)
    # The picture and the actions of the start come again after undo.
    assert ran.out.count(start) == 2
    assert "(stack b1 b1) is not applicable" in ran.out
    assert "try (" in ran.out
    assert "there is no action 99 here" in ran.out
    assert "unknown action 'fly'" in ran.out
    assert "holding: b1" in ran.out
    assert "never" not in ran.out


def test_files_of_ones_own(run, say) -> None:
    own = spec("blocks")
    files = (str(own.domain), "--problem", str(own.problem("train", 0)))
    say("(pick-up b1)", "quit")
    ran = run("play", *files)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("blocks-")
    # The scene beside the domain draws them.
    assert ran.out.split("\n\n", 1)[1].startswith(run_start(run, say))
    assert "holding: b1" in ran.out
    say("(pick-up b1)")
    lines = run("play", *files, "--json").out.splitlines()
    assert json.loads(lines[1])["action"] == "(pick-up b1)"


def test_no_standard_input_at_all_is_its_end(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    ran = run("play", "blocks")
    assert (ran.code, ran.err) == (0, "")
    assert "(pick-up b1)" in ran.out


def run_start(run, say) -> str:
    say()
    ran = run("play", "blocks")
    assert ran.code == 0
    return ran.out.split("\n\n", 1)[1]


def test_hints_lead_to_the_goal(run, say) -> None:
    reasoner = Reasoner(entry("blocks").task("5"))
    state, plan = reasoner.initial_state, []
    while not reasoner.goal(state):
        action = hint(reasoner, state)
        assert action is not None
        plan.append(str(action))
        state = reasoner.successor(state, action)
        assert len(plan) < 30
    say(*plan)
    assert f"The goal holds, after {len(plan)} steps." in run("play", "blocks", "--problem", "5").out


def test_a_hint_weighs_the_chances() -> None:
    reasoner = Reasoner(entry("tireworld").task("5"))
    state = reasoner.initial_state
    hinted = hint(reasoner, state)
    assert hinted == solve(reasoner, "value_iteration")(state)
    # Also where the player has gone astray: from the state in which he is.
    later = reasoner.outcomes(state, hinted)[-1].state
    assert hint(reasoner, later) == solve(reasoner, "value_iteration")(later)


def test_a_hint_for_an_instance(run, say) -> None:
    say("hint", "quit")
    out = run("play", "sysadmin").out
    [line] = [line for line in out.splitlines() if line.startswith("try ")]
    assert line == "try noop" or "reboot" in line


def test_no_hint_without_a_way(run) -> None:
    reasoner = Reasoner(entry("sokoban").task("0"))
    assert hint(reasoner, reasoner.initial_state, patience=0.0) is None


def test_a_game_as_json(run, say) -> None:
    actions = run("actions", "blocks", "0", "--json").json["actions"]
    say(actions[0], "")
    ran = run("play", "blocks", "--json")
    assert ran.code == 0
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["step"], first["action"], first["actions"]) == (0, None, actions)
    assert (second["step"], second["action"]) == (1, actions[0])
    say("(put-down b1)")
    ran = run("play", "blocks", "--json")
    assert ran.code == 2
    assert len(ran.answer.splitlines()) == 1
    assert "step 1 cannot be taken: (put-down b1) is not applicable" in ran.err


@pytest.mark.parametrize(
    "name", ["blocks", "Blocks", "relgym/Blocks-v0", "relgym/BlocksTest-v0", str(spec("blocks").folder)]
)
def test_names_of_environments(run, say, name: str) -> None:
    say("quit")
    assert run("play", name).code == 0
    assert run("actions", name, "0").code == 0


def test_problems_of_both_splits() -> None:
    blocks = entry("blocks")
    assert blocks.task("p01") == blocks.task("0")
    assert blocks.task("test/0") == entry("relgym/BlocksTest-v0").task("p01.pddl")
    assert blocks.task("test/0") != blocks.task("0")


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the standard streams terminals; the input says quit."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdin", Terminal("quit\n"))
    monkeypatch.setattr("relgym.cli.commands.play.is_terminal", lambda: True)


def test_a_terminal_is_three_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", Terminal())
    assert is_terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert not is_terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdin", None)
    assert not is_terminal()


@pytest.mark.parametrize("domain", ["blocks", "sysadmin"])
def test_a_terminal_is_played_in(run, terminal, monkeypatch: pytest.MonkeyPatch, domain: str) -> None:
    begun = []
    monkeypatch.setattr("relgym.cli.games.app.GameApp.run", lambda app: begun.append(app.title))
    assert run("play", domain, "0").out == ""
    assert len(begun) == 1
    assert begun[0].endswith(f" of {domain}")
    assert "quit" in run("play", domain, "0", "--plain").out
    assert len(begun) == 1


def test_without_the_library_play_is_line_by_line(run, terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "relgym.cli.games.app", raising=False)
    monkeypatch.setitem(sys.modules, "textual", None)
    ran = run("play", "blocks", "0")
    assert ran.code == 0
    assert "(pick-up b1)" in ran.out
    [line] = ran.err.strip().splitlines()
    assert "pip install 'relgym[play]'" in line


def test_textual_is_imported_by_games_alone() -> None:
    code = "import sys; from relgym.cli import main; main(['play', 'blocks']); sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], input="quit\n", text=True, capture_output=True).returncode == 0


def test_undo_in_rddl(run, say) -> None:
    say("noop", "reboot___c1 = true", "undo", "reset", "quit")
    out = run("play", "sysadmin", "0").out
    assert out.count("state\n") == 3
    start = out.split("state\n")[1].splitlines()[0]
    assert out.split("state\n")[3].splitlines()[0] == start
