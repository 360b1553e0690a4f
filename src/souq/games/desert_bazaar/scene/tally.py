"""The table of points at the end (the tally), with a row for each source of points (DB-F01 to DB-F04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from souq.engine.match.ledger import Earned, accounts
from souq.engine.present.scene import Context, Names, Tally
from souq.engine.rules.events import rows
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar.rules import scoring
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.state import BOX, Event, State
from souq.games.desert_bazaar.story.wording import SEVERAL

ALONE, HOME = "Tents on their own", "Markers in full camps"
CLOSING, BEFORE = "Closing camps", "During the game"
_BROUGHT: dict[int, str] = {Event.ISOLATED: ALONE, Event.COUNTED: HOME, Event.BONUS: CLOSING}
_holding_most = interpreted(scoring.holding_most)


def earned(events: Sequence[tuple[int, ...]]) -> Iterator[Earned]:
    """Yield the points that events scored during the game, each with its source and seat (DB-E01 to DB-E04)."""
    for row in rows(Event, events):
        if row.kind in _BROUGHT:
            yield _BROUGHT[row.kind], row.seat, row.points


def tally(view: State, ctx: Context) -> Tally | None:
    """Return the table of points at the end of the game, or None before the end."""
    if not view.over:
        return None
    seats = range(view.players)
    cards = [list(view.hand[seat]) for seat in seats]
    marks = [view.owner.count(seat) * BOX.scoring["marker"] for seat in seats]
    lines, most = [], [0] * len(seats)
    for good, word in enumerate(SEVERAL):
        leader, _ = _holding_most(view, good)
        points = [BOX.scoring["majority"] * (seat == leader) for seat in seats]
        most = [a + b for a, b in zip(most, points, strict=True)]
        lines.append((f"Most {word}", _cells(points), _who([held[good] for held in cards], leader >= 0, ctx.names)))
    totals = [view.score[seat] for seat in seats]
    before = [total - mark - more for total, mark, more in zip(totals, marks, most, strict=True)]
    worth = [(total, sum(held)) for total, held in zip(totals, cards, strict=True)]
    level = len({total for total, _ in worth}) < len(worth)
    played = accounts(ctx.ledger, (ALONE, HOME, CLOSING), before, BEFORE)
    return Tally(
        rows=(
            *((label, _cells(points), "") for label, points in played.items()),
            ("Markers in the desert", _cells(marks), "1 point each"),
            *lines,
        ),
        totals=tuple(map(str, totals)),
        ranks=Desk(view, ctx).ranks,
        note=_decided(worth),
        below=(("Cards left", tuple(str(k) for _, k in worth), "if points are tied, the most cards win"),)
        if level
        else (),
    )


def _cells(points: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"+{k}" if k else "–" for k in points)


def _who(held: list[int], alone: bool, names: Names) -> str:
    """Return a phrase with the number of cards of a resource that each player has: ``Amina 5, Omar 3``."""
    if not any(held):
        return "nobody holds any"
    order = sorted((seat for seat, k in enumerate(held) if k), key=lambda seat: -held[seat])
    said = ", ".join(f"{names(seat)} {held[seat]}" for seat in order)
    return said if alone else f"{said}: a tie"


def _decided(worth: list[tuple[int, int]]) -> str:
    """Return a sentence on how a tie for first place was decided, or "" without a tie."""
    best = max(worth)
    level = [cards for total, cards in worth if total == best[0]]
    if len(level) == 1:
        return ""
    return "Tied on points: the most cards win." if level.count(best[1]) == 1 else "Tied on points and on cards."
