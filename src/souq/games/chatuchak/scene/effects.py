"""Animations and sounds between two positions: booths jump, markers fly to their winners, the die rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from souq.engine.present.moving import Stage, bell, play
from souq.engine.present.plans import Point
from souq.engine.present.scene import Context, Effect
from souq.engine.rules.events import Row
from souq.games.chatuchak.scene.board import booth_key as own_booth
from souq.games.chatuchak.scene.board import chip_key as own_chip
from souq.games.chatuchak.scene.board import die_faces
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import CELL, plan_of
from souq.games.chatuchak.scene.goals import mark_key
from souq.games.chatuchak.scene.market import UNIT, area_name, booth_key, chip_key, frame_of
from souq.games.chatuchak.state import Event, Mode, Rule, State

LEAP = 0.45
"""Height of a booth's jump, in cells."""


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """Return the effects of one decision's events, in order."""
    markets = _Markets(Desk(before, ctx), after)
    play(markets, _MOVES, events)
    rung = [] if after.mode == Mode.SPEED else bell(before, after, ctx.seat)
    return [*markets.made, *markets.gains(), *rung]


class _Markets(Stage[Desk]):
    """State while a decision's events are animated.

    Attributes:
        stood: seat that moved last, and the cell to which its booth moved.
        won: points that each seat has won so far, less those lost.
    """

    def __init__(self, desk: Desk, after: State) -> None:
        super().__init__(desk, after, (0.0, 0.0))
        self.plan = plan_of(desk.ctx.layout, desk.race)
        self.stood: tuple[int, int] = (desk.own, 0)
        self.won: Counter[int] = Counter()

    def point(self, seat: int, cell: int) -> Point:
        """Return the middle of a cell in the drawing of a seat's market."""
        if seat == self.desk.own:
            return self.plan.grid.centre(cell)
        return frame_of(self.desk.ctx.layout, len(self.desk.rivals), self.desk.race).at(cell)

    def area(self, seat: int) -> str:
        """Return the area of a seat's market."""
        return "board" if seat == self.desk.own else area_name(seat)

    def booth(self, seat: int, cell: int) -> str:
        """Return the key of a booth."""
        return own_booth(cell) if seat == self.desk.own else booth_key(seat, cell)

    def chip(self, seat: int, marker: int) -> str:
        """Return the key of a marker that a seat holds, or of its symbol among the goals if it is in the middle."""
        if seat < 0:
            return mark_key(marker)
        return own_chip(marker) if seat == self.desk.own else chip_key(seat, marker)

    def gains(self) -> list[Effect]:
        """Return effects for the points that every seat gains or loses."""
        at, area = self.point(*self.stood), self.area(self.stood[0])
        made = []
        for seat, stars in self.won.items():
            if stars:
                words = f"{'+' if stars > 0 else '−'}{abs(stars)}"
                made.append(Effect("fly", words, at, seat, sound="coin" if stars > 0 else "", area=area))
        return made

    def over(self, seat: int, words: str, sound: str) -> list[Effect]:
        """Return an effect that shows words rising from the middle of a seat's market, with a sound."""
        (x0, y0), (x1, y1) = self.point(seat, 14), self.point(seat, 15)
        return [Effect("pop", words, ((x0 + x1) / 2, (y0 + y1) / 2), sound=sound, area=self.area(seat))]


def _move(markets: _Markets, row: Row) -> list[Effect]:
    """Animate a jump as an arc; in a speed race, animate only the viewer's jumps, as straight lines."""
    markets.stood = (row.seat, row.gap)
    own, (x0, y0), (x1, y1) = row.seat == markets.desk.own, *(markets.point(row.seat, at) for at in (row.cell, row.gap))
    high = LEAP * (CELL if own else UNIT)
    path: tuple[Point, ...] = ((x0, y0), ((x0 + x1) / 2, min(y0, y1) - high), (x1, y1))
    if markets.desk.mode == Mode.SPEED:
        if not own:
            return []
        path = (path[0], path[2])
    return [Effect("walk", keys=(markets.booth(row.seat, row.cell),), path=path), Effect("say", sound="wood")]


def _won(markets: _Markets, row: Row) -> list[Effect]:
    """Move a marker from the goals or its previous holder to the booth that won it."""
    markets.won[row.seat] += 2
    if row.giver >= 0 and markets.desk.view.strength[row.giver][row.marker]:
        markets.won[row.giver] -= 1
    at, area = markets.point(*markets.stood), markets.area(markets.stood[0])
    keys = (markets.chip(row.giver, row.marker),)
    return [Effect("home", at=at, seat=row.seat, keys=keys, sound="card", area=area)]


def _place(markets: _Markets, row: Row) -> list[Effect]:
    """Play a sound for a marker that loses or regains its place in the grid, and count the point lost or won."""
    markets.won[row.seat] += 1 if row.kind == Event.BACK else -1
    return [Effect("say", sound="card")]


def _roll(markets: _Markets, row: Row) -> list[Effect]:
    """Animate the die, and play the sound of a step if the tent moves."""
    steps = [Effect("say", sound="wood")] if row.moved else []
    return [Effect("tumble", keys=("die",), sound="dice", faces=die_faces(markets.desk.ctx.layout)), *steps]


def _passes(markets: _Markets, row: Row) -> list[Effect]:
    return markets.over(row.seat, "gives up" if markets.desk.race else "passes", "card")


def _solved(markets: _Markets, row: Row) -> list[Effect]:
    return markets.over(row.seat, f"solved in {row.moves}", "bell")


def _end(markets: _Markets, row: Row) -> list[Effect]:
    """Show that the tent has reached the end, or that everyone has passed."""
    if markets.desk.race:
        return []
    words = "Everyone has passed" if row.rule == Rule.CH_T09 else "The market closes"
    return markets.over(markets.desk.own, words, "bell")


_MOVES: dict[Event, Callable[[_Markets, Row], list[Effect]]] = {
    Event.MOVE: _move,
    Event.WON: _won,
    Event.BESIDE: _place,
    Event.BACK: _place,
    Event.ROLL: _roll,
    Event.PASSES: _passes,
    Event.SOLVED: _solved,
    Event.END: _end,
}
