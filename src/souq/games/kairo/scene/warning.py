"""What is about to happen that somebody who is choosing now should know."""

from __future__ import annotations

from souq.engine.wording import listed
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.state import NAMES, Act, Phase


def warning(desk: Desk) -> str:
    """That an expansion the viewer could make starts the final phase (KA-F01); empty while none would."""
    if desk.over or desk.view.final or not desk.mine:
        return ""
    if desk.act == Act.EXPAND and desk.phase != Phase.COLOUR:
        return "This expansion starts the final phase." if desk.ends(desk.view.colour) else ""
    if not desk.asks(Phase.ACT, Phase.COLOUR):
        return ""
    names = [NAMES[colour] for colour in desk.ahead.colours(Act.EXPAND) if desk.ends(colour)]
    return f"Expanding {listed(names, 'or')} starts the final phase." if names else ""
