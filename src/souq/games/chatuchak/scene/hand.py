"""Possessions of the seat with the large market: tokens, markers without a place, untidiest colour, and points."""

from __future__ import annotations

from souq.engine.present.scene import Sprite, text
from souq.engine.present.wording import listed, number, several
from souq.games.chatuchak.scene.art import at, chip, general, matching, sign, sign_width
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Frame, Plan
from souq.games.chatuchak.story.wording import MINUS, THINGS, goal_name

_LAYER = 1
_STEP, _SIZE = 27.0, 25.0
_A_ROW = 4
_MUTED = "var(--muted)"
_AWAY = 122.0  # room for markers without a place on a phone


def hand(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return sprites of the seat's tokens and score: below the clock, or in the right half of the strip on a phone."""
    return _tall(desk, plan) if plan.column is None else _wide(desk, plan, plan.column)


def tokens_words(desk: Desk) -> str:
    """Return the tokens in words: ``7 tokens: 3 coloured and 4 purple``, or ``3 coloured tokens``."""
    coloured, purple = len(desk.matching(desk.own)), desk.view.general[desk.own]
    if coloured and purple:
        return f"{several(desk.tokens(desk.own), 'token')}: {coloured} coloured and {purple} purple"
    kind = "coloured " if coloured else "purple " if purple else ""
    return several(desk.tokens(desk.own), f"{kind}token")


def untidy_words(desk: Desk) -> str:
    """Return the untidiest colour in words: ``Untidiest: lamps in 4 pieces, minus 4``."""
    market = desk.market
    return f"Untidiest: {THINGS[market.untidy()]}s in {several(market.minus(), 'piece')}, minus {market.minus()}"


def parts_words(desk: Desk) -> str:
    """Return the number of pieces of every colour, most first."""
    counts = desk.market.counts()
    order = sorted(range(len(counts)), key=lambda colour: -counts[colour])
    first, *rest = order
    most = f"{THINGS[first]}s in {several(counts[first], 'piece')}"
    return f"{listed([most, *(f'{THINGS[colour]}s in {counts[colour]}' for colour in rest)])}.".capitalize()


# ---- on a desk


def _heading(words: str) -> str:
    return text(words, 0, 0, 14, _MUTED, anchor="start", serif=True)


def _wide(desk: Desk, plan: Plan, column: Frame) -> list[Sprite]:
    x, y = column.x, column.y + 196
    who = "Your" if desk.seat == desk.own else f"{desk.ctx.names(desk.own)}’s"
    art, rows = _tokens(desk)
    made = [Sprite("tokens", _heading(f"{who} tokens") + at(art, 0, 14), x, y, layer=_LAYER, label=tokens_words(desk))]
    y += 22 + 28 * max(rows, 1) + 24
    lost = desk.beside(desk.own)
    if lost:
        made.append(_beside(desk, lost, x, y))
        y += 26 + 28 * -(-len(lost) // 2) + 14
    y = max(y, column.y + 320 if not lost else y)
    made.append(_untidy(desk, x, y))
    made.append(_score(desk, who, x, y + 84))
    return made


def _tokens(desk: Desk) -> tuple[str, int]:
    """Return the drawing of the seat's tokens and its number of rows.

    Matching tokens come first, then general ones in a row or, if there are many, as a number.
    """
    own, spare = desk.matching(desk.own), desk.view.general[desk.own]
    art = ""
    for i, marker in enumerate(own):
        art += at(matching(marker, desk.pairs), i % _A_ROW * _STEP, i // _A_ROW * 28, _SIZE / 24)
    rows = -(-len(own) // _A_ROW)
    if spare > _A_ROW:
        art += general(0, rows * 28, _SIZE) + text(
            f"× {spare}", _STEP + 4, rows * 28 + 18, 15, "var(--ink)", 600, "start"
        )
    else:
        art += "".join(general(i * _STEP, rows * 28, _SIZE) for i in range(spare))
    if not own and not spare:
        return text("none yet", 0, 16, 12.5, _MUTED, anchor="start"), 1
    return art, rows + bool(spare)


def _beside(desk: Desk, lost: list[int], x: float, y: float) -> Sprite:
    art = _heading("No place")
    for i, marker in enumerate(lost):
        broad = sign_width(marker)
        art += f'<g opacity=".6">{at(sign(marker, desk.pairs), i % 2 * 52 + broad / 2, 26 + i // 2 * 28)}</g>'
    names = listed([goal_name(marker, desk.pairs) for marker in lost])
    return Sprite("beside", art, x, y, layer=_LAYER, label=f"Your markers without a place, beside the market: {names}")


def _untidy(desk: Desk, x: float, y: float) -> Sprite:
    market = desk.market
    art = _heading("Untidiest") + chip(market.untidy(), 0, 12, 34)
    art += text(f"{MINUS}{market.minus()}", 44, 36, 22, "var(--danger)", anchor="start", serif=True)
    return Sprite("untidiest", art, x, y, layer=_LAYER, label=untidy_words(desk))


def _score(desk: Desk, who: str, x: float, y: float) -> Sprite:
    score = desk.score(desk.own)
    art = _heading(f"{who} score") + text(number(score), 0, 40, 40, "var(--ink)", anchor="start", serif=True)
    return Sprite("score", art, x, y, layer=_LAYER, label=f"{who} score: {number(score)}")


def change(desk: Desk, plan: Plan, sprites: list[Sprite], score: int) -> tuple[Sprite, ...]:
    """Return an arrow from the score to the score after a move; nothing on a phone, or if the score is the same."""
    now = desk.score(desk.own)
    mark = next((sprite for sprite in sprites if sprite.key == "score"), None)
    if mark is None or plan.tall or score == now:
        return ()
    wide = sum(26.0 if letter == MINUS else 22.0 for letter in number(now))
    words = text(
        f"→ {number(score)}",
        wide + 12,
        36,
        24,
        "var(--good)" if score > now else "var(--danger)",
        anchor="start",
        serif=True,
    )
    return (Sprite("then", words, mark.x, mark.y),)


# ---- on a phone


def _tall(desk: Desk, plan: Plan) -> list[Sprite]:
    strip, market = plan.strip, desk.market
    y = strip.y + 25
    art = general(0, -15, 30) + text(str(desk.tokens(desk.own)), 37, 8, 24, "var(--ink)", 600, "start")
    made = [Sprite("tokens", art, strip.x + 372, y, layer=_LAYER, label=tokens_words(desk))]
    art = chip(market.untidy(), 0, -17, 34) + text(f"{MINUS}{market.minus()}", 42, 8, 24, "var(--danger)", 600, "start")
    made.append(Sprite("untidiest", art, strip.x + 460, y, layer=_LAYER, label=untidy_words(desk)))
    lost = desk.beside(desk.own)
    if lost:
        made.append(_away(desk, lost, strip.x + 562, y))
    return made


def _away(desk: Desk, lost: list[int], x: float, y: float) -> Sprite:
    """Return pale symbols of markers that have no place in the grid, as many as there is space for."""
    art, wide = "", 0.0
    for marker in lost:
        broad = sign_width(marker)
        if wide + broad <= _AWAY:
            art += f'<g opacity=".6">{at(sign(marker, desk.pairs), wide + broad / 2, 0)}</g>'
            wide += broad + 4
    names = listed([goal_name(marker, desk.pairs) for marker in lost])
    return Sprite("beside", art, x, y, layer=_LAYER, label=f"Your markers without a place: {names}")
