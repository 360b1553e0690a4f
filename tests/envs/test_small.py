"""Games small enough to be solved: what their files say holds."""

import pytest

from souq.engine import registry
from souq.engine.branching import guesses
from souq.engine.decision import SPECTATOR
from souq.engine.game import Game
from souq.envs import small
from souq.envs.small import BadSmall, UnknownSmall

EVERY = [(name, tiny) for name, game in registry.installed().items() for tiny in small.listed(game)]


@pytest.mark.parametrize("name", sorted(registry.installed()))
def test_every_game_of_the_house_has_one(name):
    assert small.listed(registry.find(name))


@pytest.mark.parametrize("name, tiny", EVERY)
def test_it_begins_in_a_position_that_makes_sense(name, tiny):
    game = registry.find(name)
    found = small.find(game, tiny)
    position = found.position(game)
    assert game.bindings.deciders(position) and int(position["players"][0]) == found.players
    assert position.tobytes() == found.position(game).tobytes()
    deals = guesses(game, position, SPECTATOR)
    assert sum(deals.values()) == 1
    assert found.about.endswith(".") and found.title


@pytest.mark.parametrize("name, tiny, deals", [("kairo", "last_stalls", 12), ("grand_bazaar", "last_sale", 72)])
def test_what_nobody_knows_is_dealt_in_so_many_ways(name, tiny, deals):
    """Kairo by hand: two hidden cards and two in the deck are four different ones: 4 × 3 ways to deal two."""
    game = registry.find(name)
    assert len(guesses(game, small.find(game, tiny).position(game), SPECTATOR)) == deals


def test_an_unknown_name_is_told_what_there_is():
    kairo = registry.find("kairo")
    with pytest.raises(UnknownSmall, match="Did you mean 'last_stalls'"):
        small.find(kairo, "last_stall")
    with pytest.raises(UnknownSmall, match="It has: last_stalls"):
        small.find(kairo, "xyz")


@pytest.mark.parametrize(
    "text, says",
    [
        ("[tiny", "small.toml: "),
        ("[tiny]\ntitle = 'T'\nabout = 'A.'\nnodes = 5", "'players' is a required property"),
        ("[tiny]\ntitle = 'T'\nabout = 'A.'\nnodes = 70000\nplayers = 2", "70000 is greater than the maximum of 60000"),
    ],
)
def test_a_broken_file_says_where(text, says, tmp_path, monkeypatch):
    (tmp_path / "small.toml").write_text(text)
    monkeypatch.setattr(Game, "folder", tmp_path)
    with pytest.raises(BadSmall, match=says):
        small.listed.__wrapped__(registry.find("kairo"))
