"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine import telling
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.wording import counted, listed, opened
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, DISPLAY, NEUTRAL, Event, Rule
from souq.games.kairo.story.wording import at, belonging, card, several, whose


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[Line]:
    seat = rows[0].a
    return [Line(None, "Setup", "turn"), Line(seat, f"{names(seat)} goes first.")]


def _stands(rows: Rows, names: Names) -> list[Line]:
    """Where the customers begin."""
    said = []
    inside = [f"{NAMES[row.a]} on {LABELS[row.b]}" for row in rows if row.b >= 0]
    if inside:
        said.append(f"The customers come: {listed(inside)}.")
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
        return f"The neutral {NAMES[row.b]} stall goes to {where}."
    return f"{names(row.a)} places a {NAMES[row.b]} stall on {where}."


def _all_placed(rows: Rows, names: Names) -> str:
    stalls = listed([f"{NAMES[row.b]} on {LABELS[row.c]}" for row in rows])
    return f"{opened(belonging(rows[0].a, names))} stalls: {stalls}."


def _neutral(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} draws the neutral {NAMES[row.b]} stall from the bag.") for row in rows]


def _crowded(rows: Rows, names: Names) -> list[Line]:
    """A first stall without a place (KA-X32)."""
    row = rows[-1]
    what = whose(row.a, row.b, names) if row.b >= 0 else f"{belonging(row.a, names)} next stall"
    seat = None if row.a == NEUTRAL else row.a
    if row.c:
        return [Line(seat, f"{opened(what)} fits nowhere and is left out.")]
    return [Line(seat, f"{opened(what)} may stand in a full segment, for it fits nowhere else.")]


def _turn(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"Turn {rows[0].b}", "turn")]


# ---- building


def _build(rows: Rows, names: Names) -> list[Line]:
    """Cards played, money paid, what is built and what it brings: one sentence, and one more for medals."""
    deeds = [deed for deed in (_played(rows), _paid(rows), _built(rows)) if deed]
    scored = only(rows, Event.SCORED)
    if not deeds and scored:
        deeds = ["scores"]
    lines = []
    if deeds:
        seat = rows[0].a
        gain = f": [[+{scored[0].c if _built(rows) else scored[0].b}]]" if scored else ""
        lines.append(Line(seat, f"{names(seat)} {_joined(deeds)}{gain}."))
    return lines + _medal(only(rows, Event.MEDAL), names)


def _played(rows: Rows) -> str:
    cards = [BOX.cards[row.b].name.capitalize() if row.c else card(row.b) for row in only(rows, Event.CARD)]
    return f"plays {listed(cards)}" if cards else ""


def _paid(rows: Rows) -> str:
    amounts: dict[int, int] = {}
    for row in only(rows, Event.PAID):
        amounts[row.b] = amounts.get(row.b, 0) + row.c
    fee = [f"{BOX.turn['joker_fee']} {NAMES[row.b]} for the joker" for row in only(rows, Event.FEE)]
    parts = fee + [f"{n} {NAMES[colour]}" for colour, n in amounts.items()]
    return f"pays {listed(parts)}" if parts else ""


def _built(rows: Rows) -> str:
    for row in only(rows, Event.NEW):
        return f"builds a new {NAMES[row.b]} stall on {at(row.c)}, with its entry on {LABELS[row.d]}"
    for row in only(rows, Event.MOVED):
        return f"moves the blocked {NAMES[row.b]} stall to {at(row.c)}, with its entry on {LABELS[row.d]}"
    for row in only(rows, Event.EXPANDED):
        return f"expands the {NAMES[row.b]} stall onto {at(row.c)} to size {row.d}"
    return ""


def _joined(deeds: Sequence[str]) -> str:
    """Deeds in a row: with a comma before the last where one of them has an "and" of its own."""
    comma = "," if any(" and " in deed for deed in deeds[:-1]) else ""
    return listed(deeds, "and") if not comma else f"{', '.join(deeds[:-1])}, and {deeds[-1]}"


def _medal(rows: Rows, names: Names) -> list[Line]:
    """Medals of one colour that change hands."""
    if not rows:
        return []
    seat, colour = rows[0].a, NAMES[rows[0].b]
    taken = [(_METALS[row.c], f" from {names(row.d)}" if row.d >= 0 else "") for row in rows]
    if len(taken) == 1:
        metal, giver = taken[0]
        text = f"{names(seat)} takes the {metal} medal for {colour}{giver}: [[+{BOX.medals[metal]}]]."
    else:
        each = [f"{metal}{giver} [[+{BOX.medals[metal]}]]" for metal, giver in taken]
        text = f"{names(seat)} takes both medals for {colour}: {listed(each)}."
    return [Line(seat, text, "score")]


_METALS = ("silver", "gold")


# ---- luring and drawing


def _lure(rows: Rows, names: Names) -> list[Line]:
    """A customer lured away, what that earns, and who comes instead."""
    lines = []
    if text := _lured(rows, names):
        lines.append(Line(rows[0].a, text))
    for row in only(rows, Event.CAME):
        lines.append(Line(None, f"The {NAMES[row.a]} customer comes through the gate and stands on {LABELS[row.b]}."))
    return lines


def _lured(rows: Rows, names: Names) -> str:
    lured = next(iter(only(rows, Event.LURED)), None)
    spent = [_a_barker(row.b) for row in only(rows, Event.BARKERS)]
    if lured is None:
        earned = [f"{names(row.a)} earns {row.c} {NAMES[row.b]}" for row in only(rows, Event.EARNED)]
        used = [f"{names(row.a)} uses {_a_barker(row.b)}" for row in only(rows, Event.BARKERS)]
        return f"{listed(used + earned)}." if used or earned else ""
    using = f"With {spent[0]}, " if spent else ""
    return f"{using}{names(lured.a)} lures the {NAMES[lured.b]} customer to {_goal(lured, rows, names)}."


def _a_barker(n: int) -> str:
    return "a barker" if n == 1 else f"{counted(n)} barkers"


def _goal(lured: Row, rows: Rows, names: Names) -> str:
    """Where to, and who earns what: "Omar's stall at **F4**: Omar earns 3, Amina 1"."""
    earned = only(rows, Event.EARNED)
    owner = next((row for row in earned if row.d), None)
    if not earned:
        return at(lured.d)
    if owner is None:
        return f"the neutral stall at {at(lured.d)} and earns {earned[0].c}"
    if owner.a == lured.a:
        return f"{at(lured.d)} and earns {owner.c}"
    others = [f"{names(row.a)} {row.c}" for row in earned if row is not owner]
    money = ", ".join([f"{names(owner.a)} earns {owner.c}", *others])
    return f"{names(owner.a)}’s stall at {at(lured.d)}: {money}"


def _took(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} takes {card(row.b)} from the display.") for row in rows]


def _drew(rows: Rows, names: Names) -> list[Line]:
    """A card of the deck; which one, only its owner is told."""
    lines = []
    for row in only(rows, Event.DREW):
        mine = [card(own.b) for own in only(rows, Event.CARD_DREW) if own.a == row.a]
        lines.append(Line(row.a, f"{names(row.a)} draws the top card of the deck{f': {mine[0]}' if mine else ''}."))
    if not lines:
        lines = [Line(row.a, f"{names(row.a)} draws {card(row.b)}.") for row in only(rows, Event.CARD_DREW)]
    return lines + _shuffled(only(rows, Event.SHUFFLED), names)


def _barker(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} takes a barker: {_left(row.b)}.") for row in rows]


def _left(n: int) -> str:
    return "it is the last" if n == 0 else f"{counted(n)} {'is' if n == 1 else 'are'} left"


def _discarded(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} discards {card(row.b)}.") for row in rows]


def _shuffled(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"The discards are shuffled: the new deck has {several(row.a, 'card')}.") for row in rows]


# ---- the end


def _low(rows: Rows, names: Names) -> list[Line]:
    """Expansions run low, and the final phase comes near or begins (KA-F01, KA-X30)."""
    low = next(iter(only(rows, Event.LOW)), None)
    final = next(iter(only(rows, Event.FINAL)), None)
    if final is None:
        return [] if low is None else [Line(None, f"{_down(low)}: the next colour that low starts the final phase.")]
    if final.a == Rule.KA_X30:
        reason = "For a long time nobody has built"
    elif low is None:
        reason = "The expansions run out"
    else:
        reason = f"{_down(low)}, the second colour that low" if low.b else _down(low)
    return [Line(None, f"{reason}: the final phase begins.", "end")]


def _down(low: Row) -> str:
    """The supply of a colour in words."""
    colour = NAMES[low.a]
    return f"{colour.capitalize()} is down to {low.b}" if low.b else f"No {colour} expansion is left"


def _out(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} {'quits' if row.b else 'can build nothing more and is out'}.") for row in rows]


def _end(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, "Nobody builds any more. The game is over.", "end")]


def _final(rows: Rows, names: Names) -> list[Line]:
    """Medals, money, and who wins."""
    lines = []
    if medals := only(rows, Event.MEDALS):
        each = [f"{names(row.a)} {f'{_medals(row)} [[+{row.d}]]' if row.d else 'none'}" for row in medals]
        lines.append(Line(None, f"Medals: {'; '.join(each)}.", "score"))
    if money := only(rows, Event.MONEY):
        each = [f"{names(row.a)} {row.b}{f' [[+{row.c}]]' if row.c else ''}" for row in money]
        lines.append(Line(None, f"Money: {', '.join(each)}.", "score"))
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
        return f"**{names(best[0].a)}** wins with {points}."
    return f"{listed([f'**{names(row.a)}**' for row in best])} share the victory with {points} each."


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
