"""Invariants of every game, tested with Hypothesis."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.rules.twin import Twin, interpreted
from souq.games.marracash import GAME
from souq.games.marracash.rules.walking import walk
from souq.games.marracash.state import CHOICES, ROUTE_NAMES, SHOP_NAMES, Event, Phase
from tests.games.marracash.play import games, happened, shuffle, step, strange
from tests.games.marracash.reference import BESIDE, COLOURS, TOWN, VISITORS, Game
from tests.games.marracash.test_play import follow, named
from tests.support import rules

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(2, 4)


def often(times: int):
    """Return how many games are tried."""
    return settings(max_examples=times, deadline=None, database=None)


def all_visitors(s) -> dict[str, int]:
    """Return the visitors of each colour on fountains, in the queue and in shops."""
    found = {letter: sum(row[c] for row in s.crowd) for c, letter in enumerate(COLOURS)}
    for colour in s.queue[s.front : s.back]:
        found[COLOURS[colour]] += 1
    for name, n in zip(SHOP_NAMES, s.customers, strict=True):
        found[name[0]] += n
    return found


@rules("MA-Z01", "MA-Z03", "MA-A03", "MA-A13", "MA-S08", "MA-M06")
@given(SEEDS, PLAYERS, st.booleans(), st.booleans())
@often(40)
def test_nothing_is_lost(seed, players, souvenirs, eager):
    most = 12 if players == 2 else 6
    before = [-1] * 25
    for state in games(players, seed, souvenirs=souvenirs, eager=eager):
        s = Twin.of(state)
        assert all_visitors(s) == VISITORS
        for name, fountain in BESIDE.items():
            if s.owner[SHOP_NAMES.index(name)] >= 0:
                assert s.crowd[fountain - 1][COLOURS.index(name[0])] == 0
        money = [*s.cash, *s.price, *s.income, *s.cuts, s.standing, s.counted, s.profit]
        assert all(amount >= 0 and amount % 25 == 0 for amount in money)
        assert all(s.signs[seat] + s.owner.count(seat) == most for seat in range(players))
        assert s.owner.count(-1) >= 1  # one shop always stays unsold
        assert all(old in (-1, new) for old, new in zip(before, s.owner, strict=True))
        assert all(n == 0 for n, owner in zip(s.customers, s.owner, strict=True) if owner < 0)
        assert s.n_events >= 0
        assert s.over or s.closing != 0
        before = s.owner


@rules("MA-Z01", "MA-Z02", "MA-A08", "MA-A09", "MA-P02", "MA-V02")
@given(SEEDS, PLAYERS, st.booleans())
@often(40)
def test_events_account_for_every_dirham(seed, players, souvenirs):
    """Cash is the initial sum plus the events; the bank pays incomes and fees and takes prices."""
    cash, bank, ledger, paid = [1200] * players, 0, {}, 0
    for state in games(players, seed, souvenirs=souvenirs):
        for row in happened(state):
            if row.kind in (Event.ENTER, Event.SOLD):
                paid += row.money
            elif row.kind == Event.INCOME:
                cash[row.seat] += row.money
                bank -= row.money
                ledger[row.shop] = ledger.get(row.shop, 0) + row.money
            elif row.kind == Event.CUT:
                cash[row.owner] -= row.money
                cash[row.guide] += row.money
            elif row.kind == Event.BOUGHT:
                cash[row.seat] -= row.money
                bank += row.money
                assert state["price"][0][row.shop] == row.money
            elif row.kind == Event.FEE:
                cash[row.seat] += row.money
                bank -= row.money
        assert state["cash"][0][:players].tolist() == cash
        assert sum(cash) + bank == 1200 * players
        assert {k: n for k, n in enumerate(state["income"][0].tolist()) if n} == ledger
    assert paid == sum(ledger.values())  # by customers, one by one, and for souvenirs
    assert GAME.bindings.points(state) == cash


@rules("MA-M05", "MA-M06", "MA-M08", "MA-P01", "MA-P02", "MA-P03", "MA-P04", "MA-V02", "MA-V03", "MA-V05", "MA-Z03")
@given(SEEDS, PLAYERS)
@often(30)
def test_walks_agree_with_the_reference(seed, players):
    """Along all 46 routes from a made-up position, with any guide."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [1, 0], (seed % 2**31, 0))
    while state["turn"][0] <= players:
        step(state, pick, int(state["turn"][0]))
    shuffle(state, pick)
    if state["over"][0] or state["phase"][0] != Phase.ACTION:
        return
    for start, way in TOWN:
        twin, game = Twin.of(state), Game(Twin.of(state), SHOP_NAMES)
        seat = pick.randrange(players)
        if not game.crowd[start].total():
            continue
        interpreted(walk)(twin, seat, ROUTE_NAMES.index(f"{start} {way}"))
        waiting = game.walk(seat, start, way)
        game.check(twin)
        assert [SHOP_NAMES[twin.sale]] * (twin.sale >= 0) == [shop for shop, _, _ in waiting]
        assert [(twin.profit, twin.guide)] * len(waiting) == [(profit, guide) for _, profit, guide in waiting]


@rules("MA-T02", "MA-N03", "MA-V08", "MA-E02")
@given(SEEDS, PLAYERS, st.booleans())
@often(30)
def test_games_agree_with_the_reference_in_hypothesis_examples(seed, players, souvenirs):
    log: list[str] = []
    for state, twin, game in follow(strange(players, seed, souvenirs=souvenirs, log=log), log):
        game.check(twin)
        assert game.asked == (None if twin.over else (twin.player, named(state)))


@rules("MA-T02", "MA-T04", "MA-A07", "MA-N03")
@given(SEEDS, PLAYERS)
@often(15)
def test_no_choice_leads_to_a_dead_end(seed, players):
    """Every legal choice, not only the one made, leads to a decision with two choices, or to the end."""
    bindings = GAME.bindings
    for ply, state in enumerate(strange(players, seed)):
        if ply % 3:
            continue
        seat = int(state["player"][0])
        for choice in bindings.legal(state, seat).tolist():
            after = state.copy()
            bindings.apply(after, seat, choice, (seed % 1000, choice))
            assert after["over"][0] or len(bindings.legal(after, int(after["player"][0]))) >= 2


@rules("MA-E01", "MA-E02", "MA-E04", "MA-Z04", "MA-A12")
@given(SEEDS, PLAYERS)
@often(40)
def test_games_end_in_time(seed, players):
    """Within n + 101 · 5n + 5n turns; every seat has one turn after the queue is empty, the emptying one last."""
    bound = players + 101 * 5 * players + 5 * players
    emptied = None
    for state in games(players, seed, eager=seed % 2 == 1):
        assert state["turn"][0] <= bound
        last = [row.seat for row in happened(state, Event.LAST)]
        if last:
            assert emptied is None
            emptied = last[0]
        if state["over"][0] and emptied is not None and state["idle"][0] < 5 * players:
            assert int(state["active"][0]) == emptied
    assert state["idle"][0] == 5 * players or emptied is not None


@rules("MA-Z04")
@given(PLAYERS, st.integers(0, 1000))
@often(4)
def test_a_game_without_progress_ends(players, seed):
    """Crowds are led to and fro, and nobody buys more than the first round demands."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [0, 1], (seed, 1))
    while not state["over"][0]:
        names = {CHOICES.name(int(c)): int(c) for c in GAME.bindings.legal(state, int(state["player"][0]))}
        wanted = [name for name in ("pass", "bid", "move 2 W", "move 1 E") if name in names]
        choice = names[wanted[0]] if wanted else pick.choice(list(names.values()))
        GAME.bindings.apply(state, int(state["player"][0]), choice, (seed, 2))
    assert state["turn"][0] <= players + 5 * players * 102


@given(SEEDS, PLAYERS)
@often(15)
def test_the_number_of_decisions_of_an_auction(seed, players):
    """At most 280, with cash for 7,000 each; every amount on the way has one event."""
    lengths, made = [], 0
    for state in strange(players, seed):
        made = made + 1 if state["phase"][0] in (Phase.BID, Phase.AMOUNT) else 0
        lengths.append(made)
    assert max(lengths) <= 280
