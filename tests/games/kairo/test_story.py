"""Kairo's story: every event is narrated, every phase has its prompts, in whole sentences."""

import re

import pytest

from souq.engine.present.scene import LogLine, Prompt
from souq.engine.rules.bits import words
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME, story
from souq.games.kairo.state import NEUTRAL, Act, Event, Phase, Rule, State
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import card, site
from tests.games.narrating import AMINA, LEILA, OMAR, PEOPLE, Narrator, called, event, sound, whole
from tests.support import rules

STORY = Narrator(GAME)
lines, told, read = STORY.lines, STORY.texts, STORY.read

WHITE, RED, PURPLE, GREEN, YELLOW, BLUE = range(6)


# ---- what happened


@rules("KA-S02", "KA-S03", "KA-S05")
def test_the_setup_is_narrated() -> None:
    begins = [(GREEN, "A1"), (WHITE, "L1"), (RED, "G6"), (YELLOW, "B11"), (BLUE, "K11")]
    assert told(
        event(Event.FIRST, OMAR),
        *(event(Event.STANDS, colour, site(label)) for colour, label in begins),
        event(Event.STANDS, PURPLE, -1),
        *(event(Event.SHOWN, slot, card(code), 17 - slot) for slot, code in enumerate(("1", "J2", "5", "9"))),
        event(Event.PLACED, OMAR, RED, site("E2"), site("D2")),
    ) == [
        "Setup",
        "Omar goes first.",
        "Customers on the square: green on A1, white on L1, red on G6, yellow on B11 and blue on K11. "
        "The purple customer waits at the gate.",
        "On display: North-west, Middle row, Centre and South-east.",
        "Omar places a red stall on **E2**, with its entry on D2.",
    ]


@rules("KA-S08", "KA-S10")
def test_suggested_stalls_are_narrated_by_owner() -> None:
    stalls = [(OMAR, WHITE, "D2"), (OMAR, RED, "K2"), (NEUTRAL, WHITE, "G10"), (NEUTRAL, BLUE, "J6")]
    assert lines(*(event(Event.PLACED, who, colour, site(at), site("A1")) for who, colour, at in stalls)) == [
        LogLine(OMAR, "Omar’s stalls: white on D2 and red on K2."),
        LogLine(None, "The neutral stalls: white on G10 and blue on J6."),
    ]


@rules("KA-S09")
def test_a_neutral_stall_comes_from_the_bag() -> None:
    drawn = event(Event.NEUTRAL, LEILA, BLUE)
    placed = event(Event.PLACED, NEUTRAL, BLUE, site("J6"), site("K6"))
    assert told(drawn) == ["Leila draws the neutral blue stall from the bag."]
    assert told(placed) == ["The neutral blue stall goes on **J6**, with its entry on K6."]


@rules("KA-X32")
def test_a_stall_without_a_place() -> None:
    assert told(event(Event.CROWDED, OMAR, -1, 0)) == [
        "Omar’s next stall fits nowhere else, so it may go in a full segment."
    ]
    assert told(event(Event.CROWDED, NEUTRAL, RED, 0), event(Event.CROWDED, NEUTRAL, RED, 1)) == [
        "The neutral red stall fits nowhere and is left out."
    ]


def test_a_turn_begins_with_a_separator() -> None:
    assert lines(event(Event.TURN, OMAR, 26)) == [LogLine(None, "Turn 26", "turn")]


@rules("KA-C01", "KA-C02", "KA-C03")
def test_a_build_is_one_sentence() -> None:
    new = event(Event.NEW, OMAR, RED, site("E4"), site("E5"))
    alone = event(Event.CARD, OMAR, card("2"), 0)
    assert told(alone, new) == ["Omar plays North and builds a new red stall on **E4**, with its entry on E5."]
    assert told(event(Event.CARD, OMAR, card("J2"), 0)) == ["Omar plays the Middle row joker."]
    assert told(event(Event.FEE, OMAR, BLUE), new) == [
        "Omar pays 1 blue for the joker and builds a new red stall on **E4**, with its entry on E5."
    ]
    three = [event(Event.CARD, OMAR, card(code), 1) for code in ("1", "1", "J2")]
    assert told(*three, event(Event.MOVED, OMAR, RED, site("E4"), site("E5"))) == [
        "Omar plays North-west, North-west and Middle row, and moves the blocked red stall to **E4**, "
        "with its entry on E5."
    ]


@rules("KA-E08", "KA-E09", "KA-E12")
def test_an_expansion_states_its_cost_and_score() -> None:
    grown = event(Event.EXPANDED, OMAR, GREEN, site("F2"), 4), event(Event.SCORED, OMAR, 4, 4)
    own = event(Event.PAID, OMAR, GREEN, 4)
    assert told(event(Event.CARD, OMAR, card("2"), 0), own, *grown) == [
        "Omar plays North, pays 4 green and expands the green stall to size 4 on **F2**: [[+4]]."
    ]
    mixed = [event(Event.PAID, OMAR, *paid) for paid in ((GREEN, 3), (RED, 1), (RED, 1))]
    assert told(*mixed, *grown) == [
        "Omar pays 3 green and 2 red, and expands the green stall to size 4 on **F2**: [[+4]]."
    ]


@rules("KA-E09", "KA-C02")
def test_payments_are_narrated_with_their_action() -> None:
    """Own money and a substitute, a joker's fee before them, and the last substitute of an expansion."""
    grown = event(Event.EXPANDED, OMAR, GREEN, site("F2"), 4), event(Event.SCORED, OMAR, 4, 4)
    red = event(Event.PAID, OMAR, RED, 1)
    assert told(event(Event.CARD, OMAR, card("2"), 0), event(Event.PAID, OMAR, GREEN, 3)) == ["Omar plays North."]
    assert told(event(Event.FEE, OMAR, BLUE), event(Event.PAID, OMAR, GREEN, 3)) == ["Omar pays 1 blue for the joker."]
    assert told(red) == []
    assert told(red, *grown) == [
        "Omar pays partly in other colours and expands the green stall to size 4 on **F2**: [[+4]]."
    ]


@rules("KA-M01", "KA-M02")
def test_medals_name_their_former_holder() -> None:
    grown = event(Event.EXPANDED, OMAR, GREEN, site("F2"), 3)
    gold, silver = event(Event.MEDAL, OMAR, GREEN, 1, LEILA), event(Event.MEDAL, OMAR, GREEN, 0, AMINA)
    both = lines(grown, event(Event.SCORED, OMAR, 6, 3), gold, silver)
    assert [line.text for line in both] == [
        "Omar expands the green stall to size 3 on **F2**: [[+3]].",
        "Omar takes both medals for green: gold from Leila [[+2]] and silver from Amina [[+1]].",
    ]
    assert [line.tone for line in both] == ["", "score"]
    assert told(silver) == ["Omar takes the silver medal for green from Amina: [[+1]]."]
    assert told(event(Event.MEDAL, OMAR, GREEN, 1, -1)) == ["Omar takes the gold medal for green: [[+2]]."]


@rules("KA-L06", "KA-L07", "KA-L08", "KA-L09")
def test_luring_states_every_income() -> None:
    lured = event(Event.LURED, AMINA, GREEN, site("A1"), site("F4"))
    came = event(Event.CAME, PURPLE, site("F4"))
    visit, owned = event(Event.EARNED, AMINA, GREEN, 1, 0), event(Event.EARNED, OMAR, GREEN, 3, 1)
    assert lines(lured, came, visit, owned) == [
        LogLine(
            AMINA,
            "Amina lures the green customer to Omar’s stall at **F4**: Omar earns 3, Amina 1. "
            "The purple customer comes in from the gate.",
        ),
    ]
    assert told(lured, event(Event.EARNED, AMINA, GREEN, 3, 1)) == [
        "Amina lures the green customer to their own stall at **F4** and earns 3."
    ]
    assert told(lured, visit) == ["Amina lures the green customer to the neutral stall at **F4** and earns 1."]
    assert told(lured, visit, event(Event.BARKERS, AMINA, 2)) == [
        "Amina uses two barkers to lure the green customer to the neutral stall at **F4** and earns 1."
    ]


@rules("KA-D01", "KA-D03", "KA-D04", "KA-D05")
def test_a_drawn_card_is_named_only_to_its_owner() -> None:
    drew, which = event(Event.DREW, LEILA, 13), event(Event.CARD_DREW, LEILA, card("8"))
    assert told(drew) == ["Leila draws a card from the deck."]
    assert told(drew, which, event(Event.SHUFFLED, 18)) == [
        "Leila draws South from the deck.",
        "The discard pile is shuffled into a new deck of 18 cards.",
    ]
    assert told(event(Event.TOOK, LEILA, card("J4"), 2)) == ["Leila takes the West column joker from the display."]
    assert [told(event(Event.BARKER, LEILA, left))[0] for left in (3, 1, 0)] == [
        "Leila takes a barker; three are left.",
        "Leila takes a barker; one is left.",
        "Leila takes the last barker.",
    ]
    assert told(event(Event.DISCARDED, LEILA, card("8"))) == ["Leila discards South."]
    assert told(event(Event.SHOWN, 1, card("8"), 12)) == ["New on display: South."]


@rules("KA-F01", "KA-X27", "KA-X30")
def test_the_beginning_of_the_final_phase_is_announced() -> None:
    final = event(Event.FINAL, Rule.KA_F01, OMAR)
    assert told(event(Event.LOW, WHITE, 1)) == [
        "Only one white expansion is left. When a second colour gets that low, the final phase begins."
    ]
    assert told(event(Event.LOW, WHITE, 1), final) == ["White is down to one expansion too: the final phase begins."]
    assert told(event(Event.LOW, WHITE, 0), final) == ["The last white expansion is gone: the final phase begins."]
    assert lines(event(Event.FINAL, Rule.KA_X30, OMAR)) == [
        LogLine(None, "Nobody has built for a long time: the final phase begins.", "end")
    ]
    assert told(event(Event.OUT, OMAR, 1), event(Event.OUT, LEILA, 0)) == [
        "Omar is done building.",
        "Leila has nothing left to build and is out.",
    ]


@rules("KA-F05", "KA-X33")
def test_final_scoring_is_narrated_step_by_step() -> None:
    assert told(
        event(Event.END),
        event(Event.MEDALS, AMINA, 1, 2, 4),
        event(Event.MEDALS, OMAR, 0, 0, 0),
        event(Event.MONEY, AMINA, 11, 3),
        event(Event.MONEY, OMAR, 2, 0),
    ) == [
        "Everyone is done building. The game is over.",
        "Medals: Amina 1 gold and 2 silver [[+4]]; Omar none.",
        "Money left: Amina 11 [[+3]], Omar 2.",
    ]


@rules("KA-F06")
@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        ([(2, 19), (1, 20)], ["**Omar** wins with 20 points.", "Amina comes second with 19 points."]),
        ([(1, 1), (1, 1)], ["**Amina** and **Omar** share the win with 1 point each."]),
        (
            [(1, 20), (3, 9), (1, 20), (4, 1)],
            [
                "**Amina** and **Leila** share the win with 20 points each.",
                "Omar comes third with 9 points.",
                "Yusuf comes fourth with 1 point.",
            ],
        ),
    ],
)
def test_the_winner_is_named(ranks: list[tuple[int, int]], said: list[str]) -> None:
    assert told(*(event(Event.RANK, seat, *place) for seat, place in enumerate(ranks))) == said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_narrated_in_whole_sentences(players: int) -> None:
    """Every line and prompt of random games; the stated gains add up to the points."""
    seen: set[int] = set()
    asked_for: set[tuple[int, int]] = set()
    for seed, kind in ((1, games), (2, strange)):
        gained = dict.fromkeys(range(players), 0)
        for state in kind(players, seed):
            view = Twin.of(state)
            events = visible_events(state[0], view.player)
            seen |= {row[0] for row in events}
            for line in story.narrate(events, called):
                whole(line)
                add_up(line, gained)
            if not view.over:
                asked_for.add((view.phase, view.act))
            for prompt in (story.prompt(view, seat, called) for seat in (*range(players), -1)):
                sound(prompt)
        if kind is games:
            assert [gained[seat] for seat in range(players)] == view.score[:players]
    rare = {Event.CROWDED, Event.MOVED, Event.NEUTRAL, Event.SHUFFLED, Event.LOW, Event.OUT, Event.BARKERS}
    assert seen | rare == set(Event)
    assert {phase for phase, _ in asked_for} == set(Phase)


def add_up(line: LogLine, gained: dict[int, int]) -> None:
    """Add the gains of a line to those of the seats named before each of them."""
    seat = line.seat
    for name, n in re.findall(rf"({'|'.join(PEOPLE)})|\[\[\+(\d+)\]\]", line.text):
        if name and line.seat is None:
            seat = PEOPLE.index(name)
        elif n:
            assert seat is not None
            gained[seat] += int(n)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([(Event.FIRST, OMAR)], ["Setup", "You go first."]),
        ([(Event.PLACED, OMAR, RED, 14, 13)], ["You place a red stall on **C2**, with its entry on B2."]),
        (
            [(Event.PLACED, OMAR, RED, 14, 13), (Event.PLACED, OMAR, BLUE, 40, 41)],
            ["Your stalls: red on C2 and blue on E4."],
        ),
        ([(Event.CARD, OMAR, 1, 0)], ["You play North."]),
        (
            [(Event.LURED, OMAR, RED, 3, 14), (Event.EARNED, OMAR, RED, 3, 1)],
            ["You lure the red customer to your stall at **C2** and earn 3."],
        ),
        (
            [(Event.LURED, AMINA, RED, 3, 14), (Event.EARNED, AMINA, RED, 1, 0), (Event.EARNED, OMAR, RED, 3, 1)],
            ["Amina lures the red customer to your stall at **C2**: you earn 3, Amina 1."],
        ),
        ([(Event.BARKER, OMAR, 0)], ["You take the last barker."]),
        ([(Event.MEDAL, LEILA, RED, 1, OMAR)], ["Leila takes the gold medal for red from you: [[+2]]."]),
        ([(Event.OUT, OMAR, 0)], ["You have nothing left to build and are out."]),
        (
            [(Event.RANK, OMAR, 1, 20), (Event.RANK, AMINA, 2, 19)],
            ["**You** win with 20 points.", "Amina comes second with 19 points."],
        ),
    ],
)
def test_a_reader_is_called_you(rows: list[tuple[int, ...]], said: list[str]) -> None:
    assert read(*(event(*row) for row in rows)) == said


# ---- what is asked


def asked(phase: Phase, act: Act = Act.NONE, *options: int, **fields: object) -> Twin:
    """Return a position of three in which Omar decides something about a green stall on F4."""
    view = Twin.of(State.new())
    view.players, view.phase, view.player, view.act = 3, int(phase), OMAR, int(act)
    view.asked = list(words(options, 3))
    view.colour, view.customer, view.site, view.supply = GREEN, GREEN, site("F4"), [6] * 6
    view.stands = [site("A1"), site("L1"), -1, site("G6"), site("B11"), site("K11")]
    view.sizes[OMAR][GREEN], view.held[OMAR], view.limit = 2, 3, 1
    view.__dict__.update(fields)
    return view


BUILDING = (Act.NEW, Act.EXPAND, Act.MOVE)
ACTS = {
    Phase.ACT: (Act.NONE,),
    Phase.COLOUR: (Act.PLACE, *BUILDING),
    Phase.SITE: (Act.PLACE, Act.NEUTRAL, *BUILDING),
    Phase.ENTRY: (Act.PLACE, Act.NEUTRAL, Act.NEW, Act.MOVE),
    Phase.PAY: (Act.EXPAND,),
    Phase.CUSTOMER: (Act.LURE,),
    Phase.GOAL: (Act.LURE,),
    Phase.TAKE: (Act.DRAW,),
    Phase.DISCARD: (Act.DRAW,),
}
"""What may be done while something is asked; a card, the one kept and the joker's money belong to any Build."""


@pytest.mark.parametrize(("phase", "act"), [(p, act) for p in Phase for act in ACTS.get(p, BUILDING)])
@pytest.mark.parametrize("final", [0, 1])
def test_every_phase_has_prompts(phase: Phase, act: Act, final: int) -> None:
    view = asked(phase, act, 0, 3, 4, final=final)
    mine, theirs, watching = (story.prompt(view, seat, called) for seat in (OMAR, AMINA, -1))
    assert "Omar" not in mine.title + mine.detail
    assert mine.detail and theirs.detail
    assert theirs.title.startswith("Omar ")
    assert theirs == watching
    assert not re.search(r"\byour?\b", theirs.title + theirs.detail)
    sound(mine)
    sound(theirs)


@pytest.mark.parametrize(
    ("view", "title", "detail"),
    [
        (
            asked(Phase.ACT, Act.NONE, 0, 1, 2, 3, 4),
            "Build, lure a customer or draw two cards",
            "To build, place a new stall, expand a stall or move a blocked stall.",
        ),
        (
            asked(Phase.ACT, Act.NONE, 3, 4),
            "Lure a customer or draw two cards",
            "You can’t build anything with your cards and money.",
        ),
        (
            asked(Phase.ACT, Act.NONE, 0, 5, final=1),
            "Build or stop",
            "The final phase: no more luring or drawing. Build for as long as you can.",
        ),
        (
            asked(Phase.SITE, Act.EXPAND),
            "Choose where your green stall grows",
            "Size 3 costs 3 money, green first, and scores 3.",
        ),
        (
            asked(Phase.GOAL, Act.LURE, barkers=[0, 2, 0, 0]),
            "Choose where the green customer goes",
            "Each nearer entry you pass costs a barker. You have two.",
        ),
        (
            asked(Phase.TAKE, Act.DRAW, barkers=[3, 2, 2, 0]),
            "Take the first of two",
            "A card on display or the top card of the deck.",
        ),
        (
            asked(Phase.ENTRY, Act.NEUTRAL),
            "Choose the entry of the neutral green stall on F4",
            "Customers stop here. It may be in another segment.",
        ),
        (
            asked(Phase.SITE, Act.PLACE, limit=0),
            "Choose a site for your green stall",
            "It fits nowhere else, so it may go in a full segment.",
        ),
    ],
)
def test_prompts_state_the_question(view: Twin, title: str, detail: str) -> None:
    assert story.prompt(view, OMAR, called) == Prompt(title, detail)


def test_waiting_seats_read_only_public_information() -> None:
    assert story.prompt(asked(Phase.ACT, barkers=[0, 1, 0, 0]), AMINA, called) == Prompt(
        "Omar is choosing an action", "Omar holds three cards and a barker."
    )
    assert story.prompt(asked(Phase.SITE, Act.NEUTRAL, bag=0b101), AMINA, called) == Prompt(
        "Omar is placing the neutral green stall", "Two more are in the bag."
    )


def test_nothing_is_asked_after_the_end() -> None:
    view = asked(Phase.ACT, over=1)
    assert story.prompt(view, OMAR, called) == Prompt("The game is over", "Everyone is done building.")
