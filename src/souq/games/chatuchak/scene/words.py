"""The words of the table: booths, goals and how strong they are."""

from __future__ import annotations

from souq.games.chatuchak.card import CARD
from souq.games.chatuchak.scene.planes import Pairs
from souq.games.chatuchak.state import BOX, COLUMNS, MIX, PATH, STRONG

BOOTHS = ("bowl", "chair", "plant", "lamp", "shirt")
"""What a booth of each colour is called."""
SIGNS = tuple(colour.symbol for colour in BOX.colours)
EMBLEMS = CARD.emblems
MINUS = "−"


def several(count: int, noun: str) -> str:
    """``1 chair``, ``3 chairs``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(number: int) -> str:
    """A number with a true minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def spot(cell: int) -> str:
    """Where a cell is: ``row 2, column 3``."""
    return f"row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"


def strength_words(marker: int, strength: int) -> str:
    """A strength as it is written everywhere: ``4``, ``3·4``, or ``–`` for none."""
    if not strength:
        return "–"
    if MIX <= marker < PATH:
        return f"{strength // STRONG}·{strength % STRONG}"
    return str(strength)


def goal_name(marker: int, pairs: Pairs) -> str:
    """A goal: ``chairs``, ``chairs with plants``, ``the path``, ``the rectangle``."""
    if marker < MIX:
        return f"{BOOTHS[marker]}s"
    if marker < PATH:
        one, other = pairs[marker - MIX]
        return f"{BOOTHS[one]}s with {BOOTHS[other]}s"
    return "the path" if marker == PATH else "the rectangle"


def structure_words(marker: int, strength: int) -> str:
    """What wins a goal: ``4 chairs``, ``Mix 3·4``, ``Path of 4``, ``Square of 4``."""
    if marker < MIX:
        return several(strength, BOOTHS[marker])
    if marker < PATH:
        return f"Mix {strength_words(marker, strength)}"
    if marker == PATH:
        return f"Path of {strength}"
    return f"{'Square' if strength == BOX.markers['rectangle'] else 'Rectangle'} of {strength}"
