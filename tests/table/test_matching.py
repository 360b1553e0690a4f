"""Matchmaking: every match suits its players, follows the queue's order, and leaves nobody who could be seated."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from souq.server.features.lobby.matching import Wish, party

SIZES = {"a": [2, 3, 4], "b": [3, 4], "c": [2]}
WISHES = st.builds(
    lambda games, sizes, clock: Wish(tuple(games), tuple(sorted(sizes)), clock),
    st.lists(st.sampled_from([*SIZES, "gone"]), min_size=1, max_size=4, unique=True),
    st.sets(st.integers(2, 5), max_size=3),
    st.sampled_from(["live", "days"]),
)


def accepts(wish: Wish, game: str, size: int) -> bool:
    """Return whether a wish allows a game with this many players."""
    return game in wish.games and size in (wish.sizes or SIZES[game])


def compatible(wish: Wish, other: Wish, game: str, size: int) -> bool:
    """Return whether another wish allows that too, with the same clock."""
    return accepts(other, game, size) and wish.clock == other.clock


@given(st.lists(WISHES, max_size=9))
def test_the_longest_waiting_player_is_seated_first_with_compatible_players(queue: list[Wish]) -> None:
    found = party(queue, SIZES)
    can = {
        first
        for first, wish in enumerate(queue)
        for game, sizes in SIZES.items()
        for size in sizes
        if accepts(wish, game, size) and sum(compatible(wish, other, game, size) for other in queue) >= size
    }
    if found is None:
        assert not can
        return
    size = len(found.members)
    assert all(accepts(queue[at], found.game, size) for at in found.members)
    fits = [at for at, wish in enumerate(queue) if compatible(queue[min(can)], wish, found.game, size)]
    assert list(found.members) == fits[:size], "those who have waited longest"
    assert min(can) == found.members[0], "nobody who could be seated has waited longer"


def test_larger_tables_come_first_and_then_the_first_named_game() -> None:
    three = [Wish(("b", "a"))] * 3
    found = party(three, SIZES)
    assert found is not None and (found.game, found.members) == ("b", (0, 1, 2))
    found = party([*three, Wish(("a",), (4,))], SIZES)
    assert found is not None and (found.game, len(found.members)) == ("a", 4)


@given(st.lists(WISHES, max_size=9), st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=8))
def test_blocked_players_are_separated_without_delaying_others(queue: list[Wish], pairs: set[tuple[int, int]]) -> None:
    def blocked(one: int, other: int) -> bool:
        return (one, other) in pairs or (other, one) in pairs

    found = party(queue, SIZES, blocked)
    if found is not None:
        assert not any(blocked(one, other) for one in found.members for other in found.members if one != other)
        assert list(found.members) == sorted(set(found.members))
        assert len({queue[at].clock for at in found.members}) == 1
    for first, wish in enumerate(queue):
        for other in range(first + 1, len(queue)):
            if any(
                accepts(wish, game, 2) and compatible(wish, queue[other], game, 2) and 2 in SIZES[game]
                for game in SIZES
            ):
                assert found is not None or blocked(first, other), "two can always sit down"


def test_three_are_matched_although_the_two_longest_waiting_do_not_fit() -> None:
    three = [Wish(("b",), (3,))] * 4
    found = party(three, SIZES, lambda one, other: {one, other} in ({1, 2}, {1, 3}))
    assert found is not None and found.members == (0, 2, 3)
