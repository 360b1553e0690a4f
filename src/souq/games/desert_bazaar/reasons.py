"""Reasons for choices in Desert Bazaar: what players count, and facts about tents, camps, cards and markers.

Hands can be deduced (DB-V02), so what others could do with their cards is certain, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from souq.engine.present.reasons import POINTS, Fact, Gauge, Pause, mention
from souq.engine.present.wording import counted, many
from souq.engine.rules.bits import Bits, common, count, members, some
from souq.engine.rules.events import Row, rows
from souq.engine.rules.twin import changed, interpreted
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.evaluator import standing
from souq.games.desert_bazaar.odds import chance
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
    -2: ("brings you within two cards of the most {}", "leaves you within two cards of the most {}", 0.2),
    -1: ("brings you within a card of the most {}", "leaves you within a card of the most {}", 0.2),
    0: ("ties you for the most {}", "leaves you tied for the most {}", 0.4),
    1: ("gives you the most {} of all", "leaves you ahead in {}", 1.0),
    2: ("puts you two cards ahead in {}", "leaves you two cards ahead in {}", 0.4),
    3: ("puts you at least three cards ahead in {}", "leaves you at least three cards ahead in {}", 0.2),
}
"""For each number of cards by which a seat is ahead: phrases for reaching it, and for still having it (perhaps of
a greater lead), and its value in points."""

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

_CARDS = ("most", "lead", "pair", "none", "empty", "again", "risk", "wild")
KINDS = ("tent", "trade", "short", "alone", "fill", "camp", "gift", *_CARDS, "out")
"""Kinds of facts.

They are tents that the seat can pay for with its cards, by trading, or not at all; a tent that stands alone, and one
that fills a camp, which it can pay for; what the next player could have: camps to fill, and tents for free; resources
of which the seat or a rival holds the most; pairs of cards, resources that the seat lacks, and nearly empty piles;
what dice that are thrown again can bring, and cards of the setup; and no markers left.
"""

PARTS = {"none": "cards", "wild": "cards"}
"""Kinds of facts that are among the reasons for a change of a gauge, with that gauge."""


def measure(view: State, seat: int) -> tuple[int, ...]:
    """Return the value of each gauge: points scored so far, cards in hand, and markers in the desert."""
    sure = _without_luck(view, seat)
    return sure.score[seat], _wealth(sure, seat), _on_board(sure, seat)


def pause(view: State) -> Pause:
    """Return what is complete: a tent, once the player is asked for another one (DB-B09)."""
    return Pause.CHOICE if view.phase == Phase.NEXT else Pause.NONE


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what is true for a seat: what its cards pay for and what they lack, and what it leaves the next player."""
    told = rows(Event, view.event[: view.n_events])
    yield from _declared(view, seat, told)
    yield from _thrown_again(view, seat, told)
    sure = _without_luck(view, seat)
    if any(row.kind == Event.KEEP and row.seat == seat for row in told):  # the dice may bring what would be missing
        yield from (fact for fact in _facts(sure, seat, told) if fact.worth > 0)
        yield from (fact for fact in _facts(view, seat, told) if fact.worth < 0)
    else:
        yield from _facts(sure, seat, told)
    yield from _piles(view)


def _facts(view: State, seat: int, told: list[Row]) -> Iterator[Fact]:
    tiles = [tile for side in view.display for tile in side if tile >= 0]
    turned_up = {row.tile for row in told if row.kind == Event.REFILL}
    known = [tile for tile in tiles if tile not in turned_up]  # no choice is made for or against an unknown tile
    yield from _tents(view, seat, tiles)
    yield from _sites(view, seat, known)
    yield from _rival(view, (seat + 1) % view.players, known)
    if view.turn and not any(row.kind == Event.DECLARED and row.seat == seat for row in told):
        yield from _hand(view, seat)  # in the setup others may not have drawn their cards yet
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
    """Return the position without cards that the dice have just brought a seat, at the end of its turn or setup.

    A player who takes the free card, keeps a die or declares a Wild can't count on them, so no reason for that may.
    """
    if view.player == seat or view.over:
        return view
    hand, pile = [list(held) for held in view.hand], list(view.pile)
    for good, gained in _luck(rows(Event, view.event[: view.n_events]), seat):
        hand[seat][good] -= gained
        pile[good] += gained
    return changed(view, hand=hand, pile=pile)


def _luck(told: list[Row], seat: int) -> Iterator[tuple[int, int]]:
    """Yield what the dice bring a seat after its choice, of which the events tell: a resource and a number of cards."""
    chance = False
    for row in told:
        if row.kind in (Event.THROW, Event.RETHROW, Event.DECLARED):
            chance |= row.seat == seat
        elif row.kind == Event.GAIN and row.seat == seat and chance:
            yield row.good, row.cards
        elif row.kind == Event.DEAL and row.seat == seat and chance:
            yield from ((face, 1) for face in (row.one, row.two, row.three) if face < s.RESOURCES)


# ---- tents and camps


def _tents(view: State, seat: int, tiles: list[int]) -> Iterator[Fact]:
    """Yield which tents on offer the seat can pay for, with and without trades."""
    held = _purse(view, seat)
    direct = _purse(changed(view, pile=[0] * s.RESOURCES), seat)  # no trades with empty piles
    for tile in tiles:
        name = called(tile)
        untraded = _sufficient(direct, tile) & view.offered
        if untraded:
            yield Fact(("tent", tile), 1, f"lets you pay without trading for {name}", f"keeps the cards for {name}")
        if untraded or _sufficient(held, tile) & view.offered:
            begins, keeps = f"lets you pay by trading for {name}", f"keeps enough cards to trade for {name}"
            yield Fact(("trade", tile), 0.6, "" if untraded else begins, "" if untraded else keeps)
        else:
            short = f"leaves you short of cards for {name}"
            yield Fact(("short", tile), -0.7, short, short)


def _sites(view: State, seat: int, tiles: list[int]) -> Iterator[Fact]:
    """Yield whether the seat can pay for a tent that stands alone, and for one that fills a camp."""
    held = _purse(view, seat)
    if some(_lone(view)) and any(_sufficient(held, tile) & 1 for tile in tiles):  # bit 0: the neighbours pay nothing
        alone = "leaves you able to pay for a tent that stands alone"
        yield Fact(("alone",), 1.5, alone, alone)
    if fills(view, seat, [tile for tile in tiles if _buildable(view, seat, tile)]):
        camp = "leaves a camp that you can fill this turn"
        yield Fact(("fill", seat), 1.5, camp, camp)


def _buildable(view: State, seat: int, tile: int) -> bool:
    """Return whether a seat can still choose a tile this turn, when all must come from the same set (DB-B01)."""
    rolling = view.phase in (Phase.TAKE, Phase.THROWN, Phase.MATCH)
    return view.player == seat and not rolling and (view.side < 0 or tile in view.display[view.side])


def _rival(view: State, rival: int, tiles: list[int]) -> Iterator[Fact]:
    """Yield what the board offers the next player: a camp that needs one more tent, and tents for free."""
    name = mention(rival)
    if some(_closing(view)):
        camp = f"{name} a camp that is one tent short of full"
        none = f"leaves {name} no camp that is one tent short of full"
        yield Fact(("camp", rival), -1.2, f"gives {camp}", f"leaves {camp}", none, none)
    for tile in tiles:
        if view.offered >> _WHOLE[tile] & 1:
            gift, worth = f"{name} {called(tile)} for free", -1 if view.markers[rival] else -0.2
            yield Fact(("gift", rival, tile), worth, f"leaves {gift}", f"leaves {gift}", "", f"doesn’t leave {gift}")


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
                f"ends your lack of {wording.SEVERAL[good]}",
                f"keeps a {card}",
            )


def _piles(view: State) -> Iterator[Fact]:
    """Yield which piles are nearly empty, with the cards that dice have brought, as the table shows it."""
    for good, left in enumerate(view.pile):
        yield from (_thin(good, n, first=n == left) for n in range(left, THIN))


def _declared(view: State, seat: int, told: list[Row]) -> Iterator[Fact]:
    """Yield what a Wild of the setup that the seat has just declared makes of its cards, before its next throw."""
    lucky = [good for good, _ in _luck(told, seat)]
    for row in told:
        if row.kind == Event.DECLARED and row.seat == seat:
            n = view.hand[seat][row.good] - lucky.count(row.good)
            lack, cards = f"ends your lack of {wording.SEVERAL[row.good]}", f"raises your {s.NAMES[row.good]} cards to"
            yield Fact(("wild", row.good, n), 1 / n, lack if n == 1 else f"{cards} {counted(n)}")


def _thrown_again(view: State, seat: int, told: list[Row]) -> Iterator[Fact]:
    """Yield the chances of the dice that the seat has decided to throw again, of which one must match (DB-R10, R11)."""
    pile = _without_luck(view, seat).pile
    for row in told:
        if row.kind == Event.KEEP and row.seat == seat:
            dice = row.again.bit_count()
            bringing = chance(pile, row.face, dice)
            cards = f"{s.NAMES[row.face]} cards" if row.face != s.FACE_WILD else "cards"
            rolls = f"rolls {'two dice' if dice > 1 else 'one die'} again with {_chances(bringing)} of bringing {cards}"
            yield Fact(("again", row.face, dice), 0.5, rolls)
            yield Fact(("risk",), -0.3, avoids=f"avoids {_chances(1 - bringing)} of getting nothing")


def _chances(probability: Fraction) -> str:
    """Return a probability in words: ``five chances in nine``."""
    return f"{many(probability.numerator, 'chance')} in {counted(probability.denominator)}"


def _thin(good: int, left: int, *, first: bool) -> Fact:
    """Return the fact that a pile has at most ``left`` cards; ``first`` if it has exactly as many."""
    pile, none = f"{s.NAMES[good]} card{'s' if left > 1 else ''} in the pile", not left
    return Fact(
        ("empty", good, left),
        -0.1,
        f"leaves {'no' if none else f'only {counted(left)}'} {pile}" if first else "",
        avoids=(f"doesn’t empty the {s.NAMES[good]} pile" if none else f"leaves more than {counted(left)} {pile}")
        if first
        else "",
    )


def _leading(view: State, seat: int, good: int, late: float) -> Iterator[Fact]:
    """Yield how far a seat is ahead of all others in cards of a resource, or who holds the most (DB-F02)."""
    many = wording.SEVERAL[good]
    leader, _ = _holding_most(view, good)
    held = view.hand[seat][good]
    reached = min(held - _most_elsewhere(view, seat, good), CLEAR)
    for margin in range(min(_STEPS), reached + 1 if held else min(_STEPS)):
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
