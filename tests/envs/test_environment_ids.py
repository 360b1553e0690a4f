"""IDs of environments, and the error if an extra is missing."""

import doctest
import re
import sys

import pytest

from souq import envs
from souq.engine import registry
from souq.envs import naming
from souq.extras import MissingExtra, install


def test_examples():
    assert doctest.testmod(naming).failed == 0


def test_environment_ids_contain_game_and_version():
    game = registry.find("desert_bazaar")
    assert naming.zoo_name(game) == "souq_desert_bazaar_v0"
    assert naming.gym_id(game) == "souq/desert_bazaar-v0"
    assert naming.gym_id(game, "selfplay") == "souq/desert_bazaar-selfplay-v0"


@pytest.mark.parametrize(
    "missing, make",
    [
        ("pettingzoo", lambda: envs.aec("kairo")),
        ("pettingzoo", lambda: envs.parallel("kairo")),
        ("gymnasium", lambda: __import__("souq.envs.gym")),
        ("gymnasium", lambda: __import__("souq.envs.vector_env")),
    ],
)
def test_a_missing_package_is_named_with_its_install_command(monkeypatch, missing, make):
    for module in ("zoo", "parallel_env", "gym", "vector_env", "spacing"):
        monkeypatch.delitem(sys.modules, f"souq.envs.{module}", raising=False)
        monkeypatch.delattr(envs, module, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "pettingzoo":
        pytest.importorskip("gymnasium")
    with pytest.raises(MissingExtra, match=f"needs {missing}, .*{re.escape(install('envs'))}"):
        make()
