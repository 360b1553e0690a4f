"""Scenes: a table as plain data that a renderer can draw, independent of any game.

A game's ``scene.py`` turns a hidden record into a :class:`Scene`. The browser, the notebook and ``souq show`` draw the
same scene. Sprites have keys: a renderer reuses the element of a key, moves it with ``transform`` only, and redraws its
art only when that changes.

Art is SVG markup that the game generates with :func:`use`, :func:`text`, :func:`path`; it never contains user input.
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
"""Layout of a scene: ``wide`` for desktops; ``tall`` for phones, with a full-width board and a tray for the rest."""

Names = Callable[[int], str]
"""Function from a seat to its name: ``names(0) == "Amina"``."""


OPENS = -1
"""The ``choice`` of a pick that makes no choice but opens the group in its ``opens``."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One sentence of the story.

    ``**E4**`` marks emphasis and ``[[+2]]`` a gain; ``tone`` is "", "turn", "score" or "end".
    """

    seat: int | None
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The viewer and circumstances of a scene; ``seat`` is -1 for a spectator, ``legal`` empty unless deciding."""

    seat: int
    names: Names
    legal: tuple[int, ...] = ()
    layout: Layout = "wide"
    options: dict[str, Any] = field(default_factory=dict)
    recent: tuple[tuple[int, ...], ...] = ()
    """Events since the viewer last acted, for highlighting what happened last."""
    solution: tuple[int, ...] | None = None
    """The best known choices of this seat from the beginning to the end; None if unknown.

    In solo games spectators have them too. They come from a game's module ``solve``.
    """
    bound: int = 0
    """Proven lower bound on the number of choices."""
    hints: int = 0
    """Number of hints this seat has asked for."""
    finished: bool = False
    """Whether the match is over, also when an earlier moment of it is shown: nothing needs to be withheld."""
    ledger: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Sources of every seat's points once the game is over (:mod:`souq.engine.match.ledger`)."""
    revealed: Any = None
    """Complete position once the game is over; None before."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A thing on an area, with its origin at ``x``, ``y`` in the area's units and its art drawn around (0, 0)."""

    key: str
    art: str
    x: float
    y: float
    rotation: float = 0.0
    scale: float = 1.0
    layer: int = 0
    label: str = ""
    """Text for screen readers; sprites without it are decoration."""
    classes: str = ""
    """Space-separated CSS classes.

    ``lifted`` (casts the shadow), ``dim``, ``trail``, ``seat-1`` … ``seat-6`` (colours of a seat), ``faint``
    (highlighted only on hover: one of very many that can be chosen), ``swap`` (its ``refused`` choice can replace the
    last one: a click takes that back first).

    Inside the art, an outline of class ``edge`` is highlighted while the sprite can be chosen, and shows what was done
    last under ``trail``.
    """
    refused: int | None = None
    """Choice that is illegal here: a click shows the rule that forbids it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A legal choice and how to make it: with sprites of the scene, or a button next to the prompt.

    Every legal choice is the first choice of at least one pick or of an amount of the scene. Several picks may start
    with the same choice and continue differently (``then``). A pick in a group may be on sprites like any other, and
    may open a further group.
    """

    choice: int
    """Number of the choice, or :data:`OPENS`."""
    label: str
    """Text of the button, also for screen readers."""
    on: tuple[str, ...] = ()
    """Keys of its sprites; empty for a button."""
    hint: str = ""
    """Sentence about its effect (cost, cards, points)."""
    commit: str = ""
    """Text of a button that confirms: the first click selects, a second one confirms too; "" chooses at once.

    The button of a pick that is also on sprites chooses at once.
    """
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` while it is hovered, focused or selected."""
    area: str = "board"
    primary: bool = False
    """Whether its button is the filled one, which confirms a selection; never one of several equal choices.

    It must be the only button of its group, or be on the sprites that opened its group, so that a second click
    confirms.
    """
    tone: int = 0
    """Number of the game's colour ``--g-n`` for the first letter of a small button; 0 for a normal button."""
    final: bool = False
    """Whether its text says that it ends the turn, so that no second confirmation is needed."""
    more: str = ""
    """Text of a button that opens the alternatives to this choice: picks whose ``group`` is this pick's ``opens``."""
    opens: str = ""
    group: str = ""
    """Group it belongs to: it is shown only after a pick that ``opens`` the group; "" if it is always shown."""
    button: bool = False
    """Whether it has a button in addition to its sprites."""
    lifts: tuple[str, ...] = ()
    """Keys of sprites, on any area, that rise during the preview: the cards that would leave the hand."""
    then: tuple[int, ...] = ()
    """Choices made after ``choice`` by the same click, in order: all of them or, if one is illegal, none.

    One Undo takes them all back. Only the last may draw from chance, reveal something to the seat, end the turn or wait
    for confirmation. For an opener, these are the choices that the picks of its group start with, so that refusals in
    the open group are explained as if they had been made.
    """


@dataclass(frozen=True, slots=True)
class Tooltip:
    """A text that sprites show on hover, focus or tap, without making a choice.

    If a sprite also has a pick, the pick's hint and preview are shown instead. If it has a refused choice, hovering
    shows the tooltip and a click explains the refusal.
    """

    on: tuple[str, ...]
    """Keys of the sprites that show it."""
    title: str
    """Text shown in place of the prompt's title."""
    hint: str = ""
    """Sentence shown in place of the prompt's detail."""
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` at the same time."""
    area: str = "board"
    lifts: tuple[str, ...] = ()
    """Keys of sprites, on any area, that rise at the same time."""


@dataclass(frozen=True, slots=True)
class Area:
    """A drawing: the board, the hand, or the tray of a phone.

    ``ground`` is static markup under the sprites, in the area's units. ``backdrop`` is static markup of the same size
    that covers the whole frame and is cropped to its shape, so nothing on it may need to line up with a sprite.

    In ``wide`` layouts, ``place`` "seats" puts the hand in a box under the seats, with its label as heading and the
    width of that column. Otherwise, and on phones, the hand is under the board.

    Areas with other names are the game's own, and set their place. ``place`` "panel": inside the panel of ``seat``; on
    a phone in a row under the prompt, one column each, headed by the seat's emblem, name and score. ``place`` "story":
    above the story, next to the board if the story is a sheet, and on a phone under that row.
    """

    name: str
    """Unique name: "board", "hand", "tray", or any other word."""
    width: float
    height: float
    sprites: tuple[Sprite, ...]
    ground: str = ""
    label: str = ""
    backdrop: str = ""
    place: Literal["", "seats", "panel", "story"] = ""
    seat: int | None = None
    """Seat whose panel contains it."""


@dataclass(frozen=True, slots=True)
class Stat:
    """A small fact in a seat's panel, with ``value`` in bold; ``icon`` is a symbol ID."""

    label: str
    value: str
    icon: str = ""
    tone: int = 0
    """Number of the game's colour ``--g-n`` (and ``--g-n-ink`` on it); 0 for none.

    With an icon, the icon is coloured. Without one, the fact is a chip: its label, one letter, on the colour, followed
    by the value.
    """
    title: str = ""
    """Text for screen readers and on hover, instead of ``value`` and ``label``."""


@dataclass(frozen=True, slots=True)
class Pips:
    """A row of countable things, ``left`` of ``total`` remaining, drawn with the seat's coin."""

    total: int
    left: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of a seat next to the board. ``emblem`` and ``tone`` identify the seat in this game."""

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
    """A box of facts: rows of label and value, both text or art. Boxes with ``legend`` are dashed.

    It is placed under the seats, or above the story (``place`` "story") if the window is wide enough for three columns.
    ``**Emphasised**`` text in a title is placed above the values.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    legend: bool = False
    place: Literal["", "story"] = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question to the viewer in the game's words, and a secondary sentence."""

    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """An animation or sound between two scenes.

    ``kind``: "fly" (``text`` flies from ``at``, or from the panel of ``giver``, to the panel of ``seat``), "pop"
    (``text`` rises at ``at``), "tumble" (the sprites ``keys`` are thrown), "count" (the sprites ``keys`` pulse one
    after another), "home" (sprites ``keys`` fly to the panel of ``seat``, or to ``at`` where it is given), "walk" (the
    sprites ``keys`` of the previous scene move along the points ``path`` of their area, starting with their current
    position, with a ``sound`` at every step), "say" (only the sound). ``sound``: "wood", "coin", "dice", "card", "bell"
    or "". ``at`` is a point of ``area``.
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
    """Final scoring, revealed row by row; ``rows`` are (label, a cell per seat, note).

    ``totals`` and ``ranks`` have an entry per seat. The rows add up to the totals; rows that don't count are in
    ``below``. A second line in a cell is shown smaller. Rank 0 means no rank; in solo games no rank is shown. ``note``
    is the tie-break that decided, or how the game ended if it isn't won by points.
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
    """Warning about something that is about to happen: "This ends the game"."""
    meta: str = ""
    """Text next to the title: "turn 31"."""
    amount: Amount | None = None
    """Numeric input for an amount; its choices need no picks."""
    composer: Composer | None = None
    """Form for a proposal; the choices that its phrases start with need no picks."""
    hints: bool = False
    """Whether hints are available: the next choice of the best continuation, from the game's module ``solve``."""
    share: str = ""
    """Plain text for sharing a finished game: what was played, and the result."""

    def fitted(self) -> Scene:
        """Return the scene with picks and tooltips limited to existing sprites; tooltips without any are dropped.

        So a game can declare them once for all layouts.
        """
        keys = {sprite.key for area in self.areas for sprite in area.sprites}
        said = tuple(_there(tooltip, keys) for tooltip in self.tooltips if not keys.isdisjoint(tooltip.on))
        return replace(self, picks=tuple(_there(pick, keys) for pick in self.picks), tooltips=said)

    def to_json(self) -> dict[str, Any]:
        """Convert the scene to JSON values, without empty fields."""
        return to_json(self)


_S = TypeVar("_S", Pick, Tooltip)


def _there(shown: _S, keys: set[str]) -> _S:
    on, lifts = tuple(key for key in shown.on if key in keys), tuple(key for key in shown.lifts if key in keys)
    return shown if (on, lifts) == (shown.on, shown.lifts) else replace(shown, on=on, lifts=lifts)


def to_json(value: Any) -> dict[str, Any]:
    """Convert a scene, or a part of one, to JSON values, without empty fields."""
    slim: dict[str, Any] = _slim(value)
    return slim


def _slim(value: Any) -> Any:
    """Convert to JSON values without defaults that a renderer assumes: None, "", False and such.

    A scene is sent to every viewer after every decision; this takes a fifth of the time of ``asdict``.
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
        if kept or _is_needed(v, usual):
            slim[name] = v
    return slim


def _is_needed(value: Any, usual: object) -> bool:
    """Return whether a value has to be sent: it is neither empty nor the usual one."""
    return bool(value or (value == 0 and value is not False)) and value != usual


def _wanted(kind: type) -> tuple[_Field, ...]:
    """Return for each field: name, whether it is required, usual value, and the default that can be skipped early."""
    return tuple(_field(each) for each in fields(kind)) if is_dataclass(kind) else ()


def _field(each: Field[Any]) -> _Field:
    kept, usual = each.default is MISSING and each.default_factory is MISSING, _USUAL.get(each.name)
    return each.name, kept, usual, MISSING if kept or _is_needed(_slim(each.default), usual) else each.default


_Field = tuple[str, bool, object, object]
_rounded = lru_cache(maxsize=65_536)(lambda value: round(value, 2))
_PLAIN = {str, int, bool, type(None)}
_FIELDS: dict[type, tuple[_Field, ...]] = {}
_USUAL = {"rotation": 0.0, "scale": 1.0, "layer": 0, "tone": 0, "start": 0, "purse": 0, "area": "board"}


def use(symbol: str, x: float, y: float, size: float, height: float | None = None, colour: str = "") -> str:
    """Return markup that places a symbol from the game's (or the shared) sheet; ``colour`` is its ``currentColor``."""
    ink = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{height or size:g}"{ink}/>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0.0, extra: str = "") -> str:
    """Return markup of a path; ``fill`` and ``stroke`` are tokens such as ``var(--board)``."""
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + extra if extra else ""}/>'


WIDE = 0.52
"""Lower bound of a letter's average width in em; only text that is too wide even by this bound is condensed."""


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
    """Return markup of a line of escaped text; text wider than ``room`` is condensed instead of made smaller."""
    face = ' class="serif"' if serif else ""
    if room and WIDE * size * len(words) > room:
        face += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    look = f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"{face}'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'
