"""Invariants of every game, tested with Hypothesis."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from souq.engine.match.decision import seats
from souq.engine.rules.events import rows
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.play import games, made_up, step, strange
from tests.games.grand_bazaar.positions import Table
from tests.games.grand_bazaar.reference import VALUE, Bazaar, Watcher
from tests.support import rules

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(2, 6)
TRADING = st.sampled_from(["floor", "open", "off"])
STEPS = range(Phase.GIVE, Phase.BORROW + 1)


def often(times: int):
    """Return how many games are tried."""
    return settings(max_examples=times, deadline=None, database=None)


@rules("GB-L07", "GB-T12", "GB-C08", "GB-B08", "GB-D01", "GB-L08", "GB-D06")
@given(SEEDS, PLAYERS, TRADING)
@often(12)
def test_nothing_is_lost(seed, players, trading):
    """All 125 cards exist, cubes are counted, Talents come from sales alone (specification, section 9)."""
    before = None
    for state in strange(players, seed, trading=trading):
        s = Twin.of(state)
        Bazaar.of(s).check()
        for seat in range(players):
            assert s.kinds[seat] == [sum(s.hand[seat][5 * kind : 5 * kind + 5]) for kind in range(5)]
        assert 0 <= s.n_events < len(s.event)
        if before is not None:
            paid = sum(row.talents for row in rows(Event, s.event[: s.n_events]) if row.kind == Event.SELLS)
            assert sum(s.talents) - sum(before.talents) == paid
        before = s


@rules("GB-R02", "GB-R04", "GB-T13", "GB-T18")
@given(SEEDS, PLAYERS, TRADING, st.integers(1, 3))
@often(6)
def test_games_end_in_time(seed, players, trading, turns):
    """Rounds and floor turns are limited; proposals exist only in trading; the hand limit holds."""
    for state in games(players, seed, trading=trading, floor_turns=turns if trading == "floor" else 5):
        s = Twin.of(state)
        assert 1 <= s.nth <= s.rounds == {2: 4}.get(players, players)
        assert all(0 <= left <= (turns if trading == "floor" else 5) for left in s.left)
        if s.asks in (Phase.BID, Phase.SELL, Phase.FLOOR):
            assert not any(s.posted)
        if s.asks == Phase.BID:
            assert all(sum(s.hand[seat]) <= 15 for seat in range(players))
        if s.asks <= Phase.DENIED:
            assert all(sum(s.hand[seat]) <= 27 for seat in range(players))
    assert all(sum(s.hand[seat]) <= 10 for seat in range(players))
    assert s.over


@rules("GB-T21", "GB-C05", "GB-C03", "GB-L07")
@given(SEEDS, PLAYERS, TRADING)
@often(12)
def test_known_cards_follow_from_events(seed, players, trading):
    """For each viewer and each other hand, exactly; and they are there (specification, section 6)."""
    watchers = {viewer: Watcher() for viewer in range(-1, players)}
    for state in strange(players, seed, at="caravans", trading=trading):
        s = Twin.of(state)
        for viewer, watcher in watchers.items():
            for kind, to, *four in s.event[: s.n_events]:
                if to == -1 or (viewer >= 0 and to >> viewer & 1):
                    watcher.observe(Event(kind).name, *four)
            watcher.settle()
            for hand in set(range(players)) - {viewer}:
                known = s.known[viewer if viewer >= 0 else 6][hand]
                assert known == [watcher.known[hand][code] for code in CODES]
                assert all(k <= n for k, n in zip(known, s.hand[hand], strict=True))


@rules("GB-D05")
@given(SEEDS, PLAYERS, TRADING)
@often(10)
def test_a_seat_sees_what_it_may(seed, players, trading):
    """Types everywhere, its own goods, market cards it looked at; and the same legal choices."""
    for ply, state in enumerate(strange(players, seed, trading=trading)):
        if ply % 3:
            continue
        s = Twin.of(state)
        for viewer in range(-1, players):
            seen_state = GAME.bindings.hidden(state, viewer)
            seen = Twin.of(seen_state)
            assert (seen.kinds, seen.discard, seen.talents, seen.below) == (s.kinds, s.discard, s.talents, s.below)
            assert set(seen.pile) == {0}
            assert seen.top == (s.top if s.top < 0 else 25 + s.top // 5)
            for seat in range(players):
                assert seen.hand[seat] == (s.hand[seat] if seat == viewer or s.over else [0] * 25)
            for nth in range(6):
                for place in range(2):
                    card = s.market[nth][place]
                    knows = viewer >= 0 and s.looked[nth][place] >> viewer & 1
                    assert seen.market[nth][place] == (card if knows or card < 0 else 25 + card // 5)
            if viewer in seats(GAME.bindings.deciders(state)):
                assert GAME.bindings.legal(seen_state, viewer).tolist() == GAME.bindings.legal(state, viewer).tolist()


@rules("GB-T20")
@given(SEEDS, PLAYERS, st.sampled_from(["floor", "open"]))
@often(10)
def test_drafts_are_hidden_until_they_are_complete(seed, players, trading):
    """Until the last step others see nothing of a proposal, sale or discard (specification, section 5)."""
    pick = random.Random(seed)
    twin = made_up(players, pick, pick.choice(["trading", "selling"]), trading=trading)
    assume(not twin.over)
    state = Table(twin).state
    shown: dict[int, bytes] = {}
    for ply in range(80):
        if state["over"][0]:
            break
        phase, asks, player = (int(state[name][0]) for name in ("phase", "asks", "player"))
        drafting = phase != asks or (phase == Phase.DISCARD and state["n_drawn"][0] > 0)
        for viewer in range(-1, players):
            quiet = GAME.bindings.hidden(state, viewer)
            quiet["event"], quiet["n_events"] = 0, 0
            if drafting and viewer != player and viewer in shown:
                assert quiet.tobytes() == shown[viewer]
            shown[viewer] = quiet.tobytes()
        step(state, pick, ply)


@rules("GB-D04")
@given(SEEDS, PLAYERS, TRADING)
@often(8)
def test_redealing_contradicts_nothing(seed, players, trading):
    """Types stay, known goods stay where they are, every good has its count."""
    for ply, state in enumerate(strange(players, seed, trading=trading)):
        if ply % 6:
            continue
        s = Twin.of(state)
        for viewer in range(-1, players):
            other = Twin.of(GAME.bindings.determinized(state, viewer, (seed % 2**32, ply)))
            Bazaar.of(other).check()
            assert other.kinds == s.kinds
            for giver, taker in product(range(players), repeat=2):
                offered = Counter(good for good in other.give[giver][taker] if good >= 0)
                assert all(other.hand[giver][good] >= n for good, n in offered.items())
            for seat in range(players):
                assert [sum(other.hand[seat][5 * kind : 5 * kind + 5]) for kind in range(5)] == s.kinds[seat]
                known = s.known[viewer if viewer >= 0 else 6][seat]
                assert all(k <= n for k, n in zip(known, other.hand[seat], strict=True)) or s.over
            if viewer >= 0:
                assert other.hand[viewer] == s.hand[viewer]
            for nth in range(6):
                for place in range(2):
                    if viewer >= 0 and s.looked[nth][place] >> viewer & 1:
                        assert other.market[nth][place] == s.market[nth][place]
            hidden = GAME.bindings.hidden(GAME.bindings.determinized(state, viewer, (ply, 1)), viewer)
            assert hidden.tobytes() == GAME.bindings.hidden(state, viewer).tobytes()


@rules("GB-E01", "GB-E02", "GB-E03", "GB-E04")
@given(SEEDS, PLAYERS)
@often(10)
def test_places_follow_from_talents(seed, players):
    *_, last = strange(players, seed, at="selling")
    s = Twin.of(last)
    left = [sum(n * VALUE[code] for n, code in zip(hand, CODES, strict=True)) for hand in s.hand]
    scores = [(s.talents[seat], -left[seat]) for seat in range(players)]
    assert GAME.bindings.ranks(last) == [1 + sum(other > own for other in scores) for own in scores]
    assert GAME.bindings.points(last) == s.talents[:players]
