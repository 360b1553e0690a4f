"""Events of every decision, in their order."""

from __future__ import annotations

from souq.games.marracash.state import Event
from tests.games.marracash.positions import ALI, ANFA, GUESTS, LEILA, OMAR, Table, card, route, shop, table
from tests.support import rules

E = Event


def rows(t: Table) -> list[tuple]:
    """Return events with their numbers, without trailing zeros."""
    found = []
    for kind, numbers in t.events:
        while len(numbers) > 1 and numbers[-1] == 0:
            numbers = numbers[:-1]
        found.append((kind, *numbers))
    return found


@rules("MA-M06", "MA-P02", "MA-V02", "MA-M04")
def test_events_of_a_walk():
    t = table("F6=RRY", GUESTS, "R2 Ali(1)", "Y4 Omar(2)", shown="G150 R125", player=OMAR).play("move 6 E")
    assert rows(t) == [
        (E.WALK, OMAR, 5, route("6 E"), 3),
        (E.ENTER, shop("R2"), 2, 1, 500),
        (E.SOLD, ALI, card("R125"), 1, 125),
        (E.INCOME, ALI, 625, shop("R2"), 2),
        (E.CUT, ALI, OMAR, 200, shop("R2")),
        (E.ENTER, shop("Y4"), 1, 2, 300),
        (E.INCOME, OMAR, 300, shop("Y4"), 1),
        (E.ARRIVED, 6),
    ]


@rules("MA-V09")
def test_events_of_a_walk_with_a_souvenir_to_choose():
    t = table("F6=RY", GUESTS, "R2 Ali(0)", "Y4 Omar(2)", shown="R150 R125", player=OMAR).play("move 6 E")
    assert rows(t) == [
        (E.WALK, OMAR, 5, route("6 E"), 2),
        (E.ENTER, shop("R2"), 1, 0, 100),
        (E.ENTER, shop("Y4"), 1, 2, 300),
        (E.INCOME, OMAR, 300, shop("Y4"), 1),
        (E.ARRIVED, 6),
    ]
    assert rows(t.play("sell 1")) == [
        (E.SOLD, ALI, card("R125"), 1, 125),
        (E.INCOME, ALI, 225, shop("R2"), 1),
        (E.CUT, ALI, OMAR, 50, shop("R2")),
    ]


@rules("MA-A03", "MA-A07", "MA-A09", "MA-A10")
def test_events_of_a_sale():
    six = " ".join(f"{name} Leila(0)" for name in ("Y1", "Y2", "Y4", "Y5", "B1", "B2"))
    t = table("F10=RYY", six, player=ALI, cash={OMAR: 100}).play("auction Y3")
    assert rows(t) == [(E.LOT, ALI, shop("Y3")), (E.PASSES, LEILA, 2)]
    assert rows(t.play("bid")) == [(E.BIDS, ALI, 100, 1)]
    assert rows(t.play("more", "more", "add 100")) == [(E.BIDS, ANFA, 325), (E.PASSES, OMAR, 1)]
    assert rows(t.play("pass")) == [
        (E.PASSES, ALI),
        (E.BOUGHT, ANFA, shop("Y3"), 325),
        (E.FEE, ALI, 100),
        (E.PULL, shop("Y3"), 2, 9),
        (E.ENTER, shop("Y3"), 2, 0, 300),
        (E.INCOME, ANFA, 300, shop("Y3"), 2),
    ]


@rules("MA-T06", "MA-N02", "MA-E01")
def test_events_of_the_end_of_a_turn():
    t = table("F1=R F8=R F16=R", player=OMAR, queue="RBGP").play("move 1 E", "move 8 N", "gate 8")
    assert rows(t.play("bring B 2")) == [
        (E.BROUGHT, OMAR, 2, 1, 7),
        (E.VISITOR, 3, 7, 3),
        (E.VISITOR, 2, 7, 2),
        (E.BROUGHT, OMAR, 2),
        (E.VISITOR, 0, 0, 1),
        (E.VISITOR, 1),
        (E.LAST, OMAR),
        (E.TURN, LEILA, 8, 2),
    ]
