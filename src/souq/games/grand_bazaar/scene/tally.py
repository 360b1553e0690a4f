"""The end: Talents, and what decides among equals (GB-E01 to E04)."""

from __future__ import annotations

from souq.engine.scene import Context, Tally
from souq.engine.twin import Twin, interpreted
from souq.engine.wording import listed
from souq.games.grand_bazaar.rules.scoring import left_over, rank
from souq.games.grand_bazaar.scene.desk import Desk


def tally(view: Twin, ctx: Context) -> Tally | None:
    """Cards and value left in hand below the Talents; None while the game goes on."""
    if not view.over:
        return None
    desk = Desk(view, ctx)
    left = [int(interpreted(left_over)(view, seat)) for seat in desk.seats]
    ranks = tuple(int(interpreted(rank)(view, seat)) for seat in desk.seats)
    talents = [desk.talents(seat) for seat in desk.seats]
    decides = "among equals the lower wins" if len({*talents}) < len(talents) else ""
    return Tally(
        rows=(
            ("Cards left in hand", tuple(str(desk.cards(seat) or "–") for seat in desk.seats), ""),
            ("Their worth", tuple(str(value or "–") for value in left), decides),
        ),
        totals=tuple(str(own) for own in talents),
        ranks=ranks,
        note=_winners(desk, ranks, talents),
        total="Talents",
    )


def _winners(desk: Desk, ranks: tuple[int, ...], talents: list[int]) -> str:
    """Who wins, and by what, where others have as many Talents."""
    best = [seat for seat in desk.seats if ranks[seat] == 1]
    names = [desk.ctx.names(seat) for seat in best]
    if len(best) > 1:
        return f"{listed(names)} share the win: as many Talents, and as much left in hand"
    level = talents.count(talents[best[0]]) > 1
    return f"{names[0]} wins the tie: less is left in hand" if level else f"{names[0]} wins"
