"""Reasons of refusals: the story says what in the position forbids a choice."""

from __future__ import annotations

import random
import re

import pytest

from souq.engine.rules.record import Batch
from souq.games.grand_bazaar import GAME, story
from souq.games.grand_bazaar.state import CHOICES, Phase, Trading
from tests.games.grand_bazaar.sentences import floor, fresh, moment, on, say, seen
from tests.games.grand_bazaar.test_prompts import WINDOW, contests
from tests.games.grand_bazaar.test_story import played
from tests.games.narrating import AMINA, LEILA, OMAR, YUSUF, called
from tests.support import rules


def why(state: Batch, choice: str, rule: str, seat: int = AMINA) -> str:
    """Return the refusal for a player who makes a choice that ``rule`` forbids."""
    number = int(CHOICES.parse(choice))
    refused = GAME.bindings.refusal(state, seat, number)
    assert refused
    assert GAME.rule_id(refused) == rule
    return story.why(seen(state, seat), seat, number, rule, called)


# ---- bidding


@rules("GB-B01", "GB-B02", "GB-B03", "GB-B04", "GB-B06", "GB-B07")
def test_missing_cubes_are_stated() -> None:
    board = contests(c1={OMAR: 6}, c2={AMINA: 1, OMAR: 3}, c3={OMAR: 2}, c4={OMAR: 4}, informant={LEILA: 2})
    state = moment(Phase.BID, AMINA, cubes=[4, 1, 1, 0, 0, 0], **board)
    assert why(state, "caravan 3 2", "GB-B03") == "Bid at least three: Omar leads on caravan 3 with two."
    assert why(state, "caravan 2 2", "GB-B03") == (
        "Add at least three: Omar leads on caravan 2 with three and you have one there."
    )
    assert why(state, "caravan 4 4", "GB-B03") == (
        "Choose another place: Omar leads on caravan 4 with four, and you have only four cubes left."
    )
    assert why(state, "informant 1", "GB-B04") == "Bid at least three: Leila leads on the Informant with two."
    assert why(state, "caravan 1 1", "GB-B07") == "Choose another place: Omar has all six cubes on caravan 1."
    assert why(state, "caravan 3 5", "GB-B02") == "Bid fewer: you have only four cubes left."
    assert why(state, "caravan 3 3", "GB-B01", LEILA) == "It’s Amina’s turn, not yours."


@rules("GB-B08", "GB-B09", "GB-B10", "GB-B11", "GB-B14")
def test_full_places_are_explained() -> None:
    taken = {"negotiator": 1, "placed": [1, 1, 1], "square": [AMINA, OMAR] * 3}
    state = moment(Phase.BID, AMINA, cubes=[3] * 6, **taken)
    assert why(state, "free trader", "GB-B08") == (
        "Choose another place: all six Free Trader squares are taken, by you and Omar."
    )
    assert why(state, "negotiator", "GB-B09") == "Choose another place: you already have a cube on the Negotiator."
    assert (
        why(state, "customer Guild Master", "GB-B10")
        == "Choose another place: you already have a cube on the Guild Master."
    )
    assert why(state, "hold", "GB-B11") == "Where do your other three cubes go?"
    state["trading"] = Trading.OFF
    assert why(state, "negotiator", "GB-B14") == "Choose another place: there’s no trading at this table."


# ---- caravans


@rules("GB-C02", "GB-C03", "GB-C05")
def test_missing_markets_and_cards_are_explained() -> None:
    market = [[-1, -1]] * 5 + [[0, 1]]
    state = moment(Phase.LOOK, AMINA, market=market)
    assert why(state, "look The Orient", "GB-C02") == "Choose another market: there are no cards in the Orient."
    assert why(state, "look Food", "GB-C02") == "Choose another type: the markets have no Food."
    state = moment(Phase.TAKE, AMINA)
    assert why(state, "take Salt", "GB-C03") == "Choose another card: the discard pile has no Salt."
    state = moment(Phase.TAKE, AMINA, top=-1, below=0, pile=[0] * 25)
    assert why(state, "draw", "GB-C03") == "There’s no card left to draw."
    state = moment(Phase.CLAIM, AMINA, market=[[0, 1], [2, 3], *market[2:]], caravan=1, **contests(c2={AMINA: 1}))
    assert why(state, "claim Arabia", "GB-C05") == "Choose Rome, Egypt or Greece: there are no cards in Arabia."
    state = moment(Phase.POLL, AMINA, **WINDOW)
    assert why(state, "deny", "GB-F03") == "Draw two cards with your Free Trader cube?"


# ---- the floor


@rules("GB-T01", "GB-T02", "GB-T15")
def test_impossible_partners_are_explained() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "", "", retired=1 << LEILA, talents=[5, 0, 5, 0, 0, 0], left=[5] * 6)
    assert why(state, "offer 1", "GB-T01") == "Choose another player: you can’t trade with yourself."
    assert why(state, "offer 6", "GB-T01") == "Choose another player: there are only three players at this table."
    assert why(state, "offer 3", "GB-T02") == "Choose another player: Leila has left the trading for this round."
    assert why(state, "offer 2", "GB-T15") == "Choose another player: Omar has nothing to give."
    assert why(state, "invite", "GB-T15") == "Leave instead: nobody has anything to swap with you."
    state = floor(Phase.FLOOR, AMINA, "", "", "", talents=[5, 5, 5, 0, 0, 0], access=[0, 0, 0])
    assert why(state, "offer 2", "GB-T15") == (
        "Choose another player: you and Omar have only Talents to give, no card and no customer."
    )


@rules("GB-T08", "GB-T09", "GB-T10", "GB-T20")
def test_invalid_parts_of_a_proposal_are_explained() -> None:
    access = [1 << AMINA | 1 << OMAR, 1 << OMAR, 1 << AMINA]
    state = floor(Phase.FLOOR, AMINA, "2 Camels, Ore, Wool", "Goats, Horses, Jade", access=access, left=[5] * 6)
    on(state, "offer 2")
    assert why(state, "give Rugs", "GB-T10") == "You have no Rugs."
    assert why(state, "want Jade", "GB-T20") == "Which cards do you give Omar?"
    on(state, "give Ore")
    assert why(state, "give Ore", "GB-T10") == "You have only one card of Ore."
    assert why(state, "give Camels", "GB-T20") == (
        "Undo and start again: after Ore you can only add goods that come later."
    )
    on(state, "done")
    assert why(state, "lend Collector", "GB-T10") == "You have no access to the Collector."
    assert why(state, "lend Haggler", "GB-T09") == "Omar already has access to the Haggler."
    on(state, "done")
    assert why(state, "talents 9", "GB-T10") == "You have only 6 Talents."
    assert why(state, "talents -7", "GB-T10") == "Omar has only 6 Talents."
    on(state, "talents 0")
    assert why(state, "want Rugs", "GB-T10") == "Omar has no Textiles."
    assert why(state, "want Ore", "GB-T08") == "You’re giving Ore yourself."
    on(state, "want Horses", "want Cattle")
    assert why(state, "want Goats", "GB-T10") == "Omar has only two Livestock."
    on(state, "done")
    assert why(state, "borrow Haggler", "GB-T09") == "You already have access to the Haggler."
    assert why(state, "borrow Guild Master", "GB-T10") == "Omar has no access to the Guild Master."
    state = floor(Phase.FLOOR, AMINA, "Salt, Ore", "Rugs, Jade", access=[1, 1, 1], left=[5] * 6)
    on(state, "offer 2", "done", "lend Collector")
    assert why(state, "lend Haggler", "GB-T20") == ("Undo and start again: the Haggler comes earlier in the order.")
    state = floor(Phase.FLOOR, AMINA, "Salt, Ore", "Rugs, Jade", talents=[0] * 6, access=[0, 0, 0], left=[5] * 6)
    on(state, "offer 2")
    assert why(state, "done", "GB-T08") == (
        "Add something: both sides must give, and one of them a card or a customer."
    )
    on(state, "give Salt", "done")
    assert why(state, "done", "GB-T08") == "Ask for something: Omar gives nothing yet, and both sides must give."


@rules("GB-T11", "GB-T16", "GB-T17")
def test_proposals_that_cannot_be_accepted_are_explained() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Linen, Wool", "Ore", left=[5] * 6)
    offer = say(state.copy(), "offer 2: give Goats; want Rugs")
    assert (
        why(offer, "accept", "GB-T11", OMAR)
        == "Reject it or make a counter-offer: Amina wants Rugs, and you have none."
    )
    say(offer, "counter: give Linen; want 2 Camels")
    assert why(offer, "accept", "GB-T11") == "Reject it: Omar wants Camels, and you have none."
    assert why(offer, "counter", "GB-T16") == "Accept or reject it: Omar has already countered."
    state = floor(Phase.FLOOR, AMINA, "Salt, Goats, Sheep", "Linen, Wool", "Ore", left=[5] * 6)
    on(say(on(state, "invite", "seek Rugs"), "propose: give Linen; want 2 Goats"), "pass")
    assert why(state, "pick 2", "GB-T11") == (
        "Choose another offer, or none: Omar wants more than you have. You’re missing Goats."
    )
    assert why(state, "pick 3", "GB-T17") == "Choose another offer, or none: Leila hasn’t made one."
    assert why(state, "pick 5", "GB-T17") == "Choose another player: there are only three players at this table."


@rules("GB-T02", "GB-T03", "GB-T11", "GB-T23")
def test_refused_messages_of_open_trading_are_explained() -> None:
    usual = {"trading": Trading.OPEN, "players": 4, "negotiator": 1, "talents": [6] * 6}
    state = floor(Phase.OPEN, AMINA, "Salt, Goats", "Rugs, Linen", "Ore, Jade", "Jade", **usual)
    assert why(state, "post 3", "GB-T23", OMAR) == "Neither you nor Leila has a cube on the Negotiator."
    assert why(state, "withdraw 2", "GB-T23") == "You haven’t made Omar an offer."
    for group in ("withdraw", "refuse", "take up"):
        assert why(state, f"{group} 5", "GB-T23") == "Choose another player: there are only four players at this table."
        assert why(state, f"{group} 1", "GB-T23") == "Choose another player: you can’t trade with yourself."
    assert why(state, "take up 2", "GB-T23") == "Omar hasn’t made you an offer."
    assert why(state, "retire", "GB-T02", OMAR) == "You have no cube on the Negotiator to take off."
    assert why(state, "post 1", "GB-T01") == "Choose another player: you can’t trade with yourself."
    say(state, "post 2: give Salt; want Wool", AMINA)
    assert why(state, "take up 1", "GB-T11", OMAR) == (
        "Decline it or make another offer: Amina wants Wool, and you have none."
    )
    state["posts"][0][OMAR] = 40
    assert why(state, "post 1", "GB-T23", OMAR) == "You have made 40 offers this round, and that’s the limit."
    state["trades"][0][LEILA] = 12
    assert why(state, "post 3", "GB-T23") == "Leila has made twelve trades this round, and that’s the limit."
    state["retired"] = 8
    assert why(state, "post 4", "GB-T23") == "Yusuf has left the trading for this round."
    assert why(state, "post 5", "GB-T23", YUSUF) == "Choose another player: there are only four players at this table."
    assert why(state, "post 4", "GB-T23", YUSUF) == "Choose another player: you can’t trade with yourself."


# ---- selling


@rules("GB-L02", "GB-L03", "GB-L04", "GB-L05", "GB-L06", "GB-L09")
def test_goods_that_nobody_buys_are_explained() -> None:
    hand = "2 Goats, Horses, Camels, Cattle, 3 Salt, Jade, Wool"
    state = moment(Phase.SELL, AMINA, hand, access=[0, 1, 0], sellers=1)
    assert why(state, "haggle Goats", "GB-L02") == "Sell to the Collector: you have no access to the Haggler."
    assert (
        why(state, "haggle Rugs", "GB-L03")
        == "Choose another good: you have no Rugs, and the Haggler buys two or more."
    )
    assert why(state, "haggle Jade", "GB-L03") == (
        "Choose another good: you have only one card of Jade, and the Haggler buys two or more."
    )
    assert (
        why(state, "collect", "GB-L04") == "The Collector wants one good of each type, and you have no Finished Goods."
    )
    assert (
        why(state, "guild Livestock", "GB-L05")
        == "The Guild Master wants all five goods of Livestock, and you’re missing Sheep."
    )
    state = moment(Phase.SELL, AMINA, hand, access=[1, 0, 0], sellers=1)
    on(state, "haggle Salt")
    assert why(state, "quantity 4", "GB-L03") == "Choose fewer: you have only three Salt."
    on(state, "quantity 2")
    assert why(state, "ply", "GB-L06") == "Sell to customers only: you’ve already sold to the Haggler this turn."
    state = moment(Phase.SELL, AMINA, hand, sellers=1)
    assert (
        why(state, "collect", "GB-L04") == "The Collector wants one good of each type, and you have no Finished Goods."
    )
    on(state, "ply", "card Horses")
    assert why(state, "card Rugs", "GB-L06") == "You have no Rugs."
    assert why(state, "card Horses", "GB-L06") == "You have no more Horses."
    assert why(state, "done", "GB-L06") == "Choose four more: it takes five cards."
    state = moment(Phase.SELL, AMINA, "3 Salt", access=[1, 0, 0], sellers=1)
    assert why(state, "ply", "GB-L06") == "It takes five cards, and you have only three."
    state = moment(Phase.SELL, AMINA, "Glass, Horses, Salt, Dates, Jade, Wool", access=[0, 1, 0], sellers=1)
    on(state, "collect")
    assert why(state, "card Wool", "GB-L04") == "Choose Food now, not Textiles."
    assert why(state, "card Almonds", "GB-L04") == "Choose other Food: you have no Almonds."
    state = moment(Phase.SELL, AMINA, "5 Salt, 7 Goats, Jade, Wool", sellers=1)
    on(state, "finish", "card Salt")
    assert why(state, "done", "GB-L09") == "Choose two more cards to discard."
    assert (
        why(state, "card Goats", "GB-L09") == "Undo and start again: after Salt you can only add goods that come later."
    )


# ---- everything


@rules("GB-R04")
def test_after_the_end_the_result_is_stated() -> None:
    state = moment(Phase.SELL, AMINA, "Salt", over=1, talents=[50, 40, 40, 0, 0, 0])
    assert why(state, "finish", "GB-R04") == "The game is over. You win with 50 Talents."


@pytest.mark.parametrize("trading", ["floor", "open"])
def test_every_refusal_is_a_whole_sentence(trading: str) -> None:
    pick = random.Random(trading)
    for state in played(3, trading, 8)[::9]:
        for seat in range(3):
            view = seen(state, seat)
            for choice in pick.sample(range(GAME.n_choices), 80):
                number = GAME.bindings.refusal(state, seat, choice)
                said = story.why(view, seat, choice, GAME.rule_id(number) if number else "", called)
                assert bool(number) == bool(said)
                assert not number or re.fullmatch(r"[A-Z0-9][^*_\[\]{}<>]*[.?]", said)
                assert not re.search(r"  |\.\.| [.,:;]|-1|None|\bGB-|\b(1|one) (more )?(cube|card|Talent)s", said)
                assert len(said) <= 160


def test_a_spectator_gets_no_reason() -> None:
    assert story.why(seen(fresh(), -1), -1, 10, "GB-B01", called) == ""
