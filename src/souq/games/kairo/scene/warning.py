"""What is about to happen that somebody who is choosing now should know."""

from __future__ import annotations

from souq.engine.wording import listed
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import BOX, COLOURS, NAMES, Act, Phase


def warning(desk: Desk) -> str:
    """That an expansion the viewer could make starts the final phase (KA-F01); empty while none would."""
    if desk.over or desk.view.final or not desk.mine:
        return ""
    if desk.act == Act.EXPAND and desk.phase != Phase.COLOUR:
        return "This expansion starts the final phase." if triggers(desk, desk.view.colour) else ""
    if not desk.asks(Phase.ACT, Phase.COLOUR):
        return ""
    names = [NAMES[colour] for colour in desk.ahead.colours(Act.EXPAND) if triggers(desk, colour)]
    return f"Expanding {listed(names, 'or')} starts the final phase." if names else ""


def triggers(desk: Desk, colour: int) -> bool:
    """Whether one more expansion of a colour starts the final phase."""
    left = [k - (other == colour) for other, k in enumerate(desk.view.supply)]
    end = BOX.end
    return left.count(0) >= end["exhausted"] or sum(left[c] <= 1 for c in range(COLOURS)) >= end["low"]
