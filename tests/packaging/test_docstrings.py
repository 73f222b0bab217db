"""The first word of every docstring: a docstring states the thing, or says in the imperative what a function does."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import relgym
import relgym.belief
import relgym.envs
import relgym.envs.check
from relgym.backends import base, evaluator, registry

PACKAGE = Path(__file__).parents[2] / "relgym"

CLAUSE = re.compile(r"(What|Whether|Which|How|Of which|That|So many|If)\b")
"""The beginning of a dependent clause, which is neither a noun phrase nor an imperative."""


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring of a module, also of those below constants."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(ast.Constant(str(words))):
                    yield statement.lineno, words.strip()


def test_finds_docstrings_of_modules_functions_and_constants() -> None:
    text = '"""If so."""\nWATTS = 5\n"""How many."""\ndef lit():\n    """\n    Whether it burns."""\n'
    found = [(line, CLAUSE.match(words)) for line, words in docstrings(text)]
    assert [line for line, begins in found if begins] == [1, 3, 5]
    assert not CLAUSE.match("Whatever the engine answers")


def test_docstrings_begin_with_a_noun_phrase_or_an_imperative() -> None:
    wrong = [
        f"{file.relative_to(PACKAGE).as_posix()}:{line}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for line, words in docstrings(file.read_text(encoding="utf-8"))
        if CLAUSE.match(words)
    ]
    assert not wrong, "say what it is or does, not what, whether, which or how"


def public_functions() -> Iterator[tuple[str, FunctionType]]:
    """Yield each function, and each method that a class itself introduces, of the names that users import."""
    for home in (relgym, relgym.envs, relgym.belief, relgym.envs.check, base, evaluator, registry):
        for name in getattr(home, "__all__", None) or [n for n in vars(home) if not n.startswith("_")]:
            found = getattr(home, name)
            if not hasattr(home, "__all__") and not getattr(found, "__module__", "").startswith(home.__name__):
                continue
            if isinstance(found, FunctionType):
                yield name, found
            elif isinstance(found, type):
                for word, member in vars(found).items():
                    function = getattr(member, "__func__", member)
                    known = any(hasattr(above, word) for above in found.__mro__[1:])
                    if isinstance(function, FunctionType) and not word.startswith("_") and not known:
                        yield f"{name}.{word}", function


def test_public_functions_describe_their_arguments() -> None:
    checked = 0
    wrong = set()
    for name, function in public_functions():
        words = inspect.getdoc(function) or ""
        first, *_ = [*inspect.signature(function).parameters][1 if "." in name else 0 :] or [None]
        checked += 1
        if not words or (first is not None and "Args:" not in words):
            wrong.add(f"{function.__module__}.{name}")
    assert checked > 80
    assert sorted(wrong) == []


def test_every_class_says_what_it_is() -> None:
    silent = [
        f"{file.relative_to(PACKAGE).as_posix()}: {node.name}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and ast.get_docstring(node) is None
    ]
    assert not silent
