"""The rules of Chatuchak in words: all of them, short, whole, and fit to be shown alone."""

import re
from pathlib import Path

from souq.engine.present.wording import counted
from souq.engine.rules.rulebook import Rulebook
from souq.games import chatuchak
from souq.games.chatuchak.state import BOX
from tests.support import rules

BOOK = Rulebook.read(Path(chatuchak.__file__).parent / "rulebook.toml")


def test_chapters_follow_a_game() -> None:
    """Every chapter has the rules of one letter, in order; the last has what comes up seldom."""
    assert {chapter.title: chapter.rules[0].id for chapter in BOOK.chapters} == {
        "Setup": "CH-S01",
        "Your turn": "CH-T01",
        "What is compared": "CH-K01",
        "Winning markers": "CH-M01",
        "Tokens": "CH-X01",
        "Markers beside the market": "CH-B01",
        "The clock": "CH-C01",
        "The score": "CH-E01",
        "The puzzle and races": "CH-V01",
        "How new grids are made": "CH-N01",
        "Fine points": "CH-Q01",
    }
    for chapter in BOOK.chapters:
        own = [rule.id for rule in chapter.rules]
        assert own == [f"{own[0][:4]}{n:02}" for n in range(1, len(own) + 1)]


@rules("CH-V02", "CH-V03", "CH-S02", "CH-Q15")
def test_numbers_agree_with_the_box() -> None:
    """Every number of the box that a text names."""
    for name, moves in BOX.ranks[:-1]:
        assert re.search(rf"\b{moves} (moves or fewer you are )?an? {name}\b", BOOK.rule("CH-V02").text)
    assert BOOK.rule("CH-V02").text.endswith(f"you are a {BOX.ranks[-1][0]}.")
    assert f"the {BOX.moves}th move" in BOOK.rule("CH-V03").text
    for colour in BOX.colours:
        assert f"{counted(colour.booths)} {colour.name}" in BOOK.rule("CH-S02").text
    assert f"after {sum(BOX.track)} rounds" in BOOK.rule("CH-Q15").text
