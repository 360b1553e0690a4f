"""Variations: choices that a player could make, or could have made, click by click, in words and drawn on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.engine.match.hooks import narrate
from souq.engine.present.scene import Pick, Scene, pick_for, to_json
from souq.engine.present.wording import opened
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch, clone
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.viewers import Viewer

KEYS = ((1, 2), (3, 4), (5, 6))
"""Random keys with which choices are tried out that nobody made.

A story line is used only if the choice produces it with all keys, so lines that depend on chance are left out.
"""

YOU, END, MARKS = "You ", re.compile(r"[.;] |: \[\[|, (?:and|so) (?=[A-Z])"), re.compile(r"\*\*|\[\[|\]\]")
"""How a story line begins that addresses its reader, where its first clause or its part ends, and its formatting."""
WE = f"{YOU}and "
"""How one begins that tells what its reader does together with others, and so asks for nothing."""

SHORT = 12
"""Length in characters below which a label says too little, as "3 for 18" does."""


@dataclass(frozen=True, slots=True)
class Click:
    """One or several choices that a player makes with one click."""

    choices: tuple[int, ...]
    pick: Pick | None
    """The pick that makes them; None if the scene has none, as for the choices of a proposal."""
    label: str
    """The pick's label in full; "" without a pick."""
    on: tuple[str, ...]
    """Keys of the pick's sprites that are the same in the first scene."""
    lines: tuple[str, ...]
    """Story lines that are the same whatever chance brings."""
    own: tuple[str, ...]
    """Those that another choice would not have caused."""
    asked: str
    """The title of the prompt before it."""
    ends: bool
    """Whether chance, another seat or nobody decides next."""


def clicks(live: Live, viewer: Viewer, states: Sequence[Batch], choices: Sequence[int], reader: int) -> Iterator[Click]:
    """Yield the clicks with which a viewer's seat makes choices, up to the first choice that isn't legal.

    Args:
        live: the table.
        viewer: the seat that chooses, and the layout in which it would see the table.
        states: positions before the choices, one for each of `KEYS`, that may differ in what the seat doesn't know.
        choices: what it chooses.
        reader: the seat that the story lines address.
    """
    bindings, now, left, first = live.game.bindings, [clone(each) for each in states], list(choices), None
    while left and bindings.deciders(now[0]) >> viewer.seat & 1:
        legal = tuple(int(each) for each in bindings.legal(now[0], viewer.seat))
        if left[0] not in legal:
            break
        scene = scene_of(live, viewer, now[0], (), legal)
        first = first or scene
        pick = pick_for(scene.picks, left)
        made = (pick.choice, *pick.then) if pick else (left[0],)
        del left[: len(made)]
        lines, any_way = list[str](), _any_way(live, now[0], viewer.seat, made[0], legal, reader)
        for choice in made:
            for state, key in zip(now, KEYS, strict=True):
                if not bindings.refusal(state, viewer.seat, choice):
                    bindings.apply(state, viewer.seat, choice, key)
            said = [_lines(live, each, viewer.seat, reader) for each in now]
            lines += [line for line in said[0] if all(line in other for other in said)]
        label = said_in_full(pick.label, live.game.choices.name(pick.choice)) if pick else ""
        ends = any(int(state["draws"][0]) for state in now) or bindings.deciders(now[0]) != 1 << viewer.seat
        on = _same(first, scene, pick.on if pick else ())
        own = tuple(line for line in lines if line not in any_way)
        yield Click(made, pick, label, on, tuple(lines), own, scene.prompt.title, ends)


def action(made: Iterable[Click]) -> list[Click]:
    """Return the first clicks that together do one thing.

    That is up to the first story line, until chance or another seat is next, or until the same question comes again.
    """
    taken = list[Click]()
    for click in made:
        if taken and taken[-1].pick and click.asked == taken[0].asked:
            break
        taken.append(click)
        if click.own or click.ends:
            break
    return taken


def imperative(made: Sequence[Click]) -> str:
    """Return an action as a request, such as "Lure white to your stall on F8": the story's words, or the labels.

    The story must address the seat that acts. Its words are used if they are longer, and name all that the label names
    with a number, such as a place.
    """
    lines = (line for click in made for line in (*click.own, *click.lines))
    told = next((line for line in lines if line.startswith(YOU) and not line.startswith(WE)), "")
    labels = [click.label for click in made if click.label and not click.label.endswith("…")]
    labels = [one for one, following in pairwise([*labels, ""]) if not following.startswith(f"{one} ")]
    last = labels[-1] if told and labels else ", then ".join(labels)
    named = all(word in told for word in re.findall(r"\w*\d\w*", last)) or len(last) < SHORT
    text = MARKS.sub("", END.split(told)[0]).rstrip(".").removeprefix(YOU)
    return opened(text if told and named and len(text) >= len(last) else last or text)


def drawn(made: Sequence[Click]) -> list[dict[str, Any]]:
    """Return what shows an action on the table as JSON: the sprites of its last preview, and those that would leave."""
    shown = [click.pick for click in made if click.pick and (click.pick.preview or click.pick.lifts)]
    return [
        {"area": pick.area, "sprites": [to_json(each) for each in pick.preview], "lifts": list(pick.lifts)}
        for pick in shown[-1:]
    ]


def actions(made: Sequence[Click]) -> list[list[Click]]:
    """Group clicks into actions (:func:`action`)."""
    found, left = list[list[Click]](), list(made)
    while left:
        found.append(action(left))
        del left[: len(found[-1])]
    return found


def pressed(made: Sequence[Click]) -> list[str]:
    """Return the keys of the sprites, as they are in the first scene, that the clicks are on."""
    return list(dict.fromkeys(key for click in made for key in click.on))


def said_in_full(label: str, name: str) -> str:
    """Return a button's label, or the name of its choice if the label is only the last words of that name.

    >>> said_in_full("Silk", "take Silk"), said_in_full("Roll", "roll"), said_in_full("Sell for 42", "guild Silk")
    ('take Silk', 'Roll', 'Sell for 42')
    """
    return name if name.lower().endswith(f" {label.lower()}") else label


def _same(first: Scene, scene: Scene, keys: Sequence[str]) -> tuple[str, ...]:
    """Return those of the keys whose sprites are equal in both scenes."""
    one, other = ({s.key: (s.art, s.x, s.y) for area in each.areas for s in area.sprites} for each in (first, scene))
    return tuple(key for key in keys if one.get(key) == other.get(key))


def _any_way(live: Live, state: Batch, seat: int, choice: int, legal: Sequence[int], reader: int) -> list[str]:
    """Return the story lines that another choice causes as well, so that they say nothing about this one."""
    other = next((each for each in legal if each != choice), None)
    if other is None:
        return []
    after = clone(state)
    live.game.bindings.apply(after, seat, other, KEYS[0])
    return _lines(live, after, seat, reader)


def _lines(live: Live, state: Batch, seat: int, reader: int) -> list[str]:
    """Return the story lines about a seat's last decision before a position, from events that the reader may see.

    Those of a turn's beginning and of the scores say nothing about what the seat does.
    """
    events = visible_events(state[0], seat if reader == seat else SPECTATOR)
    return [line.text for line in narrate(live.game, events, live.playing.called, reader) if not line.tone]
