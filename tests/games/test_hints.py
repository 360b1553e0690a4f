"""Hints in games between traders: what they say as certain is true, and nearly all of them say something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from souq.bots.base import mixed
from souq.bots.greedy import GreedyBot
from souq.engine.match.match import Match
from souq.engine.registry import find
from souq.testing.reasoning import hint_is_true
from tests.support import ours

GAMES = sorted(game.name for game in ours())
PARTS, EACH = 20, 50
"""Parts of the test, and hints in each: a thousand for each game."""
EVERY = 7
"""One of this many decisions is explained."""
EMPTY = 0.1
"""Maximum share of hints with only the search's estimate."""


def hints(game: str, seed: int) -> Iterator[str]:
    """Yield checked hints along games between traders, with all numbers of players."""
    found, trader = find(game), GreedyBot()
    while True:
        players = max(2, found.min_players) + seed % (found.max_players - max(2, found.min_players) + 1)
        match, seed = Match(found, players, seed=seed), seed + 1
        while not match.over:
            now = match.observe()
            word = mixed(seed << 20 | match.ply)
            if len(now.legal) > 1 and not match.racing and word % EVERY == 0:
                yield hint_is_true(match, now.seat, word >> 8, (word & 0xFFFFFFFF, match.ply))
            match.play(trader.choose(found, now.view, now.seat, now.legal, word), now.seat)


@pytest.mark.long
@pytest.mark.wide
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_hints_are_true_and_say_something(game: str, part: int) -> None:
    made = [text for _, text in zip(range(EACH), hints(game, 1_000 * part), strict=False)]
    assert sum(text.startswith("About ") for text in made) <= 2 * EMPTY * EACH, "a part may have more than the whole"
