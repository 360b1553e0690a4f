"""Games small enough to be solved: their files are correct."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.branching import guesses
from souq.engine.match.decision import SPECTATOR
from souq.envs import small
from souq.envs.small import BadSmall, UnknownSmall
from tests.support import ours

EVERY = [(name, tiny) for name, game in registry.installed().items() for tiny in small.listed(game)]


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_every_bundled_game_has_a_small_one(game):
    assert small.listed(game)


@pytest.mark.parametrize("name, tiny", EVERY)
def test_a_small_game_begins_in_a_valid_position(name, tiny):
    game = registry.find(name)
    found = small.find(game, tiny)
    position = found.position(game)
    assert game.bindings.deciders(position) and int(position["players"][0]) == found.players
    assert position.tobytes() == found.position(game).tobytes()
    deals = guesses(game, position, SPECTATOR)
    assert sum(deals.values()) == 1
    assert found.about.endswith(".") and found.title


def deals(name, tiny):
    game = registry.find(name)
    position = small.find(game, tiny).position(game)
    return position, guesses(game, position, SPECTATOR)


def test_the_hidden_cards_of_kairo_are_dealt_in_twelve_ways():
    """By hand: two hidden cards and two in the deck are four different ones, so 4 × 3 ways to deal two."""
    _, found = deals("kairo", "last_stalls")
    assert len(found) == 12 and set(found.values()) == {Fraction(1, 12)}


@pytest.mark.parametrize("tiny, expected", [("last_sale", 72), ("last_sales", 48), ("last_caravan", 24)])
def test_the_hidden_goods_of_the_grand_bazaar_are_dealt_as_their_backs_allow(tiny, expected):
    """By counting: goods are exchanged with those of the same back; order within a hand doesn't matter."""
    position, found = deals("grand_bazaar", tiny)
    game = registry.find("grand_bazaar")
    s, ranks = position[0], game.state.RANKS
    ways = Counter({(): Fraction(1)})
    for kind in range(game.state.TYPES):
        places = []
        for seat in range(int(s["players"])):
            secret = s["hand"][seat] - s["known"][game.state.PUBLIC][seat]
            own = [good for good in range(kind * ranks, kind * ranks + ranks) for _ in range(int(secret[good]))]
            places += [(f"hand {seat}", good) for good in own]
        lying = [*s["market"].ravel().tolist(), int(s["top"])]
        places += [(f"place {at}", good) for at, good in enumerate(lying) if good >= 0 and good // ranks == kind]
        where, goods = [place for place, _ in places], [good for _, good in places]
        orders = [tuple(sorted(zip(where, order, strict=True))) for order in permutations(goods)]
        before, ways = ways, Counter()
        for (dealt, chance), order in product(before.items(), orders):
            ways[*dealt, order] += chance / len(orders)
    assert not s["pile"].any() and len(found) == len(ways) == expected
    assert Counter(found.values()) == Counter(ways.values())


def test_an_unknown_name_lists_the_known_ones():
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
def test_errors_in_a_file_name_the_place(text, says, tmp_path, monkeypatch):
    (tmp_path / "small.toml").write_text(text)
    monkeypatch.setattr(Game, "folder", tmp_path)
    with pytest.raises(BadSmall, match=says):
        small.listed.__wrapped__(registry.find("kairo"))
