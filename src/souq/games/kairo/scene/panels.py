"""Panels next to the board: every seat's possessions, the common supply, and warnings of the final phase."""

from __future__ import annotations

from html import escape

from souq.engine.present.scene import Facts, Panel, Stat, text, use
from souq.engine.present.wording import counted, listed, opened, several
from souq.games.kairo.scene.art import EMBLEMS, LETTERS, at, card_name, stall, stroke, tone
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import BOX, COLOURS, NAMES, Act, Event, Phase

_HEIGHT = 24.0
_STEP = 16.0  # from one expansion to the next
_MEDALS = 64.0  # width of the count and the medals


# ---- seats


def panels(desk: Desk) -> tuple[Panel, ...]:
    """Return a panel for every seat."""
    done = _done(desk)
    made = []
    for seat in desk.seats:
        note = _doing(desk) if desk.acting(seat) else done.get(seat) or _standing(desk, seat)
        made.append(desk.panel(seat, str(desk.view.score[seat]), note, EMBLEMS, stats(desk, seat)))
    return tuple(made)


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Return the money, medals, barkers and cards of a seat."""
    cards, barkers = desk.view.held[seat], desk.view.barkers[seat]
    held = (
        *_medals(desk, seat),
        Stat("", str(barkers), "ka-barker", title=several(barkers, "barker")),
        Stat("", str(cards), "ka-card", title=several(cards, "card")),
        *_revealed(desk, seat),
    )
    return (*held, Stat("behind a screen", "Money")) if screened(desk, seat) else (*_money(desk, seat), *held)


def _revealed(desk: Desk, seat: int) -> list[Stat]:
    """Return the cards of a seat once the game is over: ``NW, S, E column``."""
    cards = desk.revealed(seat)
    if not cards:
        return []
    return [Stat(", ".join(map(_short, cards)), "", title=opened(listed([card_name(card) for card in cards])))]


def _short(card: int) -> str:
    """Abbreviate a card's name: ``South-east`` to ``SE``, ``West column`` to ``W column``."""
    where, _, line = card_name(card).partition(" ")
    return "".join(part[0].upper() for part in where.split("-")) + (f" {line}" if line else "")


def screened(desk: Desk, seat: int) -> bool:
    """Return whether a seat's money is hidden from the viewer because the option ``money`` is ``screens``."""
    return desk.ctx.options.get("money") == "screens" and seat != desk.seat and not (desk.over or desk.ctx.finished)


def _money(desk: Desk, seat: int) -> list[Stat]:
    money = list(desk.view.money[seat])
    return [
        Stat(LETTERS[colour], str(money[colour]), tone=colour + 1, title=f"{money[colour]} {NAMES[colour]} money")
        for colour in range(COLOURS)
    ]


def _medals(desk: Desk, seat: int) -> list[Stat]:
    made = []
    for colour in range(COLOURS):
        for word, owner in (("gold", desk.view.gold), ("silver", desk.view.silver)):
            if owner[colour] == seat:
                worth = BOX.medals[word]
                title = f"{word} medal for {NAMES[colour]}: {several(worth, 'more point')} at the end"
                made.append(Stat("", "", f"ka-{word}", colour + 1, title))
    return made


# ---- words under the name


_DOING = {
    Act.PLACE: "placing a stall",
    Act.NEUTRAL: "placing a neutral stall",
    Act.NEW: "building a stall",
    Act.EXPAND: "expanding",
    Act.MOVE: "moving a stall",
    Act.LURE: "luring",
    Act.DRAW: "drawing cards",
}


def _doing(desk: Desk) -> str:
    if desk.phase == Phase.DISCARD:
        return "discarding"
    return _DOING.get(Act(desk.view.act), "to move")


def _standing(desk: Desk, seat: int) -> str:
    """Return a seat's state: whether it is out, whether it is the start player, its number of stalls."""
    if desk.view.out >> seat & 1:
        return "out"
    stalls = sum(site >= 0 for site in desk.view.stall[seat])
    said = "1 stall" if stalls == 1 else f"{stalls} stalls"
    return f"start player · {said}" if seat == desk.view.first else said


def _done(desk: Desk) -> dict[int, str]:
    """Return words for each seat's latest action, if the seat has acted since the viewer last did."""
    notes: dict[int, str] = {}
    for row in desk.recent:
        seat = row.get("seat", row.get("owner"))
        if row.kind in _DONE and seat is not None and seat in desk.seats:
            colour = row.get("colour", row.get("customer", 0)) or 0
            notes[seat] = _DONE[row.kind].format(colour=NAMES[colour], size=row.get("size"))
    return notes


_DONE: dict[int, str] = {
    Event.PLACED: "placed {colour}",
    Event.NEW: "built a {colour} stall",
    Event.EXPANDED: "expanded {colour} to {size}",
    Event.MOVED: "moved the {colour} stall",
    Event.LURED: "lured {colour}",
    **dict.fromkeys((Event.TOOK, Event.DREW, Event.BARKER), "drew"),
    Event.OUT: "out",
}


# ---- the supply


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Return a box above the story with the expansions left and the holders of the medals."""
    rows = [(_left(desk, colour), _holders(desk, colour)) for colour in range(COLOURS)]
    said = final_words(desk)
    warned = [("", f"<em>{escape(said)}</em>")] if said else []
    return (Facts("Expansions left **medals**", (*rows, *warned), place="story"),)


def _drawing(width: float, label: str, art: str, shown: str = "") -> str:
    """Return an SVG drawing with its accessible name. ``shown`` is its width on the page, if other than ``width``."""
    box = f'width="{shown or f"{width:g}"}" height="{_HEIGHT:g}" viewBox="0 0 {width:g} {_HEIGHT:g}"'
    return f'<svg {box} preserveAspectRatio="xMinYMid" role="img" aria-label="{escape(label)}">{art}</svg>'


def _left(desk: Desk, colour: int) -> str:
    """Draw a colour's tile and a square for each of its expansions, filled if the expansion is left in the supply."""
    left, total = desk.view.supply[colour], BOX.supply["expansions"]
    art = at(stall(colour, 21), 12, 12)
    for i in range(total):
        x = 31 + i * _STEP
        if i < left:
            art += use("ka-expansion", x, 5, 14, colour=tone(colour))
        else:
            gone = f'{stroke("var(--muted)", 1.2)} stroke-dasharray="2 2" opacity=".55"'
            art += f'<rect x="{x + 1.5:g}" y="6.5" width="11" height="11" rx="3" fill="none" {gone}/>'
    return _drawing(31 + total * _STEP, f"{NAMES[colour]}: {left} of {total}", art, "100%")


def _holders(desk: Desk, colour: int) -> str:
    """Draw, for a colour, the number of expansions left and who holds its gold and silver medals."""
    left, art, held = desk.view.supply[colour], "", []
    for x, word, holders in ((22.0, "gold", desk.view.gold), (44.0, "silver", desk.view.silver)):
        seat = holders[colour]
        art += _coin(x, seat) if seat >= 0 else use(f"ka-{word}", x + 1, 0.5, 18, 22.5, tone(colour))
        held.append(f"{word} {desk.ctx.names(seat) if seat >= 0 else 'nobody'}")
    low = left < BOX.end["low"]
    count = text(str(left), 14, 17.5, 15, "var(--danger)" if low else "var(--ink)", 600, "end")
    return _drawing(_MEDALS, f"{left} left, {', '.join(held)}", count + art)


def _coin(x: float, seat: int) -> str:
    """Draw a seat's emblem on its disc."""
    disc = f'<circle cx="{x + 10:g}" cy="12" r="9" fill="var(--seat-{seat + 1})" {stroke("var(--ring)", 1.3)}/>'
    return disc + use(f"e-{EMBLEMS[seat]}", x + 4.5, 6.5, 11, colour=f"var(--seat-{seat + 1}-ink)")


# ---- the final phase


def final_words(desk: Desk) -> str:
    """Return a warning that the final phase is near (KA-F01, KA-X30) or has begun; empty while it is far."""
    if desk.over:
        return ""
    if desk.view.final:
        return "The final phase: build or stop."
    ends = sorted(filter(desk.ends, range(COLOURS)), key=desk.view.supply.__getitem__)
    if not ends:
        return _patience(desk)
    names = [NAMES[colour] for colour in ends]
    return f"{opened(names[0])} is down to one. The next {listed(names, 'or')} expansion starts the final phase."


def _patience(desk: Desk) -> str:
    """Return a warning if nobody has built for a long time (KA-X30); else empty."""
    n = len(desk.seats)
    rest = BOX.patience * n - desk.view.idle
    if rest > 2 * n:
        return ""
    more = "turn like that starts" if rest == 1 else "turns like that start"
    return f"Nobody has built for {desk.view.idle} turns. {counted(rest).capitalize()} more {more} the final phase."


def warning(desk: Desk) -> str:
    """Return a warning if an expansion of the viewer could start the final phase (KA-F01); else empty."""
    if desk.over or desk.view.final or not desk.mine:
        return ""
    if desk.act == Act.EXPAND and desk.phase != Phase.COLOUR:
        return "This expansion starts the final phase." if desk.ends(desk.view.colour) else ""
    if not desk.asks(Phase.ACT, Phase.COLOUR):
        return ""
    names = [NAMES[colour] for colour in desk.ahead.colours(Act.EXPAND) if desk.ends(colour)]
    return f"Expanding {listed(names, 'or')} starts the final phase." if names else ""
