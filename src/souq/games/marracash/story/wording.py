"""Phrases shared by MarraCash's texts."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.wording import counted, listed
from souq.games.marracash.rules.payment import A_COLOUR
from souq.games.marracash.state import BOX, NAMES, ROUTE_END, ROUTE_START, SHOP_COLOUR, SHOP_NAMES, SOUVENIR

COIN = "Dirham"


def money(amount: int) -> str:
    """Return an amount with separators: ``1,150``."""
    return f"{amount:,}"


def gain(amount: int) -> str:
    """Return an amount received, in the log's markup."""
    return f"[[+{money(amount)}]]"


def signed(amount: int) -> str:
    """Return an amount with its sign: ``+75``, ``−400``."""
    return f"{'+' if amount >= 0 else '−'}{money(abs(amount))}"


def shop(number: int) -> str:
    """Return a shop with article: ``the blue shop B4``."""
    return f"the {shop_name(number)}"


def shop_name(number: int) -> str:
    """Return a shop without article: ``blue shop B4``."""
    return f"{hue(number)} shop {SHOP_NAMES[number]}"


def hue(number: int) -> str:
    """Return the name of a shop's colour."""
    return NAMES[int(SHOP_COLOUR[number])]


def fountain(number: int) -> str:
    """Return a fountain's name from its number: ``fountain 12``."""
    return f"fountain {number + 1}"


def street(route: int, all_gone: bool = False) -> str:
    """Return a route: ``from fountain 13 to 12``, or ``towards 12`` if all its visitors enter shops."""
    return f"from {fountain(int(ROUTE_START[route]))} {'towards' if all_gone else 'to'} {int(ROUTE_END[route]) + 1}"


def souvenir(card: int, priced: bool = True) -> str:
    """Return a souvenir with its price: ``the felt cap for 75``."""
    colour, k = BOX.colours[card // A_COLOUR], card % A_COLOUR
    return f"the {colour.things[k]}{f' for {money(worth(card))}' if priced else ''}"


def worth(card: int) -> int:
    """Return the price of a souvenir card."""
    return int(SOUVENIR[card])


def crowd_words(crowd: Sequence[int]) -> str:
    """Return a crowd's visitors by colour: ``two red and one blue``."""
    return listed([f"{counted(k)} {NAMES[colour]}" for colour, k in enumerate(crowd) if k]) or "nobody"


def hued(colours: Sequence[int]) -> str:
    """Return visitors by colour, in order of first appearance: ``two green and one purple``."""
    return listed([f"{counted(colours.count(colour))} {NAMES[colour]}" for colour in dict.fromkeys(colours)])
