"""Public names: modules, games, signatures, and representations of objects."""

from __future__ import annotations

import inspect
import subprocess
import sys
from dataclasses import fields
from typing import get_args

import pytest

import souq
import souq.envs
import souq.gpu
from souq.engine import registry
from souq.envs.play import Play
from souq.envs.spec import AUTORESETS, OBSERVATIONS, RETURNS, Autoreset, BatchSettings, EnvSpec, Returns, Settings
from souq.envs.vectors import Vector


def test_only_public_names_are_listed() -> None:
    assert dir(souq) == ["__version__", "envs", "games", "load", "new", "position", "verify"]
    assert dir(souq.envs) == ["advantages", "aec", "gym", "openspiel", "parallel", "vector"]
    with pytest.raises(AttributeError, match="no attribute 'gams'"):
        souq.gams  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'gymn'"):
        souq.envs.gymn  # type: ignore[attr-defined]  # noqa: B018


def test_every_listed_name_can_be_imported() -> None:
    program = """
import souq
assert souq.games() == sorted(souq.games()) and souq.games.kairo.GAME.name in souq.games()
from souq.games import card
assert callable(card) and callable(souq.envs.vector)
for name in dir(souq):
    getattr(souq, name)
import importlib.util
for name, needed in (("gym", "gymnasium"), ("openspiel", "pyspiel")):
    if importlib.util.find_spec(needed):
        assert getattr(souq.envs, name).__name__ == f"souq.envs.{name}"
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_games_are_listed_by_name() -> None:
    assert souq.games() == sorted(registry.games())


@pytest.mark.parametrize("makes", [souq.envs.vector, souq.gpu.vector])
def test_every_setting_of_a_batch_is_in_its_signature(makes: object) -> None:
    told, made = (inspect.signature(each).parameters for each in (makes, Vector))  # type: ignore[arg-type]
    assert not [name for name, each in told.items() if each.kind is inspect.Parameter.VAR_KEYWORD]
    settings = {name: each.default for name, each in made.items() if makes is souq.envs.vector or name != "threads"}
    assert {name: each.default for name, each in told.items()} == settings
    assert {told[name].annotation for name in ("returns", "observation", "autoreset")} == {
        "Returns", "Observation", "Autoreset",
    }  # fmt: skip
    with pytest.raises(TypeError, match=r"^vector\(\) got an unexpected keyword argument 'observaton'$"):
        makes("kairo", 2, observaton="flat")  # type: ignore[operator]


def test_settings_have_their_declared_types() -> None:
    declared = {field.name: field.type for field in fields(EnvSpec)}
    typed = {name: each.__forward_arg__ for name, each in BatchSettings.__annotations__.items()}
    assert typed.items() <= declared.items() and Settings.__annotations__.keys() < BatchSettings.__annotations__.keys()


@pytest.mark.parametrize("name", ["n", "seed", "threads", "autoreset"])
def test_single_environments_refuse_batch_settings(name: str) -> None:
    for makes in (Play, souq.envs.aec, souq.envs.parallel, souq.envs.gym.SouqEnv):
        assert name not in inspect.signature(makes).parameters
        with pytest.raises(TypeError, match=f"got an unexpected keyword argument '{name}'"):
            makes("kairo", **{name: 1})


def test_literal_types_match_the_valid_values() -> None:
    from souq.engine.learn.observations import FORMS, Form
    from souq.envs.spec import Observation

    assert OBSERVATIONS == get_args(Observation) == ("records", "nothing", *get_args(Form)) and get_args(Form) == FORMS
    assert get_args(Returns) == RETURNS and get_args(Autoreset) == AUTORESETS


def test_the_repr_of_a_game_shows_its_state() -> None:
    play = Play("kairo", 3)
    assert repr(play) == "<Play of Kairo, 3 players, flat: no game begun>"
    play.reset(seed=1)
    assert repr(play) == f"<Play of Kairo, 3 players, flat: seat {play.seat} to choose>"


def test_the_repr_of_an_environment_shows_its_game() -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")
    play = "<Play of Kairo, 2 players, flat: no game begun>"
    assert repr(souq.envs.aec("kairo", wrapped=False)) == f"<SouqAEC of {play}>"
    assert repr(souq.envs.aec("kairo")) == f"<wrapped <SouqAEC of {play}>>"
    assert repr(souq.envs.parallel("kairo")) == f"<SouqParallel of {play}>"
    assert repr(souq.envs.gym.SouqEnv("kairo")) == f"<SouqEnv in seat 0 of {play}>"


def test_the_repr_of_a_batch_shows_its_settings() -> None:
    assert repr(souq.envs.vector("kairo", 3)) == (
        "<Vector of 3 games of Kairo, 2 players, observation='records', autoreset='same'>"
    )
    games = souq.envs.vector("kairo", 3, observation="flat", autoreset="next")
    assert repr(games) == "<Observed of 3 games of Kairo, 2 players, observation='flat', autoreset='next'>"
    assert repr(games.view) == f"<Observing of Kairo, 2 players, flat: {len(games.view.parts)} fields in 7486 numbers>"
