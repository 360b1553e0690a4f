"""What its fields say they are: numbers within their bounds, and seats that are only names."""

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
"""With so many keys of chance a decision is made to see what chance changes, and before it is said what it does not."""


@contract
def every_field_says_what_it_is(game: Game) -> None:
    """Every field of the State is declared; axes of seats have room for all; what follows from others does."""
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
    """In true positions, in what is shown of them, and in those that somebody may make up."""
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
            _check_state(game, game.bindings.hidden(match.state, viewer), f"{who(viewer)} is shown", match.players)
            if match.over or match.ply >= MOST_PLIES:
                return
            seat = chooser(match, pick)
            match.replay(pick.choice([int(choice) for choice in match.legal(seat)]), seat)

    holds()


MOST_PLIES = 400
"""How far a random game is followed."""


def _ends(numbers: Any) -> list[int]:
    known = [int(each) for each in numbers] if not isinstance(numbers, range) else [numbers[0], numbers[-1]]
    return [min(known), max(known)]


def _check_state(game: Game, state: Batch, what: str, players: int) -> None:
    for name, field in game.State.fields.items():
        if field.of is not None and not isinstance(field.of, Inner):
            _check_bounds(what, name, field.of, state[name][0], players)


def _check_bounds(what: str, name: str, of: Meaning, numbers: Any, players: int) -> None:
    """Whether all numbers of a field are what its declaration allows."""
    low, high = least(of), _highest(of, numbers, players)
    found = np.asarray(numbers, np.int64)
    wrong = found[(found < low) | (found > high)]
    if not wrong.size and isinstance(of, Packed):
        wrong = np.array([n for each in found.ravel().tolist() for n in of.counts(each) if n > of.most])
        low, high = 0, of.most
    if wrong.size:
        fail(
            f"{what} {wrong.ravel()[0]} in `{name}`, which says it is {_said(of)}: numbers from {low} to "
            f"{np.max(high)}. Declare what it may really hold, or mend the rule."
        )


def _highest(of: Meaning, numbers: Any, players: int) -> Any:
    """The largest number there may be; of a set of several words, of each word."""
    n = of.n if isinstance(of, SetOf | Planes) else 0
    words = -(-n // WIDTH)
    if words > 1:
        return np.array([(1 << min(WIDTH, n - WIDTH * k)) - 1 for k in range(words)])
    return most(of, players)


def _said(of: Meaning) -> str:
    """A declaration as it is written."""
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
    """If everybody moves on by some seats, everything is as it was: choices, views, points, and what decisions do.

    What chance changes is left out: it may come to the seats in another order.
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
    state = _quiet(match.state)
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
    """Whether a decision does the same under other names, but for what chance changes."""
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
    """Whether a field is the same whatever chance brings."""
    return len({state[name].tobytes() for state in states}) == 1


def _decided(match: Match, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> Batch:
    """The position after a decision that is told to nobody."""
    made = _quiet(state)
    made["key"] = key
    match.game.bindings.step(made, seat, choice)
    made["key"] = 0
    return made


def _quiet(state: Batch) -> Batch:
    """A copy in which nothing is told, and no chance was drawn yet."""
    made = clone(state)
    made["event"], made["draws"], made["key"], made["n_events"] = 0, 0, 0, -1
    return made


def _named(match: Match, seat: int, by: int) -> int:
    """What a seat is called by who sits ``by`` seats further on; nobody and spectators keep their number."""
    return seat if seat == NOBODY else (seat - by) % match.players


def _alike(rule: str, right: Collection[int], found: Collection[int]) -> None:
    if right != found:
        fail(f"{_MOVED} `{rule}` gives {found} and not {right}. {_RIGHT}")
