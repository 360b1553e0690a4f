"""What is in the box: chapters 2 and 3 of the specification."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.engine.errors import BadComponents
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.box import unpack
from souq.games.grand_bazaar.state import BOX, CARDS, CHOICES, COPIES, TYPE, VALUE, Rule
from tests.games.grand_bazaar import reference
from tests.support import rules

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


@rules("GB-S05", "GB-L04")
def test_a_hundred_and_twenty_five_cards() -> None:
    assert CARDS == 125
    assert [good.code for good in BOX.goods] == list(reference.CODES)
    assert {good.code: good.copies for good in BOX.goods} == reference.COPIES
    assert {good.code: good.value for good in BOX.goods} == reference.VALUE
    assert [kind.code for kind in BOX.types] == list(reference.TYPES)
    assert sum(good.value * good.copies for good in BOX.goods) == 200
    assert VALUE.tolist() == [3, 2, 2, 1, 1] * 5
    assert COPIES.tolist() == [3, 4, 5, 6, 7] * 5
    assert TYPE.tolist() == [good // 5 for good in range(25)]


@rules("GB-S05")
def test_goods_by_name() -> None:
    names = {good.code: good.name for good in BOX.goods}
    assert len(set(names.values())) == 25
    assert [names[code] for code in ("FG1", "LS5", "FO4", "RM5", "TX2", "TX4")] == [
        "Cut Gems", "Goats", "Dates", "Cedar", "Rugs", "Wool"
    ]  # fmt: skip
    assert [kind.name for kind in BOX.types] == list(reference.KINDS)


@rules("GB-S03", "GB-S05", "GB-S06", "GB-R02", "GB-R03", "GB-L09")
def test_numbers_of_a_round() -> None:
    assert BOX.limits == {
        "cubes": 6, "hand": 10, "deal": 5, "keep": 10, "market": 2, "informant": 1, "free_trader": 2, "consolation": 1
    }  # fmt: skip
    assert BOX.rounds == {2: 4, 3: 3, 4: 4, 5: 5, 6: 6}
    assert BOX.ply == (5, 10)


@rules("GB-L03", "GB-L04", "GB-L05", "GB-T07", "GB-T18", "GB-T23")
def test_numbers_of_customers_and_of_trading() -> None:
    assert BOX.customers == {"haggler": 2, "collector": 5, "guild": 30}
    assert BOX.trading == {"floor_turns": 5, "cards": 5, "talents": 50, "posts": 40, "trades": 12, "seconds": 240}


def test_places_on_the_board() -> None:
    assert BOX.markets == reference.MARKETS
    assert BOX.buyers == reference.BUYERS
    assert BOX.influence == ("Informant", "Free Trader", "Negotiator")


@rules("GB-B02")
def test_choices_have_unique_names() -> None:
    names = [CHOICES.name(choice) for choice in range(CHOICES.size)]
    assert len(set(names)) == len(names)
    assert [CHOICES.parse(name) for name in names] == list(range(CHOICES.size))


def test_there_are_ninety_one_rules() -> None:
    assert len(Rule) == 91
    assert GAME.rule_id(Rule.GB_S01) == "GB-S01"
    assert GAME.rule_id(Rule.GB_E04) == "GB-E04"


@pytest.mark.parametrize(
    "before, after",
    [("cubes = 6 ", "cubes = -1 "), ('id = "LS"', 'id = "XX"'), ("ply = [5, 10]", "ply = [5]"), ("[ranks]", "[rank]")],
)
def test_a_damaged_box_is_refused(tmp_path: Path, before: str, after: str) -> None:
    assert before in TEXT
    (tmp_path / "components.toml").write_text(TEXT.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadComponents):
        unpack(tmp_path)
