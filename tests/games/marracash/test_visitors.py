"""New visitors: MA-N01 to MA-N06."""

from __future__ import annotations

import pytest

from souq.games.marracash.state import Event, Phase
from tests.games.marracash.positions import ALI, ANFA, OMAR, Table, table
from tests.games.marracash.reference import GATES
from tests.support import rules

AWAY = ("move 1 E", "move 8 N")


def after_two(queue: str, *, gates: str = "F1=R F8=R F16=R", moves: tuple[str, str] = AWAY, player: int = ALI) -> Table:
    """Return a turn in which two crowds are led away, one action before its end."""
    return table(gates, player=player, queue=queue).play(*moves)


@rules("MA-N01", "MA-N02")
def test_every_empty_entrance_is_filled():
    t = after_two("RBGPYRBGPY")
    assert (t.asks, t.legal) == ((Phase.GATE, ALI), ["gate 1", "gate 8"])
    t.play("gate 8")
    assert t.asks == (Phase.GROUP, ALI)
    t.play("bring A 2")
    assert (t.at(8), t.at(1), t.queue) == ("BR", "", "GPYRBGPY")
    assert t.asks == (Phase.GROUP, ALI)  # the entrance that is left is not asked for
    t.play("bring B 3")
    assert (t.at(1), t.queue, t.asks) == ("GPY", "GPYRB", (Phase.ACTION, ANFA))


@rules("MA-N01")
def test_only_empty_entrances_are_filled():
    t = table("F1=R F8=R F16=R F5=B", player=ALI).play("move 5 N", "move 16 E")
    assert t.asks == (Phase.GROUP, ALI)
    t.play("bring A 4")
    assert [len(t.at(gate)) for gate in GATES] == [1, 1, 4]
    t = table("F1=R F8=R F16=R F5=B", player=ALI).play("move 5 N", "move 3 S")
    assert t.asks == (Phase.ACTION, ANFA)


@rules("MA-N01", "MA-T06")
def test_entrances_are_not_filled_between_the_actions():
    t = table("F1=R F8=R F16=R", player=ALI).play("move 1 E")
    assert (t.asks, t.at(1)) == ((Phase.ACTION, ALI), "")
    t.auction("B1", 100, "pass", "pass", "pass")
    assert t.asks == (Phase.GROUP, ALI)


@rules("MA-N02", "MA-N03")
@pytest.mark.parametrize(
    "queue, groups",
    [
        ("RB", None),
        ("RBG", ["A 2", "A 3", "B 2"]),
        ("RBGP", ["A 2", "A 3", "A 4", "B 2", "B 3"]),
        ("RBGPY", ["A 2", "A 3", "A 4", "B 2", "B 3", "B 4"]),
        ("RBGPYRBG", ["A 2", "A 3", "A 4", "B 2", "B 3", "B 4"]),
    ],
)
def test_two_to_four_come_from_either_end(queue, groups):
    t = table("F1=R F8=R F16=R F5=B", player=ALI, queue=queue).play("move 5 N", "move 16 E")
    if groups is None:  # both come: no question is asked
        assert (t.at(16), t.queue, t.asks) == ("BR", "", (Phase.ACTION, ANFA))
        assert t.events_of(Event.BROUGHT) == [(ALI, 2, 0, 15)]
        return
    assert t.legal == [f"bring {group}" for group in groups]
    for group in groups:
        end, n = group.split()
        then = t.copy().play(f"bring {group}")
        taken = queue[: int(n)] if end == "A" else queue[-int(n) :]
        assert then.at(16) == "".join(sorted(taken))
        assert then.queue == (queue[int(n) :] if end == "A" else queue[: -int(n)])
        assert then.events_of(Event.BROUGHT) == [(ALI, int(n), "AB".index(end), 15)]


@rules("MA-N03")
def test_the_last_one_comes_alone():
    t = table("F1=R F8=R F16=R F5=B", player=ALI, queue="Y").play("move 5 N", "move 16 E")
    assert (t.at(16), t.queue, t.closing, t.asks) == ("Y", "", 4, (Phase.ACTION, ANFA))


@rules("MA-N03", "MA-N04")
def test_where_the_last_one_comes_is_chosen():
    t = after_two("Y")
    assert (t.asks, t.legal) == ((Phase.GATE, ALI), ["gate 1", "gate 8"])
    t.play("gate 8")
    assert (t.at(1), t.at(8), t.queue, t.asks) == ("", "Y", "", (Phase.ACTION, ANFA))


@rules("MA-N03")
def test_the_last_visitor_may_be_left_alone():
    """Three may be taken of four: the last one then comes alone later."""
    t = after_two("RBGP").play("gate 1", "bring A 3")
    assert (t.at(1), t.at(8), t.queue) == ("BGR", "P", "")


@rules("MA-N04", "MA-E01")
@pytest.mark.parametrize(
    "queue, group, left",
    [("RBGP", "bring A 4", ""), ("RBGP", "bring A 2", "GP"), ("RBG", "bring A 3", ""), ("RBG", "bring B 2", "R")],
)
def test_groups_are_chosen_one_after_the_other(queue, group, left):
    """A rest of one or two comes automatically; if nothing is left, the entrance stays empty."""
    t = after_two(queue).play("gate 1", group)
    assert t.at(8) == left
    assert (t.queue, t.closing, t.asks) == ("", 4, (Phase.ACTION, ANFA))


@rules("MA-N04")
def test_the_second_group_sees_the_shorter_queue():
    t = after_two("RBGPYRB").play("gate 1", "bring B 4")
    assert t.listed("bring") == ["A 2", "A 3", "B 2"]
    assert t.refusal("bring A 4") == t.refusal("bring B 3") == "MA-N03"


@rules("MA-N05")
def test_an_entrance_left_and_taken_again_is_occupied():
    t = after_two("RBGPY", moves=("move 1 E", "move 2 W"))
    assert (t.at(1), t.queue, t.asks) == ("R", "RBGPY", (Phase.ACTION, ANFA))
    t = table("F1=R F8=R F16=R F3=B", player=ALI).play("move 1 E", "move 3 N")
    assert (t.at(1), t.asks) == ("B", (Phase.ACTION, ANFA))


@rules("MA-N05", "MA-N01")
def test_an_entrance_emptied_by_the_doors_is_not_filled_before_the_end_of_the_turn():
    """A whole crowd enters shops; its fountain is filled after the second action."""
    t = table("F1=G F8=R F16=R", "G2 Ali(0)", player=ALI).play("move 1 E")
    assert (t.at(1), t.at(2), t.asks) == ("", "", (Phase.ACTION, ALI))
    t.play("move 8 N")
    assert t.legal == ["gate 1", "gate 8"]


@rules("MA-N06")
def test_bringing_visitors_in_is_no_walk():
    """Shops on the streets to the entrances get no customers and nothing is paid."""
    near = "G2 Anfa(0) P2 Anfa(0) B2 Anfa(0) G4 Omar(0) B5 Omar(0) P5 Omar(0)"
    t = table("F1=R F8=R F16=Y", near, player=ALI, queue="GPBGPBBGP").play(
        "move 1 W", "move 8 E", "gate 1", "bring A 4"
    )
    t.play("bring B 4")
    assert t.gains == [0, 0, 0, 0]
    assert (t.at(1), t.at(8)) == ("BGGP", "BBGP")
    assert t.customers == [0] * 25
    assert t.events_of(Event.CUT) == t.events_of(Event.ENTER) == []


@rules("MA-N01", "MA-N02")
def test_the_player_on_turn_brings_visitors_in():
    for player in (ANFA, OMAR):
        t = after_two("RBGPY", player=player)
        assert t.asks == (Phase.GATE, player)
        assert t.refusal("gate 16") == "MA-N02"
        assert t.refusal("gate 1", seat=ALI) is not None
        t.play("gate 1")
        assert t.asks == (Phase.GROUP, player)
        t.play("bring A 2")
        assert t.asks == (Phase.GROUP, player)


@rules("MA-N01", "MA-T04")
def test_visitors_come_after_a_lost_second_action_too():
    t = table("F1=R F8=R", player=ALI, cash={ALI: 100}).auction("B1", "pass", "pass", "pass")
    assert (t.events_of(Event.SKIPPED), t.asks) == ([(ALI, 1, 0, 0)], (Phase.GROUP, ALI))
    assert t.play("bring A 3").at(16) == "BGR"
