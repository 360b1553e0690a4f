"""The log of MarraCash: sentences for events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from souq.engine.present import story
from souq.engine.present.scene import LogLine, Names
from souq.engine.present.story import Rows, Say, Tellers, Words, only
from souq.engine.present.voice import person
from souq.engine.present.wording import counted, listed, opened, ordinal, some
from souq.engine.rules.events import Row
from souq.games.marracash import state as m
from souq.games.marracash.state import Event
from souq.games.marracash.story.wording import COIN, fountain, gain, hue, hued, money, souvenir, street


def narrate(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """Return the log lines for the events of one decision, rows of ``[kind, seen, ...]``."""
    return story.narrate(Event, _TELLERS, events, names, _WORDS)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[LogLine]:
    seat = rows[0].seat
    return [LogLine(None, "Setup", "turn"), LogLine(seat, f"{person(names, seat):goes} first.")]


def _trios(rows: Rows, names: Names) -> list[LogLine]:
    """Return one line of the log that names the first visitors, three at each entrance."""
    trios = [(listed([m.NAMES[colour] for colour in (row.colour, row.second, row.third)]), row) for row in rows]
    *groups, last = (f"{trio} at {fountain(row.fountain)}" for trio, row in trios)
    said = "; ".join([*groups, f"and {last}" if groups else last])
    return [LogLine(None, f"The first visitors are {said}.")]


def _turn(rows: Rows, names: Names) -> list[LogLine]:
    """Return the heading of a turn: its number (or "First round" or "Last round") and the player's name."""
    row, who = rows[0], person(names, rows[0].seat)
    part = (f"Turn {row.turn}", "First round", "Last round")[row.part]
    return [LogLine(None, f"{part} · {'You' if who.you else who}", "turn")]


def _skipped(rows: Rows, names: Names) -> list[LogLine]:
    row, who = rows[0], person(names, rows[0].seat)
    why = (
        f"{who:has} nothing left to do this"
        if row.later
        else f"{who} can’t hold an auction and {who.does('skips')} the"
    )
    return [LogLine(row.seat, f"{why} turn.")]


# ---- walks


def _walk(rows: Rows, names: Names) -> list[LogLine]:
    """Describe how a player leads a crowd along a street, and then each shop that visitors enter on the way.

    The board shows how many visitors arrive, so the log mentions only that none does.
    """
    walk = rows[0]
    gone = any(not row.visitors for row in only(rows, Event.ARRIVED))
    crowd = "a visitor" if walk.visitors == 1 else f"the crowd of {counted(walk.visitors)}"
    start = LogLine(walk.seat, f"{person(names, walk.seat):leads} {crowd} {street(walk.route, gone)}.")
    visits = [i for i, row in enumerate(rows) if row.kind == Event.ENTER]
    return [start, *(line for i, end in pairwise([*visits, len(rows)]) for line in _visit(rows[i:end], names))]


def _visit(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the customers of one shop: what they pay, which souvenirs they buy, and the guide's cut."""
    entered, income, cut = (_one(rows, kind) for kind in (Event.ENTER, Event.INCOME, Event.CUT))
    sold = only(rows, Event.SOLD)
    owner = next((row.seat for row in (income, *sold) if row), None)
    goods = listed([souvenir(row.card) for row in sold])
    if entered:
        said = _entering(entered, _one(rows, Event.PULL), owner, names)
        if sold:
            said += f" and buy{'s' if entered.visitors == 1 else ''} {goods}"
        elif income is None:
            said += "; its owner chooses the souvenir to sell"
    elif sold:
        said = f"{person(names, sold[0].seat):sells} {goods}"
        said += f" to the customer in **{m.SHOP_NAMES[income.shop]}**" if income else ""
    else:
        said = f"{person(names, rows[0].seat):earns} money in **{m.SHOP_NAMES[rows[0].shop]}**"
    return [LogLine(owner, f"{said}{_paid(income, cut, names)}.")]


def _one(rows: Rows, kind: Event) -> Row | None:
    return next((row for row in rows if row.kind == kind), None)


def _entering(entered: Row, pulled: Row | None, owner: int | None, names: Names) -> str:
    """Return the beginning of the sentence on a visit: ``two blue customers enter Ali’s B4``."""
    who = opened(some(entered.visitors, f"{hue(entered.shop)} customer"))
    whose = f"{person(names, owner):'s} " if owner is not None else ""
    at = f" at {fountain(pulled.fountain)}" if pulled else ""
    return f"{who}{at} enter{'s' if entered.visitors == 1 else ''} {whose}**{m.SHOP_NAMES[entered.shop]}**"


def _paid(income: Row | None, cut: Row | None, names: Names) -> str:
    """Return what a visit earns, as the end of a sentence: ``: [[+300]], 100 of it to Omar``; "" without an income."""
    if income is None:
        return ""
    return f": {gain(income.money)}{f', {money(cut.money)} of it to {names(cut.guide)}' if cut else ''}"


def _pulled(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the visitors at the door of a shop that has been sold, who can enter it at once."""
    if only(rows, Event.ENTER):
        return _visit(rows, names)
    pull = rows[0]
    who = opened(some(pull.visitors, f"{hue(pull.shop)} visitor"))
    return [LogLine(None, f"{who} at {fountain(pull.fountain)} can go straight into **{m.SHOP_NAMES[pull.shop]}**.")]


def _arrived(rows: Rows, names: Names) -> list[LogLine]:
    n, there = rows[0].visitors, fountain(rows[0].fountain)
    some_arrive = f"{opened(some(n, 'visitor'))} arrive{'s' if n == 1 else ''} at {there}."
    return [LogLine(None, some_arrive if n else f"Nobody gets as far as {there}.")]


# ---- auctions


def _lot(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a shop put up for auction, the opening bid if it follows at once, and players out for lack of a sign."""
    lot, who, opening = rows[0], person(names, rows[0].seat), _one(rows, Event.BIDS)
    bid = f" and {who.does('opens')} at {money(opening.money)}" if opening else ""
    put = LogLine(lot.seat, f"{who:puts} the {hue(lot.shop)} shop **{m.SHOP_NAMES[lot.shop]}** up for auction{bid}.")
    return [put, *_passed(only(rows, Event.PASSES), names)]


def _bids(rows: Rows, names: Names) -> list[LogLine]:
    row, who = rows[0], person(names, rows[0].seat)
    return [LogLine(row.seat, f"{f'{who:opens} at' if row.opening else f'{who:bids}'} {money(row.money)}.")]


def _passed(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the players who pass, grouped by reason; if the auction ends, the last sentence includes the sale."""
    passes, sale = only(rows, Event.PASSES), only(rows, Event.BOUGHT, Event.FEE)
    said = [_passing(list(same), why, names) for why, same in groupby(passes, key=lambda row: row.why)]
    if not sale:
        return said
    *before, last = said
    (bought,) = _bought(sale, names)
    return [*before, LogLine(bought.seat, f"{last.text.removesuffix('.')}, so {bought.text}")]


def _passing(rows: Rows, why: int, names: Names) -> LogLine:
    if len(rows) > 1:
        how = ("pass", "have to pass", "have no signs left and sit this one out")[why]
        return LogLine(None, f"{listed([names(row.seat) for row in rows])} {how}.")
    who = person(names, rows[0].seat)
    how = (
        who.does("passes"),
        f"{who.does('has')} to pass",
        f"{who.does('has')} no signs left and {who.does('sits')} this one out",
    )[why]
    return LogLine(rows[0].seat, f"{who} {how}.")


def _bought(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate a sale: the buyer, the shop, the price, and the auctioneer's fee."""
    row, fee = rows[0], _one(rows, Event.FEE)
    paid = f"; the bank pays {names(fee.seat)} {gain(fee.money)}" if fee else ""
    what = f"the {hue(row.shop)} shop **{m.SHOP_NAMES[row.shop]}**"
    return [LogLine(row.seat, f"{person(names, row.seat):buys} {what} for {money(row.money)}{paid}.")]


# ---- visitors, souvenirs


def _brought(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate a group from one end of the queue, and how many visitors are left in the queue."""
    group, *came = rows
    colours, left = [row.colour for row in came], came[-1].left if came else 0
    way = f"from end {'AB'[group.end]} to {fountain(group.fountain)}"
    waiting = f" {opened(counted(left))} still wait{'s' if left == 1 else ''} outside." if left else ""
    alike = len(set(colours)) == 1
    visitors = some(group.visitors, f"{m.NAMES[colours[0]]} visitor" if alike else "visitor")
    each = f": {hued(colours)}" if colours and not alike else ""
    return [LogLine(group.seat, f"{person(names, group.seat):brings} {visitors} {way}{each}.{waiting}")]


def _cards(rows: Rows, names: Names) -> list[LogLine]:
    """Return one line for all souvenirs turned up."""
    cards = listed([souvenir(row.card) for row in rows])
    last = "" if rows[-1].left else " There are no more."
    return [LogLine(None, f"{'A new souvenir' if len(rows) == 1 else 'New souvenirs'}: {cards}.{last}")]


# ---- the end


def _ranks(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate the winner, or the players who share the win, then the others in order."""
    placed = sorted(rows, key=lambda row: (row.rank, row.seat))
    best = [row for row in placed if row.rank == placed[0].rank]
    cash = f"{money(best[0].money)} {COIN}"
    if len(best) == 1:
        who = person(names, best[0].seat)
        lines = [LogLine(best[0].seat, f"**{who}** {who.does('wins')} with {cash}.", "end")]
    else:
        winners = listed([f"**{names(row.seat)}**" for row in best])
        lines = [LogLine(None, f"{winners} share the win with {cash} each.", "end")]
    for row in placed[len(best) :]:
        who = person(names, row.seat)
        lines.append(LogLine(row.seat, f"{who:comes} {ordinal(row.rank)} with {money(row.money)} {COIN}.", "end"))
    return lines


_PAID = frozenset({Event.SOLD, Event.INCOME, Event.CUT})
_TELLERS: Tellers = {
    Event.FIRST: (_first, ()),
    Event.TRIO: (_trios, {Event.TRIO}),
    Event.TURN: (_turn, ()),
    Event.SKIPPED: (_skipped, ()),
    Event.WALK: (_walk, _PAID | {Event.ENTER, Event.ARRIVED}),
    **dict.fromkeys((Event.ENTER, Event.SOLD), (_visit, _PAID)),
    Event.INCOME: (_visit, {Event.CUT}),
    Event.CUT: Say("{guide:gets} a cut of {money} from {owner}.", whose="guide"),
    Event.ARRIVED: (_arrived, ()),
    Event.LOT: (_lot, {Event.PASSES, Event.BIDS}),
    Event.BIDS: (_bids, ()),
    Event.PASSES: (_passed, {Event.PASSES, Event.BOUGHT, Event.FEE}),
    Event.BOUGHT: (_bought, {Event.FEE}),
    Event.FEE: "The bank pays {seat}, the auctioneer, [[+{money}]].",
    Event.PULL: (_pulled, _PAID | {Event.ENTER}),
    Event.BROUGHT: (_brought, {Event.VISITOR}),
    Event.VISITOR: "A {colour} visitor comes in at {fountain}.",
    Event.CARD: (_cards, {Event.CARD}),
    Event.LAST: Say("The queue is empty, so everybody gets one more turn. {seat:has} the last one.", "end", whose=""),
    Event.STALLED: Say("No shop has been sold and nobody has come in for {turns} turns, so the game ends.", "end"),
    Event.END: Say("The game is over. The most money wins.", "end"),
    Event.RANK: (_ranks, {Event.RANK}),
}
"""For each kind of event, the function or template that makes its sentence for the log.

A function comes with the kinds of following events that it describes too.
"""
_WORDS: Words = {"money": money, "colour": m.NAMES.__getitem__, "fountain": fountain}
