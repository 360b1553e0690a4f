"""Explanation of illegal choices by the rule of the rulebook that forbids them."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import common, count, first, has, minus, pair, some, triple
from souq.games.desert_bazaar.rules.building import sold_out
from souq.games.desert_bazaar.rules.encampments import NEAR, encampment
from souq.games.desert_bazaar.rules.rolling import live, showing
from souq.games.desert_bazaar.state import (
    COST,
    DONE,
    FULL,
    KEEP,
    MATCH,
    PARTS,
    PAY,
    RESOURCES,
    ROLL,
    SITE,
    SLOTS,
    STOP,
    TAKE,
    TILE,
    TRADE,
    Phase,
    Rule,
    State,
)


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """Return 0 if ``seat`` may make the choice, else the number of the rule that forbids it.

    If the choice has nothing to do with the decision that the player has to make now, that is the rule about this
    decision.
    """
    if s.over == 1:
        return Rule.DB_X05
    if seat != s.player:
        return Rule.DB_S06 if s.phase == Phase.WILD else Rule.DB_T05
    if choice < 0 or choice > DONE:
        return question(s)
    if has(triple(s.asked), choice):
        return 0
    if s.phase == Phase.TURN or s.phase == Phase.NEXT:
        return no_tile(s, choice)
    if s.phase == Phase.THROWN:
        return no_throw(s, choice)
    if s.phase == Phase.MATCH and MATCH <= choice < SITE:
        return Rule.DB_R11 if showing(s, choice - MATCH) < 2 else Rule.DB_R12
    if s.phase == Phase.MATCH and KEEP <= choice < MATCH:
        return Rule.DB_R07
    if s.phase == Phase.SITE and SITE <= choice < PAY:
        return no_site(s, choice - SITE)
    if s.phase == Phase.PAY and PAY <= choice < TRADE:
        return no_payment(s, choice - PAY)
    return question(s)


@rule
def question(s: State) -> int:
    """Return the rule that says which decision the player has to make now."""
    if s.phase == Phase.WILD:
        return Rule.DB_S09
    if s.phase == Phase.TURN:
        return Rule.DB_T01
    if s.phase == Phase.TAKE:
        return Rule.DB_R01
    if s.phase == Phase.THROWN:
        return Rule.DB_R05
    if s.phase == Phase.MATCH:
        return Rule.DB_R11
    if s.phase == Phase.TRADE:
        return Rule.DB_P05
    if s.phase == Phase.NEXT:
        return Rule.DB_B08
    return Rule.DB_B09


@rule
def no_tile(s: State, choice: int) -> int:
    """Return the rule that forbids a choice when the player may only build a tile, roll, or stop building."""
    if choice == DONE:
        return Rule.DB_T04
    if choice == ROLL:
        return Rule.DB_T01
    if TRADE <= choice < DONE:
        return Rule.DB_P08
    if SITE <= choice < TRADE:  # a tile comes first
        return Rule.DB_B09
    if choice < TILE or choice >= TAKE:
        return question(s)
    side = (choice - TILE) // SLOTS
    slot = (choice - TILE) % SLOTS
    if s.side >= 0 and side != s.side:
        return Rule.DB_B01
    if s.display[side][slot] >= 0:
        return Rule.DB_P06
    if s.stock == 0 and sold_out(s, side):
        return Rule.DB_D03
    return Rule.DB_B02


@rule
def no_throw(s: State, choice: int) -> int:
    """Return the rule that forbids a choice after a throw of the dice: taking cards, or setting a die aside."""
    if STOP <= choice < KEEP:
        return Rule.DB_R05 if showing(s, choice - STOP) == 0 else Rule.DB_R06
    if choice < KEEP or choice >= MATCH:
        return question(s)
    if live(s) < 2:
        return Rule.DB_R08
    for die in range(3):
        if s.dice[die] == choice - KEEP:
            return Rule.DB_R09
    return Rule.DB_R07


@rule
def no_site(s: State, site: int) -> int:
    """Return the rule that forbids building the chosen tile on a site.

    The site is taken, next to a full camp, or too expensive, or the tile would make a camp larger than a full one.
    """
    if has(pair(s.open), site):
        return Rule.DB_P06
    near = common(pair(NEAR[site]), pair(s.taken))
    while s.tile[site] < 0 and some(near):
        camp, _ = encampment(s, first(near))
        if count(camp) == FULL:
            return Rule.DB_B06
        near = minus(near, camp)
    return Rule.DB_B03


@rule
def no_payment(s: State, part: int) -> int:
    """Return the rule that forbids declining a part of the neighbours' offers, or paying for it with cards."""
    cost = COST[s.display[s.side][s.slot]]
    for r in range(RESOURCES):
        declined = PARTS[part][r]
        offered = cost[r] - s.due[r]
        if declined > 0 and (declined > offered or s.due[r] + declined > s.hand[s.player][r]):
            return Rule.DB_P04
    return Rule.DB_P06
