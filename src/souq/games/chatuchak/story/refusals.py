"""Explanations of refusals: sentences on what in the position makes a choice illegal."""

from __future__ import annotations

from souq.engine.present.scene import Names
from souq.games.chatuchak.state import BOX, COLUMNS, MOVE, STOP, Mode, State
from souq.games.chatuchak.story.wording import THINGS, ended, racing, spot


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Return a sentence or two on what in the position prevents a choice of ``seat``, or an empty text.

    The text adds to that of the rule; for spectators it is empty.
    """
    if not 0 <= seat < view.players:
        return ""
    if view.over:
        return "{}. {}".format(*ended(view, seat, names))
    if view.passed >> seat & 1:
        return _out(view, seat, names)
    if view.mode != Mode.SPEED and seat != view.player:
        return f"It’s {names(view.player)}’s turn."
    return _elsewhere(view, seat, choice - MOVE) if choice != STOP else ""


def _out(view: State, seat: int, names: Names) -> str:
    """Explain to a player that they have passed or are out of the race (CH-T07, V05)."""
    if view.mode == Mode.GOALS:
        return f"You’ve passed for good. It’s {names(view.player)}’s turn."
    reason = f"you’ve made your {BOX.moves} moves" if view.moves[seat] == BOX.moves else "you gave up"
    return f"You’re out of the race: {reason}. {racing(view, names)}"


def _elsewhere(view: State, seat: int, cell: int) -> str:
    """Explain why no booth can jump from a cell (CH-T03); return "" if one can."""
    gap = view.hole[seat]
    row, column = divmod(gap, COLUMNS)
    if cell == gap:
        return f"That’s the gap. Choose a booth in row {row + 1} or column {column + 1}."
    if cell // COLUMNS == row or cell % COLUMNS == column:
        return ""
    thing = next(THINGS[colour] for colour, cells in enumerate(view.booths[seat]) if cells >> cell & 1)
    return (
        f"Choose a booth in row {row + 1} or column {column + 1}, where your gap is. This {thing} is in {spot(cell)}."
    )
