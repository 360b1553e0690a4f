"""The log of Kairo: functions that describe events in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.present import story
from souq.engine.present.scene import LogLine, Names
from souq.engine.present.story import Rows, Say, Tellers, Words, only
from souq.engine.present.voice import Person, person
from souq.engine.present.wording import counted, listed, many, opened, ordinal, several, some
from souq.engine.rules.events import Row
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, DISPLAY, NEUTRAL, Event, Rule
from souq.games.kairo.story.wording import at, belonging, card, own, whose


def narrate(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """Return the log lines of one decision's events, rows of ``[kind, seen, ...]``."""
    return story.narrate(Event, _TELLERS, events, names, _WORDS)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[LogLine]:
    seat = rows[0].seat
    return [LogLine(None, "Setup", "turn"), LogLine(seat, f"{person(names, seat):goes} first.")]


def _stands(rows: Rows, names: Names) -> list[LogLine]:
    """Return a log line with the sites of the customers at the start of the game."""
    said = []
    inside = [f"{NAMES[row.customer]} on {LABELS[row.site]}" for row in rows if row.site >= 0]
    if inside:
        said.append(f"Customers on the square: {listed(inside)}.")
    said += [f"The {NAMES[row.customer]} customer waits at the gate." for row in rows if row.site < 0]
    return [LogLine(None, " ".join(said))]


def _displayed(rows: Rows, names: Names) -> list[LogLine]:
    cards = [BOX.cards[row.card].name.capitalize() for row in rows]
    where = "On display" if len(rows) == DISPLAY else "New on display"
    return [LogLine(None, f"{where}: {listed(cards)}.")]


def _placed(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate a first stall or, with the suggested start, the first stalls of each owner on one line."""
    lines = []
    for owner in dict.fromkeys(row.owner for row in rows):
        stalls = [row for row in rows if row.owner == owner]
        seat = None if owner == NEUTRAL else owner
        lines.append(LogLine(seat, _one_placed(stalls[0], names) if len(stalls) == 1 else _all_placed(stalls, names)))
    return lines


def _one_placed(row: Row, names: Names) -> str:
    where = f"{at(row.site)}, with its entry on {LABELS[row.entry]}"
    if row.owner == NEUTRAL:
        return f"The neutral {NAMES[row.colour]} stall goes on {where}."
    return f"{person(names, row.owner):places} a {NAMES[row.colour]} stall on {where}."


def _all_placed(rows: Rows, names: Names) -> str:
    stalls = listed([f"{NAMES[row.colour]} on {LABELS[row.site]}" for row in rows])
    return f"{opened(belonging(rows[0].owner, names))} stalls: {stalls}."


def _crowded(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate that no site in the setup was legal for a stall under the limit per segment, and the result (KA-X32)."""
    row = rows[-1]
    what = whose(row.owner, row.colour, names) if row.colour >= 0 else f"{belonging(row.owner, names)} next stall"
    seat = None if row.owner == NEUTRAL else row.owner
    if row.left_out:
        return [LogLine(seat, f"{opened(what)} fits nowhere and is left out.")]
    return [LogLine(seat, f"{opened(what)} fits nowhere else, so it may go in a full segment.")]


# ---- building


def _build(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate a building in one sentence (cards, money, what is built, points), and its medals in another.

    Single payments are left out until the stand has grown.
    """
    who, scored = person(names, rows[0].seat), only(rows, Event.SCORED)
    deeds = [deed for deed in (_played(rows, who), _paid(rows, who), _built(rows, who)) if deed]
    if not deeds and scored:
        deeds = [who.does("scores")]
    lines = []
    if deeds:
        gain = f": [[+{scored[0].size if _built(rows, who) else scored[0].points}]]" if scored else ""
        lines.append(LogLine(rows[0].seat, f"{who} {_joined(deeds)}{gain}."))
    return lines + _medal(only(rows, Event.MEDAL), names)


def _played(rows: Rows, who: Person) -> str:
    cards = [
        BOX.cards[row.card].name.capitalize() if row.together else card(row.card) for row in only(rows, Event.CARD)
    ]
    return f"{who.does('plays')} {listed(cards)}" if cards else ""


def _paid(rows: Rows, who: Person) -> str:
    """Describe the money paid for a joker and for the building."""
    fee = [f"{BOX.turn['joker_fee']} {NAMES[row.colour]} for the joker" for row in only(rows, Event.FEE)]
    parts = fee + _cost(rows)
    return f"{who.does('pays')} {listed(parts)}" if parts else ""


def _cost(rows: Rows) -> list[str]:
    grown = next(iter(only(rows, Event.EXPANDED)), None)
    amounts: dict[int, int] = {}
    for row in only(rows, Event.PAID):
        amounts[row.colour] = amounts.get(row.colour, 0) + row.money
    if grown is None or not amounts:
        return []
    others = sum(n for colour, n in amounts.items() if colour != grown.colour)
    if amounts.get(grown.colour, 0) + others // BOX.turn["substitutes"] < grown.size:
        return ["partly in other colours"]
    return [f"{n} {NAMES[colour]}" for colour, n in amounts.items()]


def _built(rows: Rows, who: Person) -> str:
    for row in only(rows, *_DEEDS):
        verb, what = _DEEDS[row.kind]
        entry = LABELS[row.get("entry", 0) or 0]
        return f"{who.does(verb)} {what.format(NAMES[row.colour], at(row.site), entry=entry, size=row.get('size'))}"
    return ""


_DEEDS: dict[int, tuple[str, str]] = {
    Event.NEW: ("builds", "a new {} stall on {}, with its entry on {entry}"),
    Event.MOVED: ("moves", "the blocked {} stall to {}, with its entry on {entry}"),
    Event.EXPANDED: ("expands", "the {} stall to size {size} on {}"),
}


def _joined(deeds: Sequence[str]) -> str:
    """Join several clauses into one sentence, with a comma before the last "and" if a clause contains "and" itself."""
    comma = "," if any(" and " in deed for deed in deeds[:-1]) else ""
    return listed(deeds, "and") if not comma else f"{', '.join(deeds[:-1])}, and {deeds[-1]}"


def _medal(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate medals of one colour that change hands."""
    if not rows:
        return []
    takes, colour = f"{person(names, rows[0].seat):takes}", NAMES[rows[0].colour]
    taken = [(_METALS[row.is_gold], f" from {names(row.giver)}" if row.giver >= 0 else "") for row in rows]
    if len(taken) == 1:
        metal, giver = taken[0]
        text = f"{takes} the {metal} medal for {colour}{giver}: [[+{BOX.medals[metal]}]]."
    else:
        each = [f"{metal}{giver} [[+{BOX.medals[metal]}]]" for metal, giver in taken]
        text = f"{takes} both medals for {colour}: {listed(each)}."
    return [LogLine(rows[0].seat, text, "score")]


_METALS = ("silver", "gold")


# ---- luring and drawing


def _lure(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate luring: the customer, the earnings, and the customer who comes in."""
    said = [_lured(rows, names)] if only(rows, Event.LURED) else _spent(rows, names)
    said += [f"The {NAMES[row.customer]} customer comes in from the gate." for row in only(rows, Event.CAME)]
    seat = next((row.seat for row in rows if row.kind != Event.CAME), None)
    return [LogLine(seat, " ".join(said))]


def _spent(rows: Rows, names: Names) -> list[str]:
    """Describe the barkers used and the money earned by luring, when the event of the lured customer is missing."""
    said = [f"{person(names, row.seat):uses} {some(row.barkers, 'barker')}" for row in only(rows, Event.BARKERS)]
    said += [f"{person(names, row.seat):earns} {row.money} {NAMES[row.colour]}" for row in only(rows, Event.EARNED)]
    return [f"{listed(said)}."] if said else []


def _lured(rows: Rows, names: Names) -> str:
    lured = only(rows, Event.LURED)[0]
    who, used = person(names, lured.seat), [some(row.barkers, "barker") for row in only(rows, Event.BARKERS)]
    lures = f"{who.does('uses')} {used[0]} to lure" if used else who.does("lures")
    return f"{who} {lures} the {NAMES[lured.customer]} customer to {_goal(lured, rows, names)}."


def _goal(lured: Row, rows: Rows, names: Names) -> str:
    """Describe where a customer goes and who earns what: "Omar's stall at **F4**: Omar earns 3, Amina 1"."""
    who, earned = person(names, lured.seat), only(rows, Event.EARNED)
    owner = next((row for row in earned if row.as_owner), None)
    if not earned:
        return at(lured.entry)
    if owner is None:
        return f"the neutral stall at {at(lured.entry)} and {who.does('earns')} {earned[0].money}"
    if owner.seat == lured.seat:
        return f"{own(who)} stall at {at(lured.entry)} and {who.does('earns')} {owner.money}"
    others = [f"{names(row.seat)} {row.money}" for row in earned if row is not owner]
    whom = person(names, owner.seat)
    return f"{whom:'s} stall at {at(lured.entry)}: {', '.join([f'{whom:earns} {owner.money}', *others])}"


def _drew(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate a card drawn from the deck; only its owner learns which one it is."""
    known = {row.seat: card(row.card) for row in only(rows, Event.CARD_DREW)}
    return [
        LogLine(seat, f"{person(names, seat):draws} {known.get(seat, 'a card')} from the deck.")
        for seat in dict.fromkeys(row.seat for row in rows)
    ]


def _barker(rows: Rows, names: Names) -> list[LogLine]:
    seat, left = rows[0].seat, rows[0].left
    what = f"a barker; {counted(left)} {'is' if left == 1 else 'are'} left" if left else "the last barker"
    return [LogLine(seat, f"{person(names, seat):takes} {what}.")]


# ---- the end


def _low(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate that few expansions of a colour are left, and whether the final phase begins (KA-F01, KA-X30)."""
    low = next(iter(only(rows, Event.LOW)), None)
    final = next(iter(only(rows, Event.FINAL)), None)
    if final is None:
        near = "When a second colour gets that low, the final phase begins"
        return [] if low is None else [LogLine(None, f"{_down(low)}. {near}.")]
    if final.rule == Rule.KA_X30:
        reason = "Nobody has built for a long time"
    elif low is None:
        reason = "Expansions are running out"
    else:
        reason = f"{NAMES[low.colour].capitalize()} is down to one expansion too" if low.left else _down(low)
    return [LogLine(None, f"{reason}: the final phase begins.", "end")]


def _down(low: Row) -> str:
    """Describe the number of expansions left of a colour."""
    return (
        f"Only one {NAMES[low.colour]} expansion is left"
        if low.left
        else f"The last {NAMES[low.colour]} expansion is gone"
    )


def _out(rows: Rows, names: Names) -> list[LogLine]:
    """Return a log line that a seat is out, by choice or because it cannot build."""
    seat, who = rows[0].seat, person(names, rows[0].seat)
    chosen, forced = f"{who:is} done building.", f"{who:has} nothing left to build and {who.does('is')} out."
    return [LogLine(seat, chosen if rows[0].by_choice else forced)]


def _final(rows: Rows, names: Names) -> list[LogLine]:
    """Narrate the final scoring: medals, money, and who wins."""
    lines = []
    if medals := only(rows, Event.MEDALS):
        each = [f"{names(row.seat)} {f'{_medals(row)} [[+{row.points}]]' if row.points else 'none'}" for row in medals]
        lines.append(LogLine(None, f"Medals: {'; '.join(each)}.", "score"))
    if money := only(rows, Event.MONEY):
        each = [f"{names(row.seat)} {row.money}{f' [[+{row.points}]]' if row.points else ''}" for row in money]
        lines.append(LogLine(None, f"Money left: {', '.join(each)}.", "score"))
    return lines + _ranks(only(rows, Event.RANK), names)


def _medals(row: Row) -> str:
    return listed([f"{n} {metal}" for n, metal in ((row.gold, "gold"), (row.silver, "silver")) if n])


def _ranks(rows: Rows, names: Names) -> list[LogLine]:
    """Name the winner, or those who share the win; then the others in order."""
    if not rows:
        return []
    placed = sorted(rows, key=lambda row: (row.rank, row.seat))
    best = [row for row in placed if row.rank == placed[0].rank]
    lines = [LogLine(best[0].seat if len(best) == 1 else None, _victory(best, names), "end")]
    for row in placed[len(best) :]:
        who = person(names, row.seat)
        lines.append(LogLine(row.seat, f"{who:comes} {ordinal(row.rank)} with {several(row.points, 'point')}.", "end"))
    return lines


def _victory(best: Rows, names: Names) -> str:
    points = several(best[0].points, "point")
    if len(best) == 1:
        who = person(names, best[0].seat)
        return f"**{who}** {who.does('wins')} with {points}."
    return f"{listed([f'**{names(row.seat)}**' for row in best])} share the win with {points} each."


_WORDS: Words = {"colour": NAMES.__getitem__, "card": card, "cards": lambda n: many(n, "card")}
_NONE: frozenset[Event] = frozenset()
_BUILD = frozenset({Event.CARD, Event.FEE, Event.PAID, Event.NEW, Event.EXPANDED, Event.MOVED})
_BUILD |= {Event.SCORED, Event.MEDAL}
_LURE = frozenset({Event.LURED, Event.CAME, Event.EARNED, Event.BARKERS})
_DRAW = frozenset({Event.DREW, Event.CARD_DREW})
_LOW = frozenset({Event.LOW, Event.FINAL})
_SCORING = frozenset({Event.MEDALS, Event.MONEY, Event.RANK})
_TELLERS: Tellers = {
    Event.FIRST: (_first, _NONE),
    Event.STANDS: (_stands, frozenset({Event.STANDS})),
    Event.SHOWN: (_displayed, frozenset({Event.SHOWN})),
    Event.PLACED: (_placed, frozenset({Event.PLACED})),
    Event.NEUTRAL: "{seat:draws} the neutral {colour} stall from the bag.",
    Event.CROWDED: (_crowded, frozenset({Event.CROWDED})),
    Event.TURN: Say("Turn {turn}", "turn", whose=""),
    **dict.fromkeys(_BUILD, (_build, _BUILD)),
    **dict.fromkeys(_LURE, (_lure, _LURE)),
    Event.TOOK: "{seat:takes} {card} from the display.",
    **dict.fromkeys(_DRAW, (_drew, _DRAW)),
    Event.SHUFFLED: Say("The discard pile is shuffled into a new deck of {cards}.", whose=""),
    Event.BARKER: (_barker, _NONE),
    Event.DISCARDED: "{seat:discards} {card}.",
    **dict.fromkeys(_LOW, (_low, _LOW)),
    Event.OUT: (_out, _NONE),
    Event.END: Say("Everyone is done building. The game is over.", "end", whose=""),
    **dict.fromkeys(_SCORING, (_final, _SCORING)),
}
"""For each kind of event that begins a passage of the log, its narrator and the kinds that can follow in it."""
