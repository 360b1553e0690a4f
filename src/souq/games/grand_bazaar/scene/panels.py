"""What is said of every seat beside the board: Talents, what it is doing, cards, and what it may do in this round."""

from __future__ import annotations

from souq.engine.scene import Panel, Stat
from souq.engine.twin import interpreted
from souq.engine.wording import listed, plural, several
from souq.games.grand_bazaar.rules.scoring import left_over, rank
from souq.games.grand_bazaar.scene.art import EMBLEMS
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.state import CUSTOMER_NAMES, Phase, Trading

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
    """A panel for every seat."""
    places = [int(interpreted(rank)(desk.view, seat)) if desk.over else None for seat in desk.seats]
    return tuple(
        Panel(
            seat,
            str(desk.talents(seat)),
            note(desk, seat),
            EMBLEMS[seat],
            seat + 1,
            stats(desk, seat) if desk.terse or seat == desk.seat else (),
            acting=desk.acting(seat),
            rank=places[seat],
        )
        for seat in desk.seats
    )


# ---- the words under a name


def note(desk: Desk, seat: int) -> str:
    """What it is doing; else its cards, and its cubes left or how it stands in the trading and the selling."""
    if desk.over:
        return f"worth {int(interpreted(left_over)(desk.view, seat))} left in hand"
    if desk.acting(seat) and desk.phase != Phase.OPEN:
        return _DOING.get(Phase(desk.view.asks), "composing")
    cards, standing = desk.cards(seat), _standing(desk, seat)
    return f"{several(cards, 'card')}{f' · {standing}' if standing else ''}"


def _standing(desk: Desk, seat: int) -> str:
    if desk.stage == "bidding":
        left = desk.cubes(seat)
        return f"{left or 'no'} {plural(left, 'cube')}"
    if desk.stage == "trading":
        return _trading(desk, seat)
    if desk.stage == "selling":
        return "has sold" if desk.view.sellers >> seat & 1 else "sells later"
    return ""


def _trading(desk: Desk, seat: int) -> str:
    """Whether it has left, and how often it has the floor still."""
    if seat in desk.retired:
        return "left"
    if seat not in desk.negotiators or desk.trading == Trading.OPEN:
        return ""
    left = desk.view.left[seat]
    return f"{left or 'no'} {plural(left, 'turn')}"


# ---- small facts


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Cards, the right to start trades, the customers a seat may sell to, its Free Trader squares.

    Others have them beside their fans.
    """
    cards = desk.cards(seat)
    made = [Stat("", str(cards), "gb-cards", title=several(cards, "card"))]
    if seat in desk.negotiators:
        made.append(Stat("", "", "gb-sign-2", title="may start trades"))
    for customer in desk.customers(seat):
        made.append(Stat("", "", SIGNS[customer], title=f"may sell to the {CUSTOMER_NAMES[customer]}"))
    squares = [str(at + 1) for at, other in enumerate(desk.squares) if other == seat]
    if squares:
        word = "square" if len(squares) == 1 else "squares"
        made.append(Stat("", " ".join(squares), "gb-sign-4", title=f"Free Trader, {word} {listed(squares)}"))
    return tuple(made)
