"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine import telling
from souq.engine.decision import seats
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.wording import counted, listed
from souq.games.grand_bazaar.state import ANYTHING, BOX, NAMES, Event
from souq.games.grand_bazaar.story.wording import (
    TYPES,
    bundle,
    buyer,
    goods,
    market,
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


# ---- rounds


def _setup(rows: Rows, names: Names) -> list[Line]:
    """Who begins, and the first deal."""
    first = rows[0].a
    return [
        Line(None, "Setup", "turn"),
        Line(first, f"{names(first)} holds Hafid and goes first."),
        *_new_round(rows[1:], names),
    ]


def _new_round(rows: Rows, names: Names) -> list[Line]:
    """A heading, who holds Hafid now, and what is dealt; the cards only to who gets them."""
    lines = [Line(None, f"Round {row.a} · {PHASES[0]}", "turn") for row in only(rows, Event.ROUND)]
    lines += [Line(row.a, f"Hafid passes to {names(row.a)}.") for row in only(rows, Event.HAFID)]
    dealt = only(rows, Event.DEALT)
    if dealt:
        lines.append(Line(None, f"Everybody is dealt {counted(dealt[0].b)} cards."))
    drew = only(rows, Event.DREW)
    for seat in dict.fromkeys(row.a for row in drew):
        cards = sorted(row.b for row in drew if row.a == seat)
        lines.append(Line(seat, f"{names(seat)} gets {listed(goods(cards))}."))
    return lines + _shuffled(only(rows, Event.SHUFFLED), names)


def _phase(rows: Rows, names: Names) -> list[Line]:
    """The heading of a phase; of phases in which nothing happened only the last."""
    return [Line(None, f"Round {rows[-1].b} · {PHASES[rows[-1].a]}", "turn")]


def _shuffled(rows: Rows, names: Names) -> list[Line]:
    """The discard pile is the draw pile now."""
    said = "The discard pile is shuffled and becomes a draw pile of {}."
    return [Line(None, said.format(several(row.a, "card"))) for row in rows]


# ---- bidding


def _bid(rows: Rows, names: Names) -> list[Line]:
    """Cubes on a caravan or the Informant, and from whom that takes the lead."""
    bid, outbid = rows[0], only(rows, Event.OUTBID)
    who, where = names(bid.a), place(bid.c)
    if outbid:
        return [Line(bid.a, f"{who} takes {where} from {names(outbid[0].a)} with {bid.d}.")]
    if bid.b < bid.d:
        return [Line(bid.a, f"{who} raises {where} to {bid.d}.")]
    return [Line(bid.a, f"{who} leads {where} with {bid.d}.")]


def _square(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} takes square {row.b + 1} of the Free Trader.") for row in rows]


def _negotiates(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} goes to the Negotiator.") for row in rows]


def _befriends(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} goes to {buyer(row.b)}.") for row in rows]


def _stuck(rows: Rows, names: Names) -> list[Line]:
    """Who has cubes that nobody takes (GB-B12)."""
    return [Line(row.a, f"{names(row.a)} has no place for {several(row.b, 'cube')}.") for row in rows]


# ---- caravans


def _looks(rows: Rows, names: Names) -> list[Line]:
    """The Informant's look; the goods to who looked."""
    look, saw = rows[0], only(rows, Event.SAW)
    what = f"the cards in {market(look.b)}" if look.b >= 0 else f"all {TYPES[look.c]} in the markets"
    one = look.b >= 0
    seen = listed([NAMES[row.d] if one else f"{NAMES[row.d]} in {market(row.b)}" for row in saw])
    return [Line(look.a, f"{names(look.a)}, the Informant, looks at {what}{f': {seen}' if seen else ''}.")]


def _takes(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} takes {NAMES[row.b]} from the discard pile.") for row in rows]


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
    said = f"{names(draw.a)}{', outbid,' if draw.c == OUTBID else ''} {_drawing(rows)}"
    return [Line(draw.a, f"{said}."), *_shuffled(only(rows, Event.SHUFFLED), names)]


def _drawing(rows: Rows) -> str:
    """``draws two cards``, and which ones for who draws them: the first draw of some rows."""
    draw, *rest = rows
    n = next((i for i, row in enumerate(rest) if row.kind == Event.DRAWS), len(rest))
    cards = goods(row.b for row in rest[:n] if row.kind == Event.DREW)
    return f"draws {'a card' if draw.b == 1 else f'{counted(draw.b)} cards'}{f': {listed(cards)}' if cards else ''}"


def _claims(rows: Rows, names: Names) -> list[Line]:
    """A market goes to the leader of a caravan; its goods to who knows them."""
    claim = rows[0]
    cards = goods(row.b for row in only(rows, Event.GOT))
    unknown = BOX.limits["market"] - len(only(rows, Event.GOT))
    known = [*cards, "another card"] if cards and unknown else cards
    said = f"{names(claim.a)} claims {market(claim.b)} for {place(claim.c)}{f': {listed(known)}' if known else ''}."
    return [Line(claim.a, said)]


# ---- the Free Trader


def _polled(rows: Rows, names: Names) -> list[Line]:
    """Hold; send at once; or a request to those ahead, who are asked first."""
    poll, who = rows[0], names(rows[0].a)
    if not poll.b:
        return [Line(poll.a, f"{who} holds.")]
    ahead = [names(seat) for seat in seats(poll.c)]
    if ahead:
        return [Line(poll.a, f"{who} would send and asks {listed(ahead)} for the right of way.")]
    return _sent(rows[1:], names, poll.a, f"{who} sends and")


def _sent(rows: Rows, names: Names, seat: int, said: str) -> list[Line]:
    """A sentence that begins with ``said`` and ends with the draw that follows."""
    return [Line(seat, f"{said} {_drawing(rows)}."), *_shuffled(only(rows, Event.SHUFFLED), names)]


def _answers(rows: Rows, names: Names) -> list[Line]:
    """The answer of somebody ahead; when it was the last, the sender draws."""
    answer, rest = rows[0], rows[1:]
    who, sender = names(answer.a), names(answer.b)
    if answer.c:
        return _sent(rest, names, answer.a, f"{who} denies {sender} the right of way and")
    if rest:
        return _sent(rest, names, answer.b, f"{who} lets {sender} pass, who")
    return [Line(answer.a, f"{who} lets {sender} pass.")]


def _stops(rows: Rows, names: Names) -> list[Line]:
    """What a sender makes of a denial."""
    row, rest, who = rows[0], rows[1:], names(rows[0].a)
    if not row.b:
        return [Line(row.a, f"{who} stops and keeps the cube.")]
    if rest:
        return _sent(rest, names, row.a, f"{who} sends all the same and")
    return [Line(row.a, f"{who} asks on.")]


# ---- trading


def _floor(rows: Rows, names: Names) -> list[Line]:
    """Who has the floor, and how often it still will."""
    row = rows[0]
    more = "for the last time this round" if row.b == 1 else f"with {several(row.b, 'turn')} left"
    return [Line(row.a, f"{names(row.a)} has the floor, {more}.")]


def _left(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} leaves and trades no more this round.") for row in rows]


def _invites(rows: Rows, names: Names) -> list[Line]:
    """What somebody cries out."""
    row = rows[0]
    cry = "Who trades? I take anything!" if row.b == ANYTHING else f"{sought(row.b)}! Who has {sought(row.b)}?"
    return [Line(row.a, f"{names(row.a)}: “{cry}”")]


def _declines(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} passes.") for row in rows]


def _swap(rows: Rows) -> tuple[str, str]:
    """The two sides of a proposal in words: what it gives, and what it wants."""
    head, cards = rows[0], only(rows, Event.GIVES)
    give, want = ([row.b for row in cards if row.c == side] for side in (0, 1))
    return bundle(give, max(head.c, 0), head.d % 8), bundle(want, max(-head.c, 0), head.d // 8)


def _proposes(rows: Rows, names: Names) -> list[Line]:
    """A proposal in full."""
    row = rows[0]
    give, want = _swap(rows)
    return [Line(row.a, f"{names(row.a)} offers {names(row.b)} {give} for {want}.")]


def _accepts(rows: Rows, names: Names) -> list[Line]:
    """A trade: what was proposed changes hands."""
    row = rows[0]
    give, want = _swap(rows)
    return [Line(row.a, f"{names(row.a)} accepts, and {names(row.b)} gives {give} for {want}.")]


def _rejects(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} rejects {names(row.b)}’s offer.") for row in rows]


def _picks_none(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} accepts none of the proposals.") for row in rows]


def _withdraws(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} takes the offer to {names(row.b)} back.") for row in rows]


def _lapsed(rows: Rows, names: Names) -> list[Line]:
    """Offers that cannot be kept any more, those of one player in one line."""
    lines = []
    for seat in dict.fromkeys(row.a for row in rows):
        to = [names(row.b) for row in rows if row.a == seat]
        one = len(to) == 1
        said = f"{names(seat)}’s offer{'' if one else 's'} to {listed(to)} {'falls' if one else 'fall'} through."
        lines.append(Line(seat, said))
    return lines


def _closed(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "Time is up: no more trades this round." if rows[0].a else "No more trades this round.")]


# ---- selling


def _sells(rows: Rows, names: Names) -> list[Line]:
    """A sale with its goods."""
    row = rows[0]
    who, gain = names(row.a), f"[[+{row.d}]]"
    cards = listed(goods(good for sold in only(rows, Event.SOLD) for good in [sold.a] * sold.b))
    if row.b == PLIED:
        return [Line(row.a, f"{who} plies {cards}: {gain}.")]
    return [Line(row.a, f"{who} sells {cards} to {buyer(row.b)}: {gain}.")]


def _idle(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} sells nothing.") for row in rows]


def _discards(rows: Rows, names: Names) -> list[Line]:
    """What is over the limit."""
    seat = rows[0].a
    cards = listed(goods(good for row in rows for good in [row.c] * row.b))
    return [Line(seat, f"{names(seat)} discards {cards} and keeps {counted(BOX.limits['keep'])} cards.")]


def _untold(rows: Rows, names: Names) -> list[Line]:
    """What is told with something else, and says nothing alone."""
    return []


# ---- the end


def _end(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "The game is over: most Talents win.", "end")]


def _ranks(rows: Rows, names: Names) -> list[Line]:
    """The winner, or those who share the victory; then the others in order (GB-E01 to E04)."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    money = talents(best[0].c)
    if len(best) == 1:
        said = f"**{names(best[0].a)}** wins with {money}{_worth(best[0], placed)}."
        lines = [Line(best[0].a, said, "end")]
    else:
        winners = listed([f"**{names(row.a)}**" for row in best])
        lines = [Line(None, f"{winners} share the victory with {money} each{_worth(best[0], placed)}.", "end")]
    for row in placed[len(best) :]:
        lines.append(Line(row.a, f"{row.b}. {names(row.a)}, {talents(row.c)}{_worth(row, placed)}.", "end"))
    return lines


def _worth(row: Row, placed: Rows) -> str:
    """Where Talents are equal, what decides: the value left in hand (GB-E02)."""
    tied = [other for other in placed if other.c == row.c and other.a != row.a]
    if not tied:
        return ""
    level = all(other.b == row.b for other in tied)
    return f"{' and' if level else ', with'} cards worth {row.d} left"


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
    Event.FLOOR: (_floor, _NONE),
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
