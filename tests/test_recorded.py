"""Recorded games: they detect rule changes that would break saved matches.

``tools/record_games.py GAME`` writes them. When a rule has to change, raise the game's ``edition`` and record anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from souq.engine.match.match import Match
from tests.support import ours

RECORDED = sorted((Path(__file__).parent / "games").glob("*/recorded/*.json"))


def test_every_game_has_recorded_games() -> None:
    assert {game.name for game in ours()} <= {path.parent.parent.name for path in RECORDED}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_recorded_game_replays_to_the_same_result(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    match = Match.from_json(document)
    assert match.over
    # some are from when a seat that is not there was counted round the table: they say now which seat that was
    known = {"options": match.game.kept_options(document["options"], match.players)}
    # and from before files recorded what was visible when
    known |= {"entries": list(match.entries)} if match.players > 1 else {}
    assert match.to_json() == document | known
    assert Match.from_json(match.to_json()).to_json() == match.to_json()
