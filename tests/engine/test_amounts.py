"""Amounts and their encodings; phrases that mean several choices."""

import pytest

from souq.engine.errors import IllegalChoice, NothingToUndo, NotYourTurn
from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.engine.present.scene import Amount, Encoding
from tests.lot import GAME as LOT
from tests.lot.state import ADD, BID, MORE
from tests.toy import GAME as TOY

LADDER = (5, 6, 7, 8)


def amount(low, high, encoding):
    return Amount(low, high, 25, "How much?", "Bid {}", encoding)


@pytest.fixture
def lot():
    return Match(LOT, 3, seed=4, names=["Amina", "Omar", "Ali"])


def test_a_ladder_encodes_every_amount():
    asked = amount(500, 900, Encoding(LADDER, jump=4, first=(4,), lowest=(3,)))
    found = {each: asked.encode(each) for each in range(500, 925, 25)}
    assert [found[each] for each in (500, 525, 600, 625, 725, 900)] == [
        (3,),
        (4, 5),
        (4, 8),
        (4, 4, 5),
        (4, 4, 4, 5),
        (4, 4, 4, 4, 8),
    ]
    assert len(set(found.values())) == len(found)
    assert all(asked.said(way) == each for each, way in found.items())
    assert asked.said((4, 4)) is None


def test_one_choice_per_amount_needs_no_ladder():
    asked = amount(0, 75, Encoding((7, 8, 9, 10)))
    assert [asked.encode(each) for each in (0, 25, 50, 75)] == [(7,), (8,), (9,), (10,)]


def test_the_highest_amount_may_have_a_shorter_encoding():
    asked = amount(500, 625, Encoding(LADDER, 4, (4,), (3,), last=(4, 4)))
    assert (asked.encode(600), asked.encode(625)) == ((4, 8), (4, 4))
    assert asked.said((4, 4)) == 625


@pytest.mark.parametrize("other", [475, 925, 510, -25])
def test_other_amounts_are_refused(other):
    with pytest.raises(IllegalChoice, match="from 500 to 900 in steps of 25"):
        amount(500, 900, Encoding(LADDER, 4)).encode(other)


def test_a_scene_with_hundreds_of_amounts_stays_small(lot):
    assert len(str(lot.scene(0).to_json()["amount"])) < 500


def test_a_phrase_is_played_as_one_decision(lot):
    assert lot.play("Bid  45") == lot.log[-1]
    assert [(made.seat, made.choice) for made in lot.log] == [(0, MORE), (0, MORE), (0, ADD + 3)]
    assert lot.position()["standing"] == 45
    assert lot.undo().choice == MORE
    assert lot.log == ()
    with pytest.raises(NothingToUndo):
        lot.undo()


def test_a_phrase_may_follow_other_choices(lot):
    lot.play_all(["more", "bid 30"])
    assert lot.position()["standing"] == 30
    assert lot.undo().choice == MORE
    assert lot.ply == 0


def test_a_phrase_is_refused_as_a_whole(lot):
    lot.play("bid 20", 0)
    before = lot.state.tobytes()
    for said, rule in (("bid 20", "LO-B02"), ("bid 42", "LO-B03"), ("bid 105", "LO-B01")):
        with pytest.raises(IllegalChoice) as refused:
            lot.play(said, 1)
        assert refused.value.rule.id == rule
    with pytest.raises(IllegalChoice, match="25 is the least"):
        lot.check(["bid 3"])
    with pytest.raises(NotYourTurn, match=r"Ali can’t choose 'bid 30' now\. It’s Omar’s turn\."):
        lot.play("bid 30", 2)
    with pytest.raises(NotYourTurn, match="Spectators"):
        lot.play("bid 30", -1)
    with pytest.raises(IllegalChoice, match="No choice is called 'bid high'"):
        lot.play("bid high")
    assert lot.state.tobytes() == before


def test_a_game_without_phrases_accepts_only_names():
    with pytest.raises(IllegalChoice, match="No choice is called"):
        Match(TOY, 2, seed=1).play("bid 5")
    assert hooks.read(TOY, Match(TOY, 2, seed=1).view(0), 0, "bid 5") is None


def test_orders_are_offered_and_answered(lot):
    def offered(seat):
        return hooks.order(LOT, lot.view(seat), seat, lot.called)

    assert [offered(seat).about for seat in range(3)] == ["lot 0"] * 3
    lot.play("bid 10")
    lot.confirm()
    assert offered(1).amount.low == 15
    assert hooks.answer(LOT, lot.view(1), 1, 15) == (BID,)
    lot.play(hooks.answer(LOT, lot.view(1), 1, 10)[0])
    lot.confirm()
    assert offered(1) is None
    toy = Match(TOY, 2, seed=1)
    assert hooks.order(TOY, toy.view(0), 0, toy.called) is None
    assert hooks.answer(TOY, toy.view(0), 0, 5) is None
