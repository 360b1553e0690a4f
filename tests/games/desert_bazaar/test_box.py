"""The components, and custom files that replace them."""

import pytest

from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.box import unpack
from souq.games.desert_bazaar.state import BOX, CHOICES, N_LEGAL, PARTS, TRADES, Rule, State
from tests.games.boxes import boxed, refused
from tests.games.desert_bazaar import reference

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def test_sixty_different_tiles():
    assert len({tile.code for tile in BOX.tiles}) == 60
    assert {tile.code for tile in BOX.tiles if len(set(tile.flag)) == 3} == {
        f"{made}:{flag}" for made in "WCSP" for flag in ("WCS", "WCP", "WSP", "CSP") if made in flag
    }
    assert sum(tile.cost[tile.product] > 0 for tile in BOX.tiles) == 36


def test_sites_are_at_their_coordinates():
    assert [(s.label, s.q, s.r) for s in BOX.sites if s.label in ("A1", "F5", "K2")] == [
        ("A1", 2, -5),
        ("F5", 0, 0),
        ("K2", -2, 5),
    ]
    assert all(s.q**2 + s.q * s.r + s.r**2 <= 19 for s in BOX.sites)
    assert all(list(s.neighbours) == reference.neighbours(number) for number, s in enumerate(BOX.sites))
    assert min(s.x for s in BOX.sites) == pytest.approx(-6.9282, abs=1e-4)


def test_every_choice_has_a_number():
    sizes = {
        "wild": 4,
        "roll": 1,
        "tile": 8,
        "take": 4,
        "stop": 4,
        "keep": 5,
        "match": 4,
        "site": 73,
        "pay": 31,
        "trade": 20,
        "done": 1,
    }
    groups = [CHOICES.group_of(c)[0] for c in range(CHOICES.size)]
    assert {name: groups.count(name) for name in dict.fromkeys(groups)} == sizes
    assert list(dict.fromkeys(groups)) == list(sizes)
    assert (len(PARTS), len(TRADES), N_LEGAL, len(Rule)) == (31, 20, 73, 74)
    assert CHOICES.name(int(CHOICES.parse("pay +WWC"))) == "pay +WWC"


def test_a_position_is_small():
    assert State.layout.itemsize - State.layout["event"].itemsize <= 512


def test_two_loads_give_the_same_box(tmp_path):
    assert unpack(boxed(tmp_path, TEXT)) == BOX


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"W:WCW"', '"W:WWW"', "three times"),
        ('"W:WCW"', '"X:WCW"', "does not match"),
        ('["A2", 3, -5]', '["A1", 3, -5]', "given twice"),
        ('["A2", 3, -5]', '["A2", 2, -5]', "given twice"),
        ('["A2", 3, -5]', '["A2", 3]', "too short"),
        ("markers = 7", "markers = -1", "minimum"),
        ("throws = 3", "throw = 3", "Additional properties|required"),
        ("[cards]", "[cards", "cannot be read"),
    ],
)
def test_errors_in_components_are_explained(tmp_path, old, new, message):
    refused(unpack, tmp_path, TEXT, message, old, new)


def test_a_custom_file_replaces_the_components(tmp_path, monkeypatch):
    (tmp_path / "desert_bazaar.toml").write_text(TEXT.replace("majority = 2", "majority = 3"), encoding="utf-8")
    monkeypatch.setenv("SOUQ_COMPONENTS", str(tmp_path))
    assert unpack(GAME.folder).scoring["majority"] == 3
    assert BOX.scoring["majority"] == 2
