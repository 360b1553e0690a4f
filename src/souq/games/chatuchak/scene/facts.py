"""How long the game may go on, as a number and a picture; and what the signs of the table mean."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from souq.engine.markup import n
from souq.engine.scene import Facts, text
from souq.engine.wording import opened
from souq.games.chatuchak.scene import odds
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.words import several

WIDTH, HEIGHT = 268.0, 54.0
_FOOT = 15.0  # of the picture, for its numbers
_FIRST = 70.0
"""Room for what is written under the first bar."""
_RARE = 0.005
"""Less likely than this is left out at the ends."""
_UNLIKELY = 0.05
"""What is likely leaves out so much at either end."""
_MANY = 3
"""With more players there is no room for the legend."""


def facts(desk: Desk) -> tuple[Facts, ...]:
    """The end of the game, above the story, and a legend."""
    if desk.race:
        return ()
    legend = (_legend(),) if len(desk.seats) <= _MANY else ()
    return (*(() if desk.over else (_ending(desk),)), *legend)


def chance_words(desk: Desk) -> str:
    """``8 % chance that this round is the last``; or how many rounds there are at least, and what is likely."""
    ends = odds.rounds(desk.tent, desk.need)
    if ends[0]:
        return f"{opened(percent(ends[0]))} chance that this round is the last"
    first = next(k for k, chance in enumerate(ends, 1) if chance)
    low, high = odds.within(ends, _UNLIKELY, _UNLIKELY)
    return f"At least {first} more rounds **likely {low}–{high}**"


def warning(desk: Desk) -> str:
    """On a phone, which has no room for the box: that the game may end this round."""
    near = not desk.race and not desk.over and odds.this_round(desk.tent, desk.need) > 0
    return f"{chance_words(desk)}." if desk.terse and near else ""


def percent(chance: float) -> str:
    """``8 %``; what is neither sure nor impossible is never written as if it were."""
    if 0 < chance < 0.005:
        return "less than 1 %"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100} %"


def _ending(desk: Desk) -> Facts:
    return Facts(chance_words(desk), (("", _picture(desk.tent, desk.need)),), place="story")


@lru_cache(maxsize=128)
def _picture(tent: int, need: int) -> str:
    """A bar for each number of rounds to come, as high as it is likely; the mean and the likely range in words."""
    ends = odds.rounds(tent, need)
    low, high = odds.within(ends, _UNLIKELY, _UNLIKELY)
    last = max(k for k, chance in enumerate(ends, 1) if chance >= _RARE)
    shown = ends[:last]
    step, top = WIDTH / max(len(shown), 12), max(shown)
    art = ""
    for k, chance in enumerate(shown):
        tall = (HEIGHT - _FOOT - 3) * chance / top
        fill = "var(--accent)" if k == 0 else "var(--muted)" if low <= k + 1 <= high else "var(--line)"
        if chance:
            place = f'x="{n(k * step)}" y="{n(HEIGHT - _FOOT - max(tall, 1.5))}" height="{n(max(tall, 1.5))}"'
            art += f'<rect {place} width="{n(max(step - 2, 2))}" rx="1.5" fill="{fill}"/>'
    art += "".join(_numbered(k, step) for k in (1, *range(5, last + 1, 5)) if k == 1 or (k - 0.5) * step > _FIRST)
    said = f"About {several(round(odds.mean(ends)), 'more round')}, most likely {low} to {high}"
    box = f'width="100%" height="{HEIGHT:g}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="{escape(said)}"><title>{escape(said)}</title>{art}</svg>'


def _numbered(k: int, step: float) -> str:
    words = "this round" if k == 1 else str(k)
    x = 0.0 if k == 1 else (k - 1) * step + step / 2 - 1
    return text(words, x, HEIGHT - 3, 11, "var(--muted)", anchor="start" if k == 1 else "middle")


# ---- the legend


def _legend() -> Facts:
    return Facts("", tuple((words, _sign(art)) for art, words in _SIGNS), legend=True)


def _sign(art: str) -> str:
    return f'<svg width="40" height="22" viewBox="0 0 40 22" aria-hidden="true">{art}</svg>'


def _pill(look: str, fill: str, words: str) -> str:
    return f'<rect x="2" y="1" width="36" height="20" rx="10" {look}/>' + text(words, 20, 16, 14, fill, 600)


_SIGNS = (
    (_pill('fill="var(--ink)"', "var(--paper)", "3"), "holds the goal"),
    (
        _pill('fill="none" stroke="var(--ink)" stroke-width="1.3" stroke-dasharray="3 2.5"', "var(--ink)", "–"),
        "holds it without a place",
    ),
    (text(">3", 20, 16, 14, "var(--muted)"), "beat this to win it"),
)
