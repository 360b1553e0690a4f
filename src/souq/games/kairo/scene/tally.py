"""The tally: the sheet of points by source at the end of the game (KA-F05, KA-F06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from souq.engine.match.ledger import Earned, accounts
from souq.engine.present.scene import Context, Tally
from souq.engine.present.story import only
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import Row, rows
from souq.engine.rules.twin import changed, interpreted
from souq.games.kairo.rules.scoring import finish
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import BOX, Event, State

GROWN, TAKEN, BEFORE = "Expansions built", "Medals taken", "During the game"

_finish = interpreted(finish)


def earned(events: Sequence[tuple[int, ...]]) -> Iterator[Earned]:
    """Yield the points that each expansion scored, split into the stand's size and the medals won."""
    for row in rows(Event, events):
        if row.kind == Event.SCORED:
            yield GROWN, row.seat, row.size
            yield TAKEN, row.seat, row.points - row.size


def tally(view: State, ctx: Context) -> Tally | None:
    """Return each seat's points by source; None while the game goes on."""
    if not view.over:
        return None
    ended = _ended(view)
    medals = [row.points for row in only(ended, Event.MEDALS)]
    money = only(ended, Event.MONEY)
    worth = [row.points for row in money]
    totals = view.score[: view.players]
    before = [total - more - left for total, more, left in zip(totals, medals, worth, strict=True)]
    found = accounts(ctx.ledger, (GROWN, TAKEN), before, BEFORE)
    return Tally(
        rows=(
            *((label, _cells(points), "") for label, points in found.items()),
            ("Medals at the end", _cells(medals), f"gold {BOX.medals['gold']}, silver {BOX.medals['silver']}"),
            (f"Points for money (1 per {BOX.end['money']})", _cells(worth, [f"{row.money} left" for row in money]), ""),
        ),
        totals=tuple(map(str, totals)),
        ranks=Desk(view, ctx).ranks,
    )


def _ended(view: State) -> list[Row]:
    """Return the events of the final scoring, found by ending the game in a copy of the position."""
    trial = changed(view, score=[*view.score], asked=[*view.asked], event=[[0] * ROW for _ in view.event], n_events=0)
    _finish(trial)
    return rows(Event, trial.event[: trial.n_events])


def _cells(points: Sequence[int], notes: Sequence[str] = ()) -> tuple[str, ...]:
    """Convert the seats' points to cells of the tally. ``notes``, if given, are second lines, one for each cell."""
    said = [f"+{k}" if k else "–" for k in points]
    return tuple(f"{cell}\n{more}" for cell, more in zip(said, notes, strict=True)) if notes else tuple(said)
