"""Docstrings: the first word of each, and what those of the reference say.

A docstring states the thing, or says in the imperative what a function does. What users import describes its arguments,
its results and the errors that it raises.
"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

PACKAGE = Path(__file__).parents[2] / "relgym"

CLAUSE = re.compile(r"(What|Whether|Which|How|Of which|That|So many|If)\b")
"""The beginning of a dependent clause, which is neither a noun phrase nor an imperative."""


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring of a module, also of those below constants."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(ast.Constant(str(words))):
                    yield statement.lineno, words.strip()


def test_finds_docstrings_of_modules_functions_and_constants() -> None:
    text = '"""If so."""\nWATTS = 5\n"""How many."""\ndef lit():\n    """\n    Whether it burns."""\n'
    found = [(line, CLAUSE.match(words)) for line, words in docstrings(ast.parse(text))]
    assert [line for line, begins in found if begins] == [1, 3, 5]
    assert not CLAUSE.match("Whatever the engine answers")


def test_docstrings_state_the_thing_and_every_class_has_one() -> None:
    clauses, silent = [], []
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        clauses += [f"{name}:{line}" for line, words in docstrings(tree) if CLAUSE.match(words)]
        classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
        silent += [f"{name}: {node.name}" for node in classes if ast.get_docstring(node) is None]
    assert not clauses, "say what it is or does, not what, whether, which or how"
    assert not silent


class Function(NamedTuple):
    """A function or method of the reference.

    Attributes:
        name: Its full name.
        parameters: The parameters that a docstring has to describe. An override inherits those of what it overrides.
        returned: The annotation of what it returns.
        words: Its docstring, or that of the method that it overrides.
        raised: The exceptions that it raises itself, as written.
    """

    name: str
    parameters: list[str]
    returned: str
    words: str
    raised: list[str]

    def section(self, *titles: str) -> str | None:
        """The text of a section of the docstring."""
        found = re.search(rf"^(?:{'|'.join(titles)}):\n((?:    .*\n?|\n)+)", self.words, re.MULTILINE)
        return found and found[1]


def described(name: str, member: object, owner: type | None = None) -> Function | None:
    """Return what a docstring has to say of a member; None for what is no function of relgym."""
    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    word = name.rpartition(".")[2]
    if not isinstance(function, FunctionType) or word.startswith("_") or not function.__module__.startswith("relgym"):
        return None
    if owner is not None and function.__qualname__ != f"{owner.__name__}.{word}":
        return None
    signature = inspect.signature(function)
    parameters = [*signature.parameters][0 if owner is None or isinstance(member, staticmethod) else 1 :]
    overridden = next(
        (vars(above)[word] for above in (owner.__mro__[1:] if owner else ()) if word in vars(above)), None
    )
    if callable(overridden):
        parameters = [each for each in parameters if each not in inspect.signature(overridden).parameters]
    inherits = isinstance(member, property) or overridden is not None
    returned = "None" if inherits else str(signature.return_annotation)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    raised = [ast.unparse(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    words = inspect.getdoc(function) or inspect.getdoc(overridden) or ""
    # A base class raises it for methods that are written below it.
    return Function(name, parameters, returned, words, [each for each in raised if each != "NotImplementedError"])


def reference() -> Iterator[Function]:
    """Yield each function, and each method that a class itself has, of the reference."""
    pages = runpy.run_path(str(PACKAGE.parent / "docs" / "site" / "reference_python.py"))["documented"]()
    for full in (name for names in pages.values() for name in names):
        module, _, name = full.partition(":")
        value = getattr(import_module(module), name)
        owned = (
            [(f"{full}.{word}", member, value) for word, member in vars(value).items()]
            if inspect.isclass(value)
            else []
        )
        for each in (described(*arguments) for arguments in (owned or [(full, value, None)])):
            if each is not None:
                yield each


def gaps(function: Function) -> list[str]:
    """Return what a docstring does not say, in Google's style.

    There, a first line that begins with Return or Yield stands for the section.
    """
    listed = re.findall(r"^    ([*\w, ]+?)(?: \([^)]*\))?:", function.section("Args") or "", re.MULTILINE)
    names = {name.strip("* ") for line in listed for name in line.split(",")}
    found = [name for name in function.parameters if name not in names]
    if function.returned not in ("None", "NoReturn") and not re.match(r"(Return|Yield)\b", function.words):
        found += [] if function.section("Returns", "Yields") else ["Returns"]
    if (function.raised or re.search(r"\braises `", function.words)) and not function.section("Raises"):
        found.append("Raises")
    return found if function.words else ["a docstring"]


def test_the_reference_describes_arguments_results_and_errors() -> None:
    functions = list(reference())
    assert len(functions) > 300
    assert {each.name: gaps(each) for each in functions if gaps(each)} == {}


def test_gaps_are_found() -> None:
    words = "Find it.\n\nArgs:\n    name, text: The text.\n    **more (int): The rest."
    assert gaps(Function("f", ["name", "text", "more"], "None", words, [])) == []
    assert gaps(Function("f", ["name", "state"], "int", words, ["ModelError('x')"])) == ["state", "Returns", "Raises"]
    assert gaps(Function("f", [], "int", "Return it; raises `ModelError` if there is none.", [])) == ["Raises"]
    assert gaps(Function("f", [], "int", "Return it.\n\nRaises:\n    ModelError: None.", ["error"])) == []
    assert gaps(Function("f", [], "None", "", [])) == ["a docstring"]
