"""Why something cannot be done here: the rules refuse it, and the story says what in this position forbids it."""

import re
from collections.abc import Callable, Iterator

import pytest

from souq.engine.record import Batch
from souq.engine.twin import Twin
from souq.games.marracash import GAME, story
from souq.games.marracash.state import CHOICES, SHOP_NAMES, Phase, Rule
from tests.games.marracash.moments import (
    AMINA,
    LEILA,
    OMAR,
    action,
    amount,
    bidding,
    called,
    record,
    shop,
    town,
    visitors,
)
from tests.games.marracash.play import games, strange
from tests.support import rules

SIX = dict.fromkeys(("B1", "B2", "B3", "B4", "B5", "R1"), OMAR)


def why(view: Twin, choice: str, rule: str) -> str:
    """What is said to the player who makes a choice that ``rule`` forbids."""
    number = CHOICES.parse(choice)
    refused = GAME.door.refusal(record(view), view.player, number)
    assert refused
    assert GAME.rule_id(refused) == rule
    return story.why(view, view.player, number, rule, called)


# ---- actions


@rules("MA-M01")
def test_nobody_stands_there() -> None:
    view = action({7: "BY", 12: "R"})
    assert why(view, "move 6 N", "MA-M01") == "Nobody stands at fountain 6. There are visitors at fountains 7 and 12."
    assert why(action({7: "B"}), "move 6 N", "MA-M01") == (
        "Nobody stands at fountain 6. There are visitors at fountain 7."
    )
    assert why(action(closing=2), "move 6 N", "MA-M01") == (
        "Nobody stands at fountain 6. The streets are empty: auction a shop."
    )


@rules("MA-T01", "MA-T03", "MA-F01", "MA-T02")
def test_no_crowd_is_led_after_an_auction_or_in_the_first_round() -> None:
    view = action({7: "BY"}, actions=1, auctioned=1)
    assert why(view, "move 7 E", "MA-T01") == "You held an auction in this turn: auction another shop."
    first = action({7: "BY"}, turn=2)
    assert why(first, "move 7 E", "MA-F01") == ""
    assert why(first, "pass", "MA-F01") == "Choose the shop you auction in this first round."
    assert why(action({7: "BY"}), "pass", "MA-T02") == "You have two actions to make."
    assert why(view, "pass", "MA-T02") == "You have one action to make."


@rules("MA-A01", "MA-A03", "MA-A13", "MA-W01")
def test_a_shop_that_cannot_be_auctioned() -> None:
    view = action({7: "BY"}, {"G2": LEILA, "R2": OMAR})
    assert why(view, "auction G2", "MA-A13") == "The green shop G2 is Leila’s already."
    assert why(view, "auction R2", "MA-A13") == "The red shop R2 is yours already."
    full = action({7: "BY"}, SIX)
    assert why(full, "auction G2", "MA-A01") == "You own six shops and have no sign left: lead a crowd."
    two = action({7: "BY"}, dict.fromkeys(SHOP_NAMES[:12], OMAR), players=2)
    assert why(two, "auction G5", "MA-A01") == "You own twelve shops and have no sign left: lead a crowd."
    poor = action({7: "BY"}, cash=[1200, 75, 1200, 0])
    assert why(poor, "auction G2", "MA-A01") == "You have 75 Dirham, and an auction takes 100: lead a crowd."


# ---- bids


@rules("MA-A02")
def test_an_auctioneer_opens() -> None:
    view = bidding("B4", 0, -1, active=OMAR)
    assert why(view, "pass", "MA-A02") == "You put the blue shop B4 up yourself: open with 100 or more."
    assert why(view, "auction B1", "MA-A02") == "You put the blue shop B4 up yourself: open with 100 or more."


@rules("MA-A05", "MA-A06", "MA-A12")
def test_a_bid_beyond_ones_money_or_the_highest_bid() -> None:
    view = bidding("B4", 500, AMINA, cash=[1200, 525, 1200, 0])
    assert why(view, "more", "MA-A05") == "That would be 550, and you have 525 Dirham: bid 525 or pass."
    assert why(view, "move 7 E", "MA-A06") == "The blue shop B4 is being sold: raise Amina’s 500, or pass."
    more = amount("B4", 500, AMINA, 525, cash=[1200, 600, 1200, 0])
    assert why(more, "add 100", "MA-A05") == "That would be 625, and you have 600 Dirham: bid less."
    assert why(more, "more", "MA-A05") == "That would be 650, and you have 600 Dirham: bid less."
    assert why(more, "pass", "MA-A06") == "You are bidding for the blue shop B4: say how much, 550 or more."
    rich = amount("B4", 6900, AMINA, 6925, cash=[9000, 9000, 1200, 0])
    assert why(rich, "add 100", "MA-A12") == "That would be 7,025, and no bid is higher than 7,000: bid less."


# ---- souvenirs and visitors


@rules("MA-V04")
def test_a_souvenir_comes_first() -> None:
    view = town(owners={"R2": OMAR}, phase=int(Phase.SOUVENIR), sale=shop("R2"), shown=[2, 3])
    assert why(view, "move 7 E", "MA-V04") == "A customer waits in the red shop R2: choose the souvenir to sell."


@rules("MA-N01", "MA-N02")
def test_an_entrance_that_is_not_empty() -> None:
    view = visitors({8: "RGB"})
    assert why(view, "gate 8", "MA-N02") == "Three visitors stand at fountain 8: fill fountain 1 or 16."
    assert why(visitors({1: "Y"}), "gate 1", "MA-N02") == "A visitor stands at fountain 1: fill fountain 8 or 16."
    assert why(view, "move 8 E", "MA-N01") == "Your actions are done: bring visitors to fountain 1 or 16."
    assert why(visitors({1: "Y", 8: "R"}), "move 8 N", "MA-N01") == (
        "Your actions are done: bring visitors to fountain 16."
    )


@rules("MA-N03")
def test_a_queue_that_is_too_short() -> None:
    view = visitors({1: "Y", 8: "R"}, "RGB")
    assert why(view, "bring A 4", "MA-N03") == "Only three wait outside."
    assert why(view, "bring B 3", "MA-N03") == "Three are all who wait: bring them in from end A."


# ---- all of them


@pytest.mark.parametrize("kind", [games, strange])
def test_whatever_is_refused_is_said_in_whole_sentences(kind: Callable[..., Iterator[Batch]]) -> None:
    for ply, state in enumerate(kind(3, 11, souvenirs=True)):
        view = Twin.of(state)
        if view.over or ply % 3:
            continue
        for choice in range(ply % 4, CHOICES.size, 4):
            if number := GAME.door.refusal(state, view.player, choice):
                said = story.why(view, view.player, choice, GAME.rule_id(number), called)
                assert re.fullmatch(r"[A-Z][^*_\[\]{}<>]*\.", said) or (not said and number == Rule.MA_F01)
                assert not re.search(r"  |\.\.| [.,:;]|-1|None|\bMA-", said)
                assert len(said) <= 160


@pytest.mark.parametrize("seat", [AMINA, LEILA, -1])
def test_only_who_is_asked_is_told_more(seat: int) -> None:
    view = action({7: "BY"})
    assert story.why(view, seat, CHOICES.parse("move 6 N"), "MA-S02", called) == ""
