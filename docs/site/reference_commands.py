"""The reference of the command line, from the parsers of the commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown import block, code, sentence, table

from relgym.cli.app import GROUPS, command

PAGE = "command-line.md"


def write_page(folder: Path) -> None:
    """Write the page.

    Args:
        folder: The folder of the reference.
    """
    lines = [
        "# Commands",
        "",
        "What `relgym COMMAND --help` says, for all commands. Their use: [the command line](../guide/command-line.md).",
        "Exit codes: 0 good, 1 the input is wrong, 2 the question has no answer, 3 an engine is missing.",
        "",
    ]
    for title, names in GROUPS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += _described(command(name), f"relgym {name}", 3)
    (folder / PAGE).write_text("\n".join(lines), encoding="utf-8")


def _described(parser: Any, path: str, level: int) -> Iterator[str]:
    yield f"{'#' * level} {path}"
    yield ""
    for paragraph in (parser.help or "").split("\n\n"):
        # The parser's library fills the lines of a paragraph, but for those after this mark: the examples.
        mark, _, lines = paragraph.strip().rpartition("\b")
        if mark or "\b" in paragraph:
            yield from (block("text", "\n".join(line.strip() for line in lines.strip().splitlines())), "")
        else:
            yield from (sentence(lines), "")
    commands = getattr(parser, "commands", {})
    shown = [each for each in parser.params if each.name != "help" and not getattr(each, "hidden", False)]
    if shown:
        yield from (
            table(("argument or option", "what it means"), ((_spelled(each), _meaning(each)) for each in shown)),
            "",
        )
    for name, inner in commands.items():
        yield from _described(inner, f"{path} {name}", level + 1)


def _spelled(parameter: Any) -> str:
    # The parser's library names the kinds of values in another way in each version; ours have names of their own.
    value = parameter.metavar or parameter.name.upper()
    if parameter.param_type_name == "argument":
        return code(value)
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    return names if parameter.is_flag else f"{names} {code(value)}"


def _meaning(parameter: Any) -> str:
    text = parameter.help or ""
    default = parameter.default
    if (
        default not in (None, False, (), [])
        and not callable(default)
        and "default" not in text
        and parameter.show_default
    ):
        text += f" Default: `{getattr(default, 'value', default)}`."
    return sentence(text)
