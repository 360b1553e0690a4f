"""What it takes to win each goal, in a few characters and in sentences."""

from __future__ import annotations

from souq.engine.wording import listed, opened
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.marks import least, most
from souq.games.chatuchak.scene.words import goal_name, strength_words
from souq.games.chatuchak.state import MIX, PATH

HELD = "held"
NEVER = "–"


def over(desk: Desk, marker: int) -> int:
    """The strength to be exceeded: by the viewer, or for a spectator by whoever would beat them all."""
    if desk.seat >= 0:
        return desk.needed(desk.seat, marker)
    return max(desk.strength(seat, marker) for seat in desk.seats)


def to_win(desk: Desk, marker: int) -> str:
    """What the viewer needs for a goal: ``>3·3``, ``4``, ``–`` where nothing would do; ``held`` needs nothing.

    Nothing of that when the game is over.
    """
    if desk.over:
        return ""
    if desk.seat >= 0 and desk.holder(marker) == desk.seat:
        return HELD
    beaten = over(desk, marker)
    if not beaten:
        return strength_words(marker, least(marker))
    return NEVER if beaten >= most(marker, desk.pairs) else f">{strength_words(marker, beaten)}"


def title(desk: Desk, marker: int) -> str:
    """A goal and who holds it: ``Chairs with plants: Yusuf holds the marker with 3·3``."""
    name, holder = opened(goal_name(marker, desk.pairs)), desk.holder(marker)
    if holder < 0:
        return f"{name}: nobody holds the marker{'' if desk.over else ' yet'}"
    strength = desk.strength(holder, marker)
    how = f"with {strength_words(marker, strength)}" if strength else "without a place for it"
    return f"{name}: {desk.called(holder)} {_verb(desk, holder, 'hold')} the marker {how}"


def hint(desk: Desk, marker: int) -> str:
    """How strong the others are, and what wins the goal or keeps it."""
    holder = desk.holder(marker)
    strong = [
        f"{desk.called(seat)} {'have' if seat == desk.seat else 'has'} {strength_words(marker, strength)}"
        for seat in desk.seats
        if seat != holder and (strength := desk.strength(seat, marker))
    ]
    said = [f"{opened(listed(strong))}."] if strong else []
    if desk.over:
        return said[0] if said else f"Nobody {'has' if holder < 0 else 'else has'} a place for it."
    if holder >= 0 and not desk.strength(holder, marker):
        said.append(f"It doesn’t count until {desk.called(holder)} {_verb(desk, holder, 'make')} a place for it.")
    return " ".join((*said, _kept(desk, marker) if holder == desk.seat >= 0 else _won(desk, marker)))


def _verb(desk: Desk, seat: int, verb: str) -> str:
    return verb if seat == desk.seat else f"{verb}s"


def _kept(desk: Desk, marker: int) -> str:
    """What would take a goal from the viewer."""
    own = desk.strength(desk.seat, marker)
    if own >= most(marker, desk.pairs):
        return "Nobody can beat that."
    return f"{opened(_thing(marker, own))} takes it."


def _won(desk: Desk, marker: int) -> str:
    """What the viewer would have to make, or anybody if a spectator asks."""
    beaten = over(desk, marker)
    if beaten >= most(marker, desk.pairs):
        return "Nobody can beat that."
    return f"{opened(_thing(marker, beaten))} wins it."


def _thing(marker: int, beaten: int) -> str:
    """The least that beats a strength: ``a group of 4 or more``, ``a mix of more than 3·3``, ``a block of 6``."""
    if marker < MIX:
        return f"a group of {beaten + 1 if beaten else least(marker)} or more"
    if marker < PATH:
        return f"a mix of more than {strength_words(marker, beaten)}" if beaten else "a mix of two groups that touch"
    if marker == PATH:
        return f"a line of {beaten + 1 if beaten else least(marker)} or more"
    return "a block of 6" if beaten else "a square of 4 or a block of 6"
