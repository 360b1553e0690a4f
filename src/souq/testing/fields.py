"""Checks of the fields of a game's state: their values stay within the declared bounds, and seats are only numbers."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import numpy as np
from hypothesis import given

from souq.engine.game import Game
from souq.engine.learn.turning import turned
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.rules.meaning import (
    WIDTH,
    Count,
    Inner,
    Meaning,
    OneOf,
    Packed,
    Planes,
    Seat,
    Seats,
    SetOf,
    least,
    most,
)
from souq.engine.rules.record import Batch, clone
from souq.testing.base import SEEDS, begun, chooser, contract, often, played
from souq.testing.broken import called, difference, fail, listed, same, who

KEYS, MORE = 3, 40
"""How many random draws each decision is tried with: first KEYS, then MORE if the results still differ."""


@contract
def every_field_says_what_it_is(game: Game) -> None:
    """Check that every field is declared, its seat axes are long enough, and positions.py lists derived fields."""
    for name, field in game.State.fields.items():
        if field.of is None:
            fail(
                f"`{name}` of State does not say what its numbers are. Say it where it is declared: "
                f"`num(i8, SEAT)`, `arr(i8, n, of=Count(9), seats=0)` (see souq.engine.rules.meaning)."
            )
        for axis in field.seats:
            if field.shape[axis] < game.max_players:
                fail(
                    f"Axis {axis} of `{name}` counts seats, but has {field.shape[axis]} places for {game.max_players}."
                )
        if isinstance(field.of, Seats) and field.bits <= game.max_players:
            fail(f"`{name}` is a set of seats, but {field.bits} bits are too few for {game.max_players}.")
    derived = {name for name, field in game.State.fields.items() if field.derived}
    if game.positions is not None and (odd := derived - set(game.positions.DERIVED)):
        fail(f"State says that {listed(sorted(odd))} follows from other fields; `DERIVED` of positions.py does not.")


@contract
def numbers_keep_to_their_bounds(game: Game) -> None:
    """Check that fields stay within their bounds, in positions, in views and in positions that positions.py accepts."""
    for players in range(game.min_players, game.max_players + 1):
        allowed = game.positions.bounds(players) if game.positions is not None else {}
        for name, numbers in allowed.items():
            of = game.State.fields[name].of
            if isinstance(of, Count | OneOf | Seat):
                _check_bounds("positions.py allows", name, of, np.array(_ends(numbers)), players)

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = begun(game, seed)
        while True:
            viewer = pick.randint(-1, match.players - 1)
            _check_state(game, match.state, "The position has", match.players)
            _check_state(
                game, game.bindings.hidden(match.state, viewer), f"{who(viewer).capitalize()} sees", match.players
            )
            if match.over or match.ply >= MOST_PLIES:
                return
            seat = chooser(match, pick)
            match.replay(pick.choice([int(choice) for choice in match.legal(seat)]), seat)

    holds()


MOST_PLIES = 400
"""Number of decisions of a random game after which the check stops looking at it."""


def _ends(numbers: Any) -> list[int]:
    known = [int(each) for each in numbers] if not isinstance(numbers, range) else [numbers[0], numbers[-1]]
    return [min(known), max(known)]


def _check_state(game: Game, state: Batch, what: str, players: int) -> None:
    for name, field in game.State.fields.items():
        if field.of is not None and not isinstance(field.of, Inner):
            _check_bounds(what, name, field.of, state[name][0], players)


def _check_bounds(what: str, name: str, of: Meaning, numbers: Any, players: int) -> None:
    """Check that every number in a field is between the minimum and maximum of the field's declaration."""
    low, high = least(of), _highest(of, numbers, players)
    found = np.asarray(numbers, np.int64)
    wrong = found[(found < low) | (found > high)]
    if not wrong.size and isinstance(of, Packed):
        wrong = np.array([n for each in found.ravel().tolist() for n in of.counts(each) if n > of.most])
        low, high = 0, of.most
    if wrong.size:
        fail(
            f"{what} {wrong.ravel()[0]} in `{name}`, which is declared as {_said(of)}: numbers from {low} to "
            f"{np.max(high)}. Declare what it may really hold, or correct the rule."
        )


def _highest(of: Meaning, numbers: Any, players: int) -> Any:
    """Return the largest number that a declaration allows; for a set stored in several words, one number per word."""
    n = of.n if isinstance(of, SetOf | Planes) else 0
    words = -(-n // WIDTH)
    if words > 1:
        return np.array([(1 << min(WIDTH, n - WIDTH * k)) - 1 for k in range(words)])
    return most(of, players)


def _said(of: Meaning) -> str:
    """Return the source code of a field's declaration, such as ``Count(9)``, for a message."""
    if isinstance(of, Count):
        return f"Count({of.most}{f', least={of.least}' if of.least else ''})"
    if isinstance(of, OneOf):
        return f"OneOf({of.n}{', or_none=True' if of.or_none else ''})"
    if isinstance(of, SetOf):
        return f"SetOf({of.n})"
    return repr(of)


# ---- seats are names


@contract
def seats_are_only_names(game: Game) -> None:
    """Check that no rule depends on seat numbers: if all seats move on by some places, everything moves with them.

    Choices, views, points and effects are compared. Fields that chance changes are left out, since random draws may
    reach the seats in another order.
    """

    @given(SEEDS)
    @often(20)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed, 150):
            if match.players > 1:
                _check_turned(match, pick, pick.randrange(1, match.players))

    holds()


def _check_turned(match: Match, pick: random.Random, by: int) -> None:
    game, names = match.game, match.game.choices.turned(by, match.players)
    state = _without_events(match.state)
    other = turned(game, state, by)
    _alike(
        "deciders",
        {_named(match, seat, by) for seat in seats(match.deciders)},
        set(seats(game.bindings.deciders(other))),
    )
    for rule in ("points", "standings"):
        numbers = getattr(game.bindings, rule)(state)
        _alike(rule, numbers[by:] + numbers[:by], getattr(game.bindings, rule)(other))
    for viewer in range(-1, match.players):
        right = turned(game, game.bindings.hidden(state, viewer), by)
        same(game.bindings.hidden(other, _named(match, viewer, by)), right, f"{_MOVED} `hide` shows something else")
    if match.over:
        return
    seat = chooser(match, pick)
    legal = [int(choice) for choice in match.legal(seat)]
    there = game.bindings.legal(other, _named(match, seat, by)).tolist()
    if odd := {names[choice] for choice in legal} ^ set(there):
        fail(
            f"{_MOVED} {called(game, odd)} can be chosen or not. {_RIGHT} A group of choices that are seats says so: "
            '`CHOICES.group("offer", ["1", "2"], seats=True)`.'
        )
    choice = pick.choice(legal)
    _check_made(match, other, by, (seat, choice, names[choice]), pick)


_MOVED = "If everybody moves on by some seats,"
_RIGHT = (
    "Seats should only be names: say which numbers are seats (`SEAT`), and which axes count them (`seats=0`); "
    "where somebody comes first, keep who it is in a field."
)


def _check_made(match: Match, other: Batch, by: int, made: tuple[int, int, int], pick: random.Random) -> None:
    """Check that a decision has the same effect after all seats have moved on, except on fields that chance changes."""
    seat, choice, renamed = made
    for keys in (KEYS, MORE):
        found, right = [], []
        for _ in range(keys):
            key = (pick.getrandbits(32), pick.getrandbits(32))
            right.append(turned(match.game, _decided(match, match.state, seat, choice, key), by))
            found.append(_decided(match, other, _named(match, seat, by), renamed, key))
            if found[-1]["draws"][0] == right[-1]["draws"][0] == 0:
                break
        fixed = [name for name in match.game.State.fields if _fixed(name, found) and _fixed(name, right)]
        one, two = found[0][fixed], right[0][fixed]
        if not (differs := difference(one, two)):
            return
    fail(f"{_MOVED} {called(match.game, [choice])} does something else: {differs}. {_RIGHT}")


def _fixed(name: str, states: list[Batch]) -> bool:
    """Return whether a field has the same value in all these positions, so that chance doesn't affect it."""
    return len({state[name].tobytes() for state in states}) == 1


def _decided(match: Match, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> Batch:
    """Return the position after a decision, with the list of events empty so that positions can be compared."""
    made = _without_events(state)
    made["key"] = key
    match.game.bindings.step(made, seat, choice)
    made["key"] = 0
    return made


def _without_events(state: Batch) -> Batch:
    """Return a copy of a position with an empty list of events, in which new events aren't recorded."""
    made = clone(state)
    made["event"], made["draws"], made["key"], made["n_events"] = 0, 0, 0, -1
    return made


def _named(match: Match, seat: int, by: int) -> int:
    """Return the new number of a seat after all seats have moved on by ``by`` places; -1 stays -1."""
    return seat if seat == NOBODY else (seat - by) % match.players


def _alike(rule: str, right: Collection[int], found: Collection[int]) -> None:
    if right != found:
        fail(f"{_MOVED} `{rule}` gives {found} and not {right}. {_RIGHT}")
