"""The viewer's own cards and markers."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.markup import rect
from souq.engine.present.scene import Area, Sprite, text
from souq.engine.present.wording import listed
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.state import BOX, RESOURCES, Phase
from souq.games.desert_bazaar.story import wording

SHOWN = 5
"""Maximum number of cards of a resource that are drawn. A number next to them counts all cards of the resource."""

_SIDES = 176.0  # width of the markers at the left and of the words at the right of a wide hand
_LIFT = 6.0


def hand(desk: Desk, plan: Plan) -> Area | None:
    """Return the viewer's hand; None for a spectator."""
    if desk.seat < 0:
        return None
    made = _fans(desk, plan)
    if plan is not TALL:
        made += [_markers(desk, plan), _worth(desk, plan)]
    return Area("hand", plan.hand_width, plan.hand_height, tuple(made), label="Your cards")


def card_key(good: int, place: int) -> str:
    """Return the key of the sprite of a card in the viewer's hand; the card with the highest ``place`` is on top."""
    return f"card-{art.LETTERS[good]}-{place}"


def leaving(desk: Desk, pay: Sequence[int]) -> tuple[str, ...]:
    """Return the keys of the viewer's cards that disappear with a payment, from the top of each fan of cards."""
    keys: list[str] = []
    for good, wanted in enumerate(pay):
        fanned = min(SHOWN, desk.view.hand[desk.seat][good])
        keys += [card_key(good, fanned - 1 - i) for i in range(min(wanted, fanned))]
    return tuple(keys)


def _fans(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the viewer's cards: a fan of cards for each resource, with their number and its name."""
    held = list(desk.view.hand[desk.seat])
    owed = desk.view.due if desk.player == desk.seat and desk.phase == Phase.TRADE else [0] * RESOURCES
    x, gap, spread = _spacing(plan, held)
    made = []
    for good in range(RESOURCES):
        made += _fan(plan, good, held[good], owed[good], x, spread)
        x += plan.card * 1.22 + spread * max(0, min(SHOWN, held[good]) - 1)
        made.append(_count(plan, good, held[good], owed[good] > 0, x))
        x += gap
    return made


def _spacing(plan: Plan, held: list[int]) -> tuple[float, float, float]:
    """Return horizontal distances in the hand: the first fan's left end, the gap after a fan, and between its cards."""
    tall = plan is TALL
    width = plan.hand_width - (0 if tall else 2 * _SIDES)
    words, stuck = (50.0 if tall else 58.0), sum(max(0, min(SHOWN, k) - 1) for k in held)
    free = width - RESOURCES * (plan.card * 1.22 + words)
    spread = min(plan.card * 0.3, free / max(1, stuck))
    return (0.0 if tall else _SIDES), words + ((free - spread * stuck) / (RESOURCES - 1) if tall else 0.0), spread


def _fan(plan: Plan, good: int, held: int, owed: int, x: float, spread: float) -> list[Sprite]:
    """Return the sprites of the viewer's cards of one resource; cards to be paid for the chosen tile are lifted."""
    x, y, fanned = x + plan.card / 2, plan.hand_height / 2, min(SHOWN, held)
    if not fanned:
        return [Sprite(card_key(good, -1), art.no_card(plan.card, art.LINE), x, y)]
    made = []
    for place in range(fanned):
        up = place >= fanned - owed
        drawn, at = art.card(good, plan.card), (x + place * spread, y - _LIFT if up else y)
        made.append(Sprite(card_key(good, place), drawn, *at, layer=place, classes="lifted" if up else ""))
    return made


def _count(plan: Plan, good: int, held: int, paying: bool, x: float) -> Sprite:
    size, line, below = (20, -2, 13) if plan is TALL else (26, 0, 18)
    drawn = text(str(held), 0, line, size, "var(--accent)" if paying else art.INK, anchor="start", serif=True)
    label = wording.amount(held, good)
    drawn += text(label.partition(" ")[2], 0, below, 12, art.MUTED, anchor="start")
    return Sprite(f"count-{art.LETTERS[good]}", drawn, x, plan.hand_height / 2, layer=SHOWN, label=label)


def _markers(desk: Desk, plan: Plan) -> Sprite:
    left, high = desk.view.markers[desk.seat], plan.hand_height
    drawn = text("Your markers", 0, -12, 12, art.MUTED, anchor="start")
    for i in range(BOX.setup["markers"]):
        drawn += art.coin_at(10 + i * 22, 12, desk.seat, 10, 1 if i < left else 0.22)
    drawn += rect(162, 6 - high / 2, 1, high - 12, 0, art.LINE)
    label, seat = f"{left} of your markers left", f"seat-{desk.seat + 1}"
    return Sprite("own-markers", drawn, 0, high / 2, label=label, classes=seat)


def _worth(desk: Desk, plan: Plan) -> Sprite:
    """Return the sprite that says what the viewer's majorities score, or only the rule if options hide it (DB-F02)."""
    worth, options = BOX.scoring["majority"], desk.ctx.options
    first, second = "Most of a resource", f"scores {worth} points at the end"
    if desk.over or options.get("projection") or options.get("memory_aid"):
        ahead = [wording.SEVERAL[good] for good in range(RESOURCES) if desk.majority(good)[0] == desk.seat]
        first = "You hold the most"
        second = (
            f"{listed(ahead)}: {worth * len(ahead)} points" if ahead else f"of nothing{'' if desk.over else ' yet'}"
        )
    drawn = text(first, 0, -3, 13, art.INK, 600, "end") + text(second, 0, 16, 13, art.MUTED, anchor="end")
    return Sprite("worth", drawn, plan.hand_width, plan.hand_height / 2, label=f"{first} {second}")
