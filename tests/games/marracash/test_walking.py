"""Walks and what they pay: MA-M01 to MA-M10, MA-P01 to MA-P05, MA-Z02."""

from __future__ import annotations

import pytest

from souq.engine.rules.events import rows
from souq.engine.rules.twin import interpreted
from souq.games.marracash.rules.payment import cut_of, ladder
from souq.games.marracash.rules.walking import walk
from souq.games.marracash.state import Event, Phase
from tests.games.marracash.positions import ALI, ANFA, GUESTS, OMAR, position, route, shop, table
from tests.games.marracash.reference import BESIDE, SHOPS, TOWN, cut, income
from tests.support import rules

ROUTES = [f"{start} {way}" for start, way in TOWN]


def along(name: str) -> tuple[int, list[str]]:
    start, way = name.split()
    return TOWN[int(start), way]


@rules("MA-M01")
def test_the_whole_crowd_walks_one_street():
    t = table("F5=RRGGGPYY", player=ALI).play("move 5 S")
    assert (t.at(5), t.at(11)) == ("", "GGGPRRYY")
    assert t.events_of(Event.WALK) == [(ALI, 4, route("5 S"), 8)]
    assert t.actions == 1


@rules("MA-M03")
def test_any_seat_moves_any_crowd_into_and_out_of_entrances():
    for seat in range(4):
        t = table("F1=RG F2=B", player=seat).play("move 2 W")
        assert t.at(1) == "BGR"
        assert t.copy().play("move 1 W").at(3) == "BGR"


@rules("MA-M04")
def test_crowds_merge():
    t = table("F5=RG F11=RY", player=ALI).play("move 5 S")
    assert t.at(11) == "GRRY"
    assert t.play("move 11 W").at(10) == "GRRY"


@rules("MA-M05", "MA-M06", "MA-M07", "MA-M08")
@pytest.mark.parametrize("name", ROUTES)
def test_each_shop_alone_along_every_route(name):
    """The only owned shop of a street takes its colour only, including its last cell; no other shop does."""
    end, passed = along(name)
    start = name.split()[0]
    for each in passed:
        twin = position(f"F{start}=RRBBGGPPYY", f"{each} Ali(0)", player=OMAR)
        interpreted(walk)(twin, OMAR, route(name))
        assert twin.customers[shop(each)] == 2
        assert sum(twin.crowd[end - 1]) == 8
        assert twin.crowd[end - 1]["RBGPY".index(each[0])] == 0
        assert (twin.cash[ALI], twin.cash[OMAR]) == (1400, 1300)
    words = " ".join(f"{each} Ali(0)" for each in sorted(set(SHOPS) - set(passed)))
    twin = position(f"F{start}=RRBBGGPPYY", words, signs={ALI: 0})
    interpreted(walk)(twin, OMAR, route(name))
    assert sum(twin.crowd[end - 1]) == 10
    assert twin.cash == [1200] * 4


@rules("MA-M06", "MA-M08")
@pytest.mark.parametrize("name", ROUTES)
def test_with_all_shops_owned_each_goes_into_the_first(name):
    """The first shop of each colour takes all of it, regardless of its owner; the order is the printed one."""
    _, passed = along(name)
    words = " ".join(f"{each} {'Anfa' if k % 2 else 'Ali'}(0)" for k, each in enumerate(passed))
    twin = position(f"F{name.split()[0]}=RRBBGGPPYY", words, player=OMAR)
    interpreted(walk)(twin, OMAR, route(name))
    first: dict[str, str] = {}
    for each in passed:
        first.setdefault(each[0], each)
    for each in passed:
        assert twin.customers[shop(each)] == (2 if each in first.values() else 0)
    entered = [row.shop for row in rows(Event, twin.event[: twin.n_events]) if row.kind == Event.ENTER]
    assert entered == [shop(each) for each in first.values()]


@rules("MA-M05")
def test_shops_at_the_destination_count_and_at_the_start_do_not():
    t = table("F12=R", "R4 Ali(0)", player=ALI).play("move 12 S")
    assert (t.shop("R4"), t.at(16)) == ("Ali(0)", "R")  # he was next to it and walks away
    t.play("move 16 N")
    assert (t.shop("R4"), t.at(12)) == ("Ali(1)", "")
    for each, fountain in BESIDE.items():
        ways = [(start, way) for (start, way), (end, _) in TOWN.items() if end == fountain]
        for start, way in ways:
            assert each in TOWN[start, way][1]


@rules("MA-M07")
def test_unowned_shops_and_other_colours_are_passed():
    t = table("F4=PPY", "R1 Ali(0)", "B1 Ali(0)", player=OMAR).play("move 4 N")
    assert (t.at(3), t.gains) == ("PPY", [0, 0, 0, 0])
    assert t.shop("P1") == t.shop("Y2") == "nobody(0)"


@rules("MA-M08")
def test_no_visitor_is_saved_for_a_later_shop():
    t = table("F15=BBRRYY", "Y5 Ali(0)", "Y3 Omar(0)", "R5 Ali(0)", player=OMAR).play("move 15 N")
    assert (t.shop("Y5"), t.shop("Y3"), t.shop("R5"), t.at(10)) == ("Ali(2)", "Omar(0)", "Ali(2)", "BB")


@rules("MA-M06")
def test_customers_stay_in_their_shop():
    t = table("F1=G F2=B F8=R", "G2 Ali(3)", player=ALI).play("move 1 E", "move 2 S")
    assert t.shop("G2") == "Ali(4)"
    assert t.at(7) == "B"


@rules("MA-M09", "MA-P03")
def test_two_shops_on_one_cell():
    """G2 and P2 are passed on the same cell: both are paid, in the order of their names."""
    t = table("F1=GPP", "G2 Ali(0)", "P2 Anfa(0)", player=OMAR).play("move 1 S")
    assert [numbers[0] for numbers in t.events_of(Event.ENTER)] == [shop("G2"), shop("P2")]
    assert t.gains == [50, 200, 150, 0]


@rules("MA-M10", "MA-P01", "MA-Z02")
def test_a_shop_may_have_any_number_of_customers_and_visitors():
    t = table(f"F6={'Y' * 14}{'R' * 10}{'B' * 10}{'P' * 10}{'G' * 10}", player=ALI).play("move 6 N")
    assert len(t.at(1)) == 54
    t = table(f"F6={'Y' * 14}{'P' * 10}", "Y4 Ali(0)", player=ALI).play("move 6 E")
    assert (t.shop("Y4"), t.gains[ALI], t.at(7)) == ("Ali(14)", 6000, "P" * 10)
    more = table("F6=YY", "Y4 Ali(13)", player=ALI).play("move 6 E")
    assert (more.shop("Y4"), more.gains[ALI]) == ("Ali(15)", 1000)


@rules("MA-P01")
def test_each_customer_pays_by_its_number_in_the_shop():
    for before in range(12):
        for n in range(1, 15):
            assert interpreted(ladder)(before, n) == income(before, n)
    assert interpreted(ladder)(0, 14) == 6000


@rules("MA-P02", "MA-P05")
def test_the_cut_is_less_than_the_profit():
    for before in range(12):
        for n in range(1, 15):
            for souvenirs in range(0, 500, 25):
                profit = income(before, n) + souvenirs
                share = interpreted(cut_of)(profit, n)
                assert share == cut(profit, n)
                assert 0 < share < profit


@rules("MA-P02")
def test_exactly_300_is_the_low_rate():
    t = table("F6=R", "R2 Ali(2)", player=OMAR).play("move 6 E")
    assert t.gains == [250, 0, 50, 0]
    t = table("F6=R", "R2 Ali(3)", player=OMAR).play("move 6 E")
    assert t.gains == [300, 0, 100, 0]


@rules("MA-P03")
def test_profits_of_moves_are_not_added_up():
    t = table("F6=R F2=R", "R2 Ali(0)", player=OMAR).play("move 6 E", "move 2 S")
    assert t.gains == [200, 0, 100, 0]  # 100 − 50 and 200 − 50; together it would be 300 with 100
    t = table("F6=R F2=R", "R2 Ali(1)", player=OMAR).play("move 6 E", "move 2 S")
    assert t.gains == [400, 0, 100, 0]  # 200 and 300; together it would be 500 with 200


@rules("MA-P04")
def test_other_owners_pay_the_guide_who_pays_nothing_himself():
    t = table("F8=BBG", "B2 Ali(0)", "G4 Anfa(0)", player=ANFA).play("move 8 E")
    assert t.gains == [200, 200, 0, 0]
    assert (t.income[shop("B2")], t.cuts[shop("B2")]) == (300, 100)
    assert (t.income[shop("G4")], t.cuts[shop("G4")]) == (100, 0)


@rules("MA-P05", "MA-Z01")
def test_an_owner_without_money_can_pay_the_cut():
    t = table("F6=RRR", "R2 Ali(0)", player=OMAR, cash={ALI: 0}).play("move 6 E")
    assert t.gains == [300, 0, 300, 0]


@rules("MA-M01", "MA-M02")
def test_moves_along_no_street_are_refused():
    t = table("F5=R", GUESTS, player=ALI)
    assert t.refusal("move 2 S") == "MA-M01"
    assert t.asks == (Phase.ACTION, ALI)
