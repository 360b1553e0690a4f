"""The final scoring, line by line (KA-F05, KA-F06)."""

from __future__ import annotations

from souq.engine.scene import Names, Tally
from souq.engine.twin import Twin
from souq.engine.wording import listed
from souq.games.kairo.scene.words import ranks
from souq.games.kairo.state import BOX, COLOURS


def tally(view: Twin, names: Names) -> Tally | None:
    """How the points came about; None while the game goes on."""
    if not view.over:
        return None
    seats = range(int(view.players))
    gold = [[int(k) for k in view.gold].count(seat) for seat in seats]
    silver = [[int(k) for k in view.silver].count(seat) for seat in seats]
    medals = [g * BOX.medals["gold"] + s * BOX.medals["silver"] for g, s in zip(gold, silver, strict=True)]
    money = [sum(int(view.money[seat][colour]) for colour in range(COLOURS)) for seat in seats]
    worth = [k // BOX.end["money"] for k in money]
    totals = [int(view.score[seat]) for seat in seats]
    before = [total - more - left for total, more, left in zip(totals, medals, worth, strict=True)]
    return Tally(
        rows=(
            ("During the game", tuple(map(str, before)), ""),
            ("Medals", _cells(medals), f"gold {BOX.medals['gold']}, silver {BOX.medals['silver']}"),
            ("Money left", tuple(map(str, money)), ""),
            ("Points for it", _cells(worth), f"1 for every {BOX.end['money']}"),
        ),
        totals=tuple(map(str, totals)),
        ranks=ranks(totals),
        note=_winners(totals, names),
    )


def _cells(points: list[int]) -> tuple[str, ...]:
    return tuple(f"+{k}" if k else "–" for k in points)


def _winners(points: list[int], names: Names) -> str:
    best = [names(seat) for seat, own in enumerate(points) if own == max(points)]
    return f"{best[0]} wins" if len(best) == 1 else f"{listed(best)} share the win"
