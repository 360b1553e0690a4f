"""Settings of environments: the same for all of them, with the same errors."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")

import souq.envs
from souq.engine.errors import BadOption, BadPlayers, BadSeed, UnknownGame
from souq.engine.match.position import BadPosition
from souq.envs.errors import BadSetting
from souq.envs.gym import SouqEnv
from souq.envs.play import Play
from souq.envs.small import UnknownSmall
from souq.envs.spec import EnvSpec
from souq.envs.vector_env import SouqVectorEnv

ONE = [souq.envs.aec, souq.envs.parallel, SouqEnv, Play]
"""What makes one game."""


def many(game: Any, n: Any = 2, **settings: Any) -> Any:
    return souq.envs.vector(game, n, **settings)


@pytest.mark.parametrize("makes", [many, SouqVectorEnv, *ONE], ids=lambda makes: makes.__name__)
@pytest.mark.parametrize(
    "given, error, said",
    [
        ({"game": "kayro"}, UnknownGame, "Did you mean 'kairo'"),
        ({"game": None}, BadSetting, "by its name, such as 'kairo'"),
        ({"players": 9}, BadPlayers, "2 to 4"),
        ({"players": 0}, BadPlayers, "2 to 4 players, not 0"),
        ({"players": "3"}, BadPlayers, "a whole number, not '3'"),
        ({"options": {"monney": "open"}}, BadOption, "money"),
        ({"options": {"start": "soon"}}, BadOption, "suggested"),
        ({"options": "start:suggested"}, BadOption, "a table of values by name"),
        ({"start": "nowhere"}, UnknownSmall, "It has:|Did you mean"),
        ({"start": {"purse": 3}}, BadPosition, "no field 'purse'"),
        ({"start": {"players": "two"}}, BadPlayers, "a whole number, not 'two'"),
        ({"start": "last_stalls", "options": {"money": "open"}}, BadOption, "leave the options out"),
        ({"start": "last_stalls", "players": 4}, BadPlayers, "is for 2, not 4"),
        ({"start": 7}, BadPosition, r"match.position\(\) or the name of a small game"),
        ({"returns": "fame"}, BadSetting, "'victory', 'points', 'potential'"),
        ({"observation": "pixels"}, BadSetting, "'flat', 'named', 'integers'"),
        ({"through": "no"}, BadSetting, "through is True or False, not 'no'"),
        ({"window": -1}, BadSetting, "0 or more"),
        ({"window": 2.5}, BadSetting, "A window is a whole number"),
        ({"redeal": None}, BadSetting, "redeal is True or False"),
    ],
)
def test_invalid_settings_are_refused_by_name(
    makes: Any, given: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        makes(**{"game": "kairo", **given})


@pytest.mark.parametrize(
    "given, error, said",
    [
        ({"n": 0}, BadSetting, "The number of games cannot be 0; it is 1 or more"),
        ({"n": 2.5}, BadSetting, "The number of games is a whole number, not '2.5'"),
        ({"n": True}, BadSetting, "The number of games is a whole number, not 'True'"),
        ({"threads": -2}, BadSetting, "it is 0 or more"),
        ({"threads": 1.5}, BadSetting, "The number of threads"),
        ({"seed": "a"}, BadSeed, r"A seed is a whole number from 0 to 2\*\*64 - 1, not 'a'"),
        ({"seed": True}, BadSeed, "not 'True'"),
        ({"autoreset": "never"}, BadSetting, "'next', 'same'"),
        ({"observation": "pixels"}, BadSetting, "'records', 'nothing', 'flat'"),
    ],
)
def test_invalid_batch_settings_are_refused_by_name(given: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        many(**{"game": "kairo", **given})


@pytest.mark.parametrize("makes", [*ONE, SouqVectorEnv], ids=lambda makes: makes.__name__)
def test_array_environments_refuse_records_as_observations(makes: Any) -> None:
    with pytest.raises(BadSetting, match="it is one of 'flat', 'named', 'integers'"):
        makes("kairo", observation="records")


def test_a_specification_is_immutable() -> None:
    spec = EnvSpec("kairo", 3)
    with pytest.raises(FrozenInstanceError):
        spec.players = 4  # type: ignore[misc]
    assert spec.table.players == 3 and spec.table is spec.table
