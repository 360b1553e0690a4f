"""The mistakes found by a review of a finished game, in words: what the player did, and what would have been better."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.engine.present.reasons import named
from souq.engine.present.wording import opened
from souq.review.grades import GRADES, LEAST, grade
from souq.review.turns import Better
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.shots import story_of
from souq.server.core.realtime.variations import KEYS, clicks, pressed
from souq.server.core.realtime.viewers import Viewer

LONGEST = 4
"""Maximum number of story lines shown for one turn."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Choices that a player could have made instead, described by story lines, button labels and sprites."""

    lines: list[str]
    labels: list[str]
    on: tuple[str, ...]


async def lines_of(live: Live, found: dict[int, Better], seat: int = SPECTATOR) -> list[dict[str, Any]]:
    """Return all mistakes of a review in order, as JSON that ``seat`` (-1: a spectator) may see.

    In each, ``ply`` is the number of the moment before the mistake. Other tasks may run between two mistakes.
    """
    made = list[dict[str, Any]]()
    for at, better in found.items():
        judged = grade(better.lost)
        if judged is not None:
            made.append({"grade": judged.name} | _line(live, at, better, seat))
            await asyncio.sleep(0)
    return made


def _line(live: Live, at: int, better: Better, reader: int) -> dict[str, Any]:
    entries = live.playing.entries
    start, end = entries.end(at), entries.end(at + 1)
    way = alternative(live, start, better.choices, reader)
    did, instead = difference(_did(live, reader, start, end), way.lines, way.labels)
    why = named(better.why, live.playing.called)
    line = {"ply": at, "turn": turn_of(live, at), "seat": live.playing.log[start].seat, "lost": better.lost, "why": why}
    return line | {"did": did, "better": instead, "on": list(way.on)}


def turn_of(live: Live, number: int) -> str:
    """Return a game's own name for a moment, which the table's top line shows, such as "turn 11"; "" if it has none."""
    match = live.playing
    return live.once(("turn", number), lambda: scene_of(live, Viewer(), match.at(match.at_moment(number)), ()).meta)


def difference(did: Sequence[str], instead: Sequence[str], labels: Sequence[str] = ()) -> tuple[str, str]:
    """Describe a turn and its alternative by the story lines from where they first differ.

    If their lines don't differ, the alternative is described by its buttons' labels.

    >>> difference(["You lead.", "You bid."], ["You lead.", "You pass."])
    ('You bid.', 'You pass.')
    >>> difference(["You move a lamp."], ["You move a lamp."], ["The lamp at 3·2"])
    ('You move a lamp.', 'The lamp at 3·2.')
    >>> difference(["You build."], [], ["Roll", "take Spice"])
    ('You build.', 'Roll, then take Spice.')
    """
    same = 0
    while same < min(len(did), len(instead)) - 1 and did[same] == instead[same]:
        same += 1
    first, second = (" ".join(lines[same : same + LONGEST]) for lines in (did, instead))
    offered = opened(", then ".join(labels))
    return first, f"{offered}." if offered and (first == second or not second) else second


def alternative(live: Live, ply: int, choices: Sequence[int], reader: int) -> Alternative:
    """Describe what the seat that decided after ``ply`` decisions would have done by making ``choices`` instead."""
    match = live.playing
    made = list(clicks(live, Viewer(match.log[ply].seat), [match.at(ply)] * len(KEYS), choices, reader))
    lines = [line for click in made for line in click.lines]
    return Alternative(lines, [click.label for click in made if click.label], tuple(pressed(made)))


def counts(lines: Sequence[dict[str, Any]], players: int) -> list[dict[str, int]]:
    """Return how many mistakes of each grade every seat made, as one mapping from grade to number for each seat."""
    return [
        {each.name: sum(line["seat"] == seat and line["grade"] == each.name for line in lines) for each in GRADES}
        for seat in range(players)
    ]


def explained() -> str:
    """Return a sentence that says how much of the chance to win a mistake of each grade costs.

    >>> explained()
    'A slip costs at least 3% of the chance to win, a mistake 8%, a costly mistake 15%.'
    """
    first, *others = reversed(GRADES)
    more = "".join(f", a {each.name} {each.least * 100:.0f}%" for each in others)
    return f"A {first.name} costs at least {LEAST * 100:.0f}% of the chance to win{more}."


def _did(live: Live, reader: int, start: int, end: int) -> list[str]:
    """Return the story lines of the decisions that were really made, from ``start`` to ``end``."""
    return [line.text for line in story_of(live, reader, start, end) if line.tone != "turn"]
