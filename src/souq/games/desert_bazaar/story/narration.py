"""The game log of Desert Bazaar: events turned into sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from souq.engine.present import story
from souq.engine.present.scene import LogLine, Names
from souq.engine.present.story import Rows, Say, Tellers, Words, only
from souq.engine.present.voice import Person, person
from souq.engine.present.wording import counted, listed, opened, ordinal, several
from souq.engine.rules.events import Row
from souq.games.desert_bazaar.state import FULL, LABELS, NAMES, TRADES, Event, Rule
from souq.games.desert_bazaar.story.wording import FACES, SETS, SEVERAL, amount, cards, faces, product


def narrate(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """Return the log lines about the events of one decision; an event is a row of numbers that begins with its kind."""
    return story.narrate(Event, _TELLERS, events, names, _WORDS)


# ---- setup


def _first(rows: Rows, names: Names) -> list[LogLine]:
    seat = rows[0].seat
    return [LogLine(seat, f"{person(names, seat):goes} first."), LogLine(None, "First cards", "turn")]


def _deal(rows: Rows, names: Names) -> list[LogLine]:
    """Return a log line for each player's rolls during the setup."""
    lines = []
    for seat, thrown in groupby(rows, lambda row: row.seat):
        rolls = ", then ".join(faces(_dice(row)) for row in thrown)
        lines.append(LogLine(seat, f"{person(names, seat):rolls} {rolls}."))
    return lines


def _dice(row: Row) -> tuple[int, int, int]:
    return row.one, row.two, row.three


# ---- rolling


def _roll(rows: Rows, names: Names) -> list[LogLine]:
    """Describe in one sentence what a player rolled: the free card, the dice, a die set aside, and the cards taken."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    who, brought = person(names, rows[0].seat), _brought(by)
    rolled = listed([f"{who.does(verb)} {what}" for verb, what in _rolled(by)])
    if not rolled:
        rolled, brought = f"{who.does('takes' if Event.GAIN in by else 'gets')} {brought}", ""
    return [LogLine(rows[0].seat, f"{who} {rolled}{brought and f': {brought}'}.")]


def _rolled(by: dict[int, Row]) -> Iterator[tuple[str, str]]:
    """Yield what a player did as pairs of a verb and an object. A second roll names only the dice thrown again."""
    card = f"a {NAMES[by[Event.FREE].good]}" if Event.FREE in by else ""
    if Event.NO_THROW in by:
        yield "takes", f"the last card{card and f', {card}'}, so there is no roll"
    elif card:
        yield "takes", card
    if Event.THROW in by:
        yield "rolls", faces(_dice(by[Event.THROW]))
    again = 0b111
    if Event.KEEP in by:
        again = by[Event.KEEP].again
        yield "keeps", f"the {FACES[by[Event.KEEP].face]}"
    if Event.RETHROW in by:
        yield "rolls", faces(face for die, face in enumerate(_dice(by[Event.RETHROW])) if again >> die & 1)


def _brought(by: dict[int, Row]) -> str:
    """Describe the cards that a player took by the dice, or return "" before that is decided."""
    if row := by.get(Event.GAIN):
        took = amount(row.cards, row.good)
        return took if row.cards == row.due else f"the last {took} instead of {row.due}"
    return f"nothing{_EMPTY_HANDED.get(by[Event.NOTHING].rule, '')}" if Event.NOTHING in by else ""


_EMPTY_HANDED = {
    int(Rule.DB_R06): " to take",
    int(Rule.DB_R12): ", because those piles are empty",
    int(Rule.DB_R15): ", because the pile is empty",
}


# ---- building


def _tent(rows: Rows, names: Names) -> list[LogLine]:
    """Describe trades, a tent that is built and paid for, and a camp that closes.

    Nothing is said about a tile that has been chosen but not built yet.
    """
    seat, lines = rows[0].seat, []
    who = person(names, seat)
    trades = only(rows, Event.TRADE)
    given = [sum(counts) for counts in zip(*(TRADES[row.trade].tolist() for row in trades), strict=True)]
    got = [sum(row.good == good for row in trades) for good in range(len(NAMES))]
    deeds = [f"{who.does('trades')} {cards(given)} for {cards(got)}"] if trades else []
    built = only(rows, *_BUILT)
    if built:
        deeds.append(_build(built, who))
    if deeds:
        lines.append(LogLine(seat, f"{who} {', and '.join(deeds)}.{_effect(built)}"))
    if only(rows, *_SCORED):
        lines.append(LogLine(seat, _closing(rows, who, names), "score"))
    return lines


def _build(rows: Rows, who: Person) -> str:
    """Narrate the tent, its site and its payment: ``builds a Silk tent on **C5** for 1 Water; C4 pays 1 Camel``."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    at = by.get(Event.SITE) or by.get(Event.ISOLATED) or by.get(Event.CAMP)
    paid = listed([amount(row.cards, row.good) for row in only(rows, Event.PAID)])
    helped = _helping(only(rows, Event.HELP))
    if at is None:  # a payment without its tent
        return f"{who.does('pays')} {paid or 'nothing'}{f'; {helped}' if helped else ''}"
    what = f"a {product(by[Event.SITE].tile)} tent" if Event.SITE in by else "a tent"
    price = f" for {paid}" if paid else " for nothing" if helped else ""
    return f"{who.does('builds')} {what} on **{LABELS[at.site]}**{price}{f'; {helped}' if helped else ''}"


def _helping(rows: Rows) -> str:
    """Describe what neighbours pay: "D5 pays 1 Camel, B3 and D4 pay 1 Silk each"."""
    sites = {good: [LABELS[row.site] for row in rows if row.good == good] for good in (row.good for row in rows)}
    return ", ".join(
        f"{listed(at)} {'pays' if len(at) == 1 else 'pay'} {amount(1, good)}{' each' if len(at) > 1 else ''}"
        for good, at in sites.items()
    )


def _effect(rows: Rows) -> str:
    """Describe what a new tent means for the camp it joins; the sentence begins with a space."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    bare = Event.SITE in by and not by[Event.SITE].marked
    if Event.ISOLATED in by:
        return f" It stands alone: [[+{by[Event.ISOLATED].points}]]."
    if (camp := by.get(Event.CAMP)) is None:
        return " It has no marker." if bare else ""
    if not camp.touched:
        return " It stands alone, but without a marker it scores nothing."
    size = "full" if camp.size >= FULL else counted(camp.size)
    if camp.touched > 1:
        joined = f"{opened(counted(camp.touched))} camps join"
        grown = f"{joined}, and the camp is full" if size == "full" else f"{joined} into one of {size}"
    else:
        grown = "The camp is full" if size == "full" else f"The camp grows to {size}"
    return f" {grown}{'; the tent has no marker' if bare else ''}."


def _closing(rows: Rows, who: Person, names: Names) -> str:
    """Describe the scoring of a closed camp.

    For example: "Yusuf scores [[+4]], 3 for markers and 1 for closing the camp. Amina gets [[+2]]. Six markers go
    home."
    """
    marks = {row.seat: row.points for row in only(rows, Event.COUNTED) if row.points}
    bonus, own = sum(row.points for row in only(rows, Event.BONUS)), marks.pop(rows[0].seat, 0)
    parts = [(own, f"for {'a marker' if own == 1 else 'markers'}"), (bonus, "for closing the camp")]
    scored = [(n, reason) for n, reason in parts if n]
    said = [f"{who:closes} the camp."]
    if len(scored) == 1:
        said = [f"{who:scores} [[+{own + bonus}]] {scored[0][1]}."]
    elif scored:
        each = listed([f"{n} {reason}" for n, reason in scored])
        said = [f"{who:scores} [[+{own + bonus}]], {each}."]
    if marks:
        (other, n), *others = ((person(names, seat), n) for seat, n in marks.items())
        said.append(f"{listed([f'{other:scores} [[+{n}]]', *(f'{other} [[+{n}]]' for other, n in others)])}.")
    if home := len(only(rows, Event.HOME)):
        said.append("One marker goes home." if home == 1 else f"{opened(counted(home))} markers go home.")
    return " ".join(said)


def _refill(rows: Rows, names: Names) -> list[LogLine]:
    lines = []
    for side, name in enumerate(SETS):
        if new := [product(row.tile) for row in rows if row.side == side]:
            lines.append(LogLine(None, f"New in the {name} set: {listed(new)}."))
    return lines


# ---- the end


ENDS = {
    int(Rule.DB_X01): "The desert is full: no site is left.",
    int(Rule.DB_X03): "No tile is left.",
    int(Rule.DB_X04): "Every pile is empty, and nobody builds.",
}
"""Sentences about why the game has ended, by the number of the rule that ended it."""


def _markers(rows: Rows, names: Names) -> list[LogLine]:
    each = ", ".join(f"{names(row.seat)} {f'[[+{row.points}]]' if row.points else 'none'}" for row in rows)
    return [LogLine(None, f"Markers in the desert: {each}.", "score")]


def _majority(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(row.seat if row.seat >= 0 else None, _most(row, names), "score") for row in rows]


def _most(row: Row, names: Names) -> str:
    name = SEVERAL[row.good]
    if row.seat >= 0:
        return f"{person(names, row.seat):has} the most {name}, {row.most}: [[+{row.points}]]."
    return f"{name}: tied at {row.most}, no points." if row.most > 0 else f"Nobody has any {name}."


def _rank(rows: Rows, names: Names) -> list[LogLine]:
    """Return the log lines about the final ranks: first the winner or winners, then the other players in order."""
    placed = sorted(rows, key=lambda row: (row.rank, row.seat))
    best = [row for row in placed if row.rank == placed[0].rank]
    lines = [LogLine(best[0].seat if len(best) == 1 else None, _victory(best, placed, names), "end")]
    for row in placed[len(best) :]:
        who = person(names, row.seat)
        lines.append(LogLine(row.seat, f"{who:comes} {ordinal(row.rank)} with {_points(row, placed)}.", "end"))
    return lines


def _victory(best: Rows, placed: Rows, names: Names) -> str:
    if len(best) == 1:
        who = person(names, best[0].seat)
        return f"**{who}** {who.does('wins')} with {_points(best[0], placed)}."
    return f"{listed([f'**{names(row.seat)}**' for row in best])} share the win with {_points(best[0], placed)} each."


def _points(row: Row, placed: Rows) -> str:
    """Describe a player's final points, with the number of cards left if other players have as many points (DB-F03)."""
    level = sum(other.points == row.points for other in placed) > 1
    points = several(row.points, "point")
    left = several(row.cards, "card") if row.cards else "no cards"
    return f"{points} and {left} left" if level else points


_DICE = frozenset({Event.FREE, Event.NO_THROW, Event.THROW, Event.KEEP, Event.RETHROW, Event.GAIN, Event.NOTHING})
_BUILT = frozenset({Event.SITE, Event.HELP, Event.PAID, Event.ISOLATED, Event.CAMP})
_SCORED = frozenset({Event.CLOSED, Event.HOME, Event.COUNTED, Event.BONUS})
_TENT = _BUILT | _SCORED | {Event.TRADE}
_TELLERS: Tellers = {
    Event.FIRST: (_first, ()),
    Event.DEAL: (_deal, {Event.DEAL}),
    Event.DECLARED: "{seat:uses} a Wild as {good}.",
    Event.TURN: Say("Turn {turn}", "turn", whose=""),
    Event.BARREN: "{seat:finds} every pile empty: a barren turn.{times}",
    **dict.fromkeys(_DICE, (_roll, _DICE)),
    **dict.fromkeys(_TENT | {Event.TILE}, (_tent, _TENT)),
    Event.REFILL: (_refill, {Event.REFILL}),
    Event.END: Say("{rule}The game is over.", "end", whose=""),
    Event.MARKERS: (_markers, {Event.MARKERS}),
    Event.MAJORITY: (_majority, {Event.MAJORITY}),
    Event.RANK: (_rank, {Event.RANK}),
}
"""How events become log lines. For each kind of event that can come first, a text or function, and the kinds of events
that it takes up with the first one.
"""
_WORDS: Words = {
    "good": NAMES.__getitem__,
    "times": lambda n: f" That makes {counted(n)} in a row." if n > 1 else "",
    "rule": lambda rule: f"{ENDS[rule]} " if rule in ENDS else "",
}
