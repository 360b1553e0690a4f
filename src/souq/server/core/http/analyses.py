"""The analysis of a finished game as values for the template ``analysis.html``."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from souq.engine.present.scene import Layout
from souq.review.grades import GRADES
from souq.server.core.jobs.analysing import Analysing
from souq.server.core.live.tables import Tables, seat_looks
from souq.server.core.realtime.advice import explained
from souq.server.core.realtime.chart import Person, chart, some


async def values(analysing: Analysing, tables: Tables, table: str, layout: Layout, seat: int) -> dict[str, Any] | None:
    """Return the values that show a table's analysis from a seat's viewpoint; None if nothing is known yet.

    Raises:
        Refused: the game isn't over.
    """
    found = await analysing.known(table, seat)
    if found is None:
        return None
    async with tables.hold(table) as live:
        looks = seat_looks(live.row.game, live.row.players)
        people = [Person(seat.name, *looks[seat.seat]) for seat in live.row.seats]
    numbers = [(point["ply"], point["chances"]) for point in found["points"]]
    turned = [turn["ply"] for turn in found["turns"]]
    return {
        "table": table,
        "chart": Markup(chart(numbers, turned, people, layout)),
        "turns": found["turns"],
        "rows": some(numbers, turned),
        "people": people,
        "reader": seat,
        "review": found["review"] if found["state"] == "done" else None,
        "counts": found["counts"],
        "grades": GRADES,
        "explained": explained(),
    }
