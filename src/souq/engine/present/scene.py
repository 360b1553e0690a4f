"""Scenes: a table as plain data that a renderer can draw, independent of any game.

A game's ``scene.py`` converts a record, in which everything hidden from the viewer is blank, to a :class:`Scene`. The
browser, the notebook and ``souq show`` draw the same scene. Sprites have keys: a renderer reuses the element of a key,
moves it with ``transform`` only, and redraws its art only when that changes.

Art is SVG markup that the game generates with :func:`use`, :func:`text`, :func:`path`; it never contains user input.
Colours are tokens (``var(--g-1)``), set as presentation attributes or by a tone class; inline styles are not allowed
(the page's content security policy refuses them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any, Literal, TypeVar

from souq.engine.present.standing_orders import Answer as Answer
from souq.engine.present.standing_orders import Order as Order
from souq.engine.rules.amounts import Amount as Amount
from souq.engine.rules.amounts import Encoding as Encoding
from souq.engine.rules.composing import Composer as Composer
from souq.engine.rules.composing import Filling as Filling
from souq.engine.rules.composing import Listing as Listing

Layout = Literal["wide", "tall"]
"""Layout of a scene: ``wide`` for desktops; ``tall`` for phones, with a full-width board and a tray below."""

Names = Callable[[int], str]
"""Function from a seat to its name: ``names(0) == "Amina"``."""


OPENS = -1
"""Value of :attr:`Pick.choice` for a pick that makes no choice itself.

It only opens a group of further picks, or the composer with some contents.
"""


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
    """Everything that a scene shows besides the position itself, such as names and recent events.

    ``seat`` is the viewer, -1 for a spectator; ``legal`` is empty unless the viewer is deciding.
    """

    seat: int
    names: Names
    legal: tuple[int, ...] = ()
    layout: Layout = "wide"
    options: dict[str, Any] = field(default_factory=dict)
    recent: tuple[tuple[int, ...], ...] = ()
    """Events since the viewer last acted, which the scene may highlight."""
    solution: tuple[int, ...] | None = None
    """Choices of the best known solution, from the beginning to the end of a solo game; None if there is none.

    They come from a game's module ``solve``. In solo games spectators receive them as well.
    """
    bound: int = 0
    """Proven lower bound on the number of choices in any solution."""
    hints: int = 0
    """Number of hints this seat has asked for."""
    finished: bool = False
    """Whether the match is over, so that nothing has to be hidden, even in a scene of an earlier moment."""
    ledger: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Each seat's earnings by source, once the game is over (:mod:`souq.engine.match.ledger`)."""
    revealed: Any = None
    """Complete position once the game is over; None before."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A movable drawing on an area, such as a card or a piece.

    Its origin is at (``x``, ``y``) in the area's units, and its art is drawn around (0, 0).
    """

    key: str
    art: str
    x: float
    y: float
    rotation: float = 0.0
    scale: float = 1.0
    layer: int = 0
    label: str = ""
    """Text for screen readers; sprites without a label are decoration."""
    classes: str = ""
    """Space-separated CSS classes.

    ``lifted`` (casts the shadow), ``dim``, ``trail`` (changed last), ``seat-1`` … ``seat-6`` (colours of a seat),
    ``faint`` (highlighted only on hover, for sprites that are among very many to choose from), ``swap`` (its
    ``refused`` choice can replace the last choice: a click takes that back first).

    An outline of class ``edge`` in the art is highlighted while the sprite can be chosen, and also if the sprite is a
    ``trail``.
    """
    refused: int | None = None
    """Number of the choice that a click on the sprite would make if it were legal; a click explains why it isn't."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A legal choice as it is offered to the player: by sprites of the scene, or by a button next to the prompt.

    Every legal choice is the first choice of at least one pick, or of an amount of the scene. Several picks may start
    with the same choice and continue differently (``then``). A pick in a group may be on sprites like any other, and
    may open a further group.
    """

    choice: int
    """Number of the choice, or :data:`OPENS`."""
    label: str
    """Text of the button; screen readers read it for sprites, too."""
    on: tuple[str, ...] = ()
    """Keys of the sprites that offer the choice; empty if only a button does."""
    hint: str = ""
    """Sentence about the effect of the choice (cost, cards, points)."""
    commit: str = ""
    """Text of a button that confirms the choice after a click has selected it; "" if the first click makes the choice.

    A second click on the sprite, or on the pick's button, confirms as well. If a pick has both sprites and a button,
    the button needs no second click.
    """
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` while the pick is hovered, focused or selected."""
    area: str = "board"
    primary: bool = False
    """Whether the button of the pick is highlighted, because it confirms what the player has selected.

    It is not for one of several equal choices. The pick must be the only one of its group, or be on the sprites that
    opened its group, so that a second click confirms.
    """
    tone: int = 0
    """Number of a game's colour (``--g-n``) for the first letter of a small button; 0 for a normal button."""
    final: bool = False
    """Whether the button itself says that the choice ends the turn, so that the player isn't asked to confirm it."""
    more: str = ""
    """Text of a button that shows alternatives to this pick; they are the picks in the group named by ``opens``."""
    opens: str = ""
    group: str = ""
    """Name of the pick's group, which is shown only after a pick that ``opens`` it; "" if the pick is always shown."""
    button: bool = False
    """Whether the pick has a button in addition to its sprites."""
    lifts: tuple[str, ...] = ()
    """Keys of the sprites, on any area, that rise during the preview, such as the cards that would leave the hand."""
    then: tuple[int, ...] = ()
    """Further choices that the same click makes after ``choice``, in order; if one is illegal, none is made.

    One Undo takes them all back. Only the last choice may draw from chance, reveal something to the seat, end the turn
    or wait for confirmation. In a pick that only opens a group, these are the choices that the group's picks start
    with: while the group is open, refusals are explained as if they had been made.
    """
    fills: Filling | None = None
    """Contents that the pick, which makes no choice itself, puts into the scene's composer, which it opens."""
    drag: tuple[str, ...] = ()
    """Keys of the sprites that can also be dragged to make the choice, whether or not its group is shown.

    A drop on one of ``onto`` makes the choice without a second click, unless there is ``more`` to choose from. If a
    sprite could only be dropped on itself, lifting it makes the choice, and the picks of the next scene say where it
    goes. Such a choice must be undoable: a drop elsewhere takes it back.
    """
    onto: tuple[str, ...] = ()
    """Keys of the sprites on which those of ``drag`` can be dropped; if empty, those of ``on``."""


def pick_for(picks: Sequence[Pick], line: Sequence[int]) -> Pick | None:
    """Return the pick (a choice on a button or on sprites) that makes the most of the next choices at once.

    Among equal picks, prefer one that is on a sprite. If the line ends within a pick, return that if it is the only one
    that goes on so. Return None if no pick fits.
    """
    able = [pick for pick in picks if (pick.choice, *pick.then) == tuple(line[: 1 + len(pick.then)])]
    longer = [pick for pick in picks if (pick.choice, *pick.then)[: len(line)] == tuple(line)]
    alone = longer[0] if len(longer) == 1 else None
    return max(able, key=lambda pick: (len(pick.then), bool(pick.on)), default=alone)


@dataclass(frozen=True, slots=True)
class Tooltip:
    """A text that appears in the prompt while a sprite is hovered, focused or tapped; it makes no choice.

    If a sprite also has a pick, the pick's hint and preview are shown instead. If it has a refused choice, hovering
    shows the tooltip and a click explains the refusal.
    """

    on: tuple[str, ...]
    """Keys of the sprites that show the tooltip."""
    title: str
    """Text shown in place of the prompt's title."""
    hint: str = ""
    """Sentence shown in place of the prompt's detail."""
    preview: tuple[Sprite, ...] = ()
    """Sprites shown over ``area`` together with the tooltip."""
    area: str = "board"
    lifts: tuple[str, ...] = ()
    """Keys of the sprites, on any area, that rise while the tooltip is shown."""


@dataclass(frozen=True, slots=True)
class Area:
    """A drawing that is part of a scene: the board, the viewer's hand, or the tray below the board on a phone.

    ``ground`` is static markup under the sprites, in the area's units. ``backdrop`` is static markup of the same size
    that covers the whole frame and is cropped to its shape, so nothing on it may need to line up with a sprite.

    In ``wide`` layouts, ``place`` "seats" puts the hand in a box under the seats, with its label as heading and the
    width of that column. Otherwise, and on phones, the hand is under the board.

    Areas with other names are specific to the game and must set ``place``. "panel" puts the area into the panel of
    ``seat``; on a phone into a row under the prompt, with a column per area, headed by the seat's emblem, name and
    score. "story" puts it above the story, which is next to the board if the story is a sheet; on a phone under the row
    of the panels.
    """

    name: str
    """Unique name: "board", "hand", "tray", or another name chosen by the game."""
    width: float
    height: float
    sprites: tuple[Sprite, ...]
    ground: str = ""
    label: str = ""
    backdrop: str = ""
    place: Literal["", "seats", "panel", "story"] = ""
    seat: int | None = None
    """Seat whose panel contains the area, if ``place`` is "panel"."""
    spots: tuple[tuple[str, float, float, float], ...] = ()
    """Name, x, y and radius of each spot that the story names, such as ``("F5", 120, 80, 30)``.

    Pointing at a line of the story draws rings around the spots that it names. They are sent only once.
    """


@dataclass(frozen=True, slots=True)
class Stat:
    """A small fact in a seat's panel, with ``value`` in bold; ``icon`` is a symbol ID."""

    label: str
    value: str
    icon: str = ""
    tone: int = 0
    """Number of a game's colour (``--g-n``) for the fact; 0 for none.

    With an icon, the icon has this colour. Without one, the fact is a chip: its label, which must be one letter, in
    ``--g-n-ink`` on this colour, followed by the value.
    """
    title: str = ""
    """Text for screen readers and on hover; defaults to ``value`` and ``label``."""


@dataclass(frozen=True, slots=True)
class Pips:
    """A row of coins in a seat's panel, which shows how many of ``total`` things remain (``left``)."""

    total: int
    left: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The box with a seat's name, score and other facts next to the board.

    ``emblem`` and ``tone`` (a colour) identify the seat in this game.
    """

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
    """A box with a title and rows of facts, each a label and a value (text or art). A ``legend`` has a dashed border.

    The box is placed under the seats, or above the story (``place`` "story") if the window is wide enough for three
    columns. ``**Emphasised**`` text in a title is placed above the values.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    legend: bool = False
    place: Literal["", "story"] = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text that asks the viewer for a decision, such as "Choose a site", and a secondary sentence."""

    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """An animation or a sound between two scenes.

    ``kind`` is one of "fly" (``text`` flies from ``at``, or from the panel of ``giver``, to the panel of ``seat``),
    "pop" (``text`` rises at ``at``), "tumble" (the sprites ``keys`` are thrown like dice), "count" (the sprites
    ``keys`` pulse one after another), "home" (the sprites ``keys`` fly to the panel of ``seat``, or to ``at`` if it is
    given), "walk" (the sprites ``keys`` of the previous scene move along the points ``path`` of their area, starting
    with their current position, with a ``sound`` at every step), "say" (only the sound). ``sound`` is "wood", "coin",
    "dice", "card", "bell" or "". ``at`` is a point of ``area``.
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
    faces: tuple[str, ...] = ()
    """Art of the faces that dice show in turn while they are thrown, drawn like the art of their sprites."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The sheet of points at the end of a game, revealed row by row: a row has a label, a cell per seat, and a note.

    ``totals`` and ``ranks`` have an entry per seat. The rows add up to the totals; rows that don't count towards them
    are in ``below``. A second line in a cell is shown smaller. Rank 0 means no rank; in solo games no rank is shown.
    ``note`` says which tie-break decided, or how the game ended if it isn't won by points.
    """

    rows: tuple[tuple[str, tuple[str, ...], str], ...]
    totals: tuple[str, ...]
    ranks: tuple[int, ...]
    note: str = ""
    total: str = "Total"
    """Label of the row with the totals."""
    below: tuple[tuple[str, tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a viewer sees at one moment."""

    areas: tuple[Area, ...]
    panels: tuple[Panel, ...]
    prompt: Prompt
    picks: tuple[Pick, ...] = ()
    tooltips: tuple[Tooltip, ...] = ()
    facts: tuple[Facts, ...] = ()
    tally: Tally | None = None
    warning: str = ""
    """Warning about something that is about to happen, such as "This ends the game"; "" for none."""
    meta: str = ""
    """Text next to the scene's title, such as "turn 31"."""
    amount: Amount | None = None
    """Input for a number, such as a bid; the choices that it makes need no picks."""
    composer: Composer | None = None
    """Form for an offer to another player; the choices that start the phrase it sends need no picks."""
    listing: Listing | None = None
    """Form in which players say what they want and have. Spectators get it too, to see what was said."""
    hints: bool = False
    """Whether the viewer can ask for hints. A hint is the next choice of the best known solution."""
    share: str = ""
    """Plain text with which players can share a finished game: what was played, and the result."""

    def fitted(self) -> Scene:
        """Return the scene without the references of picks and tooltips to sprites that aren't in it.

        A tooltip that no sprite shows is left out. A game can therefore declare picks and tooltips once for all
        layouts.
        """
        keys = {sprite.key for area in self.areas for sprite in area.sprites}
        said = tuple(_there(tooltip, keys) for tooltip in self.tooltips if not keys.isdisjoint(tooltip.on))
        return replace(self, picks=tuple(_there(pick, keys) for pick in self.picks), tooltips=said)

    def to_json(self) -> dict[str, Any]:
        """Convert the scene to JSON values, without empty fields."""
        return to_json(self)


_S = TypeVar("_S", Pick, Tooltip)
_NAMES_SPRITES: dict[type, tuple[str, ...]] = {Pick: ("on", "lifts", "drag", "onto"), Tooltip: ("on", "lifts")}


def _there(shown: _S, keys: set[str]) -> _S:
    fewer: dict[str, Any] = {}
    for name in _NAMES_SPRITES[type(shown)]:
        named: tuple[str, ...] = getattr(shown, name)
        if not keys.issuperset(named):
            fewer[name] = tuple(key for key in named if key in keys)
    return replace(shown, **fewer) if fewer else shown


def to_json(value: Any) -> dict[str, Any]:
    """Convert a scene, or a part of one, to JSON values, without empty fields."""
    slim: dict[str, Any] = _slim(value)
    return slim


def _slim(value: Any) -> Any:
    """Convert a part of a scene to JSON values, without the defaults that browsers assume, such as None, "" and False.

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
    """Return whether a value has to be sent, because a browser doesn't assume it when it is missing."""
    return bool(value or (value == 0 and value is not False)) and value != usual


def _wanted(kind: type) -> tuple[_Field, ...]:
    """Return facts about the fields of a dataclass, for :func:`_slim`; empty if ``kind`` isn't a dataclass.

    These are a field's name, whether it is always sent, and the defaults that are left out.
    """
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
    """Return SVG markup that draws a symbol of the game or of souq at a point; ``colour`` is its main colour."""
    ink = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{height or size:g}"{ink}/>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0.0, extra: str = "") -> str:
    """Return markup of a path; ``fill`` and ``stroke`` are tokens such as ``var(--board)``."""
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + extra if extra else ""}/>'


WIDE = 0.52
"""Smallest average width of letters, in em, from which the minimum width of a text is estimated.

Only text that would be too wide even with such narrow letters is condensed.
"""


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
    """Return SVG markup of a line of text; if it is wider than ``room``, its letters are condensed.

    Special characters of XML are escaped.
    """
    face = ' class="serif"' if serif else ""
    if room and WIDE * size * len(words) > room:
        face += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    look = f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"{face}'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'
