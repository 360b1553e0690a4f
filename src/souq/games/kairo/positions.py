"""Validation of Kairo's positions, and computation of the fields that follow from other fields."""

from __future__ import annotations

from souq.engine.match.validation import Allowed, check_blank, require
from souq.engine.rules.bits import common, members, minus, plus, some, union, words
from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules import access, asking, cards, stalls, stands
from souq.games.kairo.rules.cards import WHOLE
from souq.games.kairo.rules.luring import lurable
from souq.games.kairo.rules.opening import EXPANSIONS, STALLS
from souq.games.kairo.rules.payment import SUBSTITUTES
from souq.games.kairo.rules.sites import MARKET, NOWHERE, SEGMENT, WORDS, area, near
from souq.games.kairo.rules.turn import CARDS_FOR_THREE, HAND_LIMIT, PICKS
from souq.games.kairo.state import (
    CARDS,
    COLOURS,
    JOKERS,
    LABELS,
    MONEY,
    NAMES,
    NEUTRAL,
    PLAYERS,
    POINTS,
    SITES,
    STAND,
    THREE,
    TURNS,
    Act,
    Phase,
    State,
)

DERIVED = (
    "asked", "solid", "doors", "crowd", "reach", "loose", "sizes", "present", "supply", "held", "left",
)  # fmt: skip
ACTS: dict[int, tuple[Act, ...]] = {
    Phase.ACT: (Act.NONE,),
    Phase.COLOUR: (Act.PLACE, Act.NEW, Act.EXPAND, Act.MOVE),
    Phase.SITE: (Act.PLACE, Act.NEUTRAL, Act.NEW, Act.EXPAND, Act.MOVE),
    Phase.ENTRY: (Act.PLACE, Act.NEUTRAL, Act.NEW, Act.MOVE),
    **dict.fromkeys((Phase.WAY, Phase.KEEP, Phase.FEE, Phase.PAY), (Act.NEW, Act.EXPAND, Act.MOVE)),
    Phase.CUSTOMER: (Act.LURE,),
    Phase.GOAL: (Act.LURE,),
    Phase.TAKE: (Act.DRAW,),
    Phase.DISCARD: (Act.DRAW,),
}
"""Kinds of action that can be in progress in each phase."""
SETUP = (Act.PLACE, Act.NEUTRAL)
BARKERS = asking.BARKERS


def bounds(players: int) -> dict[str, Allowed]:
    """Return the values that each field may have in a valid position."""
    seat, seat_or_none, seats, switch = range(players), range(-1, players), range(1 << players), range(2)
    sites, site, stack = range(1 << 63), range(-1, SITES), range(1 << 2 * CARDS)
    return {
        "phase": Phase, "player": seat, "first": seat, "suggested": switch, "act": Act, "colour": range(-1, COLOURS),
        "site": site, "door": site, "way": range(-1, THREE + 1), "owed": range(SUBSTITUTES * STAND + 1),
        "customer": range(-1, COLOURS), "picks": range(PICKS + 1), "placed": range(STALLS * players + COLOURS + 1),
        "limit": switch, "bag": range(1 << COLOURS), "final": switch, "out": seats, "turn": range(TURNS + 1),
        "idle": range(TURNS + 1), "tiles": sites, "stall": site, "entry": site, "stands": site,
        "gold": seat_or_none, "silver": seat_or_none, "money": range(MONEY + 1), "score": range(POINTS + 1),
        "barkers": range(BARKERS + 1), "hand": stack, "known": stack, "deck": stack, "discards": stack,
        "display": range(-1, CARDS),
    }  # fmt: skip


def complete(s: State, given: frozenset[str]) -> None:
    """Fill in the fields of a position that its author left out, as at the beginning of a turn.

    Fields that describe an action in progress are left alone if a phase is given.
    """
    plain = {"phase": Phase.ACT, "act": Act.NONE, "turn": 1, "placed": STALLS * s.players, "bag": 0}
    plain |= dict.fromkeys(("colour", "site", "door", "way", "customer"), -1)
    for name, value in plain.items():
        if not given & {name, "phase"}:
            setattr(s, name, value)
    if "tiles" not in given:
        s.tiles = [list(words((row[c] for row in s.stall if row[c] >= 0), WORDS)) for c in range(COLOURS)]
    if "display" not in given and given & {"hand", "discards"}:
        s.display = [-1] * len(s.display)
    if "known" not in given:
        s.known = [0] * len(s.known)
    if "deck" not in given:
        s.deck = sum(max(0, _copies(WHOLE, t) - _elsewhere(s, t)) << 2 * t for t in range(CARDS))


def check(s: State) -> None:
    """Check that every piece exists exactly once, and that the current decision can come up in this position.

    Raises:
        BadPosition: the position is impossible.
    """
    check_blank(s, "money", "score", "barkers", "hand", "known")
    _check_cards(s)
    _check_stands(s)
    away = s.stands.count(-1)
    require(away == 1, f"stands: {away} customers are off the board (-1); it must be one.")
    there = [site for site in s.stands if site >= 0]
    require(len(set(there)) == len(there), "stands: two customers are on one site.")
    require(sum(s.barkers) <= BARKERS, f"barkers: there are {BARKERS} in all.")
    require(bool(s.final) or not s.out, "out: nobody is out before the final phase.")
    if not s.over:
        require(s.out >> s.player & 1 == 0, "out: the player who is asked is still in.")
        require(s.act in ACTS[s.phase], f"act: that is not done in phase {Phase(s.phase).name}.")
        _check_setup(s)
        _check_action(s)


def _copies(stack: int, t: int) -> int:
    return int(interpreted(cards.copies)(stack, t))


def _elsewhere(s: State, t: int) -> int:
    """Count the cards of a kind that are not in the deck."""
    return int(sum(_copies(stack, t) for stack in (s.discards, *s.hand)) + s.display.count(t))


def _check_cards(s: State) -> None:
    for t in range(CARDS):
        there, whole = _elsewhere(s, t) + _copies(s.deck, t), _copies(WHOLE, t)
        require(there == whole, f"deck: of card kind {t} there are {there} in all; there are {whole}.")
        for seat in range(s.players):
            less = _copies(s.known[seat], t) <= _copies(s.hand[seat], t)
            require(less, f"known: seat {seat} has fewer cards of kind {t} than everybody knows of.")
    require(s.deck > 0, "deck: it is never empty; the discards become a new one at once.")
    most = HAND_LIMIT + (PICKS if s.act == Act.DRAW else 0)
    for seat in range(s.players):
        require(interpreted(cards.many)(s.hand[seat]) <= most, f"hand: seat {seat} has more than {most} cards.")


def _check_stands(s: State) -> None:
    """Check that no two stalls, entries or expansions share a site."""
    used = NOWHERE
    for c, name in enumerate(NAMES):
        tiles = tuple(s.tiles[c])
        require(not some(minus(tiles, interpreted(area)(c))), f"tiles: {name} stands where it may not.")
        require(not some(common(used, tiles)), f"tiles: a site of {name} has another tile too.")
        used = union(used, tiles)
    doors = NOWHERE
    for owner in range(PLAYERS + 1):
        for c, name in enumerate(NAMES):
            site, entry = s.stall[owner][c], s.entry[owner][c]
            whose = "nobody's" if owner == NEUTRAL else f"seat {owner}'s"
            require((site < 0) == (entry < 0), f"entry: {whose} {name} stall has a site and an entry, or neither (-1).")
            if site >= 0:
                playing = owner < s.players or (owner == NEUTRAL and s.players == 2)
                require(playing, f"stall: {whose} {name} stall belongs to nobody at the table.")
                require(site in members(tuple(s.tiles[c])), f"tiles: {name} has no tile on {LABELS[site]}, its stall.")
                beside = entry in members(common(interpreted(near)(words([site], WORDS)), MARKET))
                require(beside, f"entry: {LABELS[entry]} is not beside {LABELS[site]} in the market.")
                taken = entry in members(union(doors, used))
                require(not taken, f"entry: {LABELS[entry]} is taken.")
                doors = plus(doors, entry)
    for c, name in enumerate(NAMES):
        at = s.stands[c]
        require(
            at < 0 or at in members(minus(MARKET, used)), f"stands: {name} is not on a site that customers can walk on."
        )


def _check_setup(s: State) -> None:
    """Check the fields that depend on whether the setup is over."""
    setup, own = s.act in SETUP, STALLS * s.players
    require(setup == (s.turn == 0), "turn: turns are counted from 1, and 0 is the setup.")
    require(setup or s.bag == 0, "bag: it is empty once the game has begun.")
    require(s.players == 2 or s.bag == 0, "bag: only two players have neutral stalls.")
    if setup:
        require((s.placed < own) == (s.act == Act.PLACE), "placed: own stalls come first, then neutral ones.")
        require(s.player == (s.first + s.placed) % s.players, "player: stalls are placed in turn.")
    if s.act == Act.NEUTRAL:
        require(s.colour >= 0 and s.bag >> s.colour & 1 == 0, "colour: the neutral stall has left the bag.")


def _check_action(s: State) -> None:
    """Check that the fields that hold the choices of the current action fit its phase."""
    phase, held = s.phase, interpreted(cards.many)(s.hand[s.player])
    require(phase != Phase.GOAL or s.customer >= 0, "customer: in this phase one has been chosen to be lured.")
    require(phase != Phase.TAKE or s.picks < PICKS, f"picks: no more than {PICKS} are taken.")
    require(phase != Phase.DISCARD or held > HAND_LIMIT, f"hand: {held} cards are not too many.")
    require(phase != Phase.KEEP or (s.way == THREE and held > CARDS_FOR_THREE), "way: three cards of more are played.")
    require(phase != Phase.FEE or JOKERS <= s.way < THREE, "way: a joker is played.")
    require(phase != Phase.PAY or s.owed > 0, "owed: nothing is left to pay.")
    chosen = Phase.SITE <= phase <= Phase.PAY
    require(not chosen or s.colour >= 0, "colour: it has been chosen.")
    require(not chosen or phase == Phase.SITE or s.site >= 0, "site: it has been chosen.")
    waits = chosen and phase >= Phase.WAY and s.act != Act.EXPAND
    require(not waits or s.door >= 0, "door: the entry has been chosen.")


def derive(s: State) -> None:
    """Compute the fields that follow from others: occupied sites, card counts and legal options."""
    s.held = [int(interpreted(cards.many)(hand)) for hand in s.hand]
    s.left = int(interpreted(cards.many)(s.deck))
    s.crowd = list(words((site for site in s.stands if site >= 0), WORDS))
    s.doors = list(words((site for row in s.entry for site in row if site >= 0), WORDS))
    s.solid = list(words((site for row in s.tiles for site in members(tuple(row))), WORDS))
    for c in range(COLOURS):
        _derive_stands(s, c)
    interpreted(access.renew)(s)
    cut = minus(union(tuple(s.crowd), tuple(s.doors)), tuple(s.reach))
    require(not some(cut), f"tiles: customers cannot walk to or from {', '.join(LABELS[i] for i in members(cut))}.")
    s.asked = [0] * WORDS
    if not s.over:
        _check_way(s)
        interpreted(asking.ask)(s, s.phase)


def _derive_stands(s: State, c: int) -> None:
    """Compute the sizes of a colour's stands, the segments with a stall, and the expansions left."""
    tiles, whole = tuple(s.tiles[c]), NOWHERE
    s.present[c] = 0
    for owner in range(PLAYERS + 1):
        site = s.stall[owner][c]
        found, grown = NOWHERE, words([site] if site >= 0 else [], WORDS)
        while found != grown:
            found, grown = grown, union(grown, common(interpreted(near)(grown), tiles))
        require(not some(common(whole, found)), f"tiles: two stands of {NAMES[c]} touch.")
        whole = union(whole, found)
        s.sizes[owner][c] = len(members(found))
        s.present[c] |= 1 << int(SEGMENT[site]) if site >= 0 else 0
        require(owner != NEUTRAL or len(members(found)) <= 1, f"tiles: the neutral stall of {NAMES[c]} doesn't grow.")
    require(whole == tiles, f"tiles: a tile of {NAMES[c]} belongs to no stall.")
    s.supply[c] = EXPANSIONS - sum(row[c] - 1 for row in s.sizes if row[c])
    require(s.supply[c] >= 0, f"tiles: there are more than {EXPANSIONS} expansions of {NAMES[c]}.")
    for name in ("gold", "silver"):
        holder = getattr(s, name)[c]
        held = s.supply[c] < EXPANSIONS and holder >= 0 and s.sizes[holder][c] == max(row[c] for row in s.sizes)
        nobody = s.supply[c] == EXPANSIONS and holder < 0
        require(
            held or nobody,
            f"{name}: the medal of {NAMES[c]} is held by an owner of a largest stand, once one has grown.",
        )


def _check_way(s: State) -> None:
    """Check that the colour, site, entry or customer chosen so far was a legal choice."""
    own, c = s.sizes[s.player], s.colour
    if s.act in (Act.EXPAND, Act.MOVE) and c >= 0:
        require(own[c] > 0 and (s.act == Act.EXPAND or own[c] == 1), "colour: the player has no such stall.")
    if s.act in (Act.NEW, Act.PLACE) and c >= 0:
        require(own[c] == 0, "colour: the player has a stall of it already.")
    if Phase.SITE < s.phase <= Phase.PAY:
        require(s.site in members(_sites(s)), f"site: {LABELS[s.site]} could not be chosen.")
    if Phase.ENTRY < s.phase <= Phase.PAY and s.act != Act.EXPAND:
        require(s.door in members(_entries(s)), f"door: {LABELS[s.door]} could not be chosen.")
    if s.phase == Phase.GOAL:
        require(interpreted(lurable)(s, s.customer), f"customer: {NAMES[s.customer]} has nowhere to go.")


def _sites(s: State) -> tuple[int, ...]:
    """Return the legal sites for the stall or expansion in progress, at any cost."""
    if s.act == Act.EXPAND:
        found = interpreted(stands.growth)(s, s.player, s.colour)
    elif s.act == Act.MOVE:
        found = interpreted(stalls.places_moved)(s, s.player, s.colour)
    else:
        found = interpreted(stalls.places)(s, s.colour)
    return tuple(found)


def _entries(s: State) -> tuple[int, ...]:
    """Return the sites where the entry could go."""
    if s.act == Act.MOVE:
        return tuple(interpreted(stalls.entries_moved)(s, s.player, s.colour, s.site))
    return tuple(interpreted(stalls.entries)(s, s.colour, s.site))
