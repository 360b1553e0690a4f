"""Who knows what: everybody everything but chance; souvenirs are drawn when they are turned up."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.marracash.state import State


@rule
def hide(s: State, seat: int) -> None:
    """Blank what nobody may know: the key of chance."""
    s.key[0] = s.key[1] = s.draws = 0


@rule
def determinize(s: State, seat: int) -> None:
    """Sample what a seat cannot know: nothing, for the face-down souvenirs have no order yet."""
