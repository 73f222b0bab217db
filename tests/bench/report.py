"""Tables of the figures that were measured, for the screen and for the documents.

`python -m tests.bench.report` writes those of docs/performance.json into docs/performance.md and into the page of this
name in docs/guide, and draws the pictures of the page. A table stands between `<!-- figures: NAME -->` and
`<!-- end of figures -->`.
"""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table

from tests.bench import batches, drawings, growth, pictures, pure, rollouts, unseen
from tests.bench.walks import DERIVED, ratio_text, times_of

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "performance.json"
DOCUMENTS = (ROOT / "docs" / "guide" / "performance.md", ROOT / "docs" / "performance.md")

PLACE = re.compile(r"(<!-- figures: (.*?) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

HARD_GOALS = {"htg-labyrinth18": 80_000, "htg-pipes44": 20_000, "htg-visitall3d": 400_000, "htg-logistics2000": 3_000}
ENVIRONMENT_GOALS = {"blocks5": 50, "gripper20": 50, "blocks50": 1000}

Rows = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Of a table: what is known by row and by column."""


@dataclass(frozen=True)
class Sheet:
    """A table of texts, and what is to be said of it."""

    name: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    remarks: Sequence[str] = field(default=())

    def table(self) -> Table:
        """For the screen."""
        table = Table(title=self.name, caption="\n".join(self.remarks) or None)
        for number, title in enumerate(self.header):
            table.add_column(title, justify="right" if number else "left", no_wrap=not number)
        for row in self.rows:
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        """For a document."""
        lines = [self.header, ["---", *["--:"] * (len(self.header) - 1)], *self.rows]
        text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join([text, *self.remarks])


def sheets(part: str, figures: Any) -> list[Sheet]:
    """The tables of a part."""
    match part:
        case "engines":
            return [_engines(figures["full steps"]), _alone(figures["engine alone"]), _resolution(figures)]
        case "walks":
            walks, hard = figures["walks"], figures["hard to ground"]
            return [_walks(walks), _making(walks), _hard(hard)]
        case "environments":
            paper = figures["domains of PDDLGym's paper"]
            return [_environments("environments", figures["environments"], ENVIRONMENT_GOALS), _paper(paper)]
        case "batches":
            return [_batches(figures["environments"]), _rollouts(figures["rollouts"])]
        case "jax":
            return [_pure(figures)]
        case "games":
            return [_games(figures)]
        case "growth":
            return [_growth(figures)]
        case "pictures":
            return [_pictures(figures)]
        case "unseen" | "large":
            return [_unseen(part, figures)]
        case "expansions":
            return [_expansions(figures)]
        case "rddl":
            return [_rddl(figures)]
        case _:
            raise ValueError(part)


def _engines(rows: Mapping[str, Mapping[str, float]]) -> Sheet:
    columns = list(dict.fromkeys(name for row in rows.values() for name in row if name != "valid"))
    texts = [
        [name, _number(row["valid"]), *(rate_text(row.get(column)) for column in columns)] for name, row in rows.items()
    ]
    return Sheet("engines", ["problem", "valid", *columns], texts)


def _alone(rows: Rows) -> Sheet:
    """The engines that have prototypes, each beside its own."""
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    header = ["problem", *(title for name in columns for title in (name, "goal", "part of it"))]
    texts = []
    for name, row in rows.items():
        cells = [name]
        for column in columns:
            found = row.get(column)
            part = None if found is None else found["rate"] / found["prototype"]
            cells += (
                ["", "", ""]
                if found is None
                else [rate_text(found["rate"]), rate_text(found["prototype"]), ratio_text(part)]
            )
        texts.append(cells)
    return Sheet("engine alone", header, texts)


def _resolution(figures: Mapping[str, Rows]) -> Sheet:
    rows = figures.get("resolution", {})
    times = {name: _against(row, "sld") for name, row in rows.items()}
    texts = [
        [name, _number(_valid(row)), _cell(row.get("sld")), _cell(row.get("PDDLGym")), ratio_text(times[name])]
        for name, row in rows.items()
    ]
    found = [each for each in times.values() if each is not None]
    least = [f"At least {ratio_text(min(found))} times (goal: 1)."] if found else []
    return Sheet("resolution", ["problem", "valid", "sld", "PDDLGym", "times"], texts, least)


def _walks(rows: Rows) -> Sheet:
    found = dict.fromkeys(name for row in rows.values() for name in row)
    columns = sorted(found, key=lambda name: not name.startswith("relgym"))
    times = {name: times_of(row) for name, row in rows.items()}
    texts = [
        [
            _titled(name, row),
            _number(_valid(row)),
            *(_cell(row.get(column)) for column in columns),
            ratio_text(times[name]),
        ]
        for name, row in rows.items()
    ]
    return Sheet("walks", ["problem", "valid", *columns, "times the better"], texts, _mean(times.values(), 3))


def _making(rows: Rows) -> Sheet:
    header = ["problem", "relgym reads", "relgym makes", "pymimir", "pytyr"]
    texts = []
    for name, row in rows.items():
        own = row["relgym"]
        reading, making = own.get("reading"), own.get("making")
        apart = None if reading is None or making is None else making - reading
        others = [_seconds(row[column].get("making")) for column in ("pymimir", "pytyr") if column in row]
        texts.append([name, _seconds(reading), _seconds(apart), *others])
    return Sheet("making", header, texts)


def _hard(rows: Rows) -> Sheet:
    header = ["problem", "valid", "relgym", "goal", "made in, s", "holds, MB", "pymimir", "pytyr"]
    texts = [
        [
            name,
            _number(_valid(row)),
            _cell(row["relgym"]),
            rate_text(HARD_GOALS.get(name)),
            _seconds(row["relgym"].get("making")),
            rate_text(row["relgym"].get("memory")),
            *(_cell(row.get(column)) for column in ("pymimir", "pytyr")),
        ]
        for name, row in rows.items()
    ]
    return Sheet("hard to ground", header, texts)


def _unseen(part: str, rows: Rows) -> Sheet:
    """Every row where all three play, the least first; the others are counted."""
    found = unseen.ratios(rows)
    texts = [
        [
            name,
            rows[name]["half"]["half"],
            _number(_valid(rows[name])),
            *(_cell(rows[name].get(column)) for column in ("relgym", DERIVED, "pymimir", "pytyr")),
            f"{times:.2f}",
        ]
        for name, times in found.items()
    ]
    remarks = unseen.summary(rows)
    if len(found) < len(rows):
        remarks.append(f"{len(rows) - len(found)} problems do not count: a library refuses them or needs over 60 s.")
    header = ["problem", "half", "valid", "relgym", DERIVED, "pymimir", "pytyr", "times the better"]
    return Sheet(part, header, texts, remarks)


def _expansions(rows: Rows) -> Sheet:
    header = ["problem", "valid", "PDDLSimulator.successors", "Reasoner.successors", "pymimir"]
    texts = [
        [
            name,
            _number(row["walker"].get("valid")),
            *(_cell(row.get(column)) for column in ("walker", "reasoner", "pymimir")),
        ]
        for name, row in rows.items()
    ]
    return Sheet("expansions", header, texts)


def _environments(name: str, rows: Rows, goals: Mapping[str, int]) -> Sheet:
    header = ["problem", "valid", "relgym", "relgym, atoms", "PDDLGym", "times", *(["goal"] if goals else [])]
    texts = [
        [
            each,
            _number(_valid(row)),
            *(_cell(row.get(column)) for column in ("relgym", "relgym, atoms", "PDDLGym")),
            ratio_text(_against(row)),
            *([rate_text(goals.get(each))] if goals else []),
        ]
        for each, row in rows.items()
    ]
    return Sheet(name, header, texts)


def _paper(rows: Rows) -> Sheet:
    plain = _environments("paper", rows, {})
    return Sheet("paper", plain.header, plain.rows, _mean([_against(row) for row in rows.values()], 100))


def _against(row: Mapping[str, Mapping[str, Any]], name: str = "relgym") -> float | None:
    own, other = row.get(name, {}).get("rate"), row.get("PDDLGym", {}).get("rate")
    return own / other if own and other else None


def _pure(rows: Mapping[str, Mapping[str, Any]]) -> Sheet:
    header = ["problem", "atoms", "actions", "first call (s)", *pure.COLUMNS, "times the batch"]
    texts = []
    for name, row in rows.items():
        sizes = [f"{row[size]:,}" for size in ("atoms", "actions")]
        rates, times = [rate_text(row[column]) for column in pure.COLUMNS], row["relgym.jax"] / row["batch"]
        texts.append([name, *sizes, f"{row['first call']:.1f}", *rates, ratio_text(times)])
    return Sheet("jax", header, texts, [f"The first call may take {pure.FIRST_CALL:.0f} s."])


def _batches(rows: Mapping[str, Mapping[str, Any]]) -> Sheet:
    header = ["problem", "atoms", "actions", *batches.COLUMNS, "times the better"]
    texts = []
    for name, row in rows.items():
        times = row["make_vec"] / max(row["sync"], row["sync, flat"])
        sizes = [str(row["atoms"]), str(row["actions"])]
        texts.append([name, *sizes, *(rate_text(row[column]) for column in batches.COLUMNS), ratio_text(times)])
    return Sheet("batches", header, texts)


def _rollouts(rows: Mapping[str, Mapping[str, float]]) -> Sheet:
    texts = []
    for name, row in rows.items():
        other = row.get("pyRDDLGym-jax")
        parts = [own / other if own and other else None for own in (row.get("NumPy"), row.get("JAX"))]
        texts.append([name, *(rate_text(row.get(column)) for column in rollouts.COLUMNS), *map(ratio_text, parts)])
    goals = ", ".join(f"{name} {goal:g}" for name, goal in rollouts.GOALS.items())
    return Sheet(
        "rollouts", ["problem", *rollouts.COLUMNS, "NumPy's part", "JAX's part"], texts, [f"Goals of JAX: {goals}."]
    )


def _games(rows: Mapping[str, Mapping[str, Any]]) -> Sheet:
    texts = []
    for name, row in rows.items():
        own = max(row["relgym"], row.get("float32", 0.0))
        times = own / row["peer"] if "peer" in row else None
        rates = [rate_text(row.get(column)) for column in ("relgym", "float32", "peer")]
        texts.append([name, *rates[:2], row["library"], rates[2], ratio_text(times)])
    return Sheet("games", ["game", "relgym.jax", "float32", "peer", "its rate", "times the peer"], texts)


def _growth(families: Mapping[str, Sequence[growth.Point]]) -> Sheet:
    engines = list(dict.fromkeys(name for points in families.values() for point in points for name in point["cost"]))
    texts = []
    for family, points in families.items():
        for measure, title in growth.MEASURES.items():
            spread = f"{points[0][measure]:g} to {points[-1][measure]:g}"
            found = [growth.exponent(growth.line(points, measure, engine)) for engine in engines]
            texts.append([family, title, spread, *map(growth.exponent_text, found)])
    return Sheet("growth", ["family", "exponent of", "from", *engines], texts)


def _pictures(rows: Mapping[str, Mapping[str, float]]) -> Sheet:
    texts = [
        [name, f"{row['objects']}", *(f"{row[column]:.3g}" for column in pictures.COLUMNS)]
        for name, row in rows.items()
    ]
    goals = ", ".join(f"{name} {goal:g}" for name, goal in pictures.GOALS.items())
    return Sheet("pictures", ["problem", "objects", *pictures.COLUMNS], texts, [f"Milliseconds (goals: {goals})."])


def _rddl(figures: Mapping[str, Mapping[str, float]]) -> Sheet:
    texts = [
        [name, rate_text(row.get("relgym")), rate_text(row.get("pyRDDLGym")), ratio_text(row.get("times"))]
        for name, row in figures.items()
        if "relgym" in row
    ]
    mean = figures.get("geometric mean", {}).get("times")
    remarks = [] if mean is None else [f"On the paper's domains {mean:.1f} times, as a geometric mean (goal: 10)."]
    return Sheet("rddl", ["problem", "relgym", "pyRDDLGym", "times"], texts, remarks)


def _mean(times: Any, goal: float) -> list[str]:
    found = [each for each in times if each is not None]
    if not found:
        return []
    mean = ratio_text(statistics.geometric_mean(found))
    return [f"{mean} times, as a geometric mean of {len(found)} rows (goal: {goal:g})."]


def _titled(name: str, row: Mapping[str, Mapping[str, Any]]) -> str:
    return f"{name} (made here)" if any(each.get("generated") for each in row.values()) else name


def _valid(row: Mapping[str, Mapping[str, Any]]) -> float | None:
    return next((each["valid"] for each in row.values() if "valid" in each), None)


def _cell(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return ""
    if "rate" not in row:
        return str(row["failed"])
    return f"{rate_text(row['rate'])}{' (lifted)' if row.get('mode') == 'lifted' else ''}"


def rate_text(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}" if value < 10 else f"{value:.0f}"


# -- documents -------------------------------------------------------------------------------


def filled_between(text: str, begin: str, end: str, sheet: Sheet) -> str:
    """A document with a table between two comments."""
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{sheet.markdown()}\n\n{end}{after}"


def write_page(figures: Any, figures_path: Path, page: Path, fill: Callable[[str, Any], str]) -> None:
    """Write figures into a file, and their table into a page: `fill` gives the text of the page with the table."""
    figures_path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    page.write_text(fill(page.read_text(encoding="utf-8"), figures), encoding="utf-8")


def filled(text: str, known: Mapping[str, Any]) -> str:
    """A document with the tables of the figures that are known."""
    tables = dict(_tables(known))

    def table(match: re.Match[str]) -> str:
        return f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}"

    return PLACE.sub(table, text)


def _tables(known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for part, found in known.items():
        how = found["measured"]
        line = (
            f"`{how['command']}` on one of {how['cores']} cores of a shared machine ({how['processor']}), "
            f"Python {how['python']}, {how['date']}."
        )
        for sheet in sheets(part, found["figures"]):
            yield sheet.name, f"{sheet.markdown()}\n\n{line}"


def main() -> None:
    known = json.loads(JSON.read_text(encoding="utf-8"))
    for document in DOCUMENTS:
        document.write_text(filled(document.read_text(encoding="utf-8"), known), encoding="utf-8")
    for name, picture in drawings.drawn(known).items():
        JSON.with_name(name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
