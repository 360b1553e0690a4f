"""Sentences that explain in a given position why a choice is refused, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.present.scene import Names
from souq.engine.present.wording import listed, several
from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar.rules import payment
from souq.games.desert_bazaar.state import BOX, CHOICES, LABELS, NAMES, PARTS, SLOTS, Phase, State
from souq.games.desert_bazaar.story.wording import SETS, SEVERAL, building, cards, offered, product

_helping, _price = interpreted(payment.helping), interpreted(payment.price)
_payable_sites = interpreted(payment.payable_sites)

Explain = Callable[[State, str, int], str]
"""Function that explains a refusal, given the position, the ID of the rule, and the choice's number in its group."""


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Return a sentence or two on why a rule forbids a choice of ``seat`` in this position.

    It is displayed after the text of the rule. It is empty if there is nothing to add, and for a seat that has nothing
    to decide.
    """
    if view.over or seat != view.player:
        return ""
    group, index = CHOICES.group_of(choice)
    explain = _EXPLAINED.get((Phase(view.phase), group))
    return explain(view, rule, index) if explain else ""


# ---- sites


def _site_first(view: State, rule: str, site: int) -> str:
    """Explain that a tile has to be chosen before a site, and what a tent would cost on this site."""
    if view.tile[site] >= 0:
        return f"Choose a tent first, then an empty site. A tent stands on {LABELS[site]} already."
    if site not in members(view.open):
        return "Choose a tent first, then another site. A camp here would grow past seven tents."
    prices: dict[str, int] = {}
    for place in offered(view, "tile"):
        tile = view.display[place // SLOTS][place % SLOTS]
        if site in members(_payable_sites(view, view.player, tile)):
            price = _price(view, view.player, tile, _helping(view, site, tile))
            prices[product(tile)] = min(price, prices.get(product(tile), price))
    if not prices:
        return "Choose a tent first, then another site. You can’t afford any of them here."
    return f"Choose a tent first. Here {_prices(prices)}."


def _prices(prices: dict[str, int]) -> str:
    """Return ``a Spice or Water tent would cost you 3 cards, a Camel tent 7``, the cheapest first."""
    said: list[str] = []
    for price in sorted(set(prices.values())):
        tent = f"a {listed(sorted(name for name in prices if prices[name] == price), 'or')} tent"
        known = any("card" in part for part in said)
        cost = "nothing" if not price else str(price) if known else several(price, "card")
        said.append(f"{tent} {'' if said else 'would cost you '}{cost}")
    return ", ".join(said)


def _other_site(view: State, rule: str, site: int) -> str:
    """Explain why the chosen tile cannot be built on a site (DB-B03, DB-B06), or is too expensive there (DB-P06)."""
    if view.tile[site] >= 0:
        return f"Choose a lit site. A tent stands on {LABELS[site]} already."
    if rule == "DB-B06":
        return "Choose a lit site. The camp beside this site is full."
    if rule == "DB-B03":
        return "Choose a lit site. The camp here would grow past seven tents."
    tile = building(view)
    pays = PARTS[_helping(view, site, tile)].tolist()
    due = [asks - helped for asks, helped in zip(BOX.tiles[tile].cost, pays, strict=True)]
    return f"Choose a lit site. Here the price is {cards(due)}, more than you can pay even by trading."


# ---- tiles and cards


def _other_tile(view: State, rule: str, place: int) -> str:
    """Explain that a tile is too expensive on every site (DB-P06), or belongs to the other set (DB-B01)."""
    instead = "roll for cards" if view.phase == Phase.TURN else "end your turn"
    if rule == "DB-P06":
        return f"Choose a lit tent, or {instead}. You can’t afford this one on any site."
    if rule == "DB-B01":
        return f"Choose a tent from the {SETS[view.side]} set, or {instead}. You began with that set."
    return ""


def _placing(view: State, rule: str, place: int) -> str:
    return f"Choose a site for your {product(building(view))} tent first."


def _empty_pile(view: State, rule: str, good: int) -> str:
    """Explain why no card of a resource can be taken: its pile is empty, or no die that was rolled again shows it."""
    if view.pile[good]:
        return f"Choose another card. The dice you rolled again show neither a {NAMES[good]} nor a Wild."
    return f"Choose another card. {_gone(good)}"


def _gone(good: int) -> str:
    """Return a sentence about an empty pile: ``There are no Camels left.``."""
    return f"There {'is' if SEVERAL[good] == NAMES[good] else 'are'} no {SEVERAL[good]} left."


def _keep(view: State, rule: str, face: int) -> str:
    """Explain why a die cannot be set aside (DB-R08, DB-R09)."""
    if rule == "DB-R08":
        return "Take your card. Only one die isn’t on Desert, so there is none to roll again."
    return f"Choose something else. {_gone(face)}" if rule == "DB-R09" else ""


_EXPLAINED: dict[tuple[Phase, str], Explain] = {
    (Phase.TURN, "site"): _site_first,
    (Phase.NEXT, "site"): _site_first,
    (Phase.SITE, "site"): _other_site,
    (Phase.TURN, "tile"): _other_tile,
    (Phase.NEXT, "tile"): _other_tile,
    (Phase.SITE, "tile"): _placing,
    (Phase.WILD, "wild"): _empty_pile,
    (Phase.TAKE, "take"): _empty_pile,
    (Phase.MATCH, "match"): _empty_pile,
    (Phase.THROWN, "keep"): _keep,
}
"""Functions that explain refusals, by the current phase and the group of the refused choice."""
