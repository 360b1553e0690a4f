"""Puzzles from a player's own games: turns in which a review has found a better choice than the one made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from glob import escape
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.teach.lesson import Continuation, Lesson, Other, Step
from souq.engine.teach.setting import Setting

TITLE = "Your own mistake"
ABOUT = "A position from one of your games."
ASK = "You’ve been here before, and there was something better. What is it?"
SEED = 1
"""Seed of the chance in what is shown afterwards."""
LONGEST = 10
"""Maximum number of decisions shown of what was played then."""


@dataclass(frozen=True)
class Mistake:
    """A position from a player's game, the choices they made there, and better ones."""

    players: int
    seat: int
    options: Mapping[str, Any]
    start: Mapping[str, Any]
    """Fields of the position, by name."""
    best: Sequence[int]
    """The better choices, made with one click."""
    wrong: int
    """The choice made in the game."""
    lost: float
    """The win probability that it lost."""
    why: str
    label: str
    """How the table labels the better choices, with placeholders for names (:mod:`souq.engine.present.reasons`)."""
    played: Sequence[int] = field(default_factory=list)
    """The decisions of the game from the position on, as one list in which seats and choices alternate."""

    def to_json(self) -> dict[str, Any]:
        """Return the mistake as JSON, from which :func:`lesson_of` makes a lesson."""
        return asdict(self)


def lesson_of(game: Game, posed: Mapping[str, Any]) -> Lesson:
    """Return the lesson of a mistake that was stored as JSON. It is made once, so that its course is cached."""
    return _lesson(game, json.dumps(posed, sort_keys=True))


@lru_cache(maxsize=256)
def _lesson(game: Game, text: str) -> Lesson:
    mistake = Mistake(**json.loads(text))
    setting = Setting(mistake.players, SEED, mistake.options, start=mistake.start)
    called, answer = game.choices.name, f"It’s “{mistake.label}”. Choose it to see why."
    reason = mistake.why or answer
    loss = f"That’s what you did then. It cost about {round(100 * mistake.lost)}% of your chance of winning."
    others = (
        Other(escape(called(mistake.wrong)), loss, (reason, answer)),
        Other("*", "That isn’t what the review found.", (reason, answer)),
    )
    log = [(mistake.seat, choice) for choice in mistake.best]
    played = playable(game, setting, list(zip(mistake.played[::2], mistake.played[1::2], strict=True)))
    ways = [Continuation(f"Better: {mistake.label}", tuple(log), SEED)]
    ways += [Continuation("What you did", tuple(played), SEED)] if played else []
    step = Step(
        ASK,
        choose=tuple(called(choice) for choice in mistake.best),
        done=f"That’s it. {mistake.why}".strip(),
        otherwise=others[-1].say,
        others=others,
        continuations=tuple(ways),
    )
    return Lesson("own", TITLE, ABOUT, 1, setting, (step,), mistake.seat)


def playable(game: Game, setting: Setting, log: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the beginning of a log that can be played from a setting: until chance makes a decision impossible."""
    match, made = setting.begin(game), list[tuple[int, int]]()
    for seat, choice in log[:LONGEST]:
        try:
            match.replay(choice, seat)
        except SouqError:
            break
        made.append((seat, choice))
    return made


def differing(better: Sequence[int], played: Sequence[int]) -> int | None:
    """Return the place of the first choice that differs between two lines; None if one begins with the other.

    >>> differing((1, 2, 3), (1, 4)), differing((1,), (1, 2))
    (1, None)
    """
    return next((at for at, (one, other) in enumerate(zip(better, played, strict=False)) if one != other), None)


def log_from(match: Match, ply: int) -> list[int]:
    """Return the decisions of a match after the first ``ply``, as one list in which seats and choices alternate."""
    return [number for made in match.log[ply : ply + LONGEST] for number in (made.seat, made.choice)]
