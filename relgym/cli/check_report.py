"""The report of `relgym check`: the content of the files, and their errors, warnings and lints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from relgym.backends.registry import names
from relgym.cli import forms
from relgym.diagnostics import Diagnostic, Severity
from relgym.errors import BackendError, MissingEngine, RelgymError, UnsupportedFeature, describe


@dataclass(slots=True)
class CheckReport:
    """The forms of domains and problems without errors, and all diagnostics, each once, in the order of the files."""

    domains: list[forms.Form] = field(default_factory=list)
    problems: list[forms.Form] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[object, ...]] = field(default_factory=set)

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep diagnostics that are not there yet: a file may be read several times."""
        for item in diagnostics:
            key = (item.code, item.message, item.span)
            if key not in self._seen:
                self._seen.add(key)
                self.diagnostics.append(item)

    def fail(self, error: RelgymError) -> None:
        self.add([Diagnostic.of(error)])

    @property
    def errors(self) -> list[Diagnostic]:
        return [item for item in self.diagnostics if item.severity is Severity.ERROR]

    def of_file(self, file: str) -> list[Diagnostic]:
        """The warnings and infos about a file, in the order of their places."""
        warnings = [item for item in self.diagnostics if item.severity is not Severity.ERROR and _file(item) == file]
        return sorted(warnings, key=lambda item: (item.severity is Severity.INFO, item.span.start if item.span else 0))

    def elsewhere(self) -> list[Diagnostic]:
        """The warnings and infos about files that have no content to report."""
        files = {form["file"] for form in (*self.domains, *self.problems)}
        return [item for item in self.diagnostics if item.severity is not Severity.ERROR and _file(item) not in files]

    def to_json(self) -> forms.Form:
        """The form in JSON. `errors` and the `warnings` of files are texts, `diagnostics` has all of it as data."""
        for form in (*self.domains, *self.problems):
            form["warnings"] = [
                text(item) for item in self.of_file(form["file"]) if item.severity is Severity.WARNING and _read(item)
            ]
        return {
            "domains": self.domains,
            "problems": self.problems,
            "errors": [text(item) for item in self.errors],
            "diagnostics": [item.to_json() for item in self.diagnostics],
        }


def text(item: Diagnostic) -> str:
    """The text of a diagnostic without its code."""
    return describe(item.message, item.span, item.expected, item.hint)


def texts_of(diagnostics: Iterable[Diagnostic], notes: bool) -> Iterator[str]:
    """The texts of warnings, and those of infos if `notes` are wanted."""
    for item in diagnostics:
        if item.severity is not Severity.INFO:
            yield f"warning: {item}"
        elif notes:
            yield f"note: {item}"


def lines_of(diagnostics: Iterable[Diagnostic], notes: bool) -> Iterator[str]:
    """The same, as they stand below what a file holds."""
    for text in texts_of(diagnostics, notes):
        yield "\n".join(f"   {line}" for line in text.splitlines())


def _file(item: Diagnostic) -> str | None:
    return None if item.span is None else item.span.source.name


def _read(item: Diagnostic) -> bool:
    """Return True for a warning of the reader, False for a lint."""
    return item.code.startswith("W1")


def carried(load: Callable[[str], object]) -> dict[str, str]:
    """Map each engine to `yes` if `load(engine)` succeeds, or to the engine's own words for why not."""
    answers = {}
    for name in names():
        try:
            load(name)
            answers[name] = "yes"
        except MissingEngine as error:
            answers[name] = f"not installed: {error}"
        except (UnsupportedFeature, BackendError) as error:
            answers[name] = f"no: {error.message}"
    return answers
