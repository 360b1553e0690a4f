"""What the result sheet suggests after a game against bots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from souq.bots.characters import CHARACTERS, EVERYWHERE
from souq.engine import registry
from souq.server.core.live.ladder import Ladder, ladders
from souq.server.core.store.rows import AgainstBots, TableRow
from souq.server.features.practice.onward_pages import suggest

KAIRO = registry.find("kairo")
LESSON = {"name": "first", "minutes": 8, "begun": False}
ROW = TableRow("now", "kairo", "", 3, {"money": "open"}, b"", 0, 0, state="finished", pace="quick")


def game(level: str, won: bool, table: str = "now") -> AgainstBots:
    """Return a game against a bot of this level and an Apprentice."""
    return AgainstBots(table, "kairo", ("apprentice", level), won)


def test_the_next_level_is_offered_with_the_same_settings() -> None:
    found = suggest(KAIRO, ROW, [game("apprentice", True)], LESSON)
    assert found is not None
    assert found.said == "Your first win against the Apprentice. Next: Trader. " + CHARACTERS[1].tagline
    assert (found.label, found.action) == ("Play the Trader", "/play/kairo")
    assert {"level": "trader", "players": "3", "option-money": "open", "pace": "quick"}.items() <= found.fields.items()
    again = suggest(KAIRO, ROW, [game("apprentice", True), game("trader", True, "before")], None)
    assert again is not None and again.said.startswith("Next: Merchant")


@pytest.mark.parametrize(
    ("games", "lesson", "said", "label"),
    [
        ([game("apprentice", False)], LESSON, "The lesson shows how it’s done, in 8 minutes.", "Do the lesson"),
        ([game("apprentice", False)], None, "Beat the Apprentice to move up.", ""),
        ([game("merchant", False)], None, "The Apprentice is gentler.", "Play the Apprentice"),
        ([game("merchant", False), game("trader", True, "b")], LESSON, "Beat the Merchant to move up.", ""),
        ([game("trader", False), game("trader", True, "b")], None, "", ""),
        ([game("vizier", True), game("vizier", True, "b")], None, "You’ve beaten every level.", ""),
    ],
)
def test_after_a_lost_game_it_helps(games: list[AgainstBots], lesson: object, said: str, label: str) -> None:
    found = suggest(KAIRO, ROW, games, LESSON if lesson else None)
    assert found is not None and (found.said, found.label) == (said, label)


def test_a_lesson_leads_to_a_game_and_puzzles_to_nothing() -> None:
    found = suggest(KAIRO, replace(ROW, origin="lesson:first"), [], None)
    assert found is not None and found.label == "Play the Apprentice"
    assert suggest(KAIRO, replace(ROW, origin="puzzle:0a1b"), [], None) is None
    assert suggest(KAIRO, ROW, [], None) is None, "nobody but people played"


def test_the_ladder_starts_gently_and_stays_after_a_loss() -> None:
    assert Ladder().next(EVERYWHERE).name == "apprentice"
    made = ladders([game("vizier", False), game("apprentice", True, "b"), game("random", True, "c")])
    assert made["kairo"].beaten == 1 and made["kairo"].next(EVERYWHERE).name == "vizier"
    assert ladders([AgainstBots("a", "kairo", ("random",), True)]) == {}
