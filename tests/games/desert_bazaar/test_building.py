"""Building, markers, encampments and the display: chapters B, M, E and D."""

from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar.rules.encampments import encampment
from souq.games.desert_bazaar.state import LABELS, Event, Phase
from tests.games.desert_bazaar.positions import FILLED, position, row, site, table, tile
from tests.support import rules

RICH = [3, 3, 3, 3]
RICHER = [9, 9, 9, 9]
SIX = ["C4", "D4", "D5", "F4", "F5", "G4"]
FLOWER = ["F5", "E4", "E5", "F4", "F6", "G4", "G5"]


def rich(tiles=None, **what):
    """Return a position of a player who can pay for anything."""
    return table(tiles, hands=[RICHER], piles=[6] * 4, **what)


@rules("DB-B01")
def test_later_tiles_come_from_the_side_of_the_first():
    start = rich()
    assert len(start.of("tile")) == 8
    start.build("right 2", "F5")
    assert start.of("tile") == {"right 1", "right 3", "right 4"}
    assert start.refusal("tile left 1") == "DB-B01"


@rules("DB-B02", "DB-D04")
def test_only_displayed_tiles_can_be_taken():
    start = rich(left=["W:SPS", None, "C:WPW"]).build("left 1", "F5")
    assert start.refusal("tile left 1") == "DB-B02"
    assert start.refusal("tile left 2") == "DB-B02"
    assert start.display[0] == [-1, -1, tile("C:WPW"), -1]  # the others do not move up
    start.play("done")
    lying = start.display[0]
    assert lying[2] == tile("C:WPW")
    assert [row.slot for row in start.rows(Event.REFILL)] == [0, 1, 3]


@rules("DB-B03")
def test_an_encampment_has_at_most_seven_tiles():
    start = rich(row(*SIX, "E3")).play("tile left 1")  # E3 joins the two groups to seven
    assert start.refusal("site E3") == "DB-B03"
    assert start.refusal("site F5") == "DB-B03"
    assert "E4" not in start.of("site")
    two = rich(row("C4", "D4", "D5", "C5", "F4", "F5", "G4")).play("tile left 1")
    assert two.refusal("site E4") == "DB-B03"  # it would make eight
    assert two.refusal("site A1") is None


@rules("DB-B04")
def test_an_encampment_is_a_connected_group():
    twin = position({**dict.fromkeys(SIX, "?/1"), "E4": "?", "A1": "?/0"})
    camp, _ = interpreted(encampment)(twin, site("G4"))
    assert {LABELS[c] for c in members(camp)} == {*SIX, "E4"}
    alone, _ = interpreted(encampment)(twin, site("A1"))
    assert members(alone) == [site("A1")]


@rules("DB-B05")
def test_a_tile_may_join_encampments():
    after = rich(row("F4", "F6", "D5")).build("left 1", "F5")
    assert after.events_of(Event.CAMP) == [(0, site("F5"), 3, 2)]
    assert rich(row(*SIX)).build("left 1", "E4").events_of(Event.CAMP) == [(0, site("E4"), 7, 2)]


@rules("DB-B06")
def test_sites_next_to_a_full_encampment_stay_dead():
    start = rich(row(*FLOWER)).play("tile left 1")
    round_it = {"D4", "D5", "D6", "E3", "E6", "F3", "F7", "G3", "G6", "H4", "H5", "H6"}
    assert set(LABELS) - start.legal_sites == round_it | set(FLOWER)
    assert start.refusal("site D5") == "DB-B06"
    assert start.refusal("site F5") == "DB-B03"


@rules("DB-B07")
def test_tiles_may_touch_those_of_others():
    assert rich({"F5": "?/1"}).build("left 1", "F6").events_of(Event.CAMP) == [(0, site("F6"), 2, 1)]


@rules("DB-B08")
def test_a_player_may_build_again_or_stop():
    start = rich(left=["W:SPS", "C:WPW", "S:WCW", "P:CSP"])
    for slot, label in [(1, "A1"), (2, "C1"), (3, "C8"), (4, "F5")]:
        start.build(f"left {slot}", label)
        assert "done" in start.legal
        assert start.refusal("take Water") == "DB-B08"
    assert start.built == 4
    done = start.play("done")
    assert (done.player, done.phase != Phase.NEXT) == (1, True)
    poor = table(hands=[[0, 0, 2, 1]], left=["W:SPS", "C:WPW"], right=[]).build("left 1", "F5")
    assert poor.player == 1  # nothing else can be built: done without being asked


@rules("DB-B09")
def test_a_tile_is_paid_and_scored_before_it_is_replaced():
    start = rich(left=["W:SPS"])
    start.play("tile left 1")
    assert start.refusal("done") == start.refusal("pay cheapest") == "DB-B09"
    assert start.display[0][0] == tile("W:SPS")
    start.play("site F5")
    kinds = [event for event, _ in start.events]
    assert kinds == [Event.SITE, Event.PAID, Event.PAID, Event.ISOLATED] + [Event.REFILL] * 4
    poor = table({"F5": "S"}, hands=[[1, 0, 0, 0]], left=["W:SPS"], right=[])
    assert poor.of("tile") == set()


@rules("DB-M01")
def test_every_tile_gets_a_marker_while_there_are_any():
    start = rich(markers=[1], left=["W:SPS", "C:WPW", "S:WCW"]).build("left 1", "A1")
    assert (start.owner[site("A1")], start.markers[0]) == (0, 0)
    assert start.events_of(Event.SITE) == [(0, site("A1"), tile("W:SPS"), 1)]


@rules("DB-M02", "DB-M03")
def test_without_markers_tiles_stay_unmarked_and_never_score():
    start = rich(markers=[0], left=["W:SPS", "C:WPW", "S:WCW"]).build("left 1", "A1")
    assert (start.owner[site("A1")], start.score[0]) == (-1, 0)
    assert not start.events_of(Event.ISOLATED)
    assert start.events_of(Event.CAMP) == [(0, site("A1"), 1, 0)]
    start.build("left 2", "A2")  # it counts for size and offers its product
    assert start.events_of(Event.CAMP) == [(0, site("A2"), 2, 1)]
    assert start.events_of(Event.HELP) == [(0, site("A1"), 0, -1)]


@rules("DB-E01", "DB-E02")
def test_only_an_isolated_marked_tile_scores_at_once():
    start = rich(left=["W:SPS", "C:WPW", "S:WCW"]).build("left 1", "F5")
    assert start.score[0] == 2
    assert start.build("left 2", "F6").score[0] == 2
    assert start.build("left 3", "A1").score[0] == 4


@rules("DB-E03", "DB-E04", "DB-E05")
def test_closing_scores_and_returns_every_marker():
    board = {"C4": "?/0", "D4": "?/0", "D5": "?/1", "F4": "?/2", "F5": "?", "G4": "?/1"}
    end = rich(board).build("left 1", "E4")
    assert end.score[:3] == [2 + 1 + 1, 2, 1]
    assert end.markers[:3] == [7, 7, 7]
    assert all(end.owner[site(label)] == -1 for label in [*board, "E4"])
    assert all(end.tile[site(label)] >= 0 for label in [*board, "E4"])
    assert end.events_of(Event.CLOSED) == [(0, site("E4"), 0, 0)]
    assert end.events_of(Event.COUNTED) == [(0, 3, 0, 0), (1, 2, 0, 0), (2, 1, 0, 0)]
    assert end.events_of(Event.BONUS) == [(0, 1, 0, 0)]
    assert len(end.events_of(Event.HOME)) == 6


@rules("DB-E04")
def test_the_bonus_belongs_to_the_player_not_to_the_tile():
    end = rich(dict.fromkeys(SIX, "?/1"), markers=[0, 1]).build("left 1", "E4")
    assert end.score[:2] == [1, 6]
    assert end.markers[:2] == [0, 7]


@rules("DB-E05")
def test_returned_markers_can_be_used_in_the_same_turn():
    start = rich(dict.fromkeys(SIX, "?/0"), markers=[1], left=["W:SPS", "C:WPW", "S:WCW"])
    start.build("left 1", "E4")
    assert start.markers[0] == 7
    start.build("left 2", "A1")
    assert (start.owner[site("A1")], start.markers[0]) == (0, 6)


@rules("DB-D01")
def test_an_emptied_side_is_refilled_before_the_player_decides():
    start = rich(left=["W:SPS"]).build("left 1", "F5")
    assert (start.player, start.phase) == (0, Phase.NEXT)
    assert -1 not in start.display[0]
    assert len(start.of("tile")) == 4


@rules("DB-D02")
def test_the_side_used_is_refilled_after_the_turn_and_the_other_is_not():
    start = rich(right=["W:SPS", "C:WPW"]).build("left 1", "F5")
    assert start.display[0][0] == -1
    start.play("done")
    assert -1 not in start.display[0]
    assert start.display[1] == [tile("W:SPS"), tile("C:WPW"), -1, -1]


@rules("DB-D03")
def test_a_small_stock_refills_partly():
    start = rich(left=["W:SPS"], right=[], stock=["C:WPW", "S:WCW"]).build("left 1", "F5")
    assert sorted(start.display[0]) == sorted([tile("C:WPW"), tile("S:WCW"), -1, -1])
    assert start.stock == 0
    assert [row.left for row in start.rows(Event.REFILL)] == [1, 0]
    empty = table(hands=[RICHER], left=["W:SPS"], right=["C:WPW"], stock=[])
    assert empty.build("left 1", "F5").player == 1  # the right side still has one, but the left is in use
    gone = table(hands=[RICHER], left=[], right=["C:WPW"], stock=[])
    assert gone.refusal("tile left 1") == "DB-D03"


@rules("DB-D04")
def test_new_tiles_fill_free_slots_from_the_first():
    start = rich(left=[None, "W:SPS", None, "C:WPW"], right=[]).build("left 2", "F5")
    start.play("done")
    assert [row.slot for row in start.rows(Event.REFILL)] == [0, 1, 2]
    assert start.display[0][3] == tile("C:WPW")


@rules("DB-D05")
def test_nothing_is_refilled_after_the_end():
    end = table(row(*FILLED), hands=[RICH], left=["W:SPS"]).build("left 1", "A2")
    assert end.over
    assert end.display[0] == [-1] * 4
    assert not end.events_of(Event.REFILL)
