"""Reasons of refusals: the story says what in the position forbids a choice."""

import re
from collections.abc import Callable, Iterator

import pytest

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME, story
from souq.games.marracash.state import CHOICES, SHOP_NAMES, Phase, Rule
from tests.games.marracash.moments import action, amount, bidding, record, shop, town, visitors
from tests.games.marracash.play import games, strange
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.support import rules

SIX = dict.fromkeys(("B1", "B2", "B3", "B4", "B5", "R1"), OMAR)


def why(view: Twin, choice: str, rule: str) -> str:
    """Return the refusal for a player who makes a choice that ``rule`` forbids."""
    number = CHOICES.parse(choice)
    refused = GAME.bindings.refusal(record(view), view.player, number)
    assert refused
    assert GAME.rule_id(refused) == rule
    return story.why(view, view.player, number, rule, called)


# ---- actions


@rules("MA-M01")
def test_an_empty_fountain_is_stated() -> None:
    view = action({7: "BY", 12: "R"})
    assert why(view, "move 6 N", "MA-M01") == "Choose a crowd at fountain 7 or 12. Fountain 6 is empty."
    assert why(action({7: "B"}), "move 6 N", "MA-M01") == ("Choose a crowd at fountain 7. Fountain 6 is empty.")
    assert why(action(closing=2), "move 6 N", "MA-M01") == ("Auction a shop. The streets are empty.")


@rules("MA-T01", "MA-T03", "MA-F01", "MA-T02")
def test_moves_after_an_auction_or_in_round_1_are_refused() -> None:
    view = action({7: "BY"}, actions=1, auctioned=1)
    assert why(view, "move 7 E", "MA-T01") == (
        "Auction another shop. After an auction you can’t lead crowds this turn."
    )
    first = action({7: "BY"}, turn=2)
    assert why(first, "move 7 E", "MA-F01") == ""
    assert why(first, "pass", "MA-F01") == ("Choose a shop to auction. In the first round everyone holds one auction.")
    assert why(action({7: "BY"}), "pass", "MA-T02") == "Take your two actions first."
    assert why(view, "pass", "MA-T02") == "Take your second action first."


@rules("MA-A01", "MA-A03", "MA-A13", "MA-W01")
def test_a_shop_that_cannot_be_auctioned_is_explained() -> None:
    view = action({7: "BY"}, {"G2": LEILA, "R2": OMAR})
    assert why(view, "auction G2", "MA-A13") == "Choose a shop that nobody owns. The green shop G2 is Leila’s already."
    assert why(view, "auction R2", "MA-A13") == "Choose a shop that nobody owns. The red shop R2 is yours already."
    full = action({7: "BY"}, SIX)
    assert why(full, "auction G2", "MA-A01") == "Lead a crowd. All six of your signs are in use."
    two = action({7: "BY"}, dict.fromkeys(SHOP_NAMES[:12], OMAR), players=2)
    assert why(two, "auction G5", "MA-A01") == "Lead a crowd. All twelve of your signs are in use."
    poor = action({7: "BY"}, cash=[1200, 75, 1200, 0])
    assert why(poor, "auction G2", "MA-A01") == (
        "Lead a crowd. You need 100 Dirham to hold an auction, and you have 75."
    )


# ---- bids


@rules("MA-A02")
def test_the_auctioneer_must_open() -> None:
    view = bidding("B4", 0, -1, active=OMAR)
    assert why(view, "pass", "MA-A02") == "Open with 100 or more. You put the blue shop B4 up for auction yourself."
    assert (
        why(view, "auction B1", "MA-A02") == "Open with 100 or more. You put the blue shop B4 up for auction yourself."
    )


@rules("MA-A05", "MA-A06", "MA-A12")
def test_a_bid_above_the_cash_or_the_highest_bid_is_explained() -> None:
    view = bidding("B4", 500, AMINA, cash=[1200, 525, 1200, 0])
    assert why(view, "more", "MA-A05") == "Bid 525 or pass. That would make 550, and you have 525 Dirham."
    assert why(view, "move 7 E", "MA-A06") == ("Raise Amina’s 500, or pass. The blue shop B4 is being auctioned.")
    more = amount("B4", 500, AMINA, 525, cash=[1200, 600, 1200, 0])
    assert why(more, "add 100", "MA-A05") == "Bid less. That would make 625, and you have 600 Dirham."
    assert why(more, "more", "MA-A05") == "Bid less. That would make 650, and you have 600 Dirham."
    assert why(more, "pass", "MA-A06") == "Say how much you bid for the blue shop B4, 550 or more."
    rich = amount("B4", 6900, AMINA, 6925, cash=[9000, 9000, 1200, 0])
    assert why(rich, "add 100", "MA-A12") == ("Bid less. That would make 7,025, and no bid may be higher than 7,000.")


# ---- souvenirs and visitors


@rules("MA-V04")
def test_a_souvenir_comes_first() -> None:
    view = town(owners={"R2": OMAR}, phase=int(Phase.SOUVENIR), sale=shop("R2"), shown=[2, 3])
    assert why(view, "move 7 E", "MA-V04") == (
        "Choose the souvenir to sell first. A customer is waiting in the red shop R2."
    )


@rules("MA-N01", "MA-N02")
def test_an_entrance_that_is_not_empty() -> None:
    view = visitors({8: "RGB"})
    assert why(view, "gate 8", "MA-N02") == "Fill gate 1 or 16. Three visitors still stand at gate 8."
    assert why(visitors({1: "Y"}), "gate 1", "MA-N02") == ("Fill gate 8 or 16. A visitor still stands at gate 1.")
    assert why(view, "move 8 E", "MA-N01") == "Bring visitors to gate 1 or 16 first. Your actions are done."
    assert why(visitors({1: "Y", 8: "R"}), "move 8 N", "MA-N01") == (
        "Bring visitors to gate 16 first. Your actions are done."
    )


@rules("MA-N03")
def test_a_queue_that_is_too_short() -> None:
    view = visitors({1: "Y", 8: "R"}, "RGB")
    assert why(view, "bring A 4", "MA-N03") == "Bring fewer. Only three are waiting outside."
    assert why(view, "bring B 3", "MA-N03") == "Choose end A. Bringing in all three is the same from either end."


# ---- all of them


@pytest.mark.parametrize("kind", [games, strange])
def test_every_refusal_is_a_whole_sentence(kind: Callable[..., Iterator[Batch]]) -> None:
    for ply, state in enumerate(kind(3, 11, souvenirs=True)):
        view = Twin.of(state)
        if view.over or ply % 3:
            continue
        for choice in range(ply % 4, CHOICES.size, 4):
            if number := GAME.bindings.refusal(state, view.player, choice):
                said = story.why(view, view.player, choice, GAME.rule_id(number), called)
                assert re.fullmatch(r"[A-Z][^*_\[\]{}<>]*\.", said) or (not said and number == Rule.MA_F01)
                assert not re.search(r"  |\.\.| [.,:;]|-1|None|\bMA-", said)
                assert len(said) <= 160


@pytest.mark.parametrize("seat", [AMINA, LEILA, -1])
def test_only_the_deciding_seat_gets_reasons(seat: int) -> None:
    view = action({7: "BY"})
    assert story.why(view, seat, CHOICES.parse("move 6 N"), "MA-S02", called) == ""
