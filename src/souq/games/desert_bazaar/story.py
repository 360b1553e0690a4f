"""Desert Bazaar in words: what happened, and what is asked.

>>> events = [(Event.FREE, -1, 1, 2, 0, 0), (Event.THROW, -1, 1, 2, 4, 0)]
>>> tell(events, lambda seat: ("Amina", "Omar", "Leila")[seat])[0].text
'Omar takes a Silk and throws Silk, Wild, Water.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from souq.engine import telling
from souq.engine.bits import members
from souq.engine.scene import Line, Names, Prompt
from souq.engine.telling import Row, Rows, Tellers
from souq.engine.wording import counted, listed
from souq.games.desert_bazaar.state import (
    BOX,
    CHOICES,
    FACE_WILD,
    FULL,
    LABELS,
    NAMES,
    TRADES,
    Event,
    Phase,
    Rule,
)

FACES = (*NAMES, "Wild", "Desert")
SETS = ("left", "right")


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup and turns


def _first(rows: Rows, names: Names) -> list[Line]:
    seat = rows[0].a
    return [Line(seat, f"{names(seat)} goes first."), Line(None, "First cards", "turn")]


def _deal(rows: Rows, names: Names) -> list[Line]:
    """Each player's throws of the setup on one line, and after them what a Wild became."""
    lines: list[Line] = []
    while rows:
        seat = rows[0].a
        if rows[0].kind == Event.DECLARED:
            lines.append(Line(seat, f"{names(seat)} takes a {NAMES[rows[0].b]} for a Wild."))
            rows = rows[1:]
            continue
        n = next((i for i, row in enumerate(rows) if row.kind != Event.DEAL or row.a != seat), len(rows))
        throws = ", then ".join(_faces((row.b, row.c, row.d)) for row in rows[:n])
        lines.append(Line(seat, f"{names(seat)} throws {throws}."))
        rows = rows[n:]
    return lines


def _turn(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"Turn {rows[0].b}", "turn")]


def _barren(rows: Rows, names: Names) -> list[Line]:
    seat, times = rows[0].a, rows[0].b
    again = f", {counted(times)} in a row" if times > 1 else ""
    return [Line(seat, f"{names(seat)} finds every pile empty: a barren turn{again}.")]


# ---- rolling


def _dice(rows: Rows, names: Names) -> list[Line]:
    """A free card, a throw, a die set aside, and what they bring, in one sentence or two."""
    by = {row.kind: row for row in rows}
    seat = rows[0].a
    who = names(seat)
    said = [part for part in (_thrown(by, who), _thrown_again(by, who)) if part]
    outcome = _outcome(by, who if not said else "")
    if outcome and said:
        joint = ". " if Event.RETHROW in by else ": "
        said[-1] += joint + (outcome[0].upper() + outcome[1:] if joint == ". " else outcome)
    elif outcome:
        said.append(outcome)
    return [Line(seat, ". ".join(said) + ".")]


def _thrown(by: dict[int, Row], who: str) -> str:
    card = f"{who} takes a {NAMES[by[Event.FREE].b]}" if Event.FREE in by else ""
    if Event.THROW in by:
        throw = by[Event.THROW]
        faces = _faces((throw.b, throw.c, throw.d))
        return f"{card} and throws {faces}" if card else f"{who} throws {faces}"
    if Event.NO_THROW in by:
        return f"{card}, the last card of all, and does not throw" if card else f"{who} does not throw: no card is left"
    return card


def _thrown_again(by: dict[int, Row], who: str) -> str:
    keep, row = by.get(Event.KEEP), by.get(Event.RETHROW)
    kept = f"{who} keeps {FACES[keep.b]}" if keep else ""
    if row is None:
        return kept
    again = [face for die, face in enumerate((row.b, row.c, row.d)) if keep is None or keep.d >> die & 1]
    return f"{kept or who} {'and ' if kept else ''}throws again: {_faces(again)}"


def _outcome(by: dict[int, Row], who: str) -> str:
    """What the dice bring; ``who`` is empty when the sentence has named its subject."""
    if Event.GAIN in by:
        row = by[Event.GAIN]
        cards = f"{row.c} {NAMES[row.b]}"
        if row.c < row.d:
            cards = f"the last {cards}, though {row.d} were due"
        return f"{who} takes {cards}" if who else cards
    if Event.NOTHING in by:
        why = _EMPTY_HANDED.get(by[Event.NOTHING].b, "")
        return f"{who} gets nothing{why}" if who else f"nothing{why}"
    return ""


_EMPTY_HANDED = {
    int(Rule.DB_R06): " to take",
    int(Rule.DB_R12): ", for those piles are empty",
    int(Rule.DB_R15): ", for the pile is empty",
}


# ---- building


def _tent(rows: Rows, names: Names) -> list[Line]:
    """A tile taken, cards traded, a tent built and paid for, and a camp that closes."""
    seat = rows[0].a
    lines = []
    trades = [row for row in rows if row.kind == Event.TRADE]
    built = [row for row in rows if row.kind in _BUILT]
    if rows[0].kind == Event.TILE and not built:
        lines.append(Line(seat, f"{names(seat)} takes the {_product(rows[0].d)} tent from the {SETS[rows[0].b]} set."))
    for row in trades:
        lines.append(Line(seat, f"{names(seat)} trades {_cards(TRADES[row.c])} for 1 {NAMES[row.b]}."))
    if built:
        lines.append(Line(seat, f"{_stands(built, names)}{_payment(built, names)}"))
    if any(row.kind == Event.CLOSED for row in rows):
        lines.append(Line(seat, _closing(rows, seat, names), "score"))
    return lines


def _stands(rows: Rows, names: Names) -> str:
    """Who builds what where, and what that makes: ends with a full stop."""
    by = {row.kind: row for row in rows}
    site = by.get(Event.SITE)
    last = by.get(Event.ISOLATED) or by.get(Event.CAMP)
    at = site or last
    who = names(rows[0].a)
    if at is None:  # a payment told apart from its tent
        return f"{who} pays."
    what = f"a {_product(site.c)} tent" if site else "a tent"
    return f"{who} builds {what} on **{LABELS[at.b]}**{_effect(by, unmarked=site is not None and not site.d)}"


def _effect(by: dict[int, Row], unmarked: bool) -> str:
    bare = ", unmarked" if unmarked else ""
    if Event.ISOLATED in by:
        return f", alone: [[+{by[Event.ISOLATED].c}]]."
    camp = by.get(Event.CAMP)
    if camp is None:
        return f"{bare}."
    if not camp.d:
        return f", alone{' and unmarked' if unmarked else ''}: no points."
    if camp.c >= FULL:
        return f"{bare}: the camp is full."
    return f"{bare}: {'' if camp.d == 1 else f'{counted(camp.d)} camps become '}a camp of {counted(camp.c)}."


def _payment(rows: Rows, names: Names) -> str:
    """Who pays what: "F1 pays Spice and G2 pays Silk; Leila pays 1 Water.", with a space before it."""
    who = names(rows[0].a)
    helped = [f"{LABELS[row.b]} pays {NAMES[row.c]}" for row in rows if row.kind == Event.HELP]
    paid = [f"{row.c} {NAMES[row.b]}" for row in rows if row.kind == Event.PAID and row.c]
    if helped and not paid:
        return f" {listed(helped)}: it costs {who} nothing."
    own = f"{who} pays {listed(paid)}" if paid else ""
    said = "; ".join(part for part in (listed(helped), own) if part)
    return f" {said}." if said else ""


def _closing(rows: Rows, seat: int, names: Names) -> str:
    """Like "Yusuf scores 3 for markers and 1 for closing: +4. Amina +2, Omar +1. Six markers go home."."""
    marks = {row.a: row.b for row in rows if row.kind == Event.COUNTED and row.b}
    bonus = sum(row.b for row in rows if row.kind == Event.BONUS)
    own = marks.pop(seat, 0)
    parts = [f"{own} for {'a marker' if own == 1 else 'markers'}"] if own else []
    if bonus:
        parts.append(f"{bonus} for closing")
    deed = f"scores {listed(parts)}: [[+{own + bonus}]]" if parts else "closes the camp"
    said = [f"{names(seat)} {deed}."]
    if marks:
        said.append(", ".join(f"{names(other)} [[+{n}]]" for other, n in marks.items()) + ".")
    home = sum(row.kind == Event.HOME for row in rows)
    said.append(f"{counted(home).capitalize()} {'marker goes' if home == 1 else 'markers go'} home.")
    return " ".join(said)


def _refill(rows: Rows, names: Names) -> list[Line]:
    lines = []
    for side, name in enumerate(SETS):
        new = [_product(row.c) for row in rows if row.a == side]
        if new:
            lines.append(Line(None, f"New in the {name} set: {listed(new)}."))
    return lines


# ---- the end


def _end(rows: Rows, names: Names) -> list[Line]:
    why = _ENDS.get(rows[0].a, "")
    return [Line(None, f"{why}The game is over.", "end")]


_ENDS = {
    int(Rule.DB_X01): "The desert is full: no site is left. ",
    int(Rule.DB_X03): "No tile is left. ",
    int(Rule.DB_X04): "Every pile is empty and nobody builds. ",
}


def _markers(rows: Rows, names: Names) -> list[Line]:
    each = ", ".join(f"{names(row.a)} {f'[[+{row.c}]]' if row.c else 'none'}" for row in rows)
    return [Line(None, f"Markers in the desert: {each}.", "score")]


def _majority(rows: Rows, names: Names) -> list[Line]:
    lines = []
    for row in rows:
        name = NAMES[row.a]
        if row.b >= 0:
            lines.append(Line(row.b, f"Most {name}: {names(row.b)} with {row.c}, [[+{row.d}]].", "score"))
        elif row.c > 0:
            lines.append(Line(None, f"Most {name}: several with {row.c} each, no points.", "score"))
        else:
            lines.append(Line(None, f"Most {name}: nobody holds any.", "score"))
    return lines


def _rank(rows: Rows, names: Names) -> list[Line]:
    """The winner, or those who share the victory; then the others in order."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    best = [row for row in placed if row.b == placed[0].b]
    lines = [Line(best[0].a if len(best) == 1 else None, _victory(best, placed, names), "end")]
    for row in placed[len(best) :]:
        lines.append(Line(row.a, f"{row.b}. {names(row.a)}, {_points(row, placed)}.", "end"))
    return lines


def _victory(best: Rows, placed: Rows, names: Names) -> str:
    if len(best) == 1:
        return f"**{names(best[0].a)}** wins with {_points(best[0], placed)}."
    return f"{listed([f'**{names(row.a)}**' for row in best])} share the victory with {_points(best[0], placed)} each."


def _points(row: Row, placed: Rows) -> str:
    """Points, and the cards when they had to decide (DB-F03)."""
    level = sum(other.c == row.c for other in placed) > 1
    points = "1 point" if row.c == 1 else f"{row.c} points"
    return f"{points} and {row.d} {'card' if row.d == 1 else 'cards'}" if level else points


_DICE = frozenset({Event.FREE, Event.NO_THROW, Event.THROW, Event.KEEP, Event.RETHROW, Event.GAIN, Event.NOTHING})
_BUILT = frozenset({Event.SITE, Event.HELP, Event.PAID, Event.ISOLATED, Event.CAMP})
_TENT = _BUILT | {Event.TRADE, Event.CLOSED, Event.HOME, Event.COUNTED, Event.BONUS}
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


# ---- what is asked


def prompt(view: Any, seat: int, names: Names) -> Prompt:
    """What is asked of ``seat`` (-1: a spectator), or for whom the others wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", "The desert is full." if view.ended == Rule.DB_X01 else "")
    phase = Phase(view.phase)
    if seat == view.player:
        return _ASKED[phase](view)
    return Prompt(f"{names(view.player)} {_WAITED[phase](view)}")


def _ask_wild(view: Any) -> Prompt:
    more = f" {counted(view.wilds).capitalize()} Wilds are left to name." if view.wilds > 1 else ""
    return Prompt("Name a resource for your Wild", f"Your throw: {_faces(view.dice)}.{more}")


def _ask_turn(view: Any) -> Prompt:
    n = len(_offered(view, "tile"))
    if not n:
        return Prompt("Roll for cards")
    tents = "one tent" if n == 1 else f"{counted(n)} tents"
    return Prompt(f"You can afford {tents}: build, or roll for cards", "To build, choose a tent on show.")


def _ask_take(view: Any) -> Prompt:
    return Prompt("Take a card of your choice", "It is yours, however the dice fall.")


def _ask_thrown(view: Any) -> Prompt:
    stops = [(_worth(view, r), NAMES[r]) for r in _offered(view, "stop")]
    most = max((n for n, _ in stops), default=0)
    best = listed([f"{n} {name}" for n, name in stops if n == most], "or")
    others = [f"{n} {name}" for n, name in stops if n < most]
    detail = f"You threw {_faces(view.dice)}."
    if others:
        detail += f" Stopping could also bring {listed(others, 'or')}."
    if not _offered(view, "keep"):
        return Prompt(f"Stop with {best}", detail)
    return Prompt(f"Stop with {best}, or keep a die and throw the others once", detail)


def _ask_match(view: Any) -> Prompt:
    worth = listed([f"{_worth(view, r)} {NAMES[r]}" for r in _offered(view, "match")], "or")
    return Prompt("Choose the resource for your Wild", f"Your dice: {_faces(view.dice)}. They bring {worth}.")


def _ask_site(view: Any) -> Prompt:
    return Prompt(f"Choose a site for your {_building(view)} tent", "The lit sites show how many cards you pay there.")


def _ask_pay(view: Any) -> Prompt:
    tent = f"{_building(view)} tent on {LABELS[view.site]}"
    return Prompt(f"Choose how to pay for your {tent}", "What neighbours offer, you may also pay yourself.")


def _ask_trade(view: Any) -> Prompt:
    """The card wanted is the first that is missing, in the order of the resources (DB-P05)."""
    hand = view.hand[view.player]
    wanted = next((NAMES[r] for r in range(len(NAMES)) if view.due[r] > hand[r]), "card")
    tent = f"{_building(view)} tent on {LABELS[view.site]}"
    return Prompt(f"Give three cards for 1 {wanted}", f"You miss it for your {tent}.")


def _ask_next(view: Any) -> Prompt:
    return Prompt(f"Choose another tent from the {SETS[view.side]} set, or end your turn")


_ASKED: dict[Phase, Callable[[Any], Prompt]] = {
    Phase.WILD: _ask_wild,
    Phase.TURN: _ask_turn,
    Phase.TAKE: _ask_take,
    Phase.THROWN: _ask_thrown,
    Phase.MATCH: _ask_match,
    Phase.SITE: _ask_site,
    Phase.PAY: _ask_pay,
    Phase.TRADE: _ask_trade,
    Phase.NEXT: _ask_next,
}

_WAITED: dict[Phase, Callable[[Any], str]] = {
    Phase.WILD: lambda view: "is naming a resource for a Wild",
    Phase.TURN: lambda view: "is choosing: roll or build",
    Phase.TAKE: lambda view: "is taking a card",
    Phase.THROWN: lambda view: f"threw {_faces(view.dice)}: stop, or throw again?",
    Phase.MATCH: lambda view: "is choosing a resource for a Wild",
    Phase.SITE: lambda view: f"is choosing a site for a {_building(view)} tent",
    Phase.PAY: lambda view: f"is paying for a tent on {LABELS[view.site]}",
    Phase.TRADE: lambda view: "is trading for a missing card",
    Phase.NEXT: lambda view: "may build another tent",
}


def _offered(view: Any, group: str) -> list[int]:
    """Which of a group of choices can be made, as indices within the group."""
    return [index for name, index in map(CHOICES.group_of, members(view.asked)) if name == group]


def _worth(view: Any, resource: int) -> int:
    """Cards the dice on the table bring of ``resource``: all that show it, and Wilds (DB-R05, DB-R11)."""
    return min(sum(face in (resource, FACE_WILD) for face in view.dice), int(view.pile[resource]))


def _building(view: Any) -> str:
    return _product(view.display[view.side][view.slot])


# ---- small words


def _product(tile: int) -> str:
    return NAMES[BOX.tiles[tile].product]


def _faces(dice: Iterable[int]) -> str:
    return ", ".join(FACES[face] for face in dice)


def _cards(counts: Iterable[int]) -> str:
    return listed([f"{n} {name}" for n, name in zip(counts, NAMES, strict=True) if n])
