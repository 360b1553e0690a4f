"""Validation of positions: the allowed values of each field, and computation of the fields that follow from others."""

from __future__ import annotations

from souq.engine.match.validation import Allowed, check_blank, require
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak.rules.clock import DIE, SPACES
from souq.games.chatuchak.rules.market import renew
from souq.games.chatuchak.rules.turn import MOST_MOVES, still_in
from souq.games.chatuchak.state import (
    BOX,
    CELLS,
    COLOURS,
    FULL,
    NAMES,
    NOBODY,
    ROUNDS,
    SIDES,
    TOKENS,
    Mode,
    Rule,
    State,
)

DERIVED = ("hole", "groups", "parts", "run", "block", "strength")
ENDS = (Rule.CH_T09, Rule.CH_C04, Rule.CH_V01, Rule.CH_V03, Rule.CH_V04, Rule.CH_V05, Rule.CH_V06)


def bounds(players: int) -> dict[str, Allowed]:
    """Return the values that each field allows in a game with this number of players."""
    seat, seat_or_none, seats = range(players), range(-1, players), range(1 << players)
    modes = (Mode.SOLO,) if players == 1 else (Mode.GOALS, Mode.SPEED, Mode.TICKS)
    return {
        "mode": modes, "first": seat, "player": seat, "passed": seats, "solved": seats, "ended": (0, *ENDS),
        "rounds": range(1, ROUNDS + 1), "tent": range(SPACES + 1), "need": range(1, DIE + 1), "rolled": range(DIE + 1),
        "mix": range(2), "side": range(len(SIDES) + 1), "start": range(FULL + 1), "booths": range(FULL + 1),
        "trail": range(-1, CELLS), "moves": range(MOST_MOVES + 1), "holder": seat_or_none, "token": seat_or_none,
        "general": range(TOKENS + 1),
    }  # fmt: skip


def complete(s: State, given: frozenset[str]) -> None:
    """Fill in fields not in ``given``: booths or start grids (from each other), the seat on turn, and tokens."""
    if "booths" in given and "start" not in given:
        s.start = [list(row) for row in s.booths]
        s.side = [0] * len(s.side)
    elif "booths" not in given:
        s.booths = [list(row) for row in s.start]
    if "player" not in given:
        s.player = s.first
    if "token" not in given:
        s.token = list(s.holder)


def check(s: State) -> None:
    """Check that every market has all its booths, and that the seat on turn can act.

    Raises:
        BadPosition: the position is impossible in a game.
    """
    check_blank(s, "start", "booths", "moves", "general", "side")
    check_blank(s, "trail", blank=-1)
    for name in ("start", "booths"):
        for seat in range(s.players):
            _check_market(name, seat, getattr(s, name)[seat])
    for marker, holder in enumerate(s.holder):
        held = holder != NOBODY or s.token[marker] == NOBODY
        require(held, f"token: nobody has won marker {marker}, so nobody has its token.")
    if s.mode != Mode.GOALS:
        require(set(s.holder) == {NOBODY}, "holder: there are markers in the main game only.")
        require(not any(s.general), "general: there are tokens in the main game only.")
    require(
        (s.ended != 0) == (s.over == 1),
        "ended: it names the rule that ended the game, if and only if the game is over.",
    )
    if not s.over:
        _check_turn(s)


def _check_market(name: str, seat: int, row: list[int]) -> None:
    for colour, kind in enumerate(BOX.colours):
        there = row[colour].bit_count()
        require(
            there == kind.booths,
            f"{name}: seat {seat} has {there} {NAMES[colour]} booths; there are {kind.booths}.",
        )
    once = sum(row) == row[0] | row[1] | row[2] | row[3] | row[4]
    require(once, f"{name}: two booths of seat {seat} are on the same cell.")


def _check_turn(s: State) -> None:
    require(s.passed >> s.player & 1 == 0, "passed: the player who is asked has not passed.")
    require(s.tent < SPACES, "tent: it has reached the last space, so the game is over.")
    before = sum(1 << (s.first + step) % s.players for step in range((s.player - s.first) % s.players))
    ticking = s.mode == Mode.TICKS and s.solved & ~before == 0
    require(not s.solved or ticking, "solved: a seat has solved its market, so the game is over.")
    if s.mode == Mode.SPEED:
        first = interpreted(still_in)(s, 0)
        require(s.player == first, f"player: it must be {first}, the first seat still in the race.")
    if s.mode != Mode.GOALS:
        for seat in range(s.players):
            left = s.passed >> seat & 1 == 1 or s.solved >> seat & 1 == 1 or s.moves[seat] < MOST_MOVES
            require(left, f"moves: seat {seat} has made all its {MOST_MOVES}, so it is out.")


def derive(s: State) -> None:
    """Compute the derived fields: the gap of every market, its groups, and the strengths that they give."""
    for seat, row in enumerate(s.booths):
        empty = FULL & ~(row[0] | row[1] | row[2] | row[3] | row[4])
        s.hole[seat] = empty.bit_length() - 1 if seat < s.players else 0
        s.groups[seat] = [[0] * len(found) for found in s.groups[seat]]
        s.run[seat], s.block[seat] = [0] * COLOURS, [0] * COLOURS
        for colour in range(COLOURS):
            interpreted(renew)(s, seat, colour)
