"""Views with seats renumbered from the viewer: each field's meaning decides how it is turned."""

from __future__ import annotations

import random

import pytest

from souq.engine.game import Game
from souq.engine.learn.turning import turned
from souq.engine.rules.meaning import SEAT, Count, Seat, Seats
from souq.engine.rules.record import Batch, GameRecord, arr, i8, i16, num
from souq.testing import somewhere
from tests.test_contract import GAMES


class Bazaar(GameRecord):
    player = num(i8, SEAT)
    owner = arr(i8, 3, of=Seat(4))
    out = num(i8, Seats())
    goods = arr(i8, 5, 2, of=Count(9), seats=0)
    bids = arr(i8, 2, 4, of=Count(9), seats=1)
    debts = arr(i8, 4, 4, of=Count(9), seats=(0, 1))
    rows = arr(i8, 4, of=Count(9))
    event = arr(i16, 2, 6)


def bazaar() -> Batch:
    made = Bazaar.new()
    made["players"], made["player"], made["out"], made["key"] = 3, 2, 0b011, (7, 8)
    made["owner"] = (-1, 0, 4)
    made["goods"] = [[[0, 1], [2, 3], [4, 5], [0, 0], [8, 9]]]
    made["bids"] = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    made["debts"][0, 0, 1], made["debts"][0, 2, 0] = 5, 6
    made["rows"] = [[1, 2, 3, 4]]
    made["event"][0, 0] = [1, -1, 2, 0, 0, 0]
    return made


def test_every_seat_number_is_turned() -> None:
    seen = turned(Bazaar, bazaar(), by=2)[0]
    assert seen.player == 0
    assert seen.owner.tolist() == [-1, 1, 4]  # nobody, seat 0, and a neutral owner
    assert seen.out == 0b110
    assert seen.goods.tolist() == [[4, 5], [0, 1], [2, 3], [0, 0], [8, 9]]
    assert seen.bids.tolist() == [[3, 1, 2, 4], [7, 5, 6, 8]]
    assert [(int(p), int(q), int(seen.debts[p][q])) for p, q in zip(*seen.debts.nonzero(), strict=True)] == [
        (0, 1, 6),
        (1, 2, 5),
    ]


def test_nothing_else_changes() -> None:
    before = bazaar()
    seen = turned(Bazaar, before, by=2)
    for name in ("players", "rows", "key", "event"):
        assert seen[name].tobytes() == before[name].tobytes()
    assert before.tobytes() == bazaar().tobytes(), "the position itself stays as it is"


def test_a_spectators_view_is_not_turned() -> None:
    assert turned(Bazaar, bazaar(), by=-1).tobytes() == bazaar().tobytes()


def test_fewer_seats_turn_among_themselves() -> None:
    assert turned(Bazaar, bazaar(), by=1, players=2)[0].goods.tolist()[:3] == [[2, 3], [0, 1], [4, 5]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_full_turn_gives_the_same_position(game: Game) -> None:
    for seed in range(4):
        match, _ = somewhere(game, seed)
        for seat in range(-1, match.players):
            seen = match.view(seat) if seat >= 0 else match.state
            step = seen
            for by in range(1, match.players + 1):
                step = turned(game, step, 1)
                assert step.tobytes() == turned(game, seen, by % match.players).tobytes()
            assert step.tobytes() == seen.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_turned_view_contains_nothing_hidden(game: Game) -> None:
    pick = random.Random(5)
    for seed in range(6):
        match, _ = somewhere(game, seed)
        for seat in range(match.players):
            other = game.bindings.determinized(match.state, seat, (pick.getrandbits(32), pick.getrandbits(32)))
            seen, again = (game.bindings.hidden(state, seat) for state in (match.state, other))
            assert turned(game, seen, seat).tobytes() == turned(game, again, seat).tobytes()
