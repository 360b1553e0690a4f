"""What no command does: a bot's decisions, what a seat has left an order or an answer for, what time decides.

Each is made, stored and shown as anybody's (:func:`souq.table.commands.commit`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from souq.engine.decision import NOBODY
from souq.engine.errors import IllegalChoice
from souq.table import orders, sharing
from souq.table.commands import Outcome, commit, leave_order, thrown_away_on_failure
from souq.table.errors import Stale
from souq.table.protocol import fresh_key
from souq.table.tables import Live
from souq.table.turns import nothing_comes
from souq.table.views import SPECTATOR

if TYPE_CHECKING:
    from souq.table.house import House

LOG = logging.getLogger("souq.table")


async def wait_for_shares(house: House, table_id: str) -> bool:
    """Wait until a share comes, or for none any more, in which case the game begins; False when none is waited for."""
    async with house.tables.hold(table_id) as live:
        if not live.row.sealed_at:
            return False
        left = sharing.time_left(house, live.row)
        if not left:
            with thrown_away_on_failure(house, live):
                await commit(house, live, NOBODY, "begin", fresh_key(), Outcome(begins=True))
    if left:
        await house.hub.next_change(table_id, left)
    return True


async def choose_for_bot(house: House, table_id: str, seat: int, choices: Sequence[int], stamp: int) -> None:
    """Make what a bot has decided, if the table still waits for it.

    Raises:
        Stale: it does not, or in a race somebody else has made it impossible.
    """
    async with house.tables.hold(table_id) as live:
        _check_waits(live, seat, stamp)
        if live.seat(seat).kind != "bot" or (live.racing and not _still_legal(live, seat, choices)):
            raise Stale
        with thrown_away_on_failure(house, live):
            match = live.playing
            before = match.view(SPECTATOR).tobytes()
            match.play_all(choices, seat)
            if live.must_confirm(seat):
                match.confirm()
            await commit(house, live, seat, "choose", fresh_key(), Outcome(moved=True))
            live.hushed = match.view(SPECTATOR).tobytes() == before


async def choose_as_left(house: House, table_id: str, seat: int, stamp: int) -> None:
    """Make the decision that a seat has left an order or an answer for.

    An order that has nothing to say to it is dropped.

    Raises:
        Stale: the table does not wait for it any more.
    """
    async with house.tables.hold(table_id) as live:
        _check_waits(live, seat, stamp)
        ordered = seat in live.orders
        numbers = orders.chosen(live, seat) if ordered else orders.replied(live, seat)
        if not ordered and not numbers:
            raise Stale
        with thrown_away_on_failure(house, live):
            try:
                if numbers:
                    live.playing.play_all(numbers, seat)
            except IllegalChoice as error:  # the game's mistake: the seat decides itself
                LOG.error("What seat %s had left at table %s was dropped: %s", seat, table_id, error)
                numbers = None
            if not numbers:
                return await (leave_order(house, live, seat, None) if ordered else _drop_answers(house, live, seat))
            live.playing.confirm()
            await commit(house, live, seat, "choose", fresh_key(), Outcome(moved=True))


async def choose_for_time(house: House, table_id: str, key: str) -> None:
    """Make the decision of a clock that has run out, or towards which nothing comes; what is not settled is taken back.

    Raises:
        Stale: it has not, or it is another clock that runs.
    """
    async with house.tables.hold(table_id) as live:
        clock = live.clock
        if clock is None or clock.key != key or (live.time_left > 0 and not nothing_comes(live)):
            raise Stale
        with thrown_away_on_failure(house, live):
            match = live.playing
            if match.can_undo or live.row.held is not None:
                drafter = NOBODY if match.drafter is None else match.drafter
                while match.can_undo:
                    match.undo()
                await commit(house, live, drafter, "reset", fresh_key(), Outcome(moved=True))
            match.play(clock.choice, NOBODY)
            await commit(house, live, NOBODY, "choose", fresh_key(), Outcome(moved=True))


def _check_waits(live: Live, seat: int, stamp: int) -> None:
    """Raise ``Stale`` unless the table waits for a seat as it did."""
    if live.row.state != "playing" or live.stamp(seat) != stamp or not live.waits_for >> seat & 1:
        raise Stale


def _still_legal(live: Live, seat: int, choices: Sequence[int]) -> bool:
    """Whether a seat can make these choices as one, whatever others have done since it thought of them."""
    try:
        return live.playing.check(choices, seat) == seat
    except IllegalChoice:
        return False


async def _drop_answers(house: House, live: Live, seat: int) -> None:
    """Switch a seat's standing answers off."""
    for name in live.answers.pop(seat, ()):
        await house.storage.switch(live.row.id, seat, name, on=False)
    live.rest()
    house.hub.publish_to(live.row.id, seat)
