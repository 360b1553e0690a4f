"""Small words that all sentences share."""

from __future__ import annotations

from souq.engine.scene import Names
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, NEUTRAL


def several(n: int, thing: str) -> str:
    """``1 barker``, ``2 barkers``."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def card(kind: int) -> str:
    """What a card is called: ``North-west``, or ``the joker Middle row``."""
    made = BOX.cards[kind]
    name = made.name.capitalize()
    return f"the joker {name}" if made.joker else name


def segment(site: int) -> str:
    """The segment of a site: ``the north segment``."""
    return f"the {BOX.segment_names[BOX.segment[site]]} segment"


def whose(owner: int, colour: int, names: Names, viewer: int = -1) -> str:
    """A stall: ``Omar's green stall``, ``your green stall``, ``the neutral green stall``."""
    return f"{belonging(owner, names, viewer)} {NAMES[colour]} stall"


def belonging(owner: int, names: Names, viewer: int = -1) -> str:
    """``Omar's``, ``your`` or ``the neutral``."""
    if owner == NEUTRAL:
        return "the neutral"
    return "your" if owner == viewer else f"{names(owner)}’s"


def at(site: int) -> str:
    """A site, emphasised."""
    return f"**{LABELS[site]}**"
