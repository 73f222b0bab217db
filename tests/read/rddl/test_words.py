"""Words and comments of RDDL."""

from __future__ import annotations

from pathlib import Path

import pytest
from read.rddl.parsing import two

from relgym.errors import ModelError, ParseError
from relgym.model.rddl.expressions import (
    Constant,
    Fluent,
)
from relgym.read.rddl.loading import read_domain


class TestWords:
    @pytest.mark.parametrize(
        "name",
        [
            *("default", "level", "object", "domain", "instance", "types", "reward", "cpfs", "horizon", "discount"),
            *("objects", "requirements", "termination", "terminate-when", "max-nondef-actions", "case", "otherwise"),
            *("sum", "forall", "Discrete", "row", "col", "iffy", "then_", "elsewhere", "true-north", "pos-inf-1", "_x"),
            *("a_b", "a--b", "Normal", "switch-2"),
        ],
    )
    def test_word_that_is_a_name(self, name: str) -> None:
        of = "t" if name == "object" else name
        text = f"""domain {name} {{ types {{ {of} : object; }}
            pvariables {{ {name} : {{ state-fluent, real, default = 0.0 }}; A({of}) : {{ non-fluent, bool }}; }};
            cpfs {{ {name}' = if ({name} > 1) then {name} else {name} + 1; }};
            reward = {name} + {name}';
        }}"""
        model = read_domain(text)
        assert model.name == model.fluents[0].name == name
        assert model.fluents[1].parameters == (of,)
        assert model.reward == two("+", Fluent(name), Fluent(name, (), True))

    @pytest.mark.parametrize("word", ["if", "switch", "true", "false"])
    def test_word_that_is_no_name_of_a_fluent(self, word: str) -> None:
        with pytest.raises(ModelError, match=f"'{word}' cannot be the name of a fluent"):
            read_domain(f"domain d {{ pvariables {{ {word} : {{ non-fluent, int }}; }} }}")

    @pytest.mark.parametrize(
        "text",
        [
            "domaind { }",
            "domain d { rewards = 1; }",
            "domain d { reward = if (true) thenX else 1; }",
            "domain d { reward = if (true) then 1 elseX; }",
            "domain d { reward = switch (true) { casetrue : 1, default : 2 }; }",
            "domain d { types { t : objects; }; }",
            "instance i { horizon = pos-infinity; }",
        ],
    )
    def test_keyword_ends_where_the_word_does(self, text: str) -> None:
        with pytest.raises(ParseError):
            read_domain(text)


class TestComments:
    def test_comments(self) -> None:
        text = "// domain e {\ndomain d { /* two\n lines; } */ reward = 1 /* of them */ + 2; // } more (\n}\n// end"
        assert read_domain(text).reward == two("+", Constant(1), Constant(2))

    def test_comment_within_a_comment(self) -> None:
        assert read_domain("domain d { // /* one\n reward = 1; /* // two\n */ }").reward == Constant(1)

    def test_comment_that_is_not_utf_8(self, tmp_path: Path) -> None:
        path = tmp_path / "domain.rddl"
        path.write_bytes(b"// caf\xe9\ndomain d { /* na\xefve\n\xff */ reward = 1; }")
        assert read_domain(path).reward == Constant(1)

    def test_marks_of_an_editor_and_of_dos(self, tmp_path: Path) -> None:
        path = tmp_path / "domain.rddl"
        path.write_bytes(b"\xef\xbb\xbfdomain d {\r\n\treward = 1;\f\r\n}\r\n")
        assert read_domain(path).reward == Constant(1)
