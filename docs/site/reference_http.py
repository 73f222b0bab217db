"""The reference of the service's HTTP interface, from the description that it gives of itself (OpenAPI)."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown import block, code, sentence, table

PAGE = "http.md"

TEXT = """# HTTP

Each request of the service, from `/v1/openapi.json`. [The service](../guide/service.md) shows how they are used. A
request that is refused is answered by a problem (RFC 9457): `title`, `status`, `detail`, and, where they are known, the
place (`line`, `column`), what was `expected`, and a `hint`.
"""


def write_page(folder: Path) -> None:
    """Write the page.

    Args:
        folder: The folder of the reference.
    """
    paths = _description()["paths"]
    by_tag: dict[str, list[str]] = defaultdict(list)
    for path, methods in paths.items():
        for method, operation in methods.items():
            by_tag[operation.get("tags", ["others"])[0]] += _described(method.upper(), path, operation)
    lines = [TEXT]
    for tag, parts in by_tag.items():
        lines += [f"## {tag.capitalize()}", "", *parts]
    (folder / PAGE).write_text("\n".join(lines), encoding="utf-8")


def _description() -> dict[str, Any]:
    from relgym.service.app import create_app
    from relgym.service.settings import Settings

    with tempfile.TemporaryDirectory() as data:
        described: dict[str, Any] = create_app(Settings(data=Path(data))).openapi()
    return described


def _described(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### {method} {path}"
    yield ""
    yield operation.get("description") or operation.get("summary", "")
    yield ""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    rows = [
        (each["name"], each["in"], each.get("required", False), each.get("description", ""))
        for each in operation.get("parameters", ())
    ]
    schema = body.get("schema", {})
    needed = schema.get("required", ())
    rows += [
        (name, "body", name in needed, member.get("description", ""))
        for name, member in schema.get("properties", {}).items()
    ]
    if rows:
        cells = (
            (code(name), f"{place}, required" if required else place, sentence(text))
            for name, place, required, text in rows
        )
        yield from (table(("member", "in", "what it means"), cells), "")
    if "example" in body:
        yield from ("A request:", "", _json(body["example"]), "")
    for status, answer in operation.get("responses", {}).items():
        content = answer.get("content", {}).get("application/json", {})
        if status != "default" and "example" in content:
            yield from (f"Its answer, with status {status}:", "", _json(content["example"]), "")


def _json(value: Any) -> str:
    return block("json", json.dumps(value, indent=1, ensure_ascii=False))
