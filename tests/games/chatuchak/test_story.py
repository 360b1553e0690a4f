"""Chatuchak's story: every event is narrated, in whole sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from souq.engine.present.scene import LogLine
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.chatuchak import GAME, story
from souq.games.chatuchak.rules.scoring import tokens
from souq.games.chatuchak.state import MIX, PATH, RECTANGLE, STOP, TIED, Event, Mode, Rule
from tests.games.chatuchak.positions import AMY_HOLDS, AMYS, JOSH_HOLDS, JOSHS, PLAIN, TIDY, Table, position
from tests.games.chatuchak.sentences import HALF, ORDER
from tests.games.narrating import AMINA, LEILA, LINA, OMAR, YUSUF, Narrator, called, event, sound, whole
from tests.support import rules

STORY = Narrator(GAME)
lines, told, read = STORY.lines, STORY.texts, STORY.read

RED, YELLOW, GREEN, BLUE, PINK = range(5)
MIDDLE = -1


def played(table: Table, *choices: str, **how: Any) -> list[str]:
    """Return the story of the last of some choices."""
    table.play(*choices, **how)
    return [line.text for line in story.narrate(visible_events(table.state[0], -1), called)]


def two(**given: Any) -> Table:
    """Return the two markets of the examples, with their markers."""
    return Table(position(AMYS, JOSHS, holds=(AMY_HOLDS, JOSH_HOLDS), **given))


# ---- setup


@rules("CH-S03", "CH-S04", "CH-S07")
def test_the_setup_is_narrated() -> None:
    mixes = [(0, 1, RED, GREEN), (1, 0, YELLOW, GREEN), (2, 0, GREEN, BLUE), (3, 0, BLUE, PINK), (4, 1, PINK, YELLOW)]
    assert lines(
        event(Event.FIRST, OMAR),
        *(event(Event.SIDE, seat, side) for seat, side in ((OMAR, 3), (LEILA, 7), (AMINA, 12))),
        *(event(Event.MIX, *mix) for mix in mixes),
        event(Event.BEGIN, Mode.GOALS, 2),
    ) == [
        LogLine(None, "Setup", "turn"),
        LogLine(OMAR, "Omar goes first."),
        LogLine(None, "Start grids: Omar 3, Leila 7 and Amina 12."),
        LogLine(
            None,
            "Mixes: bowls with plants, chairs with plants, plants with lamps, lamps with shirts "
            "and shirts with chairs.",
        ),
        LogLine(None, "Round 1", "turn"),
    ]


@rules("CH-S05", "CH-V01", "CH-V04", "CH-V05")
@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ([7], "Start grid 7."),
        ([0], "A new start grid."),
        ([0, 0], "Everyone has a new start grid."),
        ([7, 7], "Everyone has start grid 7."),
        ([7, 2], "Start grids: Amina 7 and Omar 2."),
    ],
)
def test_start_grids_are_narrated(sides: list[int], said: str) -> None:
    assert told(*(event(Event.SIDE, seat, side) for seat, side in enumerate(sides))) == ["Setup", said]


@rules("CH-V01", "CH-V04", "CH-V06")
def test_the_puzzle_and_races_state_their_aim() -> None:
    assert told(event(Event.BEGIN, Mode.SOLO)) == ["The puzzle", "Bring every colour into one group."]
    assert told(event(Event.BEGIN, Mode.SPEED)) == [
        "The race",
        "Everyone moves at once. The first with every colour in one group wins.",
    ]
    assert told(event(Event.BEGIN, Mode.TICKS)) == [
        "The race",
        "Everyone moves in turn. The fewest moves win.",
    ]


# ---- moves


@rules("CH-T01", "CH-M03")
def test_a_move_that_wins_nothing() -> None:
    assert lines(event(Event.MOVE, AMINA, 3, 4, RED)) == [LogLine(AMINA, "Amina moves a bowl.")]


@rules("CH-M02", "CH-X01")
@pytest.mark.parametrize(
    ("colour", "won", "said"),
    [
        (BLUE, (BLUE, MIDDLE, 2), "Yusuf joins two lamps and takes the lamp marker: [[+2]]."),
        (RED, (RED, OMAR, 5), "Yusuf joins five bowls and takes the bowl marker from Omar: [[+2]]."),
        (
            BLUE,
            (MIX + 2, AMINA, 27),
            "Yusuf puts lamps next to plants, 3·3, and takes their marker from Amina: [[+2]].",
        ),
        (GREEN, (MIX + 2, MIDDLE, 19), "Yusuf puts plants next to lamps, 2·3, and takes their marker: [[+2]]."),
        (YELLOW, (PATH, OMAR, 4), "Yusuf lines up four chairs and takes the path marker from Omar: [[+2]]."),
        (
            YELLOW,
            (RECTANGLE, MIDDLE, 4),
            "Yusuf makes a square of four chairs and takes the rectangle marker: [[+2]].",
        ),
        (
            PINK,
            (RECTANGLE, OMAR, 6),
            "Yusuf makes a rectangle of six shirts and takes the rectangle marker from Omar: [[+2]].",
        ),
    ],
)
def test_a_goal_is_narrated_with_its_strength_and_origin(colour: int, won: tuple[int, int, int], said: str) -> None:
    mix = [event(Event.MIX, 2, 0, GREEN, BLUE)] if MIX <= won[0] < PATH else []
    move = event(Event.MOVE, YUSUF, 9, 8, colour)
    assert lines(move, *mix, event(Event.WON, YUSUF, *won)) == [LogLine(YUSUF, said)]


@rules("CH-M05", "CH-Q14", "CH-X01")
def test_several_goals_at_once() -> None:
    assert played(two(player=1), "26->24", die=11) == [
        "Omar moves a shirt and takes two markers, for two shirts and a 2·3 mix of shirts with chairs: [[+4]].",
        "Rolled 11, needed 2: the tent moves on. Next time it takes 3 or more.",
        "Round 2",
    ]


@rules("CH-B01", "CH-B02", "CH-B03", "CH-X03")
def test_markers_leave_the_market_and_return() -> None:
    table = two(player=0)
    assert played(table, "15->27") == [
        "Amina moves a bowl.",
        "Amina no longer has bowls together or bowls next to plants. Those markers stay, but don’t count for now.",
    ]
    played(table, "25->24")
    assert played(table, "27->15") == [
        "Amina moves a bowl.",
        "Amina has bowls together and bowls next to plants again, so those markers count again.",
    ]


@rules("CH-M02", "CH-B03", "CH-Q04")
def test_goals_from_another_player_and_a_marker_that_comes_back() -> None:
    """The examples of a cheap steal and of a retake on the larger size."""
    table = two(player=0)
    table.play("15->27", "26->24", "3->15")
    said = played(table, "8->26")
    assert said[0] == "Omar joins two bowls and takes the bowl marker from Amina: [[+2]]."
    table = two(player=0)
    table.play("25->27", "12->24", "7->25")
    assert played(table, "24->12")[:2] == [
        "Omar moves a plant and takes two markers from Amina, for four plants and a 3·4 mix of bowls with plants"
        ": [[+4]].",
        "Omar has a rectangle again, so that marker counts again.",
    ]


@rules("CH-T07", "CH-V03")
def test_passing_and_giving_up() -> None:
    assert told(event(Event.PASSES, OMAR)) == ["Omar passes for good."]
    assert told(event(Event.PASSES, OMAR), event(Event.OUT, OMAR, 12)) == ["Omar gives up after 12 moves."]
    assert told(event(Event.OUT, OMAR, 200)) == ["Omar is out after 200 moves."]


@rules("CH-V01", "CH-V04")
def test_a_move_of_the_puzzle_is_counted() -> None:
    assert told(event(Event.MOVE, LINA, 3, 4, GREEN), event(Event.NTH, LINA, 12)) == ["Lina’s move 12: a plant."]


# ---- the clock


@rules("CH-C02", "CH-C03", "CH-Q15", "CH-Q20")
@pytest.mark.parametrize(
    ("roll", "after", "said"),
    [
        ((4, 6, 0, 5), 5, "Rolled 4, needed 6: the tent stays. Next time it takes 5 or more."),
        ((1, 2, 0, 0), 1, "Rolled 1, needed 2: the tent stays. Next time any roll will do."),
        ((12, 6, 1, 6), 8, "Rolled 12, needed 6: the tent moves on. Next time it takes 8 or more."),
    ],
)
def test_a_roll_is_narrated_with_its_effect(roll: tuple[int, ...], after: int, said: str) -> None:
    assert lines(event(Event.ROLL, *roll), event(Event.ROUND, 13, after)) == [
        LogLine(None, said),
        LogLine(None, "Round 13", "turn"),
    ]


@rules("CH-C04", "CH-E03")
def test_the_clock_ends_the_game() -> None:
    table = two(player=1, tent=10, need=9)
    assert played(table, "25->24", die=9)[1:3] == [
        "Rolled 9, needed 9: the tent moves on.",
        "The tent has reached the end: the game is over.",
    ]


# ---- the end


@rules("CH-T09", "CH-Q18")
def test_the_last_to_pass_ends_the_game() -> None:
    said = played(two(player=0, passed=(1,)), "pass")
    assert said[:2] == ["Amina passes for good.", "Everyone has passed: the game is over."]


def ranked(*places: tuple[int, int, int, int]) -> list[str]:
    """Return the end's story: place, points, purple tokens and mix tokens of each seat."""
    return told(*(event(Event.RANK, seat, b, c, TIED * p + m) for seat, (b, c, p, m) in enumerate(places)))


@rules("CH-E03", "CH-E04", "CH-Q21")
@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([(2, 9, 5, 0), (1, 12, 0, 0)], ["**Omar** wins with 12 points.", "Amina comes second with 9 points."]),
        (
            [(1, 10, 4, 1), (2, 10, 3, 4)],
            [
                "**Amina** wins with 10 points.",
                "Amina beats Omar on purple tokens, 4 to 3.",
                "Omar comes second with 10 points.",
            ],
        ),
        (
            [(2, 10, 3, 0), (1, 10, 3, 1), (4, -1, 0, 0), (2, 10, 3, 0)],
            [
                "**Omar** wins with 10 points.",
                "Omar beats Amina and Yusuf on mix tokens, 1 to 0.",
                "Amina comes second with 10 points.",
                "Yusuf comes second with 10 points.",
                "Leila comes fourth with −1 point.",
            ],
        ),
        ([(1, 7, 1, 1), (1, 7, 1, 1)], ["**Amina** and **Omar** share the win with 7 points each."]),
    ],
)
def test_places_and_what_broke_ties(places: list[tuple[int, int, int, int]], said: list[str]) -> None:
    assert ranked(*places) == said


@rules("CH-E03")
def test_a_tie_at_a_real_end_is_explained() -> None:
    """More purple tokens win, although the other player has more tokens of mixes."""
    table = Table(position(TIDY, TIDY, tokens=("R/G", "Y/G G/B B/R P/Y"), general=(4, 1), passed=(1,), player=0))
    assert played(table, "pass")[2:] == [
        "**Amina** wins with 4 points.",
        "Amina beats Omar on purple tokens, 4 to 1.",
        "Omar comes second with 4 points.",
    ]


@rules("CH-V01", "CH-V02")
def test_the_puzzle_ends_with_a_rank() -> None:
    assert played(Table(position(HALF)), *(f"move {cell}" for cell in ORDER)) == [
        "Amina’s move 21: a bowl.",
        "Amina has every colour in one group after 21 moves.",
        "The puzzle is solved.",
        "**Amina** is a Market Master in 21 moves.",
    ]


@rules("CH-V02")
@pytest.mark.parametrize(
    ("moves", "name"),
    [
        *((22, "Market Master"), (23, "Booth Owner"), (28, "Booth Owner"), (29, "Haggler"), (34, "Haggler")),
        *((35, "Looky Loo"), (200, "Looky Loo")),
    ],
)
def test_ranks_of_the_puzzle(moves: int, name: str) -> None:
    said = told(event(Event.END, Rule.CH_V01), event(Event.RANK, LINA, 1, -moves))
    assert said == ["The puzzle is solved.", f"**Lina** is a {name} in {moves} moves."]


@rules("CH-V03")
def test_an_unsolved_puzzle() -> None:
    assert played(Table(position(PLAIN)), "pass") == [
        "Amina gives up before the first move.",
        "The puzzle stays unsolved.",
        "**Amina** is a Looky Loo.",
    ]


@rules("CH-V04", "CH-V05", "CH-V06")
@pytest.mark.parametrize(
    ("rule", "won", "said"),
    [
        (Rule.CH_V04, [0, 1, 0], "**Omar** wins the race."),
        (Rule.CH_V06, [1, 1, 0], "**Amina** and **Omar** share the win."),
        (Rule.CH_V05, [0, 0, 0], "Everyone is out, so nobody wins the race."),
    ],
)
def test_a_race_names_only_the_winners(rule: Rule, won: list[int], said: str) -> None:
    ranks = [event(Event.RANK, seat, 1 if points else 3, points) for seat, points in enumerate(won)]
    assert told(event(Event.END, rule), *ranks) == [said]


# ---- who reads


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([(Event.MOVE, OMAR, 9, 8, BLUE)], ["You move a lamp."]),
        ([(Event.MOVE, OMAR, 3, 4, GREEN), (Event.NTH, OMAR, 12)], ["Your move 12: a plant."]),
        (
            [(Event.MOVE, OMAR, 9, 8, BLUE), (Event.WON, OMAR, BLUE, LEILA, 3)],
            ["You join three lamps and take the lamp marker from Leila: [[+2]]."],
        ),
        (
            [(Event.MOVE, LEILA, 9, 8, BLUE), (Event.WON, LEILA, BLUE, OMAR, 4)],
            ["Leila joins four lamps and takes the lamp marker from you: [[+2]]."],
        ),
        (
            [(Event.BESIDE, OMAR, PATH)],
            ["You no longer have a path. That marker stays, but doesn’t count for now."],
        ),
        ([(Event.PASSES, OMAR)], ["You pass for good."]),
        ([(Event.PASSES, OMAR), (Event.OUT, OMAR, 12)], ["You give up after 12 moves."]),
        (
            [(Event.RANK, OMAR, 1, 9, 2 * TIED), (Event.RANK, AMINA, 2, 9, TIED)],
            [
                "**You** win with 9 points.",
                "You beat Amina on purple tokens, 2 to 1.",
                "Amina comes second with 9 points.",
            ],
        ),
    ],
)
def test_a_reader_is_called_you(rows: list[tuple[int, ...]], said: list[str]) -> None:
    assert read(*(event(*row) for row in rows)) == said


# ---- all of them


KINDS: dict[str, dict[str, Any]] = {
    "goals": {},
    "new": {"grids": "new"},
    "speed": {"play": "speed"},
    "turns": {"play": "turns", "same": True},
}


def games(players: int, seed: int, stops: float, **chosen: Any) -> Iterator[tuple[Batch, int]]:
    """Yield a random game: every position, and the seat that chose last (-1 at first). Some seats pass now and then."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options(chosen)), (seed, 0))
    yield state, -1
    ply = 0
    while not state["over"][0]:
        deciders = GAME.bindings.deciders(state)
        seat = pick.choice([seat for seat in range(players) if deciders >> seat & 1])
        legal = [int(c) for c in GAME.bindings.legal(state, seat)]
        choice = STOP if pick.random() < stops else pick.choice(legal[:-1])
        GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply := ply + 1))
        yield state, seat


@rules("CH-X01")
def test_whole_games_are_narrated_in_whole_sentences() -> None:
    """Every line and prompt of random games; each gain is two points, one of them a token."""
    seen: set[int] = set()
    for players, seed, kind, stops in (
        *((2, 1, "goals", 0.0), (3, 2, "new", 0.02), (5, 3, "goals", 0.01), (4, 4, "goals", 0.3)),
        *((1, 5, "goals", 0.0), (1, 6, "new", 0.05), (3, 7, "speed", 0.02), (3, 8, "turns", 0.02)),
    ):
        gained = [0] * players
        for state, seat in games(players, seed, stops, **KINDS[kind]):
            view = Twin.of(state)
            rows = visible_events(state[0], seat)
            seen |= {row[0] for row in rows}
            for line in story.narrate(rows, called):
                whole(line)
                for gain in re.findall(r"\[\[\+(\d+)\]\]", line.text):
                    gained[line.seat or 0] += int(gain) // 2
            assert gained == [interpreted(tokens)(view, seat) for seat in range(players)]
            for viewer in range(-1, players):
                sound(story.prompt(view, viewer, called))
    assert seen | {Event.SOLVED} == set(Event)
