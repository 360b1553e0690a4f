"""Who knows what (DB-V01 to DB-V03): all that has happened is public or can be deduced; only chance is hidden."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.desert_bazaar.state import State


@rule
def hide(s: State, seat: int) -> None:
    """Blank what nobody may know: the key of chance. Hands can be deduced, and the stock has no order yet."""
    s.key[0] = s.key[1] = s.draws = 0


@rule
def determinize(s: State, seat: int) -> None:
    """Sample what a seat cannot know: nothing, for tiles are drawn only when they are turned over."""
