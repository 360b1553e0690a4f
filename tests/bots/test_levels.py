"""Which bots there are, and how they are found."""

import pytest

from souq.bots import levels
from souq.engine.errors import SouqError


def test_every_level_presents_itself() -> None:
    for name, bot in levels.LEVELS.items():
        assert bot.name == name
        assert bot.title.istitle()
        assert bot.line.endswith(".")
        assert levels.get(name) is levels.get(bot.title) is levels.get(f" {name.upper()} ") is bot


def test_there_are_five_and_former_names_go_on() -> None:
    assert list(levels.LEVELS) == ["apprentice", "trader", "merchant", "caravaner", "vizier"]
    assert levels.get("greedy") is levels.get("trader")
    assert levels.get("random").title == "Wanderer"


def test_titles_and_lines_tell_levels_apart() -> None:
    bots = levels.LEVELS.values()
    assert len({bot.title for bot in bots}) == len({bot.line for bot in bots}) == len(bots)


@pytest.mark.parametrize(
    "name, said", [("merchnt", "Did you mean 'merchant'"), ("zzzz", "There are: apprentice, trader")]
)
def test_an_unknown_level_is_told(name: str, said: str) -> None:
    with pytest.raises(SouqError, match=said):
        levels.get(name)
