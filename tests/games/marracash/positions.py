"""Positions of MarraCash in the notation of its worked examples, and a table to play on from there.

Every choice is carried out twice, compiled and interpreted, and both must agree on the whole record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from souq.engine.rules.twin import Twin, interpreted
from souq.games.marracash import GAME
from souq.games.marracash.rules.turn import go_on, make_forced
from souq.games.marracash.state import ROUTE_NAMES, SHOP_NAMES, Phase, Stage
from tests.games import tables
from tests.games.marracash.reference import CARDS, COLOURS, parts

NAMES = ("Ali", "Anfa", "Omar", "Leila")
ALI, ANFA, OMAR, LEILA = range(4)
GUESTS = "F1=RBG F8=RBG F16=RBG"
"""Visitors at every entrance, so that no new ones come."""

CROWD = re.compile(r"F(\d+)=([RBGPY]*)")
SHOP = re.compile(r"([RBGPY][1-5]) (Ali|Anfa|Omar|Leila)\((\d+)\)")


def shop(name: str) -> int:
    """Return the number of a shop: ``shop("B4")``."""
    return SHOP_NAMES.index(name)


def route(name: str) -> int:
    """Return the number of a route: ``route("1 E")``."""
    return ROUTE_NAMES.index(name)


def card(name: str) -> int:
    """Return the number of a souvenir card: ``card("R50")``."""
    return CARDS.index(name)


class Table(tables.Table):
    """A position that can be played on."""

    GAME = GAME

    def __init__(self, twin: Twin) -> None:
        super().__init__(twin)
        self.before = list(twin.cash)

    # ---- reading

    @property
    def asks(self) -> tuple[Phase, int]:
        """Return the pending question and its seat."""
        return Phase(self.twin.phase), int(self.twin.player)

    @property
    def gains(self) -> list[int]:
        """Return what every seat has more than at first."""
        return [now - then for now, then in zip(self.twin.cash, self.before, strict=True)][: self.twin.players]

    def at(self, fountain: int) -> str:
        """Return the visitors at a fountain, in alphabetical order: ``"BGY"``."""
        counts = zip(COLOURS, self.twin.crowd[fountain - 1], strict=True)
        return "".join(sorted(letter * n for letter, n in counts))

    def shop(self, name: str) -> str:
        """Return owner and customers: ``"Ali(2)"``; ``"nobody(0)"``."""
        number = shop(name)
        owner = self.twin.owner[number]
        return f"{NAMES[owner] if owner >= 0 else 'nobody'}({self.twin.customers[number]})"

    @property
    def queue(self) -> str:
        """Return the waiting visitors, from end A to end B."""
        return "".join(COLOURS[c] for c in self.twin.queue[self.twin.front : self.twin.back])

    @property
    def shown(self) -> list[str]:
        """Return the souvenirs face up, ``"-"`` for a gap."""
        return [CARDS[each] if each >= 0 else "-" for each in self.twin.shown]

    # ---- playing

    def play(self, *choices: str) -> Table:
        """Make choices one after the other."""
        for name in choices:
            self.make(self.twin.player, self.number(name))
        return self

    def auction(self, name: str, *bids: int | str) -> Table:
        """Play an auction: amounts and passes as they are asked for."""
        self.play(f"auction {name}")
        for made in bids:
            self.play(*([made] if isinstance(made, str) else parts(self.least, made)))
        return self

    @property
    def least(self) -> int:
        """Return the least legal bid."""
        return int(self.twin.standing) + 25 if self.twin.standing else 100


def position(
    *words: str,
    players: int = 4,
    player: int = 0,
    cash: Mapping[int, int] | None = None,
    signs: Mapping[int, int] | None = None,
    queue: str = 4 * "RBGPY",
    shown: str | None = None,
    stack: str | None = None,
    turn: int | None = None,
    actions: int = 0,
    auctioned: bool = False,
    idle: int = 0,
    left: int = -1,
) -> Twin:
    """Return a position in which nothing has been asked yet.

    Args:
        words: crowds and shops: ``"F8=BGY"``, ``"B2 Ali(0)"``; what is not named is empty, and unowned.
        players: seats in play; seat 0 began.
        player: whose turn it is.
        cash: by seat; who is not named has 1,200.
        signs: left, by seat; who is not named has 6 (12 with two players), without those on the board.
        queue: who waits, from end A to end B.
        shown: souvenirs face up, ``"R50 -"``; without it the game has none.
        stack: souvenirs face down; all that are not face up when left out.
        turn: turns begun; when left out, it is round 2.
        actions: made in this turn.
        auctioned: whether one of them was an auction.
        idle: turns in a row without progress.
        left: turns left in the last round; -1 before it.
    """
    twin = Twin.of(GAME.bindings.setup(players, [int(shown is not None), 1], (1, 1)))
    twin.key, twin.draws, twin.n_events = [0, 0], 0, 0
    twin.active = twin.player = player
    twin.turn = players + 1 + player if turn is None else turn
    twin.stage, twin.actions, twin.auctioned, twin.idle, twin.closing = (
        Stage.ACTIONS,
        actions,
        int(auctioned),
        idle,
        left,
    )
    _town(twin, " ".join(words))
    for seat, amount in (cash or {}).items():
        twin.cash[seat] = amount
    for seat, number in (signs or {}).items():
        twin.signs[seat] = number
    twin.front, twin.back = 0, len(queue)
    twin.queue[: len(queue)] = [COLOURS.index(letter) for letter in queue]
    if shown is not None:
        twin.shown = [card(name) if name != "-" else -1 for name in shown.split()]
        down = set(CARDS) - set(shown.split()) if stack is None else set(stack.split())
        twin.unseen = sum(1 << card(name) for name in down)
    return twin


def _town(twin: Twin, text: str) -> None:
    """Return crowds and shops."""
    twin.crowd = [[0] * len(COLOURS) for _ in twin.crowd]
    for number, letters in CROWD.findall(text):
        twin.crowd[int(number) - 1] = [letters.count(letter) for letter in COLOURS]
    for name, owner, customers in SHOP.findall(text):
        twin.owner[shop(name)], twin.customers[shop(name)] = NAMES.index(owner), int(customers)
        twin.signs[NAMES.index(owner)] -= 1
    assert not SHOP.sub("", CROWD.sub("", text)).strip(), text


def table(*words: str, **what: Any) -> Table:
    """Return a position in which the player chooses an action; arguments as of :func:`position`."""
    twin = position(*words, **what)
    interpreted(go_on)(twin)
    interpreted(make_forced)(twin)
    return Table(twin)


def begun(players: int = 3, seed: int = 1, *, souvenirs: bool = False, first: int = 0) -> Table:
    """Return a new game."""
    return Table(Twin.of(GAME.bindings.setup(players, [int(souvenirs), first + 1], (seed, 0))))
