"""What moves and sounds between two positions: a booth jumps, goals go to whom they belong, the die is thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from souq.engine.scene import Context, Effect
from souq.engine.twin import Twin
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import CELL, Point, plan_of
from souq.games.chatuchak.scene.goals import mark_key
from souq.games.chatuchak.scene.market import booth_key as own_booth
from souq.games.chatuchak.scene.market import chip_key as own_chip
from souq.games.chatuchak.scene.mini import UNIT
from souq.games.chatuchak.scene.rivals import area_name, booth_key, chip_key, frame_of
from souq.games.chatuchak.state import Event, Mode, Rule

Row = Sequence[int]

LEAP = 0.45
"""How high a booth jumps, in cells."""


def effects(before: Twin, after: Twin, events: Sequence[Row], ctx: Context) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    told = _Told(before, ctx)
    for row in events:
        made = _MADE.get(Event(row[0]))
        if made:
            told.made += made(told, row)
    told.made += told.gains()
    if _called(before, after, ctx.seat):
        told.made.append(Effect("say", sound="bell"))
    return told.made


def _called(before: Twin, after: Twin, seat: int) -> bool:
    """Whether it has become a seat's turn."""
    turns = after.mode in (Mode.GOALS, Mode.TICKS)
    return turns and not after.over and after.player == seat != before.player


class _Told:
    """The effects so far, and what everybody has won or lost by them."""

    def __init__(self, before: Twin, ctx: Context) -> None:
        self.desk = Desk(before, ctx)
        self.plan = plan_of(ctx.layout, self.desk.race)
        self.made: list[Effect] = []
        self.at: tuple[int, int] = (self.desk.own, 0)
        """Seat and cell where a booth has come to stand."""
        self.won: Counter[int] = Counter()

    def point(self, seat: int, cell: int) -> Point:
        """Middle of a cell, in the area of the seat's market."""
        if seat == self.desk.own:
            return self.plan.grid.centre(cell)
        return frame_of(self.desk.ctx.layout, len(self.desk.rivals), self.desk.race).at(cell)

    def area(self, seat: int) -> str:
        """The area of a seat's market."""
        return "board" if seat == self.desk.own else area_name(seat)

    def booth(self, seat: int, cell: int) -> str:
        """Key of a booth."""
        return own_booth(cell) if seat == self.desk.own else booth_key(seat, cell)

    def chip(self, seat: int, marker: int) -> str:
        """Key of a marker that a seat holds; of its sign among the goals if it lies in the middle."""
        if seat < 0:
            return mark_key(marker)
        return own_chip(marker) if seat == self.desk.own else chip_key(seat, marker)

    def gains(self) -> list[Effect]:
        """Points fly to whom they belong, and from whom they are taken."""
        at, area = self.point(*self.at), self.area(self.at[0])
        made = []
        for seat, stars in self.won.items():
            if stars:
                words = f"{'+' if stars > 0 else '−'}{abs(stars)}"
                made.append(Effect("fly", words, at, seat, sound="coin" if stars > 0 else "", area=area))
        return made


# ---- one event each: its row is [kind, seen, a, b, c, d]


def _move(told: _Told, row: Row) -> list[Effect]:
    """The booth jumps in an arc; in a race at once, and others' without a sound."""
    seat, start, goal = row[2:5]
    told.at = (seat, goal)
    (x0, y0), (x1, y1) = told.point(seat, start), told.point(seat, goal)
    high = LEAP * (CELL if seat == told.desk.own else UNIT)
    way: tuple[Point, ...] = ((x0, y0), ((x0 + x1) / 2, min(y0, y1) - high), (x1, y1))
    if told.desk.mode == Mode.SPEED:
        if seat != told.desk.own:
            return []
        way = (way[0], way[2])
    return [Effect("walk", keys=(told.booth(seat, start),), way=way), Effect("say", sound="wood")]


def _won(told: _Told, row: Row) -> list[Effect]:
    """The marker goes to the booth that has won it, from the table of goals or from who held it."""
    seat, marker, giver = row[2:5]
    told.won[seat] += 2
    if giver >= 0 and told.desk.strength(giver, marker):
        told.won[giver] -= 1
    at, area = told.point(*told.at), told.area(told.at[0])
    return [Effect("home", at=at, seat=seat, keys=(told.chip(giver, marker),), sound="card", area=area)]


def _beside(told: _Told, row: Row) -> list[Effect]:
    told.won[row[2]] -= 1
    return [Effect("say", sound="card")]


def _back(told: _Told, row: Row) -> list[Effect]:
    told.won[row[2]] += 1
    return [Effect("say", sound="card")]


def _roll(told: _Told, row: Row) -> list[Effect]:
    """The die is thrown; the tent's steps are heard when it moves."""
    steps = [Effect("say", sound="wood")] if row[4] else []
    return [Effect("tumble", keys=("die",), sound="dice"), *steps]


def _passes(told: _Told, row: Row) -> list[Effect]:
    words = "gives up" if told.desk.race else "passes"
    return [_over(told, row[2], words, "card")]


def _solved(told: _Told, row: Row) -> list[Effect]:
    return [_over(told, row[2], f"solved in {row[3]}", "bell")]


def _end(told: _Told, row: Row) -> list[Effect]:
    """The tent has come to the end, or everybody has passed."""
    if told.desk.race:
        return []
    words = "Everyone has passed" if row[2] == Rule.CH_T09 else "The market closes"
    return [_over(told, told.desk.own, words, "bell")]


def _over(told: _Told, seat: int, words: str, sound: str) -> Effect:
    """Words that rise in the middle of a market."""
    (x0, y0), (x1, y1) = told.point(seat, 14), told.point(seat, 15)
    return Effect("pop", words, ((x0 + x1) / 2, (y0 + y1) / 2), sound=sound, area=told.area(seat))


_MADE: dict[Event, Callable[[_Told, Row], list[Effect]]] = {
    Event.MOVE: _move,
    Event.WON: _won,
    Event.BESIDE: _beside,
    Event.BACK: _back,
    Event.ROLL: _roll,
    Event.PASSES: _passes,
    Event.SOLVED: _solved,
    Event.END: _end,
}
