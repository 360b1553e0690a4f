"""What is said of the town: who is still to come, what is for sale, and how near the end is."""

from __future__ import annotations

from html import escape

from souq.engine.scene import Facts, text
from souq.engine.wording import listed, many, opened
from souq.games.marracash.scene.art import INK, pawn
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.state import BOX, COLOURS, NAMES, NOBODY

SOON = 8
"""So many left in the queue are worth a word."""

_STEP = 41.0  # from colour to colour


def facts(desk: Desk) -> tuple[Facts, ...]:
    """The town, as a box under the seats."""
    waiting, streets, free = numbers(desk)
    rows = [
        ("Waiting outside", str(waiting)),
        ("In the streets", str(streets)),
        ("Shops for sale", str(free)),
        ("", _to_come(desk)),
    ]
    said = last_words(desk)
    return (Facts("The town", (*rows, *([("", f"<em>{escape(said)}</em>")] if said else []))),)


def numbers(desk: Desk) -> tuple[int, int, int]:
    """How many wait, how many are in the streets, how many shops nobody owns."""
    return desk.left, sum(desk.sizes), sum(owner == NOBODY for owner in desk.owner)


def counts(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The same for a phone, whose queue says itself how many wait."""
    _, streets, free = numbers(desk)
    return ("in the streets", str(streets)), ("for sale", str(free))


def to_come(desk: Desk) -> list[int]:
    """Visitors of each colour who have not entered a shop: in the streets and in the queue."""
    return [walking + waiting for walking, waiting in zip(desk.streets, desk.outside, strict=True)]


def _to_come(desk: Desk) -> str:
    """A figure of each colour with the number still to come."""
    left, art = to_come(desk), ""
    for colour, n in enumerate(left):
        x = 9 + colour * _STEP
        art += pawn(colour, x, 13, 25) + text(str(n), x + 11, 18, 13.5, INK, 600, "start")
    spoken = listed([f"{n} {NAMES[colour]}" for colour, n in enumerate(left)])
    box = f'width="100%" height="26" viewBox="0 0 {_STEP * COLOURS:g} 26" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="Still to come: {spoken}">{art}</svg>'


# ---- the end


def last_seat(desk: Desk) -> int:
    """Who has the last turn of the game (MA-E02), or -1 before the last round."""
    closing = desk.view.closing
    return (desk.active + closing - 1) % len(desk.seats) if closing > 0 else -1


def last_words(desk: Desk) -> str:
    """Who has the last turn and how many turns are left; that the queue is nearly empty, or that the game stalls."""
    if desk.over:
        return ""
    last, closing = last_seat(desk), desk.view.closing
    has = "You have" if last == desk.seat else f"{desk.ctx.names(last)} has" if last >= 0 else ""
    if closing == 1:
        return f"{has} the last turn."
    if last >= 0:
        return f"Last round, {many(closing, 'turn')} left. {has} the last one."
    if desk.left <= SOON:
        return f"{opened(many(desk.left, 'visitor'))} left outside. Bring in the last and you get the last turn."
    return _stalling(desk)


def _stalling(desk: Desk) -> str:
    """That nothing has happened for long (MA-Z04)."""
    n = len(desk.seats)
    rest = BOX.patience * n - desk.view.idle
    if rest > 2 * n:
        return ""
    return f"No sales, no visitors. The game ends after {many(rest, 'more turn')} like that."
