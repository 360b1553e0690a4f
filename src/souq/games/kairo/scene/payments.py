"""Paying substitutes: a good way to pay at once, or one money at a time."""

from __future__ import annotations

from souq.engine.scene import Pick
from souq.engine.wording import listed
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import Plan
from souq.games.kairo.scene.hand import purse_key
from souq.games.kairo.state import COLOURS, NAMES, PAY, Event

_GROUP = "pay"


def payments(desk: Desk, plan: Plan) -> list[Pick]:
    """All that is owed from what is most plentiful, or one money at a time."""
    choices, paid = _plenty(desk)
    label = f"Pay {listed([f'{count} {NAMES[colour]}' for colour, count in enumerate(paid) if count])}"
    hint = "From the colours you have most of."
    first = Pick(
        choices[0],
        label,
        hint=hint,
        primary=True,
        then=choices[1:],
        more="Pay differently",
        opens=_GROUP,
        final=len(choices) > 1,  # else the same as one money, which says nothing of the end of a turn
    )
    money = desk.view.money[desk.seat]
    return [first, *(_one(colour, money[colour], desk.view.owed) for colour in desk.options(PAY, COLOURS))]


def _one(colour: int, have: int, owed: int) -> Pick:
    hint = f"{owed} still to pay. You have {have} {NAMES[colour]}."
    return Pick(PAY + colour, f"1 {NAMES[colour]}", (purse_key(colour),), hint, button=True, group=_GROUP)


def _plenty(desk: Desk) -> tuple[tuple[int, ...], list[int]]:
    """The choices that pay what is owed, from the most plentiful colour each time, and what they and the rest come to.

    The rules settle what is left without asking as soon as it is forced (KA-E09).
    """
    made: tuple[int, ...] = ()
    seen = desk.foresee()
    while not seen.of(Event.EXPANDED):
        left = [0 if colour == desk.view.colour else k for colour, k in enumerate(seen.view.money[desk.seat])]
        made = (*made, PAY + left.index(max(left)))
        seen = desk.foresee(*made)
    paid = [0] * COLOURS
    for row in seen.of(Event.PAID):
        paid[row.colour] += row.money
    return made, paid
