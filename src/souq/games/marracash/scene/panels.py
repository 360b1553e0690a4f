"""What is said of every seat beside the board: cash, shops, signs left, and what it is doing."""

from __future__ import annotations

from souq.engine.scene import Panel, Stat
from souq.engine.twin import interpreted
from souq.engine.wording import listed, many
from souq.games.marracash.box import LETTERS
from souq.games.marracash.rules.scoring import rank
from souq.games.marracash.scene.auction import last_said, open_purse
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.facts import last_seat
from souq.games.marracash.scene.ledger import A_ROW, owned
from souq.games.marracash.state import COLOURS, NAMES, SHOP_NAMES, Event, Phase
from souq.games.marracash.story.wording import money

EMBLEMS = ("crescent", "star", "camel", "palm")
"""Signs of Ali, Anfa, Omar and Leila (MA-S03)."""
HIDDEN = "···"
"""Instead of cash that is not shown."""

_DOING = {
    Phase.BID: "bidding",
    Phase.AMOUNT: "bidding",
    Phase.SOUVENIR: "selling a souvenir",
    Phase.GATE: "filling a gate",
    Phase.GROUP: "filling a gate",
}


def panels(desk: Desk) -> tuple[Panel, ...]:
    """A panel for every seat."""
    done = _done(desk)
    made = []
    for seat in desk.seats:
        acting = seat == desk.player and not desk.over
        made.append(
            Panel(
                seat,
                money(desk.view.cash[seat]) if open_purse(desk, seat) else HIDDEN,
                _note(desk, seat, acting) or done.get(seat, ""),
                EMBLEMS[seat],
                seat + 1,
                stats(desk, seat),
                acting=acting,
                rank=interpreted(rank)(desk.view, seat) if desk.over else None,
            )
        )
    return tuple(made)


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """The shops by colour, and the signs left; nothing while a seat owns no shop and so has all its signs."""
    shops = sorted(owned(desk, seat), key=lambda shop: (TOWN.shops[shop].colour, shop))
    if not shops:
        return ()
    left = desk.view.signs[seat]
    chips = _grouped(shops) if len(shops) > A_ROW else [_chip(desk, shop) for shop in shops]
    return (*chips, Stat("left", str(left), f"ma-seat-{seat + 1}", title=f"{many(left, 'sign')} left"))


def _chip(desk: Desk, shop: int) -> Stat:
    colour, customers = TOWN.shops[shop].colour, desk.customers[shop]
    title = f"{NAMES[colour]} shop {SHOP_NAMES[shop]}, {many(customers, 'customer')}"
    return Stat("", "", f"ma-chip-{LETTERS[colour]}", colour + 1, title)


def _grouped(shops: list[int]) -> list[Stat]:
    """A chip for each colour with the number of shops, where one for each shop would not fit a row."""
    made = []
    for colour in range(COLOURS):
        own = [SHOP_NAMES[shop] for shop in shops if TOWN.shops[shop].colour == colour]
        if own:
            title = f"{many(len(own), f'{NAMES[colour]} shop')}: {listed(own)}"
            made.append(Stat("", str(len(own)), f"ma-chip-{LETTERS[colour]}", colour + 1, title))
    return made


# ---- words under the name


def _note(desk: Desk, seat: int, acting: bool) -> str:
    """What a seat is doing, or its part in the auction; else who has the last turn."""
    if desk.over:
        return ""
    if desk.lot >= 0:
        return _part(desk, seat, acting)
    if acting:
        return _DOING.get(Phase(desk.phase), "choosing")
    if seat == last_seat(desk) and seat != desk.active:
        return "plays last"
    return "on turn" if seat == desk.active else ""


def _part(desk: Desk, seat: int, acting: bool) -> str:
    """``bids 475``, ``bid 450``, ``passed``; and whose auction it is."""
    said = last_said(desk, seat)
    if said == "out":
        words = "no signs left" if not desk.view.signs[seat] else "passed"
    elif acting:
        words = "bidding" if desk.view.standing else "opening"
    elif said == "–":
        words = "yet to bid"
    else:
        words = f"{'bids' if seat == desk.view.leader else 'bid'} {said}"
    return f"sells · {words.removeprefix('bids ').removeprefix('bid ')}" if seat == desk.active else words


def _done(desk: Desk) -> dict[int, str]:
    """What each seat did last, as far as the viewer has not acted since."""
    notes: dict[int, str] = {}
    for row in desk.recent:
        if row.kind == Event.WALK:
            notes[row.seat] = f"led them to {TOWN.routes[row.route].end + 1}"
        elif row.kind == Event.BOUGHT:
            notes[row.seat] = f"bought {SHOP_NAMES[row.shop]}: {money(row.money)}"
        elif row.kind == Event.BROUGHT:
            notes[row.seat] = f"brought in {row.visitors}"
        elif row.kind == Event.SKIPPED:
            notes[row.seat] = "turn cut short" if row.later else "turn skipped"
    return notes
