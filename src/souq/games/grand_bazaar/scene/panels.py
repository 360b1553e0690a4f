"""What is said of every seat beside the board: Talents, what it is doing, cards, and what it may do in this round."""

from __future__ import annotations

from souq.engine.scene import Panel, Stat
from souq.engine.twin import interpreted
from souq.engine.wording import listed
from souq.games.grand_bazaar.rules.scoring import left_over, rank
from souq.games.grand_bazaar.scene.art import EMBLEMS
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.state import CUSTOMER_NAMES, Phase, Trading

_DOING = {
    Phase.BID: "bidding",
    Phase.LOOK: "looking",
    Phase.TAKE: "taking a card",
    Phase.CLAIM: "claiming a market",
    Phase.POLL: "hold or send?",
    Phase.RIGHT: "right of way?",
    Phase.DENIED: "go on or stop?",
    Phase.FLOOR: "has the floor",
    Phase.SEEK: "has the floor",
    Phase.INVITED: "is invited",
    Phase.ANSWER: "answering an offer",
    Phase.LAST: "answering a counter-offer",
    Phase.PICK: "choosing a proposal",
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
            stats(desk, seat) if desk.tall or seat == desk.seat else (),
            acting=desk.acting(seat),
            rank=places[seat],
        )
        for seat in desk.seats
    )


# ---- the words under a name


def note(desk: Desk, seat: int) -> str:
    """Its cards, what it is doing, else its cubes left or how it stands in the trading; who is first."""
    if desk.over:
        return f"worth {int(interpreted(left_over)(desk.view, seat))} left in hand"
    first = f"first · {desk.cards(seat)} · " if seat == desk.first else f"{desk.cards(seat)} cards · "
    if desk.acting(seat) and desk.phase != Phase.OPEN:
        return first + _DOING.get(Phase(desk.view.asks), "composing")
    return (first + _standing(desk, seat)).removesuffix(" · ")


def _standing(desk: Desk, seat: int) -> str:
    if desk.stage == "bidding":
        left = desk.cubes(seat)
        return "no cubes left" if not left else f"{left} cube{'' if left == 1 else 's'} left"
    if desk.stage == "trading":
        return _trading(desk, seat)
    if desk.stage == "selling":
        return "has sold" if int(desk.view.sellers) >> seat & 1 else "sells later"
    return ""


def _trading(desk: Desk, seat: int) -> str:
    if seat in desk.retired:
        return "left the trading"
    if seat not in desk.negotiators:
        return "trades when asked"
    if desk.trading == Trading.OPEN:
        return "trades with anybody"
    left = int(desk.view.left[seat])
    return f"{left} floor turn{'' if left == 1 else 's'} left"


# ---- small facts


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Cards, the right to start trades, the customers a seat may sell to, its Free Trader squares.

    Others have them beside their fans.
    """
    cards = desk.cards(seat)
    made = [Stat("", str(cards), "gb-cards", title=f"{cards} card{'' if cards == 1 else 's'}")]
    if seat in desk.negotiators:
        made.append(Stat("", "", "gb-sign-2", title="may start trades"))
    for customer in desk.customers(seat):
        made.append(Stat("", "", SIGNS[customer], title=f"may sell to the {CUSTOMER_NAMES[customer]}"))
    squares = [str(at + 1) for at, other in enumerate(desk.squares) if other == seat]
    if squares:
        word = "square" if len(squares) == 1 else "squares"
        made.append(Stat("", " ".join(squares), "gb-sign-4", title=f"Free Trader, {word} {listed(squares)}"))
    return tuple(made)
