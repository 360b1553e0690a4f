"""Setup and round 1: MA-S01 to MA-S09, MA-F01 to MA-F03, MA-W01, MA-W02."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np
import pytest

import souq
from souq.engine.errors import BadOption, BadPlayers
from souq.engine.learn.playout import playout
from souq.engine.match.match import Match
from souq.engine.rules.events import rows
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME
from souq.games.marracash.state import BOX, Event, Phase
from tests.games.marracash.play import games, happened
from tests.games.marracash.positions import ALI, ANFA, NAMES, OMAR, begun, table
from tests.games.marracash.reference import CARDS, COLOURS, GATES, VISITORS
from tests.support import rules


def dealt(players: int, seed: int, souvenirs: bool = False, first: int = 0) -> Twin:
    return Twin.of(GAME.bindings.setup(players, [int(souvenirs), first], (seed, 2)))


def trios(s) -> list[str]:
    return ["".join(letter * n for letter, n in zip(COLOURS, s.crowd[g - 1], strict=True)) for g in GATES]


def queue(s) -> str:
    return "".join(COLOURS[c] for c in s.queue[s.front : s.back])


def longest(line: str) -> int:
    return max(len(list(run)) for _, run in groupby(line))


@rules("MA-S02", "MA-W01")
def test_three_or_four_can_play_and_two_as_an_option():
    assert [GAME.check_players(n) for n in (2, 3, 4)] == [2, 3, 4]
    for players in (0, 1, 5):
        with pytest.raises(BadPlayers):
            Match(GAME, players)


@rules("MA-W01", "MA-S02")
def test_two_players_are_a_variant_on_request():
    """The default is three seats; where two can be chosen, the variant is explained."""
    assert (souq.new("marracash", seed=1).players, GAME.fewest, GAME.company, GAME.span) == (3, 3, 3, "3–4, or 2")
    assert playout(GAME, 1).ranks.shape == (1, 3)
    assert [(p.players, "variant" in p.title) for p in GAME.presets] == [(2, True)]
    assert souq.new("marracash", players=2, seed=1).players == 2


@rules("MA-S09")
def test_an_absent_seat_cannot_begin():
    with pytest.raises(BadOption, match="'start_player' cannot be 'seat 4' at a table for 3"):
        souq.new("marracash", players=3, options={"start_player": "seat 4"})
    assert souq.new("marracash", players=4, options={"start_player": "seat 4"}).state["first"][0] == 3


@rules("MA-S09")
def test_old_matches_with_an_absent_start_player_can_be_loaded():
    match = souq.new("marracash", players=3, seed=1, options={"start_player": "seat 1"})
    match.play("auction R1")
    document = match.to_json()
    document["options"]["start_player"] = "seat 4"
    kept = Match.from_json(document)
    assert (kept.options["start_player"], kept.position()) == ("seat 1", match.position())


@rules("MA-S02", "MA-F01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_clockwise(players):
    """Every turn, including skipped ones, has an event; each is the next seat's."""
    turns = []
    for state in games(players, 8 + players):
        turns += [(row.seat, row.turn) for row in happened(state, Event.TURN)]
    first = turns[0][0]
    assert turns == [((first + k) % players, k + 1) for k in range(len(turns))]


@rules("MA-S03", "MA-S04", "MA-W01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_begins_with_the_same(players):
    s = dealt(players, 3)
    assert s.cash == [1200] * players + [0] * (4 - players)
    assert s.signs == [12 if players == 2 else 6] * players + [0] * (4 - players)
    assert BOX.names == NAMES  # seat 0 is Ali, 1 Anfa, 2 Omar, 3 Leila


@rules("MA-S05", "MA-S06", "MA-S08")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_arrangement_is_valid(players):
    for seed in range(150):
        s = dealt(players, seed)
        assert all(len(set(trio)) == len(trio) == 3 for trio in trios(s))
        assert (len(queue(s)), longest(queue(s)) <= 3) == (45, True)
        assert Counter("".join(trios(s)) + queue(s)) == VISITORS
        assert sum(map(sum, s.crowd)) == 9
        assert (s.owner, s.customers) == ([-1] * 25, [0] * 25)
        assert (s.price, s.income, s.cuts) == ([0] * 25, [0] * 25, [0] * 25)


@rules("MA-S05")
def test_entrances_may_show_the_same_colours():
    assert any(len(set(trios(dealt(3, seed)))) < 3 for seed in range(150))


@rules("MA-S06")
def test_three_of_a_colour_in_a_row_occur():
    assert any(longest(queue(dealt(3, seed))) == 3 for seed in range(50))


SAMPLES = 24_000
"""So many arrangements show what mends one shuffle in a hundred."""
YELLOW = COLOURS.index("Y")


def shuffled(luck: np.random.Generator, n: int) -> np.ndarray:
    """Return all 54 in any order, a row each: the trios, then the line."""
    everybody = np.repeat(np.arange(5, dtype=np.int8), [VISITORS[letter] for letter in COLOURS])
    return luck.permuted(np.tile(everybody, (n, 1)), axis=1)


def mixed(rows: np.ndarray) -> np.ndarray:
    """Return whether every trio has three colours."""
    one, two, three = (rows[:, k:9:3] for k in range(3))
    return ((one != two) & (one != three) & (two != three)).all(axis=1)


def fours(rows: np.ndarray) -> np.ndarray:
    """Return where a run of four of a colour begins in a line."""
    same = rows[:, 9:-1] == rows[:, 10:]
    return same[:, :-2] & same[:, 1:-1] & same[:, 2:]


def by_the_reference_method(n: int) -> np.ndarray:
    """Shuffle all 54, cut off the trios, and start again if anything is invalid (MA-S07)."""
    luck, found = np.random.default_rng(1), [np.zeros((0, 54), np.int8)]
    while sum(map(len, found)) < n:
        rows = shuffled(luck, 50_000)
        found.append(rows[mixed(rows) & ~fours(rows).any(axis=1)])
    return np.concatenate(found)[:n]


def by_the_rules(n: int) -> np.ndarray:
    """Return setups by the rules; the order within a trio doesn't matter."""
    found = np.zeros((n, 54), np.int8)
    for seed in range(n):
        state = GAME.bindings.setup(3, [0, 0], (9000 + seed, 2))[0]
        found[seed, :9] = [colour for gate in GATES for colour in np.flatnonzero(state["crowd"][gate - 1])]
        found[seed, 9:] = state["queue"]
    return found


def mended(n: int, anywhere: bool) -> np.ndarray:
    """Repair shuffles, which is not allowed: exchange the fourth of a run with another one, behind it or anywhere."""
    luck = np.random.default_rng(2)
    rows = shuffled(luck, 3 * n)
    rows = rows[mixed(rows)][:n]
    while (wrong := fours(rows)).any():
        for row in np.flatnonzero(wrong.any(axis=1)):
            fourth = 9 + int(wrong[row].argmax()) + 3
            other = int(luck.integers(9 if anywhere or fourth > 48 else fourth + 1, 54))
            rows[row, fourth], rows[row, other] = rows[row, other], rows[row, fourth]
    return rows


def measures(rows: np.ndarray) -> np.ndarray:
    """Return what repairing a shuffle would bias: the entrances, pairs and threes, the ends and the middle."""
    same = rows[:, 9:-1] == rows[:, 10:]
    threes, yellow = same[:, :-1] & same[:, 1:], rows == YELLOW
    trios = [(rows[:, k : k + 3, None] == np.arange(5)).any(axis=1) for k in (0, 3, 6)]
    return np.stack(
        [
            yellow[:, :9].sum(axis=1),
            (trios[0] & trios[1]).sum(axis=1),
            (trios[1] & trios[2]).sum(axis=1),
            same.sum(axis=1),
            same[:, :22].sum(axis=1),
            same[:, -4:].sum(axis=1),
            threes.sum(axis=1),
            threes[:, :21].sum(axis=1),
            (threes & yellow[:, 9:-2]).sum(axis=1),
            yellow[:, 9:12].sum(axis=1),
            yellow[:, 30:33].sum(axis=1),
            yellow[:, -3:].sum(axis=1),
        ],
        axis=1,
    ).astype(float)


def apart(one: np.ndarray, two: np.ndarray) -> float:
    """Return by how many standard errors two samples differ, where they differ most."""
    one, two = measures(one), measures(two)
    error = np.sqrt(one.var(axis=0) / len(one) + two.var(axis=0) / len(two))
    return float((np.abs(one.mean(axis=0) - two.mean(axis=0)) / error).max())


@rules("MA-S07")
def test_setups_have_the_distribution_of_the_reference_method():
    """Nothing that repairs would bias is biased; and repaired ones are detected."""
    fair = by_the_reference_method(SAMPLES)
    assert apart(by_the_rules(SAMPLES), fair) < 4.5
    assert apart(mended(SAMPLES, anywhere=True), fair) > 6
    assert apart(mended(SAMPLES, anywhere=False), fair) > 6


@rules("MA-S09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_begins_is_drawn_or_chosen(players):
    first = Counter(dealt(players, seed).first for seed in range(800))
    assert sorted(first) == list(range(players))
    assert all(abs(n / 800 - 1 / players) < 0.07 for n in first.values())
    for seat in range(players):
        s = dealt(players, 5, first=seat + 1)
        assert (s.first, s.active, s.player, s.phase) == (seat, seat, seat, Phase.ACTION)
    assert Match(GAME, players, seed=1, options={"start_player": "seat 2"}).state["first"][0] == 1
    with pytest.raises(BadOption):
        Match(GAME, players, options={"start_player": "seat 5"})


@rules("MA-S09", "MA-S05")
def test_the_setup_has_events():
    s = dealt(3, 6)
    first, *others = rows(Event, s.event[: s.n_events])
    assert (first.kind, first.seat) == (Event.FIRST, s.first)
    began = [row for row in others if row.kind == Event.TRIO]
    shown = [(row.fountain + 1, {COLOURS[c] for c in (row.colour, row.second, row.third)}) for row in began]
    assert shown == [(gate, set(trio)) for gate, trio in zip(GATES, trios(s), strict=True)]
    assert others[-1].kind == Event.TURN


@rules("MA-S01", "MA-V01")
def test_souvenirs_exist_only_in_their_variant():
    s = dealt(3, 4)
    assert (s.shown, s.unseen) == ([-1, -1], 0)
    s = dealt(3, 4, souvenirs=True)
    assert len(set(s.shown)) == 2
    assert min(s.shown) >= 0
    assert s.unseen == (1 << len(CARDS)) - 1 - sum(1 << card for card in s.shown)
    assert Match(GAME, 3, seed=1).options["souvenirs"] is False
    assert not any(happened(state, Event.CARD, Event.SOLD) for state in games(3, 2))


@rules("MA-V01")
def test_every_souvenir_is_equally_likely():
    seen = Counter(card for seed in range(1000) for card in dealt(3, seed, souvenirs=True).shown)
    assert sorted(seen) == list(range(25))
    assert all(abs(n - 80) < 40 for n in seen.values())


# ---- round 1


@rules("MA-F01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_1_has_one_auction_for_each_seat(players):
    t = begun(players, first=1)
    for k in range(players):
        assert t.asks == (Phase.ACTION, (1 + k) % players)
        assert (t.listed("move"), len(t.listed("auction"))) == ([], 25 - k)
        assert t.refusal("move 1 E") == "MA-F01"
        t.auction(t.listed("auction")[0], 100, *["pass"] * (players - 1))
    assert t.asks == (Phase.ACTION, 1)
    assert (t.turn, t.actions) == (players + 1, 0)
    assert t.listed("move") != []
    assert [t.owner.count(seat) for seat in range(players)] == [1] * players


@rules("MA-F02", "MA-A01")
def test_a_seat_with_less_than_100_is_skipped():
    t = table("F1=R F8=R F16=R", players=3, turn=1, cash={ANFA: 75}).auction("B1", 100, "pass")
    assert t.events_of(Event.SKIPPED) == [(ANFA, 0, 0, 0)]
    assert t.asks == (Phase.ACTION, OMAR)
    t = table("F1=R F8=R F16=R", players=3, turn=1, cash={ANFA: 100}).auction("B1", 100, "pass")
    assert t.asks == (Phase.ACTION, ANFA)
    t.play("auction B2")
    assert t.events_of(Event.BIDS) == [(ANFA, 100, 1, 0)]  # all he has: made by itself


@rules("MA-F02", "MA-F03")
def test_the_last_one_of_round_1_may_be_skipped_too():
    t = table("F1=R F8=R F16=R", players=3, turn=2, player=ANFA, cash={OMAR: 0, ALI: 50}).auction("B1", 1200)
    assert t.events_of(Event.SKIPPED) == [(OMAR, 0, 0, 0)]
    assert (t.asks, t.turn, t.owner.count(ALI)) == ((Phase.ACTION, ALI), 4, 0)
    assert t.listed("auction") == []  # 50 are too little
    assert t.listed("move") != []


@rules("MA-F03")
def test_a_seat_may_enter_round_2_without_a_shop():
    t = begun(3).auction("B1", 100, 200, "pass", "pass").auction("B2", 100, "pass", "pass")
    t.auction("B3", 100, "pass", 125, "pass")
    assert t.asks == (Phase.ACTION, ALI)
    assert [t.owner.count(seat) for seat in range(3)] == [0, 3, 0]
    assert (t.turn, t.idle) == (4, 0)


@rules("MA-F01", "MA-N05")
def test_no_visitors_come_in_round_1():
    before = begun(4)
    t = before.copy()
    while t.turn <= 4:
        t.auction(t.listed("auction")[0], 100, "pass", "pass", "pass")
    assert (t.queue, [t.at(g) for g in GATES]) == (before.queue, [before.at(g) for g in GATES])


# ---- options


@rules("MA-W01", "MA-A03", "MA-A01")
def test_two_players_have_twelve_signs_each():
    names = [f"{colour}{k}" for colour in "RBGPY" for k in range(1, 6)]
    eleven = " ".join(f"{name} Ali(0)" for name in names[:11])
    t = table("F1=R F8=R F16=R", eleven, players=2, cash={ALI: 5000}).auction(names[11], 100, "pass")
    assert t.owner.count(ALI) == 12
    assert (t.signs[ALI], t.asks) == (0, (Phase.ACTION, ANFA))
    assert t.events_of(Event.SKIPPED) == [(ALI, 1, 0, 0)]
    t.play(f"auction {names[12]}")
    assert t.events_of(Event.PASSES) == [(ALI, 2, 0, 0)]
    t.play("more", "add 25")
    assert (t.owner.count(ANFA), t.cash[ANFA]) == (1, 1075)


@rules("MA-W02")
def test_concealed_cash_is_a_matter_of_display():
    plain, purse = (Match(GAME, 3, seed=9, options={"concealed": on}) for on in (False, True))
    for match in (plain, purse):
        for _ in range(30):
            match.play(match.legal()[0])
    for seat in range(-1, 3):
        assert plain.view(seat).tobytes() == purse.view(seat).tobytes()
        assert purse.view(seat)["cash"].tolist() == purse.state["cash"].tolist()
    assert plain.points() == purse.points()
