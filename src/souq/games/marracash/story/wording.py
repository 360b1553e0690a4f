"""Small words that all sentences share."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.wording import counted, listed
from souq.games.marracash.rules.payment import A_COLOUR
from souq.games.marracash.state import BOX, NAMES, ROUTE_END, ROUTE_START, SHOP_COLOUR, SHOP_NAMES, SOUVENIR

COIN = "Dirham"


def money(amount: int) -> str:
    """An amount as people write it: ``1,150``."""
    return f"{amount:,}"


def gain(amount: int) -> str:
    """An amount somebody gets, marked."""
    return f"[[+{money(amount)}]]"


def signed(amount: int) -> str:
    """``+75``, ``−400``."""
    return f"{'+' if amount >= 0 else '−'}{money(abs(amount))}"


def shop(number: int) -> str:
    """``the blue shop B4``."""
    return f"the {shop_name(number)}"


def shop_name(number: int) -> str:
    """``blue shop B4``."""
    return f"{hue(number)} shop {SHOP_NAMES[number]}"


def hue(number: int) -> str:
    """The colour of a shop, in words."""
    return NAMES[int(SHOP_COLOUR[number])]


def fountain(number: int) -> str:
    """``fountain 12``."""
    return f"fountain {number + 1}"


def street(route: int, all_gone: bool = False) -> str:
    """``from fountain 13 to 12``; ``towards 12`` if nobody gets there."""
    return f"from {fountain(int(ROUTE_START[route]))} {'towards' if all_gone else 'to'} {int(ROUTE_END[route]) + 1}"


def souvenir(card: int, priced: bool = True) -> str:
    """``the felt cap for 75``."""
    colour, k = BOX.colours[card // A_COLOUR], card % A_COLOUR
    return f"the {colour.things[k]}{f' for {money(worth(card))}' if priced else ''}"


def worth(card: int) -> int:
    """What a souvenir brings."""
    return int(SOUVENIR[card])


def crowd_words(crowd: Sequence[int]) -> str:
    """Who stands there: ``two red and one blue``."""
    return listed([f"{counted(k)} {NAMES[colour]}" for colour, k in enumerate(crowd) if k]) or "nobody"


def hued(colours: Sequence[int]) -> str:
    """Visitors by colour, in the order in which the colours come: ``two green and one purple``."""
    return listed([f"{counted(colours.count(colour))} {NAMES[colour]}" for colour in dict.fromkeys(colours)])
