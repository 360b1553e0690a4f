"""The list of what players want and have, which they may tell each other until the selling begins.

It is talk (GB-T21): nobody checks it, and it proves nothing, so it names all goods, not only those that the viewer has.
"""

from __future__ import annotations

from functools import cache

from souq.engine.rules.composing import Item, Listing
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.state import Trading
from souq.games.grand_bazaar.story.wording import TYPE_NAMES, buyer


def listing(desk: Desk) -> Listing | None:
    """Return the list of a round, or None if nobody can trade in it any more."""
    if desk.over or desk.trading == Trading.OFF or desk.stage == "selling":
        return None
    return Listing(f"round {desk.view.nth}", _items())


@cache
def _items() -> tuple[Item, ...]:
    """Return what can be named: every good by type, access to each customer, and Talents."""
    goods = [_item(good, name, TYPE_NAMES[good // g.RANKS]) for good, name in enumerate(g.NAMES)]
    access = [
        Item(name.lower(), name.lower(), name, said=buyer(customer), tag=True, icon=SIGNS[customer], group="Access")
        for customer, name in enumerate(g.CUSTOMER_NAMES)
    ]
    return (*goods, *access, Item("talents", "talents", "Talents", tag=True, icon="gb-talent", group="Money"))


def _item(good: int, name: str, kind: str) -> Item:
    return Item(name.lower(), name.lower(), name, tag=True, icon=f"gb-good-{good}", group=kind)
