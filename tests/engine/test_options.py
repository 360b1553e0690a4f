"""Options: their kinds, when they apply, their descriptions, and presets."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.errors import BadOption, UnknownPreset
from souq.engine.game import TODAY, Game, Option, who_begins
from souq.engine.match.match import Match
from tests.heaps import GAME

PLAY, SAME, SIZE, DAY = GAME.options


@pytest.mark.parametrize(
    ("players", "options", "mattering"),
    [
        (1, {}, "size day"),
        (1, {"day": "2026-11-21"}, "day"),
        (2, {}, "play"),
        (2, {"play": "race"}, "play same"),
        (3, {"play": "race", "same": True}, "play same size"),
        (2, {"same": True}, "play"),
        (1, {"play": "race", "same": True, "day": "2026-11-21"}, "day"),
        (2, {"play": "race", "same": True, "day": "2026-11-21"}, "play same size"),
    ],
)
def test_an_option_matters_in_any_of_its_cases(players: int, options: dict[str, Any], mattering: str) -> None:
    """An option that does not apply counts as its default where another depends on it."""
    chosen = GAME.check_options(options)
    assert [o.name for o in GAME.options if GAME.matters(o, players, chosen)] == mattering.split()
    settled = GAME.settled(players, options)
    assert {name for name, value in settled.items() if value != chosen[name]} == {
        o.name for o in GAME.options if o.name not in mattering.split() and chosen[o.name] != o.default
    }


def test_setting_an_option_that_does_not_apply_is_allowed() -> None:
    assert Match(GAME, 2, seed=1, options={"day": "2026-11-21", "same": True}).options["day"] == "2026-11-21"


def test_a_day_is_a_valid_date() -> None:
    assert [DAY.check(day) for day in ("", "2026-11-21", "20261121")] == ["", "2026-11-21", "2026-11-21"]
    assert DAY.check(TODAY) == date.today().isoformat()
    assert [DAY.number(day) for day in ("", "2026-11-21")] == [0, 20261121]
    for wrong in ("2026-02-30", "tomorrow", 20261121, None, False, 0):
        with pytest.raises(BadOption, match="'day' takes a day like 2026-11-21 or 'today', or nothing"):
            DAY.check(wrong)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SAME, "on", True),
        (SAME, "False", False),
        (PLAY, "Race", "race"),
        (SIZE, "5", 5),
        (DAY, "2026-11-21", "2026-11-21"),
        (DAY, "", ""),
    ],
)
def test_typed_values_are_parsed(option: Option, text: str, value: object) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(("option", "text"), [(SAME, "perhaps"), (SAME, ""), (PLAY, ""), (SIZE, "6"), (DAY, "soon")])
def test_invalid_values_are_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOption, match=option.name):
        option.read(text)


def test_chosen_options_are_described_in_words() -> None:
    assert GAME.terms(1, {}) == []
    assert GAME.terms(1, {"day": "2026-11-01", "size": 7}) == ["Heap of 1 November 2026"]
    assert GAME.terms(1, {"size": 7}) == ["Size: Seven"]
    assert GAME.terms(2, {"play": "race", "same": True}) == ["A race", "Same heap"]
    assert Option("odds", "Odds", "", True).describe(False) == "Odds: no"
    assert Option("pace", "Pace", "", "slow_one", ("slow_one", "fast")).title("slow_one") == "Slow one"


def with_seats() -> Option:
    """Return the option of who begins, wherever more than one plays."""
    return who_begins(4, when=({"players": (2, 3, 4)},))


def test_a_seat_must_be_at_the_table() -> None:
    """It is refused where it applies, and ignored where it does not."""
    begins = with_seats()
    game = replace(GAME, max_players=4, options=(*GAME.options, begins))
    assert [v for v in begins.values if begins.fits(v, 3)] == ["random", "seat 1", "seat 2", "seat 3"]
    assert all(option.fits(value, 1) for option in GAME.options for value in option.values)
    assert game.check_options({"start_player": "seat 3"}, 3)["start_player"] == "seat 3"
    with pytest.raises(BadOption, match=r"'seat 4' at a table for 3; it is one of .* 'seat 3'\."):
        game.check_options({"start_player": "seat 4"}, 3)
    assert game.check_options({"start_player": "seat 4"}, 1)["start_player"] == "seat 4"


def test_seat_numbers_of_old_matches_wrap_around() -> None:
    game = replace(GAME, options=(*GAME.options, with_seats()))
    kept = [game.kept_options({"start_player": f"seat {n}", "size": 5}, 3) for n in (1, 3, 4)]
    assert [(each["start_player"], each["size"]) for each in kept] == [("seat 1", 5), ("seat 3", 5), ("seat 1", 5)]
    assert game.kept_options({}, 3)["start_player"] == "random"


def test_fewer_players_than_usual_are_a_variant() -> None:
    game = replace(GAME, min_players=2, usual=3, max_players=4)
    assert (game.fewest, game.company, game.span, game.check_players(2)) == (3, 3, "3–4, or 2", 2)
    assert (GAME.fewest, GAME.company, GAME.span) == (1, 2, "1–3")


@pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.name)
def test_seat_options_are_declared(game: Game) -> None:
    """In every game: if one value is a seat, all are, as many as the game can have."""
    for option in game.options:
        named = [value for value in option.values if str(value).startswith("seat")]
        assert option.seats == bool(named)
        assert not option.seats or len(named) == len(option.values) - 1 == game.max_players


def test_presets_are_found_by_name() -> None:
    assert GAME.preset("daily").today == "day"
    assert GAME.preset("duel").today == ""
    with pytest.raises(UnknownPreset, match="no preset 'nightly'; it has: daily, alone, duel"):
        GAME.preset("nightly")


def test_a_preset_with_today_uses_todays_date() -> None:
    daily = GAME.preset("daily")
    assert GAME.settled(daily.players, daily.options)["day"] == date.today().isoformat()
