"""What is asked, of who acts and of who waits."""

from __future__ import annotations

from typing import Any

from souq.engine.record import Batch
from souq.engine.scene import Prompt
from souq.games.grand_bazaar.state import ANYTHING, Phase, Trading
from tests.games.grand_bazaar.sentences import AMINA, LEILA, OMAR, asked, floor, fresh, moment, on, say
from tests.support import rules

WINDOW: dict[str, Any] = {"caravan": 0, "square": [AMINA, OMAR, LEILA, -1, -1, -1], "top": 12, "cubes": [0] * 6}
"""After the first caravan, with three Free Traders in line and a Food card on top."""


def contests(**bids: dict[int, int]) -> dict[str, Any]:
    """Cubes by contest (``c1`` to ``c6``, ``informant``) and seat."""
    board, came = ([[0] * 6 for _ in range(7)] for _ in range(2))
    for name, cubes in bids.items():
        at = 6 if name == "informant" else int(name[1]) - 1
        for nth, (seat, n) in enumerate(cubes.items(), 1):
            board[at][seat], came[at][seat] = n, nth
    return {"bids": board, "came": came}


def three(state: Batch, *seats: int) -> list[Prompt]:
    return [asked(state, seat) for seat in seats]


# ---- bidding


@rules("GB-B01", "GB-B02", "GB-B03", "GB-B05")
def test_cubes_are_asked_for_with_who_leads() -> None:
    state = fresh()
    assert three(state, OMAR, AMINA, -1) == [
        Prompt("Where do your six cubes go?", "Each bid is for one place."),
        Prompt("Omar is bidding", "Omar has 6 cubes left. You have 6 cubes left."),
        Prompt("Omar is bidding", "Omar has 6 cubes left."),
    ]
    board = contests(c2={AMINA: 1, OMAR: 3}, c4={AMINA: 2}, c5={AMINA: 1}, informant={AMINA: 1})
    state = moment(Phase.BID, AMINA, cubes=[1, 0, 6, 0, 0, 0], **board)
    assert three(state, AMINA, OMAR) == [
        Prompt(
            "Where does your last cube go?",
            "Omar has outbid you on caravan 2 with 3. You lead caravans 4 and 5 and the Informant.",
        ),
        Prompt("Amina is bidding", "Amina has 1 cube left. Your cubes are placed."),
    ]


# ---- caravans


@rules("GB-C01", "GB-C02", "GB-C03")
def test_the_informant_is_asked() -> None:
    state = moment(Phase.LOOK, AMINA)
    assert three(state, AMINA, OMAR) == [
        Prompt("Look at a market, or at a type", "You lead the Informant. After the look you may take a card."),
        Prompt("Amina is looking round the markets", "Amina leads the Informant."),
    ]
    state = moment(Phase.TAKE, AMINA, top=20)
    assert three(state, AMINA, OMAR) == [
        Prompt("Take a card?", "The top card (Textiles), or nothing."),
        Prompt("Amina may take a card", "The top card (Textiles), or nothing."),
    ]
    state = moment(Phase.TAKE, AMINA, top=20, discard=[1] + [0] * 24)
    assert asked(state, AMINA).detail == "Any discarded card, the top card (Textiles), or nothing."


@rules("GB-C05", "GB-C06")
def test_a_claim_is_asked() -> None:
    state = moment(Phase.CLAIM, AMINA, caravan=2, **contests(c3={OMAR: 1, AMINA: 2, LEILA: 0}))
    assert three(state, AMINA, OMAR, LEILA) == [
        Prompt("Claim a market", "You lead caravan 3: take both its cards. Omar draws a card."),
        Prompt("Amina is claiming a market", "Amina leads caravan 3. You draw a card then."),
        Prompt("Amina is claiming a market", "Amina leads caravan 3."),
    ]


@rules("GB-F01", "GB-F03", "GB-F05", "GB-F08", "GB-D04")
def test_the_free_traders_are_asked() -> None:
    state = moment(Phase.POLL, AMINA, **WINDOW)
    assert three(state, AMINA, LEILA) == [
        Prompt("Hold, or send for two cards?", "The top card is Food. You are first in line. It costs square 1."),
        Prompt("Amina holds, or sends for two cards", "The top card is Food. Then you and Omar may."),
    ]
    state = moment(Phase.POLL, LEILA, **WINDOW, held=3)
    said = "The top card is Food. First ask Omar and Amina for the right of way. It costs square 3."
    assert asked(state, LEILA).detail == said
    state = moment(Phase.RIGHT, OMAR, **WINDOW, sender=LEILA, ahead=1)
    assert three(state, OMAR, LEILA, AMINA) == [
        Prompt("Let Leila pass?", "Deny, and you draw two cards now for square 2. The top card is Food."),
        Prompt("Omar lets you pass, or denies it", "The top card is Food."),
        Prompt("Omar lets Leila pass, or denies it", "The top card is Food."),
    ]
    state = moment(Phase.DENIED, LEILA, **WINDOW, sender=LEILA, ahead=1)
    assert three(state, LEILA, OMAR) == [
        Prompt("Go on, or keep your cube?", "Amina is asked next. The top card is Food."),
        Prompt("Leila was denied, and goes on or stops", "The top card is Food."),
    ]
    state = moment(Phase.DENIED, LEILA, **WINDOW, sender=LEILA)
    assert asked(state, LEILA).detail == "Nobody else is ahead: you draw two cards. The top card is Food."


# ---- the floor


@rules("GB-T02", "GB-T03", "GB-T14", "GB-T15", "GB-T18")
def test_the_floor_is_asked_and_waited_for() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Linen", left=[1, 3, 5, 0, 0, 0])
    assert three(state, AMINA, OMAR, LEILA) == [
        Prompt(
            "You have the floor",
            "Make an offer, invite everybody, or leave for this round. This is your last floor turn.",
        ),
        Prompt("Amina has the floor", "You are next. 1 floor turn left."),
        Prompt("Amina has the floor", "You trade when you are asked. Omar is next. 1 floor turn left."),
    ]
    state["retired"] = 1 << OMAR
    assert asked(state, OMAR).detail == "You have left, and trade no more. 1 floor turn left."
    state = floor(Phase.SEEK, AMINA)
    assert three(state, AMINA, OMAR)[1] == Prompt(
        "Amina is inviting proposals", "Everybody who can deal is asked in turn."
    )


@rules("GB-T13", "GB-T20")
def test_a_draft_is_seen_by_nobody_else() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats, Ore", "Rugs, Linen", left=[5] * 6)
    waiting = asked(state, OMAR)
    on(state, "offer 2")
    titles = [asked(state, AMINA)]
    for choice in ("give Goats", "give Goats", "done", "talents 3", "want Rugs"):
        assert asked(state, OMAR) == waiting
        titles.append(asked(on(state, choice), AMINA))
    assert titles == [
        Prompt("Which cards do you give Omar?", "You give nothing so far."),
        Prompt("Which cards do you give Omar?", "You give Goats so far."),
        Prompt("Which cards do you give Omar?", "You give 2 Goats so far."),
        Prompt("How many Talents?", "You give 2 Goats so far."),
        Prompt("Which cards do you want of Omar?", "You give 2 Goats and 3 Talents so far."),
        Prompt("Which cards do you want of Omar?", "2 Goats and 3 Talents for Rugs so far."),
    ]


@rules("GB-T11", "GB-T12", "GB-T16")
def test_an_offer_and_a_counter_are_read_by_both() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Linen, Wool", left=[5] * 6)
    say(state, "offer 2: give Goats, 3 Talents; want Rugs")
    assert three(state, OMAR, AMINA, LEILA) == [
        Prompt("Accept Amina’s offer?", "You get Goats and 3 Talents for Rugs. You do not have all of it."),
        Prompt("Omar is answering your offer", "Goats and 3 Talents for Rugs."),
        Prompt("Omar is answering Amina’s offer", "Goats and 3 Talents for Rugs."),
    ]
    say(state, "counter: give Linen; want 1 Talent")
    assert three(state, AMINA, OMAR) == [
        Prompt("Accept Omar’s counter-offer?", "You get Linen for 1 Talent."),
        Prompt("Amina is answering your counter-offer", "Linen for 1 Talent."),
    ]


@rules("GB-T07")
def test_a_long_offer_is_told_in_numbers() -> None:
    give, want = [0, 1, 2, 8, 13], [5, 11, 15, 18, 23]
    rows = {name: [[[-1] * 5 for _ in range(6)] for _ in range(6)] for name in ("give", "want")}
    rows["give"][AMINA][OMAR], rows["want"][AMINA][OMAR] = give, want
    state = floor(Phase.ANSWER, OMAR, posted=[1 << OMAR, 0, 0, 0, 0, 0], lend=[[0, 3, 0, 0, 0, 0]] * 6, **rows)
    assert asked(state, OMAR).detail == "5 cards and 2 customers for 5 cards. You do not have all of it."
    state = floor(
        Phase.PICK, OMAR, floor=OMAR, posted=[1 << OMAR, 0, 0, 0, 0, 0], lend=[[0, 3, 0, 0, 0, 0]] * 6, **rows
    )
    assert asked(state, OMAR).detail == "Amina: 5 cards and 2 customers for 5 cards."


@rules("GB-T17")
def test_an_invitation_is_asked_with_what_was_proposed() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Linen, Rugs", "Ore", left=[5] * 6)
    on(state, "invite")
    assert asked(state, AMINA) == Prompt(
        "What do you seek?", "Everybody who can deal with you passes or proposes. Then you choose."
    )
    on(state, "seek Rugs")
    assert three(state, OMAR, AMINA, LEILA) == [
        Prompt("Amina seeks Rugs: will you propose?", "Or pass. It need not be for Rugs."),
        Prompt("Omar is asked: you seek Rugs", "No proposals yet."),
        Prompt("Omar is asked: Amina seeks Rugs", "No proposals yet. You are asked too."),
    ]
    say(state, "propose: give Rugs; want 3 Talents")
    assert asked(state, LEILA) == Prompt(
        "Amina seeks Rugs: will you propose?", "Omar: Rugs for 3 Talents. It need not be for Rugs."
    )
    on(state, "pass")
    assert three(state, AMINA, OMAR) == [
        Prompt("Accept a proposal, or none?", "Omar: Rugs for 3 Talents."),
        Prompt("Amina is choosing a proposal, or none", "Proposals by you."),
    ]
    state = floor(Phase.INVITED, OMAR, sought=ANYTHING)
    assert asked(state, OMAR) == Prompt("Amina seeks anything: will you propose?", "Or pass.")


@rules("GB-T03", "GB-T23")
def test_open_trading_is_asked_of_everybody() -> None:
    state = floor(Phase.OPEN, AMINA, "Salt, Goats", "Rugs, Linen", "Ore, Jade", trading=Trading.OPEN)
    assert three(state, AMINA, LEILA, -1) == [
        Prompt("The market is open", "Make an offer to anybody."),
        Prompt("The market is open", "Make an offer to Amina or Omar."),
        Prompt("The market is open", "Amina and Omar may trade with anybody."),
    ]
    say(state, "post 3: give Salt; want Ore", AMINA)
    assert asked(state, LEILA).detail == "Amina offers Salt for Ore. Make an offer to Amina or Omar."
    on(state, "post 3", "give Rugs", seat=OMAR)
    assert asked(state, OMAR).title == "Which cards do you give Leila?"
    assert asked(state, AMINA) == Prompt("The market is open", "Make an offer to anybody.")
    on(state, "done", "talents 0", "want Ore", "done", "done", seat=OMAR)
    assert asked(state, LEILA).detail == "Amina and Omar have offers for you. Make an offer to Amina or Omar."
    on(state, "retire", seat=AMINA)
    assert asked(state, AMINA).detail == "You have left, and trade no more this round."


# ---- selling


@rules("GB-L02", "GB-L03", "GB-L04", "GB-L06", "GB-L09")
def test_sales_are_asked() -> None:
    hand = "3 Goats, Salt, Dates, Jade, Ore, Tents, Paper, 4 Wool"
    state = moment(Phase.SELL, AMINA, hand, "3 Linen", access=[1, 1, 0], sellers=1)
    assert three(state, AMINA, OMAR) == [
        Prompt(
            "Sell to customers, or Ply Your Wares",
            "You have access to the Haggler and the Collector. 13 cards in hand, 10 can be kept.",
        ),
        Prompt("Amina is selling", "With access to the Haggler and the Collector. You have not sold yet."),
    ]
    assert asked(on(state.copy(), "haggle Goats"), AMINA) == Prompt(
        "How many Goats for the Haggler?", "2 Talents each."
    )
    collect = on(state.copy(), "collect", "card Salt")
    assert asked(collect, AMINA) == Prompt("Which Raw Materials for the Collector?", "So far Paper, Goats and Salt.")
    assert asked(collect, OMAR).title == "Amina is selling"
    ply = on(state.copy(), "ply")
    assert asked(ply, AMINA) == Prompt("Choose the cards you ply", "Five to ten.")
    assert asked(on(ply, "card Salt"), AMINA).detail == "One so far, for 3 Talents. Five to ten."
    on(state, "haggle Goats", "quantity 2")
    assert asked(state, AMINA).title == "Sell to customers"
    on(state, "finish")
    assert three(state, AMINA, OMAR) == [
        Prompt("Discard one card", "You keep ten; the others bring nothing."),
        Prompt("Amina is discarding 1 card", "Ten can be kept."),
    ]
    state = moment(Phase.SELL, AMINA, "5 Linen", "3 Linen", sellers=1)
    assert asked(state, AMINA) == Prompt(
        "Ply Your Wares, or sell nothing", "You have no access to a customer. 5 cards in hand."
    )


# ---- the end


@rules("GB-E01", "GB-E02", "GB-E03")
def test_the_end_names_the_winners() -> None:
    state = moment(Phase.SELL, AMINA, "Salt", "Goats", "Goats", over=1, talents=[50, 50, 40, 0, 0, 0])
    assert three(state, OMAR, AMINA) == [
        Prompt("The game is over", "You win with 50 Talents."),
        Prompt("The game is over", "Omar wins with 50 Talents."),
    ]
    state["talents"][0][LEILA] = 50
    assert asked(state, OMAR).detail == "You and Leila share the victory with 50 Talents each."
