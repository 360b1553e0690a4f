"""Reasons of refusals: the story says what in the position forbids a choice."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME, story
from souq.games.chatuchak.state import CELLS, CHOICES, STOP, Mode, Rule, State
from tests.games.chatuchak.positions import AMYS, JOSHS, PLAIN, TIDY, TOMS, position
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.support import rules


def record(view: Twin) -> Batch:
    """Return the record of a twin."""
    state = State.new()
    view.store(state)
    return state


def why(view: Twin, choice: str, rule: str, seat: int = AMINA) -> str:
    """Return the refusal for a player who makes a choice that ``rule`` forbids."""
    number = CHOICES.parse(choice)
    refused = GAME.bindings.refusal(record(view), seat, number)
    assert refused
    assert GAME.rule_id(refused) == rule
    return story.why(view, seat, number, rule, called)


def over(rule: Rule, *grids: str, mode: Mode = Mode.GOALS, **fields: Any) -> Twin:
    """Return a game that a rule has ended."""
    view = position(*grids, mode=mode, moves=(24, 24))
    view.__dict__.update(over=1, ended=int(rule), **fields)
    return view


@rules("CH-T03", "CH-Q01")
def test_a_booth_that_is_not_in_line_with_the_gap() -> None:
    view = position(AMYS, JOSHS)
    assert why(view, "move 27", "CH-T03") == "That’s the gap. Choose a booth in row 5 or column 4."
    assert why(view, "move 10", "CH-T03") == (
        "Choose a booth in row 5 or column 4, where your gap is. This chair is in row 2, column 5."
    )
    assert why(view, "move 0", "CH-T03") == (
        "Choose a booth in row 5 or column 4, where your gap is. This shirt is in row 1, column 1."
    )


@rules("CH-T01", "CH-T07", "CH-V05", "CH-V06")
def test_a_seat_not_on_turn_is_refused() -> None:
    view = position(AMYS, JOSHS, TOMS, player=OMAR, passed=(LEILA,))
    assert why(view, "move 24", "CH-T01", AMINA) == "It’s Omar’s turn."
    assert why(view, "pass", "CH-T07", LEILA) == "You’ve passed for good. It’s Omar’s turn."
    race = position(PLAIN, PLAIN, PLAIN, mode=Mode.SPEED, passed=(AMINA,), moves=(3, 20))
    assert why(race, "move 6", "CH-V05", AMINA) == (
        "You’re out of the race: you gave up. Omar and Leila are still racing."
    )
    race = position(PLAIN, PLAIN, mode=Mode.TICKS, player=OMAR, passed=(AMINA,), moves=(200, 20))
    assert why(race, "move 6", "CH-V05", AMINA) == (
        "You’re out of the race: you’ve made your 200 moves. Omar is still racing."
    )
    race = position(PLAIN, PLAIN, mode=Mode.TICKS, player=OMAR)
    assert why(race, "move 6", "CH-V06", AMINA) == "It’s Omar’s turn."


@rules("CH-C04", "CH-T09", "CH-V01", "CH-V03", "CH-V04", "CH-V05", "CH-V06")
@pytest.mark.parametrize(
    ("view", "rule", "said"),
    [
        (over(Rule.CH_C04, AMYS, JOSHS), "CH-C04", "The game is over. The tent has reached the end. Most points win."),
        (over(Rule.CH_T09, AMYS, JOSHS), "CH-T09", "The game is over. Everyone has passed. Most points win."),
        (
            over(Rule.CH_V01, TIDY, mode=Mode.SOLO, solved=1),
            "CH-V01",
            "The market is in order. With 24 moves you are a Booth Owner.",
        ),
        (over(Rule.CH_V03, PLAIN, mode=Mode.SOLO), "CH-V03", "The puzzle is unsolved. You are a Looky Loo."),
        (
            over(Rule.CH_V04, PLAIN, TIDY, mode=Mode.SPEED, solved=2),
            "CH-V04",
            "The race is over. Omar wins with 24 moves.",
        ),
        (
            over(Rule.CH_V05, PLAIN, PLAIN, mode=Mode.SPEED, passed=3),
            "CH-V05",
            "The race is over. Everyone is out, so nobody wins.",
        ),
        (
            over(Rule.CH_V06, TIDY, TIDY, mode=Mode.TICKS, solved=3),
            "CH-V06",
            "The race is over. You and Omar share the win.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("CH-") else "",
)
def test_after_the_end_its_reason_is_given(view: Twin, rule: str, said: str) -> None:
    assert why(view, "move 1", rule) == said
    assert why(view, "pass", rule) == said


@pytest.mark.parametrize("mode", list(Mode))
def test_every_refusal_is_a_whole_sentence(mode: Mode) -> None:
    pick = random.Random(mode)
    players = 1 if mode == Mode.SOLO else 3
    play = {Mode.SPEED: "speed", Mode.TICKS: "turns"}.get(mode, "goals")
    state = GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options({"play": play})), (5, int(mode)))
    for ply in range(1, 40):
        view = Twin.of(state)
        for seat in range(players):
            for choice in range(CELLS + 1):
                number = GAME.bindings.refusal(state, seat, choice)
                said = story.why(view, seat, choice, GAME.rule_id(number) if number else "", called)
                assert bool(number) == bool(said)
                assert not number or re.fullmatch(r"[A-Z][^*_\[\]{}<>]*\.", said)
                assert not re.search(r"  |\.\.| [.,:;]|-1|None|\bCH-", said)
                assert len(said) <= 160
        if view.over:
            break
        deciders = GAME.bindings.deciders(state)
        seat = pick.choice([seat for seat in range(players) if deciders >> seat & 1])
        legal = [int(choice) for choice in GAME.bindings.legal(state, seat)]
        choice = STOP if ply % 17 == 0 or ply > 35 else pick.choice(legal[:-1])
        GAME.bindings.apply(state, seat, choice, (ply, 1))


def test_a_spectator_gets_no_reason() -> None:
    assert story.why(position(AMYS, JOSHS), -1, 10, "CH-T01", called) == ""
