"""Phrases shared by Kairo's texts."""

from __future__ import annotations

from souq.engine.present.scene import Names
from souq.engine.present.voice import Person, person
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, NEUTRAL


def card(kind: int) -> str:
    """Return the name of a card: ``North-west``, or ``the Middle row joker``."""
    made = BOX.cards[kind]
    name = made.name.capitalize()
    return f"the {name} joker" if made.joker else name


def segment(site: int) -> str:
    """Return the name of a site's segment: ``the north segment``."""
    return f"the {BOX.segment_names[BOX.segment[site]]} segment"


def whose(owner: int, colour: int, names: Names, viewer: int = -1) -> str:
    """Return the name of a stall: ``Omar’s green stall``, ``your green stall``, ``the neutral green stall``."""
    return f"{belonging(owner, names, viewer)} {NAMES[colour]} stall"


def belonging(owner: int, names: Names, viewer: int = -1) -> str:
    """Return the possessive of an owner: ``Omar’s``, ``your`` or ``the neutral``."""
    if owner == NEUTRAL:
        return "the neutral"
    return "your" if owner == viewer else person(names, owner).whose


def own(who: Person) -> str:
    """Return the possessive that follows a person's name: ``your`` for the viewer, else ``their own``."""
    return who.whose if who.you else "their own"


def at(site: int) -> str:
    """Return the label of a site in bold."""
    return f"**{LABELS[site]}**"
