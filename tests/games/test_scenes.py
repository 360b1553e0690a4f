"""What every scene in souq must have besides the contract: short texts for everything, and colours by tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.engine.present.scene import Scene
from souq.testing.base import somewhere
from tests.games.scenes import LAYOUTS, sprites
from tests.support import ours

BUTTONS = 4
GAMES = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
INK = "#2a221c"
"""The one colour that is the same by day and by night: of letters on cards."""


@cache
def scenes_of_games(game: Game) -> list[tuple[Match, Scene]]:
    """Yield scenes of random moments, for every seat and a spectator, on both kinds of screens."""
    found = (somewhere(game, seed)[0] for seed in range(20))
    return [
        (match, match.scene(viewer, layout))
        for match in found
        for viewer in range(SPECTATOR, match.players)
        for layout in LAYOUTS
    ]


@GAMES
def test_picks_and_tooltips_have_texts(game: Game) -> None:
    for _, scene in scenes_of_games(game):
        for pick in scene.picks:
            assert re.match(r"[A-Z0-9]", pick.label), pick
            assert pick.hint.endswith(".") and len(pick.hint) <= 240, pick
        assert all(tooltip.title for tooltip in scene.tooltips)


@GAMES
def test_few_buttons_are_next_to_the_prompt(game: Game) -> None:
    """There may be more in a race, for what the other seats offer."""
    for match, scene in scenes_of_games(game):
        loose = [pick for pick in scene.picks if not pick.group and not pick.tone and (pick.button or not pick.on)]
        assert match.racing or len(loose) + sum(bool(pick.more) for pick in loose) <= BUTTONS


@GAMES
def test_colours_are_tokens(game: Game) -> None:
    for art in drawn(game):
        assert not re.search(r'"#[0-9a-fA-F]{3,8}"|color-mix', art.replace(INK, "")), art


def drawn(game: Game) -> Iterator[str]:
    """Return the markup of all sprites, grounds and previews."""
    for _, scene in scenes_of_games(game):
        yield from (area.ground for area in scene.areas)
        yield from (sprite.art for sprite in sprites(scene))
        yield from (shape.art for each in (*scene.picks, *scene.tooltips) for shape in each.preview)
