"""Commands that say more than a question, or about files alone: what they share with its answer is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from questions.test_ways import timeless

import relgym
from relgym.catalogue import spec
from relgym.cli import main
from relgym.questions.asking import ask

COMMANDS = [
    ("plan", "blocks", ["plan", "blocks", "0", "--planner", "search"], {"planner": "search"}),
    ("space", "blocks", ["explore", "blocks", "0"], {}),
    ("network", "sysadmin", ["graph", "sysadmin", "0"], {}),
    ("network", "sysadmin", ["graph", "sysadmin", "0", "--ground"], {"ground": True}),
    ("policy", "tireworld", ["solve", "tireworld", "0", "--method", "lrtdp"], {"method": "lrtdp"}),
    ("policy", "sysadmin", ["solve", "sysadmin", "0", "--method", "replan"], {"method": "replan"}),
]


@pytest.mark.parametrize(("question", "domain", "words", "options"), COMMANDS)
def test_what_a_command_shares_with_a_question(
    question: str, domain: str, words: list[str], options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    own = spec(domain)
    with relgym.Reasoner(relgym.load(own.domain, own.problem("train", 0), own.axiom_files())) as reasoner:
        answer = timeless(ask(reasoner, question, **options))
    assert main([*words, "--json"]) == 0
    printed = timeless(json.loads(capsys.readouterr().out))
    shared = printed.keys() & answer.keys()
    assert len(shared) >= 3
    assert {name: printed[name] for name in shared} == {name: answer[name] for name in shared}


PAINT = """domain paint { types { hue : {@red, @blue}; };
  pvariables { shade : { state-fluent, hue, default = @red }; paint : { action-fluent, hue, default = @red }; };
  cpfs { shade' = paint; }; reward = paint == @blue; }
instance wall { domain = paint; max-nondef-actions = 1; horizon = 3; discount = 1.0; }"""


def test_items_have_their_signs_in_every_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "paint.rddl"
    file.write_text(PAINT)
    with relgym.Reasoner(relgym.load(file, file)) as reasoner:
        assert ask(reasoner, "policy", method="replan")["action"] == {"paint": "@blue"}
    assert main(["solve", str(file), "--method", "replan", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == {"paint": "@blue"}
    assert main(["solve", str(file), "--method", "replan"]) == 0
    assert "first action: paint = @blue\n" in capsys.readouterr().out
