"""Setup and the course of the rounds (GB-S01 to S07, R01 to R06)."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.engine.rules.events import rows, visible_events
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.play import games
from tests.games.grand_bazaar.positions import A, B, C, begun, cards, numbers, table
from tests.games.grand_bazaar.reference import COPIES
from tests.support import rules

PLAYERS = range(2, 7)


@rules("GB-S01", "GB-S03", "GB-S04", "GB-S05", "GB-S06", "GB-S07")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_piece_is_set_up(players: int) -> None:
    t = begun(players)
    assert t.players == players
    assert [sum(t.hand(seat).values()) for seat in range(6)] == [10] * players + [0] * (6 - players)
    assert [sum(pair.values()) for pair in t.bazaar.markets] == [2] * 6
    assert sum(t.bazaar.pile.values()) == 125 - 10 * players - 12
    assert (t.cubes, t.talents) == ([6] * players + [0] * (6 - players), [0] * 6)
    assert not t.bazaar.discard
    assert t.placed == t.access == [0, 0, 0]
    assert not any(map(any, t.bids))
    assert t.line == [-1] * 6
    assert not any(any(map(any, rows)) for rows in t.twin.known)
    t.bazaar.check()


@rules("GB-S01")
def test_two_to_six_can_play() -> None:
    assert (GAME.min_players, GAME.max_players) == (2, 6)


@rules("GB-S02")
def test_who_begins_is_drawn() -> None:
    drawn = Counter(int(GAME.bindings.setup(5, numbers(), (seed, 0))["first"][0]) for seed in range(500))
    assert set(drawn) == set(range(5))
    assert all(70 <= n <= 130 for n in drawn.values())
    t = begun(4, start_player="seat 3")
    assert (t.first, t.player) == (C, C)
    assert t.events_of(Event.FIRST) == [(C,)]


@rules("GB-S05", "GB-S06", "GB-D04")
def test_cards_are_dealt_round_the_table_from_the_top() -> None:
    """The holder of Hafid gets the first, top card; markets are filled after the hands."""
    for seed in range(4):
        t = begun(3, seed, start_player="seat 2")
        assert [row.seat for row in t.events_of(Event.DEALT)] == [B, C, A]
        assert [len(t.events_of(Event.DREW, seat)) for seat in range(3)] == [10, 10, 10]  # each seat sees only its own
        drew = [row.seat for row in rows(Event, t.twin.event[: t.twin.n_events]) if row.kind == Event.DREW]
        assert drew == [B, C, A] * 10


@rules("GB-S05")
def test_every_card_can_be_dealt_anywhere() -> None:
    """Over many games each good is dealt in proportion to its copies."""
    dealt: Counter[str] = Counter()
    for seed in range(400):
        s = GAME.bindings.setup(4, numbers(), (seed, 1))
        dealt += Counter(dict(zip(CODES, s["hand"][0].sum(axis=0).tolist(), strict=True)))
    for code, n in COPIES.items():
        assert dealt[code] / (400 * 40) == pytest.approx(n / 125, rel=0.2)


@rules("GB-R01")
def test_a_round_has_bidding_caravans_trading_and_selling() -> None:
    order = []
    for state in games(4, 5, lively=True):
        for row in rows(Event, visible_events(state[0], -1)):
            if row.kind == Event.ROUND:
                order.append(0)
            if row.kind == Event.PHASE:
                order.append(row.part)
    assert order == [0, 1, 2, 3] * 4


@rules("GB-R02")
@pytest.mark.parametrize("players, rounds", [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_the_number_of_rounds(players: int, rounds: int) -> None:
    assert begun(players).rounds == rounds
    *_, last = games(players, 3, trading="off")
    assert last["nth"][0] == rounds


def at_the_end(*hands: str, **what):
    """Return the end of a round: A and B may sell but have nothing, and B passes last."""
    return table(*hands, **({"at": "selling", "customers": ("AB", "", ""), "nth": 1} | what))


@rules("GB-R03", "GB-R06")
def test_hafid_passes_cards_are_dealt_and_empty_markets_filled() -> None:
    market = ["", "FO1 FO2", "", "FO3 FO4", "", "LS1 LS2"]
    t = at_the_end("LS5", "TX5", "", market=market)
    before = t.market
    t.play("finish", "finish")
    assert (t.nth, t.first, t.player, t.phase) == (2, B, B, Phase.BID)
    assert [sum(t.hand(seat).values()) for seat in range(3)] == [6, 6, 5]
    drew = [row.seat for row in rows(Event, t.twin.event[: t.twin.n_events]) if row.kind == Event.DREW]
    assert drew == [B, C, A] * 5
    assert [t.market[nth] for nth in (1, 3, 5)] == [before[nth] for nth in (1, 3, 5)]
    assert all(card >= 0 for pair in t.market for card in pair)


@rules("GB-R03")
def test_hafid_passes_from_the_last_seat_to_the_first() -> None:
    t = at_the_end("", "", "", first=C).play("finish", "finish")
    assert (t.first, t.player) == (A, A)


@rules("GB-R04")
def test_after_the_last_round_nothing_is_dealt() -> None:
    market = ["", "FO1 FO2", "", "FO3 FO4", "", "LS1 LS2"]
    t = at_the_end("LS5", "TX5", "", market=market, nth=3).play("finish", "finish")
    assert t.over
    assert (t.hand(A), t.first, t.market[0]) == (cards("LS5"), A, [-1, -1])
    assert t.may(A) == t.may(B) == []
    assert t.refusal("finish", seat=A) == "GB-R04"


@rules("GB-R05")
def test_cubes_return_and_accesses_lapse() -> None:
    t = at_the_end("LS5", "TX5", "", informant="A2 B1", squares="B", negotiators="A", customers=("AB", "C", "B"))
    while t.nth == 1:
        t.play("finish")
    assert t.cubes[:3] == [6, 6, 6]
    assert t.access == t.placed == [0, 0, 0]
    assert (t.line, t.negotiator, t.retired) == ([-1] * 6, 0, 0)
    assert not any(map(any, t.bids))
    assert t.left[:3] == [5, 5, 5]


@rules("GB-R06")
def test_knowledge_about_a_market_stays_valid() -> None:
    t = table("2xLS5", "TX5", at="caravans", informant="A1", caravans={1: "B1"}, customers=("A", "", ""))
    t.play("look Egypt", "nothing", "claim Rome", "finish")
    assert t.nth == 2
    assert [t.looked[nth] for nth in range(6)] == [[0, 0], [1, 1], *[[0, 0]] * 4]
    assert t.seen(A).market[1] == t.market[1]
    assert all(card >= 25 for card in t.seen(B).market[1])


def test_hands_are_revealed_at_the_end() -> None:
    t = at_the_end("LS5", "TX5", nth=4).play("finish", "finish")
    assert t.seen(A).hand == t.seen(-1).hand == Twin.of(t.state).hand
