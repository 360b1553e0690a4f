"""Opening a tournament: validation of the settings that its host chooses."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from souq.engine import registry
from souq.engine.present.names import clean_speech
from souq.server.core.clocks import terms
from souq.server.core.clocks.terms import Terms
from souq.server.core.live.seats import USUAL, check_levels
from souq.server.core.store.rows import Company, Pace, fresh_code
from souq.server.errors import Malformed
from souq.server.features.tournaments.draw import fresh_seed
from souq.server.features.tournaments.models import TournamentRow
from souq.server.features.tournaments.pairing import MOST_ROUNDS
from souq.server.features.tournaments.rounds import System

TITLE = 60
"""Maximum length of a title, in characters."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Settings of a new tournament as its host has chosen them, not validated yet."""

    game: str
    size: int
    timing: Terms | None
    """Time control; required, because without a clock one player could hold up a round for ever."""
    system: str = "swiss"
    rounds: int = 0
    """Number of rounds; 0 means the default for the number of entrants."""
    forward: int = 0
    """Number of players of each table who reach the next round of a knock-out; 0 means half of them, at least one."""
    options: Mapping[str, Any] | None = None
    title: str = ""
    level: str = USUAL
    pace: Pace = "people"
    company: Company = "friends"
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """Identity of a caller: a person with a cookie, a program with a token, or neither."""

    person_id: str | None = None
    token_hash: bytes | None = None

    def __bool__(self) -> bool:
        return self.person_id is not None or self.token_hash is not None


def opened(wanted: Wanted, host: Who) -> TournamentRow:
    """Validate a request and return a new tournament without entrants.

    Raises:
        UnknownGame, BadPlayers, BadOption, UnknownLevel, Malformed: a setting is not allowed; the message says why.
    """
    from souq.bots import levels  # loads the compiler

    game, now = registry.find(wanted.game), time.time()
    size = _between(wanted.size, max(2, game.min_players), game.max_players, "seat", "at each table")
    check_levels(game, size, wanted.level, *([wanted.timing.level] if wanted.timing else []))
    if wanted.system not in get_args(System):
        raise Malformed("A tournament is a round robin, Swiss, or a knock-out.")
    if wanted.timing is None:
        raise Malformed("A tournament needs a clock, live or in days, so that nobody can hold up a round.")
    return TournamentRow(
        code=fresh_code(),
        title=_titled(wanted.title) or f"{game.title} tournament",
        game=game.name,
        options=dict(game.check_options(dict(wanted.options or {}), size)),
        size=size,
        system=cast(System, wanted.system),
        rounds=_between(wanted.rounds, 0, MOST_ROUNDS, "round"),
        forward=_between(wanted.forward or max(1, size // 2), 1, size - 1, "player", "to go through from each table"),
        timing=dict(terms.to_json(terms.check(wanted.timing)) or {}),
        level=levels.get(wanted.level).name,
        pace=wanted.pace,
        company=wanted.company,
        rated=wanted.rated,
        seed=fresh_seed(),
        host_id=host.person_id,
        host_hash=host.token_hash,
        created_at=now,
        updated_at=now,
    )


def _between(number: int, least: int, most: int, noun: str, then: str = "") -> int:
    if not least <= number <= most:
        span = f"{least} to {most}" if least < most else str(most)
        raise Malformed(" ".join(filter(None, ["Choose", span, noun + "s" * (most != 1), then])) + ".")
    return number


def _titled(text: str) -> str:
    title = clean_speech(text[: TITLE * 20])
    if len(title) > TITLE:
        raise Malformed(f"Choose a shorter title, of up to {TITLE} characters.")
    return title
