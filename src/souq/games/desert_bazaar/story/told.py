"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine import telling
from souq.engine.events import Row
from souq.engine.scene import LogLine, Names
from souq.engine.telling import Rows, Tellers, only
from souq.engine.voice import Person, person
from souq.engine.wording import counted, listed, opened
from souq.games.desert_bazaar.state import FULL, LABELS, NAMES, TRADES, Event, Rule
from souq.games.desert_bazaar.story.wording import FACES, SETS, cards, faces, product


def tell(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(Event, _TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[LogLine]:
    seat = rows[0].a
    who = person(names, seat)
    return [LogLine(seat, f"{who} {who.does('goes')} first."), LogLine(None, "First cards", "turn")]


def _deal(rows: Rows, names: Names) -> list[LogLine]:
    """Each player's rolls of the setup on one line, and after them what a Wild became."""
    lines: list[LogLine] = []
    while rows:
        seat = rows[0].a
        who = person(names, seat)
        if rows[0].kind == Event.DECLARED:
            lines.append(LogLine(seat, f"{who} {who.does('uses')} a Wild as {NAMES[rows[0].b]}."))
            rows = rows[1:]
            continue
        n = next((i for i, row in enumerate(rows) if row.kind != Event.DEAL or row.a != seat), len(rows))
        rolls = ", then ".join(faces((row.b, row.c, row.d)) for row in rows[:n])
        lines.append(LogLine(seat, f"{who} {who.does('rolls')} {rolls}."))
        rows = rows[n:]
    return lines


def _turn(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(None, f"Turn {rows[0].b}", "turn")]


def _barren(rows: Rows, names: Names) -> list[LogLine]:
    seat, times = rows[0].a, rows[0].b
    who = person(names, seat)
    said = f"{who} {who.does('finds')} every pile empty: a barren turn."
    return [LogLine(seat, f"{said} That makes {counted(times)} in a row." if times > 1 else said)]


# ---- rolling


def _dice(rows: Rows, names: Names) -> list[LogLine]:
    """A free card, a roll, a die that is kept, and what they bring, in one sentence."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    who = person(names, rows[0].a)
    rolled = " ".join(part for part in (_rolled(by, who), _rolled_again(by, who)) if part)
    brought = _brought(by)
    if not rolled:
        brought = f"{who} {who.does('takes' if Event.GAIN in by else 'gets')} {brought}"
    return [LogLine(rows[0].a, f"{': '.join(part for part in (rolled, brought) if part)}.")]


def _rolled(by: dict[int, Row], who: Person) -> str:
    if Event.NO_THROW in by:
        card = f", a {NAMES[by[Event.FREE].b]}" if Event.FREE in by else ""
        return f"{who} {who.does('takes')} the last card{card}, so there is no roll"
    card = f"{who} {who.does('takes')} a {NAMES[by[Event.FREE].b]}" if Event.FREE in by else ""
    if Event.THROW not in by:
        return card
    roll = by[Event.THROW]
    return f"{f'{card} and' if card else who} {who.does('rolls')} {faces((roll.b, roll.c, roll.d))}"


def _rolled_again(by: dict[int, Row], who: Person) -> str:
    keep, row = by.get(Event.KEEP), by.get(Event.RETHROW)
    kept = f"{who} {who.does('keeps')} the {FACES[keep.b]}" if keep else ""
    if row is None:
        return kept
    again = [face for die, face in enumerate((row.b, row.c, row.d)) if keep is None or keep.d >> die & 1]
    return f"{f'{kept} and' if kept else who} {who.does('rolls')} {faces(again)}"


def _brought(by: dict[int, Row]) -> str:
    """What the dice bring; nothing while that is open."""
    if Event.GAIN in by:
        row = by[Event.GAIN]
        return f"{row.c} {NAMES[row.b]}" if row.c == row.d else f"the last {row.c} {NAMES[row.b]} instead of {row.d}"
    return f"nothing{_EMPTY_HANDED.get(by[Event.NOTHING].b, '')}" if Event.NOTHING in by else ""


_EMPTY_HANDED = {
    int(Rule.DB_R06): " to take",
    int(Rule.DB_R12): ", because those piles are empty",
    int(Rule.DB_R15): ", because the pile is empty",
}


# ---- building


def _tent(rows: Rows, names: Names) -> list[LogLine]:
    """Cards traded, a tent built and paid for, and a camp that closes. A tile is told once it is built."""
    seat, lines = rows[0].a, []
    who = person(names, seat)
    traded = listed([f"{cards(TRADES[row.c])} for 1 {NAMES[row.b]}" for row in only(rows, Event.TRADE)])
    deeds = [f"{who.does('trades')} {traded}"] if traded else []
    built = [row for row in rows if row.kind in _BUILT]
    if built:
        deeds.append(_stands(built, who))
    if deeds:
        lines.append(LogLine(seat, f"{who} {', and '.join(deeds)}.{_effect(built)}"))
    if only(rows, *_SCORED):
        lines.append(LogLine(seat, _closing(rows, who, names), "score"))
    return lines


def _stands(rows: Rows, who: Person) -> str:
    """What is built where, and who pays: ``builds a Silk tent on **C5** for 1 Water; C4 pays Camel``."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    at = by.get(Event.SITE) or by.get(Event.ISOLATED) or by.get(Event.CAMP)
    paid = listed([f"{row.c} {NAMES[row.b]}" for row in only(rows, Event.PAID)])
    helped = _helping(only(rows, Event.HELP))
    if at is None:  # a payment told apart from its tent
        return f"{who.does('pays')} {paid or 'nothing'}{f'; {helped}' if helped else ''}"
    what = f"a {product(by[Event.SITE].c)} tent" if Event.SITE in by else "a tent"
    price = f" for {paid}" if paid else " for nothing" if helped else ""
    return f"{who.does('builds')} {what} on **{LABELS[at.b]}**{price}{f'; {helped}' if helped else ''}"


def _helping(rows: Rows) -> str:
    """Like "D5 pays Camel, B3 and D4 pay Silk"."""
    sites = {good: [LABELS[row.b] for row in rows if row.c == good] for good in dict.fromkeys(row.c for row in rows)}
    return ", ".join(f"{listed(at)} pay{'s' if len(at) == 1 else ''} {NAMES[good]}" for good, at in sites.items())


def _effect(rows: Rows) -> str:
    """What a new tent makes of its camp, a sentence with a space before it."""
    by: dict[int, Row] = {row.kind: row for row in rows}
    bare = Event.SITE in by and not by[Event.SITE].d
    if Event.ISOLATED in by:
        return f" It stands alone: [[+{by[Event.ISOLATED].c}]]."
    if (camp := by.get(Event.CAMP)) is None:
        return " It has no marker." if bare else ""
    if not camp.d:
        return " It stands alone, but without a marker it scores nothing."
    size = "full" if camp.c >= FULL else counted(camp.c)
    if camp.d > 1:
        grown = f"{opened(counted(camp.d))} camps become {'a full one' if size == 'full' else f'one of {size}'}"
    else:
        grown = "The camp is full" if size == "full" else f"The camp grows to {size}"
    return f" {grown}{'; the tent has no marker' if bare else ''}."


def _closing(rows: Rows, who: Person, names: Names) -> str:
    """Like "Yusuf scores [[+4]], 3 for markers and 1 for closing the camp. Amina gets [[+2]]. Six markers go home."."""
    marks = {row.a: row.b for row in only(rows, Event.COUNTED) if row.b}
    bonus, own = sum(row.b for row in only(rows, Event.BONUS)), marks.pop(rows[0].a, 0)
    parts = [(own, f"for {'a marker' if own == 1 else 'markers'}"), (bonus, "for closing the camp")]
    scored = [(n, reason) for n, reason in parts if n]
    said = [f"{who} {who.does('closes')} the camp."]
    if len(scored) == 1:
        said = [f"{who} {who.does('scores')} [[+{own + bonus}]] {scored[0][1]}."]
    elif scored:
        each = listed([f"{n} {reason}" for n, reason in scored])
        said = [f"{who} {who.does('scores')} [[+{own + bonus}]], {each}."]
    if marks:
        (other, n), *others = ((person(names, seat), n) for seat, n in marks.items())
        first = f"{other} {other.does('scores')} [[+{n}]]"
        said.append(f"{listed([first, *(f'{other} [[+{n}]]' for other, n in others)])}.")
    if home := len(only(rows, Event.HOME)):
        said.append("One marker goes home." if home == 1 else f"{opened(counted(home))} markers go home.")
    return " ".join(said)


def _refill(rows: Rows, names: Names) -> list[LogLine]:
    lines = []
    for side, name in enumerate(SETS):
        if new := [product(row.c) for row in rows if row.a == side]:
            lines.append(LogLine(None, f"New in the {name} set: {listed(new)}."))
    return lines


# ---- the end


def _end(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(None, f"{ENDS[rows[0].a]} The game is over." if rows[0].a in ENDS else "The game is over.", "end")]


ENDS = {
    int(Rule.DB_X01): "The desert is full: no site is left.",
    int(Rule.DB_X03): "No tile is left.",
    int(Rule.DB_X04): "Every pile is empty, and nobody builds.",
}
"""What ended the game, by the number of the rule."""


def _markers(rows: Rows, names: Names) -> list[LogLine]:
    each = ", ".join(f"{names(row.a)} {f'[[+{row.c}]]' if row.c else 'none'}" for row in rows)
    return [LogLine(None, f"Markers in the desert: {each}.", "score")]


def _majority(rows: Rows, names: Names) -> list[LogLine]:
    return [LogLine(row.b if row.b >= 0 else None, _most(row, names), "score") for row in rows]


def _most(row: Row, names: Names) -> str:
    name = NAMES[row.a]
    if row.b >= 0:
        who = person(names, row.b)
        return f"{who} {who.does('has')} the most {name}, {row.c}: [[+{row.d}]]."
    return f"Nobody scores for {name}, a tie at {row.c}." if row.c > 0 else f"Nobody has any {name}."


def _rank(rows: Rows, names: Names) -> list[LogLine]:
    """The winner, or those who share the victory; then the others in order."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    lines = [LogLine(best[0].a if len(best) == 1 else None, _victory(best, placed, names), "end")]
    for row in placed[len(best) :]:
        lines.append(LogLine(row.a, f"{row.b}. {names(row.a)}, {_points(row, placed)}.", "end"))
    return lines


def _victory(best: Rows, placed: Rows, names: Names) -> str:
    if len(best) == 1:
        who = person(names, best[0].a)
        return f"**{who}** {who.does('wins')} with {_points(best[0], placed)}."
    return f"{listed([f'**{names(row.a)}**' for row in best])} share the win with {_points(best[0], placed)} each."


def _points(row: Row, placed: Rows) -> str:
    """Points, and the cards when they had to decide (DB-F03)."""
    level = sum(other.c == row.c for other in placed) > 1
    points = "1 point" if row.c == 1 else f"{row.c} points"
    return f"{points} and {row.d} {'card' if row.d == 1 else 'cards'}" if level else points


_DICE = frozenset({Event.FREE, Event.NO_THROW, Event.THROW, Event.KEEP, Event.RETHROW, Event.GAIN, Event.NOTHING})
_BUILT = frozenset({Event.SITE, Event.HELP, Event.PAID, Event.ISOLATED, Event.CAMP})
_SCORED = frozenset({Event.CLOSED, Event.HOME, Event.COUNTED, Event.BONUS})
_TENT = _BUILT | _SCORED | {Event.TRADE}
_NONE: frozenset[Event] = frozenset()
_TELLERS: Tellers = {
    Event.FIRST: (_first, _NONE),
    Event.DEAL: (_deal, frozenset({Event.DEAL, Event.DECLARED})),
    Event.DECLARED: (_deal, frozenset({Event.DEAL, Event.DECLARED})),
    Event.TURN: (_turn, _NONE),
    Event.BARREN: (_barren, _NONE),
    **dict.fromkeys(_DICE, (_dice, _DICE)),
    **dict.fromkeys(_TENT | {Event.TILE}, (_tent, _TENT)),
    Event.REFILL: (_refill, frozenset({Event.REFILL})),
    Event.END: (_end, _NONE),
    Event.MARKERS: (_markers, frozenset({Event.MARKERS})),
    Event.MAJORITY: (_majority, frozenset({Event.MAJORITY})),
    Event.RANK: (_rank, frozenset({Event.RANK})),
}
"""By the event that opens a passage: who tells it, and which events go on with it."""
