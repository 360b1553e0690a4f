"""What is said of the common supply: expansions left, who holds the medals, how near the final phase is."""

from __future__ import annotations

from html import escape

from souq.engine.scene import Facts, text, use
from souq.engine.wording import counted, listed, opened
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.scene.cards import stroke
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.hand import stall
from souq.games.kairo.scene.words import EMBLEMS
from souq.games.kairo.state import BOX, COLOURS

_HEIGHT = 24.0
_STEP = 16.0  # from one expansion to the next
_MEDALS = 64.0  # width of the count and the medals


def facts(desk: Desk) -> tuple[Facts, ...]:
    """The supply, as a box above the story."""
    rows = [(_left(desk, colour), _medals(desk, colour)) for colour in range(COLOURS)]
    said = final_words(desk)
    warned = [("", f"<em>{escape(said)}</em>")] if said else []
    return (Facts("Expansions left **medals**", (*rows, *warned), place="story"),)


def _drawing(width: float, label: str, art: str, shown: str = "") -> str:
    """Art of one row, with what is spoken of it; it is ``shown`` as wide as its column lets it."""
    box = f'width="{shown or f"{width:g}"}" height="{_HEIGHT:g}" viewBox="0 0 {width:g} {_HEIGHT:g}"'
    return f'<svg {box} preserveAspectRatio="xMinYMid" role="img" aria-label="{escape(label)}">{art}</svg>'


def _left(desk: Desk, colour: int) -> str:
    """A colour's tile and its expansions: those left, and those that stand on the board."""
    left, total = desk.view.supply[colour], BOX.supply["expansions"]
    art = f'<g transform="translate(12 12)">{stall(colour, 21)}</g>'
    for i in range(total):
        x = 31 + i * _STEP
        if i < left:
            art += use("ka-expansion", x, 5, 14, colour=f"var(--g-{colour + 1})")
        else:
            gone = f'{stroke("var(--muted)", 1.2)} stroke-dasharray="2 2" opacity=".55"'
            art += f'<rect x="{x + 1.5:g}" y="6.5" width="11" height="11" rx="3" fill="none" {gone}/>'
    return _drawing(31 + total * _STEP, f"{NAMES[colour]}: {left} of {total}", art, "100%")


def _medals(desk: Desk, colour: int) -> str:
    """How many are left, and who holds gold and silver: the seat's sign, or the medal while nobody does."""
    left, art, held = desk.view.supply[colour], "", []
    for x, word, holders in ((22.0, "gold", desk.view.gold), (44.0, "silver", desk.view.silver)):
        seat = holders[colour]
        art += _coin(x, seat) if seat >= 0 else use(f"ka-{word}", x + 1, 0.5, 18, 22.5, f"var(--g-{colour + 1})")
        held.append(f"{word} {desk.ctx.names(seat) if seat >= 0 else 'nobody'}")
    low = left < BOX.end["low"]
    count = text(str(left), 14, 17.5, 15, "var(--danger)" if low else "var(--ink)", 600, "end")
    return _drawing(_MEDALS, f"{left} left, {', '.join(held)}", count + art)


def _coin(x: float, seat: int) -> str:
    """A seat's sign on its disc."""
    disc = f'<circle cx="{x + 10:g}" cy="12" r="9" fill="var(--seat-{seat + 1})" {stroke("var(--ring)", 1.3)}/>'
    return disc + use(f"e-{EMBLEMS[seat]}", x + 4.5, 6.5, 11, colour=f"var(--seat-{seat + 1}-ink)")


def final_words(desk: Desk) -> str:
    """What begins the final phase soon (KA-F01, KA-X30), or that it has begun; empty while it is far."""
    if desk.over:
        return ""
    if desk.view.final:
        return "The final phase: build or quit."
    ends = sorted(filter(desk.ends, range(COLOURS)), key=desk.view.supply.__getitem__)
    if not ends:
        return _patience(desk)
    names = [NAMES[colour] for colour in ends]
    return f"{opened(names[0])} is down to one. The next {listed(names, 'or')} expansion starts the final phase."


def _patience(desk: Desk) -> str:
    """That nobody has built for long."""
    n = len(desk.seats)
    rest = BOX.patience * n - desk.view.idle
    if rest > 2 * n:
        return ""
    more = "turn like that starts" if rest == 1 else "turns like that start"
    return f"Nobody has built for {desk.view.idle} turns. {counted(rest).capitalize()} more {more} the final phase."
