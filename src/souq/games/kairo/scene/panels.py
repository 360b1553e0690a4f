"""What is said of every seat beside the board."""

from __future__ import annotations

from souq.engine.scene import Panel, Stat
from souq.engine.wording import several
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.words import EMBLEMS, LETTERS
from souq.games.kairo.state import BOX, COLOURS, Act, Event, Phase

_DOING = {
    Act.PLACE: "placing a stall",
    Act.NEUTRAL: "placing a neutral stall",
    Act.NEW: "building a stall",
    Act.EXPAND: "expanding",
    Act.MOVE: "moving a stall",
    Act.LURE: "luring",
    Act.DRAW: "drawing cards",
}


def panels(desk: Desk) -> tuple[Panel, ...]:
    """A panel for every seat."""
    done = _done(desk)
    made = []
    for seat in desk.seats:
        acting = seat == desk.player and not desk.over
        note = _doing(desk) if acting else done.get(seat) or _standing(desk, seat)
        made.append(
            Panel(
                seat,
                str(desk.view.score[seat]),
                note,
                EMBLEMS[seat],
                seat + 1,
                stats(desk, seat),
                acting=acting,
                rank=desk.rank(seat) if desk.over else None,
            )
        )
    return tuple(made)


def stats(desk: Desk, seat: int) -> tuple[Stat, ...]:
    """Money, medals, barkers and cards of a seat."""
    cards, barkers = desk.view.held[seat], desk.view.barkers[seat]
    held = (
        *_medals(desk, seat),
        Stat("", str(barkers), "ka-barker", title=several(barkers, "barker")),
        Stat("", str(cards), "ka-card", title=several(cards, "card")),
    )
    return (*held, Stat("behind a screen", "Money")) if screened(desk, seat) else (*_money(desk, seat), *held)


def screened(desk: Desk, seat: int) -> bool:
    """Whether a seat's money stands behind a screen for the viewer (option ``money``)."""
    return desk.ctx.options.get("money") == "screens" and seat != desk.seat and not desk.over


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


def _doing(desk: Desk) -> str:
    if desk.phase == Phase.DISCARD:
        return "discarding"
    return _DOING.get(Act(desk.view.act), "to move")


def _standing(desk: Desk, seat: int) -> str:
    """Who is out, who began, how many stalls stand."""
    if desk.view.out >> seat & 1:
        return "out"
    stalls = sum(site >= 0 for site in desk.view.stall[seat])
    said = "1 stall" if stalls == 1 else f"{stalls} stalls"
    return f"start player · {said}" if seat == desk.view.first else said


def _done(desk: Desk) -> dict[int, str]:
    """What each seat did last, as far as the viewer has not acted since."""
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
