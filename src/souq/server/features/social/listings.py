"""Statements about what a player wants and has, in the words of the game's list.

They are chat: the server checks only that they use these words, never what the player holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.scene import Listing
from souq.engine.present.wording import listed
from souq.server.errors import Malformed

CLEARED = "I’ve cleared my list."


def statement(listing: Listing, want: Sequence[str], have: Sequence[str]) -> str:
    """Return the sentences in which a player says what they want and have; without either, that the list is cleared.

    >>> from souq.engine.rules.composing import Item
    >>> goods = Listing("round 1", tuple(Item(word, word, word.capitalize()) for word in ("salt", "rugs", "figs")))
    >>> statement(goods, ["figs", "rugs"], ["salt"])
    'I want Rugs and Figs. I have Salt.'
    >>> statement(goods, [], [])
    'I’ve cleared my list.'

    Raises:
        Malformed: a word isn't on the list.
    """
    known = {item.word: item.said or item.label for item in listing.items}
    if unknown := {*want, *have} - known.keys():
        raise Malformed(f"“{min(unknown)}” isn’t on the list.")
    sides = (("I want", want), ("I have", have))
    said = [f"{verb} {listed([name for word, name in known.items() if word in side])}." for verb, side in sides if side]
    return " ".join(said) or CLEARED
