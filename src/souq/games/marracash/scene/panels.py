"""The panels next to the board: each seat's cash, shops and last action, the visitors left, and how near the end is."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from souq.engine.present.scene import Facts, Panel, Stat, text
from souq.engine.present.wording import counted, listed, many, opened
from souq.engine.rules.events import Row
from souq.games.marracash import state as m
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.art import A_ROW, INK, pawn
from souq.games.marracash.scene.auction import last_said, open_purse
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.state import Event, Phase
from souq.games.marracash.story.wording import money, shop_name

EMBLEMS = ("crescent", "star", "camel", "palm")
"""Emblems of Ali, Anfa, Omar and Leila (MA-S03)."""
HIDDEN = "···"
"""Placeholder for hidden cash."""
_DOING = {
    Phase.BID: "bidding",
    Phase.AMOUNT: "bidding",
    Phase.SOUVENIR: "selling a souvenir",
    Phase.GATE: "filling a gate",
    Phase.GROUP: "filling a gate",
}
SOON = 8
"""Maximum number of visitors in the queue at which a warning says that it is nearly empty."""
_STEP = 41.0  # distance between two colours


def panels(desk: Desk) -> tuple[Panel, ...]:
    """Return a panel for every seat."""
    done = _done(desk)
    made = []
    for seat in desk.seats:
        cash = money(desk.view.cash[seat]) if open_purse(desk, seat) else HIDDEN
        note = _note(desk, seat, desk.acting(seat)) or done.get(seat, "")
        made.append(desk.panel(seat, cash, note, EMBLEMS, stats(desk, seat)))
    return tuple(made)


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Return symbols for a seat's shops by colour and its remaining signs; nothing for a seat without shops."""
    shops = sorted(desk.owned(seat), key=lambda shop: (TOWN.shops[shop].colour, shop))
    if not shops:
        return ()
    left = desk.view.signs[seat]
    chips = _grouped(shops) if len(shops) > A_ROW else [_chip(desk, shop) for shop in shops]
    return (*chips, Stat("left", str(left), f"ma-seat-{seat + 1}", title=f"{many(left, 'sign')} left"))


def _chip(desk: Desk, shop: int) -> Stat:
    colour, customers = TOWN.shops[shop].colour, desk.customers[shop]
    title = f"{shop_name(shop)}, {many(customers, 'customer')}"
    return Stat("", "", f"ma-chip-{LETTERS[colour]}", colour + 1, title)


def _grouped(shops: list[int]) -> list[Stat]:
    """Return a chip for each colour with its number of shops; used if a chip for each shop would need two rows."""
    made = []
    for colour in range(m.COLOURS):
        own = [m.SHOP_NAMES[shop] for shop in shops if TOWN.shops[shop].colour == colour]
        if own:
            title = f"{many(len(own), f'{m.NAMES[colour]} shop')}: {listed(own)}"
            made.append(Stat("", str(len(own)), f"ma-chip-{LETTERS[colour]}", colour + 1, title))
    return made


# ---- words under the name


def _note(desk: Desk, seat: int, acting: bool) -> str:
    """Return a few words on a seat: what it is doing, its part in an auction, "on turn" or "plays last"."""
    if desk.over:
        return ""
    if desk.lot >= 0:
        return _part(desk, seat, acting)
    if acting:
        return _DOING.get(Phase(desk.phase), "choosing")
    if seat == desk.last_seat and seat != desk.active:
        return "plays last"
    return "on turn" if seat == desk.active else ""


def _part(desk: Desk, seat: int, acting: bool) -> str:
    """Describe a seat's state in an auction, as in ``bids 475`` (it leads), ``bid 450`` or ``passed``.

    For the auctioneer, ``sells`` comes first.
    """
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


_DEEDS: dict[Event, Callable[[Row], str]] = {
    Event.WALK: lambda row: f"led a crowd to {TOWN.routes[row.route].end + 1}",
    Event.BOUGHT: lambda row: f"bought {m.SHOP_NAMES[row.shop]}: {money(row.money)}",
    Event.BROUGHT: lambda row: f"let in {counted(row.visitors)}",
    Event.SKIPPED: lambda row: "turn cut short" if row.later else "turn skipped",
}


def _done(desk: Desk) -> dict[int, str]:
    """Return for each seat the latest thing that it has done since the viewer last acted, in words."""
    return {row.seat: deed(row) for row in desk.recent if (deed := _DEEDS.get(Event(row.kind)))}


# ---- the town


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Return the facts about the town, for the box under the seats."""
    waiting, streets, free = numbers(desk)
    said = last_words(desk)
    rows = (
        ("Waiting outside", str(waiting)),
        ("In the streets", str(streets)),
        ("Shops for sale", str(free)),
        ("", _to_come(desk)),
        *([("", f"<em>{escape(said)}</em>")] if said else []),
    )
    return (Facts("The town", rows),)


def numbers(desk: Desk) -> tuple[int, int, int]:
    """Return three numbers: visitors in the queue, visitors in the streets, and shops without an owner."""
    return desk.left, sum(desk.sizes), sum(owner == m.NOBODY for owner in desk.owner)


def counts(desk: Desk) -> tuple[tuple[str, str], ...]:
    """Return the numbers of visitors in the streets and shops for sale, with labels, for a phone.

    The number of visitors in the queue is left out, because it is shown at the queue.
    """
    _, streets, free = numbers(desk)
    return ("in the streets", str(streets)), ("for sale", str(free))


def to_come(desk: Desk) -> list[int]:
    """Return the number of visitors of each colour who have not entered a shop yet, in the streets and in the queue."""
    return [walking + waiting for walking, waiting in zip(desk.streets, desk.outside, strict=True)]


def _to_come(desk: Desk) -> str:
    """Draw a figure of each colour and next to it the number of visitors who haven't entered a shop yet."""
    left, art = to_come(desk), ""
    for colour, n in enumerate(left):
        x = 9 + colour * _STEP
        art += pawn(colour, x, 13, 25) + text(str(n), x + 11, 18, 13.5, INK, 600, "start")
    spoken = listed([f"{n} {m.NAMES[colour]}" for colour, n in enumerate(left)])
    box = f'width="100%" height="26" viewBox="0 0 {_STEP * m.COLOURS:g} 26" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="Still to come: {spoken}">{art}</svg>'


# ---- the end


def last_words(desk: Desk) -> str:
    """Return a warning that the end is near: the last turns, a nearly empty queue, or a game without progress."""
    if desk.over:
        return ""
    last, closing = desk.last_seat, desk.view.closing
    has = "You have" if last == desk.seat else f"{desk.ctx.names(last)} has" if last >= 0 else ""
    if closing == 1:
        return f"{has} the last turn."
    if last >= 0:
        return f"Last round, {many(closing, 'turn')} left. {has} the last one."
    if desk.left <= SOON:
        return f"{opened(many(desk.left, 'visitor'))} left outside. Bring in the last and you get the last turn."
    return _stalling(desk)


def _stalling(desk: Desk) -> str:
    """Return a warning that the game will end for lack of progress (MA-Z04)."""
    n = len(desk.seats)
    rest = m.BOX.patience * n - desk.view.idle
    if rest > 2 * n:
        return ""
    return f"No sales, no visitors. The game ends after {many(rest, 'more turn')} like that."
