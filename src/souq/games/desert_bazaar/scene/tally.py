"""The final scoring, line by line (DB-F01 to DB-F04)."""

from __future__ import annotations

from souq.engine.scene import Names, Tally
from souq.engine.twin import Twin
from souq.games.desert_bazaar.state import BOX, NAMES


def tally(view: Twin, names: Names) -> Tally | None:
    """How the points came about; None while the game goes on."""
    if not view.over:
        return None
    seats = range(int(view.players))
    cards = [[int(k) for k in view.hand[seat]] for seat in seats]
    marks = [view.owner.count(seat) * BOX.scoring["marker"] for seat in seats]
    rows, most = [], [0] * len(seats)
    for good, word in enumerate(NAMES):
        held = [cards[seat][good] for seat in seats]
        alone = max(held) > 0 and held.count(max(held)) == 1
        points = [BOX.scoring["majority"] if alone and k == max(held) else 0 for k in held]
        most = [a + b for a, b in zip(most, points, strict=True)]
        rows.append((f"Most {word}", _cells(points), _who(held, alone, names)))
    totals = [int(view.score[seat]) for seat in seats]
    before = [total - mark - more for total, mark, more in zip(totals, marks, most, strict=True)]
    worth = [(total, sum(held)) for total, held in zip(totals, cards, strict=True)]
    level = len({total for total, _ in worth}) < len(worth)
    last = [("Cards, where points are equal", tuple(str(k) for _, k in worth), "most cards win")] if level else []
    return Tally(
        rows=(
            ("During the game", tuple(map(str, before)), ""),
            ("Markers in the desert", _cells(marks), "1 point each"),
            *rows,
            *last,
        ),
        totals=tuple(map(str, totals)),
        ranks=tuple(1 + sum(other > own for other in worth) for own in worth),
        note=_winners(worth, names),
    )


def _cells(points: list[int]) -> tuple[str, ...]:
    return tuple(f"+{k}" if k else "–" for k in points)


def _who(held: list[int], alone: bool, names: Names) -> str:
    """Why: ``Amina 5, Omar 3``, most first."""
    if not any(held):
        return "nobody holds any"
    order = sorted((seat for seat, k in enumerate(held) if k), key=lambda seat: -held[seat])
    said = ", ".join(f"{names(seat)} {held[seat]}" for seat in order)
    return said if alone else f"{said}: nobody alone"


def _winners(worth: list[tuple[int, int]], names: Names) -> str:
    best = [names(seat) for seat, own in enumerate(worth) if own == max(worth)]
    return f"{best[0]} wins" if len(best) == 1 else f"{', '.join(best[:-1])} and {best[-1]} share the win"
