"""Players' clocks over courses of events at a table, with people, bots and races."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.server.core.clocks import terms as agreed
from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.clocks.terms import Terms
from souq.server.core.live.player_clocks import Moment, clocks_of, is_out, next_due, overdue, reckon
from souq.server.core.store.rows import SeatRow, TableRow

SEATS = 3
LIVE, DAYS = Terms("live", 300, 10), Terms("days", 86_400)
WALL = ClockOffsets()


class Playing:
    """The part of a match that clocks need."""

    def __init__(self, racing: bool = False, clock: object = None) -> None:
        self.racing, self.clock = racing, clock


def table(terms: Terms | None, waits: int = 0b001, kinds: str = "ppp") -> TableRow:
    """Return a table in play that has just begun."""
    names = {"p": "person", "b": "bot"}
    seats = [SeatRow(n, cast(Any, names[kind]), token_hash=b"%d" % n) for n, kind in enumerate(kinds)]
    row = TableRow("t", "toy", "1", SEATS, {}, b"", 0.0, 0.0, "playing", deciders=waits, seats=seats)
    row.timing = agreed.to_json(terms)
    return row


def then(old: TableRow | None, row: TableRow, now: float, racing: bool = False, came: float | None = None) -> TableRow:
    """Return the table after a command."""
    moment = Moment(now if came is None else came, now, 1e9 + now)
    reckon(old, row, cast(Any, Playing(racing)), moment)
    return row


def left(row: TableRow, now: float) -> list[float]:
    """Return everybody's remaining time."""
    return [round(bank.at(now, WALL), 6) for bank in clocks_of(row)]


def test_clocks_run_in_turn_and_get_an_increment() -> None:
    row = then(None, table(LIVE), 100)
    assert left(row, 130) == [270, 300, 300]
    row = then(row, replace(row, deciders=0b010), 130)
    assert left(row, 130) == [280, 300, 300]
    assert left(row, 150) == [280, 280, 300]
    assert row.reckoned == 130 and next_due(row, 150, WALL) == 430


def test_drafts_and_undo_do_not_affect_clocks() -> None:
    row = then(None, table(LIVE), 100)
    before = row.clocks
    for now in (110.0, 120.0):
        row = then(row, replace(row, ply=int(now)), now)
        assert row.clocks == before


def test_the_clocks_of_all_deciders_run() -> None:
    row = then(None, table(LIVE, 0b111), 0)
    row = then(row, replace(row, deciders=0b101), 20)
    assert left(row, 50) == [250, 290, 250]


def test_clocks_pause_during_a_race() -> None:
    row = then(None, table(LIVE), 0)
    row = then(row, replace(row, deciders=0b111), 50, racing=True)
    assert left(row, 5000) == [250, 300, 300], "and no increment: the turn is not over"
    row = then(row, replace(row, deciders=0b010), 5000)
    assert left(row, 5010) == [250, 290, 300]


def test_a_queued_command_counts_from_its_arrival() -> None:
    row = then(None, table(LIVE), 0)
    row = then(row, replace(row, deciders=0b010), 40, came=10)
    assert left(row, 40) == [300, 300, 300]


def test_an_expired_seat_is_out_until_a_bot_ends_the_turn() -> None:
    row = then(None, table(LIVE), 0)
    assert overdue(row, 299, WALL) == [] and overdue(row, 300, WALL) == [0]
    seats = [replace(row.seats[0], kind="bot"), *row.seats[1:]]
    row = then(row, replace(row, seats=seats), 300)
    assert is_out(row, 0) and overdue(row, 9000, WALL) == [] and next_due(row, 9000, WALL) is None
    row = then(row, replace(row, deciders=0b010), 301)
    assert left(row, 301) == [10, 300, 300] and not is_out(row, 0)


def test_days_per_turn_restart_with_every_turn() -> None:
    row = then(None, table(DAYS), 0)
    row = then(row, replace(row, deciders=0b010), 80_000)
    assert left(row, 80_000) == [86_400] * 3
    seats = [row.seats[0], replace(row.seats[1], kind="bot"), row.seats[2]]
    row = then(row, replace(row, seats=seats), 170_000)
    assert left(row, 170_000)[1] == 0
    assert left(then(row, replace(row, deciders=0b100), 170_001), 170_001) == [86_400] * 3


def test_a_new_player_in_a_left_seat_has_time() -> None:
    row = then(None, table(LIVE), 0)
    row = then(row, replace(row, seats=[replace(row.seats[0], kind="bot"), *row.seats[1:]]), 300)
    new = replace(row.seats[0], kind="person", token_hash=b"new")
    row = then(row, replace(row, seats=[new, *row.seats[1:]]), 400)
    assert left(row, 400) == [10, 300, 300] and overdue(row, 410, WALL) == [0]


def test_without_clocks_only_the_deciders_are_stored() -> None:
    row = then(None, table(None), 0)
    assert row.clocks == {"asked": [1e9, 0.0, 0.0]} and row.reckoned == 0
    row = then(row, replace(row, ply=1), 10)
    assert row.clocks == {"asked": [1e9, 0.0, 0.0]}, "since it was first asked"


@pytest.mark.parametrize("terms", [LIVE, DAYS], ids=["live", "days"])
@given(
    st.lists(
        st.tuples(
            st.integers(0, 0b111), st.booleans(), st.floats(0, 500), st.sampled_from(("ppp", "bpp", "pbp", "bbb"))
        ),
        max_size=25,
    )
)
def test_increments_come_only_at_the_end_of_a_turn(terms: Terms, story: list[tuple[int, bool, float, str]]) -> None:
    now, row = 0.0, then(None, table(terms), 0)
    for waits, racing, passes, kinds in story:
        now += passes
        before = left(row, now)
        seats = [
            replace(seat, kind=cast(Any, {"p": "person", "b": "bot"}[k]))
            for seat, k in zip(row.seats, kinds, strict=True)
        ]
        ended = row.deciders & ~waits
        row = then(row, replace(row, deciders=waits, seats=seats), now, racing)
        for seat, (was, is_) in enumerate(zip(before, left(row, now), strict=True)):
            most = terms.increment if terms.kind == "live" else terms.bank
            gained = is_ - was
            assert abs(gained) < 1e-5 or (ended >> seat & 1 and 0 < gained < most + 1e-5)
        for seat, bank in enumerate(clocks_of(row)):
            asked = waits >> seat & 1 and not racing and kinds[seat] == "p"
            assert (bank.since is not None) == bool(asked)
