"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from souq.engine import telling
from souq.engine.events import Row
from souq.engine.scene import LogLine, Names
from souq.engine.telling import Rows, Tellers, only
from souq.engine.voice import Person, person
from souq.engine.wording import counted, listed, opened, some
from souq.games.marracash.state import NAMES, SHOP_NAMES, Event
from souq.games.marracash.story.wording import COIN, fountain, gain, hue, hued, money, souvenir, street

EVERY = ("", "First round", "Last round")
"""What is said of a turn: of an ordinary one, its number."""


def tell(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(Event, _TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[LogLine]:
    who = person(names, rows[0].a)
    return [LogLine(None, "Setup", "turn"), LogLine(rows[0].a, f"{who} {who.does('goes')} first.")]


def _trios(rows: Rows, names: Names) -> list[LogLine]:
    """Who stands at the entrances, all on one line."""
    groups = [f"{listed([NAMES[colour] for colour in (row.b, row.c, row.d)])} at {fountain(row.a)}" for row in rows]
    return [LogLine(None, f"The first visitors are {'; '.join(groups)}.")]


def _turn(rows: Rows, names: Names) -> list[LogLine]:
    row, who = rows[0], person(names, rows[0].a)
    return [LogLine(None, f"{EVERY[row.c] or f'Turn {row.b}'} · {'You' if who.you else who}", "turn")]


def _skipped(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(row.a, _skipping(person(names, row.a), row.b)) for row in rows]


def _skipping(who: Person, why: int) -> str:
    if why:
        return f"{who} {who.does('has')} nothing left to do this turn."
    return f"{who} can’t hold an auction and {who.does('skips')} the turn."


# ---- walks


def _walk(rows: Rows, names: Names) -> list[LogLine]:
    """Who leads whom where. Who gets there is told only if nobody does: the others can be seen there."""
    walk, who = rows[0], person(names, rows[0].a)
    gone = any(row.b == 0 for row in only(rows, Event.ARRIVED))
    crowd = "a visitor" if walk.d == 1 else f"the crowd of {counted(walk.d)}"
    told = LogLine(walk.a, f"{who} {who.does('leads')} {crowd} {street(walk.c, gone)}.")
    visits = [i for i, row in enumerate(rows) if row.kind == Event.ENTER]
    visits.append(len(rows))
    return [told, *(line for i, end in pairwise(visits) for line in _visit(rows[i:end], names))]


def _visit(rows: Rows, names: Names) -> list[LogLine]:
    """Customers in one shop, what they pay and buy, and who gets a cut of it."""
    entered, income = _one(rows, Event.ENTER), _one(rows, Event.INCOME)
    sold, cut = only(rows, Event.SOLD), _one(rows, Event.CUT)
    owner = income.a if income else sold[0].a if sold else cut.a if cut else None
    if entered:
        said = _entering(entered, _one(rows, Event.PULL), owner, names)
        if sold:
            said += f" and buy{'s' if entered.b == 1 else ''} {listed([souvenir(row.b) for row in sold])}"
        elif income is None:
            said += "; its owner chooses the souvenir to sell"
    elif sold and owner is not None:
        who = person(names, owner)
        said = f"{who} {who.does('sells')} {listed([souvenir(row.b) for row in sold])}"
        said += f" to the customer in **{SHOP_NAMES[income.c]}**" if income else ""
    elif income:
        who = person(names, income.a)
        said = f"{who} {who.does('earns')} money in **{SHOP_NAMES[income.c]}**"
    elif cut:
        who = person(names, cut.b)
        return [LogLine(cut.b, f"{who} {who.does('gets')} a cut of {money(cut.c)} from {names(cut.a)}.")]
    else:
        return []
    return [LogLine(owner, f"{said}{_paid(income, cut, names)}.")]


def _one(rows: Rows, kind: Event) -> Row | None:
    return next((row for row in rows if row.kind == kind), None)


def _entering(entered: Row, pulled: Row | None, owner: int | None, names: Names) -> str:
    """``two blue customers enter Ali's B4``."""
    who = opened(some(entered.b, f"{hue(entered.a)} customer"))
    whose = f"{person(names, owner).whose} " if owner is not None else ""
    at = f" at {fountain(pulled.c)}" if pulled else ""
    return f"{who}{at} enter{'s' if entered.b == 1 else ''} {whose}**{SHOP_NAMES[entered.a]}**"


def _paid(income: Row | None, cut: Row | None, names: Names) -> str:
    """``: [[+300]], 100 of it to Omar``."""
    if income is None:
        return ""
    return f": {gain(income.b)}{f', {money(cut.c)} of it to {names(cut.b)}' if cut else ''}"


def _pulled(rows: Rows, names: Names) -> list[LogLine]:
    """Customers who stood at the door of a shop when it was sold."""
    if only(rows, Event.ENTER):
        return _visit(rows, names)
    pull = rows[0]
    who = some(pull.b, f"{hue(pull.a)} visitor")
    return [LogLine(None, f"{opened(who)} at {fountain(pull.c)} can go straight into **{SHOP_NAMES[pull.a]}**.")]


def _arrived(rows: Rows, names: Names) -> list[LogLine]:
    row = rows[-1]
    if row.b == 0:
        return [LogLine(None, f"Nobody gets as far as {fountain(row.a)}.")]
    return [LogLine(None, f"{opened(some(row.b, 'visitor'))} arrive{'s' if row.b == 1 else ''} at {fountain(row.a)}.")]


# ---- auctions


def _lot(rows: Rows, names: Names) -> list[LogLine]:
    """A shop is put up; who cannot own one more; and the opening bid, if it was not asked for."""
    lot, who = rows[0], person(names, rows[0].a)
    opening = _one(rows, Event.BIDS)
    bid = f" and {who.does('opens')} at {money(opening.b)}" if opening else ""
    what = f"the {hue(lot.b)} shop **{SHOP_NAMES[lot.b]}**"
    put = LogLine(lot.a, f"{who} {who.does('puts')} {what} up for auction{bid}.")
    return [put, *_passed(only(rows, Event.PASSES), names)]


def _bids(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(row.a, f"{_bidding(person(names, row.a), row.c)} {money(row.b)}.") for row in rows]


def _bidding(who: Person, opens: int) -> str:
    return f"{who} {who.does('opens')} at" if opens else f"{who} {who.does('bids')}"


def _passed(rows: Rows, names: Names) -> list[LogLine]:
    """Those who pass, for one reason after another; what the shop is sold for then ends the last sentence."""
    passes, sale = only(rows, Event.PASSES), only(rows, Event.BOUGHT, Event.FEE)
    said: list[LogLine] = []
    while passes:
        n = next((i for i, row in enumerate(passes) if row.b != passes[0].b), len(passes))
        said.append(_passing(passes[:n], names))
        passes = passes[n:]
    if not sale:
        return said
    *before, last = said
    (bought,) = _bought(sale, names)
    return [*before, LogLine(bought.seat, f"{last.text.removesuffix('.')}, so {bought.text}")]


def _passing(rows: Rows, names: Names) -> LogLine:
    if len(rows) > 1:
        how = ("pass", "can’t raise and pass", "have no signs left and sit this one out")[rows[0].b]
        return LogLine(None, f"{listed([names(row.a) for row in rows])} {how}.")
    who = person(names, rows[0].a)
    how = (
        who.does("passes"),
        f"can’t raise and {who.does('passes')}",
        f"{who.does('has')} no signs left and {who.does('sits')} this one out",
    )[rows[0].b]
    return LogLine(rows[0].a, f"{who} {how}.")


def _bought(rows: Rows, names: Names) -> list[LogLine]:
    """Who buys what for how much, and the auctioneer's fee."""
    row, fee, who = rows[0], _one(rows, Event.FEE), person(names, rows[0].a)
    paid = f"; the bank pays {names(fee.a)} {gain(fee.b)}" if fee else ""
    what = f"the {hue(row.b)} shop **{SHOP_NAMES[row.b]}**"
    return [LogLine(row.a, f"{who} {who.does('buys')} {what} for {money(row.c)}{paid}.")]


def _fee(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(row.a, f"The bank pays {names(row.a)}, the auctioneer, {gain(row.b)}.") for row in rows]


# ---- visitors, souvenirs


def _brought(rows: Rows, names: Names) -> list[LogLine]:
    """A group from one end of the queue, and how many are left in it."""
    group, colours, who = rows[0], [row.a for row in rows if row.kind == Event.VISITOR], person(names, rows[0].a)
    way = f"from end {'AB'[group.c]} to {fountain(group.d)}"
    left = rows[-1].c if colours else 0
    waiting = f" {opened(counted(left))} still wait{'s' if left == 1 else ''} outside." if left else ""
    visitors = some(group.b, f"{NAMES[colours[0]]} visitor" if len(set(colours)) == 1 else "visitor")
    each = f": {hued(colours)}" if len(set(colours)) > 1 else ""
    return [LogLine(group.a, f"{who} {who.does('brings')} {visitors} {way}{each}.{waiting}")]


def _visitors(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(None, f"A {NAMES[row.a]} visitor comes in at {fountain(row.b)}.") for row in rows]


def _sold(rows: Rows, names: Names) -> list[LogLine]:
    """A souvenir whose owner has chosen it, and what the shop is paid then."""
    return _visit(rows, names)


def _cards(rows: Rows, names: Names) -> list[LogLine]:
    """Souvenirs turned up, all on one line."""
    cards = listed([souvenir(row.a) for row in rows])
    last = " There are no more." if rows[-1].c == 0 else ""
    return [LogLine(None, f"{'A new souvenir' if len(rows) == 1 else 'New souvenirs'}: {cards}.{last}")]


# ---- the end


def _last(rows: Rows, names: Names) -> list[LogLine]:
    who = person(names, rows[0].a)
    last = f"{who} {who.does('has')} the last one"
    return [LogLine(None, f"The queue is empty, so everybody gets one more turn. {last}.", "end")]


def _stalled(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(None, f"For {rows[0].a} turns no shop is sold and nobody comes, so the game ends.", "end")]


def _end(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(None, "The game is over. The most money wins.", "end")]


def _ranks(rows: Rows, names: Names) -> list[LogLine]:
    """The winner, or those who share the victory; then the others in order."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    cash = f"{money(best[0].c)} {COIN}"
    if len(best) == 1:
        who = person(names, best[0].a)
        lines = [LogLine(best[0].a, f"**{who}** {who.does('wins')} with {cash}.", "end")]
    else:
        winners = listed([f"**{names(row.a)}**" for row in best])
        lines = [LogLine(None, f"{winners} share the win with {cash} each.", "end")]
    for row in placed[len(best) :]:
        lines.append(LogLine(row.a, f"{row.b}. {names(row.a)}, {money(row.c)} {COIN}.", "end"))
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
    Event.PASSES: (_passed, frozenset({Event.PASSES, Event.BOUGHT, Event.FEE})),
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
