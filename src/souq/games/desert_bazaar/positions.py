"""Validation of positions of Desert Bazaar that are given by hand, and computation of the fields they leave out."""

from __future__ import annotations

from itertools import chain

from souq.engine.match.validation import Allowed, check_blank, require
from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar import state as k
from souq.games.desert_bazaar.rules import asking, encampments, payment, rolling, turn
from souq.games.desert_bazaar.rules.cards import stocked
from souq.games.desert_bazaar.rules.opening import CARDS, MARKERS, THROWS
from souq.games.desert_bazaar.state import Phase, Rule, State

DERIVED = ("asked", "open", "taken", "grown", "offer", "offered")
ENDS = (Rule.DB_X01, Rule.DB_X03, Rule.DB_X04)
BUILDING = (Phase.SITE, Phase.PAY, Phase.TRADE)
"""Phases in which a tile of the display is being built."""


def bounds(players: int) -> dict[str, Allowed]:
    """Return, for each field of a position, the values that it may have."""
    seat, cards, switch = range(players), range(max(CARDS) + 1), range(2)
    return {
        "phase": Phase, "player": seat, "first": seat, "ended": (0, *ENDS), "turn": range(k.TURNS + 1),
        "barren": range(players + 1), "discount": switch, "throws": range(THROWS + 1), "wilds": range(4),
        "dice": range(-1, k.FACE_DESERT + 1), "kept": range(-1, 3), "side": range(-1, k.SIDES),
        "slot": range(-1, k.SLOTS), "site": range(-1, k.SITES), "built": range(k.TILES + 1), "due": range(4),
        "pile": cards, "hand": cards, "markers": range(MARKERS + 1), "score": range(k.POINTS + 1),
        "tile": range(-1, k.TILES), "owner": range(-1, players), "display": range(-1, k.TILES),
        "stock": range(1 << k.TILES),
    }  # fmt: skip


def complete(s: State, given: frozenset[str]) -> None:
    """Give default values to the fields of a position that are not in ``given``.

    By default a turn has just begun, cards that nobody holds are in the piles, and tiles not in use are in the stock.
    """
    plain = {"phase": Phase.TURN, "turn": 1, "throws": 0, "wilds": 0, "dice": [-1] * 3}
    plain |= {"hand": [[0] * k.RESOURCES for _ in s.hand]}
    for name, value in plain.items():
        if name not in given:
            setattr(s, name, value)
    if "pile" not in given:
        s.pile = [CARDS[r] - sum(hand[r] for hand in s.hand) for r in range(k.RESOURCES)]
    if "markers" not in given:
        s.markers = [MARKERS - s.owner.count(seat) if seat < s.players else 0 for seat in range(len(s.markers))]
    displayed = list(chain.from_iterable(s.display)) if "display" in given else []
    if "display" not in given:
        named = [*s.tile, *(members((s.stock,)) if "stock" in given else ())]
        free = [tile for tile in range(k.TILES) if tile not in named] + [-1] * k.SIDES * k.SLOTS
        displayed = free[: k.SIDES * k.SLOTS]
        s.display = [displayed[k.SLOTS * side :][: k.SLOTS] for side in range(k.SIDES)]
    if "stock" not in given:
        s.stock = sum(1 << tile for tile in range(k.TILES) if tile not in s.tile and tile not in displayed)


def check(s: State) -> None:
    """Check that every card, tile and marker is in exactly one place, and that the pending decision is possible.

    Raises:
        BadPosition: the position is impossible.
    """
    check_blank(s, "hand", "markers", "score")
    for r, name in enumerate(k.NAMES):
        there = s.pile[r] + sum(hand[r] for hand in s.hand)
        require(there == CARDS[r], f"pile: {there} cards of {name} are in hands and in the pile; there are {CARDS[r]}.")
    tiles = [tile for tile in (*s.tile, *chain.from_iterable(s.display), *members((s.stock,))) if tile >= 0]
    once = sorted(tiles) == list(range(k.TILES))
    require(once, f"tile: board, display and stock hold each of the {k.TILES} tiles once.")
    for seat in range(s.players):
        there = s.markers[seat] + s.owner.count(seat)
        require(there == MARKERS, f"markers: seat {seat} has {there} at home and on the board; it has {MARKERS}.")
    for site, owner in enumerate(s.owner):
        require(owner < 0 or s.tile[site] >= 0, f"owner: a marker is on {k.LABELS[site]}, which has no tile.")
    require((s.ended != 0) == (s.over == 1), "ended: it names a rule if, and only if, the game is over.")
    if not s.over:
        _check_question(s)


def _check_question(s: State) -> None:
    setup, thrown = s.phase == Phase.WILD, s.phase in (Phase.THROWN, Phase.MATCH)
    require((s.turn == 0) == setup, "turn: turns are counted from 1, and 0 is the setup.")
    require(not setup or (s.wilds > 0 and s.throws > 0), "wilds: there is no Wild to declare.")
    require(s.barren < s.players, "barren: after so many barren turns in a row the game is over.")
    require(not thrown or min(s.dice) >= 0, "dice: they have not been thrown.")
    require(s.phase != Phase.MATCH or s.kept >= 0, "kept: no die has been set aside.")
    require(s.phase != Phase.NEXT or s.side >= 0, "side: a tile has been built this turn, so one side is in use.")
    if s.phase in BUILDING:
        displayed = s.side >= 0 and s.slot >= 0 and s.display[s.side][s.slot] >= 0
        require(displayed, "slot: it has no tile to build.")
    if s.phase in (Phase.PAY, Phase.TRADE):
        require(s.site >= 0 and s.tile[s.site] < 0, "site: it must be free for the tile being built.")


def derive(s: State) -> None:
    """Compute the fields about the board from the tiles on it, and the legal choices of the pending decision.

    Raises:
        BadPosition: a tile is on a site that is not legal, or a trade is pending although no card is missing.
    """
    tiles, owners = list(s.tile), list(s.owner)
    interpreted(encampments.clear_board)(s)
    for site, tile in enumerate(tiles):
        if tile >= 0:
            require(site in members(s.open), f"tile: {k.LABELS[site]} is too close to other encampments to have one.")
            interpreted(encampments.put_tile)(s, site, tile)
    s.owner = owners
    if s.over:
        s.asked = [0] * len(s.asked)
    else:
        _ask(s)


def _ask(s: State) -> None:
    if s.phase == Phase.WILD:
        interpreted(asking.ask)(s, Phase.WILD, k.WILD, interpreted(stocked)(s))
    elif s.phase == Phase.TURN:
        interpreted(turn.ask_turn)(s)
    elif s.phase == Phase.TAKE:
        interpreted(asking.ask)(s, Phase.TAKE, k.TAKE, interpreted(stocked)(s))
    elif s.phase == Phase.THROWN:
        interpreted(rolling.read_dice)(s)
    elif s.phase == Phase.MATCH:
        interpreted(asking.ask)(s, Phase.MATCH, k.MATCH, interpreted(rolling.matching)(s, 2))
    elif s.phase == Phase.SITE:
        tile = s.display[s.side][s.slot]
        interpreted(asking.ask_site)(s, interpreted(payment.payable_sites)(s, s.player, tile))
    elif s.phase == Phase.PAY:
        interpreted(payment.ask_payment)(s)
    elif s.phase == Phase.TRADE:
        require(interpreted(payment.ask_trade)(s), "due: no card is missing that could be traded for.")
    else:
        interpreted(turn.ask_next)(s)
