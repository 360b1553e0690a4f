"""The benchmark of environments: its measurements and its report."""

from __future__ import annotations

import json
import math
import sys

import pytest

from bench import envs, peers
from souq.engine import registry
from souq.extras import install

GAMES = [registry.find(name) for name in ("kairo", "marracash")]


def test_a_game_is_measured_completely():
    found = envs.measured(registry.find("marracash"), 0.01)
    rows = list(envs.rows({"marracash": found}))
    assert {row for row in found if row not in (envs.THREADS, envs.SPIEL, envs.CHANCE)} <= set(rows)
    assert {envs.PLAYOUT, envs.SHARE, envs.RAW, envs.GYM, envs.VECTOR} <= set(rows)
    assert all(figure > 0 for row, figure in found.items() if row is not envs.THREADS)
    assert json.loads(json.dumps(envs.document({"marracash": found}, [])))["games"]["marracash"]


def test_the_table_shows_which_targets_are_met():
    figures = {
        "kairo": {envs.SHARE: 0.6, envs.RAW: 99_999.0, envs.PLAYOUT: 6.1e6},
        "marracash": {envs.SHARE: 1.25, envs.RAW: 100_001.0, envs.PLAYOUT: 12.2e6},
    }
    head, _, *lines = envs.table(GAMES, figures).splitlines()
    assert [cell.strip() for cell in head.split("|")[1:-1]][1:] == ["bar", "Kairo, 2", "MarraCash, 3", "met"]
    told = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert [line[1:] for line in told] == [
        ["", "6.1 M", "12.2 M", ""],
        ["≥ 0.600", "0.600", "1.250", "yes"],
        ["≥ 100 k", "100 k", "100 k", "not by Kairo"],
    ]


def test_measurements_on_busy_cores_are_ignored(monkeypatch):
    figures = {game.name: {envs.THREADS: math.nan} for game in GAMES}
    assert "not two of them were idle" in envs.table(GAMES, figures)
    alone, both = [(100.0, 1.0), (100.0, 0.5)], [(190.0, 1.95), (190.0, 1.9)]
    for one, two, found in ((0, 0, [1.9]), (1, 0, []), (0, 1, [])):
        came = iter((alone[one], both[two]))
        monkeypatch.setattr(envs, "by_the_clock", lambda work, seconds, came=came: next(came))
        assert envs.together(int, int, 1.0) == found


def test_missing_peers_are_reported(monkeypatch):
    for name in ("pettingzoo.classic", "pyspiel", "envpool"):
        monkeypatch.setitem(sys.modules, name, None)
    found = list(peers.measured(0.01))
    assert len(found) == len(peers.CLASSICS) + len(peers.SPIELS) + len(peers.POOLS)
    for peer in found:
        assert peer.figure is None and install("peers") in peer.line()


@pytest.mark.parametrize("name", peers.SPIELS)
def test_openspiel_games_are_played_to_the_end(name):
    spiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")
    assert peers.in_spiel(spiel.load_game(name))() > 0
