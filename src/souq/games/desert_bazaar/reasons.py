"""Reasons for choices in Desert Bazaar: what players count, and facts about tents, camps, cards and markers.

Hands can be deduced (DB-V02), so what others could do with their cards is certain, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from souq.engine.present.reasons import POINTS, Fact, Gauge, Pause, mention
from souq.engine.present.wording import counted
from souq.engine.rules.bits import Bits, common, count, members, some
from souq.engine.rules.events import rows
from souq.engine.rules.twin import changed, interpreted
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.evaluator import standing
from souq.games.desert_bazaar.rules import cards, encampments, payment, scoring
from souq.games.desert_bazaar.state import Event, Phase, State
from souq.games.desert_bazaar.story import wording

_on_board, _holding_most = interpreted(scoring.on_board), interpreted(scoring.holding_most)
_purse, _sufficient = interpreted(payment.purse), interpreted(payment.sufficient)
_closing, _lone = interpreted(encampments.closing), interpreted(encampments.lone)
_offering, _wealth = interpreted(encampments.offering), interpreted(cards.wealth)
_most_elsewhere = interpreted(standing.most_elsewhere)
_PARTS: list[list[int]] = s.PARTS.tolist()
_WHOLE = [_PARTS.index(list(tile.cost)) for tile in s.BOX.tiles]
"""For each tile, the number of its whole cost among the parts that neighbours can pay."""

CLEAR = 3
"""Number of cards ahead of everyone else from which a greater distance isn't mentioned."""
THIN = 3
"""Number of cards from which a pile has enough for three dice."""
_STEPS = {
    -2: ("brings you within two cards of the most {}", "keeps you within two cards of the most {}", 0.2),
    -1: ("brings you within a card of the most {}", "keeps you within a card of the most {}", 0.2),
    0: ("ties you for the most {}", "keeps you tied for the most {}", 0.4),
    1: ("gives you the most {} of all", "keeps you ahead in {}", 1.0),
    2: ("puts you two cards ahead in {}", "keeps you two cards ahead in {}", 0.4),
    3: ("puts you at least three cards ahead in {}", "keeps you at least three cards ahead in {}", 0.2),
}
"""For each number of cards by which a seat is ahead: phrases for reaching and keeping it, and its value in points."""

GAUGES = (
    POINTS,
    Gauge(
        "cards",
        "brings you {n} card{s}",
        "costs {n} card{s}",
        "leaves you {n} more card{s}",
        "leaves you {n} fewer card{s}",
        worth=0.5,
    ),
    Gauge(
        "markers",
        "leaves you {n} more marker{s} in the desert",
        "",
        "leaves you {n} more marker{s} in the desert",
        "leaves you {n} fewer marker{s} in the desert",
    ),
)
"""Points scored, cards in hand, and markers in the desert, each of which scores a point sooner or later."""

KINDS = ("tent", "trade", "short", "alone", "fill", "camp", "gift", "most", "lead", "pair", "none", "empty", "out")
"""Kinds of facts.

They are tents that the seat can pay for with its cards, by trading, or not at all; a tent that stands alone, and one
that fills a camp, which it can pay for; what the next player could have: camps to fill, and tents for free; resources
of which the seat or a rival holds the most; pairs of cards, resources that the seat lacks, and nearly empty piles; and
no markers left.
"""


def measure(view: State, seat: int) -> tuple[int, ...]:
    """Return the value of each gauge: points scored so far, cards in hand, and markers in the desert."""
    sure = _without_luck(view, seat)
    return sure.score[seat], _wealth(sure, seat), _on_board(sure, seat)


def pause(view: State) -> Pause:
    """Return what is complete: a tent, once the player is asked for another one (DB-B09)."""
    return Pause.CHOICE if view.phase == Phase.NEXT else Pause.NONE


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what is true for a seat: what its cards pay for and what they lack, and what it leaves the next player."""
    view = _without_luck(view, seat)
    tiles = [tile for side in view.display for tile in side if tile >= 0]
    yield from _tents(view, seat, tiles)
    yield from _rival(view, (seat + 1) % view.players, tiles)
    yield from _hand(view, seat)
    if not view.markers[seat]:
        yield Fact(
            ("out",),
            -0.8,
            begins="uses your last marker",
            keeps="leaves you without markers",
            ends="brings markers home for your next tents",
            avoids="keeps a marker for your next tent",
        )


def _without_luck(view: State, seat: int) -> State:
    """Return the position without cards that the dice have just brought a seat, at the end of its turn.

    A player who takes the free card or keeps a die can't count on them, so no reason for doing so may either.
    """
    if view.player == seat or view.over:
        return view
    told = rows(Event, view.event[: view.n_events])
    thrown = any(row.kind in (Event.THROW, Event.RETHROW) and row.seat == seat for row in told)
    gains = [row for row in told if thrown and row.kind == Event.GAIN and row.seat == seat]
    if not gains:
        return view
    hand, pile = [list(held) for held in view.hand], list(view.pile)
    for row in gains:
        hand[seat][row.good] -= row.cards
        pile[row.good] += row.cards
    return changed(view, hand=hand, pile=pile)


# ---- tents and camps


def _tents(view: State, seat: int, tiles: list[int]) -> Iterator[Fact]:
    """Yield which tents on offer the seat can pay for, whether for one that stands alone, and to fill a camp."""
    held = _purse(view, seat)
    untraded = _purse(changed(view, pile=[0] * s.RESOURCES), seat)  # no trades with empty piles
    for tile in tiles:
        name = called(tile)
        if _sufficient(untraded, tile) & view.offered:
            yield Fact(
                ("tent", tile), 1, f"lets you pay without trading for {name}", f"leaves you the cards for {name}"
            )
        elif _sufficient(held, tile) & view.offered:
            yield Fact(
                ("trade", tile),
                0.6,
                f"lets you pay by trading for {name}",
                f"leaves you enough cards to trade for {name}",
            )
        else:
            short = f"leaves you short of cards for {name}"
            yield Fact(("short", tile), -0.7, short, short)
    if some(_lone(view)) and any(_sufficient(held, tile) & 1 for tile in tiles):  # bit 0: the neighbours pay nothing
        alone = "cards for a tent that stands alone"
        yield Fact(("alone",), 1.5, f"gives you the {alone}", f"leaves you the {alone}")
    if fills(view, seat, tiles):
        yield Fact(("fill", seat), 1.5, "gives you a camp that you can fill", "leaves you a camp that you can fill")


def _rival(view: State, rival: int, tiles: list[int]) -> Iterator[Fact]:
    """Yield what the board offers the next player: a camp that needs one more tent, and tents for free."""
    name = mention(rival)
    if some(_closing(view)):
        camp = f"{name} a camp that is one tent short of full"
        none = f"leaves {name} no camp that is one tent short of full"
        yield Fact(("camp", rival), -1.2, f"gives {camp}", f"leaves {camp}", none, none)
    free = [tile for tile in tiles if view.markers[rival] and view.offered >> _WHOLE[tile] & 1]
    for tile in free:
        if tile not in _turned_up(view):
            gift = f"{name} {called(tile)} for free"
            yield Fact(("gift", rival, tile), -1, f"leaves {gift}", f"leaves {gift}", "", f"doesn’t leave {gift}")


def _turned_up(view: State) -> set[int]:
    """Return the tiles that the last decision has turned up; no choice is made for or against an unknown tile."""
    return {row.tile for row in rows(Event, view.event[: view.n_events]) if row.kind == Event.REFILL}


def fills(view: State, seat: int, tiles: list[int]) -> bool:
    """Return whether a seat can pay for one of the tiles on a site where it makes a camp full."""
    sites: Bits = _closing(view)
    if not some(sites):
        return False
    held = _purse(view, seat)
    return any(
        some(common(sites, _offering(view, part)))
        for tile in tiles
        for part in members((_sufficient(held, tile) & view.offered,))
    )


def called(tile: int) -> str:
    """Return the name of a tent on offer: ``the Water tent (2 Camels, 1 Silk)``."""
    return f"the {wording.product(tile)} tent ({', '.join(wording.amounts(s.BOX.tiles[tile].cost))})"


# ---- cards


def _hand(view: State, seat: int) -> Iterator[Fact]:
    """Yield for each resource how the seat's cards compare with the others', and whether it has none, or two."""
    late = 0.3 + 1.7 * (1 - count((view.open[0], view.open[1])) / s.SITES)
    for good in range(s.RESOURCES):
        n, card = view.hand[seat][good], f"{s.NAMES[good]} card"
        if n and view.turn:  # in the setup the others haven't drawn their cards yet
            yield from _leading(view, seat, good, late)
        if n >= 2:
            pair = f"pair of {card}s"
            yield Fact(("pair", good), 0.3, f"gives you a {pair}", f"keeps a {pair}", f"breaks your {pair}")
        elif not n:
            yield Fact(
                ("none", good),
                -0.5,
                f"uses your last {card}",
                f"leaves you without {wording.SEVERAL[good]}",
                f"gives you a {card}, which you had none of",
                f"keeps a {card}",
            )
        for left in range(view.pile[good], THIN):
            yield _thin(good, left, first=left == view.pile[good])


def _thin(good: int, left: int, *, first: bool) -> Fact:
    """Return the fact that a pile has at most ``left`` cards; ``first`` if it has exactly as many."""
    pile, none = f"{s.NAMES[good]} card{'s' if left > 1 else ''} in the pile", not left
    return Fact(
        ("empty", good, left),
        -0.1,
        f"leaves {'no' if none else f'only {counted(left)}'} {pile}" if first else "",
        avoids=f"leaves {'a' if none else f'more than {counted(left)}'} {pile}" if first else "",
    )


def _leading(view: State, seat: int, good: int, late: float) -> Iterator[Fact]:
    """Yield how far a seat is ahead of all others in cards of a resource, or who holds the most (DB-F02)."""
    many = wording.SEVERAL[good]
    leader, _ = _holding_most(view, good)
    ahead = view.hand[seat][good] - _most_elsewhere(view, seat, good)
    reached = min(ahead, CLEAR)
    for margin in range(min(_STEPS), reached + 1):
        begins, keeps, worth = _STEPS[margin]
        top = margin == reached
        yield Fact(
            ("most", good, margin),
            worth * late,
            begins.format(many) if top else "",
            keeps.format(many) if top else "",
            f"gives up your lead in {many}" if margin == 1 else "",
        )
    if leader not in (seat, -1):
        name = mention(leader)
        yield Fact(
            ("lead", leader, good),
            -0.19 * late,
            f"leaves {name} the most {many}",
            "",
            f"ends {name}’s lead in {many}",
            f"stops {name} having the most {many}",
        )
