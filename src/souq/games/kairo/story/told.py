"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine import telling
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.voice import Person, person
from souq.engine.wording import counted, listed, opened
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, DISPLAY, NEUTRAL, Event, Rule
from souq.games.kairo.story.wording import a_barker, at, belonging, card, many, own, several, whose


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[Line]:
    who = person(names, rows[0].a)
    return [Line(None, "Setup", "turn"), Line(rows[0].a, f"{who} {who.does('goes')} first.")]


def _stands(rows: Rows, names: Names) -> list[Line]:
    """Where the customers begin."""
    said = []
    inside = [f"{NAMES[row.a]} on {LABELS[row.b]}" for row in rows if row.b >= 0]
    if inside:
        said.append(f"Customers on the square: {listed(inside)}.")
    said += [f"The {NAMES[row.a]} customer waits at the gate." for row in rows if row.b < 0]
    return [Line(None, " ".join(said))]


def _shown(rows: Rows, names: Names) -> list[Line]:
    cards = [BOX.cards[row.b].name.capitalize() for row in rows]
    where = "On display" if len(rows) == DISPLAY else "New on display"
    return [Line(None, f"{where}: {listed(cards)}.")]


def _placed(rows: Rows, names: Names) -> list[Line]:
    """A first stall; or, with the suggested start, the first stalls of each owner on one line."""
    lines = []
    for owner in dict.fromkeys(row.a for row in rows):
        stalls = [row for row in rows if row.a == owner]
        seat = None if owner == NEUTRAL else owner
        lines.append(Line(seat, _one_placed(stalls[0], names) if len(stalls) == 1 else _all_placed(stalls, names)))
    return lines


def _one_placed(row: Row, names: Names) -> str:
    where = f"{at(row.c)}, with its entry on {LABELS[row.d]}"
    if row.a == NEUTRAL:
        return f"The neutral {NAMES[row.b]} stall goes on {where}."
    who = person(names, row.a)
    return f"{who} {who.does('places')} a {NAMES[row.b]} stall on {where}."


def _all_placed(rows: Rows, names: Names) -> str:
    stalls = listed([f"{NAMES[row.b]} on {LABELS[row.c]}" for row in rows])
    return f"{opened(belonging(rows[0].a, names))} stalls: {stalls}."


def _neutral(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'draws')} the neutral {NAMES[row.b]} stall from the bag.") for row in rows]


def _crowded(rows: Rows, names: Names) -> list[Line]:
    """A first stall without a place (KA-X32)."""
    row = rows[-1]
    what = whose(row.a, row.b, names) if row.b >= 0 else f"{belonging(row.a, names)} next stall"
    seat = None if row.a == NEUTRAL else row.a
    if row.c:
        return [Line(seat, f"{opened(what)} fits nowhere and is left out.")]
    return [Line(seat, f"{opened(what)} fits nowhere else, so it may go in a full segment.")]


def _turn(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"Turn {rows[0].b}", "turn")]


def _does(row: Row, names: Names, verb: str) -> str:
    """``Omar draws``, ``you draw``."""
    who = person(names, row.a)
    return f"{who} {who.does(verb)}"


# ---- building


def _build(rows: Rows, names: Names) -> list[Line]:
    """Cards played, money paid, what is built and what it brings: one sentence, and one more for medals.

    Money paid piece by piece is not told until the stall grows.
    """
    who, scored = person(names, rows[0].a), only(rows, Event.SCORED)
    deeds = [deed for deed in (_played(rows, who), _paid(rows, who), _built(rows, who)) if deed]
    if not deeds and scored:
        deeds = [who.does("scores")]
    lines = []
    if deeds:
        gain = f": [[+{scored[0].c if _built(rows, who) else scored[0].b}]]" if scored else ""
        lines.append(Line(rows[0].a, f"{who} {_joined(deeds)}{gain}."))
    return lines + _medal(only(rows, Event.MEDAL), names)


def _played(rows: Rows, who: Person) -> str:
    cards = [BOX.cards[row.b].name.capitalize() if row.c else card(row.b) for row in only(rows, Event.CARD)]
    return f"{who.does('plays')} {listed(cards)}" if cards else ""


def _paid(rows: Rows, who: Person) -> str:
    """What is paid with the last of the money; of an expansion only where all of it is."""
    fee = [f"{BOX.turn['joker_fee']} {NAMES[row.b]} for the joker" for row in only(rows, Event.FEE)]
    parts = fee + _cost(rows)
    return f"{who.does('pays')} {listed(parts)}" if parts else ""


def _cost(rows: Rows) -> list[str]:
    grown = next(iter(only(rows, Event.EXPANDED)), None)
    amounts: dict[int, int] = {}
    for row in only(rows, Event.PAID):
        amounts[row.b] = amounts.get(row.b, 0) + row.c
    if grown is None or not amounts:
        return []
    others = sum(n for colour, n in amounts.items() if colour != grown.b)
    if amounts.get(grown.b, 0) + others // BOX.turn["substitutes"] < grown.d:
        return ["partly in other colours"]
    return [f"{n} {NAMES[colour]}" for colour, n in amounts.items()]


def _built(rows: Rows, who: Person) -> str:
    for row in only(rows, Event.NEW):
        return f"{who.does('builds')} a new {NAMES[row.b]} stall on {at(row.c)}, with its entry on {LABELS[row.d]}"
    for row in only(rows, Event.MOVED):
        return f"{who.does('moves')} the blocked {NAMES[row.b]} stall to {at(row.c)}, with its entry on {LABELS[row.d]}"
    for row in only(rows, Event.EXPANDED):
        return f"{who.does('expands')} the {NAMES[row.b]} stall to size {row.d} on {at(row.c)}"
    return ""


def _joined(deeds: Sequence[str]) -> str:
    """Deeds in a row: with a comma before the last where one of them has an "and" of its own."""
    comma = "," if any(" and " in deed for deed in deeds[:-1]) else ""
    return listed(deeds, "and") if not comma else f"{', '.join(deeds[:-1])}, and {deeds[-1]}"


def _medal(rows: Rows, names: Names) -> list[Line]:
    """Medals of one colour that change hands."""
    if not rows:
        return []
    takes, colour = _does(rows[0], names, "takes"), NAMES[rows[0].b]
    taken = [(_METALS[row.c], f" from {names(row.d)}" if row.d >= 0 else "") for row in rows]
    if len(taken) == 1:
        metal, giver = taken[0]
        text = f"{takes} the {metal} medal for {colour}{giver}: [[+{BOX.medals[metal]}]]."
    else:
        each = [f"{metal}{giver} [[+{BOX.medals[metal]}]]" for metal, giver in taken]
        text = f"{takes} both medals for {colour}: {listed(each)}."
    return [Line(rows[0].a, text, "score")]


_METALS = ("silver", "gold")


# ---- luring and drawing


def _lure(rows: Rows, names: Names) -> list[Line]:
    """A customer lured away, what that earns, and who comes instead."""
    said = [_lured(rows, names)] if only(rows, Event.LURED) else _spent(rows, names)
    said += [f"The {NAMES[row.a]} customer comes in from the gate." for row in only(rows, Event.CAME)]
    seat = next((row.a for row in rows if row.kind != Event.CAME), None)
    return [Line(seat, " ".join(said))]


def _spent(rows: Rows, names: Names) -> list[str]:
    """Barkers and money that are told without the customer."""
    said = [f"{_does(row, names, 'uses')} {a_barker(row.b)}" for row in only(rows, Event.BARKERS)]
    said += [f"{_does(row, names, 'earns')} {row.c} {NAMES[row.b]}" for row in only(rows, Event.EARNED)]
    return [f"{listed(said)}."] if said else []


def _lured(rows: Rows, names: Names) -> str:
    lured = only(rows, Event.LURED)[0]
    who, used = person(names, lured.a), [a_barker(row.b) for row in only(rows, Event.BARKERS)]
    lures = f"{who.does('uses')} {used[0]} to lure" if used else who.does("lures")
    return f"{who} {lures} the {NAMES[lured.b]} customer to {_goal(lured, rows, names)}."


def _goal(lured: Row, rows: Rows, names: Names) -> str:
    """Where to, and who earns what: "Omar's stall at **F4**: Omar earns 3, Amina 1"."""
    who, earned = person(names, lured.a), only(rows, Event.EARNED)
    owner = next((row for row in earned if row.d), None)
    if not earned:
        return at(lured.d)
    if owner is None:
        return f"the neutral stall at {at(lured.d)} and {who.does('earns')} {earned[0].c}"
    if owner.a == lured.a:
        return f"{own(who)} stall at {at(lured.d)} and {who.does('earns')} {owner.c}"
    others = [f"{names(row.a)} {row.c}" for row in earned if row is not owner]
    money = ", ".join([f"{_does(owner, names, 'earns')} {owner.c}", *others])
    return f"{person(names, owner.a).whose} stall at {at(lured.d)}: {money}"


def _took(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'takes')} {card(row.b)} from the display.") for row in rows]


def _drew(rows: Rows, names: Names) -> list[Line]:
    """A card of the deck; which one, only its owner is told."""
    lines, known = [], {row.a: card(row.b) for row in only(rows, Event.CARD_DREW)}
    for seat in dict.fromkeys(row.a for row in only(rows, Event.DREW, Event.CARD_DREW)):
        who = person(names, seat)
        lines.append(Line(seat, f"{who} {who.does('draws')} {known.get(seat, 'a card')} from the deck."))
    return lines + _shuffled(only(rows, Event.SHUFFLED), names)


def _barker(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'takes')} {_left(row.b)}.") for row in rows]


def _left(n: int) -> str:
    return "the last barker" if n == 0 else f"a barker; {counted(n)} {'is' if n == 1 else 'are'} left"


def _discarded(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'discards')} {card(row.b)}.") for row in rows]


def _shuffled(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"The discard pile is shuffled into a new deck of {many(row.a, 'card')}.") for row in rows]


# ---- the end


def _low(rows: Rows, names: Names) -> list[Line]:
    """Expansions run low, and the final phase comes near or begins (KA-F01, KA-X30)."""
    low = next(iter(only(rows, Event.LOW)), None)
    final = next(iter(only(rows, Event.FINAL)), None)
    if final is None:
        near = "one more colour that low starts the final phase"
        return [] if low is None else [Line(None, f"{_down(low)}: {near}.")]
    if final.a == Rule.KA_X30:
        reason = "Nobody has built for a long time"
    elif low is None:
        reason = "Expansions are running out"
    else:
        reason = f"{NAMES[low.a].capitalize()} is the second colour down to one expansion" if low.b else _down(low)
    return [Line(None, f"{reason}: the final phase begins.", "end")]


def _down(low: Row) -> str:
    """The supply of a colour in words."""
    return f"Only one {NAMES[low.a]} expansion is left" if low.b else f"The last {NAMES[low.a]} expansion is gone"


def _out(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_leaves(row, person(names, row.a))}.") for row in rows]


def _leaves(row: Row, who: Person) -> str:
    """Out by choice, or for want of anything to build."""
    if row.b:
        return f"{who} {who.does('quits')}"
    return f"{who} {who.does('has')} nothing left to build and {who.does('is')} out"


def _end(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "Everyone is done building. The game is over.", "end")]


def _final(rows: Rows, names: Names) -> list[Line]:
    """Medals, money, and who wins."""
    lines = []
    if medals := only(rows, Event.MEDALS):
        each = [f"{names(row.a)} {f'{_medals(row)} [[+{row.d}]]' if row.d else 'none'}" for row in medals]
        lines.append(Line(None, f"Medals: {'; '.join(each)}.", "score"))
    if money := only(rows, Event.MONEY):
        each = [f"{names(row.a)} {row.b}{f' [[+{row.c}]]' if row.c else ''}" for row in money]
        lines.append(Line(None, f"Money left: {', '.join(each)}.", "score"))
    return lines + _ranks(only(rows, Event.RANK), names)


def _medals(row: Row) -> str:
    return listed([f"{n} {metal}" for n, metal in ((row.b, "gold"), (row.c, "silver")) if n])


def _ranks(rows: Rows, names: Names) -> list[Line]:
    """The winner, or those who share the victory; then the others in order."""
    if not rows:
        return []
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    lines = [Line(best[0].a if len(best) == 1 else None, _victory(best, names), "end")]
    for row in placed[len(best) :]:
        lines.append(Line(row.a, f"{row.b}. {names(row.a)}, {several(row.c, 'point')}.", "end"))
    return lines


def _victory(best: Rows, names: Names) -> str:
    points = several(best[0].c, "point")
    if len(best) == 1:
        who = person(names, best[0].a)
        return f"**{who}** {who.does('wins')} with {points}."
    return f"{listed([f'**{names(row.a)}**' for row in best])} share the win with {points} each."


_NONE: frozenset[Event] = frozenset()
_BUILD = frozenset({Event.CARD, Event.FEE, Event.PAID, Event.NEW, Event.EXPANDED, Event.MOVED})
_BUILD |= {Event.SCORED, Event.MEDAL}
_LURE = frozenset({Event.LURED, Event.CAME, Event.EARNED, Event.BARKERS})
_DRAW = frozenset({Event.DREW, Event.CARD_DREW, Event.SHUFFLED})
_LOW = frozenset({Event.LOW, Event.FINAL})
_SCORING = frozenset({Event.MEDALS, Event.MONEY, Event.RANK})
_TELLERS: Tellers = {
    Event.FIRST: (_first, _NONE),
    Event.STANDS: (_stands, frozenset({Event.STANDS})),
    Event.SHOWN: (_shown, frozenset({Event.SHOWN})),
    Event.PLACED: (_placed, frozenset({Event.PLACED})),
    Event.NEUTRAL: (_neutral, _NONE),
    Event.CROWDED: (_crowded, frozenset({Event.CROWDED})),
    Event.TURN: (_turn, _NONE),
    **dict.fromkeys(_BUILD, (_build, _BUILD)),
    **dict.fromkeys(_LURE, (_lure, _LURE)),
    Event.TOOK: (_took, _NONE),
    **dict.fromkeys((Event.DREW, Event.CARD_DREW), (_drew, _DRAW)),
    Event.SHUFFLED: (_shuffled, _NONE),
    Event.BARKER: (_barker, _NONE),
    Event.DISCARDED: (_discarded, _NONE),
    **dict.fromkeys(_LOW, (_low, _LOW)),
    Event.OUT: (_out, _NONE),
    Event.END: (_end, _NONE),
    **dict.fromkeys(_SCORING, (_final, _SCORING)),
}
"""By the event that opens a passage: who tells it, and which events go on with it."""
