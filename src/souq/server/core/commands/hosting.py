"""Commands of the host: remove a player before the game begins, mute a player, allow free chat."""

from __future__ import annotations

from dataclasses import replace

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller, Outcome
from souq.server.core.live import leaving, removals
from souq.server.core.live.live import Live
from souq.server.core.live.talking import may_be_muted
from souq.server.errors import NotAllowed, Refused


def remove(live: Live, caller: Caller, command: protocol.Remove) -> Outcome:
    """Open a player's seat again before the game has begun; their token and the old invitation become invalid."""
    _check_host(live, caller, "remove somebody")
    seat = live.seat(command.seat)
    if live.row.state != "waiting" or live.row.sealed_at:
        raise Refused("The game has begun, so nobody can be removed.")
    if seat.seat == caller.seat:
        raise Refused("That’s your own seat.")
    if not may_be_muted(seat):
        raise Refused("Nobody is sitting there.")
    return Outcome(seats=[leaving.opened(seat)], removed=removals.keys(seat.person_id, seat.token_hash))


def mute_for_all(live: Live, caller: Caller, command: protocol.MuteForAll) -> Outcome:
    """Mute a player at this table for everybody, or let them chat again."""
    _check_host(live, caller, "mute somebody for everybody")
    seat = live.seat(command.seat)
    if seat.seat == caller.seat:
        raise Refused("That’s your own seat.")
    if command.on and not may_be_muted(seat):
        raise Refused("There’s nobody in that seat to mute.")
    return Outcome(pending_choice=live.row.pending_choice, seats=[replace(seat, hushed=command.on)])


def talk(live: Live, caller: Caller, command: protocol.Talk) -> Outcome:
    """Allow free chat at this table, or quick phrases only."""
    _check_host(live, caller, "choose how people talk here")
    return Outcome(pending_choice=live.row.pending_choice, talk="free" if command.free else "phrases")


def _check_host(live: Live, caller: Caller, what: str) -> None:
    if caller.seat == SPECTATOR or caller.seat != live.row.host:
        raise NotAllowed(f"Only the host can {what}.")
