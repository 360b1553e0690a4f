"""Positions with a pending question, made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.marracash import GAME
from souq.games.marracash.box import LETTERS
from souq.games.marracash.rules.auction import ask_amount, ask_bid
from souq.games.marracash.rules.turn import ask_action
from souq.games.marracash.rules.visitors import ask_visitors
from souq.games.marracash.state import NOBODY, ROUTE_NAMES, SHOP_NAMES, Stage
from tests.games.narrating import AMINA, OMAR

RED, BLUE, GREEN, PURPLE, YELLOW = range(5)


def shop(name: str) -> int:
    return SHOP_NAMES.index(name)


def route(name: str) -> int:
    return ROUTE_NAMES.index(name)


def empty(players: int = 3, **fields: Any) -> Twin:
    """Return a town without visitors in Omar's turn of the second round; ``fields`` of the record are as given."""
    view = Twin.of(GAME.bindings.setup(players, [0, 1], (7, 0)))
    view.turn, view.active, view.player, view.actions = players + OMAR + 1, OMAR, OMAR, 0
    view.crowd = [[0] * len(LETTERS) for _ in view.crowd]
    view.owner = [NOBODY] * len(SHOP_NAMES)
    view.__dict__.update(fields)
    return view


def town(crowds: dict[int, str] | None = None, owners: dict[str, int] | None = None, **fields: Any) -> Twin:
    """Return a town with visitors at fountains (``{12: "BBY"}``) and owners of shops, their signs used."""
    view = empty(**fields)
    for number, letters in (crowds or {}).items():
        for letter in letters:
            view.crowd[number - 1][LETTERS.index(letter)] += 1
    for name, seat in (owners or {}).items():
        view.owner[shop(name)] = seat
        view.signs[seat] -= 1
    return view


def action(crowds: dict[int, str] | None = None, owners: dict[str, int] | None = None, **fields: Any) -> Twin:
    """Return a position in which Omar chooses an action."""
    return _asking(town(crowds, owners, **fields), ask_action)


def bidding(lot: str, standing: int, leader: int, **fields: Any) -> Twin:
    """Return a position in which Omar bids in an auction that Amina holds, unless ``active`` is another seat."""
    given = {"active": AMINA, "inside": 0b111, **fields}
    crowds, owners = given.pop("crowds", None), given.pop("owners", None)
    view = town(crowds, owners, lot=shop(lot), standing=standing, leader=leader, auctioned=1, actions=1, **given)
    return _asking(view, ask_bid, OMAR)


def amount(lot: str, standing: int, leader: int, counted: int, **fields: Any) -> Twin:
    """Return a position in which Omar chooses how much more than ``counted`` he bids."""
    view = bidding(lot, standing, leader, **fields)
    view.counted = counted
    return _asking(view, ask_amount)


def visitors(crowds: dict[int, str], queue: str = "", **fields: Any) -> Twin:
    """Return Omar's question for new visitors after his actions; a ``queue`` is as given from end A."""
    view = town(crowds, stage=int(Stage.VISITORS), actions=2, **fields)
    if queue:
        view.front, view.back = 0, len(queue)
        view.queue[: len(queue)] = [LETTERS.index(letter) for letter in queue]
    return _asking(view, ask_visitors)


def _asking(view: Twin, rule: Callable[..., Any], *rest: int) -> Twin:
    interpreted(rule)(view, *rest)
    return view


def record(view: Twin) -> Batch:
    """Return the record of a twin."""
    state = GAME.bindings.setup(view.players, [0, 1], (7, 0))
    view.store(state)
    return state
