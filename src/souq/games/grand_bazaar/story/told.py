"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from souq.engine import telling
from souq.engine.decision import seats
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.voice import person
from souq.engine.wording import counted, listed
from souq.games.grand_bazaar.state import ANYTHING, BOX, NAMES, Event
from souq.games.grand_bazaar.story.wording import (
    TYPES,
    bundle,
    buyer,
    goods,
    market,
    people,
    persons,
    place,
    several,
    sought,
    talents,
)

PHASES = ("Bidding", "Caravans", "Trading", "Selling")
PLIED = 3
"""Whom Ply Your Wares sells to, as events number customers."""
OUTBID, SENT = 1, 2
"""Why somebody draws: outbid on a caravan, or a Free Trader's cube."""


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


def _does(names: Names, seat: int, verb: str, rest: str, tone: str = "") -> Line:
    """``Omar takes Salt from the discard pile.``, or what you do."""
    who = person(names, seat)
    return Line(seat, f"{who} {who.does(verb)} {rest}.", tone)


# ---- rounds


def _setup(rows: Rows, names: Names) -> list[Line]:
    """Who begins, and the first deal."""
    who = person(names, rows[0].a)
    begins = _does(names, rows[0].a, "holds", f"Hafid and {who.does('goes')} first")
    return [Line(None, "Setup", "turn"), begins, *_new_round(rows[1:], names)]


def _new_round(rows: Rows, names: Names) -> list[Line]:
    """A heading, who holds Hafid now, and what is dealt; the cards only to who gets them."""
    lines = [Line(None, f"Round {row.a} · {PHASES[0]}", "turn") for row in only(rows, Event.ROUND)]
    lines += [Line(row.a, f"Hafid passes to {names(row.a)}.") for row in only(rows, Event.HAFID)]
    dealt = only(rows, Event.DEALT)
    if dealt:
        lines.append(Line(None, f"Everyone is dealt {counted(dealt[0].b)} cards."))
    drew = only(rows, Event.DREW)
    for seat in dict.fromkeys(row.a for row in drew):
        cards = sorted(row.b for row in drew if row.a == seat)
        lines.append(_does(names, seat, "gets", listed(goods(cards))))
    return lines + _shuffled(only(rows, Event.SHUFFLED), names)


def _phase(rows: Rows, names: Names) -> list[Line]:
    """The heading of a phase; of phases in which nothing happened only the last."""
    return [Line(None, f"Round {rows[-1].b} · {PHASES[rows[-1].a]}", "turn")]


def _shuffled(rows: Rows, names: Names) -> list[Line]:
    """The discard pile is the draw pile now."""
    said = "The draw pile is empty, so the discard pile ({}) is shuffled into a new one."
    return [Line(None, said.format(several(row.a, "card"))) for row in rows]


# ---- bidding


def _bid(rows: Rows, names: Names) -> list[Line]:
    """Cubes on a caravan or the Informant, and whom that outbids."""
    bid, outbid = rows[0], only(rows, Event.OUTBID)
    where, cubes = place(bid.c), several(bid.d, "cube")
    if outbid:
        return [_does(names, bid.a, "outbids", f"{names(outbid[0].a)} on {where} with {cubes}")]
    if bid.b < bid.d:
        return [_does(names, bid.a, "raises", f"to {cubes} on {where}")]
    return [_does(names, bid.a, "bids", f"{cubes} on {where}")]


def _square(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "puts", f"a cube on Free Trader square {rows[0].b + 1}")]


def _negotiates(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "puts", "a cube on the Negotiator")]


def _befriends(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "puts", f"a cube on {buyer(rows[0].b)}")]


def _stuck(rows: Rows, names: Names) -> list[Line]:
    """Who has cubes that nobody takes (GB-B12)."""
    row = rows[0]
    cubes = "cube" if row.b == 1 else several(row.b, "cube")
    return [Line(row.a, f"No place is left for {person(names, row.a).whose} last {cubes}.")]


# ---- caravans


def _looks(rows: Rows, names: Names) -> list[Line]:
    """The Informant's look; the goods to who looked."""
    look, saw, who = rows[0], only(rows, Event.SAW), person(names, rows[0].a)
    what = f"the cards in {market(look.b)}" if look.b >= 0 else f"all {TYPES[look.c]} in the markets"
    one = look.b >= 0
    seen = listed([NAMES[row.d] if one else f"{NAMES[row.d]} in {market(row.b)}" for row in saw])
    return [Line(look.a, f"As Informant, {who} {who.does('looks')} at {what}{f': {seen}' if seen else ''}.")]


def _takes(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "takes", f"{NAMES[rows[0].b]} from the discard pile")]


def _draws(rows: Rows, names: Names) -> list[Line]:
    """Draws one after another, each with its cards for who draws; a pile that runs out in between."""
    lines: list[Line] = []
    while rows:
        n = next((i for i, row in enumerate(rows) if i and row.kind == Event.DRAWS), len(rows))
        lines += _one_draw(rows[:n], names)
        rows = rows[n:]
    return lines


def _one_draw(rows: Rows, names: Names) -> list[Line]:
    draw = rows[0]
    if draw.kind != Event.DRAWS:
        return _shuffled(only(rows, Event.SHUFFLED), names)
    drawn = _drawn(rows, " for being outbid" if draw.c == OUTBID else "")
    return [_does(names, draw.a, "draws", drawn), *_shuffled(only(rows, Event.SHUFFLED), names)]


def _drawn(rows: Rows, why: str = "") -> str:
    """``two cards``, and which ones for who draws them: the first draw of some rows."""
    draw, *rest = rows
    n = next((i for i, row in enumerate(rest) if row.kind == Event.DRAWS), len(rest))
    cards = goods(row.b for row in rest[:n] if row.kind == Event.DREW)
    return f"{'a card' if draw.b == 1 else several(draw.b, 'card')}{why}{f': {listed(cards)}' if cards else ''}"


def _claims(rows: Rows, names: Names) -> list[Line]:
    """A market goes to the leader of a caravan; its goods to who knows them."""
    claim = rows[0]
    cards = goods(row.b for row in only(rows, Event.GOT))
    unknown = BOX.limits["market"] - len(only(rows, Event.GOT))
    known = [*cards, "another card"] if cards and unknown else cards
    said = f"{market(claim.b)} with {place(claim.c)}{f': {listed(known)}' if known else ''}"
    return [_does(names, claim.a, "claims", said)]


# ---- the Free Trader


def _polled(rows: Rows, names: Names) -> list[Line]:
    """Those who hold back, all in one line once the last of them does; a draw; or those ahead, who may object."""
    poll, others = rows[0], list(seats(rows[0].c))
    if not poll.b:
        back = "hold back" if len(others) > 1 else person(names, poll.a).does("holds") + " back"
        return [Line(poll.a if len(others) == 1 else None, f"{people(others, names)} {back}.")] if others else []
    if others:
        wants = _does(names, poll.a, "wants", "to draw two cards")
        return [replace(wants, text=f"{wants.text} {people(others, names)}, ahead in line, may object.")]
    who = person(names, poll.a)
    return _sent(rows[1:], names, poll.a, f"{who} {who.does('uses')} a Free Trader cube and {who.does('draws')}")


def _sent(rows: Rows, names: Names, seat: int, said: str) -> list[Line]:
    """A sentence that begins with ``said`` and ends with the cards that follow."""
    return [Line(seat, f"{said} {_drawn(rows)}."), *_shuffled(only(rows, Event.SHUFFLED), names)]


def _answers(rows: Rows, names: Names) -> list[Line]:
    """The answer of somebody ahead; when it was the last, the sender draws."""
    answer, rest = rows[0], rows[1:]
    who, sender = person(names, answer.a), person(names, answer.b)
    if answer.c:
        return _sent(rest, names, answer.a, f"{who} {who.does('objects')} and {who.does('draws')}")
    lets = f"{who} {who.does('lets')} {sender} go ahead"
    if rest:
        return _sent(rest, names, answer.b, f"{lets}, and {sender} {sender.does('draws')}")
    return [Line(answer.a, f"{lets}.")]


def _stops(rows: Rows, names: Names) -> list[Line]:
    """What a sender makes of an objection."""
    row, rest, who = rows[0], rows[1:], person(names, rows[0].a)
    if not row.b:
        return [_does(names, row.a, "keeps", "the cube for later")]
    if rest:
        return _sent(rest, names, row.a, f"{who} {who.does('goes')} on and {who.does('draws')}")
    return [_does(names, row.a, "goes", f"on and {who.does('asks')} the next in line")]


# ---- trading


def _left(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "leaves", "the trading for this round")]


def _invites(rows: Rows, names: Names) -> list[Line]:
    """What somebody calls out."""
    who, ware = person(names, rows[0].a), sought(rows[0].b)
    cry = "Who wants to trade? I’ll take anything!" if rows[0].b == ANYTHING else f"{ware}! Who has {ware}?"
    return [Line(rows[0].a, f"{who} {who.does('calls')}: “{cry}”")]


def _declines(rows: Rows, names: Names) -> list[Line]:
    """Only that nobody has answered: what is offered tells who has."""
    return [Line(None, "Nobody makes an offer.")] if rows[-1].c else []


def _swap(rows: Rows) -> tuple[str, str]:
    """The two sides of a proposal in words: what it gives, and what it wants."""
    head, cards = rows[0], only(rows, Event.GIVES)
    give, want = ([row.b for row in cards if row.c == side] for side in (0, 1))
    return bundle(give, max(head.c, 0), head.d % 8), bundle(want, max(-head.c, 0), head.d // 8)


def _proposes(rows: Rows, names: Names) -> list[Line]:
    """A proposal in full."""
    give, want = _swap(rows)
    return [_does(names, rows[0].a, "offers", f"{names(rows[0].b)} {give} for {want}")]


def _accepts(rows: Rows, names: Names) -> list[Line]:
    """A trade: what was proposed changes hands."""
    row, who, other = rows[0], person(names, rows[0].a), person(names, rows[0].b)
    give, want = _swap(rows)
    return [Line(row.a, f"{who} {who.does('accepts')}, and {other} {other.does('gives')} {give} for {want}.")]


def _rejects(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "turns", f"down {person(names, rows[0].b).whose} offer")]


def _picks_none(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "accepts", "none of the offers")]


def _withdraws(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "takes", f"back the offer to {names(rows[0].b)}")]


def _lapsed(rows: Rows, names: Names) -> list[Line]:
    """Offers that cannot be kept any more, those of one player in one line."""
    lines = []
    for seat in dict.fromkeys(row.a for row in rows):
        to = [row.b for row in rows if row.a == seat]
        offers = "offer" if len(to) == 1 else "offers"
        stand = "stands" if len(to) == 1 else "stand"
        lines.append(Line(seat, f"{person(names, seat).whose} {offers} to {people(to, names)} no longer {stand}."))
    return lines


def _closed(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"{'Time’s up. ' if rows[0].a else ''}Trading is over for this round.")]


# ---- selling


def _sells(rows: Rows, names: Names) -> list[Line]:
    """A sale with its goods."""
    row = rows[0]
    cards = listed(goods(good for sold in only(rows, Event.SOLD) for good in [sold.a] * sold.b))
    how = "at face value" if row.b == PLIED else f"to {buyer(row.b)}"
    return [_does(names, row.a, "sells", f"{cards} {how}: [[+{row.d}]]")]


def _idle(rows: Rows, names: Names) -> list[Line]:
    return [_does(names, rows[0].a, "sells", "nothing")]


def _discards(rows: Rows, names: Names) -> list[Line]:
    """What is over the limit."""
    who, kept = person(names, rows[0].a), several(BOX.limits["keep"], "card")
    cards = listed(goods(good for row in rows for good in [row.c] * row.b))
    return [_does(names, rows[0].a, "discards", f"{cards} and {who.does('keeps')} {kept}")]


def _untold(rows: Rows, names: Names) -> list[Line]:
    """What is told with something else, and says nothing alone."""
    return []


# ---- the end


def _end(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "The game is over.", "end")]


def _ranks(rows: Rows, names: Names) -> list[Line]:
    """The winner, or those who share the victory; then the others in order (GB-E01 to E04)."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    money = talents(best[0].c)
    if len(best) == 1:
        who = person(names, best[0].a)
        lines = [Line(best[0].a, f"**{who}** {who.does('wins')} with {money}{_worth(best[0], placed)}.", "end")]
    else:
        winners = listed([f"**{who}**" for who in persons([row.a for row in best], names)])
        lines = [Line(None, f"{winners} share the win with {money} each{_worth(best[0], placed)}.", "end")]
    for row in placed[len(best) :]:
        lines.append(Line(row.a, f"{row.b}. {names(row.a)}: {talents(row.c)}{_worth(row, placed)}.", "end"))
    return lines


def _worth(row: Row, placed: Rows) -> str:
    """Where Talents are equal, what decides: the value left in hand (GB-E02)."""
    tied = [other for other in placed if other.c == row.c and other.a != row.a]
    if not tied:
        return ""
    less = all(row.d < other.d for other in tied)
    return f" and {'only ' if less else ''}{row.d} left in hand"


_NONE: frozenset[Event] = frozenset()
_DRAW = frozenset({Event.DRAWS, Event.DREW, Event.SHUFFLED})
_DEAL = frozenset({Event.HAFID, Event.ROUND, Event.DEALT, Event.DREW, Event.SHUFFLED})
_TELLERS: Tellers = {
    Event.FIRST: (_setup, _DEAL),
    **dict.fromkeys((Event.RETURNED, Event.ROUND, Event.HAFID, Event.DEALT), (_new_round, _DEAL)),
    **dict.fromkeys((Event.DRAWS, Event.DREW), (_draws, _DRAW)),
    Event.BID: (_bid, frozenset({Event.OUTBID})),
    Event.OUTBID: (_untold, _NONE),
    Event.SQUARE: (_square, _NONE),
    Event.NEGOTIATES: (_negotiates, _NONE),
    Event.BEFRIENDS: (_befriends, _NONE),
    Event.STUCK: (_stuck, _NONE),
    Event.PHASE: (_phase, frozenset({Event.PHASE})),
    Event.LOOKS: (_looks, frozenset({Event.SAW})),
    Event.SAW: (_untold, _NONE),
    Event.TAKES: (_takes, _NONE),
    Event.CLAIMS: (_claims, frozenset({Event.GOT})),
    Event.GOT: (_untold, _NONE),
    Event.POLLED: (_polled, _DRAW),
    Event.ANSWERS: (_answers, _DRAW),
    Event.STOPS: (_stops, _DRAW),
    Event.SHUFFLED: (_shuffled, _NONE),
    Event.FLOOR: (_untold, _NONE),
    Event.LEFT: (_left, _NONE),
    Event.INVITES: (_invites, _NONE),
    Event.DECLINES: (_declines, _NONE),
    Event.PROPOSES: (_proposes, frozenset({Event.GIVES})),
    Event.GIVES: (_untold, _NONE),
    Event.ACCEPTS: (_accepts, frozenset({Event.GIVES})),
    Event.REJECTS: (_rejects, _NONE),
    Event.PICKS_NONE: (_picks_none, _NONE),
    Event.SELLS: (_sells, frozenset({Event.SOLD})),
    Event.SOLD: (_untold, _NONE),
    Event.DISCARDS: (_discards, frozenset({Event.DISCARDS})),
    Event.WITHDRAWS: (_withdraws, _NONE),
    Event.LAPSED: (_lapsed, frozenset({Event.LAPSED})),
    Event.CLOSED: (_closed, _NONE),
    Event.END: (_end, _NONE),
    Event.RANK: (_ranks, frozenset({Event.RANK})),
    Event.IDLE: (_idle, _NONE),
}
"""By the event that opens a passage: who tells it, and which events go on with it."""
