"""New stalls: KA-N01 to KA-N09, and stalls that move: KA-B01 to KA-B03."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules.stalls import places
from souq.games.kairo.rules.stands import blocked, growth
from souq.games.kairo.state import NAMES, Event
from tests.games.kairo.positions import Table, colour, labels, table
from tests.games.kairo.reference import Board, label
from tests.support import rules

EVERYWHERE = ["7 8 9"]
"""A hand of three cards reaches every segment."""

PEOPLE = "green E9 white L1 red G6 yellow F9 blue K11"


def new(name: str, *stalls: str, **what) -> Table:
    """Return a position in which P0 chooses the site of a new stall, anywhere."""
    return table(*stalls, **{"hands": EVERYWHERE, **what}).play("new", f"colour {name}")


def is_blocked(t: Table, owner: int, name: str) -> bool:
    return bool(interpreted(blocked)(t.twin, owner, colour(name)))


@rules("KA-N01", "KA-X36")
def test_a_new_stall_costs_and_scores_nothing():
    end = table("0 red B2>B3", hands=["2"]).build("blue", "F3>F4", "2")
    assert (end.money[0], end.score[0], end.supply) == ([1] * 6, 0, [6] * 6)
    assert end.stall(0, "blue") == ("F3", "F4")
    assert end.sizes[0] == [0, 1, 0, 0, 0, 1]
    assert end.events_of(Event.NEW) == [(0, 5, 29, 41)]
    t = table("0 red B2>B3", hands=["2"]).play("new")
    assert t.of("colour") == set(NAMES) - {"red", "purple"}
    assert t.refusal("colour red") == "KA-N01"


@rules("KA-X40", "KA-N01")
def test_all_six_stalls_can_be_on_the_board():
    stalls = ("white A2>A3", "red E2>E3", "green I2>I3", "yellow B6>B7", "blue F7>F8", "purple E12>E11")
    t = table(*(f"0 {text}" for text in stalls), hands=EVERYWHERE, money={0: "0 red"})
    assert "new" not in t.legal
    assert t.refusal("new") in ("KA-X40", "KA-N01")


@rules("KA-N02", "KA-X08", "KA-X21", "KA-N08")
def test_only_free_sites_are_legal():
    """No stall, expansion, entry or customer may be there, neither for the stall nor for its entry."""
    t = new("blue", "1 red E6>D6 F6")
    for place in ("E6", "F6", "D6", "G6"):  # a stall, an expansion, an entry, a customer
        assert place not in t.of("site")
        assert t.refusal(f"site {place}") in ("KA-N02", "KA-X08")
    t.play("site D7")
    assert t.of("entry") == {"C7", "E7", "D8"}
    assert t.refusal("entry D6") in ("KA-N02", "KA-N08")
    t = new("blue", "1 red E6>D6 F6").play("site H6")
    assert t.of("entry") == {"I6", "H5", "H7"}
    assert t.refusal("entry G6") == "KA-N02"


@rules("KA-N03")
def test_stall_and_entry_are_two_adjacent_sites():
    t = new("blue").play("site F3")
    assert t.of("entry") == {"E3", "G3", "F2", "F4"}
    assert t.refusal("entry G4") == "KA-N03"
    assert t.refusal("entry F3") == "KA-N03"
    corner = new("blue", customers=PEOPLE).play("site A1")
    assert corner.of("entry") == {"B1", "A2"}
    hemmed = new("blue", "1 red C1>B1", "1 white A3>A2", customers=PEOPLE)
    assert "A1" not in hemmed.of("site")  # both neighbours are entries
    assert hemmed.refusal("site A1") == "KA-N03"


@rules("KA-N04", "KA-N05")
def test_purple_on_restaurant_sites_all_others_on_the_market():
    purple = new("purple")
    assert all(label[0] in "AL" or label.endswith("12") for label in purple.of("site"))
    assert purple.refusal("site F3") == "KA-N04"
    assert purple.play("site A6").of("entry") == {"B6"}
    assert purple.refusal("entry A7") == "KA-N05"
    for name in ("white", "red", "green", "yellow", "blue"):
        t = new(name)
        assert not {
            label for label in t.of("site") if (int(label[1:]) > 4 and label[0] in "AL") or label.endswith("12")
        }
        assert t.refusal("site A6") == "KA-N04"
    west = new("blue").play("site B6")
    assert west.of("entry") == {"C6", "B5", "B7"}
    assert west.refusal("entry A6") == "KA-N05"


@rules("KA-N06", "KA-X02", "KA-P02")
def test_one_stall_of_a_colour_in_a_segment():
    t = new("blue", "1 blue E1>E2")
    assert not {label for label in t.of("site") if label[0] in "EFGH" and int(label[1:]) <= 4}
    assert t.refusal("site G3") == "KA-N06"
    assert t.refusal("site H4") == "KA-N06"
    assert "G3" in new("red", "1 blue E1>E2").of("site")  # another colour may
    neutral = new("blue", "N blue E1>E2", players=2)
    assert neutral.refusal("site G3") == "KA-N06"
    over = new("blue", "1 blue I2>H2 J2 J3")  # an entry does not count
    assert "F3" in over.of("site")
    grown = new("blue", "1 blue D2>C2 E2")  # nor does an expansion
    assert "G3" in grown.of("site")


@rules("KA-X03", "KA-N06")
def test_one_purple_stall_in_a_segment():
    t = new("purple", "1 purple A10>B10")
    assert not {"A9", "A12", "C12", "D12"} & t.of("site")
    assert t.refusal("site D12") == "KA-N06"
    assert {"E12", "A8", "L9"} <= t.of("site")


@rules("KA-N07", "KA-X14")
@pytest.mark.parametrize("owner", ["0", "1", "N"])
def test_a_stall_touches_no_stall_and_no_expansion(owner):
    t = new("blue", f"{owner} red F3>F4" + ("" if owner == "N" else " G3"), players=2)
    around = {"E3", "F2"} | ({"G3"} if owner == "N" else {"G2", "G4", "H3"})
    for place in around - {"G3"}:
        assert place not in t.of("site")
        assert t.refusal(f"site {place}") in ("KA-N07", "KA-X14")
    assert {"E2", "E4", "F5"} <= t.of("site")  # diagonal, or next to the entry
    t.play("site E4")
    assert {"E3", "E5", "D4"} == t.of("entry")  # the entry may touch what it likes; F4 is taken


@rules("KA-N08")
def test_one_entry_on_a_site():
    t = new("blue", "1 red F3>F4").play("site F5")
    assert "F4" not in t.of("entry")
    assert t.refusal("entry F4") in ("KA-N08", "KA-N02")


@rules("KA-N09", "KA-X09", "KA-A01")
def test_a_new_stall_may_cut_off_no_entry_or_customer():
    t = new("blue", "1 white B1>A1", customers=PEOPLE)
    assert t.refusal("site A2") in ("KA-N09", "KA-A01", "KA-X09")
    assert "A3" in t.of("site")
    t.play("site A3")
    assert "A2" in t.of("entry")
    alone = new("blue", "1 white B1>C1 B2", customers=PEOPLE)  # A1 and A2 may be cut off, for nobody is there
    assert "A3" in alone.of("site")
    alone.play("site A3")
    assert "A2" not in alone.of("entry")  # his own entry would be
    assert alone.refusal("entry A2") in ("KA-N09", "KA-A01", "KA-X09")
    customer = new("blue", "1 white B1>C1 B2", customers="green A1 white L1 red G6 yellow F9 blue K11")
    assert "A3" not in customer.of("site")


@rules("KA-X44", "KA-A02")
def test_nothing_is_placed_in_a_pocket():
    t = new("blue", "1 yellow B2>C2 B1 B3 A3", customers=PEOPLE)
    assert not {"A1", "A2"} & t.of("site")
    big = new("blue", "1 yellow C1>D1 C2 C3 C4 B4 A4", customers=PEOPLE)  # A1 to B3 are cut off
    assert not {"A1", "A2", "A3", "B1", "B2", "B3"} & big.of("site")
    assert big.refusal("site A1") in ("KA-X44", "KA-N09", "KA-A01")
    growing = labels(interpreted(growth)(big.twin, 1, colour("yellow")))
    assert {"B1", "B2", "B3", "A3"} <= growing  # but the stand may grow there


# ---- moving

WALLS = ("1 blue H3>I3 G3", "1 yellow F1>G1 F2", "2 white D3>C3 E3")
"""Three expansions round F3, whose entry is on F4."""


def walled(*more: str, **what) -> Table:
    return table("0 green F3>F4", *WALLS, *more, **{"hands": ["2 5 J5 8"], **what})


@rules("KA-B01", "KA-X15")
def test_a_stall_is_blocked_without_sites_to_grow():
    assert is_blocked(walled(), 0, "green")
    open_ = table("0 green F3>F4", *WALLS[:2], hands=["2"])
    assert not is_blocked(open_, 0, "green")
    assert "move" not in open_.legal
    assert open_.refusal("move") == "KA-B01"
    customer = table("0 green F3>F4", *WALLS[:2], customers="white E3 green A1 red G6 yellow B11 blue K11")
    assert is_blocked(customer, 0, "green")  # for the moment
    poor = table("0 green F3>F4", *WALLS[:2], hands=["2"], money={0: "0 red"}, supply={"green": 0})
    assert not is_blocked(poor, 0, "green")  # money and supply do not matter
    grown = table("0 green F3>F4 F2", "1 blue H3>I3 G3", "1 yellow F1>G1", "2 white D3>C3 E3", "2 red D2>D1 E2",
                  "1 red H2>H1 G2", hands=["2"])  # fmt: skip
    assert not labels(interpreted(growth)(grown.twin, 0, colour("green")))
    assert not is_blocked(grown, 0, "green")  # it has an expansion
    assert "move" not in grown.legal


@rules("KA-B01", "KA-E04", "KA-E06")
def test_rivals_and_cut_off_entries_block_too():
    rival = table("0 green F3>F4", "1 blue H3>I3 G3", "1 yellow F1>G1 F2", "1 green D3>D4", hands=["2 5"])
    assert is_blocked(rival, 0, "green")  # E3 would touch the green stall on D3
    sealed = table("0 green A2>A3", "1 white B1>C1 B2", hands=["2 5"], customers="blue A1 white L1 red G6 yellow B11")
    assert not labels(interpreted(growth)(sealed.twin, 0, colour("green")))
    corner = table("0 green B1>C1", "1 white B3>C3 B2", customers="blue A2 white L1 red G6 yellow B11 green K11")
    assert labels(interpreted(growth)(corner.twin, 0, colour("green"))) == {"A1"}


@rules("KA-B02", "KA-B03", "KA-X16", "KA-X17", "KA-N02")
def test_legal_sites_of_a_blocked_stall():
    t = walled().play("move")
    assert t.of("colour") == {"green"}
    t.play("colour green")
    board = Board.of(t.twin)
    assert {"F4"} == {place for place in t.of("site") if place in ("F3", "F4")}
    expected = {label(site) for site, _ in board.moves(0, colour("green"))}
    assert t.of("site") == expected  # four cards reach everything
    assert {"G4", "E4"} & t.of("site") == set()  # they touch expansions
    end = t.play("site F4", "entry F5", "play 2")
    assert end.stall(0, "green") == ("F4", "F5")
    assert (end.money[0], end.score[0], end.cards(0)) == ([1] * 6, 0, ["5", "8", "J5"])
    assert end.medals("green") == (-1, -1)
    assert end.events_of(Event.MOVED) == [(0, 3, 41, 53)]
    assert (end.sizes[0][3], end.supply[3]) == (1, 6)
    assert "F3" not in labels(end.solid) | labels(end.tiles[3]) | labels(end.doors)  # both sites were vacated
    assert {"F4"} == labels(end.tiles[3])
    assert "F4" not in labels(end.doors)


@rules("KA-X16", "KA-B02")
def test_a_moved_stall_does_not_stay_where_it_is():
    """A1 would be legal for a new stall, once it is vacated; with another entry or the same."""
    t = table("0 green A1>B1", customers="white A2 red L1 yellow G6 blue K11 purple B11", hands=["1 2 3"])
    assert is_blocked(t, 0, "green")
    t.play("move", "colour green")
    assert {label(site) for site, _ in Board.of(t.twin).lifted(0, 3).pairs(3)} - t.of("site") == {"A1"}
    assert t.refusal("site A1") in ("KA-X16", "KA-B02")
    assert "B1" in t.of("site")


@rules("KA-X16", "KA-B02")
def test_the_old_site_may_be_the_new_entry():
    around = ("1 blue H3>I3 G3", "2 white D3>C3 E3", "1 red G1>H1")
    stalls = ("0 green F3>F4", *around)
    t = table(*stalls, hands=["2"], customers="yellow F2 green A1 white L1 red G6 blue K11")
    assert is_blocked(t, 0, "green")
    t.play("move", "colour green")
    assert "F3" not in t.of("site")
    assert t.refusal("site F3") in ("KA-X16", "KA-B02")
    assert "F4" in t.of("site")
    t.play("site F4")
    assert t.of("entry") == {"F3", "E4", "G4", "F5"}
    assert t.play("entry F3", "play 2").stall(0, "green") == ("F4", "F3")


@rules("KA-X18", "KA-B02", "KA-L06")
def test_a_customer_on_the_old_entry_stays():
    t = walled(customers="purple F4 green A1 white L1 red G6 yellow B11")
    t.play("move", "colour green")
    assert "F4" not in t.of("site")
    t.play("site F5")
    assert "F4" not in t.of("entry")
    end = t.play("entry F6", "play 5")
    assert end.where("purple") == "F4"
    assert end.entry[0][3] == 65
    assert "F4" not in labels(end.doors)
    board = Board.of(end.twin)
    assert "F4" not in {label(site) for site in board.entries}


@rules("KA-X17")
def test_the_lifted_stall_does_not_count():
    t = walled().play("move", "colour green")
    assert "F4" in t.of("site")  # next to its old site, and in its old segment
    assert labels(interpreted(places)(t.twin, colour("green"))).isdisjoint({"F4"})  # not while it is there


@rules("KA-B03", "KA-B01")
def test_only_stalls_with_a_legal_site_can_move():
    t = walled(hands=["9"])
    assert "move" in t.legal
    one = t.play("move", "colour green")
    assert all(place[0] in "IJKL" and int(place[1:]) >= 9 for place in one.of("site"))
    none = table("0 purple L12>K11", "1 purple L10>K10", "2 purple I12>I11 J12", hands=["5"],
                 customers="green A1 white L1 red G6 yellow B11 blue B2")  # fmt: skip
    assert "move" not in none.legal


@rules("KA-P01", "KA-B01")
def test_neutral_stalls_neither_move_nor_grow():
    t = table("N green F3>F4", *(w.replace("2 ", "0 ") for w in WALLS), players=2, hands=["2 5 J5 8"])
    assert is_blocked(t, 4, "green")
    assert "move" not in t.legal
    assert "expand" not in table("N green F3>F4", players=2, hands=["2"], money={0: "5 green"}).legal
