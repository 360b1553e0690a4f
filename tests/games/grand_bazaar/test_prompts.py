"""Prompts of the deciding seat and the waiting seats."""

from __future__ import annotations

from typing import Any

from souq.engine.present.scene import Prompt
from souq.engine.rules.record import Batch
from souq.games.grand_bazaar.state import ANYTHING, Phase, Trading
from tests.games.grand_bazaar.sentences import asked, floor, fresh, moment, on, say
from tests.games.narrating import AMINA, LEILA, OMAR
from tests.support import rules

WINDOW: dict[str, Any] = {"caravan": 0, "square": [AMINA, OMAR, LEILA, -1, -1, -1], "top": 12, "cubes": [0] * 6}
"""After the first caravan, with three Free Traders in line and a Food card on top."""


def contests(**bids: dict[int, int]) -> dict[str, Any]:
    """Return cubes by contest (``c1`` to ``c6``, ``informant``) and seat."""
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
def test_bidding_prompts_name_the_leaders() -> None:
    state = fresh()
    assert three(state, OMAR, AMINA, -1) == [
        Prompt(
            "Where do your six cubes go?",
            "Choose a place to see what it gives you. You bid in turns, one place at a time.",
        ),
        Prompt("Omar is bidding", "Cubes left: Omar 6, you 6."),
        Prompt("Omar is bidding", "Cubes left: Omar 6."),
    ]
    board = contests(c2={AMINA: 1, OMAR: 3}, c4={AMINA: 2}, c5={AMINA: 1}, informant={AMINA: 1})
    state = moment(Phase.BID, AMINA, cubes=[1, 0, 6, 0, 0, 0], **board)
    assert three(state, AMINA, OMAR) == [
        Prompt(
            "Where does your last cube go?",
            "Omar has outbid you on caravan 2 with three cubes. You lead caravans 4 and 5 and the Informant.",
        ),
        Prompt("Amina is bidding", "Cubes left: Amina 1, you 0."),
    ]


# ---- caravans


@rules("GB-C01", "GB-C02", "GB-C03")
def test_the_prompt_of_the_informant() -> None:
    state = moment(Phase.LOOK, AMINA)
    assert three(state, AMINA, OMAR) == [
        Prompt(
            "Look at a market, or at one type",
            "As Informant you look in secret. Then you may take a card for yourself.",
        ),
        Prompt("Amina is looking at the markets", "The Informant looks in secret."),
    ]
    state = moment(Phase.TAKE, AMINA, top=20)
    assert three(state, AMINA, OMAR) == [
        Prompt("Take a card?", "You may draw the top card (Textiles)."),
        Prompt("Amina may take a card", "The Informant may draw the top card (Textiles)."),
    ]
    state = moment(Phase.TAKE, AMINA, top=20, discard=[1] + [0] * 24)
    assert asked(state, AMINA).detail == "You may take any discarded card, or draw the top card (Textiles)."


@rules("GB-C05", "GB-C06")
def test_the_prompt_of_a_claim() -> None:
    state = moment(Phase.CLAIM, AMINA, caravan=2, **contests(c3={OMAR: 1, AMINA: 2, LEILA: 0}))
    assert three(state, AMINA, OMAR, LEILA) == [
        Prompt("Claim a market", "Caravan 3 is yours: take both cards of one market. Omar was outbid and draws one."),
        Prompt("Amina is claiming a market", "Caravan 3 is Amina’s. You draw a card for being outbid."),
        Prompt("Amina is claiming a market", "Caravan 3 is Amina’s."),
    ]


@rules("GB-F01", "GB-F03", "GB-F05", "GB-F08", "GB-D04")
def test_the_prompts_of_the_free_traders() -> None:
    state = moment(Phase.POLL, AMINA, **WINDOW)
    assert three(state, AMINA, LEILA) == [
        Prompt("Draw two cards with your Free Trader cube?", "The top card is Food. Nobody can object."),
        Prompt("Amina may draw two cards", "The top card is Food. Next in line: you and Omar."),
    ]
    state = moment(Phase.POLL, LEILA, **WINDOW, held=3)
    said = "The top card is Food. Omar and Amina are ahead of you in line and may object."
    assert asked(state, LEILA).detail == said
    state = moment(Phase.RIGHT, OMAR, **WINDOW, sender=LEILA, ahead=1)
    assert three(state, OMAR, LEILA, AMINA) == [
        Prompt(
            "Let Leila draw before you?",
            "If you object, you draw two cards yourself, with your cube on square 2. The top card is Food.",
        ),
        Prompt("Omar may object", "You want to draw two cards. The top card is Food."),
        Prompt("Omar may object", "Leila wants to draw two cards. The top card is Food."),
    ]
    state = moment(Phase.DENIED, LEILA, **WINDOW, sender=LEILA, ahead=1)
    assert three(state, LEILA, OMAR) == [
        Prompt("Go on, or keep your cube?", "Amina may object too. The top card is Food."),
        Prompt("Leila may go on all the same", "Somebody ahead in line has objected. The top card is Food."),
    ]
    state = moment(Phase.DENIED, LEILA, **WINDOW, sender=LEILA)
    assert asked(state, LEILA).detail == "Nobody else can object: you draw two cards. The top card is Food."


# ---- the floor


@rules("GB-T02", "GB-T03", "GB-T14", "GB-T15", "GB-T18")
def test_the_prompt_of_the_floor_and_its_waiting_text() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Linen", left=[1, 3, 5, 0, 0, 0])
    assert three(state, AMINA, OMAR, LEILA) == [
        Prompt(
            "Your turn to trade",
            "Make one player an offer, ask everyone for offers, or leave. This is your last turn.",
        ),
        Prompt("Amina’s turn to trade", "You’re next. One turn left."),
        Prompt("Amina’s turn to trade", "You can trade when somebody asks you. Omar is next. One turn left."),
    ]
    state["retired"] = 1 << OMAR
    assert asked(state, OMAR).detail == "You’ve left the trading for this round. One turn left."
    state = floor(Phase.SEEK, AMINA)
    assert three(state, AMINA, OMAR)[1] == Prompt(
        "Amina is asking for offers", "Everyone who can trade is asked in turn."
    )


@rules("GB-T13", "GB-T20")
def test_a_draft_is_visible_only_to_its_seat() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats, Ore", "Rugs, Linen", left=[5] * 6)
    waiting = asked(state, OMAR)
    on(state, "offer 2")
    titles = [asked(state, AMINA)]
    for choice in ("give Goats", "give Goats", "done", "talents 3", "want Rugs"):
        assert asked(state, OMAR) == waiting
        titles.append(asked(on(state, choice), AMINA))
    assert titles == [
        Prompt("Which cards do you give Omar?", "So far you give nothing."),
        Prompt("Which cards do you give Omar?", "So far you give Goats."),
        Prompt("Which cards do you give Omar?", "So far you give 2 Goats."),
        Prompt("How many Talents?", "So far you give 2 Goats."),
        Prompt("Which cards do you want from Omar?", "So far you give 2 Goats and 3 Talents."),
        Prompt("Which cards do you want from Omar?", "So far you give 2 Goats and 3 Talents for Rugs."),
    ]


@rules("GB-T11", "GB-T12", "GB-T16")
def test_both_sides_read_an_offer_and_a_counter() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Linen, Wool", left=[5] * 6)
    say(state, "offer 2: give Goats, 3 Talents; want Rugs")
    assert three(state, OMAR, AMINA, LEILA) == [
        Prompt("Accept Amina’s offer?", "You don’t have Rugs. You get Goats and 3 Talents for Rugs."),
        Prompt("Omar is answering your offer", "Goats and 3 Talents for Rugs."),
        Prompt("Omar is answering Amina’s offer", "Goats and 3 Talents for Rugs."),
    ]
    say(state, "counter: give Linen; want 1 Talent")
    assert three(state, AMINA, OMAR) == [
        Prompt("Accept Omar’s counter-offer?", "You get Linen for 1 Talent."),
        Prompt("Amina is answering your counter-offer", "Linen for 1 Talent."),
    ]


@rules("GB-T07")
def test_a_long_offer_is_summarized_in_numbers() -> None:
    give, want = [0, 1, 2, 8, 13], [5, 11, 15, 18, 23]
    rows = {name: [[[-1] * 5 for _ in range(6)] for _ in range(6)] for name in ("give", "want")}
    rows["give"][AMINA][OMAR], rows["want"][AMINA][OMAR] = give, want
    state = floor(Phase.ANSWER, OMAR, posted=[1 << OMAR, 0, 0, 0, 0, 0], lend=[[0, 3, 0, 0, 0, 0]] * 6, **rows)
    assert asked(state, OMAR).detail == "You don’t have Horses, Spices, Jade, Alabaster and Wool."
    state = floor(
        Phase.PICK, OMAR, floor=OMAR, posted=[1 << OMAR, 0, 0, 0, 0, 0], lend=[[0, 3, 0, 0, 0, 0]] * 6, **rows
    )
    assert asked(state, OMAR).detail == "Amina offers five cards and two customers for five cards."


@rules("GB-T17")
def test_an_invitation_prompt_lists_the_proposals() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Linen, Rugs", "Ore", left=[5] * 6)
    on(state, "invite")
    assert asked(state, AMINA) == Prompt(
        "What do you want?", "Everyone who can trade with you makes an offer or passes. Then you choose."
    )
    on(state, "seek Rugs")
    assert three(state, OMAR, AMINA, LEILA) == [
        Prompt("Amina wants Rugs. Make an offer?", "No offers yet. You may offer something else too."),
        Prompt("Omar may make you an offer", "You want Rugs. No offers yet."),
        Prompt("Omar may make an offer", "Amina wants Rugs. No offers yet. You’ll be asked too."),
    ]
    say(state, "propose: give Rugs; want 3 Talents")
    assert asked(state, LEILA) == Prompt(
        "Amina wants Rugs. Make an offer?", "Omar offers Rugs for 3 Talents. You may offer something else too."
    )
    on(state, "pass")
    assert three(state, AMINA, OMAR) == [
        Prompt("Accept one of the offers?", "Omar offers Rugs for 3 Talents."),
        Prompt("Amina may accept an offer", "An offer from you."),
    ]
    state = floor(Phase.INVITED, OMAR, sought=ANYTHING)
    assert asked(state, OMAR) == Prompt("Amina takes anything. Make an offer?", "No offers yet.")


@rules("GB-T03", "GB-T23")
def test_every_seat_is_prompted_in_open_trading() -> None:
    state = floor(Phase.OPEN, AMINA, "Salt, Goats", "Rugs, Linen", "Ore, Jade", trading=Trading.OPEN)
    assert three(state, AMINA, LEILA, -1) == [
        Prompt("The market is open", "You can make anyone an offer."),
        Prompt("The market is open", "You can make Amina or Omar an offer."),
        Prompt("The market is open", "Amina and Omar can trade with anyone."),
    ]
    say(state, "post 3: give Salt; want Ore", AMINA)
    assert asked(state, LEILA).detail == "Amina offers Salt for Ore. You can make Amina or Omar an offer."
    on(state, "post 3", "give Rugs", seat=OMAR)
    assert asked(state, OMAR).title == "Which cards do you give Leila?"
    assert asked(state, AMINA) == Prompt("The market is open", "You can make anyone an offer.")
    on(state, "done", "talents 0", "want Ore", "done", "done", seat=OMAR)
    assert asked(state, LEILA).detail == "Amina and Omar have offers for you. You can make Amina or Omar an offer."
    on(state, "retire", seat=AMINA)
    assert asked(state, AMINA).detail == "You’ve left the trading for this round."


# ---- selling


@rules("GB-L02", "GB-L03", "GB-L04", "GB-L06", "GB-L09")
def test_the_prompts_of_selling() -> None:
    hand = "3 Goats, Salt, Dates, Jade, Ore, Tents, Paper, 4 Wool"
    state = moment(Phase.SELL, AMINA, hand, "3 Linen", access=[1, 1, 0], sellers=1)
    assert three(state, AMINA, OMAR) == [
        Prompt(
            "Sell to customers, or at face value",
            "You may sell to the Haggler and the Collector. You hold 13 cards and can keep ten.",
        ),
        Prompt("Amina is selling", "Amina may sell to the Haggler and the Collector. You sell later."),
    ]
    assert asked(on(state.copy(), "haggle Goats"), AMINA) == Prompt(
        "How many Goats for the Haggler?", "The Haggler pays 2 Talents for each."
    )
    collect = on(state.copy(), "collect", "card Salt")
    assert asked(collect, AMINA) == Prompt("Which Raw Materials for the Collector?", "So far Paper, Goats and Salt.")
    assert asked(collect, OMAR).title == "Amina is selling"
    ply = on(state.copy(), "ply")
    assert asked(ply, AMINA) == Prompt("Choose five to ten cards to sell", "Each at face value.")
    assert asked(on(ply, "card Salt"), AMINA).detail == "1 card, 3 Talents so far."
    on(state, "haggle Goats", "quantity 2")
    assert asked(state, AMINA).title == "Sell to customers"
    on(state, "finish")
    assert three(state, AMINA, OMAR) == [
        Prompt("Discard one card", "You can keep ten. Discarded cards earn nothing."),
        Prompt("Amina is discarding one card", "Nobody keeps more than ten."),
    ]
    state = moment(Phase.SELL, AMINA, "5 Linen", "3 Linen", sellers=1)
    assert asked(state, AMINA) == Prompt(
        "Sell at face value, or sell nothing", "You have no customers. You hold five cards."
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
    assert asked(state, OMAR).detail == "You and Leila share the win with 50 Talents each."
