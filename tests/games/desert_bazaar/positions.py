"""Positions of Desert Bazaar from a few words, and a table to play on from there.

Every choice is carried out twice, compiled and interpreted, and both must agree on the whole record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from souq.engine.present.story import only
from souq.engine.rules.bits import members
from souq.engine.rules.events import Row, rows, visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.asking import forced
from souq.games.desert_bazaar.rules.encampments import put_tile
from souq.games.desert_bazaar.rules.opening import lay_out
from souq.games.desert_bazaar.rules.rolling import read_dice
from souq.games.desert_bazaar.rules.turn import apply, begin_turn, end_turn
from souq.games.desert_bazaar.state import BOX, LABELS, Event, State
from tests.games import tables

CODES = [tile.code for tile in BOX.tiles]
FACES = {"W": 0, "C": 1, "S": 2, "P": 3, "*": 4, "-": 5}
"""Faces of dice in words: four resources, Wild and Desert."""

_FILLED = """
B2 C1 C3 C4 C5 C7 D1 D2 D4 D5 D7 D8 E4 E7 F1 F2 F3 F6 F8 G1 G2 G3 G7 G8 H3 H6 I1 I4 I5 I6 I7 J2 J3
"""
FILLED = _FILLED.split()
"""Sites of 33 tiles that leave one legal site, A2."""


def site(label: str) -> int:
    """Return the number of a site: ``site("F5")``."""
    return LABELS.index(label)


def tile(code: str) -> int:
    """Return the number of a tile: ``tile("W:SPS")``."""
    return CODES.index(code)


def faces(text: str) -> list[int]:
    """Return faces from letters: ``faces("SSP")``, ``*`` for Wild, ``-`` for Desert."""
    return [FACES[letter] for letter in text]


def row(*labels: str) -> dict[str, str]:
    """Return unmarked tiles of any kind on these sites."""
    return dict.fromkeys(labels, "?")


class Table(tables.Table):
    """A position that can be played on."""

    GAME = GAME

    # ---- reading

    @property
    def legal_sites(self) -> set[str]:
        """Return the legal sites, payable or not."""
        return {LABELS[s] for s in members(self.twin.open)}

    def rows(self, kind: Event) -> list[Row]:
        """Return all public events of a kind."""
        return only(rows(Event, visible_events(self.state[0], -1)), kind)

    def gained(self, seat: int, before: Sequence[int]) -> list[int]:
        """Return what a hand has more than ``before``."""
        return [now - then for now, then in zip(self.twin.hand[seat], before, strict=True)]

    # ---- playing

    def play(self, *choices: str, dice: str = "") -> Table:
        """Make choices one after the other; the last one's throw shows ``dice`` (in letters, in order)."""
        for nth, name in enumerate(choices, 1):
            seat, choice, key = self.twin.player, self.number(name), None
            if dice and nth == len(choices):
                key = self.key_for(seat, choice, lambda after: sorted(thrown(after)) == sorted(faces(dice)))
            self.make(seat, choice, key)
        return self

    def roll(self, free: str, dice: str = "") -> Table:
        """Roll, unless that happened automatically, and take a card of ``free``; the throw shows ``dice``."""
        if "roll" in self.legal:
            self.play("roll")
        return self.play(f"take {free}", dice=dice)

    def build(self, place: str, label: str = "", pay: str = "cheapest") -> Table:
        """Build the tile on ``place`` ("left 1") on a site, paid as named; each is chosen only if it is asked."""
        self.play(f"tile {place}")
        if label and self.of("site"):
            self.play(f"site {label}")
        if self.of("pay"):
            self.play(f"pay {pay}")
        return self


def thrown(state: Any) -> list[int]:
    """Return the faces that came up in the last decision; in a second throw only the dice thrown again."""
    told = rows(Event, visible_events(state[0], -1))
    first = next((row for row in told if row.kind in (Event.THROW, Event.RETHROW)), None)
    if first is None:
        return []
    again = 0b111 if first.kind == Event.THROW else next(row for row in told if row.kind == Event.KEEP).again
    return [face for die, face in enumerate((first.one, first.two, first.three)) if again >> die & 1]


def position(
    tiles: dict[str, str] | None = None,
    *,
    players: int = 3,
    player: int = 0,
    hands: Sequence[Sequence[int]] = (),
    piles: Sequence[int] | None = None,
    left: Sequence[str | None] | None = None,
    right: Sequence[str | None] | None = None,
    stock: Sequence[str] | None = None,
    markers: Sequence[int] = (),
    scores: Sequence[int] = (),
    barren: int = 0,
    auto_discount: bool = False,
) -> Twin:
    """Return a position in which nothing has been asked yet.

    Args:
        tiles: a site's label to its tile: a code ("W:SPS"), a product ("W") or "?"; "/1" behind is seat 1's marker.
        players: seats in play.
        player: whose turn it is.
        hands: cards of each seat, Water to Spice; empty for those left out.
        piles: cards left; those not in hands when left out.
        left: codes of the left side, None for a free slot; any four when left out.
        right: the same of the right side.
        stock: codes of the tiles face down; all that are left when left out.
        markers: markers at home; those not on the board when left out.
        scores: points.
        barren: barren turns in a row so far.
        auto_discount: the option.
    """
    twin = Twin.of(State.new())
    twin.players = players
    interpreted(lay_out)(twin, [int(auto_discount)])
    twin.key, twin.draws, twin.player, twin.barren, twin.first = [0, 0], 0, player, barren, 0
    for seat, hand in enumerate(hands):
        twin.hand[seat] = list(hand or [0] * 4)
    twin.pile = list(piles) if piles is not None else [15 - sum(h[r] for h in twin.hand) for r in range(4)]
    _furnish(twin, tiles or {}, {0: left, 1: right}, stock)
    for seat in range(players):
        twin.markers[seat] -= twin.owner.count(seat)
    twin.markers[: len(markers)] = list(markers)
    twin.score[: len(scores)] = list(scores)
    return twin


def _furnish(
    twin: Twin, tiles: dict[str, str], sides: dict[int, Sequence[str | None] | None], stock: Sequence[str] | None
) -> None:
    """Place tiles on the board, in the display and in the stock, each only once."""
    named = [text.partition("/")[0] for text in tiles.values()]
    used = {
        code
        for code in [*named, *(c for codes in sides.values() for c in codes or ()), *(stock or ())]
        if code in CODES
    }
    free = [code for code in CODES if code not in used]
    for label, text in tiles.items():
        wanted, _, owner = text.partition("/")
        code = wanted if wanted in CODES else next(c for c in reversed(free) if wanted in ("?", c[0]))
        if code in free:
            free.remove(code)
        interpreted(put_tile)(twin, site(label), tile(code))
        twin.owner[site(label)] = int(owner) if owner else -1
    for side, codes in sides.items():
        shown = [free.pop(0) for _ in range(4)] if codes is None else [*codes, *[None] * (4 - len(codes))]
        twin.display[side] = [-1 if code is None else tile(code) for code in shown]
    twin.stock = sum(1 << tile(code) for code in (free if stock is None else stock))


def table(tiles: dict[str, str] | None = None, **what: Any) -> Table:
    """Return a position at the start of a turn; arguments as of :func:`position`."""
    twin = position(tiles, **what)
    interpreted(begin_turn)(twin)
    return Table(_settled(twin))


def after_throw(dice: str, **what: Any) -> Table:
    """Return a position in which the player has taken the free card and thrown ``dice`` (in letters)."""
    twin = position(**what)
    interpreted(begin_turn)(twin)
    twin.dice, twin.n_events = faces(dice), 0
    if interpreted(read_dice)(twin):
        interpreted(end_turn)(twin)
    return Table(_settled(twin))


def _settled(twin: Twin) -> Twin:
    """Return the position after all forced choices."""
    only = interpreted(forced)(twin)
    if only >= 0:
        interpreted(apply)(twin, twin.player, only)
    return twin
