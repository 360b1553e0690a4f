"""Everything that players read in many simulated games, searched for slips of language."""

from __future__ import annotations

import pytest

from souq.engine import registry
from souq.testing.reading import miscounted, printed, slip, slips
from tests.support import ours

GAMES = sorted(game.name for game in ours())
SHORT, MANY, EACH = 8, 50, 10
"""Simulated games of every game in an ordinary run; parts of the long form, and simulated games in each."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_has_no_slips(game: str) -> None:
    assert slips(registry.find(game), range(SHORT), 0.03) == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.wide
@pytest.mark.parametrize("nth", range(MANY))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_has_no_slips_in_many_games(game: str, nth: int) -> None:
    assert slips(registry.find(game), range(EACH * nth, EACH * nth + EACH), 0.03) == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_lessons_have_no_slips(game: str) -> None:
    assert [(where, text) for where, text in printed(registry.find(game)) if slip(where, text)] == []


@pytest.mark.parametrize(
    ("where", "text", "what"),
    [
        ("Pick.hint", "Costs  2 cards.", "a doubled space"),
        ("story", "Omar takes a card , and passes.", "a space before punctuation"),
        ("story", "Omar takes the the card.", "a doubled word"),
        ("story", "Omar passes..", "doubled punctuation"),
        ("story", "Omar passes ().", "empty brackets"),
        ("Prompt.title", "Draw 2 card(s)", "a plural in brackets"),
        ("story", "None draws.", "a value of Python"),
        ("Pick.label", "Draw {n}", "a placeholder"),
        ("Effect.text", "-2", "a hyphen for a minus"),
        ("story", "Omar's turn.", "a straight quote"),
        ("story", "You has a card.", "a verb in the wrong form"),
        ("story", "Omar quits.", "a stilted word"),
        ("story", "Omar takes a orange card.", "a for an"),
        ("story", "Omar takes an blue card.", "an for a"),
        ("story", "Omar pays 1500.", "no comma in a large number"),
        ("story", "Omar passes. the round is over.", "no capital after a full stop"),
        ("story", "omar passes.", "no capital at the beginning"),
        ("Pick.hint", "Costs 2 cards", "no full stop at the end"),
        ("story", "Omar passes (for good.", "a bracket or quote without its other half"),
        ("story", "Omar moves to **B4.", "emphasis without an end"),
        ("Pick.hint", "It takes two cubes, but you have only none left.", "“only” before none"),
        ("Pick.hint", "50 more for Omar or you or Leila.", "“or” twice"),
        (
            "Pick.hint",
            "A neighbour pays 1 Silk and 1 Spice and you pay 1 Silk.",
            "a list that runs into the next clause",
        ),
        ("Pick.hint", "Two steps, and one more farther away.", "“further” is meant"),
        ("Pick.hint", "Wins a marker: 2 points more in all.", "“more” after its noun"),
        ("story", "Omar and Leila have made an offer.", "several who share one thing"),
        ("story", "2. Omar, 900 Dirham.", "a number for an ordinal"),
        ("Pick.hint", "A chance of 8 %.", "a space before “%”"),
        ("rulebook.toml text", "Wait, for you’re asked again.", "“for” in the sense of because"),
        ("rulebook.toml text", "One of which is yours.", "“of which” or “of whom”"),
        ("lessons/first.toml say", "Any three cards are good for any place.", "“good for” what it allows"),
        ("Tally.below", "with equal points the most cards win", "“with equal …” instead of a tie"),
    ],
)
def test_a_slip_is_found(where: str, text: str, what: str) -> None:
    assert slip(where, text) == what


def test_sentences_without_slips_pass() -> None:
    for text in (
        "None of your stalls is blocked.",
        "A one-off: 1,500 for an hour. You’re next!",
    ):
        assert slip("story", text) == ""
    assert slip("glossary.toml text", "A tent beside yours, whoever owns it.") == ""


def test_numbers_agree_with_their_nouns() -> None:
    fine = [
        "2 Camels and 1 Silk.",
        "3 Silk",
        "one card",
        "Two stall cards.",
        "two cards, three stalls",
    ]
    assert miscounted(fine) == {}
    wrong = ["1 Camels", "3 Camel", "one cards", "You hold two stall."]
    assert set(miscounted([*fine, *wrong])) == set(wrong)
