"""The game log: events as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.match.decision import seats
from souq.engine.present import story
from souq.engine.present.scene import LogLine, Names
from souq.engine.present.story import Rows, Say, Tellers, Words, only
from souq.engine.present.voice import person
from souq.engine.present.wording import counted, listed, many, ordinal
from souq.engine.rules.events import Row
from souq.games.grand_bazaar.rules.caravans import OUTBID
from souq.games.grand_bazaar.rules.selling import PLIED
from souq.games.grand_bazaar.state import BOX, NAMES, Event
from souq.games.grand_bazaar.story.wording import (
    TYPE_NAMES,
    bundle,
    buyer,
    cry,
    goods,
    market,
    people,
    persons,
    place,
    talents,
)

PHASES = ("Bidding", "Caravans", "Trading", "Selling")


def narrate(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """Convert the events of one decision, rows ``[kind, seen, ...]``, to lines of the game log."""
    return story.narrate(Event, _TELLERS, events, names, _WORDS)


# ---- rounds


def _setup(rows: Rows, names: Names) -> list[LogLine]:
    """Return the first lines of the log: which player goes first, and the first deal."""
    first = rows[0].seat
    who = person(names, first)
    begins = LogLine(first, f"{who:holds} Hafid and {who.does('goes')} first.")
    return [LogLine(None, "Setup", "turn"), begins, *_new_round(rows[1:], names)]


def _new_round(rows: Rows, names: Names) -> list[LogLine]:
    """Return a round's heading, who holds Hafid now, and the deal; readers see only the cards they received."""
    lines = [LogLine(None, f"Round {row.nth} · {PHASES[0]}", "turn") for row in only(rows, Event.ROUND)]
    lines += [LogLine(row.seat, f"Hafid passes to {names(row.seat)}.") for row in only(rows, Event.HAFID)]
    dealt = only(rows, Event.DEALT)
    if dealt:
        lines.append(LogLine(None, f"Everyone is dealt {counted(dealt[0].count)} cards."))
    drew = only(rows, Event.DREW)
    for seat in dict.fromkeys(row.seat for row in drew):
        cards = sorted(row.good for row in drew if row.seat == seat)
        lines.append(LogLine(seat, f"{person(names, seat):gets} {listed(goods(cards))}."))
    return lines + _shuffled(rows, names)


def _phase(rows: Rows, names: Names) -> list[LogLine]:
    """Return the heading of the phase that has begun; phases in which nothing happened have no heading."""
    return [LogLine(None, f"Round {rows[-1].nth} · {PHASES[rows[-1].part]}", "turn")]


def _shuffled(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a shuffle, by which the discard pile became the draw pile."""
    return [story.said(_SHUFFLED, row, names, _WORDS) for row in only(rows, Event.SHUFFLED)]


# ---- bidding


def _bid(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a bid on a caravan or the Informant, and the seat that it outbids."""
    bid, *outbid = rows
    where, cubes, who = place(bid.contest), many(bid.total, "cube"), person(names, bid.seat)
    if outbid:
        return [LogLine(bid.seat, f"{who:outbids} {names(outbid[0].seat)} on {where} with {cubes}.")]
    if bid.cubes < bid.total:
        return [LogLine(bid.seat, f"{who:raises} to {cubes} on {where}.")]
    return [LogLine(bid.seat, f"{who:bids} {cubes} on {where}.")]


# ---- caravans


def _looks_at(rows: Rows, names: Names) -> list[LogLine]:
    """Describe what the Informant looks at; the goods seen are in the Informant's own log only."""
    look, *saw = rows
    one = look.market >= 0
    what = f"the cards in {market(look.market)}" if one else f"all {TYPE_NAMES[look.type]} in the markets"
    seen = listed([NAMES[row.good] if one else f"{NAMES[row.good]} in {market(row.market)}" for row in saw])
    sentence = f"As Informant, {person(names, look.seat):looks} at {what}{f': {seen}' if seen else ''}."
    return [LogLine(look.seat, sentence)]


def _draws(rows: Rows, names: Names) -> list[LogLine]:
    """Describe draws and the shuffles between them, in order; the cards are in the log of the seat that draws."""
    lines: list[LogLine] = []
    while rows:
        n = next((i for i, row in enumerate(rows) if i and row.kind == Event.DRAWS), len(rows))
        lines += _one_draw(rows[:n], names)
        rows = rows[n:]
    return lines


def _one_draw(rows: Rows, names: Names) -> list[LogLine]:
    draw = rows[0]
    if draw.kind != Event.DRAWS:
        return _shuffled(rows, names)
    drawn = _drawn(rows, " for being outbid" if draw.why == OUTBID else "")
    return [LogLine(draw.seat, f"{person(names, draw.seat):draws} {drawn}."), *_shuffled(rows, names)]


def _drawn(rows: Rows, why: str = "") -> str:
    """Return the first draw in ``rows`` in words: ``two cards``, with the goods if the reader drew them."""
    draw, *rest = rows
    n = next((i for i, row in enumerate(rest) if row.kind == Event.DRAWS), len(rest))
    cards = goods(row.good for row in only(rest[:n], Event.DREW))
    return f"{'a card' if draw.count == 1 else many(draw.count, 'card')}{why}{f': {listed(cards)}' if cards else ''}"


def _claims(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the claim of a market, with the goods that the reader knows."""
    claim, *got = rows
    cards = goods(row.good for row in got)
    known = [*cards, "another card"] if 0 < len(got) < BOX.limits["market"] else cards
    claimed = f"{market(claim.market)} with {place(claim.caravan)}{f': {listed(known)}' if known else ''}"
    return [LogLine(claim.seat, f"{person(names, claim.seat):claims} {claimed}.")]


# ---- the Free Trader


def _polled(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the answer of a seat in the Free Trader's line: to hold back, to draw, or to ask the seats ahead of it.

    Seats that hold back share one line of the log.
    """
    poll, others = rows[0], list(seats(rows[0].seats))
    who = person(names, poll.seat)
    if not poll.sends:
        back = "hold back" if len(others) > 1 else f"{who.does('holds')} back"
        return [LogLine(poll.seat if len(others) == 1 else None, f"{people(others, names)} {back}.")] if others else []
    if others:
        be = "are" if len(others) > 1 else person(names, others[0]).does("is")
        wants = f"{who:wants} to draw two cards. {people(others, names)} {be} ahead in line and may object."
        return [LogLine(poll.seat, wants)]
    return _draw_after(rows[1:], names, poll.seat, f"{who:uses} a Free Trader cube and {who.does('draws')}")


def _draw_after(rows: Rows, names: Names, seat: int, start: str) -> list[LogLine]:
    """Return a sentence that begins with ``start`` and ends with the cards drawn, then a shuffle if there was one."""
    return [LogLine(seat, f"{start} {_drawn(rows)}."), *_shuffled(rows, names)]


def _answers(rows: Rows, names: Names) -> list[LogLine]:
    """Describe whether a seat ahead in the Free Trader's line objects to a request, and a draw that follows."""
    answer, rest = rows[0], rows[1:]
    who, sender = person(names, answer.seat), person(names, answer.other)
    if answer.denies:
        return _draw_after(rest, names, answer.seat, f"{who:objects} and {who.does('draws')}")
    lets = f"{who:lets} {sender} go ahead"
    if rest:
        return _draw_after(rest, names, answer.other, f"{lets}, and {sender:draws}")
    return [LogLine(answer.seat, f"{lets}.")]


def _stops(rows: Rows, names: Names) -> list[LogLine]:
    """Describe whether a seat goes on with its request to draw after an objection, or keeps its cube."""
    row, rest, who = rows[0], rows[1:], person(names, rows[0].seat)
    if not row.goes_on:
        return [LogLine(row.seat, f"{who:keeps} the cube for later.")]
    if rest:
        return _draw_after(rest, names, row.seat, f"{who:goes} on and {who.does('draws')}")
    return [LogLine(row.seat, f"{who:asks} the next player in line.")]


# ---- trading


def _declines(rows: Rows, names: Names) -> list[LogLine]:
    """Return the line for an invitation that nobody has answered with an offer; before the last pass there is none."""
    return [LogLine(None, "Nobody makes an offer.")] if rows[-1].last else []


def _swap(rows: Rows) -> tuple[str, str]:
    """Return the two sides of a proposal in words: what it gives and what it asks for."""
    head, *cards = rows
    give, want = ([row.good for row in cards if row.wanted == side] for side in (0, 1))
    return bundle(give, max(head.net, 0), head.access % 8), bundle(want, max(-head.net, 0), head.access // 8)


def _proposes(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a proposal: what it gives and what it asks for."""
    offer, (give, want) = rows[0], _swap(rows)
    return [LogLine(offer.seat, f"{person(names, offer.seat):offers} {names(offer.other)} {give} for {want}.")]


def _accepts(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a trade: who accepts, what the proposer gives, and what it gets for it."""
    trade, (give, want) = rows[0], _swap(rows)
    who, giver = person(names, trade.seat), person(names, trade.giver)
    return [LogLine(trade.seat, f"{who:accepts}, and {giver:gives} {give} for {want}.")]


def _lapsed(rows: Rows, names: Names) -> list[LogLine]:
    """Describe posts that were dropped because they are no longer valid; each seat's posts share a line."""
    lines = []
    for seat in dict.fromkeys(row.seat for row in rows):
        to = [row.other for row in rows if row.seat == seat]
        offers = "offer" if len(to) == 1 else "offers"
        verb = "stands" if len(to) == 1 else "stand"
        lines.append(LogLine(seat, f"{person(names, seat):'s} {offers} to {people(to, names)} no longer {verb}."))
    return lines


# ---- selling


def _sells(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a sale: its goods, its buyer and its Talents."""
    sale, *sold = rows
    cards = listed(goods(good for row in sold for good in [row.good] * row.count))
    how = "at face value" if sale.customer == PLIED else f"to {buyer(sale.customer)}"
    return [LogLine(sale.seat, f"{person(names, sale.seat):sells} {cards} {how}: [[+{sale.talents}]].")]


def _discards(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the cards discarded because of the hand limit."""
    seat, remaining = rows[0].seat, many(BOX.limits["keep"], "card")
    who = person(names, seat)
    cards = listed(goods(good for row in rows for good in [row.good] * row.count))
    return [LogLine(seat, f"{who:discards} {cards}, and {who.does('keeps')} {remaining}.")]


# ---- the end


def _ranks(rows: Rows, names: Names) -> list[LogLine]:
    """Describe who wins or shares the win, then the other ranks in order (GB-E01 to E04)."""
    placed = sorted(rows, key=lambda row: (row.rank, row.seat))
    best = [row for row in placed if row.rank == placed[0].rank]
    money = talents(best[0].talents)
    if len(best) == 1:
        who = person(names, best[0].seat)
        lines = [LogLine(best[0].seat, f"**{who}** {who.does('wins')} with {money}{_worth(best[0], placed)}.", "end")]
    else:
        winners = listed([f"**{who}**" for who in persons([row.seat for row in best], names)])
        lines = [LogLine(None, f"{winners} share the win with {money} each{_worth(best[0], placed)}.", "end")]
    for row in placed[len(best) :]:
        who = person(names, row.seat)
        sentence = f"{who:comes} {ordinal(row.rank)} with {talents(row.talents)}{_worth(row, placed)}."
        lines.append(LogLine(row.seat, sentence, "end"))
    return lines


def _worth(row: Row, placed: Rows) -> str:
    """Return words for a seat's value left in hand, which breaks ties (GB-E02); "" if no seat has as many Talents."""
    tied = [other for other in placed if other.talents == row.talents and other.seat != row.seat]
    if not tied:
        return ""
    less = all(row.value < other.value for other in tied)
    cards = f"cards worth {'only ' if less else ''}{row.value}" if row.value else "no cards"
    return f" and {cards} left in hand"


_WORDS: Words = {
    "clock": ("", "Time’s up. ").__getitem__,
    "count": lambda n: many(n, "card"),
    "cubes": lambda n: "cube" if n == 1 else many(n, "cube"),
    "customer": buyer,
    "good": NAMES.__getitem__,
    "sought": lambda good: cry(good, "Who wants to trade? I’ll take anything!"),
    "square": lambda square: str(square + 1),
}
_SHUFFLED = "The draw pile is empty, so the discard pile ({count}) is shuffled into a new one."
_DRAW = {Event.DRAWS, Event.DREW, Event.SHUFFLED}
_DEAL = {Event.HAFID, Event.ROUND, Event.DEALT, Event.DREW, Event.SHUFFLED}
_TELLERS: Tellers = {
    Event.FIRST: (_setup, _DEAL),
    **dict.fromkeys((Event.RETURNED, Event.ROUND, Event.HAFID, Event.DEALT), (_new_round, _DEAL)),
    **dict.fromkeys((Event.DRAWS, Event.DREW), (_draws, _DRAW)),
    Event.SHUFFLED: _SHUFFLED,
    Event.PHASE: (_phase, {Event.PHASE}),
    Event.BID: (_bid, {Event.OUTBID}),
    Event.SQUARE: "{seat:puts} a cube on Free Trader square {square}.",
    Event.NEGOTIATES: "{seat:puts} a cube on the Negotiator.",
    Event.BEFRIENDS: "{seat:puts} a cube on {customer}.",
    Event.STUCK: "No place is left for {seat:'s} last {cubes}.",
    Event.LOOKS: (_looks_at, {Event.SAW}),
    Event.TAKES: "{seat:takes} {good} from the discard pile.",
    Event.CLAIMS: (_claims, {Event.GOT}),
    Event.POLLED: (_polled, _DRAW),
    Event.ANSWERS: (_answers, _DRAW),
    Event.STOPS: (_stops, _DRAW),
    Event.LEFT: "{seat:leaves} the trading for this round.",
    Event.INVITES: "{seat:calls}: “{sought}”",
    Event.DECLINES: (_declines, ()),
    Event.PROPOSES: (_proposes, {Event.GIVES}),
    Event.ACCEPTS: (_accepts, {Event.GIVES}),
    Event.REJECTS: "{seat:turns} down {giver:'s} offer.",
    Event.PICKS_NONE: "{seat:accepts} none of the offers.",
    Event.WITHDRAWS: "{seat:takes} back the offer to {other}.",
    Event.LAPSED: (_lapsed, {Event.LAPSED}),
    Event.CLOSED: "{clock}Trading is over for this round.",
    Event.SELLS: (_sells, {Event.SOLD}),
    Event.IDLE: "{seat:sells} nothing.",
    Event.DISCARDS: (_discards, {Event.DISCARDS}),
    Event.END: Say("The game is over.", tone="end"),
    Event.RANK: (_ranks, {Event.RANK}),
    **dict.fromkeys((Event.OUTBID, Event.SAW, Event.GOT, Event.GIVES, Event.SOLD, Event.FLOOR)),
}
"""For each kind of event, the function or template that makes its sentence for the log.

A function comes with the kinds of following events that it describes too. None means no sentence.
"""
