"""Prompts of the deciding seat and the waiting seats."""

from __future__ import annotations

import pytest

from souq.engine.present.scene import Prompt
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import story
from souq.games.chatuchak.state import Mode, Rule
from tests.games.chatuchak.positions import AMYS, JOSHS, PLAIN, TIDY, TOMS, Table, position
from tests.games.chatuchak.sentences import HALF, ORDER
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.support import rules


def prompts(view: Twin, *seats: int) -> list[Prompt]:
    return [story.prompt(view, seat, called) for seat in seats]


MOVE = "Move one booth into the gap"


@rules("CH-T01", "CH-T03", "CH-T08", "CH-C01")
def test_the_prompt_of_a_turn_and_the_waiting_text_of_others() -> None:
    view = position(AMYS, JOSHS, TOMS, player=OMAR, first=0)
    any_booth = "Any booth in the same row or column can jump in, from any distance."
    title = "Omar is moving a booth"
    assert prompts(view, OMAR, LEILA, AMINA, -1) == [
        Prompt(MOVE, any_booth),
        Prompt(title, "You’re next."),
        *[Prompt(title, "Leila is next.")] * 2,
    ]
    view.passed = 1 << LEILA
    view.need = 12
    roll = "Then a roll of 12 moves the tent on."
    assert prompts(view, LEILA, AMINA) == [
        Prompt(title, f"You’ve passed, but your market still counts. {roll} Amina is next."),
        Prompt(title, f"{roll} You’re next."),
    ]
    view.passed |= 1 << AMINA
    counts = "You’ve passed, but your market still counts."
    assert prompts(view, AMINA) == [Prompt(title, f"{counts} Omar plays on alone.")]
    assert prompts(view, OMAR, -1) == [
        Prompt(MOVE, "Everyone else has passed. If you pass too, the game is over."),
        Prompt(title, f"Everyone else has passed. {roll}"),
    ]


@rules("CH-C04")
def test_the_prompt_of_a_round_that_may_be_the_last() -> None:
    view = position(AMYS, JOSHS, player=OMAR, tent=10, need=9)
    assert prompts(view, OMAR, AMINA) == [
        Prompt(MOVE, "A roll of 9 or more ends the game after this round."),
        Prompt("Omar is moving a booth", "Then a roll of 9 or more ends the game. You’re next."),
    ]


@rules("CH-V01", "CH-V03")
def test_the_prompt_of_the_puzzle() -> None:
    title = "Amina is tidying the market"
    first = "Bring every colour into one group, in as few moves as you can."
    assert prompts(position(HALF), AMINA, -1) == [Prompt(MOVE, first), Prompt(title, first)]
    table = Table(position(HALF)).play(*(f"move {cell}" for cell in ORDER[:1]))
    assert prompts(table.twin, AMINA)[0].detail == "1 move so far. 28 pieces left; the goal is 5."
    assert prompts(position(HALF, moves=(199,)), AMINA)[0].detail == "This is the last of 200 moves."


@rules("CH-V04", "CH-V05")
def test_every_seat_is_prompted_in_a_race() -> None:
    view = position(PLAIN, HALF, HALF, mode=Mode.SPEED, passed=(LEILA,))
    mine = Prompt(MOVE, "The first with every colour in one group wins. You have 29 pieces and need 5.")
    assert prompts(view, AMINA, OMAR, LEILA, -1) == [
        *[mine] * 2,
        Prompt("You’re out of the race", "Amina and Omar are still racing."),
        Prompt("The race is on", "Amina and Omar are still racing."),
    ]


@rules("CH-V06")
def test_a_race_in_turns_states_who_has_finished() -> None:
    view = position(TIDY, HALF, HALF, mode=Mode.TICKS, player=OMAR)
    title = "Omar is moving a booth"
    assert prompts(view, OMAR, AMINA) == [
        Prompt(MOVE, "Fewest moves win. You have 29 pieces and need 5."),
        Prompt(title, "Fewest moves win."),
    ]
    view.solved, view.passed = 1 << AMINA, 1 << LEILA
    ends = "done, so the race ends with this round."
    assert prompts(view, OMAR, AMINA, LEILA) == [
        Prompt(MOVE, f"Amina is {ends} You have 29 pieces and need 5."),
        Prompt(title, f"You are {ends}"),
        Prompt(title, f"You’re out of the race. Amina is {ends}"),
    ]


@rules("CH-C04", "CH-T09", "CH-V02", "CH-V03", "CH-V04", "CH-V05", "CH-V06")
@pytest.mark.parametrize(
    ("mode", "fields", "mine", "theirs"),
    [
        (Mode.GOALS, {"ended": Rule.CH_C04}, "The tent has reached the end. Most points win.", ""),
        (Mode.GOALS, {"ended": Rule.CH_T09}, "Everyone has passed. Most points win.", ""),
        (Mode.SPEED, {"solved": 1}, "You win with 23 moves.", "Amina wins with 23 moves."),
        (Mode.TICKS, {"solved": 3}, "You and Omar share the win.", "You and Amina share the win."),
        (Mode.SPEED, {"solved": 0}, "Everyone is out, so nobody wins.", ""),
    ],
)
def test_the_end_states_its_reason(mode: Mode, fields: dict[str, int], mine: str, theirs: str) -> None:
    view = position(PLAIN, HALF, mode=mode, moves=(23, 23))
    view.__dict__.update(fields, over=1)
    title = "The game is over" if mode == Mode.GOALS else "The race is over"
    assert prompts(view, AMINA, OMAR) == [Prompt(title, mine), Prompt(title, theirs or mine)]


@rules("CH-V02", "CH-V03")
def test_the_end_of_the_puzzle_states_the_rank() -> None:
    view = position(TIDY, moves=(23,))
    view.over = view.solved = 1
    assert prompts(view, AMINA, -1) == [
        Prompt("The market is in order", "With 23 moves you are a Booth Owner."),
        Prompt("The market is in order", "With 23 moves Amina is a Booth Owner."),
    ]
    view.solved = 0
    assert prompts(view, AMINA) == [Prompt("The puzzle is unsolved", "You are a Looky Loo.")]
