"""Turns, the end of the game and the final scoring: DB-T01 to DB-T05, DB-X01 to DB-X05, DB-F01 to DB-F04."""

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.scoring import finish
from souq.games.desert_bazaar.state import Event, Phase, Rule
from tests.games.desert_bazaar.positions import FILLED, Table, position, row, site, table
from tests.support import rules

RICH = [3, 3, 3, 3]
EMPTY = [0, 0, 0, 0]


@rules("DB-T01")
def test_a_turn_is_a_roll_or_a_build():
    start = table(hands=[RICH])
    assert start.legal == ["roll", *(f"tile {side} {slot}" for side in ("left", "right") for slot in range(1, 5))]
    assert start.refusal("take Water") == "DB-T01"
    assert start.play("tile left 1", "site F5").phase == Phase.NEXT
    assert start.refusal("roll") == "DB-T01"


@rules("DB-T02")
def test_build_needs_a_tile_that_can_be_built():
    start = table(hands=[[2, 0, 1, 0]], left=["C:WSW", "C:WCW"], right=["S:WPW"])
    assert start.legal == ["roll", "tile left 1"]
    assert start.refusal("tile left 2") == "DB-P06"
    assert start.refusal("done") == "DB-T04"


@rules("DB-T03")
def test_rolling_is_always_legal_and_forced_without_a_build():
    assert "roll" in table(hands=[RICH]).legal
    poor = table()
    assert poor.phase == Phase.TAKE
    assert poor.legal == ["take Water", "take Camel", "take Silk", "take Spice"]


@rules("DB-T04")
def test_there_is_no_pass_and_no_trade_between_players():
    start = table(hands=[RICH])
    assert not {"done", "trade"} & {name.split()[0] for name in start.legal}
    assert start.refusal("done") == "DB-T04"


@rules("DB-T05")
def test_turns_pass_clockwise():
    start = table(players=3, player=2, hands=[RICH, RICH, RICH])
    assert start.refusal("roll", seat=1) == "DB-T05"
    after = start.roll("Water", dice="---")
    assert after.player == 0
    assert after.events_of(Event.TURN) == [(0, 2, 0, 0)]
    assert GAME.bindings.deciders(after.state) == 0b001
    assert list(GAME.bindings.legal(after.state, 1)) == []


@rules("DB-X01")
def test_the_game_ends_when_no_legal_site_is_left_even_in_mid_turn():
    end = table(row(*FILLED), hands=[[9, 9, 9, 9]], piles=EMPTY).build("left 1", "A2")
    assert (end.over, end.ended) == (1, Rule.DB_X01)
    assert end.events_of(Event.END) == [(Rule.DB_X01, 0, 0, 0)]
    assert end.legal == []


@rules("DB-X02")
def test_it_goes_on_while_a_legal_site_is_left_though_nobody_can_pay():
    start = table(row(*FILLED), hands=[EMPTY, EMPTY, EMPTY])
    assert (start.over, start.phase, start.legal_sites) == (0, Phase.TAKE, {"A2"})


@rules("DB-X03")
def test_it_ends_when_no_tile_is_left_anywhere():
    end = table(hands=[RICH], left=["W:SPS"], right=[], stock=[]).build("left 1", "F5")
    assert (end.over, end.ended) == (1, Rule.DB_X03)
    assert end.score[0] == 2 + 1 + 2 * sum(n > 0 for n in end.hand[0])
    other = table(hands=[RICH], left=["W:SPS"], right=["C:WPW"], stock=[]).build("left 1", "F5")
    assert (other.over, other.player) == (0, 1)


@rules("DB-X04", "DB-R02")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_barren_turns_of_all_seats_end_the_game(players):
    end = table(players=players, piles=EMPTY)  # nobody holds a card, so nobody can build
    assert (end.over, end.ended, end.barren) == (1, Rule.DB_X04, players)
    assert end.events_of(Event.BARREN) == [(seat, seat + 1, 0, 0) for seat in range(players)]


@rules("DB-X04")
def test_taking_a_card_or_building_resets_the_barren_count():
    start = table(players=3, hands=[EMPTY], piles=[0, 2, 1, 0], barren=2)
    assert start.play("take Camel", dice="---").barren == 0
    built = table({"F5": "S"}, players=3, hands=[[2, 0, 0, 0]], piles=EMPTY, left=["C:WSW"], right=[], barren=2)
    assert built.build("left 1", "F6").barren == 0


@rules("DB-X05")
def test_the_game_ends_in_mid_round():
    end = table(row(*FILLED), player=1, hands=[RICH, RICH, RICH]).build("left 1", "A2")
    assert end.over
    assert GAME.bindings.deciders(end.state) == 0
    assert end.refusal("roll", seat=2) == end.refusal("done", seat=1) == "DB-X05"
    assert not end.events_of(Event.TURN)


@rules("DB-F01", "DB-M03")
def test_markers_on_the_board_score_a_point_each_and_unmarked_tiles_none():
    twin = position({"A1": "?/0", "A2": "?/0", "F5": "?/1", "F6": "?", "K1": "?"}, scores=[5, 5, 5])
    interpreted(finish)(twin, Rule.DB_X01)
    assert twin.score[:3] == [7, 6, 5]


@rules("DB-F02")
def test_only_a_sole_leader_wins_a_majority():
    twin = position(hands=[[2, 0, 1, 0], [1, 0, 1, 4], [1, 0, 1, 4]])
    interpreted(finish)(twin, Rule.DB_X01)
    assert twin.score[:3] == [2, 0, 0]
    end = Table(twin)
    assert end.events_of(Event.MAJORITY) == [(0, 0, 2, 2), (1, -1, 0, 0), (2, -1, 1, 0), (3, -1, 4, 0)]


@rules("DB-F03", "DB-F04")
@pytest.mark.parametrize(
    "scores, cards, places",
    [
        ([20, 20, 19, 5], [6, 4, 12, 0], [1, 2, 3, 4]),
        ([20, 20, 19, 5], [5, 5, 12, 0], [1, 1, 3, 4]),
        ([9, 20, 9, 20], [3, 4, 3, 5], [3, 2, 3, 1]),
        ([7, 7, 7, 7], [2, 2, 2, 2], [1, 1, 1, 1]),
    ],
)
def test_places_follow_points_then_cards(scores, cards, places):
    twin = position(players=4, scores=scores, hands=[[n, 0, 0, 0] for n in cards], piles=[15] * 4)
    assert GAME.bindings.ranks(Table(twin).state) == places
    assert GAME.bindings.points(Table(twin).state) == scores


def test_events_of_the_end_are_in_order():
    end = table(row(*FILLED), hands=[RICH]).build("left 1", "A2")
    kinds = [event for event, _ in end.events]
    scoring = [Event.END] + [Event.MARKERS] * 3 + [Event.MAJORITY] * 4 + [Event.RANK] * 3
    assert kinds[-11:] == scoring
    assert end.events_of(Event.RANK)[0] == (0, 1, end.score[0], sum(end.hand[0]))
    assert end.tile[site("A2")] >= 0
