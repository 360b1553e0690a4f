"""What environments are called, and what is said where their extra is missing."""

import doctest
import sys

import pytest

from souq import envs
from souq.engine import registry
from souq.envs import naming


def test_examples():
    assert doctest.testmod(naming).failed == 0


def test_environments_are_called_after_their_game_and_version():
    game = registry.find("desert_bazaar")
    assert naming.zoo_name(game) == "souq_desert_bazaar_v0"
    assert naming.gym_id(game) == "souq/desert_bazaar-v0"
    assert naming.gym_id(game, "selfplay") == "souq/desert_bazaar-selfplay-v0"


@pytest.mark.parametrize(
    "missing, called, make",
    [
        ("pettingzoo", "PettingZoo", lambda: envs.aec("kairo")),
        ("pettingzoo", "PettingZoo", lambda: envs.parallel("kairo")),
        ("gymnasium", "Gymnasium", lambda: __import__("souq.envs.gym")),
        ("gymnasium", "Gymnasium", lambda: __import__("souq.envs.vector_env")),
    ],
)
def test_what_is_missing_is_named_with_how_to_install_it(monkeypatch, missing, called, make):
    for module in ("zoo", "parallel_env", "gym", "vector_env", "spacing"):
        monkeypatch.delitem(sys.modules, f"souq.envs.{module}", raising=False)
        monkeypatch.delattr(envs, module, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "pettingzoo":
        pytest.importorskip("gymnasium")
    with pytest.raises(ModuleNotFoundError, match=rf"needs {called}\. .*python -m pip install '\.\[envs\]'"):
        make()


def test_what_else_is_missing_is_not_blamed_on_the_extra():
    with pytest.raises(ModuleNotFoundError, match="No module named 'souk'"), naming.extra():
        import souk  # noqa: F401
