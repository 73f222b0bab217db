"""The pictures of docs/performance.md, from docs/performance.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.bench import growth, plot
from tests.bench.walks import DERIVED, ratio_text, times_of


def drawn(known: Mapping[str, Any]) -> dict[str, str]:
    """The pictures by the names of their files."""
    walks = known["walks"]["figures"]
    return {
        "performance-walks.svg": beside_peers({**walks["walks"], **walks["hard to ground"]}),
        "performance.svg": by_size(known["growth"]["figures"]),
    }


def beside_peers(rows: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """The picture of steps per second: relgym's with all derived atoms, where the peers compute them."""
    rates = {}
    for problem, row in rows.items():
        own = [row[name]["rate"] for name in ("relgym", DERIVED) if "rate" in row.get(name, {})]
        others = {name: row[name]["rate"] for name in ("pymimir", "pytyr") if "rate" in row.get(name, {})}
        if own and others:
            rates[problem] = {"relgym": min(own), **others}

    return plot.marks(rates, "steps per second", ("times", lambda problem: ratio_text(times_of(rows[problem]))))


def by_size(families: Mapping[str, Sequence[growth.Point]]) -> str:
    """The picture of what steps cost by size."""
    engines = list(dict.fromkeys(name for points in families.values() for point in points for name in point["cost"]))
    panels = {
        family: {
            title: {engine: growth.line(points, measure, engine) for engine in engines}
            for measure, title in growth.MEASURES.items()
        }
        for family, points in families.items()
    }
    return plot.grid(panels, "µs of a step", lambda curve: growth.exponent_text(growth.exponent(curve)))
