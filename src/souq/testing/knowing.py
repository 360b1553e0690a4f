"""What is known: what is told follows from it, and what ``determinize`` makes up contradicts none of it."""

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
Told = list[Row]
"""What rows tell, as far as it matters, of each kind."""
Telling = Callable[[list[Row]], Told]

WORLDS, DICE = 6, 2
"""In how many positions, and with how many keys each, it is looked for two that are told apart."""

SETUPS = 400
"""So many first positions are compared with another."""

DEALT, OFTEN = 60, 10
"""How many positions ``determinize`` makes of one, and in how many of them something must be to be no accident."""

COME, TRIED = 200, 1_000
"""So many ways to have come to a position are found, or it is not judged; so many are tried."""


# ---- what is told


@contract
def what_is_told_is_known(game: Game) -> None:
    """Where a viewer knows the same before a decision and after it, the viewer is told the same.

    Otherwise what is told gives away what is hidden, or says what the position forgets: then a bot, or somebody who
    comes back to the table, knows less than those who were there.
    """

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in list(seats(match.deciders))[:2]:
            legal = [int(choice) for choice in match.legal(seat)]
            for choice in pick.sample(legal, min(4, len(legal))):
                for viewer in range(-1, match.players):
                    _told_alike(match, seat, choice, viewer, pick)

    holds()


def _told_alike(match: Match, seat: int, choice: int, viewer: int, pick: random.Random) -> None:
    game, heard = match.game, dict[bytes, tuple[Told, list[Row]]]()
    for state in _decided(match, seat, choice, viewer, pick):
        if told := _told_otherwise(game, state, viewer, heard, _whole):
            fail(
                f"After {called(game, [choice])} by {who(seat)}, {who(viewer)} is told {told}, though all else that "
                f"{who(viewer)} knows is the same. Tell it only to those who may know it (`1 << seat`), or keep it in "
                "the position, where `hide` leaves it."
            )


def _told_otherwise(
    game: Game, state: Batch, viewer: int, heard: dict[bytes, tuple[Told, list[Row]]], told: Telling
) -> str:
    """What a viewer is told in one position or in another that looks the same; "" if that is no different."""
    rows = sorted(visible_events(state[0], viewer))
    known, before = heard.setdefault(_standing(game.bindings.hidden(state, viewer)), (told(rows), rows))
    if known == told(rows):
        return ""
    one, two = next((a, b) for a, b in zip([*before, ()], [*rows, ()], strict=False) if a != b)
    return f"{_event(game, one)} or {_event(game, two)}"


def _decided(match: Match, seat: int, choice: int, viewer: int, pick: random.Random) -> Iterator[Batch]:
    """Positions after a choice, from some that the viewer cannot tell apart, with several draws."""
    bindings = match.game.bindings
    for nth in range(WORLDS):
        before = match.state if nth == 0 else bindings.determinized(match.state, viewer, _key(pick))
        if not bindings.refusal(before, seat, choice):
            for _ in range(DICE):
                after = clone(before)
                bindings.apply(after, seat, choice, _key(pick))
                yield after


class _Flipped(list[int]):
    """A key for all draws but one, which gets another: so a first position differs from another in one draw."""

    def __init__(self, twin: Any, one: tuple[int, int], other: tuple[int, int], flipped: int) -> None:
        super().__init__(one)
        self.twin, self.other, self.flipped = twin, other, flipped

    def __getitem__(self, n: Any) -> Any:
        return self.other[n] if self.twin.draws - 1 == self.flipped else super().__getitem__(n)


@contract
def what_the_setup_tells_is_known(game: Game) -> None:
    """Where a viewer knows the same of two first positions, the viewer is told the same of both."""
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
        heard = [dict[bytes, tuple[Told, list[Row]]]() for _ in range(-1, match.players)]
        others = (dealt(match, one, _key(pick), pick.randrange(draws))[0] for _ in range(SETUPS if draws else 0))
        for state in (first, *others):
            for viewer in range(-1, match.players):
                if told := _told_otherwise(game, state, viewer, heard[viewer + 1], _altogether):
                    fail(
                        f"At the beginning {who(viewer)} is told {told}, though all else that {who(viewer)} knows is "
                        "the same. Tell it only to those who may know it (`1 << seat`), or keep it in the position, "
                        "where `hide` leaves it."
                    )

    holds()


def _whole(rows: list[Row]) -> Told:
    """What rows tell as a whole: of each kind, every number in any order.

    Somebody who gets two cards may be told which came first, or which lay where, though a hand remembers neither.
    """
    kinds = {kind: [row for row in rows if row[0] == kind] for kind in {row[0] for row in rows}}
    return [tuple(sorted(column)) for _, alike in sorted(kinds.items()) for column in zip(*alike, strict=True)]


def _altogether(rows: list[Row]) -> Told:
    """The same of a deal, in any order altogether: dice that lie beside each other, say, are forgotten one by one."""
    kinds = {row[0] for row in rows}
    return [tuple(sorted(n for row in rows if row[0] == kind for n in row)) for kind in sorted(kinds)]


def _standing(seen: Batch) -> bytes:
    """A hidden position without what has just happened."""
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


# ---- what is made up


@contract
def determinize_contradicts_nothing_seen(game: Game) -> None:
    """What ``determinize`` makes up could have happened: nothing in it contradicts what the viewer saw happen.

    A decision is tried from positions that a viewer cannot tell apart. Those that look like the true one afterwards are
    the ways in which all may have come. What is in none of them, but often in what ``determinize`` makes of the
    position reached, was seen to be otherwise: a card, say, that everybody saw taken is not in the hand that took it.

    A row that holds the same numbers in another order counts as the same, since a hand may be a list in any order.
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
    if _standing(seen) == _standing(before) and not visible_events(after[0], viewer):
        return  # nothing was seen, so nothing can be contradicted
    dealt = np.concatenate([bindings.determinized(after, viewer, _key(pick)) for _ in range(DEALT)])
    if all(each.tobytes() == dealt[0].tobytes() for each in dealt):
        return
    come = _ways(match, after, seat, choice, viewer, pick)
    if come is None:
        return
    for name in set(match.game.State.fields) - set(PASSING):
        if odd := _impossible(come[name], dealt[name]):
            at, value, count = odd
            fail(
                f"After {called(match.game, [choice])} by {who(seat)}, `determinize` for {who(viewer)} makes "
                f"`{name}{at}` {value} in {count} of {DEALT} positions. It is so in none of {len(come)} ways to "
                f"have come to what {who(viewer)} sees now, so {who(viewer)} knows better. Keep in the position what "
                "everybody saw, and let `determinize` deal only the rest."
            )


def _ways(match: Match, after: Batch, seat: int, choice: int, viewer: int, pick: random.Random) -> Batch | None:
    """Positions that a viewer sees as ``after``, each reached from one that looked as all did before."""
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
    """What is often dealt in a field and never came about: where, the value, and how often.

    What is the same however often it is dealt is not dealt at all: what a viewer cannot know may also be left blank.
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
    """The same of a set kept as bits: which bit, its value, and how often."""
    for bit in range(come.itemsize * 8):
        ones, twos = come >> bit & 1, dealt >> bit & 1
        for value in (0, 1):
            count = int((twos == value).sum())
            if OFTEN <= count < DEALT and not (ones == value).any():
                return bit, value, count
    return None


def _in_any_order(dealt: NDArray[Any]) -> bool:
    """Whether the rows of a field are lists, which mean the same in any order, and not numbers of something each.

    Numbers of cards of each kind add up to the same however they are dealt. Names of cards do not, unless the same
    ones are only dealt in another order.
    """
    rows = dealt.reshape(len(dealt), -1, dealt.shape[-1])
    sums = rows.sum(axis=2)
    return bool((sums != sums[0]).any()) or bool((np.sort(rows) == np.sort(rows)[0]).all())


def _key(pick: random.Random) -> tuple[int, int]:
    return pick.getrandbits(32), pick.getrandbits(32)
