"""URLs and forms for new tables."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from souq.engine import registry
from souq.engine.errors import BadOption
from souq.engine.game import TODAY
from souq.server.core.http import table_forms
from tests.heaps import GAME


@pytest.mark.parametrize(
    ("players", "options", "address"),
    [
        (1, {"day": "2026-11-21"}, "preset=daily&day=2026-11-21"),
        (1, {}, "preset=alone"),
        (1, {"size": 5}, "players=1&size=5"),
        (2, {"play": "race", "same": True, "day": "2026-11-21"}, "preset=duel"),
        (3, {"play": "race"}, "players=3&play=race"),
    ],
)
def test_a_table_form_can_be_prefilled_from_a_url(players: int, options: dict[str, Any], address: str) -> None:
    """The URL of a table leads to a form that would open the same table."""
    again = table_forms.again(GAME, players, options)
    assert again == f"/new/heaps?{address}"
    asked = dict(parse_qsl(urlsplit(again).query))
    preset = GAME.preset(asked["preset"]) if "preset" in asked else None
    fields = table_forms.filled(GAME, preset, asked)
    assert fields["players"] == str(players)
    chosen = {o.name: table_forms.option_value(o, fields) for o in GAME.options}
    assert GAME.settled(players, chosen) == GAME.settled(players, options)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("chatuchak", 2, {}),
        ("desert_bazaar", 3, {}),
        ("grand_bazaar", 4, {"trading": "off"}),
        ("kairo", 3, {"start": "suggested"}),
        ("marracash", 3, {}),
        ("heaps", 3, {"play": "race"}),
        ("toy", 2, {}),
    ],
)
def test_a_first_game_is_gentler_than_later_ones(game: str, players: int, options: dict[str, Any]) -> None:
    found = registry.find(game)
    assert table_forms.at_once(found, known=False) == (players, options)
    assert table_forms.at_once(found, known=True) == (players, {})


def test_a_url_without_known_parameters_fills_in_nothing() -> None:
    assert table_forms.filled(GAME, None, {"utm_source": "mail"}) == {}
    assert table_forms.filled(GAME, None, {"players": "many"})["players"] == str(GAME.company) == "2"


def test_a_preset_for_several_invites_the_others() -> None:
    fields = table_forms.filled(GAME, GAME.preset("duel"), {})
    assert [fields["seat-0"], fields["seat-1"]] == ["me", "open"]


def test_a_preset_submits_its_options() -> None:
    daily = GAME.preset("daily")
    assert table_forms.beside(GAME, daily, {}) == {"day": TODAY}
    assert table_forms.beside(GAME, daily, {"day": "2026-11-20", "fbclid": "x"}) == {"day": "2026-11-20"}
    with pytest.raises(BadOption):
        table_forms.beside(GAME, daily, {"day": "soon"})


def test_an_invalid_form_still_shows_relevant_options() -> None:
    fields = {"option-play": "race", "option-size": "huge"}
    assert table_forms.idle(GAME, 2, fields) == {"size", "day"}
    assert table_forms.idle(GAME, 1, {}) == {"play", "same"}


def test_dates_are_written_out() -> None:
    assert table_forms.dated(GAME, 1, {"day": "2026-11-21"}) == "Heap of 21 November 2026"
    assert table_forms.dated(GAME, 2, {"day": "2026-11-21"}) == ""
