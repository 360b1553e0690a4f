"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from souq.engine import telling
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.wording import counted, listed, opened
from souq.games.marracash.state import NAMES, SHOP_NAMES, Event
from souq.games.marracash.story.wording import (
    COIN,
    belonging,
    fountain,
    gain,
    hue,
    hued,
    money,
    several,
    souvenir,
    street,
)

EVERY = ("", "First round", "Last round")
"""What is said of a turn: of an ordinary one, its number."""


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[Line]:
    seat = rows[0].a
    return [Line(None, "Setup", "turn"), Line(seat, f"{names(seat)} goes first.")]


def _trios(rows: Rows, names: Names) -> list[Line]:
    """Who stands at the entrances, all on one line."""
    groups = [f"{listed([NAMES[colour] for colour in (row.b, row.c, row.d)])} at {fountain(row.a)}" for row in rows]
    return [Line(None, f"The first visitors come in: {'; '.join(groups)}.")]


def _turn(rows: Rows, names: Names) -> list[Line]:
    row = rows[0]
    return [Line(None, f"{EVERY[row.c] or f'Turn {row.b}'} · {names(row.a)}", "turn")]


def _skipped(rows: Rows, names: Names) -> list[Line]:
    why = {0: "cannot hold an auction: the turn is skipped", 1: "can do nothing more in this turn"}
    return [Line(row.a, f"{names(row.a)} {why[row.b]}.") for row in rows]


# ---- walks


def _walk(rows: Rows, names: Names) -> list[Line]:
    """Who leads whom where. Who gets there is told only if nobody does: the others can be seen there."""
    walk = rows[0]
    gone = any(row.b == 0 for row in only(rows, Event.ARRIVED))
    crowd = "a visitor" if walk.d == 1 else f"the crowd of {counted(walk.d)}"
    told = Line(walk.a, f"{names(walk.a)} leads {crowd} {street(walk.c, gone)}.")
    visits = [i for i, row in enumerate(rows) if row.kind == Event.ENTER]
    visits.append(len(rows))
    return [told, *(line for i, end in pairwise(visits) for line in _visit(rows[i:end], names))]


def _visit(rows: Rows, names: Names) -> list[Line]:
    """Customers in one shop, what they pay and buy, and who gets a cut of it."""
    entered, income = _one(rows, Event.ENTER), _one(rows, Event.INCOME)
    sold, cut = only(rows, Event.SOLD), _one(rows, Event.CUT)
    owner = income.a if income else sold[0].a if sold else cut.a if cut else None
    if entered:
        said = _entering(entered, _one(rows, Event.PULL), owner, names)
        if sold:
            said += f" and buy{'s' if entered.b == 1 else ''} {listed([souvenir(row.b) for row in sold])}"
        elif income is None:
            said += "; the owner chooses which souvenir to sell"
    elif sold and owner is not None:
        said = f"{names(owner)} sells {listed([souvenir(row.b) for row in sold])}"
        said += f" to the customer in **{SHOP_NAMES[income.c]}**" if income else ""
    elif income:
        said = f"{names(income.a)} earns in **{SHOP_NAMES[income.c]}**"
    elif cut:
        return [Line(cut.b, f"{names(cut.b)} gets a cut of {money(cut.c)} from {names(cut.a)}.")]
    else:
        return []
    return [Line(owner, f"{opened(said)}{_paid(income, cut, names)}.")]


def _one(rows: Rows, kind: Event) -> Row | None:
    return next((row for row in rows if row.kind == kind), None)


def _entering(entered: Row, pulled: Row | None, owner: int | None, names: Names) -> str:
    """``two blue customers enter Ali's B4``."""
    who = several(entered.b, f"{hue(entered.a)} customer")
    whose = f"{belonging(owner, names)} " if owner is not None else ""
    at = f" at {fountain(pulled.c)}" if pulled else ""
    return f"{who}{at} enter{'s' if entered.b == 1 else ''} {whose}**{SHOP_NAMES[entered.a]}**"


def _paid(income: Row | None, cut: Row | None, names: Names) -> str:
    """``: [[+300]], 100 of it to Omar``."""
    if income is None:
        return ""
    return f": {gain(income.b)}{f', {money(cut.c)} of it to {names(cut.b)}' if cut else ''}"


def _pulled(rows: Rows, names: Names) -> list[Line]:
    """Customers who stood at the door of a shop when it was sold."""
    if only(rows, Event.ENTER):
        return _visit(rows, names)
    pull = rows[0]
    who = several(pull.b, f"{hue(pull.a)} visitor")
    return [Line(None, f"{opened(who)} at {fountain(pull.c)} can go straight in to **{SHOP_NAMES[pull.a]}**.")]


def _arrived(rows: Rows, names: Names) -> list[Line]:
    row = rows[-1]
    if row.b == 0:
        return [Line(None, f"Nobody gets as far as {fountain(row.a)}.")]
    return [Line(None, f"{opened(several(row.b, 'visitor'))} arrive{'s' if row.b == 1 else ''} at {fountain(row.a)}.")]


# ---- auctions


def _lot(rows: Rows, names: Names) -> list[Line]:
    """A shop is put up; who cannot own one more; and the opening bid, if it was not asked for."""
    lot = rows[0]
    opening = _one(rows, Event.BIDS)
    bid = f" and opens at {money(opening.b)}" if opening else ""
    what = f"the {hue(lot.b)} shop **{SHOP_NAMES[lot.b]}**"
    return [Line(lot.a, f"{names(lot.a)} puts {what} up for auction{bid}."), *_passed(only(rows, Event.PASSES), names)]


def _bids(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} {'opens at' if row.c else 'bids'} {money(row.b)}.") for row in rows]


def _passed(rows: Rows, names: Names) -> list[Line]:
    """Those who pass, for one reason after another."""
    lines = []
    while rows:
        n = next((i for i, row in enumerate(rows) if row.b != rows[0].b), len(rows))
        lines.append(_passing(rows[:n], names))
        rows = rows[n:]
    return lines


def _passing(rows: Rows, names: Names) -> Line:
    who, one = listed([names(row.a) for row in rows]), len(rows) == 1
    how = (
        "passes" if one else "pass",
        "cannot raise and passes" if one else "cannot raise and pass",
        "has no sign left and takes no part" if one else "have no sign left and take no part",
    )
    return Line(rows[0].a if one else None, f"{who} {how[rows[0].b]}.")


def _bought(rows: Rows, names: Names) -> list[Line]:
    """Who buys what for how much, and the auctioneer's fee."""
    row, fee = rows[0], _one(rows, Event.FEE)
    paid = f"; the bank pays {names(fee.a)} {gain(fee.b)}" if fee else ""
    what = f"the {hue(row.b)} shop **{SHOP_NAMES[row.b]}**"
    return [Line(row.a, f"{names(row.a)} buys {what} for {money(row.c)}{paid}.")]


def _fee(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"The bank pays {names(row.a)}, the auctioneer, {gain(row.b)}.") for row in rows]


# ---- visitors, souvenirs


def _brought(rows: Rows, names: Names) -> list[Line]:
    """A group from one end of the queue, and how many are left in it."""
    group, colours = rows[0], [row.a for row in rows if row.kind == Event.VISITOR]
    way = f"from end {'AB'[group.c]} to {fountain(group.d)}"
    left = rows[-1].c if colours else 0
    waiting = f" {left} still wait{'s' if left == 1 else ''} outside." if left else ""
    if len(set(colours)) == 1:
        who = several(group.b, f"{NAMES[colours[0]]} visitor")
        return [Line(group.a, f"{names(group.a)} brings {who} {way}.{waiting}")]
    who = several(group.b, "visitor")
    each = f": {hued(colours)}" if colours else ""
    return [Line(group.a, f"{names(group.a)} brings {who} {way}{each}.{waiting}")]


def _visitors(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"A {NAMES[row.a]} visitor comes in to {fountain(row.b)}.") for row in rows]


def _sold(rows: Rows, names: Names) -> list[Line]:
    """A souvenir whose owner has chosen it, and what the shop is paid then."""
    return _visit(rows, names)


def _cards(rows: Rows, names: Names) -> list[Line]:
    """Souvenirs turned up, all on one line."""
    cards = listed([souvenir(row.a) for row in rows])
    last = " No more are left." if rows[-1].c == 0 else ""
    return [Line(None, f"{'A new souvenir' if len(rows) == 1 else 'New souvenirs'}: {cards}.{last}")]


# ---- the end


def _last(rows: Rows, names: Names) -> list[Line]:
    last = belonging(rows[0].a, names)
    return [Line(None, f"The queue is empty: everybody has one more turn. The final turn is {last}.", "end")]


def _stalled(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"For {rows[0].a} turns nothing was sold and nobody came: the game ends.", "end")]


def _end(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "The game is over: most money wins.", "end")]


def _ranks(rows: Rows, names: Names) -> list[Line]:
    """The winner, or those who share the victory; then the others in order."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    cash = f"{money(best[0].c)} {COIN}"
    if len(best) == 1:
        lines = [Line(best[0].a, f"**{names(best[0].a)}** wins with {cash}.", "end")]
    else:
        winners = listed([f"**{names(row.a)}**" for row in best])
        lines = [Line(None, f"{winners} share the victory with {cash} each.", "end")]
    for row in placed[len(best) :]:
        lines.append(Line(row.a, f"{row.b}. {names(row.a)}, {money(row.c)} {COIN}.", "end"))
    return lines


_NONE: frozenset[Event] = frozenset()
_PAID = frozenset({Event.SOLD, Event.INCOME, Event.CUT})
_TELLERS: Tellers = {
    Event.FIRST: (_first, _NONE),
    Event.TRIO: (_trios, frozenset({Event.TRIO})),
    Event.TURN: (_turn, _NONE),
    Event.SKIPPED: (_skipped, _NONE),
    Event.WALK: (_walk, _PAID | {Event.ENTER, Event.ARRIVED}),
    Event.ENTER: (_visit, _PAID),
    Event.SOLD: (_sold, _PAID),
    Event.INCOME: (_visit, frozenset({Event.CUT})),
    Event.CUT: (_visit, _NONE),
    Event.ARRIVED: (_arrived, _NONE),
    Event.LOT: (_lot, frozenset({Event.PASSES, Event.BIDS})),
    Event.BIDS: (_bids, _NONE),
    Event.PASSES: (_passed, frozenset({Event.PASSES})),
    Event.BOUGHT: (_bought, frozenset({Event.FEE})),
    Event.FEE: (_fee, _NONE),
    Event.PULL: (_pulled, _PAID | {Event.ENTER}),
    Event.BROUGHT: (_brought, frozenset({Event.VISITOR})),
    Event.VISITOR: (_visitors, _NONE),
    Event.CARD: (_cards, frozenset({Event.CARD})),
    Event.LAST: (_last, _NONE),
    Event.STALLED: (_stalled, _NONE),
    Event.END: (_end, _NONE),
    Event.RANK: (_ranks, frozenset({Event.RANK})),
}
"""By the event that opens a passage: who tells it, and which events go on with it."""
