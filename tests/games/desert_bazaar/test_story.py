"""Desert Bazaar in words: every event is told, every phase has its prompts, and the sentences are whole."""

import re

import pytest

from souq.engine.present.scene import LogLine, Prompt
from souq.engine.rules.bits import words
from souq.engine.rules.twin import Twin
from souq.games.desert_bazaar import GAME, story
from souq.games.desert_bazaar.state import (
    BOX,
    CHOICES,
    LABELS,
    TRADES,
    Event,
    Phase,
    Rule,
    State,
)
from tests.games.narrating import AMINA, LEILA, OMAR, Narrator, called, event, sound

STORY = Narrator(GAME)
lines, told, read = STORY.lines, STORY.texts, STORY.read

WATER, CAMEL, SILK, SPICE, A_WILD, DESERT = range(6)
TILE = {tile.code: number for number, tile in enumerate(BOX.tiles)}
SITE = {label: number for number, label in enumerate(LABELS)}


# ---- what happened


def test_the_setup_is_narrated() -> None:
    assert told(
        event(Event.FIRST, OMAR),
        event(Event.DEAL, OMAR, SILK, WATER, SILK),
        event(Event.DEAL, OMAR, SILK, CAMEL, A_WILD),
    ) == ["Omar goes first.", "First cards", "Omar rolls Silk, Water, Silk, then Silk, Camel, Wild."]
    assert told(
        event(Event.DECLARED, OMAR, SPICE),
        event(Event.DEAL, OMAR, WATER, WATER, WATER),
        event(Event.DEAL, LEILA, SILK, SILK, A_WILD),
    ) == ["Omar uses a Wild as Spice.", "Omar rolls Water, Water, Water.", "Leila rolls Silk, Silk, Wild."]


def test_a_turn_begins_with_a_separator() -> None:
    assert lines(event(Event.TURN, OMAR, 26)) == [LogLine(None, "Turn 26", "turn")]


def test_a_barren_turn_states_their_number() -> None:
    assert told(event(Event.BARREN, OMAR, 1)) == ["Omar finds every pile empty: a barren turn."]
    assert told(event(Event.BARREN, LEILA, 2)) == [
        "Leila finds every pile empty: a barren turn. That makes two in a row."
    ]


def test_a_card_and_a_roll_make_one_sentence() -> None:
    throw = (event(Event.FREE, OMAR, SILK), event(Event.THROW, OMAR, DESERT, DESERT, SILK))
    assert told(*throw) == ["Omar takes a Silk and rolls Desert, Desert, Silk."]
    assert told(*throw, event(Event.GAIN, OMAR, SILK, 1, 1)) == [
        "Omar takes a Silk and rolls Desert, Desert, Silk: 1 Silk."
    ]
    assert told(*throw, event(Event.NOTHING, OMAR, Rule.DB_R06)) == [
        "Omar takes a Silk and rolls Desert, Desert, Silk: nothing to take."
    ]
    assert told(event(Event.FREE, OMAR, SILK), event(Event.NO_THROW, OMAR)) == [
        "Omar takes the last card, a Silk, so there is no roll."
    ]


def test_a_second_roll_names_its_dice() -> None:
    gain = event(Event.GAIN, OMAR, CAMEL, 3, 3)
    again = event(Event.RETHROW, OMAR, CAMEL, CAMEL, A_WILD)
    assert told(event(Event.KEEP, OMAR, CAMEL, 0, 0b110), again, gain) == [
        "Omar keeps the Camel and rolls Camel, Wild: 3 Camels."
    ]
    missed = event(Event.RETHROW, OMAR, CAMEL, DESERT, DESERT), event(Event.NOTHING, OMAR, Rule.DB_R10)
    assert told(event(Event.KEEP, OMAR, CAMEL, 0, 0b010), *missed) == [
        "Omar keeps the Camel and rolls Desert: nothing."
    ]
    assert told(event(Event.KEEP, OMAR, CAMEL, 0, 0b110), *missed) == [
        "Omar keeps the Camel and rolls Desert, Desert: nothing."
    ]


@pytest.mark.parametrize(
    ("cards", "due", "said"),
    [(2, 2, "Omar takes 2 Silk."), (2, 3, "Omar takes the last 2 Silk instead of 3.")],
)
def test_a_gain_alone_is_narrated(cards: int, due: int, said: str) -> None:
    assert told(event(Event.GAIN, OMAR, SILK, cards, due)) == [said]


def test_a_tile_is_narrated_when_it_is_built() -> None:
    taken = event(Event.TILE, AMINA, 0, 2, TILE["W:SPS"])
    assert told(taken) == []
    built = event(Event.SITE, AMINA, SITE["F5"], TILE["W:SPS"], 1), event(Event.ISOLATED, AMINA, SITE["F5"], 2)
    paid = event(Event.PAID, AMINA, SILK, 2), event(Event.PAID, AMINA, SPICE, 1)
    assert told(taken, built[0], *paid, built[1]) == [
        "Amina builds a Water tent on **F5** for 2 Silk and 1 Spice. It stands alone: [[+2]]."
    ]


def test_paying_neighbours_are_named() -> None:
    site = event(Event.SITE, LEILA, SITE["C5"], TILE["S:WSP"], 1)
    help_ = event(Event.HELP, LEILA, SITE["C4"], CAMEL, AMINA), event(Event.HELP, LEILA, SITE["B4"], SPICE, -1)
    camp = event(Event.CAMP, LEILA, SITE["C5"], 4, 1)
    assert told(site, *help_, event(Event.PAID, LEILA, WATER, 1), camp) == [
        "Leila builds a Silk tent on **C5** for 1 Water; C4 pays 1 Camel, B4 pays 1 Spice. The camp grows to four."
    ]
    assert told(site, *help_, event(Event.HELP, LEILA, SITE["D5"], CAMEL, OMAR), camp) == [
        "Leila builds a Silk tent on **C5** for nothing; C4 and D5 pay 1 Camel each, B4 pays 1 Spice. "
        "The camp grows to four."
    ]


def test_joined_and_unmarked_tents_are_mentioned() -> None:
    bare = event(Event.SITE, LEILA, SITE["C5"], TILE["S:WSP"], 0)
    assert told(bare, event(Event.CAMP, LEILA, SITE["C5"], 5, 2)) == [
        "Leila builds a Silk tent on **C5**. Two camps join into one of five; the tent has no marker."
    ]
    assert told(bare, event(Event.CAMP, LEILA, SITE["C5"], 1, 0)) == [
        "Leila builds a Silk tent on **C5**. It stands alone, but without a marker it scores nothing."
    ]


def test_a_closed_camp_is_counted() -> None:
    closed = (
        event(Event.SITE, LEILA, SITE["K1"], TILE["S:WSP"], 1),
        event(Event.CAMP, LEILA, SITE["K1"], 7, 1),
        event(Event.CLOSED, LEILA, SITE["K1"]),
        *(event(Event.HOME, LEILA, SITE[at]) for at in ("K1", "K2", "J1")),
        *(event(Event.HOME, seat, SITE[at]) for seat, at in ((AMINA, "J2"), (AMINA, "J3"), (OMAR, "J4"))),
        event(Event.COUNTED, AMINA, 2),
        event(Event.COUNTED, OMAR, 1),
        event(Event.COUNTED, LEILA, 3),
        event(Event.BONUS, LEILA, 1),
    )
    assert told(*closed) == [
        "Leila builds a Silk tent on **K1**. The camp is full.",
        "Leila scores [[+4]], 3 for markers and 1 for closing the camp. Amina scores [[+2]] and Omar [[+1]]. "
        "Six markers go home.",
    ]
    assert lines(*closed)[1].tone == "score"
    bare = event(Event.CLOSED, LEILA, SITE["K1"]), event(Event.HOME, OMAR, 1), event(Event.COUNTED, OMAR, 1)
    assert told(*bare, event(Event.BONUS, LEILA, 1)) == [
        "Leila scores [[+1]] for closing the camp. Omar scores [[+1]]. One marker goes home."
    ]


def test_a_trade_names_both_sides() -> None:
    number = TRADES.tolist().index([0, 2, 0, 1])
    traded = event(Event.TRADE, OMAR, SILK, number)
    assert told(traded) == ["Omar trades 2 Camels and 1 Spice for 1 Silk."]
    built = event(Event.SITE, OMAR, SITE["F5"], TILE["W:SPS"], 1), event(Event.PAID, OMAR, SILK, 2)
    assert told(traded, *built, event(Event.ISOLATED, OMAR, SITE["F5"], 2)) == [
        "Omar trades 2 Camels and 1 Spice for 1 Silk, and builds a Water tent on **F5** for 2 Silk. "
        "It stands alone: [[+2]]."
    ]


def test_new_tiles_are_named_by_set() -> None:
    new = [
        event(Event.REFILL, side, slot, TILE[code])
        for side, slot, code in ((0, 0, "W:SPS"), (0, 3, "S:WSP"), (1, 1, "C:WCW"))
    ]
    assert told(*new) == ["New in the left set: Water and Silk.", "New in the right set: Camel."]


@pytest.mark.parametrize("rule", [Rule.DB_X01, Rule.DB_X03, Rule.DB_X04])
def test_the_end_states_its_reason(rule: Rule) -> None:
    (line,) = lines(event(Event.END, rule))
    assert line.tone == "end"
    assert re.fullmatch(r"[A-Z].*\. The game is over\.", line.text)


def test_final_scoring_is_narrated_step_by_step() -> None:
    assert told(
        event(Event.MARKERS, AMINA, 3, 3),
        event(Event.MARKERS, OMAR, 2, 2),
        event(Event.MARKERS, LEILA, 0, 0),
        event(Event.MAJORITY, WATER, -1, 3, 0),
        event(Event.MAJORITY, CAMEL, OMAR, 2, 2),
        event(Event.MAJORITY, SILK, -1, 0, 0),
    ) == [
        "Markers in the desert: Amina [[+3]], Omar [[+2]], Leila none.",
        "Water: tied at 3, no points.",
        "Omar has the most Camels, 2: [[+2]].",
        "Nobody has any Silk.",
    ]


@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        ([(1, 20, 6), (2, 19, 4)], ["**Amina** wins with 20 points.", "Omar comes second with 19 points."]),
        (
            [(2, 20, 4), (1, 20, 6)],
            ["**Omar** wins with 20 points and 6 cards left.", "Amina comes second with 20 points and 4 cards left."],
        ),
        (
            [(1, 20, 1), (1, 20, 1), (3, 1, 0)],
            [
                "**Amina** and **Omar** share the win with 20 points and 1 card left each.",
                "Leila comes third with 1 point.",
            ],
        ),
    ],
)
def test_the_winner_is_named(ranks: list[tuple[int, int, int]], said: list[str]) -> None:
    assert told(*(event(Event.RANK, seat, *place) for seat, place in enumerate(ranks))) == said


def test_the_reader_is_addressed_as_you() -> None:
    """In their own actions, and in what others do to them."""
    assert read(event(Event.FREE, OMAR, SILK), event(Event.THROW, OMAR, DESERT, DESERT, SILK)) == [
        "You take a Silk and roll Desert, Desert, Silk."
    ]
    assert read(event(Event.KEEP, OMAR, CAMEL, 0, 0b010), event(Event.RETHROW, OMAR, CAMEL, DESERT, DESERT)) == [
        "You keep the Camel and roll Desert."
    ]
    assert read(event(Event.GAIN, OMAR, SILK, 2, 2)) == ["You take 2 Silk."]
    scored = event(Event.COUNTED, AMINA, 2), event(Event.COUNTED, OMAR, 1), event(Event.COUNTED, LEILA, 3)
    closed = event(Event.CLOSED, LEILA, SITE["K1"]), event(Event.HOME, LEILA, 1), *scored
    assert read(*closed) == [
        "Leila scores [[+3]] for markers. Amina scores [[+2]] and you [[+1]]. One marker goes home."
    ]
    assert read(event(Event.MAJORITY, CAMEL, OMAR, 2, 2)) == ["You have the most Camels, 2: [[+2]]."]
    assert read(event(Event.RANK, OMAR, 1, 20, 6), event(Event.RANK, LEILA, 2, 19, 6)) == [
        "**You** win with 20 points.",
        "Leila comes second with 19 points.",
    ]


# ---- what is asked


def asked(phase: Phase, *choices: str, **fields: object) -> Twin:
    view = Twin.of(State.new())
    view.players, view.phase, view.player = 3, int(phase), OMAR
    view.asked = list(words([int(CHOICES.parse(name)) for name in choices], 3))
    view.dice, view.pile = [SILK, A_WILD, WATER], [15, 15, 15, 15]
    view.display[0][2] = TILE["W:SPS"]
    view.side, view.slot, view.site = 0, 2, SITE["F5"]
    view.__dict__.update(fields)
    return view


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_prompts(phase: Phase) -> None:
    view = asked(phase, "roll", "stop silk", "keep wild", "match silk")
    mine, theirs, watching = (story.prompt(view, seat, called) for seat in (OMAR, AMINA, -1))
    assert "Omar" not in mine.title + mine.detail
    assert theirs.title.startswith("Omar ")
    assert theirs == watching
    sound(mine)
    sound(theirs)


@pytest.mark.parametrize(
    ("view", "title", "detail"),
    [
        (asked(Phase.SITE), "Choose a site for your Water tent", "Each lit site shows how many cards it costs you."),
        (
            asked(Phase.THROWN, "stop silk", "stop camel", "keep silk", "keep wild", dice=[SILK, A_WILD, SILK]),
            "Take 3 Silk, or roll again?",
            "Your roll: Silk, Wild, Silk. You could also take 1 Camel. To roll again, choose a die to keep.",
        ),
        (
            asked(Phase.THROWN, "stop silk", "stop water", dice=[SILK, DESERT, WATER], pile=[1, 1, 1, 1]),
            "Take 1 Water or 1 Silk",
            "Your roll: Silk, Desert, Water.",
        ),
        (
            asked(Phase.MATCH, "match water", "match silk"),
            "What does your Wild count as?",
            "Your dice show Silk, Wild, Water. Take 2 Water or 2 Silk.",
        ),
        (
            asked(Phase.TRADE, due=[0, 0, 1, 0]),
            "Give three cards for 1 Silk",
            "You need it for your Water tent on F5.",
        ),
        (
            asked(Phase.WILD, wilds=2),
            "Choose a card for your Wild",
            "Your roll: Silk, Wild, Water. Two Wilds to go.",
        ),
    ],
)
def test_prompts_state_the_question(view: Twin, title: str, detail: str) -> None:
    assert story.prompt(view, OMAR, called) == Prompt(title, detail)


@pytest.mark.parametrize(
    ("hand", "tents", "said"),
    [
        ([0, 0, 2, 1], ["left 3"], Prompt("You can afford one tent", "Build it, or roll for cards.")),
        (
            [3, 0, 2, 0],
            ["left 3"],
            Prompt("You can afford one tent", "Build it by trading cards 3:1, or roll for cards."),
        ),
        (
            [2, 1, 2, 1],
            ["left 3", "right 1"],
            Prompt("You can afford two tents", "Build one, or roll for cards."),
        ),
        (
            [2, 1, 5, 0],
            ["left 3", "right 1"],
            Prompt("You can afford two tents", "Build one (one needs a 3:1 trade), or roll for cards."),
        ),
        (
            [2, 1, 2, 1],
            ["left 3", "right 1", "right 2"],
            Prompt("You can afford every tent on offer", "Build one, or roll for cards."),
        ),
    ],
)
def test_tents_that_can_be_afforded_come_first(hand: list[int], tents: list[str], said: Prompt) -> None:
    view = asked(Phase.TURN, "roll", *(f"tile {tent}" for tent in tents))
    view.tile, view.open, view.hand[OMAR] = [-1] * len(LABELS), words([SITE["F5"]], 2), hand
    view.offered, view.side = 1, -1
    view.display = [[-1, -1, TILE["W:SPS"], -1], [TILE["C:WCW"], TILE["S:WCW"], -1, -1]]
    assert story.prompt(view, OMAR, called) == said


def test_nothing_is_asked_after_the_end() -> None:
    view = asked(Phase.TURN, over=1, ended=int(Rule.DB_X01))
    assert story.prompt(view, OMAR, called) == Prompt("The game is over", "The desert is full: no site is left.")
