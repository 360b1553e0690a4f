"""What building a tile on a site would take and bring, in a sentence or three."""

from __future__ import annotations

from souq.engine.wording import counted
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.words import cards_words, helpers_words
from souq.games.desert_bazaar.state import FULL, RESOURCES


def consequence(desk: Desk, tile: int, site: int) -> str:
    """Who pays what, what is traded, what it scores, and whether it ends the game."""
    said = [_payment(desk, tile, site), _trades(desk, tile, site), _gain(desk, site)]
    if desk.ends(site):
        said.append("This ends the game.")
    return " ".join(part for part in said if part)


def _payment(desk: Desk, tile: int, site: int) -> str:
    bill, helped = desk.bill(tile, site), [0] * RESOURCES
    for _, good in desk.helpers(tile, site):
        helped[good] += 1
    if not any(helped):
        return f"You pay {cards_words(bill.pay)}."
    return (
        f"{helpers_words(helped)} and you pay {cards_words(bill.pay)}."
        if bill.cards
        else "Neighbours pay for all of it."
    )


def _trades(desk: Desk, tile: int, site: int) -> str:
    bill = desk.bill(tile, site)
    if not bill.missing:
        return ""
    held = desk.view.hand[desk.player]
    lacking = [max(0, need - have) for need, have in zip(bill.pay, held, strict=True)]
    spare = sum(held) + bill.missing - bill.cards
    given = cards_words(desk.traded(bill.pay)) if spare == 3 * bill.missing else f"{3 * bill.missing} cards"
    return f"First you trade {given} for {cards_words(lacking)}."


def _gain(desk: Desk, site: int) -> str:
    points, size = desk.gains(site), desk.size[site]
    own, marked = points[desk.player], desk.view.markers[desk.player] > 0
    if size == FULL:
        rest = [seat for seat in desk.seats if seat != desk.player and points[seat]]
        others = "".join(f", {desk.ctx.names(seat)} +{points[seat]}" for seat in rest)
        return f"It closes the camp: you +{own}{others}."
    if size == 1:
        return f"It stands alone: +{own}." if marked else "It stands alone, but without a marker it scores nothing."
    return f"It makes a camp of {counted(size)}{'' if marked else ', but you have no marker left for it'}."
