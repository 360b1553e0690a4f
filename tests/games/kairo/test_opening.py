"""Setup: KA-S01 to KA-S12, and the rulings on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from souq.engine.errors import BadPlayers
from souq.engine.match.match import Match
from souq.engine.rules.events import Row, rows, visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.opening import place_next
from souq.games.kairo.rules.stalls import put_stall
from souq.games.kairo.state import BOX, CHOICES, LABELS, NAMES, Event, Phase
from tests.games.kairo.play import games
from tests.games.kairo.positions import CUSTOMERS, START, Table, colour, labels, placing, setup, site
from tests.games.kairo.reference import COPIES, NEUTRAL, UNLIMITED, Board, at, number, pack, segment
from tests.support import rules

PLAYERS = [2, 3, 4]


def fresh(players: int, key: int, suggested: int = 0) -> Twin:
    """Return a game after the chance of its setup."""
    return Twin.of(GAME.bindings.setup(players, [suggested], (key, 5)))


def placements(players: int, seed: int) -> tuple[Twin, list[Row]]:
    """Return a random variable start: the position when the first turn begins, and all events until then."""
    story: list[Row] = []
    for state in games(players, seed):
        story += rows(Event, visible_events(state[0], -1))
        if state["phase"][0] == Phase.ACT:
            return Twin.of(state), story
    raise AssertionError("the setup never ends")


@rules("KA-S01", "KA-S04", "KA-X36")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_begins_with_the_same(players):
    twin = fresh(players, 3)
    assert twin.supply == [6] * 6
    assert twin.gold == twin.silver == [-1] * 6
    assert twin.money == [[1] * 6] * players + [[0] * 6] * (4 - players)
    assert twin.score == twin.barkers == [0] * 4
    assert twin.stall == twin.entry == [[-1] * 6] * 5
    assert (twin.final, twin.over, twin.turn, twin.phase) == (0, 0, 0, Phase.COLOUR)


@rules("KA-S02")
@pytest.mark.parametrize("players", PLAYERS)
def test_three_cards_each_and_four_on_display(players):
    dealt: Counter[int] = Counter()
    for key in range(400):
        twin = fresh(players, key)
        assert twin.held == [3] * players + [0] * (4 - players)
        assert [len(pack(hand)) for hand in twin.hand] == twin.held
        assert twin.left == len(pack(twin.deck)) == 33 - 3 * players - 4
        assert (twin.discards, twin.known) == (0, [0] * 4)
        cards = [*pack(twin.deck), *twin.display, *(kind for hand in twin.hand for kind in pack(hand))]
        assert Counter(cards) == dict(enumerate(COPIES))
        dealt.update(pack(twin.hand[0]))
    for kind, copies in enumerate(COPIES):
        assert abs(dealt[kind] / 1200 - copies / 33) < 0.03


@rules("KA-S03")
def test_customers_are_drawn():
    seen: Counter[tuple[int, ...]] = Counter()
    first: Counter[int] = Counter()
    for key in range(1500):
        state = GAME.bindings.setup(2, [0], (key, 8))
        twin = Twin.of(state)
        assert sorted(s for s in twin.stands if s >= 0) == sorted(START)
        told = rows(Event, visible_events(state[0], -1))
        stood = [(row.customer, row.site) for row in told if row.kind == Event.STANDS]
        assert [where for _, where in stood] == [*START, -1]  # A1, L1, G6, B11, K11, off the board
        assert [twin.stands[customer] for customer, _ in stood] == [*START, -1]
        seen[tuple(twin.stands)] += 1
        first.update(customer for customer, where in stood if where < 0)
    assert len(seen) > 500
    assert all(abs(n / 1500 - 1 / 6) < 0.04 for n in first.values())


@rules("KA-S05")
@pytest.mark.parametrize("players", PLAYERS)
def test_who_begins_is_drawn(players):
    first = Counter(fresh(players, key).first for key in range(1500))
    assert sorted(first) == list(range(players))
    assert all(abs(n / 1500 - 1 / players) < 0.05 for n in first.values())
    state = GAME.bindings.setup(players, [0], (2, 5))
    drawn = rows(Event, visible_events(state[0], -1))[0]
    assert drawn.kind == Event.FIRST
    assert state["player"][0] == state["first"][0] == drawn.seat


@rules("KA-S06", "KA-S11", "KA-S07")
@pytest.mark.parametrize("players", PLAYERS)
def test_three_rounds_of_stalls(players):
    for seed in range(6):
        twin, story = placements(players, seed)
        placed = [row for row in story if row.kind == Event.PLACED]
        order = [(twin.first + k) % players for k in range(3 * players)]
        assert [row.owner for row in placed[: 3 * players]] == order
        for seat in range(players):
            assert sum(size == 1 for size in twin.sizes[seat]) == 3
        assert (twin.player, twin.turn) == (twin.first, 1)
        assert twin.held == [3] * players + [0] * (4 - players)  # no card was needed
        assert twin.money[0] == [1] * 6  # and no money
        stalls = Counter(segment(at(row.site)) for row in placed)
        assert max(stalls.values()) <= 2


@rules("KA-S09", "KA-P01", "KA-S05")
def test_two_players_place_six_neutral_stalls():
    drawn: Counter[int] = Counter()
    for seed in range(12):
        twin, story = placements(2, seed)
        kinds = [row.kind for row in story if row.kind in (Event.PLACED, Event.NEUTRAL)]
        assert kinds == [Event.PLACED] * 6 + [Event.NEUTRAL, Event.PLACED] * 6  # each is seen before it is placed
        bagged = [(row.seat, row.colour) for row in story if row.kind == Event.NEUTRAL]
        assert [seat for seat, _ in bagged] == [(twin.first + k) % 2 for k in range(6)]
        assert sorted(c for _, c in bagged) == list(range(6))
        assert [row.owner for row in story if row.kind == Event.PLACED][6:] == [NEUTRAL] * 6
        assert (twin.bag, twin.sizes[NEUTRAL]) == (0, [1] * 6)
        drawn[bagged[0][1]] += 1
    assert len(drawn) >= 4


@rules("KA-S09")
def test_the_bag_is_drawn_from_evenly():
    first = placing("red E2>D2", "blue H3>H4", "green C6>C7", "white I2>J2", "white E9>E10", players=2)
    last = first.play("colour yellow", "site B2")
    seen: Counter[int] = Counter()
    for key in range(1200):
        state = last.state.copy()
        GAME.bindings.apply(state, last.player, int(CHOICES.parse("entry B3")), (key, 1))
        seen[int(state["colour"][0])] += 1
        assert int(state["bag"][0]) == 0b111111 & ~(1 << int(state["colour"][0]))
    assert all(abs(seen[c] / 1200 - 1 / 6) < 0.05 for c in range(6))


@rules("KA-S06", "KA-S07", "KA-N06", "KA-N07")
def test_legal_choices_of_the_setup():
    t = setup(3, customers=CUSTOMERS)
    assert t.of("colour") == set(NAMES)
    t.play("colour green")
    assert len(t.of("site")) == 113
    t.play("site F3")
    assert t.of("entry") == {"E3", "G3", "F2", "F4"}
    t.play("entry F4")
    assert t.player == 1
    t.play("colour green")
    assert not {"F3", "F4", "E3", "G3", "F2"} & t.of("site")
    assert not {label for label in t.of("site") if label[0] in "EFGH" and int(label[1:]) <= 4}  # green is there
    assert t.refusal("site G2") == "KA-N06"


@rules("KA-S06", "KA-N01")
def test_a_colour_once_placed_is_not_placed_again():
    t = placing("red E2>D2", "red I2>J2", "red A3>A4")
    assert t.of("colour") == set(NAMES) - {"red"}
    assert t.refusal("colour red") in ("KA-N01", "KA-S06")
    assert t.refusal("colour blue", seat=1) is not None


@rules("KA-S07", "KA-X43", "KA-X02")
def test_restaurant_sites_count_for_the_limit_of_their_segment():
    t = placing("purple A9>B9", "red D9>D10")
    t.play("colour blue")
    assert not {"C11", "B11", "D11"} & t.of("site")
    t = placing("purple A9>B9", "red H9>H10").play("colour blue")
    assert "C10" in t.of("site")


@rules("KA-S07")
def test_only_the_stall_counts_for_the_limit_not_its_entry():
    t = placing("red D2>E2", "blue E4>D4", "green I3>H3").play("colour white")
    assert {"G2", "F2"} & t.of("site")  # one stall and two further entries in segment 2
    t.play("site G1")
    assert t.of("entry") == {"F1", "H1", "G2"}


PLACES = (
    "A2>B2 E1>E2 I1>J1 B6>C6 E6>F6 I6>J6 B9>C9 E9>F9 I9>J9",
    "C1>D1 G1>H1 K2>L2 D7>D8 G8>H8 K7>K8 D11>D10 H11>H10 J11>I11",
)
"""Two stalls in each segment."""

COLOURS = (("white", "red", "green"), ("yellow", "blue", "blue"))


def filled(*, players: int = 3, missing: int = 0, segments: Sequence[int] = range(9)) -> Table:
    """Return a variable start with two stalls in each segment, ``missing`` fewer in the last: those of
    seats 1 and 2, of one who does not play and of nobody, and one of seat 0, who is asked for a stall.
    """
    t = setup(players, customers=CUSTOMERS)
    places = [(k, i, place) for k, line in enumerate(PLACES) for i, place in enumerate(line.split()) if i in segments]
    for k, i, place in places[: len(places) - missing]:
        stall, _, entry = place.partition(">")
        owner = 0 if (k, i) == (1, 8) else 1 + i % 4
        interpreted(put_stall)(t.twin, owner, colour(COLOURS[k][i // 4]), site(stall), site(entry))
    return t


@rules("KA-X32", "KA-S07")
def test_the_limit_is_lifted_where_nothing_else_is_possible():
    t = filled()
    assert interpreted(place_next)(t.twin)
    t = Table(t.twin)
    assert t.limit == 0
    board = Board.of(t.twin)
    assert not any(board.pairs(c, 2) for c in range(6))
    assert t.of("colour") == {NAMES[c] for c in range(6) if board.pairs(c, UNLIMITED)} - {"blue"}
    t.play("colour green")
    assert {site(label) for label in t.of("site")} == {number(s) for s, _ in board.pairs(colour("green"))}
    some = min(t.of("site"))
    t.play(f"site {some}")
    t.play(f"entry {min(t.of('entry'))}")
    assert t.stall(0, "green")[0] == some


@rules("KA-X32")
def test_the_limit_holds_while_any_colour_has_a_place():
    t = filled(missing=1)
    assert interpreted(place_next)(t.twin)
    t = Table(t.twin)
    assert t.limit == 1
    t.play("colour white")
    assert all(segment(at(site(label))) == 8 for label in t.of("site"))


@rules("KA-X32")
def test_a_stall_without_any_place_is_left_out():
    t = filled()
    for c in range(6):
        t.twin.present[c] = (1 << 9) - 1  # every segment has every colour
    assert not interpreted(place_next)(t.twin)
    assert t.twin.placed == 9


@rules("KA-X32", "KA-S09")
def test_the_limit_is_lifted_for_a_neutral_stall_too():
    t = filled(players=2)
    t.twin.placed, t.twin.bag = 6, 1 << colour("purple")
    assert interpreted(place_next)(t.twin)
    t = Table(t.twin)
    assert (t.limit, t.bag, t.colour) == (0, 0, colour("purple"))
    assert {site(label) for label in t.of("site")} == {number(s) for s, _ in Board.of(t.twin).pairs(2)}
    room = filled(players=2, missing=1)
    room.twin.placed, room.twin.bag = 6, 1 << colour("purple")
    assert interpreted(place_next)(room.twin)
    room = Table(room.twin)
    assert room.limit == 1
    assert all(segment(at(site(label))) == 8 for label in room.of("site"))
    none = filled(players=2)
    none.twin.placed, none.twin.bag, none.twin.present[2] = 6, 1 << colour("purple"), (1 << 9) - 1
    assert not interpreted(place_next)(none.twin)


@rules("KA-X32", "KA-S07", "KA-S09")
def test_the_limit_is_lifted_for_one_placement_only():
    """All segments are full on restaurant sites; elsewhere there is space."""
    t = filled(players=2, segments=[3, 5, 6, 7, 8])
    t.twin.placed, t.twin.bag = 6, 1 << colour("purple")
    assert interpreted(place_next)(t.twin)
    t.twin.bag = 1 << colour("white")
    t = Table(t.twin)
    assert t.limit == 0
    t.play(f"site {min(t.of('site'))}")
    t.play(f"entry {min(t.of('entry'))}")
    assert (t.limit, t.colour) == (1, colour("white"))
    assert {segment(at(site(label))) for label in t.of("site")} == {0, 1, 2, 4}


@rules("KA-S08", "KA-S10", "KA-S11", "KA-S05", "KA-S12")
@pytest.mark.parametrize("players", PLAYERS)
def test_suggested_starts_count_from_the_start_player(players):
    firsts = set()
    for key in range(12):
        twin = fresh(players, key, suggested=1)
        firsts.add(twin.first)
        assert (twin.phase, twin.player, twin.turn) == (Phase.ACT, twin.first, 1)
        for start in BOX.suggested[players]:
            owner = NEUTRAL if start.owner < 0 else (start.owner + twin.first) % players
            assert twin.stall[owner][start.colour] == start.stall
            assert twin.entry[owner][start.colour] == start.entry
        assert sum(sum(sizes) for sizes in twin.sizes) == len(BOX.suggested[players])
        assert twin.held[:players] == [3] * players
    assert firsts == set(range(players))


@rules("KA-S08")
@pytest.mark.parametrize(
    "players, seat, name, place",
    [(2, 0, "purple", "F12>F11"), (2, 4, "blue", "J6>K6"), (3, 2, "blue", "D7>D6"), (4, 3, "purple", "L7>K7")],
)
def test_some_suggested_stalls_by_name(players, seat, name, place):
    t = setup(players, start="suggested")
    assert ">".join(t.stall(seat, name)) == place


@rules("KA-S12")
def test_the_option_chooses_the_start():
    assert Match(GAME, 3, seed=1).legal()[0].text.startswith("colour")
    match = Match(GAME, 3, seed=1, options={"start": "suggested", "money": "screens"})
    assert "draw" in [choice.text for choice in match.legal()]
    plain = Match(GAME, 3, seed=1, options={"start": "suggested"})
    assert plain.state.tobytes() == match.state.tobytes()  # screens are a matter of display


@rules("KA-S12")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_can_play(players):
    with pytest.raises(BadPlayers, match="2 to 4"):
        Match(GAME, players)


@rules("KA-N09", "KA-A01")
def test_setup_keeps_everything_reachable():
    """A pocket of one site: an entry's last way out cannot be built on."""
    t = placing("red B1>A1", customers="green E9 white L1 red G6 yellow F9 blue K11")
    t.play("colour white")
    assert "A2" not in t.of("site")
    assert t.refusal("site A2") in ("KA-N09", "KA-A01")


def test_site_labels_match_the_square():
    assert labels([1, 0, 1 << (143 - 126)]) == {"A1", "L12"}
    assert len(LABELS) == 144
