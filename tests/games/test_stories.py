"""What every story in souq must have besides the contract: whole sentences for all events and prompts."""

from __future__ import annotations

import pytest

from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.hooks import narrate
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.testing.base import played
from souq.testing.reading import slip
from tests.games.narrating import Narrator, called, event, sound, whole
from tests.support import ours

TOGETHER = {"ANSWERS", "SELLS", "DISCARDS"}
"""Events that never come alone: others say what was answered, sold or discarded."""
GAMES = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)


@GAMES
def test_every_event_can_be_narrated_alone(game: Game) -> None:
    for kind in (each for each in game.state.Event if each.name not in TOGETHER):
        for line in Narrator(game).lines(event(kind, 0, 1, 1, 1)):
            assert not slip("story", line.text), line
            assert line.text.endswith((".", "”")) == (line.tone != "turn"), line


@GAMES
@pytest.mark.parametrize("seed", range(6))
def test_stories_and_prompts_are_whole_sentences(game: Game, seed: int) -> None:
    for match, pick in played(game, seed):
        for line in narrate(game, visible_events(match.state[0], SPECTATOR), called):
            whole(line)
        viewer = pick.randint(SPECTATOR, match.players - 1)
        sound(game.story.prompt(Twin.of(match.view(viewer)), viewer, called))
