"""Checks that events reveal no more than views do, and that ``determinize`` makes only possible positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import given
from numpy.typing import NDArray

from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.validation import PASSING
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Twin, interpreted
from souq.testing.base import SEEDS, begun, contract, often, somewhere
from souq.testing.broken import called, fail, who

Row = tuple[int, ...]
Summary = list[Row]
"""The numbers in a list of events, grouped by kind of event; two lists with equal summaries count as the same."""
Summarize = Callable[[list[Row]], Summary]

WORLDS, DICE = 6, 2
"""A decision is tried from WORLDS positions, with DICE random draws each, to find two that show different events."""

SETUPS = 400
"""Number of random initial positions that are compared with the first to find two with different events."""

DEALT, OFTEN = 60, 10
"""DEALT positions are sampled with ``determinize``; a value that occurs in OFTEN of them or more is frequent."""

COME, TRIED = 200, 1_000
"""A position is examined only if COME possible histories of it are found in at most TRIED attempts."""


# ---- events


@contract
def events_follow_from_views(game: Game) -> None:
    """Check that a viewer who can't tell two positions apart doesn't see different events in them either.

    Otherwise events reveal something hidden, or something that the position forgets: then a bot, or a player who
    reconnects, knows less than the players who were there.
    """

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in list(seats(match.deciders))[:2]:
            legal = [int(choice) for choice in match.legal(seat)]
            for choice in pick.sample(legal, min(4, len(legal))):
                for viewer in range(-1, match.players):
                    _check_events(match, seat, choice, viewer, pick)

    holds()


def _check_events(match: Match, seat: int, choice: int, viewer: int, pick: random.Random) -> None:
    game, seen = match.game, dict[bytes, tuple[Summary, list[Row]]]()
    for state in _decided(match, seat, choice, viewer, pick):
        if events := _different_events(game, state, viewer, seen, _whole):
            fail(
                f"After {called(game, [choice])} by {who(seat)}, {who(viewer)} sees the event {events}, though all "
                f"else that {who(viewer)} knows is the same. Show it only to those who may know it (`1 << seat`), or "
                "store it in the position, where `hide` leaves it."
            )


def _different_events(
    game: Game, state: Batch, viewer: int, seen: dict[bytes, tuple[Summary, list[Row]]], summary: Summarize
) -> str:
    """Return the first difference between the events of two positions with the same view; "" if there is none."""
    rows = sorted(visible_events(state[0], viewer))
    known, before = seen.setdefault(_settled(game.bindings.hidden(state, viewer)), (summary(rows), rows))
    if known == summary(rows):
        return ""
    one, two = next((a, b) for a, b in zip([*before, ()], [*rows, ()], strict=False) if a != b)
    return f"{_event(game, one)} or {_event(game, two)}"


def _decided(match: Match, seat: int, choice: int, viewer: int, pick: random.Random) -> Iterator[Batch]:
    """Yield the results of a choice in positions that look the same to the viewer, with several chance keys each."""
    bindings = match.game.bindings
    for nth in range(WORLDS):
        before = match.state if nth == 0 else bindings.determinized(match.state, viewer, _key(pick))
        if not bindings.refusal(before, seat, choice):
            for _ in range(DICE):
                after = clone(before)
                bindings.apply(after, seat, choice, _key(pick))
                yield after


class _Flipped(list[int]):
    """A random key that takes one of its draws from another key, so that two deals differ in only that draw."""

    def __init__(self, twin: Any, one: tuple[int, int], other: tuple[int, int], flipped: int) -> None:
        super().__init__(one)
        self.twin, self.other, self.flipped = twin, other, flipped

    def __getitem__(self, n: Any) -> Any:
        return self.other[n] if self.twin.draws - 1 == self.flipped else super().__getitem__(n)


@contract
def events_of_the_setup_follow_from_views(game: Game) -> None:
    """Check that a viewer who can't tell two initial positions apart doesn't see different events at the start."""
    setup = interpreted(game.rules.setup)

    def dealt(match: Match, one: tuple[int, int], other: tuple[int, int], flipped: int) -> tuple[Batch, int]:
        state = game.State.new()
        twin = Twin.of(state)
        twin.players, twin.draws, twin.n_events = match.players, 0, 0
        twin.key = _Flipped(twin, one, other, flipped)
        setup(twin, [*game.option_numbers(match.options), 0])
        twin.key = [*one]
        twin.store(state)
        return state, int(twin.draws)

    @given(SEEDS)
    @often(4)
    def holds(seed: int) -> None:
        match, pick = begun(game, seed)
        one = _key(pick)
        first, draws = dealt(match, one, one, -1)
        seen = [dict[bytes, tuple[Summary, list[Row]]]() for _ in range(-1, match.players)]
        others = (dealt(match, one, _key(pick), pick.randrange(draws))[0] for _ in range(SETUPS if draws else 0))
        for state in (first, *others):
            for viewer in range(-1, match.players):
                if events := _different_events(game, state, viewer, seen[viewer + 1], _altogether):
                    fail(
                        f"At the beginning {who(viewer)} sees the event {events}, though all else that {who(viewer)} "
                        "knows is the same. Show it only to those who may know it (`1 << seat`), or store it in the "
                        "position, where `hide` leaves it."
                    )

    holds()


def _whole(rows: list[Row]) -> Summary:
    """Return a summary of events: for each kind of event, the sorted numbers of each column.

    A player who draws two cards may see which came first, or where each was, though the order isn't stored in a hand.
    """
    kinds = {kind: [row for row in rows if row[0] == kind] for kind in {row[0] for row in rows}}
    return [tuple(sorted(column)) for _, alike in sorted(kinds.items()) for column in zip(*alike, strict=True)]


def _altogether(rows: list[Row]) -> Summary:
    """Return a coarser summary of events: for each kind of event, the sorted numbers of all columns together."""
    kinds = {row[0] for row in rows}
    return [tuple(sorted(n for row in rows if row[0] == kind for n in row)) for kind in sorted(kinds)]


def _settled(seen: Batch) -> bytes:
    """Return the bytes of a view without the fields that describe only the last decision."""
    seen = clone(seen)
    for name in PASSING:
        if name in (seen.dtype.names or ()):
            seen[name] = 0
    return seen.tobytes()


def _event(game: Game, row: Row) -> str:
    if not row:
        return "nothing"
    kinds = getattr(game.state, "Event", None)
    kind = kinds(row[0]) if kinds else None
    names = (*getattr(kind, "names", ()), *[""] * 4)
    numbers = [f"{name}={number}" if name else str(number) for name, number in zip(names, row[2:], strict=False)]
    return " ".join([kind.name if kind else str(row[0]), *numbers])


# ---- sampled positions


@contract
def determinize_contradicts_nothing_seen(game: Game) -> None:
    """Check that positions from ``determinize`` could have happened: they don't contradict what the viewer saw.

    A decision is tried from positions that look the same to a viewer. The results that look like the true one are its
    possible histories. A value that occurs in none of them, but often in what ``determinize`` makes
    of the result, contradicts what was seen: a card that everybody saw being discarded, say, can't be in a hand.

    A row with the same numbers in another order counts as the same, since a hand may be a list in any order.
    """

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in list(seats(match.deciders))[:1]:
            choice = int(pick.choice(match.legal(seat)))
            after, key = clone(match.state), _key(pick)
            game.bindings.apply(after, seat, choice, key)
            for viewer in range(-1, match.players):
                _could_be(match, after, seat, choice, viewer, pick)

    holds()


def _could_be(match: Match, after: Batch, seat: int, choice: int, viewer: int, pick: random.Random) -> None:
    bindings = match.game.bindings
    seen, before = bindings.hidden(after, viewer), bindings.hidden(match.state, viewer)
    if _settled(seen) == _settled(before) and not visible_events(after[0], viewer):
        return  # nothing was seen, so nothing can be contradicted
    dealt = np.concatenate([bindings.determinized(after, viewer, _key(pick)) for _ in range(DEALT)])
    if all(each.tobytes() == dealt[0].tobytes() for each in dealt):
        return
    come = _reached(match, after, seat, choice, viewer, pick)
    if come is None:
        return
    for name in set(match.game.State.fields) - set(PASSING):
        if odd := _impossible(come[name], dealt[name]):
            at, value, count = odd
            fail(
                f"After {called(match.game, [choice])} by {who(seat)}, `determinize` for {who(viewer)} makes "
                f"`{name}{at}` {value} in {count} of {DEALT} positions. That is the case in none of {len(come)} ways "
                f"to reach what {who(viewer)} sees now, so {who(viewer)} knows better. Store in the position what "
                "everybody saw, and let `determinize` deal only the rest."
            )


def _reached(match: Match, after: Batch, seat: int, choice: int, viewer: int, pick: random.Random) -> Batch | None:
    """Return positions that look like ``after`` to a viewer, found by playing on from what it thought possible."""
    bindings, found = match.game.bindings, list[Batch]()
    goal = bindings.hidden(after, viewer).tobytes()
    for tried in range(TRIED):
        if len(found) == COME or (tried > TRIED // 3 and len(found) < tried * COME // TRIED // 2):
            break
        state = bindings.determinized(match.state, viewer, _key(pick))
        legal = bindings.legal(state, seat).tolist()
        if legal:
            same = tried % 2 == 0 and choice in legal
            bindings.apply(state, seat, choice if same else pick.choice(legal), _key(pick))
            if bindings.hidden(state, viewer).tobytes() == goal:
                found.append(state)
    return np.concatenate(found) if len(found) == COME else None


def _impossible(come: NDArray[Any], dealt: NDArray[Any]) -> tuple[str, int, int] | None:
    """Return a value of a field that ``determinize`` often makes but play never does, with its index and frequency.

    A value that is the same in every sample isn't sampled at all: unknown fields may also be left blank.
    """
    if come.ndim > 1 and come.itemsize <= 2 and _in_any_order(dealt):
        come, dealt = np.sort(come), np.sort(dealt)
    for at in np.argwhere((dealt != come[0]).any(axis=0)) if come.ndim > 1 else [np.array([], int)]:
        ones, twos = (made[:, *at] for made in (come, dealt))
        where = "".join(f"[{i}]" for i in at)
        for value, count in zip(*np.unique(twos, return_counts=True), strict=True):
            if OFTEN <= count < DEALT and value not in ones:
                return where, int(value), int(count)
        if come.itemsize > 2 and (bit := _impossible_bit(ones, twos)):
            return f"{where} >> {bit[0]} & 1", *bit[1:]
    return None


def _impossible_bit(come: NDArray[Any], dealt: NDArray[Any]) -> tuple[int, int, int] | None:
    """Return a bit that ``determinize`` often sets (or clears) but play never does, with its value and frequency."""
    for bit in range(come.itemsize * 8):
        ones, twos = come >> bit & 1, dealt >> bit & 1
        for value in (0, 1):
            count = int((twos == value).sum())
            if OFTEN <= count < DEALT and not (ones == value).any():
                return bit, value, count
    return None


def _in_any_order(dealt: NDArray[Any]) -> bool:
    """Return whether the rows of a field are lists whose order has no meaning, and not counts by kind.

    Counts of cards by kind have the same sum however they are dealt. Lists of cards don't, unless the same cards are
    only dealt in another order.
    """
    rows = dealt.reshape(len(dealt), -1, dealt.shape[-1])
    sums = rows.sum(axis=2)
    return bool((sums != sums[0]).any()) or bool((np.sort(rows) == np.sort(rows)[0]).all())


def _key(pick: random.Random) -> tuple[int, int]:
    return pick.getrandbits(32), pick.getrandbits(32)
