"""The final scoring, line by line (KA-F05, KA-F06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from souq.engine.events import rows
from souq.engine.ledger import Earned, accounts
from souq.engine.scene import Context, Tally
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import BOX, COLOURS, Event, State

GROWN, TAKEN, BEFORE = "Stands that grew", "Medals taken", "During the game"


def earned(events: Sequence[tuple[int, ...]]) -> Iterator[Earned]:
    """A stand that grows brings its size, and points for the medals that it takes."""
    for row in rows(Event, events):
        if row.kind == Event.SCORED:
            yield GROWN, row.seat, row.size
            yield TAKEN, row.seat, row.points - row.size


def tally(view: State, ctx: Context) -> Tally | None:
    """How the points came about; None while the game goes on."""
    if not view.over:
        return None
    seats = range(view.players)
    gold = [view.gold.count(seat) for seat in seats]
    silver = [view.silver.count(seat) for seat in seats]
    medals = [g * BOX.medals["gold"] + s * BOX.medals["silver"] for g, s in zip(gold, silver, strict=True)]
    money = [sum(view.money[seat][colour] for colour in range(COLOURS)) for seat in seats]
    worth = [k // BOX.end["money"] for k in money]
    totals = [view.score[seat] for seat in seats]
    before = [total - more - left for total, more, left in zip(totals, medals, worth, strict=True)]
    found = accounts(ctx.ledger, (GROWN, TAKEN), before, BEFORE)
    return Tally(
        rows=(
            *((label, _cells(points), "") for label, points in found.items()),
            ("Medals at the end", _cells(medals), f"gold {BOX.medals['gold']}, silver {BOX.medals['silver']}"),
            (f"Points for money (1 per {BOX.end['money']})", _cells(worth, [f"{k} left" for k in money]), ""),
        ),
        totals=tuple(map(str, totals)),
        ranks=tuple(map(Desk(view, ctx).rank, seats)),
    )


def _cells(points: Sequence[int], told: Sequence[str] = ()) -> tuple[str, ...]:
    """The points, and what is told under them."""
    said = [f"+{k}" if k else "–" for k in points]
    return tuple(f"{cell}\n{more}" for cell, more in zip(said, told, strict=True)) if told else tuple(said)
