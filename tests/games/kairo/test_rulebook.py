"""The rules of Kairo in words: all of them, short, whole, and fit to be shown alone."""

from pathlib import Path

from souq.engine.rules.rulebook import Rulebook
from souq.games import kairo

BOOK = Rulebook.read(Path(kairo.__file__).parent / "rulebook.toml")


def test_chapters_follow_a_game() -> None:
    """Every chapter has the rules of one letter in order, and after them the rulings that complete them."""
    assert {chapter.title: chapter.rules[0].id for chapter in BOOK.chapters} == {
        "Setup": "KA-S01",
        "Your turn": "KA-T01",
        "Stall cards": "KA-C01",
        "New stalls": "KA-N01",
        "Expansions": "KA-E01",
        "Open ways": "KA-A01",
        "Medals": "KA-M01",
        "Moving a stall": "KA-B01",
        "Luring customers": "KA-L01",
        "Drawing": "KA-D01",
        "Final phase and end": "KA-F01",
        "Two players": "KA-P01",
    }
    for chapter in BOOK.chapters:
        own = [rule.id for rule in chapter.rules if rule.id[3] != "X"]
        rulings = [rule.id for rule in chapter.rules if rule.id[3] == "X"]
        assert own == [f"{own[0][:4]}{i:02}" for i in range(1, len(own) + 1)]
        assert [rule.id for rule in chapter.rules] == own + sorted(rulings)
