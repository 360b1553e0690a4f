"""The Grand Bazaar's story: every event is narrated, in whole sentences."""

from __future__ import annotations

import random

import pytest

from souq.engine.match.decision import seats
from souq.engine.present.scene import LogLine
from souq.engine.rules.events import rows, visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME, story
from souq.games.grand_bazaar.state import ANYTHING, NEGOTIATOR, POST, TAKE_UP, TIME, TRADER, Event, Phase
from tests.games.grand_bazaar.sentences import floor, fresh, good, lines, moment, on
from tests.games.narrating import AMINA, LEILA, OMAR, YUSUF, Narrator, called, event, sound, whole
from tests.support import rules

narrate, read = Narrator(GAME).texts, Narrator(GAME).read


# ---- rounds


@rules("GB-S02", "GB-S05", "GB-R01")
def test_the_setup_is_narrated_and_hands_only_to_their_owners() -> None:
    state = fresh()
    open_lines = ["Setup", "Omar holds Hafid and goes first.", "Round 1 · Bidding", "Everyone is dealt ten cards."]
    assert lines(state) == open_lines
    own = lines(state, LEILA)
    assert own[:4] == open_lines
    assert len(own) == 5
    assert own[4].startswith("You get ")


@rules("GB-R03", "GB-R05", "GB-D01")
def test_a_round_ends_and_hafid_passes_under_the_next_heading() -> None:
    said = narrate(
        event(Event.RETURNED, 2),
        event(Event.HAFID, LEILA),
        event(Event.ROUND, 3, 3, LEILA),
        *(event(Event.DEALT, seat, 5) for seat in (LEILA, AMINA, OMAR)),
        event(Event.DREW, OMAR, good("Salt")),
        event(Event.SHUFFLED, 61),
        event(Event.DREW, OMAR, good("Goats")),
        event(Event.DREW, OMAR, good("Goats")),
    )
    assert said == [
        "Round 3 · Bidding",
        "Hafid passes to Leila.",
        "Everyone is dealt five cards.",
        "Omar gets 2 Goats and Salt.",
        "The draw pile is empty, so the discard pile (61 cards) is shuffled into a new one.",
    ]


def test_of_empty_phases_only_the_last_has_a_heading() -> None:
    said = story.narrate([event(Event.PHASE, 1, 2), event(Event.PHASE, 3, 2)], called)
    assert said == [LogLine(None, "Round 2 · Selling", "turn")]


# ---- bidding


@rules("GB-B03", "GB-B04", "GB-B05", "GB-B08", "GB-B09", "GB-B10")
def test_bids_are_narrated_with_the_leader() -> None:
    state = fresh()
    said = []
    for choice in ("caravan 3 2", "caravan 3 3", "informant 1", "caravan 3 2", "caravan 3 3", "free trader"):
        said += lines(on(state, choice))
    said += lines(on(state, "negotiator")) + lines(on(state, "customer guild master"))
    assert said == [
        "Omar bids two cubes on caravan 3.",
        "Leila outbids Omar on caravan 3 with three cubes.",
        "Amina bids one cube on the Informant.",
        "Omar outbids Leila on caravan 3 with four cubes.",
        "Leila outbids Omar on caravan 3 with six cubes.",
        "Amina puts a cube on Free Trader square 1.",
        "Omar puts a cube on the Negotiator.",
        "Amina puts a cube on the Guild Master.",
    ]
    assert narrate(event(Event.BID, OMAR, 1, 6, 3)) == ["Omar raises to three cubes on the Informant."]


@rules("GB-B12")
def test_stuck_seats_are_narrated() -> None:
    assert narrate(event(Event.STUCK, YUSUF, 1), event(Event.STUCK, OMAR, 2)) == [
        "No place is left for Yusuf’s last cube.",
        "No place is left for Omar’s last two cubes.",
    ]


# ---- caravans


@rules("GB-C01", "GB-C02", "GB-C03")
def test_only_the_informant_reads_what_was_seen() -> None:
    look, saw = event(Event.LOOKS, OMAR, 0, -1), event(Event.SAW, OMAR, 0, 0, good("Salt"))
    assert narrate(look) == ["As Informant, Omar looks at the cards in Rome."]
    assert narrate(look, saw, event(Event.SAW, OMAR, 0, 1, good("Linen"))) == [
        "As Informant, Omar looks at the cards in Rome: Salt and Linen."
    ]
    kind = event(Event.LOOKS, OMAR, -1, 2)
    assert narrate(kind) == ["As Informant, Omar looks at all Food in the markets."]
    assert narrate(kind, saw, event(Event.SAW, OMAR, 4, 1, good("Dates"))) == [
        "As Informant, Omar looks at all Food in the markets: Salt in Rome and Dates in the Orient."
    ]
    assert narrate(event(Event.TAKES, OMAR, good("Linen"))) == ["Omar takes Linen from the discard pile."]
    assert narrate(event(Event.DRAWS, OMAR, 1, 0), event(Event.DREW, OMAR, good("Ore"))) == ["Omar draws a card: Ore."]


@rules("GB-C05", "GB-C06", "GB-D01")
def test_a_claim_is_narrated_with_the_known_cards() -> None:
    claim = event(Event.CLAIMS, AMINA, 4, 2)
    assert narrate(claim) == ["Amina claims the Orient with caravan 3."]
    salt = event(Event.GOT, AMINA, good("Salt"), 4, 0)
    assert narrate(claim, salt, event(Event.GOT, AMINA, good("Rugs"), 4, 1)) == [
        "Amina claims the Orient with caravan 3: Salt and Rugs."
    ]
    assert narrate(claim, salt) == ["Amina claims the Orient with caravan 3: Salt and another card."]
    assert narrate(
        event(Event.DRAWS, LEILA, 1, 1), event(Event.SHUFFLED, 30), event(Event.DRAWS, OMAR, 1, 1),
        event(Event.DREW, OMAR, good("Ore")),
    ) == [
        "Leila draws a card for being outbid.",
        "The draw pile is empty, so the discard pile (30 cards) is shuffled into a new one.",
        "Omar draws a card for being outbid: Ore.",
    ]  # fmt: skip


@rules("GB-F03", "GB-F04", "GB-F05", "GB-F06", "GB-F07", "GB-F08", "GB-F09")
def test_the_right_of_way_is_narrated() -> None:
    """Example 12: squares 1 Amina, 2 Omar, 3 Amina, 4 Leila."""
    bids = [[0, 0, 0, 0, 0, 0] for _ in range(7)]
    bids[0][LEILA] = 1
    came = [[0] * 6 for _ in range(7)]
    came[0][LEILA] = 1
    state = moment(
        Phase.CLAIM, LEILA, caravan=0, bids=bids, came=came, square=[AMINA, OMAR, AMINA, LEILA, -1, -1], cubes=[0] * 6
    )
    said = []
    for choice in ("claim rome", "hold", "hold", "send", "allow", "deny"):
        said += lines(on(state, choice))
    assert said == [
        "Leila claims Rome with caravan 1.",
        "Leila wants to draw two cards. Amina and Omar are ahead in line and may object.",
        "Omar lets Leila go ahead.",
        "Amina objects and draws two cards.",
    ]
    again = state.copy()
    assert lines(on(again, "stop")) == ["Leila keeps the cube for later."]
    own = lines(on(state, "go on"), LEILA)
    assert own[0].startswith("You go on and draw two cards: ")
    assert lines(on(state, "send"))[0] == "Omar uses a Free Trader cube and draws two cards."
    assert narrate(
        event(Event.ANSWERS, OMAR, LEILA), event(Event.DRAWS, LEILA, 2, 2), event(Event.DREW, LEILA, good("Salt"))
    ) == ["Omar lets Leila go ahead, and Leila draws two cards: Salt."]
    assert narrate(event(Event.STOPS, LEILA, 1)) == ["Leila asks the next player in line."]


# ---- trading


@rules("GB-T12", "GB-T13", "GB-T14", "GB-T16")
def test_an_offer_a_counter_and_a_trade_are_narrated_in_full() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt, 2 Goats", "Rugs, Linen", left=[5] * 6, discard=[0] * 25)
    on(state, "offer 2", "give Goats", "give Goats", "done", "talents 3")
    assert lines(on(state, "want Rugs", "done")) == ["Amina offers Omar 2 Goats and 3 Talents for Rugs."]
    on(state, "counter", "give Rugs", "done", "talents 0", "want Goats")
    assert lines(on(state, "done")) == ["Omar offers Amina Rugs for Goats."]
    other = state.copy()
    assert lines(on(other, "reject")) == ["Amina turns down Omar’s offer."]
    assert lines(on(state, "accept"))[0] == "Amina accepts, and Omar gives Rugs for Goats."


@rules("GB-T02", "GB-T04", "GB-T17", "GB-T18")
def test_an_invitation_and_its_answers_are_narrated() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Linen", left=[1] * 6)
    assert lines(on(state.copy(), "invite", "seek anything")) == [
        "Amina calls: “Who wants to trade? I’ll take anything!”"
    ]
    assert lines(on(state, "invite", "seek rugs")) == ["Amina calls: “Rugs! Who has Rugs?”"]
    on(state, "propose", "give Rugs", "talents -1")
    assert lines(on(state, "done")) == ["Omar offers Amina Rugs for 1 Talent."]
    assert lines(on(state, "pass")) == []
    assert lines(on(state, "none")) == ["Amina accepts none of the offers."]
    left = ["Omar leaves the trading for this round.", "Trading is over for this round."]
    assert lines(on(state, "leave"))[:2] == left


@rules("GB-T17")
def test_passing_is_narrated_only_without_any_offer() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Linen", left=[2] * 6)
    on(state, "invite", "seek rugs")
    assert lines(on(state, "pass")) == []
    assert lines(on(state, "pass")) == ["Nobody makes an offer."]


@rules("GB-F03")
def test_all_holds_are_narrated_in_one_line() -> None:
    state = moment(Phase.POLL, AMINA, caravan=0, square=[AMINA, OMAR, LEILA, -1, -1, -1], cubes=[0] * 6)
    assert lines(on(state, "hold")) == lines(on(state, "hold")) == []
    on(state, "hold")
    assert lines(state)[0] == "Amina, Omar and Leila hold back."
    assert lines(state, OMAR)[0] == "You, Amina and Leila hold back."
    alone = moment(Phase.POLL, AMINA, caravan=0, square=[AMINA, AMINA, -1, -1, -1, -1], cubes=[0] * 6)
    on(alone, "hold")
    assert (lines(alone)[0], lines(alone, AMINA)[0]) == ("Amina holds back.", "You hold back.")


@rules("GB-T23")
def test_open_trading_is_narrated() -> None:
    assert narrate(event(Event.WITHDRAWS, AMINA, OMAR)) == ["Amina takes back the offer to Omar."]
    assert narrate(
        event(Event.LAPSED, AMINA, OMAR), event(Event.LAPSED, AMINA, LEILA), event(Event.LAPSED, LEILA, OMAR)
    ) == ["Amina’s offers to Omar and Leila no longer stand.", "Leila’s offer to Omar no longer stands."]
    assert narrate(event(Event.CLOSED, 1)) == ["Time’s up. Trading is over for this round."]


@rules("GB-T09", "GB-T12")
def test_access_and_talents_are_on_their_sides() -> None:
    assert narrate(
        event(Event.ACCEPTS, OMAR, AMINA, -4, 1 | 8 * 6),
        event(Event.GIVES, AMINA, good("Salt"), 0, OMAR),
        event(Event.GIVES, AMINA, good("Rugs"), 1, OMAR),
    ) == ["Omar accepts, and Amina gives Salt and the Haggler for Rugs, 4 Talents, the Collector and the Guild Master."]
    assert narrate(event(Event.INVITES, OMAR, ANYTHING)) == ["Omar calls: “Who wants to trade? I’ll take anything!”"]


# ---- selling


@rules("GB-L02", "GB-L03", "GB-L06", "GB-L09")
def test_sales_are_narrated_with_goods_and_talents() -> None:
    many = "3 Goats, Salt, Dates, Jade, Ore, Amber, Cedar, Tents, Rugs, Robes, 3 Wool, Linen"
    state = moment(Phase.SELL, AMINA, many, "5 Linen", "2 Salt", access=[1, 0, 0], sellers=1, first=AMINA)
    assert lines(on(state, "haggle goats", "quantity 3")) == ["Amina sells 3 Goats to the Haggler: [[+6]]."]
    assert lines(on(state, "finish")) == []
    assert lines(on(state, "card salt", "card jade", "card linen")) == [
        "Amina discards Salt, Jade and Linen, and keeps ten cards."
    ]
    assert lines(on(state.copy(), "finish"))[0] == "Omar sells nothing."
    assert lines(on(state, "ply"))[0] == "Omar sells 5 Linen at face value: [[+5]]."


# ---- the end


@rules("GB-E01", "GB-E02", "GB-E03", "GB-E04")
def test_the_end_states_the_tie_breaker() -> None:
    def end(*ranks: tuple[int, int, int]) -> list[str]:
        return narrate(event(Event.END), *(event(Event.RANK, seat, *rank) for seat, rank in enumerate(ranks)))[1:]

    assert end((1, 142, 7), (2, 130, 3)) == ["**Amina** wins with 142 Talents.", "Omar comes second with 130 Talents."]
    assert end((2, 142, 9), (1, 142, 7), (3, 1, 0)) == [
        "**Omar** wins with 142 Talents and cards worth only 7 left in hand.",
        "Amina comes second with 142 Talents and cards worth 9 left in hand.",
        "Leila comes third with 1 Talent.",
    ]
    assert end((1, 142, 0), (2, 142, 9))[0] == "**Amina** wins with 142 Talents and no cards left in hand."
    assert end((1, 142, 7), (1, 142, 7), (3, 50, 0)) == [
        "**Amina** and **Omar** share the win with 142 Talents each and cards worth 7 left in hand.",
        "Leila comes third with 50 Talents.",
    ]


def test_the_reader_is_addressed_as_you() -> None:
    answer = event(Event.ANSWERS, OMAR, LEILA), event(Event.DRAWS, LEILA, 2, 2)
    assert read(*answer, seat=LEILA) == ["Omar lets you go ahead, and you draw two cards."]
    assert read(*answer, seat=OMAR) == ["You let Leila go ahead, and Leila draws two cards."]
    wants = event(Event.POLLED, LEILA, 1, 1 << AMINA | 1 << OMAR)
    assert read(wants, seat=OMAR) == ["Leila wants to draw two cards. You and Amina are ahead in line and may object."]
    trade = event(Event.ACCEPTS, OMAR, AMINA, 1), event(Event.GIVES, AMINA, good("Rugs"), 1, OMAR)
    assert read(*trade, seat=AMINA) == ["Omar accepts, and you give 1 Talent for Rugs."]
    assert read(event(Event.STUCK, OMAR, 1), seat=OMAR) == ["No place is left for your last cube."]
    end = [event(Event.RANK, AMINA, 2, 30, 0), event(Event.RANK, OMAR, 1, 40, 0)]
    assert read(*end, seat=AMINA) == ["**Omar** wins with 40 Talents.", "You come second with 30 Talents."]
    assert read(*end, seat=OMAR)[0] == "**You** win with 40 Talents."


# ---- everything


def played(players: int, trading: str, seed: int) -> list[Batch]:
    """The positions of a random game in which people like to trade."""
    pick = random.Random(seed)
    options = GAME.option_numbers(GAME.check_options({"trading": trading, "floor_turns": 2}))
    state = GAME.bindings.setup(players, options, (seed, 1))
    found = [state.copy()]
    while not state["over"][0]:
        seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
        legal = [int(choice) for choice in GAME.bindings.legal(state, seat)]
        liked = [c for c in legal if c in (NEGOTIATOR, TRADER) or TAKE_UP <= c < TAKE_UP + 6]
        choice = pick.choice(liked if liked and pick.random() < 0.5 else legal)
        if state["phase"][0] == Phase.OPEN and pick.random() < 0.05:
            choice = TIME
        elif state["phase"][0] == Phase.OPEN and POST <= choice < POST + 6 and pick.random() < 0.5:
            choice = legal[-1]
        GAME.bindings.apply(state, seat, choice, (pick.getrandbits(30), len(found)))
        found.append(state.copy())
    return found


@pytest.mark.parametrize(
    ("players", "trading", "seed"), [(2, "floor", 1), (4, "floor", 2), (6, "floor", 3), (3, "open", 4), (3, "off", 5)]
)
def test_whole_games_have_whole_sentences(players: int, trading: str, seed: int) -> None:
    states = played(players, trading, seed)
    gained = [0] * players
    for state in states:
        for row in rows(Event, visible_events(state[0], -1)):
            if row.kind == Event.SELLS:
                gained[row.seat] += row.talents
        for seat in (-1, len(states) % players):
            for line in story.narrate(visible_events(state[0], seat), called):
                whole(line)
            sound(story.prompt(Twin.of(GAME.bindings.hidden(state, seat)), seat, called))
    assert sum(gained) == sum(states[-1]["talents"][0].tolist())
