"""The shelf of all 25 goods, from which the viewer chooses a discarded card or a good to ask for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present.markup import rect
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, text, use
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import INK, fitted
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.state import Phase

SHELF_LAYER = 10


@dataclass(frozen=True, slots=True)
class Measures:
    """Measurements of the shelf: its width and height, the distances between goods, and the size of a good."""

    size: Point
    step: Point
    ware: Point
    high: float
    """Distance from the centre of the shelf down to the middle of its rows of goods."""


WIDE = Measures((334, 272), (63, 48), (60, 45), 11)
TALL = Measures((472, 396), (91, 70), (87, 66), 14)


def ware_key(good: int) -> str:
    """Return the key of a good's sprite on the shelf."""
    return f"good-{good}"


def shelf(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the shelf, which covers the board while the viewer chooses a discarded card or a good to ask for."""
    asked = _ASKED.get(desk.phase)
    if not asked or not desk.mine:
        return []
    first, title = asked
    lit = desk.options(first, g.GOODS)
    if not lit:
        return []
    counts = desk.discard if desk.phase == Phase.TAKE else desk.unseen
    return counted_shelf(plan, title, counts, lit)


_ASKED = {
    Phase.TAKE: (g.TAKE, "Sold so far"),
    Phase.SEEK: (g.SEEK, "Which good? (Number still out there)"),
    Phase.WANT: (g.WANT, "What do you want? (Number still out there)"),
}


def sold(desk: Desk, plan: Plan) -> tuple[Sprite, ...]:
    """Return a shelf with the contents of the discard pile, shown while the viewer points at the pile."""
    lit = [good for good in range(g.GOODS) if desk.discard[good]]
    return tuple(counted_shelf(plan, "Sold so far", desk.discard, lit))


def counted_shelf(plan: Plan, title: str, counts: tuple[int, ...], lit: list[int]) -> list[Sprite]:
    """Return a shelf of all goods with a number for each; goods that aren't in ``lit`` are pale."""
    at = TALL if plan.tall else WIDE
    made = [Sprite("shelf", _plate(at, title), plan.x, plan.y, layer=SHELF_LAYER, label=title)]
    for good in range(g.GOODS):
        x, y = (good % g.RANKS - 2) * at.step[0], (good // g.RANKS - 2) * at.step[1] + at.high
        art, label = ware(at, good, counts[good], good not in lit), f"{g.NAMES[good]}: {counts[good]}"
        made.append(Sprite(ware_key(good), art, plan.x + x, plan.y + y, layer=SHELF_LAYER + 1, label=label))
    return made


@lru_cache(maxsize=8)
def _plate(at: Measures, title: str) -> str:
    width, height = at.size
    art = rect(
        -width / 2, -height / 2, width, height, 12, "var(--paper)", "var(--outline)", 1.4, 'pointer-events="all"'
    )
    size = fitted(title, width - 24, 22 if at is TALL else 15)
    return art + text(title, 0, -height / 2 + (28 if at is TALL else 20), size, INK, serif=True)


@lru_cache(maxsize=1024)
def ware(at: Measures, good: int, count: int, faint: bool) -> str:
    """Return a good on the shelf with its name and a number."""
    width, height = at.ware
    kind, grow = good // g.RANKS, width / 60
    art = rect(-width / 2, -height / 2, width, height, 6, "var(--paper)", "var(--line)", 1.2, 'class="edge"')
    inner = use(f"gb-good-{good}", -25 * grow, -19.5 * grow, 25 * grow, colour=f"var(--good-{kind + 1})")
    inner += text(str(count), 24 * grow, 0, 15 * grow, INK, 700, "end")
    inner += text(g.NAMES[good], 0, 17.5 * grow, 11 * grow, INK, room=width - 5)
    return art + (f'<g opacity=".3">{inner}</g>' if faint else inner)
