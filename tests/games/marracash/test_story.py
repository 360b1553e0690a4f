"""MarraCash's story: every event is narrated, every phase has its prompts, in whole sentences."""

import re

import pytest

from souq.engine.present.scene import LogLine, Prompt
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME, story
from souq.games.marracash.state import Event, Phase
from tests.games.marracash.moments import (
    BLUE,
    GREEN,
    PURPLE,
    RED,
    YELLOW,
    action,
    amount,
    bidding,
    route,
    shop,
    town,
    visitors,
)
from tests.games.marracash.play import games, happened, strange
from tests.games.narrating import AMINA, LEILA, OMAR, PEOPLE, YUSUF, Narrator, called, event, sound, whole
from tests.support import rules

STORY = Narrator(GAME)
lines, told, read = STORY.lines, STORY.texts, STORY.read


# ---- what happened


@rules("MA-S05", "MA-S09", "MA-V01")
def test_the_setup_is_narrated() -> None:
    assert told(
        event(Event.FIRST, OMAR),
        event(Event.TRIO, 0, RED, BLUE, YELLOW),
        event(Event.TRIO, 7, BLUE, GREEN, PURPLE),
        event(Event.TRIO, 15, RED, GREEN, YELLOW),
        event(Event.CARD, 1, 0, 24),
        event(Event.CARD, 24, 1, 23),
    ) == [
        "Setup",
        "Omar goes first.",
        "The first visitors are red, blue and yellow at fountain 1; blue, green and purple at fountain 8; "
        "and red, green and yellow at fountain 16.",
        "New souvenirs: the felt cap for 75 and the signet ring for 250.",
    ]


@rules("MA-F01", "MA-F02", "MA-E02", "MA-T04")
def test_a_turn_begins_with_a_separator() -> None:
    assert [lines(event(Event.TURN, OMAR, n, kind))[0] for n, kind in ((2, 1), (26, 0), (41, 2))] == [
        LogLine(None, "First round · Omar", "turn"),
        LogLine(None, "Turn 26 · Omar", "turn"),
        LogLine(None, "Last round · Omar", "turn"),
    ]
    assert told(event(Event.SKIPPED, OMAR, 0)) == ["Omar can’t hold an auction and skips the turn."]
    assert told(event(Event.SKIPPED, OMAR, 1)) == ["Omar has nothing left to do this turn."]


def walked(way: str, n: int, *between: tuple[int, ...], left: int) -> list[LogLine]:
    walk = event(Event.WALK, OMAR, int(way.split()[0]) - 1, route(way), n)
    return lines(walk, *between, event(Event.ARRIVED, 0, left))


def entered(name: str, n: int, had: int, paid: int) -> tuple[int, ...]:
    return event(Event.ENTER, shop(name), n, had, paid)


def income(seat: int, paid: int, name: str, n: int = 1) -> tuple[int, ...]:
    return event(Event.INCOME, seat, paid, shop(name), n)


def cut(seat: int, guide: int, paid: int, name: str) -> tuple[int, ...]:
    return event(Event.CUT, seat, guide, paid, shop(name))


@rules("MA-M01", "MA-M06", "MA-P01", "MA-P02", "MA-P04")
def test_a_walk_states_who_enters_and_who_earns() -> None:
    assert walked("13 W", 3, left=3) == [LogLine(OMAR, "Omar leads the crowd of three from fountain 13 to 12.")]
    assert walked(
        "13 W", 2, entered("B5", 1, 0, 100), income(LEILA, 100, "B5"), cut(LEILA, OMAR, 50, "B5"), left=1
    ) == [
        LogLine(OMAR, "Omar leads the crowd of two from fountain 13 to 12."),
        LogLine(LEILA, "A blue customer enters Leila’s **B5**: [[+100]], 50 of it to Omar."),
    ]
    several = [
        *(entered("R4", 2, 0, 300), income(AMINA, 300, "R4", 2), cut(AMINA, OMAR, 100, "R4")),
        *(entered("Y4", 3, 4, 1500), income(OMAR, 1500, "Y4", 3)),
    ]
    assert [line.text for line in walked("13 W", 5, *several, left=0)] == [
        "Omar leads the crowd of five from fountain 13 towards 12.",
        "Two red customers enter Amina’s **R4**: [[+300]], 100 of it to Omar.",
        "Three yellow customers enter Omar’s **Y4**: [[+1,500]].",
    ]
    assert walked("13 W", 1, left=1)[0].text == "Omar leads a visitor from fountain 13 to 12."


@rules("MA-V02", "MA-V03", "MA-V05", "MA-V09")
def test_souvenirs_are_narrated_with_their_buyers() -> None:
    one = event(Event.SOLD, AMINA, 0, 0, 50)
    both = one, event(Event.SOLD, AMINA, 4, 1, 150)
    paid = income(AMINA, 350, "R2", 2), cut(AMINA, OMAR, 200, "R2")
    assert walked("6 E", 2, entered("R2", 2, 0, 300), one, *paid, left=0)[1].text == (
        "Two red customers enter Amina’s **R2** and buy the string of chillies for 50: [[+350]], 200 of it to Omar."
    )
    assert walked("6 E", 2, entered("R2", 2, 0, 300), *both, income(AMINA, 500, "R2"), left=0)[1].text == (
        "Two red customers enter Amina’s **R2** and buy the string of chillies for 50 and the wool carpet for 150: "
        "[[+500]]."
    )
    assert walked("6 E", 1, entered("R2", 1, 1, 200), left=0)[1] == LogLine(
        None, "A red customer enters **R2**; its owner chooses the souvenir to sell."
    )
    assert lines(one, income(AMINA, 250, "R2"), cut(AMINA, OMAR, 50, "R2")) == [
        LogLine(
            AMINA,
            "Amina sells the string of chillies for 50 to the customer in **R2**: [[+250]], 50 of it to Omar.",
        )
    ]


@rules("MA-A02", "MA-A03", "MA-A06", "MA-A07")
def test_an_auction_is_narrated_bid_by_bid() -> None:
    lot = event(Event.LOT, AMINA, shop("B4"))
    assert told(lot) == ["Amina puts the blue shop **B4** up for auction."]
    assert told(event(Event.BIDS, AMINA, 200, 1)) == ["Amina opens at 200."]
    assert told(event(Event.BIDS, YUSUF, 1475), event(Event.PASSES, LEILA)) == ["Yusuf bids 1,475.", "Leila passes."]
    full, poor = (lambda seat: event(Event.PASSES, seat, 2)), (lambda seat: event(Event.PASSES, seat, 1))
    assert lines(lot, full(LEILA), event(Event.BIDS, AMINA, 100, 1), poor(OMAR), poor(YUSUF)) == [
        LogLine(AMINA, "Amina puts the blue shop **B4** up for auction and opens at 100."),
        LogLine(LEILA, "Leila has no signs left and sits this one out."),
        LogLine(None, "Omar and Yusuf have to pass."),
    ]


@rules("MA-A08", "MA-A09", "MA-A10", "MA-A11")
def test_a_sale_states_price_fee_and_entering_visitors() -> None:
    bought = event(Event.BOUGHT, LEILA, shop("B4"), 525, AMINA)
    pull = event(Event.PULL, shop("B4"), 2, 8)
    sale = bought, event(Event.FEE, AMINA, 200), pull, entered("B4", 2, 0, 300), income(LEILA, 300, "B4", 2)
    assert lines(*sale) == [
        LogLine(LEILA, "Leila buys the blue shop **B4** for 525; the bank pays Amina [[+200]]."),
        LogLine(LEILA, "Two blue customers at fountain 9 enter Leila’s **B4**: [[+300]]."),
    ]
    assert told(event(Event.BOUGHT, AMINA, shop("B4"), 100, AMINA)) == ["Amina buys the blue shop **B4** for 100."]
    assert lines(event(Event.PASSES, OMAR, 1), event(Event.PASSES, YUSUF), *sale[:2]) == [
        LogLine(OMAR, "Omar has to pass."),
        LogLine(LEILA, "Yusuf passes, so Leila buys the blue shop **B4** for 525; the bank pays Amina [[+200]]."),
    ]


def group(n: int, end: int, at: int, colours: list[int], left: int) -> list[str]:
    came = [event(Event.VISITOR, colour, at, left + n - 1 - i) for i, colour in enumerate(colours)]
    return told(event(Event.BROUGHT, YUSUF, n, end, at), *came)


@rules("MA-N02", "MA-N03")
def test_a_group_names_its_end_of_the_queue() -> None:
    assert group(3, 1, 7, [GREEN, PURPLE, GREEN], 28) == [
        "Yusuf brings three visitors from end B to fountain 8: two green and one purple. 28 still wait outside."
    ]
    assert group(2, 0, 0, [RED, RED], 1) == [
        "Yusuf brings two red visitors from end A to fountain 1. One still waits outside."
    ]
    assert group(1, 0, 0, [RED], 0) == ["Yusuf brings a red visitor from end A to fountain 1."]


@rules("MA-V07")
def test_new_souvenirs_are_narrated() -> None:
    assert told(event(Event.CARD, 7, 0, 3)) == ["A new souvenir: the water jug for 175."]
    assert told(event(Event.CARD, 7, 0, 0)) == ["A new souvenir: the water jug for 175. There are no more."]


@rules("MA-E01", "MA-E02", "MA-Z04")
def test_the_last_round_and_a_stall_are_announced() -> None:
    assert lines(event(Event.LAST, OMAR)) == [
        LogLine(None, "The queue is empty, so everybody gets one more turn. Omar has the last one.", "end")
    ]
    assert told(event(Event.STALLED, 15), event(Event.END)) == [
        "No shop has been sold and nobody has come in for 15 turns, so the game ends.",
        "The game is over. The most money wins.",
    ]


@rules("MA-E04", "MA-E05")
@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        ([(2, 900), (1, 5150)], ["**Omar** wins with 5,150 Dirham.", "Amina comes second with 900 Dirham."]),
        ([(1, 900), (1, 900)], ["**Amina** and **Omar** share the win with 900 Dirham each."]),
        (
            [(1, 900), (3, 0), (1, 900), (3, 0)],
            [
                "**Amina** and **Leila** share the win with 900 Dirham each.",
                "Omar comes third with 0 Dirham.",
                "Yusuf comes third with 0 Dirham.",
            ],
        ),
    ],
)
def test_the_winner_is_named(ranks: list[tuple[int, int]], said: list[str]) -> None:
    assert told(*(event(Event.RANK, seat, *place) for seat, place in enumerate(ranks))) == said


@rules("MA-P02", "MA-A07", "MA-A09", "MA-E02")
def test_the_reader_is_addressed_as_you() -> None:
    """In their own actions, and in what others do to them."""
    assert read(event(Event.TURN, OMAR, 26)) == ["Turn 26 · You"]
    assert read(event(Event.SKIPPED, OMAR, 0)) == ["You can’t hold an auction and skip the turn."]
    assert read(event(Event.WALK, OMAR, 12, route("13 W"), 3), entered("B5", 1, 0, 100), income(OMAR, 100, "B5")) == [
        "You lead the crowd of three from fountain 13 to 12.",
        "A blue customer enters your **B5**: [[+100]].",
    ]
    assert read(entered("B5", 1, 0, 100), income(LEILA, 100, "B5"), cut(LEILA, OMAR, 50, "B5")) == [
        "A blue customer enters Leila’s **B5**: [[+100]], 50 of it to you."
    ]
    assert read(event(Event.LOT, OMAR, shop("B4")), event(Event.BIDS, OMAR, 100, 1)) == [
        "You put the blue shop **B4** up for auction and open at 100."
    ]
    assert read(event(Event.PASSES, OMAR, 2)) == ["You have no signs left and sit this one out."]
    bought = event(Event.BOUGHT, OMAR, shop("B4"), 525, AMINA), event(Event.FEE, AMINA, 200)
    assert read(event(Event.PASSES, YUSUF), *bought) == [
        "Yusuf passes, so you buy the blue shop **B4** for 525; the bank pays Amina [[+200]]."
    ]
    assert read(event(Event.LAST, OMAR))[0].endswith("You have the last one.")
    assert read(event(Event.RANK, OMAR, 1, 5150)) == ["**You** win with 5,150 Dirham."]


def test_whole_games_are_narrated_in_whole_sentences() -> None:
    """Every line and prompt of random games; the stated sums add up to every seat's cash."""
    seen: set[int] = set()
    asked: set[int] = set()
    for players, seed, kind in ((2, 1, games), (3, 2, games), (4, 3, games), (2, 4, strange), (4, 5, strange)):
        cash = [1200] * players
        for state in kind(players, seed, souvenirs=players > 2):
            view = Twin.of(state)
            seen |= {row.kind for row in happened(state)}
            for line in story.narrate(visible_events(state[0], view.player), called):
                whole(line)
                add_up(line, cash)
            assert kind is strange or cash == view.cash[:players]
            asked |= set() if view.over else {view.phase}
            for seat in (*range(players), -1):
                sound(story.prompt(view, seat, called))
    assert seen | {Event.STALLED} == set(Event)
    assert asked == set(Phase)


def add_up(line: LogLine, cash: list[int]) -> None:
    """Add and subtract the money that a line mentions."""
    who = {name: PEOPLE.index(name) for name in PEOPLE}
    for name, n in re.findall(r"the bank pays (\w+) \[\[\+([\d,]+)\]\]", line.text):
        cash[who[name]] += amount_of(n)
    for n in re.findall(r" for ([\d,]+)(?:; the bank|\.$)", line.text) if " buys the " in line.text else []:
        assert line.seat is not None
        cash[line.seat] -= amount_of(n)
    for n, paid, guide in re.findall(r": \[\[\+([\d,]+)\]\](?:, ([\d,]+) of it to (\w+))?\.$", line.text):
        assert line.seat is not None
        cash[line.seat] += amount_of(n)
        if guide:
            cash[line.seat] -= amount_of(paid)
            cash[who[guide]] += amount_of(paid)


def amount_of(written: str) -> int:
    return int(written.replace(",", ""))


# ---- what is asked


@rules("MA-T01", "MA-T02", "MA-T03", "MA-F01", "MA-E02")
@pytest.mark.parametrize(
    ("view", "mine", "theirs"),
    [
        (
            action({7: "BY"}, turn=2),
            Prompt("Choose a shop to auction", "In the first round everyone holds one auction. Crowds come later."),
            Prompt("Omar is choosing a shop to auction", "In the first round everyone holds one auction."),
        ),
        (
            action({7: "BY"}),
            Prompt(
                "Lead a crowd or auction a shop",
                "Action 1 of 2. After an auction you can’t lead crowds this turn.",
            ),
            Prompt("Omar is choosing an action", "Action 1 of 2."),
        ),
        (
            action({7: "BY"}, actions=1, closing=3),
            Prompt("Lead a crowd or auction a shop", "Action 2 of 2 in the last round."),
            Prompt("Omar is choosing an action", "Action 2 of 2 in the last round."),
        ),
        (
            action({7: "BY"}, dict.fromkeys(("B1", "B2", "B3", "B4", "B5", "R1"), OMAR), closing=1),
            Prompt(
                "Lead a crowd",
                "Action 1 of 2 in the final turn. All six of your signs are in use, so you can’t hold an auction.",
            ),
            Prompt("Omar is choosing a crowd to lead", "Action 1 of 2 in the final turn."),
        ),
        (
            action({7: "BY"}, cash=[1200, 75, 1200, 0]),
            Prompt("Lead a crowd", "Action 1 of 2. You need 100 Dirham to hold an auction."),
            Prompt("Omar is choosing a crowd to lead", "Action 1 of 2."),
        ),
        (
            action({7: "BY"}, actions=1, auctioned=1),
            Prompt("Auction another shop", "Action 2 of 2. You can’t lead crowds after an auction."),
            Prompt("Omar is choosing a shop to auction", "Action 2 of 2."),
        ),
        (
            action(closing=2),
            Prompt("Auction a shop", "Action 1 of 2 in the last round. The streets are empty."),
            Prompt("Omar is choosing a shop to auction", "Action 1 of 2 in the last round."),
        ),
    ],
)
def test_prompts_list_the_possible_actions(view: Twin, mine: Prompt, theirs: Prompt) -> None:
    assert story.prompt(view, OMAR, called) == mine
    assert [story.prompt(view, seat, called) for seat in (AMINA, -1)] == [theirs] * 2


@rules("MA-A06", "MA-A09", "MA-A10")
def test_bidding_prompts_state_the_current_bid_and_the_effects() -> None:
    view = bidding("B4", 475, YUSUF, players=4, inside=0b1111, crowds={9: "BBG"})
    title, fee = "Omar is bidding for the blue shop B4", "If someone else wins, the bank pays you 100 (200 above 500)."
    assert [story.prompt(view, seat, called) for seat in (OMAR, AMINA, LEILA, YUSUF, -1)] == [
        Prompt("Bid for the blue shop B4, or pass?", "Yusuf leads with 475. Two blue customers at its door pay 300."),
        Prompt(title, f"Yusuf leads with 475. Leila is next. {fee}"),
        Prompt(title, "Yusuf leads with 475. You’re next. Two blue customers at its door pay 300."),
        Prompt(title, "You lead with 475. Leila is next. Two blue customers at its door pay 300."),
        Prompt(title, "Yusuf leads with 475. Leila is next. Two blue customers at its door pay 300."),
    ]


@rules("MA-A02", "MA-A08", "MA-A09")
def test_prompts_state_the_fee_and_who_would_buy() -> None:
    last = bidding("B1", 600, AMINA, active=OMAR, inside=0b011)
    assert story.prompt(last, OMAR, called) == Prompt(
        "Bid for the blue shop B1, or pass?",
        "Amina leads with 600. If someone else wins, the bank pays you 200. If you pass, Amina gets the shop.",
    )
    waits = [story.prompt(last, seat, called).detail for seat in (AMINA, LEILA)]
    assert waits == [
        "You lead with 600. If Omar passes, you get the shop.",
        "Amina leads with 600. If Omar passes, Amina gets the shop.",
    ]
    opening = bidding("B1", 0, -1, active=OMAR, crowds={3: "B"})
    assert story.prompt(opening, OMAR, called) == Prompt(
        "Open the auction of the blue shop B1", "Bid 100 or more. A blue customer at its door pays 100."
    )
    assert story.prompt(opening, -1, called) == Prompt(
        "Omar opens the auction", "The blue shop B1 is for sale. A blue customer at its door pays 100."
    )


def test_amount_prompts_state_the_limits() -> None:
    view = amount("P4", 500, AMINA, 525, cash=[1200, 1150, 1200, 0])
    assert story.prompt(view, OMAR, called) == Prompt(
        "How much do you bid for the purple shop P4?", "From 550 to 1,150, in steps of 25."
    )
    assert story.prompt(view, LEILA, called) == Prompt(
        "Omar is bidding for the purple shop P4", "Amina leads with 500. You’re next."
    )


@rules("MA-V04")
def test_the_owner_is_prompted_for_a_souvenir() -> None:
    view = town(owners={"R2": OMAR}, phase=int(Phase.SOUVENIR), sale=shop("R2"), shown=[2, 3], profit=200, guide=AMINA)
    offer = "For a customer in the red shop R2: the brass lantern for 100 or the leather slippers for 125."
    assert story.prompt(view, OMAR, called) == Prompt(
        "Choose the souvenir to sell in R2",
        "You keep 250 with the brass lantern or 225 with the leather slippers.",
    )
    assert story.prompt(view, AMINA, called) == Prompt("Omar is choosing the souvenir to sell", offer)


@rules("MA-N01", "MA-N02", "MA-N03")
def test_visitor_prompts_list_the_queue() -> None:
    two = visitors({16: "R"})
    assert story.prompt(two, OMAR, called) == Prompt(
        "Choose the gate to fill first", "Gates 1 and 8 are empty. 45 visitors wait outside."
    )
    assert story.prompt(two, -1, called) == Prompt(
        "Omar is choosing a gate to fill", "Gates 1 and 8 are empty. 45 visitors wait outside."
    )
    one = visitors({1: "R", 16: "R"}, "RBG")
    assert story.prompt(one, OMAR, called) == Prompt(
        "Bring visitors to gate 8", "Two or three, from either end of the queue. Three visitors wait outside."
    )
    assert story.prompt(one, -1, called) == Prompt(
        "Omar is bringing visitors to gate 8", "Three visitors wait outside."
    )


def test_nothing_is_asked_after_the_end() -> None:
    view = town(over=1)
    assert story.prompt(view, OMAR, called) == Prompt(
        "The game is over", "The most money wins. Shops count for nothing."
    )
