"""The levels of bots, and how they are found."""

import pytest

from souq.bots import levels
from souq.bots.characters import CHARACTERS, EVERYWHERE, SULTAN, VIZIER, seated, tables
from souq.bots.learned import LearnedBot
from souq.engine import registry
from souq.engine.errors import SouqError
from tests.heaps import GAME as HEAPS


def test_every_level_has_a_description() -> None:
    for name, bot in levels.LEVELS.items():
        assert bot.name == name
        assert bot.title.istitle()
        assert bot.tagline.endswith(".")
        assert levels.get(name) is levels.get(bot.title) is levels.get(f" {name.upper()} ") is bot


def test_six_levels_exist_and_old_names_still_work() -> None:
    assert list(levels.LEVELS) == ["apprentice", "trader", "merchant", "caravaner", "vizier", "sultan"]
    assert levels.get("greedy") is levels.get("trader")
    assert levels.get("random").title == "Wanderer"


def test_levels_match_their_descriptions() -> None:
    assert [(bot.name, bot.title, bot.tagline) for bot in levels.LEVELS.values()] == list(CHARACTERS)


def test_the_sultan_is_offered_where_a_net_exists() -> None:
    chatuchak, heaps = registry.find("chatuchak"), HEAPS
    assert tables(SULTAN, chatuchak) == (2,) and tables(VIZIER, chatuchak) == (1, 2, 3, 4, 5)
    assert tables(SULTAN, heaps) == () and seated(heaps, 2) == EVERYWHERE
    assert levels.at("sultan", chatuchak, 2) is levels.LEVELS["sultan"]
    assert levels.at("wanderer", heaps, 2).name == "random"
    with pytest.raises(levels.UnknownLevel, match=r"a table of 3\. The strongest bot at such .* Grand Vizier"):
        levels.at("Sultan", chatuchak, 3)


def test_one_bot_of_every_kind_is_warmed_up() -> None:
    ready = levels.kinds(registry.find("chatuchak"))
    assert {type(bot) for bot, _ in ready} == set(map(type, levels.LEVELS.values()))
    assert [players for bot, players in ready if isinstance(bot, LearnedBot)] == [2]
    assert not any(isinstance(bot, LearnedBot) for bot, _ in levels.kinds(HEAPS))


def test_titles_and_descriptions_differ() -> None:
    bots = levels.LEVELS.values()
    assert len({bot.title for bot in bots}) == len({bot.tagline for bot in bots}) == len(bots)


@pytest.mark.parametrize(
    "name, said", [("merchnt", "Did you mean 'merchant'"), ("zzzz", "There are: apprentice, trader")]
)
def test_an_unknown_level_is_refused(name: str, said: str) -> None:
    with pytest.raises(SouqError, match=said):
        levels.get(name)
