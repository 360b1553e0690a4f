"""The panels of the seats, with Talents, activity and rights, and the table of goods that the viewer can't locate."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from souq.engine.present.markup import n
from souq.engine.present.scene import Facts, Panel, Stat, text, use
from souq.engine.present.wording import listed, plural, several
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.scoring import left_over
from souq.games.grand_bazaar.scene.art import EMBLEMS, INK, MUTED
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.state import Phase, Trading
from souq.games.grand_bazaar.story.wording import TYPE_NAMES

_GOOD, _HIGH = 47.0, 25.0
_DOING = {
    Phase.BID: "bidding",
    Phase.LOOK: "looking",
    Phase.TAKE: "taking a card",
    Phase.CLAIM: "claiming",
    Phase.POLL: "may draw two",
    Phase.RIGHT: "may object",
    Phase.DENIED: "may go on",
    Phase.FLOOR: "trading",
    Phase.SEEK: "trading",
    Phase.INVITED: "may offer",
    Phase.ANSWER: "answering",
    Phase.LAST: "answering",
    Phase.PICK: "choosing",
    Phase.OPEN: "may trade",
    Phase.SELL: "selling",
    Phase.DISCARD: "discarding",
}


def panels(desk: Desk) -> tuple[Panel, ...]:
    """Return a panel for each seat."""
    details = [stats(desk, seat) if desk.terse or seat == desk.seat else () for seat in desk.seats]
    return tuple(
        desk.panel(seat, str(desk.view.talents[seat]), note(desk, seat), EMBLEMS, details[seat]) for seat in desk.seats
    )


# ---- the words under a name


def note(desk: Desk, seat: int) -> str:
    """Return the line below a seat's name: what it is doing, or its number of cards and its state in this phase.

    After the game it is the value left in hand.
    """
    if desk.over:
        return f"worth {interpreted(left_over)(desk.view, seat)} left in hand"
    if desk.acting(seat) and desk.phase != Phase.OPEN:
        return _DOING.get(Phase(desk.view.asks), "composing")
    cards, status = desk.cards(seat), _status(desk, seat)
    return f"{several(cards, 'card')}{f' · {status}' if status else ''}"


def _status(desk: Desk, seat: int) -> str:
    if desk.stage == "bidding":
        left = desk.view.cubes[seat]
        return f"{left or 'no'} {plural(left, 'cube')}"
    if desk.stage == "trading":
        return _trading(desk, seat)
    if desk.stage == "selling":
        return "has sold" if desk.view.sellers >> seat & 1 else "sells later"
    return ""


def _trading(desk: Desk, seat: int) -> str:
    """Return a seat's state in trading: "left", a negotiator's remaining floor turns (such as "2 turns"), or ""."""
    if seat in desk.retired:
        return "left"
    if seat not in desk.negotiators or desk.trading == Trading.OPEN:
        return ""
    left = desk.view.left[seat]
    return f"{left or 'no'} {plural(left, 'turn')}"


# ---- small facts


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Return a panel's symbols: number of cards, right to start trades, customers, Free Trader squares.

    On a desktop only the viewer's panel has them; other seats have them next to their fans.
    """
    cards = desk.cards(seat)
    made = [Stat("", str(cards), "gb-cards", title=several(cards, "card"))]
    if seat in desk.negotiators:
        made.append(Stat("", "", "gb-sign-2", title="may start trades"))
    for customer in desk.customers(seat):
        made.append(Stat("", "", SIGNS[customer], title=f"may sell to the {g.CUSTOMER_NAMES[customer]}"))
    squares = [str(at + 1) for at, other in enumerate(desk.view.square) if other == seat]
    if squares:
        word = "square" if len(squares) == 1 else "squares"
        made.append(Stat("", " ".join(squares), "gb-sign-4", title=f"Free Trader, {word} {listed(squares)}"))
    return tuple(made)


# ---- all cards together


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Return a table of the copies of each good that the viewer can't locate; none in trading and after the game."""
    if desk.over or desk.stage == "trading":
        return ()
    lines = tuple(
        ("", _type_row(kind, desk.unseen[g.RANKS * kind : g.RANKS * kind + g.RANKS])) for kind in range(g.TYPES)
    )
    return (Facts("Still out there **of each good**", lines, place="story"),)


@lru_cache(maxsize=4096)
def _type_row(kind: int, left: tuple[int, ...]) -> str:
    """Return a row of the table: a type's symbol, and the copies of each of its goods that the viewer can't locate."""
    wide, counts = 30 + g.RANKS * _GOOD - 6, list[str]()
    art = use(f"gb-mark-{kind}", 0, 2, 21)
    for nth, count in enumerate(left):
        x = 30 + nth * _GOOD
        faint = "" if count else ' opacity=".35"'
        art += f"<g{faint}>{use(f'gb-good-{g.RANKS * kind + nth}', x, 2, 21, colour=f'var(--good-{kind + 1})')}</g>"
        art += text(str(count), x + 24, 17.5, 14, INK if count else MUTED, 600, "start")
        counts.append(f"{g.NAMES[g.RANKS * kind + nth]} {count}")
    words = escape(f"{TYPE_NAMES[kind]}: {', '.join(counts)}")
    box = f'width="100%" height="{n(_HIGH)}" viewBox="0 0 {n(wide)} {n(_HIGH)}" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="{words}"><title>{words}</title>{art}</svg>'
