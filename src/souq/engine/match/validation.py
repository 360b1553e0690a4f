"""Validation of hand-made positions, before a match starts from them.

A game's module ``positions`` defines the allowed values of each field (``bounds``), constraints between fields
(``check``), derived fields (``DERIVED``, ``derive``), and defaults for missing fields (``complete``). Without the
module only general checks are made: every number fits its field, a seat can choose, and the rules can play on from the
position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from souq.engine.match.decision import SPECTATOR, seats
from souq.engine.match.position import BadPosition, numbers_of, write
from souq.engine.rules.record import SPARE, Batch, GameRecord, clone
from souq.engine.rules.twin import Twin

if TYPE_CHECKING:
    from souq.engine.game import Game, OptionValue

Allowed = Collection[int] | type[IntEnum]
"""Allowed values of a field: a ``range``, the members of an ``IntEnum``, or a collection of numbers."""

PASSING = ("key", "draws", "n_events", "event")
"""Fields that a starting position doesn't need: chance, and the events of the last decision."""

OURS = frozenset(GameRecord.fields) | {SPARE, "event"}
"""Fields of a record that the engine fills in or checks itself, so that games need not."""

GAMES, LONGEST = 4, 250
"""Number of random games played from a position to test it, and the maximum number of decisions in each."""


def begun(game: Game, players: int, options: dict[str, OptionValue], facts: Mapping[str, Any]) -> Batch:
    """Return a complete starting position for the given fields, after checking that the game can be played from it.

    Derived fields are computed, and fields that are missing are as after the setup, or as the game's ``complete`` fills
    them in. The position has no events, and its chance is reset.

    Raises:
        BadPosition: the position is invalid; the message names the field and says what would be valid.
    """
    state = game.bindings.setup(players, game.option_numbers(options), (0, 0))
    write(game, state, facts)
    for name in PASSING:
        if name in (state.dtype.names or ()):
            state[name] = 0
    if int(state["players"][0]) != players:
        raise BadPosition(f"players: the position has {int(state['players'][0])} players, the match {players}.")
    if not 0 <= int(state["over"][0]) <= 1:
        raise BadPosition(f"over: it is {int(state['over'][0])}, but should be 1 when the game has ended, else 0.")
    if game.positions is not None:
        state = _judged(game, state, frozenset(facts))
    _check_choosing(game, state)
    _try(game, state)
    return state


def check_derived(game: Game, state: Batch, facts: Mapping[str, Any]) -> None:
    """Check the given values of fields that can be computed from other fields.

    Raises:
        BadPosition: a given value differs from the computed one; the message has both.
    """
    for name in game.positions.DERIVED if game.positions else ():
        if name not in facts:
            continue
        given, follows = numbers_of(facts[name]), numbers_of(state[name].tolist()[0])
        for place, number in given.items():
            if number != follows[place]:
                there = "".join(f"[{each}]" for each in place)
                raise BadPosition(
                    f"{name}{there}: it is {number}, but the other fields make it {follows[place]}. "
                    f"Leave {name} out, or change the fields it follows from."
                )


def require(holds: bool, otherwise: str) -> None:
    """Raise ``BadPosition`` with the message ``otherwise`` unless a condition holds; for the ``check`` of games.

    Raises:
        BadPosition: the condition doesn't hold; ``otherwise`` names the field and says what is wrong and what would be
            valid.
    """
    if not holds:
        raise BadPosition(otherwise)


def check_blank(s: GameRecord, *names: str, blank: int = 0) -> None:
    """Check that the parts of some fields that belong to unused seats contain only ``blank``.

    Raises:
        BadPosition: a field contains another number for such a seat.
    """
    for name in names:
        for seat, row in enumerate(getattr(s, name)[s.players :], s.players):
            require(
                set(numbers_of(row).values()) <= {blank},
                f"{name}: seat {seat} is not at the table; its numbers there are {blank}.",
            )


def check_bounds(game: Game, state: Batch) -> None:
    """Check that every number of a position is among the values that the game allows for its field.

    Raises:
        BadPosition: a number isn't.
    """
    bounds: dict[str, Allowed] = game.positions.bounds(int(state["players"][0])) if game.positions else {}
    for name, allowed in bounds.items():
        wrong = next(
            (value for value in numbers_of(state[name].tolist()[0]).values() if value not in _numbers(allowed)), None
        )
        if wrong is not None:
            raise BadPosition(f"{name}: {wrong} makes no sense there; {_describe(allowed)}.")


def _numbers(allowed: Allowed) -> Collection[int]:
    return [int(each) for each in allowed] if isinstance(allowed, type) else allowed


def _describe(allowed: Allowed) -> str:
    """Describe the allowed values of a field."""
    if isinstance(allowed, range):
        steps = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        first, last = allowed[0], allowed[-1]
        return f"numbers go from {first} to {last}{steps}" if last > first else f"it is {first}"
    named = (f"{int(each)} ({each.name})" if hasattr(each, "name") else str(each) for each in allowed)
    return f"it is one of {', '.join(named)}"


def _judged(game: Game, state: Batch, given: frozenset[str]) -> Batch:
    """Validate a position by the game's own module ``positions``, and return it with missing fields filled in."""
    module: Any = game.positions
    check_bounds(game, state)
    try:
        twin = Twin.of(state)
        if not given >= {name for name in state.dtype.names or () if name not in OURS} - set(module.DERIVED):
            getattr(module, "complete", lambda *_: None)(twin, given)
        module.check(twin)
        module.derive(twin)
        twin.n_events = twin.draws = 0
        made = clone(state)
        twin.store(made)
        for name in PASSING:
            made[name] = 0
        check_bounds(game, made)
    except BadPosition:
        raise
    except (ArithmeticError, LookupError, ValueError) as error:
        raise BadPosition(
            f"What follows from the position can't be worked out: the rules failed with {error!r}."
        ) from error
    return made


def _check_choosing(game: Game, state: Batch) -> None:
    """Check that the game is over, or that seats may choose and each of them has a legal choice."""
    try:
        mask = game.bindings.deciders(state)
        choosing = 0 < mask < 1 << int(state["players"][0]) and all(
            len(game.bindings.legal(state, seat)) for seat in seats(mask)
        )
    except (ArithmeticError, LookupError, ValueError) as error:
        raise BadPosition(f"The rules can't say who chooses: they failed with {error!r}.") from error
    if not (choosing or state["over"][0]):
        raise BadPosition("Nobody at the table can choose in this position, and it isn't over.")


def _try(game: Game, state: Batch) -> None:
    """Check that the rules don't fail in a position, by hiding it from every seat and playing random games from it."""
    bindings, everybody = game.bindings, range(SPECTATOR, int(state["players"][0]))
    try:
        bindings.points(state)
        bindings.ranks(state)
        for viewer in everybody:
            bindings.hidden(state, viewer)
            bindings.determinized(state, viewer, (0, 0))
            for choice in range(game.n_choices if viewer >= 0 else 0):
                bindings.refusal(state, viewer, choice)
        for luck in range(GAMES):
            _play_on(game, clone(state), luck)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise BadPosition(f"The rules can't go on from this position: they failed with {error!r}.") from error


def _play_on(game: Game, state: Batch, luck: int) -> None:
    """Play a random game from a position, for at most :data:`LONGEST` decisions."""
    bindings = game.bindings
    for ply in range(LONGEST):
        deciders = list(seats(bindings.deciders(state)))
        if not deciders:
            return
        seat = deciders[(luck + ply) % len(deciders)]
        legal = bindings.legal(state, seat)
        bindings.apply(state, seat, int(legal[(luck * 7919 + ply * 104729) % len(legal)]), (luck, ply))
