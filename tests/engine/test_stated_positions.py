"""Positions completed from a few facts, and contradictory positions."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import souq
from souq.engine import registry
from souq.engine.errors import CorruptMatch
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.position import BadPosition, position
from souq.testing.base import said, somewhere
from tests.toy import GAME as TOY

GAMES = registry.games()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_completes_an_empty_position(game: str) -> None:
    pick = random.Random(1)
    for players in range(GAMES[game].min_players, GAMES[game].max_players + 1):
        match = souq.new(game, players, start=souq.position(game, players))
        for _ in range(20):
            if not match.over:
                seat = next(seats(match.deciders))
                match.play_all(said(match, pick, seat), seat)
        assert Match.from_json(match.to_json()).state.tobytes() == match.state.tobytes()


def test_desert_bazaar_from_a_few_facts() -> None:
    """Piles are the cards not in hands, the board follows from its tiles, and a turn begins."""
    tiles, owners = [-1] * 73, [-1] * 73
    tiles[30], owners[30] = 5, 1
    start = souq.position("desert_bazaar", 3, tile=tiles, owner=owners, hand=rows(5, [3, 3, 3, 3], [1] * 4))
    assert start["pile"] == [11] * 4
    assert start["markers"] == [7, 6, 7, 0, 0]
    match = souq.new("desert_bazaar", 3, start=start)
    assert {"roll", "tile left 1"} <= set(map(str, match.legal()))
    assert souq.position("desert_bazaar", **match.position()) == start
    stale = {**match.position(), "open": [0, 0], "offered": 0}
    assert souq.new("desert_bazaar", 3, start=stale).position() == start  # saved matches may be older than the field


def test_marracash_from_a_few_facts() -> None:
    owners = [-1] * 25
    owners[3] = 1
    start = souq.position("marracash", 3, owner=owners, turn=5, cash=[500, 900, 75, 0])
    assert start["signs"] == [6, 5, 6, 0]
    assert souq.new("marracash", 3, start=start).points() == [500, 900, 75]


def test_kairo_from_a_few_facts() -> None:
    """A stall and its expansion determine its size, the supply, where customers can walk and the legal choices."""
    match = souq.new("kairo", 2, seed=1, options={"start": "suggested"})
    plain = match.position()
    start = souq.position(
        "kairo", 2, money=rows(4, [3] * 6, [0] * 6, [0] * 6), **facts(plain, "stall", "entry", "stands")
    )
    assert start["sizes"] == plain["sizes"]
    assert start["reach"] == plain["reach"]
    assert start["phase"] == plain["phase"]


def test_chatuchak_from_a_grid() -> None:
    grid = souq.new("chatuchak", 1, seed=3).position()["booths"]
    start = souq.position("chatuchak", 1, booths=grid)
    assert start["start"] == grid
    assert souq.new("chatuchak", 1, start=start).points() == [-201]


def test_grand_bazaar_from_hands() -> None:
    hands = [[0] * 25 for _ in range(6)]
    hands[0][3], hands[1][0], hands[2][24] = 2, 3, 1
    start = souq.position("grand_bazaar", 3, hand=hands, talents=[5, 0, 9, 0, 0, 0])
    assert start["kinds"][:3] == [[2, 0, 0, 0, 0], [3, 0, 0, 0, 0], [0, 0, 0, 0, 1]]
    assert sum(start["pile"]) == start["below"] == 125 - 6 - 12 - 1


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("desert_bazaar", {"pile": [0] * 4}, "pile: .* Water are in hands and in the pile; there are 15"),
    ("desert_bazaar", {"phase": 17}, r"phase: 17 makes no sense there; it is one of 1 \(WILD\)"),
    ("desert_bazaar", {"player": 4}, "player: 4 makes no sense there; numbers go from 0 to 2"),
    ("desert_bazaar", {"hand": [1, 2]}, "hand: a position needs 5 × 4 whole numbers here"),
    ("desert_bazaar", {"camels": 3}, "has no field 'camels'"),
    ("marracash", {"inside": 15}, "inside: 15 makes no sense there"),
    ("marracash", {"cash": [13, 0, 0, 0]}, "cash: 13 makes no sense there; .* in steps of 25"),
    ("marracash", {"phase": 2}, "lot: it names a shop if and only if"),
    ("marracash", {"signs": [6, 6, 9, 0]}, "signs: seat 2 has 9"),
    ("kairo", {"stands": [-1] * 6}, "stands: 6 customers are off the board"),
    ("kairo", {"tiles": [[-1, 0, 0]] * 6}, "tiles: -1 makes no sense there; numbers go from 0 to 9223372036854775807"),
    ("kairo", {"deck": 0}, "deck: of card kind 0"),
    ("kairo", {"act": 7}, "act: that is not done in phase"),
    ("chatuchak", {"booths": [[0] * 5] * 5}, "booths: seat 0 has 0 red booths; there are"),
    ("chatuchak", {"passed": 7}, "passed: the player who is asked"),
    ("grand_bazaar", {"talents": [0, 0, 0, 5, 0, 0]}, "talents: seat 3 is not at the table"),
    ("grand_bazaar", {"discard": [1] * 25}, "pile: there are 4 cards of"),
    ("grand_bazaar", {"asks": 9}, "asks: others see BID then"),
]


@pytest.mark.parametrize(("game", "edits", "said"), WRONG, ids=lambda each: str(each)[:30])
def test_contradictions_are_named(game: str, edits: dict[str, Any], said: str) -> None:
    """Where the position is made, where a match begins from it, and in a file."""
    match = souq.new(game, 3, seed=1)
    start = {**match.position(), **edits}
    with pytest.raises(BadPosition, match=said):
        souq.position(game, **start)
    with pytest.raises(BadPosition, match=said):
        souq.new(game, 3, start=start)
    with pytest.raises(CorruptMatch, match=said):
        Match.from_json(json.loads(json.dumps({**match.to_json(), "start": start})))


def test_an_auction_with_an_absent_seat_is_refused() -> None:
    """A fourth of three bidders would block the auction for ever."""
    match = souq.new("marracash", 3, seed=1)
    match.play(next(choice for choice in match.legal() if str(choice).startswith("auction")))
    start = match.position()
    souq.new("marracash", 3, start=start)
    with pytest.raises(BadPosition, match="inside: 15 makes no sense there; numbers go from 0 to 7"):
        souq.new("marracash", 3, start={**start, "inside": 15})


def test_a_game_without_a_positions_module_is_checked_by_playing() -> None:
    match = Match(TOY, 2, seed=1)
    assert TOY.positions is None
    assert Match(TOY, 2, start=match.position()).legal() == match.legal()
    with pytest.raises(BadPosition, match="over: it is 7"):
        Match(TOY, 2, start={**match.position(), "over": 7})


def rows(n: int, *first: list[int]) -> list[list[int]]:
    """Return ``n`` rows: those given, then rows of zeros."""
    return [*first, *[[0] * len(first[0])] * (n - len(first))]


def facts(position: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return some fields of a position."""
    return {name: position[name] for name in names}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_begin_from_any_determinized_position(game: str) -> None:
    """A deal for a seat that does not know the position is valid, to the last field."""
    for seed in range(6):
        match, _ = somewhere(GAMES[game], seed)
        for viewer in range(-1, match.players):
            world = position(GAMES[game].bindings.determinized(match.state, viewer, (seed, 7)))
            begun = Match(GAMES[game], match.players, options=match.options, start=world)
            passing = dict.fromkeys(("key", "draws", "told", "event"), 0)
            assert {**begun.position(), **passing} == {**world, **passing}


STALE: list[tuple[str, str, str]] = [
    ("chatuchak", "strength", r"strength\[0\]\[0\]"),
    ("desert_bazaar", "offered", "offered"),
    ("grand_bazaar", "below", "below"),
    ("kairo", "supply", r"supply\[0\]"),
    ("marracash", "asked", r"asked\[0\]"),
]


@pytest.mark.parametrize(("game", "name", "place"), STALE, ids=lambda each: str(each)[:20])
def test_an_inconsistent_derived_field_is_refused_with_both_values(game: str, name: str, place: str) -> None:
    plain = souq.position(game, **souq.new(game, 3, seed=1).position())
    assert souq.position(game, **plain) == plain
    follows = np.ravel(plain[name])[0]
    stale = np.array(plain[name])
    stale.flat[0] = follows + 1
    with pytest.raises(BadPosition, match=rf"{place}: it is {follows + 1}, but the other fields make it {follows}\."):
        souq.position(game, **{**plain, name: stale.tolist()})
    assert souq.position(game, **{key: value for key, value in plain.items() if key != name}) == plain


def test_every_derived_field_is_compared() -> None:
    """Except those of the current decision, in every game."""
    for name, game in GAMES.items():
        plain = souq.new(name, game.company, seed=2).position()
        for field in game.positions.DERIVED if game.positions else ():
            value = np.array(plain[field])
            with pytest.raises(BadPosition, match=f"^{field}"):
                souq.position(name, **{**plain, field: np.where(value == 0, 1, 0).tolist()})
