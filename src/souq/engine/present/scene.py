"""What a table looks like: plain data a renderer can draw, and nothing about any game.

A game's ``scene.py`` turns a hidden record into a :class:`Scene`. The browser, the notebook and ``souq show`` draw
the same scene. Sprites are keyed: a renderer keeps the element of a key, moves it by ``transform`` only, and redraws
its art only when the art changed.

Art is SVG markup written by the game itself out of :func:`use`, :func:`text`, :func:`path`, never out of what a person
typed.
Colours are tokens (``var(--g-1)``), set as presentation attributes or by a tone class; inline styles are not allowed
(the page's content security policy refuses them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any, Literal, TypeVar

from souq.engine.present.standing_orders import Answer as Answer
from souq.engine.present.standing_orders import Order as Order
from souq.engine.rules.amounts import Amount as Amount
from souq.engine.rules.amounts import Encoding as Encoding
from souq.engine.rules.composing import Composer as Composer

Layout = Literal["wide", "tall"]
"""``wide`` is a desk; ``tall`` is a phone: the board as large as its width allows, what stood beside it on the tray."""

Names = Callable[[int], str]
"""How a seat is called: ``names(0) == "Amina"``."""


OPENS = -1
"""The ``choice`` of a pick that chooses nothing itself: it opens the group that its ``opens`` names."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One sentence of the story.

    ``**E4**`` is emphasised, ``[[+2]]`` is a gain; ``tone`` is "", "turn", "score" or "end".
    """

    seat: int | None
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """For whom a scene is made. ``seat`` is -1 for a spectator; ``legal`` is empty unless the viewer may choose now."""

    seat: int
    names: Names
    legal: tuple[int, ...] = ()
    layout: Layout = "wide"
    options: dict[str, Any] = field(default_factory=dict)
    recent: tuple[tuple[int, ...], ...] = ()
    """Events of the last decisions the viewer has not acted on: what to mark as done last."""
    solution: tuple[int, ...] | None = None
    """The best choices known for this seat from the beginning to the end; None: not known yet, or there are none.

    A spectator knows them where there is one seat. They come from the module ``solve`` of a game.
    """
    bound: int = 0
    """No way is shorter than so many choices."""
    hints: int = 0
    """How often this seat has asked the table for a hint."""
    finished: bool = False
    """The game is over: this is its end, or a moment of it that is looked at again. Nothing has to be kept back."""
    ledger: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What everybody got, by what it was for, when the game is over (:mod:`souq.engine.match.ledger`)."""
    revealed: Any = None
    """The whole position, with what the view hides, once the game is over; None before."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A thing on an area: its origin stands at ``x``, ``y`` in the area's units, and ``art`` is drawn round (0, 0)."""

    key: str
    art: str
    x: float
    y: float
    rotation: float = 0.0
    scale: float = 1.0
    layer: int = 0
    label: str = ""
    """What a screen reader says; sprites without one are decoration."""
    classes: str = ""
    """Space-separated: ``lifted`` (casts the shadow), ``dim``, ``trail``, ``seat-1`` … ``seat-6`` (tone of a seat),
    ``faint`` (lit in full only when pointed at: one of very many that can be chosen),
    ``swap`` (its ``refused`` choice can be made instead of the last one: a click takes that back first).

    Inside the art, an outline of class ``edge`` is lit while the sprite can be chosen, and shows what was done last
    under ``trail``.
    """
    refused: int | None = None
    """A choice that cannot be made here: clicking asks for the rule that forbids it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice that can be made now, and where: on sprites of the scene, or as a button beside the prompt.

    Every legal choice is the first of at least one pick, or of an amount of the scene's. Several picks may begin with
    the same choice and go on differently (``then``). A pick of a group may be on sprites, as any other, and may open a
    further group.
    """

    choice: int
    """The number of the choice, or :data:`OPENS`."""
    label: str
    """Spoken, and shown on a button."""
    on: tuple[str, ...] = ()
    """Keys of the sprites that stand for it; empty for a button."""
    hint: str = ""
    """One sentence: what it does (cost, cards, points)."""
    commit: str = ""
    """Not empty: the first click selects and previews, a button with this word (or a second click) chooses.

    The button of a pick that is on sprites as well chooses at once.
    """
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` while it is hovered, focused or selected."""
    area: str = "board"
    primary: bool = False
    """The one filled button: it confirms what was chosen, and never speaks for one of several equal choices.

    So it is the only button of its group, or stands on the sprites that opened its group: a second click means it.
    """
    tone: int = 0
    """Not 0: its button is small, the label's first letter on the game's colour ``--g-n``."""
    final: bool = False
    """Says itself that the turn ends; needs no second confirmation."""
    more: str = ""
    """Label of a button that opens this choice's alternatives: picks whose ``group`` is this pick's ``opens``."""
    opens: str = ""
    group: str = ""
    """Not empty: shown only when a pick that ``opens`` it was asked for more."""
    button: bool = False
    """A button as well, although it is on sprites."""
    lifts: tuple[str, ...] = ()
    """Keys of sprites, on any area, that rise while it is previewed: the cards that would leave the hand."""
    then: tuple[int, ...] = ()
    """Choices made right after ``choice`` by the same click, in order: all of them or, when one is illegal, none.

    One Undo takes them back together. Only the last may draw from chance or show the seat something, and only it can
    end the turn and wait for confirmation. On an opener: the choices that the picks of its group begin with, so that
    what is refused while the group is open is explained as if they had been made.
    """


@dataclass(frozen=True, slots=True)
class Tooltip:
    """What sprites show when somebody points at them, focuses or taps them: it says something and chooses nothing.

    Where a sprite also has a pick, the pick's own hint and preview are shown instead. Where it is refused, pointing
    shows the tooltip and a click explains the refusal.
    """

    on: tuple[str, ...]
    """Keys of the sprites that show it."""
    title: str
    """In place of the prompt's title."""
    hint: str = ""
    """In place of the prompt's detail: one sentence."""
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` meanwhile."""
    area: str = "board"
    lifts: tuple[str, ...] = ()
    """Keys of sprites, on any area, that rise meanwhile."""


@dataclass(frozen=True, slots=True)
class Area:
    """A drawing: the board, the hand, or the tray of a phone.

    ``ground`` is static markup under the sprites, in the area's units. ``backdrop`` is static markup of the same size
    that covers the whole frame, cropped where the frame has another shape: nothing on it may have to line up with a
    sprite.

    ``place`` "seats" puts the hand in a box under the seats, headed by its label, wherever the layout is ``wide``; the
    box is as wide as the column of seats. Without it, and on a phone, the hand lies under the board.

    Any other name is an area of the game's own, and says where it stands. ``place`` "panel": inside the panel of
    ``seat``; on a phone in a row under the prompt, one column each, headed by the seat's emblem, name and score.
    ``place`` "story": above the story, beside the board where the story is a sheet, and on a phone under that row.
    """

    name: str
    """One of "board", "hand" and "tray", or any other word; each is there once."""
    width: float
    height: float
    sprites: tuple[Sprite, ...]
    ground: str = ""
    label: str = ""
    backdrop: str = ""
    place: Literal["", "seats", "panel", "story"] = ""
    seat: int | None = None
    """Whose panel it stands in."""


@dataclass(frozen=True, slots=True)
class Stat:
    """A small fact in a seat's panel: ``value`` is bold, ``label`` is not. ``icon`` is a symbol id."""

    label: str
    value: str
    icon: str = ""
    tone: int = 0
    """Not 0: the game's colour ``--g-n`` (and ``--g-n-ink`` on it). Without an icon the fact is a chip: its label, one
    letter, on the colour and its value beside it; with an icon, the icon has the colour."""
    title: str = ""
    """What is spoken, and shown when pointed at, in place of ``value`` and ``label``."""


@dataclass(frozen=True, slots=True)
class Pips:
    """Countable things in a row, ``left`` of ``total`` still there, drawn with the seat's coin."""

    total: int
    left: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said of a seat beside the board. ``emblem`` and ``tone`` are the seat's in this game."""

    seat: int
    score: str
    note: str = ""
    emblem: str = "crescent"
    tone: int = 1
    stats: tuple[Stat, ...] = ()
    pips: Pips | None = None
    acting: bool = False
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """A box of facts: rows of label and value, which may be art. ``legend`` boxes are dashed.

    It stands under the seats, or above the story (``place`` "story") where the window is wide enough for three
    columns. A label may be art too. What is ``**emphasised**`` in a title stands over the values.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    legend: bool = False
    place: Literal["", "story"] = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, in the game's words, and one quieter sentence."""

    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that happens between two scenes, for the eye and the ear.

    ``kind``: "fly" (``text`` flies from ``at``, or from the panel of ``giver``, to the panel of ``seat``), "pop"
    (``text`` rises at ``at``), "tumble" (the sprites ``keys`` are thrown), "count" (the sprites ``keys`` pulse one
    after another), "home" (sprites ``keys`` fly to the panel of ``seat``, or to ``at`` where it is given),
    "walk" (the sprites ``keys`` of the scene before go along the points ``path`` of their area, the first being where
    they stand, with a ``sound`` at every step), "say" (only the sound). ``sound``: "wood", "coin", "dice", "card",
    "bell" or "". ``at`` is a point of ``area``.
    """

    kind: Literal["fly", "pop", "tumble", "count", "home", "walk", "say"]
    text: str = ""
    at: tuple[float, float] | None = None
    seat: int | None = None
    keys: tuple[str, ...] = ()
    sound: str = ""
    path: tuple[tuple[float, float], ...] = ()
    giver: int | None = None
    area: str = "board"


@dataclass(frozen=True, slots=True)
class Tally:
    """Final scoring, shown row by row: ``rows`` are (label, one cell a seat, note); ``totals`` and ``ranks`` a seat.

    The rows add up to the totals; what does not count stands ``below`` them. A second line of a cell is shown smaller.
    A rank of 0 is no place. Who played alone is not told a place. ``note``: what decided where points are equal, or
    how it ended where nobody wins by points.
    """

    rows: tuple[tuple[str, tuple[str, ...], str], ...]
    totals: tuple[str, ...]
    ranks: tuple[int, ...]
    note: str = ""
    total: str = "Total"
    """Label of the totals."""
    below: tuple[tuple[str, tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a viewer sees at one moment."""

    areas: tuple[Area, ...]
    panels: tuple[Panel, ...]
    prompt: Prompt
    picks: tuple[Pick, ...] = ()
    tooltips: tuple[Tooltip, ...] = ()
    facts: tuple[Facts, ...] = ()
    tally: Tally | None = None
    warning: str = ""
    """Something about to happen that a player should know: "This ends the game"."""
    meta: str = ""
    """Beside the title: "turn 31"."""
    amount: Amount | None = None
    """A number that can be said now; its choices need no picks of their own."""
    composer: Composer | None = None
    """A proposal that can be put together now; the choices that it begins with need no picks of their own."""
    hints: bool = False
    """The table offers hints: the next choice of the best way on, which the module ``solve`` of the game knows."""
    share: str = ""
    """A line of plain text to be sent to others, once the game is over: what was played, and how well."""

    def fitted(self) -> Scene:
        """The same with picks and tooltips on those of their sprites that it has; tooltips on none are left out.

        A game can so say once, for all layouts, what is on what.
        """
        keys = {sprite.key for area in self.areas for sprite in area.sprites}
        said = tuple(_there(tooltip, keys) for tooltip in self.tooltips if not keys.isdisjoint(tooltip.on))
        return replace(self, picks=tuple(_there(pick, keys) for pick in self.picks), tooltips=said)

    def to_json(self) -> dict[str, Any]:
        """Plain dicts and lists, empty fields left out."""
        return to_json(self)


_S = TypeVar("_S", Pick, Tooltip)


def _there(shown: _S, keys: set[str]) -> _S:
    on, lifts = tuple(key for key in shown.on if key in keys), tuple(key for key in shown.lifts if key in keys)
    return shown if (on, lifts) == (shown.on, shown.lifts) else replace(shown, on=on, lifts=lifts)


def to_json(value: Any) -> dict[str, Any]:
    """A scene, or a part of one, as plain dicts and lists; empty fields are left out."""
    slim: dict[str, Any] = _slim(value)
    return slim


def _slim(value: Any) -> Any:
    """Plain values, without what a renderer takes for granted: None, "", empty lists, False, no rotation, unit scale.

    Every viewer of every decision is sent a scene: this takes a fifth of the time of ``asdict``.
    """
    kind = type(value)
    if kind is tuple or kind is list:
        return [v if type(v) in _PLAIN else _slim(v) for v in value]
    if kind is float:
        return _rounded(value)
    wanted = _FIELDS.get(kind)
    if wanted is None:
        wanted = _FIELDS[kind] = _wanted(kind)
    if not wanted:
        return value
    slim = {}
    for name, kept, usual, left_out in wanted:
        v = getattr(value, name)
        if v is left_out:
            continue
        kind = type(v)
        if kind is float:
            v = _rounded(v)
        elif kind not in _PLAIN:
            v = _slim(v)
        if kept or _told(v, usual):
            slim[name] = v
    return slim


def _told(value: Any, usual: object) -> bool:
    """Whether a plain value says something: what is empty does not, nor what is usual."""
    return bool(value or (value == 0 and value is not False)) and value != usual


def _wanted(kind: type) -> tuple[_Field, ...]:
    """A dataclass's fields: name, whether it is always kept (it has no default), usual value, default if left out."""
    return tuple(_field(each) for each in fields(kind)) if is_dataclass(kind) else ()


def _field(each: Field[Any]) -> _Field:
    kept, usual = each.default is MISSING and each.default_factory is MISSING, _USUAL.get(each.name)
    return each.name, kept, usual, MISSING if kept or _told(_slim(each.default), usual) else each.default


_Field = tuple[str, bool, object, object]
_rounded = lru_cache(maxsize=65_536)(lambda value: round(value, 2))
_PLAIN = {str, int, bool, type(None)}
_FIELDS: dict[type, tuple[_Field, ...]] = {}
_USUAL = {"rotation": 0.0, "scale": 1.0, "layer": 0, "tone": 0, "start": 0, "purse": 0, "area": "board"}


def use(symbol: str, x: float, y: float, size: float, height: float | None = None, colour: str = "") -> str:
    """Markup that places a symbol of the game's (or the house's) sheet. ``colour`` is the glyph's ``currentColor``."""
    ink = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{height or size:g}"{ink}/>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0.0, extra: str = "") -> str:
    """Markup of a path; ``fill`` and ``stroke`` are tokens such as ``var(--board)``."""
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + extra if extra else ""}/>'


WIDE = 0.52
"""Width of a letter in its size, at the least: what is not surely too wide is not stretched."""


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str = "var(--ink)",
    weight: int = 400,
    anchor: str = "middle",
    serif: bool = False,
    room: float = 0.0,
) -> str:
    """Markup of a line of text (escaped). What would be wider than ``room`` is set narrower, not smaller."""
    face = ' class="serif"' if serif else ""
    if room and WIDE * size * len(words) > room:
        face += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    look = f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"{face}'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'
