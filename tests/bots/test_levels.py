"""Which bots there are, and how they are found."""

import pytest

from souq.bots import levels
from souq.bots.characters import CHARACTERS
from souq.engine.errors import SouqError


def test_every_level_presents_itself() -> None:
    for name, bot in levels.LEVELS.items():
        assert bot.name == name
        assert bot.title.istitle()
        assert bot.tagline.endswith(".")
        assert levels.get(name) is levels.get(bot.title) is levels.get(f" {name.upper()} ") is bot


def test_there_are_five_and_former_names_go_on() -> None:
    assert list(levels.LEVELS) == ["apprentice", "trader", "merchant", "caravaner", "vizier"]
    assert levels.get("greedy") is levels.get("trader")
    assert levels.get("random").title == "Wanderer"


def test_each_is_as_it_is_told_of_before_it_is_loaded() -> None:
    assert [(bot.name, bot.title, bot.tagline) for bot in levels.LEVELS.values()] == list(CHARACTERS)


def test_titles_and_lines_tell_levels_apart() -> None:
    bots = levels.LEVELS.values()
    assert len({bot.title for bot in bots}) == len({bot.tagline for bot in bots}) == len(bots)


@pytest.mark.parametrize(
    "name, said", [("merchnt", "Did you mean 'merchant'"), ("zzzz", "There are: apprentice, trader")]
)
def test_an_unknown_level_is_told(name: str, said: str) -> None:
    with pytest.raises(SouqError, match=said):
        levels.get(name)
