"""Animations and sounds between two positions: walks, payments, sales, and groups that come in."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.moving import Fly, Home, Moves, Sound, Stage, bell, play
from souq.engine.present.plans import Point
from souq.engine.present.scene import Context, Effect
from souq.engine.rules.events import Row
from souq.games.marracash.scene.board import middle
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.geometry import plan_of
from souq.games.marracash.scene.ground import gate_at
from souq.games.marracash.scene.people import crowd_key, waiting_key
from souq.games.marracash.state import BOX, SHOP_NAMES, Event, State
from souq.games.marracash.story.wording import money


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """Return the animations and sounds of one decision's events, in their order."""
    return play(_Town(Desk(before, ctx), after), _MOVES, events) + bell(before, after, ctx.seat, "turn", "lot")


class _Town(Stage[Desk]):
    """Positions of sprites on the board while the events of one decision are animated.

    Attributes:
        queue: numbers of the places in the queue that are still occupied, from end A to end B.
    """

    def __init__(self, desk: Desk, after: State) -> None:
        self.plan = plan_of(desk.ctx.layout)
        self.middle = self.plan.width / 2, self.plan.height / 2
        super().__init__(desk, after, middle(self.plan, desk.lot) if desk.lot >= 0 else self.middle)
        self.queue = list(range(desk.view.front, desk.view.back))

    def go_to(self, shop: int) -> Point:
        """Let the next effects appear at the middle of a shop, and return that point."""
        self.at = middle(self.plan, shop)
        return self.at


def _walk(town: _Town, row: Row) -> list[Effect]:
    """Move the crowd cell by cell along its street."""
    return [Effect("walk", keys=(crowd_key(row.fountain),), path=town.plan.path(row.route), sound="wood")]


def _income(town: _Town, row: Row) -> list[Effect]:
    """Show what a shop's owner earns after the guide's cut; another event shows the cut."""
    cut = sum(given.money for given in town.following(Event.CUT))
    return [Effect("fly", f"+{money(row.money - cut)}", town.go_to(row.shop), row.seat, sound="coin")]


def _lot(town: _Town, row: Row) -> list[Effect]:
    """Announce the shop for sale."""
    return [Effect("pop", f"{SHOP_NAMES[row.shop]} for sale", town.go_to(row.shop), sound="wood")]


def _bids(town: _Town, row: Row) -> list[Effect]:
    """Announce a bid at the shop."""
    return [Effect("pop", money(row.money), town.at, sound="wood")]


def _bought(town: _Town, row: Row) -> list[Effect]:
    """Show the price leaving the buyer's cash."""
    return [Effect("fly", f"−{money(row.money)}", town.go_to(row.shop), row.seat, sound="wood")]


def _brought(town: _Town, row: Row) -> list[Effect]:
    """Move a group through the gate, one figure after another."""
    gate, fountain = gate_at(town.plan, BOX.entrances.index(row.fountain)), town.plan.fountain(row.fountain)
    places = [town.queue.pop(-1 if row.end else 0) for _ in range(row.visitors)]
    return [
        Effect("walk", keys=(waiting_key(place),), path=(town.plan.slot(place), gate, fountain), sound="wood")
        for place in places
    ]


def _last(town: _Town, row: Row) -> list[Effect]:
    return [Effect("pop", "Last round", town.middle, sound="bell")]


_MOVES: Moves[_Town] = {
    Event.WALK: _walk,
    Event.INCOME: _income,
    Event.CUT: Fly("+{money:,}", to="guide"),
    Event.SOLD: Home("souvenir-{slot}"),
    Event.LOT: _lot,
    Event.BIDS: _bids,
    Event.BOUGHT: _bought,
    Event.FEE: Fly("+{money:,}"),
    Event.BROUGHT: _brought,
    Event.CARD: Sound("card"),
    Event.LAST: _last,
}
