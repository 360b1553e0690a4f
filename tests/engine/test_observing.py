"""Observations as numbers: the compiled encoder agrees with the declarations, number by number."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from souq.engine.game import Game
from souq.engine.learn.observations import FORMS, Form, Observing
from souq.engine.learn.turning import turned
from souq.engine.rules.meaning import Count, Inner, Meaning, OneOf, Packed, Planes, Seat, Seats, SetOf, words_axes
from souq.engine.rules.record import Field, quiet
from souq.testing import somewhere
from tests.test_contract import GAMES

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def things(of: Meaning | None, numbers: Any, players: int, whole: bool) -> list[float]:
    """Return what one number of a field (or the words of one set) becomes."""
    if isinstance(of, SetOf):
        held = set(of.members(np.ravel(numbers).tolist()))
        return [float(k in held) for k in range(of.n)]
    if isinstance(of, Planes):
        planes = [SetOf(of.n).members(row) for row in np.asarray(numbers).tolist()]
        counts = [sum((k in plane) << digit for digit, plane in enumerate(planes)) for k in range(of.n)]
        return [n if whole else n / (2**of.planes - 1) for n in counts]
    number = int(numbers)
    if isinstance(of, Packed):
        return [min(n, of.most) / (1 if whole else of.most) for n in of.counts(number)]
    if isinstance(of, Seats):
        return [float(number >> seat & 1) for seat in range(players)]
    if isinstance(of, OneOf | Seat):
        n = of.n if isinstance(of, OneOf) else max(of.most, players - 1) + 1
        return [number] if whole else [float(k == number) for k in range(n)]
    assert isinstance(of, Count)
    kept = max(of.least, min(of.most, number))
    return [kept if whole else kept / max(-of.least, of.most, 1)]


def expected(game: Game, field: Field, numbers: Any, players: int, whole: bool) -> list[float]:
    """Return a field of a turned record, number by number, without absent seats."""
    there = np.asarray(numbers)
    for axis in field.seats:
        there = there.take([*range(players), *range(game.max_players, there.shape[axis])], axis)
    places = np.ndindex(there.shape[: there.ndim - words_axes(field.of)])
    return [number for place in places for number in things(field.of, there[place], players, whole)]


def seen(game: Game) -> dict[str, Field]:
    known = {name: f for name, f in game.State.fields.items() if name not in ("key", "draws", "players", "over")}
    return {n: f for n, f in known.items() if not f.derived and not isinstance(f.of, Inner) and n != "n_events"}


@ALL
@pytest.mark.parametrize("form", ["flat", "integers"])
def test_every_number_follows_from_its_field(game: Game, form: Form) -> None:
    for seed in range(4):
        match, _ = somewhere(game, seed)
        view = Observing(game, match.players, form)
        for seat in range(-1, match.players):
            hidden = match.view(seat)
            row = view.of(hidden, seat)
            named = view.named(row)
            for name, field in seen(game).items():
                numbers = turned(game, hidden, seat)[name][0]
                wanted = expected(game, field, numbers, match.players, form == "integers")
                assert named[name].ravel().tolist() == np.array(wanted, view.dtype).tolist(), name
            assert sum(part.size for part in named.values()) == view.size == row.size
            assert (row >= view.low).all() and (row <= view.high).all()


@ALL
def test_a_record_without_events_is_observed_the_same(game: Game) -> None:
    match, _ = somewhere(game, 3)
    view, full = Observing(game, match.players), match.view(0)
    bare = quiet(game.State).new()
    for name in seen(game):
        bare[name] = full[name]
    assert view.of(bare, 0).tobytes() == view.of(full, 0).tobytes()


@ALL
def test_turned_seats_see_the_same(game: Game) -> None:
    for seed in range(4):
        match, _ = somewhere(game, seed)
        view = Observing(game, match.players)
        for seat in range(match.players):
            hidden = match.view(seat)
            assert view.of(hidden, seat).tobytes() == view.of(turned(game, hidden, seat), 0).tobytes()


@ALL
def test_hidden_information_changes_no_number(game: Game) -> None:
    pick = random.Random(7)
    for seed in range(6):
        match, _ = somewhere(game, seed)
        for form in FORMS:
            view = Observing(game, match.players, form)
            for seat in range(-1, match.players):
                key = pick.getrandbits(32), pick.getrandbits(32)
                other = game.bindings.hidden(game.bindings.determinized(match.state, seat, key), seat)
                seen = game.bindings.hidden(match.state, seat)
                assert view.of(other, seat).tobytes() == view.of(seen, seat).tobytes()


def test_many_records_are_observed_in_one_call() -> None:
    game = GAMES[0]
    match, _ = somewhere(game, 1)
    view = Observing(game, match.players)
    seats = np.arange(-1, match.players)
    records = np.concatenate([match.view(int(seat)) for seat in seats]).view(match.state.dtype)
    out = np.full((len(seats), view.size), 9, view.dtype)
    view.into(out, records, seats, 1, 2)
    assert (out[0] == 9).all() and (out[2:] == 9).all(), "only those that are meant are written"
    view.into(out, records, seats)
    assert out.tolist() == [view.of(match.view(int(seat)), int(seat)).tolist() for seat in seats]


def test_an_unknown_form_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="cannot be 'pixels'; it is one of 'flat', 'named', 'integers'"):
        Observing(GAMES[0], 2, "pixels")  # type: ignore[arg-type]
